/* Numbers in arrays beside references, at computed places, are used behind what collects. */
#include "box.h"

struct part {
	long n[4];
	box b;
	double d[2];
	box c[3];
	unsigned char small;
};

static __attribute__((noinline)) struct part
part(long k)
{
	return (struct part){ { k, k + 1, k + 2, k + 3 }, mk(10 * k), { (double)k, 0.5 }, { mk(k), NULL, mk(7) },
		(unsigned char)k };
}

static __attribute__((noinline)) long
add(long a, box b, long c)
{
	mk(c);
	return a + AT(b)->v;
}

/* The pointer is to a variable of the caller where this is inlined. */
static inline long
sum(struct part *p, int i, int j)
{
	long n = p[i].n[j];
	double d = p[j % 2].d[i % 2];
	unsigned char small = p[i].small;

	mk(3);
	return n + add(p[i].n[(j + 1) % 4], p[j % 2].b, (long)d) + (long)(2 * d) + small + AT(p[i].c[0])->v;
}

int
main(int argc, char **argv)
{
	GC_FUNCTION;
	struct part v[2] = { part(1), part(2) }, w[argc + 2];
	long all = 0;

	(void)argv;
	for (int i = 0; i < argc + 2; i++)
		w[i] = part(5 + i);
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 4; j++) {
			all += add(v[i].n[j], v[(i + j) % 2].c[2], 1) + (long)v[i].d[j % 2];
			all += add(w[i].n[(j + argc) % 4], mk(w[i].n[j]), 1) + w[j % 3].small;
			all += sum(v, i, j) + sum(w, i, j);
		}
	printf("%ld\n", all);
	return 0;
}
