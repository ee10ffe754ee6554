/* propagate.c -- PropagateJuliaAddrspaces: memory is accessed in the address space that it is in.
**
** Front ends see an alloca through a cast to Derived, because code is written for any memory.  LLVM's optimiser then does not
** recognise the alloca.  Where an access goes through a special pointer that comes, through casts, GEPs, phis, selects and
** freezes, from one ordinary address space and from nowhere else, the pointer is computed once more in that space and used.
**
** The plan is a graph of the special pointers from which the accessed ones are made; the space of each by propagation
** from the leaves, where the first thing that is no cast from an ordinary space spoils all that depends on it.  Then
** each value that is needed is copied once.  Linear in the size of the graph; phis may form cycles.
**
** A cast to Tracked makes an object out of an address, which is then kept alive for as long as it is used.  It counts as
** a leaf only if what is cast is the stack, which needs nobody to keep it. */
#include "addrspace/kind.h"
#include "context.h"
#include "ir/edit.h"
#include "passes.h"
#include "support/ptrmap.h"

enum { NO_SPACE = -1, SPOILT = -2 };      /* of node.as */
enum { NONE = UINT32_MAX };
enum { MAX_STRIP = 64 };                  /* steps back from a cast to Tracked */
enum { MEMORY_INTRINSICS = 5 };
#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

struct node {
	LLVMValueRef value, lifted;
	uint32_t users;    /* list of edges */
	int as;            /* ordinary space that it can be computed in; NO_SPACE: only nulls behind it */
	bool reason;       /* something else than constants is behind it */
	bool leaf;         /* lifted is its operand 0 */
	bool queued;
	bool open;         /* being lifted */
	bool made;         /* lifted is a new instruction */
	bool live;         /* has a user that stays */
};

struct edge { uint32_t user, next; };

/* A pointer operand of an access. */
struct access { LLVMValueRef inst; unsigned operand; uint32_t node; };

struct propagation {
	LLVMModuleRef module;
	LLVMContextRef context;
	struct edit edit;
	struct arena arena;
	struct ptrmap ids;
	struct node *nodes;
	struct edge *edges;
	struct access *accesses;
	uint32_t *queue;
	uint32_t nnodes, nodes_cap, nedges, edges_cap, naccesses, accesses_cap, nqueue, queue_cap;
	uint32_t max_operands;
	LLVMValueRef *values;
	LLVMBasicBlockRef *blocks;
	uint32_t *phis;    /* nodes whose copies are still empty */
	char *name;
	uint32_t nphis;
	unsigned memory_intrinsics[MEMORY_INTRINSICS];
};

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
	else if (as >= 0 && (constant || LLVMGetPointerAddressSpace(LLVMTypeOf(v)) != LR_AS_TRACKED || is_stack(from))) {
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

/* Edges from what a node is made of, or its space if it is a leaf. */
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

/* Number of leading pointer operands if `call` is memset, memcpy or memmove; otherwise 0. */
static unsigned
memory_intrinsic(const struct propagation *p, LLVMValueRef call)
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
				if (memory_intrinsic(p, i) == 0)
					break;
				edit_plan_call(&p->edit, i);
				for (unsigned k = 0, n = memory_intrinsic(p, i); k < n; k++)
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

/* What is known of a node goes to one that is made from it.  A node changes at most three times. */
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
settle(struct propagation *p)
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
	settle(p);
	/* Null itself is at home everywhere, but what is computed from nothing else has no space. */
	for (uint32_t id = 0; id < p->nnodes; id++)
		if (p->nodes[id].as == NO_SPACE && !is_null(p->nodes[id].value)) {
			p->nodes[id].as = SPOILT;
			enqueue(p, id);
		}
	settle(p);
}

static bool
wanted(const struct propagation *p, const struct access *a)
{
	return p->nodes[a->node].as >= 0 && p->nodes[a->node].reason;
}

/* ---- change ---- */

