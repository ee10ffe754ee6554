/* scan_memory.c -- tracked pointers in stack variables.
**
** A variable that holds nothing but tracked pointers becomes slots of the frame.  Where tracked pointers are stored into another kind of
** stack memory, the scanner cannot know the layout, so each store puts them into shadow slots as well. */
#include "gcroots/scan.h"

#include <llvm-c/Target.h>

enum { MAX_TRACE = 256, MAX_BYTES = 1 << 27 };
#define UNKNOWN_PLACE INT64_MIN
#define WORD_BYTES 8u

bool
scan_is_alloca(LLVMValueRef v)
{
	return LLVMIsAAllocaInst(v) != NULL;
}

/* Words of an alloca of nothing but tracked pointers, if it can become slots; otherwise 0.  Most hold something else. */
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
	/* a packed struct has no padding either; alignment never puts holes between pointers */
	return times <= 1u << 20 && words <= 1u << 24 ? (uint32_t)words : 0;
}

/* The record of an alloca that matters, made on demand. */
static struct stack_var *
record(struct scan *sc, LLVMValueRef a)
{
	struct ir *ir = sc->ir;
	uint32_t i = ptrmap_get(&sc->s->things, a);

	if (i != PTRMAP_NONE)
		return &ir->var[i];
	if (!ARENA_PUSH(sc->ar, ir->var, ir->nvar, ir->var_cap))
		return NULL;
	LLVMValueRef times = operand_of(a, 0);
	struct stack_var v = { .alloca = a, .var = NO_VAR, .align = LLVMGetAlignment(a), .block = scan_block(sc, LLVMGetInstructionParent(a)) };
	if (LLVMIsAConstantInt(times) && LLVMConstIntGetZExtValue(times) <= MAX_BYTES) {
		uint64_t each = LLVMABISizeOfType(LLVMGetModuleDataLayout(sc->s->module), LLVMGetAllocatedType(a));
		v.bytes = each <= MAX_BYTES ? each * LLVMConstIntGetZExtValue(times) : 0;
		if (v.bytes > MAX_BYTES)
			v.bytes = 0;
	}
	v.fixed = v.bytes && v.block == 0;
	v.nslots = slots_of_alloca(sc, a);
	v.roots = v.nslots != 0;
	ir->var[ir->nvar] = v;
	if (!ptrmap_set(&sc->s->things, a, ir->nvar)) {
		sc->ar->failed = true;
		return NULL;
	}
	return &ir->var[ir->nvar++];
}

void
scan_alloca(struct scan *sc, LLVMValueRef a)
{
	if (slots_of_alloca(sc, a) && LLVMGetFirstUse(a))
		record(sc, a);
}

/* An intrinsic whose result points to where its first operand does. */
static bool
passes_pointer_on(LLVMValueRef call)
{
	static const char *const names[] = { "llvm.launder.invariant.group.", "llvm.strip.invariant.group.", "llvm.ptrmask.", "llvm.ssa.copy." };
	const char *name = value_name(LLVMGetCalledValue(call));

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

/* How many bytes a GEP adds, if that is a constant; otherwise UNKNOWN_PLACE. */
static int64_t
constant_bytes(struct scan *sc, LLVMValueRef gep)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(sc->s->module);
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
	int64_t sum = 0;

	for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++) {
		LLVMValueRef index = operand_of(gep, i);
		bool in_struct = i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind;
		if (!LLVMIsAConstantInt(index))
			return UNKNOWN_PLACE;
		if (in_struct) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
			sum += (int64_t)LLVMOffsetOfElement(layout, t, field);
			t = LLVMStructGetTypeAtIndex(t, field);
			continue;
		}
		if (i > 1)
			t = LLVMGetElementType(t);
		int64_t k = LLVMConstIntGetSExtValue(index), each = (int64_t)LLVMABISizeOfType(layout, t);
		if (k < -MAX_BYTES || k > MAX_BYTES || each > MAX_BYTES)
			return UNKNOWN_PLACE;
		sum += k * each;
	}
	return sum < -MAX_BYTES || sum > MAX_BYTES ? UNKNOWN_PLACE : sum;
}

static int64_t
add_bytes(int64_t a, int64_t b)
{
	return a == UNKNOWN_PLACE || b == UNKNOWN_PLACE || a + b > MAX_BYTES || a + b < -MAX_BYTES ? UNKNOWN_PLACE : a + b;
}

