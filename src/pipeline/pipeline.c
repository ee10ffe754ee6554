/* SPDX-License-Identifier: MIT */
/* pipeline.c -- lr_run: checks the module, then runs the steps of a pipeline over it.
**
** Errors in the text of the pipeline, and those that LLVM's verifier or the dialect verifier finds, are reported before
** the first change.  Each pass of this library plans before it changes anything.  So if the first pass that changes
** code fails, the module is unchanged; a later failure leaves valid IR between two passes. */
#include <stdio.h>
#include <time.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "addrspace/remove/wasm.h"
#include "pipeline/dump_functions.h"
#include "target/machine.h"
#include "host/passes.h"
#include "host/remark.h"
#include "pipeline/pipeline_names.h"

static const struct pass_info passes[] = {
#define PASS(name, entry, kind, required, params, description) \
	{ name, entry, PASS_##kind, required, params, description },
#include "host/passes.def"
};

struct run {
	lr_context *cx;
	LLVMModuleRef m;
	struct pipeline pipeline;
	LLVMPassBuilderOptionsRef llvm_options;
	LLVMValueRef *fns;     /* definitions; collected again before each step, as passes may replace functions */
	size_t nfns, fns_cap;
	LLVMTargetMachineRef machine; /* for LLVM's passes; NULL if the module names no known target */
	bool dialect;          /* the module is still in the front end's dialect */
	bool known_good;       /* the dialect verifier has accepted it since it last changed */
};

static const char default_pipeline[] = PIPELINE_DEFAULT;

size_t
pass_count(void)
{
	return sizeof passes / sizeof *passes;
}

const struct pass_info *
pass_at(size_t i)
{
	return &passes[i];
}

const char *
lr_default_pipeline(void)
{
	return default_pipeline;
}

const char *
lr_pass_name(size_t i, const char **description)
{
	if (i >= pass_count())
		return NULL;
	if (description != NULL)
		*description = passes[i].description;
	return passes[i].name;
}

static size_t
without_optnone(LLVMValueRef *fns, size_t nfns)
{
	const unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", 7);
	size_t n = 0;

	for (size_t i = 0; i < nfns; i++)
		if (LLVMGetEnumAttributeAtIndex(fns[i], (LLVMAttributeIndex)LLVMAttributeFunctionIndex, optnone)
			== NULL)
			fns[n++] = fns[i];
	return n;
}

lr_status
pass_run(lr_context *cx, LLVMModuleRef m, const struct pass_info *p, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	cx->changed = 0;
	remark_next_run(cx);
	lr_status st = p->run(cx, m, fns, p->required ? nfns : without_optnone(fns, nfns), params);
	if (cx->changed)
		pipeline_order_declarations(cx, m);
	/* A pass may set an error in the context and still return LR_OK. */
	return st != LR_OK ? st : cx->first;
}

lr_status
pass_marker(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	(void)cx, (void)m, (void)fns, (void)nfns, (void)params;
	return LR_OK;
}

/* ---- checks before the first step ---- */

static lr_status
collect_functions(struct run *r)
{
	lr_context *cx = r->cx;
	size_t n = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(r->m); f != NULL; f = LLVMGetNextFunction(f))
		n += !LLVMIsDeclaration(f);
	if (n > r->fns_cap) {
		void *p = lr_realloc(cx, r->fns, r->fns_cap * sizeof *r->fns, n * sizeof *r->fns);
		if (p == NULL)
			return lr_nomem(cx);
		r->fns = p;
		r->fns_cap = n;
	}
	r->nfns = 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(r->m); f != NULL; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			r->fns[r->nfns++] = f;
	return LR_OK;
}

LLVMValueRef
rejected_function(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (LLVMVerifyFunction(f, LLVMReturnStatusAction))
			return f;
	return NULL;
}

/* Runs LLVM's verifier.  `after` is the pass that ran before, NULL for the input. */
static lr_status
verify_module(struct run *r, const char *after)
{
	char *message = NULL;

	lr_status st = lr_check_module_flags(r->cx, r->m);
	if (st != LR_OK)
		return st;
	if (!LLVMVerifyModule(r->m, LLVMReturnStatusAction, &message)) {
		LLVMDisposeMessage(message);
		return LR_OK;
	}
	lr_fail_rejected(r->cx, rejected_function(r->m), "%s%s%sLLVM's verifier rejects the module: %s",
		after ? "after '" : "", after ? after : "", after ? "': " : "", message ? message : "no reason given");
	LLVMDisposeMessage(message);
	return LR_E_INVALID_IR;
}

