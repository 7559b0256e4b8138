#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* A build without the trait does without the header, too. */
#if __has_include(<jxl/decode.h>)
#include "shim.h"

/*
 * The library is opened when its first picture comes: that takes longer than most runs of the program. Each function
 * that is used stands here under its own name and asks the library for the real one, so that the compiler compares
 * its parameters with the library's header.
 */

static void *library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The header says which of the library's interfaces this was compiled for. */
static void open_library(void) {
  char exact[32];
  uint32_t major = JPEGXL_MAJOR_VERSION, minor = JPEGXL_MINOR_VERSION;
  if (major > 0) {
    snprintf(exact, sizeof exact, "libjxl.so.%u", major);
  } else {
    snprintf(exact, sizeof exact, "libjxl.so.0.%u", minor);
  }
  const char *const names[] = {
#ifdef __APPLE__
      "libjxl.dylib", "/opt/homebrew/lib/libjxl.dylib", "/usr/local/lib/libjxl.dylib",
#else
      exact, "libjxl.so",
#endif
  };
  for (size_t index = 0; index < sizeof names / sizeof *names && !library; index++) {
    void *candidate = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!candidate) continue;
    uint32_t (*version)(void) = (uint32_t(*)(void))dlsym(candidate, "JxlDecoderVersion");
    uint32_t found = version ? version() : 0;
    if (found / 1000000 == major && (major > 0 || found / 1000 % 1000 == minor)) {
      library = candidate;
    } else {
      dlclose(candidate);
    }
  }
}

bool cjxl_is_there(void) {
  pthread_once(&once, open_library);
  return library != NULL;
}

/* Nobody calls a function of a library that could not be opened: the codec asks first. */
static void *symbol(const char *name) {
  void *found = library ? dlsym(library, name) : NULL;
  if (!found) {
    fprintf(stderr, "leporello: the JPEG XL library has no function '%s'\n", name);
    abort();
  }
  return found;
}

