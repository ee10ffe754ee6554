/* SPDX-License-Identifier: MIT */
/* dump_functions.c -- lr_dump_functions, and the dump options of a context.
**
** At each point of the pipeline the module is printed once for all functions, and the text is cut: LLVM numbers the
** whole module for everything that it prints. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "extract/dump.h"
#include "pipeline/dump_functions.h"
#include "pipeline/pipeline.h"
#include "base/file.h"

bool
dump_wants(const struct dumper *d, const char *name, size_t n, bool after)
{
	if (d == NULL)
		return false;
	return after ? d->options.each || pipeline_names(d->options.after, name, n)
		: pipeline_names(d->options.before, name, n);
}

/* ---- names that must exist ---- */

lr_status
dump_check_points(lr_context *cx, const struct pipeline *p, const char *list)
{
	if (list == NULL || strcmp(list, "all") == 0)
		return LR_OK;
	for (const char *s = list;; s++) {
		size_t n = strcspn(s, ",");
		bool found = false;
		for (uint32_t i = 0; i < p->nsteps && !found; i++)
			found = strlen(p->steps[i].name) == n && memcmp(p->steps[i].name, s, n) == 0;
		if (!found) {
			const char *near = NULL;
			const char **names = p->nsteps ? lr_realloc(cx, NULL, 0, p->nsteps * sizeof *names) : NULL;
			for (uint32_t i = 0; names != NULL && i < p->nsteps; i++)
				names[i] = p->steps[i].name;
			if (names != NULL)
				near = name_nearest(s, n, names, p->nsteps);
			lr_fail(cx, LR_E_PIPELINE, NULL, "the pipeline has no pass '%.*s'%s%s%s",
				(int)(n < 100 ? n : 100), s, near ? "; did you mean '" : "", near ? near : "",
				near ? "'?" : "");
			if (names != NULL)
				lr_realloc(cx, names, p->nsteps * sizeof *names, 0);
			return LR_E_PIPELINE;
		}
		s += n;
		if (*s == '\0')
			return LR_OK;
	}
}

static lr_status
no_function(lr_context *cx, LLVMModuleRef m, const char *wanted)
{
	const char *near = NULL;
	size_t n = 0, i = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		n += !LLVMIsDeclaration(f);
	const char **names = n ? lr_realloc(cx, NULL, 0, n * sizeof *names) : NULL;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); names != NULL && f != NULL; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			names[i++] = value_name(f);
	if (names != NULL && wanted != NULL)
		near = name_nearest(wanted, strlen(wanted), names, n);
	if (wanted == NULL)
		lr_fail(cx, LR_E_NOT_FOUND, NULL, "the module defines no functions");
	else
		lr_fail(cx, LR_E_NOT_FOUND, NULL, "no function matches '%.200s'%s%.200s%s", wanted,
			near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	if (names != NULL)
		lr_realloc(cx, names, n * sizeof *names, 0);
	return LR_E_NOT_FOUND;
}

/* ---- one point ---- */

static lr_status
emit_all(lr_context *cx, struct slicer *sl, const lr_dump_options *o, lr_function_dump *d, size_t *emitted)
{
	struct blob out;
	lr_status st = LR_OK;

	blob_init(&out, cx->options.alloc, cx->options.user);
	for (uint32_t f = slice_next_function(sl, UINT32_MAX); f != UINT32_MAX && st == LR_OK;
		f = slice_next_function(sl, f)) {
		d->name = slice_name(sl, f, &d->name_bytes, &d->unnamed);
		if (d->name == NULL) {
			st = lr_nomem(cx);
			break;
		}
		if (o->functions != NULL && !glob_match(o->functions, d->name, d->name_bytes))
			continue;
		++*emitted;
		out.size = 0;
		dump_put_title(&out, d);
		bool ok = slice_cut(sl, f, &out);
		blob_add(&out, "", 1);
		if (!ok || out.failed)
			st = lr_nomem(cx);
		else {
			d->text = out.data;
			d->bytes = out.size - 1;
			if (!o->emit(o->user, d))
				st = LR_E_IO;
		}
	}
	blob_free(&out);
	return st;
}

