/* statepoint.c -- PlaceStatepoints: functions of the ABI "statepoint" get gc.statepoint and gc.relocate.
**
** The plan is made of what is left of the dialect when everything else is lowered, so LateLowerGCFrame leaves in such
** functions what keeps objects alive: preserve regions, gc_loaded, bundles.  They go here.
**
** A plan is made of a function whose invokes have edges of their own and whose stores into the stack are copied.  Few
** functions need either; those that do are scanned once before, and again afterwards.  Once all functions are planned
** nothing fails; if a plan fails, edges and copies are taken back, and the module is as it was. */
#include <llvm-c/Target.h>

#include "check/relocations/check_reloc.h"
#include "gcroots/relocate/relocate.h"
#include "ir/llvm_calls.h"
#include "dialect/abi.h"
#include "lowering/intrinsics/clean_up.h"
#include "lowering/common/lowering.h"
#include "host/passes.h"

struct work {
	LLVMValueRef fn;
	struct placement *to_place; /* NULL: nothing in it can collect */
	struct check_lost lost;
};
struct placement { struct sp sp; struct sp_build g; };

/* What all functions share. */
struct run {
	struct session s;
	struct edit e;
	struct arena keep;
	struct pset_pool pool;
	struct sp_leaving leaving;
	struct ptrmap converted; /* calls of the function at hand that become statepoints */
	struct late *late;       /* lowers what was left for the placement */
	struct work *work;
	size_t n;
};

void
sp_init(struct sp *sp, struct session *s, struct edit *e, struct pset_pool *pool)
{
	arena_alloc_fn *alloc = s->cx->options.alloc;
	void *user = s->cx->options.user;

	*sp = (struct sp){ .s = s,
		.e = e, .ar = &sp->own, .pool = pool, .edges = { .e = e, .ar = &sp->log, .seen = &sp->blocks } };
	arena_init(&sp->own, alloc, user);
	arena_init(&sp->log, alloc, user);
	ptrmap_init(&sp->values, alloc, user);
	ptrmap_init(&sp->lifted, alloc, user);
	ptrmap_init(&sp->blocks, alloc, user);
}

void
sp_free(struct sp *sp)
{
	ptrmap_free(&sp->values);
	ptrmap_free(&sp->lifted);
	ptrmap_free(&sp->blocks);
	arena_free(&sp->own);
	arena_free(&sp->log);
}

static bool
returns_twice(LLVMValueRef call)
{
	return call_has_attribute(call, "returns_twice") || intrinsic_of_call(call) == INTR_EXCEPT_ENTER;
}

/* Does a result of type `t` come back in registers?  If it does not, LLVM crashes on the statepoint without
** optimisation.  Rather no than
** yes: at most three scalars, all told three words. */
static bool
in_registers(LLVMTargetDataRef layout, LLVMTypeRef t)
{
	enum { WORDS = 3 };
	LLVMTypeRef todo[WORDS + 1];
	unsigned n = 0, scalars = 0;

	if (LLVMGetTypeKind(t) != LLVMStructTypeKind && LLVMGetTypeKind(t) != LLVMArrayTypeKind)
		return true;
	if (LLVMStoreSizeOfType(layout, t) > WORDS * sizeof(uint64_t))
		return false;
	for (todo[n++] = t; n > 0;) {
		t = todo[--n];
		bool array = LLVMGetTypeKind(t) == LLVMArrayTypeKind;
		if (!array && LLVMGetTypeKind(t) != LLVMStructTypeKind) {
			scalars++;
			continue;
		}
		uint64_t parts = array ? LLVMGetArrayLength2(t) : LLVMCountStructElementTypes(t);
		if (parts + n + scalars > WORDS)
			return false;
		for (unsigned i = 0; i < parts; i++)
			todo[n++] = array ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, i);
	}
	return scalars <= WORDS;
}

