/* SPDX-License-Identifier: MIT */
/* statepoints.h -- the table by which the roots of "statepoint" functions are found, by return address.
** statepoints_make.c makes it; the runtime reads it as it lies in memory.  Uses no LLVM.  The reader trusts only the
** header: each access is checked against the table's end.  It does not allocate, and is signal-safe.
**
** Each object has one table, in section LR_STATEPOINT_TABLE; the linker concatenates them.  All addresses are relative,
** so nothing must be relocated, sorted or built when the program starts:
**
**   header
**   u32 first[blocks + 1]             number of the first site in each 64 KiB of code
**   u16 low[sites]                    return address of each site within its 64 KiB, ascending
**   u8  description[sites][width]     offset of its description in `descriptions`, little-endian
**   u8  descriptions[]                each one once; up to the table's end, which is a multiple of 8
**
** A description is a sequence of bytes, and of ULEB128 numbers where half a byte is too small:
**   number of runs of slots << 4 | 4 if there are derived pointers | 2 if deep slots | 1 if pinned slots.  15 means 15
**   or more runs; the rest follows as a number.  Then for each bit that is set, in order of the bits, a number: of
**   runs, or of derived pointers
**   the runs of slots, whose objects may move; of pinned slots, whose objects stay; of deep (transitively pinned)
**   slots, from which no reachable object moves; the derived pointers.  The words of the first three lists are the
**   roots of the frame, numbered in that order
** A place is a number of words from the stack pointer behind the call, or from the frame pointer.  Each list starts at
** the stack pointer, and ascends:
**   step << 4 | words - 1       a run, `step` words behind the first word that can follow the previous run: two runs
**                               are never adjacent
**   step << 4 | base            a derived pointer; zigzag(number of its root - that of the previous one).  They may be
**                               adjacent
**   _ << 4 | 15                 places are relative to the frame pointer from here on; a zigzag number follows: the
**                               word from which steps count
** A step of 15 or more is 15, and a number behind the byte has the rest.  The other half does the same from 14 on. */
#ifndef LR_TABLES_STATEPOINTS_H
#define LR_TABLES_STATEPOINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define STATEPOINT_MAGIC 0x3253524Cu /* "LRS2": version 2 of the format */
enum { STATEPOINT_BLOCK_BITS = 16, STATEPOINT_MAX_WORDS = 1 << 28 };
/* Bits and values in the first byte of a description, and in the bytes of runs. */
enum {
	STATEPOINT_PINNED = 1, STATEPOINT_DEEP = 2, STATEPOINT_DERIVED = 4,
	STATEPOINT_HAS_MORE = 15, STATEPOINT_LOW_MORE = 14, STATEPOINT_FROM_FP = 15
};

struct statepoint_table {
	uint32_t magic;
	uint32_t bytes;          /* size of the whole table */
	int32_t code;            /* start of the code, relative to the address of this field */
	uint32_t code_bytes;
	uint32_t sites;
	uint32_t width;          /* bytes of an element of the list of description offsets: 1 to 4 */
};

static inline uintptr_t
statepoint_code(const struct statepoint_table *t)
{
	return (uintptr_t)&t->code + (uintptr_t)(intptr_t)t->code;
}

enum { STATEPOINT_NONE = -1, STATEPOINT_BAD = -2 };

/* Number of runs of each kind at a site, number of derived pointers, and the bytes of the lists. */
struct statepoint_frame {
	uint32_t slots, pinned, deep, derived;
	const uint8_t *at, *end;
};
/* A run: its first word, counted from the stack pointer or the frame pointer, and its number of words.  A derived
** pointer: its word, and the number of its root. */
struct statepoint_run {
	int32_t words;
	uint32_t n;
	bool fp;
	int64_t next;            /* the first word that the next item can have */
};
/* The state at the start of a list. */
#define STATEPOINT_LIST (struct statepoint_run){ 0, 0, false, 0 }

struct statepoint_lists {
	const uint8_t *first, *low, *description, *descriptions, *end;
	uint32_t blocks;
};

static inline struct statepoint_lists
statepoint_lists_of(const struct statepoint_table *t)
{
	struct statepoint_lists l = { .first = (const uint8_t *)(t + 1),
		.blocks = (t->code_bytes >> STATEPOINT_BLOCK_BITS) + 1 };

	l.low = l.first + ((size_t)l.blocks + 1) * sizeof(uint32_t);
	l.description = l.low + (size_t)t->sites * sizeof(uint16_t);
	l.descriptions = l.description + (size_t)t->sites * t->width;
	l.end = (const uint8_t *)t + t->bytes;
	return l;
}

/* Do `bytes` of memory hold a table with all its lists?  The descriptions are not checked. */
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

/* Returns the offset in the code that site number `i` returns to; i < sites. */
static inline uint32_t
statepoint_site(const struct statepoint_table *t, uint32_t i)
{
	struct statepoint_lists l = statepoint_lists_of(t);
	uint32_t lo = 0, hi = l.blocks;

	while (lo + 1 < hi) { /* the last block that begins at or before the site */
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

/* Reads the two halves of a byte, with the numbers behind it. */
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

/* Reads the next run of a list.  Returns false if there is none, or it exceeds the table or the limit of words. */
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

/* Reads the next derived pointer, in the same way. */
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

/* Reads the description of site number `i`.  Returns 0 or STATEPOINT_BAD. */
static inline int
statepoint_describe(const struct statepoint_table *t, uint32_t i, struct statepoint_frame *f)
{
	struct statepoint_lists l = statepoint_lists_of(t);
	uint32_t at = 0, more;

	if (i >= t->sites)
		return STATEPOINT_BAD;
	for (uint32_t k = t->width; k-- > 0;)
		at = at << 8 | l.description[(size_t)i * t->width + k];
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

/* Reads the description of the frame that is returned to at `offset` of the code.  Returns STATEPOINT_NONE if no call
** returns there. */
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
