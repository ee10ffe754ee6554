/* SPDX-License-Identifier: MIT */
/* slice_declare.c -- turns definitions into declarations for another module.
**
** A declaration keeps what matters to users: address space, calling convention, attributes, alignment, visibility, and
** dso_local if the definition was local.  Initialiser, section, comdat, personality and metadata are dropped. */
#include <string.h>

#include "extract/slice.h"

/* Output in the arena, never longer than the input and ADDED bytes. */
enum { ADDED = 64 };
struct output { char *start, *to; };

static bool
piece_init(struct output *p, struct arena *ar, size_t bytes)
{
	p->start = p->to = arena_alloc(ar, bytes + ADDED);
	return p->start != NULL;
}

static void
put(struct output *p, const char *from, const char *end)
{
	memcpy(p->to, from, (size_t)(end - from));
	p->to += end - from;
}

static void
put_string(struct output *p, const char *s)
{
	put(p, s, s + strlen(s));
}

static bool
is(const char *at, const char *end, const char *word)
{
	size_t n = strlen(word);
	return (size_t)(end - at) == n && memcmp(at, word, n) == 0;
}

static const char *
blanks(const char *s, const char *end)
{
	while (s < end && *s == ' ')
		s++;
	return s;
}

static bool
is_local(const char *at, const char *end)
{
	return is(at, end, "private") || is(at, end, "internal");
}

/* Is it a word that only a definition has? */
static bool
defines(const char *at, const char *end)
{
	static const char *const words[] = { "private", "internal", "available_externally", "linkonce", "linkonce_odr",
		"weak", "weak_odr", "common", "appending", "external", "extern_weak", "dllexport",
		"externally_initialized" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is(at, end, words[i]))
			return true;
	return false;
}

/* Copies the words from `s` up to one of `stop`, without those of definitions only.  Returns the end of the stop word,
** which is not copied.  *local: dso_local must be added. */
static const char *
put_head(struct output *p, const char *s, const char *end, const char *const *stop, const char **stopped)
{
	const char *e;

	for (; s < end && (e = lex_word(s, end)) > s; s = blanks(e, end)) {
		for (size_t i = 0; stop[i] != NULL; i++)
			if (is(s, e, stop[i])) {
				*stopped = s;
				return e;
			}
		if (is_local(s, e))
			put_string(p, "dso_local ");
		else if (!defines(s, e)) {
			put(p, s, e);
			*p->to++ = ' ';
		}
	}
	*stopped = s;
	return s;
}

static const char *
finish(struct output *p, size_t *bytes)
{
	*bytes = (size_t)(p->to - p->start);
	return p->start;
}

/* Returns the end of the type at `s`, with the address space behind ptr. */
static const char *
lex_type(const char *s, const char *end)
{
	const char *e = lex_word(s, end);
	return is(s, e, "ptr") && lex_starts(e, end, " addrspace(") ? lex_word(e + 1, end) : e;
}

const char *
declare_function(struct arena *ar, const char *text, size_t bytes, size_t *out_bytes)
{
	const char *end = memchr(text, '\n', bytes), *s = text + strlen("define "), *e;
	struct output p;

	end = end ? end : text + bytes;
	if (!piece_init(&p, ar, (size_t)(end - text)))
		return NULL;
	put_string(&p, "declare ");
	for (; s < end && *s != '@'; s = blanks(e, end)) {
		e = lex_word(s, end);
		if (e == s)
			e++;
		if (is_local(s, e))
			put_string(&p, "dso_local ");
		else if (!defines(s, e)) {
			put(&p, s, e);
			*p.to++ = ' ';
		}
	}
	for (bool name = true; s < end; s = blanks(e, end), name = false) {
		e = lex_word(s, end);
		if (*s == '{' || *s == '!' || is(s, e, "prefix") || is(s, e, "prologue") || is(s, e, "personality"))
			break;
		if (is(s, e, "section") || is(s, e, "partition") || is(s, e, "gc")) {
			e = lex_word(blanks(e, end), end);
			continue;
		}
		if (is(s, e, "comdat") || lex_starts(s, e, "comdat("))
			continue;
		if (!name)
			*p.to++ = ' ';
		put(&p, s, e);
		e += e == s;
	}
	return finish(&p, out_bytes);
}

static const char *const variable_words[] = { "global", "constant", NULL };

