/* SPDX-License-Identifier: MIT */
/* function.c -- one function: its entry, what is in its blocks, how they end. */
#include <string.h>

#include "gen.h"

enum { LARGE_BYTES = 1500 };

void
gen_operation(struct gen *g)
{
	static void (*const any[])(struct gen *) = {
		op_load, op_call, op_allocate, op_store, op_array, op_interior, op_select, op_vector, op_aggregate, op_variable, op_atomic, op_preserve,
		op_raw, op_arithmetic, op_poll, op_allocate, op_load, op_interior, op_call, op_arithmetic, op_allocate, op_vector, op_store, op_call,
		op_variable, op_interior, op_select, op_allocate, op_local, op_local
	};
	/* In a protected part nothing that later parts see may change but what others can see already. */
	static void (*const protected[])(struct gen *) = { op_call, op_allocate, op_load, op_select, op_poll, op_local };

	if (g->block[g->cur].room == ROOM_PROTECTED)
		protected[roll(&g->d, sizeof protected / sizeof *protected)](g);
	else
		any[roll(&g->d, sizeof any / sizeof *any)](g);
}

/* ---- entry ---- */

static void
node_parameter(struct gen *g, LLVMValueRef v)
{
	gen_add(g, K_NODE, v, false)->foreign = true;
}

static void
parameters(struct gen *g)
{
	LLVMValueRef f = g->at->f;
	unsigned n = LLVMCountParams(f);

	for (unsigned k = 0; k < n && k < 4; k++)
		g->params[k] = LLVMGetParam(f, k);
	switch (g->at->shape) {
	case SH_PLAIN:
		node_parameter(g, g->params[0]);
		node_parameter(g, g->params[1]);
		break;
	case SH_TASK: node_parameter(g, g->params[1]); break;
	case SH_INT:
	case SH_PAIR: node_parameter(g, g->params[0]); break;
	case SH_VECTOR: gen_add(g, K_NODES, g->params[0], false); break;
	case SH_ROOTS: node_parameter(g, g->params[2]); break;
	case SH_INTERIOR:
		gen_add(g, K_INT_IN, g->params[0], false);
		gen_add(g, K_INT_OUT, g->params[1], false);
		break;
	default: /* boxed: two arguments at least */
		if (g->at->shape == SH_BOXED3)
			gen_add(g, K_INT_IN, g->params[0], false);
		else
			node_parameter(g, g->params[0]);
		if (g->at->shape == SH_BOXED2)
			node_parameter(g, g->params[3]);
		node_parameter(g, gen_load(g, g->p10, g->params[1]));
		node_parameter(g, gen_load(g, g->p10, gen_offset(g, g->params[1], 8)));
		gen_add(g, K_INT, LLVMBuildZExt(g->b, g->params[2], g->i64, ""), false);
		return;
	}
	gen_add(g, K_INT, g->params[n - 1], false);
}

/* One unit less fuel; was there any? */
static LLVMValueRef
burn(struct gen *g)
{
	LLVMValueRef old = LLVMBuildLoad2(g->b, g->i64, g->fuel, "");

	LLVMBuildStore(g->b, LLVMBuildSub(g->b, old, gen_int(g, 1), ""), g->fuel);
	return LLVMBuildICmp(g->b, LLVMIntSGT, old, gen_int(g, 0), "");
}

static void
return_value(struct gen *g)
{
	LLVMValueRef v = NULL, p;

	switch (g->at->shape) {
	case SH_INT: v = gen_use(g, K_INT); break;
	case SH_PAIR: v = gen_use(g, K_PAIR); break;
	case SH_VECTOR: v = gen_use(g, K_NODES); break;
	case SH_ROOTS: /* the caller's slots keep what is in them from the first store on */
		p = gen_use(g, K_NODE);
		gen_store(g, gen_use(g, K_NODE), g->params[1]);
		gen_store(g, p, gen_offset(g, g->params[1], 8));
		if (one_in(&g->d, 2))
			gen_disturb(g);
		gen_store(g, gen_use(g, K_INT), g->params[0]);
		v = gen_use(g, K_INT);
		gen_store(g, v, gen_offset(g, g->params[0], 8));
		LLVMBuildRetVoid(g->b);
		return;
	default: v = gen_use(g, K_NODE); break;
	}
	LLVMBuildRet(g->b, v);
}

/* Fuel is out: give back what was given, at once. */
static void
quick_return(struct gen *g)
{
	struct dice kept = g->d;

	LLVMPositionBuilderAtEnd(g->b, g->quick);
	g->d = (struct dice){ .bytes = (const uint8_t *)"" };
	return_value(g);
	g->d = kept;
}

