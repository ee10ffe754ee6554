/* SPDX-License-Identifier: MIT */
/* walk.c -- visits the roots of frames, tasks, and all attached threads.
**
** The walker reads only memory that does not change during the walk.  It does not allocate, lock, recurse or call the
** system.  A corrupt chain of frames ends the walk with a code. */
#include "runtime/walk/walk.h"
#include "runtime/walk/walk_verify.h"
#include "runtime/world/globals.h"

#include <string.h>

/* Returns 0, or the code for a bad frame.  Its memory is read only if its address is plausible. */
static int
check_frame(const struct lr_frame *f)
{
	uintptr_t a = (uintptr_t)f;

	if (a % LR_FRAME_ALIGN_BYTES != 0)
		return LR_RT_E_FRAME_ALIGN;
	if (a < LR_SMALL_VALUE_LIMIT || machine_exceeds(a))
		return LR_RT_E_FRAME_ADDRESS;
	if (f->nroots & LR_FRAME_ANCHOR)
		return f->nroots & LR_FRAME_INDIRECT ? LR_RT_E_FRAME_FLAGS : 0;
	if (f->nroots & ((1u << LR_FRAME_NROOTS_SHIFT) - 1) & ~(uintptr_t)LR_FRAME_INDIRECT)
		return LR_RT_E_FRAME_FLAGS;
	if (f->nroots & LR_FRAME_MAPPED)
		return walk_check_mapped(f->nroots);
	if (!(f->nroots & LR_FRAME_MOVING) && f->nroots >> LR_FRAME_NROOTS_SHIFT > LR_FRAME_MAX_ROOTS)
		return LR_RT_E_FRAME_NROOTS;
	if (lr_frame_nroots(f->nroots) > LR_FRAME_MAX_ROOTS
		|| lr_frame_fixed(f->nroots) + lr_frame_deep(f->nroots) > lr_frame_nroots(f->nroots))
		return LR_RT_E_FRAME_NROOTS;
	return 0;
}

void
walk_end(struct walk *w, int64_t status)
{
	w->stopped = true;
	if (status < 0)
		w->status = status;
}

void
walk_end_badly(struct walk *w, int code, const void *address)
{
	walk_flush(w);
	if (w->stopped)
		return;
	if (w->visitor->bad != NULL)
		w->visitor->bad(w->visitor->user, code, address);
	walk_end(w, code);
}

void
walk_flush(struct walk *w)
{
	const struct lr_visitor *v = w->visitor;
	size_t n = w->nbatch;

	w->nbatch = 0;
	if (n == 0 || w->stopped)
		return;
	w->batch_site.kind = w->site.kind;
	w->batch_site.task = w->site.task;
	int answer = v->roots(v->user, w->batch, n, &w->batch_site);
	if (answer != 0)
		walk_end(w, answer);
}

void
walk_derived(struct walk *w, void **slot, void *const *base, uint32_t index)
{
	int answer = 0;

	if (w->visitor->mode == LR_WALK_FINISH) {
		*slot = (void *)((uintptr_t)*slot + (uintptr_t)*base);
		return;
	}
	if (w->visitor->mode == LR_WALK_RELOCATE)
		*slot = (void *)((uintptr_t)*slot - (uintptr_t)*base);
	if (w->visitor->derived == NULL)
		return;
	walk_flush(w); /* earlier slots are delivered first */
	w->site.index = index;
	if (!w->stopped)
		answer = w->visitor->derived(w->visitor->user, slot, base, &w->site);
	if (answer != 0)
		walk_end(w, answer);
}

/* Visits slots whose words hold addresses of variables. */
static void
visit_indirect(struct walk *w, void **slots, uint32_t n, uint32_t index)
{
	for (uint32_t i = 0; i < n && !w->stopped; i++) {
		uintptr_t variable = (uintptr_t)slots[i];

		if (variable == 0)
			continue;
		if (variable < LR_SMALL_VALUE_LIMIT || variable % sizeof(void *) != 0 || machine_exceeds(variable))
			walk_end_badly(w, LR_RT_E_FRAME_SLOT, w->site.frame);
		else
			walk_slot(w, (void **)variable, index + i);
	}
}

