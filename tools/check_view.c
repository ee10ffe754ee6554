/* SPDX-License-Identifier: MIT */
/* check_view.c -- lateroot check --view: a page of the checked functions, with each finding at its instruction.
**
** While a module is in memory, its functions' texts and the lines of its findings are added to its part of the report:
**   sources              as view_sources gives them; missing with --no-sources
**   functions[].text
**   functions[].source, functions[].variables      as check_source.c gives them, where there is debug information
**   findings[].place     { at: line of the text, from 0; steps: [line, ...] }; -1 where a line is not known
** They are not part of the JSON report, and are taken out before that is written. */
#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm/Config/llvm-config.h>

#include "base/ptrmap.h"
#include "check.h"
#include "view.h"

/* ---- lines of a function ---- */

/* Does a line of a function's text begin an instruction?  The rest of an instruction, and records for debuggers, stand
** further to the right, and the end of a switch is a bracket. */
static bool
begins_instruction(const char *s)
{
	return s[0] == ' ' && s[1] == ' ' && s[2] != ' ' && s[2] != ']' && s[2] != ';' && s[2] != '\n' && s[2] != '\0';
}

static bool
begins_block(const char *s)
{
	return *s != ' ' && *s != '\n' && *s != ';' && *s != '}' && *s != '\0';
}

/* Maps the instructions and blocks of a function to the lines of its text; false: they do not fit, or memory is
** exhausted. */
static bool
map_lines(struct ptrmap *lines, LLVMValueRef fn, const char *text, size_t bytes)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn);
	LLVMValueRef i = LLVMGetFirstInstruction(b);
	const char *s = memchr(text, '\n', bytes);
	uint32_t line = 1, label = 0;
	bool ok = true;

	for (; s != NULL && ok; line++) {
		if ((size_t)(++s - text) >= bytes)
			break;
		if (begins_block(s)) {
			label = line;
		} else if (begins_instruction(s)) {
			while (i == NULL && b != NULL && (b = LLVMGetNextBasicBlock(b)) != NULL)
				i = LLVMGetFirstInstruction(b);
			if (i == NULL)
				return false;
			if (i == LLVMGetFirstInstruction(b))
				ok = ptrmap_set(lines, LLVMBasicBlockAsValue(b), label != 0 ? label : line);
			ok = ok && ptrmap_set(lines, i, line);
			i = LLVMGetNextInstruction(i);
			label = 0;
		}
		s = memchr(s, '\n', bytes - (size_t)(s - text));
	}
	return ok && i == NULL && (b == NULL || LLVMGetNextBasicBlock(b) == NULL);
}

/* The line of a function, argument, block or instruction. */
static json_t *
line_of(const struct ptrmap *lines, bool fits, LLVMValueRef v)
{
	if (v == NULL || LLVMIsAFunction(v) != NULL || LLVMIsAArgument(v) != NULL)
		return json_integer(v == NULL ? -1 : 0);
	uint32_t line = fits ? ptrmap_get(lines, v) : PTRMAP_NONE;
	return json_integer(line == PTRMAP_NONE ? -1 : (json_int_t)line);
}

/* ---- one module ---- */

static bool
push(struct values *to, LLVMValueRef v)
{
	if (to->n == to->cap) {
		size_t cap = to->cap > 0 ? 2 * to->cap : 64;
		LLVMValueRef *more = realloc(to->v, cap * sizeof(LLVMValueRef));
		if (more == NULL)
			return false;
		to->v = more;
		to->cap = cap;
	}
	to->v[to->n++] = v;
	return true;
}

void
check_view_finding(struct check_places *p, const lr_finding *f)
{
	p->failed |= !push(&p->at, f->at);
	for (size_t i = 0; i < f->nsteps; i++)
		p->failed |= !push(&p->at, f->steps[i].at);
}

void
check_view_function(struct check_places *p, LLVMValueRef fn)
{
	p->failed |= !push(&p->functions, fn);
}

/* Adds to a function what debug information says of it, and the places of its `n` findings from `first` on; *at: where
** their values begin. */
static bool
place_findings(const LLVMValueRef **at, json_t *function, const json_t *findings, size_t first, size_t n,
	LLVMValueRef fn, const char *text, size_t bytes)
{
	struct ptrmap lines;
	bool ok = true;

	ptrmap_init(&lines, arena_from_libc, NULL);
	const bool debug = LLVMGetSubprogram(fn) != NULL;
	const bool fits = (n > 0 || debug) && map_lines(&lines, fn, text, bytes);
	if (fits && debug)
		ok = json_object_set_new(function, "source", check_source_lines(fn, &lines)) == 0
			&& json_object_set_new(function, "variables", check_source_variables(fn, &lines)) == 0;
	for (size_t k = first; k < first + n && ok; k++) {
		json_t *finding = json_array_get(findings, k), *steps = json_array();
		const size_t nsteps = json_array_size(json_object_get(finding, "steps"));
		json_t *place = json_pack("{s:o, s:o}", "at", line_of(&lines, fits, *(*at)++), "steps", steps);
		for (size_t i = 0; i < nsteps && ok; i++)
			ok = json_array_append_new(steps, line_of(&lines, fits, *(*at)++)) == 0;
		ok = ok && json_object_set_new(finding, "place", place) == 0;
	}
	ok = ok && !lines.failed;
	ptrmap_free(&lines);
	return ok;
}

static size_t
number_of(const json_t *object, const char *key)
{
	return (size_t)json_integer_value(json_object_get(object, key));
}

/* The number of findings that the report has of a function. */
static size_t
findings_of(const json_t *function)
{
	return number_of(function, "holes") + number_of(function, "unknown");
}

