/* framemap.h -- which code is walked by table (framemap.c). */
#ifndef LR_RT_FRAMEMAP_H
#define LR_RT_FRAMEMAP_H

#include <stdbool.h>

#include "tables/framemap.h"

/* An image's code of this kind, and its table. */
struct framemap_image {
	uintptr_t begin, end;      /* of the code */
	const struct framemap_entry *entries;
	uint32_t count;
	uint32_t references;       /* how often it was added */
};

/* The image in whose code `pc` is; false: there is none.  [signal-safe] */
bool framemap_image_of(uintptr_t pc, struct framemap_image *);

#endif
