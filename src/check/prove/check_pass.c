/* SPDX-License-Identifier: MIT */
/* check_pass.c -- lr_check as a module pass: CheckGCRoots<PROFILE;...>.
**
** The parameters are words, in any order:
**   error, warn       a hole is an error (default), or a warning
**   unknown           what cannot be proved counts as a hole; without it, that is a warning
**   no-unknown        it is a note
**   kind=KIND         as lateroot check --kind
**   anything else     the profile of the runtime: a name that comes with lateroot, or the path of a file.  "julia" is
**                     the newest release of Julia that has one; without a name it is the context's
**
** Findings are collected first, because lr_check lends the context to the checkers. */
#include "check/prove/prove.h"

#include <stdio.h>

#include "host/passes.h"

/* What the word "julia" stands for. */
static const char NEWEST_JULIA[] = "julia-1.13";

struct words {
	lr_severity holes, unknown;
	bool counts;             /* unknown parts are as bad as holes */
	lr_check_kind kind;
	char *profile;           /* NULL: the context's */
};

struct kept_finding { LLVMValueRef at; const char *text; bool hole; };

struct collected {
	struct arena ar;
	struct kept_finding *at;
	uint32_t n, cap;
	bool failed;
};

static bool
is_word(const char *s, size_t n, const char *word)
{
	return strlen(word) == n && memcmp(s, word, n) == 0;
}

static bool
read_kind(const char *s, size_t n, lr_check_kind *kind)
{
	const char *name;

	for (unsigned k = 0; (name = lr_check_kind_name((lr_check_kind)k)) != NULL; k++)
		if ((lr_check_kind)k != LR_CHECK_NONE && is_word(s, n, name)) {
			*kind = (lr_check_kind)k;
			return true;
		}
	return false;
}

static lr_status
read_word(lr_context *cx, struct arena *ar, const char *s, size_t n, struct words *w)
{
	static const char kind[] = "kind=";

	if (is_word(s, n, "error") || is_word(s, n, "warn")) {
		w->holes = *s == 'e' ? LR_ERROR : LR_WARNING;
	} else if (is_word(s, n, "unknown") || is_word(s, n, "no-unknown")) {
		w->counts = *s == 'u';
		w->unknown = *s == 'u' ? LR_WARNING : LR_NOTE;
	} else if (n > sizeof kind - 1 && memcmp(s, kind, sizeof kind - 1) == 0) {
		if (!read_kind(s + sizeof kind - 1, n - (sizeof kind - 1), &w->kind))
			return lr_fail(cx, LR_E_PIPELINE, NULL, "no such kind of check: '%.*s'",
				(int)(n < 100 ? n : 100), s);
	} else if (w->profile != NULL) {
		return lr_fail(cx, LR_E_PIPELINE, NULL, "a check has one profile, not '%s' and '%.*s'", w->profile,
			(int)(n < 100 ? n : 100), s);
	} else {
		const char *name = is_word(s, n, "julia") ? NEWEST_JULIA : s;
		const size_t bytes = name == s ? n : sizeof NEWEST_JULIA - 1;
		w->profile = arena_zalloc(ar, bytes + 1);
		if (w->profile == NULL)
			return lr_nomem(cx);
		memcpy(w->profile, name, bytes);
	}
	return LR_OK;
}

static lr_status
read_words(lr_context *cx, struct arena *ar, lr_params params, struct words *w)
{
	lr_status st = LR_OK;

	for (const char *s = params; s != NULL && *s != '\0' && st == LR_OK;) {
		const size_t n = strcspn(s, ";");
		st = read_word(cx, ar, s, n, w);
		s += n + (s[n] == ';');
	}
	return st;
}

/* Says where the object is used, if that has a place in the source. */
static void
collect(void *user, const lr_finding *f)
{
	struct collected *c = user;
	const lr_check_step *used = NULL;
	char text[LR_MESSAGE_BYTES];

	for (size_t i = 0; i < f->nsteps; i++)
		if (f->steps[i].role == LR_STEP_USED && f->steps[i].line != 0)
			used = &f->steps[i];
	int n = snprintf(text, sizeof text, "%s%s", f->verdict == LR_HOLE ? "" : "not proved: ", f->message);
	if (used != NULL && n > 0 && (size_t)n < sizeof text)
		n += snprintf(text + n, sizeof text - (size_t)n, "; used at %s:%u:%u", used->file, used->line,
			used->column);
	if (n > 0 && (size_t)n < sizeof text)
		snprintf(text + n, sizeof text - (size_t)n, " [%s]", f->rule);
	if (!ARENA_PUSH(&c->ar, c->at, c->n, c->cap) || (c->at[c->n].text = arena_strdup(&c->ar, text)) == NULL) {
		c->failed = true;
		return;
	}
	c->at[c->n].at = f->at;
	c->at[c->n++].hole = f->verdict == LR_HOLE;
}

static lr_status
say(lr_context *cx, const struct collected *c, const struct words *w)
{
	for (uint32_t i = 0; i < c->n; i++) {
		const lr_severity s = c->at[i].hole || w->counts ? w->holes : w->unknown;
		if (s == LR_ERROR)
			lr_fail(cx, LR_E_CHECK, c->at[i].at, "%s", c->at[i].text);
		else
			lr_report(cx, s, c->at[i].at, "%s", c->at[i].text);
	}
	return cx->first;
}

lr_status
pass_prove_gc_roots(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct words w = { .holes = LR_ERROR, .unknown = LR_WARNING };
	struct collected c = { .at = NULL };
	struct lr_profile read, own = cx->profile;

	(void)fns, (void)nfns;
	arena_init(&c.ar, cx->options.alloc, cx->options.user);
	lr_status st = read_words(cx, &c.ar, params, &w);
	if (st == LR_OK && w.profile != NULL && (st = (lr_status)profile_load(cx, w.profile, &read)) == LR_OK)
		cx->profile = read;
	const lr_check_options o = { .struct_size = sizeof o, .kind = w.kind, .finding = collect, .user = &c };
	if (st == LR_OK)
		st = lr_check(cx, m, &o, NULL);
	cx->profile = own;
	if (st == LR_OK && (c.failed || c.ar.failed))
		st = lr_nomem(cx);
	if (st == LR_OK)
		st = say(cx, &c, &w);
	arena_free(&c.ar);
	return st;
}
