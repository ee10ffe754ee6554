/* SPDX-License-Identifier: MIT */
/* archive_read.c -- reads archives of dumps.  archive.c describes the format.
**
** The reader trusts no part of a file: each offset and size is compared with the size of the file before it is used,
** and a block counts only if its own header agrees with the index, and its checksum with its text.  Without a sound
** index, blocks are searched from the start by their headers: each intact one is found, whatever lies between them. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>

#include "extract/dump.h"

enum {
	CHUNK = 1 << 16, /* bytes of the file that are read at a time in a search for headers */
	MOST_REPORTS = 8
};
static const uint64_t MOST_TEXT = (uint64_t)1 << 32; /* limits the effect of a decompression bomb */

struct reader {
	lr_context *cx;
	const char *path;
	int fd;
	uint64_t size, index, slots, dumps; /* size of the file; the index is valid if `sound` */
	const char *functions;
	lr_emit *emit;
	void *user;
	struct blob packed, text;
	unsigned char *page;    /* page number `page_number` of the index */
	uint64_t page_number;
	uint64_t given, damaged;
	bool stop, nomem;
};

struct found { uint64_t hash, offset, bytes; };

static void
complain(struct reader *r, const char *what, uint64_t offset)
{
	if (r->damaged++ < MOST_REPORTS)
		lr_fail(r->cx, LR_E_IO, NULL, "%s: %s at byte %llu", r->path, what, (unsigned long long)offset);
}

