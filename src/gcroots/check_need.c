/* check_need.c -- the verdict: at every safepoint, is every object that is still needed in a slot of a pushed frame?
**
** An entity is a node that is used later, or a node that a preserve region pins.  Entities that live within one block
** are followed there; the others ("global") are numbered in the order of their blocks, and their liveness is a bit
** matrix of blocks by globals, computed for as many globals at a time as fit into a budget: memory stays linear.
**
** Then blocks are visited in dominator preorder with the contents of the slots at hand.  Sets are never compared at
** safepoints: the list of live entities that no slot holds changes only as entities come and go and slots are written.
** What is on that list at a safepoint must be covered by its refinements, or it is a hole. */
#include "gcroots/check_model.h"

enum { MATRIX_WORDS = 1 << 22 };
#define LOCAL (CK_NONE - 1)     /* as a global number: lives within one block */

struct needs {
	struct ck *c;
	uint32_t nentities;          /* nodes, then pinned nodes */
	uint32_t *global;            /* of each entity: number, LOCAL, or CK_NONE: never needed at a safepoint */
	uint32_t *entity;            /* of each global number */
	uint32_t nglobals, nnodes;   /* globals in all; those that are nodes */
	uint32_t *first_of;          /* block -> first global number among those that it defines */
	uint32_t *same, *head;       /* entities by class, linked: head[class], same[entity] */
	uint32_t *unpin_off, *unpin; /* pin -> blocks with an end of it */
	/* group */
	uint32_t base, words;        /* globals base .. base + 64 * words */
	uint64_t *in, *out, *now;
	/* walk */
	struct slot_walk walk;
	bool *live;
	uint32_t *at;                /* of each live entity that is not held: place in unheld */
	uint32_t *unheld, nunheld, nlive;
	uint64_t *stamp;             /* of each node: when `covered` was computed */
	bool *covered;
	uint64_t *lasting;           /* of each class: stamp if a slot holds it for good (returns_twice) */
	bool twice;
	uint64_t version;
	struct frame { uint32_t node, ref; } *stack;
	uint32_t stack_cap;
	struct stored { uint32_t var, node; } *stored; /* since the last safepoint of the block */
	uint32_t nstored, stored_cap;
};

static uint32_t
node_of(const struct needs *n, uint32_t e)
{
	return e < n->c->nnode ? e : n->c->pinned[e - n->c->nnode];
}

/* ---- which entities matter ---- */

/* Flag the last use in each block of each node; a definition without a later use there is flagged, too.  A node used
** outside of the block that defines it becomes global. */
static bool
find_lasts(struct needs *n)
{
	struct ck *c = n->c;
	uint32_t *seen = arena_array(&c->ar, c->nnode, sizeof *seen);

	if (seen == NULL)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		seen[i] = CK_NONE;
	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t i = c->ev_off[b + 1]; i-- > c->ev_off[b];) {
			struct event *e = &c->ev[i];
			if (e->kind != EV_USE && e->kind != EV_DEF)
				continue;
			e->last = seen[e->a] != b;
			if (e->kind == EV_DEF)
				continue;
			seen[e->a] = b;
			if (c->node[e->a].block != b)
				n->global[e->a] = 0;
		}
	return true;
}

/* Nodes and regions that stay within a block matter if they cross a safepoint. */
static bool
find_locals(struct needs *n)
{
	struct ck *c = n->c;
	uint32_t *since = arena_array(&c->ar, c->nnode, sizeof *since), *pin_block = arena_array(&c->ar, c->npins, sizeof *pin_block);
	uint32_t stops = 0;

	if (c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
			const struct event *e = &c->ev[i];
			if (e->kind == EV_SAFEPOINT)
				stops++;
			else if (e->kind == EV_DEF)
				since[e->a] = stops;
			else if (e->kind == EV_USE && e->last && n->global[e->a] == CK_NONE && since[e->a] != stops)
				n->global[e->a] = LOCAL;
			else if (e->kind == EV_PIN)
				pin_block[e->a] = CK_NONE;
			else if (e->kind == EV_UNPIN && c->pins[e->a].block == b && c->pins[e->a].event < i)
				pin_block[e->a] = b;
		}
	for (uint32_t p = 0; p < c->npins; p++)
		for (uint32_t k = 0; k < c->pins[p].nnodes; k++) {
			uint32_t e = c->pins[p].nodes + k;
			if (c->node[c->pinned[e]].kind != NODE_ROOTED)
				n->global[c->nnode + e] = pin_block[p] == c->pins[p].block ? LOCAL : 0;
		}
	return true;
}

