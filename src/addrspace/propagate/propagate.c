/* SPDX-License-Identifier: MIT */
/* propagate.c -- PropagateJuliaAddrspaces: memory is accessed in the address space that it is in.
**
** Front ends access an alloca through a cast to Derived, because the code is written for any memory.  LLVM's optimiser
** then does not recognise the alloca.  A special pointer may be computed by casts, GEPs, phis, selects and freezes from
** pointers of a single ordinary address space.  If memory is accessed through it, the pointer is computed again in that
** space, and the access uses the new pointer.
**
** The plan is a graph of the special pointers from which the accessed ones are computed.  Their spaces are propagated
** from the leaves.  A leaf that is no cast from an ordinary space spoils all nodes that depend on it.  Then each value
** that is needed is copied once.  Time is linear in the size of the graph; phis may form cycles.
**
** A cast to Tracked makes an object of an address, and the object is kept alive as long as it is used.  Such a cast is
** a leaf only if its operand is the address of stack memory, which needs no root. */
#include "addrspace/propagate/propagate.h"
#include "host/passes.h"

enum { MAX_STRIP = 64 };                  /* steps back from a cast to Tracked */

static bool
special_pointer(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && as_is_special(LLVMGetPointerAddressSpace(t));
}

/* ---- the graph ---- */

static uint32_t
node_of(struct propagation *p, LLVMValueRef v)
{
	uint32_t id = ptrmap_get(&p->ids, v);

	if (id != PTRMAP_NONE)
		return id;
	if (!ARENA_PUSH(&p->arena, p->nodes, p->nnodes, p->nodes_cap) || !ptrmap_set(&p->ids, v, p->nnodes))
		return NONE;
	p->nodes[p->nnodes] = (struct node){ .value = v, .users = NONE, .as = NO_SPACE };
	return p->nnodes++;
}

static void
depend(struct propagation *p, uint32_t user, LLVMValueRef operand)
{
	const uint32_t on = node_of(p, operand);

	if (on == NONE || !ARENA_PUSH(&p->arena, p->edges, p->nedges, p->edges_cap))
		return;
	p->edges[p->nedges] = (struct edge){ user, p->nodes[on].users };
	p->nodes[on].users = p->nedges++;
}

/* Is `v`, a pointer in an ordinary space, the address of stack memory? */
static bool
is_stack(LLVMValueRef v)
{
	for (int i = 0; i < MAX_STRIP; i++) {
		if (!LLVMIsAInstruction(v))
			return false;
		switch (LLVMGetInstructionOpcode(v)) {
		case LLVMAlloca:
			return true;
		case LLVMGetElementPtr:
		case LLVMBitCast:
		case LLVMAddrSpaceCast:
			v = LLVMGetOperand(v, 0);
			break;
		default:
			return false;
		}
	}
	return false;
}

static void
expand_cast(struct propagation *p, uint32_t id, bool constant)
{
	LLVMValueRef v = p->nodes[id].value, from = LLVMGetOperand(v, 0);
	const int as = pointer_as(LLVMTypeOf(from));

	if (as >= 0 && as_is_special((unsigned)as))
		depend(p, id, from);
	else if (as >= 0
		&& (constant || LLVMGetPointerAddressSpace(LLVMTypeOf(v)) != LR_AS_TRACKED || is_stack(from))) {
		p->nodes[id].leaf = true;
		p->nodes[id].as = as;
		p->nodes[id].reason = !constant;
	} else
		p->nodes[id].as = SPOILT;
}

static void
expand_phi(struct propagation *p, uint32_t id)
{
	LLVMValueRef phi = p->nodes[id].value;
	const unsigned n = LLVMCountIncoming(phi);

	if (n > p->max_operands)
		p->max_operands = n;
	for (unsigned i = 0; i < n; i++)
		depend(p, id, LLVMGetIncomingValue(phi, i));
}

