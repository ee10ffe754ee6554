/* SPDX-License-Identifier: MIT */
/* check_words.c -- the references that callees and copies put into stack memory are rooted, and every word that the
** mapped frame calls a reference is one.
**
** For each variable that stays an alloca, and each byval parameter, word by word:
**
** State, forward, "may".  Of a word: *put*, it holds a reference from a callee or a copy, which is no value of this
** function; *raw*, it has not been written since the memory was made; *number*, it holds something else than a
** reference.  Of the variable: *captured*, a callee may find its address in memory; *exposed*, its address was made a
** number, perhaps long before the variable is in use, or in a former life of it; *begun*, it has been accessed in this
** life.
**   start                all words raw; of a variable that is made later none, for there is no memory yet; of a byval
**                        parameter that is read: put, where its type has references
**   store                the words that it certainly overwrites lose all three; words with anything but references in
**                        the value's type become number, but put if the value is a loaded integer: it may be a copy of
**                        a reference
**   memset               overwritten words lose all three; if the byte is not null they become number
**   copy into it         overwritten words lose all three; put where the type has references, if the module says that
**                        stack memory holds what its types say (check_attributes.c)
**   call, sret(T)        put where T has references, unless another argument takes these (julia.return_roots)
**   call, return_roots   put
**   call that may write  put where the type has references, if stack memory holds what its types say
**   call, if captured    the same at every safepoint; also if exposed and begun
**   lifetime, alloca     all words raw; not captured, not begun
**   block out of use     not captured, not begun, for the life of the variable ends here
** Join: union.  Demand, backward: a word that is read later before it certainly is overwritten (check_flow.c); all
** words of a variable that is captured, or exposed and begun.  Errors at a safepoint:
**   1. a word that is put and demanded, if no block covers it that surely is in use in a frame that surely is linked;
**   2. a word that is raw or number, in a run of a block that perhaps is in use in a frame that perhaps is linked;
**   3. where objects move: a run that is not deep, if a callee has the address of the variable and may keep what it
**      reads there over a safepoint. */
#include "check/memory/check_words.h"

#define WORDS_MOST (1u << 20)
enum { WINDOWS_MOST = 64 }; /* examined for one store */

static uint64_t
window(const uint64_t *bits, uint32_t from)
{
	return bits[from / 64];
}

/* ---- effects ---- */

/* Bit for each of the 64 words from `from` on that lies in bytes lo..hi - 1. */
static uint64_t
words_in(const struct words *w, uint32_t from, int64_t lo, int64_t hi)
{
	uint64_t in = 0;

	for (uint32_t i = 0; i < 64 && from + i < w->nwords; i++)
		in |= (uint64_t)((int64_t)(from + i) * w->c->word >= lo && (int64_t)(from + i) * w->c->word < hi) << i;
	return in;
}

/* The words that become numbers when a value without references is stored at a place that only strides tell.  These do
** not tell where an array in a struct ends; so words that hold references by the variable's type do not count, if the
** array itself has other words where the store may land. */
static uint64_t
numbers_landing(struct words *w, const struct access *a, uint64_t writes)
{
	struct ck *c = w->c;
	LLVMValueRef p = c->pointers[a->pointer].v;
	uint64_t here = check_landing(c, p, w->object, w->flow.from, a->bytes) & writes & w->flow.all;
	int64_t lo, hi;
	bool other = false;

	if (w->declared == NULL || !c->typed)
		return here;
	if (!check_home(c, p, w->object, &lo, &hi))
		lo = 0, hi = INT64_MAX;
	uint32_t first = (uint32_t)(lo / (64 * (int64_t)c->word)) * 64;
	for (uint32_t from = first; from < w->nwords && from < first + 64 * WINDOWS_MOST && !other; from += 64) {
		uint64_t in = words_in(w, from, lo, hi);
		other = (check_landing(c, p, w->object, (int64_t)from * c->word, a->bytes) & in
				& ~window(w->declared, from))
			!= 0;
	}
	return other ? here & ~w->type : here;
}

/* Finds the words of the window that a stored value fills with anything but references. */
static bool
numbers_of(struct words *w, const struct access *a, const struct touch *t, const struct place *at, uint64_t *numbers)
{
	struct ck *c = w->c;
	uint64_t refs = 0, others = 0;
	bool odd = false;

	*numbers = 0;
	if (a->holds == NULL || a->null)
		return true;
	if (at->lo != at->hi || w->flow.folded) {
		uint64_t landing = check_landing(c, c->pointers[a->pointer].v, w->object, w->flow.from, a->bytes);
		/* if the address may be anywhere the types are believed, as they are for callees */
		*numbers = check_has_refs(c, a->holds) || landing == ~(uint64_t)0 ? 0
			: numbers_landing(w, a, t->writes);
		return true;
	}
	if (!check_type_words(c, a->holds, at->lo - w->flow.from, &refs, &others, 64, &odd))
		return false;
	*numbers = others & ~refs & w->flow.all;
	return true;
}

