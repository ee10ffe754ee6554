/* SPDX-License-Identifier: MIT */
/* soak.c -- threads that come and go, and objects of all kinds, beside a model that knows what must be alive.
**
**   soak [--rounds=N] [--seconds=N] [--seed=N] [--quiet] [--heap-only]
**
** Each round has another mode of the collector, another size of the nursery, and other threads.  In some rounds the heap
** grows by some ten megabytes and shrinks again, a few times.  A thread owns chains of
** objects, and drops, swaps, grows and reads them.  What the model holds alive must be there and unchanged, also by way
** of weak references, ephemerons and a weak table; no finalizer may run before its object was dropped.  When the threads
** have ended, each finalizer has run once, and the heap is empty and small.  Exit status 0: all was so; a failure aborts.
** --heap-only: for a heap that neither moves objects nor says at once how many are alive. */
#include "../unit/dice.h"

#include <lateroot/lifetime.h>
#include <lateroot/runtime.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLOTS = 24, SPREAD = 100, WEAKS = 32, MOST_THREADS = 4, STEPS = 3000, LONGEST = 400, MOST_WORDS = 3000 };
/* The tide: chunks of that many objects, which are more than one thread marks alone. */
enum { CHUNKS = 160, CHUNK_ITEMS = 1000, WAVES = 3, TIDE_EVERY = 20 };

/* An object of two words, in a cell of 24 bytes. */
struct seal { uint64_t id; struct seal *before; };
static LR_TYPE_DEFINE(seal_type, .name = "Seal", .size_bytes = 16, .nrefs = 1, .refs = (const uint32_t[]){ 1 });

/* An object: `words` words of content behind the fixed part, each made of the id. */
struct item { int64_t words; struct item *next; struct seal *seal; uint64_t id; uint64_t content[]; };
static LR_TYPE_DEFINE(item_type, .name = "Item", .layout = LR_LAYOUT_INLINE, .size_bytes = 32, .length_word = 0,
	.elem_bytes = 8, .nrefs = 2, .refs = (const uint32_t[]){ 1, 2 });

struct refs { int64_t n; void *at[]; };

/* An object of the model.  It is never freed before its thread ends. */
struct model {
	struct model *next;        /* of the chain */
	struct model *made_before; /* of the thread */
	uint64_t id;
	bool alive, keyed;         /* keyed: the thread's weak table has an entry for it */
	_Atomic int *dropped;      /* of its finalizer, or NULL */
};

struct worker {
	struct dice dice;
	uint64_t number;
	struct model *made, *chain[SLOTS], *weak[WEAKS], *key[WEAKS];
	int length[SLOTS];
};

static _Atomic uint64_t finalizers_added, finalizers_ran, next_id = 1;
static uint64_t seed = 1, present_round;
static bool heap_only;

