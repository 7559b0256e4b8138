/* Assembling the coefficients of a result out of its parts. */
#include <math.h>

#include "jpeg_lossless_parts.h"

static const JQUANT_TBL *table(const jpeg_source *source, int component) {
  return source->info.comp_info[component].quant_table;
}

/* Where a block of the result lies in the source, in blocks. */
static void locate(
    const jpeg_source *source, int component, uint32_t column, uint32_t row, uint32_t *x, uint32_t *y) {
  const jpeg_plane *plane = &source->planes[component];
  const shim_jpeg_part *part = source->part;
  uint32_t across = part->transpose ? row : column, down = part->transpose ? column : row;
  uint32_t unit_x = source->max_h * DCTSIZE, unit_y = source->max_v * DCTSIZE;
  *x = source->turns_x ? (part->x + part->width) / unit_x * plane->source_h - 1 - across
                       : part->x / unit_x * plane->source_h + across;
  *y = source->turns_y ? (part->y + part->height) / unit_y * plane->source_v - 1 - down
                       : part->y / unit_y * plane->source_v + down;
}

static JBLOCKROW stored_row(jpeg_source *source, int component, uint32_t y) {
  j_common_ptr info = (j_common_ptr)&source->info;
  return info->mem->access_virt_barray(info, source->coefficients[component], y, 1, FALSE)[0];
}

/* A block whose every row is the last one of `block`: in a row's transform, what is constant downward has only
   coefficients of the first row (DCT-II, orthonormal). */
static void repeat_last_row(JCOEF *block, const int *quantization) {
  for (int u = 0; u < DCTSIZE; u++) {
    double sum = 0;
    for (int v = 0; v < DCTSIZE; v++) {
      double basis = (v == 0 ? sqrt(0.125) : 0.5 * cos(15 * v * 3.14159265358979323846 / 16));
      sum += basis * block[v * DCTSIZE + u] * quantization[v * DCTSIZE + u];
    }
    double level = floor(sum * sqrt(8) / quantization[u] + 0.5);
    block[u] = (JCOEF)(level > 1023 ? 1023 : level < -1023 ? -1023 : level);
  }
  memset(block + DCTSIZE, 0, sizeof(JCOEF) * (DCTSIZE2 - DCTSIZE));
}

static void quantization_of(const jpeg_source *source, int component, int *levels) {
  const JQUANT_TBL *stored = table(source, component);
  for (int k = 0; k < DCTSIZE2; k++) levels[k] = stored->quantval[source->order[k]] ? stored->quantval[source->order[k]] : 1;
}

static void rearrange(const jpeg_source *source, const JCOEF *stored, JCOEF *block) {
  for (int k = 0; k < DCTSIZE2; k++) block[k] = (JCOEF)(source->sign[k] * stored[source->order[k]]);
}

void jpeg_fetch(jpeg_work *work, int part, int component, uint32_t column, uint32_t row, JCOEF *block) {
  jpeg_source *source = &work->sources[part];
  uint32_t last = source->planes[component].rows - 1, x, y;
  locate(source, component, column, row < last ? row : last, &x, &y);
  rearrange(source, stored_row(source, component, y)[x], block);
  if (row > last) {
    int quantization[DCTSIZE2];
    quantization_of(source, component, quantization);
    repeat_last_row(block, quantization);
  }
}

/* MARK: Padding */

/* The samples of a block, without the offset of 128. */
static void invert(const JCOEF *block, const int *quantization, double samples[DCTSIZE][DCTSIZE]) {
  double basis[DCTSIZE][DCTSIZE], half[DCTSIZE][DCTSIZE];
  for (int v = 0; v < DCTSIZE; v++)
    for (int y = 0; y < DCTSIZE; y++)
      basis[v][y] = v == 0 ? sqrt(0.125) : 0.5 * cos((2 * y + 1) * v * 3.14159265358979323846 / 16);
  for (int y = 0; y < DCTSIZE; y++)
    for (int u = 0; u < DCTSIZE; u++) {
      half[y][u] = 0;
      for (int v = 0; v < DCTSIZE; v++) half[y][u] += basis[v][y] * block[v * DCTSIZE + u] * quantization[v * DCTSIZE + u];
    }
  for (int y = 0; y < DCTSIZE; y++)
    for (int x = 0; x < DCTSIZE; x++) {
      samples[y][x] = 0;
      for (int u = 0; u < DCTSIZE; u++) samples[y][x] += basis[u][x] * half[y][u];
    }
}

