/* SPDX-License-Identifier: MIT */
/* long-lives.c -- references that live over many collections and are seldom used.
**
** Covers: what `statepoint` and `--reload` keep in memory that is updated in place: arguments, results, phis and the
** values of a loop, over twenty and more safepoints each; read on few ways, at the end of blocks for phis, in a loop
** without safepoints, as an address into the object; words that one life hands on to the next; a life around a loop. */
#include <lateroot/dialect.h>

struct box {
	struct box TRACKED *other;
	long value;
};
TYPE(box_type, struct box, FIELD(struct box, other));

typedef struct box TRACKED *box;

enum { ROUNDS = 12, STEPS = 9 };

static __attribute__((noinline)) box
make(long value, box other)
{
	GC_FUNCTION;
	box b = NEW(struct box, box_type);

	AT(b)->value = value;
	AT(b)->other = other;
	return b;
}

/* Garbage, and a value in between: eight safepoints. */
#define BUSY(sum) \
	do { \
		(sum) += AT(make(1, NULL))->value; \
		(sum) += AT(make(2, NULL))->value; \
		(sum) += AT(make(3, NULL))->value; \
		(sum) += AT(make(4, NULL))->value; \
		(sum) += AT(make(5, NULL))->value; \
		(sum) += AT(make(6, NULL))->value; \
		(sum) += AT(make(7, NULL))->value; \
		(sum) += AT(make(8, NULL))->value; \
	} while (0)

/* Straight on: the first lives end where the second begin, in the same words. */
static __attribute__((noinline)) long
straight(box given, box also)
{
	GC_FUNCTION;
	long sum = 0;
	box a = make(10, given), b = make(20, NULL);

	BUSY(sum);
	BUSY(sum);
	BUSY(sum);
	sum += AT(a)->value + AT(b)->value + AT(AT(a)->other)->value;
	box c = make(30, a), d = make(40, also);
	BUSY(sum);
	BUSY(sum);
	BUSY(sum);
	sum += AT(c)->value + AT(d)->value + AT(AT(d)->other)->value;
	SET(c, other, d);
	return sum + AT(AT(c)->other)->value + AT(given)->value;
}

/* Where ways meet: phis of what lives long, and phis that do. */
static __attribute__((noinline)) long
ways(long which, box given)
{
	GC_FUNCTION;
	long sum = 0;
	box a = make(which, given), b = make(-which, NULL), chosen;

	BUSY(sum);
	BUSY(sum);
	if (which % 3 == 0) {
		sum += AT(make(9, NULL))->value;
		chosen = a;
	} else if (which % 3 == 1) {
		chosen = b;
	} else {
		chosen = make(100, a);
	}
	BUSY(sum);
	BUSY(sum);
	BUSY(sum);
	return sum + AT(chosen)->value + (AT(chosen)->other != NULL ? AT(AT(chosen)->other)->value : 0);
}

/* A life around a loop, one of each round, one handed from round to round, and one that a loop without safepoints
** reads. */
static __attribute__((noinline)) long
rounds(box given)
{
	GC_FUNCTION;
	long sum = 0;
	box outer = make(1000, given), last = outer;

	for (long i = 0; i < ROUNDS; i++) {
		box mine = make(i, last);
		BUSY(sum);
		BUSY(sum);
		BUSY(sum);
		if (i % 4 == 3) {
			box at = mine;
			for (long k = 0; k < STEPS && at != NULL; k++) {
				sum += AT(at)->value;
				at = AT(at)->other;
			}
		}
		sum += AT(mine)->value;
		last = mine;
	}
	BUSY(sum);
	return sum + AT(last)->value + AT(outer)->value + AT(AT(outer)->other)->value;
}

int
main(void)
{
	GC_FUNCTION;
	box root = make(7, NULL), second = make(70, root);

	printf("straight: %ld\n", straight(root, second));
	for (long which = 0; which < 4; which++)
		printf("ways %ld: %ld\n", which, ways(which, second));
	printf("rounds: %ld\n", rounds(second));
	return 0;
}
