/* Stands between the program and the C library: counts the calls that change a file system and, at the FAULT_AT-th,
   kills the process before or after it, does half of it and kills, or lets it fail.

   FAULT_MODE: count, before, after, torn, errno. FAULT_ERRNO: what it fails with. FAULT_STICKY: all later ones fail, too.
   FAULT_LOG: a file that gets the calls. FAULT_LOCKS: what every lock is answered with; 0: locks work. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OFF, COUNT, BEFORE, AFTER, TORN, FAIL };
static int mode, code, sticky, locks, log_file = -1;
static long at;
static atomic_long counter;

__attribute__((constructor)) static void start(void) {
  const char *word = getenv("FAULT_MODE"), *path = getenv("FAULT_LOG");
  if (word == NULL) return;
  mode = !strcmp(word, "before") ? BEFORE : !strcmp(word, "after") ? AFTER : !strcmp(word, "torn") ? TORN
         : !strcmp(word, "errno") ? FAIL : COUNT;
  at = atol(getenv("FAULT_AT"));
  code = atoi(getenv("FAULT_ERRNO"));
  locks = atoi(getenv("FAULT_LOCKS"));
  sticky = getenv("FAULT_STICKY") != NULL;
  if (path != NULL) log_file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  unsetenv("LD_PRELOAD");
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Whether this call is the one. */
static int is_due(const char *name) {
  if (mode == OFF) return 0;
  long number = atomic_fetch_add(&counter, 1) + 1;
  if (log_file >= 0) {
    char line[64];
    int count = snprintf(line, sizeof line, "%ld %s\n", number, name);
    syscall(SYS_write, log_file, line, count);
  }
  int due = number == at || (sticky && at > 0 && number > at);
  if (due && mode == BEFORE) die();
  return due;
}

#define NEXT(result, name, ...)                                       \
  static result (*next)(__VA_ARGS__);                                 \
  if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, name);
#define REFUSE if (due && mode == FAIL) { errno = code; return -1; }
#define DONE if (due && (mode == AFTER || mode == TORN)) die();

ssize_t write(int file, const void *bytes, size_t count) {
  NEXT(ssize_t, "write", int, const void *, size_t)
  int due = file > 2 && is_due("write");
  REFUSE
  if (due && mode == TORN) count /= 2;
  ssize_t result = next(file, bytes, count);
  DONE
  return result;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
  NEXT(ssize_t, "pwrite64", int, const void *, size_t, off64_t)
  int due = is_due("pwrite");
  REFUSE
  if (due && mode == TORN) count /= 2;
  ssize_t result = next(file, bytes, count, place);
  DONE
  return result;
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) { return pwrite64(file, bytes, count, place); }

ssize_t writev(int file, const struct iovec *parts, int count) {
  NEXT(ssize_t, "writev", int, const struct iovec *, int)
  int due = file > 2 && is_due("writev");
  REFUSE
  ssize_t result = next(file, parts, due && mode == TORN ? (count + 1) / 2 : count);
  DONE
  return result;
}

ssize_t copy_file_range(int from, off64_t *start, int to, off64_t *place, size_t count, unsigned flags) {
  NEXT(ssize_t, "copy_file_range", int, off64_t *, int, off64_t *, size_t, unsigned)
  int due = is_due("copy_file_range");
  REFUSE
  ssize_t result = next(from, start, to, place, due && mode == TORN ? count / 2 + 1 : count, flags);
  DONE
  return result;
}

#define CALL(name, label, declaration, types, arguments)              \
  int name declaration {                                              \
    NEXT(int, #name, types)                                           \
    int due = is_due(label);                                          \
    REFUSE                                                            \
    int result = next arguments;                                      \
    DONE                                                              \
    return result;                                                    \
  }
#define TYPES(...) __VA_ARGS__

CALL(fsync, "fsync", (int file), TYPES(int), (file))
CALL(fdatasync, "fdatasync", (int file), TYPES(int), (file))
CALL(ftruncate64, "ftruncate", (int file, off64_t size), TYPES(int, off64_t), (file, size))
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }
CALL(fchmod, "fchmod", (int file, mode_t bits), TYPES(int, mode_t), (file, bits))
CALL(rename, "rename", (const char *from, const char *to), TYPES(const char *, const char *), (from, to))
CALL(renameat2, "renameat2", (int a, const char *from, int b, const char *to, unsigned flags),
     TYPES(int, const char *, int, const char *, unsigned), (a, from, b, to, flags))
CALL(link, "link", (const char *from, const char *to), TYPES(const char *, const char *), (from, to))
CALL(unlink, "unlink", (const char *path), TYPES(const char *), (path))
CALL(unlinkat, "unlinkat", (int folder, const char *path, int flags), TYPES(int, const char *, int),
     (folder, path, flags))
CALL(rmdir, "rmdir", (const char *path), TYPES(const char *), (path))
CALL(mkdir, "mkdir", (const char *path, mode_t bits), TYPES(const char *, mode_t), (path, bits))

static int open_file(int folder, const char *path, int flags, mode_t bits) {
  int due = (flags & O_CREAT) && is_due("open");
  REFUSE
  int result = (int)syscall(SYS_openat, folder, path, flags | O_LARGEFILE, bits);
  DONE
  return result;
}
#define OPEN(name, folder, ...)                                       \
  int name(__VA_ARGS__, int flags, ...) {                             \
    va_list rest;                                                     \
    va_start(rest, flags);                                            \
    mode_t bits = va_arg(rest, mode_t);                               \
    va_end(rest);                                                     \
    return open_file(folder, path, flags, bits);                      \
  }
OPEN(open, AT_FDCWD, const char *path)
OPEN(open64, AT_FDCWD, const char *path)
OPEN(openat, folder, int folder, const char *path)
OPEN(openat64, folder, int folder, const char *path)

#define LOCKING(name)                                                                                      \
  int name(int file, int command, ...) {                                                                   \
    va_list rest;                                                                                          \
    va_start(rest, command);                                                                               \
    void *argument = va_arg(rest, void *);                                                                 \
    va_end(rest);                                                                                          \
    if (locks != 0 && (command == F_SETLK || command == F_SETLKW || command == F_GETLK)) {                 \
      errno = locks;                                                                                       \
      return -1;                                                                                           \
    }                                                                                                      \
    NEXT(int, #name, int, int, ...)                                                                        \
    return next(file, command, argument);                                                                  \
  }
LOCKING(fcntl)
LOCKING(fcntl64)
