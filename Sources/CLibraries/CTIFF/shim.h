#pragma once
#include <tiffio.h>
/* Setting a tag is a variadic call, which Swift cannot make. Both change the directory in memory only. */
static inline int ctiff_set_associated_alpha(TIFF *tiff) {
  uint16_t meaning = EXTRASAMPLE_ASSOCALPHA;
  return TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &meaning);
}
