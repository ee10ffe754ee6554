/* relocate_edges.c -- each invoke gets edges of its own, so that there is a place for what happens along just that
** edge.  The program stays the same.  Afterwards the destinations of an invoke have no phis and no other predecessor; a
** landing pad that several invokes shared is there once for each, and what it gave is merged behind.
**
** Plans are made of the function with these edges, and a plan may fail: then the edges go again, and the text of the
** module is as it was, names and the order of predecessors included.  So whatever is replaced is taken out of the
** function and kept until the plan has been carried out, and what is new has no names as long. */
#include "gcroots/relocate/relocate.h"

struct relocate_edge { LLVMValueRef invoke; LLVMBasicBlockRef to, edge; bool unwind; };
/* Instead of `old`, a phi with `n` values or a landing pad, there is the phi `made`, or nothing.  Where a landing pad
** stood, `mark` stands: with no instruction in between, nobody could tell its debug records from those of what
** follows. */
struct relocate_swap { LLVMValueRef old, made, mark, *value; unsigned n; };
struct relocate_order { LLVMBasicBlockRef bb; LLVMValueRef *user; uint32_t n; };

/* Who leads to a block, newest first: the text says it in this order. */
static bool
remember_order(struct relocate_edges *g, LLVMBasicBlockRef bb)
{
	struct relocate_order o = { .bb = bb };
	LLVMUseRef u;

	if (ptrmap_get(g->seen, bb) != PTRMAP_NONE)
		return true;
	for (u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u))
		o.n++;
	o.user = arena_array(g->ar, o.n, sizeof *o.user);
	if (!o.user || !ARENA_PUSH(g->ar, g->order, g->norder, g->order_cap) || !ptrmap_set(g->seen, bb, 0))
		return false;
	o.n = 0;
	for (u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u))
		o.user[o.n++] = LLVMGetUser(u);
	g->order[g->norder++] = o;
	return true;
}

static void
restore_order(const struct relocate_order *o)
{
	for (uint32_t i = o->n; i-- > 0;) {
		LLVMValueRef t = o->user[i];
		if (!LLVMIsATerminatorInst(t) || (i + 1 < o->n && o->user[i + 1] == t))
			continue;
		for (unsigned k = LLVMGetNumSuccessors(t); k-- > 0;)
			if (LLVMGetSuccessor(t, k) == o->bb)
				LLVMSetSuccessor(t, k, o->bb); /* its use is the newest now */
	}
}

static bool
has_other_predecessor(LLVMBasicBlockRef bb, LLVMValueRef terminator)
{
	for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u))
		if (LLVMGetUser(u) != terminator)
			return true;
	return false;
}

/* A block on the way from `invoke` to `to`, where `pad`, if it is not NULL, stands once more.  NULL on no memory. */
static LLVMBasicBlockRef
make_edge(struct relocate_edges *g, LLVMValueRef invoke, LLVMBasicBlockRef to, LLVMValueRef pad)
{
	struct edit *e = g->e;

	if (!remember_order(g, to) || !ARENA_PUSH(g->ar, g->edge, g->nedge, g->edge_cap))
		return NULL;
	LLVMBasicBlockRef edge = LLVMInsertBasicBlockInContext(e->context, to, "");
	g->edge[g->nedge++] = (struct relocate_edge){ invoke, to, edge, pad != NULL };
	LLVMPositionBuilderAtEnd(e->builder, edge);
	LLVMSetCurrentDebugLocation2(e->builder,
		pad ? LLVMInstructionGetDebugLoc(pad) : LLVMInstructionGetDebugLoc(invoke));
	if (pad) {
		LLVMValueRef copy = LLVMInstructionClone(pad);
		LLVMInsertIntoBuilder(e->builder, copy);
		LLVMInstructionSetDebugLoc(copy, LLVMInstructionGetDebugLoc(pad));
	}
	LLVMBuildBr(e->builder, to);
	if (pad)
		LLVMSetUnwindDest(invoke, edge);
	else
		LLVMSetNormalDest(invoke, edge);
	return edge;
}

