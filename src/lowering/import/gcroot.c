/* gcroot.c -- AdoptGCRoots: functions of front ends that use LLVM's older intrinsics become functions of the
** dialect.
**
**   llvm.gcroot(&root, metadata)   the variable holds tracked pointers, null at first, and mem2reg makes values of it;
**                                  with metadata it stays a variable, so that its word in the frame is its own
**   llvm.gcread(object, slot)      load
**   llvm.gcwrite(value, object, slot)   store, and a write barrier unless <no-barriers>
**
** What such a front end relies on is that an object lives as long as it is in a root.  Here it lives as long as the
** root is read again, or as something computed from what was stored into it or read from it is used (not through memory
** or what a call gives back), while it is still in there: behind each such use that a safepoint can come before, and
** behind each call that gets such a pointer, the root is read once more.  Pointers stay in address space 0 but for the
** roots; to and fro go julia.tracked_pointer and julia.pointer_from_objref, which LLVM does not see through.  Every
** call not known to be harmless is a safepoint. */
#include <llvm-c/Transforms/PassBuilder.h>

#include "dialect/abi.h"
#include "lowering/common/lowering.h"
#include "host/passes.h"

enum what { NOTHING, ROOT, READ, WRITE };

struct root { LLVMValueRef variable, intrinsic, metadata, tracked; };
/* Before `at` the root is read. */
struct mark { uint32_t root; LLVMValueRef at; };
struct item { LLVMValueRef value; uint32_t epoch; };

struct adoption {
	struct lower l;
	struct root *roots;
	uint32_t nroots, roots_cap;
	struct mark *marks;
	uint32_t nmarks, marks_cap;
	struct { LLVMValueRef call; enum what what; } *accesses;
	uint32_t naccesses, accesses_cap;
	LLVMValueRef *fns;
	uint32_t nfns, fns_cap;
	struct item *todo;
	uint32_t ntodo, todo_cap;
	struct ptrmap epoch;     /* instruction -> the same for those that no call comes between */
	struct ptrmap seen;
	uint32_t epochs;
	bool barriers;
};

static enum what
what_of(LLVMValueRef inst)
{
	LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
	const char *name = callee != NULL && LLVMIsAFunction(callee) ? value_name(callee) : "";

	if (strncmp(name, "llvm.gc", 7) != 0)
		return NOTHING;
	return strcmp(name, "llvm.gcroot") == 0 ? ROOT
		: strcmp(name, "llvm.gcread") == 0 ? READ
		: strcmp(name, "llvm.gcwrite") == 0 ? WRITE
		: NOTHING;
}

/* ---- planning ---- */

static lr_status
plan_root(struct adoption *a, LLVMValueRef call)
{
	struct lower *l = &a->l;
	LLVMValueRef v = LLVMGetOperand(call, 0), meta = LLVMGetOperand(call, 1);

	if (!LLVMIsAAllocaInst(v))
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"llvm.gcroot takes the address of an alloca, and of nothing else");
	if (LLVMGetAllocatedType(v) != l->e.ptr || !LLVMIsAConstantInt(LLVMGetOperand(v, 0))
		|| LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)) != 1)
		return lr_fail(l->cx, LR_E_DIALECT, call,
			"a variable given to llvm.gcroot must hold one pointer in address space 0");
	if (LLVMGetInstructionParent(v)
		!= LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))))
		return lr_fail(l->cx, LR_E_DIALECT, call, "a variable given to llvm.gcroot must be in the entry block");
	for (uint32_t i = a->nroots; i-- > 0;)
		if (a->roots[i].variable == v)
			return lr_fail(l->cx, LR_E_DIALECT, call, "the variable is given to llvm.gcroot twice");
		else if (LLVMGetInstructionParent(a->roots[i].variable) != LLVMGetInstructionParent(v))
			break;
	if (ARENA_PUSH(&l->e.arena, a->roots, a->nroots, a->roots_cap))
		a->roots[a->nroots++] = (struct root){ v, call, LLVMIsNull(meta) ? NULL : meta, NULL };
	return LR_OK;
}

