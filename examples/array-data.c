/* SPDX-License-Identifier: MIT */
/* array-data.c -- data pointers loaded out of arrays.
**
** Covers: address space 13 both ways: julia.gc_loaded (an owner and a pointer to its data), and the older form, a
** data pointer loaded from a field of the array; data that lies inside the owner, and data in memory of its own that
** the owner names; loops over elements in which only the data pointer is in use while other code collects; element
** stores with field_write_barrier.p13; one data pointer out of two arrays. */
#include <lateroot/dialect.h>

struct box {
	long value;
};
TYPE(box_type, struct box);
typedef struct box TRACKED *boxref;

/* Numbers: the data follows the header, and `data` points to it. */
struct numbers {
	long length;
	long *data;
	long inside[];
};
TYPE_BYTES_FIXED(numbers_type, struct numbers);

/* References: the array and its data are objects of their own. */
struct slots {
	intptr_t length; /* a word, which `long` is not on Windows */
	boxref element[];
};
TYPE_REFS_FIXED(slots_type, struct slots, element);
struct vector {
	long length;
	struct slots TRACKED *slots;
	boxref LOADED *data; /* &slots->element[0] */
};
TYPE(vector_type, struct vector, FIELD(struct vector, slots));

static boxref
box(long value)
{
	GC_FUNCTION;
	boxref b = NEW(struct box, box_type);

	AT(b)->value = value;
	return b;
}

static struct numbers TRACKED *
numbers(long length)
{
	GC_FUNCTION;
	struct numbers TRACKED *a = NEW_BYTES(struct numbers, numbers_type,
		sizeof(struct numbers) + (size_t)length * sizeof(long));

	AT(a)->length = length;
	AT(a)->data = (long *)((char *)ADDRESS(a) + offsetof(struct numbers, inside));
	for (long i = 0; i < length; i++)
		AT(a)->inside[i] = i * i;
	return a;
}

static struct vector TRACKED *
vector(long length)
{
	GC_FUNCTION;
	struct slots TRACKED *s = NEW_BYTES(struct slots, slots_type,
		sizeof(struct slots) + (size_t)length * sizeof(ref));

	AT(s)->length = length;
	for (long i = 0; i < length; i++)
		AT(s)->element[i] = NULL;
	struct vector TRACKED *v = NEW(struct vector, vector_type);
	AT(v)->length = length;
	AT(v)->slots = s;
	AT(v)->data = DATA(boxref, s, (char *)ADDRESS(s) + offsetof(struct slots, element));
	return v;
}

/* Only the data pointer of a fresh array is in use in the loop, which collects at every turn. */
static long
sum_fresh(long length)
{
	GC_FUNCTION;
	struct numbers TRACKED *a = numbers(length);
	long LOADED *data = DATA(long, a, AT(a)->data);
	long sum = 0;

	for (long i = 0; i < length; i++)
		sum += data[i] + AT(box(i))->value;
	return sum;
}

/* One of two arrays. */
static long
sum_either(bool first)
{
	GC_FUNCTION;
	struct numbers TRACKED *a = numbers(7);
	struct numbers TRACKED *b = numbers(9);
	struct numbers TRACKED *c = first ? a : b;
	long LOADED *data = DATA(long, c, AT(c)->data);
	long sum = 0;

	for (long i = first ? 6 : 8; i >= 0; i -= 2) {
		sum = sum * 10 + data[i];
		data[i] = AT(box(sum))->value;
	}
	return sum + data[0];
}

/* Older form: `data` is a load of an AS13 pointer from a tracked object.  The array is old by the time boxes
** enter it. */
static long
fill(long length)
{
	GC_FUNCTION;
	struct vector TRACKED *v = vector(length);

	for (long round = 1; round <= 3; round++)
		for (long i = 0; i < length; i++) {
			boxref b = box(i * round);
			boxref LOADED *slot = AT(v)->data + i;
			julia_field_write_barrier_13(AT(v)->slots, slot, b);
			*slot = b;
		}
	long sum = 0;
	for (long i = 0; i < length; i++)
		sum = sum * 3 % 1000003 + AT(AT(v)->data[i])->value;
	return sum;
}

int
main(void)
{
	GC_FUNCTION;
	printf("fresh: %ld\n", sum_fresh(40));
	printf("either: %ld %ld\n", sum_either(true), sum_either(false));
	printf("fill: %ld\n", fill(25));
	return 0;
}
