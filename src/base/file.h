/* file.h -- files written whole or not at all. */
#ifndef LR_BASE_FILE_H
#define LR_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* False with errno if it did not work; then nothing is left behind.  A device or a pipe is written to. */
bool file_write(const char *path, const char *s, size_t n);
/* The same, with the folders on the way made if need be.  `path` is changed and changed back. */
bool file_write_below(char *path, const char *s, size_t n);

#endif
