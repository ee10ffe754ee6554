/* elf.h -- reads the parts of ELF for x86-64 that the tables need: finds the sections of an object or image, checked
** against its bounds.  Uses no LLVM. */
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

/* Returns false if the bytes are no ELF file for x86-64 with sections, or its headers exceed the file. */
bool elf_open(struct elf *, void *bytes, size_t size);
/* Returns the name of a section; "" if it has none. */
const char *elf_section_name(const struct elf *, unsigned section);
/* Returns the first section from number `from` on with this name; 0 if there is none. */
unsigned elf_find(const struct elf *, const char *name, unsigned from);
/* Returns the contents of a section; NULL if they exceed the file, or if symbols or relocations are not aligned. */
void *elf_contents(const struct elf *, unsigned section);
/* Returns the section with the relocations of `section`; 0 if there is none. */
unsigned elf_relocations_of(const struct elf *, unsigned section);
/* Returns the symbols of a table and their number; NULL and 0 as for elf_contents. */
const Elf64_Sym *elf_symbols(const struct elf *, unsigned table, size_t *n);
/* Returns the name of a symbol; "" if it exceeds its table. */
const char *elf_symbol_name(const struct elf *, unsigned symtab, const Elf64_Sym *);

#endif