static bool
varies_with_vectors(LLVMValueRef call)
{
	LLVMTypeRef type = LLVMGetCalledFunctionType(call);

	for (unsigned i = 0; LLVMIsFunctionVarArg(type) && i < LLVMGetNumArgOperands(call); i++)
		switch (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i)))) {
		case LLVMIntegerTypeKind: case LLVMPointerTypeKind: break;
		default: return true;
		}
	return false;
}

static bool
is_transition(LLVMValueRef call)
{
	bool is = false;

	for (unsigned i = 0; i < LLVMGetNumOperandBundles(call); i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		is |= bundle_kind(b) == BUNDLE_TRANSITION;
		LLVMDisposeOperandBundle(b);
	}
	return is;
}

/* Nobody could tell such records from those of statepoints. */
static bool
makes_record(LLVMValueRef call)
{
	const char *name = value_name(LLVMGetCalledValue(call));

	return strncmp(name, "llvm.experimental.stackmap", 26) == 0
		|| strncmp(name, "llvm.experimental.patchpoint", 28) == 0
		|| strncmp(name, "llvm.experimental.gc.statepoint", 31) == 0;
}

const char *
statepoint_refusal(LLVMValueRef fn)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn));

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if ((op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr) && returns_twice(i))
				return "a call in it may return twice, and what LLVM keeps for a statepoint is "
					"overwritten by then";
			if (op == LLVMInvoke && LLVMGetNumOperandBundles(i) > 0 && is_transition(i))
				return "what it calls GC-safe may unwind";
			bool call = op == LLVMCall || op == LLVMInvoke;
			if (op == LLVMCall && intrinsic_of_call(i) == INTR_GET_PGCSTACK_OR_NEW)
				return "it is called from outside, and polls by loads when it enters and leaves";
			if (op == LLVMCall && intrinsic_of_call(i) == INTR_TRACKED_POINTER)
				return "its objects are plain pointers, which nothing relocates (AdoptGCRoots)";
			if (op == LLVMCall && makes_record(i))
				return "it has stack map records of its own";
			if (call && llvm_call_kind(LLVMGetCalledValue(i)) != LLVM_CALL_NEVER
				&& LLVMGetIntrinsicID(LLVMGetCalledValue(i)) != 0)
				return "it calls an intrinsic of LLVM that may run other code, and of that no "
					"statepoint can be made";
			if (call && !in_registers(layout, LLVMTypeOf(i)))
				return "a call in it gives more than fits into registers";
			if (call && LLVMGetFirstUse(i) && varies_with_vectors(i))
				return "it takes the result of a function that it gives a variable number of "
					"floating-point arguments";
			if (op == LLVMCatchSwitch || op == LLVMCleanupPad)
				return "its exceptions are handled by funclets";
		}
	return NULL;
}

/* Scan, and what follows from it but liveness. */
static lr_status
examine(struct sp *sp, LLVMValueRef fn)
{
	struct session *s = sp->s;
	struct fn *f = &sp->f;
	lr_status st = scan_function(s, fn, sp->ar, f, &sp->ir);

	if (st != LR_OK || !sp->ir.pgcstack || f->nsafe == 0)
		return st;
	if (!f->g.idom && !cfg_analyse(&f->g, sp->ar))
		return lr_nomem(s->cx);
	return refine(f) ? LR_OK : lr_nomem(s->cx);
}

/* Copies and edges are made; true in *changed if there are any. */
static bool
prepare(struct sp *sp, LLVMValueRef fn, bool *changed)
{
	if (!sp_shadow_plan(sp->s, &sp->f, &sp->ir, &sp->log, &sp->copies))
		return false;
	sp_shadow_build(sp->s, sp->e, fn, &sp->copies); /* its plan knows phis that are made anew for edges */
	bool ok = sp_edges_split(&sp->edges, fn);
	*changed = sp->copies.n > 0 || sp->edges.nedge > 0;
	return ok;
}

