/* statepoints.h -- the table by which the roots of "statepoint" functions are found, by return address: made by statepoints_make.c, read by the
** runtime as it lies in memory.  Knows nothing of LLVM.  The reader believes nothing but the header: every access is checked against the table's end.
** It allocates nothing, and may be used in signal handlers.
**
** One table per object, in section LR_STATEPOINT_TABLE; the linker puts several one behind the other.  All in it is relative, so nothing has to be
** relocated, sorted or built when the program starts:
**
**   header
**   u32 first[blocks + 1]       number of the first site in each 64 KiB of code
**   u16 low[sites]              where in its 64 KiB a site's call returns to, ascending
**   u8  what[sites][width]      where its description begins, in `descriptions`, little-endian
**   u8  descriptions[]          each said once; until the table's end, which is a multiple of 8
**
** A description is numbers in ULEB128:
**   slots << 1 | more;  if more: pinned, deep, derived, memory, deep memory (how many of each)
**   places of slots;  of pinned slots, whose objects stay;  of deep ones, from which nothing that can be reached moves;  of derived pointers, each
**   with the number of its base among those three;  of memory, each with its words;  of deep memory, likewise
** A place is words from the stack pointer behind the call, or from the frame pointer.  Each of the six lists begins at the stack pointer and ascends:
** step << 1, to go on step + 1 words from the place before (at first: from word -1); zigzag(words) << 1 | 1 is a place from the frame pointer. */
#ifndef LR_TABLES_STATEPOINTS_H
#define LR_TABLES_STATEPOINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define STATEPOINT_MAGIC 0x5053524Cu /* "LRSP" */
enum { STATEPOINT_BLOCK_BITS = 16, STATEPOINT_MAX_WORDS = 1 << 28 };

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

/* How many of each there are at a site, and where they are said. */
struct statepoint_frame {
	uint32_t slots, pinned, deep, derived, memory, deep_memory;
	const uint8_t *at, *end;
};
/* A place: words from the stack pointer or the frame pointer. */
struct statepoint_place { int32_t words; bool fp; };
/* Reading of one of the lists begins here. */
#define STATEPOINT_LIST (struct statepoint_place){ -1, false }

struct statepoint_lists {
	const uint8_t *first, *low, *what, *descriptions, *end;
	uint32_t blocks;
};

static inline struct statepoint_lists
statepoint_lists_of(const struct statepoint_table *t)
{
	struct statepoint_lists l = { .first = (const uint8_t *)(t + 1), .blocks = (t->code_bytes >> STATEPOINT_BLOCK_BITS) + 1 };

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

	if (bytes < sizeof *t || (uintptr_t)table % sizeof(uint64_t) != 0 || t->magic != STATEPOINT_MAGIC || t->bytes > bytes ||
	    t->bytes % sizeof(uint64_t) != 0 || t->width < 1 || t->width > sizeof(uint32_t))
		return false;
	uint64_t blocks = (t->code_bytes >> STATEPOINT_BLOCK_BITS) + UINT64_C(1);
	uint64_t need = sizeof *t + (blocks + 1) * sizeof(uint32_t) + t->sites * (uint64_t)(sizeof(uint16_t) + t->width);
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

/* The number behind a place, of a base or of words. */
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

/* The next place of a list.  False: there is none, or it is out of reach. */
static inline bool
statepoint_next(struct statepoint_frame *f, struct statepoint_place *p)
{
	uint32_t n;

	if (!statepoint_number(f, &n))
		return false;
	uint32_t word = n >> 1;
	int64_t words = (n & 1) == 0 ? (int64_t)p->words + 1 + word : word & 1 ? -(int64_t)(word >> 1) - 1 : (int64_t)(word >> 1);
	p->fp |= n & 1;
	p->words = (int32_t)words;
	return words >= -STATEPOINT_MAX_WORDS && words <= STATEPOINT_MAX_WORDS;
}

/* What is to be found at site number `i`.  0 or STATEPOINT_BAD. */
static inline int
statepoint_describe(const struct statepoint_table *t, uint32_t i, struct statepoint_frame *f)
{
	struct statepoint_lists l = statepoint_lists_of(t);
	uint32_t at = 0, head;

	if (i >= t->sites)
		return STATEPOINT_BAD;
	for (uint32_t k = t->width; k-- > 0;)
		at = at << 8 | l.what[(size_t)i * t->width + k];
	*f = (struct statepoint_frame){ .end = l.end };
	if (at >= (size_t)(l.end - l.descriptions))
		return STATEPOINT_BAD;
	f->at = l.descriptions + at;
	if (!statepoint_number(f, &head))
		return STATEPOINT_BAD;
	f->slots = head >> 1;
	if ((head & 1) == 0)
		return 0;
	return statepoint_number(f, &f->pinned) && statepoint_number(f, &f->deep) && statepoint_number(f, &f->derived) &&
		statepoint_number(f, &f->memory) && statepoint_number(f, &f->deep_memory) ? 0 : STATEPOINT_BAD;
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
