/* SPDX-License-Identifier: MIT */
/* pipeline_names.c -- the names of passes of this library and of LLVM, and suggestions for wrong names. */
#include "pipeline/pipeline_names.h"

#include <stdio.h>

#include <llvm-c/Error.h>

/* The most common passes of LLVM, for suggestions. */
static const char *const llvm_names[] = { "adce", "always-inline", "break-crit-edges", "cgscc", "constmerge",
	"correlated-propagation", "dce", "deadargelim", "default", "dse", "early-cse", "function", "function-attrs",
	"globaldce", "globalopt", "gvn", "indvars", "inline", "instcombine", "instsimplify", "ipsccp", "jump-threading",
	"licm", "loop", "loop-deletion", "loop-idiom", "loop-mssa", "loop-rotate", "loop-simplify", "loop-unroll",
	"loop-vectorize", "lower-expect", "mem2reg", "memcpyopt", "module", "reassociate", "sccp", "simplifycfg",
	"sink", "slp-vectorizer", "sroa", "tailcallelim", "vector-combine", "verify" };

const char *const pipeline_whole_names[WHOLE_NAMES] = { "lateroot", "julia" };

static bool
same(const char *known, const char *name, size_t n)
{
	return strlen(known) == n && memcmp(known, name, n) == 0;
}

const char *
pipeline_nearest(const char *name, size_t n)
{
	const char *best = NULL;
	unsigned distance = name_near_limit(n);

	for (size_t i = 0; i < pass_count(); i++)
		name_compare(name, n, pass_at(i)->name, &best, &distance);
	for (size_t i = 0; i < WHOLE_NAMES; i++)
		name_compare(name, n, pipeline_whole_names[i], &best, &distance);
	for (size_t i = 0; i < sizeof llvm_names / sizeof *llvm_names; i++)
		name_compare(name, n, llvm_names[i], &best, &distance);
	return best != NULL && same(best, name, n) ? NULL : best;
}

/* ---- asking LLVM ---- */

void
trial_begin(struct trial *t, LLVMContextRef llvm)
{
	*t = (struct trial){ llvm, LLVMGetDefaultTargetTriple(), LLVMCreatePassBuilderOptions() };
}

void
trial_end(struct trial *t)
{
	LLVMDisposePassBuilderOptions(t->options);
	LLVMDisposeMessage(t->host);
}

bool
trial_accepts(struct trial *t, const char *text, char **message)
{
	LLVMModuleRef empty = LLVMModuleCreateWithNameInContext("pipeline", t->llvm);
	/* Some of LLVM's passes (msan) end the process if the module has no target. */
	LLVMSetTarget(empty, t->host);
	LLVMErrorRef e = LLVMRunPasses(empty, text, NULL, t->options);
	LLVMDisposeModule(empty);

	if (e != NULL)
		*message = LLVMGetErrorMessage(e);
	return e == NULL;
}

/* Recognises passes over machine code: LLVM would accept them, and crash on functions without machine code.  They
** cannot be listed, but LLVM refuses them inside of each of these adaptors. */
bool
trial_knows(struct trial *t, const char *text, size_t n)
{
	static const char *const homes[] = { "function(%.*s)", "module(%.*s)", "cgscc(%.*s)", "function(loop(%.*s))",
		"function(loop-mssa(%.*s))" };
	char *message, nested[256];
	const char *params = memchr(text, '<', n);

	if (n > sizeof nested / 2)
		return true;
	for (size_t i = 0; i < sizeof llvm_names / sizeof *llvm_names; i++)
		if (same(llvm_names[i], text, params ? (size_t)(params - text) : n))
			return true;
	for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
		snprintf(nested, sizeof nested, homes[i], (int)n, text);
		if (trial_accepts(t, nested, &message))
			return true;
		LLVMDisposeErrorMessage(message);
	}
	return false;
}

/* ---- points of the pipeline ---- */

static bool
is_step(const struct pipeline *p, const char *name, size_t n)
{
	for (uint32_t i = 0; i < p->nsteps; i++)
		if (same(p->steps[i].name, name, n))
			return true;
	return false;
}

static bool
is_ours(const char *name, size_t n)
{
	for (size_t i = 0; i < pass_count(); i++)
		if (same(pass_at(i)->name, name, n))
			return true;
	return false;
}

/* A host may run several pipelines with the same options, so it is no error if this one lacks a pass. */
lr_status
pipeline_check_points(lr_context *cx, LLVMContextRef llvm, const struct pipeline *p, const char *list)
{
	struct trial trial;
	lr_status st = LR_OK;

	if (list == NULL || strcmp(list, "all") == 0)
		return LR_OK;
	trial_begin(&trial, llvm);
	for (const char *s = list;; s++) {
		const size_t n = strcspn(s, ",");
		if (!is_ours(s, n) && !is_step(p, s, n)
			&& (n == 0 || n > NAME_NEAR_MAX || !trial_knows(&trial, s, n))) {
			const char *near = pipeline_nearest(s, n);
			st = lr_fail(cx, LR_E_PIPELINE, NULL, "there is no pass '%.*s'%s%s%s", (int)(n < 100 ? n : 100),
				s, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
			break;
		}
		s += n;
		if (*s == '\0')
			break;
	}
	trial_end(&trial);
	return st;
}