static bool
number_globals(struct needs *n)
{
	struct ck *c = n->c;

	n->first_of = arena_zarray(&c->ar, (size_t)c->nblk + 2, sizeof *n->first_of);
	if (n->first_of == NULL)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		if (n->global[i] == 0)
			n->first_of[c->node[i].block + 2]++;
	for (uint32_t b = 0; b < c->nblk; b++)
		n->first_of[b + 2] += n->first_of[b + 1];
	n->nglobals = n->nnodes = n->first_of[c->nblk + 1];
	for (uint32_t i = c->nnode; i < n->nentities; i++)
		if (n->global[i] == 0)
			n->global[i] = n->nglobals++;
	n->entity = arena_array(&c->ar, n->nglobals, sizeof *n->entity);
	if (n->entity == NULL)
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		if (n->global[i] == 0)
			n->global[i] = n->first_of[c->node[i].block + 1]++;
	for (uint32_t i = 0; i < n->nentities; i++)
		if (n->global[i] < LOCAL)
			n->entity[n->global[i]] = i;
	return true;
}

static bool
find_unpins(struct needs *n)
{
	struct ck *c = n->c;

	n->unpin_off = arena_zarray(&c->ar, (size_t)c->npins + 2, sizeof *n->unpin_off);
	if (n->unpin_off == NULL)
		return false;
	for (uint32_t i = 0; i < c->nev; i++)
		if (c->ev[i].kind == EV_UNPIN)
			n->unpin_off[c->ev[i].a + 2]++;
	for (uint32_t p = 0; p < c->npins; p++)
		n->unpin_off[p + 2] += n->unpin_off[p + 1];
	n->unpin = arena_array(&c->ar, n->unpin_off[c->npins + 1], sizeof *n->unpin);
	if (n->unpin == NULL)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++)
			if (c->ev[i].kind == EV_UNPIN)
				n->unpin[n->unpin_off[c->ev[i].a + 1]++] = b;
	return true;
}

static bool
prepare(struct needs *n)
{
	struct ck *c = n->c;

	n->nentities = c->nnode + c->npinned;
	n->global = arena_array(&c->ar, n->nentities, sizeof *n->global);
	n->same = arena_array(&c->ar, n->nentities, sizeof *n->same);
	n->head = arena_array(&c->ar, c->nnode, sizeof *n->head);
	n->live = arena_zarray(&c->ar, n->nentities, sizeof *n->live);
	n->at = arena_array(&c->ar, n->nentities, sizeof *n->at);
	n->unheld = arena_array(&c->ar, n->nentities, sizeof *n->unheld);
	n->stamp = arena_zarray(&c->ar, c->nnode, sizeof *n->stamp);
	n->covered = arena_zarray(&c->ar, c->nnode, sizeof *n->covered);
	n->lasting = arena_zarray(&c->ar, c->nnode, sizeof *n->lasting);
	if (c->ar.failed)
		return false;
	for (uint32_t e = 0; e < n->nentities; e++)
		n->global[e] = CK_NONE;
	if (!find_lasts(n) || !find_locals(n) || !number_globals(n) || !find_unpins(n))
		return false;
	for (uint32_t i = 0; i < c->nnode; i++)
		n->head[i] = CK_NONE;
	for (uint32_t e = n->nentities; e-- > 0;)
		if (n->global[e] != CK_NONE) {
			uint32_t cls = c->node[node_of(n, e)].cls;
			n->same[e] = n->head[cls];
			n->head[cls] = e;
		}
	return true;
}

