/* SPDX-License-Identifier: MIT */
/* check_oracle.c -- an interpreter over paths: objects are numbers, values are lists of such, slots hold them.
**
** Branches are taken at random.  When a walk is over it is known which object was used last when, so every safepoint on the
** way can be judged.  Where the oracle does not understand an instruction it makes up a new object, so it may call a correct
** function wrong; such functions are not for it (its caller tries the original first). */
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "dialect/kind.h"
#include "check_oracle.h"
#include "check_oracle_memory.h"
#include "dialect/names.h"

enum { SLOTS_MAX = 512, OBJECTS_MAX = 20000, STOPS_MAX = 4000, BACKS_MAX = 3 };

struct object { uint32_t parent; uint32_t born, used, lost; }; /* lost: time of a safepoint that it did not survive */
struct stop { uint32_t time, n; uint32_t *slots; };
struct cell { LLVMValueRef v; uint32_t at, n; };

struct run {
	uint64_t rng, taste;
	struct cell *cells; uint32_t mask;          /* value -> its objects, in `lanes` */
	uint32_t *lanes; uint32_t nlanes, lanes_cap;
	struct object obj[OBJECTS_MAX]; uint32_t nobj;
	uint32_t slots[SLOTS_MAX], nslots;
	struct stop stop[STOPS_MAX]; uint32_t nstop;
	uint32_t now;
	bool pushed; uint32_t seen;                 /* so many slots are roots then */
	LLVMValueRef again; uint32_t *again_lanes; uint32_t again_n; bool again_pushed; uint32_t again_seen; unsigned backs;
	struct memory *memory;
	const char *why;
};

static uint32_t
roll(struct run *r, uint32_t n)
{
	r->rng ^= r->rng << 13;
	r->rng ^= r->rng >> 7;
	r->rng ^= r->rng << 17;
	return (uint32_t)(r->rng >> 33) % n;
}

static uint32_t
lanes_of(LLVMTypeRef t)
{
	return type_kind(t).count;
}

/* All values get their place once; lookups afterwards never fail. */
static struct cell *
cell(struct run *r, LLVMValueRef v)
{
	uint32_t i = (uint32_t)(((uintptr_t)v >> 4) * 2654435761u) & r->mask;

	while (r->cells[i].v != NULL && r->cells[i].v != v)
		i = (i + 1) & r->mask;
	return &r->cells[i];
}

static uint32_t
get(struct run *r, LLVMValueRef v, uint32_t lane)
{
	struct cell *c;

	if (LLVMIsAInstruction(v) == NULL)
		return 0;
	c = cell(r, v);
	if (c->n == 0)
		return 0;
	return r->lanes[c->at + (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ? 0 : lane % c->n)];
}

static void
put(struct run *r, LLVMValueRef v, uint32_t lane, uint32_t o)
{
	struct cell *c = cell(r, v);

	if (lane < c->n)
		r->lanes[c->at + lane] = o;
}

static uint32_t
make(struct run *r, uint32_t parent)
{
	if (r->nobj == OBJECTS_MAX)
		return 0;
	r->obj[r->nobj] = (struct object){ parent, r->now, 0, 0 };
	return r->nobj++;
}

static void
make_all(struct run *r, LLVMValueRef v)
{
	uint32_t n = cell(r, v)->n;

	for (uint32_t i = 0; i < n; i++)
		put(r, v, i, make(r, 0));
}

static void
use_object(struct run *r, uint32_t o, uint32_t when)
{
	if (r->obj[o].used < when)
		r->obj[o].used = when;
}

static void
use(struct run *r, LLVMValueRef v, uint32_t when)
{
	uint32_t n = LLVMIsAInstruction(v) == NULL ? 0 : cell(r, v)->n;

	for (uint32_t i = 0; i < n; i++)
		use_object(r, get(r, v, i), when);
}

/* What stands in word `w` of stack memory, as the program and as the frame sees it. */
static void
set_word(struct run *r, struct memory_object *m, uint32_t w, uint32_t o)
{
	if (w >= m->nwords)
		return;
	m->word[w] = o;
	m->written[w] = true;
	if (m->slot >= 0 && (uint32_t)m->slot + w < r->nslots)
		r->slots[(uint32_t)m->slot + w] = o;
}

