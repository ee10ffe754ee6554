/* SPDX-License-Identifier: MIT */
/* Text: what is put together grows, and JSON is JSON whatever bytes names have. */
#include <criterion/criterion.h>

#include "base/text.h"

static void *
from_heap(void *user, void *p, size_t old, size_t bytes)
{
	(void)user, (void)old;
	if (bytes != 0)
		return realloc(p, bytes);
	free(p);
	return NULL;
}

static char *
json(const char *s, size_t n)
{
	struct arena ar;
	struct text t = { .ar = &ar };
	static char out[400];

	arena_init(&ar, from_heap, NULL);
	text_json(&t, s, n);
	cr_assert(!ar.failed);
	cr_assert_lt(t.n, sizeof out);
	memcpy(out, t.s, t.n);
	out[t.n] = '\0';
	arena_free(&ar);
	return out;
}
#define JSON(literal) json(literal, sizeof(literal) - 1)

Test(text, json_escapes)
{
	cr_assert_str_eq(JSON(""), "\"\"");
	cr_assert_str_eq(JSON("plain"), "\"plain\"");
	cr_assert_str_eq(JSON("a\"b\\c"), "\"a\\\"b\\\\c\"");
	cr_assert_str_eq(JSON("a\nb\tc\001d\0e\177"), "\"a\\nb\\tc\\u0001d\\u0000e\177\"");
}

Test(text, json_keeps_characters)
{
	cr_assert_str_eq(JSON("\xC3\xA4"), "\"\xC3\xA4\"");
	cr_assert_str_eq(JSON("\xE0\xA0\x80|\xED\x9F\xBF|\xEE\x80\x80"), "\"\xE0\xA0\x80|\xED\x9F\xBF|\xEE\x80\x80\"");
	cr_assert_str_eq(JSON("\xF0\x90\x80\x80|\xF4\x8F\xBF\xBF"), "\"\xF0\x90\x80\x80|\xF4\x8F\xBF\xBF\"");
}

Test(text, json_replaces_what_is_no_character)
{
	/* too long an encoding, surrogates, beyond the last, a byte that begins nothing, cut off, not continued */
	static const char *const cases[] = { "\xC0\x80", "\xE0\x9F\x80", "\xED\xA0\x80", "\xF0\x8F\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\x80", "\xFF",
		"\xC3", "\xE2\x82", "\xF0\x9F\x98", "\xC3(", "\xE2\x82(", "\xF0\x9F\x98(" };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *out = json(cases[i], strlen(cases[i]));
		cr_assert_not_null(strstr(out, "\xEF\xBF\xBD"), "case %zu: %s", i, out);
		cr_assert_eq(strchr(cases[i], '(') != NULL, strchr(out, '(') != NULL, "case %zu: what follows is kept", i);
	}
}

Test(text, long_pieces_are_printed_whole)
{
	struct arena ar;
	struct text t = { .ar = &ar };

	arena_init(&ar, from_heap, NULL);
	text_printf(&t, "%s", "");
	for (unsigned n = 1; n < 400; n += 33)
		text_printf(&t, "%*u", (int)n, n);
	cr_assert(!ar.failed);
	size_t at = 0;
	for (unsigned n = 1; n < 400; n += 33) {
		at += n;
		cr_assert_eq(t.s[at - 1] - '0', n % 10);
	}
	cr_assert_eq(t.n, at);
	arena_free(&ar);
}

static char *
one_line(const char *s, size_t room)
{
	static char out[64];

	memset(out, '#', sizeof out);
	text_one_line(out, room, s, strlen(s));
	cr_assert_lt(strlen(out), room);
	cr_assert_eq(out[room], '#', "nothing is written behind the end");
	return out;
}

Test(text, one_line_is_printable)
{
	cr_assert_str_eq(one_line("", 32), "");
	cr_assert_str_eq(one_line(" \n\t ", 32), "");
	cr_assert_str_eq(one_line("  %x = call\n\t  i8 @f() ", 32), "%x = call i8 @f()");
	cr_assert_str_eq(one_line("a\033[31m\001\177", 32), "a\\1B[31m\\01\\7F");
	cr_assert_str_eq(one_line("\xC3\xA4", 32), "\xC3\xA4");
}

/* A long line ends with dots, and no character is cut. */
Test(text, one_line_is_cut)
{
	cr_assert_str_eq(one_line("123456789012345", 16), "123456789...");
	cr_assert_str_eq(one_line("12345678\xC3\xA4" "9012345", 16), "12345678...");
	cr_assert_str_eq(one_line("1234567\xC3\xA4" "9012345", 16), "1234567...");
}
