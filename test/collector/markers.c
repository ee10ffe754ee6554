/* SPDX-License-Identifier: MIT */
/* markers.c -- a heap marks on several threads: scan functions of objects run on more than one.
**
** With the argument "minor" the objects of each collection are new, and the collections minor.  A thread that helps may
** come too late for a collection, so there may be many; a heap that marks on one thread fails after all of them. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <lateroot/runtime.h>

enum { ROWS = 200, BOXES = 1000, COLLECTIONS = 100 };

struct box {
	struct box *next;
};

static pthread_t first;            /* the thread that has scanned the first box */
static int known, others;          /* `known`: 2: `first` is valid; `others`: boxes that other threads have scanned */

static void
scan_box(void *object, lr_visit_slots *visit, void *state)
{
	int none = 0;

	visit(state, (void **)object, 1);
	if (__atomic_load_n(&known, __ATOMIC_ACQUIRE) == 2) {
		if (!pthread_equal(first, pthread_self()))
			__atomic_add_fetch(&others, 1, __ATOMIC_RELAXED);
	} else if (__atomic_compare_exchange_n(&known, &none, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
		first = pthread_self();
		__atomic_store_n(&known, 2, __ATOMIC_RELEASE);
	}
}

static const struct lr_scanned_type box_type = {
	.type = { .name = "box", .layout = LR_LAYOUT_SCANNED, .size_bytes = sizeof(struct box) }, .scan = scan_box };

static void
fill(void **row)
{
	memset(row, 0, ROWS * sizeof *row);
	for (int i = 0; i < ROWS * BOXES; i++) {
		struct box *b = lr_gc_alloc(sizeof *b, &box_type.type);

		b->next = row[i % ROWS];
		row[i % ROWS] = b;
	}
}

int
main(int argc, char **argv)
{
	const int minor = argc > 1 && strcmp(argv[1], "minor") == 0;
	void *row[ROWS] = { NULL };

	if (lr_gc_add_root_range(row, ROWS) != LR_RT_OK)
		return 1;
	fill(row);
	for (int n = 0; n < COLLECTIONS && __atomic_load_n(&others, __ATOMIC_RELAXED) == 0; n++) {
		if (minor)
			fill(row);
		lr_gc_collect(!minor);
	}
	if (others == 0)
		printf("one thread scanned all objects in %d collections\n", COLLECTIONS);
	return others == 0;
}
