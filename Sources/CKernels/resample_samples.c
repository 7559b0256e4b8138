#include "CKernels.h"

typedef float lanes __attribute__((vector_size(32), aligned(4)));
typedef int32_t words __attribute__((vector_size(32)));
typedef uint8_t bytes8 __attribute__((vector_size(8), aligned(1)));
typedef uint8_t bytes16 __attribute__((vector_size(16), aligned(1)));

KERNEL void kernel_widen_gray(const uint8_t *restrict in, float *restrict out, size_t count) {
  for (size_t i = 0; i < count; i++) out[i] = in[i];
}

KERNEL void kernel_widen_colors(
    const uint8_t *restrict in, float *restrict red, float *restrict green, float *restrict blue, size_t pixels) {
  const uint32_t *from = (const uint32_t *)(const void *)in;
  for (size_t i = 0; i < pixels; i++) {
    red[i] = (float)(int32_t)(from[i] & 255);
    green[i] = (float)(int32_t)(from[i] >> 8 & 255);
    blue[i] = (float)(int32_t)(from[i] >> 16 & 255);
  }
}

KERNEL void kernel_widen_alpha(const uint8_t *restrict in, float *restrict alpha, size_t pixels) {
  const uint32_t *from = (const uint32_t *)(const void *)in;
  for (size_t i = 0; i < pixels; i++) alpha[i] = (float)(int32_t)(from[i] >> 24);
}

KERNEL void kernel_widen_by_table(
    const uint8_t *restrict in, size_t step, float *restrict out, size_t count, const float *restrict table) {
  for (size_t i = 0; i < count; i++) out[i] = table[in[i * step]];
}

KERNEL void kernel_weight(float *restrict plane, const float *restrict alpha, size_t count) {
  for (size_t i = 0; i < count; i++) plane[i] *= alpha[i] * (1.0f / 255);
}

KERNEL void kernel_unweight(float *restrict plane, const float *restrict alpha, size_t count) {
  for (size_t i = 0; i < count; i++) plane[i] = alpha[i] > 0.5f ? plane[i] * 255 / alpha[i] : 0;
}

KERNEL void kernel_narrow(const float *restrict in, uint8_t *restrict out, size_t blocks) {
  const lanes *from = (const lanes *)(const void *)in;
  bytes8 *to = (bytes8 *)(void *)out;
  for (size_t i = 0; i < blocks; i++) {
    const words sample = __builtin_convertvector(from[i] + 0.5f, words);
    const words low = __builtin_elementwise_max(sample, (words){0});
    to[i] = __builtin_convertvector(__builtin_elementwise_min(low, (words){0} + 255), bytes8);
  }
}

KERNEL void kernel_narrow_by_table(
    const float *restrict in, uint8_t *restrict out, size_t blocks, const uint8_t *restrict table, float scale) {
  const lanes *from = (const lanes *)(const void *)in;
  const words last = (words){0} + (int32_t)(scale * 255);
  for (size_t i = 0; i < blocks; i++) {
    const words place = __builtin_convertvector(from[i] * scale + 0.5f, words);
    const words index = __builtin_elementwise_min(__builtin_elementwise_max(place, (words){0}), last);
    for (int lane = 0; lane < 8; lane++) out[i * 8 + lane] = table[index[lane]];
  }
}

KERNEL void kernel_split_rows(const uint8_t *restrict in, uint8_t *restrict rows, size_t stride, size_t width) {
  size_t x = 0;
  for (; x + 8 <= width; x += 8) {
    // An 8 by 8 transposition of bytes: what stands 32 apart comes together, three times.
    const bytes16 *from = (const bytes16 *)(const void *)(in + x * 8);
    bytes16 a[4], b[4];
    for (int i = 0; i < 4; i++) a[i] = from[i];
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 2; i++) {
        b[i * 2] = __builtin_shufflevector(
            a[i], a[i + 2], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        b[i * 2 + 1] = __builtin_shufflevector(
            a[i], a[i + 2], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
      }
      for (int i = 0; i < 4; i++) a[i] = b[i];
    }
    for (int i = 0; i < 4; i++) {
      *(bytes8 *)(void *)(rows + i * 2 * stride + x) = __builtin_shufflevector(a[i], a[i], 0, 1, 2, 3, 4, 5, 6, 7);
      *(bytes8 *)(void *)(rows + (i * 2 + 1) * stride + x) =
          __builtin_shufflevector(a[i], a[i], 8, 9, 10, 11, 12, 13, 14, 15);
    }
  }
  for (; x < width; x++)
    for (int i = 0; i < 8; i++) rows[i * stride + x] = in[x * 8 + i];
}

KERNEL void kernel_merge_colors(
    const uint8_t *restrict red, const uint8_t *restrict green, const uint8_t *restrict blue,
    const uint8_t *restrict alpha, uint8_t *restrict out, size_t pixels) {
  uint32_t *to = (uint32_t *)(void *)out;
  if (alpha)
    for (size_t i = 0; i < pixels; i++)
      to[i] = red[i] | (uint32_t)green[i] << 8 | (uint32_t)blue[i] << 16 | (uint32_t)alpha[i] << 24;
  else
    for (size_t i = 0; i < pixels; i++)
      to[i] = red[i] | (uint32_t)green[i] << 8 | (uint32_t)blue[i] << 16 | 0xFF000000u;
}
