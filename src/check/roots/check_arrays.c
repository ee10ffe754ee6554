/* SPDX-License-Identifier: MIT */
/* check_arrays.c -- error 8 of check_roots.c: the arguments of a boxed call are in the words of the frame where its
** array lies.
**
** Between placement and the lowering of boxed calls, metadata says at which slot the array begins.  Each word has to
** hold exactly the value that the call names as the argument, rooted or not.  So the contents of slots are computed
** once more, as stored values instead of classes.  That overwrites the events and merges, so this is the last proof. */
#include "check/model/check_phases.h"

/* The operand that is the first element of the array; 0: the call is not boxed. */
static unsigned
first_argument(struct ck *c, LLVMValueRef call)
{
	switch (check_callee(c, call).id) {
	case FN_CALL: case FN_CALL3: return 2;
	case FN_CALL2: return 3;
	default: return 0;
	}
}

bool
check_read_array(struct ck *c, LLVMValueRef call, uint32_t call_number)
{
	LLVMValueRef node = LLVMHasMetadata(call) ? LLVMGetMetadata(call, c->md_arguments) : NULL, slot;
	unsigned first;

	if (node == NULL || (first = first_argument(c, call)) == 0)
		return true;
	c->arrays = true;
	if (LLVMGetMDNodeNumOperands(node) == 1) {
		LLVMGetMDNodeOperands(node, &slot);
		uint64_t n = LLVMGetNumArgOperands(call) - first;
		if (LLVMIsAConstantInt(slot) && LLVMConstIntGetZExtValue(slot) <= c->nslots
			&& n <= c->nslots - LLVMConstIntGetZExtValue(slot))
			return check_emit(c, EV_ARRAY, call_number, (uint32_t)LLVMConstIntGetZExtValue(slot));
	}
	check_hole(c, call, "the array of arguments does not lie within the frame");
	return true;
}

/* The number of a value that is stored or passed, from 1 on; slots begin with 0. */
static uint32_t
number(struct ptrmap *ids, LLVMValueRef v)
{
	uint32_t n = ptrmap_get(ids, v);

	if (n == PTRMAP_NONE && ptrmap_set(ids, v, n = ids->count + 1))
		return n;
	return n;
}

/* Replaces the class that each event writes by the number of the stored value. */
static void
renumber(struct ck *c, struct ptrmap *ids)
{
	LLVMValueRef inst = NULL;

	for (uint32_t i = 0; i < c->nev; i++) {
		struct event *e = &c->ev[i];
		if (e->kind == EV_ACCESS)
			inst = c->accesses[e->a].inst;
		if (e->kind != EV_WRITE)
			continue;
		bool whole = inst != NULL && LLVMIsAStoreInst(inst)
			&& LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(inst, 0))) == LLVMPointerTypeKind;
		e->b = whole && !c->slot_escaped[e->a] ? number(ids, LLVMGetOperand(inst, 0)) : CK_UNKNOWN;
	}
}

static void
at_array(struct ck *c, const struct slot_walk *w, struct ptrmap *ids, const struct event *e)
{
	LLVMValueRef call = c->calls[e->a];
	unsigned first = first_argument(c, call), n = LLVMGetNumArgOperands(call) - first;

	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef v = LLVMGetOperand(call, first + i);
		if (w->content[e->b + i] != number(ids, v) && !LLVMIsUndef(v))
			check_hole(c, call, "argument %u is not in slot %u, where the callee finds it", i + 1,
				e->b + i);
	}
}

static bool
walk(struct ck *c, struct ptrmap *ids)
{
	struct slot_walk w = { 0 };

	if (!check_walk_start(c, &w))
		return false;
	w.held = arena_zarray(&c->ar, (size_t)ids->count + 1, sizeof *w.held);
	for (uint32_t k = 0; k < c->nblk && !check_many(c); k++) {
		uint32_t b = c->dom_order[k];
		if (c->ar.failed || !check_walk_enter(c, &w, b))
			return false;
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
			if (c->ev[i].kind == EV_ARRAY)
				at_array(c, &w, ids, &c->ev[i]);
			if (!check_walk_event(c, &w, &c->ev[i]))
				return false;
		}
	}
	return true;
}

bool
check_arrays(struct ck *c)
{
	struct ptrmap ids;

	if (!c->arrays)
		return true;
	ptrmap_init(&ids, c->ar.alloc, c->ar.user);
	renumber(c, &ids);
	bool ok = !ids.failed && check_slots_by_value(c) && walk(c, &ids) && !ids.failed;
	ptrmap_free(&ids);
	return ok;
}
