/* SPDX-License-Identifier: MIT */
/* macho.c -- reads the parts of Mach-O that the tables need, and makes an ELF file of them in memory. */
#include "tables/macho.h"

#include <string.h>

#include "base/sorted.h"
#include "lateroot/abi.h"

#define MAGIC_64 0xfeedfacfu       /* no enumerator may be that large */
enum {
	CPU_X86_64 = 0x01000007, CPU_ARM64 = 0x0100000c, OBJECT = 1,
	SEGMENT_64 = 0x19, SYMTAB = 2,
	HEADER_BYTES = 32, STAB = 0xe0, TYPE = 0x0e, IN_SECTION = 0x0e, EXTERNAL = 1, INSTRUCTIONS = (int)0x80000400,
	NAME_BYTES = 24, ZERO_FILL = 1, SECTION_TYPE = 0xff
};

static bool
is_empty(const struct macho_section *s)
{
	return (s->flags & SECTION_TYPE) == ZERO_FILL;
}

static bool
inside(const struct macho *o, uint64_t at, uint64_t n)
{
	return at <= o->size && n <= o->size - at;
}

static uint32_t
word_at(const struct macho *o, size_t at)
{
	uint32_t w;

	memcpy(&w, o->bytes + at, sizeof w);
	return w;
}

static bool
read_segment(struct macho *o, size_t at, uint32_t bytes)
{
	struct macho_segment *s = (struct macho_segment *)(void *)(uintptr_t)(o->bytes + at);

	if (bytes < sizeof *s || s->nsections > (bytes - sizeof *s) / sizeof(struct macho_section)
		|| o->nsections + s->nsections > 255)
		return false;
	struct macho_section *list = (struct macho_section *)(void *)(s + 1);
	for (uint32_t i = 0; i < s->nsections; i++) {
		if ((!is_empty(&list[i]) && !inside(o, list[i].at, list[i].bytes)) || list[i].relocations_at % 4 != 0
			|| !inside(o, list[i].relocations_at,
				(uint64_t)list[i].nrelocations * sizeof(struct macho_relocation)))
			return false;
		o->sections[++o->nsections] = &list[i];
	}
	o->segment = s;
	return true;
}

static bool
read_symtab(struct macho *o, size_t at, uint32_t bytes)
{
	const struct macho_symtab *t = (const struct macho_symtab *)(const void *)(o->bytes + at);

	if (bytes < sizeof *t || t->symbols_at % 4 != 0
		|| !inside(o, t->symbols_at, (uint64_t)t->nsymbols * sizeof(struct macho_symbol))
		|| !inside(o, t->strings_at, t->string_bytes))
		return false;
	o->symbols = (struct macho_symbol *)(void *)(uintptr_t)(o->bytes + t->symbols_at);
	o->nsymbols = t->nsymbols;
	o->strings = (const char *)o->bytes + t->strings_at;
	o->string_bytes = t->string_bytes;
	return true;
}

bool
macho_open(struct macho *o, const void *bytes, size_t size)
{
	*o = (struct macho){ .bytes = bytes, .size = size };
	if (size < HEADER_BYTES || word_at(o, 0) != MAGIC_64
		|| (word_at(o, 4) != CPU_X86_64 && word_at(o, 4) != CPU_ARM64))
		return false;
	o->aarch64 = word_at(o, 4) == CPU_ARM64;
	o->object = word_at(o, 12) == OBJECT;
	const uint32_t ncommands = word_at(o, 16);
	size_t at = HEADER_BYTES;
	for (uint32_t i = 0; i < ncommands; i++) {
		if (!inside(o, at, 8))
			return false;
		const uint32_t command = word_at(o, at), n = word_at(o, at + 4);
		if (n < 8 || n % 8 != 0 || !inside(o, at, n) || (command == SEGMENT_64 && !read_segment(o, at, n))
			|| (command == SYMTAB && !read_symtab(o, at, n)))
			return false;
		at += n;
	}
	for (size_t i = 0; i < o->nsymbols; i++)
		if (o->symbols[i].section > o->nsections)
			return false;
	return o->segment != NULL;
}

/* ---- the ELF file ---- */

struct elf_file {
	const struct macho *o;
	const struct elf_machine *machine;
	unsigned char *bytes;
	size_t copy_at, symbols_at, names_at, relocations_at, headers_at, size;
	Elf64_Rela *next;        /* the next relocation */
	unsigned nheaders;
	const char *why;
};

static bool
has_name(const struct macho_section *s, const char *name)
{
	return strncmp(s->name, name, sizeof s->name) == 0;
}

static bool
is_stack_map(const struct macho_section *s)
{
	return has_name(s, "__llvm_stackmaps");
}

static void
section_name(const struct macho_section *s, char *to)
{
	size_t skip = 0;

	while (skip < 2 && s->name[skip] == '_')
		skip++;
	if (is_stack_map(s))
		strcpy(to, ".llvm_stackmaps");
	else
		memcpy(to, s->name + skip, sizeof s->name - skip);
}