/* Several threads may find the same address at the same time. */
#define LAZY(type, name, parameters, arguments) \
  type name parameters { \
    static __typeof__(&name) found; \
    __typeof__(&name) function = __atomic_load_n(&found, __ATOMIC_ACQUIRE); \
    if (!function) __atomic_store_n(&found, function = (__typeof__(&name))symbol(#name), __ATOMIC_RELEASE); \
    return function arguments; \
  }

LAZY(void, JxlColorEncodingSetToSRGB,
     (JxlColorEncoding* color_encoding, JXL_BOOL is_gray),
     (color_encoding, is_gray))
LAZY(void, JxlDecoderCloseInput, (JxlDecoder* dec), (dec))
LAZY(JxlDecoder*, JxlDecoderCreate, (const JxlMemoryManager* memory_manager), (memory_manager))
LAZY(void, JxlDecoderDestroy, (JxlDecoder* dec), (dec))
LAZY(JxlDecoderStatus, JxlDecoderGetBasicInfo, (const JxlDecoder* dec, JxlBasicInfo* info), (dec, info))
LAZY(JxlDecoderStatus, JxlDecoderGetExtraChannelInfo,
     (const JxlDecoder* dec, size_t index, JxlExtraChannelInfo* info),
     (dec, index, info))
LAZY(JxlDecoderStatus, JxlDecoderProcessInput, (JxlDecoder* dec), (dec))
LAZY(size_t, JxlDecoderReleaseJPEGBuffer, (JxlDecoder* dec), (dec))
LAZY(JxlDecoderStatus, JxlDecoderSetImageOutBuffer,
     (JxlDecoder* dec, const JxlPixelFormat* format, void* buffer, size_t size),
     (dec, format, buffer, size))
LAZY(JxlDecoderStatus, JxlDecoderSetInput,
     (JxlDecoder* dec, const uint8_t* data, size_t size),
     (dec, data, size))
LAZY(JxlDecoderStatus, JxlDecoderSetJPEGBuffer,
     (JxlDecoder* dec, uint8_t* data, size_t size),
     (dec, data, size))
LAZY(JxlDecoderStatus, JxlDecoderSetKeepOrientation,
     (JxlDecoder* dec, JXL_BOOL skip_reorientation),
     (dec, skip_reorientation))
LAZY(JxlDecoderStatus, JxlDecoderSetPreferredColorProfile,
     (JxlDecoder* dec, const JxlColorEncoding* color_encoding),
     (dec, color_encoding))
LAZY(JxlDecoderStatus, JxlDecoderSetUnpremultiplyAlpha,
     (JxlDecoder* dec, JXL_BOOL unpremul_alpha),
     (dec, unpremul_alpha))
LAZY(JxlDecoderStatus, JxlDecoderSubscribeEvents, (JxlDecoder* dec, int events_wanted), (dec, events_wanted))
LAZY(JxlEncoderStatus, JxlEncoderAddImageFrame,
     (const JxlEncoderFrameSettings* frame_settings, const JxlPixelFormat* pixel_format, const void* buffer, size_t size),
     (frame_settings, pixel_format, buffer, size))
LAZY(JxlEncoderStatus, JxlEncoderAddJPEGFrame,
     (const JxlEncoderFrameSettings* frame_settings, const uint8_t* buffer, size_t size),
     (frame_settings, buffer, size))
LAZY(void, JxlEncoderCloseInput, (JxlEncoder* enc), (enc))
LAZY(JxlEncoder*, JxlEncoderCreate, (const JxlMemoryManager* memory_manager), (memory_manager))
LAZY(void, JxlEncoderDestroy, (JxlEncoder* enc), (enc))
LAZY(JxlEncoderFrameSettings*, JxlEncoderFrameSettingsCreate,
     (JxlEncoder* enc, const JxlEncoderFrameSettings* source),
     (enc, source))
LAZY(JxlEncoderStatus, JxlEncoderFrameSettingsSetOption,
     (JxlEncoderFrameSettings* frame_settings, JxlEncoderFrameSettingId option, int64_t value),
     (frame_settings, option, value))
LAZY(JxlEncoderError, JxlEncoderGetError, (JxlEncoder* enc), (enc))
LAZY(void, JxlEncoderInitBasicInfo, (JxlBasicInfo* info), (info))
LAZY(JxlEncoderStatus, JxlEncoderProcessOutput,
     (JxlEncoder* enc, uint8_t** next_out, size_t* avail_out),
     (enc, next_out, avail_out))
LAZY(JxlEncoderStatus, JxlEncoderSetBasicInfo, (JxlEncoder* enc, const JxlBasicInfo* info), (enc, info))
LAZY(JxlEncoderStatus, JxlEncoderSetColorEncoding,
     (JxlEncoder* enc, const JxlColorEncoding* color),
     (enc, color))
LAZY(JxlEncoderStatus, JxlEncoderSetFrameDistance,
     (JxlEncoderFrameSettings* frame_settings, float distance),
     (frame_settings, distance))
LAZY(JxlEncoderStatus, JxlEncoderSetFrameLossless,
     (JxlEncoderFrameSettings* frame_settings, JXL_BOOL lossless),
     (frame_settings, lossless))
LAZY(JxlEncoderStatus, JxlEncoderStoreJPEGMetadata,
     (JxlEncoder* enc, JXL_BOOL store_jpeg_metadata),
     (enc, store_jpeg_metadata))
LAZY(JxlEncoderStatus, JxlEncoderUseContainer, (JxlEncoder* enc, JXL_BOOL use_container), (enc, use_container))

/* libjxl 0.9 took a parameter out and made another function public. */
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
LAZY(JxlDecoderStatus, JxlDecoderGetICCProfileSize,
     (const JxlDecoder *dec, JxlColorProfileTarget target, size_t *size),
     (dec, target, size))
LAZY(JxlDecoderStatus, JxlDecoderGetColorAsICCProfile,
     (const JxlDecoder *dec, JxlColorProfileTarget target, uint8_t *icc_profile, size_t size),
     (dec, target, icc_profile, size))
LAZY(JxlEncoderStatus, JxlEncoderSetExtraChannelDistance,
     (JxlEncoderFrameSettings *frame_settings, size_t index, float distance),
     (frame_settings, index, distance))
#else
LAZY(JxlDecoderStatus, JxlDecoderGetICCProfileSize,
     (const JxlDecoder *dec, const JxlPixelFormat *unused_format, JxlColorProfileTarget target, size_t *size),
     (dec, unused_format, target, size))
LAZY(JxlDecoderStatus, JxlDecoderGetColorAsICCProfile,
     (const JxlDecoder *dec, const JxlPixelFormat *unused_format, JxlColorProfileTarget target, uint8_t *icc_profile, size_t size),
     (dec, unused_format, target, icc_profile, size))
#endif
#endif