bool
variable_defined(const char *text, size_t bytes)
{
	const char *end = text + bytes, *s = lex_name(text + 1, end) + strlen(" = ");

	for (const char *e; s < end && (e = lex_word(s, end)) > s; s = blanks(e, end)) {
		if (is(s, e, "external") || is(s, e, "extern_weak"))
			return false;
		if (is(s, e, "global") || is(s, e, "constant"))
			break;
	}
	return true;
}

const char *
declare_variable(struct arena *ar, const char *text, size_t bytes, size_t *out_bytes)
{
	const char *end = text + bytes, *s = lex_name(text + 1, end) + strlen(" = "), *word, *e;
	struct output p;

	if (!piece_init(&p, ar, bytes))
		return NULL;
	put(&p, text, s);
	put_string(&p, "external ");
	s = put_head(&p, s, end, variable_words, &word);
	put(&p, word, s);
	*p.to++ = ' ';
	s = blanks(s, end);
	e = lex_type(s, end);
	put(&p, s, e);
	while (e < end) { /* first the initialiser, then the parts behind commas */
		s = blanks(e + 1, end);
		if (*e == ',' && (lex_starts(s, end, "align ") || lex_starts(s, end, "code_model "))) {
			const char *from = e;
			e = lex_word(blanks(lex_word(s, end), end), end);
			put(&p, from, e);
		} else
			e = lex_word(s, end);
	}
	return finish(&p, out_bytes);
}

const char *
declare_alias(struct arena *ar, const char *text, size_t bytes, size_t *out_bytes)
{
	static const char *const words[] = { "alias", "ifunc", NULL };
	const char *end = text + bytes, *name_end = lex_name(text + 1, end), *s = name_end + strlen(" = "), *word;
	struct output head, p;

	if (!piece_init(&head, ar, bytes) || !piece_init(&p, ar, bytes))
		return NULL;
	s = blanks(put_head(&head, s, end, words, &word), end);
	const char *e = lex_type(s, end), *parameters = blanks(e, end);
	if (lex_starts(parameters, end, "(")) { /* a function type */
		const char *parameters_end = lex_word(parameters, end);
		put_string(&p, "declare ");
		/* unnamed_addr stands behind the parameters of a function. */
		for (const char *w = head.start, *we; w < head.to; w = blanks(we, head.to)) {
			we = lex_word(w, head.to);
			if (is(w, we, "unnamed_addr") || is(w, we, "local_unnamed_addr")
				|| lex_starts(w, we, "thread_local"))
				continue;
			put(&p, w, we);
			*p.to++ = ' ';
		}
		put(&p, s, e);
		*p.to++ = ' ';
		put(&p, text, name_end);
		put(&p, parameters, parameters_end);
		return finish(&p, out_bytes);
	}
	put(&p, text, name_end);
	put_string(&p, " = external ");
	put(&p, head.start, head.to);
	if (lex_starts(e, end, ", ptr addrspace(")) {
		const char *space = e + strlen(", ptr ");
		put(&p, space, lex_word(space, end));
		*p.to++ = ' ';
	}
	put_string(&p, "global ");
	put(&p, s, e);
	return finish(&p, out_bytes);
}

/* Copies `text` without the elements ", NAME..." for any NAME of `names` outside of strings. */
static const char *
without(struct arena *ar, const char *text, size_t bytes, const char *const *names, size_t *out_bytes)
{
	const char *s = text, *end = text + bytes;
	struct output p;

	if (!piece_init(&p, ar, bytes))
		return NULL;
	while (s < end) {
		const char *next = s + 1;
		bool drop = false;
		if (*s == '"')
			next = lex_name(s, end);
		else if (*s == ',')
			for (size_t i = 0; names[i] != NULL && !drop; i++)
				drop = lex_starts(s, end, names[i]);
		if (drop) { /* a name and !number */
			s += strcspn(s + 2, " ") + 3;
			while (s < end && (*s == '!' || (*s >= '0' && *s <= '9')))
				s++;
			continue;
		}
		put(&p, s, next);
		s = next;
	}
	return finish(&p, out_bytes);
}

const char *
without_unit_lists(struct arena *ar, const char *text, size_t bytes, size_t *out_bytes)
{
	static const char *const names[] = { ", enums: !", ", retainedTypes: !", ", globals: !", ", imports: !",
		", macros: !", NULL };
	return without(ar, text, bytes, names, out_bytes);
}

const char *
without_debug(struct arena *ar, const char *text, size_t bytes, size_t *out_bytes)
{
	static const char *const names[] = { ", !dbg !", NULL };
	return without(ar, text, bytes, names, out_bytes);
}
