/* SPDX-License-Identifier: MIT */
/* check_carried.c -- error 7 of check_roots.c: a reference that is read out of a root as a number or a plain pointer is
** not used behind a safepoint.
**
** A *copy* is the result of such a load, or what is made of one: a cast, a half of it, a phi, a load from a variable
** that a copy was stored into.  No root shows a copy.
**
** State of a copy, forward: *behind*, a safepoint may lie between the load and this point.  A use of a copy that is
** behind is an error, unless the result shows nothing of the object (comparison with a constant, low bits), or the word
** that the copy was read from still roots the object (check_unchanged.c). */
#include "check/model/check_phases.h"

enum { MAX_STEPS = 1 << 22, MAX_OFFSETS = 64 };

struct copy {
	LLVMValueRef v, load;
	const struct access *access; /* of a load itself; NULL: made of one */
	bool behind;
	bool direct;             /* made of the result of `load` that is the latest, and of no other copy */
	bool queued;
};

struct copies {
	struct ck *c;
	struct ptrmap of;        /* value -> its copy */
	struct copy *copy;
	uint32_t ncopy, cap;
	uint32_t *todo, ntodo, todo_cap;
	uint32_t *entered;       /* of each block: 2 * number of the last walk to enter it, + 1 if behind */
	uint32_t *queue;
	bool *stops;             /* blocks with safepoints */
	uint32_t walk;
	uint64_t steps;          /* taken so far, of MAX_STEPS */
	uint64_t left;           /* steps that check_unchanged may still take */
};

static bool
is_stop(struct copies *k, LLVMValueRef i)
{
	bool twice;

	return (LLVMIsACallInst(i) != NULL || LLVMIsAInvokeInst(i) != NULL || LLVMIsACallBrInst(i) != NULL) &&
	       check_is_safepoint(k->c, i, &twice);
}

/* Notes that `v` is a copy, and queues it if that says more than before. */
static bool
add(struct copies *k, LLVMValueRef v, LLVMValueRef load, bool behind, bool direct)
{
	uint32_t i = ptrmap_get(&k->of, v);

	if (i == PTRMAP_NONE) {
		i = k->ncopy;
		if (!ARENA_PUSH(&k->c->ar, k->copy, k->ncopy, k->cap) || !ptrmap_set(&k->of, v, i))
			return false;
		k->copy[k->ncopy++] = (struct copy){ .v = v, .load = load, .behind = behind, .direct = direct };
	} else {
		direct = direct && k->copy[i].direct && load == k->copy[i].load;
		if ((!behind || k->copy[i].behind) && direct == k->copy[i].direct)
			return true;
	}
	k->copy[i].behind |= behind;
	k->copy[i].direct = direct;
	if (k->copy[i].queued)
		return true;
	if (!ARENA_PUSH(&k->c->ar, k->todo, k->ntodo, k->todo_cap))
		return false;
	k->copy[i].queued = true;
	k->todo[k->ntodo++] = i;
	return true;
}

/* Is there a safepoint from instruction `i` on, before `to` or the end of the block?  *met: `to` comes. */
static bool
stops_before(struct copies *k, LLVMValueRef i, LLVMValueRef to, bool *met)
{
	bool found = false;

	for (*met = false; i != NULL && !*met; i = LLVMGetNextInstruction(i), k->steps++) {
		*met = i == to;
		found |= !*met && is_stop(k, i);
	}
	return found;
}

/* Finds the blocks that may be entered after instruction `from`, and which of them behind a safepoint. */
static void
walk_from(struct copies *k, LLVMValueRef from)
{
	struct ck *c = k->c;
	uint32_t n = 0, b = check_block_of(c, from);
	bool met, first = true;

	k->walk++;
	k->queue[n++] = b;
	while (n > 0) {
		uint32_t at = k->queue[--n];
		bool behind = first ? k->stops[b] && stops_before(k, LLVMGetNextInstruction(from), NULL, &met)
			: k->stops[at] || k->entered[at] == 2 * k->walk + 1;
		first = false;
		for (uint32_t e = c->succ_off[at]; e < c->succ_off[at + 1]; e++, k->steps++) {
			uint32_t to = c->succ[e], now = 2 * k->walk + behind;
			if (k->entered[to] >= now)
				continue;
			k->entered[to] = now;
			if (to != b) /* `from` makes a new value there */
				k->queue[n++] = to;
		}
	}
}

