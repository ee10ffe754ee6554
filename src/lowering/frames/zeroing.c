/* SPDX-License-Identifier: MIT */
/* zeroing.c -- decides which words of a GC frame must be null when it is pushed.
**
** A collector reads a frame at a safepoint, so a word that is stored on every path before the first safepoint need not
** be null. Paths are followed forward from the place of zeroing, with the set of words that were not stored into yet.
** Where a path comes to a possible safepoint, the words of its set must be null, and the path ends. So only code close
** to the push is read, and a bounded part of it.
**
** A push may give a smaller number of roots: then words beyond these need not be null.
**
** Words that are used as memory (stack variables, addresses with which something is computed) are always zeroed: the
** program may read them. */
#include "lowering/common/lowering.h"

enum { MAX_WORDS = 1024, MAX_BLOCKS = 64, MAX_STEPS = 4096, BITS = 64 };

struct zeroing {
	struct lower *l;
	LLVMValueRef frame;
	uint32_t nroots, nwords; /* nwords: 64-bit words of a set */
	uint64_t *zero;          /* set of the roots that must be null */
	struct ptrmap slot;      /* address -> root number, for roots that are only stored into */
	bool at_push;            /* the frame is zeroed at one push, so a pop ends the path */
	uint32_t steps, n;
	struct { LLVMBasicBlockRef block; uint64_t *open; bool queued; } seen[MAX_BLOCKS];
};

/* Is `address` the array of arguments of the boxed call? Then all of its words have been stored. */
static bool
is_arguments_of(LLVMValueRef address, LLVMValueRef call)
{
	if (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call))
		return false;
	unsigned n = LLVMGetNumArgOperands(call);
	if (n < 3 || n > 4 || LLVMGetOperand(call, 1) != address)
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(call); i++)
		if (i != 1 && LLVMGetOperand(call, i) == address)
			return false;
	return LLVMIsAConstantInt(LLVMGetOperand(call, 2)) != NULL;
}

static bool
only_stored_into(LLVMValueRef address)
{
	for (LLVMUseRef u = LLVMGetFirstUse(address); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef store = LLVMGetUser(u);
		/* these read words that were stored */
		if (is_arguments_of(address, store) || (LLVMIsALoadInst(store) && LLVMGetVolatile(store)))
			continue;
		if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 1) != address
			|| LLVMGetOperand(store, 0) == address
			|| LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(store, 0))) != LLVMPointerTypeKind)
			return false;
	}
	return true;
}

/* Reads all uses of the frame. False: one of them is not the dialect's. */
static bool
read_uses(struct zeroing *z)
{
	for (LLVMUseRef u = LLVMGetFirstUse(z->frame); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef call = LLVMGetUser(u);
		enum intrinsic id = LLVMIsACallInst(call) ? edit_intrinsic(&z->l->e, call) : INTR_NONE;
		if (id == INTR_PUSH_GC_FRAME || id == INTR_POP_GC_FRAME)
			continue;
		LLVMValueRef index = id == INTR_GET_GC_FRAME_SLOT ? LLVMGetOperand(call, 1) : NULL;
		if (index == NULL || !LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) >= z->nroots)
			return false;
		uint32_t i = (uint32_t)LLVMConstIntGetZExtValue(index);
		if (only_stored_into(call)) {
			if (!ptrmap_set(&z->slot, call, i))
				return false;
			continue;
		}
		/* the attribute gives the size of a variable */
		LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, AT_RETURN, z->l->e.attr_dereferenceable);
		uint64_t n = a != NULL ? LLVMGetEnumAttributeValue(a) / z->l->e.word_bytes : z->nroots;
		for (; n-- > 0 && i < z->nroots; i++)
			z->zero[i / BITS] |= UINT64_C(1) << i % BITS;
	}
	return true;
}

