/* SPDX-License-Identifier: MIT */
/* promote.c -- promotion of stack variables, on random functions: what they do stays the same, LLVM's verifier accepts
** them, and there are no more phis than mem2reg makes, except where control flow is irreducible. */
#include <stdio.h>
#include <stdlib.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "dice.h"
#include "failing_alloc.h"
#include "optimize/promote/promote.h"
#include "ir/read_cfg.h"
#include "must.h"

enum { ROUNDS = 600, MOST_BLOCKS = 14, MOST_VARIABLES = 4, STEPS = 60, FIRST = 1000, TEXT = 1 << 16 };

static char text[TEXT];
static size_t length;

#define SAY(...) (length += (size_t)snprintf(text + length, TEXT - length, __VA_ARGS__))

/* A function in which each block loads, stores and uses variables, and goes on anywhere but to the entry. */
static unsigned
make_text(struct dice *d)
{
	unsigned blocks = 2 + (unsigned)roll(d, MOST_BLOCKS - 2), variables = 1 + (unsigned)roll(d, MOST_VARIABLES), name = 0;
	static const char types[MOST_VARIABLES][4] = { "i32", "i32", "ptr", "i32" };

	length = 0;
	SAY("declare void @use.i32(i32)\ndeclare void @use.ptr(ptr)\ndeclare i32 @choose()\ndefine void @f() {\nb0:\n");
	for (unsigned v = 0; v < variables; v++)
		SAY("  %%v%u = alloca %s\n", v, types[v]);
	for (unsigned v = 0; v < variables; v++)
		SAY(types[v][0] == 'p' ? "  store ptr inttoptr (i64 %u to ptr), ptr %%v%u\n" : "  store i32 %u, ptr %%v%u\n",
			FIRST + v, v);
	for (unsigned b = 0; b < blocks; b++) {
		unsigned last[MOST_VARIABLES] = { 0 };
		if (b > 0)
			SAY("b%u:\n", b);
		for (unsigned n = (unsigned)roll(d, 6); n-- > 0;) {
			unsigned v = (unsigned)roll(d, variables), from = (unsigned)roll(d, variables);
			switch (roll(d, 4)) {
			case 0:
				SAY("  %%x%u = load %s, ptr %%v%u\n", last[v] = ++name, types[v], v);
				break;
			case 1:
				if (last[v])
					SAY("  call void @use.%s(%s %%x%u)\n", types[v], types[v], last[v]);
				break;
			case 2:
				if (last[from] && types[from][0] == types[v][0])
					SAY("  store %s %%x%u, ptr %%v%u\n", types[v], last[from], v);
				break;
			default:
				if (types[v][0] == 'i')
					SAY("  store i32 %u, ptr %%v%u\n", ++name, v);
				else
					SAY("  store ptr inttoptr (i64 %u to ptr), ptr %%v%u\n", ++name, v);
			}
		}
#define SOME_BLOCK (1 + (unsigned)roll(d, blocks - 1))
		switch (roll(d, 5)) {
		case 0:
			SAY("  ret void\n");
			break;
		case 1:
			SAY("  br label %%b%u\n", SOME_BLOCK);
			break;
		default:
			SAY("  %%c%u = call i32 @choose()\n  switch i32 %%c%u, label %%b%u [ i32 1, label %%b%u i32 2, label %%b%u ]\n",
				b, b, SOME_BLOCK, SOME_BLOCK, SOME_BLOCK);
		}
	}
	SAY("}\n");
	return variables;
}

static LLVMModuleRef
parse(LLVMContextRef lc)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, length, "f");
	LLVMModuleRef m = NULL;
	char *error = NULL;

	MUST(!LLVMParseIRInContext(lc, buffer, &m, &error), "%s\n%s", error, text);
	return m;
}

/* ---- an interpreter: values by instruction, and memory by alloca */

static struct ptrmap values;