/* Labels of the assembler, "l" and "L", mark no function. */
static void
make_symbol(const struct elf_file *f, const struct macho_symbol *from, Elf64_Sym *to)
{
	const struct macho *o = f->o;
	const bool defined = (from->type & STAB) == 0 && (from->type & TYPE) == IN_SECTION && from->section != 0;
	const struct macho_section *s = defined ? o->sections[from->section] : NULL;
	const bool underscore = from->name < o->string_bytes && o->strings[from->name] == '_';
	const bool code = defined && (s->flags & (uint32_t)INSTRUCTIONS) != 0 && underscore;

	to->st_name = from->name + (underscore ? 1 : 0);
	to->st_info = (unsigned char)ELF64_ST_INFO(from->type & EXTERNAL ? STB_GLOBAL : STB_LOCAL,
		code ? STT_FUNC : STT_NOTYPE);
	to->st_shndx = defined ? from->section : SHN_UNDEF;
	to->st_value = defined ? from->value - (o->object ? s->address : 0) : 0;
}

/* The number of a symbol of the section, and the distance of `address` from it.  0: there is none. */
static size_t
symbol_of(const struct macho *o, unsigned section, uint64_t address, int64_t *addend)
{
	for (size_t i = 0; i < o->nsymbols; i++)
		if ((o->symbols[i].type & STAB) == 0 && o->symbols[i].section == section) {
			*addend = (int64_t)(address - o->symbols[i].value);
			return i + 1;
		}
	return 0;
}

/* An address of 64 bits. */
static bool
word_relocation(struct elf_file *f, const struct macho_section *s, const struct macho_relocation *r)
{
	const struct macho *o = f->o;
	const uint32_t number = r->info & 0xffffff;
	size_t symbol = (size_t)number + 1;
	int64_t addend;

	if (r->info >> 28 != MACHO_UNSIGNED || (r->info >> 25 & 3) != MACHO_WORD_LENGTH || s->bytes < 8
		|| r->at > s->bytes - 8)
		return false;
	memcpy(&addend, o->bytes + s->at + r->at, sizeof addend);
	if ((r->info >> 27 & 1) == 0)
		symbol = symbol_of(o, number, (uint64_t)addend, &addend);
	if (symbol == 0 || symbol > o->nsymbols)
		return false;
	*f->next++ = (Elf64_Rela){ r->at, ELF64_R_INFO((uint64_t)symbol, f->machine->word), addend };
	return true;
}

/* The difference of an address and one of this section, of 32 bits; two relocations. */
static bool
difference(struct elf_file *f, unsigned section, const struct macho_relocation *r)
{
	const struct macho *o = f->o;
	const struct macho_section *s = o->sections[section];
	const uint32_t minus = r[0].info & 0xffffff, plus = r[1].info & 0xffffff,
		wants = 1 << 27 | MACHO_TABLE_LENGTH << 25;
	int32_t addend;

	if (r[0].info >> 24 != (macho_subtractor(o) << 28 | wants) >> 24 || r[1].info >> 24 != wants >> 24
		|| r[0].at != r[1].at || s->bytes < 4 || r[0].at > s->bytes - 4 || minus >= o->nsymbols
		|| plus >= o->nsymbols || o->symbols[minus].section != section)
		return false;
	memcpy(&addend, o->bytes + s->at + r[0].at, sizeof addend);
	*f->next++ = (Elf64_Rela){ r[0].at, ELF64_R_INFO((uint64_t)plus + 1, f->machine->relative),
		addend + (int64_t)(r[0].at - (o->symbols[minus].value - s->address)) };
	return true;
}

static bool
is_earlier(const Elf64_Rela *a, const Elf64_Rela *b)
{
	return a->r_offset < b->r_offset;
}

static bool
make_relocations(struct elf_file *f, unsigned section)
{
	const struct macho_section *s = f->o->sections[section];
	const struct macho_relocation *r = (const void *)(f->o->bytes + s->relocations_at);
	Elf64_Rela *first = f->next;
	Elf64_Shdr *header = (Elf64_Shdr *)(void *)(f->bytes + f->headers_at) + f->nheaders;

	for (uint32_t i = 0; i < s->nrelocations; i++) {
		const bool pair = r[i].info >> 28 == macho_subtractor(f->o);
		if (pair ? i + 1 == s->nrelocations || !difference(f, section, &r[i]) : !word_relocation(f, s, &r[i]))
			return false;
		i += pair;
	}
	const size_t n = (size_t)(f->next - first);
	SORT_IN_PLACE(Elf64_Rela, first, n, is_earlier);
	*header = (Elf64_Shdr){ .sh_type = SHT_RELA, .sh_offset = (size_t)((unsigned char *)first - f->bytes),
		.sh_size = n * sizeof *first, .sh_link = f->o->nsections + 1, .sh_info = section, .sh_addralign = 8,
		.sh_entsize = sizeof *first };
	f->nheaders++;
	return true;
}

