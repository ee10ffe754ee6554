/* SPDX-License-Identifier: MIT */
/* interior.c -- tracked pointers that are no objects: address arithmetic on tracked pointers, and the phis and selects
** of its results.
**
** The dialect demands a derived pointer for an address within an object, but optimisers drop the cast.  A phi or
** select of such addresses is no object and may not lie in a slot.  Its base is made beside it, as that of a phi of
** derived pointers is. */
#include "gcroots/values/values.h"

static bool
adds_nothing(LLVMValueRef gep)
{
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++)
		if (!LLVMIsAConstant(operand_of(gep, i)) || !LLVMIsNull(operand_of(gep, i)))
			return false;
	return true;
}

void
scan_note_interior(struct scan *sc, LLVMValueRef gep)
{
	if (!adds_nothing(gep) && ARENA_PUSH(sc->ar, sc->interior, sc->ninterior, sc->interior_cap))
		sc->interior[sc->ninterior++] = gep;
}

/* Turns the values of `inst` from objects into bases that are to be made beside it. */
static void
lift(struct scan *sc, LLVMValueRef inst)
{
	struct fn *f = sc->f;
	struct bases ns = scan_bases(sc, inst);
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	enum value_kind kind = op == LLVMPHI ? VALUE_PHI
		: op == LLVMSelect ? VALUE_SELECT
		: op == LLVMExtractElement ? VALUE_EXTRACT
		: VALUE_INSERT;

	for (uint32_t i = 0; i < (ns.v ? ns.n : 1); i++) {
		base_id x = base_at(&ns, i);
		if (x < 0 || (uint32_t)x >= f->nval || sc->ir->defining[x] != inst)
			continue;
		struct value *v = &f->val[x];
		v->kind = (uint8_t)kind;
		if (op != LLVMPHI) /* the inputs of phis are recorded once all blocks are read */
			v->in_at = v->ref_at, v->in_n = v->ref_n;
	}
}

/* May the instruction pass an address on?  *merges: it merges several. */
static bool
passes(LLVMOpcode op, bool *merges)
{
	*merges = op == LLVMPHI || op == LLVMSelect || op == LLVMExtractElement || op == LLVMInsertElement;
	return *merges || op == LLVMFreeze || op == LLVMBitCast || op == LLVMShuffleVector || op == LLVMInsertValue
		|| op == LLVMExtractValue;
}

/* Follows all addresses forward through casts, phis, selects and composites. */
void
scan_interior(struct scan *sc)
{
	struct fn *f = sc->f;
	struct ptrmap seen;

	ptrmap_init(&seen, sc->s->cx->options.alloc, sc->s->cx->options.user);
	while (sc->ninterior > 0 && !sc->ar->failed && !seen.failed) {
		LLVMValueRef v = sc->interior[--sc->ninterior];
		for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			bool merges;
			if (!LLVMIsAInstruction(user) || !passes(LLVMGetInstructionOpcode(user), &merges)
				|| ptrmap_get(&seen, user) != PTRMAP_NONE)
				continue;
			const struct type_info *t = scan_type(sc, user);
			if (t->count == 0 || !ARENA_PUSH(sc->ar, sc->interior, sc->ninterior, sc->interior_cap)
				|| !ptrmap_set(&seen, user, 0))
				continue;
			if (merges)
				lift(sc, user);
			sc->interior[sc->ninterior++] = user;
		}
	}
	sc->ar->failed |= seen.failed;
	ptrmap_free(&seen);
	/* such an address may be the argument of a boxed call, but its base is rooted instead */
	for (uint32_t i = 0; i < f->nargument; i++)
		if (f->argument[i].value >= 0 && f->val[f->argument[i].value].kind >= VALUE_PHI)
			f->argument[i].value = BASE_ROOTED;
}
