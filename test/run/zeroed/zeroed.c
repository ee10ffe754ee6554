/* SPDX-License-Identifier: MIT */
/* zeroed.c -- fresh objects with polls: NEW_ZEROED and NEW_BYTES_ZEROED zero them without a safepoint in between,
** however large they are; loops of the program do poll. */
#include <lateroot/dialect.h>

struct big {
	char pad[2000];
	ref next;
};
TYPE(big_type, struct big, FIELD(struct big, next));
typedef struct big TRACKED *big_ref;

struct row {
	intptr_t length;
	ref item[];
};
TYPE_REFS(row_type, struct row, item);
typedef struct row TRACKED *row_ref;

__attribute__((noinline)) static big_ref
chain(int n)
{
	GC_FUNCTION;
	big_ref list = NULL;

	for (int i = 0; i < n; i++) {
		big_ref b = NEW_ZEROED(struct big, big_type);
		if (AT(b)->next != NULL || AT(b)->pad[0] != 0 || AT(b)->pad[1999] != 0)
			printf("not zero\n");
		AT(b)->next = (ref)(i % 16 == 0 ? NULL : list);
		list = b;
	}
	return list;
}

/* Each iteration is a safepoint with -polls: the row is complete before the loop, and may be old in it. */
__attribute__((noinline)) static row_ref
row_of(int n, ref item)
{
	GC_FUNCTION;
	int evaluated = 0;
	row_ref r = NEW_BYTES_ZEROED(struct row, row_type,
		sizeof(struct row) + sizeof(ref) * (size_t)(n + evaluated++));

	AT(r)->length = n;
	for (int i = 0; i < n; i++)
		SET(r, item[i], item);
	return evaluated == 1 ? r : NULL;
}

int
main(void)
{
	GC_FUNCTION;
	int length = 0, same = 0;

	for (ref b = (ref)chain(200); b != NULL; b = AT((big_ref)b)->next)
		length++;
	big_ref item = chain(1);
	row_ref r = row_of(3000, (ref)item);
	for (int i = 0; i < AT(r)->length; i++)
		same += AT(r)->item[i] == (ref)item;
	printf("%d %d\n", length, same);
}
