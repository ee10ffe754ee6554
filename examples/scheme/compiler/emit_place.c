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

/* The module's places are a table, and a place is its number there: numbers need no registers until they are used. */
static LLVMValueRef
table(struct emitter *e)
{
	if (e->place_table == NULL)
		e->place_table = LLVMAddGlobal(e->m, place_type(e), "places");
	return e->place_table;
}

static unsigned
number_of_place(struct emitter *e)
{
	const char *path = e->path != NULL ? e->path : "program";

	for (struct place *p = e->places; p != NULL; p = p->next)
		if (p->line == e->line && p->path == path)
			return p->number;
	struct place *p = arena(sizeof *p);
	*p = (struct place){ path, e->line, e->places != NULL ? e->places->number + 1 : 0, e->places };
	e->places = p;
	return p->number;
}

LLVMValueRef
emit_place(struct emitter *e)
{
	if (scope_boot) /* errors in the library are where it was called */
		return NULL;
	return LLVMConstInt(LLVMInt32TypeInContext(e->cx), number_of_place(e), false);
}

void
emit_set_where(struct emitter *e, LLVMValueRef place)
{
	LLVMValueRef index = LLVMBuildZExt(e->b, place, e->i64, "");
	LLVMValueRef at = LLVMBuildInBoundsGEP2(e->b, place_type(e), table(e), &index, 1, "");

	LLVMBuildStore(e->b, at, emit_variable(e, "scm_where", e->ptr));
}

void
emit_where(struct emitter *e)
{
	LLVMValueRef place = emit_place(e);

	if (place != NULL)
		emit_set_where(e, place);
}

void
emit_place_table(struct emitter *e)
{
	unsigned n = e->places != NULL ? e->places->number + 1 : 0;
	LLVMValueRef *rows = arena((n + 1) * sizeof *rows);

	if (e->place_table == NULL)
		return;
	for (struct place *p = e->places; p != NULL; p = p->next)
		rows[p->number] = LLVMConstNamedStruct(place_type(e), (LLVMValueRef[]){ emit_string(e, p->path),
			LLVMConstInt(e->i64, p->line, false) }, 2);
	LLVMValueRef whole = constant(e, LLVMConstArray(place_type(e), rows, n), "places");
	LLVMReplaceAllUsesWith(e->place_table, whole);
	LLVMDeleteGlobal(e->place_table);
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
