/* elf.h -- just enough of ELF for x86-64: finding the sections of an object or image, checked against its bounds.
** Knows nothing of LLVM. */
#ifndef LR_TABLES_ELF_H
#define LR_TABLES_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>

struct elf {
	unsigned char *bytes;    /* aligned to 8 */
	size_t size;
	Elf64_Ehdr *header;
	Elf64_Shdr *sections;
	unsigned nsections;
};

/* False: it is no ELF file for x86-64 with sections, or its headers lead outside of it. */
bool elf_open(struct elf *, void *bytes, size_t size);
/* The name of a section; "" if there is none. */
const char *elf_section_name(const struct elf *, unsigned section);
/* The first section from number `from` on with this name; 0: there is none. */
unsigned elf_find(const struct elf *, const char *name, unsigned from);
/* Its contents; NULL if they are not all in the file, or lie where such things cannot be read: symbols and relocations
** are of words. */
void *elf_contents(const struct elf *, unsigned section);
/* The section with the relocations of `section`; 0: there is none. */
unsigned elf_relocations_of(const struct elf *, unsigned section);
/* The symbols of a table, and how many; likewise NULL, and 0. */
const Elf64_Sym *elf_symbols(const struct elf *, unsigned table, size_t *n);
/* What a symbol is called; "" if its name lies outside. */
const char *elf_symbol_name(const struct elf *, unsigned symtab, const Elf64_Sym *);

#endif
