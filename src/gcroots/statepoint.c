/* statepoint.c -- PlaceStatepoints: functions of the ABI "statepoint" get gc.statepoint and gc.relocate.
**
** The plan is made of what is left of the dialect when everything else is lowered, so LateLowerGCFrame leaves in such functions what keeps
** objects alive: preserve regions, gc_loaded, bundles.  They go here.
**
** Functions are scanned once before anything is changed, for what cannot be understood, and once more when edges of invokes and copies of stores
** have been made; what can fail from then on is only memory, and whatever has been done by then leaves the program as it was. */
#include <llvm-c/Target.h>

#include "gcroots/check_reloc.h"
#include "gcroots/statepoint.h"
#include "lowering/abi_choice.h"
#include "lowering/late.h"
#include "lowering/lowering.h"
#include "passes.h"

struct work {
	LLVMValueRef fn;
	bool place;              /* something in it can collect */
	struct sp_shadow shadow;
};

static bool
returns_twice(LLVMValueRef call)
{
	return call_has_attribute(call, "returns_twice") || intrinsic_of_call(call) == INTR_EXCEPT_ENTER;
}

/* Does a result of type `t` come back in registers?  If it does not, LLVM crashes on the statepoint without optimisation.  Rather no than
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

	return strncmp(name, "llvm.experimental.stackmap", 26) == 0 || strncmp(name, "llvm.experimental.patchpoint", 28) == 0;
}

const char *
statepoint_refusal(LLVMValueRef fn)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(fn));

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if ((op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr) && returns_twice(i))
				return "a call in it may return twice, and what LLVM keeps for a statepoint is overwritten by then";
			if (op == LLVMInvoke && LLVMGetNumOperandBundles(i) > 0 && is_transition(i))
				return "what it calls GC-safe may unwind";
			bool call = op == LLVMCall || op == LLVMInvoke;
			if (op == LLVMCall && intrinsic_of_call(i) == INTR_GET_PGCSTACK_OR_NEW)
				return "it is called from outside, and polls by loads when it enters and leaves";
			if (op == LLVMCall && intrinsic_of_call(i) == INTR_TRACKED_POINTER)
				return "its objects are plain pointers, which nothing relocates (AdoptGCRoots)";
			if (op == LLVMCall && makes_record(i))
				return "it has stack map records of its own";
			if (call && !in_registers(layout, LLVMTypeOf(i)))
				return "a call in it gives more than fits into registers";
			if (call && LLVMGetFirstUse(i) && varies_with_vectors(i))
				return "it takes the result of a function that it gives a variable number of floating-point arguments";
			if (op == LLVMCatchSwitch || op == LLVMCleanupPad)
				return "its exceptions are handled by funclets";
		}
	return NULL;
}

/* Scan, and what follows from it.  With `all` up to liveness. */
static lr_status
examine(struct session *s, LLVMValueRef fn, struct arena *ar, struct fn *f, struct ir *ir, bool all)
{
	lr_status st = scan_function(s, fn, ar, f, ir);

	if (st != LR_OK || !ir->pgcstack || f->nsafe == 0)
		return st;
	if (!f->g.idom && !cfg_analyse(&f->g, ar))
		return lr_nomem(s->cx);
	if (!refine(f) || (all && !liveness(f)))
		return lr_nomem(s->cx);
	return LR_OK;
}

static lr_status
plan(struct session *s, struct edit *e, LLVMValueRef fn, struct arena *scratch, struct arena *keep, struct work *w)
{
	struct fn f;
	struct ir ir;

	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): without memory for it nothing is planned */
	*w = (struct work){ .fn = fn };
	arena_reset(scratch);
	lr_status st = examine(s, fn, scratch, &f, &ir, false);
	if (st != LR_OK || !ir.pgcstack || f.nsafe == 0)
		return st;
	w->place = true;
	sp_edges_plan(e, fn);
	return sp_shadow_plan(s, &f, &ir, keep, &w->shadow) ? LR_OK : lr_nomem(s->cx);
}

static bool
has_dynamic_alloca(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsAAllocaInst(i) && (b != LLVMGetEntryBasicBlock(fn) || !LLVMIsConstant(LLVMGetOperand(i, 0))))
				return true;
	return false;
}

