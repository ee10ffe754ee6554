/* SPDX-License-Identifier: MIT */
/* late_lower_gc_frame.c -- LateLowerGCFrame: places the roots of each function, then lowers the intrinsics of the front
** end.
**
**   read_params ► plan_all (plan_one for each function) ► ready ► commit (rewrite ► prove ► lower)
**                                                              └► take_back, if planning or `ready` failed
**
** All functions are planned before any is rewritten.  Planning changes only functions with explicit relocation: these
** are prepared first, and the changes are undone by their journal (ir/journal.h) if any plan fails.  So a module that
** cannot be lowered stays as it was. */
#include <llvm-c/Target.h>

#include "check/check.h"
#include "check/relocations/check_reloc.h"
#include "gcroots/model/mapped_frame.h"
#include "gcroots/moving/moving.h"
#include "gcroots/plan/phases.h"
#include "gcroots/rewrite/rewrite.h"
#include "gcroots/statepoint/statepoint.h"
#include "gcroots/rewrite/scratch.h"
#include "gcroots/views/show.h"
#include "dialect/abi.h"
#include "lowering/intrinsics/clean_up.h"
#include "host/passes.h"

/* One run of the pass. */
struct run {
	lr_context *cx;
	struct session s;
	struct show show;
	struct clean_up *clean_up; /* lowers the intrinsics; owns the editor of the module */
	struct arena own;        /* for data that lives as long as the run */
	struct arena scratch;    /* for the function at hand */
	struct arena keep;       /* for the plans of all functions */
	struct pset_pool pool;
	LLVMValueRef *fn;
	size_t n;
	/* by function */
	struct plan *plan;
	struct moving **moving;  /* NULL: without explicit relocation */
	struct check_lost *lost; /* for the check of explicit relocation */
	uint32_t words;          /* of the largest frame */
	char params[64];         /* if the run is kept: as they were given */
};

/* -- parameters */

static void
set_shrink_wrap(struct session *s, bool on)
{
	s->without = on ? s->without & ~(uint32_t)LR_SHRINK_WRAP : s->without | LR_SHRINK_WRAP;
}

static void
set_reload(struct session *s, bool on)
{
	s->reload = on;
}

/* Each of these words turns an option on; with "no-" before it, off. */
static const struct { const char *name; void (*set)(struct session *, bool on); } switches[] = {
	{ "shrink-wrap", set_shrink_wrap }, { "reload", set_reload }
};

static bool
read_word(struct session *s, const char *word, size_t n)
{
	bool off = n > 3 && memcmp(word, "no-", 3) == 0;
	const char *name = off ? word + 3 : word;
	size_t bytes = off ? n - 3 : n;

	for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
		if (strlen(switches[i].name) == bytes && memcmp(switches[i].name, name, bytes) == 0) {
			switches[i].set(s, !off);
			return true;
		}
	return abi_by_name(word, n, &s->abi);
}

/* Words separated by semicolons: switches, or the ABI of functions without an attribute for it. */
static lr_status
read_params(struct run *r, lr_params params)
{
	r->s.abi = r->cx->options.abi;
	r->s.reload = r->cx->options.reload;
	for (const char *word = params, *end; word != NULL; word = *end == ';' ? end + 1 : NULL) {
		end = strchrnul(word, ';');
		if (!read_word(&r->s, word, (size_t)(end - word)))
			return lr_fail(r->cx, LR_E_PIPELINE, NULL,
				"LateLowerGCFrame: unknown parameter '%.*s': expected [no-]shrink-wrap, [no-]reload or "
				"the name of an ABI", (int)(end - word), word);
	}
	r->s.shadow = r->s.abi == LR_ABI_SHADOW_STACK
		|| LLVMGetNamedGlobal(r->s.module, "llvm_gc_root_chain") != NULL;
	return LR_OK;
}

/* -- planning */

