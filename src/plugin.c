/* plugin.c -- single passes for a pass manager that is not ours: opt's, through tools/opt-plugin.cpp. */
#include "plugin.h"

#include "passes.h"
#include "pipeline.h"

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

unsigned
plugin_places(size_t pass)
{
	switch (pass_at(pass)->kind) {
	case PASS_MODULE: return PLUGIN_MODULE;
	case PASS_FUNCTION: return PLUGIN_FUNCTION;
	case PASS_MARKER: break;
	}
	return PLUGIN_MODULE | PLUGIN_FUNCTION | PLUGIN_LOOP;
}

bool
plugin_accepts(size_t pass, const char *params, size_t bytes)
{
	return params == NULL || pass_accepts(pass_at(pass), params, bytes);
}

static lr_status
run_over(lr_context *cx, const struct pass_info *p, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, const char *params)
{
	/* opt has verified the IR, but knows nothing of the rules of the dialect. */
	lr_status st = p->run == pass_late_lower_gc_frame ? pass_verify_invariants(cx, m, fns, nfns, NULL) : LR_OK;

	return st == LR_OK ? pass_run(cx, m, p, fns, nfns, params) : st;
}

/* Module passes look for themselves at what they need. */
int
plugin_run(lr_context *cx, size_t pass, LLVMModuleRef m, LLVMValueRef fn, const char *params)
{
	if (cx->first != LR_OK)
		return PLUGIN_UNCHANGED;
	cx->changed = 0;
	cx->nstats = 0; /* nobody asks for them */
	arena_reset(&cx->stats_names);
	run_over(cx, pass_at(pass), m, &fn, fn != NULL, params);
	return cx->changed & LR_CHANGED_CFG ? PLUGIN_CHANGED_CFG : cx->changed ? PLUGIN_CHANGED_IR : PLUGIN_UNCHANGED;
}

char *
plugin_expand(lr_context *cx, const char *name, const char *params, size_t bytes, size_t *size)
{
	struct arena ar;
	const char *text;
	char *copy = NULL;

	if (strcmp(name, "julia") != 0 && strcmp(name, "lateroot") != 0)
		return NULL;
	arena_init(&ar, cx->options.alloc, cx->options.user);
	if (pipeline_expand(cx, &ar, name, params, bytes, &text) == LR_OK) {
		*size = strlen(text) + 1;
		copy = lr_realloc(cx, NULL, 0, *size);
		if (copy != NULL)
			memcpy(copy, text, *size);
		else
			lr_nomem(cx);
	}
	arena_free(&ar);
	return copy;
}
