/* image.c -- chooses the target of an image with clones, and fills its slots; image.h. */
#include <string.h>

#include "lateroot/image.h"

#define TOP (UINT32_C(1) << 31)
enum { NAME_MOST = 64 };

static int
are_ours(const struct lr_image_tables *image)
{
	return image != NULL && image->version == LR_IMAGE_VERSION && image->ntargets > 0;
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

static struct part
find_part(const struct lr_image_tables *image, uint32_t target)
{
	const uint32_t *at = image->clone_idxs;
	void *const *ptrs = image->clone_ptrs;

	for (uint32_t t = 0;; t++) {
		const uint32_t n = at[0] & ~TOP;
		const int base = (at[0] & TOP) != 0;
		const struct part p = { at + (base ? 1 : 2), t == 0 ? image->fvar_ptrs : ptrs, n, base };
		if (t == target)
			return p;
		at = p.ids + n;
		if (t > 0)
			ptrs += base ? *image->fvar_count : n;
	}
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
	if (!are_ours(image) || target >= image->ntargets)
		return LR_RT_E_ARG;
	if (count_needs(image->targets[target].needs) < 0)
		return LR_RT_E_NOT_FOUND;
	const struct part p = find_part(image, target);
	fill(image, &p);
	return LR_RT_OK;
}

int
lr_image_select(const struct lr_image_tables *image)
{
	const int target = lr_image_choose(image);
	const int error = target < 0 ? target : lr_image_use(image, (unsigned)target);

	return error != LR_RT_OK ? error : target;
}