/* All allocas that `pointer` may point into, as far as pointer arithmetic, phis and selects tell.  A pointer from elsewhere is
** somebody else's memory, who has to root what is in it (`foreign`).  False if there was more to trace than can be.
** `place`, if it is asked for: where in the alloca, in bytes. */
static bool
trace_places(struct scan *sc, LLVMValueRef pointer, LLVMValueRef *found, int64_t *place, uint32_t *n, bool *foreign)
{
	LLVMValueRef seen[MAX_TRACE], todo[MAX_TRACE];
	int64_t at[MAX_TRACE], seen_at[MAX_TRACE];
	uint32_t nseen = 0, ntodo = 0;

	*n = 0;
	*foreign = false;
	at[ntodo] = 0;
	todo[ntodo++] = pointer;
	while (ntodo) {
		LLVMValueRef v = todo[--ntodo];
		int64_t here = at[ntodo];
		bool again = false;
		for (uint32_t i = 0; i < nseen; i++)
			again |= seen[i] == v && (!place || seen_at[i] == here || seen_at[i] == UNKNOWN_PLACE);
		if (again)
			continue;
		for (uint32_t i = 0; place && i < nseen; i++)
			if (seen[i] == v)
				here = UNKNOWN_PLACE; /* it comes by here with several distances */
		if (nseen == MAX_TRACE)
			return false;
		seen_at[nseen] = here;
		seen[nseen++] = v;
		unsigned first = 0, last = 0;
		LLVMOpcode op = LLVMGetInstructionOpcode(v); /* 0: it is none */
		switch (op) {
		case LLVMAlloca:
			if (place)
				place[*n] = here;
			found[(*n)++] = v;
			continue;
		case LLVMGetElementPtr:
			if (place)
				here = add_bytes(here, constant_bytes(sc, v));
			break;
		case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze:
			break;
		case LLVMPHI:
			last = LLVMCountIncoming(v) - 1;
			break;
		case LLVMSelect:
			first = 1, last = 2;
			break;
		case LLVMCall:
			if (passes_pointer_on(v))
				break;
			/* fall through */
		default:
			*foreign = true;
			continue;
		}
		for (unsigned i = first; i <= last; i++) {
			if (ntodo == MAX_TRACE)
				return false;
			at[ntodo] = here;
			todo[ntodo++] = operand_of(v, i);
		}
	}
	return true;
}

static bool
trace(LLVMValueRef pointer, LLVMValueRef *found, uint32_t *n, bool *foreign)
{
	return trace_places(NULL, pointer, found, NULL, n, foreign);
}

/* Is `pointer` always the same place of one variable? */
static bool
constant_place(LLVMValueRef pointer)
{
	for (int i = 0; i < MAX_TRACE && LLVMIsAInstruction(pointer); i++) {
		LLVMOpcode op = LLVMGetInstructionOpcode(pointer);
		if (op == LLVMAlloca)
			return true;
		if (op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMAddrSpaceCast)
			return false;
		for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(pointer); k++)
			if (!LLVMIsAConstantInt(operand_of(pointer, k)))
				return false;
		pointer = operand_of(pointer, 0);
	}
	return false;
}

static void
shadow(struct scan *sc, LLVMValueRef store, LLVMValueRef pointer, const struct nums *ns)
{
	LLVMValueRef found[MAX_TRACE];
	struct fn *f = sc->f;
	struct ir *ir = sc->ir;
	uint32_t n, need = 0, at = f->nref;
	bool foreign, all = trace(pointer, found, &n, &foreign), further = false;

	if (all && n == 0)
		return;
	for (uint32_t i = 0; i < ns->n; i++)
		if (nums_at(ns, i) >= 0 && ARENA_PUSH(sc->ar, f->ref, f->nref, f->ref_cap))
			f->ref[f->nref++] = nums_at(ns, i), need++;
	struct shadow_store s = { .store = store, .pointer = pointer, .at = at, .n = need, .block = scan_block(sc, LLVMGetInstructionParent(store)), .of = NO_VAR,
		.computed = !constant_place(pointer), .guarded = foreign || n > 1, .packed = need == 1 && ns->n == 1 };
	for (uint32_t i = 0; need && i < (all ? n : 1); i++) {
		if (all) {
			struct stack_var *var = record(sc, found[i]);
			if (!var || var->roots)
				continue;
			s.of = (uint32_t)(var - ir->var);
		}
		s.further = further;
		if (ARENA_PUSH(sc->ar, ir->shadow, ir->nshadow, ir->shadow_cap))
			ir->shadow[ir->nshadow++] = s;
		further = true;
	}
}

