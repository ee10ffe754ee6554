/* SPDX-License-Identifier: MIT */
/* bare.c -- a generational heap for profiles with the tag elsewhere, or nowhere, and with cards.
**
** It knows its objects by a table beside the heap, from the address to a cell, which has the type.  With BARE_TAG it also
** has a tag word at that distance from the object (entry.profile: it stores the word itself, ahead.profile: compiled
** code does), and expects to find the type there.  What lies in front of an object is filled with a word that is no type.
**
** Marks stay, so an object that has survived is old.  A minor collection does not look into old objects, but for the
** cards that a write barrier has marked; each 8th collection is a full one. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <lateroot/runtime.h>

enum { FRONT_BYTES = 32, CARD_SHIFT = 9, ADDRESS_BITS = 47, FULL_EACH = 8 };
#ifdef BARE_TAG
enum { HEADER_BYTES = BARE_TAG < 0 ? -(BARE_TAG) : 0 };
#else
enum { HEADER_BYTES = 0 };
#endif
static const uint64_t NO_TYPE = UINT64_C(0xDBDBDBDBDBDBDBDB);

struct cell { char *object; size_t bytes; const struct lr_type *type; bool marked; };

uintptr_t bare_cards;              /* address of the card of address 0 */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cell *table;         /* open addressing */
static size_t ncells, capacity, fresh, collections;
static struct cell **grey;
static size_t ngrey;

static size_t
slot_of(const struct cell *in, size_t n, const void *object)
{
	size_t i = ((uintptr_t)object >> 4) * 2654435761u & (n - 1);

	while (in[i].object != NULL && in[i].object != object)
		i = (i + 1) & (n - 1);
	return i;
}

/* The cell of an object; NULL: it is none of this heap. */
static struct cell *
find(const void *object)
{
	struct cell *c = capacity != 0 ? &table[slot_of(table, capacity, object)] : NULL;

	return c != NULL && c->object != NULL ? c : NULL;
}

/* Makes a new table of the cells for which `keep` is true; all others are freed. */
static void
rebuild(size_t n, bool (*keep)(const struct cell *))
{
	struct cell *made = calloc(n, sizeof *made), **more = malloc(n * sizeof *more);

	if (made == NULL || more == NULL)
		lr_gc_fatal("bare: out of memory");
	ncells = 0;
	for (size_t i = 0; i < capacity; i++) {
		if (table[i].object == NULL)
			continue;
		if (keep(&table[i])) {
			made[slot_of(made, n, table[i].object)] = table[i];
			ncells++;
		} else {
			memset(table[i].object - FRONT_BYTES, 0xDB, FRONT_BYTES + table[i].bytes);
			free(table[i].object - FRONT_BYTES);
		}
	}
	free(table);
	free(grey);
	table = made;
	grey = more;
	capacity = n;
}

static bool all(const struct cell *c) { (void)c; return true; }
static bool marked(const struct cell *c) { return c->marked; }

static void
mark(void *object)
{
	struct cell *c = find(object);

	if (c == NULL || c->marked)
		return;
#ifdef BARE_TAG
	if (*(const struct lr_type **)(void *)(c->object + BARE_TAG) != c->type)
		lr_gc_fatal("bare: the tag of an object is not where it should be");
#endif
	c->marked = true;
	grey[ngrey++] = c;
}

static unsigned char *
card_of(const void *address)
{
	return (unsigned char *)(bare_cards + ((uintptr_t)address >> CARD_SHIFT));
}

/* Marks what a word refers to.  `old`: the word is in an old object, and counts only if its card, or that of the object,
** has a mark. */
static void
mark_word(const struct cell *c, void **word, bool old)
{
	if (!old || *card_of(word) == 1 || *card_of(c->object) == 1)
		mark(*word);
}

static void
scan(const struct cell *c, bool old)
{
	const struct lr_type *t = c->type;
	void **words = (void **)(void *)c->object;

	for (uint32_t i = 0; i < t->nrefs; i++)
		mark_word(c, &words[t->refs != NULL ? t->refs[i] : i], old);
	if ((t->layout != LR_LAYOUT_INLINE && t->layout != LR_LAYOUT_POINTED) || t->elem_nrefs == 0)
		return;
	char *e = t->layout == LR_LAYOUT_POINTED ? words[t->data_word] : c->object + t->size_bytes;
	for (intptr_t n = (intptr_t)words[t->length_word]; n > 0; n--, e += t->elem_bytes)
		for (uint32_t i = 0; i < t->elem_nrefs; i++)
			mark_word(c, &((void **)(void *)e)[t->elem_refs != NULL ? t->elem_refs[i] : i], old);
}

