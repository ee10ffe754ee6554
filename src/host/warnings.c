/* SPDX-License-Identifier: MIT */
/* warnings.c -- the warnings, and how the options treat them. */
#include "host/warnings.h"

#include <stdio.h>
#include <string.h>

static const char *const names[WARNINGS] = {
	"malloc", "global", "container", "coroutine", "longjmp", "descriptor", "untyped", "maybe-untyped",
	"asm", "number", "address", "barrier", "handler", "rootless"
};
enum level { LEVEL_NOTHING, LEVEL_WARNING, LEVEL_ERROR };

/* Applies one word: "error", "no", "error=NAME", "no-error=NAME", "no-NAME".  False if it is none of these. */
static bool
apply(const char *word, size_t n, enum level *levels)
{
	static const struct { const char *text; enum level level; bool name; } forms[] = {
		{ "error=", LEVEL_ERROR, true }, { "no-error=", LEVEL_WARNING, true }, { "no-", LEVEL_NOTHING, true },
		{ "error", LEVEL_ERROR, false }, { "no", LEVEL_NOTHING, false }
	};

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		const size_t bytes = strlen(forms[i].text);
		if (n < bytes || memcmp(word, forms[i].text, bytes) != 0 || (n == bytes) == forms[i].name)
			continue;
		for (unsigned w = 0; w < WARNINGS; w++) {
			const bool all = !forms[i].name;
			if (!all && (strlen(names[w]) != n - bytes || memcmp(names[w], word + bytes, n - bytes) != 0))
				continue;
			levels[w] = forms[i].level;
			if (!all)
				return true;
		}
		if (!forms[i].name)
			return true;
	}
	return false;
}

/* Returns NULL, or the first wrong word of the text. */
static const char *
read_levels(const char *text, enum level *levels)
{
	for (unsigned w = 0; w < WARNINGS; w++)
		levels[w] = w == WARN_COROUTINE || w == WARN_UNTYPED ? LEVEL_ERROR : LEVEL_WARNING;
	while (text != NULL && *text != '\0') {
		const size_t n = strcspn(text, ",");
		if (n > 0 && !apply(text, n, levels))
			return text;
		text += n + (text[n] == ',');
	}
	return NULL;
}

lr_status
warnings_check(lr_context *cx, const char *text)
{
	enum level levels[WARNINGS];
	const char *wrong = read_levels(text, levels);

	if (wrong == NULL)
		return LR_OK;
	return lr_fail(cx, LR_E_USAGE, NULL, "no warning '%.*s'; there is error, no, and error=NAME, "
		"no-error=NAME, no-NAME of "
		"malloc, global, container, coroutine, longjmp, descriptor, untyped, maybe-untyped, "
		"asm, number, address, barrier, handler, rootless",
		(int)strcspn(wrong, ","), wrong);
}

void
warning(lr_context *cx, enum warning w, LLVMValueRef at, const char *fmt, ...)
{
	enum level levels[WARNINGS];
	char text[LR_MESSAGE_BYTES];
	va_list args;

	read_levels(cx->options.warnings, levels);
	if (levels[w] == LEVEL_NOTHING)
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	if (levels[w] == LEVEL_ERROR)
		lr_fail(cx, LR_E_DIALECT, at, "%s [%s]", text, names[w]);
	else
		lr_report(cx, LR_WARNING, at, "%s [%s]", text, names[w]);
}
