/* SPDX-License-Identifier: MIT */
/* descriptors.c -- random type descriptors against a model of the heap, and damaged ones, which must be named.
**
**   descriptors [--rounds=N] [--seed=N] [--heap-only] [--damage=N]
**
** Each round makes new types, of all layouts, and another mode of the collector.  It builds, joins and drops objects of
** these types, and keeps beside each object what it must hold.  What can be reached in the model must be in the heap,
** unchanged, and at one place whichever way leads there; after a full collection nothing else may be alive, and each
** release function has run once for each object that is gone.  Weak references lead to what can be reached, and to
** nothing else behind a full collection.
**
** Then processes of their own damage a descriptor or an object.  Under LATEROOT_GC_DEBUG or LATEROOT_GC_VERIFY_HEAP each
** must end with a message that names the object or its type.  Exit status 0: all was so; a failure aborts. */
#include "../unit/dice.h"

#include <lateroot/lifetime.h>
#include <lateroot/runtime.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TYPES = 10, SLOTS = 16, WEAKS = 12, STEPS = 600, MOST_WORDS = 14, MOST_OBJECTS = STEPS + SLOTS };
enum { ID_WORD, COUNT_WORD, MASK_WORD, SCANNED_WORDS }; /* of LR_LAYOUT_SCANNED, behind which come the words */
enum { NOTHING = -1, SMALL = -2 };

/* A type: its descriptor, and what the model has to know. */
struct kind {
	struct lr_scanned_type desc;   /* first: its address is the type */
	char name[24];
	uint32_t refs[MOST_WORDS], elem_refs[8];
	uint32_t words;                /* of the fixed part */
	uint32_t id_word;
	bool outside;                  /* elements in memory of malloc, which the release function frees */
};

/* An object of the model. */
struct thing {
	const struct kind *kind;
	uint64_t id, mask;             /* mask: of LR_LAYOUT_SCANNED, which of the words are references */
	uint32_t n, nrefs;
	int *ref;                      /* another object, NOTHING or SMALL */
	void *seen;                    /* in the present check */
	bool alive;
};

static struct kind kinds[TYPES];
static struct thing things[MOST_OBJECTS];
static int nthings, roots[SLOTS], weak[WEAKS];
static uint64_t seed = 1, present_round, releases, expected_releases;
static bool can_move = true;

