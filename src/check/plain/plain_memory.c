/* SPDX-License-Identifier: MIT */
/* plain_memory.c -- what instructions do to stack memory and to the head of the chain.
**
** An address that is a known byte of a known alloca is followed.  All else -- an address that goes through a phi, into
** memory or to a call, or is computed -- makes the alloca "escaped"; an access that is none of one pointer at a word,
** or of nulls over whole words, makes it "mixed".  What follows from that is said in plain_words.c. */
#include "check/plain/plain.h"

const struct plain_op *
plain_op_of(const struct plain *p, LLVMValueRef inst)
{
	uint32_t k = ptrmap_get(&p->op_of, inst);

	return k == PTRMAP_NONE || p->object[p->op[k].object].kind == KIND_STACK ? NULL : &p->op[k];
}

static void
escape(struct plain *p, uint32_t object, LLVMValueRef at)
{
	struct plain_object *o = &p->object[object];

	o->escaped = true;
	if (o->odd == NULL)
		o->odd = at;
}

static void
mix(struct plain *p, uint32_t object, LLVMValueRef at)
{
	struct plain_object *o = &p->object[object];

	o->mixed = true;
	if (o->odd == NULL)
		o->odd = at;
}

static bool
add_op(struct plain *p, struct plain_op op)
{
	if (ptrmap_get(&p->op_of, op.inst) != PTRMAP_NONE) { /* an instruction with two addresses */
		mix(p, op.object, op.inst);
		mix(p, p->op[ptrmap_get(&p->op_of, op.inst)].object, op.inst);
		return true;
	}
	if (!ARENA_PUSH(p->ar, p->op, p->nop, p->op_cap) || !ptrmap_set(&p->op_of, op.inst, p->nop))
		return false;
	p->op[p->nop++] = op;
	return true;
}

enum { BYTES_MOST = PLAIN_WORDS_MOST * 16 };

/* The number of words of an alloca; 0: not constant, not whole, or too many. */
static uint32_t
words_of(const struct plain *p, LLVMValueRef alloca)
{
	LLVMTypeRef t = LLVMGetAllocatedType(alloca);
	LLVMValueRef n = LLVMGetOperand(alloca, 0);

	if (LLVMIsAConstantInt(n) == NULL || LLVMGetIntTypeWidth(LLVMTypeOf(n)) > 64 || !LLVMTypeIsSized(t)
		|| LLVMGetTypeKind(t) == LLVMScalableVectorTypeKind)
		return 0;
	uint64_t each = LLVMABISizeOfType(p->c->layout, t), count = LLVMConstIntGetZExtValue(n);
	if (each == 0 || each > BYTES_MOST || count > BYTES_MOST
		|| each * count / p->bytes > PLAIN_WORDS_MOST)
		return 0;
	return (uint32_t)(each * count / p->bytes);
}

static bool
is_zero(LLVMValueRef v)
{
	return v != NULL && LLVMIsAConstant(v) != NULL && LLVMIsNull(v);
}

static bool
is_atomic(LLVMValueRef i)
{
	return !plain_is_call(i) && LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
}

