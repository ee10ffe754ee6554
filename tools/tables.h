/* SPDX-License-Identifier: MIT */
/* tables.h -- what the files of `lateroot tables` share. */
#ifndef LATEROOT_TOOL_TABLES_H
#define LATEROOT_TOOL_TABLES_H

#include "elf/elf.h"

struct symbol { uint64_t value; const char *name; };
struct symbols { struct symbol *list; size_t n; };
/* Returns the functions of one section (`section` 0: of all), sorted by address.  Empty if memory is exhausted. */
struct symbols tables_symbols(const struct elf *, unsigned section);
/* Returns the function at `value`; with `inside`, the last one that begins at or before it.  NULL if there is none. */
const struct symbol *tables_symbol(const struct symbols *, uint64_t value, bool inside);

/* -- tables_statepoints.c: prints a file's tables of statepoints; returns the exit status. */
int tables_print_statepoints(const struct elf *, const char *input);

#endif
