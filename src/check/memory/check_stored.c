/* SPDX-License-Identifier: MIT */
/* check_stored.c -- an object that is stored into stack memory is kept alive as long as it may be read there.
**
** A tracked value that is stored into an alloca must be in a slot at every safepoint, as long as that memory may be
** read and has not been overwritten.  Three proofs:
**
** 1.  Up to twelve slots that hold it at the next safepoint (or at the end of the block) are followed from there along
**    all paths: at each safepoint one of them must still hold it.  If no slot holds it, but several other objects
**    together keep it alive, then this must be so for each of them, as if it were stored.
**    (Stores in cycles of very many blocks are followed only up to a limit.)
** 2.  Or the store is mirrored: the same value goes to a region of the frame, at the same distance from its start.
**    Then the region is like a variable that is read wherever the memory is (check_frame_variables.c).
** 3.  Or the mapped frame shows the memory itself to the collector (check_map.c), as long as it may be read. */
#include "check/memory/check_stored.h"

/* Visits of blocks for all stores of a function.  So many take half a second; real code takes a thousand.  Beyond them
** the function is not proved. */
#define MAX_VISITS (1u << 20)
/* Words of an object that is proved in windows. */
enum { MOST_WORDS = CHECK_WINDOW << 14 };
#define FRESH (1u << HOLDERS)   /* the definition of the object has not been executed again since the store */

/* The first write of a slot from `pos` on, but before `end`, that may put another object there; NONE: there is none. */
static uint32_t
first_loss(const struct stores *s, uint32_t slot, uint32_t pos, uint32_t end, uint32_t cls, bool fresh)
{
	const struct slot_write *w = s->stack->write;
	uint32_t lo = s->stack->write_off[slot], last = s->stack->write_off[slot + 1];

	lo += ck_before(w + lo, last - lo, sizeof *w, pos);
	while (lo < last && w[lo].pos < end && fresh && w[lo].content == cls)
		lo++;
	return lo < last && w[lo].pos < end ? w[lo].pos : NONE;
}

/* The position in the block from which on no holder holds the object; NONE: one holds it to the end. *held: the holders
** that do. */
static uint32_t
all_lost(const struct stores *s, const struct keep *k, uint32_t pos, uint32_t end, uint32_t *held)
{
	uint32_t lost = pos;

	for (uint32_t i = 0; i < k->nholders; i++) {
		uint32_t when = *held & 1u << i ? first_loss(s, k->holder[i], pos, end, k->cls, *held & FRESH) : pos;
		if (when != NONE)
			*held &= ~(1u << i);
		lost = when > lost ? when : lost;
	}
	return lost;
}

/* The first of `n` ascending positions that is `pos` or behind it, if it comes before `end`; otherwise `end`. */
static uint32_t
first_from(const uint32_t *list, uint32_t n, uint32_t pos, uint32_t end)
{
	uint32_t at = ck_before(list, n, sizeof *list, pos);

	return at < n && list[at] < end ? list[at] : end;
}

/* The first safepoint from `pos` on at which the object is in no root, if it is in no slot from `lost` on; or `end`. */
static uint32_t
next_stop(const struct stores *s, uint32_t pos, uint32_t lost, uint32_t end)
{
	const struct stack *k = s->stack;

	if (lost != NONE)
		end = first_from(k->stop, k->nstops, lost > pos ? lost : pos, end);
	return first_from(k->bare, k->nbare, pos, end);
}

/* Does the callee of the safepoint root the class while it runs?  The events that say so come directly before it. */
static bool
is_lent(const struct ck *c, uint32_t stop, uint32_t cls)
{
	for (uint32_t i = stop; i > 0 && c->ev[i - 1].kind == EV_CALLEE_ROOTED; i--)
		if (c->node[c->ev[i - 1].a].cls == cls)
			return true;
	return false;
}

