/* SPDX-License-Identifier: MIT */
/* link_writes.c -- is each write to the head of the chain, and to the header of the frame, one that a proof has read?
**
** Follows the address of the head and of the frame through address arithmetic, casts, phis and selects, to numbers and
** back.  Of each value: the object that it may address, and the distance from its start, if that is always the same.
** This may-information only grows, so that passes over the function come to an end after few rounds.  An address that
** is loaded from memory is not followed, and callees are taken to leave the head as they found it. */
#include "check/foreign/link.h"

enum region { NOWHERE, HEAD, FRAME, REGIONS };
enum { ROUNDS_MOST = 16 };

/* Packed into the 32 bits of a ptrmap: region, whether the distance varies, distance. */
struct address { enum region region; bool varies; int32_t at; };

struct writes {
	struct ck *c;
	const struct link *l;    /* NULL: the frame is that of the dialect's intrinsics */
	struct ptrmap address_of;
	LLVMValueRef base;       /* what the address of the head is computed from */
	int32_t base_at;         /* the distance of the base from the head */
	const char *why;
	LLVMValueRef where;
};

enum { FAR = 1 << 27 };

static uint32_t
pack(struct address a)
{
	return (uint32_t)a.region << 30 | (uint32_t)a.varies << 29 | (uint32_t)(a.at + FAR);
}

static struct address
unpack(uint32_t x)
{
	return (struct address){ (enum region)(x >> 30), x >> 29 & 1, (int32_t)(x & ((1u << 29) - 1)) - FAR };
}

static struct address
move(struct address a, int64_t by)
{
	int64_t at = a.at + by;

	a.varies |= by < -FAR || by >= FAR || at < -FAR || at >= FAR;
	a.at = a.varies ? 0 : (int32_t)at;
	return a;
}

static struct address
join(struct address a, struct address b)
{
	if (a.region == NOWHERE)
		return b;
	if (b.region == NOWHERE || pack(a) == pack(b))
		return a;
	/* of two addresses in the frame the lower one is nearer to its header */
	if (a.region == FRAME && b.region == FRAME && !a.varies && !b.varies && a.at >= 0 && b.at >= 0)
		return a.at < b.at ? a : b;
	/* the head wins: more writes to it matter */
	return (struct address){ a.region == FRAME ? b.region : a.region, true, 0 };
}

static bool
is_head(const struct writes *w, LLVMValueRef v)
{
	if (w->l != NULL && w->l->head != NULL && check_same_head(v, w->l->head))
		return true;
	return check_is_chain(w->c, v);
}

/* Takes constant address arithmetic off a pointer. */
static LLVMValueRef
base_of(struct ck *c, LLVMValueRef v, int64_t *at)
{
	*at = 0;
	for (unsigned k = 0; k < 64; k++) {
		bool constant = LLVMIsAConstantExpr(v) != NULL;
		LLVMOpcode op = constant ? LLVMGetConstOpcode(v)
			: LLVMIsAInstruction(v) != NULL ? LLVMGetInstructionOpcode(v) : LLVMUnreachable;
		int64_t bytes = 0;
		if (op == LLVMGetElementPtr ? !check_offset(c, v, &bytes)
			: op != LLVMBitCast && op != LLVMAddrSpaceCast && op != LLVMFreeze)
			return v;
		*at += bytes;
		v = LLVMGetOperand(v, 0);
	}
	return v;
}

static struct address
address_of(struct writes *w, LLVMValueRef v)
{
	int64_t at = 0;
	LLVMValueRef base = LLVMIsAConstantExpr(v) != NULL ? base_of(w->c, v, &at) : v;
	uint32_t known = ptrmap_get(&w->address_of, base);

	if (known != PTRMAP_NONE)
		return move(unpack(known), at);
	if (base == w->base)
		return move((struct address){ HEAD, false, w->base_at }, at);
	return LLVMIsAGlobalValue(base) != NULL && is_head(w, base)
		? move((struct address){ HEAD, false, 0 }, at) : (struct address){ 0 };
}

