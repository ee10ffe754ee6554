/* SPDX-License-Identifier: MIT */
/* report.c -- the tool's messages: diagnostics, statistics, times.  All go to stderr, because stdout is for data. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "tool.h"

static const char *about = "lateroot";

/* ---- diagnostics ---- */

bool
terminal_is_dumb(void)
{
	const char *term = getenv("TERM");

	return term == NULL || *term == '\0' || strcmp(term, "dumb") == 0;
}

void
put_text(FILE *to, const char *text)
{
	for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++)
		if ((*p < 0x20 && *p != '\n' && *p != '\t') || *p == 0x7f)
			fprintf(to, "\\%02X", *p);
		else if (*p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0) /* U+0080 to U+009F */
			fprintf(to, "\\C2\\%02X", *++p);
		else
			putc(*p, to);
}

static bool
coloured(void)
{
	const char *no = getenv("NO_COLOR");
	return isatty(STDERR_FILENO) && (no == NULL || *no == '\0') && !terminal_is_dumb();
}

static void
label(lr_severity severity)
{
	static const char *const words[] = { "note", "warning", "error" };
	static const char *const colours[] = { "\033[1;36m", "\033[1;35m", "\033[1;31m" };

	if (coloured())
		fprintf(stderr, "%s%s:\033[0m ", colours[severity], words[severity]);
	else
		fprintf(stderr, "%s: ", words[severity]);
}

__attribute__((format(printf, 2, 0)))
static void
say(lr_severity severity, const char *fmt, va_list args)
{
	char *text;

	progress_clear();
	fprintf(stderr, "lateroot: ");
	label(severity);
	if (vasprintf(&text, fmt, args) >= 0) {
		put_text(stderr, text);
		free(text);
	}
	fputc('\n', stderr);
}

void
say_error(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(LR_ERROR, fmt, args);
	va_end(args);
}

void
say_warning(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(LR_WARNING, fmt, args);
	va_end(args);
}

void
say_note(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(LR_NOTE, fmt, args);
	va_end(args);
}

const char *
report_about(const char *input)
{
	return about = strcmp(input, "-") == 0 ? "<stdin>" : input;
}

int
exit_status(lr_status st)
{
	switch (st) {
	case LR_OK:
		return EXIT_SUCCESS;
	case LR_E_PIPELINE:
	case LR_E_PROFILE:
	case LR_E_USAGE:
		return EXIT_USAGE;
	default:
		return EXIT_INPUT;
	}
}

static void
place(const lr_diagnostic *d)
{
	if (d->file != NULL && d->line != 0 && d->column != 0)
		fprintf(stderr, "%s:%u:%u: ", d->file, d->line, d->column);
	else if (d->file != NULL && d->line != 0)
		fprintf(stderr, "%s:%u: ", d->file, d->line);
	else { /* a bad command line is not the file's fault */
		put_text(stderr, exit_status(d->code) == EXIT_USAGE ? "lateroot" : about);
		fputs(": ", stderr);
	}
}

/* Does the message start with LLVM's own file:line:column: error:?  A message may begin with the name of another file,
** such as a profile. */
static bool
has_place(const char *message)
{
	size_t n = strlen(about);
	if (strncmp(message, about, n) != 0 || message[n] != ':')
		return false;
	n += strspn(message + n, ":0123456789");
	return strncmp(message + n - 1, ": error: ", 9) == 0 || strncmp(message + n, " error: ", 8) == 0;
}

void
report_diagnostic(void *user, const lr_diagnostic *d)
{
	(void)user;
	reproduce_note(d);
	progress_clear();
	if (has_place(d->message)) {
		put_text(stderr, d->message);
		fputc('\n', stderr);
		return;
	}
	place(d);
	label(d->severity);
	put_text(stderr, d->message);
	fputc('\n', stderr);
	if (d->function == NULL)
		return;
	place(d);
	label(LR_NOTE);
	fputs("in function '", stderr);
	put_text(stderr, d->function);
	fputs("'", stderr);
	if (d->instruction != NULL) {
		fputs(": ", stderr);
		put_text(stderr, d->instruction);
	}
	fputc('\n', stderr);
}

void
report_dump(void *user, const char *text, size_t bytes)
{
	(void)user;
	progress_clear();
	report_begin();
	fwrite(text, 1, bytes, stderr);
}

static struct { bool closed, wanted; } stderr_state;

void
report_no_stderr(void)
{
	stderr_state.closed = true;
}

void
report_begin(void)
{
	stderr_state.wanted = true;
}

bool
report_is_lost(void)
{
	return fflush(stderr) != 0 || ferror(stderr) || (stderr_state.closed && stderr_state.wanted);
}

/* ---- statistics ---- */

struct totals {
	uint64_t functions, safepoints, tracked, max_live, slots, array_slots, root_stores, array_stores, frames;
};

static struct totals
sum(const lr_context *cx)
{
	struct totals t = { .functions = lr_stats_count(cx) };

	for (size_t i = 0; i < t.functions; i++) {
		const lr_function_stats *s = lr_stats(cx, i);
		t.safepoints += s->safepoints;
		t.tracked += s->tracked;
		t.max_live += s->max_live;
		t.slots += s->slots;
		t.array_slots += s->array_slots;
		t.root_stores += s->root_stores;
		t.array_stores += s->array_stores;
		t.frames += s->frame;
	}
	return t;
}

