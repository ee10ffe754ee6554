/* scan_trace.c -- which stack variable a pointer leads into, for all pointers of a function at once (typed modules).
**
** scan_memory.c follows a pointer back to where it comes from, and gives up if there are too many values on the way.
** Then this is asked.  Each address is followed forward from its alloca, once, through arithmetic, phis and selects,
** and through variables that keep an address, as all do where nothing is optimised.  Of a pointer that comes from
** several variables it is only known whether all of them have references. */
#include "gcroots/memory.h"
#include "ir/llvm_calls.h"

/* What a pointer may lead into: a place in sc->traced, or several of them, all with references in their types, or not.
 */
#define SEVERAL_TYPED (PTRMAP_NONE - 1)
#define SEVERAL (PTRMAP_NONE - 2)

struct tracing {
	struct scan *sc;
	struct ptrmap *code; /* of pointers, and of what variables keep */
	LLVMValueRef *todo;
	uint32_t ntodo, cap;
};

static bool
has_references(struct scan *sc, LLVMValueRef alloca)
{
	const struct type_info *t = session_type(sc->s, LLVMGetAllocatedType(alloca));

	return t && t->count > 0;
}

static bool
is_typed(struct scan *sc, uint32_t code)
{
	return code == SEVERAL_TYPED || (code != SEVERAL && has_references(sc, sc->traced[code]));
}

/* `to` may be what `code` says, besides what it is. */
static void
merge(struct tracing *t, LLVMValueRef to, uint32_t code)
{
	uint32_t old = ptrmap_get(t->code, to);

	if (old == code || old == SEVERAL)
		return;
	if (old != PTRMAP_NONE) {
		code = is_typed(t->sc, old) && is_typed(t->sc, code) ? SEVERAL_TYPED : SEVERAL;
		if (old == code)
			return;
	}
	if (ptrmap_set(t->code, to, code) && ARENA_PUSH(t->sc->ar, t->todo, t->ntodo, t->cap))
		t->todo[t->ntodo++] = to;
}

static void
spread(struct tracing *t, LLVMValueRef v)
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
		case LLVMStore: {
			LLVMValueRef kept = operand_of(user, 1);
			if (operand_of(user, 0) != v || !LLVMIsAAllocaInst(kept))
				break;
			for (LLVMUseRef l = LLVMGetFirstUse(kept); l; l = LLVMGetNextUse(l))
				if (LLVMIsALoadInst(LLVMGetUser(l)) &&
					LLVMGetTypeKind(LLVMTypeOf(LLVMGetUser(l))) == LLVMPointerTypeKind)
					merge(t, LLVMGetUser(l), code);
			break;
		}
		default:
			break;
		}
	}
}

static void
build(struct scan *sc)
{
	struct tracing t = {.sc = sc, .code = &sc->s->traces};
	uint32_t cap = 0;

	ptrmap_clear(t.code);
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(sc->ir->fn); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsAAllocaInst(i) && ARENA_PUSH(sc->ar, sc->traced, sc->ntraced, cap)) {
				sc->traced[sc->ntraced] = i;
				merge(&t, i, sc->ntraced++);
			}
	while (t.ntodo > 0)
		spread(&t, t.todo[--t.ntodo]);
	sc->ar->failed |= t.code->failed;
	sc->is_traced = true;
}

LLVMValueRef
scan_variable_of(struct scan *sc, LLVMValueRef pointer, bool *several)
{
	if (!sc->is_traced)
		build(sc);
	const uint32_t code = ptrmap_get(&sc->s->traces, pointer);
	*several = code == SEVERAL;
	return code == PTRMAP_NONE || code == SEVERAL || code == SEVERAL_TYPED ? NULL : sc->traced[code];
}
