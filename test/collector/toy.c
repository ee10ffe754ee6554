/* SPDX-License-Identifier: MIT */
/* toy.c -- the smallest heap that passes the kit: mark and sweep over one list, made of the public headers alone.
**
** It defines the entries that allocate, and is linked in front of liblateroot-rt, whose threads, safepoints and walker
** it uses.  All its tags have no low bits, so that write barriers fire on static parents alone.
**
** With TOY_HIDES it needs read barriers (reads.profile): a collection hides each reference that an object holds, by a bit
** that no address has.  Code that uses such a word without a barrier faults. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <lateroot/runtime.h>

struct cell { /* 32 bytes, so that the object behind them is aligned to 16 */
	struct cell *next;
	size_t bytes;
	uintptr_t marked, tag;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cell *cells;
static struct lr_gc_stats stats;
static size_t fresh;               /* bytes since the last collection */
static struct { void **items; size_t n, capacity; } grey, statics;

static void
push(void *list, void *object)
{
	struct { void **items; size_t n, capacity; } *l = list;

	if (l->n == l->capacity) {
		l->capacity = l->capacity * 2 + 64;
		l->items = realloc(l->items, l->capacity * sizeof *l->items);
		if (l->items == NULL)
			lr_gc_fatal("toy: out of memory");
	}
	l->items[l->n++] = object;
}

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

static void
scan(void *object)
{
	const struct lr_type *t = lr_type_of(object);
	void **words = object;

	for (uint32_t i = 0; i < t->nrefs; i++)
		mark_field(&words[t->refs != NULL ? t->refs[i] : i]);
	if (t->layout == LR_LAYOUT_SCANNED)
		lr_type_scan(t)(object, mark_words, NULL);
	if ((t->layout != LR_LAYOUT_INLINE && t->layout != LR_LAYOUT_POINTED) || t->elem_nrefs == 0)
		return;
	char *e = t->layout == LR_LAYOUT_POINTED ? words[t->data_word] : (char *)object + t->size_bytes;
	for (intptr_t n = (intptr_t)words[t->length_word]; n > 0; n--, e += t->elem_bytes)
		for (uint32_t i = 0; i < t->elem_nrefs; i++)
			mark_field(&((void **)(void *)e)[t->elem_refs != NULL ? t->elem_refs[i] : i]);
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
		scan(statics.items[i]);
	while (grey.n != 0)
		scan(grey.items[--grey.n]);
	sweep();
	fresh = 0;
	stats.full++;
	lr_world_resume();
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

static void
collect(void *user)
{
	(void)user;
	lr_gc_collect(1);
}

/* `entry`: the stack frame of the function that compiled code has called, and that keeps it: this file is compiled with
** -fno-optimize-sibling-calls. */
static void *
allocate(void *entry, size_t bytes, uintptr_t type)
{
	const bool due = __atomic_load_n(&fresh, __ATOMIC_RELAXED) > (8u << 20) || getenv("LATEROOT_GC_STRESS") != NULL;
	struct cell *c = NULL;

	lr_safepoint_at(entry, due ? collect : NULL, NULL);
	if (bytes < PTRDIFF_MAX / 2)
		c = aligned_alloc(16, (sizeof *c + bytes + 15) / 16 * 16);
	if (c == NULL)
		lr_gc_fatal("toy: out of memory: %zu bytes", bytes);
	*c = (struct cell){ NULL, sizeof *c + bytes, 0, type };
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
