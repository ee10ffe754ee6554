/* SPDX-License-Identifier: MIT */
/* lift.c -- computes special pointers again in the ordinary space that they come from.
**
** The copy of a value stands right before the original, so that it is defined wherever the original is.  Depth-first
** walk over the graph of propagate.c on an explicit stack.  Phis are created empty, which ends every cycle, and filled
** last. */
#include "addrspace/propagate/propagate.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

static LLVMTypeRef
space_type(const struct propagation *p, const struct node *n)
{
	return LLVMPointerTypeInContext(p->context, (unsigned)n->as);
}

/* The operand from which a node is lifted if there is only one, or NULL. */
static LLVMValueRef
single_operand(LLVMValueRef v)
{
	LLVMOpcode op = LLVMGetValueKind(v) == LLVMConstantExprValueKind ? LLVMGetConstOpcode(v)
		: LLVMGetInstructionOpcode(v);

	return op == LLVMPHI || op == LLVMSelect ? NULL : LLVMGetOperand(v, 0);
}

/* The lifted form of an operand of a node in space `as`; NULL if it has to be computed first, with *missing set. */
static LLVMValueRef
lifted_operand(const struct propagation *p, LLVMValueRef v, const struct node *user, uint32_t *missing)
{
	const uint32_t id = ptrmap_get(&p->ids, v);
	const struct node *n = &p->nodes[id];

	if (n->lifted != NULL)
		return n->lifted;
	if (n->open) /* a cycle without a phi: unreachable code */
		return LLVMGetPoison(space_type(p, user));
	switch (LLVMGetValueKind(v)) {
	case LLVMConstantPointerNullValueKind:
		return LLVMConstNull(space_type(p, user));
	case LLVMUndefValueValueKind:
		return LLVMGetUndef(space_type(p, user));
	case LLVMPoisonValueValueKind:
		return LLVMGetPoison(space_type(p, user));
	default:
		break;
	}
	*missing = id;
	return NULL;
}

static LLVMValueRef
build_gep(struct propagation *p, LLVMValueRef gep, LLVMValueRef base)
{
	const unsigned n = (unsigned)LLVMGetNumOperands(gep) - 1;
	LLVMTypeRef source = LLVMGetGEPSourceElementType(gep);

	for (unsigned i = 0; i < n; i++)
		p->values[i] = LLVMGetOperand(gep, i + 1);
	if (LLVMIsConstant(gep))
		return LLVMConstGEPWithNoWrapFlags(source, base, p->values, n, LLVMGEPGetNoWrapFlags(gep));
	return LLVMBuildGEPWithNoWrapFlags(p->edit.builder, source, base, p->values, n, "", LLVMGEPGetNoWrapFlags(gep));
}

static void
copy_metadata(const struct propagation *p, LLVMValueRef from, LLVMValueRef to)
{
	size_t n;
	LLVMValueMetadataEntry *entries;

	if (!LLVMHasMetadata(from))
		return;
	entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);
	for (unsigned i = 0; i < n; i++)
		edit_metadata(&p->edit, to, LLVMValueMetadataEntriesGetKind(entries, i),
			LLVMValueMetadataEntriesGetMetadata(entries, i));
	LLVMDisposeValueMetadataEntries(entries);
}

