/* SPDX-License-Identifier: MIT */
/* mark.c -- marks what roots and queued objects refer to, and then all that these reach (trace.c).
**
** Survivors of earlier collections stay marked, which is what makes a minor collection minor.  Under stress each
** reference is checked before it is followed (check.c), and with LATEROOT_GC_VERIFY_HEAP each root. */
#include "runtime/heap/mark.h"
#include "runtime/heap/scan.h"
#include "runtime/walk/lost.h"

static const void *bad_address;    /* at which the walk failed */

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user;
	check.root = site;
	if (check.objects && (uintptr_t)*slot >= LR_SMALL_VALUE_LIMIT && rt_is_reference(*slot))
		check_reference(slot, *slot);
	marker_slot(&marker_own, slot);
	return 0;
}

/* Used where references are not checked, so that no message needs the site. */
static int
on_roots(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	(void)user, (void)site;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < runs[i].n; k++)
			marker_slot(&marker_own, &runs[i].slots[k]);
	return 0;
}

/* Pins the roots that must not move.  Runs before anything else is marked. */
static int
on_pinned_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user;
	check.root = site;
	if (site->flags & LR_ROOT_DEEP)
		marker_slot(&marker_own, slot);
	else if (site->flags & LR_ROOT_FIXED) {
		if (check.references)
			check_reference(slot, *slot);
		moving_pin(*slot);
	}
	return 0;
}

static int
on_frame(void *user, const struct lr_frame_info *info)
{
	(void)info;
	++*(uint64_t *)user;
	return 0;
}

static void
on_bad(void *user, int code, const void *address)
{
	(void)user, (void)code;
	bad_address = address;
}

/* Scans the objects that barriers queued.  A full collection need not: it reaches those that live. */
static void
scan_queued(struct ptrvec *queued)
{
	for (size_t i = 0; i < queued->count; i++) {
		const uintptr_t item = (uintptr_t)queued->items[i];
		void *object = (void *)(item & ~(uintptr_t)QUEUED_CARDS);

		if (!(item & QUEUED_CARDS)) {
			if (!heap.full)
				marker_scan(&marker_own, object); /* which makes it old again */
		} else if (heap.full) {
			cards_clear(object);
		} else {
			cards_scan(&marker_own, object);
		}
	}
	queued->count = 0;
}

/* Returns the number of roots. */
static int64_t
walk_roots(const struct lr_visitor *visitor)
{
	uint64_t *frames = visitor->user;
	int64_t roots;

	*frames = 0;
	roots = lr_walk_all(visitor);
	if (roots < 0)
		lr_gc_fatal("gc: collection %llu: frame %llu of the walk: %s (%p)",
			(unsigned long long)heap.collections, (unsigned long long)*frames, lr_rt_strerror((int)roots),
			bad_address);
	return roots;
}

static int
pass_by(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user, (void)slot, (void)site;
	return 0;
}

static int
pass_all_by(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	(void)user, (void)runs, (void)n, (void)site;
	return 0;
}

/* Walks roots one by one and in batches by turns, because the walker has separate code for both. */
static void
verify_roots(void)
{
	uint64_t frames = 0;
	struct lr_visitor visitor = { .struct_size = sizeof visitor,
		.root = pass_by, .bad = on_bad, .user = &frames, .mode = LR_WALK_VERIFY };

	if (heap.collections % 2 != 0)
		visitor.roots = pass_all_by;
	walk_roots(&visitor);
}

static void
check_for_lost(void)
{
	char text[512];

	if (lost_find(text, sizeof text))
		lr_gc_fatal("gc: collection %llu: %s", (unsigned long long)heap.collections, text);
}

static void
pin_roots(void)
{
	uint64_t frames = 0;
	struct lr_visitor visitor = { .struct_size = sizeof visitor,
		.root = on_pinned_root, .frame = on_frame, .bad = on_bad, .user = &frames };

	moving_begin();
	check.pin = check.any = true;
	walk_roots(&visitor);
	check.root = NULL;
	marker_drain(&marker_own, UINT64_MAX);
	check.pin = false;
	check.any = check.references;
}

SCAN_INLINE void
update(void *user, void **slot)
{
	(void)user;
	moving_update(slot);
}

void
mark_update(void *object)
{
	scan_all(object, lr_type_of(object), update, NULL);
}

void
mark_roots_and_drain(void)
{
	uint64_t frames = 0;
	struct lr_visitor visitor = { .struct_size = sizeof visitor,
		.root = on_root, .frame = on_frame, .bad = on_bad, .user = &frames };
	int64_t roots;

	check.any = check.references = world.stress != 0;
	check.objects = heap.config.verify_heap != 0;
	if (!check.references && !check.objects)
		visitor.roots = on_roots;
	if (heap.config.verify || world.stress != 0)
		check_for_lost();
	if (heap.config.verify)
		verify_roots();
	if (heap.config.mode == LR_GC_MOVING)
		pin_roots();
	roots = walk_roots(&visitor);
	heap.stats.roots += (uint64_t)roots;
	heap.stats.frames += frames;
	heap.stats.last_roots = (uint64_t)roots;
	heap.stats.last_frames = frames;
	if (frames > heap.stats.max_frames)
		heap.stats.max_frames = frames;
	world.last_frames = frames;
	check.root = NULL;
	for (size_t i = 0; i < world.static_parents.count; i++)
		marker_scan(&marker_own, world.static_parents.items[i]);
	for (struct thread *t = world.threads; t != NULL; t = t->next)
		scan_queued(&t->queued);
	for (struct thread *t = world.ended; t != NULL; t = t->next)
		scan_queued(&t->queued);
	threads_free(&world.ended);
	workers_drain(&marker_own);
	heap.stats.marked += marker_own.marked;
	marker_own.marked = marker_own.marked_at_share = 0;
}

void
mark_fini(void)
{
	workers_fini();
	marker_free(&marker_own);
}
