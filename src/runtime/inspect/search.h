/* SPDX-License-Identifier: MIT */
/* search.h -- what the search for leaks has found (leaks.c), and its report (leaks_print.c). */
#ifndef LR_RUNTIME_INSPECT_SEARCH_H
#define LR_RUNTIME_INSPECT_SEARCH_H

#include "runtime/inspect/inspect.h"
#include "runtime/lifetime/state.h"

#define SEARCH_NONE SIZE_MAX

/* An object that a root leads to, in the order of the search. */
struct found {
	const void *object;
	const struct lr_type *type;
	size_t bytes;
	size_t from;               /* number of the object that led here; SEARCH_NONE: a root did */
	size_t word;               /* as in struct edge; of a root: its number */
	size_t next_allowed;
	enum edge_kind edge;
	bool allowed;              /* it is meant to live */
};

/* An object that was expected to be dead. */
struct late {
	const char *why;
	size_t number;             /* of the object */
};

struct leaked_type {
	const struct lr_type *type;
	size_t objects, bytes;
	size_t example;            /* number of the first of them, which is nearest to a root */
};

struct search {
	struct address_map numbers; /* object -> number */
	struct found *found;
	size_t nfound, found_capacity;
	struct root *roots;        /* those that an object was reached from first */
	size_t nroots, roots_capacity;
	size_t at;                 /* the object whose references are followed */
	size_t allowed;            /* the first one that may live and is still to be followed */
	struct late *expected;
	size_t nexpected, expected_capacity;
	struct address_map type_numbers;
	struct leaked_type *types;
	size_t ntypes, types_capacity;
	size_t nleaks;
	struct symbols symbols;
	bool failed;               /* memory was exhausted */
};

void leaks_print(const struct search *, FILE *);

#endif