/* Is it an integer that was loaded, and so may be a copy of a reference? */
static bool
is_loaded(LLVMValueRef v)
{
	return LLVMIsALoadInst(v) != NULL && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
}

uint64_t
words_put_by(const struct words *w, const struct access *a, const struct touch *t)
{
	uint64_t results = w->results != NULL ? window(w->results, w->from) : 0;

	if (a->all_refs)
		return t->writes;
	if (a->by_callee)
		return t->writes & (a->holds != NULL ? results : w->c->typed ? w->type : 0);
	return a->copies && w->c->typed ? t->writes & w->type : 0;
}

static bool
step(struct words *w, struct bits *s, const struct touch *t)
{
	const struct access *a = &w->c->accesses[t->access];
	uint64_t numbers = 0, put = words_put_by(w, a, t);

	if (a->forgets) {
		*s = (struct bits){ .raw = w->flow.all, .exposed = s->exposed, .reached = true };
		return true;
	}
	s->captured |= a->captures;
	s->exposed |= a->exposes;
	s->begun |= a->reads || a->writes;
	if (!a->writes)
		return true;
	if (a->stored) {
		if (!numbers_of(w, a, t, &w->c->places[w->c->ev[t->pos].b], &numbers))
			return false;
		if (numbers != 0 && LLVMIsAStoreInst(a->inst) && is_loaded(LLVMGetOperand(a->inst, 0)))
			put |= numbers & w->type, numbers = 0;
	} else if (!a->by_callee && !a->copies && !a->null) {
		numbers = t->writes;
	}
	s->put = (s->put & ~t->kills) | put;
	s->number = (s->number & ~t->kills) | numbers;
	if (!a->by_callee)
		s->raw &= ~t->kills;
	return true;
}

/* ---- the walk ---- */

/* May any callee write the variable?  Of a variable without a block in the mapped frame it cannot be told when its life
** begins. */
static bool
is_open(const struct words *w, const struct bits *s)
{
	return s->captured || (s->exposed && (s->begun || w->c->objects[w->object].block == 0));
}

/* Judges a safepoint.  False: an error was reported, and no more are for this window. */
static bool
at_stop(struct words *w, uint32_t pos, uint32_t b, const struct bits *s)
{
	struct ck *c = w->c;
	LLVMValueRef call = c->calls[c->ev[pos].a];
	uint64_t live, bad;
	uint32_t stop = c->objects[w->object].block != 0 ? check_map_stop(c, pos) : 0;

	if (check_is_musttail(call))
		return true;
	live = is_open(w, s) ? w->flow.all : check_live_inside(&w->flow, &w->touches, pos, b);
	bad = s->put & live;
	if (bad != 0 && c->objects[w->object].block != 0)
		bad &= ~check_map_covers(c, stop, w->object, w->from, true);
	if (bad != 0) {
		words_say(w, pos, call, bad, s, true);
		return false;
	}
	bad = s->raw | s->number;
	if (bad != 0 && c->objects[w->object].block != 0
		&& (bad &= check_map_covers(c, stop, w->object, w->from, false)) != 0) {
		words_say(w, pos, call, bad, s, false);
		return false;
	}
	return true;
}

/* Carries the state through a block, and judges its safepoints if `judge`.  *enough: an error was reported.  False:
** memory is exhausted. */
static bool
walk_block(struct words *w, uint32_t b, struct bits *s, bool judge, bool *enough)
{
	struct ck *c = w->c;
	uint32_t i = check_flow_next(&w->flow, c->ev_off[b]), end = c->ev_off[b + 1],
		lo = ck_before(w->stops, w->nstops, sizeof *w->stops, c->ev_off[b]);

	for (;;) {
		uint32_t touch = i < w->flow.n && w->flow.t[i].pos < end ? w->flow.t[i].pos : end;
		uint32_t stop = lo < w->nstops && w->stops[lo] < end ? w->stops[lo] : end;
		if (touch == end && stop == end)
			return true;
		if (touch < stop) {
			if (!step(w, s, &w->flow.t[i++]))
				return false;
			continue;
		}
		lo++;
		if (c->ev[stop].kind == EV_COUNT) {
			if (c->ev[stop].a < c->nblocks && c->blocks[c->ev[stop].a].object == w->object
				&& !c->ev[stop].b)
				s->captured = s->begun = false;
			continue;
		}
		if (c->typed && is_open(w, s))
			s->put |= w->type;
		if (judge && !at_stop(w, stop, b, s)) {
			*enough = true;
			return true;
		}
	}
}

