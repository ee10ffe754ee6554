/* SPDX-License-Identifier: MIT */
/* Expressions and functions.  A value goes to where its expression stands: it is returned, or joins others, or is a
** value of the builder.  Nothing here speaks of roots. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "emit.h"

/* join NULL: the value is returned from the function. */
struct goal { LLVMBasicBlockRef join; LLVMValueRef phi; };
struct loop { LLVMBasicBlockRef head; LLVMValueRef *phis; };
enum { REGISTERS = 4 }; /* arguments beyond these are a list */

static void emit_to(struct emitter *, struct node *, struct goal *);
static LLVMValueRef function_of(struct emitter *, struct lambda *);

static LLVMValueRef
slot(struct emitter *e, struct slot **list, const char *text, const char *name)
{
	for (struct slot *s = *list; s != NULL; s = s->next)
		if (strcmp(s->text, text) == 0)
			return s->variable;
	struct slot *s = arena(sizeof *s);
	*s = (struct slot){ text, LLVMAddGlobal(e->m, e->ref, name), *list };
	LLVMSetInitializer(s->variable, LLVMConstNull(e->ref));
	LLVMSetLinkage(s->variable, LLVMInternalLinkage);
	*list = s;
	return s->variable;
}

static LLVMValueRef
constant(struct emitter *e, const char *text)
{
	char *end;

	errno = 0;
	long long n = strtoll(text, &end, 10);
	if (*text == '\0')
		return emit_immediate(e, SCM_UNSPECIFIED);
	if (*end == '\0' && errno == 0 && n < 1ll << 61 && n > -(1ll << 61))
		return emit_immediate(e, (uint64_t)n << 1 | 1);
	if (strcmp(text, "#f") == 0 || strcmp(text, "#false") == 0)
		return emit_immediate(e, SCM_FALSE);
	if (strcmp(text, "#t") == 0 || strcmp(text, "#true") == 0)
		return emit_immediate(e, SCM_TRUE);
	if (strcmp(text, "()") == 0)
		return emit_immediate(e, SCM_NIL);
	if (strcmp(text, "#<undefined>") == 0)
		return emit_immediate(e, SCM_UNDEFINED);
	return LLVMBuildLoad2(e->b, e->ref, slot(e, &e->constants, text, "constant"), "");
}

static struct lambda *
real(struct lambda *l)
{
	while (l->loop)
		l = l->up;
	return l;
}

/* What a variable is in this function: its value, or its box. */
static LLVMValueRef
raw(struct emitter *e, struct var *v)
{
	if (real(v->owner) == e->lambda)
		return v->value;
	if (e->lambda->self == v)
		return LLVMGetParam(e->function, 0);
	for (size_t i = 0; i < e->lambda->nfree; i++)
		if (e->lambda->free[i] == v)
			return e->captured[i];
	fail(NULL, "internal: %s is not captured by %s", v->name, e->lambda->name ? e->lambda->name : "lambda");
}

/* Goes on only if the word of a variable is not that of one without value. */
static LLVMValueRef
defined(struct emitter *e, LLVMValueRef value, const char *name)
{
	LLVMBasicBlockRef bad = emit_block(e, "unbound"), good = emit_block(e, "bound");
	LLVMValueRef is = LLVMBuildICmp(e->b, LLVMIntEQ, emit_word_of(e, value),
		LLVMConstInt(e->i64, SCM_UNDEFINED, false), "");

	LLVMBuildCondBr(e->b, is, bad, good);
	LLVMPositionBuilderAtEnd(e->b, bad);
	LLVMValueRef text = emit_string(e, name);
	emit_where(e);
	emit_runtime(e, "scm_unbound", e->none, &text, 1);
	LLVMBuildUnreachable(e->b);
	LLVMPositionBuilderAtEnd(e->b, good);
	return value;
}

static LLVMValueRef
local(struct emitter *e, struct var *v)
{
	LLVMValueRef value = raw(e, v);

	return v->assigned ? defined(e, emit_load(e, e->ref, value, 0), v->name) : value;
}