/* Which operands of a store, atomic operation or masked store are the value and the address. */
static void
parts(LLVMValueRef store, unsigned *value, unsigned *pointer)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(store);

	*value = op == LLVMStore || op == LLVMCall ? 0 : (unsigned)LLVMGetNumOperands(store) - 1;
	*pointer = op == LLVMStore || op == LLVMCall ? 1 : 0;
}

void
scan_store_special(struct scan *sc, LLVMValueRef store, LLVMValueRef value, LLVMValueRef pointer)
{
	if (scan_code(sc, value) == PTRMAP_NONE) {
		unsigned nvalue, npointer;
		parts(store, &nvalue, &npointer);
		scan_undef(sc, store, nvalue);
	}
	if (scan_code(sc, pointer) == PTRMAP_NONE && scan_type(sc, pointer)->count == 0) {
		struct nums ns = scan_nums(sc, value);
		shadow(sc, store, pointer, &ns);
	} else if (ARENA_PUSH(sc->ar, sc->far, sc->nfar, sc->far_cap)) {
		sc->far[sc->nfar++] = store;
	}
}

void
scan_stores_made_special(struct scan *sc)
{
	for (uint32_t i = 0; sc->stack_made_special && i < sc->nfar && sc->status == LR_OK; i++) {
		unsigned value, pointer;
		parts(sc->far[i], &value, &pointer);
		struct nums ns = scan_nums(sc, operand_of(sc->far[i], value));
		shadow(sc, sc->far[i], operand_of(sc->far[i], pointer), &ns);
	}
}

bool
scan_from_stack(LLVMValueRef pointer)
{
	LLVMValueRef found[MAX_TRACE];
	uint32_t n;
	bool foreign;

	return !trace(pointer, found, &n, &foreign) || n > 0;
}

void
scan_return_roots(struct scan *sc, LLVMValueRef call, LLVMValueRef pointer, uint32_t n)
{
	LLVMValueRef found[MAX_TRACE];
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(sc->s->module);
	uint32_t nfound;
	bool foreign;

	if (!trace(pointer, found, &nfound, &foreign))
		scan_fail(sc, call, "the \"julia.return_roots\" pointer comes from too many places to follow");
	for (uint32_t i = 0; i < nfound; i++) {
		struct stack_var *var = record(sc, found[i]);
		if (!var || var->roots)
			continue;
		LLVMValueRef times = operand_of(found[i], 0);
		uint64_t bytes = LLVMABISizeOfType(layout, LLVMGetAllocatedType(found[i]));
		if (!LLVMIsAConstantInt(times) || LLVMConstIntGetZExtValue(times) != 1 || bytes != (uint64_t)n * WORD_BYTES
		    || LLVMGetInstructionParent(found[i]) != sc->ir->block[0]) {
			scan_fail(sc, call, "\"julia.return_roots\" needs a stack variable of just that many pointers, in the entry block");
			return;
		}
		var->nslots = n;
		var->roots = true;
	}
}

/* What is in the words of the variable is said by the attribute, whatever the alloca's type is. */
void
scan_typed_pointer(struct scan *sc, LLVMValueRef call, LLVMValueRef pointer, LLVMTypeRef type)
{
	LLVMValueRef found[MAX_TRACE];
	int64_t place[MAX_TRACE];
	uint32_t nfound;
	bool foreign;
	const struct type_info *t = session_type(sc->s, type);
	uint64_t bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(sc->s->module), type);

	if (!trace_places(sc, pointer, found, place, &nfound, &foreign))
		scan_fail(sc, call, "memory for a result or an argument with object references comes from too many places to follow");
	for (uint32_t i = 0; i < nfound; i++) {
		struct stack_var *var = record(sc, found[i]);
		if (!var)
			return;
		if (place[i] != UNKNOWN_PLACE && place[i] % (int64_t)WORD_BYTES) {
			scan_fail(sc, call, "memory for a result or an argument with object references does not begin at a whole word of its stack variable");
			return;
		}
		if (var->roots || !t->all || place[i] != 0 || !var->fixed || var->bytes != bytes || bytes % WORD_BYTES)
			continue;
		var->nslots = (uint32_t)(bytes / WORD_BYTES);
		var->roots = true;
	}
}