static uint32_t
get_word(struct run *r, const struct memory_object *m, uint32_t w)
{
	if (w >= m->nwords)
		return 0;
	if (m->slot < 0)
		return m->word[w];
	if ((uint32_t)m->slot + w >= r->nslots)
		return 0;
	if (m->variable && m->written[w] && m->word[w] != r->slots[(uint32_t)m->slot + w])
		r->why = "a stack variable is overwritten";
	return r->slots[(uint32_t)m->slot + w];
}

/* Immutable loads: the older, TBAA-keyed form and !invariant.load. */
static bool
immutable(LLVMValueRef load)
{
	LLVMContextRef lc = LLVMGetTypeContext(LLVMTypeOf(load));
	LLVMValueRef tag, ops[4], type[4];
	const char *s;
	unsigned n;

	if (LLVMGetMetadata(load, LLVMGetMDKindIDInContext(lc, "invariant.load", 14)) != NULL)
		return true;
	tag = LLVMGetMetadata(load, LLVMGetMDKindIDInContext(lc, "tbaa", 4));
	if (tag == NULL || LLVMGetMDNodeNumOperands(tag) < 3 || LLVMGetMDNodeNumOperands(tag) > 4)
		return false;
	LLVMGetMDNodeOperands(tag, ops);
	if (ops[1] == NULL || LLVMGetMDNodeNumOperands(ops[1]) > 4 || LLVMGetMDNodeNumOperands(ops[1]) < 2)
		return false;
	LLVMGetMDNodeOperands(ops[1], type);
	s = LLVMGetMDString(type[0], &n);
	return s != NULL && ((n == 11 && memcmp(s, "jtbaa_const", n) == 0) || (n == 11 && memcmp(s, "jtbaa_immut", n) == 0) ||
	                     (n == 14 && memcmp(s, "jtbaa_datatype", n) == 0));
}

static bool
is_safepoint(LLVMValueRef call, bool *twice)
{
	static const char leaf[] = "gc-leaf-function";
	LLVMValueRef f = LLVMGetCalledValue(call);
	bool fn = LLVMIsAFunction(f) != NULL;
	unsigned mem = LLVMGetEnumAttributeKindForName("memory", 6), rt = LLVMGetEnumAttributeKindForName("returns_twice", 13);
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, at, mem), b = fn ? LLVMGetEnumAttributeAtIndex(f, at, mem) : NULL;
	uint64_t e = UINT64_MAX;

	*twice = LLVMGetCallSiteEnumAttribute(call, at, rt) != NULL || (fn && LLVMGetEnumAttributeAtIndex(f, at, rt) != NULL);
	if (*twice)
		return true;
	if (!intrinsic_may_be_safepoint(intrinsic_of_call(call)))
		return false;
	if (LLVMGetCallSiteStringAttribute(call, at, leaf, sizeof leaf - 1) != NULL ||
		(fn && LLVMGetStringAttributeAtIndex(f, at, leaf, sizeof leaf - 1) != NULL))
		return false;
	if (LLVMIsAInlineAsm(f) != NULL)
		return false;
	if (!fn)
		return true;
	if (a != NULL)
		e &= LLVMGetEnumAttributeValue(a);
	if (b != NULL)
		e &= LLVMGetEnumAttributeValue(b);
	return !(e != UINT64_MAX && ((e & 0xaaaaaaaaaaaaaaaau) == 0 || (e & ~(uint64_t)3) == 0));
}

/* The objects that the callee roots while it runs count as seen. */
static void
lend(struct run *r, struct stop *s, LLVMValueRef call)
{
	unsigned n = LLVMGetNumArgOperands(call);

	s->slots = realloc(s->slots, (s->n + n + 1) * sizeof *s->slots);
	for (unsigned k = 0; k < n; k++)
		if (pointer_as(LLVMTypeOf(LLVMGetOperand(call, k))) == LR_AS_CALLEE_ROOTED)
			s->slots[s->n++] = get(r, LLVMGetOperand(call, k), 0);
}

