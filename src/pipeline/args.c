/* SPDX-License-Identifier: MIT */
/* args.c -- options in one string, as users give them to a host compiler through LATEROOT_ARGS. */
#include <stdio.h>
#include <stdlib.h>

#include "host/context.h"
#include "dialect/abi.h"
#include "host/passes.h"
#include "host/warnings.h"
#include "pipeline/pipeline.h"

static const char *const names[] = {
	"print-before", "print-after", "print-before-all", "print-after-all", "func", "dump-dir", "time-passes",
	"abi", "profile", "reload", "polls", "check", "warnings", "clone-targets", "image", "check-roots"
};
enum {
	PRINT_BEFORE, PRINT_AFTER, PRINT_BEFORE_ALL, PRINT_AFTER_ALL, FUNC, DUMP_DIR, TIME_PASSES,
	ABI, PROFILE, RELOAD, POLLS, CHECK, WARNINGS_LIST, CLONE_TARGETS, IMAGE, CHECK_ROOTS, NAMES
};

/* The parsed options; strings are in the context's arena. */
struct args { const char *value[NAMES]; };

/* The next word without its quotes, in `ar`.  *end: there is no more; *open: a quote is not closed. */
static char *
next_word(struct arena *ar, const char **at, bool *end, bool *open)
{
	const char *s = *at;
	char quote = '\0', *word, *to;

	while (*s == ' ' || *s == '\t' || *s == '\n')
		s++;
	*end = *s == '\0';
	word = to = arena_alloc(ar, strlen(s) + 1);
	if (word == NULL)
		return NULL;
	for (; *s != '\0' && (quote != '\0' || (*s != ' ' && *s != '\t' && *s != '\n')); s++) {
		if (quote == '\0' && (*s == '"' || *s == '\''))
			quote = *s;
		else if (quote != '\0' && *s == quote)
			quote = '\0';
		else
			*to++ = *s;
	}
	*to = '\0';
	*open = quote != '\0';
	*at = s;
	return word;
}

static lr_status
unknown(lr_context *cx, const char *word, const char *name, size_t n)
{
	const char *near = name_nearest(name, n, names, NAMES);

	return lr_fail(cx, LR_E_USAGE, NULL, "unknown option '%.200s'%s%s%s", word, near ? "; did you mean '-" : "",
		near ? near : "", near ? "'?" : "");
}

