#include "jpeg_lossless.h"

#include "jpeg_lossless_parts.h"
#include "jpeg_warnings.h"

static void give_up(j_common_ptr info) {
  jpeg_work *work = info->client_data;
  info->err->format_message(info, work->result->message);
  longjmp(work->escape, 1);
}

/* Warnings mean that the decoder guesses, unless they are of what leaves the coefficients alone. */
static void weigh_warning(j_common_ptr info, int level) {
  if (level < 0 && !jpeg_is_harmless(info)) give_up(info);
}

static void say_nothing(j_common_ptr info) { (void)info; }

/* Called for every row of blocks that is read or written. */
static void look_around(j_common_ptr info) {
  jpeg_work *work = info->client_data;
  if (work->is_stopped()) {
    snprintf(work->result->message, sizeof work->result->message, "stopped on the way");
    longjmp(work->escape, 1);
  }
  if (info->is_decompressor && ((j_decompress_ptr)info)->input_scan_number > MOST_SCANS)
    ERREXIT(info, JERR_BAD_PROGRESSION);
}

static void prepare(j_common_ptr info, jpeg_work *work) {
  info->err = &work->errors;
  info->client_data = work;
}

static int refused(jpeg_work *work, shim_jpeg_outcome outcome, int part, int unit) {
  work->result->outcome = outcome;
  work->result->part = part;
  work->result->unit = unit;
  return 0;
}

/* MARK: What the sources must have in common */

static const JQUANT_TBL *quantization(const jpeg_source *source, int component) {
  const jpeg_component_info *info = &source->info.comp_info[component];
  if (info->quant_table) return info->quant_table;
  /* Not yet used by a scan, so that nobody has looked at the number. */
  int number = info->quant_tbl_no;
  return number >= 0 && number < NUM_QUANT_TBLS ? source->info.quant_tbl_ptrs[number] : NULL;
}

static int same_quantization(const jpeg_source *a, const jpeg_source *b, int component, int must_be_known) {
  const JQUANT_TBL *one = quantization(a, component), *other = quantization(b, component);
  if (!one || !other) return !must_be_known;
  for (int k = 0; k < DCTSIZE2; k++)
    if (one->quantval[a->order[k]] != other->quantval[b->order[k]]) return 0;
  return 1;
}

static int same_profile(jpeg_source *a, jpeg_source *b) {
  return a->profile_count == b->profile_count
         && (a->profile_count == 0 || memcmp(a->profile, b->profile, a->profile_count) == 0);
}

static int fit_together(jpeg_work *work, int must_be_known) {
  jpeg_source *first = &work->sources[0];
  for (int p = 1; p < work->count; p++) {
    jpeg_source *other = &work->sources[p];
    if (first->info.num_components != other->info.num_components
        || first->info.jpeg_color_space != other->info.jpeg_color_space
        || (first->info.num_components == 4 && first->info.saw_Adobe_marker != other->info.saw_Adobe_marker))
      return refused(work, shim_jpeg_components_differ, p, 0);
    for (int c = 0; c < first->info.num_components; c++) {
      if (first->planes[c].h != other->planes[c].h || first->planes[c].v != other->planes[c].v)
        return refused(work, shim_jpeg_sampling_differs, p, 0);
      if (!same_quantization(first, other, c, must_be_known))
        return refused(work, shim_jpeg_quantization_differs, p, 0);
    }
    if (!same_profile(first, other)) return refused(work, shim_jpeg_profiles_differ, p, 0);
  }
  return 1;
}

/* MARK: Geometry */

/* A picture's edge that comes to lie at the left or top has to lie between blocks. */
static int edges_aligned(jpeg_work *work, int p) {
  jpeg_source *source = &work->sources[p];
  const shim_jpeg_part *part = source->part;
  uint32_t unit_x = source->max_h * DCTSIZE, unit_y = source->max_v * DCTSIZE;
  int turns_x = part->transpose ? part->flip_y : part->flip_x;
  int turns_y = part->transpose ? part->flip_x : part->flip_y;
  if (turns_x ? (part->x + part->width) % unit_x != 0 : part->x % unit_x != 0)
    return refused(work, turns_x ? shim_jpeg_right_unaligned : shim_jpeg_left_unaligned, p, (int)unit_x);
  if (turns_y ? (part->y + part->height) % unit_y != 0 : part->y % unit_y != 0)
    return refused(work, turns_y ? shim_jpeg_bottom_unaligned : shim_jpeg_top_unaligned, p, (int)unit_y);
  source->turns_x = turns_x;
  source->turns_y = turns_y;
  return 1;
}

