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
	uint64_t size, directory, pages, dumps; /* size of the file; what the trailer says */
	const char *functions;
	lr_emit *emit;
	void *user;
	struct blob packed, text;
	uint64_t given, damaged;
	bool stop, nomem;
};

struct found { uint64_t offset, bytes; }; /* a block */

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
	unsigned char head[MEMBER_HEAD];

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

/* Reads a number of seven bits to the byte, and advances *p.  False: it does not end, or has more than 64 bits. */
static bool
take_number(const unsigned char **p, const unsigned char *end, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; *p < end && shift < 64; shift += 7) {
		const unsigned char byte = *(*p)++;
		if (shift == 63 && byte > 1)
			return false;
		*value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return true;
	}
	return false;
}

/* Reads how many bytes the next text of a block has: `bytes` are those of the one before.  False: there is no such
** number; a text may be said to have any number of bytes. */
static bool
take_length(const unsigned char **p, const unsigned char *end, uint64_t *bytes)
{
	uint64_t number;

	if (!take_number(p, end, &number))
		return false;
	*bytes += (number & 1) != 0 ? ~(number >> 1) : number >> 1;
	return true;
}

/* Returns the number of dumps that the header of a block speaks of; 0: it is none.  `p` has BLOCK_HEAD bytes. */
static uint64_t
block_entries(const unsigned char *p)
{
	const uint64_t content = archive_load(p + 14, 2), n = archive_load(p + MEMBER_HEAD + 8, 4);

	return has_head(p, 'B', (size_t)content) && n <= BLOCK_ENTRIES
		&& content >= BLOCK_HEAD - MEMBER_HEAD + n ? n : 0;
}

/* The lengths of the texts of the block in r->packed. */
static const unsigned char *
block_lengths(const struct reader *r, const unsigned char **end)
{
	const unsigned char *head = (unsigned char *)r->packed.data;

	*end = head + MEMBER_HEAD + archive_load(head + 14, 2);
	return head + BLOCK_HEAD;
}