static void
bind(struct emitter *e, struct var *v, LLVMValueRef value)
{
	v->value = value;
	if (v->assigned) {
		v->value = emit_object(e, "scm_box_type", 1);
		emit_store(e, value, v->value, 0);
	}
}

static LLVMValueRef
value_of(struct emitter *e, struct node *n)
{
	struct goal g = { emit_block(e, "value"), NULL };
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);

	LLVMPositionBuilderAtEnd(e->b, g.join);
	g.phi = LLVMBuildPhi(e->b, e->ref, "");
	LLVMPositionBuilderAtEnd(e->b, here);
	emit_to(e, n, &g);
	LLVMPositionBuilderAtEnd(e->b, g.join);
	return g.phi;
}

static void
give(struct emitter *e, LLVMValueRef value, struct goal *to)
{
	if (to->join == NULL) {
		LLVMBuildRet(e->b, value);
		return;
	}
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, to->join);
	LLVMAddIncoming(to->phi, &value, &here, 1);
}

static LLVMValueRef value(struct emitter *, struct node *);

static LLVMValueRef
condition(struct emitter *e, struct node *n)
{
	if (n->kind == N_CALL && n->nodes[0]->kind == N_GLOBAL && is_primitive(n->nodes[0]->text, n->n)) {
		LLVMValueRef a[4];
		bool test = true;
		for (size_t i = 0; i < n->n; i++)
			a[i] = value(e, n->nodes[i + 1]);
		LLVMValueRef v = emit_primitive(e, n->nodes[0]->text, a, n->n, &test);
		return test ? v : LLVMBuildICmp(e->b, LLVMIntNE, emit_word_of(e, v),
			LLVMConstInt(e->i64, SCM_FALSE, false), "");
	}
	return LLVMBuildICmp(e->b, LLVMIntNE, emit_word_of(e, value(e, n)), LLVMConstInt(e->i64, SCM_FALSE, false), "");
}

/* Loads the code of what is called, which may be no procedure. */
static LLVMValueRef
code_of(struct emitter *e, LLVMValueRef f)
{
	LLVMBasicBlockRef good = emit_block(e, "procedure"), bad = emit_block(e, "other");

	LLVMBuildCondBr(e->b, emit_is(e, f, "scm_closure_type"), good, bad);
	LLVMPositionBuilderAtEnd(e->b, bad);
	emit_where(e);
	emit_runtime(e, "scm_not_procedure", e->none, &f, 1);
	LLVMBuildUnreachable(e->b);
	LLVMPositionBuilderAtEnd(e->b, good);
	return emit_load(e, e->ptr, f, CLOSURE_CODE);
}

static void
attribute(struct emitter *e, LLVMValueRef to, bool call)
{
	static const char name[] = "lateroot-roots-arguments";
	LLVMAttributeRef a = LLVMCreateStringAttribute(e->cx, name, sizeof name - 1, "", 0);

	if (call)
		LLVMAddCallSiteAttribute(to, LLVMAttributeFunctionIndex, a);
	else
		LLVMAddAttributeAtIndex(to, LLVMAttributeFunctionIndex, a);
}

static void
call(struct emitter *e, struct node *n, struct goal *to)
{
	LLVMValueRef args[REGISTERS + 3], *values = arena((n->n + 1) * sizeof *values), code;
	struct var *v = n->nodes[0]->kind == N_LOCAL ? n->nodes[0]->var : NULL;

	for (size_t i = 0; i < n->n; i++)
		values[i] = value(e, n->nodes[i + 1]);
	debug_line(e, n->line);
	if (v != NULL && v->known != NULL && v->known->loop) {
		struct loop *l = v->value;
		LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
		for (size_t i = 0; i < n->n; i++)
			LLVMAddIncoming(l->phis[i], &values[i], &here, 1);
		LLVMBuildBr(e->b, l->head);
		return;
	}
	if (n->nodes[0]->kind == N_GLOBAL && is_primitive(n->nodes[0]->text, n->n)) {
		bool test = false;
		give(e, emit_primitive(e, n->nodes[0]->text, values, n->n, &test), to);
		return;
	}
	args[0] = value(e, n->nodes[0]);
	debug_line(e, n->line);
	if (n->nodes[0]->kind == N_GLOBAL && scm_has_global(n->nodes[0]->text))
		emit_where(e); /* a procedure of the system, which names no place of its own */
	code = v != NULL && v->known != NULL && !v->assigned ? function_of(e, v->known) : code_of(e, args[0]);
	args[1] = LLVMConstInt(e->i64, n->n, false);
	args[REGISTERS + 2] = emit_immediate(e, SCM_NIL);
	for (size_t i = n->n; i-- > REGISTERS;) {
		LLVMValueRef pair = emit_object(e, "scm_pair_type", 2);
		emit_store(e, values[i], pair, 0);
		emit_store(e, args[REGISTERS + 2], pair, 1);
		args[REGISTERS + 2] = pair;
	}
	for (size_t i = 0; i < REGISTERS; i++)
		args[i + 2] = i < n->n ? values[i] : emit_immediate(e, SCM_FALSE);
	LLVMValueRef result = LLVMBuildCall2(e->b, e->code, code, args, REGISTERS + 3, "");
	attribute(e, result, true);
	if (to->join == NULL)
		LLVMSetTailCallKind(result, LLVMTailCallKindMustTail);
	give(e, result, to);
}

