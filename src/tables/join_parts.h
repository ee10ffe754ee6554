/* join_parts.h -- what joining objects works with; join.c has the sections, join_symbols.c the symbols. */
#ifndef LR_TABLES_JOIN_PARTS_H
#define LR_TABLES_JOIN_PARTS_H

#include "tables/elf.h"
#include "tables/join.h"

struct part {
	struct elf e;
	unsigned symtab;
	Elf64_Sym *symbols;
	size_t nsymbols;
	/* by number of the section: its number in the result, 0: not there; and where in that one it begins */
	unsigned *section;
	uint64_t *base;
	uint32_t *symbol;        /* by number of the symbol: its number in the result, 0: not there */
};

/* A section of the result. */
struct joined {
	Elf64_Shdr header;
	const char *name;
	unsigned order;          /* section that it is ordered by; 0: none */
	bool grows;              /* others of its kind are laid behind it */
	unsigned relocations;    /* section with those of this one; 0: none yet */
	uint32_t symbol;         /* that stands for it; 0: none yet */
};

struct joiner {
	struct arena *ar;
	struct part *parts;
	size_t nparts;
	const char *const *local;
	size_t nlocal;
	struct join_result *out;
	struct joined *sections; /* of the result; [0] is the null section */
	unsigned nsections;
	unsigned *growing, ngrowing; /* numbers of those that grow */
	Elf64_Sym *symbols;
	uint32_t nsymbols, nlocal_symbols;
	char *names;
	size_t names_bytes;
};

/* Says what is wrong; false. */
__attribute__((format(printf, 2, 3)))
bool join_bad(struct joiner *, const char *fmt, ...);
/* Put a name among the names of the result, where there is room for it; gives its place. */
uint32_t join_name(struct joiner *, const char *name);
/* Make the table of symbols, once the sections have their places; and room for all names, of sections too. */
bool join_symbols(struct joiner *);

#endif
