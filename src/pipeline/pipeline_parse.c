/* SPDX-License-Identifier: MIT */
/* pipeline_parse.c -- parses pipeline text into steps.
**
** The syntax is opt's: names separated by commas, parameters in <>, nesting in ().  The text becomes a tree, which is
** cut into steps.  Each pass of this library is a step.  Between them, a run of siblings that contain no pass of this
** library is one step for LLVM, wrapped in the adaptors around it:
**
**   function(dse,LateLowerGCFrame,gvn,sroa),globaldce
**     -> function(dse) | LateLowerGCFrame | function(gvn,sroa) | globaldce
**
** Reads only the text, and changes no module. */
#include <llvm-c/Error.h>

#include "pipeline/dump_functions.h"
#include "pipeline/pipeline_names.h"

enum { MAX_DEPTH = 64 };

struct node {
	const char *name;      /* in the text */
	uint32_t name_bytes;
	const char *params;    /* between < and >, or NULL */
	uint32_t params_bytes;
	const char *start, *end; /* the whole element in the text */
	struct node *parent, *first, *last, *next;
	const struct pass_info *ours;
	bool nests;            /* has parentheses */
	const char *whole;     /* "julia" or "lateroot": a whole pipeline; otherwise NULL */
	bool cut;              /* is, or contains, a step of its own */
};

struct parser {
	lr_context *cx;
	struct trial trial;    /* for runs of LLVM's passes */
	struct pipeline *out;
	const char *text;
	bool single;
};

/* ---- the tree ---- */

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char *
skip_blanks(const char *s)
{
	while (is_blank(*s))
		s++;
	return s;
}

static bool
name_is(const struct node *n, const char *name)
{
	return strlen(name) == n->name_bytes && memcmp(n->name, name, n->name_bytes) == 0;
}

static lr_status
syntax_error(struct parser *ps, const char *at, const char *what)
{
	return lr_fail(ps->cx, LR_E_PIPELINE, NULL, "%s at position %zu of the pipeline '%.200s%s'", what,
		(size_t)(at - ps->text) + 1, ps->text, strlen(ps->text) > 200 ? "..." : "");
}

static const struct pass_info *
our_pass(const struct node *n)
{
	const struct pass_info *found = NULL;

	for (size_t i = 0; i < pass_count(); i++)
		if (name_is(n, pass_at(i)->name) && (found == NULL || (n->params != NULL && *found->params == '\0')))
			found = pass_at(i);
	return found;
}

/* Is it the parameter `form`, which has `len` bytes?  KEY=N stands for any number of at most nine digits, PROFILE for
** any text. */
static bool
fits(const char *form, size_t len, const char *params, size_t n)
{
	if (len == 7 && memcmp(form, "PROFILE", len) == 0)
		return n > 0;
	if (len > 2 && form[len - 1] == 'N' && form[len - 2] == '=')
		return n >= len && n < len + 9 && memcmp(form, params, len - 1) == 0
			&& strspn(params + len - 1, "0123456789") >= n - (len - 1);
	return len > 0 && len == n && memcmp(form, params, n) == 0;
}

/* Is it one of `list`? */
static bool
is_listed(const char *list, const char *params, size_t n)
{
	for (const char *s = list;;) {
		size_t len = strcspn(s, "|;");
		if (fits(s, len, params, n))
			return true;
		if (s[len] == '\0')
			return false;
		s += len + 1;
	}
}

bool
pass_accepts(const struct pass_info *p, const char *params, size_t n)
{
	const char *end = params + n;

	if (strchr(p->params, ';') == NULL)
		return is_listed(p->params, params, n);
	for (const char *s = params, *stop; s <= end; s = stop + 1) {
		stop = memchr(s, ';', (size_t)(end - s));
		stop = stop == NULL ? end : stop;
		bool off = stop - s > 3 && memcmp(s, "no-", 3) == 0;
		if (!is_listed(p->params, off ? s + 3 : s, (size_t)(stop - s) - (off ? 3 : 0)))
			return false;
	}
	return true;
}