/* What a closure holds of a variable; NULL: a lambda of the same row that does not exist yet. */
static LLVMValueRef
closure(struct emitter *e, struct lambda *l)
{
	LLVMValueRef code = function_of(e, l), name = emit_string(e, l->name ? l->name : "lambda");

	if (l->nfree == 0) {
		struct lambda_slot *s = arena(sizeof *s);
		*s = (struct lambda_slot){ l, LLVMAddGlobal(e->m, e->ref, "closure"), e->closures };
		LLVMSetInitializer(s->variable, LLVMConstNull(e->ref));
		LLVMSetLinkage(s->variable, LLVMInternalLinkage);
		e->closures = s;
		return LLVMBuildLoad2(e->b, e->ref, s->variable, "");
	}
	LLVMValueRef object = emit_object(e, "scm_closure_type", CLOSURE_FREE + (unsigned)l->nfree);
	emit_store(e, code, object, CLOSURE_CODE);
	emit_store(e, name, object, CLOSURE_NAME);
	emit_store(e, LLVMConstInt(e->i64, l->nfree, false), object, CLOSURE_LENGTH);
	for (unsigned i = 0; i < l->nfree; i++) {
		bool later = real(l->free[i]->owner) == e->lambda && l->free[i]->value == NULL;
		emit_store(e, later ? LLVMConstNull(e->ref) : raw(e, l->free[i]), object, CLOSURE_FREE + i);
	}
	return object;
}

/* In each round of a loop: it goes on unless the runtime wants something (an interrupt, the memory). */
static void
poll(struct emitter *e)
{
	LLVMValueRef limit = LLVMGetNamedGlobal(e->m, "scm_stack_limit");
	LLVMBasicBlockRef wanted = emit_block(e, "wanted"), on = emit_block(e, "round");

	if (limit == NULL)
		limit = LLVMAddGlobal(e->m, e->i64, "scm_stack_limit");
	LLVMValueRef word = LLVMBuildLoad2(e->b, e->i64, limit, "");
	LLVMSetVolatile(word, true);
	LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, word, LLVMConstAllOnes(e->i64), ""), wanted, on);
	LLVMPositionBuilderAtEnd(e->b, wanted);
	emit_where(e);
	emit_runtime(e, "scm_stack_overflow", e->none, NULL, 0);
	LLVMBuildBr(e->b, on);
	LLVMPositionBuilderAtEnd(e->b, on);
}

