/* SPDX-License-Identifier: MIT */
/* walk_map.c -- blocks of memory whose references a map describes: mapped frames, and registered variables. */
#include "runtime/walk/walk.h"

/* The fields of a run. */
struct run { uint32_t at, n, stride, times, kind; };

static uint32_t
bits(uint64_t word, unsigned shift, unsigned width)
{
	return (uint32_t)(word >> shift & (((uint64_t)1 << width) - 1));
}

static struct run
take_run(uint64_t word)
{
	return (struct run){ bits(word, LR_RUN_AT_SHIFT, LR_RUN_AT_BITS),
		bits(word, LR_RUN_WORDS_SHIFT, LR_RUN_WORDS_BITS), bits(word, LR_RUN_STRIDE_SHIFT, LR_RUN_STRIDE_BITS),
		bits(word, LR_RUN_TIMES_SHIFT, LR_RUN_TIMES_BITS), bits(word, LR_RUN_KIND_SHIFT, LR_RUN_KIND_BITS) };
}

static bool
is_interleaved(const struct run *r, const struct run *before)
{
	return r->times > 1 && r->times == before->times && r->stride == before->stride;
}

/* Returns 0, or the code for bad runs of a map.  `*refs` receives the number of reference words of an element. */
static int
check_runs(const struct lr_map *map, uint64_t *refs)
{
	struct run before = { 0 };
	uint64_t first = 0;        /* start of the interleaved runs that the previous one belongs to */
	uint64_t end = 0, all = 0; /* ends behind the previous run: of its first words; and of all its words and those
	                            * of earlier runs */

	*refs = 0;
	for (uint32_t i = 0; i < map->nruns; i++) {
		const struct run r = take_run(map->run[i]);

		if (r.kind > LR_RUN_DEEP)
			return LR_RT_E_MAP_KIND;
		if (r.n == 0 || r.times == 0 || (r.times > 1 && r.stride < r.n))
			return LR_RT_E_MAP_RUN;
		if (r.at >= all)
			first = r.at;
		else if (!is_interleaved(&r, &before) || r.at < end || r.at + (uint64_t)r.n > first + r.stride)
			return LR_RT_E_MAP_RUN;
		end = (uint64_t)r.at + r.n;
		all = end + (uint64_t)(r.times - 1) * (r.times > 1 ? r.stride : 0);
		if (all > map->words)
			return LR_RT_E_MAP_RUN;
		*refs += (uint64_t)r.n * r.times;
		before = r;
	}
	return 0;
}

static bool
is_address(uintptr_t a, size_t align)
{
	return a % align == 0 && a >= LR_SMALL_VALUE_LIMIT && !machine_exceeds(a);
}

/* Returns 0, or the code for a bad map.  A map is checked once while consecutive frames use it (recursion). */
static int
check_map(struct walk *w, const struct lr_map *map)
{
	int wrong;

	if (map == w->map && map != NULL)
		return 0;
	if (!is_address((uintptr_t)map, _Alignof(struct lr_map)))
		return LR_RT_E_MAP_ADDRESS;
	if (map->words == 0 || map->nruns > map->words)
		return LR_RT_E_MAP_SIZE;
	wrong = check_runs(map, &w->map_refs);
	w->map = wrong == 0 ? map : NULL;
	return wrong;
}

/* Returns 0, or the code for a bad block.  `*refs` receives its number of reference words. */
static int
check_block(struct walk *w, const struct lr_block *b, uint64_t *refs)
{
	const int wrong = check_map(w, b->map);

	if (wrong != 0)
		return wrong;
	if (b->count > LR_BLOCK_MAX_WORDS || b->count * b->map->words > LR_BLOCK_MAX_WORDS)
		return LR_RT_E_MAP_SIZE;
	if (!is_address((uintptr_t)b->at, sizeof(void *)))
		return LR_RT_E_BLOCK_ADDRESS;
	*refs = w->map_refs * b->count;
	return 0;
}

