/* walk_table.c -- frames that no chain holds: found by return address, frame pointer and table.
**
** Frame pointers of other code are nothing to go by, so from one frame to its caller is only gone within code of these kinds; anchors in the
** chain say where to go on. */
#include "runtime/images.h"
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

/* The slots of one function, in one or more pieces; `e` is the last of its entries. */
static void
visit_pieces(struct walk *w, const struct code_image *image, const struct framemap_entry *e, uintptr_t fp)
{
	uintptr_t start = framemap_start(e);
	uint32_t index = 0;

	w->site.flags = LR_ROOT_FIXED | LR_ROOT_DEEP;
	/* the end of the object before it may be where it starts */
	for (; e >= image->entries && framemap_start(e) == start && framemap_count(e) != FRAMEMAP_END && !w->stopped; e--) {
		uint32_t n = framemap_count(e);
		void **slots = (void **)fp - framemap_words(e);

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
address(const struct table_frame *t, struct statepoint_place p)
{
	return (void **)(p.fp ? t->fp : t->sp) + p.words;
}

/* Root number `n` of a frame whose lists begin at `f`; NULL: there is none. */
static void **
nth_root(const struct table_frame *t, struct statepoint_frame f, uint32_t n)
{
	uint32_t left = n < f.slots ? n : n - f.slots, skip = n < f.slots ? 0 : f.slots;
	struct statepoint_place p = STATEPOINT_LIST;

	if (n >= f.slots && left >= f.pinned)
		return NULL;
	for (; skip > 0; skip--)
		if (!statepoint_next(&f, &p))
			return NULL;
	if (n >= f.slots)
		p = STATEPOINT_LIST;
	for (; left > 0; left--)
		if (!statepoint_next(&f, &p))
			return NULL;
	return statepoint_next(&f, &p) ? address(t, p) : NULL;
}

/* Go on behind a list. */
static bool
skip(struct statepoint_frame *f, uint32_t n)
{
	struct statepoint_place p = STATEPOINT_LIST;

	while (n > 0 && statepoint_next(f, &p))
		n--;
	return n == 0;
}

static bool
visit_derived(struct walk *w, const struct table_frame *t, struct statepoint_frame f)
{
	const struct statepoint_frame lists = f;
	struct statepoint_place p = STATEPOINT_LIST;
	uint32_t base;

	if (!skip(&f, f.slots) || !skip(&f, f.pinned))
		return false;
	for (uint32_t i = 0; i < f.derived && !w->stopped; i++) {
		void **of = statepoint_next(&f, &p) && statepoint_number(&f, &base) ? nth_root(t, lists, base) : NULL;
		if (of == NULL)
			return false;
		walk_derived(w, address(t, p), of, i);
	}
	return true;
}

static bool
visit_roots(struct walk *w, const struct table_frame *t, struct statepoint_frame *f, uint32_t n, uint32_t *index)
{
	struct statepoint_place p = STATEPOINT_LIST;

	for (; n > 0 && !w->stopped; n--) {
		if (!statepoint_next(f, &p))
			return false;
		walk_slot(w, address(t, p), (*index)++);
	}
	return true;
}

static bool
visit_memory(struct walk *w, const struct table_frame *t, struct statepoint_frame *f, uint32_t n, uint32_t *index)
{
	struct statepoint_place p = STATEPOINT_LIST;
	uint32_t words;

	for (; n > 0 && !w->stopped; n--) {
		if (!statepoint_next(f, &p) || !statepoint_number(f, &words))
			return false;
		for (void **at = address(t, p); words > 0 && !w->stopped; words--)
			walk_slot(w, at++, (*index)++);
	}
	return true;
}

static bool
visit_lists(struct walk *w, const struct table_frame *t, struct statepoint_frame f)
{
	struct statepoint_place p = STATEPOINT_LIST;
	uint32_t index = 0, base;

	w->site.flags = 0;
	if (f.derived > 0 && !visit_derived(w, t, f))
		return false;
	if (!visit_roots(w, t, &f, f.slots, &index))
		return false;
	w->site.flags = LR_ROOT_FIXED;
	if (!visit_roots(w, t, &f, f.pinned, &index))
		return false;
	for (uint32_t i = 0; i < f.derived && !w->stopped; i++)
		if (!statepoint_next(&f, &p) || !statepoint_number(&f, &base))
			return false;
	w->site.flags = 0;
	if (!visit_memory(w, t, &f, f.memory, &index))
		return false;
	w->site.flags = LR_ROOT_FIXED;
	return visit_memory(w, t, &f, f.pinned_memory, &index);
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
	if (walk_announce(w, f.slots + f.pinned, 0, NULL) && !visit_lists(w, t, f))
		return LR_RT_E_FRAME_TABLE;
	return 0;
}

/* -- both */

bool
walk_by_table(struct walk *w, const struct origin *o)
{
	struct code_image image = { 0 };
	struct table_frame t = { &image, o->pc, o->fp, o->sp, o->exact };
	bool any = false;

	for (; !w->stopped; any = true) {
		uintptr_t in = t.exact ? t.pc : t.pc - 1;
		if ((in < image.begin || in >= image.end) && !image_of(in, &image))
			return any;
		if (!is_stack(t.fp) || t.fp <= w->reached || (image.sites != NULL && (!is_stack(t.sp) || t.sp > t.fp))) {
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

	if (w->reached != 0 && fp != 0 && fp <= w->reached)
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
