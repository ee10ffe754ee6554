/* SPDX-License-Identifier: MIT */
/* variables.c -- the stack variables that matter to roots.
**
** A variable that holds nothing but tracked pointers becomes slots of the frame.  In a typed module a variable with
** references beside other things stays where it is, as a block of the mapped frame. */
#include "gcroots/model/mapped_frame.h"
#include "gcroots/stack/stack.h"
#include "gcroots/stack/variables.h"
#include "ir/variable.h"

#include <stdio.h>

#include <llvm-c/Target.h>

#define WORD_BYTES (sc->s->word)

/* Returns the number of words of an alloca of nothing but tracked pointers, if it can become slots; otherwise 0, as
** for most. */
static uint32_t
slots_of_alloca(struct scan *sc, LLVMValueRef a)
{
	const struct type_info *info = session_type(sc->s, LLVMGetAllocatedType(a));

	if (!info || info->count == 0 || info->bad || !info->all)
		return 0;
	LLVMValueRef n = operand_of(a, 0);
	if (!LLVMIsAConstantInt(n) || LLVMGetInstructionParent(a) != sc->ir->block[0])
		return 0;
	uint64_t times = LLVMConstIntGetZExtValue(n);
	uint64_t words = info->count * times;
	/* a type of tracked pointers has no padding, packed or not */
	return times <= 1u << 20 && words <= 1u << 24 ? (uint32_t)words : 0;
}

/* Returns the record of an alloca, and makes it if there is none.  NULL on no memory. */
struct stack_var *
stack_record(struct scan *sc, LLVMValueRef a)
{
	struct ir *ir = sc->ir;
	uint32_t i = ptrmap_get(&sc->s->indices, a);

	if (i != PTRMAP_NONE)
		return &ir->var[i];
	if (!ARENA_PUSH(sc->ar, ir->var, ir->nvar, ir->var_cap))
		return NULL;
	LLVMValueRef times = operand_of(a, 0);
	struct stack_var v = { .alloca = a,
		.var = NONE, .align = LLVMGetAlignment(a), .block = scan_block(sc, LLVMGetInstructionParent(a)) };
	if (LLVMIsAConstantInt(times) && LLVMConstIntGetZExtValue(times) <= MAX_BYTES) {
		uint64_t each = LLVMABISizeOfType(LLVMGetModuleDataLayout(sc->s->module), LLVMGetAllocatedType(a));
		v.bytes = each <= MAX_BYTES ? each * LLVMConstIntGetZExtValue(times) : 0;
		if (v.bytes > MAX_BYTES)
			v.bytes = 0;
	}
	v.fixed = v.bytes && v.block == 0;
	v.nslots = slots_of_alloca(sc, a);
	v.roots = v.nslots != 0;
	v.mapped = LLVMHasMetadata(a) && LLVMGetMetadata(a, sc->s->md_mapped);
	ir->var[ir->nvar] = v;
	if (!ptrmap_set(&sc->s->indices, a, ir->nvar)) {
		sc->ar->failed = true;
		return NULL;
	}
	return &ir->var[ir->nvar++];
}

bool
stack_has_references(struct scan *sc, LLVMValueRef alloca)
{
	const struct type_info *t = session_type(sc->s, LLVMGetAllocatedType(alloca));

	return t && t->count > 0;
}

struct stack_name
stack_variable_name(LLVMValueRef alloca)
{
	struct stack_name name = { "without a name" };
	char own[sizeof name.text - 2];

	variable_name(alloca, own, sizeof own);
	if (*own != '\0')
		snprintf(name.text, sizeof name.text, "'%s'", own);
	return name;
}

static const char too_large[] = "a stack variable with object references beside other things is too large";

/* Returns the bytes of a variable, or of one element if the size is known only at run time.  0: too many. */
static uint64_t
known_bytes(struct scan *sc, const struct stack_var *var)
{
	return LLVMIsAConstantInt(operand_of(var->alloca, 0)) ? var->bytes
		: LLVMABISizeOfType(LLVMGetModuleDataLayout(sc->s->module), LLVMGetAllocatedType(var->alloca));
}

/* Makes the variable a block of the mapped frame, none of whose words is known to be a reference so far.  Returns
** false after a diagnostic. */
static bool
map(struct scan *sc, struct stack_var *var)
{
	bool large;
	uint64_t bytes = known_bytes(sc, var);

	if (bytes == 0 && LLVMIsAConstantInt(operand_of(var->alloca, 0)))
		large = true;
	else
		var->words = memory_words_of(sc->s, sc->ar, bytes, &large);
	if (large)
		scan_fail(sc, var->alloca, too_large);
	var->mapped = var->words != NULL;
	return var->mapped;
}

/* Returns the words of the innermost element if the variable is an array, or of all of it. */
static uint32_t
period_of(struct scan *sc, const struct stack_var *var)
{
	LLVMTypeRef t = LLVMGetAllocatedType(var->alloca);

	while (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
		t = LLVMGetElementType(t);
	uint64_t bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(sc->s->module), t);
	return bytes % sc->s->word_bytes || bytes == 0 || bytes > known_bytes(sc, var)
		? var->words->n : (uint32_t)(bytes / sc->s->word_bytes);
}

