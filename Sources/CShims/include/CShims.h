#pragma once
/* C that does what Swift cannot: calls that its C module does not show (GNU extensions) or that are variadic, each a
   thin name for one system call; and work with libraries that use longjmp. */
#include "jpeg_lossless.h"
#include "jpeg_survey.h"

/* rename(2) that refuses to replace: 0, or -1 with errno (EEXIST when `to` is there). */
int shim_rename_exclusive(const char *from, const char *to);
/* Exchanges two paths atomically: 0, or -1 with errno. */
int shim_rename_exchange(const char *a, const char *b);
/* Processors this process may run on, by affinity; at least 1. */
int shim_allowed_processors(void);
/* Keeps what libjxl prints to stderr of every fault it meets, with names of its own source files, from people: the
   program tells of the fault in its own words. Other libraries' lines pass. */
void shim_drop_library_talk(void);
/* Columns of the terminal on a descriptor, or 0 where it is none. */
int shim_terminal_columns(int fd);
/* Lets the system begin writing a range of a file to the disk, without waiting; nothing where it cannot. */
void shim_start_writeback(int fd, long long offset, long long length);
/* Lets freed memory up to 256 MB be used again rather than go back to the system; nothing where it cannot. */
void shim_keep_freed_memory(void);
/* Gives all memory that is free back to the system; nothing where it cannot. */
void shim_give_back_memory(void);
/* Memory that the process holds at the moment, 0 where that cannot be told. */
long long shim_resident_bytes(void);
/* Copies at most `count` bytes from an offset of one file to the other's current place, inside the system: how many,
   or -1 with errno. */
long long shim_copy_range(int from, long long offset, int to, unsigned long long count);
/* A pipe whose ends no program inherits that is started meanwhile: 0, or -1 with errno. */
int shim_pipe(int ends[2]);
/* Starts a program (looked for in PATH) in a process group of its own, with three descriptors as its standard files and
   no others, default signal handling and no signal blocked: 0 with its number, or an errno. */
int shim_start_program(
    const char *program, char *const arguments[], char *const environment[], int input, int output, int messages,
    int *process);
/* Gives an open file the extended attributes of another: how many the user set could not be given. */
int shim_copy_attributes(int from, int to);