/* Behind walk_from(k, from): may a safepoint lie between `from` and `use`? */
static bool
is_behind(struct copies *k, LLVMValueRef from, LLVMValueRef use)
{
	uint32_t a = check_block_of(k->c, from), b = check_block_of(k->c, use);
	bool met, found;

	if (b == NONE)
		return false;
	if (a == b) {
		found = stops_before(k, LLVMGetNextInstruction(from), use, &met);
		if (met)
			return found;
	}
	if (k->entered[b] < 2 * k->walk)
		return false; /* `use` never comes after `from` */
	return k->entered[b] == 2 * k->walk + 1 ||
	       (k->stops[b] && stops_before(k, LLVMGetFirstInstruction(k->c->bb[b]), use, &met));
}

static bool
is_number(LLVMValueRef v, uint64_t *n)
{
	if (LLVMIsAConstantInt(v) == NULL)
		return false;
	*n = LLVMConstIntGetZExtValue(v);
	return true;
}

/* Is the result of the instruction a copy, too: can the reference be computed from it? */
static bool
makes_copy(LLVMValueRef i, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	uint64_t n;

	if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) < 8)
		return false;
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMBitCast: case LLVMPtrToInt: case LLVMIntToPtr: case LLVMAddrSpaceCast: case LLVMTrunc: case LLVMZExt:
	case LLVMSExt: case LLVMFreeze: case LLVMPHI: case LLVMShuffleVector: case LLVMInsertValue:
	case LLVMExtractValue: case LLVMShl: case LLVMOr: case LLVMAdd:
		return true;
	case LLVMSelect:
		return LLVMGetOperand(i, 0) != v;
	case LLVMGetElementPtr: case LLVMExtractElement:
		return LLVMGetOperand(i, 0) == v;
	case LLVMInsertElement:
		return LLVMGetOperand(i, 2) != v;
	case LLVMSub:
		return is_number(LLVMGetOperand(i, 1), &n);
	case LLVMLShr: case LLVMAShr:
		return is_number(LLVMGetOperand(i, 1), &n) && n % 8 == 0;
	case LLVMAnd:
		return (!is_number(LLVMGetOperand(i, 1), &n) && !is_number(LLVMGetOperand(i, 0), &n)) || n > UINT16_MAX;
	default:
		return false;
	}
}

/* Does the instruction not depend on where the object is? */
static bool
is_harmless(struct copies *k, LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMICmp: case LLVMFCmp:
		return LLVMIsAConstant(LLVMGetOperand(i, 0)) != NULL || LLVMIsAConstant(LLVMGetOperand(i, 1)) != NULL;
	case LLVMAnd: case LLVMTrunc: case LLVMExtractValue: case LLVMBr: case LLVMSwitch:
		return true;
	case LLVMCall: {
		const enum check_fn id = check_callee(k->c, i).id;
		return id == FN_LLVM_DEBUG || id == FN_LLVM_LIFETIME;
	}
	default:
		return false;
	}
}

/* Has stack memory references in bytes lo .. hi - 1, whoever writes it? */
static bool
has_reference(struct copies *k, const struct object *o, uint32_t object, int64_t lo, int64_t hi)
{
	struct ck *c = k->c;

	if (o->kind == OBJECT_SLOT || o->kind == OBJECT_VARIABLE)
		return true;
	if (o->kind != OBJECT_ALLOCA)
		return false;
	if (c->statepoints && o->type != NULL && check_only_refs(c, o->type))
		return true;
	if (o->block == 0)
		return false;
	if (hi > o->bytes)
		hi = o->bytes;
	const int64_t end = (hi + c->word - 1) / c->word;
	for (int64_t w = lo < 0 ? 0 : lo / c->word; w < end; w += 64, k->steps++) {
		uint64_t runs = check_map_runs(c, object, (uint32_t)w);
		if (end - w < 64)
			runs &= ((uint64_t)1 << (end - w)) - 1;
		if (runs != 0)
			return true;
	}
	return false;
}

/* The alloca that an address is computed from by address arithmetic and casts alone, or NULL. */
static LLVMValueRef
variable_of(LLVMValueRef pointer)
{
	for (int i = 0; i < MAX_OFFSETS && LLVMIsAInstruction(pointer) != NULL; i++) {
		if (LLVMIsAAllocaInst(pointer) != NULL)
			return pointer;
		if (LLVMIsAGetElementPtrInst(pointer) == NULL && LLVMIsAAddrSpaceCastInst(pointer) == NULL)
			return NULL;
		pointer = LLVMGetOperand(pointer, 0);
	}
	return NULL;
}

