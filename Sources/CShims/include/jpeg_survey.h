#pragma once
/* Whether the data of a JPEG hold all of its picture: told by libjpeg's warnings, each taken for what it means. */
#include <stddef.h>
#include <stdint.h>

typedef struct {
  /* Whether every block of every scan was there. If not, `message` says what libjpeg found. */
  int is_whole;
  /* Whether the scans give every component to its last bit: a progressive picture is seen before they all are there. */
  int is_complete;
  /* Bytes before markers that belong to nothing, none of them within a scan. */
  size_t surplus;
  char message[200];
} shim_jpeg_findings;

/* Decodes a JPEG that has its end mark, for its warnings alone, in at most `most_memory` bytes for coefficients; 0 is as
   many as it takes. Fails as soon as `is_stopped` says so, which it is asked for every row of blocks. */
void shim_jpeg_survey(
    const uint8_t *bytes, size_t count, long most_memory, int (*is_stopped)(void), shim_jpeg_findings *findings);
