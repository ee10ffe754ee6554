/* SPDX-License-Identifier: MIT */
/* archive.c -- writes archives of dumps; and the format, which archive_read.c reads.
**
** A file is a sequence of gzip members.  Those with dumps have contents for zcat; the others are empty:
**
**   block      extra field LB: size of the whole member (8), number of dumps (4), of each text how many bytes it has
**              more than the one before (n; twice as many, or twice the bytes that it has less, less 1); then the
**              texts.  Small functions have much in common, such as declarations and debug info: what is in one block
**              takes a fraction of the space that a member for each would take, and the larger blocks are, the less
**   page       extra field LI: CRC of what follows (4), and then which blocks have dumps of a name, in the order of the
**              names' hashes: zero (n), hash (8), offset of the first block (n), distances of the others (n)
**   directory  extra field LD: CRC of what follows (4); of each page the first hash (8) and the offset (8).  Several if
**              there are more than DIRECTORY_PAGES pages
**   trailer    extra field LT: "LRARCH3" and NUL, dumps (8), offset of the first directory (8), pages (8), CRC of these
**              (4), zero (4)
**
** Numbers are little-endian.  Those with (n) are written with seven bits to the byte, the lowest first; all bytes but
** the last have the bit 0x80.  After N passes each function has N dumps in as many blocks: they take two or three bytes
** each of the index. */
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "extract/dump.h"

uint64_t
archive_hash(const char *name, size_t bytes)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (size_t i = 0; i < bytes; i++)
		h = (h ^ (unsigned char)name[i]) * 0x100000001b3u;
	h ^= h >> 32;
	h *= 0xd6e8feb86659fd93u;
	return h ^ h >> 32;
}

void
archive_store(unsigned char *to, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		to[i] = (unsigned char)(value >> 8 * i);
}

uint64_t
archive_load(const unsigned char *from, unsigned bytes)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < bytes; i++)
		v |= (uint64_t)from[i] << 8 * i;
	return v;
}

void
archive_head(unsigned char *to, char second, size_t bytes)
{
	/* no time and no system, so that the bytes are always the same */
	static const unsigned char gzip[] = { 0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255 };

	memcpy(to, gzip, sizeof gzip);
	archive_store(to + 10, bytes + 4, 2);
	to[12] = 'L';
	to[13] = (unsigned char)second;
	archive_store(to + 14, bytes, 2);
}

uint64_t
archive_directory_bytes(uint64_t pages)
{
	const uint64_t members = pages / DIRECTORY_PAGES + (pages % DIRECTORY_PAGES != 0);

	return pages * DIRECTORY_ENTRY + members * (MEMBER_HEAD + 4 + EMPTY_TAIL);
}

/* Writes the number with seven bits to the byte.  Returns the bytes, NUMBER_MOST at most. */
static size_t
store_number(unsigned char *to, uint64_t value)
{
	size_t n = 0;

	for (; value >= 0x80; value >>= 7)
		to[n++] = (unsigned char)(value | 0x80);
	to[n++] = (unsigned char)value;
	return n;
}

/* A block or page that has as many is complete.  Unpacking a block takes less than a millisecond. */
enum { BLOCK_BYTES = 1 << 18, PAGE_BYTES = 1 << 14 };

struct dumped { uint64_t hash, bytes, offset; }; /* bytes of the text; the block that has it */

struct lr_archive {
	lr_context *cx;
	struct blob out, block;   /* block: the texts of the one that is not complete */
	struct dumped *dumps;
	size_t n, cap, written;   /* the dumps from `written` on are in `block` */
};

lr_archive *
lr_archive_new(lr_context *cx)
{
	lr_archive *a = cx == NULL ? NULL : lr_realloc(cx, NULL, 0, sizeof *a);

	if (a == NULL) {
		if (cx != NULL)
			lr_nomem(cx);
		return NULL;
	}
	*a = (lr_archive){ .cx = cx };
	blob_init(&a->out, cx->options.alloc, cx->options.user);
	blob_init(&a->block, cx->options.alloc, cx->options.user);
	return a;
}

void
lr_archive_free(lr_archive *a)
{
	if (a == NULL)
		return;
	blob_free(&a->out);
	blob_free(&a->block);
	if (a->dumps != NULL)
		lr_realloc(a->cx, a->dumps, a->cap * sizeof *a->dumps, 0);
	lr_realloc(a->cx, a, sizeof *a, 0);
}

