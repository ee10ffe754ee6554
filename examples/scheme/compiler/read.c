/* SPDX-License-Identifier: MIT */
/* Memory of the compiler, mistakes, and the reader: text becomes syntax with lines. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "scheme_compiler.h"

struct trap *trap;

const struct stx *arena_expands;
static size_t taken;           /* since the text began */
enum { MOST_TAKEN = 1 << 30 }; /* while macros are expanded */

void
arena_text(void)
{
	arena_expands = NULL;
	taken = 0;
}

void *
arena(size_t bytes)
{
	static char *at, *end;

	bytes = (bytes + 15) & ~(size_t)15;
	if (bytes > (size_t)(end - at)) {
		size_t room = bytes > 1 << 18 ? bytes : 1 << 18;
		if ((taken += room) > MOST_TAKEN && arena_expands != NULL)
			fail(arena_expands, "the program is too large when its macros are expanded");
		at = calloc(1, room);
		if (at == NULL) {
			end = NULL;
			fail(arena_expands, "no memory for the compiler");
		}
		end = at + room;
	}
	at += bytes;
	return at - bytes;
}

char *
arena_format(const char *format, ...)
{
	va_list list, again;

	va_start(list, format);
	va_copy(again, list);
	int n = vsnprintf(NULL, 0, format, list);
	char *text = arena((size_t)n + 1);
	vsnprintf(text, (size_t)n + 1, format, again);
	va_end(again);
	va_end(list);
	return text;
}

_Noreturn void
fail(const struct stx *where, const char *format, ...)
{
	va_list list;
	size_t n = 0;

	if (trap == NULL) {
		fputs("schemer: a mistake outside of any form\n", stderr);
		exit(1);
	}
	if (where != NULL && where->file != NULL)
		n = (size_t)snprintf(trap->message, sizeof trap->message, "%.200s:%u: ", where->file, where->line);
	va_start(list, format);
	vsnprintf(trap->message + n, sizeof trap->message - n, format, list);
	va_end(list);
	longjmp(trap->at, 1);
}

struct id *
symbol(const char *name)
{
	static struct id *table[4096];
	unsigned h = 5381;

	for (const char *s = name; *s != '\0'; s++)
		h = h * 33 ^ (unsigned char)*s;
	struct id **slot = &table[h % 4096];
	for (struct id *i = *slot; i != NULL; i = i->next)
		if (strcmp(i->name, name) == 0)
			return i;
	struct id *i = arena(sizeof *i);
	i->name = arena_format("%s", name);
	i->next = *slot;
	return *slot = i;
}

struct id *
stx_symbol(struct id *i)
{
	while (i->base != NULL)
		i = i->base;
	return i;
}

static struct stx *
stx_new(enum stx_kind kind, unsigned line, const char *file)
{
	struct stx *s = arena(sizeof *s);

	s->kind = kind;
	s->line = line;
	s->file = file;
	return s;
}

struct stx *
stx_nil(void)
{
	return stx_new(S_NIL, 0, NULL);
}

struct stx *
stx_pair(struct stx *car, struct stx *cdr, const struct stx *where)
{
	struct stx *s = stx_new(S_PAIR, where->line, where->file);

	s->car = car;
	s->cdr = cdr;
	return s;
}

struct stx *
stx_id(struct id *id, const struct stx *where)
{
	struct stx *s = stx_new(S_ID, where->line, where->file);

	s->id = id;
	return s;
}

static void
bad(struct reader *r, const char *what)
{
	fail(stx_new(S_NIL, r->line, r->file), "%s", what);
}

static void
skip(struct reader *r)
{
	for (;; r->at++) {
		if (*r->at == '\n')
			r->line++;
		else if (*r->at == ';') {
			while (r->at[1] != '\0' && r->at[1] != '\n')
				r->at++;
		} else if (r->at[0] == '#' && r->at[1] == '|') {
			int depth = 1;
			for (r->at += 2; depth > 0; r->at++) {
				if (*r->at == '\0')
					bad(r, "a comment has no end");
				if (*r->at == '\n')
					r->line++;
				if (r->at[0] == '|' && r->at[1] == '#')
					depth--, r->at++;
				else if (r->at[0] == '#' && r->at[1] == '|')
					depth++, r->at++;
			}
			r->at--;
		} else if (r->at[0] == '#' && r->at[1] == ';') {
			r->at += 2;
			read_stx(r);
			r->at--;
		} else if (r->at[0] == '#' && r->at[1] == '!'
			&& (isalpha((unsigned char)r->at[2]) || r->at[2] == '/')) {
			if (r->at[2] == '/') { /* #!/usr/bin/env schemer */
				r->at += strcspn(r->at, "\n") - 1;
				continue;
			}
			if (strncmp(r->at + 2, "fold-case", 9) == 0)
				r->fold = true;
			else if (strncmp(r->at + 2, "no-fold-case", 12) == 0)
				r->fold = false;
			while (r->at[1] != '\0' && !isspace((unsigned char)r->at[1]) && r->at[1] != '(')
				r->at++;
		} else if (!isspace((unsigned char)*r->at))
			return;
	}
}

static bool
delimiter(char c)
{
	return c == '\0' || isspace((unsigned char)c) || strchr("()\";'", c) != NULL;
}

