/* SPDX-License-Identifier: MIT */
/* walk_checked.h -- walks of tests, made in every way that there is: slot by slot and in batches, with frames announced and without.  All must see the
** same slots in the same order, and end the same way. */
#ifndef TEST_WALK_CHECKED_H
#define TEST_WALK_CHECKED_H

#include <criterion/criterion.h>
#include <lateroot/runtime.h>

#define VISITOR(...) (struct lr_visitor){ .struct_size = sizeof(struct lr_visitor), __VA_ARGS__ }

enum { WALKED_MOST = 8192 };
struct walked {
	struct walked_slot { void **slot; uint32_t flags; enum lr_root_kind kind; const lr_task *task; } slot[WALKED_MOST];
	uint32_t count, frames, derived, bad;
	uint32_t empty;            /* words that count as visited, but hold nothing */
	const void *where;
	int64_t result;
};

static inline void
walked_add(struct walked *w, void **slot, const struct lr_root_site *site)
{
	if (w->count < WALKED_MOST)
		w->slot[w->count] = (struct walked_slot){ slot, site->flags, site->kind, site->task };
	w->count++;
}

static inline int
walked_root(void *user, void **slot, const struct lr_root_site *site)
{
	walked_add(user, slot, site);
	return 0;
}

static inline int
walked_roots(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	struct walked *w = user;

	cr_assert(n > 0 && n <= LR_WALK_BATCH);
	for (size_t i = 0; i < n; i++) {
		cr_assert_gt(runs[i].n, 0);
		for (size_t k = 0; k < runs[i].n; k++)
			if ((uintptr_t)runs[i].slots[k] >= LR_SMALL_VALUE_LIMIT)
				walked_add(w, &runs[i].slots[k], site);
			else
				w->empty++;
	}
	return 0;
}

/* In order: what is derived comes behind all older roots and before those of its frame. */
static inline int
walked_derived(void *user, void **slot, void *const *base, const struct lr_root_site *site)
{
	(void)base;
	walked_add(user, slot, site);
	((struct walked *)user)->derived++;
	return 0;
}

static inline int
walked_frame(void *user, const struct lr_frame_info *info)
{
	(void)info;
	((struct walked *)user)->frames++;
	return 0;
}

static inline void
walked_bad(void *user, int code, const void *where)
{
	struct walked *w = user;

	(void)code;
	w->bad++;
	w->where = where;
}

/* What is wrong, and where: first in what a test notes of a walk. */
struct walked_wrong { int code; const void *where; };

static inline void
walked_note_wrong(void *user, int code, const void *where)
{
	*(struct walked_wrong *)user = (struct walked_wrong){ code, where };
}

/* Frames, or a task; neither: all there is. */
static inline void
walked_walk(struct walked *w, struct lr_frame *newest, lr_task *task, const struct lr_visitor *v)
{
	struct lr_visitor all = *v;

	w->count = w->frames = w->derived = w->bad = w->empty = 0;
	w->where = NULL;
	all.user = w;
	all.bad = walked_bad;
	all.derived = walked_derived;
	w->result = newest != NULL ? lr_walk_frames(newest, &all) : task != NULL ? lr_walk_task(task, &all) : lr_walk_all(&all);
	if (w->result >= 0)
		w->result -= w->empty;
}

static inline void
walked_compare(const struct walked *a, const struct walked *b, const char *how)
{
	cr_assert_eq(a->result, b->result, "%s: %lld, not %lld", how, (long long)b->result, (long long)a->result);
	if (a->result == LR_RT_E_FRAME_CYCLE) /* how often it is gone round is not said */
		return;
	cr_assert_eq(a->count, b->count, "%s", how);
	cr_assert(a->where == b->where && a->bad == b->bad && a->derived == b->derived, "%s", how);
	for (uint32_t i = 0; i < a->count && i < WALKED_MOST; i++)
		cr_assert(a->slot[i].slot == b->slot[i].slot && a->slot[i].flags == b->slot[i].flags && a->slot[i].kind == b->slot[i].kind &&
			a->slot[i].task == b->slot[i].task, "%s: slot %u of %u", how, i, a->count);
}

/* What all of them have found. */
static inline const struct walked *
walk_in_all_ways(struct lr_frame *newest, lr_task *task)
{
	static struct walked one, other;

	walked_walk(&one, newest, task, &VISITOR(.root = walked_root));
	walked_walk(&other, newest, task, &VISITOR(.root = walked_root, .frame = walked_frame));
	walked_compare(&one, &other, "with frames");
	walked_walk(&other, newest, task, &VISITOR(.roots = walked_roots, .root = walked_root));
	walked_compare(&one, &other, "in batches");
	walked_walk(&other, newest, task, &VISITOR(.roots = walked_roots, .frame = walked_frame));
	walked_compare(&one, &other, "in batches, with frames");
	walked_walk(&other, newest, task, &VISITOR(.root = walked_root, .mode = LR_WALK_VERIFY));
	walked_compare(&one, &other, "verified");
	walked_walk(&other, newest, task, &VISITOR(.roots = walked_roots, .frame = walked_frame, .mode = LR_WALK_VERIFY));
	walked_compare(&one, &other, "verified in batches");
	return &one;
}

/* Walks the frames with `v` after it has done so in all ways, if it is to mark. */
static inline int64_t
walk_checked(struct lr_frame *newest, const struct lr_visitor *v)
{
	if (v->mode == LR_WALK_MARK && newest != NULL)
		walk_in_all_ways(newest, NULL);
	return lr_walk_frames(newest, v);
}

#endif
