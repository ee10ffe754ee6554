/* SPDX-License-Identifier: MIT */
/* wide.c -- a function with 600 roots at once: their places are further from the frame pointer than an instruction's
** offset reaches on some targets. */
#include <lateroot/dialect.h>

struct box {
	long value;
};
TYPE(box_type, struct box);
typedef struct box TRACKED *box_ref;

__attribute__((noinline)) static box_ref
make(long n)
{
	GC_FUNCTION;
	box_ref b = NEW(struct box, box_type);

	AT(b)->value = n;
	return b;
}

#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define HUNDRED(X, n)                                                                                              \
	TEN(X, n##0) TEN(X, n##1) TEN(X, n##2) TEN(X, n##3) TEN(X, n##4)                                           \
	TEN(X, n##5) TEN(X, n##6) TEN(X, n##7) TEN(X, n##8) TEN(X, n##9)
#define ALL(X) HUNDRED(X, 1) HUNDRED(X, 2) HUNDRED(X, 3) HUNDRED(X, 4) HUNDRED(X, 5) HUNDRED(X, 6)
#define MAKE(n) box_ref b##n = make(n);
#define ADD(n)  sum += AT(b##n)->value;

__attribute__((noinline)) static long
wide(void)
{
	GC_FUNCTION;
	long sum = 0;

	ALL(MAKE)
	make(0);
	ALL(ADD)
	return sum;
}

int
main(void)
{
	printf("%ld\n", wide());
}
