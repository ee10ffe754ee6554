/* SPDX-License-Identifier: MIT */
/* macho.h -- Mach-O files for the tables: read as if they were ELF, and completed.  Uses no LLVM.
**
** What makes and prints tables reads ELF (elf.h).  A Mach-O file becomes an ELF file in memory with the same sections
** under the same numbers: names lose their leading underscores, and the stack maps have the name that they have in ELF.
** Symbols have the numbers of Mach-O + 1; only relocations of the stack maps and of the framemap table are there. */
#ifndef LR_TABLES_MACHO_H
#define LR_TABLES_MACHO_H

#include "tables/object_make.h"

struct macho_section {
	char name[16], segment[16]; /* without a terminator if they are that long */
	uint64_t address, bytes;
	uint32_t at, align, relocations_at, nrelocations, flags, reserved[3];
};
struct macho_segment {
	uint32_t command, command_bytes;
	char name[16];
	uint64_t address, memory_bytes, at, bytes;
	uint32_t most, initial, nsections, flags;
};
struct __attribute__((packed, aligned(4))) macho_symbol {
	uint32_t name;
	uint8_t type, section;
	uint16_t flags;
	uint64_t value;
};
struct macho_symtab { uint32_t command, command_bytes, symbols_at, nsymbols, strings_at, string_bytes; };
struct macho_relocation { uint32_t at, info; };

/* The parts of a file, checked against its bounds. */
struct macho {
	const unsigned char *bytes; /* aligned to 8 */
	size_t size;
	bool aarch64, object;    /* otherwise x86-64; otherwise a linked image */
	struct macho_section *sections[256]; /* from 1 on, as symbols number them */
	unsigned nsections;
	struct macho_segment *segment; /* the last one, which is the only one of an object */
	struct macho_symbol *symbols;
	size_t nsymbols;
	const char *strings;
	size_t string_bytes;
};

enum { MACHO_UNSIGNED = 0, MACHO_TABLE_LENGTH = 2, MACHO_WORD_LENGTH = 3, MACHO_ALIGN = 8 };
/* Number of the relocation that subtracts an address; the one behind it adds one. */
static inline uint32_t
macho_subtractor(const struct macho *o)
{
	return o->aarch64 ? 1 : 5;
}

/* Returns false if the bytes are no Mach-O file for x86-64 or arm64 with 64 bits, or are damaged. */
bool macho_open(struct macho *, const void *bytes, size_t size);
/* Makes the ELF file, from the allocator; NULL if memory is refused, or with `*why` if the file is not understood. */
void *macho_to_elf(const struct macho *o, table_realloc *r, void *user, size_t *size, const char **why);

/* -- macho_make.c: writes the object with its framemap table, as object_add_tables does.  `m` has read the ELF file
** that was made of it. */
int macho_make(struct maker *m, const struct macho *);

#endif
