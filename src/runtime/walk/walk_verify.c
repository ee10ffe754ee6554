/* SPDX-License-Identifier: MIT */
/* walk_verify.c -- a second walker, for LR_WALK_VERIFY: it walks the same stack in another way, and predicts the next
** slot.
**
** The first walker follows anchors and frame pointers, and looks frames up in caches and sorted tables.  The second
** walker unwinds the whole stack, other code included, by call frame information.  In code with tables it reads them
** from beginning to end.  It compares each anchor with its own position, so it finds frames that no anchor leads to.
** Where call frame information is missing, it continues at the next anchor.  The two walkers share only the registry of
** code.  The second implements the rules of the chain by itself. */
#include "runtime/walk/walk_verify.h"

#include "runtime/walk/cfi.h"
#include "runtime/walk/code_registry.h"
#include "runtime/walk/walk.h"

/* ---- from frame to frame ---- */

/* The caller's stack pointer, by the frame pointer if the machine's frames tell; otherwise `known`, with 0 for
** unknown. */
static uintptr_t
caller_sp(const void *fp, uintptr_t known)
{
	return MACHINE_CALL_PUSHES ? machine_above(fp) : known;
}

/* Moves to the caller.  `managed`: the frame has a table. */
static void
step(struct second *s, bool managed)
{
	struct cfi_frame by_rules = s->frame;
	/* where the frame pointer tells all, rules are for comparison */
	const bool rules = !s->exact && s->frame.sp != 0 && !(managed && s->frames_only && MACHINE_CALL_PUSHES);
	const enum cfi_answer answer = rules ? cfi_step(&by_rules) : CFI_UNKNOWN;

	if (managed) {
		const void *fp = (const void *)s->frame.fp;
		const struct cfi_frame by_fp = { machine_return(fp),
			caller_sp(fp, answer == CFI_STEP ? by_rules.sp : 0), machine_caller(fp) };
		/* code with tables keeps its frame pointer, and call frame information must agree */
		s->wrong |= answer == CFI_STEP
			&& (by_rules.pc != by_fp.pc || by_rules.sp != by_fp.sp || by_rules.fp != by_fp.fp
				|| by_rules.sp < machine_above(fp));
		s->frame = by_fp;
		s->exact = false;
		return;
	}
	s->lost = answer != CFI_STEP;
	s->called = s->frame.pc;
	s->frame = by_rules;
}

/* Computes the frame that an anchor leads to. */
static void
follow(const struct lr_frame *anchor, struct cfi_frame *to, bool *exact)
{
	const uintptr_t *w = (const uintptr_t *)(const void *)anchor, *fp = (const uintptr_t *)w[LR_ANCHOR_FP_WORD];

	const uintptr_t pc = w[0] >> LR_FRAME_NROOTS_SHIFT;

	*exact = pc != LR_ANCHOR_IN_BETWEEN && pc != LR_ANCHOR_AT_CALL;
	*to = *exact ? (struct cfi_frame){ pc, 0, (uintptr_t)fp }
		: pc == LR_ANCHOR_AT_CALL ? (struct cfi_frame){ ((const uintptr_t *)w[LR_ANCHOR_SP_WORD])[-1],
		w[LR_ANCHOR_SP_WORD], (uintptr_t)fp }
		: (struct cfi_frame){ machine_return(fp), caller_sp(fp, 0), machine_caller(fp) };
}

/* Opens a frame of the chain. */
static void
open_chained(struct second *s, struct lr_frame *f)
{
	const uint64_t word = f->nroots, n = word & LR_FRAME_MOVING ? word >> 2 & ((1u << 26) - 1) : word >> 2;
	const uint64_t pinned = word & LR_FRAME_MOVING ? word >> 29 & 0x1ffff : 0,
		deep = word & LR_FRAME_MOVING ? word >> 46 : n;

	if (word & UINT64_C(0x8000000)) {
		const uint64_t *words = (const uint64_t *)(const void *)f;
		s->list = SECOND_MAPPED;
		s->mapped = (struct second_mapped){ .block = words + 2,
			.left = word >> 2 & 0x1ffffff, .moving = word & UINT64_C(0x10000000) };
		return;
	}
	s->list = SECOND_PLAIN;
	s->next = (void **)(void *)(f + 1);
	s->run = n;
	s->indirect = word & 1;
	s->index = 0;
	s->deep_from = n - deep;
	s->pinned_from = n - deep - pinned + 1;
}

/* Returns the next link of a chain, or NULL if there is none, or it is invalid, or it was seen before.  One link is
** kept for that comparison, twice as long each time. */
static void *
next_link(struct second_link *l, const void *link, void *next, uintptr_t align)
{
	if (link == l->mark || (uintptr_t)next < LR_SMALL_VALUE_LIMIT || (uintptr_t)next % align != 0
		|| machine_exceeds((uintptr_t)next))
		return NULL;
	if (l->left-- == 0) {
		l->mark = link;
		l->left = l->distance = 2 * l->distance + 1;
	}
	return next;
}