/* In a typed module: maps a variable with references that cannot become words of the frame, if code that is not seen
** here may write it. */
static __attribute__((noinline)) void
map_by_type(struct scan *sc, LLVMValueRef a)
{
	LLVMTypeRef type = LLVMGetAllocatedType(a);
	const struct type_info *info = session_type(sc->s, type);
	LLVMValueRef times = operand_of(a, 0);
	bool fixed = LLVMIsAConstantInt(times) && LLVMGetInstructionParent(a) == sc->ir->block[0];

	bool several = false;

	if (!info || info->count == 0 || !LLVMGetFirstUse(a))
		return;
	if (fixed && !memory_is_open(sc->s, a, &several) && !several)
		return;
	if (info->bad) {
		scan_fail(sc, a, too_large);
		return;
	}
	struct stack_var *var = stack_record(sc, a);
	if (!var || var->mapped || var->roots || !map(sc, var))
		return;
	uint64_t n = LLVMIsAConstantInt(times) ? LLVMConstIntGetZExtValue(times) : 1;
	uint64_t each = LLVMABISizeOfType(LLVMGetModuleDataLayout(sc->s->module), type);
	for (uint64_t i = 0; i < n; i++)
		if (!memory_words_add(sc->s, sc->ar, var->words, type, i * each))
			return;
	var->words->period = period_of(sc, var);
	var->typed = true;
}

void
stack_alloca(struct scan *sc, LLVMValueRef a)
{
	if (slots_of_alloca(sc, a)) {
		if (LLVMGetFirstUse(a))
			stack_record(sc, a);
	} else if (sc->s->typed) {
		map_by_type(sc, a);
	}
}

void
stack_return_roots(struct scan *sc, LLVMValueRef call, LLVMValueRef pointer, uint32_t n)
{
	LLVMValueRef found[MAX_TRACE];
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(sc->s->module);
	uint32_t nfound;
	bool foreign;

	if (!stack_trace(sc, pointer, found, NULL, &nfound, &foreign))
		scan_fail(sc, call, "the \"julia.return_roots\" pointer comes from too many places to follow");
	for (uint32_t i = 0; i < nfound; i++) {
		struct stack_var *var = stack_record(sc, found[i]);
		if (!var || var->roots)
			continue;
		LLVMValueRef times = operand_of(found[i], 0);
		uint64_t bytes = LLVMABISizeOfType(layout, LLVMGetAllocatedType(found[i]));
		if (!LLVMIsAConstantInt(times) || LLVMConstIntGetZExtValue(times) != 1
			|| bytes != (uint64_t)n * WORD_BYTES
			|| LLVMGetInstructionParent(found[i]) != sc->ir->block[0]) {
			scan_fail(sc, call,
				"\"julia.return_roots\" needs a stack variable of just that many pointers, in the "
				"entry block");
			return;
		}
		var->nslots = n;
		var->roots = true;
	}
}

/* The attribute says what the words of the variable hold, whatever the type of the alloca is. */
void
stack_typed_pointer(struct scan *sc, LLVMValueRef call, LLVMValueRef pointer, LLVMTypeRef type, bool written)
{
	LLVMValueRef found[MAX_TRACE];
	int64_t place[MAX_TRACE];
	uint32_t nfound;
	bool foreign;
	const struct type_info *t = session_type(sc->s, type);
	uint64_t bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(sc->s->module), type);
	int64_t word = sc->s->word_bytes;

	if (!stack_trace(sc, pointer, found, place, &nfound, &foreign))
		scan_fail(sc, call,
			"memory for a result or an argument with object references comes from too many places to "
			"follow");
	for (uint32_t i = 0; i < nfound; i++) {
		struct stack_var *var = stack_record(sc, found[i]);
		if (!var)
			return;
		if (place[i] != UNKNOWN_PLACE && place[i] % word) {
			scan_fail(sc, call,
				"memory for a result or an argument with object references does not begin at a whole "
				"word of its stack variable");
			return;
		}
		if (var->roots || var->typed || (var->mapped && !var->words))
			continue;
		if (t->all && place[i] == 0 && var->fixed && var->bytes == bytes && bytes % (uint64_t)word == 0
			&& !var->mapped) {
			var->nslots = (uint32_t)(bytes / (uint64_t)word);
			var->roots = true;
			continue;
		}
		if (!written) /* the callee gets a copy, and roots that */
			continue;
		if (place[i] == UNKNOWN_PLACE || place[i] < 0 || !LLVMIsAConstantInt(operand_of(found[i], 0))) {
			scan_fail(sc, call,
				"memory for a result with object references begins at a computed place of a stack "
				"variable, whose type does not show the references: pass a separate variable of the "
				"type of the result");
			return;
		}
		if ((!var->mapped && !map(sc, var))
			|| !memory_words_add(sc->s, sc->ar, var->words, type, (uint64_t)place[i]))
			return;
	}
}