static lr_status
check_params(struct parser *ps, const struct node *n)
{
	const char *s = n->ours->params, *bar = strchr(s, '|');

	if (n->params == NULL || pass_accepts(n->ours, n->params, n->params_bytes))
		return LR_OK;
	return lr_fail(ps->cx, LR_E_PIPELINE, NULL, "%s takes %.*s%s%s, not '%.*s'", n->ours->name,
		*s ? (int)(bar ? bar - s : (ptrdiff_t)strlen(s)) : 13, *s ? s : "no parameters", bar ? " or " : "",
		bar ? bar + 1 : "", (int)(n->params_bytes < 100 ? n->params_bytes : 100), n->params);
}

/* Is `n`, a pass of this library or a whole pipeline, allowed at its place? */
static lr_status
check_place(struct parser *ps, const struct node *n)
{
	enum pass_kind kind = n->ours ? n->ours->kind : PASS_MODULE;

	if (kind == PASS_MARKER)
		return LR_OK;
	for (const struct node *up = n->parent; up->parent != NULL; up = up->parent) {
		bool innermost = up == n->parent;
		if (name_is(up, "module"))
			continue;
		if (kind == PASS_LOOP && innermost && (name_is(up, "loop") || name_is(up, "loop-mssa")))
			continue;
		if ((kind == PASS_FUNCTION || kind == PASS_LOOP)
			&& (name_is(up, "function") || (!innermost && name_is(up, "cgscc"))))
			continue;
		return lr_fail(ps->cx, LR_E_PIPELINE, NULL, "'%s' is a %s and cannot stand inside '%.*s(...)'",
			n->ours ? n->ours->name : n->whole,
			kind == PASS_FUNCTION ? "function pass"
				: kind == PASS_LOOP ? "loop pass"
				: n->ours ? "module pass"
				: "module pipeline",
			(int)(up->name_bytes < 100 ? up->name_bytes : 100), up->name);
	}
	return LR_OK;
}

/* Do the options ask for a dump before or after the pass? */
static bool
is_point(const lr_context *cx, const struct node *n)
{
	return pipeline_names(cx->options.print_before, n->name, n->name_bytes)
		|| pipeline_names(cx->options.print_after, n->name, n->name_bytes)
		|| dump_wants(cx->dumper, n->name, n->name_bytes, false)
		|| dump_wants(cx->dumper, n->name, n->name_bytes, true);
}

static lr_status
refuse_machine_pass(struct parser *ps, const struct node *n)
{
	return lr_fail(ps->cx, LR_E_PIPELINE, NULL,
		"'%.*s' is for machine code, which there is none of here: a pipeline is run over IR",
		(int)(n->name_bytes < 100 ? n->name_bytes : 100), n->name);
}

static lr_status
classify(struct parser *ps, struct node *n)
{
	n->ours = our_pass(n);
	for (size_t i = 0; i < WHOLE_NAMES; i++)
		if (name_is(n, pipeline_whole_names[i]))
			n->whole = pipeline_whole_names[i];
	if (n->ours != NULL || n->whole != NULL) {
		lr_status st = check_place(ps, n);
		if (st == LR_OK && n->ours != NULL)
			st = check_params(ps, n);
		if (st != LR_OK)
			return st;
		if (n->nests)
			return lr_fail(ps->cx, LR_E_PIPELINE, NULL, "'%s' takes no passes in parentheses",
				n->ours ? n->ours->name : n->whole);
	}
	if (name_is(n, "machine-function"))
		return refuse_machine_pass(ps, n);
	if (n->ours != NULL || n->whole != NULL || (!n->nests && (ps->single || is_point(ps->cx, n))))
		for (struct node *up = n; up != NULL && !up->cut; up = up->parent)
			up->cut = true;
	return LR_OK;
}

/* Reads name and parameters of one element, and moves `*at` behind them. */
static lr_status
parse_head(struct parser *ps, struct node *n, const char **at)
{
	const char *s = skip_blanks(*at), *e;

	n->start = n->name = s;
	for (e = s; *e != '\0' && strchr(",()<>", *e) == NULL; e++)
		;
	const char *after = e;
	while (e > s && is_blank(e[-1]))
		e--;
	if (e == s)
		return syntax_error(ps, s, "a pass name is missing");
	n->name_bytes = (uint32_t)(e - s);
	n->end = e;
	if (*after == '<') {
		unsigned depth = 1;
		n->params = ++after;
		for (; depth > 0; after++) {
			if (*after == '\0')
				return syntax_error(ps, n->params - 1, "'<' without '>'");
			depth += (*after == '<') - (unsigned)(*after == '>');
		}
		n->params_bytes = (uint32_t)(after - 1 - n->params);
		n->end = after;
		after = skip_blanks(after);
	}
	*at = after;
	return LR_OK;
}

