/* SPDX-License-Identifier: MIT */
/* join.c -- joins several objects into one.
**
** The result has a null section, the sections of the objects in order of first appearance, one table of symbols and one
** of names.  Sections of the same name and kind are concatenated, as a linker does: references into the later ones move
** by their base.  Groups and their members stay unchanged.  The symbols are the local ones, object by object, then the
** shared ones that become local, then the rest. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "elf/join_parts.h"

/* Types of sections that only LLVM uses; both are hints.  The first refers to symbols by number.  The second has
** relocations without addends. */
enum { DROPPED_LLVM_ADDRSIG = 0x6fff4c03, LLVM_CALL_GRAPH_PROFILE = 0x6fff4c09 };
enum { TRAP = 0xCC }; /* fills the space between functions */

bool
join_bad(struct joiner *j, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(j->out->message, sizeof j->out->message, fmt, args);
	va_end(args);
	return false;
}

/* ---- reading ---- */

static bool
is_dropped(const struct part *p, unsigned i)
{
	return i == 0 || i == p->symtab || i == p->e.sections[p->symtab].sh_link || i == p->e.header->e_shstrndx ||
		p->e.sections[i].sh_type == DROPPED_LLVM_ADDRSIG;
}

static bool
is_relocations(const Elf64_Shdr *h)
{
	return h->sh_type == SHT_RELA || h->sh_type == SHT_REL;
}

static size_t
aligned(size_t at, uint64_t align)
{
	return align > 1 ? (at + align - 1) / align * align : at;
}

static bool
open_part(struct joiner *j, struct part *p, const struct join_object *o)
{
	if (!elf_open(&p->e, (void *)(uintptr_t)o->bytes, o->size) || p->e.header->e_type != ET_REL
		|| p->e.header->e_machine != EM_X86_64)
		return join_bad(j, "an input is no object for x86-64");
	if (p->e.header->e_shnum == 0)
		return join_bad(j, "an object has too many sections");
	for (unsigned i = 1; i < p->e.nsections; i++) {
		const Elf64_Shdr *h = &p->e.sections[i];
		if (h->sh_type == SHT_SYMTAB)
			p->symtab = i;
		if ((h->sh_addralign & (h->sh_addralign - 1)) != 0 || h->sh_addralign > UINT32_MAX)
			return join_bad(j, "a section of an object has an alignment of %llu",
				(unsigned long long)h->sh_addralign);
		if (h->sh_type != SHT_NOBITS && h->sh_size > 0 && elf_contents(&p->e, i) == NULL)
			return join_bad(j, "a section of an object exceeds the file");
	}
	p->symbols = elf_contents(&p->e, p->symtab);
	if (p->symbols == NULL || p->e.sections[p->symtab].sh_offset % 8 != 0)
		return join_bad(j, "an object has no symbols");
	p->nsymbols = p->e.sections[p->symtab].sh_size / sizeof *p->symbols;
	p->section = arena_zarray(j->ar, p->e.nsections, sizeof *p->section);
	p->base = arena_zarray(j->ar, p->e.nsections, sizeof *p->base);
	p->symbol = arena_zarray(j->ar, p->nsymbols, sizeof *p->symbol);
	return p->section && p->base && p->symbol;
}

/* ---- sections ---- */

/* May other sections be appended to it?  Members of a group stay with their group. */
static bool
is_mergeable(const Elf64_Shdr *h)
{
	return (h->sh_flags & SHF_GROUP) == 0 && h->sh_type != SHT_GROUP && h->sh_type != LLVM_CALL_GRAPH_PROFILE;
}

