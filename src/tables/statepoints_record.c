/* SPDX-License-Identifier: MIT */
/* statepoints_record.c -- reads the stack map record of a statepoint (docs/abis.md): the places of roots and derived
** pointers.
**
** A location other than a word of the stack frame is an error; no place is guessed. */
#include "tables/statepoints_parts.h"

#include <inttypes.h>

enum { FIXED = 3, COUNTS = 5, OBJECTS = 3, WORD_BYTES = 8, MAX_NUMBER = 1 << 28 };

static bool
is_constant(const struct stackmap_location *l)
{
	return l->kind == STACKMAP_CONSTANT || l->kind == STACKMAP_CONSTANT_INDEX;
}

static bool
place_of(struct statepoint_maker *m, const struct stackmap_location *l, struct statepoint_item *item)
{
	if (l->reg != m->sp && l->reg != m->fp)
		return statepoint_make_bad(m,
			"a root is relative to register %u, which is neither stack nor frame pointer", l->reg);
	if (l->offset % WORD_BYTES != 0 || (l->reg == m->sp && l->offset < 0))
		return statepoint_make_bad(m, "a root cannot be %" PRId32 " bytes from the %s pointer", l->offset,
			l->reg == m->sp ? "stack" : "frame");
	*item = (struct statepoint_item){ .words = l->offset / WORD_BYTES, .fp = l->reg == m->fp, .n = 1 };
	return true;
}

/* Returns the place of one pointer. */
static bool
spilled(struct statepoint_maker *m, const struct stackmap_location *l, struct statepoint_item *item)
{
	if (l->kind == STACKMAP_REGISTER)
		return statepoint_make_bad(m, "a root is in register %u", l->reg);
	if (l->kind != STACKMAP_INDIRECT)
		return statepoint_make_bad(m, "a root is an address in the stack frame");
	if (l->bytes != WORD_BYTES)
		return statepoint_make_bad(m, "a root takes %u bytes", l->bytes);
	return place_of(m, l, item);
}

static bool
read_pair(struct statepoint_maker *m, const struct stackmap_location *l)
{
	struct statepoint_item base, derived;

	/* the base is no object of the heap: pointers derived from it do not change, and may be addresses of
	** variables */
	if (is_constant(&l[0]))
		return l[1].kind != STACKMAP_REGISTER || spilled(m, &l[1], &derived);
	if (!spilled(m, &l[0], &base) || (!is_constant(&l[1]) && !spilled(m, &l[1], &derived)))
		return false;
	if (!statepoint_make_item(m, &m->slots, base) || is_constant(&l[1])
		|| (base.words == derived.words && base.fp == derived.fp))
		return !m->failed;
	derived.base = base.words;
	derived.base_fp = base.fp;
	return statepoint_make_item(m, &m->derived, derived);
}

static bool
read_objects(struct statepoint_maker *m, const struct stackmap_location *l, uint64_t n, struct statepoint_items *to)
{
	struct statepoint_item item;

	for (uint64_t i = 0; i < n; i++)
		if (!is_constant(&l[i]) && (!spilled(m, &l[i], &item) || !statepoint_make_item(m, to, item)))
			return false;
	return true;
}

static bool
read_memory(struct statepoint_maker *m, const struct stackmap_location *l, uint64_t n, struct statepoint_items *to)
{
	struct statepoint_item item;

	for (uint64_t i = 0; i < n; i++, l += 2) {
		if (l[0].kind != STACKMAP_DIRECT || !is_constant(&l[1]) || l[1].value > MAX_NUMBER)
			return statepoint_make_bad(m, "memory of roots has no fixed place or no fixed size");
		if (!place_of(m, &l[0], &item))
			return false;
		item.n = (uint32_t)l[1].value;
		if (item.words + (int64_t)item.n > STATEPOINT_MAX_WORDS)
			return statepoint_make_bad(m, "memory of roots has no fixed place or no fixed size");
		if (item.n > 0 && !statepoint_make_item(m, to, item))
			return false;
	}
	return true;
}

bool
statepoint_make_read(struct statepoint_maker *m, const struct stackmap_location *l, uint32_t n)
{
	struct statepoint_items *items[] = { &m->slots, &m->pinned, &m->deep, &m->derived };
	uint64_t count[COUNTS], ndeopt;

	for (size_t i = 0; i < sizeof items / sizeof *items; i++)
		items[i]->n = 0;
	if (n < FIXED || !is_constant(&l[0]) || !is_constant(&l[1]) || !is_constant(&l[2]))
		return statepoint_make_bad(m, "a record belongs to no statepoint");
	ndeopt = l[2].value;
	l += FIXED;
	n -= FIXED;
	if (ndeopt > n || (ndeopt > 0 && ndeopt < COUNTS))
		return statepoint_make_bad(m, "a record claims %" PRIu64 " of %u values", ndeopt, n);
	const struct stackmap_location *p = l + ndeopt, *end = l + n;
	for (; p < end && p->kind != STACKMAP_DIRECT; p += 2) {
		if (end - p < 2)
			return statepoint_make_bad(m, "a record claims %" PRIu64 " of %u values", ndeopt, n);
		if (!read_pair(m, p))
			return false;
	}
	for (; p < end; p++) /* memory that follows the pairs once more */
		if (p->kind != STACKMAP_DIRECT)
			return statepoint_make_bad(m, "a root is an address in the stack frame");
	if (ndeopt == 0)
		return true;
	uint64_t left = ndeopt - COUNTS;
	for (unsigned i = COUNTS; i-- > 0;) {
		const struct stackmap_location *c = &l[ndeopt - COUNTS + i];
		count[i] = is_constant(c) && c->value <= left ? c->value : UINT64_MAX;
		uint64_t each = i < OBJECTS ? 1 : 2;
		if (count[i] > left / each)
			return statepoint_make_bad(m, "a record does not end with the numbers of its values");
		left -= each * count[i];
	}
	m->others |= left > 0;
	l += left;
	struct statepoint_items *objects[OBJECTS] = { &m->slots, &m->pinned, &m->deep };
	for (unsigned i = 0; i < OBJECTS; l += count[i++])
		if (!read_objects(m, l, count[i], objects[i]))
			return false;
	return read_memory(m, l, count[OBJECTS], &m->slots)
		&& read_memory(m, l + 2 * count[OBJECTS], count[OBJECTS + 1], &m->deep);
}