static struct address
join_operands(struct writes *w, LLVMValueRef i, unsigned from)
{
	struct address all = { 0 };
	unsigned n = LLVMIsAPHINode(i) != NULL ? LLVMCountIncoming(i) : (unsigned)LLVMGetNumOperands(i);

	for (unsigned k = from; k < n; k++)
		all = join(all, address_of(w, LLVMIsAPHINode(i) != NULL ? LLVMGetIncomingValue(i, k)
			: LLVMGetOperand(i, k)));
	return all;
}

static struct address
vary(struct address a)
{
	a.varies = true;
	a.at = 0;
	return a;
}

static bool
is_intrinsic(LLVMValueRef callee)
{
	return LLVMIsAFunction(callee) != NULL && strncmp(value_name(callee), "llvm.", 5) == 0
		&& strncmp(value_name(callee), "llvm.experimental.gc.", 21) != 0;
}

/* The address that a call gives. */
static struct address
of_call(struct writes *w, LLVMValueRef call)
{
	enum check_fn id = check_callee(w->c, call).id;
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (is_head(w, call))
		return (struct address){ HEAD, false, 0 };
	if (id == FN_NEW_GC_FRAME)
		return (struct address){ FRAME, false, 0 };
	if (id == FN_GET_GC_FRAME_SLOT) {
		LLVMValueRef k = LLVMGetOperand(call, 1);
		struct address frame = { FRAME, LLVMIsAConstantInt(k) == NULL, 0 };
		uint64_t n = frame.varies ? 0 : LLVMConstIntGetZExtValue(k) & INT32_MAX;
		return move(frame, ((int64_t)n + LINK_HEADER_WORDS) * w->c->word);
	}
	/* intrinsics that change a pointer; a statepoint stands for a call, and what it gives is an object */
	if (is_intrinsic(callee))
		return vary(join_operands(w, call, 0));
	return (struct address){ 0 };
}

static struct address
of_instruction(struct writes *w, LLVMValueRef i)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(i);
	struct address a;
	int64_t bytes;

	switch (op) {
	case LLVMAlloca:
		return (struct address){ w->l != NULL && i == w->l->linked ? FRAME : NOWHERE, false, 0 };
	case LLVMCall: case LLVMInvoke:
		return of_call(w, i);
	case LLVMGetElementPtr:
		a = address_of(w, LLVMGetOperand(i, 0));
		if (a.region == NOWHERE)
			return a;
		if (check_offset(w->c, i, &bytes))
			return move(a, bytes);
		if (a.region == FRAME && a.at >= (int64_t)LINK_HEADER_WORDS * w->c->word)
			a = (struct address){ 0 }; /* an index from a root on is one of a root */
		else
			a = vary(a);
		return a;
	case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMPtrToInt: case LLVMIntToPtr: case LLVMFreeze:
		return address_of(w, LLVMGetOperand(i, 0));
	case LLVMPHI:
		return join_operands(w, i, 0);
	case LLVMSelect:
		return join_operands(w, i, 1);
	case LLVMLoad: case LLVMICmp: case LLVMStore: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMBr:
	case LLVMSwitch: case LLVMRet: case LLVMCallBr:
		return (struct address){ 0 };
	case LLVMAdd: case LLVMSub:
		a = address_of(w, LLVMGetOperand(i, 0));
		if (a.region != NOWHERE && LLVMIsAConstantInt(LLVMGetOperand(i, 1)) != NULL
			&& LLVMGetIntTypeWidth(LLVMTypeOf(i)) <= 64) {
			bytes = (int64_t)LLVMConstIntGetSExtValue(LLVMGetOperand(i, 1));
			return bytes <= -FAR || bytes >= FAR ? vary(a) : move(a, op == LLVMAdd ? bytes : -bytes);
		}
		return vary(join_operands(w, i, 0));
	default:
		a = join_operands(w, i, 0);
		return a.region == NOWHERE ? a : vary(a);
	}
}

