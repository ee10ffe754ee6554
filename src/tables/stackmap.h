/* SPDX-License-Identifier: MIT */
/* stackmap.h -- reader and validator of LLVM's stack map section, version 3.
**
** A section consists of one blob per object.  The reader trusts no part of it: each access is checked against its end,
** and each count against the bytes that are left.  It does not allocate, and uses no LLVM. */
#ifndef LR_TABLES_STACKMAP_H
#define LR_TABLES_STACKMAP_H

#include <stddef.h>
#include <stdint.h>

enum stackmap_kind {
	STACKMAP_REGISTER = 1,   /* the value is in the register */
	STACKMAP_DIRECT = 2,     /* the value is the address register + offset */
	STACKMAP_INDIRECT = 3,   /* the value is in memory at register + offset */
	STACKMAP_CONSTANT = 4,   /* the value is `offset` */
	STACKMAP_CONSTANT_INDEX = 5 /* the value is constant number `offset` of the blob; the reader looks it up */
};

struct stackmap_blob { uint32_t nfunctions, nconstants, nrecords; };
struct stackmap_function {
	uint64_t address;        /* 0 in an object: the relocation at address_at has the address */
	size_t address_at;       /* offset in the section */
	uint64_t stack_bytes;    /* UINT64_MAX: not constant */
	uint64_t nrecords;
};
struct stackmap_location {
	uint8_t kind;            /* enum stackmap_kind */
	uint16_t bytes;
	uint16_t reg;            /* DWARF number */
	int32_t offset;
	uint64_t value;          /* value of a constant of either kind */
};
struct stackmap_record {
	uint64_t id;
	uint32_t offset;         /* of the instruction behind the call, from the start of its function */
	uint16_t nlocations, nliveouts;
	size_t at;               /* offset in the section */
};
struct stackmap_liveout { uint16_t reg; uint8_t bytes; };

/* Callbacks, in the order of the section; any may be NULL.  Functions and constants come before the records of their
** blob; each record has its function.  A result other than 0 ends the reading, which returns it. */
struct stackmap_visitor {
	int (*blob)(void *user, const struct stackmap_blob *);
	int (*constant)(void *user, uint32_t number, uint64_t value);
	int (*function)(void *user, const struct stackmap_function *);
	int (*record)(void *user, const struct stackmap_function *, const struct stackmap_record *);
	int (*location)(void *user, const struct stackmap_record *, unsigned number, const struct stackmap_location *);
	int (*liveout)(void *user, const struct stackmap_record *, unsigned number, const struct stackmap_liveout *);
	void *user;
};

enum {
	STACKMAP_OK = 0,
	STACKMAP_E_SHORT = -100, /* the section ends inside an item */
	STACKMAP_E_VERSION,      /* not version 3 */
	STACKMAP_E_RESERVED,     /* a reserved field is not 0 */
	STACKMAP_E_COUNT,        /* the functions' numbers of records do not add up */
	STACKMAP_E_KIND,         /* a location of an unknown kind */
	STACKMAP_E_CONSTANT      /* no constant has this number */
};
const char *stackmap_strerror(int code);

/* Reads all blobs.  On failure *where, unless NULL, is the offset in the section. */
int stackmap_read(const void *section, size_t bytes, const struct stackmap_visitor *, size_t *where);

#endif
