/* SPDX-License-Identifier: MIT */
/* dump_name.c -- names of functions: in the first line of a dump, and in names of files.
**
** A name in IR may contain any bytes and have any length. */
#include <stdio.h>
#include <string.h>

#include "extract/dump.h"

/* ---- the first line ---- */

static const char title[] = "; lateroot: function ";

static void
put_quoted(struct blob *t, const char *s, size_t n)
{
	static const char hex[] = "0123456789ABCDEF";

	blob_string(t, "\"");
	for (size_t i = 0, from = 0; i <= n; i++) {
		unsigned char c = i < n ? (unsigned char)s[i] : 0;
		if (i < n && c >= 0x20 && c != '"' && c != '\\' && c != 0x7f)
			continue;
		blob_add(t, s + from, i - from);
		from = i + 1;
		if (i < n) {
			const char escape[] = { '\\', hex[c >> 4], hex[c & 15] };
			blob_add(t, escape, sizeof escape);
		}
	}
	blob_string(t, "\"");
}

void
dump_put_title(struct blob *t, const lr_function_dump *d)
{
	char step_text[40];

	blob_string(t, title);
	put_quoted(t, d->name, d->name_bytes);
	if (d->unnamed)
		blob_string(t, " without a name");
	if (d->pass != NULL) {
		blob_string(t, d->after ? " after " : " before ");
		put_quoted(t, d->pass, strlen(d->pass));
		snprintf(step_text, sizeof step_text, " step %u", d->step);
		blob_string(t, step_text);
	}
	blob_string(t, "\n");
}

static unsigned
digit(char c)
{
	return c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10) : 16;
}

/* Reads the quoted text at *at, which is advanced; NULL if there is none. */
static char *
read_quoted(struct arena *ar, const char **at, const char *end, size_t *bytes)
{
	const char *s = *at, *close = s < end && *s == '"' ? memchr(s + 1, '"', (size_t)(end - s - 1)) : NULL;
	char *to = close ? arena_alloc(ar, (size_t)(close - s)) : NULL;
	size_t n = 0;

	if (to == NULL)
		return NULL;
	for (s++; s < close; s++) {
		char c = *s;
		if (c == '\\') {
			if (close - s < 3 || digit(s[1]) > 15 || digit(s[2]) > 15)
				return NULL;
			c = (char)(digit(s[1]) << 4 | digit(s[2]));
			s += 2;
		}
		to[n++] = c;
	}
	to[n] = '\0';
	*bytes = n;
	*at = close + 1;
	return to;
}

static bool
take(const char **at, const char *end, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(end - *at) < n || memcmp(*at, word, n) != 0)
		return false;
	*at += n;
	return true;
}

bool
dump_read_title(struct arena *ar, lr_function_dump *d)
{
	const char *at = d->text, *end = memchr(d->text, '\n', d->bytes);
	size_t pass_bytes;

	d->pass = NULL;
	d->after = d->unnamed = false;
	d->step = 0;
	if (end == NULL || !take(&at, end, title) || (d->name = read_quoted(ar, &at, end, &d->name_bytes)) == NULL)
		return false;
	d->unnamed = take(&at, end, " without a name");
	if (at == end)
		return true;
	d->after = take(&at, end, " after ");
	if (!d->after && !take(&at, end, " before "))
		return false;
	d->pass = read_quoted(ar, &at, end, &pass_bytes);
	if (d->pass == NULL || !take(&at, end, " step ") || at == end)
		return false;
	for (; at < end && digit(*at) < 10 && d->step < 100000000; at++)
		d->step = d->step * 10 + digit(*at);
	return at == end;
}

/* ---- names of files ---- */

enum { PLAIN_BYTES = 120, POINT_BYTES = 60, HASH_BYTES = 2 + 32 };

/* Writes `n` bytes as part of a file name: letters, digits, - and _ as they are, dots except in front, other bytes as
** %HH.  A result longer than `most` is cut, and ends in a hash of all the bytes. */
static char *
put_safe(char *to, const char *s, size_t n, size_t most)
{
	static const char hex[] = "0123456789ABCDEF";
	char *const start = to;
	size_t i = 0;

	for (; i < n && (size_t)(to - start) + 3 <= most; i++) {
		unsigned char c = (unsigned char)s[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
		if (plain || (i > 0 && (c == '.' || c == '-')))
			*to++ = (char)c;
		else {
			*to++ = '%';
			*to++ = hex[c >> 4];
			*to++ = hex[c & 15];
		}
	}
	if (i < n) { /* %~ stands for no byte, so that no other name looks like this */
		uint64_t a = archive_hash(s, n), b = n;
		for (i = 0; i < n; i++)
			b = (b ^ (unsigned char)s[i]) * 0x9e3779b97f4a7c15u, b ^= b >> 29;
		to += snprintf(to, HASH_BYTES + 1, "%%~%016llx%016llx", (unsigned long long)a, (unsigned long long)b);
	}
	return to;
}

void
lr_dump_file_name(const lr_function_dump *d, char *to)
{
	static const lr_function_dump nothing = { .name = "" };

	if (to == NULL)
		return;
	if (d == NULL || (d->name == NULL && d->name_bytes > 0))
		d = &nothing;
	if (d->pass != NULL) {
		to += snprintf(to, 32, "%02u-%s-", d->step, d->after ? "after" : "before");
		to = put_safe(to, d->pass, strlen(d->pass), POINT_BYTES - HASH_BYTES);
		*to++ = '/';
	}
	if (d->unnamed) {
		memcpy(to, "%unnamed", 8);
		to += 8;
	} else if (d->name_bytes == 0) { /* impossible in LLVM, but not in an archive */
		memcpy(to, "%empty", 6);
		to += 6;
	}
	to = put_safe(to, d->name, d->name_bytes, PLAIN_BYTES);
	memcpy(to, ".ll", 4);
}