static void
expand_gep(struct propagation *p, uint32_t id)
{
	const uint32_t n = (uint32_t)LLVMGetNumOperands(p->nodes[id].value);

	if (n > p->max_operands)
		p->max_operands = n;
	depend(p, id, LLVMGetOperand(p->nodes[id].value, 0));
}

/* Adds the edges from the operands of a node, or sets its space if it is a leaf. */
static void
expand(struct propagation *p, uint32_t id)
{
	LLVMValueRef v = p->nodes[id].value;
	const bool scalar = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;

	if (!scalar) {
		p->nodes[id].as = SPOILT;
		return;
	}
	switch (LLVMGetValueKind(v)) {
	case LLVMConstantPointerNullValueKind:
	case LLVMUndefValueValueKind:
	case LLVMPoisonValueValueKind:
		return;
	case LLVMConstantExprValueKind:
		switch (LLVMGetConstOpcode(v)) {
		case LLVMAddrSpaceCast:
			expand_cast(p, id, true);
			return;
		case LLVMGetElementPtr:
			expand_gep(p, id);
			return;
		default:
			p->nodes[id].as = SPOILT;
			return;
		}
	case LLVMInstructionValueKind:
		if (LLVMIsAInstruction(v))
			break;
		/* fall through */
	default:
		p->nodes[id].as = SPOILT;
		return;
	}
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMAddrSpaceCast:
		expand_cast(p, id, false);
		break;
	case LLVMBitCast:
	case LLVMFreeze:
		depend(p, id, LLVMGetOperand(v, 0));
		break;
	case LLVMGetElementPtr:
		expand_gep(p, id);
		break;
	case LLVMPHI:
		expand_phi(p, id);
		break;
	case LLVMSelect:
		depend(p, id, LLVMGetOperand(v, 1));
		depend(p, id, LLVMGetOperand(v, 2));
		break;
	default:
		p->nodes[id].as = SPOILT;
		break;
	}
}

static void
access_through(struct propagation *p, LLVMValueRef inst, unsigned operand)
{
	LLVMValueRef v = LLVMGetOperand(inst, operand);
	uint32_t id;

	if (!special_pointer(LLVMTypeOf(v)))
		return;
	id = node_of(p, v);
	if (id != NONE && ARENA_PUSH(&p->arena, p->accesses, p->naccesses, p->accesses_cap))
		p->accesses[p->naccesses++] = (struct access){ inst, operand, id };
}

unsigned
propagate_memory_intrinsic(const struct propagation *p, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	unsigned id;

	if (LLVMGetValueKind(callee) != LLVMFunctionValueKind || (id = LLVMGetIntrinsicID(callee)) == 0)
		return 0;
	for (unsigned i = 0; i < MEMORY_INTRINSICS; i++)
		if (p->memory_intrinsics[i] == id)
			return i < 2 ? 1 : 2;
	return 0;
}

static void
collect(struct propagation *p, LLVMValueRef fn)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
			switch (LLVMGetInstructionOpcode(i)) {
			case LLVMLoad:
			case LLVMAtomicRMW:
			case LLVMAtomicCmpXchg:
				access_through(p, i, 0);
				break;
			case LLVMStore:
				access_through(p, i, 1);
				break;
			case LLVMCall:
				for (unsigned k = 0, n = propagate_memory_intrinsic(p, i); k < n; k++)
					access_through(p, i, k);
				break;
			default:
				break;
			}
}

/* ---- spaces ---- */

static void
enqueue(struct propagation *p, uint32_t id)
{
	if (!p->nodes[id].queued && ARENA_PUSH(&p->arena, p->queue, p->nqueue, p->queue_cap)) {
		p->nodes[id].queued = true;
		p->queue[p->nqueue++] = id;
	}
}

