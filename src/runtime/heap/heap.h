/* heap.h -- the reference heap inside: pages, cells, collection.
**
** One reserved range of addresses, cut into pages.  A small page is cells of one size class, from 8 bytes into the page
** on, so that the object behind the 8-byte tag is 16-byte aligned.  A big object is a run of pages.  Which cell is what
** stands in bitmaps beside the pages, not in the cells, so that dead cells can be poisoned as a whole.  An object's
** colour is in its tag: bits 0 young or unreached, 3 reached and old, 1 old and queued for the next minor
** collection. */
#ifndef LR_RUNTIME_HEAP_HEAP_H
#define LR_RUNTIME_HEAP_HEAP_H

#include "runtime/runtime.h"

enum {
	PAGE_BYTES = 16384,
	PAGE_SHIFT = 14,
	PAGE_FIRST_CELL = 8,       /* offset */
	PAGE_WORDS = PAGE_BYTES / 16 / 64, /* of a bitmap */
	TAG_BYTES = 8,
	COLOUR = LR_TAG_MARKED | LR_TAG_OLD,
	POISON_DEAD = 0xDB,
	POISON_NEW = 0xCB
};

enum page_kind {
	PAGE_FREE, PAGE_SMALL,
	PAGE_BIG,                  /* first page of a big object */
	PAGE_REST,                 /* its other pages */
	PAGE_BIG_DEAD,             /* first page of one in quarantine */
	PAGE_RETIRED               /* all that was in it has moved; unreadable */
};

struct page {
	uint8_t size_class;
	uint16_t cells;            /* small: how many there are */
	uint16_t used;             /* allocated or held */
	uint32_t next, prev;       /* small: links of heap.partial */
	bool listed;               /* it is there */
	uint32_t head;             /* PAGE_REST: number of the first page */
	uint32_t npages;           /* big */
	size_t bytes;              /* big: tag included */
	const struct lr_run *run;  /* small: a thread is taking these cells, which are `allocated` already; NULL: none
	                            * does */
	uint64_t allocated[PAGE_WORDS];
	uint64_t held[PAGE_WORDS]; /* dead, in quarantine */
	uint64_t fresh;            /* number of the collection that moved objects here */
	uint64_t pinned[PAGE_WORDS], moved[PAGE_WORDS]; /* of the collection at hand */
	uint64_t survived[PAGE_WORDS];/* what was allocated after the last sweep: the rest of `allocated` is young */
};
#define PAGE_NONE UINT32_MAX

/* A dead object kept from reuse. */
struct dead {
	char *cell;
	const struct lr_type *type;
	uint64_t collection;       /* number of the one that found it dead */
	size_t bytes;
	bool closed;               /* its pages cannot be accessed */
};

struct heap {
	pthread_mutex_t lock;      /* pages, partial, young; never held at a safepoint */
	char *base;                /* the range, and what of it is in use */
	size_t bytes;
	uint32_t npages;           /* reserved */
	uint32_t committed;        /* accessible, from page 0 on */
	uint32_t high;             /* no page from here on was ever used */
	uint32_t hint;             /* no free page below */
	uint32_t used_pages;
	uint8_t *kind;             /* enum page_kind, by page */
	uint64_t *live;            /* a bit for each page that a collection has to look at: small or big, and with more
	                            * in it than the dead in quarantine */
	struct page *pages;
	uint32_t partial[LR_SIZE_CLASS_COUNT]; /* pages with free cells, not in a cache */
	struct ptrvec young;       /* struct page *: those with objects that no sweep has seen */
	struct thread *gone;       /* threads that have ended, but queued objects since the last collection; under
	                            * world.table_lock */
	size_t young_bytes;        /* handed to caches and big objects since the last collection */
	/* quarantine: a ring */
	struct dead *dead;
	size_t dead_room, dead_first, dead_count, dead_bytes;
	/* the rest belongs to the collector */
	struct lr_gc_config config;
	struct lr_gc_stats stats;
	uint64_t collections, since_full;
	uint64_t live_after_full;  /* bytes */
	uint64_t last_frames;      /* walked by the last collection */
	uint64_t stress_calls, stress_skipped;
	bool full;                 /* kind of the collection that runs */
};
extern struct heap heap;

