/* Structs of one reference for which no register is left: the ABI passes them as integers. */
#include <stdarg.h>
#include "box.h"

struct one {
	box b;
};
struct array {
	box b[1];
};
struct nested {
	struct array a;
};
struct packed {
	box b;
} __attribute__((packed));

#define SIX long a, long b, long c, long d, long e, long f
#define FILL 1, 2, 3, 4, 5, 6

/* The argument is the only reference to its object, before and behind what collects. */
static __attribute__((noinline)) long
defined(SIX, struct one x, struct array y)
{
	long before = AT(x.b)->v;

	mk(100);
	return before + AT(x.b)->v + AT(y.b[0])->v + a + f;
}

static __attribute__((noinline)) struct one
returned(SIX, struct nested x, struct packed y)
{
	struct one o = { mk(AT(y.b)->v) };

	mk(100);
	AT(o.b)->v += AT(x.a.b[0])->v;
	return o;
}

static inline __attribute__((always_inline)) long
inlined(SIX, struct one x)
{
	mk(100);
	return AT(x.b)->v;
}

/* Of a function whose blocks are named by their addresses. */
static __attribute__((noinline)) long
jumps(SIX, struct one x)
{
	static const void *const to[] = { &&end, &&more };
	long sum = 0;

	mk(100);
more:
	sum += AT(x.b)->v;
	goto *to[sum < 3 * AT(x.b)->v];
end:
	return sum;
}

static __attribute__((noinline)) long
variadic(long n, ...)
{
	va_list l;
	struct one o[8];
	long sum = 0;

	va_start(l, n);
	for (long i = 0; i < n; i++)
		o[i] = va_arg(l, struct one);
	va_end(l);
	mk(100);
	for (long i = 0; i < n; i++)
		sum += AT(o[i].b)->v;
	return sum;
}

typedef long function(SIX, struct one);

static __attribute__((noinline)) long
other(SIX, struct one x)
{
	mk(100);
	return 10 * AT(x.b)->v;
}
static function *volatile table[2] = { jumps, other };

/* In a module of its own: called by what the other one says of it. */
long elsewhere(SIX, struct one x);

#if defined SECOND || defined ALONE
long
elsewhere(SIX, struct one x)
{
	mk(100);
	return 1000 * AT(x.b)->v;
}
#endif
#ifdef SECOND
#elif defined REFUSED_CAST
long takes_number(long);

long
casts(struct one x)
{
	return takes_number((long)x.b);
}
#elif defined REFUSED_NUMBER
static __attribute__((noinline)) long
takes_number(SIX, long n)
{
	mk(100);
	return n + a;
}

long
casts(struct one x)
{
	return ((long (*)(SIX, struct one))takes_number)(FILL, x);
}
#else
int
main(void)
{
	GC_FUNCTION;
	long sum = defined(FILL, (struct one){ mk(1) }, (struct array){ { mk(2) } });

	struct one o = returned(FILL, (struct nested){ { { mk(3) } } }, (struct packed){ mk(4) });
	mk(100);
	sum += AT(o.b)->v;
	sum += inlined(FILL, (struct one){ mk(5) });
	printf("%ld\n", sum);
	printf("%ld\n", variadic(8, o, o, (struct one){ mk(6) }, o, o, o, (struct one){ mk(7) }, o));
	printf("%ld %ld\n", table[0](FILL, (struct one){ mk(8) }), table[1](FILL, o));
	printf("%ld\n", elsewhere(FILL, (struct one){ mk(9) }));
	return 0;
}
#endif
