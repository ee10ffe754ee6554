/* scan_memory.c -- tracked pointers in stack variables.
**
** A variable that holds nothing but tracked pointers becomes slots of the frame.  Where tracked pointers are stored
** into another kind of stack memory, the scanner cannot know the layout, so each store puts them into shadow slots as
** well. */
#include "gcroots/model/memory.h"
#include "gcroots/scan/scan.h"
#include "ir/llvm_calls.h"
#include "ir/variable.h"

#include <llvm-c/Target.h>

enum { MAX_TRACE = 256, MAX_BYTES = 1 << 27 };
#define WORD_BYTES (sc->s->word)

bool
scan_is_alloca(LLVMValueRef v)
{
	return LLVMIsAAllocaInst(v) != NULL;
}

/* Words of an alloca of nothing but tracked pointers, if it can become slots; otherwise 0.  Most hold something
** else. */
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
	if (!ptrmap_set(&sc->s->things, a, ir->nvar)) {
		sc->ar->failed = true;
		return NULL;
	}
	return &ir->var[ir->nvar++];
}

static const char too_large[] = "a stack variable with object references beside other things is too large";

/* How many bytes a variable has, or one element of it if its size is known only at run time; 0: too many. */
static uint64_t
known_bytes(struct scan *sc, const struct stack_var *var)
{
	return LLVMIsAConstantInt(operand_of(var->alloca, 0)) ? var->bytes
		: LLVMABISizeOfType(LLVMGetModuleDataLayout(sc->s->module), LLVMGetAllocatedType(var->alloca));
}

/* The variable stays where it is, and so far none of its words is known to be a reference.  False if that was said. */
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

/* Words of the innermost element if the variable is an array, or of all of it. */
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

/* In a typed module: a variable with references that cannot become words of the frame stays where it is, if anybody
** else may write it. */
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
	struct stack_var *var = record(sc, a);
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
scan_alloca(struct scan *sc, LLVMValueRef a)
{
	if (slots_of_alloca(sc, a)) {
		if (LLVMGetFirstUse(a))
			record(sc, a);
	} else if (sc->s->typed) {
		map_by_type(sc, a);
	}
}

int64_t
scan_constant_bytes(struct session *s, LLVMValueRef gep)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(s->module);
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
	return a == UNKNOWN_PLACE || b == UNKNOWN_PLACE || a + b > MAX_BYTES || a + b < -MAX_BYTES ? UNKNOWN_PLACE
		: a + b;
}

/* Is the pointer, if it is no alloca, computed from another one?  `op`: its opcode, 0 if it is no instruction. */
static bool
is_computed(LLVMValueRef pointer, LLVMOpcode op)
{
	switch (op) {
	case LLVMGetElementPtr: case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze: case LLVMPHI:
	case LLVMSelect:
	case LLVMShuffleVector: case LLVMInsertElement: case LLVMExtractElement: /* of addresses, for a scatter or
	                                                                         * gather */
		return true;
	case LLVMCall:
		return llvm_call_passes_pointer(pointer);
	default:
		return false;
	}
}

