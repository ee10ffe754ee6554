/* SPDX-License-Identifier: MIT */
/* mapped_frame_plan.c -- plans the blocks of a function's mapped frame: stack variables that stack/variables.c has
** found, and byval parameters, whose memory belongs to the function.  Changes nothing.
**
** A variable whose size is known only at run time is in use from its alloca to the stackrestore that frees it.  The
** plan must know this one for certain.  So the stacksave, or a phi of several, must dominate the alloca, and
** every path from the alloca back to it, or to one of these stacksaves, must pass a stackrestore. */
#include "gcroots/model/mapped_frame.h"
#include "gcroots/plan/planner.h"
#include "gcroots/stack/variables.h"

#include <llvm-c/Target.h>

enum { MAX_DYNAMIC = 64, MAX_INDIRECT = 1024, MAX_CLEARED = 4096 };

struct planning {
	struct session *s;
	const struct fn *f;
	const struct ir *ir;
	struct arena *keep;
	struct mapped *m;
	uint32_t cap, ndynamic;
	LLVMValueRef *saved;     /* calls of llvm.stacksave; then phis and selects of their results */
	uint32_t nsaved;
	struct ptrmap saved_id;  /* the same: index of a value */
	lr_status status;
};

static struct memory_block *
add_block(struct planning *g, LLVMValueRef at, struct memory_words *w)
{
	struct mapped *m = g->m;

	if (!ARENA_PUSH(g->keep, m->block, m->nblock, g->cap))
		return NULL;
	struct memory_block *b = &m->block[m->nblock++];
	*b = (struct memory_block){ .at = at,
		.words = w, .element = w->n, .count = 1, .deep = m->moving && memory_leaks(g->s, at) };
	return b;
}

/* Makes runs of the scan's words, in `keep`.  An array of equal elements is described by one element. */
static bool
describe(struct planning *g, struct memory_block *b)
{
	const struct memory_words *w = b->words;

	if (w->split) {
		g->status = lr_fail(g->s->cx, LR_E_DIALECT, b->at,
			"an object reference in the stack variable %s does not lie at a whole word, and others may "
			"write the variable: do not pack the struct", stack_variable_name(b->at).text);
		return false;
	}
	if (w->period != w->n && memory_repeats(w, w->period)) {
		b->count = w->n / w->period;
		b->element = w->period;
	}
	if (!memory_runs(g->keep, w, b->element, &b->run, &b->nrun))
		return false;
	uint64_t refs = 0;
	for (uint32_t i = 0; i < b->nrun; i++)
		refs += (uint64_t)b->run[i].n * b->run[i].times;
	g->m->nrefs += b->dynamic ? 0 : (uint32_t)(refs * b->count);
	b->words = NULL; /* it lives in `scratch` */
	return true;
}

/* -- variables of computed size */

static bool
calls_intrinsic(LLVMValueRef i, const char *prefix)
{
	return LLVMIsACallInst(i) && strncmp(value_name(LLVMGetCalledValue(i)), prefix, strlen(prefix)) == 0;
}

static bool
is_join(LLVMValueRef v)
{
	return LLVMIsAPHINode(v) || LLVMIsASelectInst(v);
}

static bool
add_saved(struct planning *g, LLVMValueRef v, uint32_t *cap)
{
	if (ptrmap_get(&g->saved_id, v) != PTRMAP_NONE)
		return true;
	if (!ptrmap_set(&g->saved_id, v, g->nsaved) || !ARENA_PUSH(g->keep, g->saved, g->nsaved, *cap))
		return false;
	g->saved[g->nsaved++] = v;
	return true;
}