/* Is it a constant number, or one that was made a pointer? */
static bool
is_number(LLVMValueRef v, uint64_t *n)
{
	if (v != NULL && LLVMIsAConstantExpr(v) != NULL && LLVMGetConstOpcode(v) == LLVMIntToPtr)
		v = LLVMGetOperand(v, 0);
	if (v == NULL || LLVMIsAConstantInt(v) == NULL || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
		return false;
	*n = LLVMConstIntGetZExtValue(v);
	return true;
}

/* Reads an access of a value of type `t`.  `stored`: the value; NULL: a load. */
static bool
access(struct plain *p, LLVMValueRef i, struct plain_val at, LLVMTypeRef t, LLVMValueRef stored)
{
	const uint64_t bytes = LLVMTypeIsSized(t) && LLVMGetTypeKind(t) != LLVMScalableVectorTypeKind
		? LLVMStoreSizeOfType(p->c->layout, t) : 0;
	const struct plain_object *o = &p->object[at.object];
	const bool head = at.object == PLAIN_HEAD;
	struct plain_op op = { .inst = i, .kind = stored == NULL ? OP_READ : OP_WRITE, .object = at.object, .n = 1 };

	if (head && at.known && bytes > 0 && (at.off >= (int64_t)p->bytes || at.off <= -(int64_t)bytes))
		return true; /* beside the head: memory like any other */
	if (!at.known || at.off < 0 || at.off % p->bytes != 0 || bytes == 0 || bytes % p->bytes != 0
		|| is_atomic(i)
		|| (uint64_t)at.off / p->bytes + bytes / p->bytes > o->words) {
		mix(p, at.object, i);
		return true;
	}
	op.word = (uint32_t)(at.off / p->bytes);
	if (is_zero(stored)) {
		op.kind = OP_ZERO;
		op.n = (uint32_t)(bytes / p->bytes);
	} else if (bytes == p->bytes && is_number(stored, &op.number)) {
		op.kind = OP_NUMBER;
	} else if (LLVMGetTypeKind(t) != LLVMPointerTypeKind || bytes != p->bytes) {
		mix(p, at.object, i);
		return true;
	}
	return add_op(p, op);
}

/* Reads a store of the address of stack memory: into the head, which pushes it; into the word `prev` of a frame that is
** pushed in front of it; or into another word, which shows a root. */
static bool
store_address(struct plain *p, LLVMValueRef i, struct plain_val v, struct plain_val to)
{
	const uint32_t prev = p->profile->chain_layout == CHAIN_NEXT_MAP ? 0 : 1;
	struct plain_object *o = &p->object[v.object];

	if (v.object == PLAIN_HEAD || !v.known || v.off != 0 || !to.known || to.object == NONE || to.off < 0
		|| to.off % p->bytes != 0 || (to.object == PLAIN_HEAD && to.off != 0)
		|| (uint64_t)to.off / p->bytes >= p->object[to.object].words) {
		escape(p, v.object, i);
		return true;
	}
	const uint32_t word = (uint32_t)(to.off / p->bytes);
	if (to.object != PLAIN_HEAD && word == prev && (o->behind == NULL || o->behind_object == to.object)) {
		o->behind = i;
		o->behind_object = to.object;
	} else if (o->given == NULL) {
		o->given = i;
		o->given_object = to.object;
		o->given_word = word;
	} else if (o->given_object != PLAIN_HEAD || to.object != PLAIN_HEAD) /* a frame may be pushed again */
		escape(p, v.object, i);
	return true;
}

static bool
read_memset(struct plain *p, LLVMValueRef i, struct plain_val at)
{
	LLVMValueRef byte = LLVMGetOperand(i, 1), n = LLVMGetOperand(i, 2);
	const struct plain_object *o = &p->object[at.object];
	uint64_t bytes = LLVMIsAConstantInt(n) != NULL ? LLVMConstIntGetZExtValue(n) : 0;

	if (!is_zero(byte) || !at.known || at.object == PLAIN_HEAD || at.off < 0 || at.off % p->bytes != 0
		|| bytes == 0 || bytes % p->bytes != 0 || bytes / p->bytes > o->words
		|| (uint64_t)at.off / p->bytes + bytes / p->bytes > o->words) {
		mix(p, at.object, i);
		return true;
	}
	return add_op(p, (struct plain_op){ .inst = i, .kind = OP_ZERO, .object = at.object,
		.word = (uint32_t)(at.off / p->bytes), .n = (uint32_t)(bytes / p->bytes) });
}

static bool
read_call(struct plain *p, LLVMValueRef i, unsigned operand, struct plain_val at)
{
	const char *name = plain_callee(i);
	struct plain_object *o = &p->object[at.object];

	if (strcmp(name, "llvm.gcroot") == 0 && operand == 0 && at.known && at.off == 0 && at.object != PLAIN_HEAD) {
		if (o->gcroot)
			mix(p, at.object, i);
		o->gcroot = true;
		return true;
	}
	if (strncmp(name, "llvm.memset.", 12) == 0 && operand == 0)
		return read_memset(p, i, at);
	if (strncmp(name, "llvm.lifetime.", 14) == 0) {
		o->lifetime = true;
		if (!at.known || at.off != 0 || o->words == 0) {
			mix(p, at.object, i);
			return true;
		}
		return add_op(p, (struct plain_op){ .inst = i, .kind = OP_FORGET, .object = at.object, .n = o->words });
	}
	if (strcmp(name, "llvm.gcread") == 0 && operand == 1)
		return access(p, i, at, LLVMTypeOf(i), NULL);
	if (strcmp(name, "llvm.gcwrite") == 0 && operand == 2)
		return access(p, i, at, LLVMTypeOf(LLVMGetOperand(i, 0)), LLVMGetOperand(i, 0));
	if (at.object != PLAIN_HEAD) /* callees leave the head as they found it */
		escape(p, at.object, i);
	return true;
}

static bool
read_operand(struct plain *p, LLVMValueRef i, unsigned k, struct plain_val at)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMGetElementPtr: case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMFreeze:
		if (k > 0 || LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMPointerTypeKind || !plain_val_of(p, i).known)
			escape(p, at.object, i);
		return true;
	case LLVMICmp:
		return true;
	case LLVMLoad:
		return access(p, i, at, LLVMTypeOf(i), NULL);
	case LLVMStore:
		if (k == 0)
			return store_address(p, i, at, plain_val_of(p, LLVMGetOperand(i, 1)));
		return access(p, i, at, LLVMTypeOf(LLVMGetOperand(i, 0)), LLVMGetOperand(i, 0));
	case LLVMCall: case LLVMInvoke: case LLVMCallBr:
		return read_call(p, i, k, at);
	default:
		escape(p, at.object, i);
		return true;
	}
}

bool
plain_memory(struct plain *p)
{
	for (uint32_t o = 0; o < p->nobject; o++)
		if (p->object[o].alloca != NULL)
			p->object[o].words = words_of(p, p->object[o].alloca);
	for (uint32_t b = 0; b < p->c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(p->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			const bool phi = LLVMIsAPHINode(i) != NULL;
			const unsigned n = phi ? LLVMCountIncoming(i) : (unsigned)LLVMGetNumOperands(i);
			for (unsigned k = 0; k < n; k++) {
				LLVMValueRef v = phi ? LLVMGetIncomingValue(i, k) : LLVMGetOperand(i, k);
				struct plain_val at;
				if (is_metadata_operand(v))
					continue;
				at = plain_val_of(p, v);
				if (at.object != NONE && !read_operand(p, i, k, at))
					return false;
			}
		}
	return !p->ar->failed && !p->op_of.failed;
}