static void
enter(struct gen *g)
{
	LLVMBasicBlockRef start = LLVMGetNextBasicBlock(g->entry);
	LLVMTypeRef none = LLVMFunctionType(g->ptr, NULL, 0, false);

	g->quick = LLVMAppendBasicBlockInContext(g->lc, g->at->f, "quick");
	LLVMPositionBuilderAtEnd(g->b, g->entry);
	g->gcstack = g->at->shape == SH_TASK ? LLVMGetParam(g->at->f, 0) : LLVMBuildCall2(g->b, none, gen_declare(g, "julia.get_pgcstack", none), NULL, 0, "gcstack");
	/* A tail call may lead here, so there must be a GC stack even if no optimiser sees what it is good for. */
	LLVMSetVolatile(gen_load(g, g->ptr, g->gcstack), true);
	LLVMPositionBuilderAtEnd(g->b, start);
	parameters(g);
	if (one_in(&g->d, 3)) { /* pointers to data that are never null */
		LLVMValueRef n = gen_use(g, K_NODE);
		gen_add(g, K_INT_OUT, gen_load(g, g->p13, gen_inside(g, gen_load(g, g->p10, gen_inside(g, n, g->p11, WORD_BITS)), g->p11, 1)), false);
		gen_add(g, K_REF_OUT, gen_load(g, g->p13, gen_inside(g, gen_load(g, g->p10, gen_inside(g, n, g->p11, WORD_LIST)), g->p11, 1)), false);
	}
	LLVMBuildCondBr(g->b, burn(g), g->block[0].bb, g->quick);
	quick_return(g);
}

/* ---- blocks ---- */

static void
open_block(struct gen *g)
{
	LLVMTypeRef two[2] = { g->ptr, g->i32 };
	LLVMTypeRef ft = LLVMFunctionType(g->none, two, 2, false), get = LLVMFunctionType(g->p10, &g->ptr, 1, false);
	LLVMValueRef args[2] = { g->gcstack, LLVMConstInt(g->i32, 1, false) }, pad;

	switch (g->block[g->cur].room) {
	case ROOM_CATCH:
		LLVMBuildCall2(g->b, ft, gen_declare(g, "lr_pop_handler", ft), args, 2, "");
		gen_add(g, K_NODE, LLVMBuildCall2(g->b, get, gen_declare(g, "lr_current_exception", get), args, 1, ""), false);
		return;
	case ROOM_PAD:
		pad = LLVMBuildLandingPad(g->b, LLVMStructTypeInContext(g->lc, two, 2, false), NULL, 1, "");
		if (g->block[g->cur].end == END_RESUME) /* what has been caught can not go on */
			LLVMSetCleanup(pad, true);
		else
			LLVMAddClause(pad, LLVMConstNull(g->ptr));
		gen_observe(g, gen_int(g, 1000003));
		return;
	default:
		return;
	}
}

/* Operations on what open_block left of the exception are done: on with it. */
static void
resume(struct gen *g)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(g->block[g->cur].bb); i != NULL; i = LLVMGetNextInstruction(i))
		if (LLVMIsALandingPadInst(i) != NULL) {
			LLVMBuildResume(g->b, i);
			return;
		}
}

static void
enter_handler(struct gen *g, LLVMBasicBlockRef body, LLVMBasicBlockRef catch)
{
	LLVMTypeRef two[2] = { g->ptr, g->i32 }, ptrs[2] = { g->ptr, g->ptr };
	LLVMTypeRef set = LLVMFunctionType(g->i32, two, 2, false), none = LLVMFunctionType(g->i32, NULL, 0, false);
	LLVMTypeRef put = LLVMFunctionType(g->none, ptrs, 2, false);
	LLVMValueRef call;

	if (one_in(&g->d, 2)) {
		call = LLVMBuildCall2(g->b, none, gen_declare(g, "julia.except_enter", none), NULL, 0, "");
	} else {
		if (g->handler == NULL)
			g->handler = gen_alloca(g, LLVMArrayType2(g->i8, 256));
		LLVMValueRef args[2] = { g->gcstack, g->handler };
		LLVMBuildCall2(g->b, put, gen_declare(g, "lr_enter_handler", put), args, 2, "");
		args[0] = g->handler;
		args[1] = LLVMConstInt(g->i32, 0, false);
		call = LLVMBuildCall2(g->b, set, gen_declare(g, "__sigsetjmp", set), args, 2, "");
	}
	LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(g->lc, LLVMGetEnumAttributeKindForName("returns_twice", 13), 0));
	LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, call, LLVMConstNull(g->i32), ""), body, catch);
}

static void
throw(struct gen *g)
{
	LLVMTypeRef ft = LLVMFunctionType(g->none, &g->p10, 1, false);
	LLVMValueRef arg = gen_use(g, K_NODE);

	LLVMBuildCall2(g->b, ft, gen_declare(g, "lr_throw", ft), &arg, 1, "");
	LLVMBuildUnreachable(g->b);
}

