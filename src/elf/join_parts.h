/* SPDX-License-Identifier: MIT */
/* join_parts.h -- data for joining objects; join.c has the sections, join_symbols.c the symbols. */
#ifndef LR_TABLES_JOIN_PARTS_H
#define LR_TABLES_JOIN_PARTS_H

#include "elf/elf.h"
#include "elf/join.h"

struct part {
	struct elf e;
	unsigned symtab;
	Elf64_Sym *symbols;
	size_t nsymbols;
	/* by number of an input section: its number in the result, 0 if it is dropped; and its offset in that
	** section */
	unsigned *section;
	uint64_t *base;
	uint32_t *symbol;        /* by number of an input symbol: its number in the result, 0 if it is dropped */
};

/* A section of the result. */
struct joined {
	Elf64_Shdr header;
	const char *name;
	unsigned order;          /* section that it is ordered by; 0: none */
	bool is_mergeable;              /* sections of the same kind are appended to it */
	unsigned relocations;    /* section with its relocations; 0: none yet */
	uint32_t symbol;         /* the symbol of the section; 0: none yet */
};

struct joiner {
	struct arena *ar;
	struct part *parts;
	size_t nparts;
	const char *const *local;
	size_t nlocal;
	struct join_result *out;
	struct joined *sections; /* sections of the result; [0] is the null section */
	unsigned nsections;
	unsigned *mergeable, nmergeable; /* numbers of the sections that others are appended to */
	Elf64_Sym *symbols;
	uint32_t nsymbols, nlocal_symbols;
	char *names;
	size_t names_bytes;
};

/* Records an error.  Returns false. */
__attribute__((format(printf, 2, 3)))
bool join_bad(struct joiner *, const char *fmt, ...);
/* Adds a name to the names of the result, where space has been reserved.  Returns its offset. */
uint32_t join_name(struct joiner *, const char *name);
/* Makes the table of symbols after the sections have been placed, and reserves space for all names, of sections too. */
bool join_symbols(struct joiner *);

#endif
