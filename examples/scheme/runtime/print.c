/* SPDX-License-Identifier: MIT */
/* display and write.  A walk before the text finds objects that need a label: those in a circle, or for write-shared
** those that occur twice.  Nothing here allocates in the heap, so that no object moves. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>
#include "scheme.h"

struct seen { scm object; bool open, label; int64_t number; }; /* number: of the label, once it is written; -1 */
struct visit { scm object; int64_t next; };
struct printer {
	FILE *f;
	enum scm_style style;
	struct seen *table;
	size_t size, used;
	struct visit *stack;
	size_t depth, room;
	int64_t labels;
	bool failed;
};

static struct seen *
slot(struct seen *table, size_t size, scm x)
{
	size_t h = (uintptr_t)x / 16 * 0x9e3779b97f4a7c15u % size;

	while (table[h].object != NULL && table[h].object != x)
		h = (h + 1) % size;
	return &table[h];
}

static bool
push(struct printer *p, scm x)
{
	if (2 * p->used >= p->size) {
		size_t size = p->size == 0 ? 64 : 4 * p->size;
		struct seen *bigger = calloc(size, sizeof *bigger);
		if (bigger == NULL)
			return false;
		for (size_t i = 0; i < p->size; i++)
			if (p->table[i].object != NULL)
				*slot(bigger, size, p->table[i].object) = p->table[i];
		free(p->table);
		p->table = bigger;
		p->size = size;
	}
	if (p->depth == p->room) {
		struct visit *more = realloc(p->stack, (2 * p->room + 64) * sizeof *more);
		if (more == NULL)
			return false;
		p->stack = more;
		p->room = 2 * p->room + 64;
	}
	*slot(p->table, p->size, x) = (struct seen){ x, true, false, -1 };
	p->used++;
	p->stack[p->depth++] = (struct visit){ x, 0 };
	return true;
}

static bool
has_parts(scm x)
{
	return scm_is(x, &scm_pair_type) || (scm_is(x, &scm_vector_type) && ((struct scm_vector *)x)->length > 0);
}

static bool
next_part(struct visit *v, scm *part)
{
	if (scm_is(v->object, &scm_pair_type)) {
		*part = v->next == 0 ? CAR(v->object) : CDR(v->object);
		return v->next++ < 2;
	}
	struct scm_vector *w = v->object;
	if (v->next >= w->length)
		return false;
	*part = w->at[v->next++];
	return true;
}

/* Depth first; an object that is met while it is open is in a circle. */
static void
find_labels(struct printer *p, scm x)
{
	if (!push(p, x))
		p->failed = true;
	while (!p->failed && p->depth > 0) {
		scm part;
		struct visit *v = &p->stack[p->depth - 1];
		if (!next_part(v, &part)) {
			slot(p->table, p->size, v->object)->open = false;
			p->depth--;
		} else if (has_parts(part)) {
			struct seen *s = slot(p->table, p->size, part);
			if (s->object != NULL)
				s->label = s->label || s->open || p->style == SCM_WRITE_SHARED;
			else if (!push(p, part))
				p->failed = true;
		}
	}
}

/* ---- atoms ---- */

static const struct { uint32_t c; const char *name; } char_names[] = {
	{ 0, "null" }, { 7, "alarm" }, { 8, "backspace" }, { 9, "tab" }, { 10, "newline" }, { 13, "return" },
	{ 27, "escape" }, { 32, "space" }, { 127, "delete" },
};

static bool
printable(uint32_t c)
{
	return c < 0x80 ? c >= 0x20 && c != 0x7f : iswprint((wint_t)c) != 0;
}

static void
print_char(FILE *f, uint32_t c)
{
	fputs("#\\", f);
	for (size_t i = 0; i < sizeof char_names / sizeof *char_names; i++)
		if (char_names[i].c == c) {
			fputs(char_names[i].name, f);
			return;
		}
	if (printable(c))
		scm_put_char(f, c);
	else
		fprintf(f, "x%x", c);
}