/* All allocas that `pointer` may point into, as far as pointer arithmetic, phis and selects tell.  A pointer from
** elsewhere is somebody else's memory, who has to root what is in it (`foreign`).  False if there was more to trace
** than can be.  `place`, if it is asked for: where in the alloca, in bytes. */
static bool
trace_places(struct scan *sc, LLVMValueRef pointer, LLVMValueRef *found, int64_t *place, uint32_t *n, bool *foreign)
{
	LLVMValueRef seen[MAX_TRACE], todo[MAX_TRACE];
	int64_t at[MAX_TRACE], seen_at[MAX_TRACE];
	uint32_t nseen = 0, ntodo = 0;
	LLVMOpcode op = LLVMGetInstructionOpcode(pointer);

	*n = 0;
	*foreign = op != LLVMAlloca && !is_computed(pointer, op);
	if (*foreign) /* nearly always */
		return true;
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
		op = LLVMGetInstructionOpcode(v);
		if (op != LLVMAlloca && !is_computed(v, op)) {
			*foreign = true;
			continue;
		}
		switch (op) {
		case LLVMAlloca:
			if (place)
				place[*n] = here;
			found[(*n)++] = v;
			continue;
		case LLVMGetElementPtr:
			if (place)
				here = add_bytes(here, scan_constant_bytes(sc->s, v));
			break;
		case LLVMPHI:
			last = LLVMCountIncoming(v) - 1;
			break;
		case LLVMSelect:
			first = 1, last = 2;
			break;
		case LLVMShuffleVector: case LLVMInsertElement:
			last = 1;
			here = UNKNOWN_PLACE;
			break;
		case LLVMExtractElement:
			here = UNKNOWN_PLACE;
			break;
		default:
			break;
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

bool
scan_constant_place(LLVMValueRef pointer)
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

/* -- typed modules: accesses at odds with types */

static void
add_suspect(struct scan *sc, LLVMValueRef inst, LLVMValueRef variable, int64_t place, enum suspicion kind)
{
	if (ARENA_PUSH(sc->ar, sc->suspect, sc->nsuspect, sc->suspect_cap))
		sc->suspect[sc->nsuspect++] = (struct suspect){ inst, variable, place, kind };
}

/* Has the variable's own type no reference in it? */
static bool
without_references(struct scan *sc, LLVMValueRef alloca)
{
	const struct type_info *t = session_type(sc->s, LLVMGetAllocatedType(alloca));

	return t && t->count == 0;
}

/* A variable without references whose address unoptimised code keeps in another variable, out of which it is loaded
** here; otherwise NULL. */
static LLVMValueRef
untyped_behind(struct scan *sc, LLVMValueRef pointer)
{
	bool several;

	for (int i = 0; i < MAX_TRACE && LLVMIsAGetElementPtrInst(pointer); i++)
		pointer = operand_of(pointer, 0);
	if (!LLVMIsALoadInst(pointer) || !LLVMIsAAllocaInst(operand_of(pointer, 0)))
		return NULL;
	LLVMValueRef behind = scan_variable_of(sc, pointer, &several);
	return behind && without_references(sc, behind) ? behind : NULL;
}

/* trace_places for typed modules, in which it does not give up: more than it follows is one variable, or several that
** all have references, or refused. */
static bool
trace_typed(struct scan *sc, LLVMValueRef access, LLVMValueRef pointer, LLVMValueRef *found, int64_t *place,
	uint32_t *n, bool *foreign)
{
	bool several;

	if (trace_places(sc, pointer, found, place, n, foreign))
		return true;
	found[0] = scan_variable_of(sc, pointer, &several);
	place[0] = UNKNOWN_PLACE;
	*n = found[0] != NULL;
	*foreign = true;
	if (several)
		scan_fail(sc, access,
			"accesses an object reference through a pointer to many stack variables, of which some have a "
			"type without references: give each a type that has them, or use a pointer for each");
	return found[0] != NULL;
}

/* Where a pointer comes on several ways, optimised code has ways that are never taken, on which it leads to other
** members of a struct. */
static void
suspect_all(struct scan *sc, LLVMValueRef inst, LLVMValueRef pointer, const LLVMValueRef *found, const int64_t *place,
	uint32_t n, bool foreign)
{
	LLVMValueRef behind = foreign ? untyped_behind(sc, pointer) : NULL;

	if (behind)
		add_suspect(sc, inst, behind, UNKNOWN_PLACE, OF_REFERENCE);
	/* LLVM merges pointers of ways that are never gone: a load may miss the references of one variable if it may
	** read another.  A store may not. */
	bool certain = (n == 1 && !foreign) || LLVMIsAStoreInst(inst);
	for (uint32_t i = 0; i < n; i++)
		if (without_references(sc, found[i]) || (certain && place[i] != UNKNOWN_PLACE))
			add_suspect(sc, inst, found[i], place[i], OF_REFERENCE);
}

void
scan_typed_load(struct scan *sc, LLVMValueRef load, LLVMValueRef pointer)
{
	LLVMValueRef found[MAX_TRACE];
	int64_t place[MAX_TRACE];
	uint32_t n;
	bool foreign;

	if (LLVMIsAConstant(pointer) || LLVMIsAArgument(pointer))
		return;
	if (trace_typed(sc, load, pointer, found, place, &n, &foreign))
		suspect_all(sc, load, pointer, found, place, n, foreign);
}

static void
suspect_place(struct scan *sc, LLVMValueRef inst, LLVMValueRef pointer, enum suspicion kind)
{
	LLVMValueRef found[MAX_TRACE];
	int64_t place[MAX_TRACE];
	uint32_t n;
	bool foreign;

	if (LLVMIsAConstant(pointer) || LLVMIsAArgument(pointer)
		|| !trace_places(sc, pointer, found, place, &n, &foreign))
		return;
	for (uint32_t i = 0; i < n; i++)
		if (place[i] != UNKNOWN_PLACE && n == 1 && !foreign)
			add_suspect(sc, inst, found[i], place[i], kind);
}

void
scan_typed_other(struct scan *sc, LLVMValueRef access, LLVMValueRef pointer)
{
	suspect_place(sc, access, pointer, AS_SOMETHING_ELSE);
}

/* Is the word at that place known to hold references? */
static bool
holds_reference(const struct scan *sc, const struct stack_var *var, int64_t place)
{
	if (var->roots)
		return place == UNKNOWN_PLACE || place % (int64_t)sc->s->word_bytes == 0;
	if (place == UNKNOWN_PLACE)
		return true;
	if (!LLVMIsAConstantInt(operand_of(var->alloca, 0)) && place >= 0) /* the words are those of one element */
		place %= (int64_t)(var->words->n * sc->s->word_bytes);
	return place >= 0 && place % (int64_t)sc->s->word_bytes == 0
		&& memory_is_ref(var->words, (uint64_t)place / sc->s->word_bytes);
}

/* Is that place not in the variable at all?  Unrolled loops have ways that are never taken, on which a pointer would
** lead there.  An access outside the variable is undefined, so it needs no diagnostic of its own. */
static bool
is_outside(struct scan *sc, LLVMValueRef alloca, int64_t place)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(sc->s->module);
	LLVMValueRef count = operand_of(alloca, 0);

	if (place == UNKNOWN_PLACE || place < 0)
		return place != UNKNOWN_PLACE;
	if (!LLVMIsAConstantInt(count))
		return false;
	const uint64_t each = LLVMABISizeOfType(layout, LLVMGetAllocatedType(alloca));
	return each == 0 || (uint64_t)place / each >= LLVMConstIntGetZExtValue(count);
}

static void
judge(struct scan *sc, const struct suspect *x)
{
	struct stack_var *var = x->kind != OF_REFERENCE && ptrmap_get(&sc->s->things, x->variable) == PTRMAP_NONE
		? NULL : record(sc, x->variable);
	char name[128];

	if (!var || (var->mapped && !var->words))
		return;
	if (x->kind != OF_REFERENCE) {
		if (x->place == UNKNOWN_PLACE || (!var->roots && !var->mapped) || !holds_reference(sc, var, x->place))
			return;
	} else if (var->roots || var->mapped) {
		if (scan_type(sc, LLVMIsAStoreInst(x->inst) ? operand_of(x->inst, 0) : x->inst)->as != LR_AS_TRACKED
			|| holds_reference(sc, var, x->place) || is_outside(sc, x->variable, x->place))
			return;
	} else {
		if (!without_references(sc, x->variable))
			return; /* closed */
		if (!var->judged)
			var->open = memory_is_open(sc->s, x->variable, NULL);
		var->judged = true;
		if (!var->open)
			return;
	}
	variable_name(x->variable, name, sizeof name);
	if (*name == '\0')
		strcpy(name, "without name");
	if (x->kind == AS_SOMETHING_ELSE)
		sc->status = lr_fail(sc->s->cx, LR_E_DIALECT, x->inst,
			"accesses an object reference of the stack variable '%s' as something else: no collector sees "
			"it then; access it as a reference", name);
	else
		sc->status = lr_fail(sc->s->cx, LR_E_DIALECT, x->inst,
			"%s the stack variable '%s' where its type has none, and the variable is also written by "
			"others or passed on: give it a type that has a reference there (a struct, or an array of "
			"references)",
			LLVMIsALoadInst(x->inst) ? "loads an object reference out of"
				: "stores an object reference into",
			name);
}

void
scan_judge(struct scan *sc)
{
	for (uint32_t i = 0; i < sc->nsuspect && sc->status == LR_OK && !sc->ar->failed; i++)
		judge(sc, &sc->suspect[i]);
}

static void
shadow(struct scan *sc, LLVMValueRef store, LLVMValueRef pointer, const struct bases *ns)
{
	LLVMValueRef found[MAX_TRACE];
	struct fn *f = sc->f;
	struct ir *ir = sc->ir;
	int64_t place[MAX_TRACE];
	uint32_t n, need = 0, at = f->nref;
	bool foreign, further = false;
	bool all = sc->s->typed ? trace_typed(sc, store, pointer, found, place, &n, &foreign)
		: trace_places(sc, pointer, found, NULL, &n, &foreign);

	if (sc->s->typed && all)
		suspect_all(sc, store, pointer, found, place, n, foreign);
	if (all && n == 0)
		return;
	for (uint32_t i = 0; i < ns->n; i++)
		if (base_at(ns, i) >= 0 && ARENA_PUSH(sc->ar, f->ref, f->nref, f->ref_cap))
			f->ref[f->nref++] = base_at(ns, i), need++;
	struct shadow_store s = { .store = store,
		.pointer = pointer, .at = at, .n = need, .block = scan_block(sc, LLVMGetInstructionParent(store)),
		.of = NONE, .computed = !scan_constant_place(pointer), .guarded = foreign || n > 1,
		.packed = need == 1 && ns->n == 1 };
	for (uint32_t i = 0; need && i < (all ? n : 1); i++) {
		if (all) {
			struct stack_var *var = record(sc, found[i]);
			if (!var || var->roots || var->mapped)
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
		scan_undef(sc, store, nvalue, value);
	}
	if (scan_code(sc, pointer) == PTRMAP_NONE && scan_type(sc, pointer)->count == 0) {
		struct bases ns = scan_bases(sc, value);
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
		struct bases ns = scan_bases(sc, operand_of(sc->far[i], value));
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

/* What is in the words of the variable is said by the attribute, whatever the alloca's type is. */
void
scan_typed_pointer(struct scan *sc, LLVMValueRef call, LLVMValueRef pointer, LLVMTypeRef type, bool written)
{
	LLVMValueRef found[MAX_TRACE];
	int64_t place[MAX_TRACE];
	uint32_t nfound;
	bool foreign;
	const struct type_info *t = session_type(sc->s, type);
	uint64_t bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(sc->s->module), type);
	int64_t word = sc->s->word_bytes;

	if (!trace_places(sc, pointer, found, place, &nfound, &foreign))
		scan_fail(sc, call,
			"memory for a result or an argument with object references comes from too many places to "
			"follow");
	for (uint32_t i = 0; i < nfound; i++) {
		struct stack_var *var = record(sc, found[i]);
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
		if (!written) /* the callee has a copy, and roots that */
			continue;
		if (place[i] == UNKNOWN_PLACE || place[i] < 0 || !LLVMIsAConstantInt(operand_of(found[i], 0))) {
			scan_fail(sc, call,
				"memory for a result with object references begins at a computed place of a stack "
				"variable whose type does not say so: pass a variable of its own, of the result's "
				"type");
			return;
		}
		if ((!var->mapped && !map(sc, var))
			|| !memory_words_add(sc->s, sc->ar, var->words, type, (uint64_t)place[i]))
			return;
	}
}
