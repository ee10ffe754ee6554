/* SPDX-License-Identifier: MIT */
/* check_class.c -- the abstract objects of check_roots.c: which nodes are rooted by others, which are always the same
** object, and which refinements cover one.
**
** From the nodes and their inputs finds `kind` NODE_ROOTED, `copy`, `cls` and the refinements, in four steps:
**   1. a node is rooted if all its inputs are (the greatest fixed point);
**   2. a phi or choice, a *join*, that can only be one node is a copy of it;
**   3. the other joins are in one class if their inputs pairwise are (check_partition.c);
**   4. the refinements of a node are nodes that, rooted together, keep its object alive. */
#include "check/roots/check_class.h"

enum { MAX_COPY_ROUNDS = 64, MAX_COPY_SEARCHES = 4, MAX_PHI_REFS = 64, MAX_PHI_VISITS = 256 };

/* For every node, the nodes that it is an input of. */
static bool
collect_users(struct ck *c, struct users *u)
{
	/* before find_copies every node is its own class; afterwards a copy stands for what it is a copy of */
	u->off = arena_zarray(&c->ar, (size_t)c->nnode + 2, sizeof *u->off);
	u->list = arena_array(&c->ar, c->ninputs, sizeof *u->list);
	if (c->ar.failed)
		return false;
	for (uint32_t i = 0; i < c->ninputs; i++)
		u->off[c->node[c->inputs[i]].cls + 2]++;
	for (uint32_t n = 0; n < c->nnode; n++)
		u->off[n + 2] += u->off[n + 1];
	for (uint32_t n = 0; n < c->nnode; n++)
		for (uint32_t i = 0; i < c->node[n].nin; i++)
			u->list[u->off[c->node[c->inputs[c->node[n].in + i]].cls + 1]++] = n;
	return true;
}

static bool
find_rooted(struct ck *c, const struct users *u)
{
	uint32_t *work = arena_array(&c->ar, c->nnode, sizeof *work), n = 0;
	bool *needs = arena_zarray(&c->ar, c->nnode, sizeof *needs);

	if (c->ar.failed)
		return false;
	for (uint32_t i = 1; i < c->nnode; i++)
		if (c->node[i].kind == NODE_DEF && !c->node[i].refinable) {
			needs[i] = true;
			work[n++] = i;
		}
	while (n > 0) {
		uint32_t i = work[--n];
		for (uint32_t k = u->off[i]; k < u->off[i + 1]; k++)
			if (!needs[u->list[k]]) {
				needs[u->list[k]] = true;
				work[n++] = u->list[k];
			}
	}
	for (uint32_t i = 1; i < c->nnode; i++)
		if (!needs[i]) {
			c->node[i].kind = NODE_ROOTED;
			c->node[i].cls = CK_ROOTED;
		}
	return true;
}

/* ---- copies: strongly connected components of joins with one input from outside ---- */

/* A group (a run of `member`) is divided into strongly connected components, inputs before their readers (Tarjan).  If
** all inputs from outside of a component are one node, each join of the component is a copy of it.  Otherwise the joins
** with an input from outside are no copies, and the others are a group of the next round (Braun et al., "Simple and
** Efficient Construction of SSA Form"). */
struct copies {
	uint32_t *member, *next, nnext;      /* groups of this round and of the next, ended by NONE */
	uint32_t *group;                     /* of each join: stamp of its group; NONE: settled */
	uint32_t *order, *low, now;          /* Tarjan's numbers; 0: not seen */
	uint32_t *comp;                      /* of each join: its component's stamp, once it is complete */
	uint32_t *path, npath;
	struct visit { uint32_t node, input; } *visit;
	uint32_t stamp, found;               /* found: copies */
};

/* The node that a join is a copy of, as far as is known: perhaps itself. */
static uint32_t
resolve(struct ck *c, uint32_t n)
{
	while (c->node[n].cls != n && c->node[n].cls != NONE) {
		uint32_t up = c->node[n].cls;
		if (c->node[up].cls != NONE)
			c->node[n].cls = c->node[up].cls; /* path compression */
		n = up;
	}
	return n;
}

static uint32_t
input(struct ck *c, uint32_t n, uint32_t i)
{
	return resolve(c, c->inputs[c->node[n].in + i]);
}