/* Refuses data layouts whose pointers have different sizes: frames have words of one size. */
static lr_status
check_words(lr_context *cx, LLVMModuleRef m)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
	unsigned word = LLVMPointerSize(layout);

	if (word != 4 && word != 8)
		return lr_fail(cx, LR_E_TARGET, NULL,
			"the data layout '%s' has pointers of %u bytes; only 4 and 8 are supported",
			LLVMGetDataLayoutStr(m), word);
	for (unsigned as = LR_AS_TRACKED; as <= LR_AS_LOADED; as++)
		if (LLVMPointerSizeForAS(layout, as) != word)
			return lr_fail(cx, LR_E_TARGET, NULL,
				"the data layout '%s' has pointers of %u bytes in address space %u and of %u bytes in "
				"address space 0; they must have the same size: leave 'p%u' out of the data layout",
				LLVMGetDataLayoutStr(m), LLVMPointerSizeForAS(layout, as), as, word, as);
	return LR_OK;
}

/* The ABI that the function asks for, or the nearest one that is possible. */
static lr_abi
feasible(lr_context *cx, LLVMValueRef fn, lr_abi abi)
{
	const char *why = abi == LR_ABI_STATEPOINT ? statepoint_refusal(fn) : NULL;

	if (!why)
		return abi;
	abi = LR_ABI_FRAMEMAP;
	lr_report(cx, LR_NOTE, fn, "the function uses the ABI '%s' instead of statepoint: %s", lr_abi_name(abi), why);
	return abi;
}

/* The ABI of a function, and whether it has explicit relocation. */
struct choice { lr_abi abi; bool reload; };

static lr_status
choose(struct run *r, LLVMValueRef fn, struct choice *c)
{
	struct session *s = &r->s;
	lr_status st = abi_choose(r->cx, fn, s->abi, &c->abi);

	if (st != LR_OK)
		return st;
	const lr_abi stated = c->abi;
	c->abi = feasible(r->cx, fn, stated);
	s->shadow |= c->abi == LR_ABI_SHADOW_STACK;
	bool fallen_back = c->abi != stated;
	st = walked_check(s, fn, c->abi);
	if (st == LR_OK)
		st = never_collects_check(s, fn);
	if (st == LR_OK)
		st = reload_choose(r->cx, fn, c->abi, s->reload || fallen_back, &c->reload);
	s->moving = c->abi == LR_ABI_STATEPOINT || c->reload;
	return st;
}

/* Plans the frame of the function, and shows the plan. */
static lr_status
place_roots(struct run *r, LLVMValueRef fn, lr_abi abi, struct plan *p)
{
	struct fn f;
	struct ir ir;
	lr_status st = plan_function(&r->s, fn, abi, &r->scratch, &r->keep, &f, &ir, p);

	if (st == LR_OK && !(abi == LR_ABI_STATEPOINT && ir.pgcstack) && !show_plan(&r->show, &f, &ir, p))
		st = lr_nomem(r->cx);
	pset_pool_trim(&r->s.pool);
	return st;
}

static lr_status
plan_one(struct run *r, size_t i)
{
	LLVMValueRef fn = r->fn[i];
	struct plan *p = &r->plan[i];
	struct choice c = { .reload = false };
	lr_status st = choose(r, fn, &c);

	if (st == LR_OK && !session_read(&r->s, fn))
		st = lr_nomem(r->cx);
	if (st == LR_OK)
		st = clean_up_plan(r->clean_up, &r->s.code, c.abi == LR_ABI_STATEPOINT, NULL);
	if (st == LR_OK && c.reload && r->cx->options.check)
		st = check_lost_note(r->cx, fn, &r->keep, &r->lost[i]);
	if (st == LR_OK)
		st = place_roots(r, fn, c.abi, p);
	if (st == LR_OK && c.reload && p->pgcstack)
		st = moving_refusal(r->cx, fn);
	if (st == LR_OK && c.reload && p->pgcstack)
		r->moving[i] = moving_plan(&r->s, clean_up_edit(r->clean_up), &r->pool, &r->keep, p, &st);
	if (st == LR_OK && p->nroots > r->words)
		r->words = p->nroots;
	return st;
}

