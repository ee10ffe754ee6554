/* SPDX-License-Identifier: MIT */
/* relocate_strip.c -- removes promises that do not hold once objects move, and that would let LLVM keep an access, or
** move one, across a relocation.
**
** An address that may be read at any time, or memory that never changes, belongs to an object at one place.  Behind
** a safepoint the object is somewhere else. */
#include "dialect/kind.h"
#include "gcroots/relocate/relocate.h"
#include "dialect/immutable.h"

static const char *const of_pointers[] = { "dereferenceable", "dereferenceable_or_null", "noalias", "nofree",
	"readnone" };
static const char *const of_functions[] = { "memory", "nosync", "nofree", "speculatable" };
static const char *const of_accesses[] = { "invariant.load", "invariant.group", "dereferenceable",
	"dereferenceable_or_null" };

enum { NPOINTERS = sizeof of_pointers / sizeof *of_pointers, NFUNCTIONS = sizeof of_functions / sizeof *of_functions,
	NACCESSES = sizeof of_accesses / sizeof *of_accesses };

static bool
special(LLVMTypeRef t)
{
	return pointer_as(t) >= 0 && as_is_special((unsigned)pointer_as(t));
}

static unsigned
attribute(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void
strip_function(LLVMValueRef fn)
{
	unsigned n = 0;

	for (int i = 0; i < NFUNCTIONS; i++)
		LLVMRemoveEnumAttributeAtIndex(fn, AT_FUNCTION, attribute(of_functions[i]));
	for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p), n++)
		for (int i = 0; i < NPOINTERS && special(LLVMTypeOf(p)); i++)
			LLVMRemoveEnumAttributeAtIndex(fn, n + 1, attribute(of_pointers[i]));
	for (int i = 0; i < NPOINTERS && special(LLVMGetReturnType(LLVMGlobalGetValueType(fn))); i++)
		LLVMRemoveEnumAttributeAtIndex(fn, AT_RETURN, attribute(of_pointers[i]));
}

static void
strip_call(LLVMValueRef call)
{
	for (unsigned a = 0; a <= LLVMGetNumArgOperands(call); a++) {
		LLVMTypeRef t = LLVMTypeOf(a ? LLVMGetOperand(call, a - 1) : call);
		if (LLVMGetCallSiteAttributeCount(call, a) == 0 || LLVMGetTypeKind(t) != LLVMPointerTypeKind
			|| !special(t))
			continue;
		for (int i = 0; i < NPOINTERS; i++)
			LLVMRemoveCallSiteEnumAttribute(call, a, attribute(of_pointers[i]));
	}
}

static void
strip_access(LLVMValueRef inst, LLVMValueRef pointer, const unsigned *kinds, unsigned tbaa)
{
	if (!LLVMHasMetadata(inst) || !special(LLVMTypeOf(pointer)))
		return;
	for (int i = 0; i < NACCESSES; i++)
		if (LLVMGetMetadata(inst, kinds[i]))
			LLVMSetMetadata(inst, kinds[i], NULL);
	LLVMValueRef tag = LLVMGetMetadata(inst, tbaa);
	/* a fourth operand says that the memory is constant */
	if (tag && (LLVMGetMDNodeNumOperands(tag) > 3 || tbaa_immutable(tag)))
		LLVMSetMetadata(inst, tbaa, NULL);
}

/* Does the call state that memory of objects does not change from here on, or may change again? */
static bool
marks_invariance(LLVMValueRef call)
{
	static const char start[] = "llvm.invariant.start.p1", end[] = "llvm.invariant.end.p1";
	const char *name = value_name(LLVMGetCalledValue(call));

	return strncmp(name, start, sizeof start - 1) == 0 || strncmp(name, end, sizeof end - 1) == 0;
}

/* Removes such a call.  The token of a start is only good for an end, so other users of it get a null pointer
** instead.  Returns the next instruction. */
static LLVMValueRef
erase_mark(LLVMValueRef mark)
{
	LLVMValueRef after = LLVMGetNextInstruction(mark);

	if (LLVMGetFirstUse(mark) != NULL)
		LLVMReplaceAllUsesWith(mark, LLVMConstNull(LLVMTypeOf(mark)));
	LLVMInstructionEraseFromParent(mark);
	return after;
}

void
relocate_strip(struct edit *e, LLVMValueRef fn)
{
	unsigned kinds[NACCESSES];

	for (int i = 0; i < NACCESSES; i++)
		kinds[i] = LLVMGetMDKindIDInContext(e->context, of_accesses[i], (unsigned)strlen(of_accesses[i]));
	strip_function(fn);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if (op == LLVMCall && marks_invariance(i)) {
				i = erase_mark(i);
				continue;
			}
			if (op == LLVMLoad || op == LLVMStore)
				strip_access(i, LLVMGetOperand(i, op == LLVMStore), kinds, e->md_tbaa);
			else if (op == LLVMCall || op == LLVMInvoke)
				strip_call(i);
			i = LLVMGetNextInstruction(i);
		}
}
