/* statepoints_make.c -- the table of statepoints, made of stack map records (docs/abis.md says what is in those).
**
** A location that is not a word or memory of the stack frame is an error; never is a place guessed. */
#include "tables/statepoints_make.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FIXED = 3, COUNTS = 5, OBJECTS = 3, WORD_BYTES = 8, DWARF_RBP = 6, DWARF_RSP = 7, MAX_NUMBER = 1 << 28 };

__attribute__((format(printf, 2, 3)))
static bool
bad(struct statepoint_maker *m, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(m->why, sizeof m->why, format, args);
	va_end(args);
	return false;
}

/* Room for `more` behind the `n` that are there. */
static bool
reserve(struct statepoint_maker *m, void *list, uint32_t *room, uint32_t n, uint32_t more, size_t each)
{
	void *old;
	uint64_t want = *room ? *room : 64;

	while (want < (uint64_t)n + more)
		want *= 2;
	if (want == *room)
		return true;
	memcpy(&old, list, sizeof old);
	void *new = want <= UINT32_MAX ? m->realloc(m->user, old, *room * each, (size_t)want * each) : NULL;
	if (new == NULL) {
		m->failed = true;
		return false;
	}
	memcpy(list, &new, sizeof new);
	*room = (uint32_t)want;
	return true;
}
#define RESERVE(m, list, room, n, more) reserve(m, &(list), &(room), n, more, sizeof *(list))

void
statepoint_make_begin(struct statepoint_maker *m, table_realloc *r, void *user)
{
	*m = (struct statepoint_maker){ .realloc = r, .user = user };
}

void
statepoint_make_end(struct statepoint_maker *m)
{
	struct statepoint_items *items[] = { &m->slots, &m->pinned, &m->deep, &m->derived, &m->memory, &m->deep_memory };

#define FREE(list, room) if ((list) != NULL) m->realloc(m->user, list, (room) * sizeof *(list), 0)
	FREE(m->sites, m->sites_room);
	FREE(m->bytes, m->bytes_room);
	FREE(m->said, m->said_room);
	FREE(m->index, m->index_room);
	for (size_t i = 0; i < sizeof items / sizeof *items; i++)
		FREE(items[i]->list, items[i]->room);
#undef FREE
}

/* -- what a record says */

static bool
is_constant(const struct stackmap_location *l)
{
	return l->kind == STACKMAP_CONSTANT || l->kind == STACKMAP_CONSTANT_INDEX;
}

static bool
add_item(struct statepoint_maker *m, struct statepoint_items *items, struct statepoint_item item)
{
	if (!RESERVE(m, items->list, items->room, items->n, 1))
		return false;
	items->list[items->n++] = item;
	return true;
}

static bool
place_of(struct statepoint_maker *m, const struct stackmap_location *l, struct statepoint_item *item)
{
	if (l->reg != DWARF_RSP && l->reg != DWARF_RBP)
		return bad(m, "a root is found by register %u, which is neither stack nor frame pointer", l->reg);
	if (l->offset % WORD_BYTES != 0 || (l->reg == DWARF_RSP && l->offset < 0))
		return bad(m, "a root cannot be %" PRId32 " bytes from the %s pointer", l->offset, l->reg == DWARF_RSP ? "stack" : "frame");
	*item = (struct statepoint_item){ .words = l->offset / WORD_BYTES, .fp = l->reg == DWARF_RBP };
	return true;
}

/* The place of one pointer. */
static bool
spilled(struct statepoint_maker *m, const struct stackmap_location *l, struct statepoint_item *item)
{
	if (l->kind == STACKMAP_REGISTER)
		return bad(m, "a root is in register %u", l->reg);
	if (l->kind != STACKMAP_INDIRECT)
		return bad(m, "a root is an address in the stack frame");
	if (l->bytes != WORD_BYTES)
		return bad(m, "a root takes %u bytes", l->bytes);
	return place_of(m, l, item);
}

static bool
read_pair(struct statepoint_maker *m, const struct stackmap_location *l)
{
	struct statepoint_item base, derived;

	/* an object that is not of the heap: what is derived from it stays, and may be the address of a variable */
	if (is_constant(&l[0]))
		return l[1].kind != STACKMAP_REGISTER || spilled(m, &l[1], &derived);
	if (!spilled(m, &l[0], &base) || (!is_constant(&l[1]) && !spilled(m, &l[1], &derived)))
		return false;
	if (!add_item(m, &m->slots, base) || is_constant(&l[1]) || (base.words == derived.words && base.fp == derived.fp))
		return !m->failed;
	derived.base = base.words;
	derived.base_fp = base.fp;
	return add_item(m, &m->derived, derived);
}