static bool
spread(struct writes *w)
{
	LLVMBasicBlockRef b;
	bool again = true;

	for (LLVMValueRef p = LLVMGetFirstParam(w->c->fn); p != NULL; p = LLVMGetNextParam(p))
		if (is_head(w, p) && !ptrmap_set(&w->address_of, p, pack((struct address){ HEAD, false, 0 })))
			return false;
	if (w->base != NULL && !ptrmap_set(&w->address_of, w->base, pack((struct address){ HEAD, false, w->base_at })))
		return false;
	for (unsigned round = 0; again; round++) {
		if (round == ROUNDS_MOST) {
			w->why = "the address of the head of the chain is computed in a way that is not followed";
			w->where = w->c->fn;
			return true;
		}
		again = false;
		for (b = LLVMGetFirstBasicBlock(w->c->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
				struct address a = of_instruction(w, i);
				uint32_t old = ptrmap_get(&w->address_of, i);
				if (a.region == NOWHERE)
					continue;
				a = old == PTRMAP_NONE ? a : join(unpack(old), a);
				if (pack(a) == old)
					continue;
				if (!ptrmap_set(&w->address_of, i, pack(a)))
					return false;
				again = true;
			}
	}
	return true;
}

/* ---- writes ---- */

/* A store to the head that the model of the function reads: of the frame, of what the function found there, or of
** stack memory that is a mapped frame. */
static bool
is_read_elsewhere(struct writes *w, LLVMValueRef store)
{
	LLVMValueRef v = LLVMGetOperand(store, 0), from = LLVMIsALoadInst(v) != NULL ? LLVMGetOperand(v, 0) : NULL;
	int64_t at;

	if (!is_head(w, LLVMGetOperand(store, 1)))
		return false;
	if (LLVMIsACallInst(v) != NULL)
		return check_callee(w->c, v).id == FN_NEW_GC_FRAME;
	if (from == NULL)
		return w->l == NULL && LLVMIsAAllocaInst(v) != NULL;
	if (is_head(w, from) && w->l == NULL && w->c->abi == LR_ABI_STATEPOINT)
		return true; /* prove/anchors.c looks at it */
	if (is_head(w, from))
		return LLVMGetInstructionParent(v) == LLVMGetEntryBasicBlock(w->c->fn)
			&& (w->l == NULL || check_is_chain(w->c, from));
	return w->l == NULL && LLVMIsAAllocaInst(base_of(w->c, from, &at)) != NULL;
}

static void
refuse(struct writes *w, LLVMValueRef where, const char *why)
{
	if (w->why != NULL)
		return;
	w->where = where;
	w->why = why;
}

/* `bytes` are written from address `p` on. */
static void
write(struct writes *w, LLVMValueRef i, LLVMValueRef p, uint64_t bytes)
{
	struct address a = address_of(w, p);
	const int64_t word = w->c->word, end = a.region == HEAD ? word
		: (w->l != NULL ? w->l->table ? LINK_ANCHOR_WORDS : LINK_HEADER_WORDS : LINK_HEADER_WORDS) * word;

	if (a.region == NOWHERE || (w->l != NULL && link_op_of(w->l, i) != NULL))
		return;
	if (!a.varies && (a.at >= end || (a.at < 0 && (uint64_t)-(int64_t)a.at >= bytes)))
		return;
	if (a.region == HEAD && LLVMIsAStoreInst(i) != NULL && is_read_elsewhere(w, i))
		return;
	refuse(w, i, a.region == HEAD ? "the head of the chain becomes something that is not known"
		: "the header of the frame is overwritten");
}

static void
read_call(struct writes *w, LLVMValueRef call)
{
	enum check_fn id = check_callee(w->c, call).id;
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const char *name = LLVMIsAFunction(callee) != NULL ? value_name(callee) : "";
	bool intrinsic = is_intrinsic(callee);

	if (id == FN_NEW_GC_FRAME || id == FN_PUSH_GC_FRAME || id == FN_POP_GC_FRAME || id == FN_GET_GC_FRAME_SLOT
		|| strncmp(name, "llvm.lifetime.", 14) == 0 || strncmp(name, "llvm.dbg.", 9) == 0)
		return;
	if (strncmp(name, "llvm.memset.", 12) == 0 || strncmp(name, "llvm.memcpy.", 12) == 0
		|| strncmp(name, "llvm.memmove.", 13) == 0) {
		LLVMValueRef n = LLVMGetOperand(call, 2);
		write(w, call, LLVMGetOperand(call, 0),
			LLVMIsAConstantInt(n) != NULL ? LLVMConstIntGetZExtValue(n) : UINT64_MAX);
		return;
	}
	for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
		struct address a = address_of(w, LLVMGetOperand(call, k));
		if (a.region == HEAD && intrinsic && !check_only_reads(w->c, call))
			write(w, call, LLVMGetOperand(call, k), UINT64_MAX);
		if (a.region == FRAME && w->l == NULL && !a.varies && a.at < (int64_t)LINK_HEADER_WORDS * w->c->word)
			refuse(w, call, "the address of the frame is given to a call");
	}
}

