/* SPDX-License-Identifier: MIT */
/* view_data.c -- functions by name, and their text after each pass. */
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "view.h"

static void *
grown(struct view *v, void *array, uint32_t n, uint32_t *cap, size_t size)
{
	if (n < *cap)
		return array;
	uint32_t wanted = *cap ? *cap * 2 : 8;
	void *more = realloc(array, wanted * size);
	if (more == NULL) {
		v->failed = true;
		return array;
	}
	*cap = wanted;
	return more;
}
#define GROW(v, array, n, cap) ((array) = grown((v), (array), (n), &(cap), sizeof *(array)), !(v)->failed)

static uint32_t
hash_of(const char *s)
{
	uint32_t h = 2166136261u;

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 16777619u;
	return h;
}

static void
rehash(struct view *v)
{
	uint32_t n = v->nhash ? v->nhash * 2 : 64, *hash = calloc(n, sizeof *hash);

	if (hash == NULL) {
		v->failed = true;
		return;
	}
	for (uint32_t i = 0; i < v->nfn; i++) {
		uint32_t k = hash_of(v->fn[i].name) & (n - 1);
		while (hash[k])
			k = (k + 1) & (n - 1);
		hash[k] = i + 1;
	}
	free(v->hash);
	v->hash = hash;
	v->nhash = n;
}

struct viewed *
view_find(const struct view *v, const char *name)
{
	if (v->nhash == 0)
		return NULL;
	for (uint32_t k = hash_of(name) & (v->nhash - 1); v->hash[k]; k = (k + 1) & (v->nhash - 1))
		if (strcmp(v->fn[v->hash[k] - 1].name, name) == 0)
			return &v->fn[v->hash[k] - 1];
	return NULL;
}

/* Returns the record of a function, made on demand; NULL if it is not to be shown, or memory is exhausted. */
static struct viewed *
find(struct view *v, const char *name)
{
	if (v->glob != NULL && !glob_match(v->glob, name, strlen(name)))
		return NULL;
	if (v->nfn * 2 >= v->nhash)
		rehash(v);
	if (v->failed)
		return NULL;
	struct viewed *known = view_find(v, name);
	if (known != NULL)
		return known;
	uint32_t k = hash_of(name) & (v->nhash - 1);
	while (v->hash[k])
		k = (k + 1) & (v->nhash - 1);
	if (!GROW(v, v->fn, v->nfn, v->fn_cap))
		return NULL;
	v->fn[v->nfn] = (struct viewed){ .name = strdup(name) };
	if (v->fn[v->nfn].name == NULL) {
		v->failed = true;
		return NULL;
	}
	v->hash[k] = ++v->nfn;
	return &v->fn[v->nfn - 1];
}

static int
hex(char c)
{
	return c >= '0' && c <= '9' ? c - '0'
		: c >= 'A' && c <= 'F' ? c - 'A' + 10
		: c >= 'a' && c <= 'f' ? c - 'a' + 10
		: -1;
}

char *
view_defined_name(const char *s, const char *end)
{
	while (s < end && *s != '@') {
		if (*s++ == '"') /* an attribute or a type; quotes in it are escaped */
			while (s < end && *s++ != '"')
				;
	}
	if (s == end)
		return NULL;
	bool quoted = *++s == '"';
	char *name = malloc((size_t)(end - s) + 1), *to = name;
	if (name == NULL)
		return NULL;
	for (s += quoted; s < end && *s != (quoted ? '"' : '('); s++) {
		if (*s == '\\' && end - s > 2 && hex(s[1]) >= 0 && hex(s[2]) >= 0) {
			*to++ = (char)(hex(s[1]) << 4 | hex(s[2]));
			s += 2;
		} else if (*s == '\\' && s[1] == '\\') {
			*to++ = *++s;
		} else
			*to++ = *s;
	}
	*to = '\0';
	return name;
}

