/* SPDX-License-Identifier: MIT */
/* remarks.c -- optimisation remarks in the formats of LLVM's tools: on stderr, and as YAML for opt-viewer and
** llvm-remarkutil.
**
** LLVM-C has no interface for making remarks, so the YAML is written here; llvm-remarkutil reads it in the tests. */
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tool.h"

static const char pass_name[] = "lateroot";

static bool printed[3];              /* by lr_remark_kind: whether they are printed */
static FILE *yaml;                /* a stream in memory, opened with the first remark */
static char *bytes;
static size_t size;

bool
remarks_say(lr_remark_kind kind, const char *regex)
{
	regex_t r;

	if (regcomp(&r, regex, REG_EXTENDED | REG_NOSUB) != 0)
		return false;
	printed[kind] = regexec(&r, pass_name, 0, NULL, 0) == 0;
	regfree(&r);
	return true;
}

/* Writes a scalar: in single quotes as LLVM does, or, where that is impossible, as a JSON string, which is valid
** YAML. */
static void
scalar(const char *s)
{
	bool plain = true;

	for (const char *p = s; *p; p++)
		plain &= (unsigned char)*p >= 0x20 && (unsigned char)*p < 0x7f;
	if (plain) {
		fputc('\'', yaml);
		for (; *s; s++)
			fputs(*s == '\'' ? "''" : (char[]){ *s, '\0' }, yaml);
		fputc('\'', yaml);
	} else {
		struct arena ar;
		arena_init(&ar, arena_from_libc, NULL);
		struct text t = { .ar = &ar };
		text_json(&t, s, strlen(s));
		fputs(ar.failed ? "''" : t.s, yaml);
		arena_free(&ar);
	}
}

static void
field(const char *indent, const char *key, const char *value)
{
	fprintf(yaml, "%s%s:%*s", indent, key, (int)(strlen(key) < 16 ? 16 - strlen(key) : 1), "");
	scalar(value);
	fputc('\n', yaml);
}

static void
place(const char *indent, const char *file, unsigned line, unsigned column)
{
	if (file == NULL)
		return;
	fprintf(yaml, "%sDebugLoc:        { File: ", indent);
	scalar(file);
	fprintf(yaml, ", Line: %u, Column: %u }\n", line, column);
}

static void
print(const lr_remark *r)
{
	report_begin();
	if (r->file != NULL)
		fprintf(stderr, "remark: %s:%u:%u: ", r->file, r->line, r->column);
	else
		fputs("remark: <unknown>:0:0: ", stderr);
	for (size_t i = 0; i < r->nargs; i++)
		put_text(stderr, r->args[i].value);
	fputs(" (in function '", stderr);
	put_text(stderr, r->function);
	fputs("')\n", stderr);
}

void
remarks_add(void *user, const lr_remark *r)
{
	static const char *const tag[] = { "Passed", "Missed", "Analysis" };

	(void)user;
	if (printed[r->kind])
		print(r);
	if (yaml == NULL && (yaml = open_memstream(&bytes, &size)) == NULL)
		return;
	fprintf(yaml, "--- !%s\n", tag[r->kind]);
	field("", "Pass", pass_name);
	field("", "Name", r->name);
	place("", r->file, r->line, r->column);
	field("", "Function", r->function);
	fputs("Args:\n", yaml);
	for (size_t i = 0; i < r->nargs; i++) {
		const lr_remark_arg *a = &r->args[i];
		field("  - ", a->key, a->value);
		place("    ", a->file, a->line, a->column);
	}
	fputs("...\n", yaml);
}

bool
remarks_write(const char *path)
{
	bool ok = yaml == NULL || (ferror(yaml) == 0 && fclose(yaml) == 0);

	yaml = NULL;
	if (!ok)
		say_error("out of memory");
	ok = ok && write_output(path, bytes ? bytes : "", size);
	free(bytes);
	bytes = NULL, size = 0;
	return ok;
}