static void
add_mark(struct adoption *a, uint32_t root, LLVMValueRef at)
{
	while (LLVMIsAPHINode(at) || LLVMIsALandingPadInst(at))
		at = LLVMGetNextInstruction(at);
	if (ARENA_PUSH(&a->l.e.arena, a->marks, a->nmarks, a->marks_cap))
		a->marks[a->nmarks++] = (struct mark){ root, at };
}

/* Its result stands for the same object as an operand does. */
static bool
derives(LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMPHI:
	case LLVMSelect:
	case LLVMGetElementPtr:
	case LLVMFreeze:
	case LLVMInsertValue:
	case LLVMExtractValue:
	case LLVMInsertElement: case LLVMExtractElement: case LLVMShuffleVector:
		return true;
	default:
		return LLVMIsACastInst(inst) != NULL || LLVMIsABinaryOperator(inst) != NULL;
	}
}

/* llvm.ptrmask, llvm.launder.invariant.group and their like. */
static bool
is_pointer_intrinsic(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;

	return callee != NULL && LLVMIsAFunction(callee) && strncmp(value_name(callee), "llvm.", 5) == 0
		&& what_of(call) == NOTHING && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
}

static void
add_item(struct adoption *a, LLVMValueRef v, uint32_t epoch)
{
	if (LLVMIsConstant(v) || ptrmap_get(&a->seen, v) != PTRMAP_NONE)
		return;
	ptrmap_set(&a->seen, v, 1);
	if (ARENA_PUSH(&a->l.e.arena, a->todo, a->ntodo, a->todo_cap))
		a->todo[a->ntodo++] = (struct item){ v, epoch };
}

static void
plan_use(struct adoption *a, uint32_t root, LLVMValueRef user, uint32_t epoch)
{
	if (what_of(user) == NOTHING && (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user))) {
		if (LLVMIsACallInst(user) && LLVMGetTailCallKind(user) == LLVMTailCallKindMustTail)
			return;
		if (LLVMIsACallInst(user))
			add_mark(a, root, LLVMGetNextInstruction(user));
		else
			for (unsigned i = 0; i < 2; i++)
				add_mark(a, root, LLVMGetFirstInstruction(LLVMGetSuccessor(user, i)));
	} else if (ptrmap_get(&a->epoch, user) != epoch)
		add_mark(a, root, user);
}

/* All uses of what is, or may have been, in the root. */
static void
plan_uses(struct adoption *a, uint32_t root)
{
	LLVMValueRef v = a->roots[root].variable;

	ptrmap_clear(&a->seen);
	a->ntodo = 0;
	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsALoadInst(user))
			add_item(a, user, ptrmap_get(&a->epoch, user));
		else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v)
			add_item(a, LLVMGetOperand(user, 0), ptrmap_get(&a->epoch, user));
	}
	while (a->ntodo > 0) {
		struct item it = a->todo[--a->ntodo];
		for (LLVMUseRef u = LLVMGetFirstUse(it.value); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (!LLVMIsAInstruction(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v))
				continue;
			if (derives(user) || is_pointer_intrinsic(user))
				add_item(a, user, it.epoch);
			else
				plan_use(a, root, user, it.epoch);
		}
	}
}

static lr_status
plan(struct adoption *a, LLVMValueRef fn)
{
	struct lower *l = &a->l;
	uint32_t first = a->nroots, accesses = a->naccesses;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		a->epochs++;
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			enum what what = what_of(i);
			ptrmap_set(&a->epoch, i, a->epochs);
			a->epochs += LLVMIsACallInst(i) != NULL;
			lr_status st = what == ROOT ? plan_root(a, i) : LR_OK;
			if (st != LR_OK)
				return st;
			if ((what == READ || what == WRITE)
				&& ARENA_PUSH(&l->e.arena, a->accesses, a->naccesses, a->accesses_cap)) {
				a->accesses[a->naccesses].call = i;
				a->accesses[a->naccesses++].what = what;
			}
			if (what != NOTHING)
				edit_plan_call(&l->e, i);
		}
	}
	for (uint32_t i = first; i < a->nroots; i++)
		plan_uses(a, i);
	if ((a->nroots > first || a->naccesses > accesses || LLVMGetGC(fn) != NULL)
		&& ARENA_PUSH(&l->e.arena, a->fns, a->nfns, a->fns_cap))
		a->fns[a->nfns++] = fn;
	return LR_OK;
}

