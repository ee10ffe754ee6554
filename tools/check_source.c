/* SPDX-License-Identifier: MIT */
/* check_source.c -- what debug information says of a checked function, for the page of lateroot check --view:
** which lines of source its instructions come from, and which variables its values are. */
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "check.h"
#include "ir/variable.h"
#include "view.h"

static json_t *
parsed(const struct text *t)
{
	return t->ar->failed ? NULL : json_loadb(t->s, t->n, JSON_ALLOW_NUL, NULL);
}

json_t *
check_source_lines(LLVMValueRef fn, const struct ptrmap *lines)
{
	struct arena ar;
	const char *file = NULL;
	unsigned line = 0, file_bytes = 0;
	bool any = false;

	arena_init(&ar, arena_from_libc, NULL);
	struct text t = { .ar = &ar };
	text_string(&t, "[");
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b)) {
		line = 0; /* each block names the lines that it begins with */
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			const unsigned number = LLVMGetDebugLocLine(i);
			const uint32_t at = number != 0 ? ptrmap_get(lines, i) : PTRMAP_NONE;
			unsigned bytes = 0;
			const char *name = at != PTRMAP_NONE ? LLVMGetDebugLocFilename(i, &bytes) : NULL;
			if (name == NULL || bytes == 0)
				continue;
			const bool same = file != NULL && bytes == file_bytes && memcmp(name, file, bytes) == 0;
			if (same && number == line)
				continue;
			text_printf(&t, "%s[%u,%u", any ? "," : "", at, number);
			if (!same) {
				text_string(&t, ",");
				text_json(&t, name, bytes);
			}
			text_string(&t, "]");
			file = name, file_bytes = bytes, line = number, any = true;
		}
	}
	text_string(&t, "]");
	json_t *list = parsed(&t);
	arena_free(&ar);
	return list;
}

/* ---- variables ---- */

struct variables { struct text *t; const struct ptrmap *lines; bool any; };

/* Does LLVM print the name without quotes? */
static bool
is_plain(const char *name, size_t n)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._$";

	return n > 0 && !(name[0] >= '0' && name[0] <= '9') && strspn(name, plain) >= n;
}

/* Writes what an argument is called in the text; false: its name is quoted there, and left out here. */
static bool
write_argument(struct text *t, LLVMValueRef arg)
{
	size_t n = 0;
	const char *name = LLVMGetValueName2(arg, &n);
	unsigned number = 0;

	if (n > 0 && !is_plain(name, n))
		return false;
	if (n > 0) {
		text_printf(t, "\"%%%.*s\"", (int)n, name);
		return true;
	}
	for (LLVMValueRef p = LLVMGetPreviousParam(arg); p != NULL; p = LLVMGetPreviousParam(p)) {
		LLVMGetValueName2(p, &n);
		number += n == 0;
	}
	text_printf(t, "\"%%%u\"", number);
	return true;
}

static void
add_variable(void *user, LLVMValueRef v, const char *name, size_t bytes)
{
	struct variables *w = user;
	const uint32_t before = w->t->n;
	const uint32_t line = LLVMIsAInstruction(v) != NULL ? ptrmap_get(w->lines, v) : PTRMAP_NONE;

	if (line == PTRMAP_NONE && LLVMIsAArgument(v) == NULL)
		return;
	text_string(w->t, w->any ? ",[" : "[");
	if (line != PTRMAP_NONE) {
		text_printf(w->t, "%u", line);
	} else if (!write_argument(w->t, v)) {
		w->t->n = before;
		return;
	}
	text_string(w->t, ",");
	text_json(w->t, name, bytes);
	text_string(w->t, "]");
	w->any = true;
}

json_t *
check_source_variables(LLVMValueRef fn, const struct ptrmap *lines)
{
	struct arena ar;

	arena_init(&ar, arena_from_libc, NULL);
	struct text t = { .ar = &ar };
	struct variables w = { .t = &t, .lines = lines };
	text_string(&t, "[");
	variable_values(fn, add_variable, &w);
	text_string(&t, "]");
	json_t *list = parsed(&t);
	arena_free(&ar);
	return list;
}

json_t *
check_source_files(LLVMModuleRef m, const char *input, const struct view_folders *folders)
{
	struct arena ar;

	arena_init(&ar, arena_from_libc, NULL);
	struct text t = { .ar = &ar };
	json_t *list = view_sources(&t, m, input, folders) ? parsed(&t) : NULL;
	arena_free(&ar);
	return list;
}
