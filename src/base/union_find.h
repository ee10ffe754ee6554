/* SPDX-License-Identifier: MIT */
/* union_find.h -- disjoint sets (union-find). */
#ifndef LR_BASE_UNION_FIND_H
#define LR_BASE_UNION_FIND_H

#include <stdint.h>

/* Returns the representative of x's set.  up[x] is x for a representative, otherwise an element nearer to it; the path
** is shortened. */
static inline uint32_t
partition_of(uint32_t *up, uint32_t x)
{
	while (up[x] != x)
		x = up[x] = up[up[x]];
	return x;
}

#endif
