/* SPDX-License-Identifier: MIT */
/* structs.c -- structs with references, passed and returned by value: each target has a form of its own for them. */
#include <lateroot/dialect.h>

struct box {
	long value;
};
TYPE(box_type, struct box);
typedef struct box TRACKED *box;

struct one {
	box b;
};
struct array {
	box b[1];
};
struct nested {
	struct one o;
};
struct two {
	box a, b;
};
struct mixed {
	box b;
	long n;
};

/* The runtime has such names, too, of its own: a program may use them. */
int world = 1;
long heap[4] = { 2, 3, 4, 5 };
long
check(long n)
{
	return n + world + heap[1];
}

#define KERNEL __attribute__((noinline)) static
#define SEVEN long p1, long p2, long p3, long p4, long p5, long p6, long p7
#define FILL 1, 2, 3, 4, 5, 6, 7

KERNEL box
make(long n)
{
	GC_FUNCTION;
	box b = NEW(struct box, box_type);

	AT(b)->value = n;
	return b;
}

KERNEL struct one
one(long n)
{
	return (struct one){ make(n) };
}

KERNEL struct array
array(long n)
{
	struct array a = { { make(n) } };

	make(0);
	return a;
}

KERNEL struct nested
either(struct nested x, struct nested y, int first)
{
	make(0);
	if (first)
		return x;
	make(0);
	return y;
}

KERNEL struct two
two(struct one x, struct one y)
{
	make(0);
	return (struct two){ x.b, y.b };
}

KERNEL struct mixed
mixed(struct mixed m)
{
	make(0);
	return (struct mixed){ make(AT(m.b)->value + m.n), m.n + 1 };
}

/* No register is left for the struct. */
KERNEL long
behind(SEVEN, long p8, struct one x, struct two y)
{
	make(0);
	return AT(x.b)->value + AT(y.a)->value + AT(y.b)->value + p1 + p7 + p8;
}

KERNEL struct one
again(SEVEN, struct one x)
{
	return p1 + p7 == 8 ? one(AT(x.b)->value + 1) : x;
}

/* A result that nobody takes, and a function that is called by its address alone. */
KERNEL struct one
counted(struct one x)
{
	AT(x.b)->value++;
	make(0);
	return x;
}
static struct one (*volatile calls[2])(struct one) = { counted, counted };

int
main(void)
{
	GC_FUNCTION;
	struct one x = one(1), y = again(FILL, one(2));

	printf("%ld %ld\n", AT(x.b)->value, AT(y.b)->value);
	struct array a = array(4);
	struct nested n = either((struct nested){ x }, (struct nested){ y }, 0);
	printf("%ld %ld\n", AT(a.b[0])->value, AT(n.o.b)->value);
	struct two t = two(x, y);
	struct mixed m = mixed((struct mixed){ t.b, 10 });
	printf("%ld %ld %ld %ld\n", AT(t.a)->value, AT(t.b)->value, AT(m.b)->value, m.n);
	printf("%ld\n", behind(FILL, 8, one(100), two(one(200), one(300))));
	counted(x);
	calls[0](x);
	make(0);
	printf("%ld\n", AT(calls[1](x).b)->value);
	printf("%ld %d %ld\n", check(10), world, heap[3]);
	return 0;
}
