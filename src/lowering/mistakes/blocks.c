/* blocks.c -- warns of mistakes that show within one basic block.
**
**   asm       a reference is an operand of inline assembly, which may keep it where no collector looks
**   number    a number is converted to a reference
**   address   ADDRESS of an object that nothing else keeps alive is used after a call
**   barrier   a reference is stored without a write barrier into an object that is older than a call
**
** The IR is that which clang emits: each use of a variable is a load. A mistake that takes more than one block is not
** reported here; the runtime finds more of them (LATEROOT_GC_DEBUG=1). */
#include "lowering/mistakes/checks.h"

#include "dialect/kind.h"
#include "dialect/edit.h"
#include "lowering/mistakes/callees.h"
#include "lowering/common/declared_types.h"
#include "host/warnings.h"

struct blocks {
	lr_context *cx;
	LLVMTargetDataRef td;
	struct ptrmap leaves;    /* functions that never collect */
};

static bool
is_barrier(LLVMValueRef i)
{
	const char *name = callee_name(i);

	return strcmp(name, "julia.write_barrier") == 0 || strcmp(name, "julia.object_write_barrier") == 0 ||
		strncmp(name, "julia.field_write_barrier.", 26) == 0;
}

/* The variable from which the object that contains the address was loaded. NULL: the object comes from elsewhere, or
** the variable has uses other than loads and stores. */
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

/* The call in the block of `at` whose result the value is, directly or loaded from a variable; NULL: there is none. */
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

/* Warns of a store of a call's result into an object that is older than the call: between the two there is neither a
** store into the variable with that object, nor a barrier. */
static void
check_store(struct blocks *b, LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1), object, call;

	if (pointer_as(LLVMTypeOf(value)) != LR_AS_TRACKED || pointer_as(LLVMTypeOf(to)) != LR_AS_DERIVED
		|| (object = variable_of_object(to)) == NULL || (call = made_by(value, store)) == NULL
		|| !call_may_collect(&b->leaves, call))
		return;
	for (LLVMValueRef i = LLVMGetPreviousInstruction(store); i != NULL && i != call;
		i = LLVMGetPreviousInstruction(i))
		if (is_barrier(i) || (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == object))
			return;
	warning(b->cx, WARN_BARRIER, store,
		"a reference that a call has returned is stored without a write barrier into an object that is older "
		"than the call: use SET or SET_SLOT, or call julia_write_barrier before the store");
}

/* Warns of a copy of whole words to the beginning of an object that may be older than the last call. */
static void
check_copy(struct blocks *b, LLVMValueRef copy)
{
	LLVMValueRef to = LLVMGetOperand(copy, 0), bytes = LLVMGetOperand(copy, 2), object = variable_of_object(to);
	const unsigned word = LLVMPointerSize(b->td);

	if (object == NULL || !LLVMIsAAddrSpaceCastInst(to) || !LLVMIsAConstantInt(bytes)
		|| LLVMConstIntGetZExtValue(bytes) % word != 0)
		return;
	for (LLVMValueRef i = LLVMGetPreviousInstruction(copy); i != NULL; i = LLVMGetPreviousInstruction(i)) {
		if (is_barrier(i) || (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == object))
			return;
		if (call_may_collect(&b->leaves, i))
			break;
	}
	for (LLVMValueRef i = LLVMGetNextInstruction(copy); i != NULL && !call_may_collect(&b->leaves, i);
		i = LLVMGetNextInstruction(i))
		if (is_barrier(i))
			return;
	warning(b->cx, WARN_BARRIER, copy,
		"words are copied without a write barrier into an object that may be old: if some of them are "
		"references, call julia_write_barrier with each of these before the copy");
}

/* Warns of ADDRESS(f()) that is stored into a variable and loaded after another call of the same block. */
static void
check_address(struct blocks *b, LLVMValueRef call)
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
		called |= call_may_collect(&b->leaves, i);
		if (!called || !LLVMIsALoadInst(i) || LLVMGetOperand(i, 0) != kept)
			continue;
		warning(b->cx, WARN_ADDRESS, i,
			"the address of an object that nothing keeps alive is used after a call: keep the object in a "
			"variable, and use its address between PRESERVE and UNPRESERVE");
		return;
	}
}

static void
check_asm(struct blocks *b, LLVMValueRef call)
{
	LLVMValueRef assembler = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
	size_t n = 0;

	if (assembler == NULL || (LLVMGetInlineAsmAsmString(assembler, &n), n == 0)) /* empty: for the compiler alone */
		return;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (type_may_hold_reference(LLVMTypeOf(LLVMGetOperand(call, i)))) {
			warning(b->cx, WARN_ASM, call,
				"a reference is an operand of inline assembly, and its object may be collected while "
				"that uses it: pass the result of ADDRESS, between PRESERVE and UNPRESERVE");
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

/* Warns of an instruction that is such a cast, or has a constant operand that is one. */
static void
check_number(struct blocks *b, LLVMValueRef i)
{
	bool found = is_cast_of_number(i);

	for (int k = 0, n = LLVMGetNumOperands(i); k < n && !found; k++) {
		LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
		found = LLVMIsAConstantExpr(v) && is_cast_of_number(v);
	}
	if (found)
		warning(b->cx, WARN_NUMBER, i,
			"a number is converted to a reference, and the collector takes it for the address of an "
			"object: keep numbers and references in different members of a struct");
}

static void
check_function(struct blocks *b, LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (LLVMIsAStoreInst(i))
				check_store(b, i);
			check_number(b, i);
			if (!LLVMIsACallInst(i))
				continue;
			check_asm(b, i);
			if (calls(i, "julia.pointer_from_objref"))
				check_address(b, i);
			if ((calls(i, "dialect.copy") || calls(i, "dialect.move")) && LLVMGetNumArgOperands(i) == 3)
				check_copy(b, i);
		}
}

lr_status
blocks_check(lr_context *cx, LLVMModuleRef m)
{
	struct blocks l = { .cx = cx, .td = LLVMGetModuleDataLayout(m) };

	ptrmap_init(&l.leaves, cx->options.alloc, cx->options.user);
	leaves_find(m, &l.leaves);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (LLVMGetFirstBasicBlock(fn) != NULL)
			check_function(&l, fn);
	const bool failed = l.leaves.failed;
	ptrmap_free(&l.leaves);
	return failed ? lr_nomem(cx) : cx->first;
}