/* Reads and checks a block, and leaves its texts in r->text.  Returns the number of its dumps; 0: it is damaged. */
static uint64_t
read_block(struct reader *r, const struct found *f)
{
	uint64_t sum = 0;

	if (f->bytes < BLOCK_HEAD + 1 + MEMBER_TAIL || f->offset > r->size || f->bytes > r->size - f->offset
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
	const unsigned char *head = (unsigned char *)r->packed.data, *end, *p = block_lengths(r, &end);
	const uint64_t n = block_entries(head);
	const size_t bytes = (size_t)(end - head);
	if (n == 0 || bytes + MEMBER_TAIL > r->packed.size || archive_load(head + MEMBER_HEAD, 8) != f->bytes
		|| unpack(r, bytes) != f->bytes)
		return 0;
	for (uint64_t i = 0, text = 0; i < n; i++) {
		if (!take_length(&p, end, &text) || text > r->text.size - sum)
			return 0;
		sum += text;
	}
	return sum == r->text.size && p == end ? n : 0;
}

/* Passes one text of r->text to the callback if it is wanted.  Returns false if it is no dump. */
static bool
give(struct reader *r, size_t start, size_t bytes)
{
	struct arena ar;
	char *end = r->text.data + start + bytes, behind = *end;
	lr_function_dump d = { .text = r->text.data + start, .bytes = bytes };

	*end = '\0';
	arena_init(&ar, r->cx->options.alloc, r->cx->options.user);
	bool ok = dump_read_title(&ar, &d);
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

/* Passes the wanted dumps of a block on.  Returns false if one of its dumps is none. */
static bool
give_block(struct reader *r, uint64_t n)
{
	const unsigned char *end, *p = block_lengths(r, &end);
	bool ok = true;

	blob_add(&r->text, "", 1);
	r->nomem = r->nomem || r->text.failed;
	for (uint64_t i = 0, start = 0, bytes = 0; i < n && ok && !r->stop && !r->nomem; i++) {
		ok = take_length(&p, end, &bytes) && give(r, (size_t)start, (size_t)bytes);
		start += bytes;
	}
	return ok;
}

static void
take_block(struct reader *r, const struct found *f)
{
	const uint64_t n = read_block(r, f);
	bool ok = n > 0 && give_block(r, n);

	if (!ok && !r->nomem)
		complain(r, "damaged member", f->offset);
}

/* ---- with an index ---- */

static bool
find_index(struct reader *r)
{
	unsigned char t[TRAILER_BYTES], *body = t + MEMBER_HEAD;

	if (r->size < TRAILER_BYTES || !read_at(r, r->size - TRAILER_BYTES, t, sizeof t)
		|| !has_head(t, 'T', TRAILER_BODY) || memcmp(body, TRAILER_MAGIC, sizeof TRAILER_MAGIC) != 0
		|| archive_load(body + 32, 4) != crc32_z(0, body, 32))
		return false;
	r->dumps = archive_load(body + 8, 8);
	r->directory = archive_load(body + 16, 8);
	r->pages = archive_load(body + 24, 8);
	const uint64_t end = r->size - TRAILER_BYTES;
	return r->directory <= end && r->pages <= end / DIRECTORY_ENTRY
		&& archive_directory_bytes(r->pages) == end - r->directory;
}

/* Reads the extra field of the index member at `offset`, which ends before `limit`, into `to`, with room for 64 KiB.
** Returns its bytes behind the CRC; 0: it is damaged. */
static size_t
read_index(const struct reader *r, uint64_t offset, uint64_t limit, char second, unsigned char *to)
{
	unsigned char head[MEMBER_HEAD + 4];

	if (offset > limit || limit - offset < sizeof head || !read_at(r, offset, head, sizeof head))
		return 0;
	const size_t content = (size_t)archive_load(head + 14, 2), bytes = content - 4;
	if (content <= 4 || !has_head(head, second, content) || bytes > limit - offset - sizeof head
		|| !read_at(r, offset + sizeof head, to, bytes)
		|| archive_load(head + MEMBER_HEAD, 4) != crc32_z(0, to, bytes))
		return 0;
	return bytes;
}

struct places {
	struct arena *ar;
	struct found *list;
	uint32_t n, cap;
	uint64_t hash;
	bool any;               /* all names, not that of `hash` alone */
};

/* Adds the blocks that a page names.  False: the page is damaged, or memory is exhausted. */
static bool
take_page(struct reader *r, struct places *out, const unsigned char *p, const unsigned char *end)
{
	uint64_t hash = 0, offset = 0, number;

	for (bool first = true; p < end; first = false) {
		if (!take_number(&p, end, &number) || (number != 0 && first))
			return false;
		if (number == 0) {
			if (end - p < 8)
				return false;
			hash = archive_load(p, 8);
			p += 8;
			if (!take_number(&p, end, &offset))
				return false;
		} else if (number > r->directory - offset)
			return false;
		else
			offset += number;
		if (offset > r->directory || out->n == UINT32_MAX)
			return false;
		if (!out->any && hash != out->hash)
			continue;
		if (!ARENA_PUSH(out->ar, out->list, out->n, out->cap)) {
			r->nomem = true;
			return false;
		}
		out->list[out->n++] = (struct found){ offset, 0 };
	}
	return true;
}

struct page { uint64_t hash, offset; }; /* the first hash in it */

/* Returns what the directories say of the pages, in `ar`; NULL: they are damaged, or memory is exhausted. */
static struct page *
read_directory(struct reader *r, struct arena *ar)
{
	struct page *pages = arena_array(ar, (size_t)r->pages + 1, sizeof *pages);
	unsigned char *part = arena_alloc(ar, 1 << 16);
	uint64_t at = r->directory, n;

	r->nomem = !pages || !part;
	for (uint64_t done = 0; done < r->pages && !r->nomem; done += n) {
		n = r->pages - done < DIRECTORY_PAGES ? r->pages - done : DIRECTORY_PAGES;
		if (read_index(r, at, r->size, 'D', part) != n * DIRECTORY_ENTRY)
			return NULL;
		for (uint64_t i = 0; i < n; i++)
			pages[done + i] = (struct page){ archive_load(part + i * DIRECTORY_ENTRY, 8),
				archive_load(part + i * DIRECTORY_ENTRY + 8, 8) };
		at += archive_directory_bytes(n);
	}
	return r->nomem ? NULL : pages;
}

/* Reads the pages that may have the names.  A name with very many blocks goes on in the next page. */
static bool
take_pages(struct reader *r, struct places *out)
{
	const struct page *pages = read_directory(r, out->ar);
	unsigned char *page = pages ? arena_alloc(out->ar, 1 << 16) : NULL;

	if (page == NULL) {
		r->nomem = r->nomem || pages != NULL;
		return false;
	}
	for (uint64_t i = 0; i < r->pages; i++) {
		if (!out->any && (pages[i].hash > out->hash || (i + 1 < r->pages && pages[i + 1].hash < out->hash)))
			continue;
		const size_t bytes = read_index(r, pages[i].offset, r->directory, 'I', page);
		if (bytes == 0 || !take_page(r, out, page, page + bytes))
			return false;
	}
	return true;
}

static int
by_offset(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

/* Asks each block how long it is, and leaves the others out.  False: blocks overlap, so that a small file could expand
** to any amount of text, or there are other dumps than the trailer says. */
static bool
measure(const struct reader *r, struct places *all)
{
	unsigned char head[BLOCK_HEAD];
	uint64_t dumps = 0, end = 0;
	bool known = all->any; /* how many dumps there are */
	uint32_t n = 0;

	if (all->n > 0)
		qsort(all->list, all->n, sizeof *all->list, by_offset);
	for (uint32_t i = 0; i < all->n; i++) {
		struct found f = all->list[i];
		if (n > 0 && f.offset == all->list[n - 1].offset)
			continue;
		const uint64_t entries = read_at(r, f.offset, head, sizeof head) ? block_entries(head) : 0;
		f.bytes = entries > 0 ? archive_load(head + MEMBER_HEAD, 8) : 0; /* damaged, which read_block finds */
		known = known && entries > 0;
		if (f.offset < end || f.bytes > r->directory - f.offset)
			return false;
		end = f.offset + f.bytes;
		dumps += entries;
		all->list[n++] = f;
	}
	all->n = n;
	return !known || dumps == r->dumps;
}

/* Returns false if the index is unusable; no member has been passed on then. */
static bool
read_by_index(struct reader *r)
{
	struct arena ar;
	const bool literal = r->functions != NULL && glob_is_literal(r->functions);
	struct places wanted = { .ar = &ar, .any = !literal };

	if (!find_index(r))
		return false;
	if (literal)
		wanted.hash = archive_hash(r->functions, strlen(r->functions));
	arena_init(&ar, r->cx->options.alloc, r->cx->options.user);
	bool ok = take_pages(r, &wanted) && measure(r, &wanted);
	for (uint32_t i = 0; ok && i < wanted.n && !r->stop && !r->nomem; i++)
		take_block(r, &wanted.list[i]);
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
		const struct found f = { offset, archive_load(buffer + i + MEMBER_HEAD, 8) };
		const uint64_t dumps = read_block(r, &f);
		if (dumps > 0 && give_block(r, dumps)) {
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
