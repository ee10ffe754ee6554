/* SPDX-License-Identifier: MIT */
/* frame_tops.c -- where stack frames end, relative to frame pointers: from the object's .eh_frame. */
#include "tables/frame_tops.h"

#include <string.h>

#include "base/sorted.h"
#include "tables/call_frames.h"

struct tops_reader {
	struct frame_tops *out;
	const struct elf *e;
	unsigned text;
	struct call_registers regs;
	const unsigned char *section;
	size_t size;
	const Elf64_Rela *relocations;
	size_t nrelocations, next;
	const Elf64_Sym *symbols;
	size_t nsymbols;
	table_realloc *realloc;
	void *user;
};

/* Finds the function that the field at `at` of the section refers to.  Returns false if it is in another section. */
static bool
function_at(struct tops_reader *t, size_t at, uint64_t *start)
{
	size_t i = t->next;

	/* relocations are usually in order */
	for (size_t tries = 0; tries < t->nrelocations && t->relocations[i % t->nrelocations].r_offset != at; tries++)
		i++;
	if (t->nrelocations == 0 || t->relocations[i % t->nrelocations].r_offset != at)
		return false;
	const Elf64_Rela *r = &t->relocations[i % t->nrelocations];
	const size_t symbol = ELF64_R_SYM(r->r_info);
	t->next = i % t->nrelocations + 1;
	if (symbol >= t->nsymbols || t->symbols[symbol].st_shndx != t->text)
		return false;
	*start = t->symbols[symbol].st_value + (uint64_t)r->r_addend;
	return true;
}

static int
add(struct tops_reader *t, struct frame_top top)
{
	struct frame_tops *o = t->out;

	if (o->n == o->capacity) {
		const size_t capacity = o->capacity ? 2 * o->capacity : 64;
		void *new = t->realloc(t->user, o->list, o->capacity * sizeof *o->list, capacity * sizeof *o->list);
		if (new == NULL)
			return FRAME_TOPS_NOMEM;
		o->list = new;
		o->capacity = capacity;
	}
	o->list[o->n++] = top;
	return FRAME_TOPS_OK;
}

/* Is there an entry at `at`, whole?  `*bytes` receives its length behind the field for that. */
static bool
is_entry(const struct tops_reader *t, size_t at, uint32_t *bytes)
{
	enum { LEAST = 4 };

	if (at > t->size || t->size - at < 2 * sizeof *bytes)
		return false;
	memcpy(bytes, t->section + at, sizeof *bytes);
	return *bytes >= LEAST && *bytes <= t->size - at - sizeof *bytes;
}

/* Reads the description at `at`, of the code that its relocation names. */
static int
read_description(struct tops_reader *t, size_t at, uint32_t back)
{
	struct call_common c;
	uint32_t bytes;
	uint64_t start;

	if (!function_at(t, at + 2 * sizeof back, &start))
		return FRAME_TOPS_OK;
	if (back > at + sizeof back || !is_entry(t, at + sizeof back - back, &bytes)
		|| !call_read_common(t->section + at + sizeof back - back, &t->regs, &c))
		return FRAME_TOPS_BAD;
	struct call_rules rules = { .reg = t->regs.sp };
	if (!call_run(c.initial, &c, &t->regs, 0, 0, &rules)
		|| !call_run(call_instructions(t->section + at, &c), &c, &t->regs, 0, UINTPTR_MAX, &rules))
		return FRAME_TOPS_BAD;
	return rules.by_fp ? add(t, (struct frame_top){ start, rules.from_fp }) : FRAME_TOPS_OK;
}

static bool
is_before(const struct frame_top *a, const struct frame_top *b)
{
	return a->start < b->start;
}

static int
read_section(struct tops_reader *t)
{
	uint32_t bytes, back;
	int answer = FRAME_TOPS_OK;

	for (size_t at = 0; answer == FRAME_TOPS_OK && is_entry(t, at, &bytes); at += sizeof bytes + bytes) {
		memcpy(&back, t->section + at + sizeof bytes, sizeof back);
		if (back != 0) /* 0: a common entry */
			answer = read_description(t, at, back);
	}
	SORT_IN_PLACE(struct frame_top, t->out->list, t->out->n, is_before);
	return answer;
}

int
frame_tops_read(struct frame_tops *out, const struct elf *e, unsigned text, table_realloc *r, void *user)
{
	const unsigned section = elf_find(e, ".eh_frame", 1), rela = section != 0 ? elf_relocations_of(e, section) : 0;
	struct tops_reader t = { .out = out,
		.e = e, .text = text, .regs = { e->machine->fp, e->machine->sp, e->machine->ret }, .realloc = r,
		.user = user };

	out->read = true;
	t.section = elf_contents(e, section);
	t.relocations = elf_contents(e, rela);
	if (t.section == NULL || t.relocations == NULL)
		return FRAME_TOPS_OK;
	t.size = e->sections[section].sh_size;
	t.nrelocations = e->sections[rela].sh_size / sizeof *t.relocations;
	t.symbols = elf_symbols(e, e->sections[rela].sh_link, &t.nsymbols);
	return read_section(&t);
}

bool
frame_tops_find(const struct frame_tops *tops, uint64_t start, int64_t *bytes)
{
	const size_t i = sorted_up_to(tops->list, tops->n, sizeof *tops->list, start);

	if (i == 0 || tops->list[i - 1].start != start)
		return false;
	*bytes = tops->list[i - 1].bytes;
	return true;
}
