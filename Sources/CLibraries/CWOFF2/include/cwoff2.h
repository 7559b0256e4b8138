#pragma once
#include <stddef.h>
#include <stdint.h>

/* Unpacks a WOFF 2 file: the bytes of its font, to be given back with free(), and how many they are. Null where it is
   damaged, or would unpack to more than `limit` bytes. */
uint8_t *cwoff2_unpacked(const uint8_t *bytes, size_t count, size_t limit, size_t *unpacked_count);
