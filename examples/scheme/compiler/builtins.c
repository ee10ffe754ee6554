/* SPDX-License-Identifier: MIT */
/* Calls of the system's procedures that are known by name, and are no primitives: by a function of C that takes the
** arguments in registers and never collects (runtime/leaf.c), by a function of the library in Scheme, or by scm_invoke,
** without a test of what is called. */
#include <string.h>
#include "emit.h"

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
	{ "%winders", 0, "scm_leaf_winders" }, { "%handlers", 0, "scm_leaf_handlers" },
};

static const char *
leaf_of(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
		if (leaves[i].n == n && strcmp(leaves[i].name, name) == 0)
			return leaves[i].function;
	return NULL;
}

/* Those that call what the program gives them, or leave, or show who has called: their calls in tail position have to
** be tail calls.  %call/cc and %catch are none of these: what they call stands on a stack of its own, or on their frame
** in C, so that a tail call of them saves nothing. */
static bool
calls_back(const char *name)
{
	static const char *const some[] = { "eval", "load", "%exit", "%uncaught" };

	for (size_t i = 0; i < sizeof some / sizeof *some; i++)
		if (strcmp(some[i], name) == 0)
			return true;
	return false;
}

/* A procedure in C that takes so many arguments. */
static bool
takes(const char *name, size_t n)
{
	return scm_takes(name, (int64_t)n) && !calls_back(name);
}

bool
is_builtin(const struct node *call)
{
	const struct node *f = call->nodes[0];

	return f->kind == N_GLOBAL && !redefined(f->text) && scm_has_global(f->text)
		&& (takes(f->text, call->n) || scm_exports(f->text, (int64_t)call->n)
			|| leaf_of(f->text, call->n) != NULL);
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

	if (scm_exports(name, (int64_t)n->n))
		return emit_exported(e, name, values, n->n);
	if (!takes(name, n->n))
		return emit_unknown(e, n, values);
	if (whole_program)
		return by_function(e, name, values, n->n);
	emit_where(e);
	return invoke(e, name, values, n->n);
}

/* ---- characters and strings in place ---- */

static LLVMValueRef
number(struct emitter *e, uint64_t n)
{
	return LLVMConstInt(e->i64, n, false);
}

/* Goes on in a new block if the test holds, and else to `other`. */
static void
only_if(struct emitter *e, LLVMValueRef test, LLVMBasicBlockRef other)
{
	LLVMBasicBlockRef on = emit_block(e, "fast");

	emit_likely(e, LLVMBuildCondBr(e->b, test, on, other));
	LLVMPositionBuilderAtEnd(e->b, on);
}

/* A character c is the word c << 8 | 2. */
static LLVMValueRef
character_word(struct emitter *e, LLVMValueRef value, LLVMBasicBlockRef other)
{
	LLVMValueRef word = emit_word_of(e, value), tag = LLVMBuildAnd(e->b, word, number(e, 0xff), "");

	only_if(e, LLVMBuildICmp(e->b, LLVMIntEQ, tag, number(e, 2), ""), other);
	return word;
}

/* The index of an element of a string, counted from 0. */
static LLVMValueRef
index_of(struct emitter *e, LLVMValueRef string, LLVMValueRef index, LLVMBasicBlockRef other)
{
	LLVMValueRef word = emit_word_of(e, index), i = LLVMBuildAShr(e->b, word, number(e, 1), "");
	LLVMValueRef fixnum = LLVMBuildTrunc(e->b, word, e->i1, "");

	only_if(e, LLVMBuildAnd(e->b, emit_is(e, string, "scm_string_type"), fixnum, ""), other);
	only_if(e, LLVMBuildICmp(e->b, LLVMIntULT, i, emit_load(e, e->i64, string, 0), ""), other);
	return i;
}

/* {length, characters of 32 bits...} */
static LLVMValueRef
string_ref(struct emitter *e, LLVMValueRef string, LLVMValueRef index, LLVMBasicBlockRef other)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(e->cx);
	LLVMValueRef at = LLVMBuildAdd(e->b, index_of(e, string, index, other), number(e, 2), "");
	LLVMValueRef base = LLVMBuildAddrSpaceCast(e->b, string, e->inside, "");
	LLVMValueRef c = LLVMBuildLoad2(e->b, i32, LLVMBuildGEP2(e->b, i32, base, &at, 1, ""), "");

	c = LLVMBuildShl(e->b, LLVMBuildZExt(e->b, c, e->i64, ""), number(e, 8), "");
	return emit_make(e, LLVMBuildOr(e->b, c, number(e, 2), ""));
}

