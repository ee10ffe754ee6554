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
	static const uint32_t flags[1 << FRAMEMAP_KIND_BITS] = { LR_ROOT_FIXED | LR_ROOT_DEEP, 0, LR_ROOT_FIXED, LR_ROOT_FIXED | LR_ROOT_DEEP };
	uint32_t index = 0;

	/* the end of the object before it may be where it starts */
	for (; e >= image->entries && framemap_start(e) == start && framemap_count(e) != FRAMEMAP_END && !w->stopped; e--) {
		uint32_t n = framemap_count(e);
		void **slots = (void **)fp - framemap_words(e);

		w->site.flags = flags[framemap_kind_of(e)];
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
	const uint32_t lists[] = { f.slots, f.pinned, f.deep };

	for (size_t i = 0; i < sizeof lists / sizeof *lists; n -= lists[i++]) {
		struct statepoint_place p = STATEPOINT_LIST;
		for (uint32_t k = 0; k < lists[i]; k++) {
			if (!statepoint_next(&f, &p))
				return NULL;
			if (k == n)
				return address(t, p);
		}
	}
	return NULL;
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

	if (!skip(&f, f.slots) || !skip(&f, f.pinned) || !skip(&f, f.deep))
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
	w->site.flags = LR_ROOT_FIXED | LR_ROOT_DEEP;
	if (!visit_roots(w, t, &f, f.deep, &index))
		return false;
	for (uint32_t i = 0; i < f.derived && !w->stopped; i++)
		if (!statepoint_next(&f, &p) || !statepoint_number(&f, &base))
			return false;
	w->site.flags = 0;
	if (!visit_memory(w, t, &f, f.memory, &index))
		return false;
	w->site.flags = LR_ROOT_FIXED | LR_ROOT_DEEP;
	return visit_memory(w, t, &f, f.deep_memory, &index);
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
	if (walk_announce(w, f.slots + f.pinned + f.deep, 0, NULL) && !visit_lists(w, t, f))
		return LR_RT_E_FRAME_TABLE;
	return 0;
}

/* -- frames met before */

static struct walk_known *
known_of(struct walk *w, uintptr_t pc)
{
	return &w->known[(uint64_t)pc * 0x9E3779B97F4A7C15u >> (64 - WALK_KNOWN_BITS)];
}

/* Remember what a table says of the frame, if it is simple. */
static void
remember(struct walk *w, const struct table_frame *t)
{
	struct walk_known k = { 0 };
	struct statepoint_place p = STATEPOINT_LIST;
	struct statepoint_frame f;
	uint32_t n;

	if (t->image->sites == NULL) {
		const struct framemap_entry *e = framemap_find(t->image->entries, t->image->count, t->pc - 1);
		n = e == NULL ? UINT32_MAX : framemap_count(e);
		if (n > WALK_KNOWN_MOST || framemap_words(e) > INT16_MAX ||
		    (e > t->image->entries && framemap_start(e - 1) == framemap_start(e) && framemap_count(e - 1) != FRAMEMAP_END))
			return;
		k.words[0] = (int16_t)-(int32_t)framemap_words(e);
	} else {
		if (statepoint_find(t->image->sites, (uint32_t)(t->pc - t->image->begin), &f) != 0 || f.slots > WALK_KNOWN_PLACES ||
		    f.pinned + f.deep + f.derived + f.memory + f.deep_memory > 0)
			return;
		n = f.slots;
		for (uint32_t i = 0; i < n; i++) {
			if (!statepoint_next(&f, &p) || p.fp || p.words > INT16_MAX || p.words < INT16_MIN)
				return;
			k.words[i] = (int16_t)p.words;
		}
	}
	k.key = (uint64_t)t->pc << 16 | n << 8 | (t->image->sites == NULL);
	*known_of(w, t->pc) = k;
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

/* Go on over frames that are known, of whichever image, as long as nothing is strange. */
static void
walk_known(struct walk *w, struct table_frame *t)
{
	const struct lr_visitor *v = w->visitor;
	struct lr_frame_info info = { .task = w->site.task };
	struct lr_frame *chain = w->chain;
	uintptr_t pc = t->pc, fp = t->fp, sp = t->sp, reached = w->reached;

	while (!w->stopped) {
		const struct walk_known *k = known_of(w, pc);
		if (k->key >> 16 != pc || (fp & 7) != 0 || fp >> 47 != 0 || fp <= reached)
			break;
		const uint32_t n = k->key >> 8 & WALK_KNOWN_MOST;
		const bool side_by_side = k->key & 1;
		void **base = side_by_side ? (void **)fp + k->words[0] : (void **)sp;
		int answer = 0;
		if (!side_by_side && sp > fp)
			break;
		w->site.pc = (const void *)pc;
		w->site.flags = side_by_side ? LR_ROOT_FIXED | LR_ROOT_DEEP : 0;
		if (v->frame != NULL) {
			info.pc = w->site.pc;
			info.depth = w->site.depth;
			info.nroots = n;
			info.slots = side_by_side ? base : NULL;
			answer = v->frame(v->user, &info);
			if (answer != 0 && answer != LR_WALK_SKIP_FRAME)
				walk_end(w, answer);
		}
		if (answer == 0 && side_by_side)
			walk_slots(w, base, n);
		else if (answer == 0)
			for (uint32_t i = 0; i < n && !w->stopped; i++)
				walk_slot(w, base + k->words[i], i);
		w->site.depth++;
		chain = pass_anchor(chain, reached, fp);
		reached = fp;
		const uintptr_t *frame = (const uintptr_t *)fp;
		pc = frame[1];
		fp = frame[0];
		sp = (uintptr_t)(frame + 2);
	}
	w->reached = reached;
	w->chain = chain;
	t->pc = pc;
	t->fp = fp;
	t->sp = sp;
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
		if (w->by_table == WALK_FEW)
			memset(w->known, 0, sizeof w->known);
		if (w->by_table++ >= WALK_FEW && !t.exact)
			remember(w, &t);
		const uintptr_t *frame = (const uintptr_t *)t.fp;
		t.pc = frame[1];
		t.fp = frame[0];
		t.sp = (uintptr_t)(frame + 2);
		t.exact = false;
		if (w->by_table > WALK_FEW)
			walk_known(w, &t);
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
