/* SPDX-License-Identifier: MIT */
/* walk_table.c -- frames that are in no chain: found by return address, frame pointer and table.
**
** Frame pointers of other code are not reliable.  So the walk goes from a frame to its caller only within code that has
** tables.  Anchors in the chain tell where to continue. */
#include "runtime/walk/code_registry.h"
#include "runtime/walk/frame_cache.h"
#include "runtime/walk/walk.h"

/* A stack frame, as seen by its callee. */
struct table_frame {
	const struct code_region *region;
	uintptr_t pc, fp, sp;
	bool exact;
};

/* Can it be an address on a stack? */
static bool
is_stack(uintptr_t a)
{
	return a % sizeof(void *) == 0 && a >= LR_SMALL_VALUE_LIMIT && !machine_exceeds(a);
}

/* -- framemap */

/* Returns the flags (enum lr_root_flags) of an entry's slots. */
static uint32_t
framemap_flags(const struct framemap_entry *e)
{
	static const uint8_t flags[1 << FRAMEMAP_KIND_BITS] = { WALK_PINNED_DEEP, 0, LR_ROOT_FIXED, WALK_PINNED_DEEP };

	return flags[framemap_kind_of(e)];
}

/* Visits the slots of one function, which has one or more entries; `e` is the last of them. */
static void
visit_parts(struct walk *w, const struct code_region *region, const struct framemap_entry *e, uintptr_t fp)
{
	uintptr_t start = framemap_start(e);
	uint32_t index = 0;

	/* the end mark of the previous object may have the address of this function */
	for (; e >= region->entries && framemap_start(e) == start && framemap_count(e) != FRAMEMAP_END && !w->stopped;
		e--) {
		uint32_t n = framemap_count(e);
		void **slots = (void **)fp - framemap_words(e);

		w->site.flags = framemap_flags(e);
		if (!walk_announce(w, n, 0, slots))
			continue;
		walk_slots(w, slots, n, index);
		index += n;
	}
}

/* Returns 0, or an error code. */
static int
visit_framemap(struct walk *w, const struct table_frame *t)
{
	/* the return address of a call can be behind the end of the calling function */
	const struct framemap_entry *e = framemap_find(t->region->entries, t->region->count,
		t->exact ? t->pc : t->pc - 1);

	if (e == NULL)
		return LR_RT_E_FRAME_UNMAPPED;
	visit_parts(w, t->region, e, t->fp);
	return 0;
}

/* -- statepoints */

static void **
address(const struct table_frame *t, struct statepoint_run r)
{
	return (void **)(r.fp ? t->fp : t->sp) + r.words;
}

/* The lists of roots, in the order of the description. */
enum { LISTS = 3 };
static const uint8_t list_flags[LISTS] = { 0, LR_ROOT_FIXED, WALK_PINNED_DEEP };
#define LIST_COUNTS(f) { (f)->slots, (f)->pinned, (f)->deep }

/* Returns the address of root number `n` of a frame whose lists begin at `f`; NULL if there is none. */
static void **
nth_root(const struct table_frame *t, struct statepoint_frame f, uint32_t n)
{
	const uint32_t runs[LISTS] = LIST_COUNTS(&f);

	for (int i = 0; i < LISTS; i++) {
		struct statepoint_run r = STATEPOINT_LIST;
		for (uint32_t k = 0; k < runs[i]; k++, n -= r.n) {
			if (!statepoint_next(&f, &r))
				return NULL;
			if (n < r.n)
				return address(t, r) + n;
		}
	}
	return NULL;
}

/* Advances `f` over the roots, and returns their number; negative if the lists are damaged. */
static int64_t
count_roots(struct statepoint_frame *f)
{
	const uint32_t runs[LISTS] = LIST_COUNTS(f);
	int64_t n = 0;

	for (int i = 0; i < LISTS; i++) {
		struct statepoint_run r = STATEPOINT_LIST;
		for (uint32_t k = 0; k < runs[i]; k++, n += r.n)
			if (!statepoint_next(f, &r))
				return -1;
	}
	return n;
}

static bool
visit_derived(struct walk *w, const struct table_frame *t, struct statepoint_frame f)
{
	const struct statepoint_frame lists = f;
	struct statepoint_run d = STATEPOINT_LIST;

	if (count_roots(&f) < 0)
		return false;
	for (uint32_t i = 0; i < f.derived && !w->stopped; i++) {
		void **of = statepoint_next_derived(&f, &d) ? nth_root(t, lists, d.n) : NULL;
		if (of == NULL)
			return false;
		walk_derived(w, address(t, d), of, i);
	}
	return true;
}