static void
fix(struct emitter *e, struct node *n, struct goal *to)
{
	if (n->loop) {
		struct lambda *l = n->nodes[0]->lambda;
		struct loop *loop = arena(sizeof *loop);
		loop->head = emit_block(e, "loop");
		loop->phis = arena((l->n + 1) * sizeof *loop->phis);
		LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
		LLVMPositionBuilderAtEnd(e->b, loop->head);
		for (size_t i = 0; i < l->n; i++)
			loop->phis[i] = LLVMBuildPhi(e->b, e->ref, "");
		LLVMPositionBuilderAtEnd(e->b, here);
		n->vars[0]->value = loop;
		emit_to(e, n->body, to);
		LLVMPositionBuilderAtEnd(e->b, loop->head);
		for (size_t i = 0; i < l->n; i++)
			bind(e, l->params[i], loop->phis[i]);
		poll(e);
		emit_to(e, l->body, to);
		return;
	}
	for (size_t i = 0; i < n->n; i++)
		n->vars[i]->value = NULL;
	for (size_t i = 0; i < n->n; i++)
		n->vars[i]->value = closure(e, n->nodes[i]->lambda);
	for (size_t i = 0; i < n->n; i++) {
		struct lambda *l = n->nodes[i]->lambda;
		for (size_t k = 0; k < l->nfree; k++)
			for (size_t j = i + 1; j < n->n; j++)
				if (l->free[k] == n->vars[j]) {
					emit_store(e, n->vars[j]->value, n->vars[i]->value, CLOSURE_FREE + (unsigned)k);
					emit_barrier(e, n->vars[i]->value, n->vars[j]->value);
				}
	}
	emit_to(e, n->body, to);
}

static LLVMValueRef
cell(struct emitter *e, const char *name)
{
	return LLVMBuildLoad2(e->b, e->ref, slot(e, &e->cells, name, "cell"), "");
}

static LLVMValueRef
set(struct emitter *e, struct node *n)
{
	LLVMValueRef v = value(e, n->body), box = n->kind == N_SET ? raw(e, n->var) : cell(e, n->text);

	if (n->kind == N_SET_GLOBAL && !n->define)
		defined(e, emit_load(e, e->ref, box, 0), n->text);
	emit_store(e, v, box, 0);
	emit_barrier(e, box, v);
	return emit_immediate(e, SCM_UNSPECIFIED);
}

/* A value where the builder is. */
static LLVMValueRef
value(struct emitter *e, struct node *n)
{
	debug_line(e, n->line);
	switch (n->kind) {
	case N_CONST:  return constant(e, n->text);
	case N_LOCAL:  return local(e, n->var);
	case N_GLOBAL: return defined(e, emit_load(e, e->ref, cell(e, n->text), 0), n->text);
	case N_LAMBDA: return closure(e, n->lambda);
	case N_SET: case N_SET_GLOBAL: return set(e, n);
	default:       return value_of(e, n);
	}
}

static void
emit_to(struct emitter *e, struct node *n, struct goal *to)
{
	switch (n->kind) {
	case N_IF: {
		LLVMBasicBlockRef side[2] = { emit_block(e, "then"), emit_block(e, "else") };
		LLVMBuildCondBr(e->b, condition(e, n->nodes[0]), side[0], side[1]);
		for (int i = 0; i < 2; i++) {
			LLVMPositionBuilderAtEnd(e->b, side[i]);
			emit_to(e, n->nodes[i + 1], to);
		}
		return;
	}
	case N_SEQ:
		for (size_t i = 0; i + 1 < n->n; i++)
			value(e, n->nodes[i]);
		emit_to(e, n->nodes[n->n - 1], to);
		return;
	case N_LET: {
		LLVMValueRef *values = arena((n->n + 1) * sizeof *values);
		for (size_t i = 0; i < n->n; i++)
			values[i] = value(e, n->nodes[i]);
		for (size_t i = 0; i < n->n; i++)
			bind(e, n->vars[i], values[i]);
		emit_to(e, n->body, to);
		return;
	}
	case N_FIX:  fix(e, n, to); return;
	case N_CALL: call(e, n, to); return;
	default:     give(e, value(e, n), to); return;
	}
}

static LLVMValueRef
new_function(struct emitter *e, struct lambda *l)
{
	/* No name of Scheme may be one of the dialect, of LLVM, or of the runtime. */
	LLVMValueRef f = LLVMAddFunction(e->m, arena_format("scheme/%s", l->name ? l->name : "lambda"), e->code);

	unsigned tables = LLVMGetEnumAttributeKindForName("uwtable", 7);

	LLVMSetLinkage(f, LLVMInternalLinkage);
	attribute(e, f, false);
	LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(e->cx, tables, 2));
	struct function *entry = arena(sizeof *entry);
	*entry = (struct function){ l, e->functions };
	e->functions = entry;
	return f;
}

