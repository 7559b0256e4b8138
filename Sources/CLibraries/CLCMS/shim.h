#pragma once
#include <lcms2.h>
/* Composite macros, which Swift does not import. */
enum {
  CLCMS_GRAY_8 = TYPE_GRAY_8,
  CLCMS_RGBX_8 = TYPE_RGBA_8,
  CLCMS_CMYK_8 = TYPE_CMYK_8,
  CLCMS_CMYK_8_INVERTED = TYPE_CMYK_8_REV,
};
