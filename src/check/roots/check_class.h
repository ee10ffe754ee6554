/* SPDX-License-Identifier: MIT */
/* check_class.h -- what check_class.c and check_partition.c share. */
#ifndef LR_CHECK_CLASS_H
#define LR_CHECK_CLASS_H

#include "check/model/check_phases.h"

/* The nodes that have node i as an input: list[off[i] .. off[i+1]). */
struct users { uint32_t *off, *list; };

static inline bool
check_joins(const struct node *n)
{
	return n->kind == NODE_PHI || n->kind == NODE_CHOOSE;
}

/* Finds the classes of joins that are no copies.  False if memory is exhausted. */
bool check_find_equal(struct ck *, const struct users *);

#endif
