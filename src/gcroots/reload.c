/* reload.c -- a function is made to read its slots again behind each safepoint.
**
** It was planned once, which has shown that it can be understood.  Before it is planned again for good, edges of invokes and what is not true any
** more of moving objects are dealt with; from then on only memory can fail, and whatever has been done by then leaves the program as it was. */
#include "gcroots/reload.h"

#include <llvm-c/Target.h>

#include "lowering/abi_choice.h"

void
reload_init(struct reload *r, struct session *s, struct edit *e)
{
	*r = (struct reload){ .s = s, .e = e };
	pset_pool_init(&r->sp.pool, s->cx->options.alloc, s->cx->options.user);
	ptrmap_init(&r->sp.values, s->cx->options.alloc, s->cx->options.user);
	ptrmap_init(&r->sp.lifted, s->cx->options.alloc, s->cx->options.user);
}

void
reload_free(struct reload *r)
{
	ptrmap_free(&r->sp.values);
	ptrmap_free(&r->sp.lifted);
	pset_pool_free(&r->sp.pool);
}

lr_status
reload_refusal(lr_context *cx, LLVMValueRef fn)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn));

	if (LLVMPointerSizeForAS(layout, LR_AS_TRACKED) != sizeof(uint64_t))
		return lr_fail(cx, LR_E_TARGET, fn, "roots can be read again only where pointers have 64 bits: a frame has to say which of its roots may change");
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
		LLVMOpcode op = LLVMGetInstructionOpcode(end);
		if (op == LLVMCallBr)
			return lr_fail(cx, LR_E_DIALECT, end, "roots cannot be read again behind a callbr; give the function \"" RELOAD_ATTRIBUTE "\"=\"false\"");
		if (op == LLVMCatchSwitch || op == LLVMCleanupRet || op == LLVMCatchRet)
			return lr_fail(cx, LR_E_DIALECT, end, "roots cannot be read again in funclets; give the function \"" RELOAD_ATTRIBUTE "\"=\"false\"");
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

/* What is held in place wherever it is live is always where it was: there is nothing to read again.  Nor is there where nobody needs the object, as
** of parts of composites that only go on to others. */
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

lr_status
reload_function(struct reload *r, struct arena *scratch, struct plan *p)
{
	struct session *s = r->s;
	struct pset_pool pool = r->sp.pool;
	struct ptrmap values = r->sp.values, lifted = r->sp.lifted;
	LLVMValueRef fn = p->fn;

	rewrite_undefined(s, p);
	sp_strip(r->e, fn);
	sp_edges_split(r->e, fn);
	s->cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
	s->moving = true;
	arena_reset(scratch);
	r->sp = (struct sp){ .s = s, .reload = r, .e = r->e, .ar = scratch, .pool = pool, .values = values, .lifted = lifted };
	*p = (struct plan){ .fn = fn, .abi = p->abi, .moving = true };
	r->nfixed = r->ndeep = 0;
	lr_status st = plan_slots(s, fn, p->abi, scratch, &r->sp.f, &r->sp.ir, p);
	bool any = st == LR_OK && r->sp.f.nsafe && r->sp.f.nslots + r->sp.f.nvar > 0 && r->sp.f.live;
	if (st == LR_OK && any && !variables(r))
		st = lr_nomem(s->cx);
	if (st == LR_OK && (r->nfixed >> LR_FRAME_FIXED_BITS || r->ndeep >> LR_FRAME_DEEP_BITS))
		st = lr_fail(s->cx, LR_E_TARGET, fn, "so many objects are held in place in it that its frame cannot say so (%u and %u)", r->nfixed, r->ndeep);
	if (st == LR_OK)
		st = plan_rest(s, scratch, scratch, &r->sp.f, &r->sp.ir, p);
	if (st != LR_OK)
		return st;
	if (any && p->nroots) {
		p->reload = r;
		p->cut_width = cut_width(p);
	}
	st = rewrite_function(s, p);
	p->reload = NULL;
	return st;
}