static LLVMTypeRef
space_type(const struct propagation *p, const struct node *n)
{
	return LLVMPointerTypeInContext(p->context, (unsigned)n->as);
}

/* The operand from which a node with only one is lifted, or NULL. */
static LLVMValueRef
single_operand(LLVMValueRef v)
{
	LLVMOpcode op = LLVMGetValueKind(v) == LLVMConstantExprValueKind ? LLVMGetConstOpcode(v) : LLVMGetInstructionOpcode(v);

	return op == LLVMPHI || op == LLVMSelect ? NULL : LLVMGetOperand(v, 0);
}

/* The lifted form of an operand of a node in space `as`; NULL if it has to be made first, with *missing set. */
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
		edit_metadata(&p->edit, to, LLVMValueMetadataEntriesGetKind(entries, i), LLVMValueMetadataEntriesGetMetadata(entries, i));
	LLVMDisposeValueMetadataEntries(entries);
}

/* Compute node `id` in its space.  True if it is done; otherwise *missing must be lifted before. */
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
		LLVMPositionBuilderBefore(p->edit.builder, v); /* and take its debug location */
	if (single_operand(v) == NULL) {
		if (LLVMGetInstructionOpcode(v) == LLVMPHI) { /* filled when everything is there */
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

/* Fill the phis; lifting an operand may make more of them. */
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
			rename_call(p, inst, memory_intrinsic(p, inst));
	}
}

/* The nodes of which `v` is made stay if `v` stays. */
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

/* Does something use the original of a lifted node that is not itself lifted? */
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

/* Which originals stay: those that were not lifted, and what they and others use. */
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

/* The others are erased, cycles included; their names and what debug information knows of them goes to the copies. */
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
			LLVMSetValueName2(n->lifted, p->name, bytes); /* with a number if the original keeps its name */
		}
		if (!n->live)
			LLVMReplaceAllUsesWith(n->value, n->lifted);
	}
	for (uint32_t id = 0; id < p->nnodes; id++)
		if (!p->nodes[id].live)
			LLVMInstructionEraseFromParent(p->nodes[id].value);
}

static bool
ready(struct propagation *p)
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

static void
change(struct propagation *p)
{
	for (uint32_t k = 0; k < p->naccesses; k++)
		if (wanted(p, &p->accesses[k]))
			lift(p, p->accesses[k].node);
	fill_phis(p);
	redirect(p);
	erase_originals(p);
}

static void *
from_context(void *user, void *mem, size_t old_bytes, size_t new_bytes)
{
	return lr_realloc(user, mem, old_bytes, new_bytes);
}

lr_status
pass_propagate_addrspaces(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	static const char *const names[] = { "llvm.memset", "llvm.memset.inline", "llvm.memcpy", "llvm.memcpy.inline", "llvm.memmove" };
	struct propagation p = { .module = m, .context = LLVMGetModuleContext(m) };
	lr_status status = LR_OK;
	bool any = false;

	(void)params;
	for (unsigned i = 0; i < MEMORY_INTRINSICS; i++)
		p.memory_intrinsics[i] = LLVMLookupIntrinsicID(names[i], strlen(names[i]));
	arena_init(&p.arena, from_context, cx);
	ptrmap_init(&p.ids, from_context, cx);
	if (!edit_begin(&p.edit, cx, m))
		p.arena.failed = true;
	for (size_t i = 0; i < nfns; i++)
		collect(&p, fns[i]);
	for (uint32_t id = 0; id < p.nnodes; id++)
		expand(&p, id);
	if (!p.arena.failed && !p.ids.failed)
		find_spaces(&p);
	for (uint32_t k = 0; k < p.naccesses && !any; k++)
		any = wanted(&p, &p.accesses[k]);
	if (p.arena.failed || p.ids.failed || (any && !ready(&p)))
		status = lr_nomem(cx);
	else if (any)
		change(&p);
	edit_end(&p.edit);
	ptrmap_free(&p.ids);
	arena_free(&p.arena);
	return status;
}