/* ---- liveness of a group of globals ---- */

static bool
in_group(const struct needs *n, uint32_t g, uint32_t *word, uint64_t *bit)
{
	if (g >= LOCAL || g < n->base || g - n->base >= 64 * n->words)
		return false;
	*word = (g - n->base) / 64;
	*bit = (uint64_t)1 << ((g - n->base) % 64);
	return true;
}

/* All live out of a block but what it defines is live into it. */
static bool
transfer(struct needs *n, uint32_t b)
{
	const struct ck *c = n->c;
	uint64_t *in = n->in + (size_t)b * n->words, *out = n->out + (size_t)b * n->words;
	uint32_t lo = n->first_of[b], hi = n->first_of[b + 1];
	bool grew = false;

	for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
		const uint64_t *from = n->in + (size_t)c->succ[e] * n->words;
		for (uint32_t w = 0; w < n->words; w++)
			out[w] |= from[w];
	}
	for (uint32_t w = 0; w < n->words; w++) {
		uint32_t first = n->base + 64 * w;
		uint64_t defs = 0, new;
		if (lo < first + 64 && hi > first) {
			uint32_t from = lo > first ? lo - first : 0, to = hi < first + 64 ? hi - first : 64;
			defs = to > from ? (to - from == 64 ? ~(uint64_t)0 : (((uint64_t)1 << (to - from)) - 1) << from) : 0;
		}
		new = in[w] | (out[w] & ~defs);
		grew |= new != in[w];
		in[w] = new;
	}
	return grew;
}

static bool
liveness(struct needs *n, uint32_t *work, bool *queued)
{
	struct ck *c = n->c;
	uint32_t word, head = 0, count = 0;
	uint64_t bit;

	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++)
			if (c->ev[i].kind == EV_USE && c->node[c->ev[i].a].block != b && in_group(n, n->global[c->ev[i].a], &word, &bit))
				n->in[(size_t)b * n->words + word] |= bit;
	for (uint32_t b = c->nblk; b-- > 0;) {
		work[count++] = b;
		queued[b] = true;
	}
	while (count > 0) {
		uint32_t b = work[head];
		head = head + 1 == c->nblk ? 0 : head + 1;
		count--;
		queued[b] = false;
		if (!transfer(n, b))
			continue;
		for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++)
			if (!queued[c->pred[e]]) {
				queued[c->pred[e]] = true;
				work[(head + count++) % c->nblk] = c->pred[e];
			}
	}
	/* A block that was not revisited may have seen its successors too early only if they did not change since. */
	return true;
}

/* Blocks that a preserve region is active into: reachable from its begin without passing an end, and dominated by it. */
static void
pin_region(struct needs *n, uint32_t p, uint32_t *work, uint32_t *ends, uint32_t *seen)
{
	struct ck *c = n->c;
	const struct pin *pin = &c->pins[p];
	uint32_t count = 0, word;
	uint64_t bit;

	for (uint32_t i = n->unpin_off[p]; i < n->unpin_off[p + 1]; i++)
		ends[n->unpin[i]] = p;
	work[count++] = pin->block;
	while (count > 0) {
		uint32_t b = work[--count];
		if (b != pin->block && ends[b] == p)
			continue;
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
			uint32_t s = c->succ[e];
			if (s == pin->block || seen[s] == p || !ck_dominates(c, pin->block, s))
				continue;
			seen[s] = p;
			for (uint32_t k = 0; k < pin->nnodes; k++)
				if (in_group(n, n->global[c->nnode + pin->nodes + k], &word, &bit))
					n->in[(size_t)s * n->words + word] |= bit;
			work[count++] = s;
		}
	}
}

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
	uint32_t word;
	uint64_t bit;

	if (n->live[e] == live)
		return;
	n->live[e] = live;
	if (in_group(n, n->global[e], &word, &bit))
		n->now[word] ^= bit;
	n->nlive += live ? 1 : UINT32_MAX;
	if (n->walk.held[n->c->node[node_of(n, e)].cls] == 0) {
		if (live)
			unheld_add(n, e);
		else
			unheld_remove(n, e);
	}
}

