/* SPDX-License-Identifier: MIT */
/* check_place.c -- which objects of the stack a pointer addresses, and where in them.
**
** Pointers are followed forward from each object through casts, offsets, phis and selects.  A pointer has a list of
** places, one for each object that it may address: byte offsets from `lo` to `hi`.  An index that is not constant
** widens the place to the whole object; so does, after a few rounds, an offset that is added in a loop.
**
** A mirror is a GEP by bytes from a slot, whose index is the distance of a pointer p from an alloca: either the
** distance itself, if p can only point into that alloca, or the lesser of it and a bound. */
#include "check/model/check_phases.h"

enum { MAX_WIDENINGS = 4, MAX_PLACES = 64 };

const struct pointer *
check_pointer(const struct ck *c, LLVMValueRef v)
{
	uint32_t i = c->npointers == 0 ? PTRMAP_NONE : ptrmap_get(&c->pointer_of, v);

	return i == PTRMAP_NONE ? NULL : &c->pointers[i];
}

/* ---- mirrors ---- */

/* The pointer before casts between address spaces. */
static LLVMValueRef
without_casts(LLVMValueRef v)
{
	while (LLVMIsAAddrSpaceCastInst(v) != NULL)
		v = LLVMGetOperand(v, 0);
	return v;
}

/* The pointer from which an integer was made; NULL: none. */
static LLVMValueRef
address_in(LLVMValueRef i)
{
	return LLVMIsAPtrToIntInst(i) != NULL ? without_casts(LLVMGetOperand(i, 0)) : NULL;
}

static bool
is_instruction(LLVMValueRef v, LLVMOpcode op)
{
	return LLVMIsAInstruction(v) != NULL && LLVMGetInstructionOpcode(v) == op;
}

/* Is `index` the distance of a pointer from an alloca?  *bound: the greatest value that it can have; -1: unbounded. */
static bool
distance(LLVMValueRef index, LLVMValueRef *pointer, LLVMValueRef *alloca, int64_t *bound)
{
	*bound = -1;
	if (is_instruction(index, LLVMSelect)) {
		LLVMValueRef cond = LLVMGetOperand(index, 0), end = LLVMGetOperand(index, 2);
		index = LLVMGetOperand(index, 1);
		if (LLVMIsAICmpInst(cond) == NULL || LLVMGetICmpPredicate(cond) != LLVMIntULT
			|| LLVMGetOperand(cond, 0) != index || LLVMGetOperand(cond, 1) != end
			|| LLVMIsAConstantInt(end) == NULL || LLVMConstIntGetZExtValue(end) > 1u << 30)
			return false;
		*bound = (int64_t)LLVMConstIntGetZExtValue(end);
	}
	if (!is_instruction(index, LLVMSub))
		return false;
	*pointer = address_in(LLVMGetOperand(index, 0));
	*alloca = address_in(LLVMGetOperand(index, 1));
	return *pointer != NULL && *alloca != NULL && LLVMIsAAllocaInst(*alloca) != NULL;
}

/* The mirror that a GEP from slot object `o` addresses; NONE: it addresses no mirror. */
static uint32_t
mirror(struct ck *c, LLVMValueRef gep, uint32_t o)
{
	LLVMValueRef pointer, alloca;
	const struct pointer *a;
	struct object m = { .kind = OBJECT_MIRROR, .first = c->objects[o].first };
	int64_t bound, room = (int64_t)(c->nslots - m.first) * c->word;

	if (c->objects[o].kind != OBJECT_SLOT || LLVMGetNumOperands(gep) != 2
		|| LLVMGetTypeKind(LLVMGetGEPSourceElementType(gep)) != LLVMIntegerTypeKind
		|| LLVMGetIntTypeWidth(LLVMGetGEPSourceElementType(gep)) != 8
		|| !distance(LLVMGetOperand(gep, 1), &pointer, &alloca, &bound))
		return NONE;
	a = check_pointer(c, alloca);
	if (a == NULL || c->objects[c->places[a->first].object].bytes >= OBJECT_ENDLESS)
		return NONE;
	m.of = c->places[a->first].object;
	m.pointer = c->objects[m.of].pointer;
	m.bytes = bound < 0 ? c->objects[m.of].bytes : bound + c->word;
	if (m.bytes > room) {
		check_hole(c, gep, "the mirror of %s reaches over the end of the frame",
			check_value_name(c, m.pointer, ""));
		m.bytes = room;
	}
	for (uint32_t i = c->nobjects; i-- > 0 && c->objects[i].kind == OBJECT_MIRROR;) /* mirrors come last */
		if (c->objects[i].first == m.first && c->objects[i].of == m.of && c->objects[i].bytes == m.bytes)
			return i;
	return check_add_object(c, m);
}

