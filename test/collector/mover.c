/* SPDX-License-Identifier: MIT */
/* mover.c -- a heap of the public headers that moves each object that it may, at each collection.
**
** Like toy.c it is linked in front of liblateroot-rt.  A collection marks, copies, updates and frees; what a root pins
** stays.  docs/collectors.md has the order of the walks. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <lateroot/runtime.h>

struct cell { /* 64 bytes, so that the object behind them is aligned to 16 */
	struct cell *next, *moved;
	size_t bytes;
	bool marked, pinned, deep; /* deep: what it refers to is pinned, too */
	uintptr_t unused[3], tag;
};
_Static_assert(sizeof(struct cell) % 16 == 0, "the object is aligned");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cell *cells;
static size_t fresh;               /* bytes since the last collection */
static struct lr_gc_stats stats;
static struct { void **items; size_t n, capacity; } grey, statics;

static void
push(void *list, void *item)
{
	struct { void **items; size_t n, capacity; } *l = list;

	if (l->n == l->capacity) {
		l->capacity = l->capacity * 2 + 64;
		l->items = realloc(l->items, l->capacity * sizeof *l->items);
		if (l->items == NULL)
			lr_gc_fatal("mover: out of memory");
	}
	l->items[l->n++] = item;
}

/* The cell of the object that a word refers to; NULL: it is no reference, or to a static object. */
static struct cell *
cell_of(void *word)
{
	return lr_is_reference(word) && !(lr_tag(word) & LR_TAG_STATIC) ? (struct cell *)word - 1 : NULL;
}

/* ---- the references of an object ---- */

typedef void visitor(void **slot, bool deep);
struct visiting { visitor *visit; bool deep; };

static void
visit_words(void *state, void **slots, size_t n)
{
	const struct visiting *v = state;

	for (size_t i = 0; i < n; i++)
		v->visit(&slots[i], v->deep);
}

static void
each_reference(void *object, visitor *visit, bool deep)
{
	const struct lr_type *t = lr_type_of(object);
	void **words = object;

	for (uint32_t i = 0; i < t->nrefs; i++)
		visit(&words[t->refs != NULL ? t->refs[i] : i], deep);
	if (t->layout == LR_LAYOUT_SCANNED)
		lr_type_scan(t)(object, visit_words, &(struct visiting){ visit, deep });
	if ((t->layout != LR_LAYOUT_INLINE && t->layout != LR_LAYOUT_POINTED) || t->elem_nrefs == 0)
		return;
	char *e = t->layout == LR_LAYOUT_POINTED ? words[t->data_word] : (char *)object + t->size_bytes;
	for (intptr_t n = (intptr_t)words[t->length_word]; n > 0; n--, e += t->elem_bytes)
		for (uint32_t i = 0; i < t->elem_nrefs; i++)
			visit(&((void **)(void *)e)[t->elem_refs != NULL ? t->elem_refs[i] : i], deep);
}

/* ---- a collection ---- */

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

static void
update(void **slot, bool deep)
{
	const struct cell *c = cell_of(*slot);

	(void)deep;
	if (c != NULL && c->moved != NULL)
		*slot = c->moved + 1;
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
		update(slot, false);
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
		each_reference(statics.items[i], mark, false);
	while (grey.n != 0) {
		struct cell *c = grey.items[--grey.n];
		each_reference(c + 1, mark, c->deep);
	}
	struct cell *copies = copy_all();
	walk(LR_WALK_RELOCATE, update_root);
	walk(LR_WALK_FINISH, NULL);
	for (struct cell *c = copies; c != NULL; c = c->next)
		each_reference(c + 1, update, false);
	for (struct cell *c = cells; c != NULL; c = c->next)
		if (c->marked && c->moved == NULL)
			each_reference(c + 1, update, false);
	for (size_t i = 0; i < statics.n; i++)
		each_reference(statics.items[i], update, false);
	cells = sweep(copies);
	fresh = 0;
	stats.full++;
	lr_world_resume();
}

static void
collect(void *user)
{
	(void)user;
	lr_gc_collect(1);
}

/* ---- the entries ---- */

