/* late.c -- LateLowerGCFrame: place the roots of each function, then lower what the front end's intrinsics mean.
**
** All functions are planned before any is changed, so what cannot be understood leaves the module as it was. */
#include "gcroots/check.h"
#include "gcroots/scan.h"
#include "lowering/late.h"
#include "passes.h"

struct plan { struct fn f; struct ir ir; };

/* Names for the dumps: the IR's own, or none. */
static const char *const *
names_of(struct arena *ar, uint32_t n, const LLVMValueRef *carrier, const LLVMBasicBlockRef *block)
{
	const char **name = arena_array(ar, (size_t)n + 1, sizeof *name);

	for (uint32_t i = 0; name && i < n; i++)
		name[i] = carrier ? value_name(carrier[i]) : LLVMGetBasicBlockName(block[i]);
	return name;
}

static void
dump_plan(lr_context *cx, const struct plan *p)
{
	struct arena ar;

	for (const char *letter = "NLCP"; *letter; letter++) {
		if (!lr_dump_wanted(cx, *letter, p->f.name))
			continue;
		size_t bytes;
		arena_init(&ar, cx->options.alloc, cx->options.user);
		char *text = dump_form(&p->f, &ar, *letter, names_of(&ar, p->f.nval, p->ir.carrier, NULL),
			names_of(&ar, p->f.g.nblk, NULL, p->ir.block), &bytes);
		if (text)
			lr_dump_text(cx, text, bytes);
		arena_free(&ar);
	}
}

/* Scan to plan for one function; nothing is changed yet. */
static lr_status
plan_function(struct session *s, LLVMValueRef fn, struct arena *ar, struct plan *p)
{
	lr_status status = lower_late_check(s->cx, s->module, fn);

	if (status != LR_OK)
		return status;
	status = scan_function(s, fn, ar, &p->f, &p->ir);
	if (status != LR_OK || !p->ir.pgcstack)
		return status;
	if (!refine(&p->f) || !liveness(&p->f) || !slots(&p->f) || !place(&p->f))
		return lr_nomem(s->cx);
	plan_frame(&p->f, &p->ir);
	dump_plan(s->cx, p);
	return LR_OK;
}

static lr_status
record_stats(lr_context *cx, const struct plan *p)
{
	struct lr_function_stats *st = lr_stats_add(cx, value_name(p->ir.fn));

	if (!st)
		return lr_nomem(cx);
	st->safepoints = p->f.nsafe;
	st->tracked = p->f.nval;
	st->max_live = p->f.max_live;
	st->slots = p->f.nslots;
	st->alloca_slots = p->ir.alloca_slots;
	st->root_stores = p->f.nstore;
	st->frame = p->ir.nroots != 0;
	return LR_OK;
}

lr_status
pass_late_lower_gc_frame(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct session s;
	struct arena ar;
	struct plan *plan;
	lr_status status = LR_OK;

	(void)params;
	arena_init(&ar, cx->options.alloc, cx->options.user);
	if (!session_init(&s, cx, m) || !(plan = arena_zarray(&ar, nfns + 1, sizeof *plan))) {
		status = lr_nomem(cx);
		goto out;
	}
	for (size_t i = 0; i < nfns && status == LR_OK; i++)
		status = plan_function(&s, fns[i], &ar, &plan[i]);
	for (size_t i = 0; i < nfns && status == LR_OK; i++)
		status = record_stats(cx, &plan[i]);
	for (size_t i = 0; i < nfns && status == LR_OK; i++) {
		status = rewrite_function(&s, &plan[i].f, &plan[i].ir);
		if (status == LR_OK && cx->options.check)
			status = check_function(cx, fns[i], NULL);
		if (status == LR_OK)
			status = lower_late_intrinsics(cx, m, fns[i], plan[i].ir.pgcstack);
	}
out:
	session_free(&s);
	arena_free(&ar);
	return status;
}
