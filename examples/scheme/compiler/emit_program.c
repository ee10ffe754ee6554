/* SPDX-License-Identifier: MIT */
/* Expressions and functions.  A value goes to where its expression stands: it is returned, or joins others, or is a
** value of the builder.  Nothing here speaks of roots. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "emit.h"

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
	if (strcmp(text, "#f") == 0)
		return emit_immediate(e, SCM_FALSE);
	if (strcmp(text, "#t") == 0)
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

static LLVMValueRef closure(struct emitter *, struct lambda *);

/* What a variable is in this function: its value, or its box. */
LLVMValueRef
emit_raw(struct emitter *e, struct var *v)
{
	bool constant = v->known != NULL && v->known->self == v && v->known->nfree == 0;

	if (real(v->owner) == e->lambda && (v->value != NULL || !constant))
		return v->value;
	if (e->lambda->self == v)
		return e->self != NULL ? e->self : closure(e, e->lambda);
	for (size_t i = 0; i < e->lambda->nfree; i++)
		if (e->lambda->free[i] == v)
			return e->captured[i];
	if (constant)
		return closure(e, v->known);
	fail(NULL, "internal: %s is not captured by %s", v->name, e->lambda->name ? e->lambda->name : "lambda");
}

/* Goes on only if the word of a variable is not that of one without value. */
static LLVMValueRef
defined(struct emitter *e, LLVMValueRef value, const char *name)
{
	LLVMBasicBlockRef bad = emit_block(e, "unbound"), good = emit_block(e, "bound");
	LLVMValueRef is = LLVMBuildICmp(e->b, LLVMIntNE, emit_word_of(e, value),
		LLVMConstInt(e->i64, SCM_UNDEFINED, false), "");

	emit_likely(e, LLVMBuildCondBr(e->b, is, good, bad));
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
	if (v->flonum)
		return emit_boxed(e, *(struct number *)v->value);
	LLVMValueRef value = emit_raw(e, v);
	return v->assigned ? defined(e, emit_load(e, e->ref, value, 0), v->name) : value;
}

void
emit_bind(struct emitter *e, struct var *v, struct number n)
{
	if (v->flonum) {
		v->value = arena(sizeof n);
		*(struct number *)v->value = n;
		return;
	}
	v->value = emit_boxed(e, n);
	if (v->assigned) {
		LLVMValueRef value = v->value;
		v->value = emit_object(e, "scm_box_type", 1);
		emit_store(e, value, v->value, 0);
	}
}

static LLVMValueRef
value_of(struct emitter *e, struct node *n)
{
	struct goal g = { .join = emit_block(e, "value") };
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);

	LLVMPositionBuilderAtEnd(e->b, g.join);
	g.phi = LLVMBuildPhi(e->b, e->ref, "");
	LLVMPositionBuilderAtEnd(e->b, here);
	emit_to(e, n, &g);
	LLVMPositionBuilderAtEnd(e->b, g.join);
	return g.phi;
}

void
emit_give(struct emitter *e, LLVMValueRef value, struct goal *to)
{
	if (to->join == NULL) {
		LLVMBuildRet(e->b, value);
		return;
	}
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, to->join);
	emit_number_incoming(e, (struct number){ to->phi, to->is_flonum, to->flonum },
		(struct number){ value, NULL, NULL }, here);
}

static LLVMValueRef
condition(struct emitter *e, struct node *n)
{
	if (n->kind == N_CALL && n->nodes[0]->kind == N_GLOBAL && is_comparison(n->nodes[0]->text, n->n))
		return emit_comparison(e, n);
	if (n->kind == N_CALL && n->nodes[0]->kind == N_GLOBAL && is_primitive(n->nodes[0]->text, n->n)
		&& !is_arithmetic(n->nodes[0]->text, n->n)) {
		LLVMValueRef a[8];
		bool test = true;
		for (size_t i = 0; i < n->n; i++)
			a[i] = emit_value(e, n->nodes[i + 1]);
		LLVMValueRef v = emit_primitive(e, n->nodes[0]->text, a, n->n, &test);
		return test ? v : LLVMBuildICmp(e->b, LLVMIntNE, emit_word_of(e, v),
			LLVMConstInt(e->i64, SCM_FALSE, false), "");
	}
	return LLVMBuildICmp(e->b, LLVMIntNE, emit_word_of(e, emit_value(e, n)),
		LLVMConstInt(e->i64, SCM_FALSE, false), "");
}

