/* SPDX-License-Identifier: MIT */
/* elf.c -- reads the parts of ELF that the tables need. */
#include "elf/elf.h"

#include <string.h>

/* glibc's headers of 2022 lack names for some of these. */
enum {
	RISCV_WORD = 2, RISCV_RELATIVE = 57,
	X86_FP = 6, X86_SP = 7, X86_RET = 16, AARCH64_FP = 29, AARCH64_SP = 31, AARCH64_RET = 30, RISCV_FP = 8,
	RISCV_SP = 2, RISCV_RET = 1
};
static const struct elf_machine machines[] = {
	{ EM_X86_64, X86_FP, X86_SP, X86_RET, R_X86_64_64, R_X86_64_PC32, false },
	{ EM_AARCH64, AARCH64_FP, AARCH64_SP, AARCH64_RET, R_AARCH64_ABS64, R_AARCH64_PREL32, true },
	{ EM_RISCV, RISCV_FP, RISCV_SP, RISCV_RET, RISCV_WORD, RISCV_RELATIVE, true }
};

static const struct elf_machine *
machine_of(const Elf64_Ehdr *h)
{
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		if (machines[i].machine == h->e_machine)
			return &machines[i];
	return NULL;
}

/* Is [at, at + n) within the file? */
static bool
inside(const struct elf *e, uint64_t at, uint64_t n)
{
	return at <= e->size && n <= e->size - at;
}

bool
elf_open(struct elf *e, void *bytes, size_t size)
{
	*e = (struct elf){ .bytes = bytes, .size = size };
	if (size < sizeof *e->header || memcmp(bytes, ELFMAG, SELFMAG) != 0)
		return false;
	e->header = bytes;
	if (e->header->e_ident[EI_CLASS] != ELFCLASS64 || e->header->e_ident[EI_DATA] != ELFDATA2LSB
		|| (e->machine = machine_of(e->header)) == NULL || e->header->e_shentsize != sizeof *e->sections
		|| e->header->e_shoff % 8 != 0 || e->header->e_shoff == 0)
		return false;
	if (!inside(e, e->header->e_shoff, sizeof *e->sections))
		return false;
	e->sections = (Elf64_Shdr *)(void *)(e->bytes + e->header->e_shoff);
	uint64_t n = e->header->e_shnum != 0 ? e->header->e_shnum : e->sections[0].sh_size;
	if (n > size / sizeof *e->sections || !inside(e, e->header->e_shoff, n * sizeof *e->sections))
		return false;
	e->nsections = (unsigned)n;
	return true;
}

void *
elf_contents(const struct elf *e, unsigned section)
{
	if (section == 0 || section >= e->nsections)
		return NULL;
	const Elf64_Shdr *s = &e->sections[section];
	bool words = s->sh_type == SHT_SYMTAB || s->sh_type == SHT_DYNSYM || s->sh_type == SHT_RELA;
	return s->sh_type != SHT_NOBITS && (!words || s->sh_offset % 8 == 0) && inside(e, s->sh_offset, s->sh_size)
		? e->bytes + s->sh_offset : NULL;
}

/* Returns string number `at` of a string table; "" if the string does not end within the table. */
static const char *
string(const struct elf *e, unsigned table, uint64_t at)
{
	const char *s = elf_contents(e, table);

	if (s == NULL || at >= e->sections[table].sh_size
		|| memchr(s + at, '\0', e->sections[table].sh_size - at) == NULL)
		return "";
	return s + at;
}

const char *
elf_section_name(const struct elf *e, unsigned section)
{
	unsigned names = e->header->e_shstrndx != SHN_XINDEX ? e->header->e_shstrndx : e->sections[0].sh_link;

	return string(e, names, e->sections[section].sh_name);
}

unsigned
elf_find(const struct elf *e, const char *name, unsigned from)
{
	for (unsigned i = from; i < e->nsections; i++)
		if (i != 0 && strcmp(elf_section_name(e, i), name) == 0)
			return i;
	return 0;
}

unsigned
elf_relocations_of(const struct elf *e, unsigned section)
{
	for (unsigned i = 1; i < e->nsections; i++)
		if (e->sections[i].sh_type == SHT_RELA && e->sections[i].sh_info == section)
			return i;
	return 0;
}

const Elf64_Sym *
elf_symbols(const struct elf *e, unsigned table, size_t *n)
{
	const Elf64_Sym *s = elf_contents(e, table);

	if (s != NULL && e->sections[table].sh_offset % 8 != 0) /* the section's alignment contradicts its type */
		s = NULL;
	*n = s != NULL ? e->sections[table].sh_size / sizeof *s : 0;
	return s;
}

const char *
elf_symbol_name(const struct elf *e, unsigned symtab, const Elf64_Sym *s)
{
	return string(e, e->sections[symtab].sh_link, s->st_name);
}
