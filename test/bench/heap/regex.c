/* SPDX-License-Identifier: MIT */
/* regex.c -- regular expressions by derivatives: each is made once and found again, so that hardly anything is
** allocated, while each function might. */
#include "heap.h"

enum kind { NONE, EMPTY, LETTER, OR, AND, THEN, STAR };

struct regex {
	long kind, letter, number;
	struct regex TRACKED *a, *b;
	struct regex TRACKED *chain;      /* next of those with the same hash */
	struct memo TRACKED *memo;
};
struct memo {
	long letter;
	struct regex TRACKED *derivative;
	struct memo TRACKED *next;
};
TYPE(regex_type, struct regex, FIELD(struct regex, a), FIELD(struct regex, b), FIELD(struct regex, chain),
	FIELD(struct regex, memo));
TYPE(memo_type, struct memo, FIELD(struct memo, derivative), FIELD(struct memo, next));

enum { BUCKETS = 1024 };
static struct regex TRACKED *known[BUCKETS];
static long made;

static long
number_of(struct regex TRACKED *r)
{
	return r != NULL ? AT(r)->number : 0;
}

/* Returns the one object of this shape. */
static struct regex TRACKED *
make(long kind, long letter, struct regex TRACKED *a, struct regex TRACKED *b)
{
	GC_FUNCTION;
	const long h = (kind * 31 + letter * 7 + number_of(a) * 97 + number_of(b) * 1009) & (BUCKETS - 1);
	struct regex TRACKED *r = known[h];

	for (; r != NULL; r = AT(r)->chain)
		if (AT(r)->kind == kind && AT(r)->letter == letter && AT(r)->a == a && AT(r)->b == b)
			return r;
	r = NEW(struct regex, regex_type);
	AT(r)->kind = kind;
	AT(r)->letter = letter;
	AT(r)->number = ++made;
	AT(r)->a = a;
	AT(r)->b = b;
	AT(r)->chain = known[h];
	AT(r)->memo = NULL;
	known[h] = r;
	return r;
}

static struct regex TRACKED *
letter(char c)
{
	return make(LETTER, c, NULL, NULL);
}

static struct regex TRACKED *
either(struct regex TRACKED *a, struct regex TRACKED *b)
{
	if (a == b || AT(b)->kind == NONE)
		return a;
	if (AT(a)->kind == NONE)
		return b;
	if (AT(a)->number > AT(b)->number) {
		struct regex TRACKED *t = a;
		a = b;
		b = t;
	}
	return make(OR, 0, a, b);
}

static struct regex TRACKED *
both(struct regex TRACKED *a, struct regex TRACKED *b)
{
	if (a == b || AT(a)->kind == NONE)
		return a;
	if (AT(b)->kind == NONE)
		return b;
	return make(AND, 0, a, b);
}

static struct regex TRACKED *
then(struct regex TRACKED *a, struct regex TRACKED *b)
{
	if (AT(a)->kind == EMPTY || AT(b)->kind == NONE)
		return b;
	if (AT(b)->kind == EMPTY || AT(a)->kind == NONE)
		return a;
	return make(THEN, 0, a, b);
}

static struct regex TRACKED *
star(struct regex TRACKED *a)
{
	return AT(a)->kind <= EMPTY ? make(EMPTY, 0, NULL, NULL) : make(STAR, 0, a, NULL);
}

__attribute__((noinline)) static bool
nullable(struct regex TRACKED *r)
{
	switch (AT(r)->kind) {
	case EMPTY: case STAR: return true;
	case OR: return nullable(AT(r)->a) || nullable(AT(r)->b);
	case AND: case THEN: return nullable(AT(r)->a) && nullable(AT(r)->b);
	default: return false;
	}
}

static struct regex TRACKED *derive(struct regex TRACKED *r, long c);

static struct regex TRACKED *
derive_anew(struct regex TRACKED *r, long c)
{
	struct regex TRACKED *a = AT(r)->a, *b = AT(r)->b;

	switch (AT(r)->kind) {
	case LETTER: return make(AT(r)->letter == c ? EMPTY : NONE, 0, NULL, NULL);
	case OR: return either(derive(a, c), derive(b, c));
	case AND: return both(derive(a, c), derive(b, c));
	case STAR: return then(derive(a, c), r);
	case THEN: {
		struct regex TRACKED *d = then(derive(a, c), b);
		return nullable(a) ? either(d, derive(b, c)) : d;
	}
	default: return make(NONE, 0, NULL, NULL);
	}
}

/* Found in the memo nearly always; only else is anything allocated. */
__attribute__((noinline)) static struct regex TRACKED *
derive(struct regex TRACKED *r, long c)
{
	GC_FUNCTION;
	for (struct memo TRACKED *m = AT(r)->memo; m != NULL; m = AT(m)->next)
		if (AT(m)->letter == c)
			return AT(m)->derivative;
	struct regex TRACKED *d = derive_anew(r, c);
	struct memo TRACKED *m = NEW(struct memo, memo_type);
	AT(m)->letter = c;
	AT(m)->derivative = d;
	AT(m)->next = AT(r)->memo;
	SET(r, memo, m);
	return d;
}

static long
matches(struct regex TRACKED *r, uint64_t *random, long length)
{
	struct regex TRACKED *begin = r;
	long found = 0;

	for (long i = 0; i < length; i++) {
		r = derive(r, "abcd"[next_random(random) >> 30 & 3]);
		if (nullable(r))
			found++;
		if (AT(r)->kind == NONE)
			r = begin;
	}
	return found;
}

int
main(void)
{
	uint64_t random = 7, sum = 0;

	HEAP_BEGIN();
	struct regex TRACKED *any = either(either(letter('a'), letter('b')), either(letter('c'), letter('d')));
	struct regex TRACKED *word = then(letter('a'), then(star(either(letter('b'), letter('c'))), letter('d')));
	struct regex TRACKED *r = both(then(star(any), then(word, star(any))),
		either(star(then(any, any)), then(star(any), letter('a'))));
	for (int round = 0; round < 400; round++)
		sum = mix(sum, (uint64_t)matches(r, &random, 40000));
	printf("%016llx %ld\n", (unsigned long long)sum, made);
	return 0;
}
