/* SPDX-License-Identifier: MIT */
/* framemap_make.c -- makes the framemap table from stack map records. */
#include <inttypes.h>
#include <string.h>

#include "lateroot/abi.h"
#include "base/sorted.h"
#include "tables/object_make.h"
#include "tables/riscv_address.h"

static bool
reserve(struct maker *m, size_t more)
{
	size_t want = m->groups_capacity ? m->groups_capacity : 64;

	while (want < m->ngroups + more)
		want *= 2;
	if (want == m->groups_capacity)
		return true;
	void *new = m->realloc(m->user, m->groups, m->groups_capacity * sizeof *m->groups, want * sizeof *m->groups);
	if (new == NULL)
		return false;
	m->groups = new;
	m->groups_capacity = want;
	return true;
}

static int
add_group(struct maker *m, uint64_t words, enum framemap_kind kind, uint32_t count)
{
	if (!reserve(m, 1))
		return object_nomem(m);
	m->groups[m->ngroups++] = (struct slot_group){ m->start,
		(uint32_t)words << FRAMEMAP_WORDS_SHIFT | (uint32_t)kind << FRAMEMAP_COUNT_BITS | count };
	return 0;
}

/* Adds the next `count` slots of the current record. */
static int
add_slots(struct maker *m, enum framemap_kind kind, uint32_t count)
{
	while (count > 0) {
		uint32_t n = count < FRAMEMAP_COUNT_MAX ? count : FRAMEMAP_COUNT_MAX;
		if (add_group(m, m->below, kind, n) != 0)
			return STOP;
		m->below -= n;
		count -= n;
	}
	return 0;
}

/* Reads how many of the last slots are pinned, and transitively pinned: locations 1 and 2. */
static int
add_kinds(struct maker *m, unsigned number, const struct stackmap_location *l)
{
	bool constant = l->kind == STACKMAP_CONSTANT || l->kind == STACKMAP_CONSTANT_INDEX;

	if (!constant || l->value > m->count || (number == 2 && m->pinned + l->value > m->count))
		return object_bad(m, "%s: the number of pinned slots among its %u is missing",
			object_name_at(m, m->framemap.text, m->start), m->count);
	if (number == 1) {
		m->pinned = (uint32_t)l->value;
		return 0;
	}
	if (add_slots(m, FRAMEMAP_MOVING, m->count - m->pinned - (uint32_t)l->value) != 0
		|| add_slots(m, FRAMEMAP_PINNED, m->pinned) != 0)
		return STOP;
	return add_slots(m, FRAMEMAP_DEEP, (uint32_t)l->value);
}

int
framemap_make_record(struct maker *m)
{
	if ((unsigned)m->section == m->framemap.text)
		return m->count == 0 ? add_group(m, 0, FRAMEMAP_DEEP, 0) : 0;
	/* a record without slots comes from a function that was inlined into code of another kind */
	return m->count == 0 ? 0 : object_bad(m, "a function with slots is not in section " LR_FRAMEMAP_TEXT);
}

/* Counts a place from the frame pointer if the record names another register, which the code has computed from it. */
static void
count_from_fp(const struct maker *m, struct stackmap_location *l)
{
	const unsigned char *code = elf_contents(&m->elf, m->framemap.text);
	int64_t distance;

	if (l->kind == STACKMAP_DIRECT && l->reg != m->elf.machine->fp && m->elf.machine->machine == EM_RISCV
		&& code != NULL && m->start <= m->returns && m->returns <= m->elf.sections[m->framemap.text].sh_size
		&& riscv_frame_address(code + m->start, m->returns - (size_t)m->start, l->reg, m->elf.machine->fp,
			&distance)
		&& distance + l->offset >= INT32_MIN && distance + l->offset <= INT32_MAX) {
		l->reg = m->elf.machine->fp;
		l->offset = (int32_t)(distance + l->offset);
	}
}

