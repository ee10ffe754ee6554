/* SPDX-License-Identifier: MIT */
/* promote_plan.c -- plans one variable over numbers; see promote.c. */
#include "optimize/promote/promote_plan.h"

#include "base/sorted.h"
#include "base/union_find.h"

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

void
promote_plan_variable(struct promote *p, uint32_t v)
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
