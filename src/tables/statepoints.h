/* statepoints.h -- the table by which the roots of "statepoint" functions are found, by return address: made by
** statepoints_make.c, read by the runtime as it lies in memory.  Knows nothing of LLVM.  The reader believes nothing
** but the header: every access is checked against the table's end.  It allocates nothing, and may be used in signal
** handlers.
**
** One table per object, in section LR_STATEPOINT_TABLE; the linker puts several one behind the other.  All in it is
** relative, so nothing has to be relocated, sorted or built when the program starts:
**
**   header
**   u32 first[blocks + 1]       number of the first site in each 64 KiB of code
**   u16 low[sites]              where in its 64 KiB a site's call returns to, ascending
**   u8  what[sites][width]      where its description begins, in `descriptions`, little-endian
**   u8  descriptions[]          each said once; until the table's end, which is a multiple of 8
**
** A description is bytes, and numbers in ULEB128 where a half byte is too small for them:
**   how many runs of slots << 4 | 4 if there are derived pointers | 2 deep slots | 1 pinned ones;  15 runs: 15 and
**   more, a number says how many more of each kind that there is, in order of the bits, a number: of runs, and of
**   derived pointers
**   runs of slots, whose objects may move;  of pinned slots, whose objects stay;  of deep ones, from which nothing that
**   can be reached moves;  derived pointers.  What the three have, word by word, are the roots of the frame, and have
**   numbers in that order
** A place is words from the stack pointer behind the call, or from the frame pointer.  Each list begins at the stack
** pointer, and ascends:
**   step << 4 | words - 1       a run, `step` words behind the first that can follow the last one: two runs do not
**                               touch
**   step << 4 | base            a derived pointer; zigzag(number of its root - that of the one before).  They may touch
**   _ << 4 | 15                 from here on from the frame pointer; zigzag number: the word that steps count from
** A step of 15 or more: 15, and a number for the rest behind the byte.  Likewise the other half, from 14. */
#ifndef LR_TABLES_STATEPOINTS_H
#define LR_TABLES_STATEPOINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define STATEPOINT_MAGIC 0x3253524Cu /* "LRS2": the second way of saying it */
enum { STATEPOINT_BLOCK_BITS = 16, STATEPOINT_MAX_WORDS = 1 << 28 };
/* Of a description's first byte, and of those of runs. */
enum {
	STATEPOINT_PINNED = 1, STATEPOINT_DEEP = 2, STATEPOINT_DERIVED = 4,
	STATEPOINT_HAS_MORE = 15, STATEPOINT_LOW_MORE = 14, STATEPOINT_FROM_FP = 15
};

struct statepoint_table {
	uint32_t magic;
	uint32_t bytes;          /* of all of it */
	int32_t code;            /* where the code begins, from the address of this field */
	uint32_t code_bytes;
	uint32_t sites;
	uint32_t width;          /* bytes of what[]: 1 to 4 */
};

static inline uintptr_t
statepoint_code(const struct statepoint_table *t)
{
	return (uintptr_t)&t->code + (uintptr_t)(intptr_t)t->code;
}

enum { STATEPOINT_NONE = -1, STATEPOINT_BAD = -2 };

/* How many runs of each there are at a site, and how many derived pointers, and where they are said. */
struct statepoint_frame {
	uint32_t slots, pinned, deep, derived;
	const uint8_t *at, *end;
};
/* A run: words from the stack pointer or the frame pointer to the first of them, and how many.  A derived pointer:
** where it is, and the number of its root. */
struct statepoint_run {
	int32_t words;
	uint32_t n;
	bool fp;
	int64_t next;            /* the first word that can be in what follows */
};
/* Reading of one of the lists begins here. */
#define STATEPOINT_LIST (struct statepoint_run){ 0, 0, false, 0 }

struct statepoint_lists {
	const uint8_t *first, *low, *what, *descriptions, *end;
	uint32_t blocks;
};

static inline struct statepoint_lists
statepoint_lists_of(const struct statepoint_table *t)
{
	struct statepoint_lists l = { .first = (const uint8_t *)(t + 1),
		.blocks = (t->code_bytes >> STATEPOINT_BLOCK_BITS) + 1 };

	l.low = l.first + ((size_t)l.blocks + 1) * sizeof(uint32_t);
	l.what = l.low + (size_t)t->sites * sizeof(uint16_t);
	l.descriptions = l.what + (size_t)t->sites * t->width;
	l.end = (const uint8_t *)t + t->bytes;
	return l;
}

/* Of `bytes` in memory, are header and lists all there?  Nothing is said of the descriptions. */
static inline bool
statepoint_table_is(const void *table, size_t bytes)
{
	const struct statepoint_table *t = table;

	if (bytes < sizeof *t || (uintptr_t)table % sizeof(uint64_t) != 0 || t->magic != STATEPOINT_MAGIC
		|| t->bytes > bytes || t->bytes % sizeof(uint64_t) != 0 || t->width < 1 || t->width > sizeof(uint32_t))
		return false;
	uint64_t blocks = (t->code_bytes >> STATEPOINT_BLOCK_BITS) + UINT64_C(1);
	uint64_t need = sizeof *t + (blocks + 1) * sizeof(uint32_t)
		+ t->sites * (uint64_t)(sizeof(uint16_t) + t->width);
	return need <= t->bytes;
}

static inline uint32_t
statepoint_first(const struct statepoint_lists *l, uint32_t block)
{
	uint32_t i;

	memcpy(&i, l->first + (size_t)block * sizeof i, sizeof i);
	return i;
}

static inline uint32_t
statepoint_low(const struct statepoint_lists *l, uint32_t i)
{
	uint16_t low;

	memcpy(&low, l->low + (size_t)i * sizeof low, sizeof low);
	return low;
}