static lr_status
verify_dialect(struct run *r)
{
	lr_status st = collect_functions(r);
	return st != LR_OK ? st : pass_verify_invariants(r->cx, r->m, r->fns, r->nfns, NULL);
}

/* Does the pipeline expect IR in the front end's dialect, rather than half-lowered IR? */
static bool
starts_in_dialect(const struct pipeline *p)
{
	for (uint32_t i = 0; i < p->nsteps; i++) {
		const struct pass_info *pass = p->steps[i].pass;
		if (pass == NULL || pass->kind == PASS_MARKER || pass->run == pass_verify_invariants
			|| pass->run == pass_use_profile || pass->run == pass_remove_ni || pass->run == pass_add_ni
			|| pass->run == pass_propagate_addrspaces || pass->run == pass_lower_exc_handlers)
			continue;
		return pass->run == pass_late_lower_gc_frame;
	}
	return false;
}

/* Is the dialect verifier the first step that looks at the module, so that it need not run before? */
static bool
verifies_first(const struct pipeline *p)
{
	for (uint32_t i = 0; i < p->nsteps && p->steps[i].pass != NULL; i++)
		if (p->steps[i].pass->kind != PASS_MARKER && p->steps[i].pass->run != pass_use_profile)
			return p->steps[i].pass->run == pass_verify_invariants;
	return false;
}

static lr_status
examine(struct run *r, const char *text)
{
	const lr_options *o = &r->cx->options;
	const struct dumper *d = r->cx->dumper;
	lr_status st = pipeline_parse(r->cx, LLVMGetModuleContext(r->m), text, o->verify_each || (d && d->options.each),
		&r->pipeline);

	if (st == LR_OK)
		st = pipeline_complete_for_c(r->cx, r->m, &r->pipeline);
	if (st == LR_OK && d != NULL)
		st = dump_check_points(r->cx, &r->pipeline, d->options.before);
	if (st == LR_OK && d != NULL)
		st = dump_check_points(r->cx, &r->pipeline, d->options.after);
	if (st == LR_OK)
		st = pipeline_check_points(r->cx, LLVMGetModuleContext(r->m), &r->pipeline, o->print_before);
	if (st == LR_OK)
		st = pipeline_check_points(r->cx, LLVMGetModuleContext(r->m), &r->pipeline, o->print_after);
	if (st == LR_OK && !o->assume_verified)
		st = verify_module(r, NULL);
	if (st == LR_OK && (r->dialect = starts_in_dialect(&r->pipeline)) && !verifies_first(&r->pipeline)) {
		st = verify_dialect(r);
		r->known_good = st == LR_OK;
	}
	return st;
}

/* ---- running ---- */

lr_status
pipeline_print(lr_context *cx, LLVMModuleRef m, const char *only, const char *pass, bool after)
{
	LLVMValueRef f = only ? LLVMGetNamedFunction(m, only) : NULL;
	const bool glob = only != NULL && f == NULL && !glob_is_literal(only);

	if (cx->options.dump == NULL || (only != NULL && f == NULL && !glob))
		return LR_OK;
	const char *head[] = { "; *** IR Dump ", after ? "After" : "Before", " ", pass, " on ",
		only ? only : "[module]", " ***\n" };
	for (size_t i = 0; i < sizeof head / sizeof *head; i++)
		lr_dump_text(cx, head[i], strlen(head[i]));
	if (glob)
		return dump_matching(cx, m, only);
	char *ir = f ? LLVMPrintValueToString(f) : LLVMPrintModuleToString(m);
	lr_dump_text(cx, ir, strlen(ir));
	LLVMDisposeMessage(ir);
	return LR_OK;
}