static void
add_version(struct view *v, struct viewed *f, const char *text, size_t bytes)
{
	const char *old = f->nversion ? f->version[f->nversion - 1].text : NULL;

	if ((old != NULL && strncmp(old, text, bytes) == 0 && old[bytes] == '\0')
		|| !GROW(v, f->version, f->nversion, f->version_cap))
		return;
	char *copy = strndup(text, bytes);
	if (copy == NULL)
		v->failed = true;
	else
		f->version[f->nversion++] = (struct version){ v->npass - 1, copy };
}

const char *
view_next_definition(const char **at, size_t *bytes)
{
	for (const char *s = *at, *e; *s != '\0'; s = e) {
		e = strchr(s, '\n');
		e = e ? e + 1 : s + strlen(s);
		if (strncmp(s, "define ", 7) != 0)
			continue;
		const char *last = strstr(e - 1, "\n}");
		while (last != NULL && last[2] != '\n' && last[2] != '\0')
			last = strstr(last + 1, "\n}");
		if (last == NULL)
			break;
		*bytes = (size_t)(last + 2 - s);
		*at = last + 2;
		return s;
	}
	return NULL;
}

void
view_add_module(struct view *v, const char *pass, const char *text)
{
	if (v->failed || !GROW(v, v->pass, v->npass, v->pass_cap))
		return;
	if ((v->pass[v->npass] = strdup(pass)) == NULL) {
		v->failed = true;
		return;
	}
	v->npass++;
	size_t bytes;
	for (const char *at = text, *s; !v->failed && (s = view_next_definition(&at, &bytes)) != NULL;) {
		char *name = view_defined_name(s, s + strcspn(s, "\n"));
		struct viewed *f = name ? find(v, name) : NULL;
		free(name);
		if (f != NULL)
			add_version(v, f, s, bytes);
	}
}

/* A dump is "; *** IR Dump After PASS on ...", then the module. */
static const char dump_head[] = "; *** IR Dump After ";

void
view_finish(struct view *v)
{
	if (v->dump != NULL && v->ndump > 0 && strncmp(v->dump, dump_head, sizeof dump_head - 1) == 0) {
		char *pass = v->dump + sizeof dump_head - 1, *line = strchr(pass, '\n'), *on = NULL;
		for (char *p = pass; line != NULL && (p = strstr(p, " on ")) != NULL && p < line; p++)
			on = p;
		if (on != NULL) {
			*on = '\0';
			view_add_module(v, pass, line + 1);
		}
	}
	v->ndump = 0;
}

void
view_on_dump(void *user, const char *text, size_t bytes)
{
	struct view *v = user;

	if (strncmp(text, dump_head, 13) == 0)
		view_finish(v);
	while (!v->failed && v->dump_cap - v->ndump <= bytes) {
		size_t wanted = v->dump_cap ? v->dump_cap * 2 : (size_t)1 << 16;
		char *more = realloc(v->dump, wanted);
		if (more == NULL)
			v->failed = true;
		else
			v->dump = more, v->dump_cap = wanted;
	}
	if (v->failed)
		return;
	memcpy(v->dump + v->ndump, text, bytes);
	v->ndump += bytes;
	v->dump[v->ndump] = '\0';
}

void
view_on_explain(void *user, const char *function, const char *json, size_t bytes)
{
	struct view *v = user;
	struct viewed *f = find(v, function);

	if (f == NULL)
		return;
	free(f->explain);
	f->explain = malloc(bytes + 1);
	if (f->explain == NULL) {
		v->failed = true;
		return;
	}
	memcpy(f->explain, json, bytes);
	f->explain[bytes] = '\0';
	f->explain_bytes = bytes;
}

void
view_free(struct view *v)
{
	for (uint32_t i = 0; i < v->nfn; i++) {
		for (uint32_t k = 0; k < v->fn[i].nversion; k++)
			free(v->fn[i].version[k].text);
		free(v->fn[i].version);
		free(v->fn[i].name);
		free(v->fn[i].explain);
		free(v->fn[i].code);
	}
	for (uint32_t i = 0; i < v->npass; i++)
		free(v->pass[i]);
	free(v->fn);
	free(v->pass);
	free(v->hash);
	free(v->dump);
	free(v->no_code);
}
