/* SPDX-License-Identifier: MIT */
/* plugin.c -- runs single passes for the pass manager of opt or clang, by way of tools/opt-plugin.cpp. */
#include "pipeline/plugin.h"

#include <stdio.h>

#include "pipeline/dump_functions.h"
#include "dialect/abi.h"
#include "dialect/module_marks.h"
#include "lowering/import/import.h"
#include "host/passes.h"
#include "host/remark.h"
#include "pipeline/hand_roots.h"
#include "pipeline/pipeline.h"

const char *
plugin_name(size_t pass)
{
	return pass_at(pass)->name;
}

bool
plugin_required(size_t pass)
{
	return pass_at(pass)->required;
}

bool
plugin_works_on_loops(size_t pass)
{
	return pass_at(pass)->kind == PASS_LOOP;
}

static unsigned
places(enum pass_kind kind)
{
	switch (kind) {
	case PASS_MODULE: return PLUGIN_MODULE;
	case PASS_FUNCTION: return PLUGIN_FUNCTION;
	case PASS_LOOP: return PLUGIN_FUNCTION | PLUGIN_LOOP;
	case PASS_MARKER: break;
	}
	return PLUGIN_MODULE | PLUGIN_FUNCTION | PLUGIN_LOOP;
}

/* Splits name<params>; returns the length of the name. */
static size_t
split(const char *text, size_t bytes, const char **params, size_t *params_bytes)
{
	const char *at = bytes > 0 && text[bytes - 1] == '>' ? memchr(text, '<', bytes) : NULL;

	*params = at ? at + 1 : NULL;
	*params_bytes = at ? (size_t)(text + bytes - 1 - *params) : 0;
	return at ? (size_t)(at - text) : bytes;
}

int
plugin_find(const char *text, size_t bytes, unsigned place, const char **params, size_t *params_bytes)
{
	size_t n = split(text, bytes, params, params_bytes);

	for (size_t i = 0; i < pass_count(); i++) {
		const struct pass_info *p = pass_at(i);
		const bool second = i > 0 && strcmp(pass_at(i - 1)->name, p->name) == 0; /* for parameters only */
		if (strlen(p->name) == n && memcmp(p->name, text, n) == 0 && (places(p->kind) & place)
			&& (*params ? pass_accepts(p, *params, *params_bytes) : !second))
			return (int)i;
	}
	return -1;
}

void
plugin_describe(const lr_diagnostic *d, char *to, size_t room)
{
	char place[512] = "";

	if (d->file != NULL)
		snprintf(place, sizeof place, "%s:%u:%u: ", d->file, d->line, d->column);
	snprintf(to, room, "%s%s%s%s%s%s%s", place, d->message, d->function ? "; in function '" : "",
		d->function ? d->function : "", d->function ? "'" : "", d->instruction ? ": " : "",
		d->instruction ? d->instruction : "");
}

LLVMValueRef
plugin_reported(const lr_context *cx)
{
	return cx->reported;
}

void
plugin_refuse(lr_context *cx, const char *message)
{
	lr_fail(cx, LR_E_USAGE, NULL, "%s", message);
}

static lr_status
run_over(lr_context *cx, const struct pass_info *p, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, const char *params)
{
	const bool late = p->run == pass_late_lower_gc_frame, from_c = is_c_dialect(m);
	unsigned changed = 0;

	if (from_c && (late || p->run == pass_verify_invariants) && !memory_has_flag(m))
		return lr_fail(cx, LR_E_DIALECT, fns[0],
			"the module comes from C with <lateroot/dialect.h>, and AdoptDialect has not run: it belongs "
			"in front of all other passes");
	lr_status st = pipeline_check_target(cx, m);
	/* opt has run LLVM's verifier, but not the dialect verifier. */
	if (st == LR_OK && late)
		st = pass_verify_invariants(cx, m, fns, nfns, NULL);
	if (st == LR_OK && late && from_c) {
		cx->changed = 0;
		for (size_t i = 0; i < nfns && st == LR_OK; i++)
			st = insert_gcstack(cx, m, fns[i]);
		changed = cx->changed;
	}
	if (st == LR_OK)
		st = pass_run(cx, m, p, fns, nfns, params);
	cx->changed |= changed;
	return st;
}

