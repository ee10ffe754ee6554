/* SPDX-License-Identifier: MIT */
/* plain_origin.c -- which elements are references, which may be, and what is not followed.
**
** The classes of elements depend on each other by phis, selects, variables and loads: they are computed from the
** weakest one on until nothing changes. */
#include "check/plain/plain.h"

enum { ROUNDS = 8 };

static uint8_t
unmarked(const struct plain *p)
{
	return p->profile->unmarked_pointers == UNMARKED_PLAIN ? CLASS_NONE : CLASS_UNKNOWN;
}

static uint8_t
larger(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

/* What is loaded from an address that is no word. */
static uint8_t
class_of_memory(const struct plain *p, LLVMValueRef address)
{
	struct plain_val at = plain_val_of(p, address);

	if (at.object != NONE && at.object != PLAIN_HEAD)
		return CLASS_NONE; /* what may be in there is reported apart: look_at_load, look_at_store */
	return p->profile->reference_loads && p->elem[at.elem].cls != CLASS_NONE ? p->elem[at.elem].cls : unmarked(p);
}

static bool
is_shifted(const struct plain *p, struct plain_val v)
{
	return v.elem >= EL_FIRST && (!v.known || v.off != 0 || p->elem[v.elem].interior);
}

/* The larger class of all operands, or of all incoming values. */
static uint8_t
class_of_operands(const struct plain *p, struct plain_elem *e)
{
	LLVMValueRef i = e->v;
	const bool phi = LLVMIsAPHINode(i) != NULL;
	const unsigned n = phi ? LLVMCountIncoming(i) : (unsigned)LLVMGetNumOperands(i);
	uint8_t cls = CLASS_NONE;

	for (unsigned k = 0; k < n; k++) {
		LLVMValueRef v = phi ? LLVMGetIncomingValue(i, k) : LLVMGetOperand(i, k);
		struct plain_val x = plain_val_of(p, v);
		cls = larger(cls, p->elem[x.elem].cls);
		e->interior |= is_shifted(p, x);
		e->stack |= x.object != NONE || p->elem[x.elem].stack;
		e->chain |= p->elem[x.elem].chain;
	}
	return cls;
}

static uint8_t
class_of_value(const struct plain *p, struct plain_elem *e)
{
	switch (e->from) {
	case FROM_LOAD: {
		LLVMValueRef address = LLVMGetOperand(e->v, LLVMIsALoadInst(e->v) != NULL ? 0 : 1);
		e->chain |= p->elem[plain_val_of(p, address).elem].chain;
		return class_of_memory(p, address);
	}
	case FROM_PHI: case FROM_SELECT:
		return class_of_operands(p, e);
	case FROM_READ: {
		const struct plain_word *w = &p->word[e->word - p->first_word];
		e->chain |= p->elem[e->word].chain;
		e->interior |= p->object[w->object].kind == KIND_VARIABLE && p->elem[e->word].interior;
		return p->object[w->object].kind == KIND_ROOT
			|| (p->object[w->object].kind == KIND_FRAME && e->word >= p->object[w->object].first + 2)
			? CLASS_REFERENCE : p->elem[e->word].cls;
	}
	case FROM_RETURNED: {
		struct plain_val x = plain_val_of(p, plain_returned(e->v));
		e->interior |= is_shifted(p, x);
		e->stack |= p->elem[x.elem].stack;
		e->chain |= p->elem[x.elem].chain;
		return larger(p->elem[x.elem].cls, (uint8_t)plain_class_of_call(p, e->v));
	}
	default:
		break;
	}
	if (LLVMIsAArgument(e->v) != NULL || plain_is_call(e->v) || LLVMIsAIntToPtrInst(e->v) != NULL
		|| (LLVMIsAGetElementPtrInst(e->v) != NULL && !e->parts))
		return e->cls; /* said by plain_values.c */
	if (LLVMIsAAtomicCmpXchgInst(e->v) != NULL || LLVMIsAAtomicRMWInst(e->v) != NULL)
		return class_of_memory(p, LLVMGetOperand(e->v, 0));
	return larger(unmarked(p), class_of_operands(p, e)); /* made of parts */
}

/* The class of what stores put into variables. */
static bool
classes_of_words(struct plain *p, uint8_t *before, bool only_up)
{
	bool changed = false;

	for (uint32_t w = 0; w < p->nword; w++) {
		before[w] = p->elem[p->first_word + w].cls;
		if (!only_up)
			p->elem[p->first_word + w].cls = CLASS_NONE;
	}
	for (uint32_t k = 0; k < p->nop; k++) {
		const struct plain_op *op = &p->op[k];
		if (op->kind != OP_WRITE || p->object[op->object].kind != KIND_VARIABLE)
			continue;
		struct plain_elem *w = &p->elem[op->word];
		struct plain_val v = plain_val_of(p, LLVMGetOperand(op->inst, 0));
		w->cls = larger(w->cls, p->elem[v.elem].cls);
		changed |= (!w->interior && is_shifted(p, v)) || (!w->chain && p->elem[v.elem].chain);
		w->interior |= is_shifted(p, v);
		w->chain |= p->elem[v.elem].chain;
	}
	for (uint32_t w = 0; w < p->nword; w++)
		changed |= before[w] != p->elem[p->first_word + w].cls;
	return changed;
}

/* Words whose contents are addresses of frames. */
static void
mark_chain(struct plain *p)
{
	p->elem[p->object[PLAIN_HEAD].first].chain = true;
	for (uint32_t k = 0; k < p->nframe; k++)
		p->elem[p->frame[k].prev].chain = true;
}

static bool
classes(struct plain *p)
{
	uint8_t *before = arena_array(p->ar, p->nword, sizeof *before);
	bool changed = before != NULL;

	for (unsigned round = 0; changed; round++) {
		const bool only_up = round >= ROUNDS; /* a load's class may go down: it must come to an end */
		changed = false;
		for (uint32_t k = EL_FIRST; k < p->first_word; k++) {
			struct plain_elem *e = &p->elem[k];
			const struct plain_elem was = *e;
			uint8_t cls = class_of_value(p, e);
			e->cls = only_up ? larger(was.cls, cls) : cls;
			changed |= e->cls != was.cls || e->interior != was.interior || e->stack != was.stack
				|| e->chain != was.chain;
		}
		changed |= classes_of_words(p, before, only_up);
	}
	return before != NULL;
}

/* ---- what is not followed ---- */

static bool
is_reference(const struct plain *p, struct plain_val v)
{
	return p->elem[v.elem].cls != CLASS_NONE;
}

/* A store of `v`, at once, to `at`, which is no word. */
static bool
look_at_store(struct plain *p, LLVMValueRef i, struct plain_val v, struct plain_val at)
{
	if (v.number && v.elem != EL_STATIC && is_reference(p, v))
		return plain_unknown(p, "copy", i, "a number that was made of a reference is stored");
	if (!is_reference(p, v))
		return true;
	if (at.object != NONE && at.object != PLAIN_HEAD)
		return plain_unknown(p, "memory", i, "a pointer that may be a reference is stored into stack memory "
			"that is no root, and is not followed");
	if (at.elem != EL_STATIC && (p->elem[at.elem].cls == CLASS_NONE || p->elem[at.elem].stack))
		return plain_unknown(p, "memory", i, "a pointer that may be a reference is stored to where the "
			"profile knows no object");
	return true;
}

/* Reads a store into a word. */
static bool
look_at_write(struct plain *p, const struct plain_op *op, struct plain_val v)
{
	const struct plain_word *w = &p->word[op->word - p->first_word];

	if (!w->root)
		return true;
	if (is_shifted(p, v))
		return plain_unknown(p, "interior", op->inst, "an interior pointer is stored into a root, where a "
			"collector expects the address of an object");
	if (v.object != NONE || (v.elem >= EL_FIRST && p->elem[v.elem].parts))
		return plain_unknown(p, "variable", op->inst, "the address of stack memory is stored into a root");
	return true;
}

static bool
look_at_number(struct plain *p, const struct plain_op *op)
{
	return !p->word[op->word - p->first_word].root
		|| plain_unknown(p, "variable", op->inst, "a number is stored into a root");
}

static bool
look_at_load(struct plain *p, LLVMValueRef i, struct plain_val at)
{
	if (at.object == NONE || at.object == PLAIN_HEAD || !p->object[at.object].escaped)
		return true;
	return plain_unknown(p, "memory", i, "a pointer is loaded from stack memory that is no root, and is not "
		"followed");
}

/* Other instructions that may put references into stack memory. */
static bool
look_at_other(struct plain *p, LLVMValueRef i)
{
	const char *name = plain_callee(i);
	const bool writes = LLVMIsAAtomicCmpXchgInst(i) != NULL || LLVMIsAAtomicRMWInst(i) != NULL
		|| (strncmp(name, "llvm.", 5) == 0 && strcmp(name, "llvm.gcroot") != 0
		    && strncmp(name, "llvm.lifetime.", 14) != 0);
	const bool copy = strncmp(name, "llvm.memcpy.", 12) == 0 || strncmp(name, "llvm.memmove.", 13) == 0;
	bool memory = false, reference = false, chain = false;

	for (unsigned k = 0; writes && k < (unsigned)LLVMGetNumOperands(i); k++) {
		if (is_metadata_operand(LLVMGetOperand(i, k)))
			continue;
		struct plain_val v = plain_val_of(p, LLVMGetOperand(i, k));
		memory |= v.object != NONE && v.object != PLAIN_HEAD && (k == 0 || !copy);
		reference |= is_reference(p, v) || (v.object != NONE && p->object[v.object].kind == KIND_ROOT);
		chain |= p->elem[v.elem].chain;
	}
	if (chain)
		return plain_unknown(p, "linked-frame", i, "a frame of the chain may be written");
	return !memory || !reference || plain_unknown(p, "memory", i,
		"references may be copied into stack memory, which is not followed");
}

static bool
look_at_instruction(struct plain *p, LLVMValueRef i)
{
	const struct plain_op *op = plain_op_of(p, i);
	const bool gcwrite = strcmp(plain_callee(i), "llvm.gcwrite") == 0;
	struct plain_val v, at;

	if (LLVMIsAStoreInst(i) != NULL || gcwrite) {
		v = plain_val_of(p, LLVMGetOperand(i, 0));
		at = plain_val_of(p, LLVMGetOperand(i, gcwrite ? 2 : 1));
		if (op != NULL)
			return op->kind == OP_WRITE ? look_at_write(p, op, v)
				: op->kind != OP_NUMBER || look_at_number(p, op);
		if (p->elem[at.elem].chain)
			return plain_unknown(p, "linked-frame", i, "a frame of the chain is written");
		return look_at_store(p, i, v, at);
	}
	if (op != NULL)
		return true;
	if (LLVMIsALoadInst(i) != NULL && plain_has_pointer(p, LLVMTypeOf(i)))
		return look_at_load(p, i, plain_val_of(p, LLVMGetOperand(i, 0)));
	if (strcmp(plain_callee(i), "llvm.gcread") == 0)
		return look_at_load(p, i, plain_val_of(p, LLVMGetOperand(i, 1)));
	return look_at_other(p, i);
}

static LLVMValueRef
place_of(const struct plain_object *o)
{
	return o->odd != NULL ? o->odd : o->alloca;
}

bool
plain_origin(struct plain *p)
{
	mark_chain(p);
	if (!classes(p))
		return false;
	for (uint32_t o = 0; o < p->nobject; o++)
		if (p->object[o].kind == KIND_STACK && p->object[o].escaped && unmarked(p) == CLASS_UNKNOWN
			&& plain_has_pointer(p, LLVMGetAllocatedType(p->object[o].alloca))
			&& !plain_unknown(p, "memory", place_of(&p->object[o]),
				"stack memory that may hold references is no root, and its address is not followed"))
			return false;
	for (uint32_t b = 0; b < p->c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(p->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i))
			if (!look_at_instruction(p, i))
				return false;
	return !p->ar->failed;
}
