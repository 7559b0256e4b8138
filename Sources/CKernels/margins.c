#include "CKernels.h"

static inline uint8_t distance(uint8_t a, uint8_t b) { return a > b ? a - b : b - a; }

KERNEL void kernel_mark_gray(
    const uint8_t *restrict row, uint8_t ground, uint8_t tolerance, uint8_t *restrict marks, size_t count) {
  for (size_t i = 0; i < count; i++) marks[i] = (uint8_t)(marks[i] + (distance(row[i], ground) > tolerance));
}

KERNEL void kernel_mark_colors(
    const uint8_t *restrict row, const uint8_t *restrict ground, uint8_t tolerance, uint8_t *restrict marks,
    size_t count) {
  const uint32_t *in = (const uint32_t *)(const void *)row;
  int red = ground[0], green = ground[1], blue = ground[2], most = tolerance;
  for (size_t i = 0; i < count; i++) {
    int r = (int)(in[i] & 255) - red, g = (int)(in[i] >> 8 & 255) - green, b = (int)(in[i] >> 16 & 255) - blue;
    r = r < 0 ? -r : r;
    g = g < 0 ? -g : g;
    b = b < 0 ? -b : b;
    marks[i] = (uint8_t)(marks[i] + (r > most || g > most || b > most));
  }
}