/* Opens the frame at the current position, by its table.  `led`: an anchor or a frame with a table leads there. */
static bool
open_by_table(struct second *s, const struct code_region *region, bool led)
{
	const struct cfi_frame at = s->frame;

	s->where = (const void *)at.pc;
	if (at.fp <= s->reached || at.fp < 4096 || at.fp % sizeof(void *) != 0 || machine_exceeds(at.fp)) {
		s->wrong = true;
		return false;
	}
	s->reached = at.fp;
	s->unled = !led;
	if (s->frames_only) {
		s->passing = true;
		return true;
	}
	s->wrong |= region->sites != NULL ? !verify_open_statepoint(s, region) : !verify_open_framemap(s, region);
	s->root = 0;
	s->passing = true;
	return !s->wrong;
}

/* Opens the next frame.  Returns false if there is none. */
static bool
next_frame(struct second *s)
{
	struct code_region region;

	for (;;) {
		bool by_table = !s->lost && code_region_of(s->exact ? s->frame.pc : s->frame.pc - 1, &region);
		s->indirect = false;
		s->pinned_from = 0;
		s->run = 0;
		if (by_table && s->table_first)
			return open_by_table(s, &region, true);
		s->table_first = false;
		for (; !s->lost && !by_table; by_table = !s->lost && code_region_of(s->frame.pc - 1, &region))
			step(s, false);
		const uintptr_t none = UINTPTR_MAX, chained = s->chain != NULL ? (uintptr_t)s->chain : none;
		const uintptr_t entry = s->entries != NULL ? (uintptr_t)s->entries : none;
		if (by_table && s->frame.fp < chained && s->frame.fp < entry)
			return open_by_table(s, &region, false);
		if (chained == none && entry == none)
			return false;
		if (entry < chained) {
			struct lr_stack_entry *e = s->entries;
			s->entries = next_link(&s->links[1], e, e->next, sizeof(void *));
			s->where = e;
			s->list = SECOND_PLAIN;
			s->next = e->roots;
			s->run = (uint64_t)e->map->nroots;
			s->flags = WALK_PINNED_DEEP;
			return true;
		}
		struct lr_frame *f = s->chain;
		s->chain = next_link(&s->links[0], f, f->prev, LR_FRAME_ALIGN_BYTES);
		s->where = f;
		if ((f->nroots & LR_FRAME_ANCHOR) == 0) {
			open_chained(s, f);
			return true;
		}
		struct cfi_frame to;
		bool exact;
		const uintptr_t *words = (const uintptr_t *)(const void *)f;
		/* a function that stores its stack pointer for each call that leaves may have stored none yet */
		if (words[0] >> LR_FRAME_NROOTS_SHIFT == LR_ANCHOR_AT_CALL && words[LR_ANCHOR_FP_WORD] <= s->reached)
			continue;
		follow(f, &to, &exact);
		if (to.fp <= s->reached)
			continue;
		/* unwinding would miss the anchor, or stops before it */
		if (!s->lost && (s->frame.fp != to.fp
			|| (!exact && (s->frame.pc != to.pc || (to.sp != 0 && s->frame.sp != to.sp))))) {
			s->wrong = true;
			return false;
		}
		if (s->lost) {
			s->frame = to;
			s->exact = exact;
			s->lost = false;
		}
		s->table_first = true;
	}
}

/* Finds the next slot of the stack that holds a reference or a derived pointer.  Returns false at the end, or on an
** error. */
static bool
next_of_stack(struct second *s, struct second_slot *slot)
{
	for (;;) {
		while (s->open && verify_next_slot(s, slot)) {
			if (slot->slot == NULL || (slot->base == NULL && !rt_is_reference(*slot->slot)))
				continue;
			return !s->wrong;
		}
		if (s->wrong)
			return false;
		if (s->open && s->passing) {
			step(s, true);
			s->passing = false;
			s->table_first = true;
		}
		s->open = next_frame(s);
		if (!s->open)
			return false;
	}
}

/* ---- beside the first walker ---- */

static int
disagree(struct verify *v)
{
	const struct lr_visitor *of = v->of;

	v->failed = true;
	if (of->bad != NULL)
		of->bad(of->user, LR_RT_E_FRAME_VERIFY, v->second.where);
	return LR_RT_E_FRAME_VERIFY;
}

/* Returns 0 if the second walker has the same slot. */
static int
expect(struct verify *v, void **slot, void *const *base, uint32_t flags)
{
	struct second_slot want;

	if (!next_of_stack(&v->second, &want) || want.slot != slot || want.base != base
		|| (base == NULL && want.flags != flags))
		return disagree(v);
	return 0;
}

