/* check_frame.c -- the frame, and which of its slots a pointer addresses.
**
** Slot pointers come from get_gc_frame_slot; casts, offsets, phis and selects are followed forward from there.  A pointer
** whose offset is not constant may address anything from its start to the next slot that has a pointer of its own: one
** get_gc_frame_slot stands for one variable, which ends where the next begins. */
#include "gcroots/check_model.h"

enum { MAX_WIDENINGS = 4 };

const struct slot_range *
check_slot_range(const struct ck *c, LLVMValueRef ptr)
{
	uint32_t i = ptrmap_get(&c->range_of, ptr);

	return i == PTRMAP_NONE ? NULL : &c->ranges[i];
}

/* Total byte offset of a GEP if all its indices are constants. */
static bool
constant_offset(struct ck *c, LLVMValueRef gep, int64_t *bytes)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);

	*bytes = 0;
	for (unsigned i = 1, n = (unsigned)LLVMGetNumOperands(gep); i < n; i++) {
		LLVMValueRef x = LLVMGetOperand(gep, i);
		int64_t at;
		if (LLVMIsAConstantInt(x) == NULL || LLVMGetIntTypeWidth(LLVMTypeOf(x)) > 64)
			return false;
		at = (int64_t)LLVMConstIntGetSExtValue(x);
		if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			*bytes += (int64_t)LLVMOffsetOfElement(c->layout, t, (unsigned)at);
			t = LLVMStructGetTypeAtIndex(t, (unsigned)at);
			continue;
		}
		if (i > 1)
			t = LLVMGetElementType(t);
		*bytes += at * (int64_t)LLVMABISizeOfType(c->layout, t);
	}
	return true;
}

struct flow { LLVMValueRef *work; uint32_t n, cap; uint8_t *widened; uint32_t widened_cap; };

static bool
queue(struct ck *c, struct flow *f, LLVMValueRef v)
{
	if (!ARENA_PUSH(&c->ar, f->work, f->n, f->cap))
		return false;
	f->work[f->n++] = v;
	return true;
}

/* Pointer `v` may be what `r` says, too. */
static bool
widen(struct ck *c, struct flow *f, LLVMValueRef v, struct slot_range r)
{
	uint32_t i = ptrmap_get(&c->range_of, v);
	int64_t end = (int64_t)c->nslots * c->word;

	if (i == PTRMAP_NONE) {
		if (!ARENA_PUSH(&c->ar, c->ranges, c->nranges, c->ranges_cap) ||
		    !ARENA_PUSH(&c->ar, f->widened, c->nranges, f->widened_cap))
			return false;
		f->widened[c->nranges] = 0;
		r.pointer = v;
		c->ranges[c->nranges] = r;
		return ptrmap_set(&c->range_of, v, c->nranges++) && queue(c, f, v);
	}
	struct slot_range *old = &c->ranges[i];
	if (r.lo >= old->lo && r.hi <= old->hi && r.limit <= old->limit)
		return true;
	if (r.lo < old->lo)
		old->lo = r.lo;
	if (r.hi > old->hi)
		old->hi = r.hi;
	if (r.limit > old->limit)
		old->limit = r.limit;
	if (++f->widened[i] > MAX_WIDENINGS) {
		old->lo = old->lo < 0 ? 0 : old->lo;
		old->hi = (int64_t)old->limit * c->word;
		if (f->widened[i] > 2 * MAX_WIDENINGS)
			*old = (struct slot_range){ 0, end, c->nslots, false, v };
	}
	return queue(c, f, v);
}

/* A pointer into the frame got away: whoever has it may write there at any call. */
static void
escape(struct ck *c, const struct slot_range *r)
{
	uint32_t from = r->lo < 0 ? 0 : (uint32_t)(r->lo / c->word);

	for (uint32_t s = from; s < r->limit && s < c->nslots; s++)
		c->slot_escaped[s] = true;
}

static bool
follow(struct ck *c, struct flow *f, LLVMValueRef v)
{
	struct slot_range r = c->ranges[ptrmap_get(&c->range_of, v)];
	int64_t bytes;

	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		struct slot_range to = r;
		if (LLVMIsAInstruction(user) == NULL)
			continue;
		switch (LLVMGetInstructionOpcode(user)) {
		case LLVMGetElementPtr:
			if (LLVMGetOperand(user, 0) != v)
				continue;
			if (constant_offset(c, user, &bytes)) {
				to.lo += bytes;
				to.hi += bytes;
			} else {
				to.hi = (int64_t)to.limit * c->word;
			}
			break;
		case LLVMBitCast:
		case LLVMAddrSpaceCast:
		case LLVMFreeze:
		case LLVMPHI:
		case LLVMSelect:
			break;
		case LLVMStore:
			if (LLVMGetOperand(user, 0) == v)
				escape(c, &r);
			continue;
		case LLVMPtrToInt:
		case LLVMInsertValue:
		case LLVMInsertElement:
		case LLVMRet:
			escape(c, &r);
			continue;
		default:
			continue;
		}
		if (!widen(c, f, user, to))
			return false;
	}
	return true;
}

