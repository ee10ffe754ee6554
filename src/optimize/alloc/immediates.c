/* SPDX-License-Identifier: MIT */
/* immediates.c -- folds lateroot.immediate.test and value, so that LLVM sees the integers of values that are made and
** taken apart in one function.
**
**   value(make(x)) is x;  test(make(x)) is true;  test of a new object is false;  make(value(p)) is p
**
** Behind a phi or select of which some inputs are made here, value becomes a phi or select of integers beside it.
** Inputs of which nothing is known get a value of their own there, which costs nothing when it is lowered; LLVM then
** finds the edges on which the tag is known. */
#include "optimize/alloc/immediates.h"

enum { MOST_NODES = 32 };

/* A phi or select of the web behind one call. */
struct node { LLVMValueRef inst, word; };
struct web {
	struct alloc_opt *a;
	LLVMValueRef ask;        /* the function lateroot.immediate.value */
	struct node node[MOST_NODES];
	uint32_t n;
	bool words, objects, others; /* which kinds of inputs there are */
	bool made;               /* some of the words are made here, and not null */
};

static LLVMOpcode
opcode(LLVMValueRef v)
{
	return LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : (LLVMOpcode)0;
}

static bool
is_choice(LLVMValueRef v)
{
	return opcode(v) == LLVMPHI || opcode(v) == LLVMSelect;
}

/* The range of the operands that are pointers. */
static unsigned
first_input(LLVMValueRef choice)
{
	return opcode(choice) == LLVMSelect;
}
static unsigned
end_of_inputs(LLVMValueRef choice)
{
	return opcode(choice) == LLVMSelect ? 3 : LLVMCountIncoming(choice);
}

static enum intrinsic
intrinsic_at(struct alloc_opt *a, LLVMValueRef v)
{
	return opcode(v) == LLVMCall ? edit_intrinsic(&a->e, v) : INTR_NONE;
}

/* The integer of a value that is no choice; NULL: it is not known here. */
static LLVMValueRef
known_word(struct alloc_opt *a, LLVMValueRef v)
{
	if (LLVMIsAConstantPointerNull(v))
		return LLVMConstNull(a->e.i64);
	return intrinsic_at(a, v) == INTR_IMMEDIATE_MAKE ? LLVMGetOperand(v, 0) : NULL;
}

static struct node *
find(struct web *w, LLVMValueRef v)
{
	for (uint32_t i = 0; i < w->n; i++)
		if (w->node[i].inst == v)
			return &w->node[i];
	return NULL;
}

/* Can code be built at the end of the block that uses the value? */
static bool
has_place(LLVMBasicBlockRef bb, LLVMValueRef v)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

	return end != v && opcode(end) != LLVMCatchSwitch;
}

/* Adds a value to the web.  False: it is too large, or code would be needed where none can stand. */
static bool
add(struct web *w, LLVMValueRef v, LLVMBasicBlockRef from)
{
	const enum intrinsic id = intrinsic_at(w->a, v);

	if (is_choice(v)) {
		if (find(w, v) != NULL)
			return true;
		if (w->n == MOST_NODES)
			return false;
		w->node[w->n++] = (struct node){ v, NULL };
	} else if (known_word(w->a, v) != NULL) {
		w->words = true;
		w->made |= id == INTR_IMMEDIATE_MAKE;
	} else {
		w->objects |= id == INTR_GC_ALLOC_OBJ || id == INTR_GC_ALLOC_MEMORY;
		w->others |= id != INTR_GC_ALLOC_OBJ && id != INTR_GC_ALLOC_MEMORY;
		return from == NULL || has_place(from, v);
	}
	return true;
}

static bool
read_web(struct web *w, LLVMValueRef v)
{
	bool ok = add(w, v, NULL);

	for (uint32_t i = 0; i < w->n && ok; i++) {
		LLVMValueRef choice = w->node[i].inst;
		for (unsigned k = first_input(choice); k < end_of_inputs(choice) && ok; k++)
			ok = add(w, LLVMGetOperand(choice, k),
				opcode(choice) == LLVMPHI ? LLVMGetIncomingBlock(choice, k) : NULL);
	}
	return ok;
}

/* The integer of an input; code for it is built before `place`.  NULL: it is a select that has none yet. */
static LLVMValueRef
word_of(struct web *w, LLVMValueRef v, LLVMValueRef place)
{
	LLVMValueRef known = is_choice(v) ? find(w, v)->word : known_word(w->a, v);

	if (known != NULL || is_choice(v))
		return known;
	edit_before(&w->a->e, place);
	return LLVMBuildCall2(w->a->e.builder, LLVMGlobalGetValueType(w->ask), w->ask, &v, 1, "");
}