/* If the pointer of an unbounded distance may point into another variable, the mirror may be anywhere behind the
** slot. */
static void
doubt_mirrors(struct ck *c)
{
	for (uint32_t i = 0; i < c->npointers; i++) {
		struct place *at = &c->places[c->pointers[i].first];
		LLVMValueRef pointer, alloca;
		const struct pointer *p;
		int64_t bound;
		if (c->objects[at->object].kind != OBJECT_MIRROR || LLVMIsAGetElementPtrInst(c->pointers[i].v) == NULL
			|| !distance(LLVMGetOperand(c->pointers[i].v, 1), &pointer, &alloca, &bound) || bound >= 0)
			continue;
		p = check_pointer(c, pointer);
		if (p == NULL || p->maybe || p->n > 1 || c->places[p->first].object != c->objects[at->object].of) {
			/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a mirror lies behind a pointer to a
			** slot */
			at->object = c->places[check_pointer(c, LLVMGetOperand(c->pointers[i].v, 0))->first].object;
			at->hi = c->objects[at->object].bytes;
		}
	}
}

bool
check_mirrors(LLVMValueRef mirror, LLVMValueRef pointer)
{
	LLVMValueRef of, alloca;
	int64_t bound;

	return LLVMIsAGetElementPtrInst(mirror) != NULL && distance(LLVMGetOperand(mirror, 1), &of, &alloca, &bound)
		&& of == without_casts(pointer);
}

/* ---- the flow ---- */

struct flow { uint32_t *work, n, cap; };

static bool
queue(struct ck *c, struct flow *f, uint32_t pointer)
{
	if (c->pointers[pointer].queued)
		return true;
	if (!ARENA_PUSH(&c->ar, f->work, f->n, f->cap))
		return false;
	c->pointers[pointer].queued = true;
	f->work[f->n++] = pointer;
	return true;
}

/* Notes that pointer `v` may be at `at`. */
static bool
add_place(struct ck *c, struct flow *f, LLVMValueRef v, struct place at)
{
	uint32_t p = ptrmap_get(&c->pointer_of, v), i;
	struct place *old = NULL;

	if (p == PTRMAP_NONE) {
		p = c->npointers;
		if (!ARENA_PUSH(&c->ar, c->pointers, c->npointers, c->pointers_cap)
			|| !ptrmap_set(&c->pointer_of, v, p))
			return false;
		c->pointers[c->npointers++] = (struct pointer){ .v = v, .first = NONE };
	}
	for (i = c->pointers[p].first; i != NONE && old == NULL; i = c->places[i].next)
		if (c->places[i].object == at.object)
			old = &c->places[i];
	if (old == NULL) {
		if (c->pointers[p].n == MAX_PLACES) {
			ck_give_up(c, "a pointer may address too many variables");
			return false;
		}
		if (!ARENA_PUSH(&c->ar, c->places, c->nplaces, c->places_cap))
			return false;
		at.next = c->pointers[p].first;
		c->places[c->nplaces] = at;
		c->pointers[p].first = c->nplaces++;
		c->pointers[p].n++;
		return queue(c, f, p);
	}
	if (at.lo >= old->lo && at.hi <= old->hi)
		return true;
	if (at.lo < old->lo)
		old->lo = at.lo;
	if (at.hi > old->hi)
		old->hi = at.hi;
	if (++old->widened > MAX_WIDENINGS) {
		old->lo = 0;
		old->hi = c->objects[old->object].bytes;
	}
	return queue(c, f, p);
}

/* Notes that a callee may keep the pointer, and later write the slots that it addresses. */
static void
mark_kept(struct ck *c, uint32_t pointer)
{
	for (uint32_t i = c->pointers[pointer].first; i != NONE; i = c->places[i].next) {
		const struct object *o = &c->objects[c->places[i].object];
		uint32_t words = o->kind == OBJECT_ALLOCA ? 0 : (uint32_t)((o->bytes + c->word - 1) / c->word);
		for (uint32_t s = o->first; s < o->first + words && s < c->nslots; s++)
			c->slot_kept[s] = true;
	}
}

/* The pointer is no longer followed: the objects that it may address escape. */
static void
escape(struct ck *c, uint32_t pointer)
{
	for (uint32_t i = c->pointers[pointer].first; i != NONE; i = c->places[i].next) {
		struct object *o = &c->objects[c->places[i].object];
		uint32_t words = o->kind == OBJECT_ALLOCA ? 0 : (uint32_t)((o->bytes + c->word - 1) / c->word);
		if (o->escaped)
			continue;
		o->escaped = true;
		for (uint32_t s = o->first; s < o->first + words && s < c->nslots; s++)
			c->slot_escaped[s] = true;
	}
}

