/* late_lower_gc_frame.c -- LateLowerGCFrame: place the roots of each function, then lower what the front end's
** intrinsics mean.
**
** All functions are planned before any is changed, so what cannot be understood leaves the module as it was. */
#include <llvm-c/Target.h>

#include "check/check.h"
#include "check/relocations/check_reloc.h"
#include "gcroots/views/explain.h"
#include "gcroots/model/memory.h"
#include "gcroots/moving/reload.h"
#include "dialect/abi.h"
#include "lowering/intrinsics/clean_up.h"
#include "host/passes.h"

/* Names for the dumps: the numbers of LLVM's text where it is at hand, or the IR's own, or none. */
static const char *
value_label(const struct explain *x, struct arena *ar, LLVMValueRef carrier)
{
	const char *name = value_name(carrier);
	uint32_t k = *name || !x->text ? PTRMAP_NONE : ptrmap_get(&x->at, carrier);
	struct text t = { .ar = ar };

	if (k == PTRMAP_NONE || x->text[k].name == 0)
		return name;
	text_add(&t, x->text[k].text + 1, x->text[k].name - 1);
	return t.s;
}

static bool
fill_names(const struct explain *x, struct arena *ar, struct dump_names *names)
{
	const struct fn *f = x->f;
	const char **value = arena_array(ar, (size_t)f->nval + 1, sizeof *value),
		   **block = arena_array(ar, (size_t)f->g.nblk + 1, sizeof *block);

	if (!value || !block)
		return false;
	for (uint32_t i = 0; i < f->nval; i++)
		value[i] = value_label(x, ar, x->ir->carrier[i]);
	for (uint32_t i = 0; i < f->g.nblk; i++)
		block[i] = LLVMGetBasicBlockName(x->ir->block[i]);
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
		row[i] = (struct dump_row){ x->text[i].text, x->text[i].bytes, NO_SAFEPOINT };
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

/* Does anybody want to read this function's instructions? */
static bool
wants_text(const lr_context *cx, const char *function)
{
	return cx->options.explain
		|| lr_dump_wanted(cx, 'C',
			function ? function
				: cx->options.function ? cx->options.function
				: "");
}

/* Tell whoever asked what the plan is and why.  Without memory it fails like any other part of planning. */
static bool
show(struct session *s, struct fn *f, const struct ir *ir, const struct plan *p)
{
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
	if (text && !listing_lines(&s->listing, ir->fn, &ar, &lines))
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

/* Is anything to be placed? */
static bool
has_middle(const struct session *s, const struct fn *f)
{
	return (f->nval || f->nvar) && f->nsafe && (!f->quiet || s->shown);
}

/* A function that musttail calls reach must root its arguments itself.  If it may collect, it needs a GC stack for
** that. */
static lr_status
refuse_unrooted(struct session *s, LLVMValueRef fn)
{
	bool tracked = false;

	if (LLVMIsDeclaration(fn) || !roots_arguments(&s->tails, fn))
		return LR_OK;
	for (LLVMValueRef a = LLVMGetFirstParam(fn); a != NULL; a = LLVMGetNextParam(a))
		tracked |= type_kind(LLVMTypeOf(a)).count > 0;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL && tracked; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			LLVMOpcode op = LLVMGetInstructionOpcode(i);
			if ((op != LLVMCall && op != LLVMInvoke && op != LLVMCallBr) || is_musttail(i))
				continue;
			const struct callee_info *c = session_callee(s, LLVMGetCalledValue(i));
			if (c == NULL)
				return lr_nomem(s->cx);
			struct callee_info here = *c;
			if (c->asks && session_has_attributes(i) && !session_call_site(s, i, &here))
				return lr_nomem(s->cx);
			if (here.safepoint)
				return lr_fail(s->cx, LR_E_DIALECT, i,
					"the function is reached by musttail calls (or says that it roots its "
					"arguments), and may collect here, but it has no GC stack to root them in: "
					"give it a getter or a \"gcstack\" argument");
		}
	return LR_OK;
}

lr_status
plan_slots(struct session *s, LLVMValueRef fn, lr_abi abi, struct arena *scratch, struct fn *f, struct ir *ir,
	struct plan *p)
{
	lr_status status = scan_function(s, fn, scratch, f, ir);

	p->pgcstack = ir->pgcstack;
	f->table = abi == LR_ABI_FRAMEMAP;
	f->without.shrink_wrap = (s->without & LR_SHRINK_WRAP) != 0;
	f->without.store_motion = (s->without & LR_STORE_MOTION) != 0;
	f->without.slot_sharing = (s->without & LR_SLOT_SHARING) != 0;
	f->without.coverage = (s->without & LR_COVERAGE) != 0;
	if (status == LR_OK && !ir->pgcstack)
		status = refuse_unrooted(s, fn);
	if (status != LR_OK || !ir->pgcstack)
		return status;
	bool middle = has_middle(s, f);
	if (middle && !refine(f))
		return lr_nomem(s->cx);
	for (uint32_t i = 0; middle && i < ir->ntail; i++)
		if (canon_of(f, ir->tail[i].value) >= 0)
			return lr_fail(s->cx, LR_E_DIALECT, ir->tail[i].begin,
				"a musttail call cannot be given an object that only this function's frame roots: let "
				"the callee root it (\"" ROOTS_ARGUMENTS_ATTRIBUTE
				"\" on the callee, or on this function for what it calls through pointers; "
				"ROOTS_ARGUMENTS in C)");
	if (abi == LR_ABI_STATEPOINT)
		return LR_OK;
	if (middle && (!liveness(f) || !slots(f)))
		return lr_nomem(s->cx);
	if (f->ndemand)
		f->weigh = weights, f->asked = ir;
	return !middle || (place(f) && share_words(f)) ? LR_OK : lr_nomem(s->cx);
}

lr_status
plan_rest(struct session *s, struct arena *scratch, struct arena *keep, struct fn *f, struct ir *ir, struct plan *p)
{
	if (!ir->pgcstack)
		return LR_OK;
	if (f->nsafe && f->table && !f->g.idom && !cfg_analyse(&f->g, scratch)) /* which scan has not done */
		return lr_nomem(s->cx);
	if ((has_middle(s, f) || (f->nsafe && f->table)) && !wrap(f))
		return lr_nomem(s->cx);
	return make_plan(f, ir, keep, p) && read_back_plan(s, f, ir, keep, p) ? LR_OK : lr_nomem(s->cx);
}

lr_status
plan_function(struct session *s, LLVMValueRef fn, lr_abi abi, struct arena *scratch, struct arena *keep, struct plan *p)
{
	struct fn f;
	struct ir ir;

	arena_reset(scratch);
	*p = (struct plan){ .fn = fn, .abi = abi };
	lr_status status = plan_slots(s, fn, abi, scratch, &f, &ir, p);
	if (status == LR_OK && ir.pgcstack)
		status = mapped_plan(s, &f, &ir, keep, p);
	else if (status == LR_OK && s->typed)
		status = mapped_without_getter(s, fn);
	if (status != LR_OK)
		return status;
	if (ir.pgcstack && abi == LR_ABI_STATEPOINT) { /* no slots: the rest is PlaceStatepoints' */
		p->nsafe = f.nsafe;
		p->tracked = f.nval;
		return LR_OK;
	}
	/* a value read back behind a rare call is live at a join; otherwise only dumps ask for sets of live values from
	** here on */
	if (!s->shown && (abi != LR_ABI_GCFRAME || f.g.nblk < 2))
		pset_pool_trim(&s->pool);
	status = plan_rest(s, scratch, keep, &f, &ir, p);
	if (status == LR_OK && !show(s, &f, &ir, p))
		status = lr_nomem(s->cx);
	pset_pool_trim(&s->pool);
	return status;
}

static lr_status
record_stats(lr_context *cx, const struct plan *p)
{
	struct lr_function_stats *st = lr_stats_add(cx, value_name(p->fn));

	if (!st)
		return lr_nomem(cx);
	st->safepoints = p->nsafe;
	st->tracked = p->tracked;
	st->max_live = p->max_live;
	st->slots = p->nslots;
	st->array_slots = p->array_slots;
	st->alloca_slots = p->alloca_slots;
	st->root_stores = p->root_stores;
	st->array_stores = p->array_stores;
	st->frame = p->pushed;
	st->mapped_words = p->mapped ? p->mapped->nrefs : 0;
	return LR_OK;
}

/* All memory is at hand.  Only the proof can still fail, and then the module is lowered all the same. */
static lr_status
change(struct session *s, LLVMValueRef *fns, size_t nfns, struct plan *plan, struct late *late, struct reload **reload,
	struct check_lost *lost)
{
	lr_status status = LR_OK;

	progress_phase(s->cx, "rewrite", nfns);
	for (size_t i = 0; i < nfns; i++) {
		if (plan_has_frame(&plan[i]))
			s->cx->changed |= LR_CHANGED_IR | (plan[i].ncut ? (unsigned)LR_CHANGED_CFG : 0);
		abi_stamp(s->cx, fns[i], plan[i].abi);
		if (s->tails.any && ptrmap_get(&s->tails.of, fns[i]) != PTRMAP_NONE)
			roots_arguments_stamp(fns[i]);
		reload_stamp(fns[i], plan[i].moving);
		if (reload[i])
			reload_apply(reload[i], &plan[i]);
		else
			rewrite_function(s, &plan[i]);
		if (plan[i].nsafe != 0)
			callers_memory(s, fns[i]);
		if (plan[i].mapped) {
			mapped_build(s, &plan[i]);
			s->cx->changed |= LR_CHANGED_IR;
		}
		progress_function(s->cx, fns[i]);
	}
	if (s->cx->options.check)
		progress_phase(s->cx, "check", nfns);
	for (size_t i = 0; i < nfns && status == LR_OK && s->cx->options.check; i++) {
		if (plan[i].abi != LR_ABI_STATEPOINT || plan[i].mapped)
			status = check_function(s->cx, fns[i], s->reload, NULL);
		if (status == LR_OK)
			status = check_lost_judge(s->cx, fns[i], &lost[i]);
		progress_function(s->cx, fns[i]);
	}
	for (size_t i = 0; i < nfns && s->cx->options.check; i++)
		rewrite_drop_lifetimes(fns[i]);
	/* only now: it takes back promises of callees, by which other functions' safepoints were told */
	for (size_t i = 0; i < nfns; i++)
		late_apply(late, i, plan[i].pgcstack, plan_has_frame(&plan[i]) || plan[i].mapped);
	return status;
}

/* What the function asks for, or what comes nearest to it and can be done. */
static lr_abi
feasible(lr_context *cx, LLVMValueRef fn, lr_abi abi)
{
	const char *why = abi == LR_ABI_STATEPOINT ? statepoint_refusal(fn) : NULL;

	if (!why)
		return abi;
	abi = LR_ABI_FRAMEMAP;
	lr_report(cx, LR_NOTE, fn, "has no statepoints but the ABI '%s': %s", lr_abi_name(abi), why);
	return abi;
}

/* Frames have words of one size. */
static lr_status
check_words(lr_context *cx, LLVMModuleRef m)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
	unsigned word = LLVMPointerSize(layout);

	if (word != 4 && word != 8)
		return lr_fail(cx, LR_E_TARGET, NULL,
			"the data layout '%s' has pointers of %u bytes; there must be 4 or 8", LLVMGetDataLayoutStr(m),
			word);
	for (unsigned as = LR_AS_TRACKED; as <= LR_AS_LOADED; as++)
		if (LLVMPointerSizeForAS(layout, as) != word)
			return lr_fail(cx, LR_E_TARGET, NULL,
				"the data layout '%s' has pointers of %u bytes in address space %u and of %u bytes in "
				"address space 0; they must be alike",
				LLVMGetDataLayoutStr(m), LLVMPointerSizeForAS(layout, as), as, word);
	return LR_OK;
}