/* Dumps what the options ask for at this point. */
static void
show(lr_context *cx, size_t pass, LLVMModuleRef m, LLVMValueRef fn, bool after)
{
	const lr_options *o = &cx->options;
	const char *name = plugin_name(pass), *points = after ? o->print_after : o->print_before;
	size_t emitted = 0;

	if (points == NULL || !pipeline_names(points, name, strlen(name)))
		return;
	const char *only = fn ? value_name(fn) : o->function;
	if (fn != NULL && o->function != NULL && !glob_match(o->function, only, strlen(only)))
		return;
	if (cx->dump_dir == NULL) {
		pipeline_print(cx, m, only, name, after);
		return;
	}
	struct dump_folder folder = { cx, cx->dump_dir };
	const lr_dump_options to_folder = { sizeof to_folder, .functions = only, .emit = dump_to_folder,
		.user = &folder };
	if (dump_functions(cx, m, &to_folder, name, after, (unsigned)pass + 1, &emitted) != LR_OK) {
		cx->dump_dir = NULL; /* reported once, and not for each function; compilation
		                      * continues */
		cx->options.print_before = cx->options.print_after = NULL;
		lr_clear_error(cx);
	}
}

/* The time in the pass's row; NULL: not asked for, or memory is exhausted. */
static double *
time_of(lr_context *cx, size_t pass)
{
	if (!cx->options.time_passes)
		return NULL;
	if (cx->times == NULL) {
		cx->times = lr_realloc(cx, NULL, 0, pass_count() * sizeof *cx->times);
		if (cx->times == NULL)
			return NULL;
		cx->ntimes = cx->times_cap = pass_count();
		for (size_t i = 0; i < cx->ntimes; i++)
			cx->times[i] = (struct pass_time){ plugin_name(i), 0 };
	}
	return &cx->times[pass].seconds;
}

void
plugin_finish(lr_context *cx)
{
	if (cx->report_times && cx->ntimes > 0)
		pipeline_report_times(cx);
}

static bool
is_first_definition(LLVMModuleRef m, LLVMValueRef fn)
{
	LLVMValueRef f = LLVMGetFirstFunction(m);

	while (f != fn && LLVMIsDeclaration(f))
		f = LLVMGetNextFunction(f);
	return f == fn;
}

void
plugin_keep(lr_context *cx, bool on)
{
	context_forget(cx);
	cx->module_checked = false;
	cx->keeps = on;
}

void
plugin_forget(lr_context *cx)
{
	context_forget_functions(cx);
}

/* `fn` is NULL for module passes, which find their functions themselves. */
int
plugin_run(lr_context *cx, size_t pass, LLVMModuleRef m, LLVMValueRef fn, const struct loop_given *loop,
	const char *params)
{
	if (cx->first != LR_OK)
		return PLUGIN_UNCHANGED;
	cx->changed = 0;
	cx->nstats = 0; /* no host reads them */
	arena_reset(&cx->stats_names);
	show(cx, pass, m, fn, false);
	const double start = cx->options.time_passes ? times_now() : 0;
	if (cx->kept_module != m) {
		plugin_keep(cx, cx->keeps);
		remark_forget(cx);
	}
	cx->kept_module = m;
	cx->later_function = fn != NULL && (cx->keeps ? cx->module_checked : !is_first_definition(m, fn));
	cx->loop = loop;
	run_over(cx, pass_at(pass), m, &fn, fn != NULL, params);
	cx->loop = NULL;
	double *spent = time_of(cx, pass);
	if (spent != NULL)
		*spent += times_now() - start;
	if (cx->first == LR_OK)
		show(cx, pass, m, fn, true);
	return cx->changed & LR_CHANGED_CFG ? PLUGIN_CHANGED_CFG : cx->changed ? PLUGIN_CHANGED_IR : PLUGIN_UNCHANGED;
}

