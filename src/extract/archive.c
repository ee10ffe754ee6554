/* SPDX-License-Identifier: MIT */
/* archive.c -- writes archives of dumps; and the format, which archive_read.c reads.
**
** A file is a sequence of gzip members.  Those with dumps have contents for zcat; the others are empty:
**
**   block    extra field LB: size of the whole member (8), number of dumps (4), of each the hash of the name (8) and
**            the bytes of the text (8); then the texts.  Small functions have much in common, such as declarations
**            and debug info: blocks of 64 KiB take less than half of the space that a member for each would take
**   page     extra field LI: slots of 24 bytes (hash, offset, size of the member; size 0: free), CRC of them (4).
**            The pages of an archive have one size, so that together they are a hash table with open addressing that
**            can be read in place.
**   trailer  extra field LT: "LRARCH2" and NUL, dumps (8), offset of the first page (8), slots (8), CRC of these (4),
**            zero (4)
**
** All numbers are little-endian.  The number of slots is a power of two and at least twice that of dumps. */
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

size_t
archive_page_bytes(uint64_t slots)
{
	return PAGE_HEAD + (size_t)(slots < PAGE_SLOTS ? slots : PAGE_SLOTS) * SLOT_BYTES + 4 + EMPTY_TAIL;
}

enum { BLOCK_BYTES = 1 << 16 }; /* a block that has as many is complete */

struct dumped { uint64_t hash, bytes, offset, size; }; /* bytes of the text; the member with it */

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
	unsigned char head[BLOCK_HEAD], entry[ENTRY_BYTES], tail[MEMBER_TAIL];
	const size_t start = a->out.size, n = a->n - a->written;

	if (n == 0)
		return true;
	archive_head(head, 'B', BLOCK_HEAD - PAGE_HEAD + n * ENTRY_BYTES);
	archive_store(head + PAGE_HEAD, 0, 8);
	archive_store(head + PAGE_HEAD + 8, n, 4);
	blob_add(&a->out, head, sizeof head);
	for (size_t i = a->written; i < a->n; i++) {
		archive_store(entry, a->dumps[i].hash, 8);
		archive_store(entry + 8, a->dumps[i].bytes, 8);
		blob_add(&a->out, entry, sizeof entry);
	}
	bool ok = deflate_text(&a->out, a->block.data, a->block.size);
	archive_store(tail, crc32_z(0, (const Bytef *)a->block.data, a->block.size), 4);
	archive_store(tail + 4, a->block.size & UINT32_MAX, 4);
	blob_add(&a->out, tail, sizeof tail);
	if (!ok || a->out.failed)
		return false;
	archive_store(at(a, start + PAGE_HEAD), a->out.size - start, 8);
	for (; a->written < a->n; a->written++)
		a->dumps[a->written].offset = start, a->dumps[a->written].size = a->out.size - start;
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
	a->dumps[a->n++] = (struct dumped){ archive_hash(d->name, d->name_bytes), d->bytes, 0, 0 };
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

/* Appends all pages with free slots.  Returns the offset of the first. */
static size_t
put_pages(lr_archive *a, uint64_t slots)
{
	static const unsigned char free_slots[1024];
	const size_t start = a->out.size, content = archive_page_bytes(slots) - PAGE_HEAD - EMPTY_TAIL;
	unsigned char head[PAGE_HEAD];

	archive_head(head, 'I', content);
	for (uint64_t i = 0; i < slots; i += PAGE_SLOTS) {
		blob_add(&a->out, head, sizeof head);
		for (size_t left = content; left > 0 && !a->out.failed;) {
			size_t n = left < sizeof free_slots ? left : sizeof free_slots;
			blob_add(&a->out, free_slots, n);
			left -= n;
		}
		put_empty_tail(&a->out);
	}
	return start;
}

static void
fill_pages(lr_archive *a, size_t start, uint64_t slots)
{
	const size_t page = archive_page_bytes(slots), content = page - PAGE_HEAD - 4 - EMPTY_TAIL;

	for (size_t i = 0; i < a->n; i++) {
		const struct dumped *m = &a->dumps[i];
		for (uint64_t k = m->hash;; k++) {
			uint64_t slot = k & (slots - 1);
			unsigned char *to = at(a,
				start + (size_t)(slot / PAGE_SLOTS) * page + PAGE_HEAD
					+ (size_t)(slot % PAGE_SLOTS) * SLOT_BYTES);
			if (archive_load(to + 16, 8) != 0)
				continue;
			archive_store(to, m->hash, 8);
			archive_store(to + 8, m->offset, 8);
			archive_store(to + 16, m->size, 8);
			break;
		}
	}
	for (size_t at_page = start; at_page < a->out.size; at_page += page) {
		unsigned char *slots_at = at(a, at_page + PAGE_HEAD);
		archive_store(slots_at + content, crc32_z(0, slots_at, content), 4);
	}
}

lr_status
lr_archive_finish(lr_archive *a, void **bytes, size_t *size)
{
	unsigned char trailer[PAGE_HEAD + TRAILER_BODY] = { 0 }, *body = trailer + PAGE_HEAD;
	uint64_t slots = 16;

	if (a == NULL || bytes == NULL || size == NULL)
		return lr_null_argument(a != NULL ? a->cx : NULL,
			bytes == NULL ? "lr_archive_finish: bytes" : "lr_archive_finish: size");
	while (slots < a->n * 2)
		slots *= 2;
	if (!put_block(a))
		return lr_nomem(a->cx);
	size_t index = put_pages(a, slots);
	if (!a->out.failed)
		fill_pages(a, index, slots);
	archive_head(trailer, 'T', TRAILER_BODY);
	memcpy(body, TRAILER_MAGIC, sizeof TRAILER_MAGIC);
	archive_store(body + 8, a->n, 8);
	archive_store(body + 16, index, 8);
	archive_store(body + 24, slots, 8);
	archive_store(body + 32, crc32_z(0, body, 32), 4);
	blob_add(&a->out, trailer, sizeof trailer);
	put_empty_tail(&a->out);
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
