/* SPDX-License-Identifier: MIT */
/* object_make.h -- what the files that complete an object share: object.c and framemap_make.c. */
#ifndef LR_TABLES_OBJECT_MAKE_H
#define LR_TABLES_OBJECT_MAKE_H

#include "elf/elf.h"
#include "tables/frame_tops.h"
#include "tables/framemap.h"
#include "tables/object.h"

/* Adjacent slots of a function that fit into one entry. */
struct slot_group { uint64_t start; uint32_t slots; };

/* The code of one ABI and its table. */
struct table {
	unsigned text, section;  /* section numbers; text 0: there is no such code */
	size_t symbol;           /* a local symbol of the text, which the linker cannot bind to anything else */
	size_t at, bytes, rela_at, nrela; /* places in the new object */
};

struct maker {
	struct elf elf;
	struct object_result *out;
	table_realloc *realloc;
	void *user;
	unsigned maps;           /* section of the stack maps */
	struct table framemap, statepoints;
	const Elf64_Rela *relocations;
	size_t nrelocations, next_relocation;
	size_t next_distance;    /* the relocation at which the search for those of the next record begins */
	const Elf64_Sym *symbols;
	unsigned symtab;
	size_t nsymbols;
	struct frame_tops tops;  /* of the statepoint functions, where the machine needs them */
	struct slot_group *groups;
	size_t ngroups, groups_capacity;
	struct statepoint_maker sites;
	unsigned char *site_table; /* table of the statepoints, as it goes into the object */
	size_t site_bytes, site_capacity;
	struct stackmap_location *locations; /* locations of the current record */
	size_t locations_capacity;
	/* the function whose records are being read */
	size_t function_at;
	uint64_t start;
	uint64_t stack_bytes;    /* of its frame; UINT64_MAX: not constant */
	int section;             /* negative: unknown */
	enum { OF_OTHERS, OF_FRAMEMAP, OF_STATEPOINT } record;
	uint32_t count;          /* number of slots of the current record */
	uint64_t below;          /* distance of the next slot below the frame pointer, in words */
	uint32_t pinned;          /* number of pinned slots */
	uint32_t returns;        /* return address of the call, as an offset */
	bool foreign;            /* the stack maps have records of others */
};

enum { WORD_BYTES = 8, STOP = -1 };
/* Records an error.  Returns STOP. */
__attribute__((format(printf, 2, 3)))
int object_bad(struct maker *, const char *format, ...);
int object_nomem(struct maker *);
/* Returns the name of the function at `offset` of `section`. */
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
/* After the last record: sorts the groups, and adds one for each function without a record. */
int framemap_make_sort(struct maker *);
/* Writes the entries and their relocations. */
void framemap_make_write(const struct maker *, struct framemap_entry *, Elf64_Rela *);

#endif