static lr_status
plan(struct run *r, struct work *w)
{
	struct session *s = &r->s;
	struct placement *p = arena_zalloc(&r->keep, sizeof *p);
	bool changed;

	if (!p)
		return lr_nomem(s->cx);
	w->to_place = p;
	struct sp *sp = &p->sp;
	sp_init(sp, s, &r->e, &r->pool);
	sp->leaving = &r->leaving;
	lr_status st = examine(sp, w->fn);
	if (st != LR_OK)
		return st;
	if (!sp->ir.pgcstack || sp->f.nsafe == 0) {
		sp_free(sp);
		w->to_place = NULL;
		return late_plan(r->late, w->fn, false, NULL);
	}
	if (!prepare(sp, w->fn, &changed))
		return lr_nomem(s->cx);
	if (changed) {
		arena_reset(sp->ar);
		if ((st = examine(sp, w->fn)) != LR_OK)
			return st;
	}
	if (!liveness(&sp->f) || !sp_spill(sp, &changed))
		return lr_nomem(s->cx);
	if (changed) {
		arena_reset(sp->ar);
		if ((st = examine(sp, w->fn)) != LR_OK)
			return st;
		if (!liveness(&sp->f))
			return lr_nomem(s->cx);
	}
	if (!sp_memory_plan(sp) || !sp_variables(sp) || !sp_place_phis(sp) || !sp_anchors_plan(sp) ||
	    !sp_reserve(sp, &p->g))
		return lr_nomem(s->cx);
	ptrmap_clear(&r->converted);
	for (uint32_t i = 0; i < sp->v.nsafe; i++)
		if (!sp->plain[i] && !ptrmap_set(&r->converted, sp->ir.safe[i], i))
			return lr_nomem(s->cx);
	return late_plan(r->late, w->fn, false, &r->converted);
}

bool
statepoint_allocates(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsAAllocaInst(i)
				&& (b != LLVMGetEntryBasicBlock(fn) || !LLVMIsConstant(LLVMGetOperand(i, 0))))
				return true;
	return false;
}

static void
put(struct sp *sp, struct sp_build *g)
{
	LLVMValueRef fn = sp->ir.fn;

	sp_strip(sp->e, fn);
	sp_edges_keep(&sp->edges);
	sp_build(sp, g);
	sp_edges_done(&sp->edges);
	shadow_chain_variable(sp->s->module); /* or LLVM would make one that is not thread-local, as the runtime's is */
	LLVMSetGC(fn, "shadow-stack"); /* the one strategy whose relocations may be of any address space */
	table_function(sp->e, fn, LR_STATEPOINT_TEXT, true);
	if (statepoint_allocates(fn)) /* or LLVM would address what it spills by a third register */
		table_align(sp->e, fn);
}

static bool
is_foreign(LLVMValueRef v)
{
	enum { FOREIGN_SPACE = 1 }; /* the one that LLVM's own pass relocates */
	LLVMTypeRef t = LLVMTypeOf(v);

	t = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == FOREIGN_SPACE;
}

static bool
calls_leaf(LLVMValueRef call, LLVMValueRef callee)
{
	LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	return LLVMGetCallSiteStringAttribute(call, whole, "gc-leaf-function", 16)
		|| (LLVMIsAFunction(callee) && LLVMGetStringAttributeAtIndex(callee, whole, "gc-leaf-function", 16));
}

/* A call that has the pointers of LLVM's own pass relocated, which has not run; NULL if there is none. */
static LLVMValueRef
left_to_llvm(LLVMValueRef fn)
{
	const char *gc = LLVMGetGC(fn);
	LLVMValueRef call = NULL;
	bool pointers = false;

	if (!gc || (strcmp(gc, "statepoint-example") != 0 && strcmp(gc, "coreclr") != 0))
		return NULL;
	for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p))
		pointers |= is_foreign(p);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			pointers |= is_foreign(i);
			if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i))
				continue;
			LLVMValueRef callee = LLVMGetCalledValue(i);
			const char *name = LLVMIsAFunction(callee) ? value_name(callee) : "";
			if (strncmp(name, "llvm.experimental.gc.statepoint", 31) == 0)
				return NULL;
			if (!call && strncmp(name, "llvm.", 5) != 0 && intrinsic_of_call(i) == INTR_NONE
				&& !calls_leaf(i, callee))
				call = i;
		}
	return pointers ? call : NULL;
}

