/* SPDX-License-Identifier: MIT */
/* read: data from text.  It reads files and strings of the program, and the constants of compiled code. */
#include <stdlib.h>
#include <string.h>
#include <wctype.h>
#include "port.h"

/* Labels: #n= makes a box, which #n# stands for until the datum is known. */
struct reader {
	FILE *f;
	bool fold;
	unsigned *line;
	scm labels;                /* list of (number . box) */
	struct gathered token;     /* UTF-8, with a zero behind it */
};

static scm read_datum(struct reader *);
static const scm closing = SCM_WORD(0x80a), dot = SCM_WORD(0x90a); /* of the text, not data */

static _Noreturn void
bad(struct reader *r, const char *message)
{
	scm_error_of_kind("read-error", "read", message, r->line != NULL ? scm_cons(scm_fixnum(*r->line), SCM_NIL)
		: SCM_NIL);
}

static int64_t
next(struct reader *r)
{
	int64_t c = scm_get_char(r->f, false);

	if (c == '\n' && r->line != NULL)
		++*r->line;
	return c;
}
static int64_t peek(struct reader *r) { return scm_get_char(r->f, true); }

static bool
delimiter(int64_t c)
{
	return c < 0 || (c < 0x80 && strchr(" \t\n\r\f()\";|'", (int)c) != NULL) || (c >= 0x80 && iswspace((wint_t)c));
}

static void
add(struct reader *r, int64_t c)
{
	struct gathered *t = &r->token;

	gather_room(t, 8);
	t->n += scm_encode(t->at + t->n, (uint32_t)c);
	t->at[t->n] = '\0';
}

static void
comment(struct reader *r)
{
	for (int depth = 1; depth > 0;) {
		int64_t c = next(r);
		if (c < 0)
			bad(r, "a comment has no end");
		if (c == '|' && peek(r) == '#')
			next(r), depth--;
		else if (c == '#' && peek(r) == '|')
			next(r), depth++;
	}
}

