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
