#include "CKernels.h"

static inline uint8_t least(uint8_t a, uint8_t b) { return a < b ? a : b; }
static inline uint8_t most(uint8_t a, uint8_t b) { return a > b ? a : b; }
static inline int32_t clamped(int32_t x, int32_t low, int32_t high) { return x < low ? low : x > high ? high : x; }

KERNEL void kernel_column_ranges(
    const uint8_t *restrict above, const uint8_t *restrict row, const uint8_t *restrict below,
    uint8_t *restrict low, uint8_t *restrict high, size_t width) {
  for (size_t x = 0; x < width; x++) {
    low[x + 1] = least(least(above[x], row[x]), below[x]);
    high[x + 1] = most(most(above[x], row[x]), below[x]);
  }
  low[0] = low[1], high[0] = high[1];
  low[width + 1] = low[width], high[width + 1] = high[width];
}

KERNEL void kernel_sharpen(
    const uint8_t *restrict row, const uint8_t *restrict blurred, const uint8_t *restrict low,
    const uint8_t *restrict high, int32_t amount, int32_t threshold, int16_t *restrict changes, size_t width) {
  for (size_t x = 0; x < width; x++) {
    const int32_t floor = least(least(low[x], low[x + 1]), low[x + 2]);
    const int32_t ceiling = most(most(high[x], high[x + 1]), high[x + 2]);
    const int32_t room = (ceiling - floor) >> 3;
    const int32_t difference = row[x] - blurred[x];
    const int32_t detail = difference - clamped(difference, -threshold, threshold);
    const int32_t wanted = row[x] + ((detail * amount + 128) >> 8);
    const int32_t kept = clamped(clamped(wanted, floor - room, ceiling + room), 0, 255);
    changes[x] = (int16_t)(kept - row[x]);
  }
}

KERNEL uint32_t kernel_change_gray(uint8_t *restrict row, const int16_t *restrict changes, size_t width) {
  uint32_t any = 0;
  for (size_t x = 0; x < width; x++) {
    any |= (uint16_t)changes[x];
    row[x] = (uint8_t)(row[x] + changes[x]);
  }
  return any;
}

KERNEL uint32_t kernel_change_colors(uint8_t *restrict row, const int16_t *restrict changes, size_t width) {
  uint32_t any = 0;
  uint32_t *pixels = (uint32_t *)(void *)row;
  for (size_t x = 0; x < width; x++) {
    const uint32_t pixel = pixels[x];
    const int32_t change = changes[x];
    any |= (uint16_t)change;
    const uint32_t red = (uint32_t)clamped((int32_t)(pixel & 255) + change, 0, 255);
    const uint32_t green = (uint32_t)clamped((int32_t)(pixel >> 8 & 255) + change, 0, 255);
    const uint32_t blue = (uint32_t)clamped((int32_t)(pixel >> 16 & 255) + change, 0, 255);
    pixels[x] = (pixel & 0xFF000000u) | red | green << 8 | blue << 16;
  }
  return any;
}