static void
build_select(struct web *w, struct node *n)
{
	LLVMValueRef arm[2];

	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef v = LLVMGetOperand(n->inst, k + 1);
		if (is_choice(v) && find(w, v)->word == NULL)
			return;
	}
	for (unsigned k = 0; k < 2; k++)
		arm[k] = word_of(w, LLVMGetOperand(n->inst, k + 1), n->inst);
	edit_before(&w->a->e, n->inst);
	n->word = LLVMBuildSelect(w->a->e.builder, LLVMGetOperand(n->inst, 0), arm[0], arm[1], "word");
}

/* Several edges may come from one block, with one value. */
static void
fill_phi(struct web *w, const struct node *n)
{
	for (unsigned k = 0; k < LLVMCountIncoming(n->inst); k++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(n->inst, k);
		LLVMValueRef word = NULL;
		for (unsigned i = 0; i < k && word == NULL; i++)
			if (LLVMGetIncomingBlock(n->word, i) == from)
				word = LLVMGetIncomingValue(n->word, i);
		if (word == NULL)
			word = word_of(w, LLVMGetIncomingValue(n->inst, k), LLVMGetBasicBlockTerminator(from));
		LLVMAddIncoming(n->word, &word, &from, 1);
	}
}

/* Builds the integers beside the web; the first node is the value that was asked for. */
static LLVMValueRef
build_words(struct web *w)
{
	for (uint32_t i = 0; i < w->n; i++)
		if (opcode(w->node[i].inst) == LLVMPHI) {
			edit_before(&w->a->e, w->node[i].inst);
			w->node[i].word = LLVMBuildPhi(w->a->e.builder, w->a->e.i64, "word");
		}
	/* in each round one more select has its inputs, because only phis make cycles */
	for (uint32_t round = 0; round < w->n; round++)
		for (uint32_t i = 0; i < w->n; i++)
			if (w->node[i].word == NULL)
				build_select(w, &w->node[i]);
	for (uint32_t i = 0; i < w->n; i++)
		if (opcode(w->node[i].inst) == LLVMPHI)
			fill_phi(w, &w->node[i]);
	return w->node[0].word;
}

/* Unreachable code may have selects that rest on themselves, which no round builds. */
static bool
has_select_cycle(const struct web *w)
{
	uint32_t done = 0, before;
	bool ready[MOST_NODES] = { false };

	do {
		before = done;
		for (uint32_t i = 0; i < w->n; i++) {
			LLVMValueRef v = w->node[i].inst;
			bool all = !ready[i];
			for (unsigned k = 1; k < 3 && all && opcode(v) == LLVMSelect; k++)
				for (uint32_t j = 0; j < w->n; j++)
					all &= w->node[j].inst != LLVMGetOperand(v, k) || ready[j]
						|| opcode(w->node[j].inst) == LLVMPHI;
			ready[i] |= all;
			done += all;
		}
	} while (done > before);
	return done < w->n;
}

/* What a call can be replaced by, or NULL. */
static LLVMValueRef
answer(struct alloc_opt *a, LLVMValueRef call)
{
	const enum intrinsic id = intrinsic_at(a, call);
	LLVMValueRef of = LLVMGetOperand(call, 0);
	struct web w = { .a = a, .ask = LLVMGetCalledValue(call) };

	if (id == INTR_IMMEDIATE_MAKE)
		return intrinsic_at(a, of) == INTR_IMMEDIATE_VALUE ? LLVMGetOperand(of, 0) : NULL;
	if (!read_web(&w, of))
		return NULL;
	if (id == INTR_IMMEDIATE_TEST)
		return w.others || w.words == w.objects ? NULL : LLVMConstInt(a->e.i1, w.words, false);
	if (w.n == 0)
		return known_word(a, of);
	return w.made && !has_select_cycle(&w) ? build_words(&w) : NULL;
}

bool
immediates_fold(struct alloc_opt *a)
{
	LLVMValueRef *calls = NULL;
	uint32_t n = 0, cap = 0;

	arena_reset(&a->ar);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(a->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			const enum intrinsic id = intrinsic_at(a, i);
			if (id != INTR_IMMEDIATE_MAKE && id != INTR_IMMEDIATE_TEST && id != INTR_IMMEDIATE_VALUE)
				continue;
			if (!ARENA_PUSH(&a->ar, calls, n, cap))
				return false;
			calls[n++] = i;
		}
	for (uint32_t i = 0; i < n; i++) {
		LLVMValueRef known = answer(a, calls[i]);
		if (known == NULL || known == calls[i])
			continue;
		LLVMReplaceAllUsesWith(calls[i], known);
		a->cx->changed |= LR_CHANGED_IR;
	}
	for (uint32_t i = n; i-- > 0;) /* users stand behind their operands, apart from phis */
		if (LLVMGetFirstUse(calls[i]) == NULL) {
			LLVMInstructionEraseFromParent(calls[i]);
			a->cx->changed |= LR_CHANGED_IR;
		}
	return true;
}