/* Dumps what the options ask for before or after the step. */
static lr_status
show(struct run *r, const struct step *s, bool after)
{
	lr_context *cx = r->cx;
	const lr_options *o = &cx->options;
	const unsigned number = (unsigned)(s - r->pipeline.steps) + 1;
	lr_status st = LR_OK;

	if (dump_wants(cx->dumper, s->name, strlen(s->name), after))
		st = dump_functions(cx, r->m, &cx->dumper->options, s->name, after, number, &cx->dumper->emitted);
	if (st != LR_OK || !pipeline_names(after ? o->print_after : o->print_before, s->name, strlen(s->name)))
		return st;
	if (cx->dump_dir == NULL)
		return pipeline_print(cx, r->m, o->function, s->name, after);
	struct dump_folder folder = { cx, cx->dump_dir };
	const lr_dump_options to_folder = { sizeof to_folder, .functions = o->function, .emit = dump_to_folder,
		.user = &folder };
	size_t emitted = 0;
	return dump_functions(cx, r->m, &to_folder, s->name, after, number, &emitted);
}

static lr_status
run_llvm(struct run *r, const struct step *s)
{
	if (wasm_has_references(r->m))
		wasm_hold_vectors(r->cx, r->m);
	LLVMErrorRef e = LLVMRunPasses(r->m, s->text, r->machine, r->llvm_options);

	r->known_good = false;

	if (e == NULL)
		return r->cx->first;
	char *message = LLVMGetErrorMessage(e);
	lr_fail(r->cx, LR_E_PIPELINE, NULL, "%s", message);
	LLVMDisposeErrorMessage(message);
	return LR_E_PIPELINE;
}

static void
forget_stats(lr_context *cx)
{
	cx->nstats = 0;
	arena_reset(&cx->stats_names);
	remark_forget(cx);
}

/* Does the pass change nothing that the rules of the dialect are about: only the data layout, and attributes of
** functions? */
static bool
keeps_rules(const struct pass_info *p)
{
	return p->run == pass_add_ni || p->run == pass_remove_ni || p->run == pass_infer_gc_leaf
		|| p->run == pass_use_profile;
}

static lr_status
run_ours(struct run *r, const struct step *s)
{
	lr_status st = collect_functions(r);

	if (st != LR_OK)
		return st;
	if (s->pass->run == pass_late_lower_gc_frame) {
		/* Only IR that keeps the rules can be lowered, and LLVM's passes may have run in between. */
		if (!r->known_good && (st = pass_verify_invariants(r->cx, r->m, r->fns, r->nfns, NULL)) != LR_OK)
			return st;
		forget_stats(r->cx);
	}
	st = pass_run(r->cx, r->m, s->pass, r->fns, r->nfns, s->text);
	if (s->pass->run == pass_verify_invariants && st == LR_OK)
		r->known_good = true;
	else if (r->cx->changed && !keeps_rules(s->pass))
		r->known_good = false;
	return st;
}

static lr_status
run_step(struct run *r, const struct step *s)
{
	lr_context *cx = r->cx;
	const lr_options *o = &cx->options;
	lr_status st;

	if ((st = show(r, s, false)) != LR_OK)
		return st;
	double start = times_now();
	progress_pass(cx, s->name, (unsigned)(s - r->pipeline.steps) + 1, r->pipeline.nsteps);
	st = s->pass ? run_ours(r, s) : run_llvm(r, s);
	progress_end(cx);
	if (o->time_passes)
		cx->times[cx->ntimes++].seconds = times_now() - start;
	if (st != LR_OK)
		return st;
	if ((st = show(r, s, true)) != LR_OK)
		return st;
	if (s->pass != NULL && s->pass->run == pass_late_lower_gc_frame)
		r->dialect = false;
	if (o->verify_each) {
		st = verify_module(r, s->name);
		if (st == LR_OK && r->dialect)
			st = verify_dialect(r);
	}
	return st;
}

/* Handles diagnostics of LLVM's passes; without a handler LLVM would print them, and exit on errors. */
static void
llvm_says(LLVMDiagnosticInfoRef info, void *user)
{
	lr_context *cx = user;
	LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);

	if (severity != LLVMDSError && severity != LLVMDSWarning)
		return;
	char *text = LLVMGetDiagInfoDescription(info);
	if (severity == LLVMDSError)
		lr_fail(cx, LR_E_TARGET, NULL, "%s", text);
	else
		lr_report(cx, LR_WARNING, NULL, "%s", text);
	LLVMDisposeMessage(text);
}

