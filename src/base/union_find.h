/* union_find.h -- which part a thing belongs to, where parts only ever grow together (union-find). */
#ifndef LR_BASE_UNION_FIND_H
#define LR_BASE_UNION_FIND_H

#include <stdint.h>

/* up[x] is x where a part is named after it, otherwise on the way to that.  Ways become shorter as they are gone. */
static inline uint32_t
partition_of(uint32_t *up, uint32_t x)
{
	while (up[x] != x)
		x = up[x] = up[up[x]];
	return x;
}

#endif