/* Visits the references of one element; the first is number `index`. */
static void
visit_element(struct walk *w, const struct lr_map *map, void **element, uint32_t index, bool may_move)
{
	static const uint32_t flags[] = { 0, LR_ROOT_FIXED, WALK_PINNED_DEEP };

	for (uint32_t i = 0; i < map->nruns; i++) {
		const struct run r = take_run(map->run[i]);
		void **slots = element + r.at;

		w->site.flags = may_move ? flags[r.kind] : WALK_PINNED_DEEP;
		for (uint32_t k = 0; k < r.times && !w->stopped; k++, slots += r.stride, index += r.n)
			walk_slots(w, slots, r.n, index);
	}
}

/* Are all words of an element references?  Then adjacent elements are one run. */
static bool
is_all_references(const struct lr_map *map)
{
	const struct run r = take_run(map->nruns == 1 ? map->run[0] : 0);

	return r.n == map->words && r.times == 1;
}

/* Visits a block that was checked. */
static void
visit_block(struct walk *w, const struct lr_block *b, uint32_t index, uint64_t refs, bool may_move)
{
	static const uint32_t flags[] = { 0, LR_ROOT_FIXED, WALK_PINNED_DEEP };
	void **element = b->at;

	w->site.block = b;
	if (is_all_references(b->map)) {
		w->site.flags = may_move ? flags[take_run(b->map->run[0]).kind] : WALK_PINNED_DEEP;
		walk_slots(w, element, (uint32_t)refs, index);
	} else if (refs != 0) {
		const uint32_t each = (uint32_t)w->map_refs;
		for (uintptr_t i = 0; i < b->count && !w->stopped; i++, element += b->map->words, index += each)
			visit_element(w, b->map, element, index, may_move);
	}
	w->site.block = NULL;
}

void
walk_block(struct walk *w, const struct lr_block *b, uint32_t *index)
{
	uint64_t refs;

	if (b->count == 0 || w->visitor->mode == LR_WALK_FINISH)
		return;
	const int wrong = check_block(w, b, &refs);
	if (wrong != 0) {
		walk_end_badly(w, wrong, b);
		return;
	}
	visit_block(w, b, *index, refs, true);
	*index += (uint32_t)refs;
}

int
walk_check_mapped(uintptr_t word)
{
	const uintptr_t known = LR_FRAME_MAPPED | LR_FRAME_MOVING
		| (((uintptr_t)1 << LR_FRAME_NROOTS_BITS) - 1) << LR_FRAME_NROOTS_SHIFT;

	if (word & ~known)
		return LR_RT_E_FRAME_FLAGS;
	return lr_frame_nroots(word) > LR_FRAME_MAX_BLOCKS ? LR_RT_E_FRAME_NROOTS : 0;
}

void
walk_mapped(struct walk *w, struct lr_frame *f)
{
	const struct lr_block *blocks = (const struct lr_block *)(const void *)((void **)(void *)f
		+ LR_FRAME_HEADER_WORDS);
	const uint32_t n = lr_frame_nroots(f->nroots);
	uint64_t refs, sum = 0;
	uint32_t index = 0;

	w->site.frame = f;
	w->site.pc = NULL;
	w->site.entry = NULL;
	/* all blocks are checked before a slot of the frame is visited */
	for (uint32_t i = 0; i < n; i++) {
		const int wrong = blocks[i].count != 0 ? check_block(w, &blocks[i], &refs) : 0;
		if (wrong != 0) {
			walk_end_badly(w, wrong, f);
			return;
		}
		sum += blocks[i].count != 0 ? refs : 0;
	}
	if (sum > LR_BLOCK_MAX_WORDS) {
		walk_end_badly(w, LR_RT_E_FRAME_NROOTS, f);
		return;
	}
	if (!walk_announce(w, (uint32_t)sum, 0, NULL))
		return;
	for (uint32_t i = 0; i < n && !w->stopped; i++) {
		if (blocks[i].count == 0)
			continue;
		check_block(w, &blocks[i], &refs);
		visit_block(w, &blocks[i], index, refs, f->nroots & LR_FRAME_MOVING);
		index += (uint32_t)refs;
	}
}