static bool
tail(struct gen *g)
{
	enum shape s = g->at->shape;
	unsigned from = roll(&g->d, g->nfn);

	if (s != SH_PLAIN && s != SH_TASK && s != SH_INT && s != SH_PAIR && s != SH_VECTOR)
		return false;
	for (unsigned k = 0; k < g->nfn; k++) {
		struct function *f = &g->fn[(from + k) % g->nfn];
		if (f->shape == s && (g->at->unwinds || !f->unwinds)) {
			LLVMBuildRet(g->b, gen_tail_call(g, f));
			return true;
		}
	}
	return false;
}

/* Go on to the successors; back only while there is fuel. */
static void
branch(struct gen *g)
{
	const struct block *b = &g->block[g->cur];
	bool back = false;
	unsigned forward = 0;

	for (unsigned k = 0; k < b->nsucc; k++) {
		back |= b->succ[k] <= g->cur;
		if (b->succ[k] > g->cur)
			forward = k;
	}
	LLVMBasicBlockRef to = g->block[b->succ[forward]].bb;
	if (b->nsucc == 1) {
		LLVMBuildBr(g->b, to);
		return;
	}
	LLVMValueRef fuel = back ? burn(g) : NULL;
	if (b->nsucc == 2) {
		LLVMValueRef c = gen_condition(g);
		if (back)
			c = LLVMBuildAnd(g->b, c, fuel, "");
		LLVMBuildCondBr(g->b, c, g->block[b->succ[1 - forward]].bb, to);
		return;
	}
	LLVMValueRef n = LLVMBuildAnd(g->b, gen_use(g, K_INT), gen_int(g, 15), "");
	if (back)
		n = LLVMBuildSelect(g->b, fuel, n, gen_int(g, 99), "");
	LLVMValueRef s = LLVMBuildSwitch(g->b, n, to, b->nsucc - 1);
	for (unsigned k = 0, value = 0; k < b->nsucc; k++)
		if (k != forward)
			LLVMAddCase(s, gen_int(g, value++), g->block[b->succ[k]].bb);
}

static void
close_block(struct gen *g)
{
	const struct block *b = &g->block[g->cur];
	LLVMTypeRef two[2] = { g->ptr, g->i32 }, ft = LLVMFunctionType(g->none, two, 2, false);
	LLVMValueRef args[2] = { g->gcstack, LLVMConstInt(g->i32, 1, false) };

	if (b->room == ROOM_PROTECTED)
		LLVMBuildCall2(g->b, ft, gen_declare(g, "lr_pop_handler_noexcept", ft), args, 2, "");
	switch (b->end) {
	case END_BRANCH: branch(g); return;
	case END_TRY: enter_handler(g, g->block[b->succ[0]].bb, g->block[b->succ[1]].bb); return;
	case END_INVOKE: gen_invoke(g, g->block[b->succ[0]].bb, g->block[b->succ[1]].bb); return;
	case END_THROW: throw(g); return;
	case END_RESUME: resume(g); return;
	case END_TAIL:
		if (tail(g))
			return;
		break;
	case END_RETURN: break;
	}
	gen_observe(g, gen_use(g, K_INT));
	return_value(g);
}

static void
fill_block(struct gen *g)
{
	LLVMPositionBuilderAtEnd(g->b, g->block[g->cur].bb);
	gen_phis(g);
	open_block(g);
	gen_end_regions(g);
	for (unsigned k = 0, n = g->cur == 0 ? 1 + roll(&g->d, 8) : one_in(&g->d, 4) ? roll(&g->d, 16) : roll(&g->d, 6); k < n; k++)
		gen_operation(g);
	close_block(g);
}

void
gen_function(struct gen *g, struct function *fn)
{
	static const char personality[] = "__gxx_personality_v0";

	g->at = fn;
	g->nvalues = g->nphis = g->nregions = g->nvars = g->cur = 0;
	g->handler = g->sret = g->roots = NULL;
	g->has_try = false;
	bool large = g->d.left > LARGE_BYTES || one_in(&g->d, 16);

	gen_graph(g, 2 + roll(&g->d, large ? 50 : 7));
	g->entry = LLVMAppendBasicBlockInContext(g->lc, fn->f, "entry");
	LLVMAppendBasicBlockInContext(g->lc, fn->f, "start");
	for (unsigned i = 0; i < g->nblocks; i++)
		g->block[i].bb = LLVMAppendBasicBlockInContext(g->lc, fn->f, "");
	enter(g);
	for (g->cur = 0; g->cur < g->nblocks; g->cur++) {
		if (g->cur == 0) {
			LLVMPositionBuilderAtEnd(g->b, g->block[0].bb);
			gen_variables(g);
		}
		fill_block(g);
		if (g->block[g->cur].end == END_INVOKE)
			LLVMSetPersonalityFn(fn->f, gen_declare(g, personality, LLVMFunctionType(g->i32, NULL, 0, true)));
	}
	gen_finish_phis(g);
	LLVMPositionBuilderAtEnd(g->b, g->entry);
	LLVMBuildBr(g->b, LLVMGetNextBasicBlock(g->entry));
}