static void
stop_here(struct run *r, LLVMValueRef call, bool twice)
{
	struct stop *s;

	if (r->nstop == STOPS_MAX)
		return;
	s = &r->stop[r->nstop++];
	uint32_t seen = r->pushed ? r->seen : 0;
	*s = (struct stop){ r->now, seen, NULL };
	if (r->pushed) {
		s->slots = malloc((seen + 1) * sizeof *s->slots);
		memcpy(s->slots, r->slots, seen * sizeof *s->slots);
	}
	if (!twice)
		lend(r, s, call);
	for (uint32_t i = 0; i < seen; i++)
		if (r->obj[r->slots[i]].lost != 0 && r->slots[i] != 0)
			r->why = "a slot shows an object that was lost before";
	for (uint32_t i = seen; i < r->nslots; i++) {
		bool shown = false;
		for (uint32_t k = 0; k < seen; k++)
			shown |= r->slots[k] == r->slots[i];
		if (!shown)
			r->obj[r->slots[i]].lost = r->now;
	}
	r->obj[0].lost = 0;
}

static void
do_call(struct run *r, LLVMValueRef i)
{
	unsigned nargs = LLVMGetNumArgOperands(i), nops = (unsigned)LLVMGetNumOperands(i);
	bool twice = false, stop;

	switch (intrinsic_of_call(i)) {
	case INTR_NEW_GC_FRAME:
		r->nslots = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0));
		if (r->nslots > SLOTS_MAX)
			r->nslots = SLOTS_MAX;
		memset(r->slots, 0, sizeof r->slots);
		return;
	case INTR_PUSH_GC_FRAME:
		if (r->pushed)
			r->why = "pushed twice";
		r->pushed = true;
		r->seen = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1));
		r->seen = r->seen < r->nslots ? r->seen : r->nslots;
		return;
	case INTR_POP_GC_FRAME:
		if (!r->pushed)
			r->why = "popped without push";
		r->pushed = false;
		return;
	case INTR_GET_GC_FRAME_SLOT:
	case INTR_LLVM_DEBUG:
	case INTR_LLVM_LIFETIME:
		return;
	case INTR_TYPEOF:
		use(r, LLVMGetOperand(i, 0), r->now);
		return;
	case INTR_GC_LOADED:
	case INTR_BLACKBOX:
		use(r, LLVMGetOperand(i, 0), r->now);
		put(r, i, 0, get(r, LLVMGetOperand(i, 0), 0));
		return;
	case INTR_PRESERVE_END: {
		LLVMValueRef b = LLVMGetOperand(i, 0);
		for (unsigned k = 0; LLVMIsACallInst(b) != NULL && k < LLVMGetNumArgOperands(b); k++)
			use(r, LLVMGetOperand(b, k), r->now);
		return;
	}
	default:
		break;
	}
	stop = is_safepoint(i, &twice);
	for (unsigned k = 0; k < nargs; k++) { /* callees write what they are given slots for, and read the rest */
		uint32_t w = 0;
		struct memory_object *m = memory_at(r->memory, LLVMGetOperand(i, k), &w);
		LLVMAttributeRef roots = LLVMGetCallSiteStringAttribute(i, k + 1, "julia.return_roots", 18);
		if (roots == NULL && LLVMIsAFunction(LLVMGetCalledValue(i)) != NULL)
			roots = LLVMGetStringAttributeAtIndex(LLVMGetCalledValue(i), k + 1, "julia.return_roots", 18);
		if (m == NULL)
			continue;
		if (roots != NULL) {
			unsigned len;
			int n = atoi(LLVMGetStringAttributeValue(roots, &len));
			for (int j = 0; j < n; j++)
				set_word(r, m, w + (uint32_t)j, make(r, 0));
		} else if (strncmp(value_name(LLVMGetCalledValue(i)), "llvm.memset", 11) == 0) {
			for (uint32_t j = 0; j < LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2)) / 8; j++)
				set_word(r, m, w + j, 0);
		} else if (m->variable) {
			for (uint32_t j = w; j < m->nwords; j++)
				if (m->written[j])
					use_object(r, get_word(r, m, j), r->now);
		}
	}
	for (unsigned k = 0; k < nops; k++) {
		LLVMValueRef v = LLVMGetOperand(i, k);
		bool callees = stop && k < nargs && pointer_as(LLVMTypeOf(v)) == LR_AS_CALLEE_ROOTED;
		use(r, v, callees ? r->now - 1 : r->now);
	}
	if (stop)
		stop_here(r, i, twice);
	make_all(r, i);
	if (strstr(value_name(LLVMGetCalledValue(i)), "pop_handler") != NULL)
		r->again = NULL; /* nobody jumps there any more */
	if (twice) {
		free(r->again_lanes);
		r->again = i;
		r->again_lanes = malloc((r->nlanes + 1) * sizeof *r->again_lanes);
		memcpy(r->again_lanes, r->lanes, r->nlanes * sizeof *r->lanes);
		r->again_pushed = r->pushed;
		r->again_seen = r->seen;
	}
}

