/* SPDX-License-Identifier: MIT */
/* trace_forward.c -- the stack variable that a pointer leads into, for all pointers of a function at once (typed
** modules).
**
** trace_back.c follows one pointer back to its sources, and gives up if there are too many values on the way.  Only
** then this file is asked.  It follows each address forward from its alloca, once: through arithmetic, phis,
** selects, and through variables that hold an address, as all do in unoptimised code.  If a pointer comes from
** several variables, only this is known of them: whether all have references. */
#include "gcroots/model/mapped_frame.h"
#include "gcroots/stack/variables.h"
#include "ir/llvm_calls.h"

/* The code of a pointer: the index in stack_scan.traced of the variable that it may lead into, or that there are
** several, all with references in their types or not. */
#define SEVERAL_TYPED (PTRMAP_NONE - 1)
#define SEVERAL (PTRMAP_NONE - 2)

struct tracing {
	struct scan *sc;
	struct ptrmap *code;     /* pointer -> code */
	struct ptrmap stored;    /* variable -> the code of the addresses that are stored in it */
	LLVMValueRef *todo;
	uint32_t ntodo, cap;
};

static bool
is_typed(struct scan *sc, uint32_t code)
{
	return code == SEVERAL_TYPED || (code != SEVERAL && stack_has_references(sc, sc->stack.traced[code]));
}

/* Adds `code` to what `key` may lead into.  Returns true if the code of `key` has changed; that happens three times
** at most. */
static bool
add(struct tracing *t, struct ptrmap *map, LLVMValueRef key, uint32_t code)
{
	uint32_t old = ptrmap_get(map, key);

	if (old == code || old == SEVERAL)
		return false;
	if (old != PTRMAP_NONE)
		code = is_typed(t->sc, old) && is_typed(t->sc, code) ? SEVERAL_TYPED : SEVERAL;
	return old != code && ptrmap_set(map, key, code);
}

static void
merge(struct tracing *t, LLVMValueRef to, uint32_t code)
{
	if (add(t, t->code, to, code) && ARENA_PUSH(t->sc->ar, t->todo, t->ntodo, t->cap))
		t->todo[t->ntodo++] = to;
}

/* Records that an address with this code is stored in the variable: a load of the variable may yield it. */
static void
store_address(struct tracing *t, LLVMValueRef variable, uint32_t code)
{
	if (!add(t, &t->stored, variable, code))
		return;
	code = ptrmap_get(&t->stored, variable);
	for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef load = LLVMGetUser(u);
		if (LLVMIsALoadInst(load) && LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind)
			merge(t, load, code);
	}
}

static void
follow_uses(struct tracing *t, LLVMValueRef v)
{
	const uint32_t code = ptrmap_get(t->code, v);

	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		switch (LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : 0) {
		case LLVMGetElementPtr:
		case LLVMBitCast:
		case LLVMAddrSpaceCast:
		case LLVMFreeze:
		case LLVMPHI:
		case LLVMSelect:
			merge(t, user, code);
			break;
		case LLVMCall:
			if (llvm_call_passes_pointer(user))
				merge(t, user, code);
			break;
		case LLVMStore:
			if (operand_of(user, 0) == v && LLVMIsAAllocaInst(operand_of(user, 1)))
				store_address(t, operand_of(user, 1), code);
			break;
		default:
			break;
		}
	}
}

static void
trace_all(struct scan *sc)
{
	struct tracing t = { .sc = sc, .code = &sc->s->traces };
	uint32_t cap = 0;

	ptrmap_clear(t.code);
	ptrmap_init(&t.stored, sc->s->cx->options.alloc, sc->s->cx->options.user);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(sc->ir->fn); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsAAllocaInst(i) && ARENA_PUSH(sc->ar, sc->stack.traced, sc->stack.ntraced, cap)) {
				sc->stack.traced[sc->stack.ntraced] = i;
				merge(&t, i, sc->stack.ntraced++);
			}
	while (t.ntodo > 0)
		follow_uses(&t, t.todo[--t.ntodo]);
	sc->ar->failed |= t.code->failed || t.stored.failed;
	ptrmap_free(&t.stored);
	sc->stack.is_traced = true;
}

LLVMValueRef
stack_variable_of(struct scan *sc, LLVMValueRef pointer, bool *several)
{
	if (!sc->stack.is_traced)
		trace_all(sc);
	const uint32_t code = ptrmap_get(&sc->s->traces, pointer);
	*several = code == SEVERAL;
	return code == PTRMAP_NONE || code == SEVERAL || code == SEVERAL_TYPED ? NULL : sc->stack.traced[code];
}
