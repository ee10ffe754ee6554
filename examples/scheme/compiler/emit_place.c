/* SPDX-License-Identifier: MIT */
/* What errors say of where they are.  Calls that may fail are preceded by a store of their place: those that only run
** when something is wrong or slow, and those of the system's procedures. */
#include <string.h>
#include "emit.h"

static LLVMTypeRef
place_type(struct emitter *e)
{
	return LLVMStructTypeInContext(e->cx, (LLVMTypeRef[]){ e->ptr, e->i64 }, 2, false);
}

static LLVMValueRef
constant(struct emitter *e, LLVMValueRef value, const char *name)
{
	LLVMValueRef v = LLVMAddGlobal(e->m, LLVMTypeOf(value), name);

	LLVMSetInitializer(v, value);
	LLVMSetGlobalConstant(v, true);
	LLVMSetLinkage(v, LLVMInternalLinkage);
	return v;
}

static LLVMValueRef
place(struct emitter *e)
{
	const char *path = e->path != NULL ? e->path : "program";

	for (struct place *p = e->places; p != NULL; p = p->next)
		if (p->line == e->line && p->path == path)
			return p->variable;
	struct place *p = arena(sizeof *p);
	LLVMValueRef parts[2] = { emit_string(e, path), LLVMConstInt(e->i64, e->line, false) };
	*p = (struct place){ path, e->line, constant(e, LLVMConstNamedStruct(place_type(e), parts, 2), "place"),
		e->places };
	e->places = p;
	return p->variable;
}

void
emit_where(struct emitter *e)
{
	LLVMValueRef where = LLVMGetNamedGlobal(e->m, "scm_where");

	if (scope_boot) /* errors in the library are where it was called */
		return;
	if (where == NULL)
		where = LLVMAddGlobal(e->m, e->ptr, "scm_where");
	LLVMBuildStore(e->b, place(e), where);
}

void
emit_code_table(struct emitter *e, const char *name)
{
	LLVMTypeRef type = LLVMStructTypeInContext(e->cx, (LLVMTypeRef[]){ e->ptr, e->ptr, e->ptr, e->i64 }, 4, false);
	size_t n = 0, i = 0;

	for (struct function *f = e->functions; f != NULL; f = f->next)
		n++;
	LLVMValueRef *rows = arena((n + 1) * sizeof *rows);
	for (struct function *f = e->functions; f != NULL; f = f->next) {
		struct lambda *l = f->lambda;
		const char *path = l->file ? l->file : "program";
		if (scope_boot && strrchr(path, '/') != NULL)
			path = strrchr(path, '/') + 1;
		const char *name_shown = l->name ? l->name : "lambda";
		LLVMValueRef line = f->shown ? LLVMConstInt(e->i64, l->line, false) : LLVMConstAllOnes(e->i64);
		rows[i++] = LLVMConstNamedStruct(type, (LLVMValueRef[]){ f->code, emit_string(e, name_shown),
			emit_string(e, path), line }, 4);
	}
	LLVMValueRef table = constant(e, LLVMConstArray(type, rows, (unsigned)n), arena_format("%s.functions", name));
	LLVMSetLinkage(table, LLVMExternalLinkage); /* the session looks it up */
	emit_runtime(e, "scm_code_add", e->none, (LLVMValueRef[]){ table, LLVMConstInt(e->i64, n, false) }, 2);
}
