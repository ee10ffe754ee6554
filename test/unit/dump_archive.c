/* SPDX-License-Identifier: MIT */
/* dump_archive.c -- archives of dumps, and files that only look like one.  Offsets and checksums are those of src/extract/archive.c. */
#include <stdlib.h>
#include <unistd.h>

#include <zlib.h>

#include "api.h"
#include "extract/dump.h"
#include "failing_alloc.h"

struct file { unsigned char *bytes; size_t size; };

enum { BLOCK = 1 << 18 };

/* Each dump has `pad` bytes more: with BLOCK it is a block by itself. */
static struct file
archive_padded(const char *const *names, size_t n, size_t pad)
{
	lr_context *cx = lr_context_new(NULL);
	lr_archive *a = lr_archive_new(cx);
	void *bytes;
	size_t size;

	for (size_t i = 0; i < n; i++) {
		struct blob t;
		lr_function_dump d = { .name = names[i], .name_bytes = strlen(names[i]) };
		blob_init(&t, cx->options.alloc, cx->options.user);
		dump_put_title(&t, &d);
		blob_string(&t, "define void @x() { ret void }\n");
		for (size_t k = 0; k < pad; k += 64)
			blob_string(&t, "                                                               \n");
		d.text = t.data;
		d.bytes = t.size;
		cr_assert_eq(lr_archive_add(a, &d), LR_OK);
		blob_free(&t);
	}
	cr_assert_eq(lr_archive_finish(a, &bytes, &size), LR_OK);
	struct file f = { malloc(size), size };
	memcpy(f.bytes, bytes, size);
	lr_free_bytes(cx, bytes, size);
	lr_archive_free(a);
	lr_context_free(cx);
	return f;
}

static struct file
archive_of(const char *const *names, size_t n)
{
	return archive_padded(names, n, BLOCK);
}

static char log_text[20000];

static bool
note(void *user, const lr_function_dump *d)
{
	size_t n = strlen(log_text);
	(void)user;
	cr_assert_eq(d->text[d->bytes], '\0');
	snprintf(log_text + n, sizeof log_text - n, "%.40s;", d->name);
	return true;
}