/* \x41; \n and the like, after the backslash. */
static void
escape(struct reader *r)
{
	static const char from[] = "abtnr", to[] = "\a\b\t\n\r";
	int64_t c = next(r);
	const char *known = c > 0 && c < 0x80 ? strchr(from, (int)c) : NULL;

	if (c == 'x' || c == 'X') {
		int64_t value = 0, digits = 0;
		for (c = next(r); c >= 0 && c < 0x80 && strchr("0123456789abcdefABCDEF", (int)c) != NULL; c = next(r)) {
			value = value * 16 + (c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
			if (++digits > 6)
				break;
		}
		if (c != ';' || digits == 0 || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
			bad(r, "\\x needs the number of a character, and a semicolon");
		add(r, value);
	} else if (known != NULL)
		add(r, to[known - from]);
	else if (c == '\n' || c == ' ' || c == '\t') { /* the line goes on, without the blanks around its end */
		while (c == ' ' || c == '\t')
			c = next(r);
		if (c != '\n')
			bad(r, "a backslash before blanks has to end the line");
		while (peek(r) == ' ' || peek(r) == '\t')
			next(r);
	} else if (c < 0)
		bad(r, "a string has no end");
	else
		add(r, c);
}

static void
until(struct reader *r, char mark)
{
	for (int64_t c; (c = next(r)) != mark;) {
		if (c < 0)
			bad(r, mark == '"' ? "a string has no end" : "a symbol has no end");
		if (c == '\\')
			escape(r);
		else
			add(r, c);
	}
}

static scm
read_string(struct reader *r)
{
	r->token.n = 0;
	until(r, '"');
	return scm_string_from(r->token.n > 0 ? r->token.at : "", r->token.n);
}

/* The rest of a token that began with what is in the token.  True if a part of it was |marked|. */
static bool
token(struct reader *r)
{
	bool marked = false;

	for (;;) {
		int64_t c = peek(r);
		if (c == '|') {
			next(r);
			until(r, '|');
			marked = true;
		} else if (delimiter(c))
			break;
		else
			add(r, r->fold ? (int64_t)towlower((wint_t)next(r)) : next(r));
	}
	if (r->token.n == 0)
		add(r, 0), r->token.n = 0;
	return marked;
}

static scm
symbol_or_number(struct reader *r)
{
	bool marked = token(r);
	scm x = marked ? SCM_FALSE : scm_parse_number(r->token.at, 10);

	if (x != SCM_FALSE)
		return x;
	if (!marked && strcmp(r->token.at, ".") == 0)
		return dot;
	return scm_intern(r->token.at);
}

static scm
read_list(struct reader *r)
{
	scm first = SCM_NIL, last = SCM_NIL, x = SCM_NIL;

	LR_GC_PUSH(&first, &last, &x);
	for (;;) {
		x = read_datum(r);
		if (x == closing)
			break;
		if (x == SCM_EOF)
			bad(r, "a list has no end");
		if (x == dot) {
			if (last == SCM_NIL)
				bad(r, "a dot at the begin of a list");
			x = read_datum(r);
			if (x == dot || x == closing || x == SCM_EOF)
				bad(r, "a datum has to follow a dot");
			scm_set_cdr(last, x);
			if (read_datum(r) != closing)
				bad(r, "one datum has to follow a dot");
			break;
		}
		x = scm_cons(x, SCM_NIL);
		if (last == SCM_NIL)
			first = x;
		else
			scm_set_cdr(last, x);
		last = x;
	}
	LR_GC_POP();
	return first;
}

static scm
read_vector(struct reader *r, bool bytes)
{
	scm l = read_list(r), result = SCM_FALSE;
	int64_t n = 0, i = 0;

	LR_GC_PUSH(&l, &result);
	for (scm p = l; scm_is(p, &scm_pair_type); p = CDR(p), n++)
		if (bytes && (!scm_is_fixnum(CAR(p)) || scm_int(CAR(p)) < 0 || scm_int(CAR(p)) > 255))
			bad(r, "an element of a bytevector is no byte");
	result = bytes ? scm_make_bytes(n) : scm_make_vector(n, SCM_FALSE);
	for (scm p = l; i < n; p = CDR(p), i++)
		if (bytes)
			((struct scm_bytes *)result)->at[i] = (uint8_t)scm_int(CAR(p));
		else
			((struct scm_vector *)result)->at[i] = CAR(p);
	LR_GC_POP();
	return result;
}

static scm
read_char(struct reader *r)
{
	static const struct { const char *name; uint32_t c; } names[] = { { "alarm", 7 }, { "backspace", 8 },
		{ "delete", 127 }, { "escape", 27 }, { "newline", 10 }, { "null", 0 }, { "return", 13 }, { "space",
			32 },
		{ "tab", 9 }, { "nul", 0 }, { "linefeed", 10 } };
	int64_t c = next(r);

	if (c < 0)
		bad(r, "a character has to follow #\\");
	r->token.n = 0;
	add(r, c);
	while (!delimiter(peek(r)))
		add(r, next(r));
	size_t width = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	if (r->token.n == width)
		return scm_char((uint32_t)c);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(r->token.at, names[i].name) == 0 || (r->fold && strcasecmp(r->token.at, names[i].name) == 0))
			return scm_char(names[i].c);
	char *end;
	unsigned long value = strtoul(r->token.at + 1, &end, 16);
	if ((c != 'x' && c != 'X') || *end != '\0' || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
		bad(r, "no character has this name");
	return scm_char((uint32_t)value);
}

static scm
unboxed(scm x)
{
	while (scm_is(x, &scm_box_type))
		x = *(scm *)x;
	return x;
}

/* Puts what labels stand for in the place of their boxes.  What is read is a tree but for these, and nothing that came
** from a box is entered, so that the walk ends. */
static void
patch(scm x)
{
	scm_check_stack();
	for (bool more = true; more && scm_is(x, &scm_pair_type);) {
		if (!scm_is(CAR(x), &scm_box_type))
			patch(CAR(x));
		scm_set_car(x, unboxed(CAR(x)));
		more = !scm_is(CDR(x), &scm_box_type);
		scm_set_cdr(x, unboxed(CDR(x)));
		x = more ? CDR(x) : SCM_NIL;
	}
	struct scm_vector *v = x;
	for (int64_t i = 0; scm_is(x, &scm_vector_type) && i < v->length; i++) {
		if (!scm_is(v->at[i], &scm_box_type))
			patch(v->at[i]);
		scm_vector_set(v, scm_fixnum(i), unboxed(v->at[i]));
	}
}

static scm
label(struct reader *r, int64_t c)
{
	int64_t number = c - '0';
	scm entry = SCM_NIL, x = SCM_NIL;

	while ((c = next(r)) >= '0' && c <= '9' && number < 1000000000)
		number = number * 10 + c - '0';
	for (scm l = r->labels; c == '#' && l != SCM_NIL; l = CDR(l))
		if (CAR(CAR(l)) == scm_fixnum(number))
			return CDR(CAR(l));
	if (c != '=')
		bad(r, c == '#' ? "a label that is not defined" : "unknown syntax after #");
	LR_GC_PUSH(&entry, &x);
	entry = lr_gc_alloc(8, &scm_box_type);
	*(scm *)entry = SCM_UNDEFINED;
	entry = scm_cons(scm_fixnum(number), entry);
	r->labels = scm_cons(entry, r->labels);
	x = read_datum(r);
	if (x == CDR(entry) || x == closing || x == dot || x == SCM_EOF)
		bad(r, "a label of nothing");
	*(scm *)CDR(entry) = x;
	lr_gc_write_barrier(CDR(entry), x);
	LR_GC_POP();
	return x;
}

static scm
after_hash(struct reader *r)
{
	int64_t c = next(r);

	switch (c) {
	case '(':  return read_vector(r, false);
	case '\\': return read_char(r);
	case '|':  comment(r); return read_datum(r);
	case ';':
		if (read_datum(r) == SCM_EOF)
			bad(r, "a datum has to follow #;");
		return read_datum(r);
	default: break;
	}
	if (c >= '0' && c <= '9')
		return label(r, c);
	r->token.n = 0;
	add(r, '#');
	if (c >= 0)
		add(r, c);
	token(r);
	const char *t = r->token.at;
	if (strcmp(t, "#!fold-case") == 0 || strcmp(t, "#!no-fold-case") == 0) {
		r->fold = t[2] == 'f';
		return read_datum(r);
	}
	if (strcasecmp(t, "#u8") == 0 && peek(r) == '(') {
		next(r);
		return read_vector(r, true);
	}
	if (strcasecmp(t, "#t") == 0 || strcasecmp(t, "#true") == 0)
		return SCM_TRUE;
	if (strcasecmp(t, "#f") == 0 || strcasecmp(t, "#false") == 0)
		return SCM_FALSE;
	scm x = scm_parse_number(t, 10);
	if (x == SCM_FALSE)
		bad(r, "unknown syntax after #");
	return x;
}

static scm
quoted(struct reader *r, const char *name)
{
	scm x = read_datum(r);

	if (x == SCM_EOF || x == closing || x == dot)
		bad(r, "a datum has to follow a quote");
	LR_GC_PUSH(&x);
	x = scm_cons(x, SCM_NIL);
	x = scm_cons(scm_intern(name), x);
	LR_GC_POP();
	return x;
}

static scm
read_datum(struct reader *r)
{
	int64_t c;

	scm_check_stack();
	do {
		c = next(r);
		if (c == ';')
			while ((c = next(r)) >= 0 && c != '\n')
				;
	} while (c >= 0 && (c < 0x80 ? strchr(" \t\n\r\f", (int)c) != NULL && c != 0 : iswspace((wint_t)c)));
	switch (c) {
	case -1:   return SCM_EOF;
	case '(':  return read_list(r);
	case ')':  return closing;
	case '\'': return quoted(r, "quote");
	case '`':  return quoted(r, "quasiquote");
	case ',':
		if (peek(r) != '@')
			return quoted(r, "unquote");
		next(r);
		return quoted(r, "unquote-splicing");
	case '"':  return read_string(r);
	case '#':  return after_hash(r);
	default:   break;
	}
	r->token.n = 0;
	if (c == '|') {
		until(r, '|');
		token(r);
		return scm_intern(r->token.at);
	}
	add(r, r->fold ? (int64_t)towlower((wint_t)c) : c);
	return symbol_or_number(r);
}

scm
scm_read(FILE *f, bool *fold, unsigned *line)
{
	struct reader r = { .f = f, .fold = *fold, .line = line, .labels = SCM_NIL };

	gather_start(&r.token);
	LR_GC_PUSH(&r.labels, &r.token.large);
	scm x = read_datum(&r);
	if (x == dot || x == closing)
		bad(&r, x == dot ? "a dot without a list" : "a parenthesis is closed that was not opened");
	*fold = r.fold;
	if (r.labels != SCM_NIL) {
		r.labels = x;
		patch(x);
	}
	LR_GC_POP();
	return x;
}

scm
scm_constant(const char *text)
{
	bool fold = false;
	FILE *f = fmemopen((char *)(uintptr_t)text, strlen(text), "r");

	if (f == NULL)
		scm_error_of_kind("out-of-memory", NULL, "no memory for a constant", SCM_NIL);
	scm x = scm_read(f, &fold, NULL);
	fclose(f);
	return x;
}
