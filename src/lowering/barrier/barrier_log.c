/* SPDX-License-Identifier: MIT */
/* barrier_log.c -- write barriers for collectors with log bits: one bit for each 8 bytes of the heap, in a table whose
** address the runtime puts into a variable. A bit that is set asks for the slow path, which clears it.
**
**   head:        if bit of (parent, or slot)   -> trigger_wb, otherwise rest
**   trigger_wb:  slow path(parent, slot)       -> rest
**
** Bits of objects: one test, whatever the number of slots; the slow path is given the slot if there is just one. Bits
** of slots: a test for each of them, one behind the other. If a slot is unknown, or the barrier is in a reset region,
** the slow path is called without a test, and looks at the whole object. */
#include "lowering/common/lowering.h"

enum { BYTES_PER_BIT_LOG = 3, BITS_PER_BYTE_LOG = 3 };

static bool
is_null(LLVMValueRef v)
{
	while (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMAddrSpaceCast)
		v = LLVMGetOperand(v, 0);
	return LLVMIsAConstantPointerNull(v) != NULL;
}

static LLVMValueRef
build_test(struct lower *l, LLVMValueRef address)
{
	struct edit *e = &l->e;
	LLVMBuilderRef b = e->builder;
	LLVMValueRef n = barrier_address_word(l, address);
	LLVMValueRef bits = barrier_load_byte(l,
		barrier_table_byte(l, l->profile->log_base, n, BYTES_PER_BIT_LOG + BITS_PER_BYTE_LOG), "log_bits");
	LLVMValueRef number = LLVMBuildAnd(b, LLVMBuildLShr(b, n, edit_word(e, BYTES_PER_BIT_LOG), ""),
		edit_word(e, (1 << BITS_PER_BYTE_LOG) - 1), "");
	LLVMValueRef bit = LLVMBuildAnd(b,
		LLVMBuildLShr(b, LLVMBuildZExt(b, bits, e->word, ""), number, ""), edit_word(e, 1), "");
	return LLVMBuildICmp(b, LLVMIntNE, bit, edit_word(e, 0), "not_logged");
}

/* Builds a test of `address` at the end of `head`, and the slow path; both lead to `rest`. `address` NULL: no test. */
static void
build_one(struct lower *l, const struct barrier *b, LLVMValueRef address, LLVMValueRef slot, LLVMBasicBlockRef head,
	LLVMBasicBlockRef rest, LLVMValueRef region)
{
	struct edit *e = &l->e;

	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, LLVMInstructionGetDebugLoc(b->call));
	if (address != NULL) {
		LLVMBasicBlockRef trigger = LLVMInsertBasicBlockInContext(e->context, rest, "trigger_wb");
		edit_weights(e, LLVMBuildCondBr(e->builder, build_test(l, address), trigger, rest), 1, 9);
		LLVMPositionBuilderAtEnd(e->builder, trigger);
	}
	barrier_build_queue(l, LLVMGetOperand(b->call, 0), slot, region);
	LLVMBuildBr(e->builder, rest);
}

unsigned
barrier_known_slots(const struct barrier *b)
{
	unsigned n = LLVMGetNumArgOperands(b->call), first, step, known = 0;

	if (!barrier_has_slot(b->call, b->id))
		return 0;
	barrier_children(b->call, b->id, &first, &step);
	for (unsigned i = 1; i < n && (step == 2 || i == 1); i += step) {
		if (is_null(LLVMGetOperand(b->call, i)))
			return 0;
		known++;
	}
	return known;
}

static bool
in_reset_region(const struct lower *l, LLVMValueRef call)
{
	return LLVMHasMetadata(call) && LLVMGetMetadata(call, l->e.md_reset_region) != NULL;
}

void
barrier_log_build(struct lower *l, const struct barrier *b, LLVMBasicBlockRef head, LLVMBasicBlockRef rest,
	LLVMValueRef region)
{
	LLVMValueRef parent = LLVMGetOperand(b->call, 0);
	unsigned n = barrier_known_slots(b);

	if (l->profile->barrier != BARRIER_SLOT_LOG) {
		bool one = n == 1 && b->next == 0 && LLVMGetNumArgOperands(b->call) == 3;
		build_one(l, b, parent, one ? LLVMGetOperand(b->call, 1) : NULL, head, rest, region);
		return;
	}
	if (n == 0 || in_reset_region(l, region)) {
		build_one(l, b, NULL, NULL, head, rest, region);
		return;
	}
	/* julia.write_barrier has one slot for all of its children; field barriers have one for each */
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef slot = LLVMGetOperand(b->call, 1 + 2 * i);
		LLVMBasicBlockRef next = i + 1 < n ? LLVMInsertBasicBlockInContext(l->e.context, rest, "next_slot")
			: rest;
		build_one(l, b, slot, slot, head, next, region);
		head = next;
	}
}
