/* Structs that are copied: references and numbers side by side, on the stack and in objects, by constants and by
** computed indices. */
#include "box.h"

struct value { box r; long n; };
struct one { box r; };
struct large { long before; struct value v[12]; };
struct vector { long n; struct value v[]; };
static const struct lr_type vector_type = { .name = "vector",
	.layout = LR_LAYOUT_INLINE, .size_bytes = 8, .elem_bytes = sizeof(struct value), .elem_nrefs = 1 };

static void
collect(void)
{
	mk(-1);
	mk(-2);
	mk(-3);
}

static __attribute__((noinline)) long
registers(int a)
{
	struct value r[16];
	for (int i = 0; i < 16; i++)
		r[i] = (struct value){ NULL, 0 };
	for (int i = 0; i < 4; i++) {
		r[a] = (struct value){ mk(i), i };
		r[a + 1 + i] = r[a];
	}
	collect();
	return AT(r[a + 1].r)->v * 1000 + AT(r[a + 2].r)->v * 100 + AT(r[a + 3].r)->v * 10 + AT(r[a + 4].r)->v;
}

static __attribute__((noinline)) long
machine(struct vector TRACKED *k, const unsigned char *pc)
{
	struct value r[8];
	long s = 0;
	for (int i = 0; i < 8; i++)
		r[i] = (struct value){ NULL, 0 };
	for (;; pc += 3)
		switch (pc[0]) {
		case 0:
			r[pc[1]] = AT(k)->v[pc[2]];
			break;
		case 1:
			SET_SLOT(k, AT(k)->v[pc[1]].r, mk(pc[2]));
			AT(k)->v[pc[1]].n = pc[2];
			break;
		case 2:
			r[pc[1]] = r[pc[2]];
			break;
		case 3:
			mk(0);
			s = s * 100 + AT(r[pc[1]].r)->v;
			break;
		case 4:
			return s;
		}
}

static __attribute__((noinline)) void
fill(struct one *p, long v)
{
	p->r = mk(v);
}

static __attribute__((noinline)) long
kept(struct one *q)
{
	struct one x = *q;
	fill(q, 5);
	collect();
	struct one *y = &x;
	fill(q, 6);
	return AT(y->r)->v;
}

static __attribute__((noinline)) void
shift(struct one *q)
{
	struct one t[2];
	fill(q, 3);
	t[0] = q[0];
	fill(q, 4);
	collect();
	q[1] = t[0];
}

static __attribute__((noinline)) long
whole(struct large *from)
{
	struct large l = *from;
	for (int i = 0; i < 12; i++)
		from->v[i].r = NULL;
	collect();
	long s = 0;
	for (int i = 0; i < 12; i++)
		s = s * 2 + (AT(l.v[i].r)->v == i);
	return s;
}

int
main(int argc, char **argv)
{
	(void)argv;
	GC_FUNCTION;
	printf("%ld\n", registers(argc));
	struct vector TRACKED *k = NEW_BYTES(struct vector, vector_type,
		sizeof(struct vector) + 4 * sizeof(struct value));
	AT(k)->n = 4;
	for (int i = 0; i < 4; i++) {
		AT(k)->v[i].r = NULL;
		AT(k)->v[i].n = 0;
	}
	static const unsigned char code[] = {
		1, 0, 11, 1, 1, 12, 0, 3, 0, 0, 4, 1, 2, 5, 3, 2, 6, 4, 1, 0, 21, 1, 1, 22, 0, 3, 0, 0, 4, 1, 3, 5, 0, 3, 6, 0, 3, 3, 0, 4
	};
	printf("%ld\n", machine(k, code));
	struct one a[2] = { { NULL }, { NULL } };
	fill(a, 9);
	printf("%ld\n", kept(a));
	shift(a);
	printf("%ld\n", AT(a[1].r)->v);
	struct large l = { 0 };
	for (int i = 0; i < 12; i++)
		l.v[i].r = mk(i);
	printf("%ld\n", whole(&l));
	return 0;
}