static void
copy_lanes(struct run *r, LLVMValueRef to, LLVMValueRef from)
{
	uint32_t n = cell(r, to)->n;

	for (uint32_t i = 0; i < n; i++)
		put(r, to, i, get(r, from, i));
}

static uint32_t
lanes_before(LLVMTypeRef t, LLVMValueRef v, LLVMTypeRef *inner)
{
	const unsigned *idx = LLVMGetIndices(v);
	uint32_t before = 0;

	for (unsigned k = 0, n = LLVMGetNumIndices(v); k < n; k++) {
		if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			for (unsigned j = 0; j < idx[k]; j++)
				before += lanes_of(LLVMStructGetTypeAtIndex(t, j));
			t = LLVMStructGetTypeAtIndex(t, idx[k]);
		} else {
			t = LLVMGetElementType(t);
			before += idx[k] * lanes_of(t);
		}
	}
	*inner = t;
	return before;
}

static void
do_store(struct run *r, LLVMValueRef i)
{
	LLVMValueRef v = LLVMGetOperand(i, 0);
	uint32_t n = lanes_of(LLVMTypeOf(v)), w = 0;
	struct memory_object *m = memory_at(r->memory, LLVMGetOperand(i, 1), &w);

	use(r, v, r->now);
	use(r, LLVMGetOperand(i, 1), r->now);
	for (uint32_t k = 0; m != NULL && k < n; k++)
		set_word(r, m, w + k, get(r, v, k));
}

static void
do_load(struct run *r, LLVMValueRef i)
{
	LLVMValueRef p = LLVMGetOperand(i, 0);
	uint32_t n = cell(r, i)->n, w = 0;
	struct memory_object *m = memory_at(r->memory, p, &w);

	use(r, p, r->now);
	for (uint32_t k = 0; k < n; k++) {
		if (m != NULL)
			put(r, i, k, get_word(r, m, w + k));
		else if (pointer_as(LLVMTypeOf(i)) == LR_AS_LOADED)
			put(r, i, k, get(r, p, k));
		else if (LLVMIsAGlobalVariable(p) != NULL && LLVMIsGlobalConstant(p))
			put(r, i, k, 0);
		else if (immutable(i) && (pointer_as(LLVMTypeOf(p)) == LR_AS_GENERIC || get(r, p, 0) == 0))
			put(r, i, k, 0);
		else
			put(r, i, k, make(r, immutable(i) ? get(r, p, 0) : 0));
	}
}

/* One condition chooses alike throughout a walk, whether whole or lane by lane. */
static unsigned
choice(const struct run *r, LLVMValueRef cond, uint32_t lane)
{
	uint64_t h;

	if (LLVMGetTypeKind(LLVMTypeOf(cond)) != LLVMVectorTypeKind)
		lane = 0;
	if (LLVMIsAExtractElementInst(cond) != NULL && LLVMIsAConstantInt(LLVMGetOperand(cond, 1)) != NULL) {
		lane = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(cond, 1));
		cond = LLVMGetOperand(cond, 0);
	}
	h = (((uintptr_t)cond >> 4) + lane * 77 + r->taste) * 0x9E3779B97F4A7C15u;
	return (unsigned)(h >> 40) & 1;
}

