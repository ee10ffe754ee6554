/* SPDX-License-Identifier: MIT */
/* undefined_plan.c -- finds the undefined references that become null.
**
** In a function with slots these are all that the scan has found, because no garbage may get into a slot.  In others
** they are those that leave the function: that it returns, passes or stores.  Other code takes them for objects.
**
** A pass backward from these places follows the parts of aggregates that leave: no undefined part leaves of a struct
** that is begun with poison and then filled.  The set of parts of a value only grows, so the time is linear. */
#include "gcroots/plan/planner.h"

/* Elements of a struct, an array or a vector, by bits.  All from element LAST on share a bit. */
#define ALL UINT64_MAX
enum { LAST = 63 };

struct leaving {
	struct session *s;
	struct arena *ar;
	struct plan *p;
	LLVMValueRef fn;
	struct arena *keep;
	uint32_t undef_cap, shuffle_cap;
	bool last;               /* the last round, which lists undefined parts: all sets are complete */
	struct wanted { LLVMValueRef v; uint64_t parts; bool queued; } *wanted;
	uint32_t nwanted, wanted_cap;
	uint32_t *todo, ntodo, todo_cap;
};

static uint64_t
part(uint64_t i)
{
	return UINT64_C(1) << (i < LAST ? i : LAST);
}

static uint64_t
first_parts(uint64_t n)
{
	return n <= LAST ? part(n) - 1 : ALL;
}

/* The parts that stay when this one is replaced. */
static uint64_t
others(uint64_t i)
{
	return i < LAST ? ~part(i) : ALL;
}

static uint64_t
lane(LLVMValueRef index, uint64_t (*parts)(uint64_t), uint64_t any)
{
	return LLVMIsAConstantInt(index) ? parts(LLVMConstIntGetZExtValue(index)) : any;
}

static bool
is_special(struct leaving *l, LLVMTypeRef type)
{
	const struct type_info *t = session_type(l->s, type);

	return t && t->count > 0;
}

/* Which parts of a constant hold an undefined reference? */
static uint64_t
undefined_parts(struct leaving *l, LLVMValueRef c)
{
	LLVMTypeRef t = LLVMTypeOf(c);
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	bool all = LLVMIsUndef(c);
	uint64_t parts = 0;

	if (without_undef(c) == c)
		return 0;
	if (kind != LLVMStructTypeKind && all)
		return first_parts(kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(t)
			: kind == LLVMVectorTypeKind ? LLVMGetVectorSize(t) : UINT64_MAX);
	unsigned n = kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(t) : (unsigned)LLVMGetNumOperands(c);
	for (unsigned i = 0; i < n; i++)
		if ((all || without_undef(LLVMGetOperand(c, i)) != LLVMGetOperand(c, i))
			&& is_special(l, kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(t, i)
				: LLVMGetElementType(t)))
			parts |= part(i);
	return parts;
}

static bool
passes_on(LLVMValueRef inst)
{
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMPHI: case LLVMSelect: case LLVMFreeze: case LLVMBitCast: case LLVMAddrSpaceCast:
	case LLVMGetElementPtr: case LLVMExtractValue: case LLVMInsertValue: case LLVMExtractElement:
	case LLVMInsertElement: case LLVMShuffleVector:
		return true;
	case LLVMCall:
		return LLVMGetIntrinsicID(LLVMGetCalledValue(inst)) != 0;
	default:
		return false;
	}
}

/* `parts` of an operand leave. */
static void
want(struct leaving *l, LLVMValueRef inst, unsigned operand, uint64_t parts)
{
	LLVMValueRef v = LLVMGetOperand(inst, operand);

	if (parts == 0 || !is_special(l, LLVMTypeOf(v)))
		return;
	if (LLVMIsAConstant(v)) {
		if (l->last && (undefined_parts(l, v) & parts)
			&& ARENA_PUSH(l->keep, l->p->undef, l->p->nundef, l->undef_cap))
			l->p->undef[l->p->nundef++] = (struct undef_use){ inst, operand };
		return;
	}
	if (l->last || !LLVMIsAInstruction(v) || !passes_on(v))
		return;
	uint32_t k = ptrmap_get(&l->s->leaving, v);
	if (k == PTRMAP_NONE) {
		k = l->nwanted;
		if (!ARENA_PUSH(l->ar, l->wanted, l->nwanted, l->wanted_cap) || !ptrmap_set(&l->s->leaving, v, k))
			return;
		l->wanted[l->nwanted++] = (struct wanted){ .v = v };
	}
	struct wanted *w = &l->wanted[k];
	if ((w->parts | parts) == w->parts)
		return;
	w->parts |= parts;
	if (!w->queued && ARENA_PUSH(l->ar, l->todo, l->ntodo, l->todo_cap))
		w->queued = true, l->todo[l->ntodo++] = k;
}

