/* walk_table.c -- frames that no chain holds: found by return address, frame pointer and table.
**
** Frame pointers of other code are nothing to go by, so from one frame to its caller is only gone within code of these kinds; anchors in the
** chain say where to go on. */
#include "runtime/images.h"
#include "runtime/known.h"
#include "runtime/walk.h"

/* A stack frame, seen from what it has called. */
struct table_frame {
	const struct code_image *image;
	uintptr_t pc, fp, sp;
	bool exact;
};

/* Can it be the address of something on a stack? */
static bool
is_stack(uintptr_t a)
{
	return a % sizeof(void *) == 0 && a >= LR_SMALL_VALUE_LIMIT && a >> 47 == 0;
}

/* -- framemap */

/* enum lr_root_flags of its slots. */
static uint32_t
framemap_flags(const struct framemap_entry *e)
{
	static const uint8_t flags[1 << FRAMEMAP_KIND_BITS] = { WALK_HELD, 0, LR_ROOT_FIXED, WALK_HELD };

	return flags[framemap_kind_of(e)];
}

/* The slots of one function, in one or more pieces; `e` is the last of its entries. */
static void
visit_pieces(struct walk *w, const struct code_image *image, const struct framemap_entry *e, uintptr_t fp)
{
	uintptr_t start = framemap_start(e);
	uint32_t index = 0;

	/* the end of the object before it may be where it starts */
	for (; e >= image->entries && framemap_start(e) == start && framemap_count(e) != FRAMEMAP_END && !w->stopped; e--) {
		uint32_t n = framemap_count(e);
		void **slots = (void **)fp - framemap_words(e);

		w->site.flags = framemap_flags(e);
		if (!walk_announce(w, n, 0, slots))
			continue;
		for (uint32_t i = 0; i < n && !w->stopped; i++)
			walk_slot(w, &slots[i], index + i);
		index += n;
	}
}

/* 0, or what is wrong. */
static int
visit_framemap(struct walk *w, const struct table_frame *t)
{
	/* what a call returns to can be behind the function that has made it */
	const struct framemap_entry *e = framemap_find(t->image->entries, t->image->count, t->exact ? t->pc : t->pc - 1);

	if (e == NULL)
		return LR_RT_E_FRAME_UNMAPPED;
	visit_pieces(w, t->image, e, t->fp);
	return 0;
}

/* -- statepoints */

static void **
address(const struct table_frame *t, struct statepoint_run r)
{
	return (void **)(r.fp ? t->fp : t->sp) + r.words;
}

/* Lists of roots, in the order in which they are said. */
enum { LISTS = 3 };
static const uint8_t list_flags[LISTS] = { 0, LR_ROOT_FIXED, WALK_HELD };
#define LIST_COUNTS(f) { (f)->slots, (f)->pinned, (f)->deep }

/* Root number `n` of a frame whose lists begin at `f`; NULL: there is none. */
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

/* Go on behind the roots; gives how many there are, or negative: the lists make no sense. */
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
			for (uint32_t j = 0; j < r.n && !w->stopped; j++)
				walk_slot(w, address(t, r) + j, index++);
		}
	}
	return true;
}

/* Before the roots of a frame, for who asks. */
static bool
announce_roots(struct walk *w, struct statepoint_frame f, bool *visit)
{
	int64_t n = w->visitor->frame != NULL ? count_roots(&f) : 0;

	*visit = n >= 0 && walk_announce(w, (uint32_t)n, 0, NULL);
	return n >= 0;
}

/* 0, or what is wrong. */
static int
visit_statepoint(struct walk *w, const struct table_frame *t)
{
	uintptr_t offset = t->pc - t->image->begin;
	struct statepoint_frame f;

	/* where an instruction faults nothing is known of the frame */
	int found = t->exact ? STATEPOINT_NONE : statepoint_find(t->image->sites, (uint32_t)offset, &f);
	if (found != 0)
		return found == STATEPOINT_NONE ? LR_RT_E_FRAME_UNMAPPED : LR_RT_E_FRAME_TABLE;
	bool visit;
	return announce_roots(w, f, &visit) && (!visit || visit_lists(w, t, f)) ? 0 : LR_RT_E_FRAME_TABLE;
}