/* Lists the stacksaves of the function, and the phis and selects of them: where LLVM duplicates a block of the program,
** a phi says which stacksave is restored.  Called for the first variable of computed size. */
static bool
find_saves(struct planning *g)
{
	uint32_t cap = 0;

	if (g->ndynamic != 1)
		return true;
	for (block_id b = 0; b < g->f->g.nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(g->ir->block[b]); i; i = LLVMGetNextInstruction(i))
			if (calls_intrinsic(i, "llvm.stacksave") && !add_saved(g, i, &cap))
				return false;
	for (uint32_t k = 0; k < g->nsaved; k++)
		for (LLVMUseRef u = LLVMGetFirstUse(g->saved[k]); u; u = LLVMGetNextUse(u))
			if (is_join(LLVMGetUser(u)) && !add_saved(g, LLVMGetUser(u), &cap))
				return false;
	return true;
}

/* Does instruction `a` come before `b` on every path to it? */
static bool
dominates(const struct planning *g, LLVMValueRef a, LLVMValueRef b)
{
	block_id x = ir_block(g->s, g->ir, LLVMGetInstructionParent(a)),
		y = ir_block(g->s, g->ir, LLVMGetInstructionParent(b));

	if (x == NONE || y == NONE)
		return false;
	const struct cfg *c = &g->f->g;
	if (c->dom_pre[y] < c->dom_pre[x] || c->dom_pre[y] > c->dom_last[x])
		return false;
	if (LLVMGetInstructionParent(a) != LLVMGetInstructionParent(b))
		return true;
	for (LLVMValueRef i = LLVMGetNextInstruction(a); i; i = LLVMGetNextInstruction(i))
		if (i == b)
			return true;
	return false;
}

static bool
is_in(const LLVMValueRef *list, uint32_t n, LLVMValueRef v)
{
	for (uint32_t i = 0; i < n; i++)
		if (list[i] == v)
			return true;
	return false;
}

static void
cannot_tell(struct planning *g, const struct memory_block *b, LLVMValueRef at, const char *why)
{
	g->status = lr_fail(g->s->cx, LR_E_DIALECT, at,
		"when the stack variable %s of computed size is freed cannot be told: %s",
		stack_variable_name(b->at).text, why);
}

static bool
add_restore(struct planning *g, struct memory_block *b, LLVMValueRef call, uint32_t *cap)
{
	if (!calls_intrinsic(call, "llvm.stackrestore")) {
		cannot_tell(g, b, call, "what llvm.stacksave gives is used by something else");
		return false;
	}
	if (!ARENA_PUSH(g->keep, b->restore, b->nrestore, *cap))
		return false;
	b->restore[b->nrestore++] = call;
	return true;
}

/* Unoptimised code keeps the result of a stacksave in a variable of its own: loads of the variable give the result. */
static bool
add_restores_through(struct planning *g, struct memory_block *b, LLVMValueRef kept_in, LLVMValueRef save, uint32_t *cap)
{
	for (LLVMUseRef u = LLVMGetFirstUse(kept_in); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsACallInst(user) && intrinsic_of_call(user) == INTR_LLVM_LIFETIME)
			continue;
		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == save)
			continue;
		if (!LLVMIsALoadInst(user))
			return add_restore(g, b, user, cap); /* refused */
		for (LLVMUseRef l = LLVMGetFirstUse(user); l; l = LLVMGetNextUse(l))
			if (!add_restore(g, b, LLVMGetUser(l), cap))
				return false;
	}
	return true;
}

/* The relation of a variable of computed size to a value of planning.saved. */
enum saved_as { NOT_CONCERNED, IS_PART, FREES }; /* IS_PART: a join that frees it may give this value */

struct saved_walk {
	struct planning *g;
	struct memory_block *b;
	unsigned char *as;   /* enum saved_as */
	uint32_t *todo, ntodo, cap;
};

static bool
mark_saved(struct saved_walk *w, uint32_t id, enum saved_as as)
{
	if (w->as[id] >= as)
		return true;
	if (!ARENA_PUSH(fn_tmp(w->g->f), w->todo, w->ntodo, w->cap))
		return false;
	w->as[id] = (unsigned char)as;
	w->todo[w->ntodo++] = id;
	return true;
}

