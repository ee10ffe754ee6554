/* SPDX-License-Identifier: MIT */
/* slice_lex.c -- the parts of LLVM's syntax that are needed to find the references of an entity.
**
** The text is LLVM's own print: strings contain no quotes, control bytes or line ends, because these are escaped. */
#include <string.h>

#include "extract/slice.h"

static bool
in_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.'
		|| c == '$' || c == '-';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Returns the end of the string that starts at `at`. */
static const char *
skip_string(const char *at, const char *end)
{
	const char *close = memchr(at + 1, '"', (size_t)(end - at - 1));
	return close ? close + 1 : end;
}

const char *
lex_name(const char *at, const char *end)
{
	if (at < end && *at == '"')
		return skip_string(at, end);
	while (at < end && in_name(*at))
		at++;
	return at;
}

const char *
lex_word(const char *at, const char *end)
{
	unsigned depth = 0;

	while (at < end && *at != '\n') {
		switch (*at) {
		case '"':
			at = skip_string(at, end);
			continue;
		case '(': case '[': case '{': case '<':
			depth++;
			break;
		case ')': case ']': case '}': case '>':
			depth -= depth > 0;
			break;
		case ' ': case ',':
			if (depth == 0)
				return at;
			break;
		default:
			break;
		}
		at++;
	}
	return at;
}

static bool
word_is(const char *at, const char *end, const char *word)
{
	size_t n = strlen(word);
	return (size_t)(end - at) == n && memcmp(at, word, n) == 0;
}

/* Classifies a word without a sigil, from `start` to `s`: only two words matter. */
static int
keyword(const char *start, const char *s, const char *end)
{
	bool parenthesis = s < end && *s == '(';

	if (!parenthesis && word_is(start, s, "comdat"))
		return REF_COMDAT;
	return parenthesis && word_is(start, s, "blockaddress") ? REF_BLOCK : REF_NONE;
}

int
lex_reference(const char **at, const char *end, const char **name, size_t *name_bytes)
{
	const char *s = *at;
	int found = REF_NONE;

	while (s < end && found == REF_NONE) {
		const char c = *s, *start = s;
		if (c == ';') {
			const char *line = memchr(s, '\n', (size_t)(end - s));
			s = line ? line : end;
		} else if (c == '"')
			s = skip_string(s, end);
		else if (c == '@' || c == '%' || (c == '$' && s + 1 < end && (s[1] == '"' || in_name(s[1])))) {
			*name = s + 1;
			s = lex_name(s + 1, end);
			*name_bytes = (size_t)(s - *name);
			found = (unsigned char)c;
		} else if (c == '!' || c == '#') {
			*name = s + 1;
			for (s++; s < end && is_digit(*s); s++)
				;
			*name_bytes = (size_t)(s - *name);
			if (*name_bytes > 0)
				found = (unsigned char)c;
			else
				while (s < end && in_name(*s))
					s++;
		} else if (in_name(c)) {
			s = lex_name(s, end);
			found = keyword(start, s, end);
		} else
			s++;
	}
	*at = s;
	return found;
}

bool
lex_starts(const char *at, const char *end, const char *word)
{
	size_t n = strlen(word);

	return (size_t)(end - at) >= n && memcmp(at, word, n) == 0;
}
