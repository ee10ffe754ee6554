/* SPDX-License-Identifier: MIT */
/* elf.h -- reads the parts of ELF that the tables need, for x86-64, AArch64 and RISC-V with 64 bits: finds the sections
** of an object or image, checked against its bounds.  Uses no LLVM. */
#ifndef LR_TABLES_ELF_H
#define LR_TABLES_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>

/* What the tables need to know of a machine. */
struct elf_machine {
	uint16_t machine;        /* e_machine */
	uint16_t fp, sp, ret;    /* DWARF numbers: frame pointer, stack pointer, return address */
	uint32_t word;           /* relocation: an address of 64 bits */
	uint32_t relative;       /* relocation: an address relative to the place, of 32 bits */
	/* The address behind a function's stack frame is not known from the frame of the function that it has called.
	** So all places of roots are counted from the frame pointer, for which the frame's size is needed. */
	bool by_fp;
};

struct elf {
	const struct elf_machine *machine;
	unsigned char *bytes;    /* aligned to 8 */
	size_t size;
	Elf64_Ehdr *header;
	Elf64_Shdr *sections;
	unsigned nsections;
};

/* Returns false if the bytes are no ELF file for one of these machines with sections, or its headers exceed the
** file. */
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