/* A slot began to hold a class, or the last one that did no longer does. */
static void
held_changed(void *user, uint32_t cls)
{
	struct needs *n = user;

	for (uint32_t e = n->head[cls]; e != CK_NONE; e = n->same[e])
		if (n->live[e]) {
			if (n->walk.held[cls] == 0)
				unheld_add(n, e);
			else
				unheld_remove(n, e);
		}
}

static bool
is_held(const struct needs *n, uint32_t node)
{
	uint32_t cls = n->c->node[node].cls;

	return n->twice ? n->lasting[cls] == n->version : n->walk.held[cls] != 0;
}

/* Held, or all that it is refined to is covered.  Refinements lead strictly up the dominator tree or to earlier
** instructions, so this ends; answers are kept until a slot changes. */
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
	const char *name = callee != NULL && LLVMIsAFunction(callee) != NULL ? value_name(callee) : "an unknown function";

	check_hole(c, at, "at the call of %s, %s %s%s", name, check_name(c, node_of(n, e)), what,
	           e >= c->nnode ? " (preserved)" : "");
}

static void
at_safepoint(struct needs *n, LLVMValueRef call, bool pushed, uint32_t b, uint32_t event)
{
	struct ck *c = n->c;

	if (!pushed && n->nlive > 0) {
		for (uint32_t e = 0; e < n->nentities && !check_many(c); e++)
			if (n->live[e])
				report(n, e, call, c->frame == NULL ? "is needed, but there is no frame" : "is needed, but the frame may not be pushed");
		return;
	}
	n->version = n->walk.version * 2;
	n->twice = false;
	for (uint32_t i = 0; i < n->nunheld && !check_many(c); i++)
		if (!is_covered(n, node_of(n, n->unheld[i])))
			report(n, n->unheld[i], call, "is needed and sits in no root slot");
	if (!pushed && n->walk.nonnull > 0 && n->base == 0) {
		bool ahead = false, decided = false;
		for (uint32_t i = event + 1; !decided && i < c->ev_off[b + 1]; i++)
			if (c->ev[i].kind == EV_PUSH || c->ev[i].kind == EV_NEW) {
				ahead = c->ev[i].kind == EV_PUSH;
				decided = true;
			}
		for (uint32_t e = c->succ_off[b]; !decided && e < c->succ_off[b + 1]; e++)
			ahead |= c->push_ahead[c->succ[e]];
		if (ahead)
			check_hole(c, call, "slots keep values over a safepoint before the frame is pushed");
	}
}

/* What was stored into stack memory before and may be read in or behind this call. */
static void
stack_at_safepoint(struct needs *n, LLVMValueRef call, bool pushed, uint32_t b, uint32_t event)
{
	struct ck *c = n->c;

	for (uint32_t k = 0; k < n->nstored && !check_many(c); k++) {
		bool read = false;
		if (pushed && is_covered(n, n->stored[k].node))
			continue;
		for (uint32_t i = event + 1; !read && i < c->ev_off[b + 1]; i++)
			read = c->ev[i].kind == EV_READ && c->ev[i].a == n->stored[k].var;
		for (uint32_t e = c->succ_off[b]; !read && e < c->succ_off[b + 1]; e++)
			read = c->stack_read[n->stored[k].var][c->succ[e]];
		if (read)
			report(n, n->stored[k].node, call, "was stored into stack memory and sits in no root slot");
	}
	n->nstored = 0;
}