static lr_status
plan_all(struct run *r)
{
	progress_phase(r->cx, "plan", r->n);
	for (size_t i = 0; i < r->n; i++) {
		lr_status st = plan_one(r, i);
		if (st != LR_OK)
			return st;
		progress_function(r->cx, r->fn[i]);
	}
	arena_reset(&r->scratch); /* the plans hold all that is needed */
	return LR_OK;
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

/* Reserves all memory that the rest needs. */
static lr_status
ready(struct run *r)
{
	if (!rewrite_reserve(&r->s, r->plan, r->n))
		return lr_nomem(r->cx);
	lr_status st = clean_up_ready(r->clean_up, r->words);
	for (size_t i = 0; i < r->n && st == LR_OK; i++)
		st = record_stats(r->cx, &r->plan[i]);
	return st;
}

/* -- carrying out the plans */

static void
rewrite_one(struct run *r, size_t i)
{
	struct session *s = &r->s;
	LLVMValueRef fn = r->fn[i];
	struct plan *p = &r->plan[i];

	if (plan_has_frame(p))
		r->cx->changed |= LR_CHANGED_IR | (p->ncut ? (unsigned)LR_CHANGED_CFG : 0);
	abi_stamp(r->cx, fn, p->abi);
	if (s->tails.any && ptrmap_get(&s->tails.of, fn) != PTRMAP_NONE)
		roots_arguments_stamp(fn);
	reload_stamp(fn, p->moving);
	if (p->nundef || p->nshuffle || p->nunwritten) {
		if (!r->moving[i]) /* otherwise moving_plan has done so */
			undefined_fill(s->scratch->b, p, NULL);
		unwritten_fill(s->scratch->b, p);
		r->cx->changed |= LR_CHANGED_IR;
	}
	if (r->moving[i])
		moving_apply(r->moving[i], p);
	else
		rewrite_function(s, p);
	if (p->nsafe != 0)
		callers_memory(s, fn);
	if (p->mapped) {
		mapped_build(s, p);
		r->cx->changed |= LR_CHANGED_IR;
	}
}

static lr_status
prove(struct run *r)
{
	lr_status st = LR_OK;

	progress_phase(r->cx, "check", r->n);
	for (size_t i = 0; i < r->n && st == LR_OK; i++) {
		if (r->plan[i].abi != LR_ABI_STATEPOINT || r->plan[i].mapped)
			st = check_function(r->cx, r->fn[i], r->s.reload, NULL);
		if (st == LR_OK)
			st = check_lost_judge(r->cx, r->fn[i], &r->lost[i]);
		progress_function(r->cx, r->fn[i]);
	}
	for (size_t i = 0; i < r->n; i++)
		rewrite_drop_lifetimes(r->fn[i]);
	return st;
}

/* All memory is at hand.  Only the proof can still fail; the module is lowered in any case. */
static lr_status
commit(struct run *r)
{
	lr_status st = LR_OK;

	progress_phase(r->cx, "rewrite", r->n);
	for (size_t i = 0; i < r->n; i++) {
		rewrite_one(r, i);
		progress_function(r->cx, r->fn[i]);
	}
	if (r->cx->options.check)
		st = prove(r);
	/* only now: it removes attributes of callees that decide which calls of other functions are safepoints */
	for (size_t i = 0; i < r->n; i++)
		clean_up_apply(r->clean_up, i, r->plan[i].pgcstack, plan_has_frame(&r->plan[i]) || r->plan[i].mapped);
	return st;
}

/* Undoes the changes that prepared functions, from the last to the first. */
static void
take_back(struct run *r)
{
	for (size_t i = r->moving ? r->n : 0; i-- > 0;)
		if (r->moving[i])
			moving_take_back(r->moving[i]);
}

/* -- one run */

/* run_end must be called even if this fails. */
static lr_status
run_begin(struct run *r, LLVMModuleRef m)
{
	arena_alloc_fn *alloc = r->cx->options.alloc;
	void *user = r->cx->options.user;

	arena_init(&r->scratch, alloc, user);
	arena_init(&r->keep, alloc, user);
	pset_pool_init(&r->pool, alloc, user);
	arena_init(&r->own, alloc, user);
	bool ok = session_init(&r->s, r->cx, m, r->n == 1 ? r->fn[0] : NULL);
	ok &= show_begin(&r->show, &r->s);
	r->clean_up = clean_up_begin(r->cx, m, &r->own);
	r->s.edit = r->clean_up ? clean_up_edit(r->clean_up) : NULL;
	return ok && r->clean_up ? LR_OK : lr_nomem(r->cx);
}

static void
run_end(struct run *r)
{
	if (r->clean_up)
		clean_up_end(r->clean_up);
	show_end(&r->show);
	rewrite_release(&r->s);
	session_free(&r->s);
	pset_pool_free(&r->pool);
	arena_free(&r->scratch);
	arena_free(&r->keep);
	arena_free(&r->own);
}

static lr_status
run_over(struct run *r, LLVMModuleRef m, lr_params params)
{
	r->plan = arena_array(&r->keep, r->n + 1, sizeof *r->plan);
	r->moving = arena_zarray(&r->keep, r->n + 1, sizeof(struct moving *));
	r->lost = arena_zarray(&r->keep, r->n + 1, sizeof *r->lost);
	lr_status st = r->plan && r->moving && r->lost ? LR_OK : lr_nomem(r->cx);

	if (st == LR_OK)
		st = check_words(r->cx, m);
	if (st == LR_OK)
		st = read_params(r, params);
	if (st == LR_OK)
		st = plan_all(r);
	if (st == LR_OK)
		st = ready(r);
	if (st == LR_OK)
		st = commit(r);
	else
		take_back(r);
	return st;
}

static lr_status
run_once(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct run r = { .cx = cx, .fn = fns, .n = nfns };
	lr_status st = run_begin(&r, m);

	if (st == LR_OK)
		st = run_over(&r, m, params);
	run_end(&r);
	return st;
}

/* -- functions that come one by one
**
** To begin a run takes as long as the work on two small functions.  So the facts about types, callees and metadata are
** kept for the next function, as if all had been given at once. */

static void
end_kept(lr_context *cx, void *data)
{
	run_end(data);
	lr_realloc(cx, data, sizeof(struct run), 0);
}

static void
forget_functions(void *data)
{
	struct run *r = data;

	session_forget_functions(&r->s);
	clean_up_forget_functions(r->clean_up);
}

/* The kept run, or a new one that is kept; NULL if none may be kept, or memory is exhausted. */
static struct run *
recall(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fn, lr_params params)
{
	struct lr_kept *kept = &cx->kept[KEPT_LATE];
	struct run *r = kept->what;
	const lr_options *o = &cx->options;

	if (r != NULL && r->s.module == m && strcmp(r->params, params ? params : "") == 0 && !r->s.shown
		&& !o->remark) {
		arena_reset(&r->keep);
		clean_up_again(r->clean_up);
		r->s.getters = gcstack_getters(m); /* one may have been declared for this function */
		r->fn = fn;
		r->words = 0;
		return r;
	}
	if (r != NULL) {
		*kept = (struct lr_kept){ NULL, NULL, NULL };
		end_kept(cx, r);
	}
	if (!cx->keeps || o->dump_forms || o->explain || o->remark || (params && strlen(params) >= sizeof r->params)
		|| (r = lr_realloc(cx, NULL, 0, sizeof *r)) == NULL)
		return NULL;
	*r = (struct run){ .cx = cx, .fn = fn, .n = 1 };
	strcpy(r->params, params ? params : "");
	if (run_begin(r, m) != LR_OK) {
		end_kept(cx, r);
		return NULL;
	}
	*kept = (struct lr_kept){ end_kept, forget_functions, r };
	return r;
}

lr_status
pass_late_lower_gc_frame(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct run *kept = nfns == 1 ? recall(cx, m, fns, params) : NULL;

	if (kept == NULL)
		return run_once(cx, m, fns, nfns, params);
	lr_status st = run_over(kept, m, params);
	if (st != LR_OK)
		context_forget(cx);
	return st;
}
