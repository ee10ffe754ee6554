/* SPDX-License-Identifier: MIT */
/* moving.c -- makes a function read its slots again behind each safepoint.
**
** The function was planned once, which has shown that placement understands it.  Before it is planned for good it is
** *prepared*: invokes get edges of their own, undefined operands become null, and values are spilled.  That is taken
** back (ir/journal.h) if this plan or that of any other function fails. */
#include <stdio.h>
#include <llvm-c/Target.h>

#include "gcroots/moving/moving.h"
#include "gcroots/plan/phases.h"
#include "gcroots/rewrite/rewrite.h"
#include "dialect/abi.h"

lr_status
moving_refusal(lr_context *cx, LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
		LLVMOpcode op = LLVMGetInstructionOpcode(end);
		if (op == LLVMCallBr)
			return lr_fail(cx, LR_E_DIALECT, end,
				"roots cannot be read again behind asm goto (callbr): put it into a function of its "
				"own that has no references and is not inlined, or, in IR, give this function "
				"\"" RELOAD_ATTRIBUTE "\"=\"false\"");
		if (op == LLVMCatchSwitch || op == LLVMCleanupRet || op == LLVMCatchRet)
			return lr_fail(cx, LR_E_DIALECT, end,
				"roots cannot be read again in funclets; give the function \"" RELOAD_ATTRIBUTE
				"\"=\"false\"");
	}
	return LR_OK;
}

/* Drops variables that are not to be read again: a pinned object does not change its address, and nothing needs the
** object of a variable without a word, such as a part of a composite that is only passed on. */
static void
drop_unread(struct moving *m)
{
	struct relocate *r = &m->r;
	uint32_t n = 0, from = 0;

	for (safepoint_id s = 0; s < r->v.nsafe; s++) {
		uint32_t end = r->live_at[s + 1];
		moving_stamp_words(m, s);
		r->live_at[s] = n;
		for (; from < end; from++) {
			base_id object = r->var[r->live[from]].object;
			if (!r->pinned[object] && m->word_stamp[object] == s + 1)
				r->live[n++] = r->live[from];
		}
	}
	r->live_at[r->v.nsafe] = n;
	memset(m->word_stamp, 0, ((size_t)r->f.nval + 1) * sizeof *m->word_stamp);
}

static bool
variables(struct moving *m)
{
	struct relocate *r = &m->r;

	m->word_of = arena_array(r->ar, (size_t)r->f.nval + 1, sizeof *m->word_of);
	m->word_stamp = arena_zarray(r->ar, (size_t)r->f.nval + 1, sizeof *m->word_stamp);
	if (!m->word_of || !m->word_stamp || !relocate_variables(r) || !moving_words(m))
		return false;
	drop_unread(m);
	m->loaded = arena_zarray(r->ar, (size_t)r->v.nval + 1, sizeof *m->loaded);
	m->offset = arena_zarray(r->ar, (size_t)r->v.nval + 1, sizeof *m->offset);
	return m->loaded && m->offset && relocate_place_phis(r) && relocate_reserve(r, r->f.nval);
}

/* Spills values that are live at many safepoints and seldom used. */
static lr_status
spill(struct moving *m, const struct plan *p)
{
	struct relocate *r = &m->r;
	bool any;

	if (p->nsafe < SPILL_LIVE)
		return LR_OK;
	lr_status st = scan_function(r->s, p->fn, r->ar, &r->f, &r->ir);
	if (st == LR_OK && !r->f.nothing_to_place && (!refine(&r->f) || !liveness(&r->f) || !relocate_spill(r, &any)))
		st = lr_nomem(r->s->cx);
	arena_reset(r->ar);
	return st;
}

/* Prepares the function, all by way of the journal: undefined operands become null, invokes get edges of their own,
** and values are spilled. */
static bool
prepare(struct moving *m, const struct plan *p, lr_status *st)
{
	struct journal *j = &m->r.journal;

	*st = LR_E_NOMEM;
	if (!undefined_reserve(p, j))
		return false;
	undefined_fill(m->r.e->builder, p, j);
	if (relocate_edges_split(&m->r, p->fn))
		*st = spill(m, p);
	return *st == LR_OK;
}