static lr_status
read_with(const lr_options *options, const void *bytes, size_t size, const char *functions)
{
	char path[] = "/tmp/lateroot-archive-XXXXXX";
	int fd = mkstemp(path);
	lr_context *cx = lr_context_new(options);

	cr_assert(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
	close(fd);
	log_text[0] = '\0';
	lr_status st = cx ? lr_archive_read(cx, path, functions, note, NULL) : LR_E_NOMEM;
	lr_context_free(cx);
	unlink(path);
	return st;
}

static lr_status
read_back(struct file f, const char *functions)
{
	return read_with(NULL, f.bytes, f.size, functions);
}

static const char *const abc[] = { "a", "b", "a", "c" };

Test(archive, order_names_duplicates)
{
	struct file f = archive_of(abc, 4);

	cr_assert_eq(read_back(f, NULL), LR_OK);
	cr_assert_str_eq(log_text, "a;b;a;c;");
	cr_assert_eq(read_back(f, "a"), LR_OK);
	cr_assert_str_eq(log_text, "a;a;");
	cr_assert_eq(read_back(f, "[bc]"), LR_OK);
	cr_assert_str_eq(log_text, "b;c;");
	cr_assert_eq(read_back(f, "d"), LR_E_NOT_FOUND);
	free(f.bytes);
}

/* Small dumps share a block; each is found by itself, in order, and so are all. */
Test(archive, blocks_of_several)
{
	struct file alone = archive_of(abc, 4), f = archive_padded(abc, 4, 0);

	cr_assert_lt(f.size, alone.size);
	cr_assert_eq(read_back(f, NULL), LR_OK);
	cr_assert_str_eq(log_text, "a;b;a;c;");
	cr_assert_eq(read_back(f, "a"), LR_OK);
	cr_assert_str_eq(log_text, "a;a;");
	cr_assert_eq(read_back(f, "c"), LR_OK);
	cr_assert_str_eq(log_text, "c;");
	cr_assert_eq(read_back(f, "[bc]"), LR_OK);
	cr_assert_str_eq(log_text, "b;c;");
	for (size_t i = 0; i < f.size; i++) { /* any byte wrong: all of it, or nothing, and no lie */
		f.bytes[i] ^= 0x5a;
		lr_status st = read_back(f, NULL);
		cr_assert(st == LR_OK || st == LR_E_IO || st == LR_E_NOT_FOUND, "byte %zu", i);
		cr_assert_eq(strncmp(log_text, "a;b;a;c;", strlen(log_text)), 0, "byte %zu: %s", i, log_text);
		f.bytes[i] ^= 0x5a;
	}
	free(f.bytes);
	free(alone.bytes);
}

/* A large function between small ones does not go into their block. */
Test(archive, blocks_of_large_ones)
{
	enum { N = 200 };
	static char text[N][16];
	const char *names[N];

	for (int i = 0; i < N; i++) {
		snprintf(text[i], sizeof text[i], "g%d", i);
		names[i] = text[i];
	}
	for (size_t pad = 0; pad <= 4096; pad += 1024) {
		struct file f = archive_padded(names, N, pad);
		cr_assert_eq(read_back(f, NULL), LR_OK);
		cr_assert_eq(read_back(f, "g117"), LR_OK);
		cr_assert_str_eq(log_text, "g117;");
		cr_assert_eq(read_back((struct file){ f.bytes, f.size - 1 }, "g117"), LR_E_IO); /* by search */
		cr_assert_str_eq(log_text, "g117;");
		free(f.bytes);
	}
}

Test(archive, nothing_in_it)
{
	struct file f = archive_of(NULL, 0);
	cr_assert_eq(read_back(f, NULL), LR_E_NOT_FOUND);
	free(f.bytes);
}

Test(archive, many_pages)
{
	enum { N = 5000 };
	static char text[N][16];
	const char *names[N];

	for (int i = 0; i < N; i++) {
		snprintf(text[i], sizeof text[i], "f%d", i);
		names[i] = text[i];
	}
	struct file f = archive_padded(names, N, 0);
	for (int i = 0; i < N; i += 617) {
		char expected[24];
		cr_assert_eq(read_back(f, names[i]), LR_OK);
		snprintf(expected, sizeof expected, "%s;", names[i]);
		cr_assert_str_eq(log_text, expected);
	}
	free(f.bytes);
}

/* Any file cut short gives what is whole, in order, and says that something is missing. */
Test(archive, cut_anywhere)
{
	struct file f = archive_of(abc, 4);
	size_t best = 0;

	for (size_t size = 0; size < f.size; size++) {
		cr_assert_eq(read_back((struct file){ f.bytes, size }, NULL), LR_E_IO, "%zu", size);
		cr_assert_eq(strncmp(log_text, "a;b;a;c;", strlen(log_text)), 0);
		cr_assert_geq(strlen(log_text), best);
		best = strlen(log_text);
	}
	cr_assert_eq(best, 8);
	free(f.bytes);
}

/* Any byte wrong: nothing false is given, and at most one member is lost. */
Test(archive, any_byte_wrong)
{
	struct file f = archive_of(abc, 4);

	for (size_t i = 0; i < f.size; i++) {
		f.bytes[i] ^= 0x5a;
		lr_status st = read_back(f, NULL);
		cr_assert(st == LR_OK || st == LR_E_IO);
		cr_assert_geq(strlen(log_text), 6, "byte %zu: '%s'", i, log_text);
		if (st == LR_OK)
			cr_assert_str_eq(log_text, "a;b;a;c;");
		f.bytes[i] ^= 0x5a;
	}
	free(f.bytes);
}

/* What an author of hostile files can do, too: checksums that fit. */
static unsigned char *
trailer_body(struct file f)
{
	return f.bytes + f.size - TRAILER_BYTES + MEMBER_HEAD;
}

static void
sign_trailer(struct file f)
{
	unsigned char *body = trailer_body(f);
	archive_store(body + 32, crc32(0, body, 32), 4);
}

Test(archive, index_that_lies)
{
	static const struct { unsigned field; uint64_t value; } lies[] = {
		{ 8, UINT64_MAX }, { 8, 5 }, { 8, 3 }, { 16, UINT64_MAX }, { 16, 0 }, { 16, UINT64_MAX - 40 }, { 24, 0 }, { 24, 3 },
		{ 24, (uint64_t)1 << 63 }, { 24, 32 }, { 24, (uint64_t)1 << 40 }
	};

	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
		struct file f = archive_of(abc, 4);
		archive_store(trailer_body(f) + lies[i].field, lies[i].value, 8);
		sign_trailer(f);
		cr_assert_eq(read_back(f, NULL), LR_E_IO, "lie %zu", i);
		cr_assert_str_eq(log_text, "a;b;a;c;");
		free(f.bytes);
	}
}

