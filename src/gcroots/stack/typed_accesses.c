/* SPDX-License-Identifier: MIT */
/* typed_accesses.c -- in typed modules: reports accesses to stack variables that contradict the types of the
** variables. */
#include "gcroots/model/mapped_frame.h"
#include "gcroots/stack/stack.h"
#include "gcroots/stack/variables.h"

#include <llvm-c/Target.h>

static void
add_access(struct scan *sc, LLVMValueRef inst, LLVMValueRef variable, int64_t place, enum typed_kind kind)
{
	struct stack_scan *st = &sc->stack;

	if (ARENA_PUSH(sc->ar, st->typed_access, st->ntyped_access, st->typed_access_cap))
		st->typed_access[st->ntyped_access++] = (struct typed_access){ inst, variable, place, kind };
}

/* In unoptimised code the address of a variable without references may lie in another variable.  If `pointer` is
** loaded out of such a variable, returns the one without references; otherwise NULL. */
static LLVMValueRef
untyped_behind(struct scan *sc, LLVMValueRef pointer)
{
	bool several;

	for (int i = 0; i < MAX_TRACE && LLVMIsAGetElementPtrInst(pointer); i++)
		pointer = operand_of(pointer, 0);
	if (!LLVMIsALoadInst(pointer) || !LLVMIsAAllocaInst(operand_of(pointer, 0)))
		return NULL;
	LLVMValueRef behind = stack_variable_of(sc, pointer, &several);
	return behind && !stack_has_references(sc, behind) ? behind : NULL;
}

/* stack_trace for typed modules.  If the pointer has too many sources, one variable is found as well, or several
** that all have references; anything else is reported. */
bool
stack_trace_typed(struct scan *sc, LLVMValueRef access, LLVMValueRef pointer, LLVMValueRef *found, int64_t *place,
	uint32_t *n, bool *foreign)
{
	bool several;

	if (stack_trace(sc, pointer, found, place, n, foreign))
		return true;
	found[0] = stack_variable_of(sc, pointer, &several);
	place[0] = UNKNOWN_PLACE;
	*n = found[0] != NULL;
	*foreign = true;
	if (several)
		scan_fail(sc, access,
			"accesses an object reference through a pointer to many stack variables, of which some have a "
			"type without references: give each a type that has them, or use a pointer for each");
	return found[0] != NULL;
}

/* Notes the variables that an access to a reference may lead into.  If the pointer has several sources, optimised
** code has paths that are never taken, on which it leads to other members of a struct. */
void
stack_note_typed(struct scan *sc, LLVMValueRef inst, LLVMValueRef pointer, const LLVMValueRef *found,
	const int64_t *place, uint32_t n, bool foreign)
{
	LLVMValueRef behind = foreign ? untyped_behind(sc, pointer) : NULL;

	if (behind)
		add_access(sc, inst, behind, UNKNOWN_PLACE, TYPED_REFERENCE);
	/* LLVM merges pointers of paths that are never taken.  So a load may miss the references of one variable if
	** it may read another one.  A store may not. */
	bool certain = (n == 1 && !foreign) || LLVMIsAStoreInst(inst);
	for (uint32_t i = 0; i < n; i++)
		if (!stack_has_references(sc, found[i]) || (certain && place[i] != UNKNOWN_PLACE))
			add_access(sc, inst, found[i], place[i], TYPED_REFERENCE);
}

void
stack_typed_load(struct scan *sc, LLVMValueRef load, LLVMValueRef pointer)
{
	LLVMValueRef found[MAX_TRACE];
	int64_t place[MAX_TRACE];
	uint32_t n;
	bool foreign;

	if (LLVMIsAConstant(pointer) || LLVMIsAArgument(pointer))
		return;
	if (stack_trace_typed(sc, load, pointer, found, place, &n, &foreign))
		stack_note_typed(sc, load, pointer, found, place, n, foreign);
}

static void
note_place(struct scan *sc, LLVMValueRef inst, LLVMValueRef pointer, enum typed_kind kind)
{
	LLVMValueRef found[MAX_TRACE];
	int64_t place[MAX_TRACE];
	uint32_t n;
	bool foreign;

	if (LLVMIsAConstant(pointer) || LLVMIsAArgument(pointer)
		|| !stack_trace(sc, pointer, found, place, &n, &foreign))
		return;
	for (uint32_t i = 0; i < n; i++)
		if (place[i] != UNKNOWN_PLACE && n == 1 && !foreign)
			add_access(sc, inst, found[i], place[i], kind);
}

void
stack_typed_other(struct scan *sc, LLVMValueRef access, LLVMValueRef pointer)
{
	note_place(sc, access, pointer, TYPED_OTHER);
}

/* Is the word at that place known to hold references? */
static bool
holds_reference(const struct scan *sc, const struct stack_var *var, int64_t place)
{
	if (var->roots)
		return place == UNKNOWN_PLACE || place % (int64_t)sc->s->word_bytes == 0;
	if (place == UNKNOWN_PLACE)
		return true;
	if (!LLVMIsAConstantInt(operand_of(var->alloca, 0)) && place >= 0) /* the set of words describes one element */
		place %= (int64_t)(var->words->n * sc->s->word_bytes);
	return place >= 0 && place % (int64_t)sc->s->word_bytes == 0
		&& memory_is_ref(var->words, (uint64_t)place / sc->s->word_bytes);
}

/* Is the place outside of the variable?  Unrolled loops have paths that are never taken, on which a pointer would
** lead there.  Such an access is undefined, so it needs no diagnostic of its own. */
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
check_access(struct scan *sc, const struct typed_access *x)
{
	struct stack_var *var = x->kind != TYPED_REFERENCE && ptrmap_get(&sc->s->indices, x->variable) == PTRMAP_NONE
		? NULL : stack_record(sc, x->variable);

	if (!var || (var->mapped && !var->words))
		return;
	if (x->kind != TYPED_REFERENCE) {
		if (x->place == UNKNOWN_PLACE || (!var->roots && !var->mapped) || !holds_reference(sc, var, x->place))
			return;
	} else if (var->roots || var->mapped) {
		if (scan_type(sc, LLVMIsAStoreInst(x->inst) ? operand_of(x->inst, 0) : x->inst)->as != LR_AS_TRACKED
			|| holds_reference(sc, var, x->place) || is_outside(sc, x->variable, x->place))
			return;
	} else {
		if (stack_has_references(sc, x->variable))
			return; /* it has references, or the scan has dealt with it */
		if (!var->judged)
			var->open = memory_is_open(sc->s, x->variable, NULL);
		var->judged = true;
		if (!var->open)
			return;
	}
	const struct stack_name name = stack_variable_name(x->variable);
	if (x->kind == TYPED_OTHER)
		scan_refuse(sc, x->inst,
			"accesses an object reference of the stack variable %s as something else: no collector sees "
			"it then; access it as a reference", name.text);
	else
		scan_refuse(sc, x->inst,
			"%s the stack variable %s where its type has none, and the variable is also written by "
			"others or passed on: give it a type that has a reference there (a struct, or an array of "
			"references)",
			LLVMIsALoadInst(x->inst) ? "loads an object reference out of"
				: "stores an object reference into",
			name.text);
}

void
stack_check_types(struct scan *sc)
{
	for (uint32_t i = 0; i < sc->stack.ntyped_access && sc->status == LR_OK && !sc->ar->failed; i++)
		check_access(sc, &sc->stack.typed_access[i]);
}
