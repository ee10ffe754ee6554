/* statepoints_zip.h -- a table of statepoints, compressed, for images of which many are loaded and few are walked. */
#ifndef LR_TABLES_STATEPOINTS_ZIP_H
#define LR_TABLES_STATEPOINTS_ZIP_H

#include <zlib.h>

#include "tables/statepoints.h"

#define STATEPOINT_ZIP_MAGIC 0x5A53524Cu /* "LRSZ" */

/* In place of the table and as aligned; then a zlib stream of all of it.  `bytes`, `code` and `code_bytes` lie where
** the table has them. */
struct statepoint_zip {
	uint32_t magic;
	uint32_t bytes;          /* of this and the stream, a multiple of 8 */
	int32_t code;
	uint32_t code_bytes;
	uint32_t table_bytes;    /* of the table */
	uint32_t stream_bytes;
};

/* Who uses the runtime without compressed tables need not have the library. */
extern __typeof__(uncompress) uncompress __attribute__((weak));

/* Of `bytes` in memory, is it such a one as far as can be seen?  It can be believed then how large the table is: no
** stream can make much more. */
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

/* The table, into `table_bytes` of memory that are aligned to 8; its `code` says nothing. */
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
