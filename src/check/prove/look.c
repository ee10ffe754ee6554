/* SPDX-License-Identifier: MIT */
/* look.c -- what a function contains, so that it gets the proof that fits.
**
** A look decides nothing about roots.  If it finds references and no proof for them, the verdict is "unknown". */
#include "check/prove/prove.h"

#include "check/model/check_phases.h"
#include "lateroot/abi.h"

static bool
names_space(LLVMTypeRef t, uint64_t spaces)
{
	if (LLVMGetTypeKind(t) == LLVMVectorTypeKind || LLVMGetTypeKind(t) == LLVMScalableVectorTypeKind)
		t = LLVMGetElementType(t);
	if (LLVMGetTypeKind(t) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(t) >= 64)
		return false;
	return spaces >> LLVMGetPointerAddressSpace(t) & 1;
}

static bool
is_pointer(LLVMTypeRef t)
{
	if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
		t = LLVMGetElementType(t);
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind;
}

static void
look_at_value(struct ck *c, struct look *l, LLVMValueRef v, uint64_t spaces)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind: case LLVMVectorTypeKind: case LLVMScalableVectorTypeKind:
		l->pointers |= is_pointer(t);
		l->references |= names_space(t, spaces);
		l->dialect |= check_is_special(check_space(t));
		break;
	case LLVMStructTypeKind: case LLVMArrayTypeKind:
		l->dialect |= check_lanes(c, t) > 0;
		l->references |= check_lanes(c, t) > 0;
		l->pointers = true;
		break;
	default:
		break;
	}
}

static void
look_at_call(struct ck *c, struct look *l, LLVMValueRef call)
{
	enum check_fn id = check_callee(c, call).id;
	const char *name = id == FN_OTHER || id == FN_LLVM ? value_name(LLVMGetCalledValue(call)) : "";
	bool twice;

	switch (id) {
	case FN_NEW_GC_FRAME: case FN_PUSH_GC_FRAME: case FN_POP_GC_FRAME: case FN_GET_GC_FRAME_SLOT:
		l->frame_calls = true;
		break;
	case FN_GC_ALLOC: case FN_CALL: case FN_CALL2: case FN_CALL3: case FN_PRESERVE_BEGIN: case FN_TYPEOF:
	case FN_IMMEDIATE_MAKE:
		l->dialect = true;
		break;
	case FN_GET_PGCSTACK:
		l->stack = true;
		break;
	default:
		break;
	}
	if (strncmp(name, "llvm.experimental.gc.statepoint", 31) == 0)
		l->statepoints = true;
	if (strcmp(name, "llvm.experimental.stackmap") == 0)
		l->record |= LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)) >> LR_FRAMEMAP_ID_SHIFT
			== LR_FRAMEMAP_ID;
	l->gcroot |= strcmp(name, "llvm.gcroot") == 0;
	l->calls |= check_is_safepoint(c, call, &twice);
}

/* Which kind of frame begins with the words that are stored at an alloca? */
enum header { HEADER_PLAIN, HEADER_MAPPED, HEADER_ANCHOR };