/* All stackrestores of the value free the variable, also behind joins. */
static bool
look_forward(struct saved_walk *w, LLVMValueRef v, uint32_t *cap)
{
	for (LLVMUseRef r = LLVMGetFirstUse(v); r; r = LLVMGetNextUse(r)) {
		LLVMValueRef user = LLVMGetUser(r), to = LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 1) : NULL;
		const bool ok = is_join(user) ? mark_saved(w, ptrmap_get(&w->g->saved_id, user), FREES)
			: to && LLVMIsAAllocaInst(to) ? add_restores_through(w->g, w->b, to, v, cap)
			: add_restore(w->g, w->b, user, cap);
		if (!ok)
			return false;
	}
	return true;
}

static bool
look_back(struct saved_walk *w, LLVMValueRef join)
{
	const bool phi = LLVMIsAPHINode(join) != NULL;
	const unsigned n = phi ? LLVMCountIncoming(join) : 3;

	for (unsigned i = phi ? 0 : 1; i < n; i++) {
		LLVMValueRef v = phi ? LLVMGetIncomingValue(join, i) : LLVMGetOperand(join, i);
		const uint32_t id = ptrmap_get(&w->g->saved_id, v);
		if (id == PTRMAP_NONE && !LLVMIsUndef(v)) {
			cannot_tell(w->g, w->b, join, "what llvm.stackrestore is given may be something else than "
				"what llvm.stacksave gave");
			return false;
		}
		if (id != PTRMAP_NONE && !mark_saved(w, id, IS_PART))
			return false;
	}
	return true;
}

/* Finds the stackrestores of a stacksave that comes before the alloca on every path, and those stacksaves.  A join may
** give the result of a stacksave behind the alloca on some paths, which does not free it.  is_repeated() finds these
** paths: none of the stacksaves may be met while the variable is in use. */
static bool
find_restores(struct planning *g, struct memory_block *b, LLVMValueRef **save, uint32_t *nsave)
{
	uint32_t save_cap = 0, cap = 0;
	struct saved_walk w = { .g = g, .b = b };

	*save = NULL;
	*nsave = 0;
	if (!find_saves(g))
		return false;
	w.as = arena_zarray(fn_tmp(g->f), (size_t)g->nsaved + 1, sizeof *w.as);
	if (!w.as)
		return false;
	for (uint32_t i = 0; i < g->nsaved; i++)
		if (dominates(g, g->saved[i], b->at) && !mark_saved(&w, i, FREES))
			return false;
	for (uint32_t k = 0; k < w.ntodo; k++)
		if (!look_forward(&w, g->saved[w.todo[k]], &cap))
			return false;
	for (uint32_t k = 0; k < w.ntodo; k++) {
		LLVMValueRef v = g->saved[w.todo[k]];
		if (is_join(v) && !look_back(&w, v))
			return false;
		if (is_join(v))
			continue;
		if (!ARENA_PUSH(g->keep, *save, *nsave, save_cap))
			return false;
		(*save)[(*nsave)++] = v;
	}
	return true;
}

/* Does a path lead from the alloca back to it, or to one of these stacksaves, before the alloca is freed? */
static bool
is_repeated(struct planning *g, const struct memory_block *b, const LLVMValueRef *save, uint32_t nsave, bool *failed)
{
	const struct cfg *c = &g->f->g;
	struct arena *tmp = fn_tmp(g->f);
	uint32_t *todo = arena_array(tmp, (size_t)c->nblk + 1, sizeof *todo), ntodo = 0,
		block = ir_block(g->s, g->ir, LLVMGetInstructionParent(b->at));
	bool *seen = arena_zarray(tmp, c->nblk, sizeof *seen);
	LLVMValueRef i = LLVMGetNextInstruction(b->at);

	*failed = !todo || !seen;
	for (; !*failed;) {
		for (; i && !is_in(b->restore, b->nrestore, i); i = LLVMGetNextInstruction(i))
			if (i == b->at || is_in(save, nsave, i))
				return true;
		for (uint32_t k = c->succ_at[block]; !i && k < c->succ_at[block + 1]; k++)
			if (!seen[c->succ[k]])
				seen[c->succ[k]] = true, todo[ntodo++] = c->succ[k];
		if (ntodo == 0)
			return false;
		block = todo[--ntodo];
		i = LLVMGetFirstInstruction(g->ir->block[block]);
	}
	return false;
}