/* The cells of the current object in which the collector sees the references itself, at a safepoint. */
static uint64_t
seen_in_place(const struct stores *s, uint32_t pos)
{
	const struct ck *c = s->c;
	const struct flow *f = s->flow;
	uint32_t stop;

	if (c->objects[f->object].block == 0)
		return 0;
	stop = check_map_stop(c, pos);
	if (f->cell == c->word)
		return check_map_covers(c, stop, f->object, (uint32_t)(f->from / c->word), true);
	return check_map_all_on(c, stop, f->object) ? s->mapped : 0;
}

/* Has the life of the current object ended?  Code that has its address may use it until its block is out of use. */
static bool
has_ended(const struct stores *s, uint32_t pos)
{
	const struct ck *c = s->c;
	uint32_t object = s->flow->object;

	return c->objects[object].block != 0 && c->objects[object].escaped
		&& !check_map_any_on(c, check_map_stop(c, pos), object);
}

/* Finds the words with references by the object's type, if the type is known. */
static bool
find_refs(struct stores *s, uint32_t object)
{
	struct ck *c = s->c;
	const struct object *o = &c->objects[object];
	int64_t each = o->type != NULL && LLVMTypeIsSized(o->type) ? (int64_t)LLVMABISizeOfType(c->layout, o->type) : 0;
	int64_t n = (o->bytes >= OBJECT_ENDLESS ? each : o->bytes) / c->word;

	s->refs = NULL;
	s->nrefs = n > MOST_WORDS ? 0 : (uint32_t)n;
	if (o->block == 0 || each == 0 || s->nrefs == 0 || !check_has_refs(c, o->type))
		return true;
	return (s->refs = check_element_words(c, o->type, s->nrefs, NULL)) != NULL;
}

/* Of an object with cells of several words: finds the cells of which all words with references by the type are in
** runs. */
static void
find_mapped_cells(struct stores *s, uint32_t object)
{
	const struct ck *c = s->c;
	const struct object *o = &c->objects[object];
	int64_t cell = s->flow->cell / c->word;
	bool endless = o->bytes >= OBJECT_ENDLESS;
	uint64_t bad = 0, good = 0;

	s->mapped = 0;
	if (o->block == 0 || s->flow->cell == c->word)
		return;
	for (uint32_t w = 0; w < s->nrefs; w += 64) {
		uint64_t runs = check_map_runs(c, object, w), want = s->refs != NULL ? s->refs[w / 64] : ~(uint64_t)0;
		for (uint32_t k = 0; k < 64 && w + k < s->nrefs; k++) {
			uint64_t bit = (uint64_t)1 << (endless ? 0 : (w + k) / cell);
			good |= runs >> k & 1 ? bit : 0;
			bad |= want >> k & 1 && !(runs >> k & 1) ? bit : 0;
		}
	}
	s->mapped = good & ~bad;
	if (endless) /* one element stands for all */
		s->mapped = s->mapped != 0 ? s->flow->all : 0;
}

/* The store begins in an array of the variable, bytes lo..hi - 1.  Does this have references where the store may
** land? */
static bool
lands_on_refs(const struct stores *s, const struct keep *k, const struct access *a, int64_t lo, int64_t hi)
{
	struct ck *c = s->c;

	for (int64_t w = lo / c->word / 64 * 64; w < s->nrefs && w * c->word < hi; w += 64) {
		uint64_t landing = check_landing(c, c->pointers[a->pointer].v, k->object, w * c->word, a->bytes);
		for (uint32_t i = 0; i < 64; i++)
			if ((landing & s->refs[w / 64]) >> i & 1 && (w + i) * c->word >= lo && (w + i) * c->word < hi)
				return true;
	}
	return false;
}

