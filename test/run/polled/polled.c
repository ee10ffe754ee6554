/* SPDX-License-Identifier: MIT */
/* polled.c -- references on both sides of polls.  With --polls the collector runs in each loop and at the beginning of
** functions, and what is used behind a poll is read behind it: from roots, and from objects side by side, which passes
** over machine code like to load in pairs. */
#include <lateroot/dialect.h>

struct box {
	intptr_t value, copies[6];
};
TYPE(box_type, struct box);
typedef struct box TRACKED *box_ref;

struct pair {
	ref first, second;
};
TYPE(pair_type, struct pair, FIELD(struct pair, first), FIELD(struct pair, second));
typedef struct pair TRACKED *pair_ref;

__attribute__((noinline)) static box_ref
box(intptr_t value)
{
	GC_FUNCTION;
	box_ref b = NEW(struct box, box_type);

	AT(b)->value = value;
	for (int i = 0; i < 6; i++)
		AT(b)->copies[i] = value;
	return b;
}

/* Both parameters are roots side by side. */
__attribute__((noinline)) static intptr_t
add(box_ref x, box_ref y)
{
	GC_FUNCTION;
	box_ref z = box(AT(x)->value);

	return AT(z)->value + AT(y)->value;
}

/* A poll in each round, between the two words of a pair. */
__attribute__((noinline)) static intptr_t
both(pair_ref p, int rounds)
{
	GC_FUNCTION;
	intptr_t sum = 0;

	for (int i = 0; i < rounds; i++) {
		const intptr_t one = AT((box_ref)AT(p)->first)->value;
		lr_safepoint();
		sum += one + AT((box_ref)AT(p)->second)->copies[i % 6];
	}
	return sum;
}

__attribute__((noinline)) static intptr_t
chain(int n)
{
	GC_FUNCTION;
	pair_ref list = NULL;
	intptr_t sum = 0;

	for (int i = 0; i < n; i++) {
		pair_ref p = NEW_ZEROED(struct pair, pair_type);
		SET(p, first, (ref)box(i));
		SET(p, second, (ref)list);
		list = p;
	}
	for (; list != NULL; list = (pair_ref)AT(list)->second)
		sum += AT((box_ref)AT(list)->first)->value;
	return sum;
}

int
main(void)
{
	GC_FUNCTION;
	box_ref twenty = box(20);
	pair_ref p = NEW_ZEROED(struct pair, pair_type);

	SET(p, first, (ref)box(1));
	SET(p, second, (ref)box(2));
	printf("%ld %ld %ld\n", (long)add(twenty, box(22)), (long)both(p, 100), (long)chain(100));
	return 0;
}
