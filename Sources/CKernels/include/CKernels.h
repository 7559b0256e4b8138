#pragma once
// Inner loops over rows of pixels, in C for one reason: `target_clones` picks the AVX2 version at run time,
// which Swift has no word for. Nothing here allocates, fails or knows what a page is.
//
// No fused multiply-add: the same bytes on every machine, whatever its instruction set.
#pragma STDC FP_CONTRACT OFF
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__linux__)
#define KERNEL __attribute__((target_clones("avx2", "default")))
#else
#define KERNEL
#endif

/// Expands gray pixels to opaque red, green, blue and padding.
void kernel_spread_gray(const uint8_t *gray, uint8_t *pixels, size_t count);
/// Pads red, green and blue to opaque pixels.
void kernel_pad_triples(const uint8_t *triples, uint8_t *pixels, size_t count);

/// Undoes a PNG row's filter in place; 0 where there is no such filter. Pixels are of 1, 3 or 4 bytes; `above` is
/// the row before, undone, or zeros. With 3 bytes a pixel, one byte behind either row is read.
uint32_t kernel_unfilter(uint8_t filter, uint8_t *row, const uint8_t *above, size_t count, size_t pixel);

/// The least and the most of each three samples of a column. `low` and `high` hold width + 2 samples, the outermost
/// repeated.
void kernel_column_ranges(
    const uint8_t *above, const uint8_t *row, const uint8_t *below, uint8_t *low, uint8_t *high, size_t width);
/// How an unsharp mask changes a row: by `amount` / 256 of what differs from the blurred row by more than
/// `threshold`, to no more than an eighth of the range around beyond what is around.
void kernel_sharpen(
    const uint8_t *row, const uint8_t *blurred, const uint8_t *low, const uint8_t *high, int32_t amount,
    int32_t threshold, int16_t *changes, size_t width);
/// Adds changes to each sample, or to each color of a pixel; 0 where all are.
uint32_t kernel_change_gray(uint8_t *row, const int16_t *changes, size_t width);
uint32_t kernel_change_colors(uint8_t *row, const int16_t *changes, size_t width);

// Resampling. Samples become planes of floats; rows are blended into rows of the height wanted; eight of those
// are laid beside each other column by column, so that blending columns works on eight floats at a time, too.

/// Gray samples as floats.
void kernel_widen_gray(const uint8_t *in, float *out, size_t count);
/// Color pixels as three planes of floats.
void kernel_widen_colors(const uint8_t *in, float *red, float *green, float *blue, size_t pixels);
/// The fourth bytes of color pixels as floats.
void kernel_widen_alpha(const uint8_t *in, float *alpha, size_t pixels);
/// What a table of 256 has for every `step`th sample.
void kernel_widen_by_table(const uint8_t *in, size_t step, float *out, size_t count, const float *table);
/// Multiplies by alpha / 255, and divides again; 0 where nothing can be seen.
void kernel_weight(float *plane, const float *alpha, size_t count);
void kernel_unweight(float *plane, const float *alpha, size_t count);
/// The sum of `taps` rows, each by its weight.
void kernel_blend_rows(
    const float *const *rows, const float *weights, size_t taps, float *out, size_t count);
/// Lays eight rows, `stride` floats apart, beside each other column by column.
void kernel_interleave_rows(const float *rows, size_t stride, float *out, size_t width);
/// For each of `width` columns the sum of `taps` columns from its start on, by weights of its own.
void kernel_blend_columns(
    const float *in, const int32_t *starts, const float *weights, size_t taps, float *out, size_t width);
/// Rounds floats to samples, eight a block.
void kernel_narrow(const float *in, uint8_t *out, size_t blocks);
/// Looks samples up in a table of `scale * 255 + 1` entries.
void kernel_narrow_by_table(
    const float *in, uint8_t *out, size_t blocks, const uint8_t *table, float scale);
/// Undoes `kernel_interleave_rows`, for samples; rows are `stride` bytes apart.
void kernel_split_rows(const uint8_t *in, uint8_t *rows, size_t stride, size_t width);
/// Color pixels of three planes; opaque where `alpha` is null.
void kernel_merge_colors(
    const uint8_t *red, const uint8_t *green, const uint8_t *blue, const uint8_t *alpha, uint8_t *out,
    size_t pixels);

/// The luma of color pixels, 0.299 R + 0.587 G + 0.114 B, as JPEG defines it.
void kernel_luma(const uint8_t *pixels, uint8_t *gray, size_t count);

/// Puts its luma in place of each color pixel's colors. Alpha stays.
void kernel_gray_colors(uint8_t *pixels, size_t count);

/// 0 where red, green and blue of every pixel are equal.
uint32_t kernel_colored_bits(const uint8_t *pixels, size_t count);

/// Adds up each eight color pixels: red + blue << 16 in the first sum of a block, green in the lower half of
/// its second. Up to 32 rows fit.
void kernel_add_blocks(const uint8_t *pixels, uint32_t *sums, size_t blocks);

/// Reduces one row to a few levels and hands each sample's error on to its neighbors (Floyd and Steinberg).
///
/// `carry` holds (pixels + 2) * channels sixteenths that the row before left, and is refilled for the next.
/// `nearest` gives the level for -128 to 383; `clean` (256) the samples that take and give no error; `jitter`
/// (64, repeated) moves the thresholds. `step` is 1 from the left, -1 from the right.
void kernel_diffuse_gray(
    uint8_t *row, size_t pixels, int step, int16_t *carry, const uint8_t *nearest, const uint8_t *clean,
    const int8_t *jitter);
void kernel_diffuse_colors(
    uint8_t *row, size_t pixels, int step, int16_t *carry, const uint8_t *nearest, const uint8_t *clean,
    const int8_t *jitter);

/// Adds 1 to the mark of each pixel that differs from the ground by more than a tolerance; of color pixels, in
/// any of the three channels.
void kernel_mark_gray(const uint8_t *row, uint8_t ground, uint8_t tolerance, uint8_t *marks, size_t count);
void kernel_mark_colors(
    const uint8_t *row, const uint8_t *ground, uint8_t tolerance, uint8_t *marks, size_t count);

/// One row of the paper effect's grain: five octaves of value noise, 65535 for 1.
///
/// - Parameters: the first pixel's place, `scale` pixels to a cell of the first octave, five seeds. Cells are
///   counted in 32 bits: |x| and |y| divided by `scale` have to stay below 100 million.
void kernel_grain(
    uint16_t *samples, size_t count, double x, double y, double scale, const uint32_t *seeds);

/// What paper does to a pixel, in levels of 0 to 255. A channel becomes `gain` times itself, plus the sum of the
/// three weighted by `shared`, plus `lift`. That sum times `slope`, plus `start`, is the weight of the grain's body
/// before its smoothstep, `grain` the body's strength; `light` is what shows through where the grain is 1.
struct kernel_paper {
  float gain[3], shared[3], lift[3], light[3], slope, start, grain;
};

/// Lays paper over color pixels. Alpha stays.
void kernel_paper_colors(
    uint8_t *pixels, const uint16_t *grain, size_t count, const struct kernel_paper *paper);

/// Makes color pixels of gray ones, with paper over them.
void kernel_paper_tints_gray(
    const uint8_t *gray, uint8_t *pixels, const uint16_t *grain, size_t count, const struct kernel_paper *paper);

/// Lays paper without a tint (equal gains, lifts and lights) over gray pixels.
void kernel_paper_gray(
    uint8_t *gray, const uint16_t *grain, size_t count, const struct kernel_paper *paper);
