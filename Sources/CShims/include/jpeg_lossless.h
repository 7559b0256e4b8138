#pragma once
/* JPEGs made of other JPEGs' coefficients: nothing is decoded, so nothing is lost. libjpeg reports errors by
   longjmp, which must not cross Swift: all of an operation happens inside one call from there. */
#include <stddef.h>
#include <stdint.h>

/* A region of a JPEG, perhaps transposed and mirrored. */
typedef struct {
  const uint8_t *bytes;
  size_t count;
  /* In pixels as stored. */
  uint32_t x, y, width, height;
  /* Rows and columns change places first; then it is mirrored. */
  int transpose, flip_x, flip_y;
} shim_jpeg_part;

typedef enum {
  shim_jpeg_made,
  /* Not without loss, because ... of `part`; `unit` is the pixels that edges have to be a multiple of. */
  shim_jpeg_components_differ,
  shim_jpeg_sampling_differs,
  shim_jpeg_quantization_differs,
  shim_jpeg_profiles_differ,
  shim_jpeg_heights_differ,
  shim_jpeg_seam_unaligned,
  shim_jpeg_left_unaligned,
  shim_jpeg_top_unaligned,
  shim_jpeg_right_unaligned,
  shim_jpeg_bottom_unaligned,
  shim_jpeg_padding_unknown,
  shim_jpeg_too_large,
  /* libjpeg refused or warned; `message` says why. */
  shim_jpeg_failed,
} shim_jpeg_outcome;

typedef struct {
  shim_jpeg_outcome outcome;
  int part;
  int unit;
  char message[200];
  /* Of the JPEG made; given back by `shim_jpeg_free`. */
  uint8_t *bytes;
  size_t count;
} shim_jpeg_result;

/* Lays one or two parts side by side. A part lower than the other by at most `padding` pixels is filled up below
   with its last row. Entropy coding keeps the sources' tables where they will do, unless `optimize` is set. Fails as
   soon as `is_stopped` says so, which it is asked for every row of blocks. */
void shim_jpeg_compose(
    const shim_jpeg_part *parts, int count, uint32_t padding, int optimize, int (*is_stopped)(void),
    shim_jpeg_result *result);
void shim_jpeg_free(shim_jpeg_result *result);
