/* SPDX-License-Identifier: MIT */
/* statepoints_zip.h -- a compressed table of statepoints, for programs that load many images and walk few of them. */
#ifndef LR_TABLES_STATEPOINTS_ZIP_H
#define LR_TABLES_STATEPOINTS_ZIP_H

#if __has_include(<zlib.h>)
#include <zlib.h>
#else /* what a runtime that is built without zlib needs, so that programs may bring it */
typedef unsigned char Bytef;
typedef unsigned long uLongf;
enum { Z_OK };
int uncompress(Bytef *to, uLongf *to_bytes, const Bytef *from, unsigned long from_bytes);
#endif

#include "tables/statepoints.h"

#define STATEPOINT_ZIP_MAGIC 0x5A53524Cu /* "LRSZ" */

/* Stands in place of the table, with its alignment, before a zlib stream of the whole table.  `bytes`, `code` and
** `code_bytes` have the offsets that they have in the table. */
struct statepoint_zip {
	uint32_t magic;
	uint32_t bytes;          /* size of this and the stream, a multiple of 8 */
	int32_t code;
	uint32_t code_bytes;
	uint32_t table_bytes;    /* size of the table */
	uint32_t stream_bytes;
};

/* Weak: a program without compressed tables need not link the library. */
extern __typeof__(uncompress) uncompress __attribute__((weak));

/* Do `bytes` of memory hold such a header with a plausible size of the table?  No stream expands more than the limit
** here. */
static inline bool
statepoint_zip_is(const void *zip, size_t bytes)
{
	enum { MOST_PER_BYTE = 1032, MOST_BYTES = 1 << 30 };
	const struct statepoint_zip *z = zip;

	if (bytes < sizeof *z || (uintptr_t)zip % sizeof(uint64_t) != 0 || z->magic != STATEPOINT_ZIP_MAGIC
		|| z->bytes > bytes || z->bytes < sizeof *z || z->bytes % sizeof(uint64_t) != 0
		|| z->stream_bytes > z->bytes - sizeof *z)
		return false;
	return z->table_bytes >= sizeof(struct statepoint_table) && z->table_bytes <= MOST_BYTES
		&& z->table_bytes / MOST_PER_BYTE <= z->stream_bytes;
}

enum statepoint_unzipped { STATEPOINT_UNZIPPED, STATEPOINT_ZIP_BAD, STATEPOINT_NO_ZLIB };

/* Unpacks the table into `table_bytes` of memory, aligned to 8; its `code` is not valid there. */
static inline enum statepoint_unzipped
statepoint_unzip(const struct statepoint_zip *z, void *table)
{
	uLongf bytes = z->table_bytes;
	const struct statepoint_table *t = table;

	if (uncompress == NULL)
		return STATEPOINT_NO_ZLIB;
	if (uncompress(table, &bytes, (const Bytef *)(z + 1), z->stream_bytes) != Z_OK || bytes != z->table_bytes
		|| !statepoint_table_is(t, bytes) || t->bytes != z->table_bytes || t->code_bytes != z->code_bytes)
		return STATEPOINT_ZIP_BAD;
	return STATEPOINT_UNZIPPED;
}

#endif
