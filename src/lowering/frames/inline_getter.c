/* SPDX-License-Identifier: MIT */
/* inline_getter.c -- InlineGetter: calls of the getter of the GC stack become loads of a thread-local variable.
**
**   pgcstack = load lr_pgcstack_here
**   if (pgcstack == null)            the thread is not attached
**           pgcstack = call lr_get_pgcstack
**
** The variable has the model initial-exec, as the runtime's own have: programs that start with the runtime have it in
** their static TLS, and a runtime that is loaded later takes the room that the loader keeps for such variables.  Only
** Linux: elsewhere thread-local variables have no such model, or are emulated.  Code in memory keeps the call, for
** LLVM's JIT linker cannot access variables of the process; getter_by_call brings the call back into modules in which
** it has been replaced. */
#include "lowering/common/lowering.h"

#include "dialect/abi.h"
#include "host/passes.h"

static const char ADDRESS[] = "llvm.threadlocal.address";

struct inliner {
	struct lower l;
	LLVMValueRef getter, variable;
	LLVMBasicBlockRef *blocks; /* with calls, each once */
	uint32_t nblocks, blocks_cap;
	uint32_t ncalls;
	LLVMValueRef *calls;       /* scratch space for the calls of one block */
	LLVMBasicBlockRef *heads;
};

static bool
has_static_tls(const char *triple)
{
	if (triple == NULL || triple[0] == '\0') /* the host */
#if defined(__linux__) && !defined(__ANDROID__)
		return true;
#else
		return false;
#endif
	return triple_is_elf(triple) && strstr(triple, "linux") != NULL && strstr(triple, "android") == NULL
		&& strstr(triple, "ohos") == NULL;
}

/* The getter, if it is a declaration and called; NULL otherwise. */
static LLVMValueRef
find_getter(const struct lr_profile *p, LLVMModuleRef m)
{
	LLVMValueRef f = p->getter_variable[0] != '\0' ? LLVMGetNamedFunction(m, p->getter_name) : NULL;
	LLVMValueRef g = f != NULL ? LLVMGetNamedGlobal(m, p->getter_variable) : NULL;

	if (f == NULL || !LLVMIsDeclaration(f) || LLVMGetNamedFunction(m, p->getter_variable) != NULL
		|| LLVMGetNamedGlobalAlias(m, p->getter_variable, strlen(p->getter_variable)) != NULL)
		return NULL;
	return g == NULL || (LLVMIsThreadLocal(g) && LLVMIsDeclaration(g)) ? f : NULL;
}

/* Is it a call of the getter that a load can replace? */
static bool
is_plain_call(const struct inliner *in, LLVMValueRef v)
{
	return LLVMIsACallInst(v) && LLVMGetCalledValue(v) == in->getter && LLVMGetNumArgOperands(v) == 0
		&& LLVMGetNumOperandBundles(v) == 0 /* a pad in which it is */
		&& LLVMGetTailCallKind(v) != LLVMTailCallKindMustTail
		&& LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind
		&& LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == LR_AS_GENERIC;
}

/* False: memory is exhausted. */
static bool
plan(struct inliner *in)
{
	struct ptrmap seen;
	bool ok = true;

	ptrmap_init(&seen, in->l.cx->options.alloc, in->l.cx->options.user);
	for (LLVMUseRef u = LLVMGetFirstUse(in->getter); u != NULL && ok; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		if (!is_plain_call(in, call))
			continue;
		edit_plan_call(&in->l.e, call);
		in->ncalls++;
		LLVMBasicBlockRef bb = LLVMGetInstructionParent(call);
		if (ptrmap_get(&seen, bb) != PTRMAP_NONE)
			continue;
		ok = ptrmap_set(&seen, bb, 0) && ARENA_PUSH(&in->l.e.arena, in->blocks, in->nblocks, in->blocks_cap);
		if (ok)
			in->blocks[in->nblocks++] = bb;
	}
	ptrmap_free(&seen);
	in->calls = arena_array(&in->l.e.arena, in->ncalls, sizeof *in->calls);
	in->heads = arena_array(&in->l.e.arena, in->ncalls, sizeof *in->heads);
	return ok && (in->ncalls == 0 || (in->calls != NULL && in->heads != NULL));
}

/* The address of the variable in the calling thread. */
static LLVMValueRef
address_of(struct inliner *in)
{
	LLVMTypeRef type = LLVMTypeOf(in->variable);
	LLVMValueRef fn = LLVMGetIntrinsicDeclaration(in->l.e.module,
		LLVMLookupIntrinsicID(ADDRESS, sizeof ADDRESS - 1), &type, 1);

	return LLVMBuildCall2(in->l.e.builder, LLVMGlobalGetValueType(fn), fn, &in->variable, 1, "");
}

