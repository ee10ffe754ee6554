/* SPDX-License-Identifier: MIT */
/* heap.h -- internals of the reference heap: pages, cells, collection.
**
** The heap is one reserved range of addresses, divided into pages.  A small page holds cells of one size class; the
** first begins one word before byte 16, so that the object behind the tag is 16-byte aligned, unless the cells have
** TWO_WORDS_CELL bytes.  A big object is a run of pages.  The state of each cell is in bitmaps beside the pages, not in
** the cells, so that dead cells can be poisoned as a whole.
**
** The mark of an object is a bit beside the pages, one for each 16 bytes of the heap, which no two objects share.
** Write barriers test its colour, which is in its tag: bits 0 mean young, 3 old, 1 old and queued for the next minor
** collection.  Old objects are marked, until a full collection removes all marks; it leaves the colours as they are,
** because what survives it is old. */
#ifndef LR_RUNTIME_HEAP_HEAP_H
#define LR_RUNTIME_HEAP_HEAP_H

#include "runtime/collector.h"
#include "runtime/world/pauses.h"

enum {
	PAGE_BYTES = 8192,
	PAGE_SHIFT = 13,
	PAGE_WORDS = PAGE_BYTES / 16 / 64, /* words of a bitmap */
	TAG_BYTES = sizeof(uintptr_t),
	PAGE_FIRST_CELL = 16 - TAG_BYTES, /* offset in bytes */
	TWO_WORDS_CELL = 24,       /* the one size of cells that is no multiple of 16 */
	COLOUR = LR_TAG_MARKED | LR_TAG_OLD,
	MARK_SHIFT = 4,
	PAGE_MARK_WORDS = PAGE_BYTES / 16 / 64,
	CARD_SHIFT = LR_CARD_SHIFT,/* a card is for 512 bytes */
	QUEUED_CARDS = 1,          /* bit of an item of struct thread.queued: only the object's cards count */
	POISON_DEAD = 0xDB,
	POISON_NEW = 0xCB
};

enum page_kind {
	PAGE_FREE, PAGE_SMALL,
	PAGE_BIG,                  /* first page of a big object */
	PAGE_REST,                 /* its later pages */
	PAGE_BIG_DEAD,             /* first page of a big object in quarantine */
	PAGE_RETIRED               /* all its objects have moved; unreadable */
};

struct page {
	uint8_t size_class;
	uint16_t cells;            /* small: number of cells */
	uint16_t used;             /* number of cells that are allocated or held */
	uint32_t next, prev;       /* small: links of heap.partial, as page numbers */
	bool listed;               /* the page is in heap.partial */
	bool carded;               /* big: some card of the object is set, and the object is queued */
	bool returned;             /* free: the system has the page's memory */
	bool idle;                 /* free: it was not taken since a full collection */
	bool hooked;               /* small: an object with a release hook was made here, so that sweeps read tags */
	uint32_t head;             /* PAGE_REST: number of the first page */
	uint32_t npages;           /* big: length of the run */
	size_t bytes;              /* big: size of the object with its tag */
	const struct lr_run *run;  /* small: the run of a thread that takes these cells, which are `allocated` already;
	                            * or NULL */
	uint64_t allocated[PAGE_WORDS];
	uint64_t held[PAGE_WORDS]; /* dead, in quarantine */
	uint64_t fresh;            /* number of the collection that moved objects to this page */
	uint64_t pinned[PAGE_WORDS], moved[PAGE_WORDS]; /* set by the current collection */
	uint64_t survived[PAGE_WORDS];/* allocated at the last sweep; the other cells of `allocated` are young */
};
#define PAGE_NONE UINT32_MAX

/* A dead object in quarantine. */
struct dead {
	char *cell;
	const struct lr_type *type;
	uint64_t collection;       /* number of the collection that found it dead */
	size_t bytes;
	bool closed;               /* its pages cannot be accessed */
};

