/* SPDX-License-Identifier: MIT */
/* numbers.c -- warns of references that are read as numbers through pointers.
**
** accesses.c refuses that where the variable is known. Here the address is an argument, a result, or comes out of a
** pointer variable (address_flow.c), and points into memory that is known to hold references: a variable, or memory in
** which the same function accesses references. The access is that of a plain number, not of a member of a struct. The
** word that it reads may be a number after all, so it is a warning. It is given only if the function carries the word
** over a call that may collect, in variables of its own, and stores, returns or passes it after the call.
**
** A word that is held in other memory meanwhile, or by callers and callees of the function, is not found. */
#include "lowering/mistakes/checks.h"

#include "dialect/kind.h"
#include "host/warnings.h"
#include "lowering/mistakes/address_flow.h"
#include "lowering/mistakes/callees.h"
#include "lowering/common/declared_types.h"

/* MAX_LOOKS limits the instructions that the walks of a module pass. SMALLEST: bytes of a word that may be a reference,
** or half of one. */
enum { MAX_STEPS = 64, MAX_VARIABLES = 32, MAX_LOOKS = 1 << 22, SMALLEST = 4 };

/* The variables that may hold the loaded word at the start of a block: [0] if no call that may collect has come since
** the load, [1] if one has. */
struct state {
	LLVMBasicBlockRef block;
	bool reached[2], queued[2];
	uint32_t live[2];        /* a bit for each of numbers.variable */
};

struct numbers {
	lr_context *cx;
	LLVMTargetDataRef td;
	struct address_flow flow;
	struct ptrmap leaves;    /* functions that never collect */
	struct ptrmap reported;  /* functions */
	struct arena arena;
	uint64_t looks;
	/* the walk from one load */
	LLVMValueRef load;
	struct ptrmap valid;     /* values from which the loaded word can be restored */
	struct ptrmap number;    /* block -> index in `state` */
	struct state *state;
	uint32_t *todo;          /* twice the index of a state, and 1 more if a call has come */
	uint32_t nstate, state_cap, ntodo, todo_cap, nvariables;
	LLVMValueRef variable[MAX_VARIABLES]; /* that the word was stored into */
};

/* ---- memory with references ---- */

static LLVMValueRef
base_of(LLVMValueRef v)
{
	for (int i = 0; i < MAX_STEPS && LLVMIsAGetElementPtrInst(v); i++)
		v = LLVMGetOperand(v, 0);
	return v;
}

static void
add_memory(struct numbers *l, LLVMValueRef i)
{
	LLVMValueRef pointer = NULL;

	if (LLVMIsAAllocaInst(i) && type_may_hold_reference(LLVMGetAllocatedType(i)))
		address_flow_add(&l->flow, i);
	else if (LLVMIsALoadInst(i) && type_may_hold_reference(LLVMTypeOf(i)))
		pointer = LLVMGetOperand(i, 0);
	else if (LLVMIsAStoreInst(i) && type_may_hold_reference(LLVMTypeOf(LLVMGetOperand(i, 0))))
		pointer = LLVMGetOperand(i, 1);
	if (pointer == NULL || pointer_as(LLVMTypeOf(pointer)) != LR_AS_GENERIC)
		return;
	pointer = base_of(pointer);
	if (LLVMIsAArgument(pointer))
		address_flow_add(&l->flow, pointer);
	else if (LLVMIsALoadInst(pointer) && LLVMIsAAllocaInst(LLVMGetOperand(pointer, 0)))
		address_flow_add_in(&l->flow, pointer, LLVMGetOperand(pointer, 0));
}

/* Is a reference declared at the address of the global variable, which is that of its first member? */
static bool
begins_with_reference(struct numbers *l, LLVMValueRef g)
{
	return pointer_as(LLVMTypeOf(g)) == LR_AS_GENERIC && !LLVMIsGlobalConstant(g) &&
	       type_may_hold_reference(LLVMGlobalGetValueType(g)) && address_flow_may_be_reference(l->td, g);
}

