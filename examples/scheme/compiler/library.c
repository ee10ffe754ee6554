/* SPDX-License-Identifier: MIT */
/* Libraries: define-library, import, and the standard ones, which boot/libraries.scm lists. */
#include <limits.h>
#include <string.h>
#include <unistd.h>
#include "expand.h"

/* An export: the name outside, and the name in the library. */
struct export { struct id *outside, *inside; struct export *next; };
struct library {
	const char *name;          /* as text: (scheme base) */
	struct scope *scope;
	struct export *exports;
	struct library *next;
};
extern const char scheme_libraries[];
static struct library *libraries;

static void
add_export(struct library *l, struct stx *outside, struct stx *inside)
{
	struct export *e = arena(sizeof *e);

	if (outside->kind != S_ID || inside->kind != S_ID)
		fail(outside, "an export has to be a name");
	*e = (struct export){ stx_symbol(outside->id), stx_symbol(inside->id), l->exports };
	l->exports = e;
}

static struct library *
library_new(const char *name, struct scope *scope)
{
	struct library *l = arena(sizeof *l);

	*l = (struct library){ .name = name, .scope = scope, .next = libraries };
	return l;
}

/* Each form of the list is (NAME export ...). */
static void
read_standard(void)
{
	static bool done;
	struct reader r = { .at = scheme_libraries, .file = "libraries.scm", .line = 1 };
	struct stx *s;

	if (done)
		return;
	done = true;
	while ((s = read_stx(&r)) != NULL) {
		struct library *l = library_new(stx_write(s->car), scope_system());
		for (struct stx *e = s->cdr; e->kind == S_PAIR; e = e->cdr)
			add_export(l, e->car, e->car);
		libraries = l;
	}
}

static struct library *
find(const char *name)
{
	read_standard();
	for (struct library *l = libraries; l != NULL; l = l->next)
		if (strcmp(l->name, name) == 0)
			return l;
	return NULL;
}

/* (a b c) is looked for in a/b/c.sld, beside the file that wants it and in the current folder. */
static char *
file_of(struct stx *name, const char *beside)
{
	char *path = arena_format("%s", "");

	for (struct stx *p = name; p->kind == S_PAIR; p = p->cdr)
		path = arena_format("%s%s%s", path, *path ? "/" : "", stx_write(p->car));
	path = arena_format("%s.sld", path);
	char *near = form_path(path, strlen(path), beside);
	return access(near, R_OK) == 0 ? near : access(path, R_OK) == 0 ? path : NULL;
}

bool
library_exists(struct stx *name, const char *beside)
{
	return name->kind == S_PAIR && (find(stx_write(name)) != NULL || file_of(name, beside) != NULL);
}

/* ---- import ---- */

/* The names that an import set gives; loading a library's file adds to `code`. */
struct import { struct export *names; struct library *library; };
struct loaded { struct node **nodes; size_t n, room; };

static void
add_node(struct loaded *l, struct node *n)
{
	if (l->n == l->room) {
		struct node **more = arena((2 * l->room + 8) * sizeof *more);
		for (size_t i = 0; i < l->n; i++)
			more[i] = l->nodes[i];
		l->nodes = more;
		l->room = 2 * l->room + 8;
	}
	l->nodes[l->n++] = n;
}

static struct import
whole_library(struct stx *name, struct loaded *code)
{
	struct library *l = find(stx_write(name));

	if (l == NULL) {
		char *path = file_of(name, name->file);
		if (path == NULL)
			fail(name, "there is no library %s", stx_write(name));
		for (struct stx *f = form_read_file(path, false, name); f->kind == S_PAIR; f = f->cdr) {
			struct macro *macro;
			if (special_of(f->car, scope_system(), &macro) == F_LIBRARY)
				add_node(code, expand_library(f->car));
		}
		l = find(stx_write(name));
		if (l == NULL)
			fail(name, "%s does not define the library %s", path, stx_write(name));
	}
	struct import set = { NULL, l };
	for (struct export *e = l->exports; e != NULL; e = e->next) {
		struct export *copy = arena(sizeof *copy);
		*copy = *e;
		copy->next = set.names;
		set.names = copy;
	}
	return set;
}

static struct export *
find_name(struct import *set, struct stx *name)
{
	if (name->kind == S_ID)
		for (struct export *e = set->names; e != NULL; e = e->next)
			if (e->outside == stx_symbol(name->id))
				return e;
	fail(name, "the library has no export %s", stx_write(name));
}

static void
only(struct import *set, struct stx *names)
{
	struct export *kept = NULL;

	for (; names->kind == S_PAIR; names = names->cdr) {
		struct export *e = arena(sizeof *e);
		*e = *find_name(set, names->car);
		e->next = kept;
		kept = e;
	}
	set->names = kept;
}

static void
except(struct import *set, struct stx *names)
{
	for (; names->kind == S_PAIR; names = names->cdr) {
		struct export *gone = find_name(set, names->car), **e = &set->names;
		while (*e != gone)
			e = &(*e)->next;
		*e = gone->next;
	}
}