/* The cells in which a store may land, as far as strides tell.  Strides do not tell where an array in a struct ends, so
** of these words only the ones that hold references by the variable's type count, which is believed as it is for
** callees; but all of them do if the array itself has no references where the store may land. */
static uint64_t
cells_hit(const struct stores *s, const struct keep *k, const struct touch *t)
{
	struct ck *c = s->c;
	const struct flow *f = s->flow;
	const struct access *a = &c->accesses[t->access];
	const struct place *at = &c->places[c->ev[t->pos].b];
	int64_t from = f->from / c->word, cell = f->cell / c->word, n = f->ncells * cell, lo, hi;
	bool believed = at->lo != at->hi && c->typed && s->refs != NULL;
	uint64_t hit = 0, all = 0;

	if (c->objects[k->object].block == 0 || c->objects[k->object].bytes >= OBJECT_ENDLESS || n > MOST_WORDS)
		return f->all;
	for (int64_t w = 0; w < n; w += 64) {
		uint64_t landing = check_landing(c, c->pointers[a->pointer].v, k->object, (from + w) * c->word,
			a->bytes);
		uint64_t refs = believed && from + w < s->nrefs ? s->refs[(from + w) / 64] : ~(uint64_t)0;
		for (uint32_t i = 0; i < 64 && w + i < n; i++) {
			all |= (landing >> i & 1) << (w + i) / cell;
			hit |= (landing >> i & refs >> i & 1) << (w + i) / cell;
		}
	}
	if (!believed)
		return all;
	if (!check_home(c, c->pointers[a->pointer].v, k->object, &lo, &hi))
		lo = 0, hi = INT64_MAX;
	return lands_on_refs(s, k, a, lo, hi) ? hit : all;
}

/* The cells in which the store leaves nothing but numbers and plain pointers, by the type of its value: an aggregate of
** these and references. */
static uint64_t
numbers_in(const struct stores *s, const struct touch *t)
{
	struct ck *c = s->c;
	const struct flow *f = s->flow;
	const struct access *a = &c->accesses[t->access];
	const struct place *at = &c->places[c->ev[t->pos].b];
	uint64_t refs = 0, others = 0;

	if (a->holds == NULL || at->lo != at->hi || f->folded || f->cell != c->word)
		return 0;
	for (uint32_t i = 0; i < a->nnodes; i++) /* derived pointers count as others */
		if (check_lane_space(c, a->holds, i) != LR_AS_TRACKED)
			return 0;
	return check_type_words(c, a->holds, at->lo - f->from, &refs, &others, 64, NULL) ? others & ~refs : 0;
}

enum verdict { GO_ON, NO_MATTER, HOLE };

/* Follows a store through one block from `pos` on.  `known`: the first position at which its holders are known.  *held:
** the slots that still hold the object; *left: the cells that still have it. */
static enum verdict
follow_in_block(struct stores *s, const struct keep *k, uint32_t b, uint32_t pos, uint32_t known, uint32_t *held,
	uint64_t *left)
{
	struct ck *c = s->c;
	const struct flow *f = s->flow;
	uint32_t end = c->ev_off[b + 1], lost = k->nholders == 0 ? pos : all_lost(s, k, known, end, held);

	for (uint32_t i = check_flow_next(f, pos);; i++) {
		uint32_t next = i < f->n && f->t[i].pos < end ? f->t[i].pos : end, stop = next_stop(s, pos, lost, end);
		for (; stop < next; stop = next_stop(s, pos, lost, end)) {
			LLVMValueRef call = c->calls[c->ev[stop].a], callee = LLVMGetCalledValue(call);
			const char *name = callee != NULL && LLVMIsAFunction(callee) != NULL ? value_name(callee)
				: "an unknown function";
			uint64_t live = (has_ended(s, stop) ? check_live_inside(f, &s->stack->touches, stop, b)
				: check_live_at(f, &s->stack->touches, stop, b))
				& *left;
			if (live == 0)
				return NO_MATTER;
			if ((live & ~seen_in_place(s, stop)) == 0 || is_lent(c, stop, k->cls)) {
				pos = stop + 1;
				continue;
			}
			c->about = c->node[k->node].value;
			check_hole(c, call,
				"at the call of %s, %s was stored into stack memory and sits in no root slot", name,
				check_name(c, k->node));
			return HOLE;
		}
		if (next == end)
			break;
		*left &= ~f->t[i].kills;
		if (*left == 0)
			return NO_MATTER;
		if (next == k->pos && !(*held & FRESH) && lost > next)
			lost = next; /* the same store again: from here on it stores another object */
		pos = next + 1;
	}
	if (lost != NONE)
		*held &= FRESH;
	*left &= check_live_out(f, b);
	return *left != 0 ? GO_ON : NO_MATTER;
}

