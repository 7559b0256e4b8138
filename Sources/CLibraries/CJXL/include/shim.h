#pragma once
#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/version.h>
#include <stdbool.h>
/* Whether libjxl can be opened; nothing of it may be called before. */
bool cjxl_is_there(void);
/* libjxl 0.9 took the parameter out that 0.7 and 0.8 have and do not use. */
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
#define CJXL_UNUSED_FORMAT
#else
#define CJXL_UNUSED_FORMAT NULL,
#endif
/* Keeps the first extra channel without loss in a lossy frame; before 0.9 it loses a little. */
static inline JxlEncoderStatus cjxl_keep_alpha(JxlEncoderFrameSettings *settings) {
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
  return JxlEncoderSetExtraChannelDistance(settings, 0, 0);
#else
  (void)settings;
  return JXL_ENC_SUCCESS;
#endif
}
/* The ICC profile of the pixels as they are given. */
static inline JxlDecoderStatus cjxl_profile_size(const JxlDecoder *decoder, size_t *size) {
  return JxlDecoderGetICCProfileSize(decoder, CJXL_UNUSED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, size);
}
static inline JxlDecoderStatus cjxl_profile(const JxlDecoder *decoder, uint8_t *profile, size_t size) {
  return JxlDecoderGetColorAsICCProfile(decoder, CJXL_UNUSED_FORMAT JXL_COLOR_PROFILE_TARGET_DATA, profile, size);
}