static void
do_simple(struct run *r, LLVMValueRef i)
{
	LLVMValueRef a = LLVMGetNumOperands(i) > 0 ? LLVMGetOperand(i, 0) : NULL;
	LLVMTypeRef inner;
	uint32_t n = cell(r, i)->n, at, k;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMSelect:
		if (n > 0) {
			use(r, LLVMGetOperand(i, 1), r->now);
			use(r, LLVMGetOperand(i, 2), r->now);
			for (k = 0; k < n; k++)
				put(r, i, k, get(r, LLVMGetOperand(i, 1 + choice(r, a, k)), k));
		}
		return;
	case LLVMExtractValue:
		at = lanes_before(LLVMTypeOf(a), i, &inner);
		for (k = 0; k < n; k++)
			put(r, i, k, get(r, a, at + k));
		return;
	case LLVMInsertValue:
		at = lanes_before(LLVMTypeOf(a), i, &inner);
		copy_lanes(r, i, a);
		for (k = 0; k < lanes_of(inner); k++)
			put(r, i, at + k, get(r, LLVMGetOperand(i, 1), k));
		return;
	case LLVMExtractElement:
		if (n > 0)
			put(r, i, 0, get(r, a, LLVMIsAConstantInt(LLVMGetOperand(i, 1)) != NULL ? (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1)) : 0));
		return;
	case LLVMInsertElement:
		copy_lanes(r, i, a);
		if (n > 0)
			put(r, i, LLVMIsAConstantInt(LLVMGetOperand(i, 2)) != NULL ? (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2)) : 0, get(r, LLVMGetOperand(i, 1), 0));
		return;
	case LLVMShuffleVector:
		for (k = 0; k < n; k++) {
			int m = LLVMGetMaskValue(i, k), w = (int)LLVMGetVectorSize(LLVMTypeOf(a));
			put(r, i, k, m < 0 ? 0 : m < w ? get(r, a, (uint32_t)m) : get(r, LLVMGetOperand(i, 1), (uint32_t)(m - w)));
		}
		return;
	case LLVMAddrSpaceCast:
		if (n > 0 && lanes_of(LLVMTypeOf(a)) == 0) {
			for (k = 0; k < n; k++) /* out of constants, as a rule */
				put(r, i, k, 0);
			return;
		}
		copy_lanes(r, i, a);
		return;
	case LLVMBitCast:
	case LLVMFreeze:
	case LLVMGetElementPtr:
		copy_lanes(r, i, a);
		return;
	case LLVMRet:
		if (a != NULL)
			use(r, a, r->now);
		if (r->pushed)
			r->why = "returns with the frame pushed";
		return;
	case LLVMAtomicCmpXchg:
	case LLVMAtomicRMW:
		for (k = 0; k < (uint32_t)LLVMGetNumOperands(i); k++)
			use(r, LLVMGetOperand(i, k), r->now);
		make_all(r, i);
		return;
	default:
		make_all(r, i);
		return;
	}
}

/* Enter block `to` from `from`: phis read all before any writes. */
static void
do_phis(struct run *r, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	uint32_t new[256];

	for (int write = 0; write < 2; write++) {
		uint32_t at = 0;
		for (LLVMValueRef i = LLVMGetFirstInstruction(to); i != NULL && LLVMIsAPHINode(i) != NULL; i = LLVMGetNextInstruction(i)) {
			uint32_t n = cell(r, i)->n;
			for (unsigned k = 0; n > 0 && k < LLVMCountIncoming(i); k++) {
				if (LLVMGetIncomingBlock(i, k) != from)
					continue;
				if (!write)
					use(r, LLVMGetIncomingValue(i, k), r->now);
				for (uint32_t j = 0; j < n && at < 256; j++, at++) {
					if (write)
						put(r, i, j, new[at]);
					else
						new[at] = get(r, LLVMGetIncomingValue(i, k), j);
				}
				break;
			}
		}
	}
}