/* Levels that rows which were equal may differ by, on average, once quantized: errors are spread evenly over each
   step, add up by their squares, and both rows have them. */
static double quantization_error(const int *quantization) {
  double squares = 0;
  for (int k = 0; k < DCTSIZE2; k++) squares += (double)quantization[k] * quantization[k] / 12;
  return 1 + 1.5 * sqrt(squares / DCTSIZE2);
}

int jpeg_padding_repeats(jpeg_work *work, int part) {
  jpeg_source *source = &work->sources[part];
  if (source->height == work->height) return 1;
  for (int c = 0; c < source->info.num_components; c++) {
    const jpeg_plane *plane = &source->planes[c];
    uint32_t seen = (source->height * plane->v + work->max_v - 1) / work->max_v;
    int first_hidden = (int)(seen - (plane->rows - 1) * DCTSIZE);
    if (first_hidden >= DCTSIZE) continue;
    if (first_hidden < 1) return 0;
    int quantization[DCTSIZE2];
    quantization_of(source, c, quantization);
    double difference = 0;
    for (uint32_t column = 0; column < plane->columns; column++) {
      JCOEF block[DCTSIZE2];
      double samples[DCTSIZE][DCTSIZE];
      jpeg_fetch(work, part, c, column, plane->rows - 1, block);
      invert(block, quantization, samples);
      for (int y = first_hidden; y < DCTSIZE; y++)
        for (int x = 0; x < DCTSIZE; x++) difference += fabs(samples[y][x] - samples[first_hidden - 1][x]);
    }
    double samples = (double)plane->columns * DCTSIZE * (DCTSIZE - first_hidden);
    if (difference > quantization_error(quantization) * samples) return 0;
  }
  return 1;
}

/* MARK: Planes read as they are assembled */

static void assemble_row(jpeg_work *work, jpeg_strip *strip, uint32_t row, JBLOCKROW to) {
  for (int p = 0; p < work->count; p++) {
    jpeg_source *source = &work->sources[p];
    const jpeg_plane *plane = &source->planes[strip->component];
    JBLOCKROW target = to + plane->offset;
    if (source->is_plain && row < plane->rows) {
      uint32_t x, y;
      locate(source, strip->component, 0, row, &x, &y);
      memcpy(target, stored_row(source, strip->component, y) + x, plane->columns * sizeof(JBLOCK));
    } else {
      for (uint32_t column = 0; column < plane->columns; column++)
        jpeg_fetch(work, p, strip->component, column, row, target[column]);
    }
  }
}

/* Stands in for the memory manager's way to a row of coefficients: the encoder asks for rows in turn, once a scan,
   and no copy of the whole is kept. */
static JBLOCKARRAY assemble(
    j_common_ptr info, jvirt_barray_ptr plane, JDIMENSION start, JDIMENSION count, boolean writable) {
  (void)writable;
  jpeg_work *work = info->client_data;
  jpeg_strip *strip = (jpeg_strip *)plane;
  uint32_t rows = work->out.comp_info[strip->component].height_in_blocks;
  for (JDIMENSION r = 0; r < count && start + r < rows; r++) assemble_row(work, strip, start + r, strip->rows[r]);
  return strip->rows;
}

jvirt_barray_ptr *jpeg_lend_planes(jpeg_work *work) {
  for (int c = 0; c < work->out.num_components; c++) {
    jpeg_strip *strip = &work->strips[c];
    int v = work->sources[0].planes[c].v;
    strip->component = c;
    strip->columns = 0;
    for (int p = 0; p < work->count; p++) {
      const jpeg_plane *plane = &work->sources[p].planes[c];
      strip->columns = plane->offset + plane->columns;
    }
    strip->blocks = calloc((size_t)strip->columns * v, sizeof(JBLOCK));
    if (!strip->blocks) ERREXIT1(&work->out, JERR_OUT_OF_MEMORY, 0);
    for (int r = 0; r < v; r++) strip->rows[r] = strip->blocks + (size_t)strip->columns * r;
    work->planes[c] = (jvirt_barray_ptr)strip;
  }
  work->out.mem->access_virt_barray = assemble;
  return work->planes;
}

void jpeg_return_planes(jpeg_work *work) {
  for (int c = 0; c < MOST_COMPONENTS; c++) free(work->strips[c].blocks);
}