/* Where control from `from` comes to `to` now; NULL on no memory. */
static LLVMBasicBlockRef
source(struct relocate_edges *g, LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMValueRef pad)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(from);

	if (!LLVMIsAInvokeInst(t))
		return from;
	LLVMBasicBlockRef dest = pad ? LLVMGetUnwindDest(t) : LLVMGetNormalDest(t);
	return dest == to ? make_edge(g, t, to, pad) : dest;
}

static void
exchange(LLVMValueRef *v, unsigned n, LLVMValueRef from, LLVMValueRef to)
{
	for (unsigned i = 0; i < n; i++)
		if (v[i] == from)
			v[i] = to;
}

/* A phi like `old` whose entries come from where control comes from now. */
static bool
renew_phi(struct relocate_edges *g, LLVMValueRef old, LLVMValueRef pad)
{
	struct edit *e = g->e;
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(old);
	struct relocate_swap p = { .old = old, .n = LLVMCountIncoming(old) };
	LLVMBasicBlockRef *block = arena_array(g->ar, p.n, sizeof(LLVMBasicBlockRef));
	bool changed = false;

	p.value = arena_array(g->ar, p.n, sizeof *p.value);
	if (!block || !p.value)
		return false;
	for (unsigned i = 0; i < p.n; i++) {
		p.value[i] = LLVMGetIncomingValue(old, i);
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(old, i);
		if (!(block[i] = source(g, from, bb, pad)))
			return false;
		changed |= block[i] != from;
	}
	if (!changed)
		return true;
	if (!ARENA_PUSH(g->ar, g->swap, g->nswap, g->swap_cap))
		return false;
	LLVMPositionBuilderBefore(e->builder, old);
	LLVMSetCurrentDebugLocation2(e->builder, LLVMInstructionGetDebugLoc(old));
	p.made = LLVMBuildPhi(e->builder, LLVMTypeOf(old), "");
	LLVMReplaceAllUsesWith(old, p.made);
	exchange(p.value, p.n, old, p.made);
	LLVMAddIncoming(p.made, p.value, block, p.n);
	exchange(p.value, p.n, p.made, old);
	LLVMInstructionRemoveFromParent(old);
	for (unsigned i = 0; i < p.n; i++) /* nobody shall take it for a use */
		LLVMSetOperand(old, i, LLVMGetPoison(LLVMTypeOf(old)));
	g->swap[g->nswap++] = p;
	return true;
}

static bool
split_pad(struct relocate_edges *g, LLVMBasicBlockRef bb, LLVMValueRef pad)
{
	struct edit *e = g->e;
	struct relocate_swap p = { .old = pad };
	unsigned n = 0;
	LLVMUseRef u, after;

	for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i != pad; i = next) {
		next = LLVMGetNextInstruction(i);
		if (!renew_phi(g, i, pad))
			return false;
	}
	/* what is left of the uses are invokes without a block on their edge, and the blocks on the edges of the
	** others */
	for (u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = after, n++) {
		LLVMValueRef t = LLVMGetUser(u);
		after = LLVMGetNextUse(u);
		if (LLVMIsAInvokeInst(t) && LLVMGetUnwindDest(t) == bb && !make_edge(g, t, bb, pad))
			return false;
	}
	LLVMValueRef *value = arena_array(g->ar, n, sizeof *value);
	LLVMBasicBlockRef *block = arena_array(g->ar, n, sizeof(LLVMBasicBlockRef));
	if (!value || !block || !ARENA_PUSH(g->ar, g->swap, g->nswap, g->swap_cap))
		return false;
	n = 0;
	for (u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u)) {
		LLVMBasicBlockRef from = LLVMGetInstructionParent(LLVMGetUser(u));
		value[n] = LLVMGetFirstInstruction(from);
		block[n++] = from;
	}
	LLVMPositionBuilderBefore(e->builder, pad);
	LLVMSetCurrentDebugLocation2(e->builder, NULL);
	p.mark = LLVMBuildFreeze(e->builder, LLVMConstNull(e->i1), "");
	if (LLVMGetFirstUse(pad)) {
		/* no phi has records */
		LLVMPositionBuilderBeforeInstrAndDbgRecords(e->builder, LLVMGetFirstInstruction(bb));
		p.made = LLVMBuildPhi(e->builder, LLVMTypeOf(pad), "");
		LLVMReplaceAllUsesWith(pad, p.made);
		LLVMAddIncoming(p.made, value, block, n);
	}
	LLVMInstructionRemoveFromParent(pad);
	g->swap[g->nswap++] = p;
	return true;
}