/* Reports names in a list of passes that are neither passes of this library nor in lower case, as LLVM's are. */
static lr_status
check_passes(lr_context *cx, const char *list)
{
	const char *known[128];
	size_t nknown = 0;

	for (size_t i = 0; i < pass_count() && i < sizeof known / sizeof *known; i++)
		known[nknown++] = pass_at(i)->name;
	for (const char *s = list; strcmp(list, "all") != 0; s++) {
		size_t n = strcspn(s, ",");
		bool found = false;
		for (size_t i = 0; i < nknown && !found; i++)
			found = strlen(known[i]) == n && memcmp(known[i], s, n) == 0;
		/* LLVM's passes cannot be listed, but none begins with a capital. */
		if (n == 0 || (!found && *s >= 'A' && *s <= 'Z')) {
			const char *near = name_nearest(s, n, known, nknown);
			return lr_fail(cx, LR_E_USAGE, NULL, "unknown pass '%.*s'%s%s%s", (int)(n < 100 ? n : 100), s,
				near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
		}
		s += n;
		if (*s == '\0')
			break;
	}
	return LR_OK;
}

/* -check-roots=PARAMETERS: those of CheckGCRoots. */
static lr_status
take_check(lr_context *cx, struct args *a, const char *value)
{
	static const char form[] = "CheckGCRoots<%s>";
	const size_t bytes = sizeof form + strlen(value);
	size_t row = 0;

	while (pass_at(row)->run != pass_prove_gc_roots)
		row++;
	if (!pass_accepts(pass_at(row), value, strlen(value)) || strpbrk(value, "<>,") != NULL)
		return lr_fail(cx, LR_E_USAGE, NULL,
			"option '-check-roots' takes parameters of CheckGCRoots, not '%.200s'", value);
	char *text = arena_alloc(&cx->strings, bytes);
	if (text == NULL)
		return lr_nomem(cx);
	snprintf(text, bytes, form, value);
	a->value[CHECK_ROOTS] = text;
	return LR_OK;
}

static lr_status
take_word(lr_context *cx, struct args *a, const char *word)
{
	const char *name = word + (word[0] == '-') + (word[0] == '-' && word[1] == '-');
	const size_t n = strcspn(name, "=");
	const char *value = name[n] == '=' ? name + n + 1 : NULL;
	size_t i = 0;

	if (word[0] == '-' && word[1] == 'W' && word[2] != '\0') { /* -Werror=malloc: one word of the list */
		const lr_status st = warnings_check(cx, word + 2);
		char *all = st == LR_OK ? arena_alloc(&cx->strings,
			strlen(word) + (a->value[WARNINGS_LIST] ? strlen(a->value[WARNINGS_LIST]) : 0) + 2)
			: NULL;
		if (all == NULL)
			return st == LR_OK ? lr_nomem(cx) : st;
		sprintf(all, "%s%s%s", a->value[WARNINGS_LIST] ? a->value[WARNINGS_LIST] : "",
			a->value[WARNINGS_LIST] ? "," : "", word + 2);
		a->value[WARNINGS_LIST] = all;
		return LR_OK;
	}
	while (i < NAMES && (strlen(names[i]) != n || memcmp(names[i], name, n) != 0))
		i++;
	if (i == NAMES || name == word)
		return unknown(cx, word, name, n);
	if (i == CHECK_ROOTS)
		return take_check(cx, a, value != NULL ? value : "error");
	const bool flag = i == PRINT_BEFORE_ALL || i == PRINT_AFTER_ALL || i == TIME_PASSES || i == RELOAD || i == POLLS
		|| i == CHECK || i == IMAGE;
	if (flag && value != NULL)
		return lr_fail(cx, LR_E_USAGE, NULL, "option '-%s' takes no value, but has '%.200s'", names[i], value);
	if (!flag && (value == NULL || *value == '\0'))
		return lr_fail(cx, LR_E_USAGE, NULL, "option '-%s' needs a value: -%s=...", names[i], names[i]);
	lr_abi abi;
	if (i == ABI && !abi_by_name(value, strlen(value), &abi)) {
		const char *near = name_nearest(value, strlen(value), abi_names, ABI_COUNT);
		return lr_fail(cx, LR_E_USAGE, NULL,
			"no ABI '%.200s'; there is gcframe, framemap, statepoint, shadow-stack%s%s%s", value,
			near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	}
	if (i == WARNINGS_LIST && warnings_check(cx, value) != LR_OK)
		return cx->first;
	a->value[i] = flag ? "all" : value;
	return i == PRINT_BEFORE || i == PRINT_AFTER ? check_passes(cx, value) : LR_OK;
}

/* The dump callback for hosts without one. */
static void
to_stderr(void *user, const char *text, size_t bytes)
{
	(void)user;
	fwrite(text, 1, bytes, stderr);
}

static void
apply(lr_context *cx, const struct args *a)
{
	lr_options *o = &cx->options;
	const char *const *v = a->value;

	if (v[PRINT_BEFORE] || v[PRINT_BEFORE_ALL])
		o->print_before = v[PRINT_BEFORE_ALL] ? v[PRINT_BEFORE_ALL] : v[PRINT_BEFORE];
	if (v[PRINT_AFTER] || v[PRINT_AFTER_ALL])
		o->print_after = v[PRINT_AFTER_ALL] ? v[PRINT_AFTER_ALL] : v[PRINT_AFTER];
	if (v[FUNC])
		o->function = v[FUNC];
	if (v[DUMP_DIR])
		cx->dump_dir = v[DUMP_DIR];
	if (v[TIME_PASSES])
		o->time_passes = cx->report_times = true;
	if (v[ABI])
		abi_by_name(v[ABI], strlen(v[ABI]), &o->abi);
	if (v[PROFILE])
		o->profile = v[PROFILE];
	o->reload = o->reload || v[RELOAD] != NULL;
	o->polls = o->polls || v[POLLS] != NULL;
	o->check = o->check || v[CHECK] != NULL;
	o->image = o->image || v[IMAGE] != NULL;
	if (v[WARNINGS_LIST])
		o->warnings = v[WARNINGS_LIST];
	if (v[CLONE_TARGETS])
		o->clone_targets = v[CLONE_TARGETS];
	if (v[CHECK_ROOTS])
		cx->check_roots = v[CHECK_ROOTS];
	if (o->dump == NULL)
		o->dump = to_stderr;
}

lr_status
lr_context_set_args(lr_context *cx, const char *args)
{
	struct args a = { 0 };
	bool end = args == NULL, open = false, any = false;

	if (cx == NULL)
		return LR_E_USAGE;
	while (!end) {
		char *word = next_word(&cx->strings, &args, &end, &open);
		if (word == NULL)
			return lr_nomem(cx);
		if (open)
			return lr_fail(cx, LR_E_USAGE, NULL, "a quote is not closed in the options: '%.200s'", word);
		lr_status st = end ? LR_OK : take_word(cx, &a, word);
		if (st != LR_OK)
			return st;
		any = any || !end;
	}
	if (any && a.value[PROFILE] != NULL) { /* first, as it may not exist */
		struct lr_profile profile;
		const lr_status st = (lr_status)profile_load(cx, a.value[PROFILE], &profile);
		if (st != LR_OK)
			return st;
		cx->profile = profile;
	}
	if (any)
		apply(cx, &a);
	return LR_OK;
}

lr_status
lr_context_args_from_env(lr_context *cx)
{
	return lr_context_set_args(cx, getenv("LATEROOT_ARGS"));
}
