#include "jpeg_survey.h"

#include <setjmp.h>
#include <string.h>

#include "jpeg_warnings.h"

typedef struct {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  int (*is_stopped)(void);
  shim_jpeg_findings *findings;
  JSAMPLE *row;
} jpeg_look;

static void give_up(j_common_ptr info) {
  jpeg_look *look = info->client_data;
  info->err->format_message(info, look->findings->message);
  longjmp(look->escape, 1);
}

static void weigh(j_common_ptr info, int level) {
  if (level >= 0) return;
  jpeg_look *look = info->client_data;
  if (!jpeg_is_harmless(info)) give_up(info);
  if (info->err->msg_code == JWRN_EXTRANEOUS_DATA) look->findings->surplus += (size_t)info->err->msg_parm.i[0];
}

static void say_nothing(j_common_ptr info) { (void)info; }

static void look_around(j_common_ptr info) {
  jpeg_look *look = info->client_data;
  if (look->is_stopped()) {
    snprintf(look->findings->message, sizeof look->findings->message, "stopped on the way");
    longjmp(look->escape, 1);
  }
  if (look->info.input_scan_number > MOST_SCANS) ERREXIT(info, JERR_BAD_PROGRESSION);
}

/* Whether each component was in a scan and, where the scans refine it step by step, all of it was. */
static int gives_everything(j_decompress_ptr info) {
  for (int c = 0; c < info->num_components; c++) {
    if (!info->comp_info[c].quant_table) return 0;
    if (!info->progressive_mode || !info->coef_bits) continue;
    for (int k = 0; k < DCTSIZE2; k++)
      if (info->coef_bits[c][k] != 0) return 0;
  }
  return 1;
}

static void survey(jpeg_look *look, const uint8_t *bytes, size_t count, long most_memory) {
  j_decompress_ptr info = &look->info;
  if (setjmp(look->escape)) return;
  jpeg_create_decompress(info);
  info->progress = &look->progress;
  info->mem->max_memory_to_use = most_memory;
  jpeg_mem_src(info, bytes, count);
  jpeg_read_header(info, TRUE);
  /* Entropy coding is undone in full for the smallest picture, too, and little else is done. */
  info->scale_num = 1;
  info->scale_denom = 8;
  info->out_color_space = info->jpeg_color_space;
  info->do_fancy_upsampling = FALSE;
  info->do_block_smoothing = FALSE;
  jpeg_start_decompress(info);
  look->row = malloc((size_t)info->output_width * (size_t)info->output_components);
  if (!look->row) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  while (info->output_scanline < info->output_height) jpeg_read_scanlines(info, &look->row, 1);
  look->findings->is_complete = gives_everything(info);
  jpeg_finish_decompress(info);
  look->findings->is_whole = 1;
}

void shim_jpeg_survey(
    const uint8_t *bytes, size_t count, long most_memory, int (*is_stopped)(void), shim_jpeg_findings *findings) {
  memset(findings, 0, sizeof *findings);
  jpeg_look *look = calloc(1, sizeof *look);
  if (!look) {
    snprintf(findings->message, sizeof findings->message, "no memory");
    return;
  }
  look->findings = findings;
  look->is_stopped = is_stopped;
  look->info.err = jpeg_std_error(&look->errors);
  look->info.client_data = look;
  look->errors.error_exit = give_up;
  look->errors.emit_message = weigh;
  look->errors.output_message = say_nothing;
  look->progress.progress_monitor = look_around;
  survey(look, bytes, count, most_memory);
  jpeg_destroy_decompress(&look->info);
  free(look->row);
  free(look);
}
