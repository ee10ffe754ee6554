/* objects.c -- objects that clang's own pipeline does without: AllocOpt runs in it. */
#include <stdio.h>
#include <string.h>

#include <lateroot/dialect.h>

struct complex {
	double re, im;
};
TYPE_BYTES(complex_type, struct complex);
typedef struct complex TRACKED *complex;

struct handle {
	long number;
};
static long released;
static void
release(void *object)
{
	released += ((struct handle *)object)->number;
}
static LR_TYPE_DEFINE(handle_type, .name = "handle", .size_bytes = sizeof(struct handle), .release = release);

static complex
make(double re, double im)
{
	GC_FUNCTION;
	complex c = NEW(struct complex, complex_type);

	AT(c)->re = re;
	AT(c)->im = im;
	return c;
}

/* How often z = z * z + c can be done before z is far away; each z is a box. */
long
escape_time(double re, double im)
{
	GC_FUNCTION;
	complex z = make(0, 0);
	long n = 0;

	for (; n < 1000 && AT(z)->re * AT(z)->re + AT(z)->im * AT(z)->im < 4; n++)
		z = make(AT(z)->re * AT(z)->re - AT(z)->im * AT(z)->im + re, 2 * AT(z)->re * AT(z)->im + im);
	return n;
}

/* The address of an object is computed with; the next round finds an object of zeros. */
double
observed(long n)
{
	GC_FUNCTION;
	double sum = 0;

	for (long i = 0; i < n; i++) {
		complex c = NEW_ZEROED(struct complex, complex_type);
		preserved p = PRESERVE((ref)c);
		double *raw = ADDRESS(c);
		raw[i & 1] += (double)i;
		raw[~i & 1] += 1;
		UNPRESERVE(p);
		sum += AT(c)->re + AT(c)->im;
	}
	return sum;
}

/* An object with a hook is made, though nobody needs it, and has its value when the hook reads it. */
__attribute__((noinline)) static void
drop(long number)
{
	GC_FUNCTION;
	struct handle TRACKED *h = NEW(struct handle, handle_type.type);

	AT(h)->number = number;
}

int
main(void)
{
	long n = 0;

	for (int x = -20; x < 10; x++)
		for (int y = -10; y < 10; y++)
			n += escape_time(x / 10.0, y / 10.0);
	for (long i = 1; i <= 10; i++)
		drop(i);
	lr_gc_collect(1);
	printf("%ld %.0f %ld\n", n, observed(10), released);
	return 0;
}
