/* SPDX-License-Identifier: MIT */
/* knucleotide.c -- counts all parts of some lengths of a long text, in hash tables whose keys are strings. */
#include "heap.h"

struct text {
	long n;
	char at[];
};
struct entry {
	struct text TRACKED *key;
	struct entry TRACKED *next;
	uint64_t hash;
	long count;
};
struct buckets {
	long n;
	struct entry TRACKED *at[];
};
struct table {
	struct buckets TRACKED *buckets;
	long used;
};
TYPE_BYTES(text_type, struct text);
TYPE(entry_type, struct entry, FIELD(struct entry, key), FIELD(struct entry, next));
TYPE_REFS(buckets_type, struct buckets, at);
TYPE(table_type, struct table, FIELD(struct table, buckets));

enum { LETTERS = 600000 };

static struct text TRACKED *
new_text(long n)
{
	GC_FUNCTION;
	struct text TRACKED *t = NEW_DATA(struct text, text_type, sizeof(struct text) + (size_t)n);

	AT(t)->n = n;
	return t;
}

static struct buckets TRACKED *
new_buckets(long n)
{
	GC_FUNCTION;
	struct buckets TRACKED *b = NEW_BYTES(struct buckets, buckets_type,
		sizeof(struct buckets) + (size_t)n * sizeof(struct entry TRACKED *));

	AT(b)->n = n;
	for (long i = 0; i < n; i++)
		AT(b)->at[i] = NULL;
	return b;
}

static struct table TRACKED *
new_table(void)
{
	GC_FUNCTION;
	struct buckets TRACKED *buckets = new_buckets(64);
	struct table TRACKED *t = NEW(struct table, table_type);

	AT(t)->buckets = buckets;
	AT(t)->used = 0;
	return t;
}

static struct text TRACKED *
make_letters(void)
{
	struct text TRACKED *t = new_text(LETTERS);
	uint64_t random = 42;

	for (long i = 0; i < LETTERS; i++) {
		const uint64_t r = next_random(&random) >> 20 & 127;
		AT(t)->at[i] = "AAAAAAACCCCGGGGT"[r % 16];
	}
	return t;
}

static struct text TRACKED *
part(struct text TRACKED *t, long at, long n)
{
	struct text TRACKED *p = new_text(n);

	for (long i = 0; i < n; i++)
		AT(p)->at[i] = AT(t)->at[at + i];
	return p;
}

static uint64_t
hash_of(struct text TRACKED *t)
{
	uint64_t h = 14695981039346656037u;

	for (long i = 0; i < AT(t)->n; i++)
		h = mix(h, (uint8_t)AT(t)->at[i]);
	return h ^ h >> 29;
}

static bool
is_same(struct text TRACKED *a, struct text TRACKED *b)
{
	for (long i = 0; i < AT(a)->n; i++)
		if (AT(a)->at[i] != AT(b)->at[i])
			return false;
	return true;
}

static void
grow(struct table TRACKED *t)
{
	struct buckets TRACKED *old = AT(t)->buckets, *new = new_buckets(4 * AT(old)->n);

	for (long i = 0; i < AT(old)->n; i++)
		for (struct entry TRACKED *e = AT(old)->at[i], *next; e != NULL; e = next) {
			const uint64_t at = AT(e)->hash & (uint64_t)(AT(new)->n - 1);
			next = AT(e)->next;
			SET(e, next, AT(new)->at[at]);
			SET_SLOT(new, AT(new)->at[at], e);
		}
	SET(t, buckets, new);
}

static void
count(struct table TRACKED *t, struct text TRACKED *key)
{
	GC_FUNCTION;
	const uint64_t hash = hash_of(key);
	struct entry TRACKED *e;

	if (AT(t)->used > 2 * AT(AT(t)->buckets)->n)
		grow(t);
	const uint64_t at = hash & (uint64_t)(AT(AT(t)->buckets)->n - 1);
	for (e = AT(AT(t)->buckets)->at[at]; e != NULL; e = AT(e)->next)
		if (AT(e)->hash == hash && is_same(AT(e)->key, key)) {
			AT(e)->count++;
			return;
		}
	e = NEW(struct entry, entry_type);
	AT(e)->key = key;
	AT(e)->next = AT(AT(t)->buckets)->at[at];
	AT(e)->hash = hash;
	AT(e)->count = 1;
	SET_SLOT(AT(t)->buckets, AT(AT(t)->buckets)->at[at], e);
	AT(t)->used++;
}

static uint64_t
summary(struct table TRACKED *t)
{
	uint64_t sum = (uint64_t)AT(t)->used;

	for (long i = 0; i < AT(AT(t)->buckets)->n; i++)
		for (struct entry TRACKED *e = AT(AT(t)->buckets)->at[i]; e != NULL; e = AT(e)->next)
			sum += AT(e)->hash * (uint64_t)AT(e)->count;
	return sum;
}

int
main(void)
{
	static const long lengths[] = { 1, 2, 3, 4, 6, 8, 10, 12, 18 };
	uint64_t sum = 0;

	HEAP_BEGIN();
	struct text TRACKED *letters = make_letters();
	for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
		struct table TRACKED *t = new_table();
		for (long i = 0; i + lengths[k] <= LETTERS; i++)
			count(t, part(letters, i, lengths[k]));
		sum = mix(sum, summary(t));
	}
	printf("%016llx\n", (unsigned long long)sum);
	return 0;
}