static void
print_escaped(FILE *f, uint32_t c, char mark)
{
	if (c == (uint32_t)mark || c == '\\')
		fprintf(f, "\\%c", (int)c);
	else if (c == '\n' || c == '\t' || c == '\r' || c == 7 || c == 8)
		fprintf(f, "\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : c == '\r' ? 'r' : c == 7 ? 'a' : 'b');
	else if (!printable(c))
		fprintf(f, "\\x%x;", c);
	else
		scm_put_char(f, c);
}

static void
print_symbol(FILE *f, const struct scm_string *s)
{
	size_t bytes;
	char *name = scm_utf8((scm)s, 0, s->length, &bytes);
	bool plain = *name != '\0' && *name != '#' && strcmp(name, ".") != 0 && strpbrk(name,
		" \t\n\r\f()\";'`,|\\") == NULL;

	for (int64_t i = 0; i < s->length; i++)
		plain = plain && printable(s->c[i]);
	/* What begins like a number may be one, which would allocate to find out. */
	size_t sign = *name == '+' || *name == '-', point = name[sign] == '.';
	if ((name[sign + point] >= '0' && name[sign + point] <= '9')
		|| (sign && (strcasecmp(name + 1, "inf.0") == 0 || strcasecmp(name + 1, "nan.0") == 0)))
		plain = false;
	if (plain)
		fputs(name, f);
	else {
		fputc('|', f);
		for (int64_t i = 0; i < s->length; i++)
			print_escaped(f, s->c[i], '|');
		fputc('|', f);
	}
	free(name);
}

static void
print_string(FILE *f, const struct scm_string *s, bool display)
{
	if (!display)
		fputc('"', f);
	for (int64_t i = 0; i < s->length; i++)
		if (display)
			scm_put_char(f, s->c[i]);
		else
			print_escaped(f, s->c[i], '"');
	if (!display)
		fputc('"', f);
}

static void print(struct printer *, scm);

static void
print_record(struct printer *p, struct scm_record *r)
{
	scm fields = ((scm *)r->type)[1];

	fputs("#<", p->f);
	print(p, ((scm *)r->type)[0]);
	for (int64_t i = 0; i < r->length && scm_is(fields, &scm_pair_type); i++, fields = CDR(fields)) {
		fputc(' ', p->f);
		print(p, CAR(fields));
		fputs(": ", p->f);
		if (has_parts(r->at[i]) || scm_is(r->at[i], &scm_record_type)) /* may lead back to the record */
			fputs("...", p->f);
		else
			print(p, r->at[i]);
	}
	fputc('>', p->f);
}

static void
print_atom(struct printer *p, scm x)
{
	static const char *const constants[] = { "#f", "#t", "()", "#<unspecified>", "#<eof>", "#<undefined>" };
	bool display = p->style == SCM_DISPLAY;
	uintptr_t constant = (uintptr_t)x >> 8;

	if (scm_is_fixnum(x))
		fprintf(p->f, "%" PRId64, scm_int(x));
	else if (scm_is_char(x) && display)
		scm_put_char(p->f, scm_code_point(x));
	else if (scm_is_char(x))
		print_char(p->f, scm_code_point(x));
	else if (!scm_is_object(x))
		fputs(constant < sizeof constants / sizeof *constants ? constants[constant] : "#<constant>", p->f);
	else if (scm_is_number(x)) {
		char *text = scm_number_text(x, 10);
		fputs(text, p->f);
		free(text);
	} else if (scm_is(x, &scm_string_type))
		print_string(p->f, x, display);
	else if (scm_is(x, &scm_symbol_type)) {
		if (display)
			print_string(p->f, ((struct scm_symbol *)x)->name, true);
		else
			print_symbol(p->f, ((struct scm_symbol *)x)->name);
	} else if (scm_is(x, &scm_bytes_type)) {
		struct scm_bytes *b = x;
		fputs("#u8(", p->f);
		for (int64_t i = 0; i < b->length; i++)
			fprintf(p->f, i > 0 ? " %u" : "%u", b->at[i]);
		fputc(')', p->f);
	} else if (scm_is(x, &scm_vector_type))
		fputs("#()", p->f);
	else if (scm_is(x, &scm_record_type))
		print_record(p, x);
	else if (scm_is(x, &scm_closure_type))
		fprintf(p->f, "#<procedure %s>", scm_procedure_name(x));
	else if (scm_is(x, &scm_condition_type)) {
		fputs("#<error ", p->f);
		print_atom(p, has_parts(((struct scm_condition *)x)->message) ? SCM_FALSE
			: ((struct scm_condition *)x)->message);
		fputc('>', p->f);
	} else
		fprintf(p->f, "#<%s>", lr_type_of(x)->name);
}

/* ---- data ---- */

/* Writes `#n=`, or `#n#` and returns true. */
static bool
label(struct printer *p, scm x)
{
	struct seen *s = p->table == NULL ? NULL : slot(p->table, p->size, x);

	if (s == NULL || s->object == NULL || !s->label)
		return false;
	if (s->number >= 0) {
		fprintf(p->f, "#%" PRId64 "#", s->number);
		return true;
	}
	s->number = p->labels++;
	fprintf(p->f, "#%" PRId64 "=", s->number);
	return false;
}

static bool
labelled(struct printer *p, scm x)
{
	struct seen *s = p->table == NULL ? NULL : slot(p->table, p->size, x);

	return s != NULL && s->object != NULL && s->label;
}

static const char *
prefix_of(scm x)
{
	static const struct { const char *name, *prefix; } prefixes[] = { { "quote", "'" }, { "quasiquote", "`" },
		{ "unquote", "," }, { "unquote-splicing", ",@" } };

	if (!scm_is(CAR(x), &scm_symbol_type) || !scm_is(CDR(x), &scm_pair_type) || CDR(CDR(x)) != SCM_NIL)
		return NULL;
	const struct scm_string *s = ((struct scm_symbol *)CAR(x))->name;
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t n = strlen(prefixes[i].name), k = 0;
		while (k < n && n == (size_t)s->length && s->c[k] == (uint32_t)prefixes[i].name[k])
			k++;
		if (k == n)
			return prefixes[i].prefix;
	}
	return NULL;
}

