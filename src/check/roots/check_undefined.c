/* SPDX-License-Identifier: MIT */
/* check_undefined.c -- error 13 of check_roots.c: no undefined reference leaves the function.
**
** An undefined reference may be any bits, and a callee that gets it may root it.
**
** State, for each special pointer of a value (a lane), "may": undefined or not.
**   constant             undefined lanes are those whose innermost constant is undef or poison
**   shufflevector        lanes without a mask element are undefined
**   load                 all lanes, if it may read a word of a variable before it is written (check_unwritten.c)
**   phi, select, freeze, casts, getelementptr, inserts, extracts, intrinsics of LLVM
**                        the lanes that the result is made of
** Join: union.  It is an error if an undefined lane is returned, passed to a callee, or stored.
**
** Undefined values are followed forward to their uses, so the time is linear in what they reach.  If the function has
** been read, each value that leaves it was traced back already (check_value.c); if that met no undefined constant,
** there is none to follow. */
#include "check/model/check_phases.h"

/* Lanes from this one on share the last bit. */
enum { LANES_MOST = 512 };

struct undefined {
	struct ck *c;
	struct ptrmap of;        /* value -> index into `value` */
	struct value { LLVMValueRef v, from; uint64_t *lanes; uint32_t n; bool queued, followed; } *value;
	uint32_t nvalue, value_cap;
	uint32_t *todo, ntodo, todo_cap;
	uint64_t in[LANES_MOST / 64], out[LANES_MOST / 64];
};

/* ---- sets of lanes ---- */

static uint32_t
limited(uint32_t lane)
{
	return lane < LANES_MOST ? lane : LANES_MOST - 1;
}

static bool
has(const uint64_t *lanes, uint32_t lane)
{
	lane = limited(lane);
	return lanes[lane / 64] >> lane % 64 & 1;
}

static void
put(uint64_t *lanes, uint32_t lane)
{
	lane = limited(lane);
	lanes[lane / 64] |= (uint64_t)1 << lane % 64;
}

static bool
any_of(const uint64_t *lanes)
{
	uint64_t any = 0;

	for (uint32_t i = 0; i < LANES_MOST / 64; i++)
		any |= lanes[i];
	return any != 0;
}

/* ---- where undefined lanes come from ---- */

static bool
is_undefined(struct ck *c, LLVMValueRef v, uint32_t lane)
{
	for (;;) {
		LLVMTypeRef t = LLVMTypeOf(v);
		switch (LLVMGetValueKind(v)) {
		case LLVMUndefValueValueKind: case LLVMPoisonValueValueKind:
			return true;
		case LLVMConstantStructValueKind: case LLVMConstantArrayValueKind: case LLVMConstantVectorValueKind:
			break;
		default:
			return false;
		}
		uint32_t i = 0, n = 0;
		if (LLVMGetTypeKind(t) != LLVMStructTypeKind) {
			n = check_lanes(c, LLVMGetElementType(t));
			i = lane / n;
			lane %= n;
		} else {
			for (; (n = check_lanes(c, LLVMStructGetTypeAtIndex(t, i))) <= lane; i++)
				lane -= n;
		}
		v = LLVMGetOperand(v, i);
	}
}

/* Puts the undefined lanes of a constant into u->in.  False if it has none. */
static bool
read_constant(struct undefined *u, LLVMValueRef v)
{
	switch (LLVMGetValueKind(v)) {
	case LLVMUndefValueValueKind: case LLVMPoisonValueValueKind:
	case LLVMConstantStructValueKind: case LLVMConstantArrayValueKind: case LLVMConstantVectorValueKind:
		break;
	default: /* most constants */
		return false;
	}
	uint32_t n = check_lanes(u->c, LLVMTypeOf(v));
	memset(u->in, 0, sizeof u->in);
	for (uint32_t i = 0; i < n; i++)
		if (is_undefined(u->c, v, i))
			put(u->in, i);
	return any_of(u->in);
}

/* ---- transfer ---- */