struct heap {
	pthread_mutex_t lock;      /* guards pages, partial, young, and the threads' runs in pages; never held at a
	                            * safepoint */
	char *base;                /* the reserved range */
	size_t bytes;
	uint32_t npages;           /* number of reserved pages */
	uint32_t committed;        /* number of accessible pages, from page 0 on */
	uint32_t high;             /* no page from this number on was ever used */
	uint32_t hint;             /* no page below this number is free */
	uint32_t used_pages;
	uint8_t *kind;             /* enum page_kind, by page */
	uint64_t *live;            /* one bit for each page that a collection has to read: small or big, with more in it
	                            * than dead objects in quarantine */
	struct page *pages;
	uint64_t *marks;           /* one bit for each 16 bytes, of the address of an object */
	uint8_t *cards;            /* one byte for each card (cards.c) */
	uint32_t partial[LR_SIZE_CLASS_COUNT]; /* first page with free cells that is in no cache */
	struct ptrvec young;       /* struct page *: pages with objects that no sweep has seen */
	size_t young_bytes;        /* given to caches and big objects since the last collection */
	size_t nursery;            /* bytes of young objects that make a minor collection due (nursery.c) */
	size_t young_most;         /* those that make a collection due: more than that while minor ones are left out */
	uint32_t vain;             /* minor collections, one after the other, that most young bytes survived */
	/* the quarantine, a ring */
	struct dead *dead;
	size_t dead_capacity, dead_first, dead_count, dead_bytes;
	/* the collector's own data */
	struct lr_gc_config config;
	struct lr_gc_stats stats;
	struct pauses minor_pauses, full_pauses;
	uint64_t collections, since_full;
	uint64_t live_after_full;  /* bytes */
	bool full;                 /* the current collection is a full one */
};
extern struct heap heap;

extern const uint16_t heap_classes[LR_SIZE_CLASS_COUNT];

static inline bool
heap_contains(const void *p)
{
	return (uintptr_t)p - (uintptr_t)heap.base < heap.bytes;
}
static inline uint32_t
heap_page_number(const void *p)
{
	return (uint32_t)(((uintptr_t)p - (uintptr_t)heap.base) >> PAGE_SHIFT);
}
static inline size_t
heap_card(const void *p)
{
	return ((uintptr_t)p - (uintptr_t)heap.base) >> CARD_SHIFT;
}
/* Marks an object of the heap; false if it is marked already.  `shared`: other threads mark at the same time. */
static inline bool
heap_mark(const void *object, bool shared)
{
	const size_t n = ((uintptr_t)object - (uintptr_t)heap.base) >> MARK_SHIFT;
	uint64_t *word = &heap.marks[n / 64];
	const uint64_t bit = (uint64_t)1 << n % 64;

	if (__atomic_load_n(word, __ATOMIC_RELAXED) & bit)
		return false;
	if (shared)
		return (__atomic_fetch_or(word, bit, __ATOMIC_RELAXED) & bit) == 0;
	*word |= bit;
	return true;
}
static inline void
heap_unmark(const void *object)
{
	const size_t n = ((uintptr_t)object - (uintptr_t)heap.base) >> MARK_SHIFT;

	heap.marks[n / 64] &= ~((uint64_t)1 << n % 64);
}
static inline bool
heap_is_marked(const void *object)
{
	const size_t n = ((uintptr_t)object - (uintptr_t)heap.base) >> MARK_SHIFT;

	return heap.marks[n / 64] >> n % 64 & 1;
}

/* The bits, in a word of a page's bitmap, of the cells from `begin` up to `end`, some of which are in that word. */
static inline uint64_t
page_bits(uint32_t word, uint32_t begin, uint32_t end)
{
	const uint32_t from = begin > word * 64 ? begin - word * 64 : 0,
		to = end < (word + 1) * 64 ? end - word * 64 : 64;

	return (~(uint64_t)0 >> (64 - (to - from))) << from;
}

static inline char *
heap_page_address(const struct page *pg)
{
	return heap.base + ((size_t)(pg - heap.pages) << PAGE_SHIFT);
}
/* The size class for a number of bytes, tag included, of at most LR_SMALL_MAX_BYTES: one of 16-byte aligned objects. */
extern uint8_t heap_class_by_size[LR_SMALL_MAX_BYTES / 16 + 1]; /* index: bytes / 16, rounded up */
static inline uint32_t
heap_class_for(size_t bytes)
{
	return heap_class_by_size[(bytes + 15) / 16];
}

/* pages.c; the caller holds heap.lock or has the world stopped */
int pages_init(void);
void pages_fini(void);
struct page *pages_take(uint32_t n, enum page_kind); /* NULL: memory is exhausted */
void pages_give(struct page *, uint32_t n);
struct page *pages_take_small(uint32_t size_class);  /* with at least one free cell */
struct page *pages_take_empty(uint32_t size_class);  /* a page without objects */
/* Pages of the system may be larger than those of the heap, and hold neighbours then.  These functions concern only
** the whole pages of the system in a range. */
void pages_discard(void *at, size_t bytes);          /* returns memory to the system, with what it holds */
bool pages_close(void *at, size_t bytes);            /* false: they cannot be made inaccessible */
bool pages_open(void *at, size_t bytes);             /* false: the system refuses */
void pages_list_partial(struct page *);              /* adds the page to heap.partial, if it has enough free cells */
void pages_unlist(struct page *);                    /* removes the page from heap.partial, if it is there */
void pages_return(void);             /* gives memory of free pages to the system, if there are many */
void pages_settle(struct page *);                    /* for a small page that no thread takes cells from: updates
                                                      * heap.live and heap.partial, or frees the page */