/* Joins the state at the entry of block `t`.  Has this changed? */
static bool
enter(struct stores *s, uint32_t t, uint32_t stamp, uint32_t held, uint64_t left)
{
	if (s->seen[t] != stamp) {
		s->seen[t] = stamp;
		s->at[t] = held;
		s->left[t] = left;
		return true;
	}
	if ((s->at[t] & held) == s->at[t] && (s->left[t] | left) == s->left[t])
		return false;
	s->at[t] &= held;
	s->left[t] |= left;
	return true;
}

/* Finds the blocks over which an edge leads back.  From all others only later blocks in their order can be reached. */
static bool
find_cycles(struct stores *s)
{
	struct ck *c = s->c;
	uint32_t reach = 0, *far = arena_zarray(&c->ar, c->nblk, sizeof *far);

	s->again = arena_zarray(&c->ar, c->nblk, sizeof *s->again);
	if (c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++)
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++)
			if (c->succ[e] <= b && far[c->succ[e]] < b + 1)
				far[c->succ[e]] = b + 1;
	for (uint32_t b = 0; b < c->nblk; b++) {
		reach = far[b] > reach ? far[b] : reach;
		s->again[b] = b < reach;
	}
	return true;
}

/* The quick proof, for most stores: a holder is never written again, and the frame stays pushed. */
static bool
lasts(const struct stores *s, const struct keep *k)
{
	if (s->again[k->block] || (s->stack->nbare > 0 && s->stack->bare[s->stack->nbare - 1] > k->pos))
		return false;
	for (uint32_t i = 0; i < k->nholders; i++) {
		uint32_t end = s->stack->write_off[k->holder[i] + 1];
		if (end == s->stack->write_off[k->holder[i]] || s->stack->write[end - 1].pos < k->from)
			return true;
	}
	return false;
}

/* The quick proof for variables that the collector sees at each safepoint: are these cells in their runs? */
static bool
always_seen(const struct stores *s, uint64_t cells)
{
	const struct ck *c = s->c;
	const struct flow *f = s->flow;

	if (!check_map_always_on(c, f->object))
		return false;
	return (cells & ~(f->cell == c->word ? check_map_runs(c, f->object, (uint32_t)(f->from / c->word)) : s->mapped))
		== 0;
}

static void
follow_store(struct stores *s, struct keep *k)
{
	struct ck *c = s->c;
	uint32_t stamp = ++s->stamp, count = 0, home = c->node[k->node].block, b = k->block;
	uint32_t held = FRESH | ((1u << k->nholders) - 1);
	uint32_t own = check_flow_next(s->flow, k->pos);
	if (own == s->flow->n || s->flow->t[own].pos != k->pos)
		return; /* it cannot land in this window */
	const struct touch *t = &s->flow->t[own];
	uint64_t left = t->writes & cells_hit(s, k, t) & ~numbers_in(s, t);
	if (left == 0)
		return;
	if (always_seen(s, left))
		return;
	enum verdict v = follow_in_block(s, k, b, k->pos + 1, k->from, &held, &left);

	for (;;) {
		for (uint32_t e = c->succ_off[b]; v == GO_ON && e < c->succ_off[b + 1]; e++) {
			/* the value is the same until control reaches its definition again */
			uint32_t to = c->succ[e], h = to != home && ck_dominates(c, home, to) ? held : held & ~FRESH;
			if (!enter(s, to, stamp, h, left))
				continue;
			if (s->visits++ >= MAX_VISITS) {
				ck_give_up(c, "stores into the stack reach too many blocks");
				return;
			}
			if (!s->queued[to]) {
				s->queued[to] = true;
				s->work[count++] = to;
			}
		}
		if (count == 0)
			break;
		b = s->work[--count];
		s->queued[b] = false;
		k->reported |= v == HOLE;
		if (k->reported)
			continue;
		held = s->at[b];
		left = s->left[b];
		v = follow_in_block(s, k, b, c->ev_off[b], c->ev_off[b], &held, &left);
	}
	k->reported |= v == HOLE;
}