/* ---- the walk from one load ---- */

static bool
is_valid(const struct numbers *l, LLVMValueRef v)
{
	return v == l->load || ptrmap_get(&l->valid, v) != PTRMAP_NONE;
}

static bool
any_valid(const struct numbers *l, LLVMValueRef i)
{
	for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++)
		if (is_valid(l, LLVMGetOperand(i, (unsigned)k)))
			return true;
	return false;
}

/* The bit of the variable without references into which a pointer points, or 0. `make`: give it a bit if it has none.
** *all: the pointer is the address of the variable itself. */
static uint32_t
variable_bit(struct numbers *l, LLVMValueRef pointer, bool make, bool *all)
{
	LLVMValueRef v = base_of(pointer);

	*all = v == pointer;
	if (!LLVMIsAAllocaInst(v) || type_may_hold_reference(LLVMGetAllocatedType(v)))
		return 0;
	for (uint32_t k = 0; k < l->nvariables; k++)
		if (l->variable[k] == v)
			return 1u << k;
	if (!make || l->nvariables == MAX_VARIABLES)
		return 0;
	l->variable[l->nvariables] = v;
	return 1u << l->nvariables++;
}

static bool
is_large(const struct numbers *l, LLVMTypeRef t)
{
	return LLVMTypeIsSized(t) && LLVMStoreSizeOfType(l->td, t) >= SMALLEST;
}

/* Follows the word through one instruction. `passed`: a call that may collect has come. True: the word is used after
** it. */
static bool
step(struct numbers *l, LLVMValueRef i, bool passed, uint32_t *live)
{
	bool all;
	uint32_t bit;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		if (variable_bit(l, LLVMGetOperand(i, 0), false, &all) & *live)
			ptrmap_set(&l->valid, i, 1);
		return false;
	case LLVMStore:
		if (is_valid(l, LLVMGetOperand(i, 0))) {
			bit = variable_bit(l, LLVMGetOperand(i, 1), true, &all);
			*live |= bit;
			return bit == 0 && passed;
		}
		bit = variable_bit(l, LLVMGetOperand(i, 1), false, &all);
		if (all)
			*live &= ~bit;
		return false;
	case LLVMBitCast: case LLVMTrunc: case LLVMZExt: case LLVMSExt: case LLVMPtrToInt: case LLVMIntToPtr:
	case LLVMAddrSpaceCast: case LLVMFreeze: case LLVMOr: case LLVMShl: case LLVMLShr: case LLVMPHI:
	case LLVMSelect: case LLVMInsertElement: case LLVMExtractElement: case LLVMShuffleVector:
	case LLVMInsertValue: case LLVMExtractValue:
		if (is_large(l, LLVMTypeOf(i)) && any_valid(l, i))
			ptrmap_set(&l->valid, i, 1);
		return false;
	case LLVMCall: case LLVMInvoke:
		return passed && !LLVMIsAIntrinsicInst(i) && any_valid(l, i);
	case LLVMRet: case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
		return passed && any_valid(l, i);
	default:
		return false;
	}
}

static void
go_on(struct numbers *l, LLVMBasicBlockRef bb, bool passed, uint32_t live)
{
	uint32_t number = ptrmap_get(&l->number, bb);

	if (number == PTRMAP_NONE) {
		if (!ARENA_PUSH(&l->arena, l->state, l->nstate, l->state_cap) ||
			!ptrmap_set(&l->number, bb, l->nstate))
			return;
		number = l->nstate++;
		l->state[number] = (struct state){.block = bb};
	}
	struct state *s = &l->state[number];
	if (s->reached[passed] && (live & ~s->live[passed]) == 0)
		return;
	s->reached[passed] = true;
	s->live[passed] |= live;
	if (!s->queued[passed] && ARENA_PUSH(&l->arena, l->todo, l->ntodo, l->todo_cap)) {
		s->queued[passed] = true;
		l->todo[l->ntodo++] = 2 * number + passed;
	}
}