/* Control may come back to `call` from anywhere that can be reached from it: slots must not have changed by then. */
static bool
at_twice(struct needs *n, LLVMValueRef call, uint32_t b, uint32_t event, uint32_t *foreign, uint32_t *work, bool *seen)
{
	struct ck *c = n->c;
	uint32_t count = 0;

	for (uint32_t s = 0; s < c->nslots; s++)
		foreign[s] = c->slot_escaped[s];
	memset(seen, 0, c->nblk * sizeof *seen);
	work[count++] = b;
	for (bool first = true; count > 0; first = false) {
		uint32_t x = work[--count];
		for (uint32_t i = first ? event + 1 : c->ev_off[x]; i < c->ev_off[x + 1]; i++) {
			const struct event *e = &c->ev[i];
			if (e->kind == EV_WRITE && e->b != n->walk.content[e->a])
				foreign[e->a] = 1;
			else if (e->kind == EV_NEW)
				for (uint32_t s = 0; s < c->nslots; s++)
					foreign[s] = 1;
		}
		for (uint32_t e = c->succ_off[x]; e < c->succ_off[x + 1]; e++)
			if (!seen[c->succ[e]]) {
				seen[c->succ[e]] = true;
				work[count++] = c->succ[e];
			}
	}
	n->version = n->walk.version * 2 + 1;
	n->twice = true;
	for (uint32_t s = 0; s < c->nslots; s++)
		if (!foreign[s] && n->walk.content[s] < CK_UNKNOWN)
			n->lasting[n->walk.content[s]] = n->version;
	for (uint32_t e = 0; n->nlive > 0 && e < n->nentities && !check_many(c); e++)
		if (n->live[e] && !is_covered(n, node_of(n, e)))
			report(n, e, call, "must stay where it is, because the call may return again, but its slot is reused");
	n->walk.version++; /* answers for one question are no answers for the other */
	n->twice = false;
	return !c->ar.failed;
}

/* ---- the walk ---- */

static void
enter_block(struct needs *n, uint32_t b)
{
	const uint64_t *in = n->in + (size_t)b * n->words;

	for (uint32_t w = 0; w < n->words; w++)
		for (uint64_t diff = in[w] ^ n->now[w]; diff != 0; diff &= diff - 1) {
			uint32_t e = n->entity[n->base + 64 * w + (uint32_t)__builtin_ctzll(diff)];
			set_live(n, e, !n->live[e]);
		}
}

static bool
lives_on(const struct needs *n, uint32_t b, uint32_t e)
{
	uint32_t word;
	uint64_t bit;

	return in_group(n, n->global[e], &word, &bit) && (n->out[(size_t)b * n->words + word] & bit);
}

/* Is the entity this group's business?  Locals are the first group's. */
static bool
concerns(const struct needs *n, uint32_t e)
{
	uint32_t g = n->global[e];

	return g == LOCAL ? n->base == 0 : g != CK_NONE && g >= n->base && g - n->base < 64 * n->words;
}

static void
pin(struct needs *n, uint32_t p, bool on)
{
	const struct ck *c = n->c;

	for (uint32_t k = 0; k < c->pins[p].nnodes; k++)
		if (concerns(n, c->nnode + c->pins[p].nodes + k))
			set_live(n, c->nnode + c->pins[p].nodes + k, on);
}

