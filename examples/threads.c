/* SPDX-License-Identifier: MIT */
/* threads.c -- two threads on one heap.
**
** Covers: collections that stop the other thread; atomic loads, exchanges and compare-and-swaps on reference fields of
** a shared object; references handed to a thread and back; waiting in a GC-safe region (inside join). */
#include <lateroot/dialect.h>

struct cell {
	struct cell TRACKED *next;
	long value;
};
TYPE(cell_type, struct cell, FIELD(struct cell, next));
/* A stack that both push to and pop from, and the cell that was pushed last. */
struct shared {
	ref top, last;
};
TYPE(shared_type, struct shared, FIELD(struct shared, top), FIELD(struct shared, last));
struct job {
	struct shared TRACKED *shared;
	long first, count, sum;
};
TYPE(job_type, struct job, FIELD(struct job, shared));

typedef struct cell TRACKED *cell;
typedef struct shared TRACKED *shared;
typedef struct job TRACKED *job;

enum { COUNT = 2000, OTHER = 10000, KEEP = 3 };

static cell
cons(long value, cell next)
{
	GC_FUNCTION;
	cell c = NEW(struct cell, cell_type);

	AT(c)->next = next;
	AT(c)->value = value;
	return c;
}

/* Cells are fresh each time, and the collector frees none that somebody holds: so there is no ABA. */
static void
push(shared s, long value)
{
	GC_FUNCTION;
	cell c = cons(value, NULL);
	ref top;

	julia_write_barrier(s, c);
	do {
		top = dialect_load_acquire(&AT(s)->top);
		SET(c, next, top);
	} while (dialect_compare_exchange(&AT(s)->top, top, c) != top);
	dialect_exchange(&AT(s)->last, c);
}

static cell
pop(shared s)
{
	for (;;) {
		cell top = dialect_load_acquire(&AT(s)->top);
		if (top == NULL)
			return NULL;
		ref next = AT(top)->next;
		julia_write_barrier(s, next);
		if (dialect_compare_exchange(&AT(s)->top, top, next) == (ref)top)
			return top;
	}
}

/* Pushes its numbers and pops as many cells, whosever they are; adds up what it popped. */
static ref
work(ref argument)
{
	GC_FUNCTION;
	job j = argument;
	shared s = AT(j)->shared;
	cell kept[KEEP] = {NULL};

	for (long i = 0; i < AT(j)->count; i++) {
		push(s, AT(j)->first + i);
		if (i % 4 == 3)
			for (int k = 0; k < 3; k++) {
				cell c = pop(s);
				if (c != NULL)
					AT(j)->sum += AT(c)->value;
				kept[k] = c;
			}
		cons(i, kept[i % KEEP]);
	}
	return j;
}

static job
new_job(shared s, long first)
{
	GC_FUNCTION;
	job j = NEW(struct job, job_type);

	AT(j)->shared = s;
	AT(j)->first = first;
	AT(j)->count = COUNT;
	AT(j)->sum = 0;
	return j;
}

int
main(void)
{
	GC_FUNCTION;
	shared s = NEW(struct shared, shared_type);
	AT(s)->top = NULL;
	AT(s)->last = NULL;

	job here = new_job(s, 0);
	lr_thread *thread = spawn(work, new_job(s, OTHER));
	if (thread == NULL)
		return 1;
	work(here);
	job there = join(thread);
	long left = 0, sum = AT(here)->sum + AT(there)->sum;
	for (cell c = pop(s); c != NULL; c = pop(s), left++)
		sum += AT(c)->value;
	printf("sum %ld, expected %ld\n", sum, (long)COUNT * (COUNT - 1) + (long)OTHER * COUNT);
	printf("a cell was last: %s\n", dialect_exchange(&AT(s)->last, NULL) != NULL ? "yes" : "no");
	return 0;
}