/* Merges the facts of a node into a node that is computed from it.  A node changes at most three times. */
static void
merge(struct propagation *p, uint32_t into, const struct node *from)
{
	struct node *n = &p->nodes[into];
	int as = n->as;

	if (from->as == SPOILT || (as >= 0 && from->as >= 0 && as != from->as))
		as = SPOILT;
	else if (as == NO_SPACE)
		as = from->as;
	if (as == n->as && (n->reason || !from->reason))
		return;
	n->as = as;
	n->reason |= from->reason;
	enqueue(p, into);
}

static void
propagate_spaces(struct propagation *p)
{
	while (p->nqueue > 0) {
		const uint32_t id = p->queue[--p->nqueue];
		p->nodes[id].queued = false;
		for (uint32_t e = p->nodes[id].users; e != NONE; e = p->edges[e].next)
			merge(p, p->edges[e].user, &p->nodes[id]);
	}
}

static bool
is_null(LLVMValueRef v)
{
	switch (LLVMGetValueKind(v)) {
	case LLVMConstantPointerNullValueKind:
	case LLVMUndefValueValueKind:
	case LLVMPoisonValueValueKind:
		return true;
	default:
		return false;
	}
}

static void
find_spaces(struct propagation *p)
{
	for (uint32_t id = 0; id < p->nnodes; id++)
		if (p->nodes[id].as != NO_SPACE)
			enqueue(p, id);
	propagate_spaces(p);
	/* Null belongs to every space, but a value computed from nothing but null has no space. */
	for (uint32_t id = 0; id < p->nnodes; id++)
		if (p->nodes[id].as == NO_SPACE && !is_null(p->nodes[id].value)) {
			p->nodes[id].as = SPOILT;
			enqueue(p, id);
		}
	propagate_spaces(p);
}

/* ---- the pass ---- */

/* Most functions have nothing to lift, so the state for editing is set up only when it is needed. */
static bool
begin_edit(struct propagation *p, lr_context *cx)
{
	if (!edit_begin(&p->edit, cx, p->module))
		return false;
	for (uint32_t k = 0; k < p->naccesses; k++)
		if (LLVMGetInstructionOpcode(p->accesses[k].inst) == LLVMCall)
			edit_plan_call(&p->edit, p->accesses[k].inst);
	return lift_ready(p);
}

static void *
from_context(void *user, void *mem, size_t old_bytes, size_t new_bytes)
{
	return lr_realloc(user, mem, old_bytes, new_bytes);
}

lr_status
pass_propagate_addrspaces(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	static const char *const names[] = { "llvm.memset", "llvm.memset.inline", "llvm.memcpy", "llvm.memcpy.inline",
		"llvm.memmove" };
	struct propagation p = { .module = m, .context = LLVMGetModuleContext(m) };
	lr_status status = LR_OK;
	bool any = false;

	(void)params;
	for (unsigned i = 0; i < MEMORY_INTRINSICS; i++) {
		if (cx->memory_intrinsics[i] == 0)
			cx->memory_intrinsics[i] = LLVMLookupIntrinsicID(names[i], strlen(names[i]));
		p.memory_intrinsics[i] = cx->memory_intrinsics[i];
	}
	arena_init(&p.arena, from_context, cx);
	ptrmap_init(&p.ids, from_context, cx);
	for (size_t i = 0; i < nfns; i++)
		collect(&p, fns[i]);
	for (uint32_t id = 0; id < p.nnodes; id++)
		expand(&p, id);
	if (!p.arena.failed && !p.ids.failed)
		find_spaces(&p);
	for (uint32_t k = 0; k < p.naccesses && !any; k++)
		any = wanted(&p, &p.accesses[k]);
	if (p.arena.failed || p.ids.failed || (any && !begin_edit(&p, cx)))
		status = lr_nomem(cx);
	else if (any) {
		cx->changed |= LR_CHANGED_IR;
		lift_all(&p);
	}
	if (any)
		edit_end(&p.edit);
	ptrmap_free(&p.ids);
	arena_free(&p.arena);
	return status;
}
