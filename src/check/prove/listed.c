/* SPDX-License-Identifier: MIT */
/* listed.c -- stack memory that statepoints list: is it listed wherever it holds a reference that is needed, and are
** references all that it holds?
**
** A *variable* is an alloca that some statepoint lists, or in which a reference is stored or loaded.  It is looked at
** in at most 64 chunks of words.  Data flow over blocks, a word of 64 bits for each variable:
**   written   forward, all ways: the chunk was stored, as a whole, since the variable was made or its lifetime began
**   holds     forward, some way: it may hold a reference
**   live      backward, some way: it may be read
**   shown     forward, all ways: the variable's address was given to code that may keep it (inline assembly will
**             do), so that LLVM takes no store for what is still there behind a statepoint
**
** Other calls that may collect are statepoints that list nothing.
**
** Unknown, at a statepoint: a chunk holds a reference and is live behind it, but is not listed; or it is listed and not
** written; or it is listed and live, but was not shown to anybody (statepoints of this library); or more is listed
** than the variable has.  Unknown, at a store: a number or plain pointer, or a part of a reference, goes to a chunk
** that some statepoint lists; or a part of a word goes to one that may hold a reference.  Unknown, at any access: it is
** one beyond the end of a variable that some statepoint lists.
**
** Addresses are followed through constant address arithmetic.  All else may read, and may write, but proves no write: a
** computed address, a call.  Where the address of a variable is stored, chosen or made a number, it always is live and
** may hold a reference; if a statepoint lists it, that is unknown, too.  A callee is taken not to keep an address
** beyond its return.
**
** A number that is loaded and never becomes a reference again needs none.  A store of a part of a word destroys a
** reference that was there. */
#include "check/prove/listed.h"

enum { LIMIT = 1 << 22 };

void
listed_say(struct listed *l, const char *rule, LLVMValueRef at, LLVMValueRef value, const char *why)
{
	if (at == l->last_reported || l->reports++ >= PROVE_MOST_RELOCATIONS)
		return;
	l->last_reported = at;
	finding_add(l->p, LR_UNKNOWN, rule, at, value, why);
}

/* The reports on a block, while its effects are walked along. */
struct walk {
	struct listed *l;
	struct state *s;         /* of each variable, in front of the next effect */
	uint64_t *behind;        /* of each effect: what is live of its variable behind it */
	uint64_t *lists;         /* of each variable: what the statepoint lists; 0 but while it is looked at */
	uint32_t exposed;        /* number of variables that may hold references that are needed */
};

static uint64_t
exposed_of(const struct walk *w, uint32_t k)
{
	const struct variable *v = &w->l->v[k];

	return (v->kept ? ALL : w->s[k].holds & w->s[k].live) & v->chunks;
}

/* Does statepoint number `i` of the effects list what it must?  Only the variables that it lists are looked at; the
** others that matter have been counted. */
static void
report_statepoint(struct walk *w, uint32_t from, uint32_t i)
{
	struct listed *l = w->l;
	const struct effect *e = &l->e[i];
	uint32_t first = i, others = w->exposed;
	bool unwritten = false, lost = false, beyond = false, hidden = false;

	for (; first > from && l->e[first - 1].inst == e->inst; first--)
		if (l->e[first - 1].what == LIST)
			w->lists[l->e[first - 1].variable] |= l->e[first - 1].mask;
	for (uint32_t j = first; j < i; j++) {
		const uint32_t k = l->e[j].variable;
		beyond |= l->e[j].what == LIST && l->e[j].beyond;
		const uint64_t listed = l->e[j].what == LIST ? w->lists[k] : 0, exposed = exposed_of(w, k);
		if (listed == 0) /* or looked at before */
			continue;
		unwritten |= (listed & ~w->s[k].written) != 0;
		hidden |= l->ours && (listed & w->s[k].live) != 0 && w->s[k].shown == 0;
		lost |= (exposed & ~listed) != 0;
		others -= exposed != 0;
		w->lists[k] = 0;
	}
	if (unwritten)
		listed_say(l, "unwritten-slot", e->inst, NULL, "the statepoint lists stack memory, and on some path "
			"it is not proved that something was stored there");
	if (beyond)
		listed_say(l, "pair", e->inst, NULL, "the statepoint lists more words than the stack memory has");
	if (hidden)
		listed_say(l, "memory", e->inst, NULL, "the statepoint lists stack memory that is read behind it, and "
			"LLVM may take it for unchanged, since its address was given to nobody");
	if (lost || others > 0)
		listed_say(l, "memory", e->inst, NULL, "stack memory may hold a reference that is needed behind the "
			"call, which does not list it");
}