static uint32_t rounded_up(uint64_t a, uint32_t b) { return (uint32_t)((a + b - 1) / b); }

static int lay_out(jpeg_work *work, uint32_t padding) {
  uint32_t width = 0, height = 0;
  for (int p = 0; p < work->count; p++)
    if (work->sources[p].height > height) height = work->sources[p].height;
  for (int p = 0; p < work->count; p++) {
    jpeg_source *source = &work->sources[p];
    uint32_t unit = work->max_h * DCTSIZE;
    if (height - source->height > padding) return refused(work, shim_jpeg_heights_differ, p, 0);
    if (p + 1 < work->count && source->width % unit != 0)
      return refused(work, shim_jpeg_seam_unaligned, p, (int)unit);
    for (int c = 0; c < source->info.num_components; c++) {
      jpeg_plane *plane = &source->planes[c];
      plane->offset = width / unit * plane->h;
      plane->columns = rounded_up((uint64_t)source->width * plane->h, unit);
      plane->rows = rounded_up((uint64_t)source->height * plane->v, work->max_v * DCTSIZE);
    }
    width += source->width;
  }
  if (width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION) return refused(work, shim_jpeg_too_large, 0, 0);
  work->width = width;
  work->height = height;
  return 1;
}

/* MARK: Sources */

static void measure(jpeg_source *source) {
  const shim_jpeg_part *part = source->part;
  struct jpeg_decompress_struct *info = &source->info;
  int is_single = info->num_components == 1;
  /* The one component of a gray picture is never interleaved: its factors mean nothing. */
  source->max_h = is_single ? 1 : info->max_h_samp_factor;
  source->max_v = is_single ? 1 : info->max_v_samp_factor;
  source->width = part->transpose ? part->height : part->width;
  source->height = part->transpose ? part->width : part->height;
  for (int c = 0; c < info->num_components; c++) {
    int h = is_single ? 1 : info->comp_info[c].h_samp_factor, v = is_single ? 1 : info->comp_info[c].v_samp_factor;
    source->planes[c].h = part->transpose ? v : h;
    source->planes[c].v = part->transpose ? h : v;
    source->planes[c].source_h = h;
    source->planes[c].source_v = v;
  }
  for (int k = 0; k < DCTSIZE2; k++) {
    int u = k % DCTSIZE, v = k / DCTSIZE;
    source->order[k] = part->transpose ? u * DCTSIZE + v : k;
    source->sign[k] = ((part->flip_x && u % 2) != (part->flip_y && v % 2)) ? -1 : 1;
  }
  source->is_plain = !part->transpose && !part->flip_x && !part->flip_y;
}

static int read_header(jpeg_work *work, int p) {
  jpeg_source *source = &work->sources[p];
  const shim_jpeg_part *part = source->part;
  jpeg_mem_src(&source->info, part->bytes, part->count);
  jpeg_save_markers(&source->info, JPEG_APP0 + 2, 0xFFFF);
  jpeg_read_header(&source->info, TRUE);
  if (part->width == 0 || part->height == 0 || part->x >= source->info.image_width
      || part->width > source->info.image_width - part->x || part->y >= source->info.image_height
      || part->height > source->info.image_height - part->y
      || source->info.num_components > MOST_COMPONENTS)
    ERREXIT(&source->info, JERR_BAD_CROP_SPEC);
  if (!jpeg_read_icc_profile(&source->info, &source->profile, &source->profile_count)) source->profile_count = 0;
  measure(source);
  return edges_aligned(work, p);
}

/* MARK: The result */