void
plugin_remarks(lr_context *cx, void (*remark)(void *user, const lr_remark *))
{
	cx->options.remark = remark;
}

char *
plugin_expand(lr_context *cx, const char *text, size_t bytes, size_t *size)
{
	static const char *const names[] = { "julia", "lateroot" };
	struct arena ar;
	const char *params, *name = NULL, *expanded;
	char *copy = NULL;
	size_t params_bytes, n = split(text, bytes, &params, &params_bytes);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == n && memcmp(names[i], text, n) == 0)
			name = names[i];
	if (name == NULL)
		return NULL;
	arena_init(&ar, cx->options.alloc, cx->options.user);
	if (pipeline_expand(cx, &ar, name, params, params_bytes, &expanded) == LR_OK) {
		*size = strlen(expanded) + 1;
		copy = lr_realloc(cx, NULL, 0, *size);
		if (copy != NULL)
			memcpy(copy, expanded, *size);
	}
	lr_clear_error(cx);
	arena_free(&ar);
	return copy;
}

/* Finds each pass of the part in the order of the text, which nests only function(...). */
const char *
plugin_c(const lr_context *cx, enum plugin_c_part part, size_t number, size_t *bytes)
{
	static const char start[] = "CheckHandRoots,AdoptDialect,GCInvariantVerifier,PlaceGCPolls",
		lowering_O0[] = "SettleGCStack,RemoveNI,DropGCPolls," PIPELINE_LOWERING,
		lowering[] = "SettleGCStack,RemoveNI,DropGCPolls," PIPELINE_LOWERING ",InlineGetter,TidyLowered";
	static const char *const parts[] = { [PLUGIN_C_START] = start, [PLUGIN_C_SCALAR] = "function(AllocOpt)",
		[PLUGIN_C_END] = lowering, [PLUGIN_C_END_O0] = lowering_O0 };
	static const char plain[] = "FinalLowerGC"; /* the check comes before it, where frames are intrinsics */
	static const char *const polls[] = { "PlaceGCPolls", "DropGCPolls" };
	const char *at = parts[part];

	for (;; at = strchr(at, ',') + 1) {
		bool skip = false;
		for (size_t i = 0; i < sizeof polls / sizeof *polls && !cx->options.polls; i++)
			skip = skip || strncmp(at, polls[i], strlen(polls[i])) == 0;
		if (cx->check_roots != NULL && strncmp(at, plain, sizeof plain - 1) == 0 && number-- == 0) {
			*bytes = strlen(cx->check_roots);
			return cx->check_roots;
		}
		if (!skip && number-- == 0)
			break;
		if (strchr(at, ',') == NULL)
			return NULL;
	}
	at += strncmp(at, "function(", 9) == 0 ? 9 : 0;
	*bytes = strcspn(at, ",)");
	return at;
}

bool
plugin_c_possible(lr_context *cx, LLVMModuleRef m)
{
	const lr_abi abi = cx->options.abi;

	if (cx->first != LR_OK)
		return false;
	if (!is_c_dialect(m) || (abi != LR_ABI_FRAMEMAP && abi != LR_ABI_STATEPOINT))
		return true;
	if (abi_check_target(cx, m, LLVMGetTarget(m)) != LR_OK) /* IR for that target is of no use with this ABI */
		return false;
	lr_fail(cx, LR_E_USAGE, NULL,
		"clang cannot make the tables of the ABI %s: let it emit IR without this plug-in (-emit-llvm), and "
		"give that to lateroot compile --abi=%s", lr_abi_name(abi), lr_abi_name(abi));
	return false;
}

bool
plugin_adopts(const lr_context *cx, size_t pass, LLVMModuleRef m)
{
	if (hand_roots_marked(m))
		return pass_at(pass)->run == pass_check_hand_roots;
	return is_c_dialect(m) || (cx->check_roots != NULL && pass_at(pass)->run == pass_prove_gc_roots);
}

bool
plugin_gives_up(lr_context *cx, LLVMModuleRef m)
{
	if (cx->first == LR_OK)
		return false;
	import_give_up(cx, m);
	return true;
}
