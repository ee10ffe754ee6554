/* SPDX-License-Identifier: MIT */
/* Structs with references that a function takes by va_arg. */
#include <lateroot/dialect.h>
#include <stdarg.h>
#include <stdio.h>

struct box { struct box TRACKED *next; long number; };
typedef struct box TRACKED *box;
TYPE(box_type, struct box, FIELD(struct box, next));
struct two { box first; long between; box second; };

static __attribute__((noinline)) box
make(long number)
{
	GC_FUNCTION;
	box b = NEW(struct box, box_type);

	AT(b)->next = NULL;
	AT(b)->number = number;
	return b;
}

static __attribute__((noinline)) long
sum(int n, ...)
{
	long total = 0;
	va_list list;

	va_start(list, n);
	for (int i = 0; i < n; i++) {
		make(-1);
		struct two t = va_arg(list, struct two);
		make(-2);
		total += AT(t.first)->number + t.between + AT(t.second)->number;
	}
	va_end(list);
	return total;
}

#ifdef ELSEWHERE
static struct two there;
#endif

int
main(void)
{
	GC_FUNCTION;
	struct two a = { make(1), 2, make(3) }, b = { make(10), 20, make(30) };
#ifdef ELSEWHERE
	there = a;
	printf("%ld\n", sum(1, there));
#endif
	printf("%ld\n", sum(2, a, b));
	return 0;
}
