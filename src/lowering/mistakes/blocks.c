/* blocks.c -- part of AdoptDialect: what is probably wrong with a program, as far as one block tells.
**
**   asm       inline assembler is given a reference, which it may keep where no collector looks
**   number    a number is made a reference
**   address   ADDRESS of an object that nothing else keeps is used behind a call
**   barrier   a reference is stored into an object that is older than a call, without a barrier
**   handler   a function returns while a handler that it has entered is still there
**
** All is looked at as clang emits it: each use of a variable is a load.  What cannot be told from one block is not
** said; the runtime finds more (LATEROOT_GC_DEBUG=1). */
#include "lowering/mistakes/blocks.h"

#include "dialect/kind.h"
#include "dialect/edit.h"
#include "lowering/mistakes/collects.h"
#include "lowering/common/declared_types.h"
#include "host/warnings.h"

struct look {
	lr_context *cx;
	LLVMModuleRef m;
	LLVMTargetDataRef td;
	struct ptrmap leaves;    /* functions that never collect */
	struct ptrmap depth;     /* of a block: how many handlers are entered at least */
	struct arena arena;
	LLVMBasicBlockRef *todo;
	uint32_t ntodo, cap;
};

static const char *
callee_name(LLVMValueRef i)
{
	LLVMValueRef f = LLVMIsACallInst(i) || LLVMIsAInvokeInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;

	return f != NULL ? value_name(f) : "";
}

static bool
calls(LLVMValueRef i, const char *name)
{
	return strcmp(callee_name(i), name) == 0;
}

static bool
is_barrier(LLVMValueRef i)
{
	const char *name = callee_name(i);

	return strcmp(name, "julia.write_barrier") == 0 || strcmp(name, "julia.object_write_barrier") == 0 ||
		strncmp(name, "julia.field_write_barrier.", 26) == 0;
}

/* ---- objects and variables ---- */

/* The variable out of which the object was loaded that an address leads into; NULL: another kind of object.  Only
** variables that are nothing but stored and loaded. */
static LLVMValueRef
variable_of_object(LLVMValueRef v)
{
	for (int i = 0; i < 64 && (LLVMIsAGetElementPtrInst(v) || LLVMIsAAddrSpaceCastInst(v)); i++)
		v = LLVMGetOperand(v, 0);
	if (!LLVMIsALoadInst(v) || pointer_as(LLVMTypeOf(v)) != LR_AS_TRACKED
		|| !LLVMIsAAllocaInst(LLVMGetOperand(v, 0)))
		return NULL;
	v = LLVMGetOperand(v, 0);
	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsALoadInst(user) && !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v) &&
			strncmp(callee_name(user), "llvm.lifetime.", 14) != 0)
			return NULL;
	}
	return v;
}

/* The call that made a value that is needed at `at`, in the same block: directly, or by way of a variable. */
static LLVMValueRef
made_by(LLVMValueRef value, LLVMValueRef at)
{
	LLVMValueRef variable = LLVMIsALoadInst(value) ? LLVMIsAAllocaInst(LLVMGetOperand(value, 0)) : NULL;

	for (LLVMValueRef i = variable != NULL ? LLVMGetPreviousInstruction(at) : NULL; i != NULL;
		i = LLVMGetPreviousInstruction(i))
		if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == variable) {
			value = LLVMGetOperand(i, 0);
			break;
		}
	return LLVMIsACallInst(value) && LLVMGetInstructionParent(value) == LLVMGetInstructionParent(at) ? value : NULL;
}

/* A store of what a call in the same block gave into an object that was there before: between the two its variable is
** not written, and there is no barrier. */
static void
check_store(struct look *l, LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1), object, call;

	if (pointer_as(LLVMTypeOf(value)) != LR_AS_TRACKED || pointer_as(LLVMTypeOf(to)) != LR_AS_DERIVED
		|| (object = variable_of_object(to)) == NULL || (call = made_by(value, store)) == NULL
		|| !collects_may(&l->leaves, call))
		return;
	for (LLVMValueRef i = LLVMGetPreviousInstruction(store); i != NULL && i != call;
		i = LLVMGetPreviousInstruction(i))
		if (is_barrier(i) || (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == object))
			return;
	warning(l->cx, WARN_BARRIER, store,
		"a reference that a call has made is stored into an object that was there before it, without a "
		"barrier: use SET or SET_SLOT, or julia_write_barrier before the store");
}

