/* SPDX-License-Identifier: MIT */
/* walk_short.c -- shortcuts along the chains for the usual case: frames and entries with few slots of one kind.
**
** Each link lies above the one before it, so the chain has no cycle as long as that holds. */
#include "runtime/walk/walk.h"

struct lr_frame *
walk_plain(struct walk *w, struct lr_frame *f, uintptr_t limit)
{
	const struct lr_visitor *v = w->visitor;
	struct lr_frame_info info = { .task = w->site.task };
	uintptr_t last = LR_SMALL_VALUE_LIMIT;

	w->site.pc = NULL;
	w->site.entry = NULL;
	while ((uintptr_t)f > last && (uintptr_t)f < limit && (uintptr_t)f % LR_FRAME_ALIGN_BYTES == 0) {
		uintptr_t head = f->nroots & ~(uintptr_t)LR_FRAME_MOVING;
		uint32_t n = (uint32_t)(head >> LR_FRAME_NROOTS_SHIFT);
		void **slots = (void **)(void *)f + LR_FRAME_HEADER_WORDS;
		int answer = 0;
		if ((head & (LR_FRAME_INDIRECT | LR_FRAME_ANCHOR)) == LR_FRAME_ANCHOR && walk_is_passed(w, f)) {
			last = (uintptr_t)f;
			f = f->prev;
			continue;
		}
		if (head > (uintptr_t)LR_FRAME_MAX_ROOTS << LR_FRAME_NROOTS_SHIFT
			|| head & (LR_FRAME_INDIRECT | LR_FRAME_ANCHOR) || w->site.depth >= LR_WALK_MAX_FRAMES)
			return f;
		w->site.frame = f;
		if (v->frame != NULL) {
			info.frame = f;
			info.depth = w->site.depth;
			info.nroots = n;
			info.slots = slots;
			answer = v->frame(v->user, &info);
			if (answer != 0 && answer != LR_WALK_SKIP_FRAME) {
				walk_end(w, answer);
				return f;
			}
		}
		w->site.flags = f->nroots & LR_FRAME_MOVING ? 0 : WALK_PINNED_DEEP;
		if (answer == 0)
			walk_slots(w, slots, n, 0);
		if (rt_unlikely(w->stopped))
			return f;
		w->site.depth++;
		last = (uintptr_t)f;
		f = f->prev;
	}
	return f;
}

/* Frames and entries whose slots are all movable, or all pinned, are added to the batch from `from` on and up to `end`,
** one run each. */
struct runs { struct lr_root_run *from, *end; size_t words; };

/* Returns false if the depth has reached its limit, or the walk has ended. */
static bool
runs_begin(struct walk *w, struct runs *runs, uint32_t flags)
{
	if (w->batch_site.flags != flags) {
		walk_flush(w);
		w->batch_site.flags = flags;
	}
	size_t space = WALK_BATCH - w->nbatch, left = LR_WALK_MAX_FRAMES - w->site.depth;
	runs->from = w->batch + w->nbatch;
	runs->end = runs->from + (left < space ? left : space);
	runs->words = 0;
	return !w->stopped && left > 0;
}

static void
runs_end(struct walk *w, const struct runs *runs, const struct lr_root_run *r)
{
	w->site.depth += (uint32_t)(r - runs->from);
	w->visited += (int64_t)runs->words;
	w->nbatch = (size_t)(r - w->batch);
	if (w->nbatch == WALK_BATCH)
		walk_flush(w);
}

struct lr_frame *
walk_short_frames(struct walk *w, struct lr_frame *f, uintptr_t limit)
{
	uintptr_t last = LR_SMALL_VALUE_LIMIT, alike;
	struct runs runs;

	if ((uintptr_t)f <= last || (uintptr_t)f % LR_FRAME_ALIGN_BYTES != 0)
		return f;
	alike = f->nroots & LR_FRAME_MOVING;
	while (runs_begin(w, &runs, alike ? 0 : WALK_PINNED_DEEP)) {
		struct lr_root_run *r = runs.from;
		while (r != runs.end && (uintptr_t)f > last && (uintptr_t)f < limit
			&& (uintptr_t)f % LR_FRAME_ALIGN_BYTES == 0) {
			/* rotated: bits that are no part of the number of slots make it a large one */
			const uintptr_t head = f->nroots ^ alike,
					n = head >> LR_FRAME_NROOTS_SHIFT
				| head << (8 * sizeof head - LR_FRAME_NROOTS_SHIFT);
			if (rt_unlikely(n - 1 >= LR_FRAME_MAX_ROOTS))
				break;
			walk_prefetch(f);
			*r++ = (struct lr_root_run){ (void **)(void *)f + LR_FRAME_HEADER_WORDS, n };
			runs.words += n;
			last = (uintptr_t)f;
			f = f->prev;
		}
		runs_end(w, &runs, r);
		if (r != runs.end)
			break;
	}
	return f;
}

struct lr_stack_entry *
walk_short_entries(struct walk *w, struct lr_stack_entry *e, uintptr_t limit)
{
	uintptr_t last = LR_SMALL_VALUE_LIMIT;
	struct runs runs;

	while (runs_begin(w, &runs, WALK_PINNED_DEEP)) {
		struct lr_root_run *r = runs.from;
		while (r != runs.end && (uintptr_t)e > last && (uintptr_t)e < limit
			&& (uintptr_t)e % sizeof(void *) == 0) {
			const struct lr_frame_map *map = e->map;
			if (rt_unlikely((uintptr_t)map % sizeof(int32_t) != 0
				|| (uintptr_t)map < LR_SMALL_VALUE_LIMIT || machine_exceeds((uintptr_t)map)
				|| (uint32_t)map->nroots - 1 >= LR_FRAME_MAX_ROOTS
				|| (uint32_t)map->nmeta > (uint32_t)map->nroots))
				break;
			walk_prefetch(e);
			*r++ = (struct lr_root_run){ e->roots, (uint32_t)map->nroots };
			runs.words += (uint32_t)map->nroots;
			last = (uintptr_t)e;
			e = e->next;
		}
		runs_end(w, &runs, r);
		if (r != runs.end)
			break;
	}
	return e;
}