/* Checks that the second walker has no further slot on this stack. */
static int
expect_end(struct verify *v)
{
	struct second_slot more;

	return v->begun && !v->failed && !v->stopped && (next_of_stack(&v->second, &more) || v->second.wrong)
		? disagree(v) : 0;
}

static int
answer_of(struct verify *v, int answer)
{
	v->stopped |= answer != 0;
	return answer;
}

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	struct verify *v = user;

	if (site->kind == LR_ROOT_FRAME && expect(v, slot, NULL, site->flags) != 0)
		return LR_RT_E_FRAME_VERIFY;
	return v->of->root != NULL ? answer_of(v, v->of->root(v->of->user, slot, site)) : 0;
}

static int
on_roots(void *user, const struct lr_root_run *runs, size_t n, const struct lr_root_site *site)
{
	struct verify *v = user;

	for (size_t i = 0; i < n && site->kind == LR_ROOT_FRAME; i++)
		for (size_t k = 0; k < runs[i].n; k++)
			if (rt_is_reference(runs[i].slots[k])
				&& expect(v, &runs[i].slots[k], NULL, site->flags) != 0)
				return LR_RT_E_FRAME_VERIFY;
	return answer_of(v, v->of->roots(v->of->user, runs, n, site));
}

static int
on_derived(void *user, void **slot, void *const *base, const struct lr_root_site *site)
{
	struct verify *v = user;

	if (expect(v, slot, base, 0) != 0)
		return LR_RT_E_FRAME_VERIFY;
	return v->of->derived != NULL ? answer_of(v, v->of->derived(v->of->user, slot, base, site)) : 0;
}

static int
on_frame(void *user, const struct lr_frame_info *info)
{
	struct verify *v = user;
	int answer = v->of->frame(v->of->user, info);

	return answer == LR_WALK_SKIP_FRAME ? 0 : answer_of(v, answer);
}

static void
begin_stack(struct verify *v, struct lr_frame *chain, struct lr_stack_entry *entries, const struct origin *o)
{
	v->second = (struct second){ .chain = chain,
		.entries = entries, .lost = o->pc == 0, .frame = { o->pc, o->sp, o->fp }, .exact = o->exact,
		.table_first = true };
	v->begun = true;
}

static void
begin_task(struct verify *v, const struct task *t)
{
	const struct thread *own = (const struct thread *)(const void *)t->pub.ptls;
	const bool runs = own->pub.current_task == &t->pub;
	struct origin o = { .pc = runs ? __atomic_load_n(&own->origin.pc, __ATOMIC_ACQUIRE) : 0 };

	if (o.pc != 0)
		o = (struct origin){ o.pc, own->origin.fp, own->origin.sp, own->origin.exact };
	else if (runs && own == thread_self_tls)
		o = (struct origin){ machine_return(v->here.fp), machine_caller(v->here.fp), v->here.caller_sp, false };
	begin_stack(v, t->pub.gcstack, runs ? *own->root_chain : t->root_chain, &o);
}

static int
on_task(void *user, const lr_task *task)
{
	struct verify *v = user;

	if (expect_end(v) != 0)
		return LR_RT_E_FRAME_VERIFY;
	begin_task(v, (const struct task *)(const void *)task);
	return v->of->task != NULL ? answer_of(v, v->of->task(v->of->user, task)) : 0;
}

static void
on_bad(void *user, int code, const void *address)
{
	const struct lr_visitor *of = ((struct verify *)user)->of;

	if (of->bad != NULL)
		of->bad(of->user, code, address);
}

const struct lr_visitor *
verify_begin(struct verify *v, const struct lr_visitor *of, struct lr_frame *newest, struct verify_here here)
{
	*v = (struct verify){ .of = of,
		.here = here, .first = { .struct_size = sizeof v->first,
			.root = on_root, .roots = of->roots != NULL ? on_roots : NULL, .derived = on_derived,
			.frame = of->frame != NULL ? on_frame : NULL, .task = on_task, .bad = on_bad, .user = v } };
	if (newest != NULL)
		begin_stack(v, newest, NULL, &(struct origin){ 0 });
	return &v->first;
}

int64_t
verify_end(struct verify *v, int64_t result)
{
	const int end = result >= 0 ? expect_end(v) : 0;

	return end != 0 ? end : result;
}

bool
verify_find_lost(const struct task *t, struct verify_here here, struct verify_lost *lost)
{
	struct verify v = { .here = here };
	struct second *s = &v.second;

	begin_task(&v, t);
	s->frames_only = true;
	while (!s->wrong && next_frame(s)) {
		if (!s->passing)
			continue; /* of a chain */
		if (s->unled) {
			*lost = (struct verify_lost){ s->frame.pc, s->called };
			return true;
		}
		step(s, true);
		s->passing = false;
		s->table_first = true;
	}
	return false;
}
