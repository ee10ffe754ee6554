/* check_moved.c -- where slots are read again: nothing is used behind a safepoint that was not read behind it, or held
** in place at it.
**
** The model is that of relocations, with the safepoints for statepoints.  An object is held in place at a safepoint if
** a fixed or deep word of the frame has been stored with it in the same block, and not with null since.  Which objects
** are the same the other parts know; where they know only that somebody roots it, it is known by the value that it
** comes from.  Phis of derived pointers, and of addresses loaded out of objects, are known by those of their bases, if
** every way into the block leads to the same; selects by those by the same condition.  A load from a slot is taken for
** right: what the slots hold is their business, too. */
#include "check/roots/check_moved.h"

static bool
collects(void *ctx, LLVMValueRef call)
{
	bool twice;

	return !rmodel_is_relocate(call) && check_is_safepoint(ctx, call, &twice);
}

/* The fixed word that a store writes; NONE: none. */
static uint32_t
fixed_word(const struct moved *d, LLVMValueRef store)
{
	LLVMValueRef slot = LLVMGetOperand(store, 1);

	if (!LLVMIsACallInst(slot) || check_callee(d->c, slot).id != FN_GET_GC_FRAME_SLOT
		|| !LLVMIsAConstantInt(LLVMGetOperand(slot, 1)))
		return NONE;
	uint64_t word = LLVMConstIntGetZExtValue(LLVMGetOperand(slot, 1));
	return word >= d->first_fixed && word < d->c->nslots ? (uint32_t)word : NONE;
}

static bool
add_held(struct moved *d, struct held_list *l, struct held h)
{
	if (!ARENA_PUSH(d->m->ar, l->at, l->n, l->cap))
		return false;
	l->at[l->n++] = h;
	return true;
}

/* A word of the frame holds `v` at the safepoints of a block from `first` on, up to `end`. */
struct stay { LLVMValueRef v; uint32_t block, first, end; bool deep; };

static bool
note(struct moved *d, const struct stay *s)
{
	uint32_t part = 0;
	LLVMValueRef from = origin_chain(d, s->v, &part);

	if (LLVMIsASelectInst(from) && part == 0 && d->nselects < SELECTS_MOST
		&& origin_held_alike(d, from, &part, false) == from) {
		bool known = false;
		for (uint32_t k = 0; k < d->nselects; k++)
			known |= d->selects[k] == from;
		if (!known && !ARENA_PUSH(d->m->ar, d->selects, d->nselects, d->selects_cap))
			return false;
		if (!known)
			d->selects[d->nselects++] = from;
	}
	const struct held h = { origin_key_of(d, s->v, 0, false), s->block, s->first, s->end };
	if (h.key == NO_KEY)
		return true;
	return add_held(d, &d->held, h) && (!s->deep || add_held(d, &d->deep, h));
}

static bool
held_before(const struct held *a, const struct held *b)
{
	if (a->key != b->key)
		return a->key < b->key;
	return a->block != b->block ? a->block < b->block : a->first < b->first;
}

/* Several words may hold one object: what they say becomes one. */
static void
sort_held(struct held_list *l)
{
	uint32_t n = 0;

	SORT_IN_PLACE(struct held, l->at, l->n, held_before);
	for (uint32_t i = 0; i < l->n; i++) {
		const struct held h = l->at[i];
		struct held *last = n > 0 ? &l->at[n - 1] : NULL;
		if (last == NULL || last->key != h.key || last->block != h.block || last->end < h.first)
			l->at[n++] = h;
		else if (last->end < h.end)
			last->end = h.end;
	}
	l->n = n;
}

/* What each safepoint holds in place. */
static bool
find_held(struct moved *d)
{
	struct rmodel *m = d->m;
	const uint32_t nfixed = d->c->nslots - d->first_fixed;
	uint32_t *in_word = arena_zarray(m->ar, (size_t)nfixed + 1, sizeof *in_word); /* number of its stay + 1 */
	struct stay *stay = NULL;
	uint32_t nstay = 0, stay_cap = 0, of_block = 0; /* of_block: the first of this block */

	if (!in_word)
		return false;
	for (uint32_t i = 0; i < m->ninst; i++) {
		const uint32_t b = m->inst_block[i],
			w = LLVMIsAStoreInst(m->inst[i]) ? fixed_word(d, m->inst[i]) : NONE;
		if (w == NONE)
			continue;
		LLVMValueRef v = LLVMGetOperand(m->inst[i], 0);
		uint32_t *in = &in_word[w - d->first_fixed];
		if (nstay > 0 && stay[nstay - 1].block != b)
			of_block = nstay;
		if (*in > of_block) /* what it held in this block */
			stay[*in - 1].end = m->inst_passed[i];
		*in = 0;
		if (LLVMIsAConstant(v))
			continue;
		if (!ARENA_PUSH(m->ar, stay, nstay, stay_cap))
			return false;
		stay[nstay++] = (struct stay){ v, b, m->inst_passed[i], m->statepoints[b], w >= d->first_deep };
		*in = nstay;
	}
	for (uint32_t i = 0; i < nstay; i++)
		if (stay[i].first < stay[i].end && !note(d, &stay[i]))
			return false;
	sort_held(&d->held);
	sort_held(&d->deep);
	return true;
}