/* Proves the stores that are linked from `first` on, with the current flow. */
static void
follow_stores(struct stores *s, uint32_t object, uint32_t first)
{
	if (!s->flow->any_read && !s->c->objects[object].escaped)
		return;
	find_mapped_cells(s, object);
	for (uint32_t k = first; k != NONE && !check_many(s->c) && !s->c->too_hard; k = s->next[k])
		if (!s->keep[k].reported && !lasts(s, &s->keep[k]))
			follow_store(s, &s->keep[k]);
}

static bool
prove_window(struct stores *s, uint32_t object, const struct stored_windows *w, uint32_t window)
{
	const struct ck *c = s->c;
	const struct windows *a = &w->accesses;
	int64_t words = (c->objects[object].bytes + c->word - 1) / c->word;
	uint32_t from = window * CHECK_WINDOW;

	if (!check_flow_among(s->flow, a->pos + a->off[window], a->off[window + 1] - a->off[window], object, from,
		(uint32_t)(words - from)))
		return false;
	if (s->flow->any_read || c->objects[object].escaped)
		check_flow_live(s->flow, &s->stack->touches);
	follow_stores(s, object, w->first[window]);
	if (w->all)
		follow_stores(s, object, w->first[w->n]);
	return true;
}

/* Proves an object window by window, and with larger cells for the stores that lie in no single window. */
static bool
prove_object(struct stores *s, uint32_t object, uint32_t first)
{
	struct ck *c = s->c;
	int64_t words = (c->objects[object].bytes + c->word - 1) / c->word;
	struct stored_windows w = { .n = words <= CHECK_WINDOW || words > MOST_WORDS
		? 1 : (uint32_t)((words + CHECK_WINDOW - 1) / CHECK_WINDOW) };
	bool many = false;

	if (!find_refs(s, object) || !check_deal_stores(s, &w, first))
		return false;
	if (w.n > 1 && !check_windows(c, &s->stack->touches, object, w.n, w.wanted, &w.accesses, &many))
		return false;
	for (uint32_t i = 0; many && i < w.n; i++)
		for (uint32_t k = w.first[i], next; k != NONE; k = next) {
			next = s->next[k];
			check_add_to_window(s, &w, w.n, k);
		}
	if (w.first[w.n] != NONE && (many || !w.all)) {
		if (!check_flow(s->flow, &s->stack->touches, object))
			return false;
		follow_stores(s, object, w.first[w.n]);
	}
	for (uint32_t i = 0; i < w.n && !many && w.n > 1; i++)
		if (w.wanted[i] && !check_many(c) && !c->too_hard && !prove_window(s, object, &w, i))
			return false;
	return true;
}

/* Proves the stores object by object. */
static bool
prove_stores(struct stores *s)
{
	struct ck *c = s->c;
	uint32_t *head = arena_array(&c->ar, c->nobjects, sizeof *head);

	s->next = arena_array(&c->ar, s->nkeep, sizeof *s->next);
	if (!find_cycles(s))
		return false;
	s->at = arena_zarray(&c->ar, c->nblk, sizeof *s->at);
	s->left = arena_zarray(&c->ar, c->nblk, sizeof *s->left);
	s->seen = arena_zarray(&c->ar, c->nblk, sizeof *s->seen);
	s->work = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *s->work);
	s->queued = arena_zarray(&c->ar, c->nblk, sizeof *s->queued);
	if (c->ar.failed)
		return false;
	for (uint32_t o = 0; o < c->nobjects; o++)
		head[o] = NONE;
	for (uint32_t k = s->nkeep; k-- > 0;)
		if (!s->keep[k].mirrored) {
			s->next[k] = head[s->keep[k].object];
			head[s->keep[k].object] = k;
		}
	for (uint32_t o = 0; o < c->nobjects && !check_many(c) && !c->too_hard; o++)
		if (head[o] != NONE && !prove_object(s, o, head[o]))
			return c->too_hard && !c->ar.failed;
	return true;
}

bool
check_stored(struct stack *stack)
{
	struct stores s = { .stack = stack, .c = stack->c, .flow = &stack->flow };

	return check_find_stores(&s) && (s.nkeep == 0 || prove_stores(&s));
}
