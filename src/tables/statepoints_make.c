/* statepoints_make.c -- the table of statepoints, made of stack map records (docs/abis.md says what is in those).
**
** A location that is not a word or memory of the stack frame is an error; never is a place guessed. */
#include "tables/statepoints_make.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/sorted.h"

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
	struct statepoint_items *items[] = { &m->slots, &m->pinned, &m->deep, &m->derived, &m->left };

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
		return bad(m, "a root cannot be %" PRId32 " bytes from the %s pointer", l->offset,
			l->reg == DWARF_RSP ? "stack" : "frame");
	*item = (struct statepoint_item){ .words = l->offset / WORD_BYTES, .fp = l->reg == DWARF_RBP, .n = 1 };
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
	if (!add_item(m, &m->slots, base) || is_constant(&l[1])
		|| (base.words == derived.words && base.fp == derived.fp))
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
		item.n = (uint32_t)l[1].value;
		if (item.words + (int64_t)item.n > STATEPOINT_MAX_WORDS)
			return bad(m, "memory of roots has no fixed place or no fixed size");
		if (item.n > 0 && !add_item(m, to, item))
			return false;
	}
	return true;
}

static bool
read_record(struct statepoint_maker *m, const struct stackmap_location *l, uint32_t n)
{
	struct statepoint_items *items[] = { &m->slots, &m->pinned, &m->deep, &m->derived };
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
	return read_memory(m, l, count[OBJECTS], &m->slots)
		&& read_memory(m, l + 2 * count[OBJECTS], count[OBJECTS + 1], &m->deep);
}

/* -- in order, each place once */

/* From the stack pointer first. */
static bool
is_before(const struct statepoint_item *a, const struct statepoint_item *b)
{
	return a->fp != b->fp ? b->fp : a->words < b->words;
}

static int64_t
end_of(const struct statepoint_item *x)
{
	return x->words + (int64_t)x->n;
}

/* In order; `join`: what touches becomes one, otherwise what is there twice is dropped. */
static void
sort(struct statepoint_items *items, bool join)
{
	struct statepoint_item *p = items->list;
	uint32_t k = 0;

	SORT_IN_PLACE(struct statepoint_item, p, items->n, is_before);
	for (uint32_t i = 0; i < items->n; i++)
		if (k == 0 || p[k - 1].fp != p[i].fp || end_of(&p[k - 1]) < p[i].words + (int64_t)!join)
			p[k++] = p[i];
		else if (end_of(&p[k - 1]) < end_of(&p[i]))
			p[k - 1].n = (uint32_t)(end_of(&p[i]) - p[k - 1].words);
	items->n = k;
}

/* The last of the runs that begin at or before `x`; UINT32_MAX: none does. */
static uint32_t
last_before(const struct statepoint_items *items, const struct statepoint_item *x)
{
	uint32_t lo = 0, hi = items->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (is_before(x, &items->list[mid]))
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo - 1;
}

static bool
has(const struct statepoint_items *items, const struct statepoint_item *x)
{
	uint32_t i = last_before(items, x);

	return i != UINT32_MAX && items->list[i].fp == x->fp && x->words < end_of(&items->list[i]);
}

/* Take away from the runs in `items` what is in those of `others`. */
static bool
take_out(struct statepoint_maker *m, struct statepoint_items *items, const struct statepoint_items *others)
{
	struct statepoint_items old = *items;

	if (others->n == 0 || items->n == 0)
		return true;
	m->left.n = 0;
	for (uint32_t i = 0; i < old.n; i++) {
		struct statepoint_item x = old.list[i];
		uint32_t k = last_before(others, &x);
		for (k = k == UINT32_MAX ? 0 : k; k < others->n && x.n > 0; k++) {
			const struct statepoint_item *o = &others->list[k];
			if ((o->fp && !x.fp) || (o->fp == x.fp && o->words >= end_of(&x)))
				break;
			if (o->fp != x.fp || end_of(o) <= x.words)
				continue;
			if (o->words > x.words) {
				struct statepoint_item before = x;
				before.n = (uint32_t)(o->words - x.words);
				if (!add_item(m, &m->left, before))
					return false;
			}
			const int64_t end = end_of(&x), from = end_of(o) < end ? end_of(o) : end;
			x.words = (int32_t)from;
			x.n = (uint32_t)(end - from);
		}
		if (x.n > 0 && !add_item(m, &m->left, x))
			return false;
	}
	*items = m->left;
	m->left = old;
	return true;
}

/* -- the description */

static void
put(struct statepoint_maker *m, uint32_t n)
{
	for (; n >= 128; n >>= 7)
		m->bytes[m->nbytes++] = (uint8_t)(n | 128);
	m->bytes[m->nbytes++] = (uint8_t)n;
}

static uint32_t
zigzag(int64_t n)
{
	return n < 0 ? (uint32_t)(-n - 1) << 1 | 1 : (uint32_t)n << 1;
}

static void
put_halves(struct statepoint_maker *m, uint32_t step, uint32_t low)
{
	const uint32_t a = step < STATEPOINT_HAS_MORE ? step : STATEPOINT_HAS_MORE,
		b = low < STATEPOINT_LOW_MORE ? low : STATEPOINT_LOW_MORE;

	m->bytes[m->nbytes++] = (uint8_t)(a << 4 | b);
	if (a == STATEPOINT_HAS_MORE)
		put(m, step - a);
	if (b == STATEPOINT_LOW_MORE)
		put(m, low - b);
}