/* A copy is stored into another variable: each load from that may give it.  A variable with references is left out, for
** it is proved by itself. */
static bool
store_copy(struct copies *k, LLVMValueRef store, LLVMValueRef load)
{
	struct ck *c = k->c;
	LLVMValueRef variable = variable_of(LLVMGetOperand(store, 1)), *work = NULL;
	const struct pointer *p = variable == NULL ? NULL : check_pointer(c, variable);
	uint32_t n = 0, cap = 0;

	if (variable == NULL)
		return true;
	if (p != NULL) {
		const uint32_t o = c->places[p->first].object;
		if (has_reference(k, &c->objects[o], o, 0, c->objects[o].bytes))
			return true;
	}
	walk_from(k, store);
	if (!ARENA_PUSH(&c->ar, work, n, cap))
		return false;
	work[n++] = variable;
	while (n > 0) {
		LLVMValueRef v = work[--n];
		for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u), k->steps++) {
			LLVMValueRef use = LLVMGetUser(u);
			if (LLVMIsAGetElementPtrInst(use) != NULL || LLVMIsAAddrSpaceCastInst(use) != NULL) {
				if (!ARENA_PUSH(&c->ar, work, n, cap))
					return false;
				work[n++] = use;
			} else if (LLVMIsALoadInst(use) != NULL
				&& !add(k, use, load, is_behind(k, store, use), false)) {
				return false;
			}
		}
	}
	return true;
}

/* Is lane `lane` of a loaded vector, with elements of so many bytes, a number wherever the vector may have been loaded
** from? */
static bool
lane_is_number(struct copies *k, const struct access *a, int64_t lane, int64_t bytes)
{
	const struct ck *c = k->c;

	for (uint32_t p = c->pointers[a->pointer].first; p != NONE; p = c->places[p].next) {
		const struct place *at = &c->places[p];
		const struct object *o = &c->objects[at->object];
		if ((at->lo != at->hi && o->block != 0)
			|| has_reference(k, o, at->object, at->lo + lane * bytes, at->hi + (lane + 1) * bytes))
			return false;
	}
	return true;
}

/* Does the instruction take only lanes of a loaded vector that are numbers? */
static bool
takes_numbers(struct copies *k, const struct copy *x, LLVMValueRef use)
{
	LLVMTypeRef t = LLVMTypeOf(x->v);
	const bool two = LLVMIsAShuffleVectorInst(use) != NULL;
	uint64_t index = 0;

	if (x->access == NULL || LLVMGetTypeKind(t) != LLVMVectorTypeKind
		|| (!two && (LLVMIsAExtractElementInst(use) == NULL || !is_number(LLVMGetOperand(use, 1), &index))))
		return false;
	const uint64_t lanes = LLVMGetVectorSize(t), bits = LLVMSizeOfTypeInBits(k->c->layout, LLVMGetElementType(t));
	if (bits % 8 != 0)
		return false;
	for (unsigned i = 0, n = two ? LLVMGetNumMaskElements(use) : 1; i < n; i++, k->steps++) {
		const int said = two ? LLVMGetMaskValue(use, i) : 0;
		if (said < 0) /* undefined */
			continue;
		const uint64_t lane = two ? (uint64_t)said : index;
		const bool second = lane >= lanes;
		if (LLVMGetOperand(use, two && second ? 1 : 0) == x->v
			&& !lane_is_number(k, x->access, (int64_t)(lane % lanes), (int64_t)(bits / 8)))
			return false;
	}
	return true;
}

/* An instruction uses a copy at `at`: a phi at the end of a predecessor. */
static bool
use_copy(struct copies *k, const struct copy *x, LLVMValueRef use, LLVMValueRef at)
{
	if (takes_numbers(k, x, use))
		return true;
	bool behind = x->behind || is_behind(k, x->v, at);

	if (makes_copy(use, x->v))
		return add(k, use, x->load, behind, x->direct && use == at);
	if (behind && !is_harmless(k, use) && !(x->direct && check_unchanged(k->c, x->load, use, &k->left))) {
		k->c->about = x->load;
		check_hole(k->c, use, "%s is read out of a root as something else, and used here behind a safepoint",
			check_value_name(k->c, x->load, ""));
	}
	return true;
}