/* The component of `n` members at `m` is complete. */
static void
settle(struct ck *c, struct copies *s, const uint32_t *m, uint32_t n)
{
	uint32_t one = NONE, stamp = ++s->stamp, kept = s->nnext;
	bool many = false;

	for (uint32_t k = 0; k < n; k++)
		s->comp[m[k]] = stamp;
	for (uint32_t k = 0; k < n && !many; k++)
		for (uint32_t i = 0; i < c->node[m[k]].nin; i++) {
			uint32_t x = input(c, m[k], i);
			if (x == one || (check_joins(&c->node[x]) && s->comp[x] == stamp))
				continue;
			many |= one != NONE;
			one = x;
		}
	if (one == NONE) /* a cycle without an input from outside is never executed */
		one = CK_ROOTED;
	for (uint32_t k = 0; k < n; k++) {
		bool entered = false;
		for (uint32_t i = 0; many && i < c->node[m[k]].nin && !entered; i++) {
			uint32_t x = input(c, m[k], i);
			entered = !check_joins(&c->node[x]) || s->comp[x] != stamp;
		}
		if (!many) {
			c->node[m[k]].cls = one;
			s->found++;
		} else if (entered) {
			s->group[m[k]] = NONE;
		} else {
			s->next[s->nnext++] = m[k];
		}
	}
	if (s->nnext > kept)
		s->next[s->nnext++] = NONE;
	for (uint32_t k = 0; !many && k < n; k++)
		s->group[m[k]] = NONE;
}

static void
components_from(struct ck *c, struct copies *s, uint32_t root, uint32_t group)
{
	uint32_t depth = 0;

	s->visit[depth++] = (struct visit){ root, 0 };
	s->order[root] = s->low[root] = ++s->now;
	s->path[s->npath++] = root;
	while (depth > 0) {
		struct visit *v = &s->visit[depth - 1];
		if (v->input < c->node[v->node].nin) {
			uint32_t x = input(c, v->node, v->input++);
			if (!check_joins(&c->node[x]) || s->group[x] != group)
				continue;
			if (s->order[x] == 0) {
				s->order[x] = s->low[x] = ++s->now;
				s->path[s->npath++] = x;
				s->visit[depth++] = (struct visit){ x, 0 };
			} else if (s->comp[x] == 0 && s->order[x] < s->low[v->node]) {
				s->low[v->node] = s->order[x];
			}
			continue;
		}
		uint32_t n = v->node;
		if (--depth > 0 && s->low[n] < s->low[s->visit[depth - 1].node])
			s->low[s->visit[depth - 1].node] = s->low[n];
		if (s->low[n] == s->order[n]) {
			uint32_t from = s->npath;
			while (s->path[--from] != n)
				;
			uint32_t count = s->npath - from;
			s->npath = from;
			settle(c, s, s->path + from, count);
		}
	}
}

/* Searches among all joins that are no copies yet.  True if joins that read a copy were searched before it was known to
** be one, so that another search may find more. */
static bool
search(struct ck *c, struct copies *s)
{
	uint32_t n = 0, late = 0;

	for (uint32_t i = 0; i < c->nnode; i++) {
		s->group[i] = NONE;
		if (i != CK_ROOTED && check_joins(&c->node[i]) && c->node[i].cls == i)
			s->member[n++] = i;
	}
	s->member[n++] = NONE;
	for (uint32_t round = 0; n > 1 && round < MAX_COPY_ROUNDS; round++) {
		s->nnext = s->found = 0;
		for (uint32_t i = 0, group = ++s->stamp; i < n; i++) {
			if (s->member[i] == NONE) {
				group = ++s->stamp;
				continue;
			}
			s->group[s->member[i]] = group;
			s->order[s->member[i]] = s->comp[s->member[i]] = 0;
		}
		for (uint32_t i = 0; i < n; i++)
			if (s->member[i] != NONE && s->order[s->member[i]] == 0)
				components_from(c, s, s->member[i], s->group[s->member[i]]);
		late += round > 0 ? s->found : 0;
		n = s->nnext;
		uint32_t *t = s->member;
		s->member = s->next;
		s->next = t;
	}
	return late > 0;
}