static bool
plan_dynamic(struct planning *g, struct memory_block *b)
{
	LLVMValueRef *save;
	uint32_t nsave;
	bool again, failed;
	const char *why = NULL;

	b->dynamic = true;
	b->count = LLVMIsAConstantInt(LLVMGetOperand(b->at, 0)) ? b->count : 0;
	if (g->m->indirect)
		why = "and the profile's collector knows no mapped frames: give it a fixed size";
	else if (g->f->any_returns_twice)
		why = "in a function that calls one that returns twice: give it a fixed size";
	else if (++g->ndynamic > MAX_DYNAMIC)
		why = "and there are too many of these in the function";
	else if (!find_restores(g, b, &save, &nsave) || (again = is_repeated(g, b, save, nsave, &failed), failed))
		return false;
	else if (again)
		why = "and is made again before it is freed, as alloca() in a loop: use an array in a block of its "
			"own, or one outside of the loop";
	if (why)
		g->status = lr_fail(g->s->cx, LR_E_DIALECT, b->at,
			"the stack variable %s with object references is of computed size, or not of the entry "
			"block, %s",
			stack_variable_name(b->at).text, why);
	return !why;
}

/* -- */

static bool
has_lifetime(LLVMValueRef alloca)
{
	for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
		if (LLVMIsACallInst(LLVMGetUser(u)) && intrinsic_of_call(LLVMGetUser(u)) == INTR_LLVM_LIFETIME)
			return true;
	return false;
}

/* Behind a memset to a value other than null the references are made null again, one by one. */
static bool
may_be_set(struct planning *g, const struct memory_block *b)
{
	for (LLVMUseRef u = LLVMGetFirstUse(b->at); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if (!LLVMIsACallInst(call) || strncmp(value_name(LLVMGetCalledValue(call)), "llvm.memset.", 12) != 0
			|| LLVMIsNull(LLVMGetOperand(call, 1)))
			continue;
		uint64_t n = 0;
		for (uint32_t i = 0; i < b->nrun; i++)
			n += (uint64_t)b->run[i].n * b->run[i].times;
		if (b->count == 0 || n * b->count > MAX_CLEARED) {
			g->status = lr_fail(g->s->cx, LR_E_DIALECT, call,
				"sets the object references of the large stack variable %s to a pattern: set it to "
				"zero, or its members one by one", stack_variable_name(b->at).text);
			return false;
		}
	}
	return true;
}

static bool
plan_variable(struct planning *g, const struct stack_var *v)
{
	struct memory_block *b = add_block(g, v->alloca, v->words);

	if (!b)
		return false;
	b->typed = v->typed;
	b->toggled = !g->m->indirect && !g->f->any_returns_twice && has_lifetime(v->alloca);
	if ((v->block != 0 || !LLVMIsAConstantInt(LLVMGetOperand(v->alloca, 0))) && !plan_dynamic(g, b))
		return false;
	return describe(g, b) && may_be_set(g, b);
}

/* The byval parameters: the caller has copied them for this function alone. */
static bool
plan_parameter(struct planning *g, LLVMValueRef param, LLVMTypeRef type, bool fresh)
{
	bool large;
	struct memory_words *w;
	const struct type_info *t = session_type(g->s, type);

	if (!t || t->count == 0 || !LLVMGetFirstUse(param))
		return t != NULL;
	large = t->bad;
	w = large ? NULL
		: memory_words_of(g->s, g->f->ar, LLVMABISizeOfType(LLVMGetModuleDataLayout(g->s->module), type),
		&large);
	if (large)
		g->status = lr_fail(g->s->cx, LR_E_DIALECT, g->ir->fn,
			"an argument with object references that is passed by value is too large");
	if (!w || !memory_words_add(g->s, g->f->ar, w, type, 0))
		return false;
	struct memory_block *b = add_block(g, param, w);
	if (b)
		b->fresh = fresh;
	return b && describe(g, b);
}

