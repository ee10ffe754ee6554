/* Functions that say by an attribute that they never collect are held to it, under each name that C has for that. */
#include <lateroot/dialect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct box { long v; };
typedef struct box TRACKED *box;
TYPE(box_type, struct box);

static __attribute__((noinline)) box
make(long v)
{
	GC_FUNCTION;
	box b = NEW(struct box, box_type);

	AT(b)->v = v;
	return b;
}

static __attribute__((noinline)) SAYS long
count(box b)
{
#ifdef TRUE
	if (AT(b)->v < 0) {
		fprintf(stderr, "bad\n");
		abort();
	}
	return AT(b)->v + (long)strlen("box");
#else
	return AT(b)->v + AT(make(1))->v;
#endif
}

int
main(void)
{
	GC_FUNCTION;
	box b = make(3), c = make(4);
	long n = count(b);

	printf("%ld %ld\n", n, AT(c)->v);
	return 0;
}