static bool
visit_lists(struct walk *w, const struct table_frame *t, struct statepoint_frame f)
{
	const uint32_t runs[LISTS] = LIST_COUNTS(&f);
	uint32_t index = 0;

	w->site.flags = 0;
	if (f.derived > 0 && !visit_derived(w, t, f))
		return false;
	for (int i = 0; i < LISTS; i++) {
		struct statepoint_run r = STATEPOINT_LIST;
		w->site.flags = list_flags[i];
		for (uint32_t k = 0; k < runs[i] && !w->stopped; k++) {
			if (!statepoint_next(&f, &r))
				return false;
			walk_slots(w, address(t, r), r.n, index);
			index += r.n;
		}
	}
	return true;
}

/* Passes the frame to visitors that ask for frames. */
static bool
announce_roots(struct walk *w, struct statepoint_frame f, bool *visit)
{
	int64_t n = w->visitor->frame != NULL ? count_roots(&f) : 0;

	*visit = n >= 0 && walk_announce(w, (uint32_t)n, 0, NULL);
	return n >= 0;
}

/* Returns 0, or an error code. */
static int
visit_statepoint(struct walk *w, const struct table_frame *t)
{
	uintptr_t offset = t->pc - t->region->begin;
	struct statepoint_frame f;

	/* a table describes no frame at an instruction that faults */
	int found = t->exact ? STATEPOINT_NONE : statepoint_find(t->region->sites, (uint32_t)offset, &f);
	if (found != 0)
		return found == STATEPOINT_NONE ? LR_RT_E_FRAME_UNMAPPED : LR_RT_E_FRAME_TABLE;
	bool visit;
	return announce_roots(w, f, &visit) && (!visit || visit_lists(w, t, f)) ? 0 : LR_RT_E_FRAME_TABLE;
}

/* -- cached frames */

static uint64_t
simple_framemap(const struct table_frame *t)
{
	const struct framemap_entry *first = t->region->entries, *e = framemap_find(first, t->region->count, t->pc - 1);

	/* a function with several entries has slots of several kinds */
	if (e == NULL
		|| (e > first && framemap_start(e - 1) == framemap_start(e) && framemap_count(e - 1) != FRAMEMAP_END))
		return 0;
	return cached_run(CACHED_FP, framemap_flags(e), -(int64_t)framemap_words(e), framemap_count(e));
}

static uint64_t
simple_statepoint(const struct table_frame *t)
{
	struct statepoint_run r = STATEPOINT_LIST;
	struct statepoint_frame f;
	uint64_t mask = 0;
	int64_t first = 0;

	if (statepoint_find(t->region->sites, (uint32_t)(t->pc - t->region->begin), &f) != 0
		|| f.pinned + f.deep + f.derived > 0)
		return 0;
	for (uint32_t i = 0; i < f.slots; i++) {
		if (!statepoint_next(&f, &r) || r.fp == MACHINE_CALL_PUSHES)
			return 0;
		if (f.slots == 1 && r.n <= UINT16_MAX && r.words >= INT32_MIN / 8 && r.words <= INT32_MAX / 8)
			return cached_run(r.fp ? CACHED_FP : CACHED_SP, 0, r.words, r.n);
		if (i == 0)
			first = r.words;
		const uint64_t at = (uint64_t)(r.words - first), away = (uint64_t)(r.fp ? -first : first);
		if (away > CACHED_FIRST_MAX || at + r.n > CACHED_MASK_WORDS)
			return 0;
		mask |= ((UINT64_C(1) << r.n) - 1) << at;
	}
	return f.slots == 0 ? cached_run(CACHED_SP, 0, 0, 0)
		: cached_mask(mask, (uint64_t)(MACHINE_CALL_PUSHES ? first : -first));
}

/* Caches the description of a frame, if it is simple. */
static void
cache_frame(const struct table_frame *t)
{
	uint64_t frame = t->region->sites != NULL ? simple_statepoint(t) : simple_framemap(t);

	if (frame != 0)
		cached_enter(t->pc, frame);
}

/* Skips an anchor that lies in a frame below `fp`, if it leads to a frame whose pointer is at most `fp`.  Returns the
** next link of the chain, or `f` itself if it is no such anchor, or malformed.  The caller guarantees that `f` is
** readable: it lies in memory that was visited, or above `fp`. */
static inline struct lr_frame *
pass_anchor(struct lr_frame *f, uintptr_t fp)
{
	if ((uintptr_t)f >= fp || (f->nroots & (LR_FRAME_ANCHOR | LR_FRAME_INDIRECT)) != LR_FRAME_ANCHOR)
		return f;
	const uintptr_t of = ((const uintptr_t *)(const void *)f)[LR_ANCHOR_FP_WORD];
	/* 0 stands for none */
	return of - 1 < fp && f->prev > f && (uintptr_t)f->prev % LR_FRAME_ALIGN_BYTES == 0 ? f->prev : f;
}