/* Too few or too many arguments are an error; so is a stack that ends here. */
static void
check_call(struct emitter *e, struct lambda *l)
{
	LLVMValueRef self = LLVMGetParam(e->function, 0), n = LLVMGetParam(e->function, 1);
	LLVMBasicBlockRef bad = emit_block(e, "arguments"), good = emit_block(e, "body"), deep = emit_block(e, "deep"),
		on = emit_block(e, "on");
	LLVMValueRef limit = LLVMGetNamedGlobal(e->m, "scm_stack_limit"), wanted = LLVMConstInt(e->i64, l->n, false);

	LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, l->rest ? LLVMIntSGE : LLVMIntEQ, n, wanted, ""), good, bad);
	LLVMPositionBuilderAtEnd(e->b, bad);
	LLVMValueRef least = LLVMConstInt(e->i64, l->n, false), rest = LLVMConstInt(e->i64, l->rest, false);
	emit_where(e);
	emit_runtime(e, "scm_wrong_arguments", e->none, (LLVMValueRef[]){ self, n, least, rest }, 4);
	LLVMBuildUnreachable(e->b);
	LLVMPositionBuilderAtEnd(e->b, good);
	if (limit == NULL)
		limit = LLVMAddGlobal(e->m, e->i64, "scm_stack_limit");
	unsigned id = LLVMLookupIntrinsicID("llvm.frameaddress", 17);
	LLVMValueRef zero = LLVMConstInt(LLVMInt32TypeInContext(e->cx), 0, false);
	LLVMValueRef frame = LLVMBuildCall2(e->b, LLVMIntrinsicGetType(e->cx, id, &e->ptr, 1),
		LLVMGetIntrinsicDeclaration(e->m, id, &e->ptr, 1), &zero, 1, "");
	LLVMValueRef low = LLVMBuildICmp(e->b, LLVMIntULT, LLVMBuildPtrToInt(e->b, frame, e->i64, ""),
		LLVMBuildLoad2(e->b, e->i64, limit, ""), "");
	LLVMBuildCondBr(e->b, low, deep, on);
	LLVMPositionBuilderAtEnd(e->b, deep);
	emit_where(e);
	emit_runtime(e, "scm_stack_overflow", e->none, NULL, 0); /* returns if the stack is not the reason */
	LLVMBuildBr(e->b, on);
	LLVMPositionBuilderAtEnd(e->b, on);
}

static void
parameters(struct emitter *e, struct lambda *l)
{
	LLVMValueRef all[REGISTERS + 3], more = LLVMGetParam(e->function, REGISTERS + 2);

	LLVMGetParams(e->function, all);
	for (size_t i = 0; i < l->n; i++) {
		LLVMValueRef v = i < REGISTERS ? all[i + 2] : emit_load(e, e->ref, more, 0);
		if (i >= REGISTERS)
			more = emit_load(e, e->ref, more, 1);
		bind(e, l->params[i], v);
	}
	if (l->rest) {
		LLVMValueRef a[REGISTERS + 3] = { all[1], LLVMConstInt(e->i64, l->n, false) };
		memcpy(a + 2, all + 2, (REGISTERS + 1) * sizeof *a);
		bind(e, l->params[l->n], emit_runtime(e, "scm_rest", e->ref, a, REGISTERS + 3));
	}
}

static void
begin(struct emitter *e, LLVMValueRef f)
{
	e->function = f;
	LLVMPositionBuilderAtEnd(e->b, emit_block(e, "entry"));
	e->task = emit_dialect(e, "julia.get_pgcstack", LLVMFunctionType(e->ptr, NULL, 0, false), NULL, 0);
}

