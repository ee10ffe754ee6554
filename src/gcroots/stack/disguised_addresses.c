/* SPDX-License-Identifier: MIT */
/* disguised_addresses.c -- the addresses at which references of stack variables can be read.
**
** Each address is followed forward from its variable, once, with the places that it may be at. */
#include "gcroots/model/mapped_frame.h"
#include "gcroots/stack/disguised.h"
#include "ir/llvm_calls.h"

static uint64_t
distance(int64_t a, int64_t b)
{
	return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
}

/* An address that may be anywhere in a variable is assumed to be that of a part with the type of the access. */
bool
disguised_touches(struct disguise *c, const struct stack_var *var, const struct address *a, uint64_t size)
{
	const uint64_t word = c->sc->s->word_bytes, step = a->step;

	if (var->roots)
		return true;
	if (step % word || size == 0 || (step == 0 && a->at < 0))
		return false;
	if (step == 0) {
		uint64_t first = (uint64_t)a->at / word, last = ((uint64_t)a->at + size - 1) / word;
		for (uint64_t w = first; w <= last && w < var->words->n; w++)
			if (memory_is_ref(var->words, w) || !crossing_spend(&c->crossing, 1))
				return true;
		return false;
	}
	for (uint32_t w = 0; w < var->words->n; w++) {
		if (!crossing_spend(&c->crossing, 1))
			return true;
		if (!memory_is_ref(var->words, w))
			continue;
		int64_t r = ((int64_t)(w * word) - a->at) % (int64_t)step;
		uint64_t into = (uint64_t)(r < 0 ? r + (int64_t)step : r);
		if (into < size || into + word > step)
			return true;
	}
	return false;
}

static void
reach(struct disguise *c, LLVMValueRef variable, LLVMValueRef pointer, int64_t at, uint64_t step)
{
	uint32_t i = ptrmap_get(&c->addresses, pointer);

	if (i != PTRMAP_NONE && c->address[i].variable == variable) {
		struct address *a = &c->address[i];
		const uint64_t merged = stack_gcd(stack_gcd(a->step, step), distance(a->at, at));
		if (merged == a->step)
			return;
		a->step = merged;
	} else {
		if (!ARENA_PUSH(c->sc->ar, c->address, c->naddress, c->address_cap))
			return;
		i = c->naddress;
		c->address[c->naddress++] = (struct address){ pointer, variable, at, step, false };
		if (!ptrmap_set(&c->addresses, pointer, i))
			return;
	}
	if (ARENA_PUSH(c->sc->ar, c->todo, c->ntodo, c->todo_cap))
		c->todo[c->ntodo++] = i;
}

static void
reach_element(struct disguise *c, LLVMValueRef gep, const struct address *a)
{
	const struct stack_offset o = stack_gep_offset(c->sc->s, gep);
	const int64_t limit = (int64_t)1 << 40, at = a->at + o.bytes;

	if (at > limit || at < -limit)
		reach(c, a->variable, gep, 0, ANYWHERE);
	else
		reach(c, a->variable, gep, at, stack_gcd(a->step, o.step));
}

LLVMTypeRef
disguised_type_read(LLVMValueRef inst, LLVMOpcode op, LLVMValueRef pointer)
{
	switch (op) {
	case LLVMLoad:
		return LLVMTypeOf(inst);
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
		return LLVMGetOperand(inst, 0) == pointer ? LLVMTypeOf(LLVMGetOperand(inst, 1)) : NULL;
	case LLVMCall:
		return strncmp(value_name(LLVMGetCalledValue(inst)), "llvm.masked.load.", 17) == 0 ? LLVMTypeOf(inst)
			: NULL;
	default:
		return NULL;
	}
}

static void
follow_address(struct disguise *c, uint32_t i)
{
	const struct address a = c->address[i];

	for (LLVMUseRef u = LLVMGetFirstUse(a.pointer); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		const LLVMOpcode op = LLVMGetInstructionOpcode(user);
		if (disguised_type_read(user, op, a.pointer)) {
			c->address[i].read = true;
			continue;
		}
		switch (op) {
		case LLVMGetElementPtr:
			if (LLVMGetOperand(user, 0) == a.pointer)
				reach_element(c, user, &a);
			break;
		case LLVMCall:
			if (!llvm_call_passes_pointer(user))
				break;
			/* fall through */
		case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze: case LLVMPHI: case LLVMSelect:
			reach(c, a.variable, user, a.at, a.step);
			break;
		default:
			break;
		}
	}
}

void
disguised_reach(struct disguise *c, const struct stack_var *var)
{
	const bool counted = LLVMIsAConstantInt(LLVMGetOperand(var->alloca, 0)) || !var->words;

	reach(c, var->alloca, var->alloca, 0, counted ? 0 : (uint64_t)var->words->n * c->sc->s->word_bytes);
	while (c->ntodo && !c->sc->ar->failed && !c->addresses.failed)
		follow_address(c, c->todo[--c->ntodo]);
}
