/* SPDX-License-Identifier: MIT */
/* check_lost.c -- lanes that become poison where vectors are put together again: each lane that the placement puts in is forgotten in turn, and the check
** has to notice each that is read. */
#include <criterion/criterion.h>

#include <llvm-c/IRReader.h>

#include "host/context.h"
#include "check/relocations/check_reloc.h"
#include "dialect/names.h"

enum { FUNCTIONS_MOST = 64, LANES_MOST = 64 };

/* Is it a lane that was put into a vector of references behind a safepoint?  Those of the source have names. */
static bool
puts_lane(LLVMValueRef i)
{
	return LLVMIsAInsertElementInst(i) && *value_name(i) == '\0' && !LLVMIsConstant(LLVMGetOperand(i, 1))
		&& LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(i))) == LLVMPointerTypeKind;
}

struct lane { LLVMValueRef v; unsigned lane; };

/* Where a user of a vector has the lane at hand: gives false if nowhere, or if the user reads it (*read). */
static bool
goes_to(LLVMValueRef user, struct lane at, unsigned operand, struct lane *to, bool *read)
{
	LLVMValueRef index = LLVMIsAExtractElementInst(user) ? LLVMGetOperand(user, 1) : LLVMIsAInsertElementInst(user) ? LLVMGetOperand(user, 2) : NULL;
	unsigned n = index != NULL && LLVMIsAConstantInt(index) ? (unsigned)LLVMConstIntGetZExtValue(index) : 0;

	*to = (struct lane){ user, at.lane };
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMExtractElement:
		to->lane = 0;
		return n == at.lane || !LLVMIsAConstantInt(index);
	case LLVMInsertElement:
		to->lane = operand == 1 ? n : at.lane;
		return operand == 1 || n != at.lane;
	case LLVMShuffleVector:
		for (unsigned i = 0; i < LLVMGetNumMaskElements(user); i++)
			if (LLVMGetMaskValue(user, i) == (int)(at.lane + operand * LLVMGetVectorSize(LLVMTypeOf(at.v)))) {
				to->lane = i;
				return true;
			}
		return false;
	case LLVMSelect: case LLVMPHI: case LLVMFreeze: case LLVMAddrSpaceCast: case LLVMGetElementPtr:
		return true;
	case LLVMCall: /* what is relocated is read where that is */
		*read |= operand < LLVMGetNumArgOperands(user);
		return false;
	default:
		*read = true;
		return false;
	}
}

/* Does anybody read what is put into the lane?  Followed forward, lane by lane. */
static bool
is_read(LLVMValueRef put)
{
	struct lane seen[LANES_MOST] = { { put, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(put, 2)) } };
	unsigned n = 1;
	bool read = false;

	for (unsigned i = 0; i < n && !read; i++)
		for (LLVMUseRef u = LLVMGetFirstUse(seen[i].v); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++) {
				struct lane to;
				unsigned j = 0;
				if (LLVMGetOperand(user, k) != seen[i].v || !goes_to(user, seen[i], k, &to, &read))
					continue;
				while (j < n && (seen[j].v != to.v || seen[j].lane != to.lane))
					j++;
				cr_assert_lt(j, LANES_MOST);
				if (j == n)
					seen[n++] = to;
			}
		}
	return read;
}

static unsigned
forget_each(const char *path, const char *passes, lr_abi abi, bool reload)
{
	LLVMContextRef lc = LLVMContextCreate();
	LLVMMemoryBufferRef buf;
	LLVMModuleRef m;
	char *error = NULL;
	const lr_options o = { .struct_size = sizeof o, .abi = abi, .reload = reload };
	lr_context *cx = lr_context_new(&o);
	struct check_lost lost[FUNCTIONS_MOST];
	LLVMValueRef fns[FUNCTIONS_MOST];
	struct arena keep;
	unsigned n = 0, mutants = 0;

	arena_init(&keep, cx->options.alloc, cx->options.user);
	cr_assert(!LLVMCreateMemoryBufferWithContentsOfFile(path, &buf, &error), "%s", error);
	cr_assert(!LLVMParseIRInContext(lc, buf, &m, &error), "%s", error);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && n < FUNCTIONS_MOST; f = LLVMGetNextFunction(f))
		if (LLVMCountBasicBlocks(f) > 0) {
			fns[n] = f;
			cr_assert_eq(check_lost_note(cx, f, &keep, &lost[n++]), LR_OK);
		}
	cr_assert_eq(lr_run(cx, m, passes), LR_OK, "%s", cx->first_message);
	for (unsigned i = 0; i < n; i++) {
		cr_assert_eq(check_lost_judge(cx, fns[i], &lost[i]), LR_OK, "%s: %s", value_name(fns[i]), cx->first_message);
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fns[i]); b != NULL; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef v = LLVMGetFirstInstruction(b); v != NULL; v = LLVMGetNextInstruction(v)) {
				if (!puts_lane(v))
					continue;
				LLVMValueRef lane = LLVMGetOperand(v, 1);
				lr_context *quiet = lr_context_new(&o);
				LLVMSetOperand(v, 1, LLVMGetPoison(LLVMTypeOf(lane)));
				bool seen = check_lost_judge(quiet, fns[i], &lost[i]) == LR_E_CHECK;
				LLVMSetOperand(v, 1, lane);
				lr_context_free(quiet);
				mutants += is_read(v);
				cr_expect_eq(seen, is_read(v), "%s: a lane that is %s is forgotten", value_name(fns[i]), seen ? "not read" : "read");
			}
	}
	arena_free(&keep);
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(lc);
	return mutants;
}

Test(check_lost, of_statepoints)
{
	cr_assert_geq(forget_each(LIT_DIR "/statepoint/composites.ll", "LateLowerGCFrame,FinalLowerGC,PlaceStatepoints", LR_ABI_STATEPOINT, false), 8);
}

Test(check_lost, of_roots_that_are_read_again)
{
	cr_assert_geq(forget_each(LIT_DIR "/gcroots/reload.ll", "LateLowerGCFrame", LR_ABI_GCFRAME, true), 2);
}