/* Lists the words that are loaded from, or in which objects are pinned. */
static bool
find_addressed(struct moving *m, struct plan *p)
{
	uint32_t n = m->slot_at[m->r.f.nsafe];

	p->addressed = arena_array(m->r.ar, (size_t)n + m->npin + 1, sizeof *p->addressed);
	for (uint32_t i = 0; p->addressed && i < n; i++)
		if (m->slot_word[i] != NONE)
			p->addressed[p->naddressed++] = m->slot_word[i];
	for (uint32_t i = 0; p->addressed && i < m->npin; i++)
		p->addressed[p->naddressed++] = m->pin[i].word;
	return p->addressed != NULL;
}

/* Can word 0 of the frame say how many objects are pinned? */
static bool
pins_fit(const struct moving *m, const struct plan *p)
{
	const uint32_t pinned = m->pinned.words, deep = m->transitive.words;

	if (p->word_bytes != 4)
		return pinned >> LR_FRAME_FIXED_BITS == 0 && deep >> LR_FRAME_DEEP_BITS == 0;
	return pinned + deep == 0 || (pinned >> LR_FRAME_NARROW_FIXED_BITS == 0
		&& deep >> LR_FRAME_NARROW_DEEP_BITS == 0 && p->nroots >> LR_FRAME_NARROW_NROOTS_BITS == 0);
}

/* Plans the prepared function for good. */
static lr_status
plan_prepared(struct moving *m, struct plan *p)
{
	struct relocate *r = &m->r;
	struct session *s = r->s;
	LLVMValueRef fn = p->fn;

	*p = (struct plan){ .fn = fn, .abi = p->abi, .moving = true, .mapped = p->mapped,
		.unwritten = p->unwritten, .nunwritten = p->nunwritten, .word_bytes = p->word_bytes };
	lr_status st = plan_words(s, fn, p->abi, r->ar, &r->f, &r->ir, p);
	bool any = st == LR_OK && r->f.nsafe && r->f.coloured.nslots + r->f.nvar > 0 && r->f.live.at;
	if (st == LR_OK && any && !variables(m))
		st = lr_nomem(s->cx);
	if (st == LR_OK)
		st = plan_frame(s, r->ar, r->ar, &r->f, &r->ir, p);
	if (st == LR_OK && !pins_fit(m, p))
		st = lr_fail(s->cx, LR_E_TARGET, fn,
			"the function pins more objects than a frame can describe (%u, and %u transitively, of %u "
			"roots)",
			m->pinned.words, m->transitive.words, p->nroots);
	if (st == LR_OK && any && p->nroots) {
		m->emits = true;
		p->cut_width = relocate_cut_width(p);
		if (!find_addressed(m, p))
			st = lr_nomem(s->cx);
	}
	return st;
}

struct moving *
moving_plan(struct session *s, struct edit *e, struct pset_pool *pool, struct arena *keep, struct plan *p,
	lr_status *st)
{
	struct moving *m = arena_zalloc(keep, sizeof *m);

	*st = LR_E_NOMEM;
	if (m) {
		relocate_init(&m->r, s, e, pool, &moving_emitter, m);
		if (prepare(m, p, st))
			*st = plan_prepared(m, p);
	}
	if (*st == LR_E_NOMEM)
		lr_nomem(s->cx);
	return m;
}

void
moving_take_back(struct moving *m)
{
	journal_take_back(&m->r.journal);
	relocate_free(&m->r);
}

/* Records as an attribute of the frame how many of its last words are pinned, and how many transitively pinned. */
static void
describe_words(const struct moving *m, LLVMValueRef frame)
{
	char kinds[32];
	int n = snprintf(kinds, sizeof kinds, "%u,%u", m->pinned.words, m->transitive.words);

	LLVMAddCallSiteAttribute(frame, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateStringAttribute(m->r.e->context, FRAME_MOVING_ATTRIBUTE, sizeof FRAME_MOVING_ATTRIBUTE - 1,
			kinds, (unsigned)n));
}

void
moving_apply(struct moving *m, const struct plan *p)
{
	struct rewrite w;

	m->r.s->cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
	relocate_strip(m->r.e, p->fn);
	journal_commit(&m->r.journal);
	rewrite_begin(&w, m->r.s, p);
	if (m->emits) {
		describe_words(m, w.frame);
		moving_build(m, &w);
	}
	rewrite_end(&w);
	journal_close(&m->r.journal);
	relocate_free(&m->r);
}