/* Is an access to memory that statepoints list one of whole words of it? */
static void
report_access(struct walk *w, const struct effect *e)
{
	struct listed *l = w->l;
	const struct variable *v = &l->v[e->variable];
	const uint64_t torn = e->what == WRITE ? e->torn & v->listed : 0;

	if ((e->what == READ || e->what == WRITE) && e->beyond && v->listed != 0)
		listed_say(l, "memory", e->inst, NULL, "memory behind or in front of stack memory that statepoints "
			"list is accessed");
	else if (torn != 0 && (e->reference || (torn & w->s[e->variable].holds) != 0))
		listed_say(l, "memory", e->inst, NULL, "a part of a reference is written into stack memory that "
			"statepoints list");
}

static void
report_block(struct walk *w, uint32_t b)
{
	struct listed *l = w->l;
	const uint32_t from = l->off[b];

	memcpy(w->s, listed_row(l, b), l->nv * sizeof *w->s);
	for (uint32_t i = l->off[b + 1]; i-- > from;)
		if (l->e[i].what != STATEPOINT) {
			w->behind[i] = w->s[l->e[i].variable].live;
			listed_step_back(&l->e[i], &w->s[l->e[i].variable]);
		}
	w->exposed = 0;
	for (uint32_t k = 0; k < l->nv; k++)
		w->exposed += exposed_of(w, k) != 0;
	for (uint32_t i = from; i < l->off[b + 1]; i++) {
		const struct effect *e = &l->e[i];
		const uint32_t k = e->variable;
		if (e->what == STATEPOINT) {
			report_statepoint(w, from, i);
			continue;
		}
		if (e->what == WRITE && e->number && (e->mask & l->v[k].listed) != 0)
			listed_say(l, "memory", e->inst, NULL, "a number or plain pointer is stored into stack memory "
				"that statepoints list");
		report_access(w, e);
		w->exposed -= exposed_of(w, k) != 0;
		listed_step(e, &w->s[k]);
		w->s[k].live = w->behind[i];
		w->exposed += exposed_of(w, k) != 0;
	}
}

static bool
report(struct listed *l)
{
	struct walk w = { .l = l, .s = arena_array(&l->ar, (size_t)l->nv + 1, sizeof *w.s),
		.behind = arena_array(&l->ar, (size_t)l->ne + 1, sizeof *w.behind),
		.lists = arena_zarray(&l->ar, (size_t)l->nv + 1, sizeof *w.lists) };

	if (l->ar.failed)
		return false;
	for (uint32_t b = 0; b < l->r->nblk; b++)
		report_block(&w, b);
	for (uint32_t k = 0; k < l->nv; k++)
		if (l->v[k].kept && l->v[k].listed != 0)
			listed_say(l, "memory", l->v[k].alloca, NULL,
				"the address of stack memory that statepoints list is not followed");
	return true;
}

static bool
prove(struct listed *l)
{
	if (!listed_find_variables(l))
		return false;
	if ((uint64_t)l->nv * l->r->nblk > LIMIT) {
		listed_say(l, "limit", l->r->fn, NULL, "there is too much stack memory for so many blocks");
		return true;
	}
	l->in = arena_zarray(&l->ar, (size_t)l->nv * l->r->nblk + 1, sizeof *l->in);
	return l->in != NULL && listed_read_effects(l) && listed_flow(l) && report(l);
}

bool
listed_memory(struct prover *p, struct rmodel *r)
{
	struct listed l = { .p = p, .r = r, .ours = check_abi(p->cx, r->fn) == LR_ABI_STATEPOINT };

	check_set_up(&l.c, p->cx, r->fn, false);
	arena_init(&l.ar, p->cx->options.alloc, p->cx->options.user);
	ptrmap_init(&l.variable_of, p->cx->options.alloc, p->cx->options.user);
	bool ok = prove(&l) && !l.variable_of.failed && !r->types.failed && !check_out_of_memory(&l.c);
	ptrmap_free(&l.variable_of);
	arena_free(&l.ar);
	check_tear_down(&l.c);
	return ok;
}
