#include "CKernels.h"
#include <string.h>

// Undoing PNG's filters (PNG third edition §9): each byte was written as what it differs from a guess made of
// the bytes to the left, above, and above to the left. `pixel` bytes make one pixel.

typedef int16_t lanes __attribute__((vector_size(8)));
typedef uint8_t pixels4 __attribute__((vector_size(4)));

static inline lanes widened(const uint8_t *bytes) {
  pixels4 four;
  memcpy(&four, bytes, 4);
  return __builtin_convertvector(four, lanes);
}

static inline lanes magnitude(lanes value) { return (value ^ (value >> 15)) - (value >> 15); }

// Paeth's guess for all channels of a pixel at once; reads up to four bytes of each.
static inline void unfilter_paeth_pixels(uint8_t *row, const uint8_t *above, size_t count, size_t pixel) {
  lanes left = {0}, corner = {0};
  lanes next = widened(row);
  for (size_t i = 0; i < count; i += pixel) {
    lanes stored = next, up = widened(above + i);
    // Read before the pixel is written: the bytes behind a pixel of three are the next one's.
    if (i + pixel < count) next = widened(row + i + pixel);
    lanes toLeft = up - corner, toUp = left - corner;
    lanes farLeft = magnitude(toLeft), farUp = magnitude(toUp), farCorner = magnitude(toLeft + toUp);
    lanes isLeft = (farLeft <= farUp) & (farLeft <= farCorner), isUp = farUp <= farCorner;
    lanes guess = (left & isLeft) | (~isLeft & ((up & isUp) | (corner & ~isUp)));
    left = (stored + guess) & 255;
    corner = up;
    pixels4 made = __builtin_convertvector(left, pixels4);
    memcpy(row + i, &made, pixel);
  }
}

static inline void unfilter_paeth_bytes(uint8_t *row, const uint8_t *above, size_t count) {
  int left = 0, corner = 0;
  for (size_t i = 0; i < count; i++) {
    int up = above[i], toLeft = up - corner, toUp = left - corner, toCorner = toLeft + toUp;
    toLeft = toLeft < 0 ? -toLeft : toLeft;
    toUp = toUp < 0 ? -toUp : toUp;
    toCorner = toCorner < 0 ? -toCorner : toCorner;
    int guess = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
    left = row[i] = (uint8_t)(row[i] + guess);
    corner = up;
  }
}

static inline void unfilter_average(uint8_t *row, const uint8_t *above, size_t count, size_t pixel) {
  uint8_t left[4] = {0};
  for (size_t i = 0; i < count; i += pixel)
    for (size_t c = 0; c < pixel; c++)
      left[c] = row[i + c] = (uint8_t)(row[i + c] + ((left[c] + above[i + c]) >> 1));
}

static inline void unfilter_sub(uint8_t *row, size_t count, size_t pixel) {
  uint8_t left[4] = {0};
  for (size_t i = 0; i < count; i += pixel)
    for (size_t c = 0; c < pixel; c++) left[c] = row[i + c] = (uint8_t)(row[i + c] + left[c]);
}

KERNEL static void unfilter_up(uint8_t *restrict row, const uint8_t *restrict above, size_t count) {
  for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(row[i] + above[i]);
}

// The pixel's size is a constant in each call, so that the loops over channels unroll.
uint32_t kernel_unfilter(uint8_t filter, uint8_t *row, const uint8_t *above, size_t count, size_t pixel) {
  switch (filter) {
  case 0: return 1;
  case 1:
    if (pixel == 4) unfilter_sub(row, count, 4);
    else if (pixel == 3) unfilter_sub(row, count, 3);
    else unfilter_sub(row, count, 1);
    return 1;
  case 2: unfilter_up(row, above, count); return 1;
  case 3:
    if (pixel == 4) unfilter_average(row, above, count, 4);
    else if (pixel == 3) unfilter_average(row, above, count, 3);
    else unfilter_average(row, above, count, 1);
    return 1;
  case 4:
    if (pixel == 4) unfilter_paeth_pixels(row, above, count, 4);
    else if (pixel == 3) unfilter_paeth_pixels(row, above, count, 3);
    else unfilter_paeth_bytes(row, above, count);
    return 1;
  default: return 0;
  }
}
