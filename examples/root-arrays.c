/* SPDX-License-Identifier: MIT */
/* root-arrays.c -- arrays of references on the stack.
**
** Covers: allocas of tracked pointers, which become root slots: indexed by a variable, passed to a callee by
** address, stored to through a pointer chosen at run time, null to begin with; a struct of references; a struct
** that mixes references and numbers; a buffer of roots that a callee fills ("julia.return_roots"). */
#include <lateroot/dialect.h>

struct box {
	long value;
	ref link;
};
TYPE(box_type, struct box, FIELD(struct box, link));

typedef struct box TRACKED *boxref;

enum { WINDOW = 5 };

static boxref
box(long value, ref link)
{
	GC_FUNCTION;
	boxref b = NEW(struct box, box_type);

	AT(b)->value = value;
	AT(b)->link = link;
	return b;
}

/* Sum over an array of references somewhere on a caller's stack. */
static __attribute__((noinline)) long
sum(boxref *boxes, int n)
{
	long total = 0;

	for (int i = 0; i < n; i++)
		if (boxes[i] != NULL)
			total += AT(boxes[i])->value;
	return total;
}

/* A window that slides over a stream of boxes: the array is all that keeps them. */
static long
slide(long n)
{
	GC_FUNCTION;
	boxref window[WINDOW] = {NULL};
	long total = 0;

	for (long i = 0; i < n; i++) {
		boxref fresh = box(i, window[(i + 1) % WINDOW] == NULL ? NULL : AT(window[(i + 1) % WINDOW])->link);
		window[i % WINDOW] = fresh;
		total = (total * 3 + sum(window, WINDOW)) % 1000003;
	}
	return total;
}

/* Stores through a pointer that is one of two arrays. */
static long
two_arrays(long n)
{
	GC_FUNCTION;
	boxref even[3] = {NULL}, odd[3] = {NULL};

	for (long i = 0; i < n; i++) {
		boxref *where = i % 2 ? odd : even;
		boxref b = box(i, NULL);
		where[i % 3] = b;
	}
	box(-1, NULL);
	return sum(even, 3) * 1000 + sum(odd, 3);
}

struct mixed {
	long count;
	boxref first;
	double weight;
	boxref last;
};

static __attribute__((noinline)) long
weigh(struct mixed *m)
{
	return m->count * 100 + (long)(m->weight * 2) + AT(m->first)->value + AT(m->last)->value * 10;
}

/* References and numbers side by side. */
static long
mixed(long n)
{
	GC_FUNCTION;
	struct mixed m = {0, NULL, 0.5, NULL};

	for (long i = 0; i < n; i++) {
		boxref b = box(i, NULL);
		if (m.first == NULL)
			m.first = b;
		m.last = b;
		m.count++;
		m.weight += 0.5;
		box(-2, NULL);
	}
	return weigh(&m);
}

/* Fills a buffer of roots that belongs to the caller, who is told so. */
RETURN_ROOTS(1, 3) static __attribute__((noinline)) void
split(boxref b, boxref *parts)
{
	GC_FUNCTION;
	long v = AT(b)->value;

	parts[0] = box(v / 100, NULL);
	parts[1] = box(v / 10 % 10, NULL);
	parts[2] = box(v % 10, NULL);
}

static long
returned(long v)
{
	GC_FUNCTION;
	boxref parts[3];
	split(box(v, NULL), parts);
	box(-3, NULL);
	return AT(parts[2])->value * 100 + AT(parts[1])->value * 10 + AT(parts[0])->value;
}

int
main(void)
{
	GC_FUNCTION;
	printf("slide: %ld\n", slide(40));
	printf("two arrays: %ld\n", two_arrays(11));
	printf("mixed: %ld\n", mixed(9));
	printf("returned: %ld\n", returned(731));
	return 0;
}