static lr_status
plan_all(struct run *r, LLVMValueRef *fns, size_t nfns)
{
	lr_context *cx = r->s.cx;

	for (size_t i = 0; i < nfns; i++) {
		if (abi_of(cx, fns[i]) != LR_ABI_STATEPOINT || statepoint_refusal(fns[i]))
			continue;
		LLVMValueRef left = left_to_llvm(fns[i]);
		if (left)
			return lr_fail(cx, LR_E_DIALECT, left,
				"the function has gc \"%s\" and pointers of address space 1, which nothing relocates "
				"here: use address space 10 of the dialect, or run LLVM's rewrite-statepoints-for-gc "
				"first", LLVMGetGC(fns[i]));
		struct work *w = &r->work[r->n++];
		*w = (struct work){ .fn = fns[i] };
		lr_status st = cx->options.check ? check_lost_note(cx, fns[i], &r->keep, &w->lost) : LR_OK;
		if (st == LR_OK)
			st = plan(r, w);
		if (st != LR_OK)
			return st;
	}
	return edit_ready(&r->e) ? late_ready(r->late, 0) : lr_nomem(cx);
}

/* From the last function to the first, as if nothing had been done. */
static void
take_back(struct run *r)
{
	for (size_t i = r->n; i-- > 0;)
		if (r->work[i].to_place) {
			struct sp *sp = &r->work[i].to_place->sp;
			sp_spill_take_back(sp);
			sp_edges_join(&sp->edges);
			sp_shadow_erase(&sp->copies);
			sp_free(sp);
		}
}

static void
put_all(struct run *r)
{
	for (size_t i = 0; i < r->n; i++) {
		struct placement *p = r->work[i].to_place;
		if (!p)
			continue;
		r->s.cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
		put(&p->sp, &p->g);
		sp_free(&p->sp);
	}
	for (size_t i = 0; i < r->n; i++)
		late_apply(r->late, i, NULL, false);
}

lr_status
pass_place_statepoints(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct run r = { .n = 0 };
	arena_alloc_fn *alloc = cx->options.alloc;
	void *user = cx->options.user;

	if (params != NULL)
		return lr_fail(cx, LR_E_PIPELINE, NULL, "PlaceStatepoints takes no parameters, not '%s'", params);
	arena_init(&r.keep, alloc, user);
	pset_pool_init(&r.pool, alloc, user);
	ptrmap_init(&r.converted, alloc, user);
	bool ready = edit_begin(&r.e, cx, m), session = session_init(&r.s, cx, m, nfns == 1 ? fns[0] : NULL);
	r.s.moving = true;
	sp_leaving_init(&r.leaving, &r.s, &r.keep);
	r.late = late_begin(cx, m, &r.keep);
	r.work = arena_array(&r.keep, nfns + 1, sizeof *r.work);
	lr_status st = r.work && r.late && ready && session ? plan_all(&r, fns, nfns) : lr_nomem(cx);
	if (st == LR_OK)
		put_all(&r);
	else
		take_back(&r);
	const uint64_t spaces = st == LR_OK && cx->options.check ? check_relocated_spaces(m) : 0;
	for (size_t i = 0; i < r.n && st == LR_OK && cx->options.check; i++)
		if (r.work[i].to_place)
			if ((st = check_relocations(cx, r.work[i].fn, spaces)) == LR_OK)
				st = check_lost_judge(cx, r.work[i].fn, &r.work[i].lost);
	if (r.late)
		late_end(r.late);
	sp_leaving_free(&r.leaving);
	ptrmap_free(&r.converted);
	pset_pool_free(&r.pool);
	session_free(&r.s);
	edit_end(&r.e);
	arena_free(&r.keep);
	return st;
}
