/* SPDX-License-Identifier: MIT */
/* addresses.c -- objects whose address is given away while they are preserved: to a function that makes a reference of
** it again, to memory that is a registered root, to code that asks for the type.  Prints what the script expects. */
#include <lateroot/dialect.h>
#include <stdlib.h>
#include <string.h>

struct total { long sum, count; };
TYPE(total_type, struct total);
TYPE(other_type, struct total);
typedef struct total TRACKED *total;

static total kept;

/* -- a callback: it is given the address as its context, and keeps the object */

__attribute__((noinline)) static void
for_each(int n, void (*f)(void *, int), void *context)
{
	for (int i = 0; i < n; i++) {
		f(context, i);
		lr_safepoint();
	}
}

static void
add(void *context, int i)
{
	GC_FUNCTION;
	total t = (total)context;

	AT(t)->sum += i;
	AT(t)->count++;
	kept = t;
}

__attribute__((noinline)) static long
sum_below(int n)
{
	GC_FUNCTION;
	total t = NEW_ZEROED(struct total, total_type);
	preserved region = PRESERVE((ref)t);

	for_each(n, add, ADDRESS(t));
	UNPRESERVE(region);
	return AT(t)->sum;
}

/* -- a root that C registers: the address lies in malloc's memory, and keeps the object */

__attribute__((noinline)) static void
make_in(void **root, long v)
{
	GC_FUNCTION;
	total t = NEW(struct total, total_type);

	AT(t)->sum = v;
	AT(t)->count = 2 * v;
	preserved region = PRESERVE((ref)t);
	*root = ADDRESS(t);
	lr_gc_add_root(root);
	UNPRESERVE(region);
}

/* -- the type, which the object has and a variable in its place would not */

__attribute__((noinline)) static int
is_other(int chosen)
{
	GC_FUNCTION;
	total t = chosen ? NEW(struct total, other_type) : NEW(struct total, total_type);

	AT(t)->sum = chosen;
	preserved region = PRESERVE((ref)t);
	int is = lr_type_of(ADDRESS(t)) == &other_type;
	UNPRESERVE(region);
	return is;
}

/* Leaves other words where the frames of the functions above were. */
__attribute__((noinline)) static void
overwrite(void)
{
	volatile char junk[600];

	for (size_t i = 0; i < sizeof junk; i++)
		junk[i] = 0x41;
	lr_gc_collect(1);
}

int
main(void)
{
	GC_FUNCTION;
	void **root = calloc(1, sizeof *root);

	printf("%ld\n", sum_below(6));
	overwrite();
	printf("%ld %ld\n", AT(kept)->sum, AT(kept)->count);
	make_in(root, 21);
	overwrite();
	printf("%ld %ld\n", ((struct total *)*root)->sum, ((struct total *)*root)->count);
	lr_gc_remove_root(root);
	free(root);
	printf("%d %d\n", is_other(0), is_other(1));
	return 0;
}