static bool
has_relocations(const struct macho *o, unsigned section)
{
	const struct macho_section *s = o->sections[section];

	return o->object && s->nrelocations != 0 && !is_empty(s)
		&& (is_stack_map(s) || has_name(s, "__" LR_FRAMEMAP_TABLE));
}

static void
make_headers(struct elf_file *f)
{
	const struct macho *o = f->o;
	Elf64_Shdr *h = (Elf64_Shdr *)(void *)(f->bytes + f->headers_at);
	Elf64_Sym *symbols = (Elf64_Sym *)(void *)(f->bytes + f->symbols_at);
	unsigned n = o->nsections;

	for (unsigned i = 1; i <= n; i++) {
		const struct macho_section *s = o->sections[i];
		section_name(s, (char *)f->bytes + f->names_at + (size_t)i * NAME_BYTES);
		h[i] = (Elf64_Shdr){ .sh_name = i * NAME_BYTES, .sh_type = is_empty(s) ? SHT_NOBITS : SHT_PROGBITS,
			.sh_flags = SHF_ALLOC, .sh_addr = s->address, .sh_offset = f->copy_at + s->at,
			.sh_size = s->bytes };
	}
	for (size_t i = 0; i < o->nsymbols; i++)
		make_symbol(f, &o->symbols[i], &symbols[i + 1]);
	h[n + 1] = (Elf64_Shdr){ .sh_type = SHT_SYMTAB, .sh_offset = f->symbols_at,
		.sh_size = (o->nsymbols + 1) * sizeof *symbols, .sh_link = n + 2, .sh_entsize = sizeof *symbols };
	h[n + 2] = (Elf64_Shdr){ .sh_type = SHT_STRTAB,
		.sh_offset = f->copy_at + (o->strings ? (size_t)((const unsigned char *)o->strings - o->bytes) : 0),
		.sh_size = o->string_bytes };
	h[n + 3] = (Elf64_Shdr){ .sh_type = SHT_STRTAB, .sh_offset = f->names_at,
		.sh_size = (size_t)(n + 1) * NAME_BYTES };
	f->nheaders = n + 4;
}

static bool
fill(struct elf_file *f)
{
	const struct macho *o = f->o;
	Elf64_Ehdr *e = (Elf64_Ehdr *)(void *)f->bytes;
	struct elf opened;

	memcpy(f->bytes + f->copy_at, o->bytes, o->size);
	memcpy(e->e_ident, ELFMAG, SELFMAG);
	e->e_ident[EI_CLASS] = ELFCLASS64;
	e->e_ident[EI_DATA] = ELFDATA2LSB;
	e->e_type = o->object ? ET_REL : ET_DYN;
	e->e_machine = o->aarch64 ? EM_AARCH64 : EM_X86_64;
	e->e_shoff = f->headers_at;
	e->e_shentsize = sizeof(Elf64_Shdr);
	e->e_shstrndx = (uint16_t)(o->nsections + 3);
	make_headers(f);
	e->e_shnum = (uint16_t)f->nheaders;
	if (!elf_open(&opened, f->bytes, f->size))
		return false;
	f->machine = opened.machine;
	f->next = (Elf64_Rela *)(void *)(f->bytes + f->relocations_at);
	for (unsigned i = 1; i <= o->nsections; i++)
		if (has_relocations(o, i) && !make_relocations(f, i))
			return false;
	e->e_shnum = (uint16_t)f->nheaders;
	return true;
}

void *
macho_to_elf(const struct macho *o, table_realloc *r, void *user, size_t *size, const char **why)
{
	struct elf_file f = { .o = o, .copy_at = sizeof(Elf64_Ehdr) };
	size_t nrelocations = 0, extra = 0;

	for (unsigned i = 1; i <= o->nsections; i++)
		if (has_relocations(o, i)) {
			nrelocations += o->sections[i]->nrelocations;
			extra++;
		}
	*why = NULL;
	f.symbols_at = f.copy_at + ((o->size + 7) & ~(size_t)7);
	f.names_at = f.symbols_at + (o->nsymbols + 1) * sizeof(Elf64_Sym);
	f.relocations_at = f.names_at + (size_t)(o->nsections + 1) * NAME_BYTES;
	f.headers_at = f.relocations_at + nrelocations * sizeof(Elf64_Rela);
	f.size = f.headers_at + (o->nsections + 4 + extra) * sizeof(Elf64_Shdr);
	f.bytes = r(user, NULL, 0, f.size);
	if (f.bytes == NULL)
		return NULL;
	memset(f.bytes, 0, f.size);
	*size = f.size;
	if (fill(&f))
		return f.bytes;
	*why = "the relocations of the stack map, or of the table, are not understood";
	r(user, f.bytes, f.size, 0);
	return NULL;
}