#define CHECK(condition) \
	((condition) ? (void)0 : (fprintf(stderr, "descriptors: seed %" PRIu64 ", round %" PRIu64 ", line %d: %s\n", \
		seed, present_round, __LINE__, #condition), abort()))

static uint32_t
least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* ---- types ---- */

static void
scan(void *object, lr_visit_slots *visit, void *state)
{
	uint64_t *words = object;

	for (uint64_t i = 0; i < words[COUNT_WORD]; i++)
		if (words[MASK_WORD] >> i & 1)
			visit(state, (void **)(void *)&words[SCANNED_WORDS + i], 1);
}

static void
release(void *object)
{
	const struct kind *k = (const struct kind *)lr_type_of(object);

	if (k->outside)
		free(((void **)object)[k->desc.type.data_word]);
	__atomic_fetch_add(&releases, 1, __ATOMIC_RELAXED);
}

/* Takes n of the numbers below `of` that `taken` does not have, in any order, or the first ones, if `first`. */
static void
choose(struct dice *d, uint32_t *to, uint32_t n, uint32_t of, uint32_t taken, bool first)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t w = first ? i : roll(d, of);
		while (taken >> w & 1)
			w = (w + 1) % of;
		taken |= 1u << w;
		to[i] = w;
	}
}

static void
make_kind(struct dice *d, struct kind *k, uint32_t number)
{
	struct lr_type *t = &k->desc.type;
	uint32_t special[3];           /* words for the id, the length and the address */

	memset(k, 0, sizeof *k);
	snprintf(k->name, sizeof k->name, "Kind%" PRIu32 "x%" PRIu64, number, present_round);
	t->name = k->name;
	t->layout = roll(d, 4);
	t->flags = one_in(d, 5) ? LR_TYPE_FIXED : 0;
	if (t->layout == LR_LAYOUT_SCANNED) {
		t->size_bytes = one_in(d, 2) ? SCANNED_WORDS * 8 : 0;
		k->desc.scan = scan;
		k->words = SCANNED_WORDS;
		return;
	}
	k->words = 3 + roll(d, MOST_WORDS - 3);
	const bool first = one_in(d, 3);           /* the references are the first words, and need no list */
	t->nrefs = roll(d, k->words - 2);
	choose(d, special, 3, k->words, first ? (1u << t->nrefs) - 1 : 0, false);
	k->id_word = special[0];
	choose(d, k->refs, t->nrefs, k->words, 1u << special[0] | 1u << special[1] | 1u << special[2], first);
	t->refs = first && one_in(d, 2) ? NULL : k->refs;
	t->size_bytes = 8 * k->words;
	if (one_in(d, 4))
		t->release = release;
	if (t->layout == LR_LAYOUT_FIXED)
		return;
	t->length_word = special[1];
	t->data_word = special[2];
	const uint32_t words = 1 + roll(d, 6);
	t->elem_nrefs = one_in(d, 3) ? 0 : 1 + roll(d, words);
	t->elem_bytes = t->elem_nrefs == 0 ? 1 + roll(d, 40) : 8 * words;
	const bool leading = one_in(d, 2);
	choose(d, k->elem_refs, t->elem_nrefs, words, 0, leading);
	t->elem_refs = leading && one_in(d, 2) ? NULL : k->elem_refs;
	if (t->layout == LR_LAYOUT_POINTED && one_in(d, 2)) {
		k->outside = true;
		t->release = release;
	}
}

static bool
has_elements(const struct kind *k)
{
	return k->desc.type.layout == LR_LAYOUT_INLINE || k->desc.type.layout == LR_LAYOUT_POINTED;
}

/* ---- objects ---- */

static char *
elements_of(const struct thing *m, void *object)
{
	if (m->kind->outside)
		return ((char **)object)[m->kind->desc.type.data_word];
	return (char *)object + 8 * m->kind->words;
}

/* The address of reference number k. */
static void **
slot_of(const struct thing *m, void *object, uint32_t k)
{
	const struct lr_type *t = &m->kind->desc.type;
	void **words = object;

	if (t->layout == LR_LAYOUT_SCANNED) {
		uint64_t mask = m->mask;
		for (; k > 0; k--)
			mask &= mask - 1;
		return &words[SCANNED_WORDS + __builtin_ctzll(mask)];
	}
	if (k < t->nrefs)
		return &words[t->refs != NULL ? t->refs[k] : k];
	k -= t->nrefs;
	const uint32_t i = k / t->elem_nrefs, word = k % t->elem_nrefs;
	return (void **)(void *)(elements_of(m, object) + (size_t)i * t->elem_bytes)
		+ (t->elem_refs != NULL ? t->elem_refs[word] : word);
}

static uint64_t
pattern(const struct thing *m, size_t word)
{
	return (m->id * 2654435761u + word * 40503u) | (uint64_t)1 << 62; /* no address */
}

/* Writes all of an object, or compares all but its references, as `check` says. */
static void
content(const struct thing *m, void *object, bool check)
{
	const struct kind *k = m->kind;
	const struct lr_type *t = &k->desc.type;
	uint64_t *words = object;
	uint64_t skip = 0;             /* fixed words that are not made of the pattern */
	const size_t n = k->words + (t->layout == LR_LAYOUT_SCANNED ? m->n : 0);

	if (t->layout == LR_LAYOUT_SCANNED) {
		const uint64_t head[] = { m->id, m->n, m->mask };
		for (int i = 0; i < SCANNED_WORDS; i++)
			check ? CHECK(words[i] == head[i]) : (void)(words[i] = head[i]);
		skip = (1u << SCANNED_WORDS) - 1;
	} else {
		check ? CHECK(words[k->id_word] == m->id) : (void)(words[k->id_word] = m->id);
		skip = (uint64_t)1 << k->id_word;
		for (uint32_t i = 0; i < t->nrefs; i++)
			skip |= (uint64_t)1 << (t->refs != NULL ? t->refs[i] : i);
		if (has_elements(k)) {
			check ? CHECK(words[t->length_word] == m->n) : (void)(words[t->length_word] = m->n);
			skip |= (uint64_t)1 << t->length_word | (uint64_t)1 << t->data_word;
		}
	}
	for (size_t i = 0; i < n; i++)
		if (i < 64 && (skip >> i & 1) == 0 && !(i >= SCANNED_WORDS && t->layout == LR_LAYOUT_SCANNED
			&& m->mask >> (i - SCANNED_WORDS) & 1))
			check ? CHECK(words[i] == pattern(m, i)) : (void)(words[i] = pattern(m, i));
	if (!has_elements(k))
		return;
	unsigned char *e = (unsigned char *)elements_of(m, object);
	if (t->elem_nrefs == 0)
		for (size_t i = 0; i < (size_t)m->n * t->elem_bytes; i++)
			check ? CHECK(e[i] == (unsigned char)(m->id + i)) : (void)(e[i] = (unsigned char)(m->id + i));
	else
		for (size_t i = 0; i < (size_t)m->n * t->elem_bytes / 8; i++) {
			bool is_ref = false;
			for (uint32_t r = 0; r < t->elem_nrefs; r++)
				is_ref |= (t->elem_refs != NULL ? t->elem_refs[r] : r) == i % (t->elem_bytes / 8);
			if (!is_ref)
				check ? CHECK(((uint64_t *)(void *)e)[i] == pattern(m, i))
					: (void)(((uint64_t *)(void *)e)[i] = pattern(m, i));
		}
}

/* Makes an object of the model, and one of the heap.  [safepoint] */
static void *
make(struct dice *d, int *number)
{
	struct thing *m = &things[nthings];
	const struct kind *k = &kinds[roll(d, TYPES)];
	const struct lr_type *t = &k->desc.type;
	size_t bytes = 8 * k->words;

	*number = nthings++;
	*m = (struct thing){ .kind = k, .id = present_round << 20 | (uint64_t)nthings };
	m->n = t->layout == LR_LAYOUT_SCANNED ? roll(d, 60) : has_elements(k) ? roll(d, one_in(d, 20) ? 900 : 7) : 0;
	m->mask = (uint64_t)roll(d, 65536) * roll(d, 65536) << roll(d, 30) & (((uint64_t)1 << m->n % 64) - 1);
	m->nrefs = t->layout == LR_LAYOUT_SCANNED ? (uint32_t)__builtin_popcountll(m->mask)
		: t->nrefs + (has_elements(k) ? m->n * t->elem_nrefs : 0);
	m->ref = malloc((m->nrefs + 1) * sizeof *m->ref);
	CHECK(m->ref != NULL);
	if (t->layout == LR_LAYOUT_SCANNED)
		bytes += 8 * m->n;
	else if (has_elements(k) && !k->outside)
		bytes += (size_t)m->n * t->elem_bytes;
	char *o = lr_gc_alloc(bytes, t);
	if (t->layout == LR_LAYOUT_POINTED)
		((void **)(void *)o)[t->data_word] = k->outside ? calloc(m->n + 1, t->elem_bytes)
			: o + 8 * k->words;
	content(m, o, false);
	for (uint32_t i = 0; i < m->nrefs; i++) {
		m->ref[i] = NOTHING;
		*slot_of(m, o, i) = NULL;
	}
	expected_releases += t->release != NULL;
	return o;
}

/* Stores into reference number k, by one of the ways that a program has. */
static void
set(struct dice *d, struct thing *m, void *object, uint32_t k, int child, void *value)
{
	void **slot = slot_of(m, object, k);

	m->ref[k] = child;
	*slot = value;
	if (m->kind->outside || one_in(d, 2))
		lr_gc_write_barrier(object, value);
	else if ((lr_tag(object) & (LR_TAG_MARKED | LR_TAG_OLD)) == (LR_TAG_MARKED | LR_TAG_OLD)
		&& lr_is_reference(value) && !(lr_tag(value) & LR_TAG_MARKED))
		lr_gc_queue_slot(object, slot);
}

struct array { int64_t n; void *at[]; };

static void
set_root(struct array *array, uint32_t s, int child, void *value)
{
	roots[s] = child;
	array->at[s] = value;
	lr_gc_write_barrier(array, value);
}

/* Goes from a root along references that are there.  Returns the object; NULL: the root has none. */
static void *
walk(struct dice *d, const struct array *array, int *number)
{
	const uint32_t s = roll(d, SLOTS);
	void *o = array->at[s];

	*number = roots[s];
	for (uint32_t hops = roll(d, 8); o != NULL && hops > 0; hops--) {
		const struct thing *m = &things[*number];
		const uint32_t k = m->nrefs != 0 ? roll(d, least(m->nrefs, 60000)) : 0;
		if (m->nrefs == 0 || m->ref[k] < 0)
			break;
		o = *slot_of(m, o, k);
		*number = m->ref[k];
	}
	return o;
}

/* Compares all that can be reached.  Returns how many objects that are. */
static uint64_t
check_all(const struct array *array)
{
	static int todo[MOST_OBJECTS];
	int n = 0;
	uint64_t reached = 0, with_release = 0;

	for (int i = 0; i < nthings; i++)
		things[i].alive = false, things[i].seen = NULL;
	for (int s = 0; s < SLOTS; s++) {
		CHECK((array->at[s] == NULL) == (roots[s] == NOTHING));
		if (roots[s] >= 0 && !things[roots[s]].alive) {
			things[roots[s]].alive = true;
			things[roots[s]].seen = array->at[s];
			todo[n++] = roots[s];
		}
		CHECK(roots[s] < 0 || things[roots[s]].seen == array->at[s]);
	}
	for (; n > 0; reached++) {
		const struct thing *m = &things[todo[--n]];
		CHECK(lr_type_of(m->seen) == &m->kind->desc.type);
		content(m, m->seen, true);
		with_release += m->kind->desc.type.release != NULL;
		for (uint32_t k = 0; k < m->nrefs; k++) {
			void *to = *slot_of(m, m->seen, k);
			if (m->ref[k] < 0) {
				CHECK(to == (m->ref[k] == NOTHING ? NULL : (void *)(uintptr_t)(k % 4095 + 1)));
				continue;
			}
			struct thing *next = &things[m->ref[k]];
			if (!next->alive) {
				next->alive = true;
				next->seen = to;
				todo[n++] = m->ref[k];
			}
			CHECK(next->seen == to);
		}
	}
	CHECK(__atomic_load_n(&releases, __ATOMIC_RELAXED) <= expected_releases - with_release);
	return reached;
}

/* ---- a round ---- */

static void
configure(struct dice *d)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	CHECK(lr_gc_get_config(&c) == LR_RT_OK);
	c.mode = (uint32_t[]){ LR_GC_GENERATIONAL, LR_GC_GENERATIONAL, LR_GC_FULL, LR_GC_MOVING }[roll(d, 4)];
	if (!can_move && c.mode == LR_GC_MOVING)
		c.mode = LR_GC_GENERATIONAL;
	c.stress = one_in(d, 3) ? 1 + roll(d, 20) : 0;
	c.nursery_bytes = (size_t)16 << 10 << roll(d, 6);
	c.threads = 1 + roll(d, 3);
	c.verify_heap = can_move && one_in(d, 2);
	CHECK(lr_gc_configure(&c) == LR_RT_OK);
}