static enum header
header_of(LLVMValueRef alloca)
{
	for (LLVMUseRef u = LLVMGetFirstUse(alloca); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef s = LLVMGetUser(u), v = LLVMIsAStoreInst(s) != NULL ? LLVMGetOperand(s, 0) : NULL;
		if (v == NULL || LLVMGetOperand(s, 1) != alloca
			|| LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind
			|| LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
			continue;
		if (LLVMIsAInstruction(v) != NULL && LLVMGetInstructionOpcode(v) == LLVMOr)
			v = LLVMGetOperand(v, 1);
		uint64_t n = LLVMIsAConstantInt(v) != NULL ? LLVMConstIntGetZExtValue(v) : 0;
		if (n & LR_FRAME_ANCHOR)
			return HEADER_ANCHOR;
		if (n & (LR_FRAME_MAPPED | LR_FRAME_INDIRECT))
			return HEADER_MAPPED;
	}
	return HEADER_PLAIN;
}

/* Does something load a pointer from an address? */
static bool
is_read(LLVMValueRef address)
{
	for (LLVMUseRef u = LLVMGetFirstUse(address); u != NULL; u = LLVMGetNextUse(u))
		if (LLVMIsALoadInst(LLVMGetUser(u)) != NULL && is_pointer(LLVMTypeOf(LLVMGetUser(u))))
			return true;
	return false;
}

/* The two questions above walk over all uses of a value, and many stores may ask them of the same: of the head of the
** chain, which may be a global variable, all functions. */
static bool
is_read_once(struct looks *known, LLVMValueRef address)
{
	uint32_t k = ptrmap_get(&known->read, address);

	if (k == PTRMAP_NONE)
		ptrmap_set(&known->read, address, k = is_read(address));
	return k;
}

static enum header
header_once(struct looks *known, LLVMValueRef alloca)
{
	uint32_t k = ptrmap_get(&known->header, alloca);

	if (k == PTRMAP_NONE)
		ptrmap_set(&known->header, alloca, k = header_of(alloca));
	return k;
}

/* Is the address of stack memory stored to where a load has read what it replaces?  So frames are linked. */
static void
look_at_store(struct ck *c, struct looks *known, struct look *l, LLVMValueRef store)
{
	LLVMValueRef frame = LLVMGetOperand(store, 0), head = LLVMGetOperand(store, 1);

	if (check_is_chain(c, head) && !(LLVMIsALoadInst(frame) != NULL && LLVMGetOperand(frame, 0) == head))
		l->head = true;
	if (LLVMIsAAllocaInst(frame) == NULL || LLVMIsAAllocaInst(head) != NULL)
		return;
	if (!is_read_once(known, head))
		return;
	enum header is = header_once(known, frame);
	l->linked |= is == HEADER_PLAIN;
	l->anchor |= is == HEADER_ANCHOR;
	l->mapped |= is == HEADER_MAPPED;
}

static bool
look_at(struct looks *known, LLVMValueRef fn, uint64_t spaces, struct look *l)
{
	struct ck c;

	check_set_up(&c, known->cx, fn, false);
	*l = (struct look){ .strategy = LLVMGetGC(fn), .stack = check_gcstack(fn) != NULL,
		.chosen = check_abi_is_chosen(fn) };
	for (unsigned i = 0; i < LLVMCountParams(fn); i++)
		look_at_value(&c, l, LLVMGetParam(fn, i), spaces);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			look_at_value(&c, l, i, spaces);
			if (op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr)
				look_at_call(&c, l, i);
			if (op == LLVMLoad && lowered_polls(i)) {
				l->polls = true;
				l->fenced_polls |= lowered_fenced(i);
			}
			if (op == LLVMStore)
				look_at_store(&c, known, l, i);
		}
	bool ok = !check_out_of_memory(&c) && !known->read.failed && !known->header.failed;
	check_tear_down(&c);
	return ok;
}

bool
look_around(struct looks *known, lr_context *cx, LLVMModuleRef m, uint64_t spaces)
{
	size_t n = 0;

	known->cx = cx;
	arena_init(&known->ar, cx->options.alloc, cx->options.user);
	ptrmap_init(&known->read, cx->options.alloc, cx->options.user);
	ptrmap_init(&known->header, cx->options.alloc, cx->options.user);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		n += LLVMCountBasicBlocks(f) > 0;
	known->look = arena_array(&known->ar, n + 1, sizeof *known->look);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && known->look != NULL; f = LLVMGetNextFunction(f))
		if (LLVMCountBasicBlocks(f) > 0 && !look_at(known, f, spaces, &known->look[known->n++]))
			return false;
	return known->look != NULL;
}

void
look_free(struct looks *known)
{
	ptrmap_free(&known->read);
	ptrmap_free(&known->header);
	arena_free(&known->ar);
}

bool
look_is_statepoint_strategy(const char *strategy)
{
	static const char *const others[] = { "shadow-stack", "ocaml", "erlang" };

	for (size_t i = 0; strategy != NULL && i < sizeof others / sizeof *others; i++)
		if (strcmp(strategy, others[i]) == 0)
			return false;
	return strategy != NULL;
}
