/* SPDX-License-Identifier: MIT */
/* check_report.c -- the report of `lateroot check` as text. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const char *
string_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static long long
number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* ---- text ---- */

static void
print_place(FILE *f, const json_t *at, const char *otherwise)
{
	const char *file = string_of(at, "file");

	put_text(f, file != NULL ? file : otherwise);
	if (file == NULL || number_of(at, "line") == 0)
		return;
	fprintf(f, ":%lld", number_of(at, "line"));
	if (number_of(at, "column") != 0)
		fprintf(f, ":%lld", number_of(at, "column"));
}

static void
print_finding(FILE *f, const json_t *finding, const char *file)
{
	size_t i;
	json_t *step;

	print_place(f, finding, file);
	fprintf(f, ": %s%s: ", json_is_true(json_object_get(finding, "known")) ? "known " : "",
		string_of(finding, "verdict"));
	put_text(f, string_of(finding, "message"));
	fprintf(f, " [%s/%lld]\n  in function '", string_of(finding, "rule"), number_of(finding, "ordinal"));
	put_text(f, string_of(finding, "function"));
	fputc('\'', f);
	if (json_array_size(json_object_get(finding, "steps")) == 0 && string_of(finding, "instruction") != NULL) {
		fputs(": ", f);
		put_text(f, string_of(finding, "instruction"));
	}
	fputc('\n', f);
	for (i = 0; (step = json_array_get(json_object_get(finding, "steps"), i)) != NULL; i++) {
		const char *text = string_of(step, "text");
		fprintf(f, "  %-10s", string_of(step, "role"));
		if (string_of(step, "file") != NULL) {
			print_place(f, step, "");
			fputs(": ", f);
		}
		put_text(f, text != NULL ? text : strcmp(string_of(step, "role"), "through") == 0
			? "a block without a name" : "(not printed)");
		fputc('\n', f);
	}
}

static void
print_file(FILE *f, const json_t *file, bool all)
{
	static const char *const names[] = { "proven", "nothing", "unknown", "hole" };
	static const char *const words[] = { "proven", "with nothing to prove", "unknown", "with holes" };
	const char *path = string_of(file, "file");
	unsigned long count[4] = { 0 };
	size_t i, known = 0;
	json_t *part;
	bool first = true;

	for (i = 0; (part = json_array_get(json_object_get(file, "findings"), i)) != NULL; i++) {
		known += json_is_true(json_object_get(part, "known"));
		if (all || !json_is_true(json_object_get(part, "known")))
			print_finding(f, part, path);
	}
	for (i = 0; (part = json_array_get(json_object_get(file, "functions"), i)) != NULL; i++) {
		for (int k = 0; k < 4; k++)
			count[k] += strcmp(names[k], string_of(part, "verdict")) == 0;
		if (!all)
			continue;
		put_text(f, path);
		fprintf(f, ": %-8s %-12s ", string_of(part, "verdict"), string_of(part, "kind"));
		put_text(f, string_of(part, "name"));
		fputc('\n', f);
	}
	put_text(f, path);
	if (json_is_true(json_object_get(file, "error"))) {
		fputs(": not checked\n", f);
		return;
	}
	fprintf(f, ": %s; functions:", string_of(file, "verdict"));
	for (int k = 0; k < 4; k++)
		if (count[k] > 0) {
			fprintf(f, "%s %lu %s", first ? "" : ",", count[k], words[k]);
			first = false;
		}
	fputs(first ? " none" : "", f);
	if (known > 0)
		fprintf(f, "; %zu findings are known", known);
	fputc('\n', f);
}

void
check_print_text(FILE *f, const json_t *report, bool all)
{
	size_t i;
	json_t *file;

	for (i = 0; (file = json_array_get(json_object_get(report, "files"), i)) != NULL; i++)
		print_file(f, file, all);
}
