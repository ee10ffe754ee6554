/* SPDX-License-Identifier: MIT */
/* image.c -- chooses the target of an image with clones, and fills its slots; image.h. */
#include <pthread.h>
#include <string.h>

#include "lateroot/image.h"

#define TOP (UINT32_C(1) << 31)
enum { NAME_MOST = 64, TARGETS_MOST = 64 };

/* Slots of two targets must not be mixed. */
static pthread_mutex_t filling = PTHREAD_MUTEX_INITIALIZER;

static int
are_ours(const struct lr_image_tables *image)
{
	if (image == NULL || image->version != LR_IMAGE_VERSION || image->ntargets == 0
		|| image->ntargets > TARGETS_MOST || image->targets == NULL || image->fvar_count == NULL
		|| image->fvar_ptrs == NULL || image->clone_slots == NULL || image->clone_idxs == NULL
		|| image->clone_ptrs == NULL || *image->fvar_count > INT32_MAX)
		return 0;
	for (uint32_t t = 0; t < image->ntargets; t++)
		if (image->targets[t].needs == NULL)
			return 0;
	return 1;
}

/* The number of needs, or -1 if the machine does not meet them all. */
static int
count_needs(const char *needs)
{
	char name[NAME_MOST];
	int count = 0;

	while (*needs == ',') {
		const size_t n = strcspn(++needs, ",");
		if (n >= sizeof name)
			return -1;
		memcpy(name, needs, n);
		name[n] = '\0';
		if (!lr_cpu_has(name))
			return -1;
		count++;
		needs += n;
	}
	return count;
}

int
lr_image_choose(const struct lr_image_tables *image)
{
	int best = LR_RT_E_NOT_FOUND, most = -1;

	if (!are_ours(image))
		return LR_RT_E_ARG;
	for (uint32_t t = 0; t < image->ntargets; t++) {
		const int needs = count_needs(image->targets[t].needs);
		if (needs > most) {
			best = (int)t;
			most = needs;
		}
	}
	return best;
}

/* The part of the tables for one target. */
struct part {
	const uint32_t *ids;       /* top bit, for a partial target: fill the words */
	void *const *ptrs;         /* a base: by number; partial: by place in `ids` */
	uint32_t n;
	int base;
};

/* Reads the numbers of one target, in ascending order, and moves on behind them.  0: they are broken. */
static int
read_part(uint32_t count, const uint32_t **at, struct part *p)
{
	p->n = (*at)[0] & ~TOP;
	p->base = ((*at)[0] & TOP) != 0;
	p->ids = *at + (p->base ? 1 : 2);
	if (p->n > count)
		return 0;
	for (uint32_t i = 0; i < p->n; i++)
		if ((p->ids[i] & ~TOP) >= count || (i > 0 && (p->ids[i] & ~TOP) <= (p->ids[i - 1] & ~TOP)))
			return 0;
	*at = p->ids + p->n;
	return 1;
}

/* Finds the part of a target.  0: the tables are broken. */
static int
find_part(const struct lr_image_tables *image, uint32_t target, struct part *p)
{
	const uint32_t count = (uint32_t)*image->fvar_count, *at = image->clone_idxs;
	void *const *ptrs = image->clone_ptrs;

	for (uint32_t t = 0; read_part(count, &at, p); t++) {
		p->ptrs = t == 0 ? image->fvar_ptrs : ptrs;
		if (t == target)
			return 1;
		if (t > 0)
			ptrs += p->base ? count : p->n;
	}
	return 0;
}

/* Are the pairs for functions that there are, in ascending order? */
static int
are_slots_good(const struct lr_image_tables *image)
{
	const int32_t *slot = image->clone_slots;
	int32_t last = 0;

	for (int32_t pairs = *slot++; pairs > 0; pairs--, slot += 2) {
		if (slot[0] < last || (size_t)slot[0] >= *image->fvar_count)
			return 0;
		last = slot[0];
	}
	return image->clone_slots[0] >= 0;
}

static void
fill(const struct lr_image_tables *image, const struct part *p)
{
	const int32_t *slot = image->clone_slots;
	uint32_t k = 0;

	/* both lists are sorted by number */
	for (int32_t pairs = *slot++; pairs > 0; pairs--, slot += 2) {
		const uint32_t id = (uint32_t)slot[0];
		void *address = image->fvar_ptrs[id];
		while (k < p->n && (p->ids[k] & ~TOP) < id)
			k++;
		if (k < p->n && (p->ids[k] & ~TOP) == id && (p->base || (p->ids[k] & TOP) != 0))
			address = p->ptrs[p->base ? id : k];
		char *word = (char *)(uintptr_t)image->clone_slots + slot[1];
		__atomic_store_n((void **)(void *)word, address, __ATOMIC_RELEASE);
	}
}

int
lr_image_use(const struct lr_image_tables *image, unsigned target)
{
	struct part p;

	if (!are_ours(image) || target >= image->ntargets || !are_slots_good(image)
		|| !find_part(image, target, &p))
		return LR_RT_E_ARG;
	if (count_needs(image->targets[target].needs) < 0)
		return LR_RT_E_NOT_FOUND;
	pthread_mutex_lock(&filling);
	fill(image, &p);
	pthread_mutex_unlock(&filling);
	return LR_RT_OK;
}

int
lr_image_select(const struct lr_image_tables *image)
{
	const int target = lr_image_choose(image);
	const int error = target < 0 ? target : lr_image_use(image, (unsigned)target);

	return error != LR_RT_OK ? error : target;
}