/* Returns a section of the result with the name and kind of `h` that `h` can be appended to; 0 if there is none.
** `order`: the section of the result by which a linker sorts it.  Sections that are sorted by the same one are in the
** order of the objects, as that one is. */
static unsigned
find_mergeable(const struct joiner *j, const Elf64_Shdr *h, const char *name, unsigned order)
{
	for (unsigned k = 0; k < j->nmergeable; k++) {
		const struct joined *s = &j->sections[j->mergeable[k]];
		if (s->header.sh_type != h->sh_type || s->header.sh_flags != h->sh_flags
			|| s->header.sh_entsize != h->sh_entsize || s->order != order || strcmp(s->name, name) != 0)
			continue;
		/* zeros between two parts would end it */
		if (strcmp(name, ".eh_frame") != 0 || s->header.sh_size % (h->sh_addralign ? h->sh_addralign : 1) == 0)
			return j->mergeable[k];
	}
	return 0;
}

static unsigned
new_section(struct joiner *j, const Elf64_Shdr *h, const char *name, bool can_grow)
{
	j->sections[j->nsections] = (struct joined){ .header = *h, .name = name, .is_mergeable = can_grow };
	j->sections[j->nsections].header.sh_size = 0;
	return j->nsections++;
}

static bool
is_ordered(const Elf64_Shdr *h)
{
	return (h->sh_flags & SHF_LINK_ORDER) != 0;
}

/* Places section `i`, which has no relocations in it.  The section that it is ordered by has been placed. */
static void
place_section(struct joiner *j, struct part *p, unsigned i)
{
	const Elf64_Shdr *h = &p->e.sections[i];
	const char *name = elf_section_name(&p->e, i);
	const unsigned order = is_ordered(h) && h->sh_link < p->e.nsections ? p->section[h->sh_link] : 0;
	unsigned to = is_mergeable(h) ? find_mergeable(j, h, name, order) : 0;

	if (to == 0) {
		to = new_section(j, h, name, is_mergeable(h));
		if (is_mergeable(h))
			j->mergeable[j->nmergeable++] = to;
		j->sections[to].order = order;
	}
	Elf64_Shdr *joined = &j->sections[to].header;
	p->section[i] = to;
	p->base[i] = aligned(joined->sh_size, h->sh_addralign);
	joined->sh_size = p->base[i] + h->sh_size;
	if (h->sh_addralign > joined->sh_addralign)
		joined->sh_addralign = h->sh_addralign;
}

/* Places a section of relocations behind those of the same section of the result. */
static bool
place_relocations(struct joiner *j, struct part *p, unsigned i)
{
	const Elf64_Shdr *h = &p->e.sections[i];
	const unsigned of = h->sh_info < p->e.nsections ? p->section[h->sh_info] : 0;

	if (of == 0 || h->sh_entsize != (h->sh_type == SHT_RELA ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel))
		|| h->sh_size % h->sh_entsize != 0)
		return join_bad(j, "relocations of an object are for no section, or exceed the file");
	if (h->sh_type == SHT_REL && j->sections[of].is_mergeable)
		return join_bad(j, "an object has relocations without addends");
	if (j->sections[of].relocations == 0) {
		j->sections[of].relocations = new_section(j, h, elf_section_name(&p->e, i), false);
		j->sections[j->sections[of].relocations].header.sh_info = of;
	}
	p->section[i] = j->sections[of].relocations;
	Elf64_Shdr *joined = &j->sections[p->section[i]].header;
	p->base[i] = joined->sh_size;
	joined->sh_size += h->sh_size;
	return true;
}

static bool
place_sections(struct joiner *j)
{
	size_t total = 3; /* the null section and two tables */

	for (size_t k = 0; k < j->nparts; k++)
		total += j->parts[k].e.nsections;
	j->sections = arena_zarray(j->ar, total, sizeof *j->sections);
	j->mergeable = arena_zarray(j->ar, total, sizeof *j->mergeable);
	if (!j->sections || !j->mergeable)
		return false;
	j->nsections = 1;
	for (size_t k = 0; k < j->nparts; k++) {
		struct part *p = &j->parts[k];
		for (int ordered = 0; ordered <= 1; ordered++)
			for (unsigned i = 1; i < p->e.nsections; i++)
				if (!is_dropped(p, i) && !is_relocations(&p->e.sections[i])
					&& is_ordered(&p->e.sections[i]) == ordered)
					place_section(j, p, i);
		for (unsigned i = 1; i < p->e.nsections; i++)
			if (!is_dropped(p, i) && is_relocations(&p->e.sections[i]) && !place_relocations(j, p, i))
				return false;
	}
	return j->nsections + 2 < SHN_LORESERVE || join_bad(j, "%u sections are too many", j->nsections);
}