static void
visit_frame(struct walk *w, struct lr_frame *f)
{
	void **slots = (void **)(void *)f + LR_FRAME_HEADER_WORDS;
	if (f->nroots & LR_FRAME_MAPPED) {
		walk_mapped(w, f);
		return;
	}
	const uint32_t n = lr_frame_nroots(f->nroots), pinned = lr_frame_fixed(f->nroots),
		deep = lr_frame_deep(f->nroots);
	/* movable slots come first, then pinned ones, then transitively pinned ones */
	const uint32_t end[] = { n - deep - pinned, n - deep, n }, flags[] = { 0, LR_ROOT_FIXED, WALK_PINNED_DEEP };
	bool indirect = f->nroots & LR_FRAME_INDIRECT;

	w->site.frame = f;
	w->site.pc = NULL;
	w->site.entry = NULL;
	if (!walk_announce(w, n, indirect, slots))
		return;
	for (uint32_t k = 0, i = 0; k < 3 && !w->stopped; i = end[k++]) {
		w->site.flags = flags[k];
		if (indirect)
			visit_indirect(w, slots + i, end[k] - i, i);
		else
			walk_slots(w, slots + i, end[k] - i, i);
	}
}

/* Returns 0, or the code for a bad entry of LLVM's shadow stack. */
static int
check_entry(const struct lr_stack_entry *e)
{
	uintptr_t a = (uintptr_t)e, map;

	if (a % sizeof(void *) != 0)
		return LR_RT_E_FRAME_ALIGN;
	if (a < LR_SMALL_VALUE_LIMIT || machine_exceeds(a))
		return LR_RT_E_FRAME_ADDRESS;
	map = (uintptr_t)e->map;
	if (map % sizeof(int32_t) != 0 || map < LR_SMALL_VALUE_LIMIT || machine_exceeds(map))
		return LR_RT_E_FRAME_FLAGS;
	if (e->map->nroots < 0 || e->map->nroots > (int32_t)LR_FRAME_MAX_ROOTS || e->map->nmeta < 0
		|| e->map->nmeta > e->map->nroots)
		return LR_RT_E_FRAME_NROOTS;
	return 0;
}

static void
visit_entry(struct walk *w, struct lr_stack_entry *e)
{
	uint32_t n = (uint32_t)e->map->nroots, nmeta = (uint32_t)e->map->nmeta;

	w->site.frame = NULL;
	w->site.pc = NULL;
	w->site.entry = e;
	w->site.flags = LR_ROOT_FIXED | LR_ROOT_DEEP;
	if (!walk_announce(w, n, 0, e->roots))
		return;
	for (uint32_t i = 0; i < nmeta && !w->stopped; i++) {
		w->site.metadata = e->map->meta[i];
		walk_slot(w, &e->roots[i], i);
	}
	w->site.metadata = NULL;
	if (!w->stopped)
		walk_slots(w, e->roots + nmeta, n - nmeta, nmeta);
}

/* Finds cycles: one link is kept and compared with all later ones, and is replaced at distances that double. */
struct links { const void *mark; uint32_t until_next, distance; };

static bool
is_cycle(struct links *l, const void *link)
{
	if (link == l->mark)
		return true;
	if (--l->until_next == 0) {
		l->mark = link;
		l->distance *= 2;
		l->until_next = l->distance;
	}
	return false;
}

