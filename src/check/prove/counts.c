/* SPDX-License-Identifier: MIT */
/* counts.c -- do the five numbers at the end of a statepoint of this library fit what it lists?
**
** In front of them stand, in the order of the numbers (docs/abis.md, "Records"): kept, pinned and deep objects, which
** are values; memory and deep memory, which are pairs of an address on the stack and a number of words.  What is in
** front of these is the front end's.  A reference or stack memory there may be one that a number leaves out. */
#include "check/prove/prove.h"

#include "check/model/check_phases.h"
#include "check/relocations/check_reloc_model.h"
#include "lateroot/abi.h"

enum { KINDS = 5, VALUES = 3, INDEX_MOST = 1 << 20 };

static bool
is_reference(LLVMValueRef v)
{
	return check_is_special(check_space(LLVMTypeOf(v)));
}

/* The alloca that an address is in, by constant distances. */
static bool
is_on_stack(LLVMValueRef v)
{
	for (unsigned k = 0; k < 16 && LLVMIsAGetElementPtrInst(v) != NULL; k++)
		v = LLVMGetOperand(v, 0);
	return LLVMIsAAllocaInst(v) != NULL;
}

/* Does what is listed fit the numbers?  *rest: so many operands are the front end's. */
static bool
fits(LLVMOperandBundleRef b, unsigned n, unsigned *rest)
{
	uint64_t count[KINDS];

	for (unsigned k = 0; k < KINDS; k++) {
		LLVMValueRef v = n >= KINDS ? LLVMGetOperandBundleArgAtIndex(b, n - KINDS + k) : NULL;
		if (v == NULL || LLVMIsAConstantInt(v) == NULL || LLVMConstIntGetZExtValue(v) > INDEX_MOST)
			return false;
		count[k] = LLVMConstIntGetZExtValue(v);
	}
	n -= KINDS;
	for (unsigned k = KINDS; k-- > 0;)
		for (uint64_t i = 0; i < count[k]; i++) {
			const unsigned each = k < VALUES ? 1 : 2;
			if (n < each)
				return false;
			n -= each;
			LLVMValueRef v = LLVMGetOperandBundleArgAtIndex(b, n);
			if (k < VALUES ? !is_reference(v) : !is_on_stack(v)
				|| LLVMIsAConstantInt(LLVMGetOperandBundleArgAtIndex(b, n + 1)) == NULL)
				return false;
		}
	*rest = n;
	return true;
}

static void
prove_call(struct prover *p, LLVMValueRef statepoint)
{
	for (unsigned i = 0, all = LLVMGetNumOperandBundles(statepoint); i < all; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(statepoint, i);
		size_t bytes;
		const char *tag = LLVMGetOperandBundleTag(b, &bytes);
		unsigned n = LLVMGetNumOperandBundleArgs(b), rest = 0;
		bool deopt = bytes == 5 && memcmp(tag, "deopt", 5) == 0 && n > 0;
		if (deopt && !fits(b, n, &rest))
			finding_add(p, LR_HOLE, "pair", statepoint, NULL,
				"the numbers at the end of the statepoint do not fit what it lists");
		bool more = false;
		for (unsigned k = 0; k < rest && !more; k++) {
			LLVMValueRef v = LLVMGetOperandBundleArgAtIndex(b, k);
			more = is_reference(v) || is_on_stack(v);
		}
		if (more)
			finding_add(p, LR_UNKNOWN, "pair", statepoint, NULL,
				"the statepoint lists a reference or stack memory that its numbers may leave out");
		LLVMDisposeOperandBundle(b);
	}
}

void
counts_prove(struct prover *p, LLVMValueRef fn)
{
	const char *section = LLVMGetSection(fn);
	unsigned said = p->result.holes + p->result.unknown;

	if (section == NULL || strcmp(section, LR_STATEPOINT_TEXT) != 0)
		return;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (rmodel_is_statepoint(i) && p->result.holes + p->result.unknown < said + PROVE_MOST_ROOTS)
				prove_call(p, i);
}
