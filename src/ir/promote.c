/* promote.c -- stack variables in SSA form.
**
** One variable after the other is planned over numbers: the entry of each block in which the variable is live is a
** node, with the variable's content at the end of each predecessor as operands. A node with a single operand other than
** itself is that operand ("Simple and Efficient Construction of Static Single Assignment Form", Braun and others). The
** nodes that remain become phis. On reducible control flow these are the fewest. Only then is the function changed,
** which cannot fail. */
#include "ir/promote.h"

#include "base/ptrmap.h"
#include "base/sorted.h"
#include "base/union_find.h"

enum { COPY_ROUNDS = 8 };

/* A load or a store of a variable. */
struct event {
	LLVMValueRef inst;
	uint32_t var;
	block_id block;          /* NONE: it cannot be reached */
	bool store;
	uint32_t source;         /* of a load: what it loads, as described at `content` */
};

/* A phi to be made. Its operands are operand[at ..], one for each edge into the block, in the order of the graph. */
struct phi { LLVMValueRef made; uint32_t var, at; block_id block; };

/* The content of the current variable at the entry of a block, or a store, or its first content (node 0). */
struct node {
	uint32_t content;        /* of a store and of node 0; of a phi, once it is listed; otherwise NONE */
	block_id block;          /* at whose entry; NONE */
	uint32_t at, next, end;  /* operands edge[at..end), of which those before `next` are `only`, or the node
	                          * itself */
	uint32_t only;           /* an operand; NONE */
	uint32_t watch;          /* first watch on this node; NONE */
};

/* A phi's node is to be looked at again when the node that it watches turns out to be another one. */
struct watch { uint32_t node, next; };

struct promote {
	struct arena *ar;
	const struct cfg *g;
	LLVMBasicBlockRef *block;
	const struct promote_variable *var;
	uint32_t nvar;
	struct ptrmap block_of, var_of;
	struct event *event;     /* in the order of blocks and instructions; behind them those in unreachable blocks */
	uint32_t nevent, event_cap;
	uint32_t *of_var, *of_var_at; /* events of each variable in order */
	/* `content` counts: 0 the first content, 1 + i the value stored by event i, 1 + nevent + i phi i */
	struct phi *phi;
	uint32_t nphi, phi_cap, *operand, noperand, operand_cap;
	/* edges from unreachable blocks into reachable ones */
	struct dead_edge { LLVMBasicBlockRef from; uint32_t next; } *dead;
	uint32_t ndead, dead_cap, *dead_into; /* the last of each block, with the next; NONE */
	/* for the current variable: nodes, with `up` for sets of equal ones; the last node of a block (`out`) and the
	** one of its entry (`in`), NONE if there is none; the blocks with an entry */
	struct node *node;
	uint32_t nnode, node_cap, *up, up_cap, *edge, nedge, edge_cap;
	uint32_t *in, *out, *live, nlive, live_cap;
	struct watch *watch;
	uint32_t nwatch, watch_cap, *todo, ntodo, todo_cap;
};

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

/* ---- the plan of one variable */

static uint32_t
new_node(struct promote *p, uint32_t content, block_id block)
{
	if (!ARENA_PUSH(p->ar, p->node, p->nnode, p->node_cap) || !ARENA_PUSH(p->ar, p->up, p->nnode, p->up_cap))
		return 0;
	p->up[p->nnode] = p->nnode;
	p->node[p->nnode] = (struct node){ .content = content, .block = block, .only = NONE, .watch = NONE };
	return p->nnode++;
}

/* Makes the node for the entry of a block. */
static void
enter(struct promote *p, block_id b)
{
	if (p->in[b] == NONE && ARENA_PUSH(p->ar, p->live, p->nlive, p->live_cap)) {
		p->in[b] = new_node(p, NONE, b);
		p->live[p->nlive++] = b;
	}
}

/* Sets what loads find in their own block, and where the variable is live at the entry of a block. Until the nodes are
** settled, `source` of a load is a node, or NONE for that of the block's entry. */
static void
find_live_blocks(struct promote *p, uint32_t v)
{
	for (uint32_t i = p->of_var_at[v]; i < p->of_var_at[v + 1]; i++) {
		struct event *e = &p->event[p->of_var[i]];
		if (e->block == NONE)
			continue;
		if (e->store)
			p->out[e->block] = new_node(p, 1 + p->of_var[i], NONE);
		else if ((e->source = p->out[e->block]) == NONE)
			enter(p, e->block);
	}
	for (uint32_t i = 0; i < p->nlive && !p->ar->failed; i++)
		for (uint32_t b = p->live[i], k = p->g->pred_at[b]; k < p->g->pred_at[b + 1]; k++)
			if (p->out[p->g->pred[k]] == NONE)
				enter(p, p->g->pred[k]);
}

static bool
lower(const uint32_t *a, const uint32_t *b)
{
	return *a < *b;
}

/* Sorts the live blocks: loops settle quickly if dominators come first. */
static void
sort_live_blocks(struct promote *p)
{
	if (p->nlive < p->g->nblk / 8) {
		SORT_IN_PLACE(uint32_t, p->live, p->nlive, lower);
		return;
	}
	p->nlive = 0;
	for (block_id b = 0; b < p->g->nblk; b++)
		if (p->in[b] != NONE)
			p->live[p->nlive++] = b;
}

