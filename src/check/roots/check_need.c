/* SPDX-License-Identifier: MIT */
/* check_need.c -- error 1 of check_roots.c: at each safepoint, every node that is needed has to be covered.
**
** Blocks are visited in dominator preorder.  The walk carries the contents of the slots (check_slots.c) and what is
** live (check_live.c).  It keeps a list of the live entities that no slot holds; the list changes only as entities are
** born and die and slots are written, so that a safepoint costs no more than what is on it.  Each of those has to be
** covered by its refinements. */
#include "check/roots/check_need.h"

struct needs {
	struct ck *c;
	struct liveness l;
	struct twice calls_twice;
	struct slot_walk walk;

	/* the live entities */
	bool *live;                  /* of each entity */
	uint32_t *living, nlive;     /* in no order */
	uint32_t *living_at;         /* of each live entity: its place in `living` */
	uint32_t *unheld, nunheld;   /* those that no slot holds */
	uint32_t *at;                /* of each of these: its place in `unheld` */
	pset since;                  /* live at the entry of the block that was entered last.  The live global entities
	                              * differ from it by no more than those in `moved` */
	uint32_t *moved, nmoved;
	bool *has_moved;
	struct pset_list died, born;

	/* the question at hand: what is covered at this safepoint? */
	bool pushed;                 /* the frame is */
	bool twice;                  /* only slots count that keep their content (a call that returns twice) */
	uint64_t version;            /* of the slots and of the question; answers for another one are void */
	uint64_t *stamp;             /* of each node: the version for which `covered` was computed */
	bool *covered;
	uint64_t *lasting;           /* of each class: the version in which a slot keeps it for good (twice) */
	uint64_t *callee_rooted;     /* of each class: the version of the walk in which the callee roots it; NULL: no
	                              * callee ever did */
	bool any_callee_rooted;      /* the callee of the next safepoint roots something */
	struct frame { uint32_t node, ref; } *stack;
	uint32_t stack_cap;

	/* find_foreign's blocks */
	uint32_t *work;
	bool *flags;
};

/* ---- what is live and what holds it ---- */

static void
unheld_add(struct needs *n, uint32_t e)
{
	n->at[e] = n->nunheld;
	n->unheld[n->nunheld++] = e;
}

static void
unheld_remove(struct needs *n, uint32_t e)
{
	uint32_t last = n->unheld[--n->nunheld];

	n->unheld[n->at[e]] = last;
	n->at[last] = n->at[e];
}

static void
set_live(struct needs *n, uint32_t e, bool live)
{
	if (n->live[e] == live)
		return;
	n->live[e] = live;
	if (live) {
		n->living_at[e] = n->nlive;
		n->living[n->nlive++] = e;
	} else {
		uint32_t last = n->living[--n->nlive];
		n->living[n->living_at[e]] = last;
		n->living_at[last] = n->living_at[e];
	}
	if (n->walk.held[n->c->node[entity_node(n->c, e)].cls] == 0) {
		if (live)
			unheld_add(n, e);
		else
			unheld_remove(n, e);
	}
}

/* Called by the walk when a first slot begins to hold a class, or the last slot stops holding it. */
static void
held_changed(void *user, uint32_t cls)
{
	struct needs *n = user;

	for (uint32_t e = n->l.head[cls]; e != NONE; e = n->l.same[e])
		if (n->live[e]) {
			if (n->walk.held[cls] == 0)
				unheld_add(n, e);
			else
				unheld_remove(n, e);
		}
}

/* Does a root, or the callee, hold the class of a node? */
static bool
is_held(const struct needs *n, uint32_t node)
{
	uint32_t cls = n->c->node[node].cls;

	if (n->twice)
		return n->lasting[cls] == n->version;
	return (n->pushed && n->walk.held[cls] != 0)
		|| (n->any_callee_rooted && n->callee_rooted[cls] == n->walk.version);
}

