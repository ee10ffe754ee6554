/* SPDX-License-Identifier: MIT */
/* The library in Scheme gives its direct functions to the programs that are compiled with it: under a name of their own
** for the linker, by the convention of C, which calls from one module to another are cheap by. */
#include <string.h>
#include "emit.h"

const char *
export_name(const char *name)
{
	return arena_format("scheme.library/%s", name);
}

struct rows { LLVMValueRef *row; size_t n; };

static void
find(struct emitter *e, struct node *n, LLVMTypeRef type, struct rows *rows)
{
	for (size_t i = 0; n->kind == N_SEQ && i < n->n; i++)
		find(e, n->nodes[i], type, rows);
	struct lambda *l = n->kind == N_SET_GLOBAL ? known_global(n->text) : NULL;
	if (l == NULL || !l->exported)
		return;
	LLVMValueRef f = emit_direct_of(e, l), *more = arena((rows->n + 1) * sizeof *more);
	const char *name = export_name(n->text);
	LLVMSetValueName2(f, name, strlen(name));
	LLVMSetLinkage(f, LLVMExternalLinkage);
	memcpy(more, rows->row, rows->n * sizeof *more);
	more[rows->n++] = LLVMConstNamedStruct(type, (LLVMValueRef[]){ emit_string(e, n->text),
		LLVMConstInt(e->i64, l->n, false) }, 2);
	rows->row = more;
}

/* The table of what is exported, which the module gives to the runtime. */
void
emit_exports(struct emitter *e, struct lambda *program)
{
	LLVMTypeRef type = LLVMStructTypeInContext(e->cx, (LLVMTypeRef[]){ e->ptr, e->i64 }, 2, false);
	struct rows rows = { arena(1), 0 };

	find(e, program->body, type, &rows);
	if (rows.n == 0)
		return;
	LLVMValueRef all = LLVMConstArray(type, rows.row, (unsigned)rows.n);
	LLVMValueRef table = LLVMAddGlobal(e->m, LLVMTypeOf(all), "exports");
	LLVMSetInitializer(table, all);
	LLVMSetGlobalConstant(table, true);
	LLVMSetLinkage(table, LLVMInternalLinkage);
	LLVMValueRef count = LLVMConstInt(e->i64, rows.n, false);
	emit_runtime(e, "scm_exports_set", e->none, (LLVMValueRef[]){ table, count }, 2);
}

/* The call of what scm_exports has. */
LLVMValueRef
emit_exported(struct emitter *e, const char *name, LLVMValueRef *values, size_t n)
{
	struct lambda shape = { .n = n };
	LLVMTypeRef type = emit_direct_type(e, &shape);
	LLVMValueRef f = LLVMGetNamedFunction(e->m, export_name(name)), *args = arena((n + 1) * sizeof *args);

	if (f == NULL) {
		f = LLVMAddFunction(e->m, export_name(name), type);
		emit_attribute(e, f, "lateroot-roots-arguments", false);
		emit_mark_task(e, f, false);
	}
	args[0] = e->task;
	for (size_t i = 0; i < n; i++)
		args[i + 1] = values[i];
	emit_where(e);
	LLVMValueRef result = LLVMBuildCall2(e->b, type, f, args, (unsigned)n + 1, "");
	emit_mark_task(e, result, true);
	return result;
}