/* -- frames met before */

/* What a table says of the frame, if it is simple; otherwise 0. */
static uint64_t
simple(const struct table_frame *t)
{
	struct statepoint_run r = STATEPOINT_LIST;
	struct statepoint_frame f;
	uint64_t mask = 0, first = 0;

	if (t->image->sites == NULL) {
		const struct framemap_entry *first_entry = t->image->entries, *e = framemap_find(first_entry, t->image->count, t->pc - 1);
		if (e == NULL || framemap_count(e) > WALK_SHORT ||
		    (e > first_entry && framemap_start(e - 1) == framemap_start(e) && framemap_count(e - 1) != FRAMEMAP_END))
			return 0;
		return (uint64_t)framemap_words(e) << 16 | framemap_count(e) << 4 | framemap_flags(e) << 2 | KNOWN_RUN;
	}
	if (statepoint_find(t->image->sites, (uint32_t)(t->pc - t->image->begin), &f) != 0 || f.pinned + f.deep + f.derived > 0)
		return 0;
	for (uint32_t i = 0; i < f.slots; i++) {
		if (!statepoint_next(&f, &r) || r.fp)
			return 0;
		if (i == 0)
			first = (uint64_t)r.words;
		const uint64_t at = (uint64_t)r.words - first;
		if (first > KNOWN_FIRST_MAX || at + r.n > KNOWN_MASK_WORDS)
			return 0;
		mask |= ((UINT64_C(1) << r.n) - 1) << at;
	}
	return mask << KNOWN_MASK_SHIFT | first << 2 | KNOWN_MASK;
}

static void
remember(const struct table_frame *t)
{
	uint64_t frame = simple(t);

	if (frame != 0)
		known_enter(t->pc, frame);
}

/* The anchor in the frame that ends at `fp` and begins above `below`, which has been met, is passed while it is at hand.  Gives what comes behind. */
static inline struct lr_frame *
pass_anchor(struct lr_frame *f, uintptr_t below, uintptr_t fp)
{
	uintptr_t at = (uintptr_t)f;

	if (at <= below || at >= fp || at % LR_FRAME_ALIGN_BYTES != 0 || (f->nroots & (LR_FRAME_ANCHOR | LR_FRAME_INDIRECT)) != LR_FRAME_ANCHOR)
		return f;
	uintptr_t of = ((const uintptr_t *)(const void *)f)[LR_ANCHOR_FP_WORD];
	return of - 1 < fp && f->prev > f ? f->prev : f; /* 0 is none */
}

/* Slots of a frame, one by one. */
static void
visit_known(struct walk *w, uint64_t known, uintptr_t fp, uintptr_t sp)
{
	uint64_t mask = known >> KNOWN_MASK_SHIFT;
	void **first = (void **)sp + (known >> 2 & KNOWN_FIRST_MAX);

	if ((known & KNOWN_KIND) == KNOWN_RUN) {
		const uint32_t n = known >> 4 & 0xfff;
		first = (void **)fp - (known >> 16);
		w->site.flags = known >> 2 & 3;
		if (walk_announce(w, n, 0, first))
			walk_slots(w, first, n);
		return;
	}
	w->site.flags = 0;
	uint32_t n = 0;
	for (uint64_t left = mask; left != 0; left &= left - 1)
		n++;
	if (walk_announce(w, n, 0, NULL))
		for (uint32_t i = 0; mask != 0 && !w->stopped; mask &= mask - 1)
			walk_slot(w, first + __builtin_ctzll(mask), i++);
}