/* The contents of the first member of an index that lies at `offset`, behind its checksum. */
static unsigned char *
index_content(struct file f, uint64_t offset, size_t *bytes)
{
	*bytes = archive_load(f.bytes + offset + 14, 2) - 4;
	return f.bytes + offset + MEMBER_HEAD + 4;
}

static void
sign_index(unsigned char *content, size_t bytes)
{
	archive_store(content - 4, crc32(0, content, (uInt)bytes), 4);
}

/* Entries of a page: 0, hash, offset of a block; the page of "a", "b" and "c" begins with the least hash. */
Test(archive, entries_that_lie)
{
	static const struct { unsigned field, bytes; uint64_t value; } lies[] = {
		{ 0, 1, 1 },              /* a distance before there is an offset */
		{ 9, 8, UINT64_MAX },     /* a number without an end */
		{ 9, 2, 0x7fff },         /* beyond the directory */
		{ 9, 1, 1 },              /* in the middle of a block */
		{ 0, 8, UINT64_MAX }
	};

	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
		struct file f = archive_of(abc, 4);
		size_t bytes;
		unsigned char *page, *directory = index_content(f, archive_load(trailer_body(f) + 16, 8), &bytes);
		cr_assert_eq(bytes, DIRECTORY_ENTRY);
		page = index_content(f, archive_load(directory + 8, 8), &bytes);
		archive_store(page + lies[i].field, lies[i].value, lies[i].bytes);
		sign_index(page, bytes);
		cr_assert_eq(read_back(f, NULL), LR_E_IO, "lie %zu", i);
		cr_assert_geq(strlen(log_text), 6, "lie %zu: '%s'", i, log_text);
		free(f.bytes);
	}
}

/* A page that is not where the directory says. */
Test(archive, directory_that_lies)
{
	static const uint64_t offsets[] = { 0, 1, UINT64_MAX, UINT64_MAX - 20, (uint64_t)1 << 63 };

	for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
		struct file f = archive_of(abc, 4);
		size_t bytes;
		unsigned char *directory = index_content(f, archive_load(trailer_body(f) + 16, 8), &bytes);
		archive_store(directory + 8, offsets[i], 8);
		sign_index(directory, bytes);
		cr_assert_eq(read_back(f, NULL), LR_E_IO, "offset %zu", i);
		cr_assert_str_eq(log_text, "a;b;a;c;"); /* found without the index */
		free(f.bytes);
	}
}

/* A block that says that it is as long as the rest of the file: no text is given twice. */
Test(archive, blocks_that_overlap)
{
	struct file f = archive_of(abc, 4);

	archive_store(f.bytes + MEMBER_HEAD, archive_load(trailer_body(f) + 16, 8), 8);
	cr_assert_eq(read_back(f, NULL), LR_E_IO);
	cr_assert_str_eq(log_text, "b;a;c;");
	free(f.bytes);
}

/* The same functions after each of 16 passes: the index takes little beside the texts. */
Test(archive, index_is_small)
{
	enum { NAMES = 2000, PASSES = 16, N = NAMES * PASSES };
	static char text[NAMES][16];
	static const char *names[N];

	for (int i = 0; i < N; i++) {
		snprintf(text[i % NAMES], sizeof text[0], "f%d", i % NAMES);
		names[i] = text[i % NAMES];
	}
	struct file f = archive_padded(names, N, 0);
	const uint64_t directory = archive_load(trailer_body(f) + 16, 8);
	size_t bytes;
	const uint64_t pages = archive_load(index_content(f, directory, &bytes) + 8, 8);
	cr_assert_lt(f.size - pages, N * 5);
	cr_assert_lt(f.size, N * 24);
	cr_assert_eq(read_back(f, "f1999"), LR_OK);
	cr_assert_eq(strlen(log_text), PASSES * strlen("f1999;"));
	free(f.bytes);
}

