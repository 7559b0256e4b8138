/* A build without the trait does without the header, too. */
#if __has_include(<woff2/decode.h>)
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include <woff2/decode.h>
#include <woff2/output.h>

extern "C" {
#include "include/cwoff2.h"

uint8_t *cwoff2_unpacked(const uint8_t *bytes, size_t count, size_t limit, size_t *unpacked_count) {
  try {
    if (woff2::ComputeWOFF2FinalSize(bytes, count) > limit) return nullptr;
    std::string out;
    woff2::WOFF2StringOut target(&out);
    target.SetMaxSize(limit);
    if (!woff2::ConvertWOFF2ToTTF(bytes, count, &target)) return nullptr;
    uint8_t *copy = static_cast<uint8_t *>(malloc(target.Size()));
    if (!copy) return nullptr;
    memcpy(copy, out.data(), target.Size());
    *unpacked_count = target.Size();
    return copy;
  } catch (const std::exception &) {
    return nullptr;
  }
}
}
#endif