static inline bool
pages_is_live(uint32_t n)
{
	return heap.live[n / 64] >> n % 64 & 1;
}
static inline void
pages_set_live(uint32_t n)
{
	heap.live[n / 64] |= (uint64_t)1 << n % 64;
}
static inline void
pages_clear_live(uint32_t n)
{
	heap.live[n / 64] &= ~((uint64_t)1 << n % 64);
}
/* Returns the first live page from number n on, or PAGE_NONE.  Pages may become live or dead between two calls. */
uint32_t pages_next_live(uint32_t n);

/* Calls `visit` for each allocated cell of a live page.  The world is stopped, and threads have returned their runs. */
void pages_visit_cells(void (*visit)(char *cell, size_t bytes));

/* Result of the look-up of an address of the heap. */
struct place {
	enum lr_gc_place what;
	char *cell;                /* start of the cell, which is its tag; or NULL */
	size_t bytes;              /* size of the cell */
};
struct place pages_find(const void *address); /* the caller holds heap.lock or has the world stopped */
/* The same while other threads run.  Takes heap.lock: without it pages change, and a thread's runs end with it. */
struct place pages_find_beside_threads(const void *address);

/* sweep.c */
void sweep(void);                          /* frees all objects that are not marked */
bool sweep_hold(char *cell, size_t bytes); /* under stress, puts a dead cell in quarantine; false: free it at once */
void sweep_everything(void);               /* runs all release hooks, at shutdown */
void quarantine_trim(size_t bytes);        /* releases dead objects, oldest first, until at most `bytes` are left */
void quarantine_fini(void);
const struct dead *quarantine_find(const void *address); /* NULL: not in quarantine */
const struct dead *quarantine_find_page(const void *address); /* a dead object whose unreadable pages contain the
                                                               * address */

/* mark.c */
void mark_roots_and_drain(void);
void mark_fini(void);
void mark_update(void *object);            /* updates the fields of an object after a move */

/* moving.c: mode LR_GC_MOVING */
void moving_begin(void);                   /* before marking: unpins all objects */
void moving_pin(const void *object);       /* keeps an object of the heap in place; ignores other addresses */
void moving_evacuate(void);                /* after the sweep: moves all objects that are not pinned */
void moving_update(void **slot);           /* updates a slot whose object may have moved */
void moving_fini(void);

/* workers.c */

/* cards.c */
/* Remembers that a slot of an old object changed.  False: the object has no cards, and is to be queued as a whole.
** `*first`: it is to be queued for its cards.  Any thread. */
bool cards_remember(const void *object, const void *slot, bool *first);
bool cards_are_set(const void *slot);      /* for checks */
/* Is the slot in a big object of the heap, and its card set?  Then the object is queued for it, or about to be by the
** thread that set the card. */
static inline bool
cards_know(const void *object, const void *slot)
{
	if (!heap_contains(object))
		return false;
	const uint32_t n = heap_page_number(object);
	return heap.kind[n] == PAGE_BIG && (uintptr_t)slot - (uintptr_t)object < heap.pages[n].bytes - TAG_BYTES
		&& __atomic_load_n(&heap.cards[heap_card(slot)], __ATOMIC_RELAXED) != 0;
}

/* nursery.c */
void nursery_reset(void);                  /* the configuration has changed */
uint64_t nursery_full_due(void);           /* bytes alive that make a full collection due */
void nursery_after_full(void);
/* Are minor collections left out?  Then the next one is a full one. */
static inline bool
nursery_is_left_out(void)
{
	return heap.young_most > heap.nursery;
}
/* What a minor collection did. */
struct minor {
	uint64_t young_bytes, survived_bytes; /* before and after it */
	uint64_t marked, freed;    /* objects */
	uint64_t cards;            /* that it scanned */
};
void nursery_adapt(const struct minor *);

/* runs.c */
/* Returns the unused rest of the thread's runs to their pages.  The world is stopped, or the thread has ended. */
void alloc_return_runs(struct thread *);
/* Returns how many cells of a run are unused.  Another thread may be using the run; 0 if its state is inconsistent. */
uint32_t alloc_left(const struct lr_run *, uint32_t size_class);

/* stats.c */
void stats_flush(struct thread *);         /* adds a thread's counters to heap.stats */
void stats_read(struct lr_gc_stats *);     /* statistics as of now, with those of running threads */
void stats_note_peak(void);                /* at the begin of a collection: the heap is as large as it gets */
void stats_after_collection(uint64_t marked_before); /* objects that earlier collections had marked */

#endif
