/* SPDX-License-Identifier: MIT */
/* c_library.h -- what is known of the C library. */
#ifndef LR_BASE_C_LIBRARY_H
#define LR_BASE_C_LIBRARY_H

#include <stdbool.h>

/* Is it the name of a function that neither calls back into the program nor waits for other threads of it? */
bool c_library_is_quiet(const char *name);

#endif