/* Computes node `id` in its space.  Returns true if that is done; otherwise *missing must be lifted before. */
static bool
lift_one(struct propagation *p, uint32_t id, uint32_t *missing)
{
	struct node *n = &p->nodes[id];
	LLVMValueRef v = n->value, a, b, made;
	const bool constant = LLVMIsConstant(v);

	if (n->leaf) {
		n->lifted = LLVMGetOperand(v, 0);
		return true;
	}
	if (!constant)
		LLVMPositionBuilderBefore(p->edit.builder, v); /* this also takes its debug location */
	if (single_operand(v) == NULL) {
		if (LLVMGetInstructionOpcode(v) == LLVMPHI) { /* filled when all values exist */
			made = LLVMBuildPhi(p->edit.builder, space_type(p, n), "");
			p->phis[p->nphis++] = id;
		} else {
			if ((a = lifted_operand(p, LLVMGetOperand(v, 1), n, missing)) == NULL
			 || (b = lifted_operand(p, LLVMGetOperand(v, 2), n, missing)) == NULL)
				return false;
			made = LLVMBuildSelect(p->edit.builder, LLVMGetOperand(v, 0), a, b, "");
		}
	} else {
		if ((a = lifted_operand(p, single_operand(v), n, missing)) == NULL)
			return false;
		switch (constant ? LLVMGetConstOpcode(v) : LLVMGetInstructionOpcode(v)) {
		case LLVMGetElementPtr:
			made = build_gep(p, v, a);
			break;
		case LLVMFreeze:
			made = LLVMBuildFreeze(p->edit.builder, a, "");
			break;
		default: /* casts between special spaces */
			n->lifted = a;
			return true;
		}
	}
	n->lifted = made;
	n->made = !constant && LLVMIsAInstruction(made);
	if (n->made)
		copy_metadata(p, v, made);
	return true;
}

static void
lift(struct propagation *p, uint32_t root)
{
	uint32_t missing = NONE;

	p->nqueue = 0;
	p->queue[p->nqueue++] = root;
	while (p->nqueue > 0) {
		const uint32_t id = p->queue[p->nqueue - 1];
		p->nodes[id].open = true;
		if (p->nodes[id].lifted != NULL || lift_one(p, id, &missing)) {
			p->nodes[id].open = false;
			p->nqueue--;
		} else
			p->queue[p->nqueue++] = missing;
	}
}

/* Fills the phis; lifting an operand may create more of them. */
static void
fill_phis(struct propagation *p)
{
	for (uint32_t k = 0; k < p->nphis; k++) {
		const struct node *n = &p->nodes[p->phis[k]];
		const unsigned count = LLVMCountIncoming(n->value);
		for (unsigned i = 0; i < count; i++) {
			uint32_t missing = NONE;
			if (lifted_operand(p, LLVMGetIncomingValue(n->value, i), n, &missing) == NULL)
				lift(p, missing);
		}
		for (unsigned i = 0; i < count; i++) {
			uint32_t missing;
			p->values[i] = lifted_operand(p, LLVMGetIncomingValue(n->value, i), n, &missing);
			p->blocks[i] = LLVMGetIncomingBlock(n->value, i);
		}
		LLVMAddIncoming(n->lifted, p->values, p->blocks, count);
	}
}

/* memset, memcpy and memmove carry the spaces of their pointers in their names. */
static void
rename_call(struct propagation *p, LLVMValueRef call, unsigned pointers)
{
	const unsigned n = LLVMGetNumArgOperands(call), id = LLVMGetIntrinsicID(LLVMGetCalledValue(call));
	LLVMValueRef operands[8], callee, v;
	LLVMTypeRef types[3];

	for (unsigned i = 0; i < n; i++)
		operands[i] = LLVMGetOperand(call, i);
	for (unsigned i = 0; i <= pointers; i++) /* the pointers and the length */
		/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): these intrinsics have four operands */
		types[i] = LLVMTypeOf(operands[i < pointers ? i : 2]);
	callee = LLVMGetIntrinsicDeclaration(p->module, id, types, pointers + 1);
	LLVMPositionBuilderBefore(p->edit.builder, call);
	v = LLVMBuildCall2(p->edit.builder, LLVMGlobalGetValueType(callee), callee, operands, n, "");
	edit_copy_call_site(&p->edit, call, v);
	edit_copy_attributes(&p->edit, call, FUNCTION_INDEX, v, FUNCTION_INDEX, true);
	for (unsigned i = 1; i <= n; i++)
		edit_copy_attributes(&p->edit, call, i, v, i, true);
	LLVMInstructionEraseFromParent(call);
}

