#pragma once
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include <jerror.h>

/* Progressive files with more scans than any encoder makes are there to waste time (TurboJPEG's own limit). */
enum { MOST_SCANS = 500 };

/* Whether what libjpeg warns of leaves every block alone: markers it does not know, and bytes that lie before a marker
   but not within a scan. Within one they are what a restart interval has left over, whose blocks are then guesses. */
static inline int jpeg_is_harmless(j_common_ptr info) {
  int code = info->err->msg_code;
  if (code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM || code == JWRN_BOGUS_ICC) return 1;
  j_decompress_ptr in = (j_decompress_ptr)info;
  /* Both are 0 in front of the first scan. */
  return code == JWRN_EXTRANEOUS_DATA && info->is_decompressor && in->input_iMCU_row >= in->total_iMCU_rows;
}
