/* SPDX-License-Identifier: MIT */
/* check_moved.c -- where slots are read again behind safepoints: nothing is used behind a safepoint that was not read
** again behind it, unless its object was pinned.
**
** The rule is that of check_reloc.c, with safepoints for statepoints: a pointer is stale where a path from its
** definition to its use crosses a safepoint that does not pin its object.  A safepoint pins an object if a pinning word
** of the frame has been written with it earlier in the same block, and not with anything else since.
**
** Which pointers have the same object, check_class.c knows; where it only knows that somebody else roots the object,
** check_origin.c knows the value that the pointer comes from.  A load from a slot is taken for right, for what slots
** hold is proved elsewhere. */
#include "check/roots/check_moved.h"
#include "base/sorted.h"

/* What counts as a statepoint in the model: every safepoint. */
static bool
collects(void *ctx, LLVMValueRef call)
{
	bool twice;

	return !rmodel_is_relocate(call) && check_is_safepoint(ctx, call, &twice);
}

/* The pinning word that a store writes, or NONE. */
static uint32_t
pinned_word(const struct moved *d, LLVMValueRef store)
{
	LLVMValueRef slot = LLVMGetOperand(store, 1);

	if (!LLVMIsACallInst(slot) || check_callee(d->c, slot).id != FN_GET_GC_FRAME_SLOT
		|| !LLVMIsAConstantInt(LLVMGetOperand(slot, 1)))
		return NONE;
	uint64_t word = LLVMConstIntGetZExtValue(LLVMGetOperand(slot, 1));
	return word >= d->first_pinned && word < d->c->nslots ? (uint32_t)word : NONE;
}

static bool
add_pinned(struct moved *d, struct pinned_list *l, struct pinned h)
{
	if (!ARENA_PUSH(d->m->ar, l->at, l->n, l->cap))
		return false;
	l->at[l->n++] = h;
	return true;
}

/* A word of the frame holds `v` at the safepoints of a block from number `first` on, up to before `end`. */
struct pin_range { LLVMValueRef v; uint32_t block, first, end; bool deep; };

/* Adds what a range pins to the lists, and its select to d->selects if there is none like it. */
static bool
note(struct moved *d, const struct pin_range *s)
{
	const struct part from = origin_chain(d, (struct part){ s->v, 0 });

	if (LLVMIsASelectInst(from.v) && from.part == 0 && d->nselects < SELECTS_MOST
		&& origin_pinned_select(d, from, false).v == from.v) {
		bool known = false;
		for (uint32_t k = 0; k < d->nselects; k++)
			known |= d->selects[k] == from.v;
		if (!known && !ARENA_PUSH(d->m->ar, d->selects, d->nselects, d->selects_cap))
			return false;
		if (!known)
			d->selects[d->nselects++] = from.v;
	}
	const struct pinned p = { origin_key_of(d, (struct part){ s->v, 0 }, false), s->block, s->first, s->end };
	if (p.key == NO_KEY)
		return true;
	return add_pinned(d, &d->pinned, p) && (!s->deep || add_pinned(d, &d->deep, p));
}

static bool
pinned_before(const struct pinned *a, const struct pinned *b)
{
	if (a->key != b->key)
		return a->key < b->key;
	return a->block != b->block ? a->block < b->block : a->first < b->first;
}

/* Sorts a list, and joins entries of one object that overlap or touch: several words may hold it. */
static void
sort_pinned(struct pinned_list *l)
{
	uint32_t n = 0;

	SORT_IN_PLACE(struct pinned, l->at, l->n, pinned_before);
	for (uint32_t i = 0; i < l->n; i++) {
		const struct pinned h = l->at[i];
		struct pinned *last = n > 0 ? &l->at[n - 1] : NULL;
		if (last == NULL || last->key != h.key || last->block != h.block || last->end < h.first)
			l->at[n++] = h;
		else if (last->end < h.end)
			last->end = h.end;
	}
	l->n = n;
}