static void
redirect(struct propagation *p)
{
	for (uint32_t k = 0; k < p->naccesses; k++) {
		const struct access *a = &p->accesses[k];
		if (wanted(p, a))
			LLVMSetOperand(a->inst, a->operand, p->nodes[a->node].lifted);
	}
	for (uint32_t k = 0; k < p->naccesses; k++) {
		LLVMValueRef inst = p->accesses[k].inst;
		bool changed = false;
		if (LLVMGetInstructionOpcode(inst) != LLVMCall)
			continue;
		changed = wanted(p, &p->accesses[k]);
		if (k + 1 < p->naccesses && p->accesses[k + 1].inst == inst)
			changed |= wanted(p, &p->accesses[++k]);
		if (changed)
			rename_call(p, inst, propagate_memory_intrinsic(p, inst));
	}
}

/* The nodes that `v` is computed from stay if `v` stays. */
static void
keep_operands(struct propagation *p, LLVMValueRef v)
{
	const int n = LLVMGetNumOperands(v);

	for (int i = 0; i < n; i++) {
		const uint32_t id = ptrmap_get(&p->ids, LLVMGetOperand(v, (unsigned)i));
		if (id == PTRMAP_NONE || p->nodes[id].live)
			continue;
		p->nodes[id].live = true;
		p->queue[p->nqueue++] = id;
	}
}

/* Is the original of a lifted node used by something that is not lifted itself? */
static bool
used_elsewhere(const struct propagation *p, LLVMValueRef v)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u)) {
		const uint32_t user = ptrmap_get(&p->ids, LLVMGetUser(u));
		if (user == PTRMAP_NONE || p->nodes[user].lifted == NULL)
			return true;
	}
	return false;
}

/* Marks the originals that stay: those that were not lifted, and those that they and other users need. */
static void
mark_live(struct propagation *p)
{
	p->nqueue = 0;
	for (uint32_t id = 0; id < p->nnodes; id++) {
		struct node *n = &p->nodes[id];
		n->live = n->lifted == NULL || LLVMIsConstant(n->value) || used_elsewhere(p, n->value);
		if (n->live)
			p->queue[p->nqueue++] = id;
	}
	while (p->nqueue > 0) {
		LLVMValueRef v = p->nodes[p->queue[--p->nqueue]].value;
		if (!LLVMIsConstant(v) && LLVMIsAInstruction(v))
			keep_operands(p, v);
	}
}

/* Erases the others, cycles included; their names and debug information go to the copies. */
static void
erase_originals(struct propagation *p)
{
	mark_live(p);
	for (uint32_t id = 0; id < p->nnodes; id++) {
		struct node *n = &p->nodes[id];
		size_t bytes;
		const char *name = LLVMGetValueName2(n->value, &bytes);
		if (n->made && bytes > 0) {
			memcpy(p->name, name, bytes);
			if (!n->live)
				LLVMSetValueName2(n->value, "", 0);
			LLVMSetValueName2(n->lifted, p->name, bytes); /* numbered if the original keeps its name */
		}
		if (!n->live)
			LLVMReplaceAllUsesWith(n->value, n->lifted);
	}
	for (uint32_t id = 0; id < p->nnodes; id++)
		if (!p->nodes[id].live)
			LLVMInstructionEraseFromParent(p->nodes[id].value);
}

bool
lift_ready(struct propagation *p)
{
	size_t longest = 0;

	for (uint32_t id = 0; id < p->nnodes; id++) {
		size_t bytes;
		LLVMGetValueName2(p->nodes[id].value, &bytes);
		if (bytes > longest)
			longest = bytes;
	}
	p->queue = arena_array(&p->arena, p->nnodes + (size_t)1, sizeof *p->queue);
	p->phis = arena_array(&p->arena, p->nnodes + (size_t)1, sizeof *p->phis);
	p->values = arena_array(&p->arena, p->max_operands + (size_t)1, sizeof *p->values);
	p->blocks = arena_array(&p->arena, p->max_operands + (size_t)1, sizeof *p->blocks);
	p->name = arena_array(&p->arena, longest + 1, 1);
	return edit_ready(&p->edit) && !p->arena.failed && !p->ids.failed;
}

void
lift_all(struct propagation *p)
{
	for (uint32_t k = 0; k < p->naccesses; k++)
		if (wanted(p, &p->accesses[k]))
			lift(p, p->accesses[k].node);
	fill_phis(p);
	redirect(p);
	erase_originals(p);
}