/* Appends the text, compressed.  Returns false if memory is exhausted. */
static bool
deflate_text(struct blob *out, const char *text, size_t bytes)
{
	unsigned char buffer[1 << 14];
	z_stream z = { 0 };
	int status = Z_OK;

	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		return false;
	z.next_in = (Bytef *)(uintptr_t)text;
	while (status == Z_OK) {
		if (z.avail_in == 0 && bytes > 0) {
			z.avail_in = bytes < (1u << 30) ? (uInt)bytes : 1u << 30;
			bytes -= z.avail_in;
		}
		z.next_out = buffer;
		z.avail_out = sizeof buffer;
		status = deflate(&z, bytes > 0 ? Z_NO_FLUSH : Z_FINISH);
		blob_add(out, buffer, sizeof buffer - z.avail_out);
	}
	deflateEnd(&z);
	return status == Z_STREAM_END && !out->failed;
}

static unsigned char *
at(const lr_archive *a, size_t offset)
{
	return (unsigned char *)a->out.data + offset;
}

static bool
reserve_dump(lr_archive *a)
{
	if (a->n < a->cap)
		return true;
	size_t cap = a->cap ? a->cap * 2 : 64;
	void *p = lr_realloc(a->cx, a->dumps, a->cap * sizeof *a->dumps, cap * sizeof *a->dumps);
	if (p == NULL)
		return false;
	a->dumps = p;
	a->cap = cap;
	return true;
}

/* Writes the block as a member.  False: memory is exhausted. */
static bool
put_block(lr_archive *a)
{
	unsigned char head[BLOCK_HEAD] = { 0 }, number[NUMBER_MOST], tail[MEMBER_TAIL];
	const size_t start = a->out.size, n = a->n - a->written;

	if (n == 0)
		return true;
	blob_add(&a->out, head, sizeof head);
	for (size_t i = a->written; i < a->n; i++) {
		const uint64_t more = a->dumps[i].bytes - (i > a->written ? a->dumps[i - 1].bytes : 0);
		blob_add(&a->out, number, store_number(number, more >> 63 != 0 ? ~(more << 1) : more << 1));
	}
	const size_t content = a->out.size - start - MEMBER_HEAD;
	bool ok = deflate_text(&a->out, a->block.data, a->block.size);
	archive_store(tail, crc32_z(0, (const Bytef *)a->block.data, a->block.size), 4);
	archive_store(tail + 4, a->block.size & UINT32_MAX, 4);
	blob_add(&a->out, tail, sizeof tail);
	if (!ok || a->out.failed)
		return false;
	archive_head(at(a, start), 'B', content);
	archive_store(at(a, start + MEMBER_HEAD), a->out.size - start, 8);
	archive_store(at(a, start + MEMBER_HEAD + 8), n, 4);
	for (; a->written < a->n; a->written++)
		a->dumps[a->written].offset = start;
	a->block.size = 0;
	return true;
}

lr_status
lr_archive_add(lr_archive *a, const lr_function_dump *d)
{
	if (a == NULL || d == NULL || (d->name == NULL && d->name_bytes > 0) || (d->text == NULL && d->bytes > 0))
		return lr_null_argument(a != NULL ? a->cx : NULL, d == NULL ? "lr_archive_add: the dump"
			: "lr_archive_add: the name or text of the dump");
	/* what would make a block much longer than another begins a new one */
	if (d->bytes >= BLOCK_BYTES && !put_block(a))
		return lr_nomem(a->cx);
	blob_add(&a->block, d->text, d->bytes);
	if (a->block.failed || !reserve_dump(a))
		return lr_nomem(a->cx);
	a->dumps[a->n++] = (struct dumped){ archive_hash(d->name, d->name_bytes), d->bytes, 0 };
	if ((a->block.size >= BLOCK_BYTES || a->n - a->written == BLOCK_ENTRIES) && !put_block(a))
		return lr_nomem(a->cx);
	return LR_OK;
}

static void
put_empty_tail(struct blob *out)
{
	static const unsigned char nothing[EMPTY_TAIL] = { 3, 0 };
	blob_add(out, nothing, sizeof nothing);
}