enum text_op { C_EQ, C_LT, C_GT, C_LE, C_GE, C_TO_INTEGER, C_FROM_INTEGER, C_LENGTH, C_REF, C_NONE };

static enum text_op
text_op_of(const char *name, size_t n)
{
	static const struct { const char *name; size_t n; } places[] = { { "char=?", 2 }, { "char<?", 2 },
		{ "char>?", 2 }, { "char<=?", 2 }, { "char>=?", 2 }, { "char->integer", 1 }, { "integer->char", 1 },
		{ "string-length", 1 }, { "string-ref", 2 } };

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (places[i].n == n && strcmp(places[i].name, name) == 0)
			return (enum text_op)i;
	return C_NONE;
}

/* What does not fit goes to `other`. */
static LLVMValueRef
in_place(struct emitter *e, enum text_op op, LLVMValueRef *a, LLVMBasicBlockRef other)
{
	static const LLVMIntPredicate orders[] = { LLVMIntEQ, LLVMIntULT, LLVMIntUGT, LLVMIntULE, LLVMIntUGE };
	LLVMValueRef x, y;

	switch (op) {
	case C_TO_INTEGER:
		x = LLVMBuildLShr(e->b, character_word(e, a[0], other), number(e, 7), "");
		return emit_make(e, LLVMBuildOr(e->b, x, number(e, 1), ""));
	case C_FROM_INTEGER: /* below the surrogates; a negative word is large without its sign */
		x = emit_word_of(e, a[0]);
		only_if(e, LLVMBuildTrunc(e->b, x, e->i1, ""), other);
		only_if(e, LLVMBuildICmp(e->b, LLVMIntULT, x, number(e, 2 * 0xd800), ""), other);
		x = LLVMBuildShl(e->b, LLVMBuildLShr(e->b, x, number(e, 1), ""), number(e, 8), "");
		return emit_make(e, LLVMBuildOr(e->b, x, number(e, 2), ""));
	case C_LENGTH:
		only_if(e, emit_is(e, a[0], "scm_string_type"), other);
		x = LLVMBuildShl(e->b, emit_load(e, e->i64, a[0], 0), number(e, 1), "");
		return emit_make(e, LLVMBuildOr(e->b, x, number(e, 1), ""));
	case C_REF:
		return string_ref(e, a[0], a[1], other);
	default:
		x = character_word(e, a[0], other);
		y = character_word(e, a[1], other);
		x = LLVMBuildICmp(e->b, orders[op], x, y, "");
		return emit_make(e, LLVMBuildSelect(e->b, x, number(e, SCM_TRUE), number(e, SCM_FALSE), ""));
	}
}

/* The call of a function that never collects; NULL from it: it wants the procedure itself. */
static LLVMValueRef
by_leaf(struct emitter *e, const char *leaf, LLVMValueRef *values, size_t n, LLVMBasicBlockRef other)
{
	LLVMValueRef result = emit_runtime(e, leaf, e->ref, values, (unsigned)n);

	emit_attribute(e, LLVMGetNamedFunction(e->m, leaf), "gc-leaf-function", false);
	only_if(e, LLVMBuildICmp(e->b, LLVMIntNE, emit_word_of(e, result), number(e, 0), ""), other);
	return result;
}

LLVMValueRef
emit_builtin(struct emitter *e, struct node *n, LLVMValueRef *values)
{
	const char *name = n->nodes[0]->text, *leaf = leaf_of(name, n->n);
	enum text_op op = text_op_of(name, n->n);

	if (leaf == NULL && op == C_NONE)
		return general(e, n, values);
	LLVMBasicBlockRef other = emit_block(e, "other"), join = emit_block(e, "value");
	LLVMValueRef fast = leaf != NULL ? by_leaf(e, leaf, values, n->n, other) : in_place(e, op, values, other);
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, join);
	LLVMPositionBuilderAtEnd(e->b, other);
	LLVMValueRef slow = general(e, n, values);
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, join);
	LLVMPositionBuilderAtEnd(e->b, join);
	LLVMValueRef phi = LLVMBuildPhi(e->b, e->ref, "");
	LLVMAddIncoming(phi, (LLVMValueRef[]){ fast, slow }, (LLVMBasicBlockRef[]){ here, from }, 2);
	return phi;
}
