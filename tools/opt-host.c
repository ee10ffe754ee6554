/* SPDX-License-Identifier: MIT */
/* opt-host.c -- a context for the passes in opt or clang, and their diagnostics. */
#include "opt-host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

struct host {
	lr_context *cx;
	host_complain *complain;
	LLVMModuleRef where;     /* the module that a pass runs on; NULL: options or a pipeline are being read */
	bool adopts, reads_options, refused;
	bool own;                /* the current pass is one of this library */
	unsigned depth;          /* nesting of adaptors, which run passes over parts of a module */
	uint64_t functions;      /* by adaptor, the innermost in bit 0: its parts are functions or loops */
	char *wrong;             /* error in the options; NULL: none */
	char *expanded;
	size_t expanded_bytes;
};

#pragma weak LLVMGetVersion /* LLVM before 16 does not have it */

bool
host_fits(void)
{
	unsigned major = 0;

	if (LLVMGetVersion != NULL)
		LLVMGetVersion(&major, NULL, NULL);
	if (major == LLVM_VERSION_MAJOR)
		return true;
	if (major != 0)
		fprintf(stderr, "lateroot-opt: made for LLVM %d, but loaded into LLVM %u\n", LLVM_VERSION_MAJOR, major);
	else
		fprintf(stderr, "lateroot-opt: made for LLVM %d, but loaded into LLVM 15 or older\n",
			LLVM_VERSION_MAJOR);
	return false;
}

void
host_say(const char *text)
{
	fprintf(stderr, "lateroot-opt: %s\n", text);
}

static void
on_diagnostic(void *user, const lr_diagnostic *d)
{
	const struct host *h = user;
	char line[4096];
	lr_diagnostic all = *d;

	if (h->reads_options)
		return; /* the first pass reports it */
	if (h->where == NULL) {
		host_say(d->message);
		return;
	}
	LLVMValueRef of = h->adopts && d->function ? LLVMGetNamedFunction(h->where, d->function) : NULL;
	if (h->adopts && d->severity == LR_NOTE) { /* clang drops a note that stands alone, or makes a warning of it */
		plugin_describe(d, line, sizeof line);
		fprintf(stderr, "lateroot-opt: note: %s\n", line);
		return;
	}
	if (of == NULL) {
		plugin_describe(d, line, sizeof line);
		all.message = line;
	}
	h->complain(&all, h->where, of, plugin_reported(h->cx));
}

/* On an error the context stays usable; host_run then fails, so that no module is compiled. */
static void
take_options(struct host *h, const char *text)
{
	h->reads_options = true;
	if ((text != NULL ? lr_context_set_args(h->cx, text) : lr_context_args_from_env(h->cx)) != LR_OK) {
		const char *message;
		lr_first_error(h->cx, &message);
		if (h->wrong == NULL)
			h->wrong = strdup(message);
		lr_clear_error(h->cx);
	}
	h->reads_options = false;
}

struct host *
host_new(host_complain *complain)
{
	struct host *h = calloc(1, sizeof *h);
	const lr_options o = { .struct_size = sizeof o, .diagnose = on_diagnostic, .user = h };

	if (h == NULL)
		return NULL;
	h->complain = complain;
	h->cx = lr_context_new(&o);
	if (h->cx == NULL) {
		free(h);
		return NULL;
	}
	take_options(h, NULL);
	return h;
}

void
host_options(struct host *h, const char *text)
{
	take_options(h, text);
}

const char *
host_c(const struct host *h, enum plugin_c_part part, size_t number, size_t *bytes)
{
	return plugin_c(h->cx, part, number, bytes);
}

void
host_free(struct host *h)
{
	if (h == NULL)
		return;
	plugin_finish(h->cx);
	lr_free_bytes(h->cx, h->expanded, h->expanded_bytes);
	lr_context_free(h->cx);
	free(h->wrong);
	free(h);
}

int
host_run(struct host *h, size_t pass, LLVMModuleRef m, LLVMValueRef fn, const struct loop_given *loop,
	const char *params, bool adopts, void (*remark)(void *, const lr_remark *))
{
	if (adopts && !plugin_adopts(h->cx, pass, m))
		return PLUGIN_UNCHANGED;
	h->own = true;
	h->where = m;
	h->adopts = adopts;
	plugin_remarks(h->cx, remark);
	if (h->wrong != NULL && !h->refused) {
		h->refused = true;
		plugin_refuse(h->cx, h->wrong);
	}
	if (adopts)
		plugin_c_possible(h->cx, m);
	const int changed = plugin_run(h->cx, pass, m, fn, loop, *params != '\0' ? params : NULL);
	h->where = NULL;
	return adopts && fn == NULL && plugin_gives_up(h->cx, m) ? PLUGIN_CHANGED_CFG : changed;
}

/* ---- foreign passes between passes of this library
**
** The pass manager announces each pass.  An adaptor runs passes over the functions, components or loops of the module,
** one after another.  While one runs, the results about the module are kept for the next function.  Passes over a
** function may not change other functions.  After passes over components have changed something, a function that the
** results refer to may be gone.  Without instrumentation of the pass manager no results are kept. */

static bool
has(const char *name, size_t bytes, const char *word)
{
	return memmem(name, bytes, word, strlen(word)) != NULL;
}

static bool
is_adaptor(const char *name, size_t bytes)
{
	return bytes > 11 && memcmp(name + bytes - 11, "PassAdaptor", 11) == 0;
}

void
host_pass_begins(struct host *h, const char *name, size_t bytes)
{
	h->own = false;
	if (!is_adaptor(name, bytes))
		return;
	h->functions = h->functions << 1 | has(name, bytes, "ToFunction") | has(name, bytes, "ToLoop");
	if (h->depth++ == 0)
		plugin_keep(h->cx, true);
}

void
host_pass_ends(struct host *h, const char *name, size_t bytes, bool changed)
{
	if (is_adaptor(name, bytes)) {
		h->functions >>= 1;
		if (h->depth > 0 && --h->depth == 0)
			plugin_keep(h->cx, false);
	} else if (changed && !h->own && (h->functions & 1) == 0 && !has(name, bytes, "PassManager"))
		plugin_forget(h->cx); /* by a pass manager that announced each pass */
	h->own = false;
}

const char *
host_expand(struct host *h, const char *text, size_t bytes)
{
	lr_free_bytes(h->cx, h->expanded, h->expanded_bytes);
	h->expanded_bytes = 0;
	return h->expanded = plugin_expand(h->cx, text, bytes, &h->expanded_bytes);
}