Test(archive, not_an_archive)
{
	lr_context *cx = lr_context_new(NULL);

	cr_assert_eq(read_with(NULL, "hello", 5, NULL), LR_E_IO);
	cr_assert_eq(lr_archive_read(cx, "/dev/null", NULL, note, NULL), LR_E_IO);
	lr_clear_error(cx);
	cr_assert_eq(lr_archive_read(cx, "/", NULL, note, NULL), LR_E_IO);
	lr_clear_error(cx);
	cr_assert_eq(lr_archive_read(cx, NULL, NULL, note, NULL), LR_E_USAGE);
	lr_context_free(cx);
}

Test(archive, titles)
{
	static const char *const bad[] = {
		"", "\n", "; lateroot: function \n", "; lateroot: function \"a\n", "; lateroot: function \"\\0\"\n", "; lateroot: function \"\\zz\"\n",
		"; lateroot: function \"a\" after\n", "; lateroot: function \"a\" after \"p\"\n", "; lateroot: function \"a\" after \"p\" step \n",
		"; lateroot: function \"a\" after \"p\" step 1x\n", "; lateroot: function \"a\""
	};
	lr_context *cx = lr_context_new(NULL);
	struct arena ar;
	struct blob t;
	lr_function_dump d = { .name = "\"a\\\0\n", .name_bytes = 5, .unnamed = true, .pass = "function(a<\">)", .after = true, .step = 12 }, e;

	arena_init(&ar, cx->options.alloc, cx->options.user);
	blob_init(&t, cx->options.alloc, cx->options.user);
	dump_put_title(&t, &d);
	e = (lr_function_dump){ .text = t.data, .bytes = t.size };
	cr_assert(dump_read_title(&ar, &e));
	cr_assert_eq(e.name_bytes, 5);
	cr_assert_arr_eq(e.name, d.name, 6);
	cr_assert_str_eq(e.pass, d.pass);
	cr_assert(e.unnamed && e.after && e.step == 12);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		e = (lr_function_dump){ .text = bad[i], .bytes = strlen(bad[i]) };
		cr_assert_not(dump_read_title(&ar, &e), "%s", bad[i]);
	}
	blob_free(&t);
	arena_free(&ar);
	lr_context_free(cx);
}

Test(archive, no_memory)
{
	struct file f = archive_of(abc, 4);

	for (size_t at = 0;; at++) {
		struct failing_alloc a = { .fail_at = at };
		const lr_options options = { sizeof options, .alloc = failing_alloc, .user = &a };
		lr_status st = read_with(&options, f.bytes, f.size, NULL);
		cr_assert_eq(a.live_blocks, 0);
		cr_assert_not(a.wrong_size);
		cr_assert_eq(st, a.refused ? LR_E_NOMEM : LR_OK, "request %zu", at);
		if (at > 0 && !a.refused)
			break;
	}
	for (size_t at = 1;; at++) {
		struct failing_alloc a = { .fail_at = at };
		const lr_options options = { sizeof options, .alloc = failing_alloc, .user = &a };
		lr_context *cx = lr_context_new(&options);
		lr_archive *w = cx ? lr_archive_new(cx) : NULL;
		const lr_function_dump d = { .name = "f", .name_bytes = 1, .text = "x", .bytes = 1 };
		void *bytes = NULL;
		size_t size = 0;
		lr_status st = w ? lr_archive_add(w, &d) : LR_E_NOMEM;
		if (st == LR_OK)
			st = lr_archive_finish(w, &bytes, &size);
		lr_archive_free(w);
		if (cx != NULL)
			lr_free_bytes(cx, bytes, size);
		lr_context_free(cx);
		cr_assert_eq(a.live_blocks, 0);
		cr_assert_not(a.wrong_size);
		cr_assert_eq(st, a.refused ? LR_E_NOMEM : LR_OK);
		if (!a.refused)
			break;
	}
	free(f.bytes);
}
