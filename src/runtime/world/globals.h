/* SPDX-License-Identifier: MIT */
/* globals.h -- the registered tables of global and thread-local variables.  The lists are in `world`. */
#ifndef LR_RUNTIME_WORLD_GLOBALS_H
#define LR_RUNTIME_WORLD_GLOBALS_H

#include "runtime/runtime.h"

/* A table of global variables. */
struct global_table {
	const struct lr_block *blocks;
	size_t n;                  /* number of blocks */
	size_t times;              /* number of lr_globals_add calls that lr_globals_remove has not undone */
	struct global_table *next;
};

/* The instances of one table of thread-local variables on one thread. */
struct tls_table {
	const struct lr_tls_block *key;
	size_t n;
	struct tls_table *next;
	struct lr_block blocks[];
};

/* All instances of thread-local variables of one thread. */
struct tls_holder {
	struct tls_table *tables;
	struct tls_holder *next;
};

/* Visits one table of `n` blocks.  Returns false to end the visit. */
typedef bool globals_visitor(void *user, const struct lr_block *blocks, size_t n);

/* Visits all tables.  The world is stopped.  Returns false if the visitor ended the visit. */
bool globals_visit(globals_visitor *, void *user);
/* Is `slot` in the memory of a registered variable?  The world is stopped. */
bool globals_have(const void *slot);

#endif