/* Where the list goes on with item `x`, from `next` on: how far it is. */
static uint32_t
step_to(struct statepoint_maker *m, const struct statepoint_item *x, int64_t next, bool *fp)
{
	if (x->fp && !*fp) {
		*fp = true;
		m->bytes[m->nbytes++] = STATEPOINT_FROM_FP;
		put(m, zigzag(x->words));
		return 0;
	}
	return (uint32_t)(x->words - next);
}

static void
put_runs(struct statepoint_maker *m, const struct statepoint_items *items)
{
	int64_t next = 0;
	bool fp = false;

	for (uint32_t i = 0; i < items->n; i++) {
		const struct statepoint_item *x = &items->list[i];
		put_halves(m, step_to(m, x, next, &fp), x->n - 1);
		next = end_of(x) + 1;
	}
}

/* Roots are numbered through: `base` of a run is the number of its first. */
static void
number_roots(struct statepoint_maker *m)
{
	struct statepoint_items *lists[OBJECTS] = { &m->slots, &m->pinned, &m->deep };
	uint32_t n = 0;

	for (int k = 0; k < OBJECTS; k++)
		for (uint32_t i = 0; i < lists[k]->n; n += lists[k]->list[i++].n)
			lists[k]->list[i].base = (int32_t)n;
}

/* Of the root at a place; there is one, for each base has been entered as a root. */
static int64_t
number_of(const struct statepoint_maker *m, const struct statepoint_item *place)
{
	const struct statepoint_items *lists[OBJECTS] = { &m->slots, &m->pinned, &m->deep };
	int k = 0;

	while (k < OBJECTS - 1 && !has(lists[k], place))
		k++;
	const struct statepoint_item *x = &lists[k]->list[last_before(lists[k], place)];
	return (uint32_t)x->base + (int64_t)(place->words - x->words);
}

static void
put_derived(struct statepoint_maker *m)
{
	int64_t next = 0, last = 0;
	bool fp = false;

	for (uint32_t i = 0; i < m->derived.n; i++) {
		const struct statepoint_item *x = &m->derived.list[i], base = { .words = x->base, .fp = x->base_fp };
		const int64_t root = number_of(m, &base);
		put_halves(m, step_to(m, x, next, &fp), zigzag(root - last));
		next = end_of(x);
		last = root;
	}
}

/* What is an object by itself needs no base. */
static void
keep_derived(struct statepoint_maker *m)
{
	uint32_t k = 0;

	for (uint32_t i = 0; i < m->derived.n; i++) {
		const struct statepoint_item *x = &m->derived.list[i];
		if (!has(&m->slots, x) && !has(&m->pinned, x) && !has(&m->deep, x))
			m->derived.list[k++] = *x;
	}
	m->derived.n = k;
}

static bool
describe(struct statepoint_maker *m)
{
	enum { HEAD_BYTES = 32, ITEM_BYTES = 1 + 5 + 5 }; /* and a list changes to the frame pointer but once */
	struct statepoint_items *lists[OBJECTS] = { &m->slots, &m->pinned, &m->deep };

	for (int i = 0; i < OBJECTS; i++)
		sort(lists[i], true);
	sort(&m->derived, false);
	if (!take_out(m, &m->pinned, &m->deep) || !take_out(m, &m->slots, &m->deep)
		|| !take_out(m, &m->slots, &m->pinned))
		return false;
	keep_derived(m);
	number_roots(m);
	const uint64_t most = HEAD_BYTES + 4 * 6
		+ ITEM_BYTES * ((uint64_t)m->slots.n + m->pinned.n + m->deep.n + m->derived.n);
	if (most > UINT32_MAX || !RESERVE(m, m->bytes, m->bytes_room, m->nbytes, (uint32_t)most))
		return m->failed = true, false;
	const uint32_t counts[] = { m->pinned.n, m->deep.n, m->derived.n };
	uint32_t head = m->slots.n < STATEPOINT_HAS_MORE ? m->slots.n << 4 : STATEPOINT_HAS_MORE << 4;
	for (unsigned i = 0; i < 3; i++)
		head |= counts[i] > 0 ? 1u << i : 0;
	m->bytes[m->nbytes++] = (uint8_t)head;
	if (m->slots.n >= STATEPOINT_HAS_MORE)
		put(m, m->slots.n - STATEPOINT_HAS_MORE);
	for (unsigned i = 0; i < 3; i++)
		if (counts[i] > 0)
			put(m, counts[i]);
	for (int i = 0; i < OBJECTS; i++)
		put_runs(m, lists[i]);
	put_derived(m);
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
	uint32_t room = m->index_room ? 2 * m->index_room : 256,
		 *index = m->realloc(m->user, NULL, 0, room * sizeof *index);

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

	if (!read_record(m, l, n) || !RESERVE(m, m->sites, m->sites_room, m->nsites, 1)
		|| !RESERVE(m, m->said, m->said_room, m->nsaid, 1) || (2 * m->nsaid >= m->index_room && !grow_index(m))
		|| !describe(m))
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

static bool
returns_before(const struct statepoint_made *a, const struct statepoint_made *b)
{
	return a->returns < b->returns;
}

bool
statepoint_make_sort(struct statepoint_maker *m)
{
	const struct statepoint_made *p = m->sites;

	SORT_IN_PLACE(struct statepoint_made, m->sites, m->nsites, returns_before);
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
	uint8_t *first = (uint8_t *)(t + 1), *low = first + ((size_t)n + 1) * sizeof(uint32_t),
		*what = low + m->nsites * sizeof(uint16_t);

	memset(to, 0, statepoint_make_size(m, code_bytes));
	*t = (struct statepoint_table){ STATEPOINT_MAGIC, (uint32_t)statepoint_make_size(m, code_bytes), 0, code_bytes,
		m->nsites, each };
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
