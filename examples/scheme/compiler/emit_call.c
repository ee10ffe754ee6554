/* SPDX-License-Identifier: MIT */
/* Calls: of loops, of direct functions, of primitives, and of whatever a value is. */
#include "emit.h"

/* Loads the code of what is called, which may be no procedure. */
static LLVMValueRef
code_of(struct emitter *e, LLVMValueRef f)
{
	LLVMBasicBlockRef good = emit_block(e, "procedure"), bad = emit_block(e, "other");

	emit_likely(e, LLVMBuildCondBr(e->b, emit_is(e, f, "scm_closure_type"), good, bad));
	LLVMPositionBuilderAtEnd(e->b, bad);
	emit_where(e);
	emit_runtime(e, "scm_not_procedure", e->none, &f, 1);
	LLVMBuildUnreachable(e->b);
	LLVMPositionBuilderAtEnd(e->b, good);
	return emit_load(e, e->ptr, f, CLOSURE_CODE);
}

/* The next round of a loop.  Loops poll where a round begins; a function that calls itself has looked at the stack when
** it was entered, and polls here. */
static void
jump(struct emitter *e, struct loop *l, struct node *n)
{
	struct number *values = arena((n->n + 1) * sizeof *values);

	for (size_t i = 0; i < n->n; i++)
		values[i] = l->lambda->params[i]->flonum ? emit_number(e, n->nodes[i + 1])
			: (struct number){ emit_value(e, n->nodes[i + 1]), NULL, NULL };
	if (l == e->again)
		emit_poll(e);
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	for (size_t i = 0; i < n->n; i++)
		emit_number_incoming(e, l->phis[i], values[i], here);
	LLVMBuildBr(e->b, l->head);
}

/* Arguments in registers, no count, and the closure only if it holds something. */
static void
direct_call(struct emitter *e, struct node *n, struct lambda *to, LLVMValueRef *values, struct goal *goal)
{
	LLVMValueRef code = emit_direct_of(e, to), *args = arena((n->n + 2) * sizeof *args);
	unsigned k = 0;

	args[k++] = e->task;
	if (to->nfree > 0)
		args[k++] = emit_raw(e, n->nodes[0]->var);
	for (size_t i = 0; i < n->n; i++)
		args[k++] = values[i];
	LLVMValueRef result = LLVMBuildCall2(e->b, emit_direct_type(e, to), code, args, k, "");
	LLVMSetInstructionCallConv(result, emit_direct_convention(e, to));
	emit_mark_task(e, result, true);
	if (goal->join == NULL && e->direct && e->lambda->tails && to->tails) {
		emit_attribute(e, result, "lateroot-roots-arguments", true);
		LLVMSetTailCallKind(result, e->rootless ? LLVMTailCallKindTail : LLVMTailCallKindMustTail);
	}
	emit_give(e, result, goal);
}

/* The arguments in the registers of closures' code. */
void
emit_pass(struct emitter *e, LLVMValueRef *values, size_t n, LLVMValueRef *registers)
{
	for (size_t i = 0; i < REGISTERS; i++)
		registers[i] = i < n ? values[i] : emit_immediate(e, SCM_FALSE);
	if (n <= REGISTERS)
		return;
	LLVMValueRef list = emit_immediate(e, SCM_NIL);
	for (size_t i = n; i-- >= REGISTERS;) {
		LLVMValueRef pair = emit_object(e, "scm_pair_type", 2);
		emit_store(e, values[i], pair, 0);
		emit_store(e, list, pair, 1);
		list = pair;
	}
	registers[REGISTERS - 1] = list;
}

LLVMValueRef
emit_unknown(struct emitter *e, struct node *n, LLVMValueRef *values)
{
	struct var *v = n->nodes[0]->kind == N_LOCAL ? n->nodes[0]->var : NULL;
	struct lambda *l = known_callee(n);
	LLVMValueRef args[PARAMETERS], code;

	args[0] = emit_value(e, n->nodes[0]);
	if (v != NULL && v->known != NULL && !v->assigned)
		l = v->known;
	if (l == NULL)
		emit_where(e); /* maybe one of the system or an accessor, which name no place of their own */
	code = l != NULL ? emit_function_of(e, l) : code_of(e, args[0]);
	args[1] = LLVMConstInt(e->i64, n->n, false);
	emit_pass(e, values, n->n, args + 2);
	LLVMValueRef result = LLVMBuildCall2(e->b, e->code, code, args, PARAMETERS, "");
	emit_attribute(e, result, "lateroot-roots-arguments", true);
	return result;
}

static bool
is_constant(const struct node *n)
{
	return n->kind == N_CONST || (n->kind == N_GLOBAL && known_constant(n->text) != NULL);
}

void
emit_call(struct emitter *e, struct node *n, struct goal *to)
{
	struct var *v = n->nodes[0]->kind == N_LOCAL ? n->nodes[0]->var : NULL;
	const char *global = n->nodes[0]->kind == N_GLOBAL ? n->nodes[0]->text : NULL;
	struct lambda *callee = known_callee(n);
	bool primitive = global != NULL && is_primitive(global, n->n), test = false;

	if (v != NULL && v->known != NULL && v->known->loop) {
		jump(e, v->value, n);
		return;
	}
	if (callee != NULL && callee == e->lambda && e->direct && to->join == NULL) {
		jump(e, e->again, n);
		return;
	}
	if (primitive && is_comparison(global, n->n)) {
		LLVMValueRef c = emit_comparison(e, n);
		emit_give(e, emit_make(e, LLVMBuildSelect(e->b, c, LLVMConstInt(e->i64, SCM_TRUE, false),
			LLVMConstInt(e->i64, SCM_FALSE, false), "")), to);
		return;
	}
	if (primitive && is_arithmetic(global, n->n)) {
		emit_give_number(e, emit_arithmetic(e, n), to);
		return;
	}
	LLVMValueRef *values = arena((n->n + 1) * sizeof *values);
	for (int constants = 0; constants < 2; constants++) /* these last, for what is read last need not be kept */
		for (size_t i = 0; i < n->n; i++)
			if (is_constant(n->nodes[i + 1]) == (constants != 0))
				values[i] = emit_value(e, n->nodes[i + 1]);
	debug_line(e, n->line);
	if (primitive)
		emit_give(e, emit_primitive(e, global, values, n->n, &test), to);
	else if (callee != NULL && callee->direct)
		direct_call(e, n, callee, values, to);
	else if (is_builtin(n))
		emit_give(e, emit_builtin(e, n, values), to);
	else {
		LLVMValueRef result = emit_unknown(e, n, values);
		if (to->join == NULL && !e->direct && !e->program)
			LLVMSetTailCallKind(result, e->rootless ? LLVMTailCallKindTail : LLVMTailCallKindMustTail);
		emit_give(e, result, to);
	}
}