#define CHECK(condition) \
	((condition) ? (void)0 : (fprintf(stderr, "soak: seed %" PRIu64 ", round %" PRIu64 ", line %d: %s\n", seed, \
		present_round, __LINE__, #condition), abort()))

static void *
allocate(size_t bytes)
{
	void *p = calloc(1, bytes);

	CHECK(p != NULL);
	return p;
}

static void
set(struct refs *array, size_t i, void *object)
{
	array->at[i] = object;
	if ((lr_tag(array) & 3) == 3 && object != NULL && !(lr_tag(object) & LR_TAG_MARKED))
		lr_gc_queue_slot(array, &array->at[i]);
}

/* Where the first object of a chain is, in the array of a thread. */
static size_t
place(uint32_t chain)
{
	return (size_t)chain * SPREAD;
}

static struct refs *
refs_new(int64_t n)
{
	struct refs *r = lr_gc_alloc(sizeof *r + (size_t)n * sizeof *r->at, &lr_type_refs.type);

	r->n = n;
	return r;
}

/* [safepoint] */
static struct seal *
seal_new(uint64_t id, struct seal *before)
{
	enum { CLASS = LR_SIZE_CLASS_COUNT - 1, BYTES = 24 };
	struct seal *s;

	LR_GC_PUSH(&before);
	s = lr_gc_small_alloc(((lr_task *)(void *)lr_get_pgcstack())->ptls, CLASS, BYTES, (uintptr_t)&seal_type.type);
	s->id = id;
	s->before = before;
	LR_GC_POP();
	return s;
}

/* [safepoint] */
static struct item *
item_new(uint64_t id, uint32_t words)
{
	struct item *o = NULL;
	struct seal *s = seal_new(id, NULL);

	LR_GC_PUSH(&s);
	s = seal_new(id + 1, s);
	o = lr_gc_alloc(sizeof *o + words * sizeof *o->content, &item_type.type);
	o->seal = s;
	LR_GC_POP();
	o->words = words;
	o->id = id;
	for (uint32_t i = 0; i < words; i++)
		o->content[i] = id * 31 + i;
	return o;
}

static void
check_item(const struct item *o, uint64_t id)
{
	CHECK(lr_gc_where(o) == LR_GC_OBJECT);
	CHECK(o->id == id);
	CHECK(o->seal->id == id + 1 && o->seal->before->id == id && o->seal->before->before == NULL);
	for (int64_t i = 0; i < o->words; i++)
		CHECK(o->content[i] == id * 31 + (uint64_t)i);
}

static void
finalize(void *object, void *user)
{
	_Atomic int *dropped = user;

	CHECK(*dropped == 1);
	check_item(object, ((struct item *)object)->id);
	free(user);
	finalizers_ran++;
}

static uint32_t
any_size(struct dice *d)
{
	if (one_in(d, 200))
		return roll(d, MOST_WORDS);
	return roll(d, one_in(d, 10) ? 200 : 6);
}

static void
drop(struct model *m)
{
	for (; m != NULL; m = m->next) {
		m->alive = false;
		if (m->dropped != NULL)
			*m->dropped = 1;
	}
}

static void
check_chain(const struct worker *w, const struct refs *slots, const void *table, uint32_t s)
{
	const struct item *o = slots->at[place(s)];

	for (const struct model *m = w->chain[s]; m != NULL; m = m->next, o = o->next) {
		CHECK(o != NULL);
		check_item(o, m->id);
		if (m->keyed) {
			const struct item *value = lr_weak_table_get(table, o);
			CHECK(value != NULL && value->next == o);
			check_item(value, ~m->id);
		}
	}
	CHECK(o == NULL);
}

/* What is weak leads to its target as long as the target is alive, and to that or nothing later. */
static void
check_weak(const struct worker *w, const struct refs *weaks, const struct refs *ephemerons, uint32_t i)
{
	if (w->weak[i] != NULL) {
		const struct item *target = lr_weak_get(weaks->at[i]);
		CHECK(target != NULL || !w->weak[i]->alive);
		if (target != NULL)
			check_item(target, w->weak[i]->id);
	}
	if (w->key[i] != NULL) {
		const struct item *key = lr_ephemeron_key(ephemerons->at[i]);
		const struct item *value = lr_ephemeron_value(ephemerons->at[i]);
		CHECK(key != NULL || !w->key[i]->alive);
		CHECK((key == NULL) == (value == NULL));
		if (key != NULL) {
			check_item(key, w->key[i]->id);
			check_item(value, ~w->key[i]->id);
			CHECK(value->next == key);
		}
	}
}

static struct model *
model_push(struct worker *w, uint32_t s, uint64_t id)
{
	struct model *m = allocate(sizeof *m);

	*m = (struct model){ .next = w->chain[s], .made_before = w->made, .id = id, .alive = true };
	w->chain[s] = w->made = m;
	w->length[s]++;
	return m;
}

/* Drops what follows the first `left` objects of a chain. */
static void
cut(struct worker *w, struct refs *slots, uint32_t s, int left)
{
	struct model *m = w->chain[s];
	struct item *o = slots->at[place(s)];

	if (left == 0) {
		drop(m);
		w->chain[s] = NULL;
		set(slots, place(s), NULL);
	} else if (left < w->length[s]) {
		for (int i = 1; i < left; i++)
			m = m->next, o = o->next;
		drop(m->next);
		m->next = NULL;
		o->next = NULL;
	}
	w->length[s] = left < w->length[s] ? left : w->length[s];
}

/* Everything is a root by address, and may move at each allocation. */
static void
work(struct worker *w)
{
	struct refs *slots = NULL, *weaks = NULL, *ephemerons = NULL;
	struct item *o = NULL;
	void *table = NULL;
	struct dice *d = &w->dice;

	LR_GC_PUSH_MOVING(&slots, &weaks, &ephemerons, &o, &table);
	slots = refs_new((int64_t)place(SLOTS)); /* has pages of its own, and cards */
	weaks = refs_new(WEAKS);
	ephemerons = refs_new(WEAKS);
	table = lr_weak_table_new();
	for (uint32_t step = 0; step < STEPS; step++) {
		const uint32_t s = roll(d, SLOTS), i = roll(d, WEAKS), what = roll(d, 100);
		struct model *head = w->chain[s];

		if (what < 55) {
			if (w->length[s] >= LONGEST)
				cut(w, slots, s, LONGEST / 2);
			head = model_push(w, s, next_id++);
			o = item_new(head->id, any_size(d));
			o->next = slots->at[place(s)];
			set(slots, place(s), o);
			if (one_in(d, 20)) {
				head->dropped = allocate(sizeof *head->dropped);
				CHECK(lr_finalizer_add(o, finalize, (void *)head->dropped) == LR_RT_OK);
				finalizers_added++;
			}
		} else if (what < 62) {
			cut(w, slots, s, (int)roll(d, 20));
		} else if (what < 68) {
			const uint32_t t = roll(d, SLOTS);
			void *other = slots->at[place(t)];
			const int length = w->length[s];
			w->chain[s] = w->chain[t], w->length[s] = w->length[t];
			w->chain[t] = head, w->length[t] = length;
			set(slots, place(t), slots->at[place(s)]);
			set(slots, place(s), other);
		} else if (what < 74 && head != NULL) {
			o = lr_weak_new(slots->at[place(s)], one_in(d, 3) ? LR_WEAK_LONG : 0);
			set(weaks, i, o);
			w->weak[i] = head;
		} else if (what < 80 && head != NULL) {
			o = item_new(~head->id, any_size(d));
			o->next = slots->at[place(s)];
			o = lr_ephemeron_new(slots->at[place(s)], o);
			set(ephemerons, i, o);
			w->key[i] = head;
		} else if (what < 86 && head != NULL) {
			o = item_new(~head->id, any_size(d));
			o->next = slots->at[place(s)];
			CHECK(lr_weak_table_set(table, slots->at[place(s)], o) == LR_RT_OK);
			head->keyed = true;
		} else if (what < 98) {
			check_chain(w, slots, table, s);
			check_weak(w, weaks, ephemerons, i);
		} else if (what < 99) {
			lr_finalizers_run();
		} else {
			lr_gc_collect(one_in(d, 4));
		}
		o = NULL;
	}
	for (uint32_t s = 0; s < SLOTS; s++) {
		check_chain(w, slots, table, s);
		cut(w, slots, s, 0);
	}
	LR_GC_POP();
}

static struct worker *workers[MOST_THREADS]; /* of this round; each belongs to its thread while that runs */

/* `arg` is a box with the number of the worker. */
static void *
run_worker(void *arg)
{
	struct worker *w = workers[((struct refs *)arg)->n];

	work(w);
	for (struct model *m = w->made, *next; m != NULL; m = next) {
		next = m->made_before;
		free(m);
	}
	free(w);
	return NULL;
}

static struct lr_gc_stats
stats(void)
{
	struct lr_gc_stats s = { .struct_size = sizeof s };

	CHECK(lr_gc_stats(&s) == LR_RT_OK);
	return s;
}

static uint64_t
chunk_id(uint32_t chunk, uint32_t item)
{
	return (uint64_t)chunk * CHUNK_ITEMS + item;
}

static void
check_chunks(const struct refs *all, const bool *is_there)
{
	for (uint32_t c = 0; c < CHUNKS; c++) {
		const struct refs *chunk = all->at[c];
		CHECK((chunk != NULL) == is_there[c]);
		for (uint32_t i = 0; chunk != NULL && i < CHUNK_ITEMS; i++)
			check_item(chunk->at[i], chunk_id(c, i));
	}
}

/* Lets the heap grow and shrink, beside the other threads.  Returns what was alive in chunks when it was largest. */
static uint64_t
run_tide(struct dice *d)
{
	uint64_t most = 0;
	struct refs *all = NULL, *chunk = NULL;
	struct item *o = NULL;
	bool is_there[CHUNKS] = { false };

	LR_GC_PUSH_MOVING(&all, &chunk, &o);
	all = refs_new(CHUNKS);
	for (int wave = 0; wave < WAVES; wave++) {
		for (uint32_t c = 0; c < CHUNKS; c++) {
			if (is_there[c] || one_in(d, 8))
				continue;
			chunk = refs_new(CHUNK_ITEMS);
			set(all, c, chunk);
			is_there[c] = true;
			for (uint32_t i = 0; i < CHUNK_ITEMS; i++) {
				o = item_new(chunk_id(c, i), any_size(d));
				set(chunk, i, o);
			}
		}
		uint64_t bytes = 0;
		for (uint32_t c = 0; c < CHUNKS; c++)
			for (uint32_t i = 0; is_there[c] && i < CHUNK_ITEMS; i++)
				bytes += lr_gc_object_bytes(((struct refs *)all->at[c])->at[i]);
		most = bytes > most ? bytes : most;
		check_chunks(all, is_there);
		for (uint32_t c = 0; c < CHUNKS; c++)
			if (!one_in(d, 4)) {
				all->at[c] = NULL;
				is_there[c] = false;
			}
		lr_gc_collect(one_in(d, 2));
		check_chunks(all, is_there);
	}
	LR_GC_POP();
	return most;
}

static void
configure(struct dice *d, bool tide)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	CHECK(lr_gc_get_config(&c) == LR_RT_OK);
	c.mode = (uint32_t[]){ LR_GC_GENERATIONAL, LR_GC_GENERATIONAL, LR_GC_FULL, LR_GC_MOVING }[roll(d, 4)];
	if (heap_only)
		c.mode = LR_GC_GENERATIONAL;
	c.stress = !tide && one_in(d, 6) ? 20 + roll(d, 100) : 0;
	c.nursery_bytes = (size_t)64 << 10 << roll(d, 6);
	c.threads = 1 + roll(d, 3);
	c.verify_heap = !heap_only && !tide && !one_in(d, 4);
	if (tide) /* each collection takes long */
		c.nursery_bytes = (size_t)1 << 20 << roll(d, 3);
	CHECK(lr_gc_configure(&c) == LR_RT_OK);
}

static void
play_round(struct dice *d)
{
	const uint32_t n = 1 + roll(d, MOST_THREADS);
	const bool tide = present_round % TIDE_EVERY == TIDE_EVERY / 2;
	lr_thread *threads[MOST_THREADS];
	struct refs *number[MOST_THREADS] = { NULL };

	configure(d, tide);
	LR_GC_PUSH(&number[0], &number[1], &number[2], &number[3]);
	for (uint32_t i = 0; i < n; i++) {
		workers[i] = allocate(sizeof *workers[i]);
		workers[i]->dice.seed = d->seed + (uint64_t)i * 1000003u;
		number[i] = lr_gc_alloc(sizeof(int64_t), &lr_type_int64.type);
		number[i]->n = i;
		threads[i] = lr_thread_spawn(run_worker, number[i]);
		CHECK(threads[i] != NULL);
	}
	const uint64_t returned = stats().returned_bytes, grown = tide ? run_tide(d) : 0;
	for (uint32_t i = 0; i < n; i++)
		lr_thread_join(threads[i]);
	LR_GC_POP();
	do
		lr_gc_collect(1);
	while (lr_finalizers_run() != 0);
	lr_gc_collect(1);
	CHECK(finalizers_ran == finalizers_added);
	if (heap_only)
		return;
	CHECK(stats().live_objects == 0);
	if (tide)
		CHECK(stats().heap_bytes < 4 << 20 && stats().returned_bytes - returned >= grown / 2);
}

int
main(int argc, char **argv)
{
	uint64_t rounds = 0, seconds = 0;
	bool quiet = false;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--quiet") == 0) {
			quiet = true;
		} else if (strcmp(argv[i], "--heap-only") == 0) {
			heap_only = true;
		} else if (sscanf(argv[i], "--rounds=%" SCNu64, &rounds) != 1 && sscanf(argv[i], "--seed=%" SCNu64, &seed) != 1
			&& sscanf(argv[i], "--seconds=%" SCNu64, &seconds) != 1) {
			fprintf(stderr, "soak: unknown argument: %s\n", argv[i]);
			return 2;
		}
	}
	if (rounds == 0)
		rounds = seconds != 0 ? UINT64_MAX : 50;
	CHECK(lr_runtime_init() == LR_RT_OK);
	struct dice d = { .seed = seed };
	const time_t end = seconds != 0 ? time(NULL) + (time_t)seconds : 0;
	for (; present_round < rounds && (end == 0 || time(NULL) < end); present_round++)
		play_round(&d);
	if (!quiet) {
		printf("soak: %" PRIu64 " rounds, %" PRIu64 " objects in chains, %" PRIu64 " finalizers\n", present_round,
			(uint64_t)next_id - 1, (uint64_t)finalizers_ran);
		lr_gc_print_stats(stdout);
	}
	return 0;
}