/* Appends an empty member with the extra field: the CRC of `content`, and that. */
static void
put_index(struct blob *out, char second, const struct blob *content)
{
	unsigned char head[MEMBER_HEAD + 4];

	archive_head(head, second, content->size + 4);
	archive_store(head + MEMBER_HEAD, crc32_z(0, (const Bytef *)content->data, content->size), 4);
	blob_add(out, head, sizeof head);
	blob_add(out, content->data, content->size);
	put_empty_tail(out);
}

static int
by_hash(const void *a, const void *b)
{
	const struct dumped *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Appends the entries of dump number `i` of those that are sorted by hash, unless the one before says the same. */
static void
put_entry(const lr_archive *a, struct blob *page, size_t i)
{
	unsigned char entry[1 + 8 + NUMBER_MOST] = { 0 };
	const struct dumped *d = &a->dumps[i];
	const bool known = page->size > 0 && d[-1].hash == d->hash;

	if (known && d[-1].offset == d->offset)
		return;
	archive_store(entry + 1, d->hash, 8);
	if (!known)
		blob_add(page, entry, 9);
	blob_add(page, entry, store_number(entry, known ? d->offset - d[-1].offset : d->offset));
}

/* Appends all pages, and to `directory` what it says of them. */
static void
put_pages(lr_archive *a, struct blob *directory)
{
	struct blob page;
	unsigned char entry[DIRECTORY_ENTRY];

	blob_init(&page, a->out.alloc, a->out.user);
	if (a->n > 0)
		qsort(a->dumps, a->n, sizeof *a->dumps, by_hash);
	for (size_t i = 0; i < a->n && !page.failed; i++) {
		if (page.size == 0) {
			archive_store(entry, a->dumps[i].hash, 8);
			archive_store(entry + 8, a->out.size, 8);
			blob_add(directory, entry, sizeof entry);
		}
		put_entry(a, &page, i);
		if (page.size >= PAGE_BYTES || i + 1 == a->n) {
			put_index(&a->out, 'I', &page);
			page.size = 0;
		}
	}
	directory->failed = directory->failed || page.failed;
	blob_free(&page);
}

/* Appends the directories.  Returns the number of pages. */
static uint64_t
put_directory(lr_archive *a, struct blob *all)
{
	const size_t most = (size_t)DIRECTORY_PAGES * DIRECTORY_ENTRY;

	for (size_t i = 0; i < all->size; i += most) {
		struct blob part = *all;
		part.data += i;
		part.size = all->size - i < most ? all->size - i : most;
		put_index(&a->out, 'D', &part);
	}
	return all->size / DIRECTORY_ENTRY;
}

static void
put_trailer(lr_archive *a, uint64_t directory, uint64_t pages)
{
	unsigned char trailer[MEMBER_HEAD + TRAILER_BODY] = { 0 }, *body = trailer + MEMBER_HEAD;

	archive_head(trailer, 'T', TRAILER_BODY);
	memcpy(body, TRAILER_MAGIC, sizeof TRAILER_MAGIC);
	archive_store(body + 8, a->n, 8);
	archive_store(body + 16, directory, 8);
	archive_store(body + 24, pages, 8);
	archive_store(body + 32, crc32_z(0, body, 32), 4);
	blob_add(&a->out, trailer, sizeof trailer);
	put_empty_tail(&a->out);
}

lr_status
lr_archive_finish(lr_archive *a, void **bytes, size_t *size)
{
	struct blob directory;

	if (a == NULL || bytes == NULL || size == NULL)
		return lr_null_argument(a != NULL ? a->cx : NULL,
			bytes == NULL ? "lr_archive_finish: bytes" : "lr_archive_finish: size");
	if (!put_block(a))
		return lr_nomem(a->cx);
	blob_init(&directory, a->out.alloc, a->out.user);
	put_pages(a, &directory);
	const uint64_t start = a->out.size, pages = put_directory(a, &directory);
	put_trailer(a, start, pages);
	a->out.failed = a->out.failed || directory.failed;
	blob_free(&directory);
	/* The block is passed on, so its size must be the one that the allocator was asked for. */
	void *exact = a->out.failed ? NULL : lr_realloc(a->cx, a->out.data, a->out.cap, a->out.size);
	if (exact == NULL)
		return lr_nomem(a->cx);
	*bytes = exact;
	*size = a->out.size;
	blob_init(&a->out, a->out.alloc, a->out.user);
	a->n = a->written = 0;
	return LR_OK;
}