/* Go on over frames that are known, of whichever image, as long as nothing is strange.  False: that was none. */
static inline __attribute__((always_inline)) bool
go_on(struct walk *w, struct table_frame *t, const bool is_short)
{
	struct lr_frame *chain = w->chain;
	uintptr_t pc = t->pc, fp = t->fp, sp = is_stack(t->sp) ? t->sp : UINTPTR_MAX, reached = w->reached;
	size_t n = w->nbatch;
	uint32_t depth = w->site.depth;

	for (; !w->stopped; depth++) {
		const uint64_t known = known_find(pc);
		if (known == 0 || (fp & 7) != 0 || fp >> 47 != 0 || fp <= reached)
			break;
		const bool run = (known & KNOWN_KIND) == KNOWN_RUN;
		if (!run && sp > fp)
			break;
		if (!is_short) {
			w->site.depth = depth;
			w->site.pc = (const void *)pc;
			visit_known(w, known, fp, sp);
		} else if (!walk_has_room(w, &n, run ? known >> 2 & 3 : 0)) {
			break;
		} else if (run) {
			void **slots = (void **)fp - (known >> 16);
			n = walk_put(w->batch, n, slots, slots + (known >> 4 & 0xfff));
		} else {
			void **first = (void **)sp + (known >> 2 & KNOWN_FIRST_MAX);
			for (uint64_t mask = known >> KNOWN_MASK_SHIFT; mask != 0; mask &= mask - 1) {
				void **slot = first + __builtin_ctzll(mask);
				n = walk_put(w->batch, n, slot, slot + 1);
			}
		}
		chain = pass_anchor(chain, reached, fp);
		reached = fp;
		const uintptr_t *frame = (const uintptr_t *)fp;
		walk_prefetch(frame);
		pc = frame[1];
		fp = frame[0];
		sp = (uintptr_t)(frame + 2);
	}
	bool any = w->reached != reached;
	if (is_short)
		w->nbatch = n;
	w->site.depth = depth;
	w->reached = reached;
	w->chain = chain;
	t->pc = pc;
	t->fp = fp;
	t->sp = sp;
	return any;
}

static bool
walk_known(struct walk *w, struct table_frame *t)
{
	w->site.frame = NULL;
	w->site.entry = NULL;
	return walk_is_short(w) ? go_on(w, t, true) : go_on(w, t, false);
}

/* -- both */

bool
walk_by_table(struct walk *w, const struct origin *o)
{
	struct code_image image = { 0 };
	struct table_frame t = { &image, o->pc, o->fp, o->sp, o->exact };
	bool any = false;

	for (; !w->stopped; any = true) {
		any |= !t.exact && walk_known(w, &t);
		if (w->stopped)
			return true;
		uintptr_t in = t.exact ? t.pc : t.pc - 1;
		if ((in < image.begin || in >= image.end) && !image_of(in, &image))
			return any;
		if (!is_stack(t.fp) || t.fp <= w->reached || (image.sites != NULL && !t.exact && (!is_stack(t.sp) || t.sp > t.fp))) {
			walk_end_badly(w, LR_RT_E_FRAME_POINTER, (const void *)t.fp);
			return true;
		}
		w->reached = t.fp;
		w->site.frame = NULL;
		w->site.entry = NULL;
		w->site.pc = (const void *)t.pc;
		int wrong = image.sites != NULL ? visit_statepoint(w, &t) : visit_framemap(w, &t);
		if (wrong != 0) {
			walk_end_badly(w, wrong, (const void *)t.pc);
			return true;
		}
		w->site.depth++;
		if (!t.exact)
			remember(&t);
		const uintptr_t *frame = (const uintptr_t *)t.fp;
		t.pc = frame[1];
		t.fp = frame[0];
		t.sp = (uintptr_t)(frame + 2);
		t.exact = false;
	}
	return true;
}

void
walk_anchor(struct walk *w, const struct lr_frame *f)
{
	uintptr_t pc = f->nroots >> LR_FRAME_NROOTS_SHIFT, fp = ((const uintptr_t *)(const void *)f)[LR_ANCHOR_FP_WORD];
	struct origin o = { pc, fp, 0, true };

	if (walk_is_passed(w, f))
		return;
	if (pc == 0) { /* the frame is nobody's, its caller's is to be found */
		if (!is_stack(fp)) {
			walk_end_badly(w, LR_RT_E_FRAME_POINTER, (const void *)fp);
			return;
		}
		const uintptr_t *frame = (const uintptr_t *)fp;
		o = (struct origin){ frame[1], frame[0], (uintptr_t)(frame + 2), false };
	}
	if (!walk_by_table(w, &o))
		walk_end_badly(w, LR_RT_E_FRAME_UNMAPPED, (const void *)o.pc);
}
