/* SPDX-License-Identifier: MIT */
/* headers.c -- reads properties for which LLVM-C has no getter from the module's text: dso_local, and whether a
** global has properties that LLVM-C cannot set either.
**
** The module is printed while it has no function bodies, so the text has one line for each global.  LLVM prints
** variables, aliases, ifuncs and functions in the order of the module, so lines and values are matched by counting. */
#include "addrspace/remove/remove.h"

/* The next word of a line; a quoted name is one word.  Moves *p behind it.  Empty at the end of the line. */
static const char *
next_word(const char **p, size_t *n)
{
	const char *s = *p, *start;
	bool quoted = false;

	while (*s == ' ')
		s++;
	start = s;
	while (*s != '\0' && *s != '\n' && (quoted || *s != ' ')) {
		if (*s == '"')
			quoted = !quoted;
		s++;
	}
	*p = s;
	*n = (size_t)(s - start);
	return start;
}

static bool
is_word(const char *w, size_t n, const char *text)
{
	return strlen(text) == n && memcmp(w, text, n) == 0;
}

/* @name = linkage dso_local ... global|constant|alias|ifunc ..., attributes.  ("external" may be wrong, as the
** initialisers have been removed.) */
static void
read_global(const char *line, struct clone *s)
{
	static const char *const lost[] = { "partition", "code_model", "no_sanitize_address", "no_sanitize_hwaddress",
		"sanitize_memtag", "sanitize_address_dyninit" };
	const char *w;
	size_t n;

	while ((w = next_word(&line, &n), n > 0)) {
		if (is_word(w, n, "dso_local"))
			s->dso_local = true;
		if (is_word(w, n, "global") || is_word(w, n, "constant") || is_word(w, n, "alias")
			|| is_word(w, n, "ifunc"))
			break;
	}
	size_t rest = strcspn(line, ",#\n");
	if (line[rest] == '\0' || line[rest] == '\n') /* nothing follows the type */
		return;
	while ((w = next_word(&line, &n), n > 0)) {
		if (w[0] == '#')
			s->uncopyable = true;
		for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++)
			if (n >= strlen(lost[i]) && memcmp(w, lost[i], strlen(lost[i])) == 0)
				s->uncopyable = true;
	}
}

/* declare linkage dso_local ... @name(...) */
static void
read_function(const char *line, struct clone *s)
{
	const char *w;
	size_t n;

	while ((w = next_word(&line, &n), n > 0) && w[0] != '@')
		if (is_word(w, n, "dso_local"))
			s->dso_local = true;
}

void
headers_read(struct remover *r)
{
	char *text = LLVMPrintModuleToString(r->module);
	uint32_t g = 0, f = 0;

	for (const char *line = text; *line != '\0';) {
		const char *end = strchr(line, '\n');
		if (*line == '@' && g < r->nglobals)
			read_global(line, &r->globals[g++]);
		else if (strncmp(line, "declare ", 8) == 0 && f < r->nfunctions)
			read_function(line, &r->functions[f++]);
		if (end == NULL)
			break;
		line = end + 1;
	}
	LLVMDisposeMessage(text);
}
