#define _GNU_SOURCE
#include "CShims.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/xattr.h>
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

long long shim_copy_range(int from, long long offset, int to, unsigned long long count) {
  off_t place = offset;
  return copy_file_range(from, &place, to, NULL, count, 0);
}

static ssize_t list_attributes(int fd, char *names, size_t room) { return flistxattr(fd, names, room); }
static ssize_t get_attribute(int fd, const char *name, void *value, size_t room) {
  return fgetxattr(fd, name, value, room);
}
static int set_attribute(int fd, const char *name, const void *value, size_t size) {
  return fsetxattr(fd, name, value, size, 0);
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

long long shim_copy_range(int from, long long offset, int to, unsigned long long count) {
  (void)from;
  (void)offset;
  (void)to;
  (void)count;
  errno = ENOTSUP;
  return -1;
}

static ssize_t list_attributes(int fd, char *names, size_t room) { return flistxattr(fd, names, room, 0); }
static ssize_t get_attribute(int fd, const char *name, void *value, size_t room) {
  return fgetxattr(fd, name, value, room, 0, 0);
}
static int set_attribute(int fd, const char *name, const void *value, size_t size) {
  return fsetxattr(fd, name, value, size, 0, 0);
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
  /* Else each thread keeps what it has freed for itself, and only the main heap gives back what lies at its end. */
  mallopt(M_ARENA_MAX, 1);
#endif
}

void shim_give_back_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

long long shim_resident_bytes(void) {
#if defined(__linux__)
  long long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return 0;
  if (fscanf(file, "%*s %lld", &pages) != 1) pages = 0;
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
#else
  return 0;
#endif
}

/* The most that Linux allows for a list of names and for a value. */
enum { longest_attribute = 64 << 10 };

int shim_copy_attributes(int from, int to) {
  char *names = malloc(longest_attribute), *value = malloc(longest_attribute);
  int lost = 0;
  ssize_t length = names && value ? list_attributes(from, names, longest_attribute) : -1;
  for (ssize_t at = 0; at < length; at += (ssize_t)strlen(names + at) + 1) {
    const char *name = names + at;
    ssize_t size = get_attribute(from, name, value, longest_attribute);
    if (size >= 0 && set_attribute(to, name, value, (size_t)size) == 0) continue;
    /* Labels of the system are its own to give. */
    if (strncmp(name, "security.", 9) != 0 && strncmp(name, "trusted.", 8) != 0) lost++;
  }
  free(names);
  free(value);
  return lost;
}

int shim_pipe(int ends[2]) {
#if defined(__linux__)
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int shim_start_program(
    const char *program, char *const arguments[], char *const environment[], int input, int output, int messages,
    int *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#else
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, flags);
  pid_t started = 0;
  error = posix_spawnp(&started, program, &actions, &attributes, arguments, environment);
  *process = started;
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

#ifdef __GLIBC__
/* Gets what C libraries print to stderr, under the lock of that stream. */
static ssize_t library_talk(void *cookie, const char *bytes, size_t count) {
  static char line[4096];
  static size_t used;
  (void)cookie;
  for (size_t i = 0; i < count; i++) {
    line[used++] = bytes[i];
    if (bytes[i] != '\n' && used < sizeof line) continue;
    if (memmem(line, used, "lib/jxl/", 8) == NULL) {
      for (size_t done = 0; done < used;) {
        ssize_t written = write(STDERR_FILENO, line + done, used - done);
        if (written <= 0 && errno != EINTR) break;
        if (written > 0) done += (size_t)written;
      }
    }
    used = 0;
  }
  return (ssize_t)count;
}
#endif

void shim_drop_library_talk(void) {
#ifdef __GLIBC__
  cookie_io_functions_t functions = {.write = library_talk};
  FILE *stream = fopencookie(NULL, "w", functions);
  if (stream == NULL) return;
  setvbuf(stream, NULL, _IONBF, 0);
  stderr = stream;
#endif
}
