/* SPDX-License-Identifier: MIT */
/* text.c -- see text.h. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Makes space for `bytes` more and a NUL. */
static bool
text_reserve(struct text *t, size_t bytes)
{
	while (!t->ar->failed && t->cap - t->n <= bytes)
		arena_grow_(t->ar, (void **)&t->s, t->n, &t->cap, 1);
	return !t->ar->failed;
}

void
text_add(struct text *t, const char *s, size_t bytes)
{
	if (!text_reserve(t, bytes))
		return;
	if (bytes)
		memcpy(t->s + t->n, s, bytes);
	t->n += (uint32_t)bytes;
	t->s[t->n] = '\0';
}

void
text_string(struct text *t, const char *s)
{
	text_add(t, s, strlen(s));
}

void
text_printf(struct text *t, const char *fmt, ...)
{
	va_list args, again;

	va_start(args, fmt);
	va_copy(again, args);
	int n = text_reserve(t, 127) ? vsnprintf(t->s + t->n, 128, fmt, args) : -1;
	if (n >= 128 && text_reserve(t, (size_t)n))
		vsnprintf(t->s + t->n, (size_t)n + 1, fmt, again);
	if (n > 0 && !t->ar->failed)
		t->n += (uint32_t)n;
	va_end(args);
	va_end(again);
}

/* Returns the size of the UTF-8 character at s, 0 if the bytes are invalid. */
static size_t
utf8_bytes(const unsigned char *s, size_t bytes)
{
	size_t n = s[0] < 0x80 ? 1
		: s[0] >= 0xC2 && s[0] < 0xE0 ? 2
		: (s[0] & 0xF0) == 0xE0 ? 3
		: s[0] >= 0xF0 && s[0] < 0xF5 ? 4
		: 0;

	if (n > bytes)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xC0) != 0x80)
			return 0;
	/* overlong, a surrogate, or beyond the last character */
	if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] >= 0xA0) || (s[0] == 0xF0 && s[1] < 0x90)
		|| (s[0] == 0xF4 && s[1] >= 0x90))
		return 0;
	return n;
}

void
text_json(struct text *t, const char *string, size_t bytes)
{
	const unsigned char *s = (const unsigned char *)string;

	text_add(t, "\"", 1);
	for (size_t i = 0, plain; i < bytes;) {
		for (plain = i; i < bytes && s[i] >= 0x20 && s[i] < 0x80 && s[i] != '"' && s[i] != '\\';)
			i++;
		text_add(t, string + plain, i - plain);
		if (i == bytes)
			break;
		size_t n = utf8_bytes(s + i, bytes - i);
		if (s[i] == '"' || s[i] == '\\')
			text_printf(t, "\\%c", s[i]);
		else if (s[i] == '\n' || s[i] == '\t')
			text_string(t, s[i] == '\n' ? "\\n" : "\\t");
		else if (s[i] < 0x20)
			text_printf(t, "\\u%04x", s[i]);
		else if (n)
			text_add(t, string + i, n);
		else
			text_string(t, "\xEF\xBF\xBD");
		i += n ? n : 1;
	}
	text_add(t, "\"", 1);
}

/* Returns how many bytes at `s`, which ends with a NUL, are a control character. */
static size_t
control_bytes(const unsigned char *s)
{
	if (s[0] == 0xC2 && s[1] >= 0x80 && s[1] < 0xA0)
		return 2;
	return (s[0] < 0x20 && s[0] != '\0') || s[0] == 0x7f;
}

const char *
text_escaped(struct arena *ar, const char *string)
{
	const unsigned char *s = (const unsigned char *)string;
	struct text t = { .ar = ar };
	size_t i = 0;

	while (s[i] != '\0' && !control_bytes(s + i))
		i++;
	if (s[i] == '\0')
		return string;
	text_add(&t, string, i);
	while (s[i] != '\0') {
		const size_t n = control_bytes(s + i);
		if (n == 0)
			text_add(&t, string + i++, 1);
		for (size_t end = i + n; i < end; i++)
			text_printf(&t, "\\%02X", s[i]);
	}
	return ar->failed ? "" : t.s;
}

void
text_one_line(char *to, size_t room, const char *s, size_t n)
{
	static const char hex[] = "0123456789ABCDEF";
	size_t k = 0, i = 0;
	const size_t end = room - sizeof TEXT_ELLIPSIS - 3; /* an escape and the ellipsis always fit */

	while (i < n && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t'))
		i++;
	for (; i < n && k < end; i++) {
		unsigned char c = (unsigned char)s[i];
		if (c == '\n' || c == '\t' || c == ' ') {
			if (to[k - 1] != ' ')
				to[k++] = ' ';
		} else if (c < 0x20 || c == 0x7f) {
			to[k++] = '\\';
			to[k++] = hex[c >> 4];
			to[k++] = hex[c & 15];
		} else
			to[k++] = (char)c;
	}
	if (i < n) {
		while (k > 0 && ((unsigned char)to[k - 1] & 0xC0) == 0x80) /* do not split a UTF-8 sequence */
			k--;
		if (k > 0 && (unsigned char)to[k - 1] >= 0xC0)
			k--;
		memcpy(to + k, TEXT_ELLIPSIS, sizeof TEXT_ELLIPSIS - 1);
		k += sizeof TEXT_ELLIPSIS - 1;
	}
	while (k > 0 && to[k - 1] == ' ')
		k--;
	to[k] = '\0';
}
