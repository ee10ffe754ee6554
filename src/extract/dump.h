/* SPDX-License-Identifier: MIT */
/* dump.h -- functions as modules of their own: their names, and archives of them.  lateroot.h declares the public
** part. */
#ifndef LR_EXTRACT_DUMP_H
#define LR_EXTRACT_DUMP_H

#include "host/context.h"
#include "extract/slice.h"
#include "base/name.h"

/* -- dump_name.c */

/* Appends the first line of a dump, which is also the name of an archive's member. */
void dump_put_title(struct blob *, const lr_function_dump *);
/* Parses that line of d->text into the other fields; strings are allocated in `ar`.  Returns false if there is no such
** line. */
bool dump_read_title(struct arena *ar, lr_function_dump *d);

/* -- archive.c */

enum {
	MEMBER_HEAD = 12 + 4,        /* gzip header, head of the subfield */
	BLOCK_HEAD = MEMBER_HEAD + 12,   /* subfield LB: size of the member, number of dumps */
	BLOCK_ENTRIES = 2048,        /* a subfield has less than 64 KiB */
	MEMBER_TAIL = 8,
	EMPTY_TAIL = 2 + MEMBER_TAIL,
	NUMBER_MOST = 10,            /* bytes of a number of 64 bits, seven bits in each */
	DIRECTORY_PAGES = 2048,      /* in one member */
	DIRECTORY_ENTRY = 16,        /* hash, offset */
	TRAILER_BODY = 40,           /* "LRARCH3", dumps, offset of the directory, pages, CRC of these, 0 */
	TRAILER_BYTES = MEMBER_HEAD + TRAILER_BODY + EMPTY_TAIL
};
#define TRAILER_MAGIC "LRARCH3"

uint64_t archive_hash(const char *name, size_t bytes);
void archive_store(unsigned char *to, uint64_t value, unsigned bytes);
uint64_t archive_load(const unsigned char *from, unsigned bytes);
/* Writes a gzip header with one extra subfield of `bytes`, up to the subfield's contents: MEMBER_HEAD bytes. */
void archive_head(unsigned char *to, char second, size_t bytes);
/* Returns the bytes of a directory of `pages` pages. */
uint64_t archive_directory_bytes(uint64_t pages);

#endif
