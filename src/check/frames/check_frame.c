/* SPDX-License-Identifier: MIT */
/* check_frame.c -- the frame, and the objects on the stack whose pointers are followed (check_place.c).
**
** Each call of get_gc_frame_slot is an object: a *variable* if the call says how many bytes are dereferenceable, which
** bounds the accesses through it; otherwise a *slot*, from which computed addresses may reach the end of the frame.
** Several of them may have the same words.  Each alloca and each byval parameter is an object, too.  Those of a fourth
** kind are found when pointers are followed: *mirrors*, regions of the frame that are written at the same distance from
** their start as an alloca. */
#include "check/model/check_phases.h"

enum { FRAME_MAX = 1 << 26 };

uint32_t
check_add_object(struct ck *c, struct object o)
{
	if (!ARENA_PUSH(&c->ar, c->objects, c->nobjects, c->objects_cap))
		return NONE;
	c->objects[c->nobjects] = o;
	return c->nobjects++;
}

static bool
new_frame(struct ck *c, LLVMValueRef call)
{
	LLVMValueRef size = LLVMGetOperand(call, 0);

	if (c->frame != NULL)
		check_hole(c, call, "a second frame in one function");
	else if (LLVMIsAConstantInt(size) == NULL || LLVMConstIntGetZExtValue(size) > FRAME_MAX)
		check_hole(c, call, "the size of the frame is not a constant, or too large");
	else
		c->nslots = (uint32_t)LLVMConstIntGetZExtValue(size);
	c->frame = call;
	return true;
}

/* Called when all instructions have been read, for the frame may be made in a block that comes later in this order. */
static bool
frame_slot(struct ck *c, LLVMValueRef call)
{
	LLVMValueRef x = LLVMGetOperand(call, 1);
	LLVMAttributeRef a;
	uint32_t s;
	int64_t bytes = 0;

	if (LLVMGetOperand(call, 0) != c->frame)
		check_hole(c, call, "the slot is not one of the function's frame");
	if (LLVMIsAConstantInt(x) == NULL || LLVMConstIntGetZExtValue(x) >= c->nslots) {
		check_hole(c, call, "slot index is not below the frame's %u slots", c->nslots);
		return true;
	}
	s = (uint32_t)LLVMConstIntGetZExtValue(x);
	a = LLVMGetCallSiteEnumAttribute(call, (LLVMAttributeIndex)LLVMAttributeReturnIndex, c->attr.dereferenceable);
	if (a != NULL && LLVMGetEnumAttributeValue(a) <= (uint64_t)FRAME_MAX * c->word)
		bytes = (int64_t)LLVMGetEnumAttributeValue(a);
	if (bytes > (int64_t)(c->nslots - s) * c->word) {
		check_hole(c, call, "the variable reaches over the end of the frame");
		bytes = 0;
	}
	if (bytes > 0)
		return check_add_object(c,
			(struct object){ .kind = OBJECT_VARIABLE, .pointer = call, .first = s, .bytes = bytes })
			!= NONE;
	bytes = (int64_t)(c->nslots - s) * c->word;
	return check_add_object(c, (struct object){ .kind = OBJECT_SLOT, .pointer = call, .first = s, .bytes = bytes })
		!= NONE;
}

static bool
stack_variable(struct ck *c, LLVMValueRef alloca, bool entry)
{
	LLVMValueRef n = LLVMGetOperand(alloca, 0);
	LLVMTypeRef t = LLVMGetAllocatedType(alloca);
	int64_t bytes = OBJECT_ENDLESS;

	if (LLVMIsAConstantInt(n) != NULL && LLVMConstIntGetZExtValue(n) < 1u << 30 && LLVMTypeIsSized(t)) {
		uint64_t each = LLVMABISizeOfType(c->layout, t);
		if (each < 1u << 30)
			bytes = (int64_t)(each * LLVMConstIntGetZExtValue(n));
	}
	return check_add_object(c,
		(struct object){ .kind = OBJECT_ALLOCA,
		.pointer = alloca, .bytes = bytes, .renewed = !entry, .type = t })
		!= NONE;
}

/* Byval parameters are memory of this function alone. */
static bool
byval_parameters(struct ck *c)
{
	for (unsigned i = 0, n = c->attr.byval == 0 ? 0 : LLVMCountParams(c->fn); i < n; i++) {
		LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(c->fn, i + 1, c->attr.byval);
		LLVMTypeRef t = a != NULL ? LLVMGetTypeAttributeValue(a) : NULL;
		bool unread = LLVMGetEnumAttributeAtIndex(c->fn, i + 1, c->attr.writeonly) != NULL
			|| LLVMGetEnumAttributeAtIndex(c->fn, i + 1, c->attr.readnone) != NULL;
		if (t != NULL && check_has_refs(c, t)
			&& check_add_object(c,
				(struct object){ .kind = OBJECT_ALLOCA,
				.pointer = LLVMGetParam(c->fn, i), .type = t, .byval = true, .unread = unread,
				.bytes = (int64_t)LLVMABISizeOfType(c->layout, t) })
				== NONE)
			return false;
	}
	return true;
}

bool
check_frame(struct ck *c)
{
	LLVMValueRef *slots = NULL;
	uint32_t n = 0, cap = 0;

	for (uint32_t b = 0; b < c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			enum check_fn id;
			if (op == LLVMAlloca && !stack_variable(c, i, b == 0))
				return false;
			if (op == LLVMStore && !check_map_find(c, i))
				return false;
			if (op != LLVMCall)
				continue;
			id = check_callee(c, i).id;
			c->getter |= id == FN_GET_PGCSTACK;
			if (id == FN_NEW_GC_FRAME && !new_frame(c, i))
				return false;
			if (id == FN_GET_GC_FRAME_SLOT) {
				if (!ARENA_PUSH(&c->ar, slots, n, cap))
					return false;
				slots[n++] = i;
			}
		}
	c->slot_escaped = arena_zarray(&c->ar, (size_t)c->nslots + 1, sizeof *c->slot_escaped);
	c->slot_kept = arena_zarray(&c->ar, (size_t)c->nslots + 1, sizeof *c->slot_kept);
	if (c->ar.failed || !byval_parameters(c) || !check_map_read(c))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!frame_slot(c, slots[i]))
			return false;
	return true;
}