static void
list_operands(struct promote *p)
{
	for (uint32_t i = 0; i < p->nlive; i++) {
		uint32_t b = p->live[i];
		struct node *n = &p->node[p->in[b]];
		n->at = n->next = p->nedge;
		for (uint32_t k = p->g->pred_at[b]; k < p->g->pred_at[b + 1]; k++) {
			uint32_t from = p->g->pred[k];
			if (!ARENA_PUSH(p->ar, p->edge, p->nedge, p->edge_cap))
				return;
			p->edge[p->nedge++] = p->out[from] == NONE ? p->in[from] : p->out[from];
		}
		n->end = p->nedge;
	}
}

/* Lets `who` be looked at again when `what` becomes another node. */
static void
watch(struct promote *p, uint32_t what, uint32_t who)
{
	if (!ARENA_PUSH(p->ar, p->watch, p->nwatch, p->watch_cap))
		return;
	p->watch[p->nwatch] = (struct watch){ who, p->node[what].watch };
	p->node[what].watch = p->nwatch++;
}

/* Moves on to the first operand that is neither the node itself nor equal to those before it, and watches it. If there
** is none, the node is its only operand: it is put on the list. */
static void
advance(struct promote *p, uint32_t self)
{
	struct node *n = &p->node[self];

	for (; n->next < n->end; n->next++) {
		uint32_t x = partition_of(p->up, p->edge[n->next]);
		if (x == self)
			continue;
		if (n->only == NONE || partition_of(p->up, n->only) == self) {
			n->only = x;
			watch(p, x, self);
		} else if (partition_of(p->up, n->only) != x) {
			watch(p, x, self);
			return;
		}
	}
	if (ARENA_PUSH(p->ar, p->todo, p->ntodo, p->todo_cap))
		p->todo[p->ntodo++] = self;
}

/* The nodes of the list become their only operands, which may put others on the list. */
static void
merge_nodes(struct promote *p)
{
	while (p->ntodo && !p->ar->failed) {
		uint32_t gone = p->todo[--p->ntodo], to = p->node[gone].only;
		if (p->up[gone] != gone)
			continue;
		/* a cycle that nothing enters cannot be reached; the entry block has no operands */
		to = to == NONE ? 0 : partition_of(p->up, to);
		p->up[gone] = to == gone ? 0 : to;
		to = p->up[gone];
		for (uint32_t w = p->node[gone].watch, next; w != NONE; w = next) {
			uint32_t who = p->watch[w].node;
			struct node *n = &p->node[who];
			next = p->watch[w].next;
			if (p->up[who] != who || n->next == n->end)
				continue;
			uint32_t a = partition_of(p->up, n->only), b = partition_of(p->up, p->edge[n->next]);
			if (a != b && a != who && b != who) {
				p->watch[w].next = p->node[to].watch;
				p->node[to].watch = w;
				continue;
			}
			if (a == who) /* the operand at `next` is watched already */
				n->only = b == who ? NONE : b;
			n->next++;
			advance(p, who);
		}
	}
}

/* Lists the phis of a variable, and says what each load and each operand is. */
static void
list_phis(struct promote *p, uint32_t v)
{
	for (uint32_t i = 0; i < p->nlive; i++) {
		uint32_t at = p->in[p->live[i]];
		if (p->up[at] != at || !ARENA_PUSH(p->ar, p->phi, p->nphi, p->phi_cap))
			continue;
		p->node[at].content = 1 + p->nevent + p->nphi;
		p->phi[p->nphi++] = (struct phi){ .var = v, .block = p->live[i] };
	}
	for (uint32_t i = 0; i < p->nlive; i++) {
		struct node *n = &p->node[p->in[p->live[i]]];
		if (n->content == NONE || p->ar->failed)
			continue;
		p->phi[n->content - 1 - p->nevent].at = p->noperand;
		for (uint32_t k = n->at; k < n->end; k++)
			if (ARENA_PUSH(p->ar, p->operand, p->noperand, p->operand_cap))
				p->operand[p->noperand++] = p->node[partition_of(p->up, p->edge[k])].content;
	}
	for (uint32_t i = p->of_var_at[v]; i < p->of_var_at[v + 1] && !p->ar->failed; i++) {
		struct event *e = &p->event[p->of_var[i]];
		if (e->block == NONE)
			continue;
		if (!e->store)
			e->source = p->node[partition_of(p->up,
				e->source == NONE ? p->in[e->block] : e->source)].content;
		p->out[e->block] = NONE;
	}
	for (uint32_t i = 0; i < p->nlive; i++)
		p->in[p->live[i]] = NONE;
}

static void
plan_variable(struct promote *p, uint32_t v)
{
	p->nnode = p->nedge = p->nlive = p->nwatch = p->ntodo = 0;
	new_node(p, 0, NONE);
	find_live_blocks(p, v);
	if (p->ar->failed)
		return;
	sort_live_blocks(p);
	list_operands(p);
	for (uint32_t i = 0; i < p->nlive && !p->ar->failed; i++) {
		advance(p, p->in[p->live[i]]);
		merge_nodes(p);
	}
	if (!p->ar->failed)
		list_phis(p, v);
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
		plan_variable(p, v);
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