/* May a collection happen at the instruction? Polls and changes of the GC state are volatile or atomic accesses by
** now. */
static bool
lets_collector_in(struct zeroing *z, LLVMValueRef inst, LLVMOpcode op)
{
	switch (op) {
	case LLVMCall:
		return intrinsic_may_be_safepoint(edit_intrinsic(&z->l->e, inst));
	case LLVMInvoke: case LLVMCallBr: case LLVMFence: case LLVMAtomicCmpXchg: case LLVMAtomicRMW:
		return true;
	case LLVMLoad: case LLVMStore:
		return LLVMGetVolatile(inst) || LLVMGetOrdering(inst) > LLVMAtomicOrderingUnordered;
	default:
		return false;
	}
}

/* A path comes to `block` with the words of `open` not stored into. False: it is one block too many. */
static bool
reach(struct zeroing *z, LLVMBasicBlockRef block, const uint64_t *open)
{
	uint32_t i = 0;

	while (i < z->n && z->seen[i].block != block)
		i++;
	if (i == z->n) {
		if (z->n == MAX_BLOCKS
			|| (z->seen[i].open = arena_zarray(&z->l->e.arena, z->nwords, sizeof *open)) == NULL)
			return false;
		z->seen[z->n++].block = block;
		z->seen[i].queued = true;
	}
	for (uint32_t w = 0; w < z->nwords; w++)
		if (open[w] & ~z->seen[i].open[w]) {
			z->seen[i].open[w] |= open[w];
			z->seen[i].queued = true;
		}
	return true;
}

/* Follows a path from `inst` to the end of its block at most. */
static bool
follow(struct zeroing *z, LLVMValueRef inst, uint64_t *open)
{
	for (LLVMValueRef last = NULL;; inst = LLVMGetNextInstruction(last)) {
		if (inst == NULL) { /* the end of the block */
			unsigned n = LLVMGetNumSuccessors(last);
			for (unsigned i = 0; i < n; i++)
				if (!reach(z, LLVMGetSuccessor(last, i), open))
					return false;
			return true;
		}
		LLVMOpcode op = LLVMGetInstructionOpcode(inst);
		if (++z->steps > MAX_STEPS)
			return false;
		if (lets_collector_in(z, inst, op)) {
			for (uint32_t w = 0; w < z->nwords; w++)
				z->zero[w] |= open[w];
			return true;
		}
		if (op == LLVMStore) {
			uint32_t i = ptrmap_get(&z->slot, LLVMGetOperand(inst, 1));
			if (i != PTRMAP_NONE)
				open[i / BITS] &= ~(UINT64_C(1) << i % BITS);
		}
		if (z->at_push && op == LLVMCall && edit_intrinsic(&z->l->e, inst) == INTR_POP_GC_FRAME)
			return true;
		last = inst;
		if (LLVMIsATerminatorInst(inst) && LLVMGetNumSuccessors(inst) == 0)
			return true;
	}
}

static void
set_all(struct zeroing *z, uint64_t *set)
{
	for (uint32_t i = 0; i < z->nroots; i++)
		set[i / BITS] |= UINT64_C(1) << i % BITS;
}

/* Removes the words from `n` on from the set. */
static void
cut_off(const struct zeroing *z, uint64_t *set, uint64_t n)
{
	for (uint64_t i = n; i < z->nroots; i++)
		set[i / BITS] &= ~(UINT64_C(1) << i % BITS);
}

/* The words among the first `n` that must be null if they are zeroed at `from`. */
static const uint64_t *
words_at(struct zeroing *z, LLVMValueRef from, const uint64_t *always, uint64_t n)
{
	struct arena *ar = &z->l->e.arena;
	uint64_t *open = arena_zarray(ar, z->nwords, sizeof *open);

	z->zero = arena_zarray(ar, z->nwords, sizeof *z->zero);
	if (open == NULL || z->zero == NULL)
		return NULL;
	memcpy(z->zero, always, z->nwords * sizeof *always);
	z->n = z->steps = 0;
	set_all(z, open);
	cut_off(z, open, n);
	bool ok = follow(z, from, open);
	for (uint32_t i = 0; ok && i < z->n; i++) {
		if (!z->seen[i].queued)
			continue;
		z->seen[i].queued = false;
		memcpy(open, z->seen[i].open, z->nwords * sizeof *open);
		ok = follow(z, LLVMGetFirstInstruction(z->seen[i].block), open);
		i = UINT32_MAX; /* earlier blocks may have been queued again: start over, since there are few */
	}
	if (!ok)
		set_all(z, z->zero);
	cut_off(z, z->zero, n);
	return z->zero;
}