static uint32_t
value_of(LLVMValueRef v)
{
	if (LLVMIsAConstantInt(v))
		return (uint32_t)LLVMConstIntGetZExtValue(v);
	if (LLVMIsAConstantExpr(v))
		return (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0));
	return LLVMIsConstant(v) ? 0 : ptrmap_get(&values, v);
}

static void
enter_block(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	uint32_t next[64], n = 0;

	for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i), n++)
		for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
			if (LLVMGetIncomingBlock(i, k) == from)
				next[n] = value_of(LLVMGetIncomingValue(i, k));
	n = 0;
	for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		ptrmap_set(&values, i, next[n++]);
}

/* Runs the function with the choices of a seed, and returns what it used, hashed. */
static uint64_t
run(LLVMValueRef fn, uint64_t seed)
{
	struct dice d = { .seed = seed };
	uint64_t hash = 1;
	LLVMBasicBlockRef at = LLVMGetEntryBasicBlock(fn);

	ptrmap_clear(&values);
	for (unsigned step = 0; step < STEPS; step++) {
		LLVMValueRef i = LLVMGetFirstInstruction(at);
		for (;; i = LLVMGetNextInstruction(i))
			switch (LLVMGetInstructionOpcode(i)) {
			case LLVMLoad:
				ptrmap_set(&values, i, ptrmap_get(&values, LLVMGetOperand(i, 0)));
				break;
			case LLVMStore:
				ptrmap_set(&values, LLVMGetOperand(i, 1), value_of(LLVMGetOperand(i, 0)));
				break;
			case LLVMCall:
				if (LLVMGetNumArgOperands(i) == 1)
					hash = (hash ^ value_of(LLVMGetOperand(i, 0))) * 0x100000001B3;
				break;
			case LLVMPHI: case LLVMAlloca:
				break;
			case LLVMRet:
				return hash;
			default:
				goto end;
			}
	end:;
		unsigned n = LLVMGetNumSuccessors(i);
		LLVMBasicBlockRef to = LLVMGetSuccessor(i, n > 1 ? (unsigned)roll(&d, n) : 0);
		enter_block(at, to);
		at = to;
	}
	return hash;
}

static unsigned
count_phis(LLVMValueRef fn)
{
	unsigned n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
			n++;
	return n;
}

/* Promotes all variables of @f. Returns false if memory was refused. */
static bool
promote_all(LLVMModuleRef m, unsigned variables, arena_alloc_fn *alloc, void *user, bool *irreducible)
{
	LLVMValueRef fn = LLVMGetNamedFunction(m, "f"), i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
	struct promote_variable v[MOST_VARIABLES] = { { 0 } };
	struct arena ar;
	struct ptrmap blocks;
	struct cfg g = { 0 };
	bool done;

	arena_init(&ar, alloc, user);
	ptrmap_init(&blocks, alloc, user);
	for (unsigned k = 0; k < variables; k++, i = LLVMGetNextInstruction(i)) {
		v[k].alloca = i;
		v[k].type = promote_type(i);
		MUST(v[k].type, "a variable does not qualify\n%s", text);
	}
	LLVMBasicBlockRef *bb = read_cfg(&ar, &blocks, fn, &g);
	done = bb && promote_variables(&ar, &g, bb, v, variables);
	*irreducible = g.irreducible;
	ptrmap_free(&blocks);
	arena_free(&ar);
	return done;
}

