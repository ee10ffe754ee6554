/* SPDX-License-Identifier: MIT */
/* Calls of the system's procedures that are known by name, and are no primitives: by a function of C that takes the
** arguments in registers and never collects (runtime/leaf.c), or by scm_invoke, without a test of what is called. */
#include <string.h>
#include "emit.h"
#include "../runtime/scheme.h"

static const struct leaf { const char *name; unsigned n; const char *function; } leaves[] = {
	{ "length", 1, "scm_leaf_length" }, { "list?", 1, "scm_leaf_is_list" },
	{ "list-tail", 2, "scm_leaf_list_tail" }, { "list-ref", 2, "scm_leaf_list_ref" },
	{ "memq", 2, "scm_leaf_memq" }, { "memv", 2, "scm_leaf_memv" }, { "member", 2, "scm_leaf_member" },
	{ "assq", 2, "scm_leaf_assq" }, { "assv", 2, "scm_leaf_assv" }, { "assoc", 2, "scm_leaf_assoc" },
	{ "equal?", 2, "scm_leaf_equal" }, { "string=?", 2, "scm_leaf_string_eq" },
	{ "string<?", 2, "scm_leaf_string_lt" }, { "string>?", 2, "scm_leaf_string_gt" },
	{ "string<=?", 2, "scm_leaf_string_le" }, { "string>=?", 2, "scm_leaf_string_ge" },
	{ "string-set!", 3, "scm_leaf_string_set" }, { "number?", 1, "scm_leaf_is_number" },
	{ "real?", 1, "scm_leaf_is_number" }, { "integer?", 1, "scm_leaf_is_integer" },
	{ "even?", 1, "scm_leaf_is_even" }, { "odd?", 1, "scm_leaf_is_odd" }, { "abs", 1, "scm_leaf_abs" },
	{ "max", 2, "scm_leaf_max" }, { "min", 2, "scm_leaf_min" }, { "boolean?", 1, "scm_leaf_is_boolean" },
	{ "%record?", 2, "scm_leaf_is_record" }, { "%record-ref", 4, "scm_leaf_record_ref" },
};

static const char *
leaf_of(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
		if (leaves[i].n == n && strcmp(leaves[i].name, name) == 0)
			return leaves[i].function;
	return NULL;
}

/* Those that call what the program gives them, or leave, or show who has called: their calls in tail position have to be
** tail calls. */
static bool
calls_back(const char *name)
{
	static const char *const some[] = { "%call/cc", "%continue", "%catch", "%escape", "eval", "load", "%exit",
		"%uncaught" };

	for (size_t i = 0; i < sizeof some / sizeof *some; i++)
		if (strcmp(some[i], name) == 0)
			return true;
	return false;
}

/* A procedure in C that takes so many arguments. */
static bool
takes(const char *name, size_t n)
{
	const struct scm_builtin *b = scm_builtin(name);

	return b != NULL && !calls_back(name) && (int)n >= b->min && (b->max < 0 || (int)n <= b->max);
}

bool
is_builtin(const struct node *call)
{
	const struct node *f = call->nodes[0];

	return f->kind == N_GLOBAL && !redefined(f->text) && scm_has_global(f->text)
		&& (takes(f->text, call->n) || leaf_of(f->text, call->n) != NULL);
}

/* The variable of the module with the address of a procedure in C, which it fills when it begins. */
static LLVMValueRef
address(struct emitter *e, const char *name)
{
	for (struct slot *s = e->builtins; s != NULL; s = s->next)
		if (strcmp(s->text, name) == 0)
			return s->variable;
	struct slot *s = arena(sizeof *s);
	*s = (struct slot){ name, LLVMAddGlobal(e->m, e->ptr, "builtin"), e->builtins };
	LLVMSetInitializer(s->variable, LLVMConstNull(e->ptr));
	LLVMSetLinkage(s->variable, LLVMInternalLinkage);
	e->builtins = s;
	return s->variable;
}