static uint64_t
live_objects(void)
{
	struct lr_gc_stats s = { .struct_size = sizeof s };

	CHECK(lr_gc_stats(&s) == LR_RT_OK);
	return s.live_objects;
}

static void
step(struct dice *d, struct array **array, struct array **weaks, char **o, char **p)
{
	const uint32_t what = roll(d, 100), s = roll(d, SLOTS), w = roll(d, WEAKS);
	int a = NOTHING, b = NOTHING;

	if (what < 60) {
		*p = make(d, &b);
		*o = walk(d, *array, &a);
	} else if (what < 75) {
		*o = walk(d, *array, &a);
		*p = walk(d, *array, &b);
	} else if (what < 80) {
		*o = walk(d, *array, &a);
	} else if (what < 88) {
		*o = walk(d, *array, &a);
		if (*o != NULL) {
			*p = lr_weak_new(*o, 0);
			(*weaks)->at[w] = *p;
			lr_gc_write_barrier(*weaks, *p);
			weak[w] = a;
		}
		*o = *p = NULL;
		return;
	} else if (what < 96) {
		check_all(*array);
		return;
	} else {
		lr_gc_collect(one_in(d, 2));
		return;
	}
	const uint32_t k = *o != NULL && things[a].nrefs != 0 ? roll(d, least(things[a].nrefs, 60000)) : 0;
	if (*o == NULL || things[a].nrefs == 0 || one_in(d, 4))
		set_root(*array, s, *p != NULL ? b : NOTHING, *p);
	else if (*p == NULL && one_in(d, 2))
		set(d, &things[a], *o, k, SMALL, (void *)(uintptr_t)(k % 4095 + 1));
	else
		set(d, &things[a], *o, k, *p != NULL ? b : NOTHING, *p);
	*o = *p = NULL;
}