bool
check_view_place(struct check_places *p, LLVMModuleRef m, const json_t *functions, const json_t *findings)
{
	char *text = LLVMPrintModuleToString(m);
	const char *at = text, *s;
	const LLVMValueRef *value = p->at.v;
	size_t bytes, function = 0, finding = 0;
	bool ok = !p->failed;

	/* functions stand in the text, and in the report, in the order of the module */
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && ok && function < p->functions.n;
		f = LLVMGetNextFunction(f)) {
		if (LLVMCountBasicBlocks(f) == 0)
			continue;
		if ((s = view_next_definition(&at, &bytes)) == NULL)
			break;
		if (f != p->functions.v[function]) /* it was not to be checked */
			continue;
		json_t *of = json_array_get(functions, function++);
		const size_t n = findings_of(of);
		char *copy = strndup(s, bytes);
		ok = copy != NULL && place_findings(&value, of, findings, finding, n, f, s, bytes)
			&& json_object_set_new(of, "text", json_name(copy)) == 0;
		finding += n;
		free(copy);
	}
	LLVMDisposeMessage(text);
	free(p->at.v);
	free(p->functions.v);
	*p = (struct check_places){ .failed = !ok };
	return ok;
}

/* ---- the page ---- */

/* What the page knows of all functions before one is opened. */
static json_t *
index_of(const json_t *report)
{
	json_t *functions = json_array(), *files = json_array(), *file, *f;
	const json_t *list = json_object_get(report, "files");
	char version[48];
	uint32_t v = lr_version();

	snprintf(version, sizeof version, "%u.%u.%u", v >> 16, v >> 8 & 255, v & 255);
	for (size_t i = 0; (file = json_array_get(list, i)) != NULL; i++) {
		size_t finding = 0;
		json_array_append_new(files, json_pack("{s:O, s:O, s:O, s:O*}", "name", json_object_get(file, "file"),
			"verdict", json_object_get(file, "verdict"), "error", json_object_get(file, "error"),
			"sources", json_object_get(file, "sources")));
		for (size_t k = 0; (f = json_array_get(json_object_get(file, "functions"), k)) != NULL; k++) {
			json_int_t known = 0;
			for (size_t n = findings_of(f); n > 0; n--, finding++)
				known += json_is_true(json_object_get(
					json_array_get(json_object_get(file, "findings"), finding), "known"));
			json_array_append_new(functions, json_pack("{s:O, s:I, s:O, s:O, s:O, s:O, s:I}", "name",
				json_object_get(f, "name"), "file", (json_int_t)i, "kind", json_object_get(f, "kind"),
				"verdict", json_object_get(f, "verdict"), "holes", json_object_get(f, "holes"),
				"unknown", json_object_get(f, "unknown"), "known", known));
		}
	}
	const char *name = json_string_value(json_object_get(json_array_get(list, 0), "file"));
	json_t *source = json_array_size(list) == 1 && name != NULL ? json_string(name)
		: json_sprintf("%zu files", json_array_size(list));
	return json_pack("{s:s, s:s, s:s, s:o, s:[s], s:{s:O, s:o, s:o}, s:o}", "schema", "lateroot-check-view/1",
		"version", version, "llvm", LLVM_VERSION_STRING, "source", source, "passes", "input", "check",
		"verdict", json_object_get(report, "verdict"), "files", files, "rules", check_rules(), "functions",
		functions);
}

static bool
add_function(struct writer *w, const json_t *file, const json_t *function, size_t first)
{
	json_t *findings = json_array();

	for (size_t n = findings_of(function), k = first; k < first + n; k++)
		json_array_append(findings, json_array_get(json_object_get(file, "findings"), k));
	json_t *page = json_pack("{s:O, s:n, s:[{s:i, s:O}], s:{s:o, s:O*, s:O*}}", "name",
		json_object_get(function, "name"), "explain", "ir", "pass", 0, "text",
		json_object_get(function, "text"), "check", "findings", findings, "source",
		json_object_get(function, "source"), "variables", json_object_get(function, "variables"));
	char *text = page != NULL ? json_dumps(page, JSON_COMPACT) : NULL;
	bool ok = text != NULL && view_page_function(w, text);
	json_decref(page);
	free(text);
	return ok;
}

/* Takes out what is only for the page. */
static void
strip(json_t *file)
{
	json_t *part;

	json_object_del(file, "sources");
	for (size_t i = 0; (part = json_array_get(json_object_get(file, "functions"), i)) != NULL; i++) {
		json_object_del(part, "text");
		json_object_del(part, "source");
		json_object_del(part, "variables");
	}
	for (size_t i = 0; (part = json_array_get(json_object_get(file, "findings"), i)) != NULL; i++)
		json_object_del(part, "place");
}

bool
check_view_write(const json_t *report, const char *path)
{
	struct writer w = { 0 };
	json_t *index = index_of(report), *file, *f;
	char *text = index != NULL ? json_dumps(index, JSON_COMPACT) : NULL;
	bool ok = text != NULL && view_page_begin(&w, text);
	size_t bytes = 0;

	for (size_t i = 0; (file = json_array_get(json_object_get(report, "files"), i)) != NULL; i++) {
		size_t finding = 0;
		for (size_t k = 0; (f = json_array_get(json_object_get(file, "functions"), k)) != NULL && ok; k++) {
			ok = add_function(&w, file, f, finding);
			finding += findings_of(f);
		}
		strip(file);
	}
	json_decref(index);
	free(text);
	w.failed |= !ok;
	char *page = view_page_end(&w, &bytes);
	if (page == NULL)
		say_error("out of memory");
	ok = page != NULL && write_output(path, page, bytes);
	free(page);
	return ok;
}
