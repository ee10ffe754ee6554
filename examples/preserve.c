/* SPDX-License-Identifier: MIT */
/* preserve.c -- objects whose address went to C.
**
** Covers: gc_preserve_begin and _end around raw pointers (pointer_from_objref): a buffer that the C library sorts while
** the comparison, which is ours, allocates; two objects in one region; regions inside one another and in loops; a
** region that ends before the function does. */
#include <stdlib.h>
#include <string.h>
#include <lateroot/dialect.h>

struct buffer {
	long length;
	int item[];
};
TYPE_BYTES(buffer_type, struct buffer);
struct box {
	long value;
};
TYPE(box_type, struct box);

typedef struct buffer TRACKED *buffer;

static __attribute__((noinline)) struct box TRACKED *
box(long value)
{
	GC_FUNCTION;
	struct box TRACKED *b = NEW(struct box, box_type);

	AT(b)->value = value;
	return b;
}

static __attribute__((noinline)) buffer
random_buffer(long length, unsigned seed)
{
	GC_FUNCTION;
	buffer b = NEW_BYTES(struct buffer, buffer_type, sizeof(struct buffer) + (size_t)length * sizeof(int));

	AT(b)->length = length;
	for (long i = 0; i < length; i++) {
		seed = seed * 1103515245u + 12345u;
		AT(b)->item[i] = (int)(seed >> 16) % 1000;
	}
	return b;
}

/* Called back by qsort; boxes what it compares, to allocate. */
static int
compare(const void *a, const void *b)
{
	GC_FUNCTION;
	struct box TRACKED *x = box(*(const int *)a);
	struct box TRACKED *y = box(*(const int *)b);

	return (AT(x)->value > AT(y)->value) - (AT(x)->value < AT(y)->value);
}

static long
checksum(const int *item, long length)
{
	long sum = 0;

	for (long i = 0; i < length; i++)
		sum = (sum * 31 + item[i]) % 1000000007;
	return sum;
}

/* After ADDRESS nothing uses `b` but the region. */
static long
sort(long length, unsigned seed)
{
	GC_FUNCTION;
	buffer b = random_buffer(length, seed);
	preserved region = PRESERVE(b);
	int *item = (int *)((char *)ADDRESS(b) + offsetof(struct buffer, item));

	qsort(item, (size_t)length, sizeof *item, compare);
	long sum = checksum(item, length);
	UNPRESERVE(region);
	box(sum);
	return sum;
}

/* Two at once; and one inside a loop, inside the other. */
static long
interleave(long rounds)
{
	GC_FUNCTION;
	buffer a = random_buffer(20, 1);
	buffer b = random_buffer(20, 2);
	preserved both = PRESERVE(a, b);
	int *to = (int *)((char *)ADDRESS(a) + offsetof(struct buffer, item));
	int *from = (int *)((char *)ADDRESS(b) + offsetof(struct buffer, item));
	long sum = 0;

	for (long i = 0; i < rounds; i++) {
		buffer c = random_buffer(10, (unsigned)i);
		preserved one = PRESERVE(c);
		int *item = (int *)((char *)ADDRESS(c) + offsetof(struct buffer, item));
		box(i);
		memcpy(to + i % 10, item, 10 * sizeof *item);
		box(i);
		memcpy(item, from, 10 * sizeof *item);
		sum = (sum * 7 + checksum(item, 10)) % 1000000007;
		UNPRESERVE(one);
		box(i);
	}
	sum += checksum(to, 20);
	UNPRESERVE(both);
	return sum;
}

int
main(void)
{
	GC_FUNCTION;
	printf("sorted: %ld %ld\n", sort(60, 7), sort(33, 99));
	printf("interleaved: %ld\n", interleave(15));
	return 0;
}