static void
check_exactly(const struct array *array, const struct array *weaks)
{
	uint64_t nweak = 0, alive = check_all(array), with_release = 0;

	for (int i = 0; i < WEAKS; i++) {
		nweak += weak[i] != NOTHING;
		if (weak[i] != NOTHING)
			CHECK(lr_weak_get(weaks->at[i]) == (things[weak[i]].alive ? things[weak[i]].seen : NULL));
	}
	for (int i = 0; i < nthings; i++)
		with_release += things[i].alive && things[i].kind->desc.type.release != NULL;
	if (!can_move)             /* bdwgc finds some dead objects later */
		return;
	CHECK(live_objects() == alive + nweak + 2);
	CHECK(releases == expected_releases - with_release);
}

static void
play_round(struct dice *d)
{
	struct array *array = NULL, *weaks = NULL;
	char *o = NULL, *p = NULL;

	for (uint32_t i = 0; i < TYPES; i++)
		make_kind(d, &kinds[i], i);
	memset(roots, 0xFF, sizeof roots);
	memset(weak, 0xFF, sizeof weak);
	nthings = 0;
	configure(d);
	LR_GC_PUSH_MOVING(&array, &weaks, &o, &p);
	array = lr_gc_alloc(8 + SLOTS * 8, &lr_type_refs.type);
	array->n = SLOTS;
	weaks = lr_gc_alloc(8 + WEAKS * 8, &lr_type_refs.type);
	weaks->n = WEAKS;
	for (int i = 0; i < STEPS; i++)
		step(d, &array, &weaks, &o, &p);
	lr_gc_collect(1);
	check_exactly(array, weaks);
	LR_GC_POP();
	for (int i = 0; i < 4; i++)
		lr_gc_collect(1);
	CHECK(!can_move || live_objects() == 0);
	CHECK(!can_move || releases == expected_releases);
	for (int i = 0; i < nthings; i++)
		free(things[i].ref);
}

