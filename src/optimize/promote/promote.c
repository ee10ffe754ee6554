/* SPDX-License-Identifier: MIT */
/* promote.c -- stack variables in SSA form.
**
** One variable after the other is planned over numbers: the entry of each block in which the variable is live is a
** node, with the variable's content at the end of each predecessor as operands. A node with a single operand other than
** itself is that operand ("Simple and Efficient Construction of Static Single Assignment Form", Braun and others). The
** nodes that remain become phis. On reducible control flow these are the fewest. Only then is the function changed,
** which cannot fail. */
#include "optimize/promote/promote_plan.h"

enum { COPY_ROUNDS = 8 };

static bool
is_lifetime_marker(LLVMValueRef inst)
{
	LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;

	return callee && LLVMIsAFunction(callee) && strncmp(value_name(callee), "llvm.lifetime.", 14) == 0;
}

LLVMTypeRef
promote_type(LLVMValueRef alloca)
{
	if (!LLVMIsAAllocaInst(alloca))
		return NULL;
	LLVMBasicBlockRef home = LLVMGetInstructionParent(alloca);
	LLVMTypeRef type = LLVMGetAllocatedType(alloca);
	LLVMValueRef count = operand_of(alloca, 0);
	if (LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(home)) != home || !LLVMIsAConstantInt(count)
		|| LLVMConstIntGetZExtValue(count) != 1)
		return NULL;
	for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool store = LLVMIsAStoreInst(user) != NULL;
		if (!store && !LLVMIsALoadInst(user)) {
			if (!is_lifetime_marker(user))
				return NULL;
			continue;
		}
		LLVMTypeRef access = LLVMTypeOf(store ? operand_of(user, 0) : user);
		if (access != type || (store && operand_of(user, 0) == alloca) || LLVMGetVolatile(user)
			|| LLVMGetOrdering(user) != LLVMAtomicOrderingNotAtomic)
			return NULL;
	}
	return type;
}

/* ---- what happens to the variables, in order */

static void
push_event(struct promote *p, LLVMValueRef inst, uint32_t var, block_id block)
{
	if (ARENA_PUSH(p->ar, p->event, p->nevent, p->event_cap))
		p->event[p->nevent++] = (struct event){ .inst = inst, .var = var, .block = block,
			.store = LLVMIsAStoreInst(inst) != NULL };
}

/* The variable that an instruction loads or stores; PTRMAP_NONE. */
static uint32_t
accessed(const struct promote *p, LLVMValueRef inst)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);

	return op != LLVMLoad && op != LLVMStore ? PTRMAP_NONE
		: ptrmap_get(&p->var_of, operand_of(inst, op == LLVMStore));
}

/* Lists the accesses. Only the instructions of blocks with accesses are looked at. */
static bool
list_events(struct promote *p)
{
	bool *touched = arena_zarray(p->ar, p->g->nblk, sizeof *touched);

	if (!touched)
		return false;
	for (block_id b = 0; b < p->g->nblk; b++)
		if (!ptrmap_set(&p->block_of, p->block[b], b))
			return false;
	for (uint32_t v = 0; v < p->nvar; v++) {
		if (!ptrmap_set(&p->var_of, p->var[v].alloca, v))
			return false;
		for (LLVMUseRef u = LLVMGetFirstUse(p->var[v].alloca); u; u = LLVMGetNextUse(u)) {
			uint32_t b = ptrmap_get(&p->block_of, LLVMGetInstructionParent(LLVMGetUser(u)));
			if (b != PTRMAP_NONE)
				touched[b] = true;
		}
	}
	for (block_id b = 0; b < p->g->nblk; b++)
		for (LLVMValueRef i = touched[b] ? LLVMGetFirstInstruction(p->block[b]) : NULL; i;
			i = LLVMGetNextInstruction(i)) {
			uint32_t v = accessed(p, i);
			if (v != PTRMAP_NONE)
				push_event(p, i, v, b);
		}
	for (uint32_t v = 0; v < p->nvar; v++)
		for (LLVMUseRef u = LLVMGetFirstUse(p->var[v].alloca); u; u = LLVMGetNextUse(u)) {
			LLVMValueRef user = LLVMGetUser(u);
			if (LLVMIsALoadInst(user)
				&& ptrmap_get(&p->block_of, LLVMGetInstructionParent(user)) == PTRMAP_NONE)
				push_event(p, user, v, NONE);
		}
	return !p->ar->failed;
}

static bool
group_events(struct promote *p)
{
	p->of_var_at = arena_zarray(p->ar, (size_t)p->nvar + 2, sizeof *p->of_var_at);
	p->of_var = arena_array(p->ar, (size_t)p->nevent + 1, sizeof *p->of_var);
	if (p->ar->failed)
		return false;
	uint32_t *at = p->of_var_at + 1;
	for (uint32_t i = 0; i < p->nevent; i++)
		at[p->event[i].var + 1]++;
	for (uint32_t v = 0; v < p->nvar; v++)
		at[v + 1] += at[v];
	for (uint32_t i = 0; i < p->nevent; i++)
		p->of_var[at[p->event[i].var]++] = i;
	return true;
}

static uint32_t *
none_array(struct promote *p, uint32_t n)
{
	uint32_t *list = arena_array(p->ar, n, sizeof *list);

	return list ? memset(list, 0xFF, n * sizeof *list) : NULL;
}

