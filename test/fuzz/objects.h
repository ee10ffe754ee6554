/* SPDX-License-Identifier: MIT */
/* objects.h -- does anybody notice when AllocOpt removes objects that it must not remove? */
#ifndef FUZZ_OBJECTS_H
#define FUZZ_OBJECTS_H

#include <stddef.h>
#include <stdint.h>

/* Makes AllocOpt wrong in up to `most` places of each kind for each of the programs `from` to `to`, and in each place for
** each of the `shapes`, which are files of IR with a function `i64 @p.main()`.  One place is wrong at a time.  Prints a table.
** Returns the exit status: 1 if a kind of fault is never noticed, or if a program fails without any. */
int mutate_objects(uint64_t from, uint64_t to, size_t size, unsigned most, char *const *shapes, size_t nshapes);

#endif