/* The function of a lambda, which is built where the lambda is first needed. */
static LLVMValueRef
function_of(struct emitter *e, struct lambda *l)
{
	if (l->code != NULL)
		return l->code;
	l->code = new_function(e, l);
	struct emitter outer = *e;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	struct goal result = { NULL, NULL };

	LLVMMetadataRef line = LLVMGetCurrentDebugLocation2(e->b);
	e->function = l->code;
	e->path = l->file;
	debug_function(e, l);
	begin(e, l->code);
	e->lambda = l;
	e->captured = arena((l->nfree + 1) * sizeof *e->captured);
	check_call(e, l);
	for (size_t i = 0; i < l->nfree; i++)
		e->captured[i] = emit_load(e, e->ref, LLVMGetParam(e->function, 0), CLOSURE_FREE + (unsigned)i);
	parameters(e, l);
	emit_to(e, l->body, &result);
	e->function = outer.function;
	e->task = outer.task;
	e->lambda = outer.lambda;
	e->captured = outer.captured;
	e->scope = outer.scope;
	e->path = outer.path;
	e->line = outer.line;
	LLVMSetCurrentDebugLocation2(e->b, line);
	if (here != NULL)
		LLVMPositionBuilderAtEnd(e->b, here);
	return l->code;
}

/* Fills the module's cells, constants, and closures that capture nothing. */
static void
fill(struct emitter *e)
{
	for (struct slot *s = e->cells; s != NULL; s = s->next) {
		LLVMValueRef name = emit_string(e, s->text);
		LLVMBuildStore(e->b, emit_runtime(e, "scm_cell", e->ref, &name, 1), s->variable);
	}
	for (struct slot *s = e->constants; s != NULL; s = s->next) {
		LLVMValueRef text = emit_string(e, s->text);
		LLVMBuildStore(e->b, emit_runtime(e, "scm_constant", e->ref, &text, 1), s->variable);
	}
	for (struct lambda_slot *s = e->closures; s != NULL; s = s->next) {
		LLVMValueRef object = emit_object(e, "scm_closure_type", CLOSURE_FREE);
		emit_store(e, s->lambda->code, object, CLOSURE_CODE);
		emit_store(e, emit_string(e, s->lambda->name ? s->lambda->name : "lambda"), object, CLOSURE_NAME);
		emit_store(e, LLVMConstInt(e->i64, 0, false), object, CLOSURE_LENGTH);
		LLVMBuildStore(e->b, object, s->variable);
	}
}

LLVMModuleRef
emit_program(LLVMContextRef cx, struct lambda *program, const char *name)
{
	struct emitter e = { .cx = cx, .m = LLVMModuleCreateWithNameInContext(name, cx),
		.b = LLVMCreateBuilderInContext(cx) };
	LLVMTypeRef types[REGISTERS + 3];

	LLVMSetDataLayout(e.m, "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-"
		"ni:10:11:12:13");
	LLVMSetTarget(e.m, "x86_64-unknown-linux-gnu");
	e.ref = LLVMPointerTypeInContext(cx, 10);
	e.inside = LLVMPointerTypeInContext(cx, 11);
	e.ptr = LLVMPointerTypeInContext(cx, 0);
	e.i1 = LLVMInt1TypeInContext(cx);
	e.i64 = LLVMInt64TypeInContext(cx);
	e.f64 = LLVMDoubleTypeInContext(cx);
	e.none = LLVMVoidTypeInContext(cx);
	for (unsigned i = 0; i < REGISTERS + 3; i++)
		types[i] = e.ref;
	types[1] = e.i64;
	e.code = LLVMFunctionType(e.ref, types, REGISTERS + 3, false);

	debug_begin(&e, program->file);
	LLVMValueRef body = function_of(&e, program);
	LLVMTypeRef type = LLVMFunctionType(e.ref, NULL, 0, false);
	debug_function(&e, NULL);
	begin(&e, LLVMAddFunction(e.m, name, type));
	fill(&e);
	emit_code_table(&e, name);
	LLVMValueRef none = emit_immediate(&e, SCM_FALSE), zero = LLVMConstInt(e.i64, 0, false);
	LLVMValueRef args[REGISTERS + 3] = { none, zero, none, none, none, none, emit_immediate(&e, SCM_NIL) };
	LLVMValueRef result = LLVMBuildCall2(e.b, e.code, body, args, REGISTERS + 3, "");
	attribute(&e, result, true);
	LLVMBuildRet(e.b, result);
	debug_end(&e);
	LLVMDisposeBuilder(e.b);
	return e.m;
}