static lr_status
parse_tree(struct parser *ps, struct node *root)
{
	struct node *parent = root;
	const char *s = ps->text;
	unsigned depth = 0;

	for (;;) {
		struct node *n = arena_zalloc(&ps->out->arena, sizeof *n);
		if (n == NULL)
			return lr_nomem(ps->cx);
		n->parent = parent;
		lr_status st = parse_head(ps, n, &s);
		if (st != LR_OK)
			return st;
		if (parent->last != NULL)
			parent->last->next = n;
		else
			parent->first = n;
		parent->last = n;
		n->nests = *s == '(';
		if ((st = classify(ps, n)) != LR_OK)
			return st;
		if (n->nests) {
			if (++depth > MAX_DEPTH)
				return syntax_error(ps, s, "nesting too deep");
			parent = n;
			s++;
			continue;
		}
		for (s = skip_blanks(s); *s == ')'; s = skip_blanks(s + 1)) {
			if (parent == root)
				return syntax_error(ps, s, "')' without '('");
			parent->end = s + 1;
			parent = parent->parent;
			depth--;
		}
		if (*s == '\0')
			return parent == root ? LR_OK : syntax_error(ps, parent->start, "'(' without ')'");
		if (*s != ',')
			return syntax_error(ps, s, *s == '>' ? "'>' without '<'" : "a comma is missing");
		s++;
	}
}

/* ---- cutting into steps ---- */

static lr_status
add_step(struct parser *ps, struct step step)
{
	struct pipeline *p = ps->out;

	if (!ARENA_PUSH(&p->arena, p->steps, p->nsteps, p->steps_cap))
		return lr_nomem(ps->cx);
	p->steps[p->nsteps++] = step;
	return LR_OK;
}

static const char *
copy_range(struct parser *ps, const char *s, size_t n)
{
	char *copy = arena_alloc(&ps->out->arena, n + 1);

	if (copy != NULL) {
		memcpy(copy, s, n);
		copy[n] = '\0';
	}
	return copy;
}

/* The text of first..last with the adaptors around them, without blanks. */
static const char *
stretch_text(struct parser *ps, const struct node *first, const struct node *last)
{
	const struct node *path[MAX_DEPTH + 1];
	size_t depth = 0, bytes = (size_t)(last->end - first->start) + 1;

	for (const struct node *up = first->parent; up->parent != NULL; up = up->parent) {
		path[depth++] = up;
		bytes += up->name_bytes + up->params_bytes + 4;
	}
	char *text = arena_alloc(&ps->out->arena, bytes), *to = text;
	if (text == NULL)
		return NULL;
	for (size_t i = depth; i-- > 0;) {
		memcpy(to, path[i]->name, path[i]->name_bytes);
		to += path[i]->name_bytes;
		if (path[i]->params != NULL) {
			*to++ = '<';
			memcpy(to, path[i]->params, path[i]->params_bytes);
			to += path[i]->params_bytes;
			*to++ = '>';
		}
		*to++ = '(';
	}
	for (const char *s = first->start; s < last->end; s++)
		if (!is_blank(*s))
			*to++ = *s;
	for (size_t i = 0; i < depth; i++)
		*to++ = ')';
	*to = '\0';
	return text;
}

static lr_status
refused(struct parser *ps, const struct node *first, char *message)
{
	/* Finds the unknown name that LLVM quotes. */
	const char *from = strchr(message, '\''), *to = from ? strchr(from + 1, '\'') : NULL;
	const char *near = to ? pipeline_nearest(from + 1, (size_t)(to - from - 1)) : NULL;

	/* No suggestion for the right name in the wrong nesting, which LLVM's message explains. */
	lr_fail(ps->cx, LR_E_PIPELINE, NULL, "%s at position %zu of the pipeline%s%s%s", message,
		(size_t)(first->start - ps->text) + 1, near ? "; did you mean '" : "", near ? near : "",
		near ? "'?" : "");
	LLVMDisposeErrorMessage(message);
	return LR_E_PIPELINE;
}

