/* object_make.h -- what the files share that complete an object: object.c and framemap_make.c. */
#ifndef LR_TABLES_OBJECT_MAKE_H
#define LR_TABLES_OBJECT_MAKE_H

#include "tables/elf.h"
#include "tables/framemap.h"
#include "tables/object.h"

/* Slots of a function, as far as one entry can say. */
struct piece { uint64_t start; uint32_t slots; };

/* The code of one ABI, and its table. */
struct table {
	unsigned text, section;  /* text 0: there is no such code */
	size_t symbol;           /* of the text, local: the linker cannot bind it to anything else */
	size_t at, bytes, rela_at, nrela; /* in the new object */
};

struct maker {
	struct elf elf;
	struct object_result *out;
	table_realloc *realloc;
	void *user;
	unsigned maps;           /* section */
	struct table framemap, statepoints;
	const Elf64_Rela *relocations;
	size_t nrelocations, next_relocation;
	const Elf64_Sym *symbols;
	unsigned symtab;
	size_t nsymbols;
	struct piece *pieces;
	size_t npieces, pieces_room;
	struct statepoint_maker sites;
	unsigned char *site_table; /* of them, as it goes into the object */
	size_t site_bytes, site_room;
	struct stackmap_location *locations; /* of the record at hand */
	size_t locations_room;
	/* the function whose records are read */
	size_t function_at;
	uint64_t start;
	int section;             /* negative: nobody knows */
	enum { OF_OTHERS, OF_FRAMEMAP, OF_STATEPOINT } record;
	uint32_t count;          /* slots of the record at hand */
	uint64_t below;          /* where the next of them is, in words below the frame pointer */
	uint32_t fixed;          /* of them */
	uint32_t returns;        /* where its call returns to */
	bool foreign;            /* somebody else wants the stack maps */
};

enum { WORD_BYTES = 8, DWARF_RBP = 6, STOP = -1 };
/* Says what is wrong; gives STOP. */
__attribute__((format(printf, 2, 3)))
int object_bad(struct maker *, const char *format, ...);
int object_nomem(struct maker *);
/* The function that stands at `offset` of `section`. */
const char *object_name_at(const struct maker *, unsigned section, uint64_t offset);
static inline bool
object_is_function(const Elf64_Sym *s, unsigned section)
{
	return s->st_shndx == section && ELF64_ST_TYPE(s->st_info) == STT_FUNC;
}

/* -- framemap_make.c */
int framemap_make_record(struct maker *);
int framemap_make_location(struct maker *, const struct stackmap_record *, unsigned number,
	const struct stackmap_location *);
/* All are there: pieces in order, also for functions that have none. */
int framemap_make_sort(struct maker *);
/* The entries and their relocations. */
void framemap_make_write(const struct maker *, struct framemap_entry *, Elf64_Rela *);

#endif
