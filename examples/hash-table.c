/* SPDX-License-Identifier: MIT */
/* hash-table.c -- a hash table with chains that grows.
**
** Covers: arrays of references of run-time size in old objects; the barriers of both kinds of the newer dialect
** (object_write_barrier; field_write_barrier.p11, with one field and with several); keys that are objects compared by
** contents; removal, which stores null. */
#include <lateroot/dialect.h>

struct key {
	long length;
	char text[];
};
TYPE_BYTES(key_type, struct key);
struct entry {
	struct entry TRACKED *next;
	struct key TRACKED *key;
	ref value;
	unsigned long hash;
};
TYPE(entry_type, struct entry, FIELD(struct entry, next), FIELD(struct entry, key), FIELD(struct entry, value));
struct buckets {
	intptr_t length; /* a word, which `long` is not on Windows */
	struct entry TRACKED *chain[];
};
TYPE_REFS(buckets_type, struct buckets, chain);
struct table {
	struct buckets TRACKED *buckets;
	long count;
};
TYPE(table_type, struct table, FIELD(struct table, buckets));
struct box {
	long value;
};
TYPE(box_type, struct box);

typedef struct key TRACKED *key;
typedef struct entry TRACKED *entry;
typedef struct buckets TRACKED *buckets;
typedef struct table TRACKED *table;

static ref
box(long value)
{
	GC_FUNCTION;
	struct box TRACKED *b = NEW(struct box, box_type);

	AT(b)->value = value;
	return b;
}

/* The key "k<n>". */
static key
key_of(long n)
{
	GC_FUNCTION;
	long digits = 1;
	for (long m = n; m >= 10; m /= 10)
		digits++;
	key k = NEW_BYTES(struct key, key_type, sizeof(struct key) + 1 + (size_t)digits);

	AT(k)->length = 1 + digits;
	AT(k)->text[0] = 'k';
	for (long i = digits; i > 0; i--, n /= 10)
		AT(k)->text[i] = (char)('0' + n % 10);
	return k;
}

static unsigned long
hash_of(key k)
{
	unsigned long h = 14695981039346656037ul;

	for (long i = 0; i < AT(k)->length; i++)
		h = (h ^ (unsigned char)AT(k)->text[i]) * 1099511628211ul;
	return h;
}

static bool
same(key a, key b)
{
	if (AT(a)->length != AT(b)->length)
		return false;
	for (long i = 0; i < AT(a)->length; i++)
		if (AT(a)->text[i] != AT(b)->text[i])
			return false;
	return true;
}

static buckets
new_buckets(long length)
{
	GC_FUNCTION;
	buckets b = NEW_BYTES(struct buckets, buckets_type, sizeof(struct buckets) + (size_t)length * sizeof(ref));

	AT(b)->length = length;
	for (long i = 0; i < length; i++)
		AT(b)->chain[i] = NULL;
	return b;
}

static table
new_table(void)
{
	GC_FUNCTION;
	buckets b = new_buckets(2);
	table t = NEW(struct table, table_type);

	AT(t)->buckets = b;
	AT(t)->count = 0;
	return t;
}

static entry
find(buckets b, key k, unsigned long hash)
{
	entry e = AT(b)->chain[hash % (unsigned long)AT(b)->length];

	while (e != NULL && !(AT(e)->hash == hash && same(AT(e)->key, k)))
		e = AT(e)->next;
	return e;
}

/* Moves every entry into a wider array of chains. */
static void
grow(table t)
{
	GC_FUNCTION;
	buckets old = AT(t)->buckets;
	buckets wide = new_buckets(AT(old)->length * 2);

	for (long i = 0; i < AT(old)->length; i++) {
		entry next;
		for (entry e = AT(old)->chain[i]; e != NULL; e = next) {
			next = AT(e)->next;
			entry DERIVED *chain = &AT(wide)->chain[AT(e)->hash % (unsigned long)AT(wide)->length];
			entry first = *chain;
			julia_field_write_barrier_11(e, &AT(e)->next, first);
			AT(e)->next = first;
			julia_field_write_barrier_11(wide, chain, e);
			*chain = e;
		}
	}
	julia_object_write_barrier(t, wide);
	AT(t)->buckets = wide;
}

static void
put(table t, key k, ref value)
{
	GC_FUNCTION;
	unsigned long hash = hash_of(k);
	entry e = find(AT(t)->buckets, k, hash);

	if (e != NULL) {
		/* key and value at once: one barrier for two fields */
		julia_field_write_barrier_11(e, &AT(e)->key, k, &AT(e)->value, value);
		AT(e)->key = k;
		AT(e)->value = value;
		return;
	}
	if (AT(t)->count >= AT(AT(t)->buckets)->length)
		grow(t);
	entry fresh = NEW(struct entry, entry_type);
	buckets b = AT(t)->buckets;
	entry DERIVED *chain = &AT(b)->chain[hash % (unsigned long)AT(b)->length];
	AT(fresh)->next = *chain;
	AT(fresh)->key = k;
	AT(fresh)->value = value;
	AT(fresh)->hash = hash;
	julia_field_write_barrier_11(b, chain, fresh);
	*chain = fresh;
	AT(t)->count += 1;
}

static ref
get(table t, key k)
{
	entry e = find(AT(t)->buckets, k, hash_of(k));

	return e == NULL ? NULL : AT(e)->value;
}

/* Unlinks the first entry of every chain. */
static void
thin(table t)
{
	buckets b = AT(t)->buckets;

	for (long i = 0; i < AT(b)->length; i++) {
		entry e = AT(b)->chain[i];
		if (e == NULL)
			continue;
		entry rest = AT(e)->next;
		julia_object_write_barrier(b, rest, (ref)NULL);
		AT(b)->chain[i] = rest;
		AT(t)->count -= 1;
	}
}

static void
report(table t, long n)
{
	GC_FUNCTION;
	long found = 0, sum = 0;

	for (long i = 0; i < n; i++) {
		ref v = get(t, key_of(i));
		if (v == NULL)
			continue;
		found++;
		sum = (sum * 31 + i * 7 + AT((struct box TRACKED *)v)->value) % 1000000007;
	}
	printf("%ld entries in %ld chains, %ld found, checksum %ld\n", AT(t)->count, AT(AT(t)->buckets)->length,
		found, sum);
}

int
main(void)
{
	GC_FUNCTION;
	enum { ENTRIES = 150 };
	table t = new_table();

	for (long i = 0; i < ENTRIES; i++) {
		key k = key_of(i * 37 % ENTRIES);
		put(t, k, box(i));
	}
	report(t, ENTRIES);
	for (long i = 0; i < ENTRIES; i += 3) {
		key k = key_of(i);
		put(t, k, box(-i));
	}
	report(t, ENTRIES);
	thin(t);
	report(t, ENTRIES);
	return 0;
}