/* Finds what each safepoint pins. */
static bool
find_pinned(struct moved *d)
{
	struct rmodel *m = d->m;
	const uint32_t npinned = d->c->nslots - d->first_pinned;
	uint32_t *in_word = arena_zarray(m->ar, (size_t)npinned + 1, sizeof *in_word); /* 1 + its range */
	struct pin_range *range = NULL;
	uint32_t nranges = 0, ranges_cap = 0, of_block = 0; /* of_block: first range of this block */

	if (!in_word)
		return false;
	for (uint32_t i = 0; i < m->ninst; i++) {
		const uint32_t b = m->inst_block[i],
			w = LLVMIsAStoreInst(m->inst[i]) ? pinned_word(d, m->inst[i]) : NONE;
		if (w == NONE)
			continue;
		LLVMValueRef v = LLVMGetOperand(m->inst[i], 0);
		uint32_t *in = &in_word[w - d->first_pinned];
		if (nranges > 0 && range[nranges - 1].block != b)
			of_block = nranges;
		if (*in > of_block) /* a range of this block ends here */
			range[*in - 1].end = m->inst_passed[i];
		*in = 0;
		if (LLVMIsAConstant(v))
			continue;
		if (!ARENA_PUSH(m->ar, range, nranges, ranges_cap))
			return false;
		range[nranges++] = (struct pin_range){ v, b, m->inst_passed[i], m->statepoints[b], w >= d->first_deep };
		*in = nranges;
	}
	for (uint32_t i = 0; i < nranges; i++)
		if (range[i].first < range[i].end && !note(d, &range[i]))
			return false;
	sort_pinned(&d->pinned);
	sort_pinned(&d->deep);
	return true;
}

/* The first entry of a key that ends behind safepoint `number` of the block, or the place where it would be. */
static uint32_t
find(const struct pinned_list *l, uint64_t key, uint32_t block, uint32_t number)
{
	uint32_t lo = 0, hi = l->n;

	while (lo < hi) {
		const uint32_t mid = lo + (hi - lo) / 2;
		const struct pinned *h = &l->at[mid];
		if (h->key < key || (h->key == key && (h->block < block || (h->block == block && h->end <= number))))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* How many safepoints of an entry come before number `passed` of the block. */
static uint32_t
pinned_until(const struct pinned *h, uint32_t block, uint32_t passed)
{
	if (h->block != block || passed <= h->first)
		return 0;
	return (passed < h->end ? passed : h->end) - h->first;
}

/* Does a path from definition to use cross a safepoint that does not pin the object? */
static bool
crosses_unpinned(struct moved *d, struct staleness *s, const struct rnode *n, const struct ruse *u, uint64_t key)
{
	const struct pinned *p = d->pinned.at;
	uint32_t first = n->passed, at = u->passed, from = find(&d->pinned, key, 0, 0), i;

	for (i = from; i < d->pinned.n && p[i].key == key; i++) {
		d->count[p[i].block] -= p[i].end - p[i].first;
		first -= pinned_until(&p[i], n->block, n->passed);
		at -= pinned_until(&p[i], u->block, u->passed);
	}
	bool crosses = staleness_crosses(s, n, u, d->count, first, at);
	while (i-- > from)
		d->count[p[i].block] += p[i].end - p[i].first;
	return crosses;
}

/* A staleness_crossing. */
static uint64_t
crossing_parts(void *ctx, struct staleness *s, uint32_t use, uint32_t word)
{
	struct moved *d = ctx;
	const struct ruse *u = &s->m->use[use];
	const struct rnode *n = &s->m->node[u->node];
	uint64_t crossed = 0;

	if (!staleness_crosses(s, n, u, s->m->statepoints, n->passed, u->passed))
		return 0;
	for (uint32_t i = 0; i < 64 && 64 * word + i < n->parts; i++) {
		const struct part at = { n->v, 64 * word + i };
		uint64_t key = origin_key_of(d, at, false), other;
		bool crosses = key == NO_KEY || crosses_unpinned(d, s, n, u, key);
		if (crosses && (other = origin_key_of(d, at, true)) != NO_KEY && other != key)
			crosses = crosses_unpinned(d, s, n, u, other);
		if (crosses && (other = origin_object_key(d, at)) != NO_KEY)
			crosses = crosses_unpinned(d, s, n, u, other);
		crossed |= (uint64_t)(crosses && !origin_is_immovable(d, at)) << i;
	}
	return crossed;
}

/* Is the object of a part pinned with all that it reaches, at safepoint `number` of the block? */
static bool
is_pinned_deep(const struct moved *d, struct part at, uint32_t block, uint32_t number)
{
	uint64_t key[] = { origin_key_of(d, at, false), origin_key_of(d, at, true), origin_object_key(d, at) };

	for (size_t n = 0; n < sizeof key / sizeof *key; n++) {
		const uint32_t k = key[n] == NO_KEY ? d->deep.n : find(&d->deep, key[n], block, number);
		if (k < d->deep.n && d->deep.at[k].key == key[n] && d->deep.at[k].block == block
			&& d->deep.at[k].first <= number)
			return true;
	}
	return false;
}

/* Arguments that a callee takes by va_arg lie where nobody updates them.  So neither their objects nor what can be
** reached from these may move while the call runs. */
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
			|| check_is_musttail(call) || !collects(d->c, call))
			continue;
		LLVMValueRef v = m->node[u->node].v;
		for (struct part at = { v, 0 }; at.part < m->node[u->node].parts; at.part++) {
			if (is_pinned_deep(d, at, u->block, u->passed) || origin_is_immovable(d, at))
				continue;
			check_hole(d->c, call,
				"gives %s to a function that takes it by va_arg, and nothing holds it in place",
				check_value_name(d->c, v, ""));
			break;
		}
	}
}