/* Is a node held, or are all its refinements covered?  Refinements lead to earlier instructions or up the dominator
** tree, so this ends.  Answers are kept until a slot changes. */
static bool
is_covered(struct needs *n, uint32_t node)
{
	struct ck *c = n->c;
	uint32_t depth = 0;

	if (is_held(n, node))
		return true;
	if (c->node[node].nrefs == 0)
		return false;
	for (uint32_t next = node;;) {
		if (n->stamp[next] != n->version) {
			const struct node *x = &c->node[next];
			if (is_held(n, next) || x->nrefs == 0) {
				n->stamp[next] = n->version;
				n->covered[next] = is_held(n, next);
			} else {
				if (!ARENA_PUSH(&c->ar, n->stack, depth, n->stack_cap))
					return false;
				n->stamp[next] = n->version;
				n->covered[next] = false; /* until proved; also what a cycle sees */
				n->stack[depth++] = (struct frame){ next, 0 };
			}
		}
		/* `next` is answered or on top of the stack. */
		while (depth > 0) {
			struct frame *f = &n->stack[depth - 1];
			const struct node *x = &c->node[f->node];
			if (f->ref > 0 && !n->covered[c->refs[x->refs + f->ref - 1]]) {
				depth--; /* stays false */
			} else if (f->ref == x->nrefs) {
				n->covered[f->node] = true;
				depth--;
			} else {
				next = c->refs[x->refs + f->ref++];
				break;
			}
		}
		if (depth == 0)
			return n->covered[node];
	}
}

/* ---- safepoints ---- */

static void
report(struct needs *n, uint32_t e, LLVMValueRef at, const char *what)
{
	struct ck *c = n->c;
	LLVMValueRef callee = LLVMGetCalledValue(at);
	const char *name = callee != NULL && LLVMIsAFunction(callee) != NULL ? value_name(callee)
		: "an unknown function";

	c->about = c->node[entity_node(c, e)].value;
	check_hole(c, at, "at the call of %s, %s %s%s", name, check_name(c, entity_node(n->c, e)), what,
	           e >= c->nnode ? " (preserved)" : "");
}

static void
at_safepoint(struct needs *n, LLVMValueRef call, bool pushed, uint32_t b, uint32_t event)
{
	struct ck *c = n->c;
	bool returns = check_is_musttail(call); /* preserve regions end with the function */

	n->version = n->walk.version * 2;
	n->twice = false;
	n->pushed = pushed;
	if (!pushed && n->nlive > 0) {
		for (uint32_t e = 0; e < n->l.nentities && !check_many(c); e++)
			if (n->live[e] && !(returns && e >= c->nnode)
				&& !(n->any_callee_rooted && is_covered(n, entity_node(c, e))))
				report(n, e, call,
					c->frame == NULL ? "is needed, but there is no frame"
						: "is needed, but on some path the frame is not pushed");
		return;
	}
	for (uint32_t i = 0; i < n->nunheld && !check_many(c); i++)
		if (!is_covered(n, entity_node(c, n->unheld[i])))
			report(n, n->unheld[i], call, "is needed and sits in no root slot");
	/* The collector does not see what the slots hold here: check_stale.c has to look if a push may come before they
	** are zeroed. */
	if (!pushed && n->walk.nonnull > 0) {
		bool ahead = false, decided = false;
		for (uint32_t i = event + 1; !decided && i < c->ev_off[b + 1]; i++)
			if (c->ev[i].kind == EV_PUSH || c->ev[i].kind == EV_NEW) {
				ahead = c->ev[i].kind == EV_PUSH;
				decided = true;
			}
		for (uint32_t e = c->succ_off[b]; !decided && e < c->succ_off[b + 1]; e++)
			ahead |= c->push_ahead[c->succ[e]];
		c->stale |= ahead;
	}
}