/* ---- damage ---- */

static char message[8192];
static uint64_t named_of[32];      /* by kind of damage: how many were found */

static void *
no_memory(struct dice *d)
{
	return (void *)(uintptr_t[]){ 4097 * 16, (uintptr_t)0x7ffffff00000, (uintptr_t)1 << 62, 0x5000 }[roll(d, 4)];
}

/* Damages the descriptor, or the object, if that is there.  Returns what it did; NULL: this does not go with the type. */
static const char *
damage(struct dice *d, uint32_t what, struct kind *k, void **object, bool *only_verify)
{
	struct lr_type *t = &k->desc.type;
	const bool elements = has_elements(k) && t->elem_nrefs != 0;
	void **words = object;

	*only_verify = false;
	switch (what) {
	case 0: return t->layout = 4 + roll(d, 1000), "the layout is none";
	case 1: t->nrefs = MOST_WORDS + 500 + roll(d, 1u << 16), t->refs = NULL; return "too many references";
	case 2:
		if (t->nrefs == 0 || t->layout == LR_LAYOUT_SCANNED)
			return NULL;
		t->refs = k->refs;
		k->refs[roll(d, t->nrefs)] = 1u << (10 + roll(d, 20));
		return "a reference outside of the object";
	case 3:
		if (t->nrefs == 0)
			return NULL;
		*only_verify = true;       /* the list is read at allocation */
		t->refs = no_memory(d);
		return "an unreadable list of references";
	case 4:
		if (!elements)
			return NULL;
		t->elem_refs = k->elem_refs;
		k->elem_refs[roll(d, t->elem_nrefs)] = t->elem_bytes / 8 + roll(d, 60000);
		return "a reference outside of the element";
	case 5:
		if (!elements)
			return NULL;
		*only_verify = true;
		t->elem_refs = no_memory(d);
		return "an unreadable list of references of elements";
	case 6:
		if (!elements)
			return NULL;
		t->elem_bytes = one_in(d, 2) ? 0 : 8 * roll(d, 8) + 1 + roll(d, 7);
		return "elements of odd size";
	case 7: return elements ? (t->length_word = 1u << (9 + roll(d, 20)), "a length outside of the object") : NULL;
	case 8:
		if (!elements || t->layout != LR_LAYOUT_POINTED)
			return NULL;
		t->data_word = 1u << (9 + roll(d, 20));
		return "an address of elements outside of the object";
	case 9: return t->layout == LR_LAYOUT_SCANNED ? (k->desc.scan = NULL, "no scan function") : NULL;
	case 10:
		if (t->layout != LR_LAYOUT_SCANNED)
			return NULL;
		*only_verify = true;
		k->desc.scan = (lr_scan *)(uintptr_t)no_memory(d);
		return "a scan function that is not there";
	case 11:
		*only_verify = true;
		t->release = (void (*)(void *))(uintptr_t)no_memory(d);
		return "a release function that is not there";
	case 12:
		*only_verify = true;
		if (object == NULL || !elements)
			return NULL;
		words[t->length_word] = (void *)(uintptr_t)(one_in(d, 2) ? 1u << (12 + roll(d, 19)) : INT64_MAX - roll(d, 99));
		return "a length that is too great";
	case 13:
		*only_verify = true;
		if (object == NULL || !elements || t->layout != LR_LAYOUT_POINTED
			|| (intptr_t)words[t->length_word] == 0)
			return NULL;
		words[t->data_word] = one_in(d, 3) ? (char *)words[t->data_word] + 1 + roll(d, 7) : no_memory(d);
		return "an address of elements where nothing is";
	case 14:
		*only_verify = true;
		if (object == NULL || t->nrefs == 0)
			return NULL;
		words[t->refs != NULL ? t->refs[0] : 0] = one_in(d, 2) ? (void *)((char *)object + 8)
			: (char *)no_memory(d) + roll(d, 2);
		return "a reference to no object";
	case 15:
		*only_verify = true;
		if (object == NULL)
			return NULL;
		words[-1] = (void *)((uintptr_t)no_memory(d) | ((uintptr_t)words[-1] & LR_TAG_BITS));
		return "a tag that is no type";
	case 16:
		*only_verify = true;
		if (object == NULL || t->layout != LR_LAYOUT_SCANNED)
			return NULL;
		words[COUNT_WORD] = (void *)(uintptr_t)64;
		words[MASK_WORD] = (void *)(uintptr_t)UINT64_MAX;
		return "";             /* it may show words that are no references, or none */
	case 17:
		*only_verify = true;
		if (object == NULL || !elements || t->layout != LR_LAYOUT_POINTED || k->outside)
			return NULL;
		t->name = no_memory(d);
		t->elem_bytes = 0;
		return "an unreadable name";
	default: return NULL;
	}
}

