/* SPDX-License-Identifier: MIT */
/* slice_index.c -- indexes the top level of a module's text in one pass, and looks entities up by name. */
#include <string.h>

#include "extract/slice.h"

/* ---- names ---- */

static uint32_t
hash_name(char sigil, const char *name, size_t bytes)
{
	uint64_t h = 0xcbf29ce484222325u ^ (unsigned char)sigil;

	for (size_t i = 0; i < bytes; i++)
		h = (h ^ (unsigned char)name[i]) * 0x100000001b3u;
	return (uint32_t)(h ^ h >> 32);
}

char
slice_sigil(const struct entity *e)
{
	switch ((enum entity_kind)e->kind) {
	case ENTITY_TYPE: return '%';
	case ENTITY_COMDAT: return '$';
	case ENTITY_VARIABLE: case ENTITY_ALIAS: case ENTITY_DECLARE: case ENTITY_DEFINE: return '@';
	case ENTITY_ATTRIBUTES: return '#';
	case ENTITY_METADATA: return '!';
	case ENTITY_NAMED: case ENTITY_HEADER: break;
	}
	return '\0';
}

uint32_t
slice_find(const struct slicer *sl, char sigil, const char *name, size_t bytes)
{
	for (uint32_t i = hash_name(sigil, name, bytes);; i++) {
		uint32_t at = sl->table[i & sl->table_mask];
		if (at == 0)
			return UINT32_MAX;
		const struct entity *e = &sl->entities[at - 1];
		if (e->name_bytes == bytes && slice_sigil(e) == sigil && memcmp(e->name, name, bytes) == 0)
			return at - 1;
	}
}

static bool
build_table(struct slicer *sl)
{
	uint32_t size = 16;

	while (size / 2 < sl->n)
		size *= 2;
	sl->table = arena_zarray(&sl->arena, size, sizeof *sl->table);
	if (sl->table == NULL)
		return false;
	sl->table_mask = size - 1;
	for (uint32_t id = 0; id < sl->n; id++) {
		const struct entity *e = &sl->entities[id];
		char sigil = slice_sigil(e);
		if (sigil == '\0')
			continue;
		uint32_t i = hash_name(sigil, e->name, e->name_bytes);
		while (sl->table[i & sl->table_mask] != 0)
			i++;
		sl->table[i & sl->table_mask] = id + 1;
	}
	return true;
}

/* ---- the top level ---- */

static void
name_entity(struct entity *e, const char *at, const char *end)
{
	e->name = at;
	e->name_bytes = (size_t)(lex_name(at, end) - at);
}

/* Does an alias or ifunc follow the name of a global? */
static bool
is_alias(const char *s, const char *end)
{
	for (s += strlen(" = "); s < end;) {
		const char *e = lex_word(s, end);
		size_t n = (size_t)(e - s);
		if ((n == 5 && memcmp(s, "alias", 5) == 0) || (n == 5 && memcmp(s, "ifunc", 5) == 0))
			return true;
		if ((n == 6 && memcmp(s, "global", 6) == 0) || (n == 8 && memcmp(s, "constant", 8) == 0))
			return false;
		s = e + 1;
	}
	return false;
}

/* Classifies the line s..end (a function's first line).  Returns false if it is not needed. */
static bool
classify(struct entity *e, const char *s, const char *end)
{
	e->text = s;
	e->bytes = (size_t)(end - s);
	if (lex_starts(s, end, "define ") || lex_starts(s, end, "declare ")) {
		int sigil;
		e->kind = s[2] == 'f' ? ENTITY_DEFINE : ENTITY_DECLARE;
		while ((sigil = lex_reference(&s, end, &e->name, &e->name_bytes)) != REF_NONE && sigil != '@')
			;
		return sigil == '@';
	}
	switch (*s) {
	case '@':
		name_entity(e, s + 1, end);
		e->kind = is_alias(e->name + e->name_bytes, end) ? ENTITY_ALIAS : ENTITY_VARIABLE;
		e->init = e->kind == ENTITY_VARIABLE && variable_defined(e->text, e->bytes);
		return true;
	case '%':
	case '$':
		name_entity(e, s + 1, end);
		e->kind = *s == '%' ? ENTITY_TYPE : ENTITY_COMDAT;
		return true;
	case '!':
		name_entity(e, s + 1, end);
		e->kind = s + 1 < end && s[1] >= '0' && s[1] <= '9' ? ENTITY_METADATA : ENTITY_NAMED;
		return true;
	default:
		break;
	}
	if (lex_starts(s, end, "attributes #")) {
		name_entity(e, s + strlen("attributes #"), end);
		e->kind = ENTITY_ATTRIBUTES;
		return true;
	}
	e->kind = ENTITY_HEADER;
	return lex_starts(s, end, "target ") || lex_starts(s, end, "source_filename ");
}

/* Returns the end of the function that starts at `s`, behind its closing brace. */
static const char *
body_end(const char *s, const char *end)
{
	while ((s = memchr(s, '\n', (size_t)(end - s))) != NULL && ++s < end)
		if (*s == '}')
			return s + 1;
	return end;
}

bool
slice_find_entities(struct slicer *sl, const char *s, const char *end)
{
	while (s < end) {
		const char *line = memchr(s, '\n', (size_t)(end - s));
		struct entity e = { 0 };
		line = line ? line : end;
		if (line > s && classify(&e, s, line)) {
			if (e.kind == ENTITY_DEFINE) {
				line = body_end(line, end);
				e.bytes = (size_t)(line - s);
			}
			if (sl->n > UINT32_MAX / 4 || !ARENA_PUSH(&sl->arena, sl->entities, sl->n, sl->cap))
				return false;
			sl->entities[sl->n++] = e;
		}
		s = line + 1;
	}
	return build_table(sl);
}

/* ---- functions ---- */

uint32_t
slice_next_function(const struct slicer *sl, uint32_t i)
{
	for (i++; i < sl->n; i++) /* UINT32_MAX + 1 is 0 */
		if (sl->entities[i].kind == ENTITY_DEFINE)
			return i;
	return UINT32_MAX;
}

static unsigned
hex_digit(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10) & 15;
}

const char *
slice_name(struct slicer *sl, uint32_t fn, size_t *bytes, bool *unnamed)
{
	const struct entity *e = &sl->entities[fn];
	char *name = arena_alloc(&sl->arena, e->name_bytes + 1);
	size_t n = 0;

	if (name == NULL)
		return NULL;
	*unnamed = e->name_bytes > 0 && e->name[0] >= '0' && e->name[0] <= '9';
	if (e->name[0] != '"') {
		memcpy(name, e->name, n = e->name_bytes);
	} else
		for (size_t i = 1; i + 1 < e->name_bytes; i++) {
			char c = e->name[i];
			if (c == '\\' && i + 2 < e->name_bytes && e->name[i + 1] == '\\')
				i++;
			else if (c == '\\' && i + 3 < e->name_bytes) {
				c = (char)(hex_digit(e->name[i + 1]) << 4 | hex_digit(e->name[i + 2]));
				i += 2;
			}
			name[n++] = c;
		}
	name[n] = '\0';
	*bytes = n;
	return name;
}