/* LLVM has found that the argument is not read, and may have dropped the stores into it: its contents are undefined.
** Nevertheless there may be reads whose results are not used: tail recursion elimination copies arguments to
** themselves. */
static bool
is_never_read(const struct planning *g, unsigned p)
{
	return LLVMGetEnumAttributeAtIndex(g->ir->fn, p, g->s->kind_readnone)
		|| LLVMGetEnumAttributeAtIndex(g->ir->fn, p, g->s->kind_writeonly);
}

static bool
plan_parameters(struct planning *g)
{
	LLVMValueRef fn = g->ir->fn;

	for (uint32_t i = 0; i < g->ir->nbyval; i++) {
		const unsigned p = g->ir->byval[i];
		LLVMValueRef a = LLVMGetParam(fn, p - 1);
		LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(fn, p, g->s->kind_byval);
		const bool fresh = is_never_read(g, p);
		if (!(fresh && !memory_is_read(g->s, a))
			&& !plan_parameter(g, a, LLVMGetTypeAttributeValue(byval), fresh))
			return false;
	}
	return true;
}

static lr_status
plan_blocks(struct session *s, const struct fn *f, const struct ir *ir, struct arena *keep, struct plan *p)
{
	struct mapped made = { .moving = s->moving,
		.indirect = !s->cx->profile.mapped_frames, .word_bytes = s->word_bytes };
	struct planning g = { .s = s, .f = f, .ir = ir, .keep = keep, .m = &made, .status = LR_OK };

	ptrmap_init(&g.saved_id, s->cx->options.alloc, s->cx->options.user);
	bool ok = plan_parameters(&g);
	for (uint32_t i = 0; ok && i < ir->nvar; i++)
		if (ir->var[i].mapped && ir->var[i].words && ir->var[i].words->nrefs + ir->var[i].words->split)
			ok = plan_variable(&g, &ir->var[i]);
	ptrmap_free(&g.saved_id);
	if (!ok)
		return g.status != LR_OK ? g.status : lr_nomem(s->cx);
	if (made.nblock == 0)
		return LR_OK;
	if (made.indirect && made.nrefs > MAX_INDIRECT)
		return lr_fail(s->cx, LR_E_TARGET, ir->fn,
			"its stack variables hold %u object references beside other things, and a collector that "
			"knows no mapped frames is shown at most %d", made.nrefs, MAX_INDIRECT);
	p->mapped = arena_alloc(keep, sizeof *p->mapped);
	if (!p->mapped)
		return lr_nomem(s->cx);
	*p->mapped = made;
	return LR_OK;
}

lr_status
mapped_plan(struct session *s, const struct fn *f, const struct ir *ir, struct arena *keep, struct plan *p)
{
	if (f->nsafe == 0 || (ir->nvar == 0 && ir->nbyval == 0))
		return LR_OK;
	return plan_blocks(s, f, ir, keep, p);
}

/* Does the function have a call that may collect? */
static bool
may_collect(struct session *s, LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			const struct callee_info *c = LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)
				? session_callee(s, LLVMGetCalledValue(i)) : NULL;
			if (c && c->safepoint)
				return true;
		}
	return false;
}

lr_status
mapped_without_getter(struct session *s, LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			const struct type_info *t = LLVMIsAAllocaInst(i) ? session_type(s, LLVMGetAllocatedType(i))
				: NULL;
			if (t && t->count && memory_is_open(s, i, NULL) && may_collect(s, fn))
				return lr_fail(s->cx, LR_E_DIALECT, i,
					"the stack variable %s holds object references that others may "
					"write, and the function has no GC stack by which they could be found: let "
					"SettleGCStack run before, or call julia.get_pgcstack",
					stack_variable_name(i).text);
		}
	return LR_OK;
}
