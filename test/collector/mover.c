/* SPDX-License-Identifier: MIT */
/* mover.c -- a heap of the public headers that moves each object that it may, at each collection.
**
** Like toy.c it has the entries of entries.h, and is linked in front of liblateroot-rt.  A collection marks, copies,
** updates and frees; what a root pins stays.  docs/collectors.md has the order of the walks. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cell { /* 64 bytes, so that the object behind them is aligned to 16 */
	struct cell *next, *moved;
	size_t bytes;
	bool marked, pinned, deep; /* deep: what it refers to is pinned, too */
	uintptr_t unused[3], tag;
};
#include "entries.h"

/* The cell of the object that a word refers to; NULL: it is no reference, or to a static object. */
static struct cell *
cell_of(void *word)
{
	return lr_is_reference(word) && !(lr_tag(word) & LR_TAG_STATIC) ? (struct cell *)word - 1 : NULL;
}

static void
mark(void **slot, bool deep)
{
	struct cell *c = cell_of(*slot);

	if (c == NULL || (c->marked && (c->deep || !deep)))
		return;
	c->pinned |= deep;
	c->deep |= deep;
	c->marked = true;
	push(&grey, c);
}

/* `state`: whether the object that has these words is deep */
static void
mark_words(void *state, void **slots, size_t n)
{
	for (size_t i = 0; i < n; i++)
		mark(&slots[i], *(const bool *)state);
}

static void
update(void **slot)
{
	const struct cell *c = cell_of(*slot);

	if (c != NULL && c->moved != NULL)
		*slot = c->moved + 1;
}

static void
update_words(void *state, void **slots, size_t n)
{
	(void)state;
	for (size_t i = 0; i < n; i++)
		update(&slots[i]);
}

static int
mark_root(void *user, void **slot, const struct lr_root_site *site)
{
	struct cell *c = cell_of(*slot);

	(void)user;
	mark(slot, (site->flags & LR_ROOT_DEEP) != 0);
	if (c != NULL && site->flags & LR_ROOT_FIXED)
		c->pinned = true;
	return 0;
}

static int
update_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user;
	if ((site->flags & (LR_ROOT_FIXED | LR_ROOT_DEEP)) == 0)
		update(slot);
	return 0;
}

static void
walk(enum lr_walk_mode mode, int (*root)(void *, void **, const struct lr_root_site *))
{
	struct lr_visitor v = { .struct_size = sizeof v, .root = root, .mode = mode };

	if (lr_walk_all(&v) < 0)
		lr_gc_fatal("mover: a stack cannot be walked");
}

/* Copies what may move.  Returns the list of copies. */
static struct cell *
copy_all(void)
{
	struct cell *copies = NULL;

	for (struct cell *c = cells; c != NULL; c = c->next) {
		const struct lr_type *t = lr_type_of(c + 1);
		if (!c->marked || c->pinned || t->layout == LR_LAYOUT_POINTED || t->flags & LR_TYPE_FIXED)
			continue;
		c->moved = aligned_alloc(16, (c->bytes + 15) / 16 * 16);
		if (c->moved == NULL)
			continue;          /* it stays */
		memcpy(c->moved, c, c->bytes);
		*c->moved = (struct cell){ .next = copies, .bytes = c->bytes, .tag = c->tag };
		copies = c->moved;
	}
	return copies;
}

/* Frees what is dead and what has moved; what stays is put in front of `others`. */
static struct cell *
sweep(struct cell *others)
{
	for (struct cell *c = cells, *next; c != NULL; c = next) {
		const struct lr_type *t = lr_type_of(c + 1);
		next = c->next;
		if (c->marked && c->moved == NULL) {
			*c = (struct cell){ .next = others, .bytes = c->bytes, .tag = c->tag };
			others = c;
			continue;
		}
		if (!c->marked && t->release != NULL)
			t->release(c + 1);
		stats.freed_objects += !c->marked;
		stats.freed_bytes += c->marked ? 0 : c->bytes;
		memset(c, 0xDB, c->bytes);
		free(c);
	}
	return others;
}

void
lr_gc_collect(int full)
{
	(void)full;
	lr_world_stop();
	if (lr_gc_disabled() != 0) {
		lr_world_resume();
		return;
	}
	walk(LR_WALK_MARK, mark_root);
	for (size_t i = 0; i < statics.n; i++)
		each_reference(statics.items[i], mark_words, &(bool){ false });
	while (grey.n != 0) {
		struct cell *c = grey.items[--grey.n];
		each_reference(c + 1, mark_words, &c->deep);
	}
	struct cell *copies = copy_all();
	walk(LR_WALK_RELOCATE, update_root);
	walk(LR_WALK_FINISH, NULL);
	for (struct cell *c = copies; c != NULL; c = c->next)
		each_reference(c + 1, update_words, NULL);
	for (struct cell *c = cells; c != NULL; c = c->next)
		if (c->marked && c->moved == NULL)
			each_reference(c + 1, update_words, NULL);
	for (size_t i = 0; i < statics.n; i++)
		each_reference(statics.items[i], update_words, NULL);
	cells = sweep(copies);
	fresh = 0;
	stats.full++;
	lr_world_resume();
}
