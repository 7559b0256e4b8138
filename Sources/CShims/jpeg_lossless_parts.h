#pragma once
/* What the files that make JPEGs of coefficients share. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "jpeg_lossless.h"

enum { MOST_PARTS = 2, MOST_COMPONENTS = 4 };

/* One component of one part, in blocks of the result. */
typedef struct {
  int h, v;
  /* The sampling factors as stored, before rows and columns change places. */
  int source_h, source_v;
  uint32_t offset, columns, rows;
} jpeg_plane;

typedef struct {
  const shim_jpeg_part *part;
  struct jpeg_decompress_struct info;
  jvirt_barray_ptr *coefficients;
  jpeg_plane planes[MOST_COMPONENTS];
  /* As stored; for gray 1, whatever the file says. */
  uint32_t max_h, max_v;
  /* As it lies in the result. */
  uint32_t width, height;
  /* Whether the source's columns, its rows are taken from the last to the first. */
  int turns_x, turns_y;
  /* A block of the result: coefficient k is the source's `order[k]`, times `sign[k]`. */
  int order[DCTSIZE2];
  int sign[DCTSIZE2];
  int is_plain;
  JOCTET *profile;
  unsigned int profile_count;
} jpeg_source;

/* One component of the result, assembled a few rows at a time. */
typedef struct {
  JBLOCKROW rows[MAX_SAMP_FACTOR];
  JBLOCKROW blocks;
  uint32_t columns;
  int component;
} jpeg_strip;

typedef struct {
  shim_jpeg_result *result;
  jmp_buf escape;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  int (*is_stopped)(void);
  int count;
  int optimize;
  jpeg_source sources[MOST_PARTS];
  struct jpeg_compress_struct out;
  uint32_t max_h, max_v, width, height;
  jpeg_strip strips[MOST_COMPONENTS];
  jvirt_barray_ptr planes[MOST_COMPONENTS];
  unsigned char *buffer;
  unsigned long buffer_count;
} jpeg_work;

/* Copies a block of a part, by its place in the result. Below the part's last row it is that row's repetition. */
void jpeg_fetch(jpeg_work *work, int part, int component, uint32_t column, uint32_t row, JCOEF *block);
/* Whether what lies hidden in a part's last blocks, and would now be seen, repeats its last row. */
int jpeg_padding_repeats(jpeg_work *work, int part);
/* Arrays for `jpeg_write_coefficients` that are assembled as they are read. */
jvirt_barray_ptr *jpeg_lend_planes(jpeg_work *work);
void jpeg_return_planes(jpeg_work *work);
/* Gives the result the entropy tables of a source where they hold a code for all that will be written. */
int jpeg_reuse_tables(jpeg_work *work);