/* Operands *first .. n - 1 of an instruction go on into its result or leave the function; returns n. */
static unsigned
operands(LLVMValueRef inst, LLVMOpcode op, unsigned *first)
{
	*first = 0;
	switch (op) {
	case LLVMStore: case LLVMFreeze: case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMGetElementPtr:
	case LLVMExtractValue: case LLVMExtractElement:
		return 1;
	case LLVMInsertValue: case LLVMInsertElement: case LLVMShuffleVector:
		return 2;
	case LLVMAtomicRMW:
		return (*first = 1) + 1;
	case LLVMAtomicCmpXchg:
		return (*first = 2) + 1;
	case LLVMSelect:
		return (*first = 1) + 2;
	case LLVMRet:
		return (unsigned)LLVMGetNumOperands(inst);
	case LLVMPHI:
		return LLVMCountIncoming(inst);
	case LLVMCall: case LLVMInvoke: case LLVMCallBr:
		return LLVMGetNumArgOperands(inst);
	default:
		return 0;
	}
}

static bool
begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

/* Is the parameter of a callee unused, whose definition cannot be replaced by another one? */
static bool
is_ignored(LLVMValueRef call, unsigned argument)
{
	LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(call));

	if (f == NULL || LLVMIsDeclaration(f) || argument >= LLVMCountParams(f)
		|| LLVMGetFirstUse(LLVMGetParam(f, argument)) != NULL)
		return false;
	LLVMLinkage l = LLVMGetLinkage(f);
	return l == LLVMExternalLinkage || l == LLVMInternalLinkage || l == LLVMPrivateLinkage;
}

/* Is it an argument of a boxed call that lies in the frame?  Then the store into the frame is where it leaves. */
static bool
is_in_frame(struct ck *c, LLVMValueRef call, unsigned argument, unsigned first)
{
	return argument >= first && LLVMHasMetadata(call) && LLVMGetMetadata(call, c->md_arguments) != NULL;
}

enum way { STAYS, GOES_ON, LEAVES };

static enum way
way_through_call(struct undefined *u, LLVMValueRef call, unsigned operand)
{
	const char *name = value_name(LLVMGetCalledValue(call));

	switch (check_callee(u->c, call).id) {
	case FN_LLVM:
		if (begins(name, "llvm.masked.store.") || begins(name, "llvm.masked.scatter."))
			return operand == 0 ? LEAVES : STAYS;
		return check_lanes(u->c, LLVMTypeOf(call)) > 0 ? GOES_ON : STAYS;
	case FN_LLVM_DEBUG: case FN_LLVM_LIFETIME: case FN_GET_PGCSTACK:
	case FN_GC_LOADED: case FN_TYPEOF: case FN_IMMEDIATE_MAKE: case FN_PRESERVE_BEGIN: case FN_PRESERVE_END:
	case FN_NEW_GC_FRAME: case FN_PUSH_GC_FRAME: case FN_POP_GC_FRAME: case FN_GET_GC_FRAME_SLOT:
		return STAYS;
	case FN_CALL: case FN_CALL3:
		return is_in_frame(u->c, call, operand, 2) ? STAYS : LEAVES;
	case FN_CALL2:
		return is_in_frame(u->c, call, operand, 3) ? STAYS : LEAVES;
	default:
		return is_ignored(call, operand) ? STAYS : LEAVES;
	}
}

static void
move_all(struct undefined *u, LLVMValueRef inst)
{
	for (uint32_t i = 0, n = check_lanes(u->c, LLVMTypeOf(inst)); i < n && i < LANES_MOST; i++)
		put(u->out, i);
}

static void
move_shuffled(struct undefined *u, LLVMValueRef inst, unsigned operand)
{
	uint32_t n = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(inst, 0)));

	for (unsigned i = 0; i < LLVMGetNumMaskElements(inst); i++) {
		int from = LLVMGetMaskValue(inst, i);
		if (from >= 0 && (uint32_t)from / n == operand && has(u->in, (uint32_t)from % n))
			put(u->out, i);
	}
}

