/* NaN boxes that favour pointers: the upper 15 bits of an object's address are 0, and doubles, of which 2^49 is added to
** the bits, have some of them. */
#include <lateroot/dialect.h>

#include <string.h>

#define OFFSET (1ll << 49)
#define UPPER  0xfffe000000000000ull

struct pair { ref car, cdr; };
TYPE(pair_type, struct pair, FIELD(struct pair, car), FIELD(struct pair, cdr));

static ref
box(double x)
{
	int64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return LR_IMMEDIATE((uint64_t)bits + OFFSET);
}

static bool
is_number(ref v)
{
	return (uint64_t)LR_IMMEDIATE_VALUE(v) & UPPER;
}

static double
number(ref v)
{
	const int64_t bits = LR_IMMEDIATE_VALUE(v) - OFFSET;
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

static __attribute__((noinline)) ref
cons(ref car, ref cdr)
{
	GC_FUNCTION;
	struct pair TRACKED *p = NEW(struct pair, pair_type);

	AT(p)->car = car;
	AT(p)->cdr = cdr;
	return p;
}

static __attribute__((noinline)) double
sum(ref v)
{
	double all = 0;

	if (is_number(v))
		return number(v);
	for (; v != NULL; v = AT((struct pair TRACKED *)v)->cdr)
		all += sum(AT((struct pair TRACKED *)v)->car);
	return all;
}

int
main(void)
{
	GC_FUNCTION;
	struct pair TRACKED *old = cons(NULL, NULL);
	ref list = NULL;

	for (int i = 0; i < 100; i++) { /* in turn a number and a list, in an object that is old by now */
		ref v = i % 2 ? box(-0.25 * i) : cons(box(1e300), cons(box(-1e300), NULL));
		SET(old, car, v);
		list = cons(AT(old)->car, list);
	}
	printf("%.2f %.1f %d\n", sum(list), 1 / sum(box(-0.0)), sum(box(-1.0 / 0.0)) < -1e308);
	return 0;
}