static bool
list_dead_edges(struct promote *p)
{
	LLVMValueRef fn = LLVMGetBasicBlockParent(p->block[0]);

	p->dead_into = none_array(p, p->g->nblk);
	if (LLVMCountBasicBlocks(fn) == p->g->nblk || !p->dead_into)
		return p->dead_into != NULL;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
		if (ptrmap_get(&p->block_of, bb) != PTRMAP_NONE)
			continue;
		for (unsigned i = 0, n = LLVMGetNumSuccessors(end); i < n; i++) {
			uint32_t to = ptrmap_get(&p->block_of, LLVMGetSuccessor(end, i));
			if (to == PTRMAP_NONE)
				continue;
			if (!ARENA_PUSH(p->ar, p->dead, p->ndead, p->dead_cap))
				return false;
			p->dead[p->ndead] = (struct dead_edge){ bb, p->dead_into[to] };
			p->dead_into[to] = p->ndead++;
		}
	}
	return true;
}

/* ---- the change */

static LLVMValueRef
first_content(const struct promote_variable *v)
{
	if (v->first)
		return v->first;
	return LLVMGetTypeKind(v->type) == LLVMPointerTypeKind ? LLVMConstNull(v->type) : LLVMGetUndef(v->type);
}

static LLVMValueRef
content_value(const struct promote *p, uint32_t var, uint32_t content)
{
	if (content == 0)
		return first_content(&p->var[var]);
	return content <= p->nevent ? operand_of(p->event[content - 1].inst, 0) : p->phi[content - 1 - p->nevent].made;
}

static void
make_phis(struct promote *p, LLVMBuilderRef b)
{
	for (uint32_t i = 0; i < p->nphi; i++) {
		LLVMPositionBuilderBeforeInstrAndDbgRecords(b, LLVMGetFirstInstruction(p->block[p->phi[i].block]));
		LLVMSetCurrentDebugLocation2(b, NULL);
		p->phi[i].made = LLVMBuildPhi(b, p->var[p->phi[i].var].type,
			value_name(p->var[p->phi[i].var].alloca));
	}
}

static void
fill_phis(struct promote *p)
{
	for (uint32_t i = 0; i < p->nphi; i++) {
		const struct phi *f = &p->phi[i];
		for (uint32_t k = p->g->pred_at[f->block], n = f->at; k < p->g->pred_at[f->block + 1]; k++, n++) {
			LLVMValueRef value = content_value(p, f->var, p->operand[n]);
			LLVMAddIncoming(f->made, &value, &p->block[p->g->pred[k]], 1);
		}
		for (uint32_t d = p->dead_into[f->block]; d != NONE; d = p->dead[d].next) {
			LLVMValueRef value = first_content(&p->var[f->var]);
			LLVMAddIncoming(f->made, &value, &p->dead[d].from, 1);
		}
	}
}

/* The only operand of a phi other than itself, if edges that cannot be reached do not count; NULL if there are
** several. */
static LLVMValueRef
only_operand(const struct promote *p, const struct phi *f)
{
	LLVMValueRef phi = f->made, only = NULL;

	for (unsigned i = 0, n = p->g->pred_at[f->block + 1] - p->g->pred_at[f->block]; i < n; i++) {
		LLVMValueRef v = operand_of(phi, i);
		if (v == phi || v == only)
			continue;
		if (only)
			return NULL;
		only = v;
	}
	return only;
}

/* A store of what a variable contained already, or a copy between variables, leaves phis of a single value, which the
** plan does not see. They do no harm, so those that are nested deeper than a few levels may stay. */
static void
drop_copies(struct promote *p)
{
	bool again = p->nphi > 0;

	for (unsigned round = 0; again && round < COPY_ROUNDS; round++) {
		again = false;
		for (uint32_t i = 0; i < p->nphi; i++) {
			LLVMValueRef only = p->phi[i].made ? only_operand(p, &p->phi[i]) : NULL;
			if (!only)
				continue;
			LLVMReplaceAllUsesWith(p->phi[i].made, only);
			LLVMInstructionEraseFromParent(p->phi[i].made);
			p->phi[i].made = NULL;
			again = true;
		}
	}
}

static void
erase(const struct promote_variable *v)
{
	for (LLVMUseRef u; (u = LLVMGetFirstUse(v->alloca)) != NULL;)
		LLVMInstructionEraseFromParent(LLVMGetUser(u));
	LLVMInstructionEraseFromParent(v->alloca);
}

static bool
plan(struct promote *p)
{
	p->in = none_array(p, p->g->nblk);
	p->out = none_array(p, p->g->nblk);
	if (!p->in || !p->out || !list_events(p) || !group_events(p) || !list_dead_edges(p))
		return false;
	for (uint32_t v = 0; v < p->nvar && !p->ar->failed; v++)
		promote_plan_variable(p, v);
	return !p->ar->failed;
}

bool
promote_variables(struct arena *ar, const struct cfg *graph, LLVMBasicBlockRef *block,
	const struct promote_variable *var, uint32_t n)
{
	struct promote p = { .ar = ar, .g = graph, .block = block, .var = var, .nvar = n };
	bool planned;

	if (n == 0)
		return true;
	ptrmap_init(&p.block_of, ar->alloc, ar->user);
	ptrmap_init(&p.var_of, ar->alloc, ar->user);
	planned = plan(&p);
	ptrmap_free(&p.block_of);
	ptrmap_free(&p.var_of);
	if (!planned)
		return false;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(var[0].alloca)));
	make_phis(&p, b);
	LLVMDisposeBuilder(b);
	/* A store whose value is the load of a variable comes behind that load, and so finds what has replaced it. */
	for (uint32_t i = 0; i < p.nevent; i++)
		if (!p.event[i].store)
			LLVMReplaceAllUsesWith(p.event[i].inst, content_value(&p, p.event[i].var, p.event[i].source));
	fill_phis(&p);
	for (uint32_t v = 0; v < n; v++)
		erase(&var[v]);
	drop_copies(&p);
	return true;
}