/* Finds the slots that may be written with something else between here and any return of the call.  It is the
** fallback, a search, for functions in which check_twice.c gave up. */
static void
find_foreign(struct needs *n, uint32_t b, uint32_t event, uint32_t *foreign)
{
	struct ck *c = n->c;
	uint32_t count = 0;

	memset(n->flags, 0, c->nblk * sizeof *n->flags);
	n->work[count++] = b;
	for (bool first = true; count > 0; first = false) {
		uint32_t x = n->work[--count];
		for (uint32_t i = first ? event + 1 : c->ev_off[x]; i < c->ev_off[x + 1]; i++) {
			const struct event *e = &c->ev[i];
			if (e->kind == EV_WRITE && e->b != n->walk.content[e->a])
				foreign[e->a] = 1;
			else if (e->kind == EV_SMUDGE || e->kind == EV_UNSEEN)
				for (uint32_t s = e->a; s < e->a + e->b; s++)
					foreign[s] = 1;
			else if (e->kind == EV_NEW)
				for (uint32_t s = 0; s < c->nslots; s++)
					foreign[s] = 1;
		}
		for (uint32_t e = c->succ_off[x]; e < c->succ_off[x + 1]; e++)
			if (!n->flags[c->succ[e]]) {
				n->flags[c->succ[e]] = true;
				n->work[count++] = c->succ[e];
			}
	}
}

/* Control may come back to the call from any point that can be reached from it, so the slots of what is needed must
** keep their contents until then. */
static bool
at_twice(struct needs *n, LLVMValueRef call, uint32_t b, uint32_t event, uint32_t *foreign)
{
	struct ck *c = n->c;
	const uint32_t *later = check_twice_later(c, &n->calls_twice, event);
	bool hole = false;

	for (uint32_t s = 0; s < c->nslots; s++)
		foreign[s] = c->slot_escaped[s]
			|| (later && later[s] != TWICE_NOTHING && later[s] != n->walk.content[s]);
	if (!later)
		find_foreign(n, b, event, foreign);
	n->version = n->walk.version * 2 + 1;
	n->twice = true;
	for (uint32_t s = 0; s < c->nslots; s++)
		if (!foreign[s] && n->walk.content[s] < CK_UNKNOWN)
			n->lasting[n->walk.content[s]] = n->version;
	for (uint32_t i = 0; i < n->nlive && !hole; i++)
		hole = !is_covered(n, entity_node(c, n->living[i]));
	for (uint32_t e = 0; hole && e < n->l.nentities && !check_many(c); e++)
		if (n->live[e] && !is_covered(n, entity_node(c, e)))
			report(n, e, call,
				"must stay where it is, because the call may return again, but its slot is reused");
	n->walk.version++; /* the answers are void for other safepoints */
	n->twice = false;
	return !c->ar.failed;
}

/* The callee of the next safepoint roots a node while it runs. */
static bool
callee_roots(struct needs *n, uint32_t node)
{
	if (n->callee_rooted == NULL)
		n->callee_rooted = arena_zarray(&n->c->ar, n->c->nnode, sizeof *n->callee_rooted);
	if (n->callee_rooted == NULL)
		return false;
	if (!n->any_callee_rooted)
		n->walk.version++;
	n->any_callee_rooted = true;
	n->callee_rooted[n->c->node[node].cls] = n->walk.version;
	return true;
}

/* ---- the walk ---- */

/* Makes the entities live that are at the entry of the block. */
static bool
enter_block(struct needs *n, uint32_t b)
{
	struct ck *c = n->c;

	n->died.n = n->born.n = 0;
	if (!pset_diff(&n->l.sets, n->since, n->l.in[b], &c->ar, &n->died, &n->born))
		return false;
	for (uint32_t i = 0; i < n->died.n; i++)
		set_live(n, n->l.entity[n->died.v[i]], false);
	for (uint32_t i = 0; i < n->born.n; i++)
		set_live(n, n->l.entity[n->born.v[i]], true);
	for (; n->nmoved > 0; n->nmoved--) {
		uint32_t e = n->moved[n->nmoved - 1];
		n->has_moved[e] = false;
		set_live(n, e, pset_has(&n->l.sets, n->l.in[b], n->l.global[e]));
	}
	n->since = n->l.in[b];
	return true;
}

static bool
lives_on(const struct needs *n, uint32_t b, uint32_t e)
{
	return n->l.global[e] < LOCAL && pset_has(&n->l.sets, n->l.out[b], n->l.global[e]);
}