static lr_status
put(struct session *s, struct edit *e, struct arena *ar, struct sp *sp, struct work *w)
{
	struct pset_pool pool = sp->pool;
	struct ptrmap values = sp->values, lifted = sp->lifted;
	struct sp_leaving leaving = sp->leaving;
	struct arena *keep = sp->keep;
	struct sp_build g;

	sp_strip(e, w->fn);
	LLVMValueRef shadow = sp_shadow_build(s, e, w->fn, &w->shadow); /* its plan knows phis that the next makes anew */
	sp_edges_split(e, w->fn);
	arena_reset(ar);
	*sp = (struct sp){ .s = s, .e = e, .ar = ar, .keep = keep, .pool = pool, .values = values, .lifted = lifted, .leaving = leaving,
		.shadow = shadow };
	lr_status st = examine(s, w->fn, ar, &sp->f, &sp->ir, true);
	if (st == LR_OK && !(sp_memory_plan(sp) && sp_variables(sp) && sp_place_phis(sp) && sp_reserve(sp, &g)))
		st = lr_nomem(s->cx);
	if (st != LR_OK)
		return st;
	sp_build(sp, &g);
	shadow_chain_variable(s->module); /* or LLVM would make one that is not thread-local, as the runtime's is */
	LLVMSetGC(w->fn, "shadow-stack"); /* the one strategy whose relocations may be of any address space */
	table_function(e, w->fn, LR_STATEPOINT_TEXT, true);
	if (has_dynamic_alloca(w->fn)) /* or LLVM would address what it spills by a third register */
		table_align(e, w->fn);
	return LR_OK;
}

/* What was left for the placement. */
static lr_status
clean_up(lr_context *cx, LLVMModuleRef m, const struct work *w, size_t n, struct arena *keep)
{
	struct late *late = late_begin(cx, m, keep);
	lr_status st = late ? LR_OK : lr_nomem(cx);

	for (size_t i = 0; i < n && st == LR_OK; i++)
		st = late_plan(late, w[i].fn, false);
	if (st == LR_OK)
		st = late_ready(late, 0);
	for (size_t i = 0; i < n && st == LR_OK; i++)
		late_apply(late, i, NULL, false);
	if (late)
		late_end(late);
	return st;
}

lr_status
pass_place_statepoints(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct session s;
	struct arena scratch, keep;
	struct edit e;
	struct sp sp = { .s = NULL };
	lr_status st = params == NULL ? LR_OK : lr_fail(cx, LR_E_PIPELINE, NULL, "PlaceStatepoints takes no parameters, not '%s'", params);
	size_t n = 0;

	if (st != LR_OK)
		return st;
	arena_init(&scratch, cx->options.alloc, cx->options.user);
	arena_init(&keep, cx->options.alloc, cx->options.user);
	pset_pool_init(&sp.pool, cx->options.alloc, cx->options.user);
	ptrmap_init(&sp.values, cx->options.alloc, cx->options.user);
	ptrmap_init(&sp.lifted, cx->options.alloc, cx->options.user);
	ptrmap_init(&sp.leaving.by_callee, cx->options.alloc, cx->options.user);
	sp.keep = &keep;
	struct work *w = arena_array(&keep, nfns + 1, sizeof *w);
	bool ready = edit_begin(&e, cx, m), session = session_init(&s, cx, m);
	s.moving = true;
	if (!w || !ready || !session)
		st = lr_nomem(cx);
	for (size_t i = 0; i < nfns && st == LR_OK; i++)
		if (abi_of(cx, fns[i]) == LR_ABI_STATEPOINT && !statepoint_refusal(fns[i]))
			st = plan(&s, &e, fns[i], &scratch, &keep, &w[n++]);
	if (st == LR_OK && !edit_ready(&e))
		st = lr_nomem(cx);
	for (size_t i = 0; i < n && st == LR_OK; i++)
		if (w[i].place) {
			cx->changed |= LR_CHANGED_IR | LR_CHANGED_CFG;
			st = put(&s, &e, &scratch, &sp, &w[i]);
		}
	if (st == LR_OK && n > 0)
		st = clean_up(cx, m, w, n, &keep);
	for (size_t i = 0; i < n && st == LR_OK && cx->options.check; i++)
		if (w[i].place)
			st = check_relocations(cx, w[i].fn);
	ptrmap_free(&sp.values);
	ptrmap_free(&sp.lifted);
	ptrmap_free(&sp.leaving.by_callee);
	pset_pool_free(&sp.pool);
	session_free(&s);
	edit_end(&e);
	arena_free(&keep);
	arena_free(&scratch);
	return st;
}