/* A position on a stack.  Each frame lies above its callee's, whose frame pointer and return address end at `sp`. */
struct climb { uintptr_t pc, fp, sp; struct lr_frame *chain; };

static inline bool
is_irregular(const struct climb *c)
{
	return c->fp < c->sp || c->fp % sizeof(void *) != 0 || machine_exceeds(c->fp);
}

static inline void
to_caller(struct climb *c)
{
	const uintptr_t *frame = (const uintptr_t *)c->fp;

	c->chain = pass_anchor(c->chain, c->fp);
	walk_prefetch(frame);
	c->pc = machine_return(frame);
	c->sp = machine_above(frame);
	c->fp = machine_caller(frame);
}

static inline void **
cached_slots(uint64_t cached, const struct climb *c)
{
	return (void **)((cached_kind(cached) & CACHED_FP ? c->fp : c->sp) + (uintptr_t)(intptr_t)cached_bytes(cached));
}

/* The first slot of a frame with a mask. */
static inline void **
cached_first(uint32_t kind, const struct climb *c)
{
	const uint32_t words = kind & CACHED_FIRST_MAX;

	return MACHINE_CALL_PUSHES ? (void **)c->sp + words : (void **)c->fp - words;
}

/* Visits the slots of a frame, for visitors that do not take batches. */
static void
visit_cached(struct walk *w, uint64_t cached, const struct climb *c)
{
	if (!(cached_kind(cached) & CACHED_MASK)) {
		w->site.flags = cached_kind(cached) & WALK_PINNED_DEEP;
		if (walk_announce(w, cached_count(cached), 0,
			cached_kind(cached) & CACHED_FP ? cached_slots(cached, c) : NULL))
			walk_slots(w, cached_slots(cached, c), cached_count(cached), 0);
		return;
	}
	uint64_t mask = cached & ((UINT64_C(1) << CACHED_MASK_WORDS) - 1);
	void **first = cached_first(cached_kind(cached), c);
	w->site.flags = 0;
	uint32_t n = 0;
	for (uint64_t left = mask; left != 0; left &= left - 1)
		n++;
	if (!walk_announce(w, n, 0, NULL))
		return;
	for (uint32_t i = 0; mask != 0 && !w->stopped;) {
		struct cached_words b = cached_take(&mask);
		walk_slots(w, first + b.first, b.n, i);
		i += b.n;
	}
}

static void
climb_slots(struct walk *w, struct climb *c)
{
	for (uint64_t cached; !w->stopped && !is_irregular(c) && (cached = cached_find(c->pc)) != 0; w->site.depth++) {
		w->site.pc = (const void *)c->pc;
		visit_cached(w, cached, c);
		to_caller(c);
		w->reached = (uintptr_t)((void **)c->sp - MACHINE_ABOVE_WORD);
	}
}

_Static_assert(sizeof(struct lr_root_run) == CACHED_SOME, "CACHED_SOME must be the size of a run");

static void
climb_runs(struct walk *w, struct climb *from)
{
	/* a mask yields at most that many runs */
	struct lr_root_run *r = w->batch + w->nbatch, *const full = w->batch + WALK_BATCH - CACHED_MASK_WORDS / 2;
	struct climb c = *from;
	uint32_t flags = w->batch_site.flags, depth = w->site.depth;
	size_t words = 0;

	for (uint64_t cached; !is_irregular(&c) && (cached = cached_find(c.pc)) != 0; depth++) {
		const uint32_t kind = cached_kind(cached);
		if (rt_unlikely(r > full || (!(kind & CACHED_MASK) && (kind & WALK_PINNED_DEEP) != flags)
			|| (kind & CACHED_MASK && flags != 0))) {
			w->nbatch = (size_t)(r - w->batch);
			walk_flush(w);
			if (w->stopped)
				break;
			r = w->batch;
			flags = w->batch_site.flags = kind & CACHED_MASK ? 0 : kind & WALK_PINNED_DEEP;
		}
		if (rt_likely(!(kind & CACHED_MASK))) {
			*r = (struct lr_root_run){ cached_slots(cached, &c), cached_count(cached) };
			r = (struct lr_root_run *)(void *)((char *)r + (kind & CACHED_SOME));
			words += cached_count(cached);
		} else {
			void **first = cached_first(kind, &c);
			for (uint64_t mask = cached & ((UINT64_C(1) << CACHED_MASK_WORDS) - 1); mask != 0;) {
				struct cached_words b = cached_take(&mask);
				*r++ = (struct lr_root_run){ first + b.first, b.n };
				words += b.n;
			}
		}
		to_caller(&c);
	}
	if (!w->stopped)
		w->nbatch = (size_t)(r - w->batch);
	w->visited += (int64_t)words;
	if (depth != w->site.depth)
		w->reached = (uintptr_t)((void **)c.sp - MACHINE_ABOVE_WORD);
	w->site.depth = depth;
	*from = c;
}