/* An entity is born or dies within a block. */
static void
move(struct needs *n, uint32_t e, bool live)
{
	if (n->l.global[e] == NONE)
		return;
	set_live(n, e, live);
	if (n->l.global[e] != LOCAL && !n->has_moved[e]) {
		n->has_moved[e] = true;
		n->moved[n->nmoved++] = e;
	}
}

static void
set_region(struct needs *n, uint32_t p, bool on)
{
	const struct ck *c = n->c;

	for (uint32_t k = 0; k < c->pins[p].nnodes; k++)
		move(n, c->nnode + c->pins[p].nodes + k, on);
}

static bool
walk_block(struct needs *n, uint32_t b, uint32_t *foreign)
{
	struct ck *c = n->c;
	uint8_t state = c->frame_in[b];

	if (!check_walk_enter(c, &n->walk, b) || !enter_block(n, b))
		return false;
	for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
		const struct event *e = &c->ev[i];
		switch (e->kind) {
		case EV_DEF:
			if (!e->last || lives_on(n, b, e->a))
				move(n, e->a, true);
			break;
		case EV_USE:
			if (e->last && !lives_on(n, b, e->a))
				move(n, e->a, false);
			break;
		case EV_WRITE:
		case EV_READ:
		case EV_SMUDGE:
		case EV_UNSEEN:
		case EV_NEW:
			if (!check_walk_event(c, &n->walk, e))
				return false;
			break;
		case EV_SAFEPOINT:
			at_safepoint(n, c->calls[e->a], state == 2, b, i);
			n->walk.version += n->any_callee_rooted;
			n->any_callee_rooted = false;
			break;
		case EV_CALLEE_ROOTED:
			if (!callee_roots(n, e->a))
				return false;
			break;
		case EV_TWICE:
			if (!at_twice(n, c->calls[e->a], b, i, foreign))
				return false;
			break;
		case EV_PUSH:
			state = 2;
			break;
		case EV_POP:
			state = 1;
			break;
		case EV_PIN:
			set_region(n, e->a, true);
			break;
		case EV_UNPIN:
			set_region(n, e->a, false);
			break;
		default:
			break;
		}
	}
	return true;
}

static bool
walk_all(struct needs *n, uint32_t *foreign)
{
	struct ck *c = n->c;

	for (uint32_t k = 0; k < c->nblk && !check_many(c); k++)
		if (!walk_block(n, c->dom_order[k], foreign))
			return false;
	return !c->ar.failed;
}

static bool
start(struct needs *n)
{
	struct ck *c = n->c;
	const size_t entities = (size_t)c->nnode + c->npinned;

	n->live = arena_zarray(&c->ar, entities, sizeof *n->live);
	n->at = arena_array(&c->ar, entities, sizeof *n->at);
	n->unheld = arena_array(&c->ar, entities, sizeof *n->unheld);
	n->living = arena_array(&c->ar, entities, sizeof *n->living);
	n->living_at = arena_array(&c->ar, entities, sizeof *n->living_at);
	n->moved = arena_array(&c->ar, entities, sizeof *n->moved);
	n->has_moved = arena_zarray(&c->ar, entities, sizeof *n->has_moved);
	n->stamp = arena_zarray(&c->ar, c->nnode, sizeof *n->stamp);
	n->covered = arena_zarray(&c->ar, c->nnode, sizeof *n->covered);
	n->lasting = arena_zarray(&c->ar, c->nnode, sizeof *n->lasting);
	n->work = arena_array(&c->ar, c->nblk, sizeof *n->work);
	n->flags = arena_array(&c->ar, c->nblk, sizeof *n->flags);
	n->walk.changed = held_changed;
	n->walk.user = n;
	n->walk.version = 1;
	return !c->ar.failed && check_walk_start(c, &n->walk);
}

bool
check_need(struct ck *c)
{
	struct needs n = { .c = c };
	uint32_t *foreign = arena_array(&c->ar, c->nslots, sizeof *foreign);

	bool ok = check_live(c, &n.l) && check_twice_prepare(c, &n.calls_twice) && start(&n) && walk_all(&n, foreign);
	pset_pool_free(&n.l.sets);
	return ok;
}
