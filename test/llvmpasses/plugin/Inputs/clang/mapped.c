/* Structs with references beside numbers, in every way in which others write them. */
#include "number.h"

#include <setjmp.h>
#include <stdarg.h>

struct value { long tag; number ref; double weight; };
struct triple { number a, b, c; };

static NOINLINE void
fill(struct value *v, int n)
{
	for (int i = 0; i < n; i++) {
		v[i].tag = i;
		v[i].ref = make(i + 1);
		v[i].weight = 0.5;
	}
}

static long
sum(const struct value *v, int n)
{
	long s = 0;

	for (int i = 0; i < n; i++)
		s = s * 10 + AT(v[i].ref)->n;
	return s;
}

static NOINLINE struct value
pair_up(struct value a, struct value b)
{
	make(8);
	a.ref = make(AT(a.ref)->n * 10 + AT(b.ref)->n);
	make(9);
	return a;
}

static NOINLINE long
outlive(struct triple t, struct triple *original)
{
	original->a = original->b = original->c = NULL;
	make(7);
	return AT(t.a)->n * 100 + AT(t.b)->n * 10 + AT(t.c)->n;
}

static struct value *kept;

static NOINLINE void
later(void)
{
	kept->ref = make(AT(kept->ref)->n + 1);
}

static NOINLINE long
through_global(void)
{
	struct value v = { 0, make(41), 0 };

	kept = &v;
	later();
	make(0);
	return AT(v.ref)->n;
}

static NOINLINE long
computed(int n)
{
	long s = 0;

	for (int i = 1; i <= n; i++) {
		struct value v[i];
		number w[i];
		fill(v, i);
		for (int k = 0; k < i; k++)
			w[k] = v[k].ref;
		make(0);
		s += sum(v, i) + AT(w[i - 1])->n;
	}
	return s;
}

static NOINLINE long
jumping(void)
{
	static jmp_buf buffer;
	struct value v = { 0 };
	volatile int round = 0;

	if (setjmp(buffer) == 0)
		fill(&v, 1);
	make(0);
	if (round++ < 3)
		longjmp(buffer, 1);
	return AT(v.ref)->n;
}

static NOINLINE long
variable_arguments(int n, ...)
{
	va_list l;
	long s = 0;

	va_start(l, n);
	for (int i = 0; i < n; i++) {
		make(i);
		struct value v = va_arg(l, struct value);
		s = s * 10 + AT(v.ref)->n;
	}
	va_end(l);
	return s;
}

int
main(void)
{
	GC_FUNCTION;
	struct value v[3];
	struct triple t = { make(1), make(2), make(3) };

	fill(v, 3);
	make(0);
	printf("filled %ld\n", sum(v, 3));
	struct value x = pair_up(v[0], v[1]), y = pair_up(x, v[2]);
	make(0);
	printf("returned %ld %ld\n", AT(x.ref)->n, AT(y.ref)->n);
	printf("by value %ld\n", outlive(t, &t));
	printf("through a global %ld\n", through_global());
	printf("computed %ld\n", computed(3));
	printf("jumping %ld\n", jumping());
	printf("variable arguments %ld\n", variable_arguments(2, v[1], v[2]));
	return 0;
}
