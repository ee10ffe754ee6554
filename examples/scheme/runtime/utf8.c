/* SPDX-License-Identifier: MIT */
/* Strings as bytes: UTF-8. */
#include <stdlib.h>
#include <string.h>
#include "scheme.h"

bool
scm_is_code_point(int64_t c)
{
	return (c >= 0 && c < 0xd800) || (c > 0xdfff && c < 0x110000);
}

/* The code point at `s`, which has `n` bytes; what is no UTF-8 is U+FFFD. */
static uint32_t
decode(const unsigned char *s, size_t n, size_t *width)
{
	unsigned more = *s >= 0xf0 && *s < 0xf8 ? 3 : *s >= 0xe0 ? 2 : *s >= 0xc0 ? 1 : 0;
	uint32_t c = more == 0 ? *s : *s & (0x3fu >> more);

	*width = 1;
	if (*s >= 0xf8 || (*s >= 0x80 && *s < 0xc0) || more >= n)
		return *s < 0x80 ? *s : 0xfffd;
	for (unsigned i = 1; i <= more; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0xfffd;
		c = c << 6 | (s[i] & 0x3f);
	}
	*width = 1 + more;
	return scm_is_code_point(c) ? c : 0xfffd;
}

size_t
scm_encode(char *to, uint32_t c)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (size_t i = n; i-- > 1; c >>= 6)
		to[i] = (char)(0x80 | (c & 0x3f));
	to[0] = (char)((n == 2 ? 0xc0 : n == 3 ? 0xe0 : 0xf0) | c);
	return n;
}

void
scm_put_char(FILE *f, uint32_t c)
{
	char bytes[4];

	fwrite(bytes, 1, scm_encode(bytes, c), f);
}

struct scm_string *
scm_string_make(int64_t n)
{
	if (n > 4096)
		scm_check_memory(4 * (size_t)n);
	struct scm_string *s = lr_gc_alloc(8 + 4 * (size_t)n, &scm_string_type);
	s->length = n;
	return s;
}

scm
scm_string_from(const char *utf8, size_t bytes)
{
	const unsigned char *s = (const unsigned char *)utf8;
	size_t width;
	int64_t n = 0;

	for (size_t i = 0; i < bytes; i += width, n++)
		decode(s + i, bytes - i, &width);
	struct scm_string *t = scm_string_make(n);
	n = 0;
	for (size_t i = 0; i < bytes; i += width)
		t->c[n++] = decode(s + i, bytes - i, &width);
	return t;
}

scm
scm_string_new(const char *utf8)
{
	return scm_string_from(utf8, strlen(utf8));
}

char *
scm_utf8(scm string, int64_t from, int64_t to, size_t *bytes)
{
	const struct scm_string *s = string;
	size_t room = 1;
	char code[4];

	for (int64_t i = from; i < to; i++)
		room += s->c[i] < 0x80 ? 1 : scm_encode(code, s->c[i]);
	if (room > 4096)
		scm_check_memory(room); /* an argument does not move */
	char *text = malloc(room);
	if (text == NULL)
		scm_no_memory(NULL);
	*bytes = 0;
	for (; from < to; from++)
		*bytes += scm_encode(text + *bytes, s->c[from]);
	text[*bytes] = '\0';
	return text;
}