/* Replaces loads from the address, and forgets it if nothing else uses it. */
static void
load_null(LLVMValueRef address)
{
	for (LLVMUseRef u = LLVMGetFirstUse(address), next; u != NULL; u = next) {
		LLVMValueRef load = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (!LLVMIsALoadInst(load))
			continue;
		LLVMReplaceAllUsesWith(load, LLVMConstNull(LLVMTypeOf(load)));
		LLVMInstructionEraseFromParent(load);
	}
}

void
getter_by_call(LLVMModuleRef m, const struct lr_profile *p)
{
	LLVMValueRef g = p->getter_variable[0] != '\0' ? LLVMGetNamedGlobal(m, p->getter_variable) : NULL;

	if (g == NULL || !LLVMIsDeclaration(g) || !LLVMIsThreadLocal(g))
		return;
	load_null(g);
	for (LLVMUseRef u = LLVMGetFirstUse(g), next; u != NULL; u = next) {
		LLVMValueRef call = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (!LLVMIsACallInst(call)
			|| strncmp(value_name(LLVMGetCalledValue(call)), ADDRESS, sizeof ADDRESS - 1) != 0)
			continue;
		load_null(call);
		if (LLVMGetFirstUse(call) == NULL)
			LLVMInstructionEraseFromParent(call);
	}
	if (LLVMGetFirstUse(g) == NULL)
		LLVMDeleteGlobal(g);
}

/* `head` ends in front of the call, which is the first instruction of `rest`: the head loads, and a block between them
** calls. */
static void
inline_call(struct inliner *in, LLVMValueRef call, LLVMBasicBlockRef head, LLVMBasicBlockRef rest)
{
	struct edit *e = &in->l.e;
	LLVMBasicBlockRef block[2] = { head, NULL };
	LLVMMetadataRef where = LLVMInstructionGetDebugLoc(call);
	LLVMValueRef value[2];

	block[1] = LLVMInsertBasicBlockInContext(e->context, rest, "attach");
	LLVMPositionBuilderAtEnd(e->builder, block[0]);
	LLVMSetCurrentDebugLocation2(e->builder, where);
	value[0] = LLVMBuildLoad2(e->builder, e->ptr, address_of(in), "pgcstack.here");
	LLVMSetAlignment(value[0], e->word_bytes);
	edit_weights(e, LLVMBuildCondBr(e->builder, LLVMBuildIsNotNull(e->builder, value[0], ""), rest, block[1]), 2000,
		1);
	LLVMPositionBuilderAtEnd(e->builder, block[1]);
	value[1] = LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(in->getter), in->getter, NULL, 0, "pgcstack.new");
	LLVMBuildBr(e->builder, rest);
	edit_before(e, call); /* first in its block */
#if LLVM_VERSION_MAJOR >= 20
	LLVMPositionBuilderBeforeInstrAndDbgRecords(e->builder, call); /* a phi has no debug records */
	LLVMSetCurrentDebugLocation2(e->builder, where);
#endif
	LLVMValueRef phi = LLVMBuildPhi(e->builder, e->ptr, "pgcstack");
	LLVMAddIncoming(phi, value, block, 2);
	edit_replace(e, call, phi);
}

/* Cuts the block once, in front of all of its calls. */
static void
inline_block(struct inliner *in, LLVMBasicBlockRef bb)
{
	uint32_t n = 0;

	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
		if (is_plain_call(in, i))
			in->calls[n++] = i;
	edit_cut_block(&in->l.e, bb, in->calls, n, in->heads);
	for (uint32_t i = 0; i < n; i++)
		inline_call(in, in->calls[i], in->heads[i], i + 1 < n ? in->heads[i + 1] : bb);
}

lr_status
pass_inline_getter(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct inliner in = { .l = { .cx = cx, .profile = &cx->profile } };
	const struct lr_profile *p = in.l.profile;

	(void)fns, (void)nfns, (void)params;
	in.getter = has_static_tls(LLVMGetTarget(m)) ? find_getter(p, m) : NULL;
	if (in.getter == NULL)
		return LR_OK;
	lr_status st = edit_begin(&in.l.e, cx, m) ? LR_OK : lr_nomem(cx);
	if (st == LR_OK && !plan(&in))
		st = lr_nomem(cx);
	if (st == LR_OK && !edit_ready(&in.l.e))
		st = lr_nomem(cx);
	if (st == LR_OK && in.ncalls > 0) {
		const bool changed = edit_debug_as_calls(&in.l.e);
		in.variable = LLVMGetNamedGlobal(m, p->getter_variable);
		if (in.variable == NULL) {
			in.variable = LLVMAddGlobal(m, in.l.e.ptr, p->getter_variable);
			LLVMSetThreadLocalMode(in.variable, LLVMInitialExecTLSModel);
		}
		for (uint32_t i = 0; i < in.nblocks; i++)
			inline_block(&in, in.blocks[i]);
		edit_debug_restore(&in.l.e, changed);
		cx->changed |= LR_CHANGED_CFG;
	}
	edit_end(&in.l.e);
	return st;
}
