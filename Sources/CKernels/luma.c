#include "CKernels.h"

// JPEG's luma (JFIF 1.02), in libjpeg's 16-bit fixed point.
static inline uint32_t luma(uint32_t pixel) {
  return ((pixel & 255) * 19595u + (pixel >> 8 & 255) * 38470u + (pixel >> 16 & 255) * 7471u + 32768u) >> 16;
}

KERNEL void kernel_luma(const uint8_t *restrict pixels, uint8_t *restrict gray, size_t count) {
  const uint32_t *in = (const uint32_t *)(const void *)pixels;
  for (size_t i = 0; i < count; i++) gray[i] = (uint8_t)luma(in[i]);
}

KERNEL void kernel_gray_colors(uint8_t *pixels, size_t count) {
  uint32_t *in = (uint32_t *)(void *)pixels;
  for (size_t i = 0; i < count; i++) in[i] = (in[i] & 0xFF000000u) | luma(in[i]) * 0x010101u;
}

KERNEL uint32_t kernel_colored_bits(const uint8_t *pixels, size_t count) {
  const uint32_t *in = (const uint32_t *)(const void *)pixels;
  uint32_t bits = 0;
  for (size_t i = 0; i < count; i++) bits |= (in[i] ^ in[i] >> 8) & 0xFFFFu;
  return bits;
}

KERNEL void kernel_add_blocks(const uint8_t *restrict pixels, uint32_t *restrict sums, size_t blocks) {
  const uint32_t *in = (const uint32_t *)(const void *)pixels;
  for (size_t block = 0; block < blocks; block++) {
    uint32_t even = 0, odd = 0;
    for (size_t i = 0; i < 8; i++) {
      even += in[block * 8 + i] & 0x00FF00FFu;
      odd += in[block * 8 + i] >> 8 & 0x00FF00FFu;
    }
    sums[block * 2] += even;
    sums[block * 2 + 1] += odd;
  }
}