/* What a closure holds of a variable; NULL: a lambda of the same row that does not exist yet. */
static LLVMValueRef
closure(struct emitter *e, struct lambda *l)
{
	LLVMValueRef code = emit_function_of(e, l);

	if (l->nfree == 0 && whole_program) { /* other modules end when the heap has no procedure of theirs */
		if (l->slot == NULL) {
			struct lambda_slot *s = arena(sizeof *s);
			*s = (struct lambda_slot){ l, LLVMAddGlobal(e->m, e->ref, "closure"), e->closures };
			LLVMSetInitializer(s->variable, LLVMConstNull(e->ref));
			LLVMSetLinkage(s->variable, LLVMInternalLinkage);
			e->closures = s;
			l->slot = s->variable;
		}
		return LLVMBuildLoad2(e->b, e->ref, l->slot, "");
	}
	LLVMValueRef object = emit_object(e, "scm_closure_type", CLOSURE_FREE + (unsigned)l->nfree);
	emit_store(e, code, object, CLOSURE_CODE);
	emit_store(e, LLVMConstInt(e->i64, l->nfree, false), object, CLOSURE_LENGTH);
	for (unsigned i = 0; i < l->nfree; i++) {
		bool later = real(l->free[i]->owner) == e->lambda && l->free[i]->value == NULL;
		emit_store(e, later ? LLVMConstNull(e->ref) : emit_raw(e, l->free[i]), object, CLOSURE_FREE + i);
	}
	return object;
}

static void
fix(struct emitter *e, struct node *n, struct goal *to)
{
	if (n->loop) {
		struct lambda *l = n->nodes[0]->lambda;
		struct loop *loop = arena(sizeof *loop);
		loop->head = emit_block(e, "loop");
		loop->phis = arena((l->n + 1) * sizeof *loop->phis);
		loop->lambda = l;
		LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
		LLVMPositionBuilderAtEnd(e->b, loop->head);
		for (size_t i = 0; i < l->n; i++)
			loop->phis[i] = emit_number_phi(e, l->params[i]->flonum);
		LLVMPositionBuilderAtEnd(e->b, here);
		n->vars[0]->value = loop;
		emit_to(e, n->body, to);
		LLVMPositionBuilderAtEnd(e->b, loop->head);
		for (size_t i = 0; i < l->n; i++)
			emit_bind(e, l->params[i], loop->phis[i]);
		emit_poll(e);
		emit_to(e, l->body, to);
		return;
	}
	for (size_t i = 0; i < n->n; i++)
		n->vars[i]->value = NULL;
	/* A closure that captures nothing and is only called has no use. */
	for (size_t i = 0; i < n->n; i++)
		if (n->vars[i]->escapes || n->nodes[i]->lambda->nfree > 0 || !n->nodes[i]->lambda->direct)
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
	LLVMValueRef v = emit_value(e, n->body), box = n->kind == N_SET ? emit_raw(e, n->var) : cell(e, n->text);

	if (n->kind == N_SET_GLOBAL && !n->define)
		defined(e, emit_load(e, e->ref, box, 0), n->text);
	emit_store(e, v, box, 0);
	emit_barrier(e, box, v);
	return emit_immediate(e, SCM_UNSPECIFIED);
}