/* Where site number `i` returns to, from the beginning of the code; i < sites. */
static inline uint32_t
statepoint_site(const struct statepoint_table *t, uint32_t i)
{
	struct statepoint_lists l = statepoint_lists_of(t);
	uint32_t lo = 0, hi = l.blocks;

	while (lo + 1 < hi) { /* the last block that begins at or before it */
		uint32_t mid = lo + (hi - lo) / 2;
		if (statepoint_first(&l, mid) <= i)
			lo = mid;
		else
			hi = mid;
	}
	return lo << STATEPOINT_BLOCK_BITS | statepoint_low(&l, i);
}

static inline bool
statepoint_number(struct statepoint_frame *f, uint32_t *number)
{
	uint64_t n = 0;

	for (unsigned shift = 0; f->at < f->end && shift < 35; shift += 7) {
		uint8_t byte = *f->at++;
		n |= (uint64_t)(byte & 127) << shift;
		if (byte < 128) {
			*number = (uint32_t)n;
			return n <= UINT32_MAX;
		}
	}
	return false;
}

/* 0, -1, 1, -2, ... */
static inline int64_t
statepoint_zigzag(uint32_t n)
{
	return n & 1 ? -(int64_t)(n >> 1) - 1 : (int64_t)(n >> 1);
}

/* The two halves of a byte, with what is behind them. */
static inline bool
statepoint_halves(struct statepoint_frame *f, struct statepoint_run *r, uint32_t *step, uint32_t *low)
{
	uint32_t more;

	if (f->at == f->end)
		return false;
	if ((*f->at & 15) == STATEPOINT_FROM_FP) {
		f->at++;
		if (r->fp || !statepoint_number(f, &more) || f->at == f->end || (*f->at & 15) == STATEPOINT_FROM_FP)
			return false;
		r->fp = true;
		r->next = statepoint_zigzag(more);
	}
	const uint8_t byte = *f->at++;
	*step = byte >> 4;
	*low = byte & 15;
	if (*step == STATEPOINT_HAS_MORE) {
		if (!statepoint_number(f, &more) || more > STATEPOINT_MAX_WORDS)
			return false;
		*step += more;
	}
	if (*low == STATEPOINT_LOW_MORE) {
		if (!statepoint_number(f, &more) || more > UINT32_MAX - STATEPOINT_LOW_MORE)
			return false;
		*low += more;
	}
	return true;
}

/* The next run of a list.  False: there is none, or it is out of reach. */
static inline bool
statepoint_next(struct statepoint_frame *f, struct statepoint_run *r)
{
	uint32_t step, low;

	if (!statepoint_halves(f, r, &step, &low))
		return false;
	const int64_t words = r->next + step, end = words + low + 1;
	if (words < -STATEPOINT_MAX_WORDS || end > STATEPOINT_MAX_WORDS)
		return false;
	r->words = (int32_t)words;
	r->n = low + 1;
	r->next = end + 1;
	return true;
}

/* The next derived pointer, likewise. */
static inline bool
statepoint_next_derived(struct statepoint_frame *f, struct statepoint_run *r)
{
	uint32_t step, low;

	if (!statepoint_halves(f, r, &step, &low))
		return false;
	const int64_t words = r->next + step, root = r->n + statepoint_zigzag(low);
	if (words < -STATEPOINT_MAX_WORDS || words > STATEPOINT_MAX_WORDS || root < 0 || root > UINT32_MAX)
		return false;
	r->words = (int32_t)words;
	r->n = (uint32_t)root;
	r->next = words + 1;
	return true;
}

/* What is to be found at site number `i`.  0 or STATEPOINT_BAD. */
static inline int
statepoint_describe(const struct statepoint_table *t, uint32_t i, struct statepoint_frame *f)
{
	struct statepoint_lists l = statepoint_lists_of(t);
	uint32_t at = 0, more;

	if (i >= t->sites)
		return STATEPOINT_BAD;
	for (uint32_t k = t->width; k-- > 0;)
		at = at << 8 | l.what[(size_t)i * t->width + k];
	*f = (struct statepoint_frame){ .end = l.end };
	if (at >= (size_t)(l.end - l.descriptions))
		return STATEPOINT_BAD;
	f->at = l.descriptions + at;
	const uint8_t head = *f->at++;
	f->slots = head >> 4;
	if (f->slots == STATEPOINT_HAS_MORE) {
		if (!statepoint_number(f, &more) || more > UINT32_MAX - STATEPOINT_HAS_MORE)
			return STATEPOINT_BAD;
		f->slots += more;
	}
	if (head & 8 || (head & STATEPOINT_PINNED && !statepoint_number(f, &f->pinned))
		|| (head & STATEPOINT_DEEP && !statepoint_number(f, &f->deep))
		|| (head & STATEPOINT_DERIVED && !statepoint_number(f, &f->derived)))
		return STATEPOINT_BAD;
	return 0;
}

/* The same in the frame that is returned to at `offset` of the code; or STATEPOINT_NONE: no call returns there. */
static inline int
statepoint_find(const struct statepoint_table *t, uint32_t offset, struct statepoint_frame *f)
{
	struct statepoint_lists l = statepoint_lists_of(t);
	uint32_t block = offset >> STATEPOINT_BLOCK_BITS, low = offset & ((1u << STATEPOINT_BLOCK_BITS) - 1);

	if (block >= l.blocks)
		return STATEPOINT_NONE;
	uint32_t lo = statepoint_first(&l, block), end = statepoint_first(&l, block + 1), hi = end;
	if (lo > hi || hi > t->sites)
		return STATEPOINT_BAD;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (statepoint_low(&l, mid) < low)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < end && statepoint_low(&l, lo) == low ? statepoint_describe(t, lo, f) : STATEPOINT_NONE;
}

#endif