static bool
walk_block(struct needs *n, uint32_t b, uint32_t *foreign, uint32_t *work, bool *seen)
{
	struct ck *c = n->c;
	uint8_t state = c->frame_in[b];

	n->nstored = 0;
	if (!check_walk_enter(c, &n->walk, b))
		return false;
	enter_block(n, b);
	for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++) {
		const struct event *e = &c->ev[i];
		switch (e->kind) {
		case EV_DEF:
			if (concerns(n, e->a) && (!e->last || lives_on(n, b, e->a)))
				set_live(n, e->a, true);
			break;
		case EV_USE:
			if (e->last && concerns(n, e->a) && !lives_on(n, b, e->a))
				set_live(n, e->a, false);
			break;
		case EV_WRITE:
			if (!check_walk_write(c, &n->walk, e->a, e->b))
				return false;
			break;
		case EV_NEW:
			for (uint32_t s = 0; s < c->nslots; s++)
				if (!check_walk_write(c, &n->walk, s, CK_ROOTED))
					return false;
			break;
		case EV_SAFEPOINT:
			at_safepoint(n, c->calls[e->a], state == 2, b, i);
			stack_at_safepoint(n, c->calls[e->a], state == 2, b, i);
			break;
		case EV_STACK:
			if (n->base == 0) {
				if (!ARENA_PUSH(&c->ar, n->stored, n->nstored, n->stored_cap))
					return false;
				n->stored[n->nstored++] = (struct stored){ e->a, e->b };
			}
			break;
		case EV_TWICE:
			if (!at_twice(n, c->calls[e->a], b, i, foreign, work, seen))
				return false;
			break;
		case EV_PUSH:
			state = 2;
			break;
		case EV_POP:
			state = 1;
			break;
		case EV_PIN:
			pin(n, e->a, true);
			break;
		case EV_UNPIN:
			pin(n, e->a, false);
			break;
		default:
			break;
		}
	}
	return true;
}

static bool
check_group(struct needs *n, uint32_t *work, uint32_t *ends, uint32_t *seen_pin, uint32_t *foreign, bool *flags)
{
	struct ck *c = n->c;
	size_t size = (size_t)c->nblk * n->words * sizeof *n->in;

	memset(n->in, 0, size);
	memset(n->out, 0, size);
	memset(flags, 0, c->nblk * sizeof *flags);
	if (!liveness(n, work, flags))
		return false;
	for (uint32_t p = 0; p < c->npins; p++)
		if (c->pins[p].nnodes > 0 && n->base + 64 * n->words > n->nnodes)
			pin_region(n, p, work, ends, seen_pin);
	for (uint32_t b = 0; b < c->nblk; b++) { /* stamps are pin numbers: undo them for the next group */
		ends[b] = CK_NONE;
		seen_pin[b] = CK_NONE;
	}
	for (uint32_t k = 0; k < c->nblk && !check_many(c); k++)
		if (!walk_block(n, c->dom_order[k], foreign, work, flags))
			return false;
	for (uint32_t w = 0; w < n->words; w++)
		for (; n->now[w] != 0;)
			set_live(n, n->entity[n->base + 64 * w + (uint32_t)__builtin_ctzll(n->now[w])], false);
	return !c->ar.failed;
}

bool
check_need(struct ck *c)
{
	struct needs n = { .c = c };
	uint32_t *work = arena_array(&c->ar, c->nblk, sizeof *work), *ends = arena_array(&c->ar, c->nblk, sizeof *ends);
	uint32_t *seen_pin = arena_array(&c->ar, c->nblk, sizeof *seen_pin), *foreign = arena_array(&c->ar, c->nslots, sizeof *foreign);
	bool *flags = arena_array(&c->ar, c->nblk, sizeof *flags);

	if (c->ar.failed || !prepare(&n) || !check_walk_start(c, &n.walk))
		return false;
	n.walk.changed = held_changed;
	n.walk.user = &n;
	n.walk.version = 1;
	n.words = (n.nglobals + 63) / 64;
	if (n.words > MATRIX_WORDS / c->nblk)
		n.words = MATRIX_WORDS / c->nblk;
	if (n.words == 0)
		n.words = 1;
	n.in = arena_array(&c->ar, (size_t)c->nblk * n.words, sizeof *n.in);
	n.out = arena_array(&c->ar, (size_t)c->nblk * n.words, sizeof *n.out);
	n.now = arena_zarray(&c->ar, n.words, sizeof *n.now);
	if (c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++) {
		ends[b] = CK_NONE;
		seen_pin[b] = CK_NONE;
	}
	do {
		if (!check_group(&n, work, ends, seen_pin, foreign, flags))
			return false;
		n.base += 64 * n.words;
	} while (n.base < n.nglobals && !check_many(c));
	return true;
}