static int
on_root(void *user, void **slot, const struct lr_root_site *site)
{
	(void)user, (void)site;
	mark(*slot);
	return 0;
}

void
lr_gc_collect(int full)
{
	struct lr_visitor visitor = { .struct_size = sizeof visitor, .root = on_root };

	lr_world_stop();
	full |= collections++ % FULL_EACH == 0;
	for (size_t i = 0; i < capacity && full; i++)
		table[i].marked = false;
	if (capacity == 0)
		rebuild(1024, all);
	for (size_t i = 0; i < capacity; i++) /* before anything else is marked: these are the old ones */
		if (table[i].object != NULL && table[i].marked)
			scan(&table[i], true);
	if (lr_walk_all(&visitor) < 0)
		lr_gc_fatal("bare: a stack cannot be walked");
	while (ngrey != 0)
		scan(grey[--ngrey], false);
	rebuild(capacity, marked);
	/* now all objects are old, so no card says anything */
	madvise(card_of(NULL), (size_t)1 << (ADDRESS_BITS - CARD_SHIFT), MADV_DONTNEED);
	fresh = 0;
	lr_world_resume();
}

static void
collect(void *user)
{
	(void)user;
	lr_gc_collect(0);
}

/* `bytes` are those of the object without a header; `entry` is the stack frame of the function that was called. */
static void *
allocate(void *entry, size_t bytes, uintptr_t type)
{
	const bool due = __atomic_load_n(&fresh, __ATOMIC_RELAXED) > (1u << 20) || getenv("LATEROOT_GC_STRESS") != NULL;
	uint64_t *front = NULL;

	lr_safepoint_at(entry, due ? collect : NULL, NULL);
	if (bytes < PTRDIFF_MAX / 2)
		front = aligned_alloc(16, (FRONT_BYTES + bytes + 15) / 16 * 16);
	if (front == NULL)
		lr_gc_fatal("bare: out of memory: %zu bytes", bytes);
	for (size_t i = 0; i < FRONT_BYTES / sizeof *front; i++)
		front[i] = NO_TYPE;
	struct cell c = { (char *)front + FRONT_BYTES, bytes, (const struct lr_type *)type, false };
#ifdef BARE_TAG
	*(uintptr_t *)(void *)(c.object + BARE_TAG) = type;
#endif
	pthread_mutex_lock(&lock); /* no safepoint while it is held */
	if (ncells * 2 >= capacity)
		rebuild(capacity != 0 ? 2 * capacity : 1024, all);
	table[slot_of(table, capacity, c.object)] = c;
	ncells++;
	__atomic_store_n(&fresh, fresh + bytes, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&lock);
	return c.object;
}

/* ---- the entries that the profiles name ---- */

void *
bare_small_alloc(void *ptls, int32_t size_class, int32_t class_bytes, uintptr_t type)
{
	(void)ptls, (void)size_class;
	return allocate(__builtin_frame_address(0), (size_t)class_bytes - HEADER_BYTES, type);
}

void *
bare_big_alloc(void *ptls, size_t bytes_with_header, uintptr_t type)
{
	(void)ptls;
	return allocate(__builtin_frame_address(0), bytes_with_header - HEADER_BYTES, type);
}

void *
bare_typed_alloc(void *ptls, size_t bytes, uintptr_t type)
{
	(void)ptls;
	return allocate(__builtin_frame_address(0), bytes, type);
}

void *
bare_memory_alloc(void *ptls, size_t bytes, const void *type)
{
	uintptr_t *object = allocate(__builtin_frame_address(0), 16 + bytes, (uintptr_t)type);

	(void)ptls;
	object[0] = 0;
	object[1] = (uintptr_t)(object + 2);
	return object;
}

/* Static objects have their tags in front of them. */
const struct lr_type *
bare_type_of(const void *object)
{
	pthread_mutex_lock(&lock);
	const struct cell *c = find(object);
	const struct lr_type *type = c != NULL ? c->type : lr_type_of(object);
	pthread_mutex_unlock(&lock);
	return type;
}

__attribute__((constructor)) static void
start(void)
{
	void *cards = mmap(NULL, (size_t)1 << (ADDRESS_BITS - CARD_SHIFT), PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (cards == MAP_FAILED)
		lr_gc_fatal("bare: no address space for cards");
	bare_cards = (uintptr_t)cards;
}
