/* SPDX-License-Identifier: MIT */
/* Errors: what they hold, where they are, and the report of one that nothing catches. */
#include <stdlib.h>
#include <string.h>
#include <unwind.h>
#include "scheme.h"

const struct scm_place *volatile scm_where;

/* ---- the functions of compiled code, by address ---- */

static struct module { const struct scm_code_entry *entries; int64_t n; struct module *next; } *modules;
struct row { const struct scm_code_entry *entry, *table; };
static struct row *rows; /* sorted; NULL: to be made again */
static size_t nrows;

void
scm_code_add(const struct scm_code_entry *entries, int64_t n)
{
	struct module *m = malloc(sizeof *m);

	if (m == NULL) /* backtraces lack its names */
		return;
	*m = (struct module){ entries, n, modules };
	modules = m;
	free(rows);
	rows = NULL;
}

void
scm_code_remove(const struct scm_code_entry *entries)
{
	for (struct module **m = &modules; *m != NULL; m = &(*m)->next)
		if ((*m)->entries == entries) {
			struct module *gone = *m;
			*m = gone->next;
			free(gone);
			break;
		}
	free(rows);
	rows = NULL;
	scm_where = NULL; /* it may lie in the module */
}

static int
by_address(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)((const struct row *)a)->entry->code;
	uintptr_t y = (uintptr_t)((const struct row *)b)->entry->code;

	return x < y ? -1 : x > y;
}

static void
sort_rows(void)
{
	nrows = 0;
	for (struct module *m = modules; m != NULL; m = m->next)
		nrows += (size_t)m->n;
	rows = malloc((nrows + 1) * sizeof *rows);
	if (rows == NULL) {
		nrows = 0;
		return;
	}
	size_t k = 0;
	for (struct module *m = modules; m != NULL; m = m->next)
		for (int64_t i = 0; i < m->n; i++)
			rows[k++] = (struct row){ &m->entries[i], m->entries };
	qsort(rows, nrows, sizeof *rows, by_address);
}

static const struct row *
row_of(scm_code *code)
{
	struct scm_code_entry key = { .code = code };
	struct row wanted = { &key, NULL };

	if (rows == NULL)
		sort_rows();
	return rows == NULL ? NULL : bsearch(&wanted, rows, nrows, sizeof *rows, by_address);
}

const struct scm_code_entry *
scm_code_module(scm_code *code)
{
	const struct row *r = row_of(code);

	return r == NULL ? NULL : r->table;
}

const char *
scm_code_name(scm_code *code)
{
	const struct row *r = row_of(code);

	return r == NULL ? "?" : r->entry->name;
}

/* ---- the report ---- */

enum { SHOWN = 20 };
struct trace { const struct scm_code_entry *last; unsigned shown, same, more; };

static void
same_again(struct trace *t)
{
	if (t->same > 0)
		fprintf(stderr, "     ... and %u times more\n", t->same);
	t->same = 0;
}

static _Unwind_Reason_Code
frame(struct _Unwind_Context *context, void *state)
{
	struct trace *t = state;
	const struct row *r = row_of((scm_code *)_Unwind_GetRegionStart(context));

	if (r == NULL || r->entry->line < 0)
		return _URC_NO_REASON;
	const struct scm_code_entry *e = r->entry;
	if (e == t->last)
		t->same++;
	else if (t->shown < SHOWN) {
		same_again(t);
		t->shown++;
		fprintf(stderr, "  in %s (%s:%lld)\n", e->name, e->file, (long long)e->line);
	} else if (t->more++ > 100000) /* deep recursion: enough is known */
		return _URC_END_OF_STACK;
	t->last = e;
	return _URC_NO_REASON;
}

void
scm_report(scm e)
{
	struct trace t = { 0 };

	LR_GC_PUSH(&e);
	fflush(stdout);
	if (scm_is(e, &scm_condition_type)) {
		struct scm_condition *c = e;
		if (c->where != SCM_FALSE) {
			scm_print(stderr, c->where, SCM_DISPLAY);
			fputs(": ", stderr);
		}
		fputs("error: ", stderr);
		scm_print(stderr, c->message, SCM_DISPLAY);
		for (scm i = c->irritants; scm_is(i, &scm_pair_type); i = CDR(i)) {
			fputc(' ', stderr);
			scm_print(stderr, CAR(i), SCM_WRITE);
		}
	} else {
		const struct scm_place *p = scm_where;
		if (p != NULL)
			fprintf(stderr, "%s:%lld: ", p->file, (long long)p->line);
		fputs("error: raised ", stderr);
		scm_print(stderr, e, SCM_WRITE);
	}
	fputc('\n', stderr);
	_Unwind_Backtrace(frame, &t);
	same_again(&t);
	if (t.more > 0)
		fputs("  ...\n", stderr);
	LR_GC_POP();
}

/* ---- conditions ---- */