/* A copy over a whole object, of whole words, that was not made since the last call. */
static void
check_copy(struct look *l, LLVMValueRef copy)
{
	LLVMValueRef to = LLVMGetOperand(copy, 0), bytes = LLVMGetOperand(copy, 2), object = variable_of_object(to);
	const unsigned word = LLVMPointerSize(l->td);

	if (object == NULL || !LLVMIsAAddrSpaceCastInst(to) || !LLVMIsAConstantInt(bytes)
		|| LLVMConstIntGetZExtValue(bytes) % word != 0)
		return;
	for (LLVMValueRef i = LLVMGetPreviousInstruction(copy); i != NULL; i = LLVMGetPreviousInstruction(i)) {
		if (is_barrier(i) || (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == object))
			return;
		if (collects_may(&l->leaves, i))
			break;
	}
	for (LLVMValueRef i = LLVMGetNextInstruction(copy); i != NULL && !collects_may(&l->leaves, i);
		i = LLVMGetNextInstruction(i))
		if (is_barrier(i))
			return;
	warning(l->cx, WARN_BARRIER, copy,
		"words are copied over an object that may be old, without a barrier: if there are references among "
		"them, julia_write_barrier comes before it, with each of them");
}

/* ADDRESS(f()), kept in a variable that is read behind a call of the same block. */
static void
check_address(struct look *l, LLVMValueRef call)
{
	LLVMValueRef cast = LLVMGetOperand(call, 0), object, kept = NULL;
	LLVMUseRef u = LLVMGetFirstUse(call);
	bool called = false;

	if (!LLVMIsAAddrSpaceCastInst(cast) || !LLVMIsACallInst(object = LLVMGetOperand(cast, 0)) ||
		LLVMGetNextUse(LLVMGetFirstUse(object)) != NULL || u == NULL || LLVMGetNextUse(u) != NULL)
		return;
	if (LLVMIsAStoreInst(LLVMGetUser(u)))
		kept = LLVMIsAAllocaInst(LLVMGetOperand(LLVMGetUser(u), 1));
	for (LLVMValueRef i = kept != NULL ? LLVMGetNextInstruction(call) : NULL; i != NULL;
		i = LLVMGetNextInstruction(i)) {
		called |= collects_may(&l->leaves, i);
		if (!called || !LLVMIsALoadInst(i) || LLVMGetOperand(i, 0) != kept)
			continue;
		warning(l->cx, WARN_ADDRESS, i,
			"the address of an object that nothing keeps is used behind a call: keep the object in a "
			"variable, and use its address between PRESERVE and UNPRESERVE");
		return;
	}
}

static void
check_asm(struct look *l, LLVMValueRef call)
{
	LLVMValueRef assembler = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
	size_t n = 0;

	if (assembler == NULL || (LLVMGetInlineAsmAsmString(assembler, &n), n == 0)) /* empty: a sign to the compiler */
		return;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (type_may_hold_reference(LLVMTypeOf(LLVMGetOperand(call, i)))) {
			warning(l->cx, WARN_ASM, call,
				"inline assembler is given a reference, whose object may be collected while it is kept "
				"there: give it what ADDRESS gives, between PRESERVE and UNPRESERVE");
			return;
		}
}

static bool
is_cast_of_number(LLVMValueRef v)
{
	const bool constant = LLVMIsAConstantExpr(v) != NULL;

	if (pointer_as(LLVMTypeOf(v)) != LR_AS_TRACKED ||
		!(constant ? LLVMGetConstOpcode(v) == LLVMAddrSpaceCast : LLVMIsAAddrSpaceCastInst(v) != NULL))
		return false;
	v = LLVMGetOperand(v, 0);
	return LLVMIsAIntToPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMIntToPtr);
}

/* Instructions that are such a cast, or are given a constant that is one. */
static void
check_number(struct look *l, LLVMValueRef i)
{
	bool found = is_cast_of_number(i);

	for (int k = 0, n = LLVMGetNumOperands(i); k < n && !found; k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
		found = LLVMIsAConstantExpr(v) && is_cast_of_number(v);
	}
	if (found)
		warning(l->cx, WARN_NUMBER, i,
			"a number is made a reference: the collector takes it for the address of an object; keep "
			"numbers beside references, in a struct with both");
}

/* ---- handlers ---- */

