/* SPDX-License-Identifier: MIT */
/* file.h -- writes files as a whole or not at all. */
#ifndef LR_BASE_FILE_H
#define LR_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Returns false, with errno set, on failure; no file is left behind then.  A device or a pipe is written to. */
bool file_write(const char *path, const char *s, size_t n);
/* The same, but creates missing folders of the path.  `path` is changed and restored. */
bool file_write_below(char *path, const char *s, size_t n);

#endif