static bool
follow_copy(struct copies *k, const struct copy *x)
{
	walk_from(k, x->v);
	for (LLVMUseRef u = LLVMGetFirstUse(x->v); u != NULL && !check_many(k->c); u = LLVMGetNextUse(u)) {
		LLVMValueRef use = LLVMGetUser(u);
		if (LLVMIsAInstruction(use) == NULL)
			continue;
		unsigned n = LLVMIsAPHINode(use) != NULL ? LLVMCountIncoming(use) : 1;
		k->steps += n;
		if (k->steps >= MAX_STEPS)
			break;
		for (unsigned i = 0; i < n; i++) {
			LLVMValueRef at = use;
			if (LLVMIsAPHINode(use) != NULL) {
				if (LLVMGetIncomingValue(use, i) != x->v)
					continue;
				at = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(use, i));
			}
			if (!use_copy(k, x, use, at))
				return false;
		}
	}
	/* store_copy starts walks of its own */
	for (LLVMUseRef u = LLVMGetFirstUse(x->v); u != NULL && !x->behind; u = LLVMGetNextUse(u)) {
		LLVMValueRef use = LLVMGetUser(u);
		if (LLVMIsAStoreInst(use) != NULL && LLVMGetOperand(use, 0) == x->v && !store_copy(k, use, x->load))
			return false;
	}
	return true;
}

/* Finds the loads and atomic operations that read roots as something else. */
static bool
find_copies(struct copies *k)
{
	struct ck *c = k->c;

	for (uint32_t i = 0; i < c->naccesses; i++) {
		const struct access *a = &c->accesses[i];
		const LLVMOpcode op = LLVMGetInstructionOpcode(a->inst);
		bool found = false;
		if (!a->reads || (op != LLVMLoad && op != LLVMAtomicRMW && op != LLVMAtomicCmpXchg))
			continue;
		LLVMTypeRef t = op == LLVMLoad ? LLVMTypeOf(a->inst) : LLVMTypeOf(LLVMGetOperand(a->inst, 1));
		if (check_lanes(c, t) > 0)
			continue;
		for (uint32_t p = c->pointers[a->pointer].first; p != NONE && !found; p = c->places[p].next) {
			const struct place *at = &c->places[p];
			const struct object *o = &c->objects[at->object];
			/* an unknown place in a mapped variable is taken for a part without references */
			found = (at->lo == at->hi || o->block == 0)
				&& has_reference(k, o, at->object, at->lo, at->hi + a->bytes);
		}
		if (!found)
			continue;
		if (!add(k, a->inst, a->inst, false, op == LLVMLoad))
			return false;
		if (op == LLVMLoad)
			k->copy[ptrmap_get(&k->of, a->inst)].access = a;
	}
	return true;
}

/* May there be copies at all in a function that gets statepoints later, whose variables have no words in a frame? */
bool
check_may_carry(struct ck *c)
{
	for (uint32_t b = 0; b < c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (LLVMIsAAllocaInst(i) == NULL || !check_only_refs(c, LLVMGetAllocatedType(i)))
				continue;
			for (LLVMUseRef u = LLVMGetFirstUse(i); u != NULL; u = LLVMGetNextUse(u)) {
				LLVMValueRef use = LLVMGetUser(u);
				if (LLVMIsALoadInst(use) != NULL ? check_lanes(c, LLVMTypeOf(use)) == 0
					: LLVMIsAGetElementPtrInst(use) != NULL || LLVMIsAPHINode(use) != NULL ||
					LLVMIsASelectInst(use) != NULL || LLVMIsAAtomicRMWInst(use) != NULL ||
					LLVMIsAAtomicCmpXchgInst(use) != NULL)
					return true;
			}
		}
	return false;
}

bool
check_carried(struct ck *c)
{
	struct copies k = { .c = c, .left = MAX_STEPS };
	bool ok;

	ptrmap_init(&k.of, c->ar.alloc, c->ar.user);
	ok = find_copies(&k);
	if (ok && k.ntodo > 0) {
		k.entered = arena_zarray(&c->ar, c->nblk, sizeof *k.entered);
		k.queue = arena_array(&c->ar, 2 * (size_t)c->nblk + 1, sizeof *k.queue);
		k.stops = arena_zarray(&c->ar, c->nblk, sizeof *k.stops);
		ok = k.entered != NULL && k.queue != NULL && k.stops != NULL;
		for (uint32_t b = 0; ok && b < c->nblk; b++)
			for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL && !k.stops[b];
				i = LLVMGetNextInstruction(i))
				k.stops[b] = is_stop(&k, i);
	}
	while (ok && k.ntodo > 0 && k.steps < MAX_STEPS) {
		uint32_t i = k.todo[--k.ntodo];
		const struct copy x = k.copy[i];
		k.copy[i].queued = false;
		ok = follow_copy(&k, &x);
	}
	if (k.ntodo > 0 && ok)
		ck_give_up(c, "too much is read out of roots as something else than references");
	ok = ok && !k.of.failed && !c->ar.failed;
	ptrmap_free(&k.of);
	return ok;
}
