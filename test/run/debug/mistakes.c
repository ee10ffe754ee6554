/* SPDX-License-Identifier: MIT */
/* A list of entries with counters, and mistakes in it: MISTAKE says which.  0: none. */
#include <lateroot/dialect.h>
#include <stdlib.h>

struct counter {
	long hits;
};
typedef struct counter TRACKED *counter;
TYPE(counter_type, struct counter);

struct stamp {
	counter last;
	long hits;
};

struct entry {
	struct entry TRACKED *next;
	counter count;
	long key;
	struct stamp stamp;
};
typedef struct entry TRACKED *entry;
#if MISTAKE == 2
TYPE(entry_type, struct entry, FIELD(struct entry, next), FIELD(struct entry, stamp.last)); /* one is forgotten */
#else
TYPE(entry_type, struct entry, FIELD(struct entry, next), FIELD(struct entry, count),
	FIELD(struct entry, stamp.last));
#endif

static __attribute__((noinline)) counter
fresh_counter(long hits)
{
	GC_FUNCTION;
	counter c = NEW(struct counter, counter_type);
	AT(c)->hits = hits;
	return c;
}

static __attribute__((noinline)) entry
fresh_entry(entry next, long key)
{
	GC_FUNCTION;
#if MISTAKE == 1
	entry e = NEW_ZEROED(struct entry, counter_type); /* the descriptor of something smaller */
#else
	entry e = NEW_ZEROED(struct entry, entry_type);
#endif
	AT(e)->next = next;
	AT(e)->key = key;
	return e;
}

/* The entry's counter is replaced: the entry may have survived collections. */
static __attribute__((noinline)) void
replace(entry e, long hits)
{
#if MISTAKE == 3
	AT(e)->count = fresh_counter(hits);
#else
	SET(e, count, fresh_counter(hits));
#endif
#if MISTAKE == 6
	AT(e)->stamp = (struct stamp){ fresh_counter(hits), hits };
#else
	SET_STRUCT(e, stamp, ((struct stamp){ fresh_counter(hits), hits }));
#endif
}

static __attribute__((noinline)) long
hits(entry e)
{
#if MISTAKE == 4
	struct counter *c = (struct counter *)ADDRESS(fresh_counter(AT(AT(e)->count)->hits)); /* nothing keeps it */
	fresh_counter(0);
	fresh_counter(0);
	return c->hits;
#elif MISTAKE == 5
	counter *volatile c = malloc(sizeof *c); /* no root */
	*c = fresh_counter(AT(AT(e)->count)->hits);
	fresh_counter(0);
	fresh_counter(0);
	const long n = AT(*c)->hits;
	free(c);
	return n;
#else
	return AT(AT(e)->count)->hits + AT(AT(e)->stamp.last)->hits - AT(e)->stamp.hits;
#endif
}

int
main(void)
{
	GC_FUNCTION;
	entry list = NULL;
	long sum = 0;

	for (long key = 0; key < 20; key++)
		list = fresh_entry(list, key);
	for (entry e = list; e != NULL; e = AT(e)->next)
		replace(e, AT(e)->key * 2);
	for (entry e = list; e != NULL; e = AT(e)->next)
		sum += hits(e);
	printf("%ld\n", sum);
	return 0;
}