bool
relocate_edges_split(struct relocate_edges *g, LLVMValueRef fn)
{
	ptrmap_clear(g->seen);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn), next; b; b = next) {
		next = LLVMGetNextBasicBlock(b);
		LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
		if (!LLVMIsAInvokeInst(t))
			continue;
		LLVMBasicBlockRef normal = LLVMGetNormalDest(t), unwind = LLVMGetUnwindDest(t);
		for (LLVMValueRef i = LLVMGetFirstInstruction(normal), after; LLVMIsAPHINode(i); i = after) {
			after = LLVMGetNextInstruction(i);
			if (!renew_phi(g, i, NULL))
				return false;
		}
		if (LLVMGetNormalDest(t) == normal && has_other_predecessor(normal, t)
			&& !make_edge(g, t, normal, NULL))
			return false;
		LLVMValueRef first = LLVMGetFirstInstruction(unwind), pad = first;
		while (LLVMIsAPHINode(pad))
			pad = LLVMGetNextInstruction(pad);
		if (LLVMIsALandingPadInst(pad) && (pad != first || has_other_predecessor(unwind, t))
			&& !split_pad(g, unwind, pad))
			return false;
	}
	return true;
}

static void
put_back(struct edit *e, const struct relocate_swap *p)
{
	LLVMPositionBuilderBefore(e->builder, p->mark ? p->mark : p->made);
	LLVMSetCurrentDebugLocation2(e->builder, NULL);
	LLVMInsertIntoBuilderWithName(e->builder, p->old, value_name(p->old));
	for (unsigned i = 0; i < p->n; i++)
		LLVMSetOperand(p->old, i, p->value[i]);
	if (p->made) {
		LLVMReplaceAllUsesWith(p->made, p->old);
		LLVMInstructionEraseFromParent(p->made);
	}
	if (p->mark)
		LLVMInstructionEraseFromParent(p->mark);
}

void
relocate_edges_join(struct relocate_edges *g)
{
	while (g->nswap > 0) /* from the last to the first: a value that was swapped later may be among those of an
	                      * earlier phi */
		put_back(g->e, &g->swap[--g->nswap]);
	while (g->nedge > 0) {
		const struct relocate_edge *x = &g->edge[--g->nedge];
		if (x->unwind)
			LLVMSetUnwindDest(x->invoke, x->to);
		else
			LLVMSetNormalDest(x->invoke, x->to);
		LLVMDeleteBasicBlock(x->edge);
	}
	while (g->norder > 0)
		restore_order(&g->order[--g->norder]);
}

void
relocate_edges_keep(struct relocate_edges *g)
{
	for (uint32_t i = 0; i < g->nedge; i++) {
		const char *name = g->edge[i].unwind ? "gc.unwind" : "gc.normal";
		LLVMSetValueName2(LLVMBasicBlockAsValue(g->edge[i].edge), name, strlen(name));
	}
}

void
relocate_edges_done(struct relocate_edges *g)
{
	for (uint32_t i = 0; i < g->nswap; i++) {
		if (g->swap[i].mark)
			LLVMInstructionEraseFromParent(g->swap[i].mark);
		LLVMDeleteInstruction(g->swap[i].old);
	}
	g->nedge = g->nswap = g->norder = 0;
}