/* Reads `bytes` at `offset`; false if the file does not have them. */
static bool
read_at(const struct reader *r, uint64_t offset, void *to, size_t bytes)
{
	char *p = to;

	if (offset > r->size || bytes > r->size - offset)
		return false;
	while (bytes > 0) {
		ssize_t n = pread(r->fd, p, bytes, (off_t)offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		offset += (uint64_t)n;
		bytes -= (size_t)n;
	}
	return true;
}

static bool
has_head(const unsigned char *p, char second, size_t bytes)
{
	unsigned char head[PAGE_HEAD];

	archive_head(head, second, bytes);
	return memcmp(p, head, sizeof head) == 0;
}

/* ---- members ---- */

/* Unpacks r->packed behind its header of `head` bytes into r->text.  Returns the number of bytes used, header and tail
** included; 0 if they are damaged. */
static size_t
unpack(struct reader *r, size_t head)
{
	unsigned char buffer[1 << 14];
	z_stream z = { 0 };
	int status = Z_OK;
	size_t left = r->packed.size - head, used = 0;

	r->text.size = 0;
	if (inflateInit2(&z, -15) != Z_OK) {
		r->nomem = true;
		return 0;
	}
	z.next_in = (Bytef *)r->packed.data + head;
	while (status == Z_OK && !r->text.failed && r->text.size <= MOST_TEXT) {
		if (z.avail_in == 0) {
			z.avail_in = left < (1u << 30) ? (uInt)left : 1u << 30;
			left -= z.avail_in;
		}
		z.next_out = buffer;
		z.avail_out = sizeof buffer;
		status = inflate(&z, Z_NO_FLUSH);
		blob_add(&r->text, buffer, sizeof buffer - z.avail_out);
	}
	used = (size_t)((char *)z.next_in - r->packed.data);
	inflateEnd(&z);
	r->nomem = r->nomem || status == Z_MEM_ERROR || r->text.failed;
	if (status != Z_STREAM_END || r->text.failed || r->packed.size - used < MEMBER_TAIL)
		return 0;
	const unsigned char *tail = (unsigned char *)r->packed.data + used;
	if (archive_load(tail, 4) != crc32_z(0, (Bytef *)r->text.data, r->text.size)
		|| archive_load(tail + 4, 4) != (r->text.size & UINT32_MAX))
		return 0;
	return used + MEMBER_TAIL;
}

/* Returns the number of dumps that the header of a block speaks of; 0: it is none.  `p` has BLOCK_HEAD bytes. */
static uint64_t
block_entries(const unsigned char *p)
{
	const uint64_t content = archive_load(p + 14, 2), n = archive_load(p + PAGE_HEAD + 8, 4);

	return has_head(p, 'B', (size_t)content) && n <= BLOCK_ENTRIES
		&& content == BLOCK_HEAD - PAGE_HEAD + n * ENTRY_BYTES ? n : 0;
}

/* Reads and checks a block, and leaves its texts in r->text.  Returns the number of its dumps; 0: it is damaged. */
static uint64_t
read_block(struct reader *r, const struct found *f)
{
	uint64_t sum = 0;

	if (f->bytes < BLOCK_HEAD + ENTRY_BYTES + MEMBER_TAIL || f->offset > r->size || f->bytes > r->size - f->offset
		|| f->bytes > SIZE_MAX / 2)
		return 0;
	r->packed.size = 0;
	if (r->packed.cap < f->bytes) { /* at once, because the file has that many bytes */
		blob_free(&r->packed);
		r->packed.data = r->packed.alloc(r->packed.user, NULL, 0, (size_t)f->bytes);
		if (r->packed.data == NULL) {
			r->nomem = true;
			return 0;
		}
		r->packed.cap = (size_t)f->bytes;
	}
	r->packed.size = (size_t)f->bytes;
	if (!read_at(r, f->offset, r->packed.data, r->packed.size))
		return 0;
	const unsigned char *head = (unsigned char *)r->packed.data;
	const uint64_t n = block_entries(head);
	const size_t bytes = BLOCK_HEAD + (size_t)n * ENTRY_BYTES;
	if (n == 0 || bytes + MEMBER_TAIL > r->packed.size || archive_load(head + PAGE_HEAD, 8) != f->bytes
		|| unpack(r, bytes) != f->bytes)
		return 0;
	for (uint64_t i = 0; i < n; i++) {
		const uint64_t text = archive_load(head + BLOCK_HEAD + i * ENTRY_BYTES + 8, 8);
		if (text > r->text.size - sum)
			return 0;
		sum += text;
	}
	return sum == r->text.size ? n : 0;
}

/* Passes one text of r->text to the callback if it is wanted.  Returns false if it is no dump. */
static bool
give(struct reader *r, uint64_t hash, size_t start, size_t bytes)
{
	struct arena ar;
	char *end = r->text.data + start + bytes, behind = *end;
	lr_function_dump d = { .text = r->text.data + start, .bytes = bytes };

	*end = '\0';
	arena_init(&ar, r->cx->options.alloc, r->cx->options.user);
	bool ok = dump_read_title(&ar, &d) && archive_hash(d.name, d.name_bytes) == hash;
	r->nomem = r->nomem || ar.failed;
	if (ok && (r->functions == NULL || glob_match(r->functions, d.name, d.name_bytes))) {
		r->given++;
		if (!r->emit(r->user, &d))
			r->stop = true;
	}
	arena_free(&ar);
	*end = behind;
	return ok || r->nomem;
}

/* Passes the dumps of a block on: all of them, or those with this hash.  Returns false if one of them is none. */
static bool
give_block(struct reader *r, uint64_t n, const uint64_t *only)
{
	bool ok = true;

	blob_add(&r->text, "", 1);
	r->nomem = r->nomem || r->text.failed;
	for (uint64_t i = 0, start = 0; i < n && ok && !r->stop && !r->nomem; i++) {
		const unsigned char *entry = (unsigned char *)r->packed.data + BLOCK_HEAD + i * ENTRY_BYTES;
		const uint64_t hash = archive_load(entry, 8), bytes = archive_load(entry + 8, 8);
		if (only == NULL || *only == hash)
			ok = give(r, hash, (size_t)start, (size_t)bytes);
		start += bytes;
	}
	return ok;
}

static void
take_block(struct reader *r, const struct found *f, const uint64_t *only)
{
	const uint64_t n = read_block(r, f);
	bool ok = n > 0 && give_block(r, n, only);

	if (!ok && !r->nomem)
		complain(r, "damaged member", f->offset);
}

/* ---- with an index ---- */

static bool
find_index(struct reader *r)
{
	unsigned char t[TRAILER_BYTES], *body = t + PAGE_HEAD;

	if (r->size < TRAILER_BYTES || !read_at(r, r->size - TRAILER_BYTES, t, sizeof t)
		|| !has_head(t, 'T', TRAILER_BODY) || memcmp(body, TRAILER_MAGIC, sizeof TRAILER_MAGIC) != 0
		|| archive_load(body + 32, 4) != crc32_z(0, body, 32))
		return false;
	r->dumps = archive_load(body + 8, 8);
	r->index = archive_load(body + 16, 8);
	r->slots = archive_load(body + 24, 8);
	const uint64_t end = r->size - TRAILER_BYTES, pages = r->slots / PAGE_SLOTS + (r->slots % PAGE_SLOTS != 0);
	const size_t page = archive_page_bytes(r->slots);
	return r->slots > 0 && (r->slots & (r->slots - 1)) == 0 && r->dumps <= r->slots / 2 && r->index <= end &&
		pages <= (end - r->index) / page && pages * page == end - r->index;
}

/* Returns slot number `i`; NULL if its page is damaged. */
static const unsigned char *
slot_at(struct reader *r, uint64_t i)
{
	const size_t bytes = archive_page_bytes(r->slots), content = bytes - PAGE_HEAD - EMPTY_TAIL;
	const uint64_t number = i / PAGE_SLOTS;

	if (number != r->page_number) {
		r->page_number = UINT64_MAX;
		if (!read_at(r, r->index + number * bytes, r->page, bytes) || !has_head(r->page, 'I', content) ||
		    archive_load(r->page + PAGE_HEAD + content - 4, 4) != crc32_z(0, r->page + PAGE_HEAD, content - 4))
			return NULL;
		r->page_number = number;
	}
	return r->page + PAGE_HEAD + (i % PAGE_SLOTS) * SLOT_BYTES;
}

static int
by_offset(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static bool
same_block(const struct found *a, const struct found *b)
{
	return a->offset == b->offset && a->bytes == b->bytes;
}

/* Has each block as many dumps as there are slots for it?  A damaged header is found when the block is read. */
static bool
counts_agree(const struct reader *r, const struct found *list, uint32_t n)
{
	unsigned char head[BLOCK_HEAD];

	for (uint32_t i = 0, first = 0; i < n; i++) {
		if (i + 1 < n && same_block(&list[i], &list[i + 1]))
			continue;
		const uint64_t dumps = read_at(r, list[i].offset, head, sizeof head) ? block_entries(head) : 0;
		if (dumps != 0 && dumps != i + 1 - first)
			return false;
		first = i + 1;
	}
	return true;
}

/* Collects the wanted slots, in the order of the file, in `ar`: those of one hash, or all.  Returns false if the index
** is damaged. */
static bool
collect(struct reader *r, struct arena *ar, const uint64_t *only, struct found **out, uint32_t *n)
{
	const bool literal = only != NULL;
	const uint64_t hash = literal ? *only : 0;
	struct found *list = NULL;
	uint32_t count = 0, cap = 0;

	for (uint64_t i = 0; i < r->slots; i++) {
		const unsigned char *s = slot_at(r, literal ? (hash + i) & (r->slots - 1) : i);
		if (s == NULL)
			return false;
		struct found f = { archive_load(s, 8), archive_load(s + 8, 8), archive_load(s + 16, 8) };
		if (f.bytes == 0 && literal)
			break;
		if (f.bytes == 0 || (literal && f.hash != hash))
			continue;
		if (f.offset > r->index || f.bytes > r->index - f.offset || count == UINT32_MAX)
			return false;
		if (!ARENA_PUSH(ar, list, count, cap)) {
			r->nomem = true;
			return false;
		}
		list[count++] = f;
	}
	if (!literal && count != r->dumps)
		return false;
	if (count > 0)
		qsort(list, count, sizeof *list, by_offset);
	/* Blocks must not overlap: otherwise a small file could expand to any amount of text. */
	for (uint32_t i = 1; i < count; i++)
		if (list[i].offset - list[i - 1].offset < list[i - 1].bytes && !same_block(&list[i], &list[i - 1]))
			return false;
	*out = list;
	*n = count;
	return literal || counts_agree(r, list, count);
}

/* Returns false if the index is unusable; no member has been passed on then. */
static bool
read_by_index(struct reader *r)
{
	struct arena ar;
	struct found *list;
	uint32_t n = 0;
	const bool literal = r->functions != NULL && glob_is_literal(r->functions);
	const uint64_t hash = literal ? archive_hash(r->functions, strlen(r->functions)) : 0;

	if (!find_index(r))
		return false;
	arena_init(&ar, r->cx->options.alloc, r->cx->options.user);
	r->page_number = UINT64_MAX;
	r->page = arena_alloc(&ar, archive_page_bytes(r->slots));
	r->nomem = r->page == NULL;
	bool ok = !r->nomem && collect(r, &ar, literal ? &hash : NULL, &list, &n);
	for (uint32_t i = 0; ok && i < n && !r->stop && !r->nomem; i++)
		if (i + 1 == n || !same_block(&list[i], &list[i + 1]))
			take_block(r, &list[i], literal ? &hash : NULL);
	arena_free(&ar);
	return ok || r->nomem;
}

/* ---- without an index ---- */

static void
read_by_search(struct reader *r)
{
	unsigned char buffer[CHUNK + BLOCK_HEAD];
	uint64_t offset = 0, good = 0; /* blocks below `good` have been found */

	while (offset < r->size && !r->stop && !r->nomem) {
		size_t n = r->size - offset < sizeof buffer ? (size_t)(r->size - offset) : sizeof buffer, i = 0;
		if (n < BLOCK_HEAD || !read_at(r, offset, buffer, n))
			break;
		while (i + BLOCK_HEAD <= n && !(buffer[i] == 0x1f && block_entries(buffer + i) > 0))
			i++;
		if (i + BLOCK_HEAD > n) {
			offset += i;
			continue;
		}
		offset += i;
		const struct found f = { 0, offset, archive_load(buffer + i + PAGE_HEAD, 8) };
		const uint64_t dumps = read_block(r, &f);
		if (dumps > 0 && give_block(r, dumps, NULL)) {
			if (good != offset)
				complain(r, "damage", good);
			good = offset += f.bytes;
		} else {
			if (!r->nomem)
				complain(r, "damaged member", offset);
			good = ++offset;
		}
	}
}

/* ---- the public function ---- */

lr_status
lr_archive_read(lr_context *cx, const char *path, const char *functions, lr_emit *emit, void *user)
{
	struct stat st;
	struct reader r = { .cx = cx, .path = path, .functions = functions, .emit = emit, .user = user };

	if (cx == NULL)
		return LR_E_USAGE;
	if (cx->first != LR_OK)
		return cx->first;
	if (path == NULL || emit == NULL)
		return lr_fail(cx, LR_E_USAGE, NULL, path ? "no callback for the dumps" : "no archive given");
	r.fd = open(path, O_RDONLY | O_CLOEXEC);
	if (r.fd < 0)
		return lr_fail(cx, LR_E_IO, NULL, "%s: %s", path, strerror(errno));
	if (fstat(r.fd, &st) != 0 || !S_ISREG(st.st_mode)) {
		close(r.fd);
		return lr_fail(cx, LR_E_IO, NULL, "%s: an archive must be a seekable file", path);
	}
	r.size = (uint64_t)st.st_size;
	blob_init(&r.packed, cx->options.alloc, cx->options.user);
	blob_init(&r.text, cx->options.alloc, cx->options.user);
	if (!read_by_index(&r)) {
		r.damaged++;
		lr_fail(cx, LR_E_IO, NULL, "%s: no sound index at the end; searching for intact members", path);
		read_by_search(&r);
	}
	blob_free(&r.packed);
	blob_free(&r.text);
	close(r.fd);
	if (r.nomem)
		return lr_nomem(cx);
	if (r.damaged > 0 || r.stop)
		return LR_E_IO;
	if (r.given == 0)
		return functions
			? lr_fail(cx, LR_E_NOT_FOUND, NULL, "%s: no function matches '%.200s'", path, functions)
			: lr_fail(cx, LR_E_NOT_FOUND, NULL, "%s: holds no functions", path);
	return LR_OK;
}
