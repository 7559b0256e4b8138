#define _GNU_SOURCE
#include "CShims.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#if defined(__linux__)
#include <sched.h>

int shim_rename_exclusive(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int shim_rename_exchange(const char *a, const char *b) {
  return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
}

void shim_start_writeback(int fd, long long offset, long long length) {
  /* A hint: what cannot be begun now is written by the fsync that follows, which reports what fails. */
  (void)sync_file_range(fd, offset, length, SYNC_FILE_RANGE_WRITE);
}

int shim_allowed_processors(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  int n = CPU_COUNT(&set);
  return n > 0 ? n : 1;
}
#else
int shim_rename_exclusive(const char *from, const char *to) { return renamex_np(from, to, RENAME_EXCL); }
int shim_rename_exchange(const char *a, const char *b) { return renamex_np(a, b, RENAME_SWAP); }

void shim_start_writeback(int fd, long long offset, long long length) {
  (void)fd;
  (void)offset;
  (void)length;
}

int shim_allowed_processors(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? (int)n : 1;
}
#endif

int shim_terminal_columns(int fd) {
  struct winsize size;
  if (!isatty(fd) || ioctl(fd, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

void shim_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 64 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}