static uint32_t
depth_behind(LLVMBasicBlockRef bb, uint32_t depth, bool *any)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
		const bool pops = calls(i, "lr_pop_handler") || calls(i, "lr_pop_handler_noexcept");
		LLVMValueRef n = pops && LLVMGetNumArgOperands(i) == 2 ? LLVMGetOperand(i, 1) : NULL;
		const uint64_t popped = !pops ? 0
			: n != NULL && LLVMIsAConstantInt(n) ? LLVMConstIntGetZExtValue(n)
			: UINT32_MAX;
		const bool enters = calls(i, "lr_enter_handler");
		*any |= pops || enters;
		depth = (popped < depth ? depth - (uint32_t)popped : 0) + enters;
	}
	return depth;
}

/* On each way to it at least so many handlers are entered: the least of all ways. */
static void
reach(struct look *l, LLVMBasicBlockRef bb, uint32_t depth)
{
	const uint32_t old = ptrmap_get(&l->depth, bb);

	if ((old == PTRMAP_NONE || depth < old) && ptrmap_set(&l->depth, bb, depth)
		&& ARENA_PUSH(&l->arena, l->todo, l->ntodo, l->cap))
		l->todo[l->ntodo++] = bb;
}

/* Is there nothing but the way out? */
static bool
only_returns(LLVMBasicBlockRef bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
	bool any = false;

	depth_behind(bb, 0, &any);
	return !any && end != NULL && LLVMIsAReturnInst(end);
}

static void
check_handlers(struct look *l, LLVMValueRef fn)
{
	bool any = false;

	ptrmap_clear(&l->depth);
	reach(l, LLVMGetEntryBasicBlock(fn), 0);
	while (l->ntodo > 0) {
		LLVMBasicBlockRef bb = l->todo[--l->ntodo];
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		const uint32_t depth = depth_behind(bb, ptrmap_get(&l->depth, bb), &any);
		for (unsigned s = 0, n = end != NULL ? LLVMGetNumSuccessors(end) : 0; s < n; s++)
			reach(l, LLVMGetSuccessor(end, s), depth);
	}
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		const uint32_t before = ptrmap_get(&l->depth, bb);
		if (end == NULL || before == PTRMAP_NONE || depth_behind(bb, before, &any) == 0)
			continue;
		if (LLVMIsAReturnInst(end)
			|| (LLVMGetNumSuccessors(end) == 1 && only_returns(LLVMGetSuccessor(end, 0))))
			warning(l->cx, WARN_HANDLER, end,
				"the function returns here while a handler that it has entered is still there: call "
				"lr_pop_handler_noexcept(gcstack, 1) before");
	}
}

static void
look_at_function(struct look *l, LLVMValueRef fn)
{
	const unsigned twice = LLVMGetEnumAttributeKindForName("returns_twice", 13);
	bool enters = false, saves = false;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (LLVMIsAStoreInst(i))
				check_store(l, i);
			check_number(l, i);
			if (!LLVMIsACallInst(i))
				continue;
			LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(i));
			saves |= f != NULL && LLVMGetEnumAttributeAtIndex(f, AT_FUNCTION, twice) != NULL;
			enters |= calls(i, "lr_enter_handler");
			check_asm(l, i);
			if (calls(i, "julia.pointer_from_objref"))
				check_address(l, i);
			if ((calls(i, "dialect.copy") || calls(i, "dialect.move")) && LLVMGetNumArgOperands(i) == 3)
				check_copy(l, i);
		}
	if (enters && saves)
		check_handlers(l, fn);
}

lr_status
mistakes_check(lr_context *cx, LLVMModuleRef m)
{
	struct look l = { .cx = cx, .m = m, .td = LLVMGetModuleDataLayout(m) };

	arena_init(&l.arena, cx->options.alloc, cx->options.user);
	ptrmap_init(&l.leaves, cx->options.alloc, cx->options.user);
	ptrmap_init(&l.depth, cx->options.alloc, cx->options.user);
	collects_find_leaves(m, &l.leaves);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (LLVMGetFirstBasicBlock(fn) != NULL)
			look_at_function(&l, fn);
	const bool failed = l.arena.failed || l.leaves.failed || l.depth.failed;
	ptrmap_free(&l.depth);
	ptrmap_free(&l.leaves);
	arena_free(&l.arena);
	return failed ? lr_nomem(cx) : cx->first;
}