static bool
read_objects(struct statepoint_maker *m, const struct stackmap_location *l, uint64_t n, struct statepoint_items *to)
{
	struct statepoint_item item;

	for (uint64_t i = 0; i < n; i++)
		if (!is_constant(&l[i]) && (!spilled(m, &l[i], &item) || !add_item(m, to, item)))
			return false;
	return true;
}

static bool
read_memory(struct statepoint_maker *m, const struct stackmap_location *l, uint64_t n, struct statepoint_items *to)
{
	struct statepoint_item item;

	for (uint64_t i = 0; i < n; i++, l += 2) {
		if (l[0].kind != STACKMAP_DIRECT || !is_constant(&l[1]) || l[1].value > MAX_NUMBER)
			return bad(m, "memory of roots has no fixed place or no fixed size");
		if (!place_of(m, &l[0], &item))
			return false;
		item.number = (uint32_t)l[1].value;
		if (!add_item(m, to, item))
			return false;
	}
	return true;
}

static bool
read_record(struct statepoint_maker *m, const struct stackmap_location *l, uint32_t n)
{
	struct statepoint_items *items[] = { &m->slots, &m->pinned, &m->deep, &m->derived, &m->memory, &m->deep_memory };
	uint64_t count[COUNTS], ndeopt;

	for (size_t i = 0; i < sizeof items / sizeof *items; i++)
		items[i]->n = 0;
	if (n < FIXED || !is_constant(&l[0]) || !is_constant(&l[1]) || !is_constant(&l[2]))
		return bad(m, "a record is not one of a statepoint");
	ndeopt = l[2].value;
	l += FIXED;
	n -= FIXED;
	if (ndeopt > n || (ndeopt > 0 && ndeopt < COUNTS))
		return bad(m, "a record says that it has %" PRIu64 " of %u values", ndeopt, n);
	const struct stackmap_location *p = l + ndeopt, *end = l + n;
	for (; p < end && p->kind != STACKMAP_DIRECT; p += 2) {
		if (end - p < 2)
			return bad(m, "a record says that it has %" PRIu64 " of %u values", ndeopt, n);
		if (!read_pair(m, p))
			return false;
	}
	for (; p < end; p++) /* memory, named once more behind the pairs */
		if (p->kind != STACKMAP_DIRECT)
			return bad(m, "a root is an address in the stack frame");
	if (ndeopt == 0)
		return true;
	uint64_t left = ndeopt - COUNTS;
	for (unsigned i = COUNTS; i-- > 0;) {
		const struct stackmap_location *c = &l[ndeopt - COUNTS + i];
		count[i] = is_constant(c) && c->value <= left ? c->value : UINT64_MAX;
		uint64_t each = i < OBJECTS ? 1 : 2;
		if (count[i] > left / each)
			return bad(m, "a record does not end in how many values it has");
		left -= each * count[i];
	}
	m->others |= left > 0;
	l += left;
	struct statepoint_items *objects[OBJECTS] = { &m->slots, &m->pinned, &m->deep };
	for (unsigned i = 0; i < OBJECTS; l += count[i++])
		if (!read_objects(m, l, count[i], objects[i]))
			return false;
	return read_memory(m, l, count[OBJECTS], &m->memory) && read_memory(m, l + 2 * count[OBJECTS], count[OBJECTS + 1], &m->deep_memory);
}

/* -- in order, each place once */

/* From the stack pointer first. */
static bool
is_before(const struct statepoint_item *a, const struct statepoint_item *b)
{
	return a->fp != b->fp ? b->fp : a->words < b->words;
}

