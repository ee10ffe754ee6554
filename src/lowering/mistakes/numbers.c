/* numbers.c -- part of AdoptDialect: references that are read as numbers through pointers.
**
** Where the variable is known, accesses.c refuses that.  Here the address came by arguments, results and pointer
** variables (address_flow.c), into memory of which it is known that there are references: a variable, or what the same
** function accesses references in.  The access is that of a plain number, not of a member of a struct.  What it reads
** may be a number after all, so it is a warning; and only if what was read is carried over a call that may collect, in
** variables of the function, and stored, returned or passed behind it.
**
** Not seen: what is kept in memory meanwhile, or by the function's callers and callees. */
#include "lowering/mistakes/numbers.h"

#include "dialect/kind.h"
#include "host/warnings.h"
#include "lowering/mistakes/address_flow.h"
#include "lowering/mistakes/collects.h"
#include "lowering/common/declared_types.h"

/* MAX_LOOKS: instructions that are walked over in a module. */
enum { MAX_STEPS = 64, MAX_VARIABLES = 32, MAX_LOOKS = 1 << 22, SMALLEST = 4 };

/* A block, with which variables may carry what was read where it begins: before and behind a call that may collect. */
struct state {
	LLVMBasicBlockRef block;
	bool reached[2], queued[2];
	uint32_t live[2];
};

struct look {
	lr_context *cx;
	LLVMTargetDataRef td;
	struct address_flow flow;
	struct ptrmap leaves, told;
	struct arena arena;
	uint64_t looks;
	/* the walk from one load */
	LLVMValueRef load;
	struct ptrmap valid;     /* values that what was read can be made of again */
	struct ptrmap numbers;   /* of blocks, in `state` */
	struct state *state;
	uint32_t *todo;          /* number of the state, times two, and 1 behind a call */
	uint32_t nstate, state_cap, ntodo, todo_cap, nvariables;
	LLVMValueRef variable[MAX_VARIABLES];
};

static bool
has_reference(LLVMTypeRef t)
{
	return type_may_hold_reference(t);
}

/* ---- memory with references ---- */

static LLVMValueRef
base_of(LLVMValueRef v)
{
	for (int i = 0; i < MAX_STEPS && LLVMIsAGetElementPtrInst(v); i++)
		v = LLVMGetOperand(v, 0);
	return v;
}

static void
add_memory(struct look *l, LLVMValueRef i)
{
	LLVMValueRef pointer = NULL;

	if (LLVMIsAAllocaInst(i) && has_reference(LLVMGetAllocatedType(i)))
		address_flow_add(&l->flow, i);
	else if (LLVMIsALoadInst(i) && has_reference(LLVMTypeOf(i)))
		pointer = LLVMGetOperand(i, 0);
	else if (LLVMIsAStoreInst(i) && has_reference(LLVMTypeOf(LLVMGetOperand(i, 0))))
		pointer = LLVMGetOperand(i, 1);
	if (pointer == NULL || pointer_as(LLVMTypeOf(pointer)) != LR_AS_GENERIC)
		return;
	pointer = base_of(pointer);
	if (LLVMIsAArgument(pointer))
		address_flow_add(&l->flow, pointer);
	else if (LLVMIsALoadInst(pointer) && LLVMIsAAllocaInst(LLVMGetOperand(pointer, 0)))
		address_flow_add_in(&l->flow, pointer, LLVMGetOperand(pointer, 0));
}

/* The address of a global variable is that of its first member as well. */
static bool
begins_with_reference(struct look *l, LLVMValueRef g)
{
	return pointer_as(LLVMTypeOf(g)) == LR_AS_GENERIC && !LLVMIsGlobalConstant(g) &&
	       has_reference(LLVMGlobalGetValueType(g)) && address_flow_may_be_reference(l->td, g);
}

/* ---- from one load ---- */

static bool
is_valid(const struct look *l, LLVMValueRef v)
{
	return v == l->load || ptrmap_get(&l->valid, v) != PTRMAP_NONE;
}

static bool
any_valid(const struct look *l, LLVMValueRef i)
{
	for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++)
		if (is_valid(l, LLVMGetOperand(i, (unsigned)k)))
			return true;
	return false;
}