int
framemap_make_location(struct maker *m, const struct stackmap_record *r, unsigned number,
	const struct stackmap_location *given)
{
	struct stackmap_location place = *given;
	const struct stackmap_location *l = &place;
	static const char *const kinds[] = { "", "in a register", "an address", "in memory", "a constant",
		"a constant" };
	uint32_t left = m->count;
	const char *name = "";

	if (m->count == 0)
		return 0;
	if (number > 0)
		return add_kinds(m, number, l);
	count_from_fp(m, &place);
	const int64_t below = -(int64_t)l->offset;
	if (l->kind != STACKMAP_DIRECT || l->reg != m->elf.machine->fp || below <= 0 || below % WORD_BYTES != 0
		|| below / WORD_BYTES < left || below / WORD_BYTES > FRAMEMAP_WORDS_MAX)
		name = object_name_at(m, m->framemap.text, m->start);
	if (l->kind != STACKMAP_DIRECT || l->reg != m->elf.machine->fp)
		return object_bad(m,
			"%s: its slots are not at a fixed distance from the frame pointer (%s, register %u)", name,
			kinds[l->kind], l->reg);
	if (below <= 0 || below % WORD_BYTES != 0 || below / WORD_BYTES < left)
		return object_bad(m, "%s: %u slots cannot be %" PRId64 " bytes below the frame pointer", name, left,
			below);
	if (below / WORD_BYTES > FRAMEMAP_WORDS_MAX)
		return object_bad(m,
			"%s: its slots are %" PRId64 " bytes below the frame pointer; the limit is %d", name,
			below, FRAMEMAP_WORDS_MAX * WORD_BYTES);
	m->below = (uint64_t)below / WORD_BYTES;
	return r->nlocations == 1 ? add_slots(m, FRAMEMAP_DEEP, m->count) : 0;
}

static bool
is_before(const struct slot_group *a, const struct slot_group *b)
{
	return a->start != b->start ? a->start < b->start : a->slots < b->slots;
}

/* Drops repeated groups, which inlining leaves, and groups without slots in functions that have others.  Returns the
** new number. */
static size_t
drop_repeated(struct slot_group *p, size_t n)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		if (k > 0 && p[k - 1].start == p[i].start && p[k - 1].slots == p[i].slots)
			continue;
		if (k > 0 && p[k - 1].start == p[i].start && (p[k - 1].slots & FRAMEMAP_END) == 0)
			k--;
		p[k++] = p[i];
	}
	return k;
}

static bool
has_group(const struct maker *m, size_t n, uint64_t start)
{
	size_t i = sorted_up_to(m->groups, n, sizeof *m->groups, start);

	return i > 0 && m->groups[i - 1].start == start;
}

int
framemap_make_sort(struct maker *m)
{
	SORT_IN_PLACE(struct slot_group, m->groups, m->ngroups, is_before);
	m->ngroups = drop_repeated(m->groups, m->ngroups);
	/* Functions without a record cannot collect any more, or belong to other code.  Their entry says that they are
	 * none; otherwise they would be walked as a part of the function before them. */
	size_t recorded = m->ngroups;
	for (size_t i = 0; i < m->nsymbols; i++) {
		if (!object_is_function(&m->symbols[i], m->framemap.text)
			|| has_group(m, recorded, m->symbols[i].st_value))
			continue;
		if (!reserve(m, 1))
			return object_nomem(m);
		m->groups[m->ngroups++] = (struct slot_group){ m->symbols[i].st_value, FRAMEMAP_GAP };
	}
	SORT_IN_PLACE(struct slot_group, m->groups, m->ngroups, is_before);
	m->ngroups = drop_repeated(m->groups, m->ngroups);
	for (size_t i = 0; i < m->ngroups; i++)
		m->out->functions += m->groups[i].slots != FRAMEMAP_GAP
			&& (i == 0 || m->groups[i].start != m->groups[i - 1].start);
	m->out->entries = (uint32_t)m->ngroups + 1;
	return 0;
}

void
framemap_make_write(const struct maker *m, struct framemap_entry *entries, Elf64_Rela *rela)
{
	const struct table *t = &m->framemap;
	uint64_t base = m->symbols[t->symbol].st_value;

	for (size_t i = 0; i <= m->ngroups; i++) {
		bool end = i == m->ngroups;
		uint64_t start = end ? m->elf.sections[t->text].sh_size : m->groups[i].start;
		entries[i] = (struct framemap_entry){ 0, end ? FRAMEMAP_END : m->groups[i].slots };
		rela[i] = (Elf64_Rela){ .r_offset = i * sizeof *entries,
			.r_info = ELF64_R_INFO((uint64_t)t->symbol, m->elf.machine->relative),
			.r_addend = (int64_t)(start - base) };
	}
}