static void
read_instruction(struct writes *w, LLVMValueRef i)
{
	LLVMTypeRef t;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMStore:
		t = LLVMTypeOf(LLVMGetOperand(i, 0));
		write(w, i, LLVMGetOperand(i, 1), LLVMStoreSizeOfType(w->c->layout, t));
		break;
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
		t = LLVMTypeOf(LLVMGetOperand(i, 1));
		write(w, i, LLVMGetOperand(i, 0), LLVMStoreSizeOfType(w->c->layout, t));
		break;
	case LLVMCall: case LLVMInvoke:
		read_call(w, i);
		break;
	default:
		break;
	}
}

static bool
is_global(LLVMValueRef base)
{
	if (base != NULL && LLVMIsACallInst(base) != NULL && LLVMIsAFunction(LLVMGetCalledValue(base)) != NULL
		&& strncmp(value_name(LLVMGetCalledValue(base)), "llvm.threadlocal.address", 24) == 0)
		base = LLVMGetOperand(base, 0);
	return base != NULL && LLVMIsAGlobalVariable(base) != NULL;
}

/* Does the function get the head of the chain of GC frames from a getter, or as an argument? */
static bool
has_chain(struct ck *c)
{
	if (check_gcstack(c->fn) != NULL)
		return true;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(c->fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (LLVMIsACallInst(i) != NULL && check_is_chain(c, i))
				return true;
	return false;
}

bool
link_writes(struct ck *c, const struct link *l, const char **why, LLVMValueRef *where)
{
	struct writes w = { .c = c, .l = l };
	int64_t at;
	LLVMBasicBlockRef b;

	ptrmap_init(&w.address_of, c->block_id.alloc, c->block_id.user);
	if (l != NULL && l->head != NULL) {
		w.base = base_of(c, l->head, &at);
		w.base_at = at <= -FAR || at >= FAR ? 0 : (int32_t)-at;
		if (LLVMIsAAllocaInst(w.base) != NULL)
			w.base = NULL;
	}
	bool ok = spread(&w);
	if (l != NULL && l->linked != NULL && !is_global(w.base) && !check_is_chain(c, l->head) && has_chain(c))
		refuse(&w, l->linked, "the frame is linked elsewhere than into the chain that the function gets");
	for (b = LLVMGetFirstBasicBlock(c->fn); ok && w.why == NULL && b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL && w.why == NULL;
			i = LLVMGetNextInstruction(i))
			read_instruction(&w, i);
	*why = w.why;
	*where = w.where;
	ok = ok && !w.address_of.failed;
	ptrmap_free(&w.address_of);
	return ok;
}