static struct bits
at_entry(const struct words *w)
{
	const struct object *o = &w->c->objects[w->object];
	struct bits s = { .begun = o->byval, .reached = true };

	if (o->byval && !o->unread)
		s.put = w->type;
	else if (!o->renewed)
		s.raw = w->flow.all;
	return s;
}

/* The quick proof, for most variables: the collector sees the variable at each safepoint, its runs cover all words in
** which references are put and no numbers, and these words are written before the first safepoint.  False: it fails, or
** memory is exhausted (*failed). */
static bool
is_plain(struct words *w, bool *failed)
{
	struct ck *c = w->c;
	const struct object *o = &c->objects[w->object];
	uint64_t runs = check_map_runs(c, w->object, w->from), raw = o->byval && !o->unread ? 0 : runs;
	uint32_t first = c->ev_off[1];

	if (!check_map_always_on(c, w->object) || o->renewed || (w->type & ~runs) != 0)
		return false;
	for (uint32_t i = 0; i < w->nstops && w->stops[i] < first; i++)
		if (c->ev[w->stops[i]].kind == EV_SAFEPOINT)
			first = w->stops[i];
	for (uint32_t i = 0; i < w->flow.n; i++) {
		const struct touch *t = &w->flow.t[i];
		struct bits s = { .raw = raw };
		if (c->accesses[t->access].forgets || !step(w, &s, t)) {
			*failed = !c->accesses[t->access].forgets;
			return false;
		}
		if ((s.put & ~runs) != 0 || (s.number & runs) != 0)
			return false;
		if (t->pos < first)
			raw = s.raw;
	}
	return (raw & runs) == 0;
}

static bool
differ(const struct bits *a, const struct bits *b)
{
	return a->put != b->put || a->raw != b->raw || a->number != b->number || a->captured != b->captured
		|| a->exposed != b->exposed || a->begun != b->begun;
}

static bool
prove_window(struct words *w)
{
	struct ck *c = w->c;
	uint32_t n = 0, count = w->nwords - w->from, k = w->from / CHECK_WINDOW;
	const struct windows *a = &w->windows;
	bool enough = false, failed = false;

	if (a->pos != NULL
		? !check_flow_among(&w->flow, a->pos + a->off[k], a->off[k + 1] - a->off[k], w->object, w->from, count)
		: !check_flow_window(&w->flow, &w->touches, w->object, w->from, count))
		return false;
	w->type = w->declared != NULL ? window(w->declared, w->from) & w->flow.all : 0;
	if (is_plain(w, &failed) || failed)
		return !failed;
	check_flow_live(&w->flow, &w->touches);
	memset(w->in, 0, c->nblk * sizeof *w->in);
	w->in[0] = at_entry(w);
	w->work[n++] = 0;
	while (n > 0) {
		uint32_t b = w->work[--n];
		struct bits s = w->in[b];
		w->queued[b] = false;
		if (!walk_block(w, b, &s, false, &enough))
			return false;
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
			uint32_t t = c->succ[e];
			struct bits *x = &w->in[t], old = *x;
			x->put |= s.put;
			x->raw |= s.raw;
			x->number |= s.number;
			x->captured |= s.captured;
			x->exposed |= s.exposed;
			x->begun |= s.begun;
			x->reached = true;
			if ((!old.reached || differ(x, &old)) && !w->queued[t]) {
				w->queued[t] = true;
				w->work[n++] = t;
			}
		}
	}
	for (uint32_t b = 0; b < c->nblk && !enough && !check_many(c); b++) {
		struct bits s = w->in[b];
		if (s.reached && !walk_block(w, b, &s, true, &enough))
			return false;
	}
	return true;
}

/* ---- objects ---- */

/* May other accesses than stores put references into the object, or does the mapped frame say that it has some? */
static bool
is_of_interest(const struct words *w, const struct object *o)
{
	struct ck *c = w->c;
	bool typed = c->typed && o->type != NULL && check_has_refs(c, o->type);

	if (o->kind != OBJECT_ALLOCA || o->pointer == c->mapped
		|| (c->statepoints && o->block == 0 && !words_is_mixed(c, o->type)))
		return false;
	if (o->block != 0 || o->byval)
		return true;
	for (uint32_t i = w->touches.off[w->object]; i < w->touches.off[w->object + 1]; i++) {
		const struct access *a = &c->accesses[c->ev[w->touches.pos[i]].a];
		if (a->all_refs || (typed && (a->by_callee || a->copies || a->captures || a->exposes))
			|| (a->by_callee && a->holds != NULL && check_has_refs(c, a->holds)))
			return true;
	}
	return false;
}