/* ---- carrying it out ---- */

static LLVMValueRef
call_intrinsic(struct edit *e, enum intrinsic id, LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef params[2] = { LLVMTypeOf(args[0]), n > 1 ? LLVMTypeOf(args[1]) : NULL };
	LLVMValueRef fn = LLVMGetNamedFunction(e->module, intrinsic_name(id));
	bool more = id == INTR_WRITE_BARRIER;

	if (fn == NULL)
		fn = LLVMAddFunction(e->module, intrinsic_name(id),
			LLVMFunctionType(result, params, more ? 1 : n, more));
	return LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

static LLVMValueRef
to_tracked(struct edit *e, LLVMValueRef plain)
{
	if (LLVMIsConstant(plain))
		return LLVMIsNull(plain) || LLVMIsUndef(plain) ? LLVMConstNull(e->tracked)
			: LLVMConstAddrSpaceCast(plain, e->tracked);
	return call_intrinsic(e, INTR_TRACKED_POINTER, e->tracked, &plain, 1);
}

static LLVMValueRef
read_root(struct edit *e, const struct root *r)
{
	LLVMValueRef object = LLVMBuildLoad2(e->builder, e->tracked, r->tracked, "");

	object = LLVMBuildAddrSpaceCast(e->builder, object, LLVMPointerTypeInContext(e->context, LR_AS_DERIVED), "");
	return call_intrinsic(e, INTR_POINTER_FROM_OBJREF, e->ptr, &object, 1);
}

static void
make_variable(struct adoption *a, struct root *r)
{
	struct edit *e = &a->l.e;

	edit_before(e, r->variable);
	r->tracked = LLVMBuildAlloca(e->builder, e->tracked, "");
	if (r->metadata != NULL) {
		LLVMMetadataRef of = LLVMValueAsMetadata(r->metadata);
		edit_metadata(e, r->tracked,
			LLVMGetMDKindIDInContext(e->context, ROOT_METADATA, sizeof ROOT_METADATA - 1),
			LLVMMDNodeInContext2(e->context, &of, 1));
	}
}

static void
adopt_root(struct adoption *a, struct root *r)
{
	struct edit *e = &a->l.e;
	LLVMValueRef v = r->variable;

	for (LLVMUseRef u = LLVMGetFirstUse(v), next; u != NULL; u = next) {
		LLVMValueRef user = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (LLVMIsALoadInst(user)) {
			edit_before(e, user);
			LLVMValueRef plain = read_root(e, r);
			LLVMReplaceAllUsesWith(user, plain);
			LLVMInstructionEraseFromParent(user);
		} else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v && LLVMGetOperand(user, 0) != v
			&& LLVMTypeOf(LLVMGetOperand(user, 0)) == e->ptr) {
			edit_before(e, user);
			LLVMBuildStore(e->builder, to_tracked(e, LLVMGetOperand(user, 0)), r->tracked);
			LLVMInstructionEraseFromParent(user);
		}
	}
	LLVMInstructionEraseFromParent(r->intrinsic);
	LLVMReplaceAllUsesWith(v, r->tracked);
	LLVMInstructionEraseFromParent(v);
}

static void
lower_access(struct adoption *a, LLVMValueRef call, enum what what)
{
	struct edit *e = &a->l.e;
	LLVMValueRef first = LLVMGetOperand(call, 0), second = LLVMGetOperand(call, 1);

	edit_before(e, call);
	if (what == READ) {
		edit_replace(e, call, LLVMBuildLoad2(e->builder, e->ptr, second, ""));
		return;
	}
	LLVMBuildStore(e->builder, first, LLVMGetOperand(call, 2));
	if (a->barriers && !LLVMIsNull(second) && !LLVMIsNull(first)) {
		LLVMValueRef args[] = { to_tracked(e, second), to_tracked(e, first) };
		call_intrinsic(e, INTR_WRITE_BARRIER, e->void_type, args, 2);
	}
	LLVMInstructionEraseFromParent(call);
}

