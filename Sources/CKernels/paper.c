#include "CKernels.h"
#include <string.h>

// Tone and ease come before the grain and are linear: one weighted sum a channel. No level is negative then, since
// the easing of contrast leaves 0.02 at least.

// g^2.2 for 0 to 1, within 0.00014.
static inline float power(float g) {
  return g * g * (0.5380912f + g * (1.190352f + g * (-1.5523f + g * (1.190278f + g * -0.3665522f))));
}

// The factor of the grain's body at a place: 1 + (g - 0.5) * grain * smoothstep(0.10, 0.55, luma), where `rise` is
// how far the luma is on its way between the two.
static inline float body(float g, float grain, float rise) {
  float t = rise < 0 ? 0 : rise > 1 ? 1 : rise;
  return 1 + (g - 0.5f) * grain * (t * t * (3 - 2 * t));
}

// A level with light screened over it, rounded, in the lowest bits of 2^23's representation.
static inline uint32_t screened(float level, float light) {
  float sum = level + (255 - level) * light;
  sum = (sum > 255 ? 255 : sum) + 8388608.0f;
  uint32_t bits;
  memcpy(&bits, &sum, sizeof bits);
  return bits;
}

// A pixel of three such levels. What 2^23 adds is shifted out of all but the first.
static inline uint32_t packed(uint32_t red, uint32_t green, uint32_t blue) {
  return red + (green << 8) + (blue << 16) - 0x4B000000u;
}

KERNEL void kernel_paper_colors(
    uint8_t *restrict pixels, const uint16_t *restrict grain, size_t count, const struct kernel_paper *paper) {
  const struct kernel_paper p = *paper;
  uint32_t *restrict in = (uint32_t *)(void *)pixels;
  for (size_t i = 0; i < count; i++) {
    uint32_t pixel = in[i];
    float red = (float)(int32_t)(pixel & 255), green = (float)(int32_t)(pixel >> 8 & 255);
    float blue = (float)(int32_t)(pixel >> 16 & 255);
    float g = (float)(int32_t)grain[i] * (1 / 65535.0f), light = power(g);
    float shared = red * p.shared[0] + green * p.shared[1] + blue * p.shared[2];
    float factor = body(g, p.grain, shared * p.slope + p.start);
    uint32_t r = screened((red * p.gain[0] + shared + p.lift[0]) * factor, p.light[0] * light);
    uint32_t q = screened((green * p.gain[1] + shared + p.lift[1]) * factor, p.light[1] * light);
    uint32_t b = screened((blue * p.gain[2] + shared + p.lift[2]) * factor, p.light[2] * light);
    in[i] = (pixel & 0xFF000000u) + packed(r, q, b);
  }
}

KERNEL void kernel_paper_tints_gray(
    const uint8_t *restrict gray, uint8_t *restrict pixels, const uint16_t *restrict grain, size_t count,
    const struct kernel_paper *paper) {
  const struct kernel_paper p = *paper;
  float shared = p.shared[0] + p.shared[1] + p.shared[2], slope = shared * p.slope;
  uint32_t *restrict out = (uint32_t *)(void *)pixels;
  for (size_t i = 0; i < count; i++) {
    float level = (float)(int32_t)gray[i];
    float g = (float)(int32_t)grain[i] * (1 / 65535.0f), light = power(g);
    float factor = body(g, p.grain, level * slope + p.start);
    uint32_t r = screened((level * (p.gain[0] + shared) + p.lift[0]) * factor, p.light[0] * light);
    uint32_t q = screened((level * (p.gain[1] + shared) + p.lift[1]) * factor, p.light[1] * light);
    uint32_t b = screened((level * (p.gain[2] + shared) + p.lift[2]) * factor, p.light[2] * light);
    out[i] = 0xFF000000u + packed(r, q, b);
  }
}

KERNEL void kernel_paper_gray(
    uint8_t *restrict gray, const uint16_t *restrict grain, size_t count, const struct kernel_paper *paper) {
  const struct kernel_paper p = *paper;
  float shared = p.shared[0] + p.shared[1] + p.shared[2], slope = shared * p.slope;
  for (size_t i = 0; i < count; i++) {
    float level = (float)(int32_t)gray[i];
    float g = (float)(int32_t)grain[i] * (1 / 65535.0f);
    float factor = body(g, p.grain, level * slope + p.start);
    gray[i] = (uint8_t)screened((level * (p.gain[0] + shared) + p.lift[0]) * factor, p.light[0] * power(g));
  }
}