extern const uint16_t heap_classes[LR_SIZE_CLASS_COUNT];

/* For messages. */
static inline const char *
heap_type_name(const struct lr_type *type)
{
	if ((uintptr_t)type < LR_SMALL_VALUE_LIMIT)
		return "(no type)";
	return type->name != NULL ? type->name : "(unnamed)";
}
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
static inline char *
heap_page_address(const struct page *pg)
{
	return heap.base + ((size_t)(pg - heap.pages) << PAGE_SHIFT);
}
/* The class for so many bytes, tag included; they are at most LR_SMALL_MAX_BYTES. */
extern uint8_t heap_class_by_size[LR_SMALL_MAX_BYTES / 16 + 1]; /* index: bytes / 16, rounded up */
static inline uint32_t
heap_class_for(size_t bytes)
{
	return heap_class_by_size[(bytes + 15) / 16];
}

static inline uintptr_t *
tag_of(void *object)
{
	return (uintptr_t *)object - 1;
}

/* pages.c; the caller holds heap.lock or has the world stopped */
int pages_init(void);
void pages_fini(void);
struct page *pages_take(uint32_t n, enum page_kind); /* NULL: none left */
void pages_give(struct page *, uint32_t n);
struct page *pages_take_small(uint32_t size_class);  /* with at least one free cell */
struct page *pages_take_empty(uint32_t size_class);  /* nothing was in it */
void pages_list_partial(struct page *);              /* make known that it has free cells, if it is worth it */
void pages_unlist(struct page *);                    /* take it out of heap.partial, if it is there */
void pages_settle(struct page *);                    /* small, and nobody takes cells from it: for each collection to
                                                      * look at, just kept, or given back */

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
/* The first live page from number n on, or PAGE_NONE.  Pages may become live, or cease to be, between two calls. */
uint32_t pages_next_live(uint32_t n);

/* What is at an address of the heap. */
struct place {
	enum lr_gc_place what;
	char *cell;                /* start of the cell, its tag; NULL if none */
	size_t bytes;              /* of the cell */
};
struct place pages_find(const void *address);

/* sweep.c */
void sweep(void);                          /* frees what the marker did not reach */
bool sweep_hold(char *cell, size_t bytes); /* under stress, keep a dead cell from reuse; false: free it at once */
void sweep_everything(void);               /* at shutdown: all objects are dead */
void quarantine_trim(size_t bytes);        /* let go of the dead, oldest first, until no more than so many bytes are
                                            * left */
void quarantine_fini(void);
const struct dead *quarantine_find(const void *address); /* NULL: not there */
const struct dead *quarantine_find_page(const void *address); /* one whose pages are closed, anywhere in these */

/* mark.c */
void mark_roots_and_drain(void);
void mark_fini(void);
void mark_update(void *object);            /* its fields refer to where objects have moved */

/* moving.c: mode LR_GC_MOVING */
void moving_begin(void);                   /* before marking: nothing is pinned */
void moving_pin(const void *object);       /* it stays where it is; anything but an object of the heap does anyway */
void moving_evacuate(void);                /* after the sweep: all the others go */
void moving_update(void **slot);           /* what it refers to may have moved */
void moving_fini(void);

/* alloc.c: for an entry whose own stack frame is at `entry` (__builtin_frame_address(0)).  [safepoint] */
void *alloc_typed(struct thread *, size_t bytes, uintptr_t type, void *const *entry);
/* Give back what is left of the thread's runs.  It stands still, with the world stopped or for good. */
void alloc_return_runs(struct thread *);
/* How many cells are left of a run, which another thread may be using; 0 if it cannot be told just then. */
uint32_t alloc_left(const struct lr_run *, uint32_t size_class);

/* collect.c */
enum collect_kind { COLLECT_AUTO, COLLECT_MINOR, COLLECT_FULL };
bool collect(struct thread *, enum collect_kind); /* [safepoint]; false: another thread's collection came first, and is
                                                   * over */
void collect_stress(struct thread *);      /* [safepoint]; at each allocation under stress */

/* stats.c */
void stats_flush(struct thread *);         /* a thread's counters into heap.stats */

#endif
