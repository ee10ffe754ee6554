/* framemap_make.c -- the framemap table, made of stack map records. */
#include <inttypes.h>
#include <string.h>

#include "lateroot/abi.h"
#include "base/sorted.h"
#include "tables/object_make.h"

static bool
reserve(struct maker *m, size_t more)
{
	size_t want = m->pieces_room ? m->pieces_room : 64;

	while (want < m->npieces + more)
		want *= 2;
	if (want == m->pieces_room)
		return true;
	void *new = m->realloc(m->user, m->pieces, m->pieces_room * sizeof *m->pieces, want * sizeof *m->pieces);
	if (new == NULL)
		return false;
	m->pieces = new;
	m->pieces_room = want;
	return true;
}

static int
add_piece(struct maker *m, uint64_t words, enum framemap_kind kind, uint32_t count)
{
	if (!reserve(m, 1))
		return object_nomem(m);
	m->pieces[m->npieces++] = (struct piece){ m->start,
		(uint32_t)words << FRAMEMAP_WORDS_SHIFT | (uint32_t)kind << FRAMEMAP_COUNT_BITS | count };
	return 0;
}

/* The next `count` slots of the record at hand. */
static int
add_slots(struct maker *m, enum framemap_kind kind, uint32_t count)
{
	while (count > 0) {
		uint32_t n = count < FRAMEMAP_COUNT_MAX ? count : FRAMEMAP_COUNT_MAX;
		if (add_piece(m, m->below, kind, n) != 0)
			return STOP;
		m->below -= n;
		count -= n;
	}
	return 0;
}

/* How many of the last slots are fixed, and deep: locations 1 and 2. */
static int
add_kinds(struct maker *m, unsigned number, const struct stackmap_location *l)
{
	bool constant = l->kind == STACKMAP_CONSTANT || l->kind == STACKMAP_CONSTANT_INDEX;

	if (!constant || l->value > m->count || (number == 2 && m->fixed + l->value > m->count))
		return object_bad(m, "%s: how many of its %u slots stay in place is not said",
			object_name_at(m, m->framemap.text, m->start), m->count);
	if (number == 1) {
		m->fixed = (uint32_t)l->value;
		return 0;
	}
	if (add_slots(m, FRAMEMAP_MOVING, m->count - m->fixed - (uint32_t)l->value) != 0
		|| add_slots(m, FRAMEMAP_FIXED, m->fixed) != 0)
		return STOP;
	return add_slots(m, FRAMEMAP_DEEP, (uint32_t)l->value);
}

int
framemap_make_record(struct maker *m)
{
	if ((unsigned)m->section == m->framemap.text)
		return m->count == 0 ? add_piece(m, 0, FRAMEMAP_DEEP, 0) : 0;
	/* one without slots has been inlined into code of another kind */
	return m->count == 0 ? 0 : object_bad(m, "a function has slots, and is not in section " LR_FRAMEMAP_TEXT);
}

int
framemap_make_location(struct maker *m, const struct stackmap_record *r, unsigned number,
	const struct stackmap_location *l)
{
	static const char *const kinds[] = { "", "in a register", "an address", "in memory", "a constant",
		"a constant" };
	uint32_t left = m->count;
	int64_t below = -(int64_t)l->offset;
	const char *name = "";

	if (m->count == 0)
		return 0;
	if (number > 0)
		return add_kinds(m, number, l);
	if (l->kind != STACKMAP_DIRECT || l->reg != DWARF_RBP || below <= 0 || below % WORD_BYTES != 0
		|| below / WORD_BYTES < left || below / WORD_BYTES > FRAMEMAP_WORDS_MAX)
		name = object_name_at(m, m->framemap.text, m->start);
	if (l->kind != STACKMAP_DIRECT || l->reg != DWARF_RBP)
		return object_bad(m,
			"%s: its slots are not at a fixed distance from the frame pointer (%s, register %u)", name,
			kinds[l->kind], l->reg);
	if (below <= 0 || below % WORD_BYTES != 0 || below / WORD_BYTES < left)
		return object_bad(m, "%s: %u slots cannot be %" PRId64 " bytes below the frame pointer", name, left,
			below);
	if (below / WORD_BYTES > FRAMEMAP_WORDS_MAX)
		return object_bad(m,
			"%s: its slots are %" PRId64 " bytes below the frame pointer; at most %d can be said", name,
			below, FRAMEMAP_WORDS_MAX * WORD_BYTES);
	m->below = (uint64_t)below / WORD_BYTES;
	return r->nlocations == 1 ? add_slots(m, FRAMEMAP_DEEP, m->count) : 0;
}

static bool
is_before(const struct piece *a, const struct piece *b)
{
	return a->start != b->start ? a->start < b->start : a->slots < b->slots;
}

/* What optimisation has made several of is said once, and that there are no slots only where there are none.  Gives the
** new number. */
static size_t
drop_repeated(struct piece *p, size_t n)
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
has_piece(const struct maker *m, size_t n, uint64_t start)
{
	size_t i = sorted_up_to(m->pieces, n, sizeof *m->pieces, start);

	return i > 0 && m->pieces[i - 1].start == start;
}

int
framemap_make_sort(struct maker *m)
{
	SORT_IN_PLACE(struct piece, m->pieces, m->npieces, is_before);
	m->npieces = drop_repeated(m->pieces, m->npieces);
	/* Functions without a record: what would be recorded is not there any more, since nothing in them can collect,
	 * or they do not belong here.  The entry says that they are none, or they would be walked as part of what
	 * stands before them. */
	size_t recorded = m->npieces;
	for (size_t i = 0; i < m->nsymbols; i++) {
		if (!object_is_function(&m->symbols[i], m->framemap.text)
			|| has_piece(m, recorded, m->symbols[i].st_value))
			continue;
		if (!reserve(m, 1))
			return object_nomem(m);
		m->pieces[m->npieces++] = (struct piece){ m->symbols[i].st_value, FRAMEMAP_GAP };
	}
	SORT_IN_PLACE(struct piece, m->pieces, m->npieces, is_before);
	m->npieces = drop_repeated(m->pieces, m->npieces);
	for (size_t i = 0; i < m->npieces; i++)
		m->out->functions += m->pieces[i].slots != FRAMEMAP_GAP
			&& (i == 0 || m->pieces[i].start != m->pieces[i - 1].start);
	m->out->entries = (uint32_t)m->npieces + 1;
	return 0;
}

void
framemap_make_write(const struct maker *m, struct framemap_entry *entries, Elf64_Rela *rela)
{
	const struct table *t = &m->framemap;
	uint64_t base = m->symbols[t->symbol].st_value;

	for (size_t i = 0; i <= m->npieces; i++) {
		bool end = i == m->npieces;
		uint64_t start = end ? m->elf.sections[t->text].sh_size : m->pieces[i].start;
		entries[i] = (struct framemap_entry){ 0, end ? FRAMEMAP_END : m->pieces[i].slots };
		rela[i] = (Elf64_Rela){ .r_offset = i * sizeof *entries,
			.r_info = ELF64_R_INFO((uint64_t)t->symbol, R_X86_64_PC32),
			.r_addend = (int64_t)(start - base) };
	}
}