Test(promote, random_functions)
{
	LLVMContextRef lc = LLVMContextCreate();
	struct dice d = { .seed = 20 };
	unsigned ours = 0, theirs = 0;

	ptrmap_init(&values, arena_from_libc, NULL);
	for (unsigned round = 0; round < ROUNDS; round++) {
		unsigned variables = make_text(&d);
		LLVMModuleRef before = parse(lc), after = parse(lc), peer = parse(lc);
		LLVMValueRef fn = LLVMGetNamedFunction(after, "f");
		LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
		bool irreducible;
		char *message = NULL;

		MUST(promote_all(after, variables, arena_from_libc, NULL, &irreducible), "refused\n%s", text);
		MUST(!LLVMVerifyModule(after, LLVMReturnStatusAction, &message), "%s\n%s\n%s", message, text,
			LLVMPrintModuleToString(after));
		LLVMDisposeMessage(message);
		for (uint64_t seed = 1; seed < 8; seed++)
			MUST(run(LLVMGetNamedFunction(before, "f"), seed) == run(fn, seed), "another meaning\n%s\n%s", text,
				LLVMPrintModuleToString(after));
		MUST(!LLVMRunPasses(peer, "function(mem2reg)", NULL, options), "mem2reg");
		unsigned phis = count_phis(fn), most = count_phis(LLVMGetNamedFunction(peer, "f"));
		MUST(phis <= most || irreducible, "%u phis, mem2reg makes %u\n%s\n%s", phis, most, text,
			LLVMPrintModuleToString(after));
		ours += phis, theirs += most;
		for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); i; i = LLVMGetNextInstruction(i))
			MUST(!LLVMIsAAllocaInst(i), "an alloca is left");
		LLVMDisposePassBuilderOptions(options);
		LLVMDisposeModule(before);
		LLVMDisposeModule(after);
		LLVMDisposeModule(peer);
	}
	cr_assert_gt(theirs, ROUNDS, "the functions have hardly any phis");
	cr_assert_leq(ours, theirs + theirs / 2, "%u phis, mem2reg makes %u", ours, theirs);
	ptrmap_free(&values);
	LLVMContextDispose(lc);
}

Test(promote, memory_is_exhausted)
{
	LLVMContextRef lc = LLVMContextCreate();
	struct dice d = { .seed = 7 };

	for (unsigned round = 0; round < 6; round++) {
		unsigned variables = make_text(&d);
		for (size_t n = 1;; n++) {
			LLVMModuleRef m = parse(lc);
			char *before = LLVMPrintModuleToString(m), *after;
			struct failing_alloc books = { .fail_at = n };
			bool irreducible, done = promote_all(m, variables, failing_alloc, &books, &irreducible);

			after = LLVMPrintModuleToString(m);
			MUST(done || strcmp(before, after) == 0, "request %zu: changed", n);
			MUST(done == !books.refused, "request %zu", n);
			MUST(books.live_bytes == 0 && !books.wrong_size, "request %zu: leak", n);
			LLVMDisposeMessage(before);
			LLVMDisposeMessage(after);
			LLVMDisposeModule(m);
			if (done)
				break;
		}
	}
	LLVMContextDispose(lc);
}

/* Which variables qualify: the first alloca of each function does or does not. */
Test(promote, qualifies)
{
	static const struct { const char *body; bool does; } t[] = {
		{ "%a = alloca i32\n store i32 1, ptr %a\n ret void", true },
		{ "%a = alloca i32\n ret void", true },
		{ "%a = alloca i32\n %x = load volatile i32, ptr %a\n ret void", false },
		{ "%a = alloca i32\n %x = load atomic i32, ptr %a monotonic, align 4\n ret void", false },
		{ "%a = alloca i32\n %x = load i16, ptr %a\n ret void", false },
		{ "%a = alloca ptr\n store ptr %a, ptr %a\n ret void", false },
		{ "%a = alloca i32, i32 2\n store i32 1, ptr %a\n ret void", false },
		{ "%a = alloca i32\n call void @g(ptr %a)\n ret void", false },
		{ "%a = alloca i32\n %b = getelementptr i8, ptr %a, i64 1\n ret void", false },
	};
	LLVMContextRef lc = LLVMContextCreate();

	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		length = 0;
		SAY("declare void @g(ptr)\ndefine void @f() {\n %s\n}\n", t[i].body);
		LLVMModuleRef m = parse(lc);
		LLVMValueRef a = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetNamedFunction(m, "f")));
		cr_assert_eq(promote_type(a) != NULL, t[i].does, "%s", t[i].body);
		LLVMDisposeModule(m);
	}
	LLVMContextDispose(lc);
}
