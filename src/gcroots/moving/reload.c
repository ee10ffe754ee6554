/* reload.c -- a function is made to read its slots again behind each safepoint.
**
** It was planned once, which has shown that it can be understood.  Before it is planned again for good, edges of
** invokes and what is undefined are dealt with; both can be taken back if that plan fails, or that of any other
** function. */
#include "gcroots/moving/reload.h"
#include "gcroots/rewrite/phases.h"

#include <llvm-c/Target.h>

#include "dialect/abi.h"

lr_status
reload_refusal(lr_context *cx, LLVMValueRef fn)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn));

	if (LLVMPointerSizeForAS(layout, LR_AS_TRACKED) != sizeof(uint64_t))
		return lr_fail(cx, LR_E_TARGET, fn,
			"roots can be read again only where pointers have 64 bits: a frame has to say which of its "
			"roots may change");
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

/* Phis of variables may come where there was none to count. */
static uint32_t
cut_width(const struct plan *p)
{
	uint32_t width = p->cut_width;

	for (uint32_t i = 0; i < p->ncut; i++) {
		uint32_t n = 0;
		for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(p->cut[i].to)); u; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			unsigned ends = LLVMIsATerminatorInst(user) ? LLVMGetNumSuccessors(user) : 0;
			for (unsigned k = 0; k < ends; k++)
				n += LLVMGetSuccessor(user, k) == p->cut[i].to;
		}
		width = n > width ? n : width;
	}
	return width;
}

/* What is held in place wherever it is live is always where it was: there is nothing to read again.  Nor is there where
** nobody needs the object, as of parts of composites that only go on to others. */
static void
drop_unread(struct reload *r)
{
	struct sp *sp = &r->sp;
	uint32_t n = 0, from = 0;

	for (uint32_t s = 0; s < sp->v.nsafe; s++) {
		uint32_t end = sp->live_at[s + 1];
		reload_stamp_words(r, s);
		sp->live_at[s] = n;
		for (; from < end; from++) {
			num number = sp->var[sp->live[from]].number;
			if (!sp->pinned[number] && r->word_stamp[number] == s + 1)
				sp->live[n++] = sp->live[from];
		}
	}
	sp->live_at[sp->v.nsafe] = n;
	memset(r->word_stamp, 0, ((size_t)sp->f.nval + 1) * sizeof *r->word_stamp);
}

static bool
variables(struct reload *r)
{
	struct sp *sp = &r->sp;

	r->word_of = arena_array(sp->ar, (size_t)sp->f.nval + 1, sizeof *r->word_of);
	r->word_stamp = arena_zarray(sp->ar, (size_t)sp->f.nval + 1, sizeof *r->word_stamp);
	if (!r->word_of || !r->word_stamp || !sp_variables(sp) || !reload_words(r))
		return false;
	drop_unread(r);
	return sp_place_phis(sp) && sp_reserve(sp, &r->g);
}

/* What is live at many safepoints and seldom used goes to memory. */
static lr_status
spill(struct reload *r, const struct plan *p)
{
	struct sp *sp = &r->sp;
	bool any;

	if (p->nsafe < SP_SPILL_LIVE)
		return LR_OK;
	lr_status st = scan_function(sp->s, p->fn, sp->ar, &sp->f, &sp->ir);
	if (st == LR_OK && !sp->f.quiet && (!refine(&sp->f) || !liveness(&sp->f) || !sp_spill(sp, &any)))
		st = lr_nomem(sp->s->cx);
	arena_reset(sp->ar);
	return st;
}

static lr_status
plan_again(struct reload *r, struct plan *p)
{
	struct sp *sp = &r->sp;
	struct session *s = sp->s;
	LLVMValueRef fn = p->fn;

	*p = (struct plan){ .fn = fn, .abi = p->abi, .moving = true, .mapped = p->mapped };
	lr_status st = plan_words(s, fn, p->abi, sp->ar, &sp->f, &sp->ir, p);
	bool any = st == LR_OK && sp->f.nsafe && sp->f.nslots + sp->f.nvar > 0 && sp->f.live;
	if (st == LR_OK && any && !variables(r))
		st = lr_nomem(s->cx);
	if (st == LR_OK && (r->nfixed >> LR_FRAME_FIXED_BITS || r->ndeep >> LR_FRAME_DEEP_BITS))
		st = lr_fail(s->cx, LR_E_TARGET, fn,
			"so many objects are held in place in it that its frame cannot say so (%u and %u)", r->nfixed,
			r->ndeep);
	if (st == LR_OK)
		st = plan_frame(s, sp->ar, sp->ar, &sp->f, &sp->ir, p);
	if (st == LR_OK && any && p->nroots) {
		p->reload = r;
		p->cut_width = cut_width(p);
	}
	return st;
}

struct reload *
reload_plan(struct session *s, struct edit *e, struct pset_pool *pool, struct arena *keep, struct plan *p,
	lr_status *st)
{
	struct reload *r = arena_zalloc(keep, sizeof *r);

	*st = LR_E_NOMEM;
	if (r) {
		sp_init(&r->sp, s, e, pool);
		r->sp.reload = r;
		if (undefined_reserve(p, &r->sp.log, &r->undefined)) {
			undefined_fill(e->builder, p, &r->undefined);
			if (sp_edges_split(&r->sp.edges, p->fn) && (*st = spill(r, p)) == LR_OK)
				*st = plan_again(r, p);
		}
	}
	if (*st == LR_E_NOMEM)
		lr_nomem(s->cx);
	return r;
}

void
reload_take_back(struct reload *r)
{
	sp_spill_take_back(&r->sp);
	sp_edges_join(&r->sp.edges);
	undefined_restore(&r->undefined);
	sp_free(&r->sp);
}

void
reload_apply(struct reload *r, struct plan *p)
{
	r->sp.s->cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
	sp_strip(r->sp.e, p->fn);
	sp_edges_keep(&r->sp.edges);
	rewrite_function(r->sp.s, p);
	sp_edges_done(&r->sp.edges);
	sp_free(&r->sp);
	p->reload = NULL;
}