/* A value where the builder is. */
LLVMValueRef
emit_value(struct emitter *e, struct node *n)
{
	debug_line(e, n->line);
	switch (n->kind) {
	case N_CONST:  return constant(e, n->text);
	case N_LOCAL:  return local(e, n->var);
	case N_GLOBAL:
		if (known_constant(n->text) != NULL)
			return constant(e, known_constant(n->text));
		if (scm_has_global(n->text)) /* a cell that has a value never loses it */
			return emit_load(e, e->ref, cell(e, n->text), 0);
		return defined(e, emit_load(e, e->ref, cell(e, n->text), 0), n->text);
	case N_LAMBDA: return closure(e, n->lambda);
	case N_SET: case N_SET_GLOBAL: return set(e, n);
	default:       return value_of(e, n);
	}
}

void
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
			emit_value(e, n->nodes[i]);
		emit_to(e, n->nodes[n->n - 1], to);
		return;
	case N_LET: {
		struct number *values = arena((n->n + 1) * sizeof *values);
		for (size_t i = 0; i < n->n; i++)
			values[i] = n->vars[i]->flonum ? emit_number(e, n->nodes[i])
				: (struct number){ emit_value(e, n->nodes[i]), NULL, NULL };
		for (size_t i = 0; i < n->n; i++)
			emit_bind(e, n->vars[i], values[i]);
		emit_to(e, n->body, to);
		return;
	}
	case N_FIX:  fix(e, n, to); return;
	case N_CALL: emit_call(e, n, to); return;
	default:
		if (to->flonum != NULL && (n->kind == N_CONST || n->kind == N_LOCAL))
			emit_give_number(e, emit_number(e, n), to);
		else
			emit_give(e, emit_value(e, n), to);
		return;
	}
}

/* Fills the module's cells, constants, and closures that capture nothing. */
static void
fill(struct emitter *e)
{
	for (struct slot *s = e->cells; s != NULL; s = s->next) {
		LLVMValueRef name = emit_string(e, s->text);
		LLVMBuildStore(e->b, emit_runtime(e, "scm_cell", e->ref, &name, 1), s->variable);
	}
	for (struct slot *s = e->builtins; s != NULL; s = s->next) {
		LLVMValueRef name = emit_string(e, s->text);
		LLVMBuildStore(e->b, emit_runtime(e, "scm_builtin", e->ptr, &name, 1), s->variable);
	}
	for (struct slot *s = e->constants; s != NULL; s = s->next) {
		LLVMValueRef text = emit_string(e, s->text);
		LLVMBuildStore(e->b, emit_runtime(e, "scm_constant", e->ref, &text, 1), s->variable);
	}
	for (struct lambda_slot *s = e->closures; s != NULL; s = s->next) {
		LLVMValueRef object = emit_object(e, "scm_closure_type", CLOSURE_FREE);
		emit_store(e, s->lambda->code, object, CLOSURE_CODE);
		emit_store(e, LLVMConstInt(e->i64, 0, false), object, CLOSURE_LENGTH);
		LLVMBuildStore(e->b, object, s->variable);
	}
}

LLVMModuleRef
emit_program(LLVMContextRef cx, struct lambda *program, const char *name)
{
	struct emitter e = { .cx = cx, .m = LLVMModuleCreateWithNameInContext(name, cx),
		.b = LLVMCreateBuilderInContext(cx), .rootless = getenv("SCHEMER_ROOTS") != NULL };
	LLVMTypeRef types[PARAMETERS];

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
	for (unsigned i = 0; i < PARAMETERS; i++)
		types[i] = e.ref;
	types[1] = e.i64;
	e.code = LLVMFunctionType(e.ref, types, PARAMETERS, false);

	debug_begin(&e, program->file);
	LLVMBasicBlockRef start = emit_module_function(&e, program, name);
	fill(&e);
	emit_exports(&e, program);
	emit_code_table(&e, name);
	if (!whole_program && !e.loops && (e.functions->next == NULL || e.functions->next->next == NULL))
		LLVMGetOrInsertNamedMetadata(e.m, EMIT_SMALL, sizeof EMIT_SMALL - 1);
	LLVMBuildBr(e.b, start);
	emit_place_table(&e);
	debug_function(&e, NULL);
	debug_end(&e);
	LLVMDisposeBuilder(e.b);
	return e.m;
}
