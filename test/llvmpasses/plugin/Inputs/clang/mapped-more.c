/* More ways in which callees write stack variables: through phi, to the middle, by members, in loops, nested, sorted,
 * by recursion. */
#include "number.h"

#include <string.h>

typedef number num;

struct value {
	num r;
	long n;
};

struct odd {
	num a, b;
	long x;
	num c;
	long y;
};

struct nest {
	long k;
	struct value in[3];
	struct odd o;
};

static NOINLINE void
set(num *p, long n)
{
	num x = make(n);
	make(0);
	*p = x;
}

static NOINLINE void
setv(struct value *v, long n)
{
	v->r = make(n);
	v->n = n;
	make(1);
}

static NOINLINE long
phi(int c)
{
	struct value a = {make(1), 1}, b = {make(2), 2};
	struct value *p = c ? &a : &b;
	setv(p, 5);
	make(9);
	return AT(a.r)->n * 10 + AT(b.r)->n;
}

static NOINLINE long
field(int i)
{
	struct value r[4];
	for (int k = 0; k < 4; k++)
		r[k] = (struct value){make(k), k};
	set(&r[i].r, 7);
	make(0);
	long s = 0;
	for (int k = 0; k < 4; k++)
		s = s * 10 + AT(r[k].r)->n;
	return s;
}

static NOINLINE void
back(struct value *v)
{
	setv(v - 1, 8);
	setv(v + 1, 9);
}

static NOINLINE long
middle(void)
{
	struct value r[3];
	memset(r, 0, sizeof r);
	r[1].r = make(4);
	back(&r[1]);
	make(0);
	return AT(r[0].r)->n * 100 + AT(r[1].r)->n * 10 + AT(r[2].r)->n;
}

static NOINLINE long
loop(int n)
{
	long s = 0;
	for (int i = 0; i < n; i++) {
		struct value v;
		if (i == 2)
			continue;
		setv(&v, i);
		if (i == 5)
			break;
		make(3);
		s = s * 10 + AT(v.r)->n;
	}
	return s;
}

static NOINLINE void
fillnest(struct nest *n)
{
	n->k = 0x1001;
	for (int i = 0; i < 3; i++)
		setv(&n->in[i], i + 1);
	n->o.a = make(4);
	n->o.b = make(5);
	n->o.x = -1;
	n->o.c = make(6);
	n->o.y = -2;
}

static NOINLINE long
nested(void)
{
	struct nest n[2];
	fillnest(n);
	fillnest(n + 1);
	struct nest m = n[1];
	make(0);
	n[1].o.c = make(3);
	make(1);
	return AT(m.in[0].r)->n * 100000 + AT(m.in[2].r)->n * 1000 + AT(m.o.a)->n * 100 + AT(m.o.c)->n * 10 +
	       AT(n[1].o.c)->n;
}

static inline __attribute__((always_inline)) void
two(struct value *restrict a, struct value *restrict b)
{
	a->r = make(1);
	b->r = make(2);
	make(3);
	a->n = AT(b->r)->n;
	b->n = AT(a->r)->n;
	make(4);
	a->r = make(AT(a->r)->n + b->n);
}

static NOINLINE void
see(struct value *v)
{
	v->n++;
}

static NOINLINE long
restricted(void)
{
	struct value a = {0}, b = {0};
	see(&a);
	see(&b);
	two(&a, &b);
	make(5);
	see(&a);
	return AT(a.r)->n * 10 + AT(b.r)->n + a.n + b.n;
}

static NOINLINE long
cmp(const void *x, const void *y)
{
	make(0);
	const struct value *a = x, *b = y;
	return AT(a->r)->n - AT(b->r)->n;
}

static NOINLINE long
sorted(void)
{
	struct value v[4];
	for (int i = 0; i < 4; i++)
		v[i] = (struct value){make((i * 7 + 2) % 5), i};
	for (int i = 0; i < 4; i++)
		for (int k = i + 1; k < 4; k++)
			if (cmp(&v[i], &v[k]) > 0) {
				struct value t = v[i];
				v[i] = v[k];
				make(1);
				v[k] = t;
			}
	long s = 0;
	for (int i = 0; i < 4; i++)
		s = s * 10 + AT(v[i].r)->n;
	return s;
}

static NOINLINE long
big(void)
{
	struct value v[300];
	memset(v, 0, sizeof v);
	for (int i = 0; i < 300; i += 50)
		setv(&v[i], i);
	make(0);
	long s = 0;
	for (int i = 0; i < 300; i += 50)
		s += AT(v[i].r)->n;
	return s;
}

static NOINLINE struct odd
giveodd(long n)
{
	struct odd o = {make(n), make(n + 1), 0, make(n + 2), 0};
	make(0);
	return o;
}

static NOINLINE long
byvalodd(struct odd o, int i)
{
	make(i);
	o.a = i ? make(9) : o.b;
	struct odd *p = &o;
	make(0);
	return AT(p->a)->n * 100 + AT(p->b)->n * 10 + AT(p->c)->n;
}

static NOINLINE long
recursive(int d)
{
	struct value v;
	setv(&v, d);
	long s = d ? recursive(d - 1) : 0;
	make(0);
	return s + AT(v.r)->n;
}

int
main(void)
{
	GC_FUNCTION;
	printf("%ld %ld %ld %ld %ld\n", phi(1), phi(0), field(2), middle(), loop(9));
	printf("%ld %ld %ld %ld %ld\n", nested(), restricted(), sorted(), big(), recursive(20));
	printf("%ld %ld %ld\n", byvalodd(giveodd(1), 0), byvalodd(giveodd(1), 1), loop(2));
	return 0;
}