/* The first entry of a key that ends behind safepoint `number` of the block, or where it would be. */
static uint32_t
find(const struct held_list *l, uint64_t key, uint32_t block, uint32_t number)
{
	uint32_t lo = 0, hi = l->n;

	while (lo < hi) {
		const uint32_t mid = lo + (hi - lo) / 2;
		const struct held *h = &l->at[mid];
		if (h->key < key || (h->key == key && (h->block < block || (h->block == block && h->end <= number))))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* How many of its safepoints come before number `passed` of the block. */
static uint32_t
held_until(const struct held *h, uint32_t block, uint32_t passed)
{
	if (h->block != block || passed <= h->first)
		return 0;
	return (passed < h->end ? passed : h->end) - h->first;
}

/* Is it late if the safepoints do not count that hold the object? */
static bool
late_but_for(struct moved *d, struct staleness *s, const struct rnode *n, const struct ruse *u, uint64_t key)
{
	const struct held *held = d->held.at;
	uint32_t first = n->passed, at = u->passed, from = find(&d->held, key, 0, 0), i;

	for (i = from; i < d->held.n && held[i].key == key; i++) {
		d->weigh[held[i].block] -= held[i].end - held[i].first;
		first -= held_until(&held[i], n->block, n->passed);
		at -= held_until(&held[i], u->block, u->passed);
	}
	bool late = staleness_is_late(s, n, u, d->weigh, first, at);
	while (i-- > from)
		d->weigh[held[i].block] += held[i].end - held[i].first;
	return late;
}

static uint64_t
late_parts(void *ctx, struct staleness *s, uint32_t use, uint32_t word)
{
	struct moved *d = ctx;
	const struct ruse *u = &s->m->use[use];
	const struct rnode *n = &s->m->node[u->node];
	uint64_t late = 0;

	if (!staleness_is_late(s, n, u, s->m->statepoints, n->passed, u->passed))
		return 0;
	for (uint32_t i = 0; i < 64 && 64 * word + i < n->parts; i++) {
		uint64_t key = origin_key_of(d, n->v, 64 * word + i, false), other;
		bool is_late = key == NO_KEY || late_but_for(d, s, n, u, key);
		if (is_late && (other = origin_key_of(d, n->v, 64 * word + i, true)) != NO_KEY && other != key)
			is_late = late_but_for(d, s, n, u, other);
		if (is_late && (other = origin_object_key(d, n->v, 64 * word + i)) != NO_KEY)
			is_late = late_but_for(d, s, n, u, other);
		is_late = is_late && !origin_nobody_moves(d, n->v, 64 * word + i);
		late |= (uint64_t)is_late << i;
	}
	return late;
}

/* Does a deep word hold part `part` of `v` in place at safepoint number `number` of the block? */
static bool
held_deep(const struct moved *d, LLVMValueRef v, uint32_t part, uint32_t block, uint32_t number)
{
	uint64_t key[] = { origin_key_of(d, v, part, false), origin_key_of(d, v, part, true),
		origin_object_key(d, v, part) };

	for (size_t n = 0; n < sizeof key / sizeof *key; n++) {
		const uint32_t k = key[n] == NO_KEY ? d->deep.n : find(&d->deep, key[n], block, number);
		if (k < d->deep.n && d->deep.at[k].key == key[n] && d->deep.at[k].block == block
			&& d->deep.at[k].first <= number)
			return true;
	}
	return false;
}

/* What a function takes by va_arg lies where nobody updates it: not it, nor what can be reached from it, may move while
** the call runs. */
static void
check_variadic(struct moved *d)
{
	struct rmodel *m = d->m;

	for (uint32_t i = 0; i < m->nuse && !check_many(d->c); i++) {
		const struct ruse *u = &m->use[i];
		LLVMValueRef call = m->inst[u->inst];
		if ((!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call))
			|| !LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call))
			|| check_callee(d->c, call).id != FN_OTHER || u->operand >= LLVMGetNumArgOperands(call)
			|| check_returns(call) || !collects(d->c, call))
			continue;
		LLVMValueRef v = m->node[u->node].v;
		for (uint32_t part = 0; part < m->node[u->node].parts; part++) {
			if (held_deep(d, v, part, u->block, u->passed) || origin_nobody_moves(d, v, part))
				continue;
			check_hole(d->c, call,
				"gives %s to a function that takes it by va_arg, and nothing holds it in place",
				check_value_name(d->c, v, ""));
			break;
		}
	}
}

static bool
prove(struct moved *d)
{
	struct rmodel *m = d->m;
	struct staleness s = { .m = m };

	if (!find_held(d) || !(d->weigh = arena_array(m->ar, (size_t)m->nblk + 1, sizeof *d->weigh)))
		return false;
	memcpy(d->weigh, m->statepoints, m->nblk * sizeof *d->weigh);
	if (!staleness_solve(&s, late_parts, d))
		return false;
	check_variadic(d);
	for (uint32_t i = 0; i < m->nuse && !check_many(d->c); i++) {
		const struct ruse *u = &m->use[i];
		if (!staleness_at(&s, i) || staleness_harmless(m, u))
			continue;
		check_hole(d->c, m->inst[u->inst],
			"uses %s, which may have moved: it was not read again behind a safepoint",
			check_value_name(d->c, m->node[u->node].v, ""));
	}
	return true;
}

bool
check_moved(struct ck *c)
{
	struct rmodel m;
	struct moved d = { .c = c, .m = &m };
	uint32_t fixed = 0, deep = 0;

	if (c->frame != NULL && !check_frame_moving(c->frame, &fixed, &deep))
		fixed = 0, deep = c->nslots; /* all of them stay, and what they reach */
	d.first_fixed = fixed + deep <= c->nslots ? c->nslots - fixed - deep : c->nslots;
	d.first_deep = deep <= c->nslots ? c->nslots - deep : c->nslots;
	bool ok = rmodel_init(&m, c->cx, c->fn, &c->ar, 0, collects, c);
	if (ok && m.unfollowed)
		check_hole(c, m.unfollowed, "holds more than %u pointers, which cannot be followed",
			(unsigned)PARTS_MAX);
	ok = ok && prove(&d);
	rmodel_free(&m);
	return ok;
}