lr_status
dump_functions(lr_context *cx, LLVMModuleRef m, const lr_dump_options *o, const char *pass, bool after, unsigned step,
	size_t *emitted)
{
	lr_function_dump d = { .pass = pass, .after = after, .step = step };
	char *ir = LLVMPrintModuleToString(m);
	struct slicer sl;
	lr_status st;

	if (ir == NULL)
		return lr_nomem(cx);
	if (slice_index(&sl, cx->options.alloc, cx->options.user, ir, strlen(ir)))
		st = emit_all(cx, &sl, o, &d, emitted);
	else
		st = lr_nomem(cx);
	slice_free(&sl);
	LLVMDisposeMessage(ir);
	return st;
}

lr_status
dump_matching(lr_context *cx, LLVMModuleRef m, const char *glob)
{
	struct slicer sl;
	char *ir = LLVMPrintModuleToString(m);
	bool ok = ir != NULL && slice_index(&sl, cx->options.alloc, cx->options.user, ir, strlen(ir));

	for (uint32_t f = ok ? slice_next_function(&sl, UINT32_MAX) : UINT32_MAX; f != UINT32_MAX && ok;
		f = slice_next_function(&sl, f)) {
		size_t bytes;
		bool unnamed;
		const char *name = slice_name(&sl, f, &bytes, &unnamed);
		ok = name != NULL;
		if (ok && glob_match(glob, name, bytes)) {
			lr_dump_text(cx, sl.entities[f].text, sl.entities[f].bytes);
			lr_dump_text(cx, "\n", 1);
		}
	}
	if (ir != NULL) {
		slice_free(&sl);
		LLVMDisposeMessage(ir);
	}
	return ok ? LR_OK : lr_nomem(cx);
}

/* ---- files ---- */

bool
dump_to_folder(void *user, const lr_function_dump *d)
{
	const struct dump_folder *folder = user;
	char name[LR_FILE_NAME_BYTES], path[4096];

	lr_dump_file_name(d, name);
	int n = snprintf(path, sizeof path, "%s/%s", folder->path, name);
	errno = ENAMETOOLONG;
	if (n > 0 && (size_t)n < sizeof path && file_write_below(path, d->text, d->bytes))
		return true;
	lr_fail(folder->cx, LR_E_IO, NULL, "%.*s: %s", 1000, path, strerror(errno));
	return false;
}

/* ---- the call ---- */

lr_status
lr_dump_functions(lr_context *cx, LLVMModuleRef m, const char *pipeline, const lr_dump_options *given)
{
	struct dumper d = { 0 };

	if (cx == NULL)
		return LR_E_USAGE;
	if (cx->first != LR_OK)
		return cx->first;
	if (m == NULL || given == NULL)
		return lr_fail(cx, LR_E_USAGE, NULL, m ? "no options given" : "no module given");
	if (given->struct_size < offsetof(lr_dump_options, before))
		return lr_fail(cx, LR_E_USAGE, NULL, "lr_dump_options.struct_size is not set");
	memcpy(&d.options, given, given->struct_size < sizeof d.options ? given->struct_size : sizeof d.options);
	const lr_dump_options *o = &d.options;
	if (o->emit == NULL)
		return lr_fail(cx, LR_E_USAGE, NULL, "no callback for the dumps");
	lr_status st;
	if (o->before == NULL && o->after == NULL && !o->each)
		st = dump_functions(cx, m, o, NULL, false, 0, &d.emitted);
	else {
		cx->dumper = &d;
		st = pipeline_run(cx, m, pipeline, NULL);
		cx->dumper = NULL;
	}
	return st == LR_OK && d.emitted == 0 ? no_function(cx, m, o->functions) : st;
}