/* Does the step change only the data layout string, which can be restored? */
static bool
keeps_code(const struct step *s)
{
	return s->pass != NULL
		&& (s->pass->kind == PASS_MARKER || s->pass->run == pass_verify_invariants
			|| s->pass->run == pass_remove_ni || s->pass->run == pass_add_ni
			|| s->pass->run == pass_use_profile);
}

/* Makes a target machine for the cost model of LLVM's passes, as opt does. */
static lr_status
choose_machine(struct run *r)
{
	for (uint32_t i = 0; i < r->pipeline.nsteps && r->machine == NULL; i++)
		if (r->pipeline.steps[i].pass == NULL)
			return target_module_machine(r->cx, r->m, &r->machine);
	return LR_OK;
}

static lr_status
run_steps(struct run *r)
{
	const struct pipeline *p = &r->pipeline;
	bool same_code = true; /* nothing but the layout has changed so far */
	lr_status st = LR_OK;
	const char *layout = arena_strdup(&r->pipeline.arena, LLVMGetDataLayoutStr(r->m));

	if (layout == NULL)
		return lr_nomem(r->cx);
	if ((st = choose_machine(r)) != LR_OK)
		return st;
	/* Nothing to run: lr_compile checks a module that was lowered before.  Keeps the times of that lowering. */
	if (p->nsteps == 0 && r->cx->ntimes > r->cx->nstep_times)
		r->cx->ntimes = r->cx->nstep_times;
	if (r->cx->options.time_passes && (p->nsteps > 0 || r->cx->times_cap == 0)
		&& (st = pipeline_prepare_times(r->cx, p)) != LR_OK)
		return st;
	struct dumper *d = r->cx->dumper;
	if (d != NULL && d->options.each
		&& (st = dump_functions(r->cx, r->m, &d->options, NULL, false, 0, &d->emitted)) != LR_OK)
		return st;
	for (uint32_t i = 0; i < p->nsteps; i++) {
		st = run_step(r, &p->steps[i]);
		if (st != LR_OK)
			break;
		same_code = same_code && keeps_code(&p->steps[i]);
	}
	if (st != LR_OK && same_code && strcmp(layout, LLVMGetDataLayoutStr(r->m)) != 0)
		LLVMSetDataLayout(r->m, layout);
	return st;
}

lr_status
pipeline_run(lr_context *cx, LLVMModuleRef m, const char *text, LLVMTargetMachineRef machine)
{
	if (cx->first != LR_OK)
		return cx->first;
	if (m == NULL)
		return lr_fail(cx, LR_E_USAGE, NULL, "no module given");
	struct run r = { .cx = cx, .m = m, .llvm_options = LLVMCreatePassBuilderOptions(), .machine = machine };
	LLVMContextRef llvm = LLVMGetModuleContext(m);
	LLVMDiagnosticHandler old_handler = LLVMContextGetDiagnosticHandler(llvm);
	void *old_user = LLVMContextGetDiagnosticContext(llvm);
	const struct lr_profile profile = cx->profile; /* UseProfile may change it */

	LLVMContextSetDiagnosticHandler(llvm, llvm_says, cx);
	bool given_layout;
	lr_status st = pipeline_take_layout(cx, m, &given_layout);
	if (st == LR_OK)
		st = pipeline_check_target(cx, m);
	if (st == LR_OK)
		st = examine(&r, text ? text : "lateroot");
	if (st == LR_OK)
		st = run_steps(&r);
	cx->profile = profile;
	if (st != LR_OK && given_layout)
		LLVMSetDataLayout(m, "");
	LLVMContextSetDiagnosticHandler(llvm, old_handler, old_user);
	if (r.machine != NULL && machine == NULL)
		LLVMDisposeTargetMachine(r.machine);
	if (cx->report_times && r.pipeline.nsteps > 0)
		pipeline_report_times(cx);
	LLVMDisposePassBuilderOptions(r.llvm_options);
	arena_free(&r.pipeline.arena);
	if (r.fns != NULL)
		lr_realloc(cx, r.fns, r.fns_cap * sizeof *r.fns, 0);
	return st;
}

lr_status
lr_run(lr_context *cx, LLVMModuleRef m, const char *text)
{
	if (cx == NULL)
		return LR_E_USAGE;
	return pipeline_run(cx, m, text, NULL);
}