static void
rename_all(struct import *set, struct stx *pairs)
{
	for (struct stx *p = pairs; p->kind == S_PAIR; p = p->cdr)
		form_shape(p->car, 2, 2);
	struct export **found = arena((form_length(pairs, pairs) + 1) * sizeof *found);
	size_t n = 0;
	for (struct stx *p = pairs; p->kind == S_PAIR; p = p->cdr)
		found[n++] = find_name(set, p->car->car);
	n = 0;
	for (struct stx *p = pairs; p->kind == S_PAIR; p = p->cdr) {
		if (p->car->cdr->car->kind != S_ID)
			fail(pairs, "rename needs names");
		found[n++]->outside = stx_symbol(p->car->cdr->car->id);
	}
}

static struct import
import_set(struct stx *s, struct loaded *code)
{
	static const char *const words[] = { "only", "except", "prefix", "rename" };
	const char *word = s->kind == S_PAIR && s->car->kind == S_ID ? stx_symbol(s->car->id)->name : "";
	size_t which = 0;

	if (s->kind != S_PAIR)
		fail(s, "import needs names of libraries");
	while (which < 4 && strcmp(word, words[which]) != 0)
		which++;
	if (which == 4 || s->cdr->kind != S_PAIR || s->cdr->car->kind != S_PAIR)
		return whole_library(s, code);
	struct import set = import_set(s->cdr->car, code);
	struct stx *rest = s->cdr->cdr;
	form_length(rest, s);
	if (which == 2) {
		form_shape(s, 3, 3);
		if (rest->car->kind != S_ID)
			fail(s, "prefix needs a name");
		for (struct export *e = set.names; e != NULL; e = e->next)
			e->outside = symbol(arena_format("%s%s", stx_symbol(rest->car->id)->name, e->outside->name));
	} else if (which == 0)
		only(&set, rest);
	else if (which == 1)
		except(&set, rest);
	else
		rename_all(&set, rest);
	return set;
}

static void
import(struct stx *form, struct scope *into, struct loaded *code)
{
	for (struct stx *s = form->cdr; s->kind == S_PAIR; s = s->cdr) {
		struct import set = import_set(s->car, code);
		for (struct export *e = set.names; e != NULL; e = e->next) {
			struct binding *b = look_up(e->inside, set.library->scope), copy;
			if (b == NULL)
				fail(form, "%s exports %s, which is not there", set.library->name, e->inside->name);
			copy = *b;
			copy.id = e->outside;
			copy.imported = true;
			bind(into, copy);
		}
	}
}

struct node *
expand_import(struct stx *form, struct scope *scope)
{
	struct loaded code = { 0 };

	if (!scope->top)
		fail(form, "import stands at the top of a program");
	import(form, scope, &code);
	return node_sequence(code.nodes, code.n, form);
}

/* ---- define-library ---- */

static void declarations(struct stx *, struct library *, struct loaded *, struct stx **body);

static void
declaration(struct stx *d, struct library *l, struct loaded *code, struct stx **body)
{
	const char *word = d->kind == S_PAIR && d->car->kind == S_ID ? stx_symbol(d->car->id)->name : "";

	if (strcmp(word, "export") == 0) {
		for (struct stx *e = d->cdr; e->kind == S_PAIR; e = e->cdr)
			if (e->car->kind == S_PAIR) {
				form_shape(e->car, 3, 3); /* (rename inside outside) */
				add_export(l, e->car->cdr->cdr->car, e->car->cdr->car);
			} else
				add_export(l, e->car, e->car);
	} else if (strcmp(word, "import") == 0)
		import(d, l->scope, code);
	else if (strcmp(word, "begin") == 0)
		*body = form_append(*body, d->cdr);
	else if (strcmp(word, "include") == 0 || strcmp(word, "include-ci") == 0)
		*body = form_append(*body, form_include(d));
	else if (strcmp(word, "include-library-declarations") == 0)
		declarations(form_include(d), l, code, body);
	else if (strcmp(word, "cond-expand") == 0)
		declarations(form_cond_expand(d), l, code, body);
	else
		fail(d, "a library has no such declaration: %.100s", stx_write(d));
}

static void
declarations(struct stx *list, struct library *l, struct loaded *code, struct stx **body)
{
	for (; list->kind == S_PAIR; list = list->cdr)
		declaration(list->car, l, code, body);
}

struct node *
expand_library(struct stx *form)
{
	form_shape(form, 2, INT_MAX);
	const char *name = stx_write(form->cdr->car);
	struct library *l = library_new(name, scope_top(NULL, name));
	struct loaded code = { 0 };
	struct stx *body = stx_nil();

	if (form->cdr->car->kind != S_PAIR)
		fail(form, "the name of a library is a list");
	read_standard();
	declarations(form->cdr->cdr, l, &code, &body);
	add_node(&code, expand_tops(body, l->scope, form));
	l->next = libraries;
	libraries = l;
	return node_sequence(code.nodes, code.n, form);
}