/* Is the operand in a bundle that only keeps it alive?  The callee does not see it. */
static bool
is_only_rooted(LLVMValueRef call, unsigned operand)
{
	unsigned at = LLVMGetNumArgOperands(call);

	for (unsigned i = 0, n = LLVMGetNumOperandBundles(call); i < n && at <= operand; i++) {
		LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
		size_t length;
		const char *tag = LLVMGetOperandBundleTag(b, &length);
		const bool roots = length == 8 && memcmp(tag, "jl_roots", 8) == 0;
		at += LLVMGetNumOperandBundleArgs(b);
		LLVMDisposeOperandBundle(b);
		if (operand < at)
			return roots;
	}
	return false;
}

bool
check_may_keep(struct ck *c, LLVMValueRef call, LLVMValueRef v)
{
	unsigned n = LLVMGetNumArgOperands(call);
	enum check_fn id = check_callee(c, call).id;
	bool boxed = check_is_jlcall(LLVMGetCalledFunctionType(call)); /* reads its array, during the call alone */

	if (id == FN_LLVM || id == FN_LLVM_LIFETIME || id == FN_LLVM_DEBUG || id == FN_GET_GC_FRAME_SLOT
		|| id == FN_PUSH_GC_FRAME || id == FN_POP_GC_FRAME)
		return false;
	for (unsigned i = 0, all = (unsigned)LLVMGetNumOperands(call); i < all; i++) {
		if (i == 1 && boxed)
			continue;
		if (LLVMGetOperand(call, i) == v && !(i >= n ? is_only_rooted(call, i) : check_is_not_kept(c, call, i)))
			return true;
	}
	return false;
}

bool
check_only_distances(LLVMValueRef number)
{
	for (LLVMUseRef u = LLVMGetFirstUse(number); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (is_instruction(user, LLVMICmp))
			continue;
		if (!is_instruction(user, LLVMSub) || LLVMIsAPtrToIntInst(LLVMGetOperand(user, 0)) == NULL
			|| LLVMIsAPtrToIntInst(LLVMGetOperand(user, 1)) == NULL)
			return false;
	}
	return true;
}

/* The places of pointer `from` become those of `to`, by way of a GEP or unchanged. */
static bool
pass_on(struct ck *c, struct flow *f, uint32_t from, LLVMValueRef to, bool gep)
{
	int64_t bytes = 0;
	bool exact = !gep || check_offset(c, to, &bytes);

	for (uint32_t i = c->pointers[from].first; i != NONE; i = c->places[i].next) {
		struct place at = c->places[i];
		uint32_t m = NONE;
		at.widened = 0;
		if (exact) {
			at.lo += bytes;
			at.hi += bytes;
		} else {
			if (at.lo == 0 && at.hi == 0 && c->pointers[from].n == 1
				&& (m = mirror(c, to, at.object)) != NONE)
				at.object = m;
			at.lo = 0;
			at.hi = c->objects[at.object].bytes;
		}
		if (!add_place(c, f, to, at))
			return false;
	}
	return !c->ar.failed;
}

static bool
follow(struct ck *c, struct flow *f, uint32_t p)
{
	LLVMValueRef v = c->pointers[p].v;
	bool away = false, kept = false, ok = true;

	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL && ok; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAInstruction(user) == NULL || check_block_of(c, user) == NONE)
			continue;
		switch (LLVMGetInstructionOpcode(user)) {
		case LLVMGetElementPtr:
			ok = LLVMGetOperand(user, 0) != v || pass_on(c, f, p, user, true);
			break;
		case LLVMBitCast:
		case LLVMAddrSpaceCast:
		case LLVMFreeze:
		case LLVMPHI:
		case LLVMSelect:
		case LLVMExtractElement:
		case LLVMShuffleVector:
			ok = pass_on(c, f, p, user, false);
			break;
		case LLVMStore:
		case LLVMAtomicRMW:
		case LLVMAtomicCmpXchg: {
			unsigned address = LLVMIsAStoreInst(user) != NULL ? 1 : 0;
			for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(user); k < n; k++)
				away |= k != address && LLVMGetOperand(user, k) == v
					&& !check_map_is_word(c, LLVMGetOperand(user, address));
			break;
		}
		case LLVMCall:
		case LLVMInvoke:
		case LLVMCallBr:
			kept |= !kept && check_may_keep(c, user, v);
			break;
		case LLVMPtrToInt:
			away |= !check_only_distances(user);
			break;
		case LLVMInsertElement: /* several addresses, for gather and scatter */
			ok = pass_on(c, f, p, user, false);
			break;
		case LLVMInsertValue:
		case LLVMRet:
			away = true;
			break;
		default:
			break;
		}
	}
	if (away)
		escape(c, p);
	if (kept)
		mark_kept(c, p);
	return ok;
}