static struct stx *
list(struct reader *r, char end)
{
	struct stx *first = NULL, **last = &first;
	unsigned line = r->line;

	for (;;) {
		skip(r);
		if (*r->at == '\0') {
			r->line = line;
			bad(r, "a parenthesis that begins here is not closed");
		}
		if (*r->at == end) {
			r->at++;
			*last = stx_new(S_NIL, r->line, r->file);
			if (first->kind == S_PAIR)
				first->line = line;
			return first;
		}
		if (*r->at == '.' && delimiter(r->at[1]) && first != NULL) {
			r->at++;
			*last = read_stx(r);
			skip(r);
			if (*last == NULL || *r->at != end)
				bad(r, "one datum has to follow the dot");
			r->at++;
			return first;
		}
		struct stx *p = stx_new(S_PAIR, r->line, r->file);
		p->car = read_stx(r);
		*last = p;
		last = &p->cdr;
	}
}

static struct stx *
quoted(struct reader *r, const char *name, size_t width)
{
	struct stx here = { .line = r->line, .file = r->file };

	r->at += width;
	struct stx *x = read_stx(r);
	if (x == NULL)
		bad(r, "a datum has to follow a quote");
	return stx_pair(stx_id(symbol(name), &here), stx_pair(x, stx_nil(), &here), &here);
}

/* A string or |symbol| as text, up to the closing mark. */
static struct stx *
marked(struct reader *r, char mark)
{
	const char *from = r->at++;
	unsigned line = r->line;

	for (; *r->at != mark; r->at++) {
		if (*r->at == '\0')
			bad(r, mark == '"' ? "a string has no end" : "a symbol has no end");
		if (*r->at == '\n')
			r->line++;
		if (*r->at == '\\' && r->at[1] != '\0')
			r->at++;
	}
	r->at++;
	if (mark == '|' && r->at - from >= 2) {
		struct stx here = { .line = line, .file = r->file };
		return stx_id(symbol(arena_format("%.*s", (int)(r->at - from - 2), from + 1)), &here);
	}
	struct stx *s = stx_new(S_ATOM, line, r->file);
	s->text = arena_format("%.*s", (int)(r->at - from), from);
	return s;
}

static bool
number(const char *s)
{
	if (*s == '+' || *s == '-') {
		if (strcmp(s + 1, "inf.0") == 0 || strcmp(s + 1, "nan.0") == 0)
			return true;
		s++;
	}
	return isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1]));
}

static bool
boolean(const char *s)
{
	return strcasecmp(s, "#t") == 0 || strcasecmp(s, "#f") == 0 || strcasecmp(s, "#true") == 0
		|| strcasecmp(s, "#false") == 0;
}

static struct stx *
read_one(struct reader *r)
{
	skip(r);
	switch (*r->at) {
	case '\0': return NULL;
	case '(':  r->at++; return list(r, ')');
	case ')':  bad(r, "a parenthesis is closed that was not opened"); break;
	case '\'': return quoted(r, "quote", 1);
	case '`':  return quoted(r, "quasiquote", 1);
	case ',':  return r->at[1] == '@' ? quoted(r, "unquote-splicing", 2) : quoted(r, "unquote", 1);
	case '"':  return marked(r, '"');
	case '|':  return marked(r, '|');
	default:   break;
	}
	if (r->at[0] == '#' && r->at[1] == '(') {
		struct stx *s = stx_new(S_VECTOR, r->line, r->file);
		r->at += 2;
		s->list = list(r, ')');
		return s;
	}
	const char *from = r->at;
	struct stx *s = stx_new(S_ATOM, r->line, r->file);
	if (strncasecmp(from, "#u8(", 4) == 0) {
		r->at = strchr(from, ')');
		if (r->at == NULL)
			bad(r, "a bytevector has no end");
		r->at++;
	} else {
		if (from[0] == '#' && from[1] == '\\' && from[2] != '\0')
			r->at += 3;
		while (!delimiter(*r->at))
			r->at++;
	}
	char *text = arena_format("%.*s", (int)(r->at - from), from);
	if (boolean(text)) /* in any case; the compiler knows the short ones */
		text = arena_format("#%c", tolower((unsigned char)text[1]));
	if (*text == '#' || number(text)) {
		s->text = text;
		return s;
	}
	for (char *c = text; r->fold && *c != '\0'; c++)
		*c = (char)tolower((unsigned char)*c);
	s->kind = S_ID;
	s->id = symbol(text);
	return s;
}

/* The reader, and all that walks syntax, recurs as deep as the text is nested. */
enum { DEPTH = 5000 };
struct stx *
read_stx(struct reader *r)
{
	if (++r->depth > DEPTH)
		bad(r, "the text is nested too deep");
	struct stx *s = read_one(r);
	r->depth--;
	return s;
}

static void
write_to(FILE *f, const struct stx *s)
{
	switch (s->kind) {
	case S_NIL:  fputs("()", f); return;
	case S_ATOM: fputs(s->text, f); return;
	case S_ID: {
		const char *name = stx_symbol(s->id)->name;
		bool plain = *name != '\0' && !number(name) && *name != '#' && strcmp(name, ".") != 0;
		for (const char *c = name; *c != '\0'; c++)
			plain = plain && !delimiter(*c) && *c != '|' && !isupper((unsigned char)*c);
		fprintf(f, plain ? "%s" : "|%s|", name);
		return;
	}
	case S_VECTOR:
		fputs("#", f);
		write_to(f, s->list);
		return;
	case S_PAIR:
		for (fputc('(', f);; fputc(' ', f)) {
			write_to(f, s->car);
			s = s->cdr;
			if (s->kind != S_PAIR)
				break;
		}
		if (s->kind != S_NIL) {
			fputs(" . ", f);
			write_to(f, s);
		}
		fputc(')', f);
	}
}

char *
stx_write(const struct stx *s)
{
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	if (f == NULL)
		fail(s, "no memory");
	write_to(f, s);
	fclose(f);
	char *copy = arena_format("%s", text);
	free(text);
	return copy;
}