/* Follows the word from an instruction to the end of its block, and enters the successors. True as for step. */
static bool
walk(struct numbers *l, LLVMValueRef i, bool passed, uint32_t live)
{
	for (; i != NULL; i = LLVMGetNextInstruction(i)) {
		if (i == l->load || ++l->looks > MAX_LOOKS)
			return false;
		if (step(l, i, passed, &live))
			return true;
		passed |= call_may_collect(&l->leaves, i);
		if (LLVMIsATerminatorInst(i))
			for (unsigned k = 0, n = LLVMGetNumSuccessors(i); k < n; k++)
				go_on(l, LLVMGetSuccessor(i, k), passed, live);
	}
	return false;
}

static bool
is_carried(struct numbers *l, LLVMValueRef load)
{
	ptrmap_clear(&l->valid);
	ptrmap_clear(&l->number);
	l->nstate = l->ntodo = l->nvariables = 0;
	l->load = load;
	bool found = walk(l, LLVMGetNextInstruction(load), false, 0);
	while (l->ntodo > 0 && !found) {
		const uint32_t next = l->todo[--l->ntodo];
		struct state *s = &l->state[next / 2];
		s->queued[next % 2] = false;
		found = walk(l, LLVMGetFirstInstruction(s->block), next % 2 != 0, s->live[next % 2]);
	}
	return found;
}

/* ---- the module ---- */

/* Is the address declared to be that of plain numbers, or of nothing that is known? */
static bool
is_plain(const struct numbers *l, LLVMValueRef pointer)
{
	struct place p;

	if (place_in_variable(l->td, pointer, &p))
		return false;
	place_of(l->td, pointer, &p);
	LLVMTypeRef t = p.type;
	while (t != NULL && LLVMGetTypeKind(t) == LLVMArrayTypeKind)
		t = LLVMGetElementType(t);
	return t == NULL || (LLVMGetTypeKind(t) != LLVMStructTypeKind && !type_may_hold_reference(t));
}

static void
check_load(struct numbers *l, LLVMValueRef i)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	LLVMValueRef pointer = LLVMGetOperand(i, 0), fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));

	if (type_kind(t).count > 0 || !is_large(l, t) || address_flow_memory(&l->flow, pointer) == NULL ||
		ptrmap_get(&l->reported, fn) != PTRMAP_NONE || !is_plain(l, pointer) || !is_carried(l, i))
		return;
	ptrmap_set(&l->reported, fn, 1);
	warning(l->cx, WARN_MAYBE, i,
		"a reference may be read as a %s here, which the collector does not see, and used after a call that "
		"may collect: read it as a reference",
		pointer_as(t) == LR_AS_GENERIC ? "plain pointer" : "number");
}

static bool
look_at_module(struct numbers *l, LLVMModuleRef m)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g))
		if (begins_with_reference(l, g))
			address_flow_add(&l->flow, g);
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				add_memory(l, i);
	if (!address_flow_spread(&l->flow))
		return false;
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				if (LLVMIsALoadInst(i))
					check_load(l, i);
	return !l->leaves.failed && !l->reported.failed && !l->valid.failed && !l->number.failed && !l->arena.failed;
}

lr_status
numbers_check(lr_context *cx, LLVMModuleRef m)
{
	struct numbers l = {.cx = cx, .td = LLVMGetModuleDataLayout(m)};
	struct ptrmap *const maps[] = { &l.leaves, &l.reported, &l.valid, &l.number };

	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		ptrmap_init(maps[i], cx->options.alloc, cx->options.user);
	arena_init(&l.arena, cx->options.alloc, cx->options.user);
	address_flow_begin(&l.flow, cx->options.alloc, cx->options.user);
	address_flow_references(&l.flow, l.td);
	leaves_find(m, &l.leaves);
	const bool ok = look_at_module(&l, m);
	address_flow_end(&l.flow);
	arena_free(&l.arena);
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		ptrmap_free(maps[i]);
	return ok ? cx->first : lr_nomem(cx);
}