static bool
find_copies(struct ck *c)
{
	size_t size = 2 * (size_t)c->nnode + 2;
	struct copies s = { .member = arena_array(&c->ar, size, sizeof *s.member),
		.next = arena_array(&c->ar, size, sizeof *s.next) };

	s.group = arena_array(&c->ar, c->nnode, sizeof *s.group);
	s.order = arena_array(&c->ar, c->nnode, sizeof *s.order);
	s.low = arena_array(&c->ar, c->nnode, sizeof *s.low);
	s.comp = arena_zarray(&c->ar, c->nnode, sizeof *s.comp);
	s.path = arena_array(&c->ar, c->nnode, sizeof *s.path);
	s.visit = arena_array(&c->ar, c->nnode, sizeof *s.visit);
	if (c->ar.failed)
		return false;
	for (int k = 0; search(c, &s) && k < MAX_COPY_SEARCHES; k++)
		;
	for (uint32_t i = 1; i < c->nnode; i++)
		if (check_joins(&c->node[i])) {
			c->node[i].cls = resolve(c, i);
			c->node[i].copy = c->node[i].cls != i;
		}
	return true;
}

static bool
add_ref(struct ck *c, uint32_t n, uint32_t ref)
{
	for (uint32_t i = c->node[n].refs; i < c->nrefs && c->nrefs - c->node[n].refs <= MAX_PHI_REFS; i++)
		if (c->refs[i] == ref)
			return true;
	if (!ARENA_APPEND(&c->ar, c->refs, c->nrefs, c->refs_cap))
		return false;
	c->refs[c->nrefs++] = ref;
	return true;
}

/* An input is a refinement of a phi only if it dominates the phi; otherwise it may have been computed anew since.  An
** input that does not dominate is replaced by its own inputs. */
static bool
refine_phi(struct ck *c, uint32_t n, uint32_t *seen)
{
	uint32_t visit[MAX_PHI_VISITS], nvisit = 1;
	bool ok = true;

	visit[0] = n;
	seen[n] = n;
	for (uint32_t v = 0; ok && v < nvisit; v++) {
		const struct node *x = &c->node[visit[v]];
		for (uint32_t i = 0; ok && i < x->nin; i++) {
			uint32_t in = c->inputs[x->in + i];
			const struct node *y = &c->node[in];
			if (y->kind == NODE_ROOTED || y->cls == c->node[n].cls || seen[in] == n)
				continue;
			seen[in] = n;
			if (y->block != c->node[n].block && ck_dominates(c, y->block, c->node[n].block)) {
				if (c->nrefs - c->node[n].refs >= MAX_PHI_REFS)
					ok = false;
				else if (!add_ref(c, n, in))
					return false;
			} else if ((check_joins(y) || y->refinable) && nvisit < MAX_PHI_VISITS) {
				visit[nvisit++] = in;
			} else {
				ok = false;
			}
		}
	}
	if (!ok)
		c->nrefs = c->node[n].refs;
	c->node[n].nrefs = c->nrefs - c->node[n].refs;
	return true;
}

static bool
find_refinements(struct ck *c)
{
	uint32_t *seen = arena_zarray(&c->ar, c->nnode, sizeof *seen);

	if (c->ar.failed)
		return false;
	for (uint32_t n = 1; n < c->nnode; n++) {
		struct node *x = &c->node[n];
		x->refs = c->nrefs;
		if (x->kind != NODE_ROOTED && x->copy) {
			if (!add_ref(c, n, x->cls))
				return false;
			x->nrefs = 1;
		} else if (x->kind == NODE_PHI) {
			if (!refine_phi(c, n, seen))
				return false;
		} else if (x->kind == NODE_CHOOSE || (x->kind == NODE_DEF && x->refinable)) {
			for (uint32_t i = 0; i < x->nin; i++)
				if (c->node[c->inputs[x->in + i]].kind != NODE_ROOTED
					&& !add_ref(c, n, c->inputs[x->in + i]))
					return false;
			x->nrefs = c->nrefs - x->refs;
		}
	}
	return true;
}

bool
check_classes(struct ck *c)
{
	struct users direct, resolved;

	if (!collect_users(c, &direct) || !find_rooted(c, &direct) || !find_copies(c))
		return false;
	return collect_users(c, &resolved) && check_find_equal(c, &resolved) && find_refinements(c);
}