lr_status
pass_late_lower_gc_frame(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct session s;
	struct arena scratch, keep;
	struct plan *plan = NULL;
	struct edit edit;
	struct reload **reload = NULL; /* by function, of those that read their slots again */
	struct check_lost *lost = NULL; /* for the check of these */
	struct pset_pool pool;
	lr_status status = LR_OK;

	arena_init(&scratch, cx->options.alloc, cx->options.user);
	arena_init(&keep, cx->options.alloc, cx->options.user);
	struct late *late = late_begin(cx, m, &keep);
	bool ready = edit_begin(&edit, cx, m);
	pset_pool_init(&pool, cx->options.alloc, cx->options.user);
	if (!session_init(&s, cx, m, nfns == 1 ? fns[0] : NULL) || !ready || !late
		|| !(plan = arena_array(&keep, nfns + 1, sizeof *plan))
		|| !(reload = arena_zarray(&keep, nfns + 1, sizeof(struct reload *)))
		|| !(lost = arena_zarray(&keep, nfns + 1, sizeof *lost)))
		status = lr_nomem(cx);
	lr_abi abi = cx->options.abi;
	if (status == LR_OK)
		status = check_words(cx, m);
	s.reload = cx->options.reload;
	for (const char *word = params, *end; status == LR_OK && word != NULL; word = *end == ';' ? end + 1 : NULL) {
		end = strchrnul(word, ';');
		bool off = strncmp(word, "no-", 3) == 0;
		size_t n = (size_t)(end - word) - (off ? 3 : 0);
		const char *name = off ? word + 3 : word;
		if (n == 11 && memcmp(name, "shrink-wrap", n) == 0)
			s.without = off ? s.without | LR_SHRINK_WRAP : s.without & ~(uint32_t)LR_SHRINK_WRAP;
		else if (n == 6 && memcmp(name, "reload", n) == 0)
			s.reload = !off;
		else if (off || !abi_by_name(name, n, &abi))
			status = lr_fail(cx, LR_E_PIPELINE, NULL,
				"LateLowerGCFrame takes no-shrink-wrap, reload or an ABI, not '%s'", params);
	}
	if (status == LR_OK && wants_text(cx, NULL)
		&& !listing_init(&s.listing, m, &s.perm, cx->options.alloc, cx->options.user))
		status = lr_nomem(cx);
	s.abi = abi;
	s.shadow = abi == LR_ABI_SHADOW_STACK || LLVMGetNamedGlobal(m, "llvm_gc_root_chain") != NULL;
	progress_phase(cx, "plan", nfns);
	uint32_t words = 0; /* of the largest frame */
	for (size_t i = 0; i < nfns && status == LR_OK; i++) {
		lr_abi own;
		status = abi_choose(cx, fns[i], abi, &own);
		if (status == LR_OK)
			own = feasible(cx, fns[i], own);
		s.shadow |= status == LR_OK && own == LR_ABI_SHADOW_STACK;
		bool again = false, fallen_back = own != abi_given(fns[i], abi);
		if (status == LR_OK)
			status = reload_choose(cx, fns[i], own, s.reload || fallen_back, &again);
		if (status == LR_OK)
			status = late_plan(late, fns[i], own == LR_ABI_STATEPOINT, NULL);
		if (status == LR_OK && again && cx->options.check)
			status = check_lost_note(cx, fns[i], &keep, &lost[i]);
		if (status == LR_OK)
			s.moving = own == LR_ABI_STATEPOINT || again,
			status = plan_function(&s, fns[i], own, &scratch, &keep, &plan[i]);
		if (status == LR_OK && again && plan[i].pgcstack)
			status = reload_refusal(cx, fns[i]);
		if (status == LR_OK && again && plan[i].pgcstack)
			reload[i] = reload_plan(&s, &edit, &pool, &keep, &plan[i], &status);
		if (status == LR_OK && plan[i].nroots > words)
			words = plan[i].nroots;
		if (status == LR_OK)
			progress_function(cx, fns[i]);
	}
	arena_reset(&scratch); /* the plans have all that is needed */
	if (status == LR_OK && !rewrite_reserve(&s, plan, nfns))
		status = lr_nomem(cx);
	if (status == LR_OK)
		status = late_ready(late, words);
	for (size_t i = 0; i < nfns && status == LR_OK; i++)
		status = record_stats(cx, &plan[i]);
	if (status == LR_OK)
		status = change(&s, fns, nfns, plan, late, reload, lost);
	else
		for (size_t i = reload ? nfns : 0; i-- > 0;)
			if (reload[i])
				reload_take_back(reload[i]);
	if (late)
		late_end(late);
	pset_pool_free(&pool);
	edit_end(&edit);
	session_free(&s);
	arena_free(&scratch);
	arena_free(&keep);
	return status;
}
