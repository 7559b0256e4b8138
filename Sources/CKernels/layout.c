#include "CKernels.h"

KERNEL void kernel_spread_gray(const uint8_t *restrict gray, uint8_t *restrict pixels, size_t count) {
  uint32_t *out = (uint32_t *)(void *)pixels;
  for (size_t i = 0; i < count; i++) out[i] = gray[i] * 0x010101u | 0xFF000000u;
}

KERNEL void kernel_pad_triples(const uint8_t *restrict triples, uint8_t *restrict pixels, size_t count) {
  uint32_t *out = (uint32_t *)(void *)pixels;
  for (size_t i = 0; i < count; i++, triples += 3)
    out[i] = triples[0] | (uint32_t)triples[1] << 8 | (uint32_t)triples[2] << 16 | 0xFF000000u;
}