/* Sets `maybe` for phis and selects of which an input addresses none of the objects, and for all that is derived from
** these. */
static bool
find_maybes(struct ck *c, struct flow *f)
{
	f->n = 0;
	for (uint32_t i = 0; i < c->npointers; i++) {
		LLVMValueRef v = c->pointers[i].v;
		LLVMOpcode op = LLVMGetInstructionOpcode(v);
		unsigned first = op == LLVMSelect, n = LLVMIsAInstruction(v) ? (unsigned)LLVMGetNumOperands(v) : 0;
		if (op == LLVMShuffleVector || op == LLVMInsertElement || op == LLVMExtractElement)
			c->pointers[i].maybe = true;
		for (unsigned k = first; (op == LLVMPHI || op == LLVMSelect) && k < n && !c->pointers[i].maybe; k++)
			/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): npointers, so pointers */
			c->pointers[i].maybe = check_pointer(c, LLVMGetOperand(v, k)) == NULL;
		if (c->pointers[i].maybe && !queue(c, f, i))
			return false;
	}
	while (f->n > 0)
		for (LLVMUseRef u = LLVMGetFirstUse(c->pointers[f->work[--f->n]].v); u != NULL; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			uint32_t i = ptrmap_get(&c->pointer_of, user);
			if (i == PTRMAP_NONE || c->pointers[i].maybe)
				continue;
			c->pointers[i].maybe = true;
			if (!queue(c, f, i))
				return false;
		}
	return true;
}

/* ---- variables that cannot hold references ---- */

static bool
push_value(struct ck *c, LLVMValueRef **work, uint32_t *n, uint32_t *cap, LLVMValueRef v)
{
	if (!ARENA_PUSH(&c->ar, *work, *n, *cap))
		return false;
	(*work)[(*n)++] = v;
	return true;
}

/* May an alloca hold an object that has to be rooted?  Not if it is only read, compared, and written with values that
** have no special pointers, through addresses that are computed from it alone.  *ok: false if memory is exhausted. */
static bool
may_hold_roots(struct ck *c, LLVMValueRef alloca, LLVMValueRef **work, uint32_t *cap, bool *ok)
{
	uint32_t n = 0;

	*ok = push_value(c, work, &n, cap, alloca);
	while (*ok && n > 0) {
		LLVMValueRef v = (*work)[--n];
		for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL && *ok; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			LLVMOpcode op = LLVMIsAInstruction(user) != NULL ? LLVMGetInstructionOpcode(user)
				: LLVMUnreachable;
			switch (op) {
			case LLVMLoad:
			case LLVMICmp:
				break;
			case LLVMGetElementPtr:
			case LLVMBitCast:
			case LLVMAddrSpaceCast:
			case LLVMFreeze:
				if (LLVMGetOperand(user, 0) != v)
					return true;
				*ok = push_value(c, work, &n, cap, user);
				break;
			case LLVMStore:
				if (LLVMGetOperand(user, 0) == v
					|| check_lanes(c, LLVMTypeOf(LLVMGetOperand(user, 0))) > 0)
					return true;
				break;
			case LLVMCall:
				if (check_callee(c, user).id != FN_LLVM_LIFETIME
					&& check_callee(c, user).id != FN_LLVM_DEBUG)
					return true;
				break;
			default:
				return true;
			}
		}
	}
	return false;
}

bool
check_places(struct ck *c)
{
	struct flow f = { 0 };
	LLVMValueRef *work = NULL;
	uint32_t cap = 0;
	bool ok = true;

	for (uint32_t o = 0, n = c->nobjects; o < n; o++) {
		struct place at = { .object = o };
		if (c->objects[o].pointer == c->mapped)
			continue;
		if (c->objects[o].kind == OBJECT_ALLOCA && !c->objects[o].byval
			&& !may_hold_roots(c, c->objects[o].pointer, &work, &cap, &ok) && ok)
			continue;
		if (!add_place(c, &f, c->objects[o].pointer, at))
			return c->too_hard && !c->ar.failed;
	}
	while (f.n > 0) {
		uint32_t p = f.work[--f.n];
		c->pointers[p].queued = false;
		if (!follow(c, &f, p))
			return c->too_hard && !c->ar.failed;
	}
	if (!find_maybes(c, &f))
		return false;
	doubt_mirrors(c);
	return !c->pointer_of.failed;
}