/* No strategy of LLVM's is to see the function any more; who has a runtime for the shadow stack keeps it. */
static void
adopt_function(struct adoption *a, LLVMValueRef fn)
{
	struct edit *e = &a->l.e;
	const char *gc = LLVMGetGC(fn);
	LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)), getter;

	if (gc != NULL && strcmp(gc, "shadow-stack") == 0 && abi_given(fn, LR_ABI_GCFRAME) == LR_ABI_GCFRAME &&
	    abi_given(fn, LR_ABI_SHADOW_STACK) == LR_ABI_SHADOW_STACK)
		abi_stamp(a->l.cx, fn, LR_ABI_SHADOW_STACK);
	LLVMSetGC(fn, NULL);
	if (gcstack_of(fn) != NULL)
		return;
	while (LLVMIsAAllocaInst(at))
		at = LLVMGetNextInstruction(at);
	edit_before(e, at);
	LLVMTypeRef type = LLVMFunctionType(e->ptr, NULL, 0, false);
	getter = LLVMGetNamedFunction(e->module, intrinsic_name(INTR_GET_PGCSTACK));
	if (getter == NULL)
		getter = LLVMAddFunction(e->module, intrinsic_name(INTR_GET_PGCSTACK), type);
	LLVMBuildCall2(e->builder, type, getter, NULL, 0, "pgcstack");
}

static void
apply(struct adoption *a)
{
	struct edit *e = &a->l.e;

	for (uint32_t i = 0; i < a->nroots; i++)
		make_variable(a, &a->roots[i]);
	for (uint32_t i = 0; i < a->nroots; i++) { /* behind all of the allocas */
		LLVMValueRef at = a->roots[i].variable;
		while (LLVMIsAAllocaInst(at))
			at = LLVMGetNextInstruction(at);
		edit_before(e, at);
		LLVMValueRef init = LLVMBuildStore(e->builder, LLVMConstNull(e->tracked), a->roots[i].tracked);
		LLVMSetVolatile(init, a->roots[i].metadata != NULL); /* which keeps mem2reg off: values have no
		                                                      * metadata */
	}
	for (uint32_t i = 0; i < a->nmarks; i++) {
		edit_before(e, a->marks[i].at);
		read_root(e, &a->roots[a->marks[i].root]);
	}
	for (uint32_t i = 0; i < a->naccesses; i++)
		lower_access(a, a->accesses[i].call, a->accesses[i].what);
	for (uint32_t i = 0; i < a->nroots; i++)
		adopt_root(a, &a->roots[i]);
	for (uint32_t i = 0; i < a->nfns; i++)
		adopt_function(a, a->fns[i]);
	if (a->nroots == 0)
		return;
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(e->module, "function(mem2reg)", NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (error != NULL) /* they stay variables */
		LLVMConsumeError(error);
}

lr_status
pass_adopt_gc_roots(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	static const char *const names[] = { "llvm.gcroot", "llvm.gcread", "llvm.gcwrite" };
	struct adoption a = { .l = { .cx = cx, .profile = &cx->profile },
		.barriers = params == NULL || strcmp(params, "no-barriers") != 0 };
	bool any = false;
	lr_status st = LR_OK;

	(void)fns, (void)nfns;
	if (params != NULL && a.barriers && strcmp(params, "barriers") != 0)
		return lr_fail(cx, LR_E_PIPELINE, NULL, "AdoptGCRoots takes barriers or no-barriers, not '%s'", params);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		any |= LLVMGetNamedFunction(m, names[i]) != NULL;
	if (!any)
		return LR_OK;
	if (!edit_begin(&a.l.e, cx, m))
		st = lr_nomem(cx);
	ptrmap_init(&a.epoch, cx->options.alloc, cx->options.user);
	ptrmap_init(&a.seen, cx->options.alloc, cx->options.user);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL && st == LR_OK; fn = LLVMGetNextFunction(fn))
		if (!LLVMIsDeclaration(fn))
			st = plan(&a, fn);
	if (st == LR_OK && (a.epoch.failed || a.seen.failed || !edit_ready(&a.l.e)))
		st = lr_nomem(cx);
	if (st == LR_OK && a.nfns > 0) {
		apply(&a);
		cx->changed |= LR_CHANGED_IR;
	}
	ptrmap_free(&a.epoch);
	ptrmap_free(&a.seen);
	edit_end(&a.l.e);
	return st;
}