enum { DAMAGES = 18 };

/* Runs in a process of its own.  Ends by a message, or exits: 0: the damage does not go with the type, or is none. */
static void
be_damaged(struct dice *d, uint32_t what)
{
	const bool debug = one_in(d, 3), late = one_in(d, 2), old = one_in(d, 2);
	struct lr_gc_config c = { .struct_size = sizeof c };
	struct array *array = NULL;
	char *object = NULL;
	bool only_verify = false;
	int number;

	CHECK(lr_runtime_init() == LR_RT_OK);
	CHECK(lr_gc_get_config(&c) == LR_RT_OK);
	c.debug = debug;
	c.verify_heap = !debug;
	CHECK(lr_gc_configure(&c) == LR_RT_OK);
	for (uint32_t i = 0; i < TYPES; i++)
		make_kind(d, &kinds[i], i);
	struct kind *k = &kinds[0];
	for (int i = 1; i < TYPES; i++)
		kinds[i] = *k;     /* each object is of the one type, whose descriptor is damaged */
	LR_GC_PUSH(&array, &object);
	array = lr_gc_alloc(8 + SLOTS * 8, &lr_type_refs.type);
	array->n = SLOTS;
	if (late || debug) {
		do
			object = make(d, &number);
		while (things[number].n == 0 && nthings < 50 && k->desc.type.layout != LR_LAYOUT_FIXED);
		k = (struct kind *)(uintptr_t)things[number].kind;
		array->at[0] = object;
		if (old)
			lr_gc_collect(1);
	}
	const char *did = damage(d, what, k, late ? (void **)(void *)object : NULL, &only_verify);
	if (did == NULL || (debug && only_verify))
		_exit(0);
	fprintf(stderr, "%s, %s, %s %s: type %s at %p, object %p\n", did, debug ? "debug" : "verify", late ? "late" : "early",
		old ? "old" : "young", what == 17 ? "?" : k->desc.type.name, (void *)k, (void *)object);
	if (!late || debug)        /* of the damaged type, and never filled but with zeros */
		array->at[1] = object = lr_gc_alloc(8 * k->words + 512, &k->desc.type);
	lr_gc_collect(0);
	lr_gc_collect(1);
	array->at[0] = array->at[1] = object = NULL;
	lr_gc_collect(1);
	_exit(did[0] == '\0' ? 0 : 1);
}

