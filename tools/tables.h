/* tables.h -- what the files of `lateroot tables` share. */
#ifndef LATEROOT_TOOL_TABLES_H
#define LATEROOT_TOOL_TABLES_H

#include "tables/elf.h"

struct symbol { uint64_t value; const char *name; };
struct symbols { struct symbol *list; size_t n; };
/* Functions of one section (`section` 0: of all), by address.  No memory: none. */
struct symbols tables_symbols(const struct elf *, unsigned section);
/* The function that stands at `value` or, with `inside`, that is the last to begin at or before it.  NULL: there is
** none. */
const struct symbol *tables_symbol(const struct symbols *, uint64_t value, bool inside);

/* -- tables_statepoints.c: the tables of statepoints of a file that has such; gives the exit status. */
int tables_print_statepoints(const struct elf *, const char *input);

#endif