/* A phi or select with an input that is no slot, and what is derived from such, writes a slot only perhaps. */
static void
find_maybes(struct ck *c)
{
	bool again = true;

	while (again) {
		again = false;
		for (uint32_t i = 0; i < c->nranges; i++) {
			LLVMValueRef v = c->ranges[i].pointer;
			LLVMOpcode op = LLVMGetInstructionOpcode(v);
			unsigned first = op == LLVMSelect, n = (unsigned)LLVMGetNumOperands(v);
			if (c->ranges[i].maybe || op == LLVMCall)
				continue;
			if (op != LLVMPHI && op != LLVMSelect)
				n = 1;
			for (unsigned k = first; k < n; k++) {
				const struct slot_range *from = check_slot_range(c, LLVMGetOperand(v, k));
				if (from == NULL || from->maybe) {
					c->ranges[i].maybe = again = true;
					break;
				}
			}
		}
	}
}

static bool
find_calls(struct ck *c, LLVMValueRef **slots, uint32_t *n)
{
	uint32_t cap = 0;

	for (uint32_t b = 0; b < c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			enum intrinsic id;
			if (LLVMGetInstructionOpcode(i) != LLVMCall)
				continue;
			id = intrinsic_of_call(i);
			c->getter |= id == INTR_GET_PGCSTACK || id == INTR_GET_PGCSTACK_OR_NEW;
			if (id == INTR_NEW_GC_FRAME) {
				LLVMValueRef size = LLVMGetOperand(i, 0);
				if (c->frame != NULL)
					check_hole(c, i, "a second frame in one function");
				else if (LLVMIsAConstantInt(size) == NULL || LLVMConstIntGetZExtValue(size) > 1u << 26)
					check_hole(c, i, "the size of the frame is not a sensible constant");
				else
					c->nslots = (uint32_t)LLVMConstIntGetZExtValue(size);
				c->frame = i;
			} else if (id == INTR_GET_GC_FRAME_SLOT) {
				if (!ARENA_PUSH(&c->ar, *slots, *n, cap))
					return false;
				(*slots)[(*n)++] = i;
			}
		}
	return true;
}

bool
check_frame(struct ck *c)
{
	LLVMValueRef *slots = NULL;
	uint32_t n = 0, *next;
	struct flow f = { 0 };

	if (!find_calls(c, &slots, &n))
		return false;
	c->slot_escaped = arena_zarray(&c->ar, (size_t)c->nslots + 1, sizeof *c->slot_escaped);
	next = arena_array(&c->ar, (size_t)c->nslots + 1, sizeof *next);
	if (c->ar.failed)
		return false;
	for (uint32_t s = 0; s <= c->nslots; s++)
		next[s] = CK_NONE;
	for (uint32_t i = 0; i < n; i++) {
		LLVMValueRef x = LLVMGetOperand(slots[i], 1);
		if (LLVMGetOperand(slots[i], 0) != c->frame)
			check_hole(c, slots[i], "slot of something that is not the function's frame");
		else if (LLVMIsAConstantInt(x) == NULL || LLVMConstIntGetZExtValue(x) >= c->nslots)
			check_hole(c, slots[i], "slot index is not below the frame's %u slots", c->nslots);
		else
			next[LLVMConstIntGetZExtValue(x)] = 0;
	}
	for (uint32_t s = c->nslots, limit = c->nslots; s-- > 0;) { /* next[s]: first variable behind s */
		bool starts = next[s] == 0;
		next[s] = limit;
		if (starts)
			limit = s;
	}
	for (uint32_t i = 0; i < n; i++) {
		LLVMValueRef x = LLVMGetOperand(slots[i], 1);
		uint32_t s;
		if (LLVMIsAConstantInt(x) == NULL || LLVMConstIntGetZExtValue(x) >= c->nslots)
			continue;
		s = (uint32_t)LLVMConstIntGetZExtValue(x);
		if (!widen(c, &f, slots[i], (struct slot_range){ (int64_t)s * c->word, (int64_t)s * c->word, next[s], false, NULL }))
			return false;
	}
	while (f.n > 0)
		if (!follow(c, &f, f.work[--f.n]))
			return false;
	find_maybes(c);
	return !c->range_of.failed;
}
