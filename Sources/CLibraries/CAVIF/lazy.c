#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* A build without the trait does without the header, too. */
#if __has_include(<avif/avif.h>)
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
  static const char *const names[] = {
#ifdef __APPLE__
      "libavif.dylib", "/opt/homebrew/lib/libavif.dylib", "/usr/local/lib/libavif.dylib",
#elif AVIF_VERSION_MAJOR >= 1
      "libavif.so.16", "libavif.so",
#else
      "libavif.so.15", "libavif.so",
#endif
  };
  for (size_t index = 0; index < sizeof names / sizeof *names && !library; index++) {
    void *candidate = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!candidate) continue;
    const char *(*version)(void) = (const char *(*)(void))dlsym(candidate, "avifVersion");
    int major = -1, minor = -1;
    bool fits = version && sscanf(version(), "%d.%d", &major, &minor) == 2 && major == AVIF_VERSION_MAJOR &&
                (major >= 1 || minor == AVIF_VERSION_MINOR);
    if (fits) {
      library = candidate;
    } else {
      dlclose(candidate);
    }
  }
}

bool cavif_is_there(void) {
  pthread_once(&once, open_library);
  return library != NULL;
}

/* Nobody calls a function of a library that could not be opened: the codec asks first. */
static void *symbol(const char *name) {
  void *found = library ? dlsym(library, name) : NULL;
  if (!found) {
    fprintf(stderr, "leporello: the AVIF library has no function '%s'\n", name);
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

LAZY(avifDecoder *, avifDecoderCreate, (void), ())
LAZY(void, avifDecoderDestroy, (avifDecoder * decoder), (decoder))
LAZY(avifResult, avifDecoderNextImage, (avifDecoder * decoder), (decoder))
LAZY(avifResult, avifDecoderParse, (avifDecoder * decoder), (decoder))
LAZY(avifResult, avifDecoderSetIOMemory,
     (avifDecoder * decoder, const uint8_t * data, size_t size),
     (decoder, data, size))
LAZY(avifEncoder *, avifEncoderCreate, (void), ())
LAZY(void, avifEncoderDestroy, (avifEncoder * encoder), (encoder))
LAZY(avifResult, avifEncoderWrite,
     (avifEncoder * encoder, const avifImage * image, avifRWData * output),
     (encoder, image, output))
LAZY(avifResult, avifImageAllocatePlanes, (avifImage * image, avifPlanesFlags planes), (image, planes))
LAZY(avifImage *, avifImageCreate,
     (uint32_t width, uint32_t height, uint32_t depth, avifPixelFormat yuvFormat),
     (width, height, depth, yuvFormat))
LAZY(void, avifImageDestroy, (avifImage * image), (image))
LAZY(avifResult, avifImageRGBToYUV, (avifImage * image, const avifRGBImage * rgb), (image, rgb))
LAZY(avifResult, avifImageYUVToRGB, (const avifImage * image, avifRGBImage * rgb), (image, rgb))
LAZY(void, avifRGBImageSetDefaults, (avifRGBImage * rgb, const avifImage * image), (rgb, image))
LAZY(void, avifRWDataFree, (avifRWData * raw), (raw))
LAZY(const char *, avifResultToString, (avifResult result), (result))
#endif
