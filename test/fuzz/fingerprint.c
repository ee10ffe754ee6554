/* SPDX-License-Identifier: MIT */
/* fingerprint.c -- a number for what the generator makes of some seeds.
**
** A seed is worth something only while it gives the same program everywhere, whatever compiler built the generator and whichever version of LLVM
** it builds on.  The number therefore depends on functions, blocks, instructions and operands, and on nothing that LLVM changes between
** versions: how constants are folded or printed, and what was an operand once (the alignment of llvm.masked.*, the cases of a switch). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "execute.h"
#include "gen.h"

/* FNV-1a */
static void
mix(uint64_t *h, const void *bytes, size_t n)
{
	for (const uint8_t *p = bytes; n > 0; n--)
		*h = (*h ^ *p++) * 0x100000001B3u;
}

static void
mix_number(uint64_t *h, uint64_t n)
{
	for (unsigned k = 0; k < 8; k++) {
		uint8_t byte = (uint8_t)(n >> 8 * k);
		mix(h, &byte, 1);
	}
}

static void
mix_name(uint64_t *h, LLVMValueRef v)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);

	mix(h, name, n);
	mix_number(h, n);
}

/* Names say which operand is meant. */
static void
name_by_number(LLVMValueRef v, char letter, unsigned n)
{
	char name[16];

	snprintf(name, sizeof name, "%c%u", letter, n);
	LLVMSetValueName2(v, name, strlen(name));
}

static void
name_all(LLVMValueRef f)
{
	unsigned n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b)) {
		name_by_number(LLVMBasicBlockAsValue(b), 'b', n++);
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
				name_by_number(i, 'i', n++);
	}
	for (unsigned k = 0; k < LLVMCountParams(f); k++)
		name_by_number(LLVMGetParam(f, k), 'p', k);
}

static void
mix_operand(uint64_t *h, LLVMValueRef v)
{
	if (LLVMIsAConstantInt(v) != NULL)
		mix_number(h, LLVMConstIntGetZExtValue(v));
	else if (!LLVMIsConstant(v) || LLVMIsAGlobalValue(v) != NULL)
		mix_name(h, v);
}

static bool
is_masked(LLVMValueRef i)
{
	size_t n = 0;
	const char *name = LLVMIsACallInst(i) != NULL ? LLVMGetValueName2(LLVMGetCalledValue(i), &n) : "";

	return n > 12 && strncmp(name, "llvm.masked.", 12) == 0;
}

static void
mix_instruction(uint64_t *h, LLVMValueRef i)
{
	/* the values of a switch's cases are operands in some versions */
	unsigned n = LLVMIsASwitchInst(i) != NULL ? 1 : (unsigned)LLVMGetNumOperands(i);
	bool masked = is_masked(i);

	mix_number(h, (uint64_t)LLVMGetInstructionOpcode(i));
	mix_number(h, (uint64_t)LLVMGetTypeKind(LLVMTypeOf(i)));
	for (unsigned k = 0; k < n; k++)
		if (!(masked && n == 5 && k == 1))
			mix_operand(h, LLVMGetOperand(i, k));
	for (unsigned k = 0; LLVMIsATerminatorInst(i) != NULL && k < LLVMGetNumSuccessors(i); k++)
		mix_name(h, LLVMBasicBlockAsValue(LLVMGetSuccessor(i, k)));
	for (unsigned k = 0; LLVMIsAPHINode(i) != NULL && k < LLVMCountIncoming(i); k++)
		mix_name(h, LLVMBasicBlockAsValue(LLVMGetIncomingBlock(i, k)));
}

static void
mix_job(uint64_t *h, const struct job *j)
{
	LLVMContextRef lc = LLVMContextCreate();
	LLVMModuleRef m = fuzz_module(lc);

	execute_generate(m, j, "p.");
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		mix_name(h, f);
		name_all(f);
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
				mix_instruction(h, i);
	}
	LLVMDisposeModule(m);
	LLVMContextDispose(lc);
}

uint64_t
fingerprint(uint64_t from, uint64_t to, size_t size)
{
	uint64_t h = 0xCBF29CE484222325u;

	for (uint64_t seed = from; seed <= to; seed++) {
		struct job j;
		job_of_seed(&j, seed, size);
		mix_job(&h, &j);
		free(j.bytes);
	}
	return h;
}
