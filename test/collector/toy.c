/* SPDX-License-Identifier: MIT */
/* toy.c -- the smallest heap that passes the kit: mark and sweep over one list, made of the public headers alone.
**
** With the entries of entries.h it is linked in front of liblateroot-rt, whose threads, safepoints and walker it uses.
**
** With TOY_HIDES it needs read barriers (reads.profile): a collection hides each reference that an object holds, by a bit
** that no address has.  Code that uses such a word without a barrier faults. */
#include <stdint.h>
#include <stddef.h>

struct cell { /* 32 bytes, so that the object behind them is aligned to 16 */
	struct cell *next;
	size_t bytes;
	uintptr_t marked, tag;
};
#include "entries.h"

static void
mark(void *object)
{
	struct cell *c;

	if ((uintptr_t)object < LR_SMALL_VALUE_LIMIT || (lr_tag(object) & LR_TAG_STATIC))
		return;
	c = (struct cell *)object - 1;
	if (c->marked)
		return;
	c->marked = 1;
	push(&grey, object);
}

#ifdef TOY_HIDES
enum { HIDDEN_BIT = 63 };
void *toy_read(void *word, void **slot);
unsigned char toy_hides;           /* some reference is hidden */

/* The read barrier.  Another thread may have stored something else meanwhile. */
void *
toy_read(void *word, void **slot)
{
	void *shown = (void *)((uintptr_t)word & ~((uintptr_t)1 << HIDDEN_BIT));

	if (shown != word)
		__atomic_compare_exchange_n(slot, &word, shown, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	return shown;
}
#endif

/* A reference of an object. */
static void
mark_field(void **slot)
{
#ifdef TOY_HIDES
	mark(toy_read(*slot, slot));
	if ((uintptr_t)*slot >= LR_SMALL_VALUE_LIMIT)
		*slot = (void *)((uintptr_t)*slot | (uintptr_t)1 << HIDDEN_BIT);
	toy_hides = 1;
#else
	mark(*slot);
#endif
}

static void
mark_words(void *state, void **slots, size_t n)
{
	(void)state;
	for (size_t i = 0; i < n; i++)
		mark_field(&slots[i]);
}

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user, (void)site;
	mark(*slot);
	return 0;
}

static void
sweep(void)
{
	for (struct cell **link = &cells, *c; (c = *link) != NULL;) {
		const struct lr_type *t = lr_type_of(c + 1);

		if (c->marked) {
			c->marked = 0;
			link = &c->next;
			continue;
		}
		if (t->release != NULL)
			t->release(c + 1);
		*link = c->next;
		stats.freed_objects++;
		stats.freed_bytes += c->bytes;
		free(c);
	}
}

void
lr_gc_collect(int full)
{
	struct lr_visitor visitor = { .struct_size = sizeof visitor, .root = on_root };

	(void)full;
	lr_world_stop();
	if (lr_gc_disabled() != 0) {
		lr_world_resume();
		return;
	}
	if (lr_walk_all(&visitor) < 0)
		lr_gc_fatal("toy: a stack cannot be walked");
	for (size_t i = 0; i < statics.n; i++)
		each_reference(statics.items[i], mark_words, NULL);
	while (grey.n != 0)
		each_reference(grey.items[--grey.n], mark_words, NULL);
	sweep();
	fresh = 0;
	stats.full++;
	lr_world_resume();
}
