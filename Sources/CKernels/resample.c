#include "CKernels.h"

// Eight floats at any address: two registers of SSE or one of AVX.
typedef float lanes __attribute__((vector_size(32), aligned(4)));

KERNEL void kernel_blend_rows(
    const float *const *restrict rows, const float *restrict weights, size_t taps, float *restrict out,
    size_t count) {
  size_t i = 0;
  for (; i + 32 <= count; i += 32) {
    lanes a = {0}, b = {0}, c = {0}, d = {0};
    for (size_t tap = 0; tap < taps; tap++) {
      const lanes *row = (const lanes *)(const void *)(rows[tap] + i);
      const float weight = weights[tap];
      a += row[0] * weight;
      b += row[1] * weight;
      c += row[2] * weight;
      d += row[3] * weight;
    }
    lanes *to = (lanes *)(void *)(out + i);
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
  }
  for (; i < count; i++) {
    float sum = 0;
    for (size_t tap = 0; tap < taps; tap++) sum += rows[tap][i] * weights[tap];
    out[i] = sum;
  }
}

KERNEL void kernel_interleave_rows(
    const float *restrict rows, size_t stride, float *restrict out, size_t width) {
  size_t x = 0;
  for (; x + 8 <= width; x += 8) {
    // An 8 by 8 transposition by halves: neighbors, pairs, fours.
    lanes r[8], s[8];
    for (int i = 0; i < 8; i++) r[i] = *(const lanes *)(const void *)(rows + i * stride + x);
    for (int i = 0; i < 8; i += 2) {
      s[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
      s[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (int i = 0; i < 8; i += 4)
      for (int k = 0; k < 2; k++) {
        r[i + k] = __builtin_shufflevector(s[i + k], s[i + k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        r[i + k + 2] = __builtin_shufflevector(s[i + k], s[i + k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
      }
    lanes *to = (lanes *)(void *)(out + x * 8);
    for (int i = 0; i < 4; i++) {
      to[i] = __builtin_shufflevector(r[i], r[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
      to[i + 4] = __builtin_shufflevector(r[i], r[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
  }
  for (; x < width; x++)
    for (int i = 0; i < 8; i++) out[x * 8 + i] = rows[i * stride + x];
}

KERNEL void kernel_blend_columns(
    const float *restrict in, const int32_t *restrict starts, const float *restrict weights, size_t taps,
    float *restrict out, size_t width) {
  lanes *to = (lanes *)(void *)out;
  for (size_t x = 0; x < width; x++, weights += taps) {
    const lanes *from = (const lanes *)(const void *)in + starts[x];
    lanes sum = {0};
    for (size_t tap = 0; tap < taps; tap++) sum += from[tap] * weights[tap];
    to[x] = sum;
  }
}