static LLVMValueRef
invoke(struct emitter *e, const char *name, LLVMValueRef *values, size_t n)
{
	LLVMValueRef args[PARAMETERS] = { LLVMBuildLoad2(e->b, e->ptr, address(e, name), ""),
		LLVMConstInt(e->i64, n, false) };

	emit_pass(e, values, n, args + 2);
	LLVMValueRef result = emit_runtime(e, "scm_invoke", e->ref, args, PARAMETERS);
	emit_attribute(e, result, "lateroot-roots-arguments", true);
	return result;
}

/* In a whole program the call of C stands in a function of its own, as those of emit_slow. */
static LLVMValueRef
by_function(struct emitter *e, const char *name, LLVMValueRef *values, size_t n)
{
	char *text = arena_format("builtin.%s.%zu", name, n);
	LLVMValueRef f = LLVMGetNamedFunction(e->m, text), *args = arena((n + 1) * sizeof *args);
	LLVMTypeRef *types = arena((n + 1) * sizeof *types);

	args[0] = e->task;
	types[0] = e->ptr;
	for (size_t i = 0; i < n; i++) {
		args[i + 1] = values[i];
		types[i + 1] = e->ref;
	}
	LLVMTypeRef type = LLVMFunctionType(e->ref, types, (unsigned)n + 1, false);
	if (f == NULL) {
		struct aside here;
		f = LLVMAddFunction(e->m, text, type);
		LLVMSetFunctionCallConv(f, FAST_CONVENTION);
		emit_mark_task(e, f, false);
		emit_aside(e, f, &here);
		LLVMValueRef *parameters = arena((n + 1) * sizeof *parameters);
		LLVMGetParams(f, parameters);
		e->task = parameters[0];
		LLVMBuildRet(e->b, invoke(e, name, parameters + 1, n));
		emit_aside_end(e, &here);
	}
	emit_where(e);
	LLVMValueRef result = LLVMBuildCall2(e->b, type, f, args, (unsigned)n + 1, "");
	LLVMSetInstructionCallConv(result, FAST_CONVENTION);
	emit_mark_task(e, result, true);
	return result;
}

static LLVMValueRef
general(struct emitter *e, struct node *n, LLVMValueRef *values)
{
	const char *name = n->nodes[0]->text;

	if (!takes(name, n->n))
		return emit_unknown(e, n, values);
	if (whole_program)
		return by_function(e, name, values, n->n);
	emit_where(e);
	return invoke(e, name, values, n->n);
}

/* The call of a function that never collects; NULL from it: it wants the procedure itself. */
LLVMValueRef
emit_builtin(struct emitter *e, struct node *n, LLVMValueRef *values)
{
	const char *leaf = leaf_of(n->nodes[0]->text, n->n);

	if (leaf == NULL)
		return general(e, n, values);
	LLVMValueRef fast = emit_runtime(e, leaf, e->ref, values, (unsigned)n->n);
	LLVMValueRef f = LLVMGetNamedFunction(e->m, leaf);
	emit_attribute(e, f, "gc-leaf-function", false);
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b), other = emit_block(e, "other"), join = emit_block(e, "value");
	LLVMValueRef done = LLVMBuildICmp(e->b, LLVMIntNE, emit_word_of(e, fast), LLVMConstInt(e->i64, 0, false), "");
	emit_likely(e, LLVMBuildCondBr(e->b, done, join, other));
	LLVMPositionBuilderAtEnd(e->b, other);
	LLVMValueRef slow = general(e, n, values);
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, join);
	LLVMPositionBuilderAtEnd(e->b, join);
	LLVMValueRef phi = LLVMBuildPhi(e->b, e->ref, "");
	LLVMAddIncoming(phi, (LLVMValueRef[]){ fast, slow }, (LLVMBasicBlockRef[]){ here, from }, 2);
	return phi;
}