static void
print_stats(const lr_context *cx)
{
	struct totals t = sum(cx);

	report_begin();
	fprintf(stderr, "%10s %8s %8s %6s %11s %5s  %s\n", "safepoints", "tracked", "max_live", "slots", "root_stores",
		"frame", "function");
	for (size_t i = 0; i < t.functions; i++) {
		const lr_function_stats *s = lr_stats(cx, i);
		fprintf(stderr, "%10u %8u %8u %6u %11u %5s  ", s->safepoints, s->tracked, s->max_live, s->slots,
			s->root_stores, s->frame ? "yes" : "no");
		put_text(stderr, s->name);
		fputc('\n', stderr);
		if (s->mapped_words)
			fprintf(stderr, "%10s %u words of stack variables are mapped where they are\n", "",
				s->mapped_words);
	}
	fprintf(stderr, "%10llu %8llu %8llu %6llu %11llu %5llu  total of %llu functions\n",
		(unsigned long long)t.safepoints, (unsigned long long)t.tracked, (unsigned long long)t.max_live,
		(unsigned long long)t.slots, (unsigned long long)t.root_stores, (unsigned long long)t.frames,
		(unsigned long long)t.functions);
}

json_t *
json_name(const char *name)
{
	json_t *s = json_string(name);

	if (s != NULL)
		return s;
	size_t n = strlen(name), k = 0;
	char *clean = malloc(3 * n + 1);
	if (clean == NULL)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		if ((unsigned char)name[i] < 0x80)
			clean[k++] = name[i];
		else {
			memcpy(clean + k, "\xEF\xBF\xBD", 3);
			k += 3;
		}
	}
	clean[k] = '\0';
	s = json_string(clean);
	free(clean);
	return s;
}

static char *
stats_as_json(const lr_context *cx)
{
	struct totals t = sum(cx);
	json_t *functions = json_array();

	for (size_t i = 0; i < t.functions; i++) {
		const lr_function_stats *s = lr_stats(cx, i);
		json_t *row = json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:b}", "name", json_name(s->name),
			"safepoints", (json_int_t)s->safepoints, "tracked", (json_int_t)s->tracked, "max_live",
			(json_int_t)s->max_live, "slots", (json_int_t)s->slots, "array_slots",
			(json_int_t)s->array_slots, "root_stores", (json_int_t)s->root_stores, "array_stores",
			(json_int_t)s->array_stores, "frame", s->frame);
		if (row == NULL || json_array_append_new(functions, row) != 0) {
			json_decref(functions);
			return NULL;
		}
	}
	json_t *root = json_pack("{s:o, s:{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}}", "functions", functions,
		"totals", "functions", (json_int_t)t.functions, "safepoints", (json_int_t)t.safepoints, "tracked",
		(json_int_t)t.tracked, "max_live", (json_int_t)t.max_live, "slots", (json_int_t)t.slots, "array_slots",
		(json_int_t)t.array_slots, "root_stores", (json_int_t)t.root_stores, "array_stores",
		(json_int_t)t.array_stores, "frame", (json_int_t)t.frames);
	if (root == NULL)
		return NULL;
	char *text = json_dumps(root, JSON_INDENT(1));
	json_decref(root);
	return text;
}

static char *
times_as_json(const lr_context *cx)
{
	json_t *passes = json_array(), *root;
	double total = 0, seconds;
	const char *name;

	for (size_t i = 0; lr_pass_time(cx, i, &name, &seconds); i++) {
		total += seconds;
		if (json_array_append_new(passes, json_pack("{s:o, s:f}", "name", json_name(name), "seconds", seconds))
			!= 0) {
			json_decref(passes);
			return NULL;
		}
	}
	root = json_pack("{s:o, s:f}", "passes", passes, "total", total);
	char *text = root ? json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) : NULL;
	json_decref(root);
	return text;
}

/* Writes the text, and frees it. */
static bool
write_json(char *text, const char *path)
{
	if (text == NULL) {
		say_error("out of memory");
		return false;
	}
	size_t n = strlen(text);
	text[n] = '\n'; /* replaces the NUL */
	bool ok = write_output(path, text, n + 1);
	free(text);
	return ok;
}

static void
print_times(const lr_context *cx)
{
	double total = 0, seconds;
	const char *name;

	for (size_t i = 0; lr_pass_time(cx, i, NULL, &seconds); i++)
		total += seconds;
	report_begin();
	fprintf(stderr, "%10s %6s  %s\n", "seconds", "%", "pass");
	for (size_t i = 0; lr_pass_time(cx, i, &name, &seconds); i++)
		fprintf(stderr, "%10.6f %6.1f  %s\n", seconds, total > 0 ? 100 * seconds / total : 0.0, name);
	fprintf(stderr, "%10.6f %6.1f  total\n", total, 100.0);
}

int
report_results(const lr_context *cx, const struct tool_options *o)
{
	progress_stop();
	if (o->time_passes)
		print_times(cx);
	if (o->stats)
		print_stats(cx);
	if (o->remarks != NULL && !remarks_write(o->remarks))
		return EXIT_INPUT;
	if (o->stats_json != NULL && !write_json(stats_as_json(cx), o->stats_json))
		return EXIT_INPUT;
	if (o->times_json != NULL && !write_json(times_as_json(cx), o->times_json))
		return EXIT_INPUT;
	if (o->trace != NULL && !progress_write_trace(o->trace))
		return EXIT_INPUT;
	return EXIT_SUCCESS;
}