/* Walks over cached frames, of any region, until one is irregular.  Returns false if the first one was. */
static bool
walk_cached(struct walk *w, struct table_frame *t)
{
	const uintptr_t begin = w->reached;
	struct climb c = { t->pc, t->fp, t->sp, w->chain };

	/* the newest frame's stack pointer may be unknown */
	if (!is_stack(t->sp) || t->fp <= begin)
		return false;
	/* an anchor is read only in memory that was visited */
	const bool readable = (uintptr_t)c.chain > begin && (uintptr_t)c.chain % LR_FRAME_ALIGN_BYTES == 0
		&& (uintptr_t)c.chain >= c.sp;
	if (!readable)
		c.chain = (struct lr_frame *)UINTPTR_MAX;
	w->site.frame = NULL;
	w->site.entry = NULL;
	if (walk_is_short(w))
		climb_runs(w, &c);
	else
		climb_slots(w, &c);
	if (readable)
		w->chain = c.chain;
	*t = (struct table_frame){ t->region, c.pc, c.fp, c.sp, false };
	return w->reached != begin;
}

/* -- both kinds of tables */

bool
walk_by_table(struct walk *w, const struct origin *o)
{
	struct code_region region = { 0 };
	struct table_frame t = { &region, o->pc, o->fp, o->sp, o->exact };
	bool any = false;

	for (; !w->stopped; any = true) {
		any |= !t.exact && walk_cached(w, &t);
		if (w->stopped)
			return true;
		uintptr_t in = t.exact ? t.pc : t.pc - 1;
		if ((in < region.begin || in >= region.end) && !code_region_of(in, &region))
			return any;
		if (!is_stack(t.fp) || t.fp <= w->reached
			|| (region.sites != NULL && !t.exact && (!is_stack(t.sp) || t.sp > t.fp))) {
			walk_end_badly(w, LR_RT_E_FRAME_POINTER, (const void *)t.fp);
			return true;
		}
		w->reached = t.fp;
		w->site.frame = NULL;
		w->site.entry = NULL;
		w->site.pc = (const void *)t.pc;
		int wrong = region.sites != NULL ? visit_statepoint(w, &t) : visit_framemap(w, &t);
		if (wrong != 0) {
			walk_end_badly(w, wrong, (const void *)t.pc);
			return true;
		}
		w->site.depth++;
		if (!t.exact)
			cache_frame(&t);
		const uintptr_t *frame = (const uintptr_t *)t.fp;
		t.pc = machine_return(frame);
		t.fp = machine_caller(frame);
		t.sp = machine_above(frame);
		t.exact = false;
	}
	return true;
}

/* Returns the stack pointer of an anchor of kind LR_ANCHOR_AT_CALL. */
static uintptr_t
sp_of(const struct lr_frame *f)
{
	return ((const uintptr_t *)(const void *)f)[LR_ANCHOR_SP_WORD];
}

/* Does an anchor of that kind lie in the stack frame that it describes?  Only some machines have this kind. */
static bool
is_at_call(const struct lr_frame *f, uintptr_t fp)
{
	return MACHINE_CALL_PUSHES && is_stack(sp_of(f)) && sp_of(f) <= (uintptr_t)f && (uintptr_t)f < fp;
}

static struct origin
at_call(const struct lr_frame *f, uintptr_t fp)
{
	return (struct origin){ machine_strip(((const uintptr_t *)sp_of(f))[-1]), fp, sp_of(f), false };
}

void
walk_anchor(struct walk *w, const struct lr_frame *f)
{
	uintptr_t pc = f->nroots >> LR_FRAME_NROOTS_SHIFT, fp = ((const uintptr_t *)(const void *)f)[LR_ANCHOR_FP_WORD];
	struct origin o = { pc, fp, 0, true };

	if (walk_is_passed(w, f))
		return;
	if (pc == LR_ANCHOR_IN_BETWEEN || pc == LR_ANCHOR_AT_CALL) {
		if (!is_stack(fp) || (pc == LR_ANCHOR_AT_CALL && !is_at_call(f, fp))) {
			walk_end_badly(w, LR_RT_E_FRAME_POINTER, (const void *)fp);
			return;
		}
		const uintptr_t *frame = (const uintptr_t *)fp;
		o = pc == LR_ANCHOR_AT_CALL ? at_call(f, fp)
			: (struct origin){ machine_return(frame), machine_caller(frame), machine_above(frame), false };
	}
	if (!walk_by_table(w, &o))
		walk_end_badly(w, LR_RT_E_FRAME_UNMAPPED, (const void *)o.pc);
}
