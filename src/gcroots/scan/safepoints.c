/* SPDX-License-Identifier: MIT */
/* safepoints.c -- records what a call that is a safepoint needs: the values that its callee roots, the arguments of
** a boxed call, and those arguments of a musttail call that others must root. */
#include "gcroots/scan/calls.h"

bool
scan_safepoint_room(struct scan *sc, LLVMValueRef call)
{
	struct fn *f = sc->f;

	if (f->nsafe >= MAX_IDS) {
		scan_fail(sc, call, "the function holds too many safepoints");
		return false;
	}
	if (!ARENA_APPEND(sc->ar, f->safe, f->nsafe, f->safe_cap)
		|| !ARENA_APPEND(sc->ar, sc->ir->safe, f->nsafe, sc->ir->safe_cap))
		return false;
	sc->max_safepoints = f->safe_cap < sc->ir->safe_cap ? f->safe_cap : sc->ir->safe_cap;
	if (sc->max_safepoints > MAX_IDS)
		sc->max_safepoints = MAX_IDS;
	return true;
}

void
scan_note_callee_rooted(struct scan *sc, uint32_t code)
{
	struct fn *f = sc->f;
	safepoint_id safe = f->nsafe - 1;

	if (f->nsafe == 0 || sc->s->moving || f->safe[safe].returns_twice || code == PTRMAP_NONE || (code & LIST)
		|| code < BASE_BIAS)
		return;
	value_id value = code - BASE_BIAS;
	if (value >= f->nval || !ARENA_PUSH(sc->ar, f->callee_rooted, f->ncallee_rooted, f->callee_rooted_cap))
		return;
	f->val[value].callee_rooted = true;
	f->callee_rooted[f->ncallee_rooted++] = (struct callee_rooted){ safe, value };
}

void
scan_note_all_callee_rooted(struct scan *sc, LLVMValueRef call)
{
	unsigned n = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef v = operand_of(call, i);
		if (scan_is_callee_rooted(sc, call, v, i))
			scan_note_callee_rooted(sc, scan_code(sc, v));
	}
}

/* Returns the id of an operand of boxed calls.  Equal operands have the same id. */
static operand_id
operand_index(struct scan *sc, LLVMValueRef v)
{
	operand_id n = sc->f->noperand;

	if (!ARENA_PUSH(sc->ar, sc->ir->operand, n, sc->ir->operand_cap) || !ptrmap_room(&sc->s->operands)) {
		sc->ar->failed = true;
		return 0;
	}
	operand_id id = ptrmap_add(&sc->s->operands, v, n);
	if (id == n) {
		/* an undefined word in the frame would be taken for a reference */
		sc->ir->operand[n] = LLVMIsUndef(v) ? LLVMConstNull(LLVMTypeOf(v)) : v;
		sc->f->noperand++;
	}
	return id;
}

void
scan_note_array(struct scan *sc, LLVMValueRef call, const struct operands *o, unsigned first, unsigned n)
{
	struct fn *f = sc->f;
	uint32_t at = f->nargument;
	bool tracked = false;

	if (n > MAX_ARRAY || sc->s->moving || (sc->s->without & (LR_ARGUMENT_ARRAYS | LR_SLOT_SHARING)))
		return;
	if (f->narray == 0)
		ptrmap_clear(&sc->s->operands);
	for (unsigned i = first; i < first + n; i++) {
		LLVMValueRef v = i < o->nseen ? o->seen[i].value : operand_of(call, i);
		uint32_t code = i < o->nseen ? o->seen[i].code : scan_code(sc, v);
		bool own = code != PTRMAP_NONE && !(code & LIST) && code >= BASE_BIAS
			&& sc->ir->defining[code - BASE_BIAS] == v;
		tracked |= own;
		if (!own && LLVMIsAAddrSpaceCastInst(v) && scan_from_stack(operand_of(v, 0)))
			return;
		if (!ARENA_PUSH(sc->ar, f->argument, f->nargument, f->argument_cap))
			return;
		f->argument[f->nargument++] = (struct argument){ own ? (base_id)(code - BASE_BIAS) : BASE_ROOTED,
			operand_index(sc, v) };
	}
	if (!tracked)
		f->nargument = at;
	else if (ARENA_PUSH(sc->ar, f->array, f->narray, f->array_cap))
		f->array[f->narray++] = (struct array){ f->nsafe - 1, at, n };
}

void
scan_mark_block(struct scan *sc, bool **blocks)
{
	if (!*blocks)
		*blocks = arena_zarray(sc->ar, sc->f->g.nblk, sizeof **blocks);
	if (*blocks)
		(*blocks)[sc->block] = true;
}

bool
scan_tail_callee_roots(struct scan *sc, LLVMValueRef call)
{
	const struct callee_info *c = session_callee(sc->s, LLVMGetCalledValue(call));

	return (c != NULL && sc->s->moving && c->tolerates_relocation) || tail_call_is_taken(&sc->s->tails, call);
}

/* The frame of the caller is popped before a musttail call, so others must root the arguments.  If the callee roots
** its arguments, that goes for tracked ones only. */
static void
note_musttail(struct scan *sc, LLVMValueRef call)
{
	struct ir *ir = sc->ir;
	bool taken = scan_tail_callee_roots(sc, call);
	unsigned nargs = LLVMGetNumArgOperands(call);

	for (unsigned i = 0; i < nargs; i++) {
		LLVMValueRef v = operand_of(call, i);
		uint32_t code = scan_code(sc, v);
		if (code == PTRMAP_NONE || scan_is_callee_rooted(sc, call, v, i))
			continue;
		struct bases ns = scan_decode(sc, code);
		const struct type_info *t = scan_type(sc, v);
		for (uint32_t k = 0; k < ns.n; k++)
			if (base_at(&ns, k) >= 0 && !(taken && scan_is_tracked(t, k))
				&& ARENA_PUSH(sc->ar, ir->tail, ir->ntail, ir->tail_cap))
				ir->tail[ir->ntail++] = (struct pinning){ call, base_at(&ns, k) };
	}
}

void
scan_musttail(struct scan *sc, LLVMValueRef ret)
{
	LLVMValueRef call = musttail_before(ret);

	if (call && call == sc->ir->safe[sc->f->nsafe - 1])
		note_musttail(sc, call);
}