/* Does the pointer lead into memory of this function alone, whose references hold their objects in place, or into a
** constant? */
static bool
is_own_memory(const struct ck *c, LLVMValueRef pointer)
{
	enum { MOST = 16 };
	LLVMValueRef at[MOST] = { pointer };

	for (unsigned i = 0, n = 1; i < n; i++) {
		LLVMValueRef v = at[i];
		unsigned first = 0, last = 0, p = 0;
		while (LLVMIsAGetElementPtrInst(v) || LLVMIsABitCastInst(v) || LLVMIsAAddrSpaceCastInst(v))
			v = LLVMGetOperand(v, 0);
		if (LLVMIsAAllocaInst(v) || (LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v)))
			continue;
		if (LLVMIsAArgument(v)) {
			while (LLVMGetParam(c->fn, p) != v)
				p++;
			if (LLVMGetEnumAttributeAtIndex(c->fn, p + 1, c->attr.byval) == NULL)
				return false;
			continue;
		}
		if (LLVMIsAPHINode(v))
			last = LLVMCountIncoming(v) - 1;
		else if (LLVMIsASelectInst(v))
			first = 1, last = 2;
		else
			return false;
		for (unsigned k = first; k <= last; k++) {
			LLVMValueRef from = LLVMIsAPHINode(v) ? LLVMGetIncomingValue(v, k) : LLVMGetOperand(v, k);
			unsigned seen = 0;
			while (seen < n && at[seen] != from)
				seen++;
			if (seen == MOST)
				return false;
			if (seen == n)
				at[n++] = from;
		}
	}
	return true;
}

/* The same for structs that go by value: the callee reads a copy. */
static void
check_copies(struct moved *d, LLVMValueRef call)
{
	struct ck *c = d->c;

	for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
		LLVMAttributeRef byval = check_argument(call, i, c->attr.byval);
		if (byval != NULL && check_has_refs(c, LLVMGetTypeAttributeValue(byval))
			&& !is_own_memory(c, LLVMGetOperand(call, i)))
			check_hole(c, call,
				"gives a struct with references to a function that takes it by va_arg, and nothing "
				"holds in place what memory of others refers to");
	}
}

static void
check_all_copies(struct moved *d)
{
	for (uint32_t b = 0; b < d->c->nblk; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(d->c->bb[b]); i != NULL; i = LLVMGetNextInstruction(i))
			if ((LLVMIsACallInst(i) || LLVMIsAInvokeInst(i))
				&& LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(i))
				&& check_callee(d->c, i).id == FN_OTHER && collects(d->c, i))
				check_copies(d, i);
}

static bool
prove(struct moved *d)
{
	struct rmodel *m = d->m;
	struct staleness s = { .m = m };

	if (!find_pinned(d) || !(d->count = arena_array(m->ar, (size_t)m->nblk + 1, sizeof *d->count)))
		return false;
	memcpy(d->count, m->statepoints, m->nblk * sizeof *d->count);
	if (!staleness_solve(&s, crossing_parts, d))
		return false;
	check_variadic(d);
	check_all_copies(d);
	for (uint32_t i = 0; i < m->nuse && !check_many(d->c); i++) {
		const struct ruse *u = &m->use[i];
		if (!staleness_at(&s, i) || staleness_harmless(m, u))
			continue;
		d->c->about = m->node[u->node].v;
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
		fixed = 0, deep = c->nslots; /* all slots pin, transitively */
	d.first_pinned = fixed + deep <= c->nslots ? c->nslots - fixed - deep : c->nslots;
	d.first_deep = deep <= c->nslots ? c->nslots - deep : c->nslots;
	bool ok = rmodel_init(&m, c->cx, c->fn, &c->ar, 0, collects, c);
	if (ok && m.unfollowed)
		check_hole(c, m.unfollowed, "holds more than %u pointers, which cannot be followed",
			(unsigned)PARTS_MAX);
	if (ok && m.unfollowed_cast)
		check_hole(c, m.unfollowed_cast, "is cast from more than %u values, which cannot be followed",
			(unsigned)RMODEL_DEEP);
	ok = ok && prove(&d);
	rmodel_free(&m);
	return ok;
}