static scm
condition(const char *kind, scm message, scm irritants)
{
	struct scm_condition *c = NULL;
	scm where = SCM_FALSE, symbol = SCM_FALSE;
	const struct scm_place *p = scm_where;
	char text[300];

	LR_GC_PUSH(&message, &irritants, &where, &symbol);
	if (p != NULL) {
		snprintf(text, sizeof text, "%.250s:%lld", p->file, (long long)p->line);
		where = scm_string_new(text);
	}
	symbol = scm_intern(kind);
	c = lr_gc_alloc(sizeof *c, &scm_condition_type);
	*c = (struct scm_condition){ message, irritants, symbol, where };
	LR_GC_POP();
	return c;
}

/* The handlers run on the stack of the error, as those of `raise`. */
static _Noreturn void
raise(scm c)
{
	scm *cell = NULL;

	LR_GC_PUSH(&c);
	cell = scm_cell("raise");
	if (*cell == SCM_UNDEFINED) { /* the library is not there yet */
		scm_report(c);
		exit(1);
	}
	scm_call(*cell, 1, c, SCM_FALSE);
	abort(); /* `raise` does not return */
}

_Noreturn void
scm_error_of_kind(const char *kind, const char *who, const char *message, scm irritants)
{
	char text[300];
	scm string = NULL;

	snprintf(text, sizeof text, "%.100s%s%.180s", who ? who : "", who ? ": " : "", message);
	LR_GC_PUSH(&irritants, &string);
	string = scm_string_new(text);
	raise(condition(kind, string, irritants));
}

_Noreturn void
scm_error(const char *who, const char *message, scm irritants)
{
	scm_error_of_kind("error", who, message, irritants);
}

_Noreturn void
scm_wrong_type(const char *who, scm value)
{
	scm_error(who, "wrong type of argument", scm_cons(value, SCM_NIL));
}

_Noreturn void
scm_bad_index(const char *who, scm index)
{
	scm_error(who, "no such index", scm_cons(index, SCM_NIL));
}

void
scm_unbound(const char *name)
{
	char text[200];

	snprintf(text, sizeof text, "the variable %.150s has no value", name);
	scm_error(NULL, text, SCM_NIL);
}

void
scm_not_procedure(scm f)
{
	scm_error(NULL, "a call of what is no procedure", scm_cons(f, SCM_NIL));
}

void
scm_wrong_arguments(scm self, int64_t n, int64_t least, int64_t rest)
{
	char text[200];
	const char *name = scm_is(self, &scm_closure_type) ? scm_procedure_name(self) : "?";

	snprintf(text, sizeof text, "%.100s needs %s%lld argument%s and has %lld", name, rest ? "at least " : "",
		(long long)least, least == 1 ? "" : "s", (long long)n);
	scm_error(NULL, text, SCM_NIL);
}

/* ---- procedures ---- */

static struct scm_condition *
checked(scm x, const char *who)
{
	if (!scm_is(x, &scm_condition_type))
		scm_wrong_type(who, x);
	return x;
}

static scm
make_condition(scm *a, int64_t n)
{
	scm irritants = scm_list(a + 1, n - 1);

	return condition("error", a[0], irritants);
}
static scm
is_kind(scm x, const char *kind)
{
	if (!scm_is(x, &scm_condition_type))
		return SCM_FALSE;
	LR_GC_PUSH(&x);
	scm symbol = scm_intern(kind);
	LR_GC_POP();
	return scm_bool(((struct scm_condition *)x)->kind == symbol);
}
static scm is_condition(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(scm_is(a[0], &scm_condition_type)); }
static scm is_file_error(scm *a, int64_t n) { SCM_UNUSED(n); return is_kind(a[0], "file-error"); }
static scm is_read_error(scm *a, int64_t n) { SCM_UNUSED(n); return is_kind(a[0], "read-error"); }
static scm message(scm *a, int64_t n) { SCM_UNUSED(n); return checked(a[0], "error-object-message")->message; }
static scm irritants(scm *a, int64_t n) { SCM_UNUSED(n); return checked(a[0], "error-object-irritants")->irritants; }
static scm kind(scm *a, int64_t n) { SCM_UNUSED(n); return checked(a[0], "error-object-kind")->kind; }
static scm location(scm *a, int64_t n) { SCM_UNUSED(n); return checked(a[0], "error-object-location")->where; }

static scm
uncaught(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	scm_report(a[0]);
	scm_abort_program();
}

const struct scm_builtin scm_error_builtins[] = {
	{ "%condition", make_condition, 1, -1 }, { "error-object?", is_condition, 1, 1 },
	{ "file-error?", is_file_error, 1, 1 }, { "read-error?", is_read_error, 1, 1 },
	{ "error-object-message", message, 1, 1 }, { "error-object-irritants", irritants, 1, 1 },
	{ "error-object-kind", kind, 1, 1 }, { "error-object-location", location, 1, 1 },
	{ "%uncaught", uncaught, 1, 1 }, { NULL, NULL, 0, 0 },
};
