/* SPDX-License-Identifier: MIT */
/* shadows.c -- tracked pointers that are stored into stack memory of unknown layout: each store repeats them in
** shadow slots of the frame. */
#include "gcroots/stack/stack.h"
#include "gcroots/stack/variables.h"

static void
shadow(struct scan *sc, LLVMValueRef store, LLVMValueRef pointer, const struct bases *ns)
{
	LLVMValueRef found[MAX_TRACE];
	struct fn *f = sc->f;
	struct ir *ir = sc->ir;
	int64_t place[MAX_TRACE];
	uint32_t n, need = 0, at = f->nref;
	bool foreign, further = false;
	bool all = sc->s->typed ? stack_trace_typed(sc, store, pointer, found, place, &n, &foreign)
		: stack_trace(sc, pointer, found, NULL, &n, &foreign);

	if (sc->s->typed && all)
		stack_note_typed(sc, store, pointer, found, place, n, foreign);
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
			struct stack_var *var = stack_record(sc, found[i]);
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

/* Tells which operands of a store, atomic operation or masked store are the value and the address. */
void
stack_store_operands(LLVMValueRef store, unsigned *value, unsigned *pointer)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(store);

	*value = op == LLVMStore || op == LLVMCall ? 0 : (unsigned)LLVMGetNumOperands(store) - 1;
	*pointer = op == LLVMStore || op == LLVMCall ? 1 : 0;
}

void
stack_store_special(struct scan *sc, LLVMValueRef store, LLVMValueRef value, LLVMValueRef pointer)
{
	if (scan_code(sc, value) == PTRMAP_NONE) {
		unsigned nvalue, npointer;
		stack_store_operands(store, &nvalue, &npointer);
		scan_undef(sc, store, nvalue, value);
	}
	struct stack_scan *st = &sc->stack;
	if (scan_code(sc, pointer) == PTRMAP_NONE && scan_type(sc, pointer)->count == 0) {
		struct bases ns = scan_bases(sc, value);
		shadow(sc, store, pointer, &ns);
	} else if (ARENA_PUSH(sc->ar, st->special_store, st->nspecial_store, st->special_store_cap)) {
		st->special_store[st->nspecial_store++] = store;
	}
}

void
stack_finish_stores(struct scan *sc)
{
	const struct stack_scan *st = &sc->stack;

	for (uint32_t i = 0; st->cast_to_special && i < st->nspecial_store && sc->status == LR_OK; i++) {
		LLVMValueRef store = st->special_store[i];
		unsigned value, pointer;
		stack_store_operands(store, &value, &pointer);
		struct bases ns = scan_bases(sc, operand_of(store, value));
		shadow(sc, store, operand_of(store, pointer), &ns);
	}
}
