/* SPDX-License-Identifier: MIT */
/* macho_make.c -- writes a Mach-O object with its framemap table.
**
** The table goes behind everything else, in the file and in memory, so that nothing else moves; symbols in its section
** move with it.  An entry is the difference of its function's symbol and the table's, because the linker takes the
** section apart at symbols.  It keeps the order of functions, and the table's section keeps all of them alive. */
#include "tables/macho.h"

#include <string.h>

enum { DEBUG = 0x02000000 };

struct making {
	struct maker *m;
	const struct macho *o;
	unsigned char *bytes;
	size_t at, relocations_at;
	uint32_t table_symbol;
};

/* The symbol of the code that begins at or last before `start`, whose name is one of the language. */
static uint32_t
symbol_before(const struct maker *m, uint64_t start)
{
	size_t best = m->framemap.symbol;

	for (size_t i = 1; i < m->nsymbols; i++)
		if (object_is_function(&m->symbols[i], m->framemap.text) && m->symbols[i].st_value <= start
			&& (m->symbols[i].st_value > m->symbols[best].st_value || m->symbols[best].st_value > start))
			best = i;
	return (uint32_t)best - 1;
}

static void
write_entry(const struct making *w, size_t i, uint64_t start, uint32_t slots)
{
	const uint32_t symbol = symbol_before(w->m, start), bits = 1 << 27 | MACHO_TABLE_LENGTH << 25;
	const int64_t addend = (int64_t)(start - w->m->symbols[symbol + 1].st_value)
		- (int64_t)(i * sizeof(struct framemap_entry));
	struct framemap_entry *e = (struct framemap_entry *)(void *)(w->bytes + w->at) + i;
	struct macho_relocation *r = (struct macho_relocation *)(void *)(w->bytes + w->relocations_at) + 2 * i;

	*e = (struct framemap_entry){ (int32_t)addend, slots };
	r[0] = (struct macho_relocation){ (uint32_t)(i * sizeof *e),
		macho_subtractor(w->o) << 28 | bits | w->table_symbol };
	r[1] = (struct macho_relocation){ (uint32_t)(i * sizeof *e), (uint32_t)MACHO_UNSIGNED << 28 | bits | symbol };
}

/* Does something refer to the section by its number, and not by a symbol? */
static bool
is_referred_to(const struct macho *o, unsigned section)
{
	for (unsigned i = 1; i <= o->nsections; i++) {
		const struct macho_relocation *r = (const void *)(o->bytes + o->sections[i]->relocations_at);
		for (uint32_t k = 0; k < o->sections[i]->nrelocations; k++)
			if ((r[k].info >> 27 & 1) == 0 && (r[k].info & 0xffffff) == section)
				return true;
	}
	return false;
}

/* The symbol at the beginning of the table.  Its place in the list does not matter. */
static bool
find_table(struct making *w, const struct macho_section *s)
{
	for (size_t i = 0; i < w->o->nsymbols; i++)
		if (w->o->symbols[i].section == w->m->framemap.section && w->o->symbols[i].value == s->address
			&& strcmp(elf_symbol_name(&w->m->elf, w->m->symtab, &w->m->symbols[i + 1]), "lr.framemap")
				== 0) {
			w->table_symbol = (uint32_t)i;
			return true;
		}
	return false;
}

/* Moves the section behind all others, with its symbols. */
static void
move_section(struct making *w, size_t entries)
{
	struct macho new; /* the same parts in the new file */
	const size_t bytes = entries * sizeof(struct framemap_entry);

	macho_open(&new, w->bytes, w->o->size);
	struct macho_section *s = new.sections[w->m->framemap.section];
	struct macho_segment *g = new.segment;
	const uint64_t old = s->address;
	g->bytes = w->at + bytes - g->at;
	g->memory_bytes = (g->memory_bytes + MACHO_ALIGN - 1) & ~(uint64_t)(MACHO_ALIGN - 1);
	s->address = g->address + g->memory_bytes;
	g->memory_bytes += bytes;
	if (g->memory_bytes < g->bytes)
		g->memory_bytes = g->bytes;
	s->at = (uint32_t)w->at;
	s->bytes = bytes;
	s->relocations_at = (uint32_t)w->relocations_at;
	s->nrelocations = (uint32_t)(2 * entries);
	for (size_t i = 0; i < new.nsymbols; i++)
		if (new.symbols[i].section == w->m->framemap.section)
			new.symbols[i].value += s->address - old;
	if (w->m->maps != 0 && !w->m->foreign) { /* linkers drop sections of debug information */
		struct macho_section *maps = new.sections[w->m->maps];
		memset(maps->segment, 0, sizeof maps->segment);
		memcpy(maps->segment, "__DWARF", sizeof "__DWARF");
		maps->flags |= DEBUG;
	}
}

int
macho_make(struct maker *m, const struct macho *o)
{
	struct making w = { .m = m, .o = o };
	const size_t entries = m->ngroups + 1;
	const struct macho_section *s = o->sections[m->framemap.section];

	if (!find_table(&w, s))
		return object_bad(m, "the table has no symbol");
	if (is_referred_to(o, m->framemap.section))
		return object_bad(m, "the table is referred to by another name than its own");
	w.at = (o->size + 15) & ~(size_t)15;
	w.relocations_at = w.at + entries * sizeof(struct framemap_entry);
	const size_t total = w.relocations_at + 2 * entries * sizeof(struct macho_relocation);
	if (total > UINT32_MAX)
		return object_bad(m, "the object is larger than 4 GiB");
	w.bytes = m->realloc(m->user, NULL, 0, total);
	if (w.bytes == NULL)
		return object_nomem(m);
	m->out->bytes = w.bytes;
	m->out->size = total;
	memcpy(w.bytes, o->bytes, o->size);
	memset(w.bytes + o->size, 0, total - o->size);
	for (size_t i = 0; i < m->ngroups; i++)
		write_entry(&w, i, m->groups[i].start, m->groups[i].slots);
	write_entry(&w, m->ngroups, m->elf.sections[m->framemap.text].sh_size, FRAMEMAP_END);
	move_section(&w, entries);
	return 0;
}