static void
move_element(struct undefined *u, LLVMValueRef inst, unsigned operand, bool insert)
{
	uint64_t at;
	bool known = check_number(LLVMGetOperand(inst, insert ? 2 : 1), &at);

	if (!insert) {
		if (!known || (at < UINT32_MAX && has(u->in, (uint32_t)at)))
			put(u->out, 0);
	} else if (operand == 1) {
		if (known && at < UINT32_MAX)
			put(u->out, (uint32_t)at);
		else
			move_all(u, inst);
	} else {
		memcpy(u->out, u->in, sizeof u->out);
		if (known && at < LANES_MOST - 1)
			u->out[at / 64] &= ~((uint64_t)1 << at % 64);
	}
}

static void
move_member(struct undefined *u, LLVMValueRef inst, unsigned operand, bool insert)
{
	LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(inst, 0)), whole = t;
	const unsigned *index = LLVMGetIndices(inst);
	uint32_t before = 0;

	for (unsigned i = 0, n = LLVMGetNumIndices(inst); i < n; i++)
		before += check_lanes_before(u->c, t, index[i], &t);
	uint32_t n = check_lanes(u->c, t), all = check_lanes(u->c, whole);
	for (uint32_t i = 0; operand == 1 && i < n && before + i < LANES_MOST; i++)
		if (has(u->in, i))
			put(u->out, before + i);
	for (uint32_t i = 0; !insert && i < n && i < LANES_MOST; i++)
		if (has(u->in, before + i))
			put(u->out, i);
	for (uint32_t i = 0; insert && operand == 0 && i < all && i < LANES_MOST; i++)
		if (has(u->in, i) && (i < before || i - before >= n || (i == LANES_MOST - 1 && all > LANES_MOST)))
			put(u->out, i);
}

/* Says what becomes of the undefined lanes u->in of an operand.  If they go on, u->out are those of the result. */
static enum way
way(struct undefined *u, LLVMValueRef inst, LLVMOpcode op, unsigned operand)
{
	memset(u->out, 0, sizeof u->out);
	switch (op) {
	case LLVMStore: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMRet:
		return LEAVES;
	case LLVMCall: case LLVMInvoke: case LLVMCallBr: {
		enum way w = way_through_call(u, inst, operand);
		if (w == GOES_ON)
			move_all(u, inst);
		return w;
	}
	case LLVMExtractValue: case LLVMInsertValue:
		move_member(u, inst, operand, op == LLVMInsertValue);
		break;
	case LLVMExtractElement: case LLVMInsertElement:
		move_element(u, inst, operand, op == LLVMInsertElement);
		break;
	case LLVMShuffleVector:
		move_shuffled(u, inst, operand);
		break;
	default:
		if (check_lanes(u->c, LLVMTypeOf(inst)) == check_lanes(u->c, LLVMTypeOf(LLVMGetOperand(inst, operand))))
			memcpy(u->out, u->in, sizeof u->out);
		else
			move_all(u, inst);
		break;
	}
	return GOES_ON;
}

/* ---- the walk ---- */

/* Lanes u->out of v are undefined, and `from` is why. */
static void
add(struct undefined *u, LLVMValueRef v, LLVMValueRef from)
{
	uint32_t k = ptrmap_get(&u->of, v), lanes = check_lanes(u->c, LLVMTypeOf(v));
	bool more = false;

	if (lanes == 0 || !any_of(u->out))
		return;
	if (k == PTRMAP_NONE) {
		k = u->nvalue;
		uint32_t n = (limited(lanes - 1) + 64) / 64;
		uint64_t *bits = arena_zarray(&u->c->ar, n, sizeof *bits);
		if (bits == NULL || !ARENA_PUSH(&u->c->ar, u->value, u->nvalue, u->value_cap)
			|| !ptrmap_set(&u->of, v, k))
			return;
		u->value[u->nvalue++] = (struct value){ .v = v, .from = from, .lanes = bits, .n = n };
	}
	struct value *x = &u->value[k];
	for (uint32_t i = 0; i < x->n; i++) {
		more |= (x->lanes[i] | u->out[i]) != x->lanes[i];
		x->lanes[i] |= u->out[i];
	}
	if (more && !x->queued && ARENA_PUSH(&u->c->ar, u->todo, u->ntodo, u->todo_cap))
		x->queued = true, u->todo[u->ntodo++] = k;
}