/* ---- writing ---- */

/* `r` is in the result already; `of` is the input section that it relocates. */
static bool
rewrite_relocations(struct joiner *j, const struct part *p, unsigned of, Elf64_Rela *r, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const uint64_t s = ELF64_R_SYM(r[i].r_info);
		if (s >= p->nsymbols || (s > 0 && p->symbol[s] == 0))
			return join_bad(j, "a relocation names symbol %llu, which does not exist",
				(unsigned long long)s);
		const Elf64_Sym *old = &p->symbols[s];
		if (ELF64_ST_TYPE(old->st_info) == STT_SECTION && old->st_shndx < p->e.nsections)
			r[i].r_addend += (Elf64_Sxword)p->base[old->st_shndx];
		r[i].r_offset += p->base[of];
		r[i].r_info = ELF64_R_INFO((uint64_t)p->symbol[s], ELF64_R_TYPE(r[i].r_info));
	}
	return true;
}

/* Used only for sections that are not merged, so no offset has changed. */
static bool
rewrite_without_addends(struct joiner *j, const struct part *p, Elf64_Rel *r, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const uint64_t s = ELF64_R_SYM(r[i].r_info);
		if (s >= p->nsymbols || p->symbol[s] == 0)
			return join_bad(j, "a relocation names symbol %llu, which does not exist",
				(unsigned long long)s);
		r[i].r_info = ELF64_R_INFO((uint64_t)p->symbol[s], ELF64_R_TYPE(r[i].r_info));
	}
	return true;
}

/* Writes the contents of section `i`, which has been placed, and the links of its header. */
static bool
write_section(struct joiner *j, const struct part *p, unsigned i, unsigned char *to)
{
	const Elf64_Shdr *from = &p->e.sections[i];
	Elf64_Shdr *h = &j->sections[p->section[i]].header;

	h->sh_link = from->sh_link == p->symtab ? j->nsections
		: from->sh_link < p->e.nsections ? p->section[from->sh_link]
		: 0;
	if (from->sh_type == SHT_NOBITS || from->sh_size == 0) /* has no contents, whatever its size */
		return true;
	unsigned char *at = to + h->sh_offset + p->base[i];
	memcpy(at, elf_contents(&p->e, i), from->sh_size);
	switch (from->sh_type) {
	case SHT_RELA:
		return rewrite_relocations(j, p, from->sh_info, (Elf64_Rela *)(void *)at,
			from->sh_size / sizeof(Elf64_Rela));
	case SHT_REL:
		return rewrite_without_addends(j, p, (Elf64_Rel *)(void *)at, from->sh_size / sizeof(Elf64_Rel));
	case SHT_GROUP: {
		Elf64_Word *words = (Elf64_Word *)(void *)at;
		h->sh_info = from->sh_info < p->nsymbols ? p->symbol[from->sh_info] : 0;
		for (size_t k = 1; k < from->sh_size / sizeof *words; k++)
			words[k] = words[k] < p->e.nsections ? p->section[words[k]] : 0;
		return true;
	}
	default:
		return true;
	}
}

