/* dump.h -- functions as modules of their own: names and archives of them.  The public part is in lateroot.h. */
#ifndef LR_EXTRACT_DUMP_H
#define LR_EXTRACT_DUMP_H

#include "host/context.h"
#include "extract/slice.h"
#include "base/name.h"

/* -- dump_name.c */

/* The name of a member: the first line of a dump. */
void dump_put_title(struct blob *, const lr_function_dump *);
/* Read it back from d->text into the other fields; strings into `ar`.  False: it is none. */
bool dump_read_title(struct arena *ar, lr_function_dump *d);

/* -- archive.c */

enum {
	MEMBER_HEAD = 12 + 4 + 16,   /* gzip header, subfield LR: hash, bytes of the member */
	MEMBER_TAIL = 8,
	EMPTY_TAIL = 2 + MEMBER_TAIL,
	SLOT_BYTES = 24,             /* hash, offset, bytes; 0 bytes: empty */
	PAGE_SLOTS = 2048,
	PAGE_HEAD = 12 + 4,
	TRAILER_BODY = 40,           /* "LRARCH1", members, offset of the index, slots, CRC of these, 0 */
	TRAILER_BYTES = 12 + 4 + TRAILER_BODY + EMPTY_TAIL
};
#define TRAILER_MAGIC "LRARCH1"

uint64_t archive_hash(const char *name, size_t bytes);
void archive_store(unsigned char *to, uint64_t value, unsigned bytes);
uint64_t archive_load(const unsigned char *from, unsigned bytes);
/* gzip header with one extra subfield of `bytes`, up to its content: PAGE_HEAD bytes. */
void archive_head(unsigned char *to, char second, size_t bytes);
/* Bytes of the page that holds `slots` of them. */
size_t archive_page_bytes(uint64_t slots);

#endif
