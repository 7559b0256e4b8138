#include "CKernels.h"

// Five octaves of value noise (fractional Brownian motion), evaluated a block of pixels at a time. Positions are
// worked out in double at a block's beginning and in float from there on, where they stay small: the grain is as
// exact far from the origin as near it.

enum { BLOCK = 64 };

// The value of a place of the lattice, 24 bits: Chris Wellons' lowbias32 over a linear form of the coordinates.
// The steps are chosen so that no two places within 63,000 cells have one form.
enum : uint32_t { COLUMN = 0x9E3779B1u, ROW = 0x27D4EB2Fu };

static inline float lattice(uint32_t place) {
  place = (place ^ place >> 16) * 0x21F0AAADu;
  place = (place ^ place >> 15) * 0x735A2D97u;
  return (float)(int32_t)((place ^ place >> 15) >> 8);
}

static inline float smooth(float t) { return t * t * (3.0f - 2.0f * t); }

static inline double whole(double x) {
  double cut = (double)(int32_t)x;
  return cut > x ? cut - 1 : cut;
}

// Adds one octave to a block, `u` and `v` being the place of its first pixel in the lattice. Inlined at all costs,
// since only the kernel itself is made for AVX2.
__attribute__((always_inline)) static inline void add_octave(
    float *restrict sums, double u, double v, double du, double dv, uint32_t seed, float amplitude) {
  // Counted from the lowest cell the block reaches, every coordinate is positive.
  double column = whole(du < 0 ? u + du * (BLOCK - 1) : u), row = whole(dv < 0 ? v + dv * (BLOCK - 1) : v);
  float u0 = (float)(u - column), v0 = (float)(v - row), stepU = (float)du, stepV = (float)dv;
  uint32_t origin = seed + (uint32_t)(int32_t)column * COLUMN + (uint32_t)(int32_t)row * ROW;
  for (int32_t i = 0; i < BLOCK; i++) {
    float x = u0 + (float)i * stepU, y = v0 + (float)i * stepV;
    int32_t cellX = (int32_t)x, cellY = (int32_t)y;
    float s = smooth(x - (float)cellX), t = smooth(y - (float)cellY);
    uint32_t place = origin + (uint32_t)cellX * COLUMN + (uint32_t)cellY * ROW;
    float a = lattice(place), b = lattice(place + COLUMN);
    float c = lattice(place + ROW), d = lattice(place + COLUMN + ROW);
    float above = a + (b - a) * s, below = c + (d - c) * s;
    sums[i] += (above + (below - above) * t) * amplitude;
  }
}

KERNEL void kernel_grain(
    uint16_t *restrict samples, size_t count, double x, double y, double scale, const uint32_t *seeds) {
  for (size_t start = 0; start < count; start += BLOCK) {
    float sums[BLOCK] = {0};
    double u = (x + (double)start) / scale, v = y / scale, du = 1 / scale, dv = 0;
    float amplitude = 0.5f / (1 << 24);
    for (int octave = 0; octave < 5; octave++) {
      double frequency = octave == 0 ? 1 : 2.02;
      double turnedU = 0.8 * u - 0.6 * v, turnedDU = 0.8 * du - 0.6 * dv;
      v = (0.6 * u + 0.8 * v) * frequency;
      dv = (0.6 * du + 0.8 * dv) * frequency;
      u = turnedU * frequency;
      du = turnedDU * frequency;
      add_octave(sums, u, v, du, dv, seeds[octave], amplitude);
      amplitude *= 0.5f;
    }
    size_t rest = count - start < BLOCK ? count - start : BLOCK;
    for (size_t i = 0; i < rest; i++) samples[start + i] = (uint16_t)(int32_t)(sums[i] * 65535.0f + 0.5f);
  }
}