/* `entry`: the stack frame of the function that was called. */
static void *
allocate(void *entry, size_t bytes, uintptr_t type)
{
	const bool due = __atomic_load_n(&fresh, __ATOMIC_RELAXED) > (8u << 20) || getenv("LATEROOT_GC_STRESS") != NULL;
	struct cell *c = NULL;

	lr_safepoint_at(entry, due ? collect : NULL, NULL);
	if (bytes < PTRDIFF_MAX / 2)
		c = aligned_alloc(16, (sizeof *c + bytes + 15) / 16 * 16);
	if (c == NULL)
		lr_gc_fatal("mover: out of memory: %zu bytes", bytes);
	*c = (struct cell){ .bytes = sizeof *c + bytes, .tag = type };
	pthread_mutex_lock(&lock); /* no safepoint while it is held */
	c->next = cells;
	cells = c;
	__atomic_store_n(&fresh, fresh + c->bytes, __ATOMIC_RELAXED);
	stats.allocated_objects++;
	stats.allocated_bytes += c->bytes;
	pthread_mutex_unlock(&lock);
	return c + 1;
}

void *
lr_gc_alloc_typed(void *ptls, size_t bytes, uintptr_t type)
{
	(void)ptls;
	return allocate(__builtin_frame_address(0), bytes, type);
}

void *
lr_gc_small_alloc(void *ptls, int32_t size_class, int32_t class_bytes, uintptr_t type)
{
	(void)ptls, (void)size_class;
	return allocate(__builtin_frame_address(0), (size_t)class_bytes - sizeof(uintptr_t), type);
}

void *
lr_gc_big_alloc(void *ptls, size_t bytes_with_tag, uintptr_t type)
{
	(void)ptls;
	return allocate(__builtin_frame_address(0), bytes_with_tag - sizeof(uintptr_t), type);
}

void *
lr_gc_alloc_memory(void *ptls, size_t bytes, const void *type)
{
	uintptr_t *object = allocate(__builtin_frame_address(0), 16 + bytes, (uintptr_t)type);

	(void)ptls;
	object[0] = 0;
	object[1] = (uintptr_t)(object + 2);
	return object;
}

void *
lr_gc_alloc(size_t bytes, const struct lr_type *type)
{
	return memset(allocate(__builtin_frame_address(0), bytes, (uintptr_t)type), 0, bytes);
}

/* No tag of this heap has low bits, so that barriers fire on static parents alone. */
void
lr_gc_queue_root(const void *parent)
{
	uintptr_t *tag = (uintptr_t *)(uintptr_t)parent - LR_TAG_WORDS;

	if (!(__atomic_fetch_and(tag, ~(uintptr_t)LR_TAG_OLD, __ATOMIC_RELAXED) & LR_TAG_OLD))
		return;
	pthread_mutex_lock(&lock);
	push(&statics, (void *)(uintptr_t)parent);
	pthread_mutex_unlock(&lock);
}

void
lr_gc_queue_slot(const void *parent, const void *slot)
{
	(void)slot;
	lr_gc_queue_root(parent);
}

int
lr_gc_stats(struct lr_gc_stats *s)
{
	pthread_mutex_lock(&lock);
	*s = stats;
	pthread_mutex_unlock(&lock);
	s->struct_size = sizeof *s;
	s->live_objects = s->allocated_objects - s->freed_objects;
	s->heap_bytes = s->live_bytes = s->allocated_bytes - s->freed_bytes;
	return LR_RT_OK;
}

size_t
lr_gc_object_bytes(const void *object)
{
	return ((const struct cell *)object - 1)->bytes - sizeof(struct cell);
}

enum lr_gc_place
lr_gc_where(const void *object)
{
	return lr_tag(object) & LR_TAG_STATIC ? LR_GC_OUTSIDE : LR_GC_OBJECT;
}

int
lr_heap_walk(lr_heap_visit *visit, void *user)
{
	int result = 0;

	if (visit == NULL)
		return LR_RT_E_ARG;
	lr_gc_collect(1);
	lr_world_stop();
	for (struct cell *c = cells; c != NULL && result == 0; c = c->next)
		result = visit(user, &(struct lr_heap_object){ sizeof(struct lr_heap_object), c + 1, lr_type_of(c + 1),
			c->bytes, 1 });
	lr_world_resume();
	return result;
}
