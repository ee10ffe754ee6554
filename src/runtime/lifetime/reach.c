/* SPDX-License-Identifier: MIT */
/* reach.c -- marks what ephemerons and finalizers keep alive.
**
** An ephemeron waits for its holder, and then for its key.  A map tells who waits for an object, so that each object is
** looked up once when it is marked, and the work is linear in objects and ephemerons.  Nothing recurs. */
#include "runtime/lifetime/state.h"

#include <stdlib.h>

struct wait {
	void *holder;
	const uintptr_t *key, *value;
	size_t next;               /* the next one that waits for the same object, or NOBODY */
};
#define NOBODY SIZE_MAX
/* On the stack: all that the object leads to is done. */
#define DONE ((uintptr_t)1)

static struct {
	const struct life_collector *collector;
	struct wait *waits;
	size_t nwaits, capacity;
	struct address_map waiting; /* object -> first of those that wait for it */
	struct ptrvec stack;
} reach;

/* Immediates must not get on the stack, where their low bits would have a meaning. */
static void
push(void *object)
{
	if (rt_is_reference(object))
		ptrvec_push(&reach.stack, object);
}

static void
no_memory(void)
{
	lr_gc_fatal("gc: no memory for a list of %zu ephemerons", reach.nwaits + 1);
}

static void
wait_for(void *object, size_t number)
{
	struct address_entry *e = address_map_add(&reach.waiting, object, NOBODY);

	if (e == NULL)
		no_memory();
	reach.waits[number].next = e->value;
	e->value = number;
}

/* Lets an ephemeron wait for what it still needs; puts its value on the stack if that is nothing. */
static void
go_on(size_t number)
{
	const struct wait *w = &reach.waits[number];
	void *key = life_show(*w->key);

	if (!reach.collector->is_live(w->holder))
		wait_for(w->holder, number);
	else if (!reach.collector->is_live(key))
		wait_for(key, number);
	else
		push(life_show(*w->value));
}

/* The object has been marked. */
static void
wake(const void *object)
{
	struct address_entry *e = address_map_find(&reach.waiting, object);

	if (e == NULL)
		return;
	size_t number = e->value;
	address_map_remove(&reach.waiting, e);
	while (number != NOBODY) {
		const size_t next = reach.waits[number].next;

		go_on(number);
		number = next;
	}
}

static void
push_field(void *user, void **slot)
{
	(void)user;
	push(*slot);
}

/* Marks all that the stack holds, and what that leads to.  An object is marked when it leaves the stack, so that the
** search is depth-first and `order` is its post-order. */
static void
drain(const struct address_map *sought, struct ptrvec *order)
{
	while (reach.stack.count != 0) {
		void *object = reach.stack.items[--reach.stack.count];

		if ((uintptr_t)object & DONE) {
			ptrvec_push(order, (void *)((uintptr_t)object & ~DONE));
			continue;
		}
		if (!reach.collector->mark(object))
			continue;
		if (order != NULL && address_map_find(sought, object) != NULL)
			ptrvec_push(&reach.stack, (void *)((uintptr_t)object | DONE));
		wake(object);
		reach.collector->each(object, push_field, NULL);
	}
}

void
reach_begin(const struct life_collector *c)
{
	reach.collector = c;
	reach.nwaits = 0;
	reach.stack.count = 0;
	address_map_clear(&reach.waiting);
}

void
reach_wait(void *holder, const uintptr_t *key, const uintptr_t *value)
{
	/* Most are complete, and need no entry. */
	if (reach.collector->is_live(holder) && reach.collector->is_live(life_show(*key))) {
		reach_mark(life_show(*value));
		return;
	}
	if (reach.nwaits == reach.capacity) {
		const size_t wider = reach.capacity != 0 ? reach.capacity * 2 : 64;
		struct wait *waits = realloc(reach.waits, wider * sizeof *waits);

		if (waits == NULL)
			no_memory();
		reach.waits = waits;
		reach.capacity = wider;
	}
	reach.waits[reach.nwaits] = (struct wait){ holder, key, value, NOBODY };
	go_on(reach.nwaits++);
}

void
reach_mark(void *object)
{
	push(object);
	drain(NULL, NULL);
}

void
reach_in_order(void *object, const struct address_map *sought, struct ptrvec *order)
{
	push(object);
	drain(sought, order);
}

void
reach_end(void)
{
	address_map_clear(&reach.waiting);
	reach.collector = NULL;
}

void
reach_fini(void)
{
	free(reach.waits);
	reach.waits = NULL;
	reach.nwaits = reach.capacity = 0;
	address_map_free(&reach.waiting);
	ptrvec_free(&reach.stack);
}
