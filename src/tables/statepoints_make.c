/* SPDX-License-Identifier: MIT */
/* statepoints_make.c -- makes the table of statepoints from stack map records.  Equal descriptions are stored once. */
#include "tables/statepoints_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/sorted.h"

bool
statepoint_make_bad(struct statepoint_maker *m, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(m->why, sizeof m->why, format, args);
	va_end(args);
	return false;
}

bool
statepoint_make_reserve(struct statepoint_maker *m, void *list, uint32_t *capacity, uint32_t n, uint32_t more,
	size_t each)
{
	void *old;
	uint64_t want = *capacity ? *capacity : 64;

	while (want < (uint64_t)n + more)
		want *= 2;
	if (want == *capacity)
		return true;
	memcpy(&old, list, sizeof old);
	void *new = want <= UINT32_MAX ? m->realloc(m->user, old, *capacity * each, (size_t)want * each) : NULL;
	if (new == NULL) {
		m->failed = true;
		return false;
	}
	memcpy(list, &new, sizeof new);
	*capacity = (uint32_t)want;
	return true;
}

void
statepoint_make_begin(struct statepoint_maker *m, table_realloc *r, void *user)
{
	enum { X86_FP = 6, X86_SP = 7 };

	*m = (struct statepoint_maker){ .realloc = r, .user = user, .fp = X86_FP, .sp = X86_SP };
}

void
statepoint_make_end(struct statepoint_maker *m)
{
	struct statepoint_items *items[] = { &m->slots, &m->pinned, &m->deep, &m->derived, &m->left };

#define FREE(list, capacity) if ((list) != NULL) m->realloc(m->user, list, (capacity) * sizeof *(list), 0)
	FREE(m->sites, m->sites_capacity);
	FREE(m->bytes, m->bytes_capacity);
	FREE(m->distinct, m->distinct_capacity);
	FREE(m->index, m->index_capacity);
	for (size_t i = 0; i < sizeof items / sizeof *items; i++)
		FREE(items[i]->list, items[i]->capacity);
#undef FREE
}

/* -- distinct descriptions */

static uint32_t
hash(const uint8_t *p, uint32_t n)
{
	uint32_t h = 2166136261u;

	for (; n > 0; n--)
		h = (h ^ *p++) * 16777619u;
	return h ^ h >> 15;
}

/* Returns the position of a description in the index, or of the free entry for it. */
static uint32_t
look_up(const struct statepoint_maker *m, struct statepoint_bytes s)
{
	uint32_t i = hash(m->bytes + s.at, s.n) & (m->index_capacity - 1);

	for (; m->index[i] != 0; i = (i + 1) & (m->index_capacity - 1)) {
		struct statepoint_bytes o = m->distinct[m->index[i] - 1];
		if (o.n == s.n && memcmp(m->bytes + o.at, m->bytes + s.at, s.n) == 0)
			break;
	}
	return i;
}

static bool
grow_index(struct statepoint_maker *m)
{
	uint32_t capacity = m->index_capacity ? 2 * m->index_capacity : 256,
		 *index = m->realloc(m->user, NULL, 0, capacity * sizeof *index);

	if (index == NULL)
		return m->failed = true, false;
	memset(index, 0, capacity * sizeof *index);
	if (m->index != NULL)
		m->realloc(m->user, m->index, m->index_capacity * sizeof *m->index, 0);
	m->index = index;
	m->index_capacity = capacity;
	for (uint32_t i = 0; i < m->ndistinct; i++)
		m->index[look_up(m, m->distinct[i])] = i + 1;
	return true;
}

bool
statepoint_make_record(struct statepoint_maker *m, uint32_t returns, const struct stackmap_location *l, uint32_t n)
{
	uint32_t at = m->nbytes;

	if (!statepoint_make_read(m, l, n) || !RESERVE(m, m->sites, m->sites_capacity, m->nsites, 1)
		|| !RESERVE(m, m->distinct, m->distinct_capacity, m->ndistinct, 1)
		|| (2 * m->ndistinct >= m->index_capacity && !grow_index(m))
		|| !statepoint_make_describe(m))
		return false;
	struct statepoint_bytes bytes = { at, m->nbytes - at };
	uint32_t i = look_up(m, bytes);
	if (m->index[i] != 0) {
		bytes = m->distinct[m->index[i] - 1];
		m->nbytes = at;
	} else {
		m->distinct[m->ndistinct++] = bytes;
		m->index[i] = m->ndistinct;
	}
	m->sites[m->nsites++] = (struct statepoint_made){ returns, bytes.at };
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
			return statepoint_make_bad(m, "two calls return to the same address");
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
		*description = low + m->nsites * sizeof(uint16_t);

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
			description[(size_t)i * each + k] = (uint8_t)(m->sites[i].description >> 8 * k);
	}
	if (m->nbytes > 0)
		memcpy(description + (size_t)m->nsites * each, m->bytes, m->nbytes);
}