/* Few blocks are asked about, so control flow is read when the first undefined reference is about to leave. */
static bool
is_reachable(struct ck *c, LLVMBasicBlockRef b)
{
	return (c->nblk == 0 && !check_cfg(c)) || ptrmap_get(&c->block_id, b) != PTRMAP_NONE;
}

static void
say(struct ck *c, LLVMValueRef inst, LLVMOpcode op, LLVMValueRef from)
{
	if (!is_reachable(c, LLVMGetInstructionParent(inst)))
		return;
	const char *what = op == LLVMRet ? "is returned" : op == LLVMCall || op == LLVMInvoke || op == LLVMCallBr
		? "is passed to a callee" : "is stored";

	if (from == inst)
		check_hole(c, inst, "an undefined reference %s", what);
	else
		check_hole(c, inst, "a reference that may be undefined %s: it comes from %s", what,
			check_value_name(c, from, ""));
}

static void
pass(struct undefined *u, LLVMValueRef inst, LLVMOpcode op, unsigned operand, LLVMValueRef from, bool again)
{
	if (op == LLVMPHI && !is_reachable(u->c, LLVMGetIncomingBlock(inst, operand)))
		return;
	enum way w = way(u, inst, op, operand);
	if (w == GOES_ON)
		add(u, inst, from);
	else if (w == LEAVES && !again)
		say(u->c, inst, op, from);
}

static void
find_constants(struct undefined *u, LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	unsigned first, last = operands(inst, op, &first);

	for (unsigned i = first; i < last; i++)
		if (read_constant(u, operand_of(inst, i)))
			pass(u, inst, op, i, inst, false);
	if (op != LLVMShuffleVector || check_lanes(u->c, LLVMTypeOf(inst)) == 0)
		return;
	memset(u->out, 0, sizeof u->out);
	for (unsigned i = 0; i < LLVMGetNumMaskElements(inst); i++)
		if (LLVMGetMaskValue(inst, i) < 0)
			put(u->out, i);
	add(u, inst, inst);
}

static void
follow(struct undefined *u, uint32_t k)
{
	LLVMValueRef v = u->value[k].v, from = u->value[k].from;
	bool again = u->value[k].followed;

	u->value[k].followed = true;
	for (LLVMUseRef use = LLVMGetFirstUse(v); use != NULL && !check_many(u->c); use = LLVMGetNextUse(use)) {
		LLVMValueRef inst = LLVMGetUser(use);
		LLVMOpcode op = LLVMGetInstructionOpcode(inst);
		unsigned first, last = operands(inst, op, &first);
		for (unsigned i = first; i < last; i++) {
			if (operand_of(inst, i) != v)
				continue;
			memset(u->in, 0, sizeof u->in);
			memcpy(u->in, u->value[k].lanes, u->value[k].n * sizeof *u->in);
			pass(u, inst, op, i, from, again);
			if (op == LLVMPHI)
				break;
		}
	}
}

static void
find_load(void *user, LLVMValueRef load)
{
	struct undefined *u = user;

	memset(u->out, 0, sizeof u->out);
	move_all(u, load);
	add(u, load, load);
}

bool
check_undefined(struct ck *c)
{
	struct undefined u = { .c = c };

	if (c->traced && !c->meets_undefined && !c->typed)
		return true;
	ptrmap_init(&u.of, c->block_id.alloc, c->block_id.user);
	for (LLVMBasicBlockRef b = c->traced && !c->meets_undefined ? NULL : LLVMGetFirstBasicBlock(c->fn); b != NULL;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			find_constants(&u, i);
	bool ok = !c->typed || check_unwritten(c, find_load, &u);
	while (u.ntodo > 0 && !check_many(c)) {
		uint32_t k = u.todo[--u.ntodo];
		u.value[k].queued = false;
		follow(&u, k);
	}
	ok = ok && !u.of.failed && !c->ar.failed;
	ptrmap_free(&u.of);
	return ok;
}
