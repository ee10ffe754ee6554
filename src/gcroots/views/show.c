/* SPDX-License-Identifier: MIT */
/* show.c -- writes the dumps, remarks and explanations of each plan that the user has asked for. */
#include "gcroots/views/show.h"

#include "gcroots/views/explain.h"
#include "gcroots/views/forms.h"

/* Names for the dumps: the numbers of LLVM's text where that is at hand, or the IR's own names, or none. */
static const char *
value_label(const struct explain *x, struct arena *ar, LLVMValueRef defining)
{
	const char *name = value_name(defining);
	uint32_t k = *name || !x->text ? PTRMAP_NONE : ptrmap_get(&x->at, defining);
	struct text t = { .ar = ar };

	if (k == PTRMAP_NONE || x->text[k].name == 0)
		return text_escaped(ar, name);
	text_add(&t, x->text[k].text + 1, x->text[k].name - 1);
	return t.s;
}

static bool
fill_names(const struct explain *x, struct arena *ar, struct dump_names *names)
{
	const struct fn *f = x->f;
	const char **value = arena_array(ar, (size_t)id_count(f) + 1, sizeof *value),
		   **block = arena_array(ar, (size_t)f->g.nblk + 1, sizeof *block);

	if (!value || !block)
		return false;
	for (uint32_t i = 0; i < id_count(f); i++)
		value[i] = value_label(x, ar, x->ir->defining[i]);
	for (uint32_t i = 0; i < f->g.nblk; i++)
		block[i] = text_escaped(ar, LLVMGetBasicBlockName(x->ir->block[i]));
	names->value = value, names->block = block;
	return !ar->failed;
}

/* The instructions as rows of the root map. */
static void
fill_rows(const struct explain *x, struct arena *ar, struct dump_names *names)
{
	const struct fn *f = x->f;
	uint32_t n = x->inst_at ? x->inst_at[f->g.nblk] : 0;
	struct dump_row *row = arena_array(ar, (size_t)n + 1, sizeof *row);

	for (uint32_t i = 0; row && i < n; i++)
		row[i] = (struct dump_row){ x->text[i].text, x->text[i].bytes, NONE };
	for (uint32_t i = 0; row && n && i < f->nsafe; i++)
		row[ptrmap_get(&x->at, x->ir->safe[i])].safe = i;
	names->row = n && x->lines->ninst ? row : NULL;
	names->row_at = x->inst_at;
}

static bool
dump_forms(const struct explain *x, lr_context *cx, struct arena *ar)
{
	const struct fn *f = x->f;

	for (const char *letter = "NLCP"; cx->options.dump_forms && *letter; letter++) {
		if (!lr_dump_wanted(cx, *letter, f->name))
			continue;
		size_t bytes;
		struct dump_names names = { 0 };
		if (!fill_names(x, ar, &names))
			return false;
		if (*letter == 'C')
			fill_rows(x, ar, &names);
		char *text = dump_form(f, ar, *letter, &names, &bytes);
		if (!text)
			return false;
		lr_dump_text(cx, text, bytes);
	}
	return true;
}

/* Is the text of the instructions of this function needed?  NULL: that of any function? */
static bool
wants_text(const lr_context *cx, const char *function)
{
	return cx->options.explain
		|| lr_dump_wanted(cx, 'C',
			function ? function
				: cx->options.function ? cx->options.function
				: "");
}

bool
show_begin(struct show *v, struct session *s)
{
	lr_context *cx = s->cx;

	*v = (struct show){ .s = s };
	ptrmap_init(&v->listing.at, cx->options.alloc, cx->options.user);
	return !wants_text(cx, NULL)
		|| listing_init(&v->listing, s->module, &s->perm, cx->options.alloc, cx->options.user);
}

void
show_end(struct show *v)
{
	listing_free(&v->listing);
}

bool
show_plan(struct show *v, struct fn *f, const struct ir *ir, const struct plan *p)
{
	struct session *s = v->s;
	lr_context *cx = s->cx;
	struct arena ar;
	struct explain x;
	struct lines lines;

	if (!s->shown)
		return true;
	bool text = wants_text(cx, f->name), ok;
	if (!text && !cx->options.remark && !cx->options.dump_forms)
		return true;
	arena_init(&ar, cx->options.alloc, cx->options.user);
	if (text && !listing_lines(&v->listing, ir->fn, &ar, &lines))
		lines = (struct lines){ 0 };
	ok = explain_init(&x, s, f, ir, p, &ar, text ? &lines : NULL);
	if (ok && ir->pgcstack)
		ok = dump_forms(&x, cx, &ar);
	if (ok && cx->options.remark)
		ok = explain_remarks(&x);
	if (ok && cx->options.explain) {
		struct text json = { .ar = &ar };
		ok = explain_json(&x, &json);
		if (ok)
			cx->options.explain(cx->options.user, f->name, json.s, json.n);
	}
	explain_free(&x);
	arena_free(&ar);
	return ok;
}