/* The bit of a variable without references, or 0; *all: the address is that of all of it. */
static uint32_t
variable_bit(struct look *l, LLVMValueRef pointer, bool make, bool *all)
{
	LLVMValueRef v = base_of(pointer);

	*all = v == pointer;
	if (!LLVMIsAAllocaInst(v) || has_reference(LLVMGetAllocatedType(v)))
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
is_large(const struct look *l, LLVMTypeRef t)
{
	return LLVMTypeIsSized(t) && LLVMStoreSizeOfType(l->td, t) >= SMALLEST;
}

/* Looks at what one instruction does with it.  True: it is used behind a call. */
static bool
step(struct look *l, LLVMValueRef i, bool passed, uint32_t *live)
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
go_on(struct look *l, LLVMBasicBlockRef bb, bool passed, uint32_t live)
{
	uint32_t number = ptrmap_get(&l->numbers, bb);

	if (number == PTRMAP_NONE) {
		if (!ARENA_PUSH(&l->arena, l->state, l->nstate, l->state_cap) ||
			!ptrmap_set(&l->numbers, bb, l->nstate))
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

/* From an instruction to the end of its block, and to where that leads. */
static bool
walk(struct look *l, LLVMValueRef i, bool passed, uint32_t live)
{
	for (; i != NULL; i = LLVMGetNextInstruction(i)) {
		if (i == l->load || ++l->looks > MAX_LOOKS)
			return false;
		if (step(l, i, passed, &live))
			return true;
		passed |= collects_may(&l->leaves, i);
		if (LLVMIsATerminatorInst(i))
			for (unsigned k = 0, n = LLVMGetNumSuccessors(i); k < n; k++)
				go_on(l, LLVMGetSuccessor(i, k), passed, live);
	}
	return false;
}

static bool
is_carried(struct look *l, LLVMValueRef load)
{
	ptrmap_clear(&l->valid);
	ptrmap_clear(&l->numbers);
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

/* ---- */

/* Is the address one of plain numbers, or of nothing that is known? */
static bool
is_plain(const struct look *l, LLVMValueRef pointer)
{
	struct place p;

	if (place_in_variable(l->td, pointer, &p))
		return false;
	place_of(l->td, pointer, &p);
	LLVMTypeRef t = p.type;
	while (t != NULL && LLVMGetTypeKind(t) == LLVMArrayTypeKind)
		t = LLVMGetElementType(t);
	return t == NULL || (LLVMGetTypeKind(t) != LLVMStructTypeKind && !has_reference(t));
}

static void
check_load(struct look *l, LLVMValueRef i)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	LLVMValueRef pointer = LLVMGetOperand(i, 0), fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));

	if (type_kind(t).count > 0 || !is_large(l, t) || address_flow_memory(&l->flow, pointer) == NULL ||
		ptrmap_get(&l->told, fn) != PTRMAP_NONE || !is_plain(l, pointer) || !is_carried(l, i))
		return;
	ptrmap_set(&l->told, fn, 1);
	warning(l->cx, WARN_MAYBE, i,
		"a reference may be read as a %s here, and what is read is used behind a call that may collect, where "
		"no collector knows it: read it as a reference",
		pointer_as(t) == LR_AS_GENERIC ? "plain pointer" : "number");
}

static bool
look_at_module(struct look *l, LLVMModuleRef m)
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
	return !l->leaves.failed && !l->told.failed && !l->valid.failed && !l->numbers.failed && !l->arena.failed;
}

lr_status
numbers_check(lr_context *cx, LLVMModuleRef m)
{
	struct look l = {.cx = cx, .td = LLVMGetModuleDataLayout(m)};
	struct ptrmap *const maps[] = { &l.leaves, &l.told, &l.valid, &l.numbers };

	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		ptrmap_init(maps[i], cx->options.alloc, cx->options.user);
	arena_init(&l.arena, cx->options.alloc, cx->options.user);
	address_flow_begin(&l.flow, cx->options.alloc, cx->options.user);
	address_flow_references(&l.flow, l.td);
	collects_find_leaves(m, &l.leaves);
	const bool ok = look_at_module(&l, m);
	address_flow_end(&l.flow);
	arena_free(&l.arena);
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		ptrmap_free(maps[i]);
	return ok ? cx->first : lr_nomem(cx);
}