/* Adds the siblings first..last as one step.  If LLVM refuses them together (function and module passes side by side),
** adds one step for each. */
static lr_status
add_stretch(struct parser *ps, const struct node *first, const struct node *last) /* NOLINT(misc-no-recursion): once */
{
	char *message;
	const char *text = stretch_text(ps, first, last);

	if (text == NULL)
		return lr_nomem(ps->cx);
	if (trial_accepts(&ps->trial, text, &message)) {
		if (!first->nests && first->parent->parent == NULL
			&& !trial_knows(&ps->trial, first->start, (size_t)(first->end - first->start)))
			return refuse_machine_pass(ps, first);
		const char *name = first == last && !first->nests ? copy_range(ps, first->name, first->name_bytes)
			: text;
		return name ? add_step(ps, (struct step){ NULL, name, text }) : lr_nomem(ps->cx);
	}
	if (first == last || first->parent->parent != NULL)
		return refused(ps, first, message);
	LLVMDisposeErrorMessage(message);
	for (const struct node *n = first;; n = n->next) {
		lr_status st = add_stretch(ps, n, n);
		if (st != LR_OK || n == last)
			return st;
	}
}

static lr_status
add_our_pass(struct parser *ps, const struct node *n)
{
	const char *params = NULL;

	if (n->params != NULL && (params = copy_range(ps, n->params, n->params_bytes)) == NULL)
		return lr_nomem(ps->cx);
	return add_step(ps, (struct step){ n->ours, n->ours->name, params });
}

static lr_status cut_tree(struct parser *, const struct node *root);

/* Parses the expansion of a whole pipeline, which contains no whole pipelines itself. */
static lr_status
add_whole(struct parser *ps, const struct node *n) /* NOLINT(misc-no-recursion): once, for what is expanded */
{
	struct parser inner = *ps;
	struct node root = { 0 };
	lr_status st = pipeline_expand(ps->cx, &ps->out->arena, n->whole, n->params, n->params_bytes, &inner.text);

	if (st == LR_OK)
		st = parse_tree(&inner, &root);
	return st == LR_OK ? cut_tree(&inner, &root) : st;
}

static lr_status
cut_tree(struct parser *ps, const struct node *root) /* NOLINT(misc-no-recursion): once, for what is expanded */
{
	const struct node *n = root->first;

	while (n != NULL) {
		const struct node *last = n;
		lr_status st;
		if (n->cut && n->nests) {
			n = n->first;
			continue;
		}
		if (n->whole != NULL)
			st = add_whole(ps, n);
		else if (n->ours != NULL)
			st = add_our_pass(ps, n);
		else {
			if (!n->cut)
				while (last->next != NULL && !last->next->cut)
					last = last->next;
			st = add_stretch(ps, n, last);
		}
		if (st != LR_OK)
			return st;
		for (n = last; n->next == NULL && n->parent->parent != NULL;)
			n = n->parent;
		n = n->next;
	}
	return LR_OK;
}

bool
pipeline_names(const char *list, const char *name, size_t n)
{
	if (list == NULL)
		return false;
	if (strcmp(list, "all") == 0)
		return true;
	for (const char *s = list;; s++) {
		size_t len = strcspn(s, ",");
		if (len == n && memcmp(s, name, n) == 0)
			return true;
		s += len;
		if (*s == '\0')
			return false;
	}
}

lr_status
pipeline_parse(lr_context *cx, LLVMContextRef llvm, const char *text, bool single, struct pipeline *p)
{
	struct parser ps = { .cx = cx, .out = p, .text = text, .single = single };
	struct node root = { 0 };

	*p = (struct pipeline){ 0 };
	arena_init(&p->arena, cx->options.alloc, cx->options.user);
	if (*skip_blanks(text) == '\0')
		return LR_OK;
	lr_status st = parse_tree(&ps, &root);
	if (st != LR_OK)
		return st;
	trial_begin(&ps.trial, llvm);
	st = cut_tree(&ps, &root);
	trial_end(&ps.trial);
	return st;
}