/* Walks both chains of one stack.  The stack grows down, so lower addresses are newer. */
static void
walk_chains(struct walk *w, struct lr_frame *f, struct lr_stack_entry *e)
{
	struct links frames = { NULL, 1, 1 }, entries = frames;

	while ((f != NULL || e != NULL) && !w->stopped) {
		uintptr_t limit = e != NULL && !machine_exceeds((uintptr_t)e) ? (uintptr_t)e : MACHINE_ADDRESS_END;
		if (f != NULL && (uintptr_t)f < limit) {
			if (walk_is_short(w))
				f = walk_short_frames(w, f, limit);
			if (!w->stopped)
				f = walk_plain(w, f, limit);
		} else if (e != NULL && walk_is_short(w))
			e = walk_short_entries(w, e, f != NULL ? (uintptr_t)f : MACHINE_ADDRESS_END);
		if (w->stopped || (f == NULL && e == NULL))
			return;
		bool entry = f == NULL || (e != NULL && (uintptr_t)e < (uintptr_t)f);
		const void *link = entry ? (const void *)e : f;
		bool cycle = is_cycle(entry ? &entries : &frames, link) || w->site.depth >= LR_WALK_MAX_FRAMES;
		int wrong = cycle ? LR_RT_E_FRAME_CYCLE : entry ? check_entry(e) : check_frame(f);

		if (wrong != 0) {
			walk_end_badly(w, wrong, link);
			return;
		}
		if (entry) {
			visit_entry(w, e);
			w->site.depth++;
			e = e->next;
			continue;
		}
		w->chain = f->prev;
		if (f->nroots & LR_FRAME_ANCHOR)
			walk_anchor(w, f);
		else {
			visit_frame(w, f);
			w->site.depth++;
		}
		f = w->chain;
	}
}

static void
walk_task(struct walk *w, struct task *t)
{
	void **roots[TASK_ROOTS] = { &t->pub.exception, &t->arg, &t->result };

	w->site.task = &t->pub;
	if (w->visitor->task != NULL) {
		int answer = w->visitor->task(w->visitor->user, &t->pub);

		if (answer != 0) {
			walk_end(w, answer);
			return;
		}
	}
	w->site.kind = LR_ROOT_FRAME;
	w->site.depth = 0;
	w->reached = 0;
	const struct thread *own = (const struct thread *)t->pub.ptls;
	bool runs = own->pub.current_task == &t->pub;
	struct lr_frame *gcstack = t->pub.gcstack;
	struct origin origin = { .pc = runs ? __atomic_load_n(&own->origin.pc, __ATOMIC_ACQUIRE) : 0 };
	if (origin.pc != 0) {
		origin = (struct origin){ origin.pc, own->origin.fp, own->origin.sp, own->origin.exact };
		w->chain = t->pub.gcstack;
		walk_by_table(w, &origin);
		gcstack = w->chain;
	}
	walk_chains(w, gcstack, runs ? *own->root_chain : t->root_chain);
	walk_flush(w);
	w->site.kind = LR_ROOT_TASK;
	w->site.frame = NULL;
	w->site.entry = NULL;
	w->site.pc = NULL;
	w->site.depth = 0;
	for (uint32_t i = 0; i < TASK_ROOTS && !w->stopped; i++) {
		/* the task's function may hold the argument without a root of its own */
		w->site.flags = i == TASK_ROOT_ARG ? LR_ROOT_FIXED | LR_ROOT_DEEP : 0;
		walk_slot(w, roots[i], i);
	}
	walk_flush(w);
}

/* Visits the references of one table of registered variables. */
static bool
walk_table(void *user, const struct lr_block *blocks, size_t n)
{
	struct walk *w = user;
	uint32_t index = 0;

	for (size_t i = 0; i < n && !w->stopped; i++)
		walk_block(w, &blocks[i], &index);
	return !w->stopped;
}

/* For scanners of the host. */
static void
walk_words(void *state, void **slots, size_t n)
{
	enum { MOST = 1 << 30 };
	struct walk *w = state;

	for (size_t at = 0; at < n && !w->stopped; at += MOST)
		walk_slots(w, slots + at, n - at < MOST ? (uint32_t)(n - at) : MOST, (uint32_t)at);
}