static void describe_result(jpeg_work *work) {
  jpeg_source *first = &work->sources[0];
  struct jpeg_compress_struct *out = &work->out;
  jpeg_copy_critical_parameters(&first->info, out);
  out->image_width = work->width;
  out->image_height = work->height;
  for (int c = 0; c < out->num_components; c++) {
    out->comp_info[c].h_samp_factor = first->planes[c].h;
    out->comp_info[c].v_samp_factor = first->planes[c].v;
  }
  for (int t = 0; t < NUM_QUANT_TBLS; t++) {
    if (!out->quant_tbl_ptrs[t]) continue;
    JQUANT_TBL stored = *out->quant_tbl_ptrs[t];
    for (int k = 0; k < DCTSIZE2; k++) out->quant_tbl_ptrs[t]->quantval[k] = stored.quantval[first->order[k]];
  }
  if (first->part->transpose) {
    UINT16 across = out->X_density;
    out->X_density = out->Y_density;
    out->Y_density = across;
  }
  /* Adobe's mark is what tells inks stored inverted from those that are not. */
  if (out->num_components == 4) out->write_Adobe_marker = first->info.saw_Adobe_marker;
  int is_progressive = 0;
  for (int p = 0; p < work->count; p++) is_progressive |= work->sources[p].info.progressive_mode;
  if (is_progressive)
    jpeg_simple_progression(out);
  else if (work->optimize || !jpeg_reuse_tables(work))
    out->optimize_coding = TRUE;
}

static int compose(jpeg_work *work, uint32_t padding) {
  if (setjmp(work->escape)) {
    work->result->outcome = shim_jpeg_failed;
    return 0;
  }
  for (int p = 0; p < work->count; p++) {
    prepare((j_common_ptr)&work->sources[p].info, work);
    jpeg_create_decompress(&work->sources[p].info);
    work->sources[p].info.progress = &work->progress;
  }
  prepare((j_common_ptr)&work->out, work);
  jpeg_create_compress(&work->out);
  work->out.progress = &work->progress;
  for (int p = 0; p < work->count; p++) {
    work->result->part = p;
    if (!read_header(work, p)) return 0;
  }
  work->max_h = work->sources[0].part->transpose ? work->sources[0].max_v : work->sources[0].max_h;
  work->max_v = work->sources[0].part->transpose ? work->sources[0].max_h : work->sources[0].max_v;
  if (!fit_together(work, 0) || !lay_out(work, padding)) return 0;
  for (int p = 0; p < work->count; p++) {
    work->result->part = p;
    work->sources[p].coefficients = jpeg_read_coefficients(&work->sources[p].info);
  }
  if (!fit_together(work, 1)) return 0;
  for (int p = 0; p < work->count; p++)
    if (!jpeg_padding_repeats(work, p)) return refused(work, shim_jpeg_padding_unknown, p, 0);
  describe_result(work);
  jpeg_mem_dest(&work->out, &work->buffer, &work->buffer_count);
  jvirt_barray_ptr *planes = jpeg_lend_planes(work);
  jpeg_write_coefficients(&work->out, planes);
  if (work->sources[0].profile_count > 0)
    jpeg_write_icc_profile(&work->out, work->sources[0].profile, work->sources[0].profile_count);
  jpeg_finish_compress(&work->out);
  work->result->outcome = shim_jpeg_made;
  return 1;
}

void shim_jpeg_compose(
    const shim_jpeg_part *parts, int count, uint32_t padding, int optimize, int (*is_stopped)(void),
    shim_jpeg_result *result) {
  memset(result, 0, sizeof *result);
  result->outcome = shim_jpeg_failed;
  jpeg_work *work = calloc(1, sizeof *work);
  if (!work || count < 1 || count > MOST_PARTS) {
    snprintf(result->message, sizeof result->message, "no memory");
    free(work);
    return;
  }
  work->result = result;
  work->count = count;
  work->optimize = optimize;
  jpeg_std_error(&work->errors);
  work->errors.error_exit = give_up;
  work->errors.emit_message = weigh_warning;
  work->errors.output_message = say_nothing;
  work->progress.progress_monitor = look_around;
  work->is_stopped = is_stopped;
  size_t expected = 1 << 16;
  for (int p = 0; p < count; p++) {
    work->sources[p].part = &parts[p];
    expected += parts[p].count;
  }
  /* libjpeg writes here as long as it suffices, and to a larger place of its own after that. */
  unsigned char *lent = malloc(expected);
  work->buffer = lent;
  work->buffer_count = lent ? expected : 0;
  int is_made = compose(work, padding);
  for (int p = 0; p < count; p++) {
    jpeg_destroy_decompress(&work->sources[p].info);
    free(work->sources[p].profile);
  }
  jpeg_destroy_compress(&work->out);
  jpeg_return_planes(work);
  if (work->buffer != lent) free(lent);
  if (is_made) {
    result->bytes = work->buffer;
    result->count = work->buffer_count;
  } else {
    free(work->buffer);
  }
  free(work);
}

void shim_jpeg_free(shim_jpeg_result *result) {
  free(result->bytes);
  result->bytes = NULL;
}