/* The only push, if it is in the block where the frame is made and nothing accesses the words before it. */
static LLVMValueRef
untouched_push(struct zeroing *z)
{
	LLVMValueRef inst = LLVMGetNextInstruction(z->frame);

	for (uint32_t i = 0; inst != NULL && i < MAX_STEPS; i++, inst = LLVMGetNextInstruction(inst)) {
		if (LLVMIsAStoreInst(inst) && ptrmap_get(&z->slot, LLVMGetOperand(inst, 1)) != PTRMAP_NONE)
			return NULL;
		if (LLVMIsACallInst(inst) && edit_intrinsic(&z->l->e, inst) == INTR_PUSH_GC_FRAME
			&& LLVMGetOperand(inst, 0) == z->frame)
			return inst;
	}
	return NULL;
}

static bool
any(const uint64_t *set, uint32_t n)
{
	while (n > 0)
		if (set[--n])
			return true;
	return false;
}

static void
note(struct zeroing *z, LLVMValueRef before, const uint64_t *words)
{
	struct lower *l = z->l;

	if (words == NULL || !any(words, z->nwords))
		return;
	ptrmap_set(&l->zeroing_at, before, l->nzeroings);
	if (ARENA_PUSH(&l->e.arena, l->zeroings, l->nzeroings, l->zeroings_cap))
		l->zeroings[l->nzeroings++] = words;
	null_stores_plan(l, z->frame, z->nroots, before, words);
}

static LLVMUseRef
next_push(struct lower *l, LLVMUseRef u)
{
	while (u != NULL
		&& !(LLVMIsACallInst(LLVMGetUser(u)) && edit_intrinsic(&l->e, LLVMGetUser(u)) == INTR_PUSH_GC_FRAME))
		u = LLVMGetNextUse(u);
	return u;
}

void
zeroing_plan(struct lower *l, LLVMValueRef frame, uint32_t nroots)
{
	struct zeroing z = { .l = l, .frame = frame, .nroots = nroots, .nwords = (nroots + BITS - 1) / BITS };
	uint64_t *always = arena_zarray(&l->e.arena, (size_t)z.nwords + 1, sizeof *always);
	uint32_t npush = 0;
	bool here = false;

	if (always == NULL || nroots == 0)
		return;
	for (LLVMUseRef u = next_push(l, LLVMGetFirstUse(frame)); u != NULL && !l->table;
		u = next_push(l, LLVMGetNextUse(u)), npush++)
		here |= LLVMGetInstructionParent(LLVMGetUser(u)) == LLVMGetInstructionParent(frame);
	ptrmap_init(&z.slot, l->cx->options.alloc, l->cx->options.user);
	z.zero = always;
	bool known = nroots <= MAX_WORDS && read_uses(&z);
	if (!known)
		set_all(&z, always);
	if (here || npush == 0) {
		/* the program may read a variable before the push: only words that it does not read can wait */
		LLVMValueRef push = known && npush == 1 && !any(always, z.nwords) ? untouched_push(&z) : NULL;
		if (l->place != NULL) {
			note(&z, l->place, known ? words_at(&z, l->place, always, nroots) : always);
			ptrmap_free(&z.slot);
			return;
		}
		note(&z, push ? push : frame,
			push ? words_at(&z, push, always, nroots)
				: known ? words_at(&z, LLVMGetNextInstruction(frame), always, nroots)
				: always);
	}
	z.at_push = true;
	for (LLVMUseRef u = next_push(l, LLVMGetFirstUse(frame)); u != NULL && !here && !l->table;
		u = next_push(l, LLVMGetNextUse(u))) {
		LLVMValueRef push = LLVMGetUser(u);
		note(&z, push,
			known ? words_at(&z, push, always, LLVMConstIntGetZExtValue(LLVMGetOperand(push, 1))) : always);
	}
	l->zeroing_at.failed |= z.slot.failed; /* memory is exhausted: the pass fails at the end of planning */
	ptrmap_free(&z.slot);
}