/* Where objects move: are the words of the variable deep that have to be? */
static void
prove_kinds(struct words *w, const struct object *o)
{
	struct ck *c = w->c;
	bool twice, deep = true;

	for (uint32_t i = o->block; i != 0; i = c->blocks[i - 1].next)
		for (uint32_t k = 0; k <= c->blocks[i - 1].reach / 64; k++)
			deep &= c->blocks[i - 1].in_run[k] == c->blocks[i - 1].deep[k];
	if (deep || !c->mapped_moving)
		return;
	for (uint32_t i = w->touches.off[w->object]; i < w->touches.off[w->object + 1]; i++) {
		const struct access *a = &c->accesses[c->ev[w->touches.pos[i]].a];
		bool call = LLVMIsACallInst(a->inst) || LLVMIsAInvokeInst(a->inst);
		if (!a->leaks || !call || !check_is_safepoint(c, a->inst, &twice) || check_takes_over(c, a->inst))
			continue;
		check_hole(c, a->inst,
			"%s may keep what it reads from stack variable %s, which the mapped frame lets move",
			words_callee(a->inst), check_value_name(c, o->pointer, ""));
		return;
	}
}

static bool
prove_object(struct words *w, uint32_t o)
{
	struct ck *c = w->c;
	const struct object *x = &c->objects[o];
	int64_t bytes = x->bytes;
	bool odd = false;

	w->object = o;
	if (!is_of_interest(w, x))
		return true;
	w->folded = 0;
	if (bytes >= OBJECT_ENDLESS) /* one element stands for all */
		w->folded = bytes = x->type == NULL || !LLVMTypeIsSized(x->type)
			? 0 : (int64_t)LLVMABISizeOfType(c->layout, x->type);
	if (bytes > (int64_t)WORDS_MOST * c->word) {
		ck_give_up(c, "a variable with references that callees write is too large");
		return true;
	}
	w->nwords = (uint32_t)((bytes + c->word - 1) / c->word);
	if (!words_declare(w, x, &odd) || !words_add_results(w, &odd))
		return false;
	if (odd)
		check_hole(c, x->byval ? c->fn : x->pointer,
			"%s has references that do not lie at words, and callees may write or copies fill it",
			check_value_name(c, x->pointer, ""));
	if (x->block != 0)
		prove_kinds(w, x);
	bool many;
	w->windows = (struct windows){ 0 };
	if (w->folded == 0 && w->nwords > CHECK_WINDOW
		&& !check_windows(c, &w->touches, o, (w->nwords - 1) / CHECK_WINDOW + 1, NULL, &w->windows, &many))
		return false;
	for (w->from = 0; w->from < w->nwords && !check_many(c); w->from += 64)
		if (!prove_window(w))
			return false;
	return true;
}

static bool
find_safepoints(struct words *w)
{
	struct ck *c = w->c;
	uint32_t cap = 0;

	for (uint32_t i = 0; i < c->nev; i++)
		if (c->ev[i].kind == EV_SAFEPOINT || c->ev[i].kind == EV_COUNT) {
			if (!ARENA_PUSH(&c->ar, w->stops, w->nstops, cap))
				return false;
			w->stops[w->nstops++] = i;
		}
	return true;
}

static bool
any_alloca(const struct ck *c)
{
	for (uint32_t o = 0; o < c->nobjects; o++)
		if (c->objects[o].kind == OBJECT_ALLOCA)
			return true;
	return false;
}

bool
check_words(struct ck *c)
{
	struct words w = { .c = c };

	if (c->npointers == 0 || !any_alloca(c) || (c->naccesses == 0 && c->nblocks == 0))
		return true;
	if (!check_touches(c, &w.touches))
		return false;
	bool any = false;
	for (uint32_t o = 0; o < c->nobjects && !any; o++) {
		w.object = o;
		any = is_of_interest(&w, &c->objects[o]);
	}
	if (!any)
		return true;
	w.in = arena_array(&c->ar, c->nblk, sizeof *w.in);
	w.queued = arena_zarray(&c->ar, c->nblk, sizeof *w.queued);
	w.work = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *w.work);
	if (c->ar.failed || !check_flow_start(c, &w.flow) || !find_safepoints(&w))
		return false;
	for (uint32_t o = 0; o < c->nobjects && !check_many(c) && !c->too_hard; o++)
		if (!prove_object(&w, o))
			return c->too_hard && !c->ar.failed;
	return true;
}
