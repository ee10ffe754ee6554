/* SPDX-License-Identifier: MIT */
/* origins.c -- walks back from a value over the instructions that it is made of.
**
** The walk sees each instruction once, and no more than ORIGINS_MOST of them: who asks takes what was not seen for what
** is worst. */
#include "check/prove/prove.h"

void
origins_begin(struct origins *o, LLVMValueRef v)
{
	o->n = o->nseen = 0;
	o->lost = false;
	origins_add(o, v);
}

void
origins_add(struct origins *o, LLVMValueRef v)
{
	if (o->n == ORIGINS_MOST)
		o->lost = true;
	else
		o->todo[o->n++] = v;
}

LLVMValueRef
origins_next(struct origins *o)
{
	while (o->n > 0 && !o->lost) {
		LLVMValueRef v = o->todo[--o->n];
		bool known = LLVMIsAInstruction(v) == NULL;
		for (unsigned k = 0; k < o->nseen && !known; k++)
			known = o->seen[k] == v;
		if (known)
			continue;
		if (o->nseen < ORIGINS_MOST)
			return o->seen[o->nseen++] = v;
		o->lost = true;
	}
	return NULL;
}

void
origins_add_addresses(struct origins *o, LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMPHI:
		origins_add_operands(o, inst);
		break;
	case LLVMSelect:
		origins_add(o, LLVMGetOperand(inst, 1));
		origins_add(o, LLVMGetOperand(inst, 2));
		break;
	case LLVMGetElementPtr: case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze:
		origins_add(o, LLVMGetOperand(inst, 0));
		break;
	default:
		break;
	}
}

void
origins_add_operands(struct origins *o, LLVMValueRef inst)
{
	if (LLVMIsAPHINode(inst) != NULL)
		for (unsigned k = 0, n = LLVMCountIncoming(inst); k < n; k++)
			origins_add(o, LLVMGetIncomingValue(inst, k));
	else
		for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(inst); k < n; k++)
			origins_add(o, LLVMGetOperand(inst, k));
}