/* Assigns file offsets to all parts.  Returns the size of all but the headers, or SIZE_MAX. */
static size_t
lay_out(struct joiner *j)
{
	size_t at = sizeof(Elf64_Ehdr);

	for (unsigned i = 1; i < j->nsections; i++) {
		Elf64_Shdr *h = &j->sections[i].header;
		const uint64_t bytes = h->sh_type == SHT_NOBITS ? 0 : h->sh_size;
		h->sh_name = join_name(j, j->sections[i].name);
		/* tables of words are written in place */
		h->sh_offset = at = aligned(at,
			h->sh_addralign > 8 || !(is_relocations(h) || h->sh_type == SHT_GROUP) ? h->sh_addralign : 8);
		if (bytes > SIZE_MAX / 4 - at)
			return SIZE_MAX;
		at += bytes;
	}
	const uint32_t symtab_name = join_name(j, ".symtab"), strtab_name = join_name(j, ".strtab");
	at = aligned(at, 8);
	j->sections[j->nsections].header = (Elf64_Shdr){ .sh_name = symtab_name,
		.sh_type = SHT_SYMTAB, .sh_offset = at, .sh_size = j->nsymbols * sizeof *j->symbols,
		.sh_link = j->nsections + 1, .sh_info = j->nlocal_symbols, .sh_addralign = 8,
		.sh_entsize = sizeof *j->symbols };
	at += j->nsymbols * sizeof *j->symbols;
	j->sections[j->nsections + 1].header = (Elf64_Shdr){ .sh_name = strtab_name,
		.sh_type = SHT_STRTAB, .sh_offset = at, .sh_size = j->names_bytes, .sh_addralign = 1 };
	return aligned(at + j->names_bytes, 8);
}

static bool
write_all(struct joiner *j)
{
	const unsigned n = j->nsections + 2;
	const size_t headers_at = lay_out(j), size = headers_at + n * sizeof(Elf64_Shdr);

	if (headers_at == SIZE_MAX)
		return join_bad(j, "the objects are too large");
	unsigned char *to = arena_zalloc(j->ar, size);
	if (!to)
		return false;
	for (unsigned i = 1; i < j->nsections; i++) {
		const Elf64_Shdr *h = &j->sections[i].header;
		if ((h->sh_flags & SHF_EXECINSTR) != 0 && h->sh_type != SHT_NOBITS)
			memset(to + h->sh_offset, TRAP, h->sh_size);
	}
	for (size_t k = 0; k < j->nparts; k++)
		for (unsigned i = 1; i < j->parts[k].e.nsections; i++)
			if (j->parts[k].section[i] != 0 && !write_section(j, &j->parts[k], i, to))
				return false;
	memcpy(to + j->sections[j->nsections].header.sh_offset, j->symbols, j->nsymbols * sizeof *j->symbols);
	memcpy(to + j->sections[j->nsections + 1].header.sh_offset, j->names, j->names_bytes);
	for (unsigned i = 1; i < n; i++)
		memcpy(to + headers_at + i * sizeof(Elf64_Shdr), &j->sections[i].header, sizeof(Elf64_Shdr));
	Elf64_Ehdr *h = (Elf64_Ehdr *)(void *)to;
	*h = *j->parts[0].e.header;
	h->e_shoff = headers_at;
	h->e_shnum = (Elf64_Half)n;
	h->e_shstrndx = (Elf64_Half)(n - 1);
	j->out->bytes = to;
	j->out->size = size;
	return true;
}

bool
join_objects(struct arena *ar, const struct join_object *objects, size_t n, const char *const *local, size_t nlocal,
	struct join_result *out)
{
	struct joiner j = { .ar = ar, .nparts = n, .local = local, .nlocal = nlocal, .out = out };

	*out = (struct join_result){ 0 };
	if (n == 0)
		return join_bad(&j, "there are no objects");
	j.parts = arena_zarray(ar, n, sizeof *j.parts);
	if (!j.parts)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!open_part(&j, &j.parts[i], &objects[i]))
			return false;
	return place_sections(&j) && join_symbols(&j) && write_all(&j);
}