static void
print_list(struct printer *p, scm x)
{
	const char *prefix = prefix_of(x);

	if (prefix != NULL && !labelled(p, CDR(x))) {
		fputs(prefix, p->f);
		print(p, CAR(CDR(x)));
		return;
	}
	for (fputc('(', p->f);; fputc(' ', p->f)) {
		print(p, CAR(x));
		x = CDR(x);
		if (p->failed || !scm_is(x, &scm_pair_type) || labelled(p, x))
			break;
	}
	if (x != SCM_NIL) {
		fputs(" . ", p->f);
		print(p, x);
	}
	fputc(')', p->f);
}

static void
print(struct printer *p, scm x)
{
	uint64_t limit = scm_stack_limit;

	if (limit != UINT64_MAX && (uint64_t)(uintptr_t)__builtin_frame_address(0) < limit)
		p->failed = true;
	if (p->failed || (has_parts(x) && label(p, x)))
		return;
	if (scm_is(x, &scm_pair_type))
		print_list(p, x);
	else if (has_parts(x)) {
		struct scm_vector *v = x;
		fputs("#(", p->f);
		for (int64_t i = 0; i < v->length; i++) {
			if (i > 0)
				fputc(' ', p->f);
			print(p, v->at[i]);
		}
		fputc(')', p->f);
	} else
		print_atom(p, x);
}

void
scm_print(FILE *f, scm x, enum scm_style style)
{
	struct printer p = { .f = f, .style = style };

	if (style != SCM_WRITE_SIMPLE && has_parts(x))
		find_labels(&p, x);
	if (!p.failed)
		print(&p, x);
	free(p.table);
	free(p.stack);
	if (p.failed)
		scm_error_of_kind("stack-overflow", "write", "the data are nested too deep", SCM_NIL);
}