static void
try_damage(struct dice *d, uint32_t what)
{
	int ends[2], status;
	size_t n = 0;
	ssize_t got;

	CHECK(pipe(ends) == 0);
	fflush(NULL);
	const pid_t child = fork();
	CHECK(child >= 0);
	if (child == 0) {
		dup2(ends[1], 2);
		close(ends[0]);
		be_damaged(d, what);
	}
	close(ends[1]);
	while (n < sizeof message - 1 && (got = read(ends[0], message + n, sizeof message - 1 - n)) > 0)
		n += (size_t)got;
	message[n] = '\0';
	close(ends[0]);
	CHECK(waitpid(child, &status, 0) == child);
	roll(d, 2);                /* the child's choices are not ours */
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return;
	char name[32] = "", type[32] = "", object[32] = "";
	const char *line = strstr(message, "type "), *found = strstr(message, "gc: ");
	if (line != NULL)
		sscanf(line, "type %31s at %31[^,], object %31s", name, type, object);
	const bool named = found != NULL && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT
		&& ((name[0] != '?' && strstr(found, name) != NULL) || strstr(found, type) != NULL
			|| (object[0] == '0' && strstr(found, object) != NULL));
	if (!named) {
		fprintf(stderr, "descriptors: seed %" PRIu64 ", damage %" PRIu32 ": status %x: %s\n", seed, what, status,
			message);
		abort();
	}
	named_of[what]++;
}

int
main(int argc, char **argv)
{
	uint64_t rounds = 50, damages = 400;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--heap-only") == 0) {
			can_move = false;      /* a heap without the modes and checks of the reference heap */
			damages = 0;
		} else if (sscanf(argv[i], "--rounds=%" SCNu64, &rounds) != 1
			&& sscanf(argv[i], "--seed=%" SCNu64, &seed) != 1
			&& sscanf(argv[i], "--damage=%" SCNu64, &damages) != 1) {
			fprintf(stderr, "descriptors: unknown argument: %s\n", argv[i]);
			return 2;
		}
	struct dice d = { .seed = seed };
	for (uint64_t i = 0; i < damages; i++) { /* before the runtime is initialised: it forks */
		d.seed += 7919;
		nthings = 0;
		try_damage(&d, (uint32_t)(i % DAMAGES));
	}
	for (uint32_t i = 0; i < DAMAGES && damages >= 20 * DAMAGES; i++) /* each kind was tried */
		CHECK(named_of[i] > 0);
	CHECK(lr_runtime_init() == LR_RT_OK);
	for (; present_round < rounds; present_round++)
		play_round(&d);
	printf("descriptors: %" PRIu64 " rounds, %" PRIu64 " releases, %" PRIu64 " damaged\n", rounds, releases, damages);
	return 0;
}