static void
want_lanes(struct leaving *l, LLVMValueRef shuffle, uint64_t parts)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(shuffle, 0)));
	uint64_t first = 0, second = 0;
	bool open = false;

	for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle); i++) {
		int from = parts & part(i) ? LLVMGetMaskValue(shuffle, i) : 0;
		if ((parts & part(i)) == 0)
			continue;
		if (from < 0)
			open = true;
		else if ((unsigned)from < n)
			first |= part((unsigned)from);
		else
			second |= part((unsigned)from - n);
	}
	if (open && l->last && session_type(l->s, LLVMTypeOf(shuffle))->all
		&& ARENA_PUSH(l->keep, l->p->shuffle, l->p->nshuffle, l->shuffle_cap))
		l->p->shuffle[l->p->nshuffle++] = shuffle;
	want(l, shuffle, 0, first);
	want(l, shuffle, 1, second);
}

/* `parts` of the result of an instruction leave, and so do the parts of its operands that they are made of. */
static void
want_sources(struct leaving *l, LLVMValueRef inst, uint64_t parts)
{
	unsigned n;

	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMPHI:
		n = LLVMCountIncoming(inst);
		for (unsigned i = 0; i < n; i++)
			want(l, inst, i, parts);
		break;
	case LLVMSelect:
		want(l, inst, 1, parts);
		want(l, inst, 2, parts);
		break;
	case LLVMExtractValue:
		want(l, inst, 0, part(LLVMGetIndices(inst)[0]));
		break;
	case LLVMInsertValue: {
		unsigned at = LLVMGetIndices(inst)[0];
		want(l, inst, 0, parts & (LLVMGetNumIndices(inst) == 1 ? others(at) : ALL));
		want(l, inst, 1, parts & part(at) ? ALL : 0);
		break;
	}
	case LLVMExtractElement:
		want(l, inst, 0, lane(LLVMGetOperand(inst, 1), part, ALL));
		break;
	case LLVMInsertElement:
		want(l, inst, 0, parts & lane(LLVMGetOperand(inst, 2), others, ALL));
		want(l, inst, 1, parts & lane(LLVMGetOperand(inst, 2), part, ALL) ? ALL : 0);
		break;
	case LLVMShuffleVector:
		want_lanes(l, inst, parts);
		break;
	case LLVMFreeze:
		want(l, inst, 0, parts);
		break;
	case LLVMCall:
		n = LLVMGetNumArgOperands(inst);
		for (unsigned i = 0; i < n; i++)
			want(l, inst, i, ALL);
		break;
	default:
		want(l, inst, 0, ALL);
		break;
	}
}

static void
want_arguments(struct leaving *l, LLVMValueRef call)
{
	const struct callee_info *c = session_callee(l->s, LLVMGetCalledValue(call));
	unsigned n = LLVMGetNumArgOperands(call);

	if (!c) {
		l->ar->failed = true;
		return;
	}
	if (c->masked_store)
		want(l, call, 0, ALL);
	if (c->own || c->intr == INTR_LLVM)
		return;
	for (unsigned i = 0; i < n; i++)
		want(l, call, i, ALL);
}

/* Marks the operands that an instruction returns, passes or stores. */
static void
want_all(struct leaving *l)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->fn); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			switch (LLVMGetInstructionOpcode(i)) {
			case LLVMStore: want(l, i, 0, ALL); break;
			case LLVMAtomicRMW: want(l, i, 1, ALL); break;
			case LLVMAtomicCmpXchg: want(l, i, 2, ALL); break;
			case LLVMCall: case LLVMInvoke: case LLVMCallBr: want_arguments(l, i); break;
			case LLVMRet:
				if (LLVMGetNumOperands(i))
					want(l, i, 0, ALL);
				break;
			default: break;
			}
}

static bool
find_leaving(struct session *s, struct arena *ar, struct arena *keep, struct plan *p)
{
	struct leaving l = { .s = s, .ar = ar, .keep = keep, .p = p, .fn = p->fn };

	ptrmap_clear(&s->leaving);
	want_all(&l);
	while (l.ntodo > 0) {
		struct wanted *w = &l.wanted[l.todo[--l.ntodo]];
		w->queued = false;
		want_sources(&l, w->v, w->parts);
	}
	l.last = true;
	want_all(&l);
	for (uint32_t i = 0; i < l.nwanted; i++)
		want_sources(&l, l.wanted[i].v, l.wanted[i].parts);
	return !ar->failed && !keep->failed && !s->leaving.failed && !s->perm.failed;
}

static void *
copy(struct arena *ar, const void *from, uint32_t n, size_t size)
{
	void *to = n ? arena_array(ar, n, size) : NULL;

	return to ? memcpy(to, from, n * size) : NULL;
}

bool
undefined_plan(struct session *s, const struct ir *ir, bool all, struct arena *ar, struct arena *keep, struct plan *p)
{
	if (ir->pgcstack && ir->nundef == 0 && ir->nshuffle == 0)
		return true;
	if (!ir->pgcstack || !all)
		return find_leaving(s, ar, keep, p);
	p->undef = copy(keep, ir->undef, ir->nundef, sizeof *p->undef);
	p->shuffle = copy(keep, ir->shuffle, ir->nshuffle, sizeof *p->shuffle);
	p->nundef = ir->nundef;
	p->nshuffle = ir->nshuffle;
	return !keep->failed;
}
