#include "CKernels.h"

// Floyd and Steinberg's weights. `step` is the direction, 1 or -1.
static inline void diffuse(
    uint8_t *row, ptrdiff_t pixels, ptrdiff_t stride, ptrdiff_t step, ptrdiff_t channels, int16_t *carry,
    const uint8_t *nearest, const uint8_t *clean, const int8_t *jitter) {
  int ahead[3] = {0}, behind[3] = {0}, below[3] = {0};
  ptrdiff_t x = step > 0 ? 0 : pixels - 1;
  for (ptrdiff_t n = 0; n < pixels; n++, x += step) {
    int noise = jitter[x & 63];
    for (ptrdiff_t c = 0; c < channels; c++) {
      uint8_t *sample = row + x * stride + c;
      int16_t *cell = carry + (x + 1) * channels + c;
      int value = *sample * 16 + ahead[c] + *cell;
      int index = ((value + 8) >> 4) + noise;
      index = index < -128 ? -128 : index > 383 ? 383 : index;
      int isClean = clean[*sample];
      int level = nearest[(isClean ? *sample : index) + 128];
      int error = isClean ? 0 : value - level * 16;
      *sample = (uint8_t)level;
      int share7 = error * 7 >> 4, share3 = error * 3 >> 4, share5 = error * 5 >> 4;
      ahead[c] = share7;
      cell[-step * channels] = (int16_t)(behind[c] + share3);
      behind[c] = below[c] + share5;
      below[c] = error - share7 - share3 - share5;
    }
  }
  for (ptrdiff_t c = 0; c < channels; c++) carry[(x - step + 1) * channels + c] = (int16_t)behind[c];
}

void kernel_diffuse_gray(
    uint8_t *row, size_t pixels, int step, int16_t *carry, const uint8_t *nearest, const uint8_t *clean,
    const int8_t *jitter) {
  diffuse(row, (ptrdiff_t)pixels, 1, step, 1, carry, nearest, clean, jitter);
}

void kernel_diffuse_colors(
    uint8_t *row, size_t pixels, int step, int16_t *carry, const uint8_t *nearest, const uint8_t *clean,
    const int8_t *jitter) {
  diffuse(row, (ptrdiff_t)pixels, 4, step, 3, carry, nearest, clean, jitter);
}