static bool
covered(const struct run *r, const struct stop *s, uint32_t o)
{
	for (; o != 0; o = r->obj[o].parent) {
		for (uint32_t k = 0; k < s->n; k++)
			if (s->slots[k] == o)
				return true;
		if (r->obj[o].parent == 0)
			return false;
	}
	return true;
}

static void
judge(struct run *r)
{
	for (uint32_t k = 0; k < r->nstop && r->why == NULL; k++)
		for (uint32_t o = 1; o < r->nobj; o++)
			if (r->obj[o].born < r->stop[k].time && r->obj[o].used >= r->stop[k].time && !covered(r, &r->stop[k], o)) {
				r->why = "an object that is used later is in no slot";
				break;
			}
}

static void
walk(struct run *r, LLVMValueRef fn, unsigned steps)
{
	LLVMBasicBlockRef bb = LLVMGetEntryBasicBlock(fn);
	LLVMValueRef i = LLVMGetFirstInstruction(bb);

	r->nobj = 1;
	r->obj[0] = (struct object){ 0 };
	r->now = 1;
	for (unsigned k = 0; k < steps && i != NULL && r->why == NULL; k++) {
		LLVMOpcode op = LLVMGetInstructionOpcode(i);
		r->now += 2;
		if (op != LLVMPHI)
			memory_step(r->memory, i);
		if (op == LLVMCall || op == LLVMInvoke) {
			uint32_t before = r->nstop;
			do_call(r, i);
			if (r->again != NULL && r->again != i && r->nstop > before && r->backs < BACKS_MAX && roll(r, 4) == 0) {
				r->backs++;
				memcpy(r->lanes, r->again_lanes, r->nlanes * sizeof *r->lanes);
				r->pushed = r->again_pushed;
				r->seen = r->again_seen;
				i = LLVMGetNextInstruction(r->again);
				bb = LLVMGetInstructionParent(r->again);
				continue;
			}
		} else if (op == LLVMStore) {
			do_store(r, i);
		} else if (op == LLVMLoad) {
			do_load(r, i);
		} else if (op != LLVMPHI) {
			do_simple(r, i);
		}
		if (LLVMIsATerminatorInst(i) == NULL) {
			i = LLVMGetNextInstruction(i);
			continue;
		}
		if (LLVMGetNumSuccessors(i) == 0)
			break;
		LLVMBasicBlockRef to = LLVMGetSuccessor(i, roll(r, LLVMGetNumSuccessors(i)));
		do_phis(r, bb, to);
		memory_edge(r->memory, bb, to);
		bb = to;
		i = LLVMGetFirstInstruction(bb);
	}
	judge(r);
	for (uint32_t k = 0; k < r->nstop; k++)
		free(r->stop[k].slots);
	free(r->again_lanes);
}

bool
oracle_loses(LLVMValueRef fn, unsigned walks, unsigned steps, uint64_t seed, const char **why)
{
	struct run *r = calloc(1, sizeof *r);
	uint32_t n = 0;
	bool lost = false;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			n++;
	for (r->mask = 64; r->mask < 2 * n; r->mask *= 2)
		;
	r->cells = calloc(r->mask--, sizeof *r->cells);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			struct cell *c = cell(r, i);
			*c = (struct cell){ i, r->nlanes, lanes_of(LLVMTypeOf(i)) };
			r->nlanes += c->n;
		}
	r->lanes = calloc(r->nlanes + 1, sizeof *r->lanes);
	r->memory = memory_new(fn);
	for (unsigned k = 0; k < walks && !lost; k++) {
		r->why = NULL;
		r->nobj = r->nstop = r->nslots = 0;
		r->pushed = false;
		r->again = NULL;
		r->again_lanes = NULL;
		r->backs = 0;
		r->rng = (seed + k + 1) * 0x9E3779B97F4A7C15u;
		r->taste = r->rng >> 7;
		memory_reset(r->memory, r->rng);
		memset(r->lanes, 0, r->nlanes * sizeof *r->lanes);
		walk(r, fn, steps);
		lost = r->why != NULL;
		*why = r->why;
	}
	free(r->cells);
	free(r->lanes);
	memory_free(r->memory);
	free(r);
	return lost;
}