static void
walk_globals(struct walk *w)
{
	w->site = (struct lr_root_site){ .kind = LR_ROOT_GLOBAL };
	for (size_t i = 0; i < world.roots.count && !w->stopped; i++)
		walk_slot(w, world.roots.items[i], (uint32_t)i);
	for (size_t i = 0; i < world.ranges.count && !w->stopped; i += 2)
		walk_words(w, world.ranges.items[i], (size_t)world.ranges.items[i + 1]);
	for (size_t i = 0; i < world.scanners.count && !w->stopped && w->visitor->mode != LR_WALK_FINISH; i++) {
		const struct root_scanner *s = world.scanners.items[i];

		s->scan(s->user, walk_words, w);
	}
	if (!w->stopped)
		globals_visit(walk_table, w);
}

static int64_t
result_of(struct walk *w)
{
	walk_flush(w);
	return w->status < 0 ? w->status : w->visited;
}

static int64_t
frames(struct lr_frame *newest, const struct lr_visitor *visitor)
{
	struct walk w;

	walk_begin(&w, visitor);
	walk_chains(&w, newest, NULL);
	return result_of(&w);
}

static int64_t
one_task(struct task *task, const struct lr_visitor *visitor)
{
	struct walk w;

	walk_begin(&w, visitor);
	walk_task(&w, task);
	return result_of(&w);
}

static int64_t
all(const struct lr_visitor *visitor)
{
	struct walk w;

	walk_begin(&w, visitor);
	for (struct thread *t = world.threads; t != NULL && !w.stopped; t = t->next)
		walk_task(&w, (struct task *)t->pub.current_task);
	for (struct thread *t = world.threads; t != NULL && !w.stopped; t = t->next) {
		if (t->pub.current_task != &t->root.pub)
			walk_task(&w, &t->root);
		for (struct task *k = t->tasks; k != NULL && !w.stopped; k = k->next)
			if (t->pub.current_task != &k->pub)
				walk_task(&w, k);
	}
	if (!w.stopped)
		walk_globals(&w);
	return result_of(&w);
}

/* Copies as much of a visitor as the caller's version of the struct has.  Returns false if its size is invalid. */
static bool
take_visitor(struct lr_visitor *v, const struct lr_visitor *given)
{
	if (given == NULL || given->struct_size < sizeof given->struct_size)
		return false;
	*v = (struct lr_visitor){ 0 };
	memcpy(v, given, given->struct_size < sizeof *v ? given->struct_size : sizeof *v);
	return true;
}

int64_t
lr_walk_frames(struct lr_frame *newest, const struct lr_visitor *visitor)
{
	struct lr_visitor own;
	struct verify v;

	if (!take_visitor(&own, visitor))
		return LR_RT_E_ARG;
	if (own.mode == LR_WALK_VERIFY)
		return verify_end(&v, frames(newest, verify_begin(&v, &own, newest, (struct verify_here){ 0 })));
	return frames(newest, &own);
}

int64_t
lr_walk_task(lr_task *task, const struct lr_visitor *visitor)
{
	struct lr_visitor own;
	struct verify v;

	if (task == NULL || !take_visitor(&own, visitor))
		return LR_RT_E_ARG;
	if (own.mode == LR_WALK_VERIFY)
		return verify_end(&v,
			one_task((struct task *)task, verify_begin(&v, &own, NULL, VERIFY_HERE())));
	return one_task((struct task *)task, &own);
}

int64_t
lr_walk_all(const struct lr_visitor *visitor)
{
	struct lr_visitor own;
	struct verify v;

	if (!take_visitor(&own, visitor))
		return LR_RT_E_ARG;
	if (own.mode == LR_WALK_VERIFY)
		return verify_end(&v, all(verify_begin(&v, &own, NULL, VERIFY_HERE())));
	return all(&own);
}