static void
sort(struct statepoint_items *items)
{
	struct statepoint_item *p = items->list;
	uint32_t k = 0;

	for (size_t gap = items->n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
		for (size_t i = gap; i < items->n; i++) {
			struct statepoint_item x = p[i];
			size_t at = i;
			for (; at >= gap && is_before(&x, &p[at - gap]); at -= gap)
				p[at] = p[at - gap];
			p[at] = x;
		}
	for (uint32_t i = 0; i < items->n; i++)
		if (k == 0 || is_before(&p[k - 1], &p[i]))
			p[k++] = p[i];
	items->n = k;
}

/* Number of a place; UINT32_MAX: it is not there. */
static uint32_t
find(const struct statepoint_items *items, const struct statepoint_item *x)
{
	uint32_t lo = 0, hi = items->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (is_before(&items->list[mid], x))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < items->n && !is_before(x, &items->list[lo]) ? lo : UINT32_MAX;
}

/* Take away from `items` what is among `others`. */
static void
take_out(struct statepoint_items *items, const struct statepoint_items *others)
{
	uint32_t k = 0;

	for (uint32_t i = 0; i < items->n; i++)
		if (find(others, &items->list[i]) == UINT32_MAX)
			items->list[k++] = items->list[i];
	items->n = k;
}

/* -- the description */

static void
put(struct statepoint_maker *m, uint32_t n)
{
	for (; n >= 128; n >>= 7)
		m->bytes[m->nbytes++] = (uint8_t)(n | 128);
	m->bytes[m->nbytes++] = (uint8_t)n;
}

static void
put_list(struct statepoint_maker *m, const struct statepoint_items *items, bool numbers)
{
	struct statepoint_place last = STATEPOINT_LIST;

	for (uint32_t i = 0; i < items->n; i++) {
		const struct statepoint_item *x = &items->list[i];
		if (x->fp && !last.fp)
			put(m, (x->words < 0 ? (uint32_t)-(x->words + 1) << 1 | 1 : (uint32_t)x->words << 1) << 1 | 1);
		else
			put(m, (uint32_t)(x->words - last.words - 1) << 1);
		last = (struct statepoint_place){ x->words, x->fp };
		if (numbers)
			put(m, x->number);
	}
}

static bool
describe(struct statepoint_maker *m)
{
	enum { NUMBER_BYTES = 5 };
	uint64_t most = 6 + 2 * ((uint64_t)m->slots.n + m->pinned.n + m->deep.n + m->derived.n + m->memory.n + m->deep_memory.n);

	struct statepoint_items *lists[] = { &m->slots, &m->pinned, &m->deep, &m->derived, &m->memory, &m->deep_memory };
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		sort(lists[i]);
	take_out(&m->pinned, &m->deep);
	take_out(&m->slots, &m->deep);
	take_out(&m->slots, &m->pinned);
	for (int i = 0; i < OBJECTS; i++) /* what is an object by itself needs no base */
		take_out(&m->derived, lists[i]);
	for (uint32_t i = 0; i < m->derived.n; i++) {
		struct statepoint_item *d = &m->derived.list[i], base = { .words = d->base, .fp = d->base_fp };
		uint32_t before = 0, k = UINT32_MAX;
		for (int j = 0; j < OBJECTS && (k = find(lists[j], &base)) == UINT32_MAX; j++)
			before += lists[j]->n;
		d->number = before + k;
	}
	if (most * NUMBER_BYTES > UINT32_MAX || !RESERVE(m, m->bytes, m->bytes_room, m->nbytes, (uint32_t)(most * NUMBER_BYTES)))
		return m->failed = true, false;
	bool more = m->pinned.n + m->deep.n + m->derived.n + m->memory.n + m->deep_memory.n > 0;
	put(m, m->slots.n << 1 | more);
	for (size_t i = 1; more && i < sizeof lists / sizeof *lists; i++)
		put(m, lists[i]->n);
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		put_list(m, lists[i], i >= OBJECTS);
	return true;
}

/* -- each said once */

static uint32_t
hash(const uint8_t *p, uint32_t n)
{
	uint32_t h = 2166136261u;

	for (; n > 0; n--)
		h = (h ^ *p++) * 16777619u;
	return h ^ h >> 15;
}

/* Where in the index a description is, or would be. */
static uint32_t
look_up(const struct statepoint_maker *m, struct statepoint_said s)
{
	uint32_t i = hash(m->bytes + s.at, s.n) & (m->index_room - 1);

	for (; m->index[i] != 0; i = (i + 1) & (m->index_room - 1)) {
		struct statepoint_said o = m->said[m->index[i] - 1];
		if (o.n == s.n && memcmp(m->bytes + o.at, m->bytes + s.at, s.n) == 0)
			break;
	}
	return i;
}

static bool
grow_index(struct statepoint_maker *m)
{
	uint32_t room = m->index_room ? 2 * m->index_room : 256, *index = m->realloc(m->user, NULL, 0, room * sizeof *index);

	if (index == NULL)
		return m->failed = true, false;
	memset(index, 0, room * sizeof *index);
	if (m->index != NULL)
		m->realloc(m->user, m->index, m->index_room * sizeof *m->index, 0);
	m->index = index;
	m->index_room = room;
	for (uint32_t i = 0; i < m->nsaid; i++)
		m->index[look_up(m, m->said[i])] = i + 1;
	return true;
}

bool
statepoint_make_record(struct statepoint_maker *m, uint32_t returns, const struct stackmap_location *l, uint32_t n)
{
	uint32_t at = m->nbytes;

	if (!read_record(m, l, n) || !RESERVE(m, m->sites, m->sites_room, m->nsites, 1) || !RESERVE(m, m->said, m->said_room, m->nsaid, 1) ||
	    (2 * m->nsaid >= m->index_room && !grow_index(m)) || !describe(m))
		return false;
	struct statepoint_said said = { at, m->nbytes - at };
	uint32_t i = look_up(m, said);
	if (m->index[i] != 0) {
		said = m->said[m->index[i] - 1];
		m->nbytes = at;
	} else {
		m->said[m->nsaid++] = said;
		m->index[i] = m->nsaid;
	}
	m->sites[m->nsites++] = (struct statepoint_made){ returns, said.at };
	return true;
}

bool
statepoint_make_sort(struct statepoint_maker *m)
{
	struct statepoint_made *p = m->sites;

	for (size_t gap = m->nsites / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
		for (size_t i = gap; i < m->nsites; i++) {
			struct statepoint_made x = p[i];
			size_t at = i;
			for (; at >= gap && x.returns < p[at - gap].returns; at -= gap)
				p[at] = p[at - gap];
			p[at] = x;
		}
	for (uint32_t i = 1; i < m->nsites; i++)
		if (p[i].returns == p[i - 1].returns)
			return bad(m, "two calls return to the same address");
	return true;
}

/* -- the table */

static uint32_t
width(const struct statepoint_maker *m)
{
	return m->nbytes <= 1u << 8 ? 1 : m->nbytes <= 1u << 16 ? 2 : m->nbytes <= 1u << 24 ? 3 : 4;
}

static uint32_t
blocks(uint32_t code_bytes)
{
	return (code_bytes >> STATEPOINT_BLOCK_BITS) + 1;
}

size_t
statepoint_make_size(const struct statepoint_maker *m, uint32_t code_bytes)
{
	size_t n = sizeof(struct statepoint_table) + ((size_t)blocks(code_bytes) + 1) * sizeof(uint32_t);

	n += m->nsites * (sizeof(uint16_t) + width(m)) + m->nbytes;
	return (n + 7) & ~(size_t)7;
}

void
statepoint_make_write(const struct statepoint_maker *m, uint32_t code_bytes, void *to)
{
	struct statepoint_table *t = to;
	uint32_t n = blocks(code_bytes), each = width(m), block = 0;
	uint8_t *first = (uint8_t *)(t + 1), *low = first + ((size_t)n + 1) * sizeof(uint32_t), *what = low + m->nsites * sizeof(uint16_t);

	memset(to, 0, statepoint_make_size(m, code_bytes));
	*t = (struct statepoint_table){ STATEPOINT_MAGIC, (uint32_t)statepoint_make_size(m, code_bytes), 0, code_bytes, m->nsites, each };
	for (uint32_t i = 0; i <= m->nsites; i++) {
		uint32_t last = i < m->nsites ? m->sites[i].returns >> STATEPOINT_BLOCK_BITS : n;
		for (; block <= last; block++)
			memcpy(first + block * sizeof i, &i, sizeof i);
		if (i == m->nsites)
			break;
		uint16_t returns = (uint16_t)m->sites[i].returns;
		memcpy(low + i * sizeof returns, &returns, sizeof returns);
		for (uint32_t k = 0; k < each; k++)
			what[(size_t)i * each + k] = (uint8_t)(m->sites[i].what >> 8 * k);
	}
	if (m->nbytes > 0)
		memcpy(what + (size_t)m->nsites * each, m->bytes, m->nbytes);
}
