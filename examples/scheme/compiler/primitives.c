/* SPDX-License-Identifier: MIT */
/* Primitives in place: pairs, vectors, comparisons, and arithmetic of fixnums and flonums that goes to the runtime
** where a number is large, or none.  A fixnum n is the word 2n + 1. */
#include <string.h>
#include "emit.h"

enum op { P_CAR, P_CDR, P_SET_CAR, P_SET_CDR, P_CONS, P_EQ, P_NULL, P_PAIR, P_NOT, P_ADD, P_SUB, P_MUL, P_LT, P_GT,
	P_LE, P_GE, P_NUM_EQ, P_ZERO, P_VECTOR_REF, P_VECTOR_SET, P_VECTOR_LENGTH, P_VECTOR, P_QUOTIENT, P_REMAINDER };
static const struct primitive { const char *name; unsigned n; enum op op; const char *slow; } primitives[] = {
	{ "car", 1, P_CAR, "scm_car" }, { "cdr", 1, P_CDR, "scm_cdr" }, { "set-car!", 2, P_SET_CAR, "scm_set_car" },
	{ "set-cdr!", 2, P_SET_CDR, "scm_set_cdr" }, { "cons", 2, P_CONS, NULL }, { "eq?", 2, P_EQ, NULL },
	{ "null?", 1, P_NULL, NULL }, { "pair?", 1, P_PAIR, NULL }, { "not", 1, P_NOT, NULL },
	{ "+", 2, P_ADD, "scm_add" }, { "-", 2, P_SUB, "scm_sub" }, { "*", 2, P_MUL, "scm_mul" },
	{ "<", 2, P_LT, "scm_lt" }, { ">", 2, P_GT, "scm_gt" }, { "<=", 2, P_LE, "scm_le" },
	{ ">=", 2, P_GE, "scm_ge" },
	{ "=", 2, P_NUM_EQ, "scm_num_eq" }, { "zero?", 1, P_ZERO, "scm_is_zero" },
	{ "vector-ref", 2, P_VECTOR_REF, "scm_vector_ref" }, { "vector-set!", 3, P_VECTOR_SET, "scm_vector_set" },
	{ "vector-length", 1, P_VECTOR_LENGTH, "scm_vector_length" }, { "vector?", 1, P_VECTOR, NULL },
	{ "quotient", 2, P_QUOTIENT, "scm_quotient" }, { "remainder", 2, P_REMAINDER, "scm_remainder" },
};

static const struct primitive *
find(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
		if (primitives[i].n == n && strcmp(primitives[i].name, name) == 0)
			return &primitives[i];
	return NULL;
}

/* By the name of its slow path, which is of one primitive. */
static const struct primitive *
find_slow(const char *slow)
{
	size_t i = 0;

	while (primitives[i].slow == NULL || strcmp(primitives[i].slow, slow) != 0)
		i++;
	return &primitives[i];
}

bool
is_primitive(const char *name, size_t n)
{
	return find(name, n) != NULL && !redefined(name);
}

/* Procedures of the library that call none of the program: their calls in tail position need no tail call. */
bool
returns_at_once(const char *name)
{
	static const char *const some[] = { "error", "raise", "list", "vector", "make-vector", "append", "reverse",
		"length", "list-tail", "list-ref", "memq", "memv", "member", "assq", "assv", "assoc", "equal?", "eqv?",
		"display", "write", "newline", "cadr", "cddr", "caar", "cdar", "caddr", "cdddr", "cadddr", "list->vector",
		"vector->list", "abs", "max", "min", "expt", "modulo", "sqrt", "/", "+", "-", "*", "=", "<", ">", "<=",
		">=", "number?", "symbol?", "string?", "procedure?", "even?", "odd?", "positive?", "negative?",
		"vector-fill!", "string-append", "substring", "string-ref", "string-length", "string=?", "string<?",
		"number->string", "string->list", "list->string", "string->symbol", "symbol->string", "exact",
		"inexact", "integer?", "real?", "char?", "make-string", "string-set!", "exit" };

	for (size_t i = 0; i < sizeof some / sizeof *some; i++)
		if (strcmp(some[i], name) == 0)
			return !redefined(name);
	return false;
}

/* A fast path and a slow one, which is a call of the runtime, and the value of both. */
struct ways { LLVMBasicBlockRef fast, slow, join; };

static struct ways
fork_on(struct emitter *e, LLVMValueRef flag)
{
	struct ways w = { emit_block(e, "fast"), emit_block(e, "slow"), emit_block(e, "join") };

	LLVMBuildCondBr(e->b, flag, w.fast, w.slow);
	LLVMPositionBuilderAtEnd(e->b, w.fast);
	return w;
}

static LLVMValueRef
number(struct emitter *e, uint64_t n)
{
	return LLVMConstInt(e->i64, n, false);
}

/* Where the operands are no fixnums: two flonums in place, everything else in the runtime.  The builder is in the block
** that is left for the runtime's call when both are not flonums. */
static LLVMValueRef
flonums(struct emitter *e, const struct primitive *f, LLVMValueRef *a, LLVMRealPredicate p)
{
	LLVMBasicBlockRef both = emit_block(e, "flonums"), other = emit_block(e, "general"),
		end = emit_block(e, "number");
	LLVMBasicBlockRef second = emit_block(e, "second");
	LLVMValueRef v;

	LLVMBuildCondBr(e->b, emit_is(e, a[0], "scm_flonum_type"), second, other);
	LLVMPositionBuilderAtEnd(e->b, second);
	LLVMBuildCondBr(e->b, emit_is(e, a[1], "scm_flonum_type"), both, other);
	LLVMPositionBuilderAtEnd(e->b, both);
	LLVMValueRef x = emit_load(e, e->f64, a[0], 0), y = emit_load(e, e->f64, a[1], 0);
	if (f->op == P_ADD || f->op == P_SUB || f->op == P_MUL) {
		LLVMValueRef d = f->op == P_ADD ? LLVMBuildFAdd(e->b, x, y, "")
			: f->op == P_SUB ? LLVMBuildFSub(e->b, x, y, "") : LLVMBuildFMul(e->b, x, y, "");
		v = emit_object(e, "scm_flonum_type", 1);
		emit_store(e, d, v, 0);
	} else
		v = emit_make(e, LLVMBuildSelect(e->b, LLVMBuildFCmp(e->b, p, x, y, ""), number(e, SCM_TRUE),
			number(e, SCM_FALSE), ""));
	LLVMBuildBr(e->b, end);
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b);
	LLVMPositionBuilderAtEnd(e->b, other);
	LLVMValueRef general = emit_runtime(e, f->slow, e->ref, a, f->n);
	LLVMBuildBr(e->b, end);
	LLVMPositionBuilderAtEnd(e->b, end);
	LLVMValueRef phi = LLVMBuildPhi(e->b, e->ref, "");
	LLVMAddIncoming(phi, (LLVMValueRef[]){ v, general }, (LLVMBasicBlockRef[]){ from, other }, 2);
	return phi;
}

static bool
with_flonums(const struct primitive *f)
{
	return f->n == 2 && ((f->op >= P_ADD && f->op <= P_NUM_EQ));
}

static LLVMRealPredicate
predicate(enum op op)
{
	return op == P_LT ? LLVMRealOLT : op == P_GT ? LLVMRealOGT : op == P_LE ? LLVMRealOLE : op == P_GE ? LLVMRealOGE
		: LLVMRealOEQ;
}

static LLVMValueRef
meet(struct emitter *e, struct ways w, const char *slow, LLVMValueRef *a, unsigned n, LLVMValueRef value)
{
	LLVMBasicBlockRef end = LLVMGetInsertBlock(e->b);

	LLVMBuildBr(e->b, w.join);
	LLVMPositionBuilderAtEnd(e->b, w.slow);
	const struct primitive *f = find_slow(slow);
	LLVMValueRef other = with_flonums(f) ? flonums(e, f, a, predicate(f->op)) : emit_runtime(e, slow, e->ref, a, n);
	if (LLVMTypeOf(value) == e->i1)
		other = LLVMBuildICmp(e->b, LLVMIntNE, emit_word_of(e, other), LLVMConstInt(e->i64, SCM_FALSE, 0), "");
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, w.join);
	LLVMPositionBuilderAtEnd(e->b, w.join);
	LLVMValueRef phi = LLVMBuildPhi(e->b, LLVMTypeOf(value), "");
	LLVMAddIncoming(phi, (LLVMValueRef[]){ value, other }, (LLVMBasicBlockRef[]){ end, from }, 2);
	return phi;
}

static LLVMValueRef
both_fixnums(struct emitter *e, LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef both = LLVMBuildAnd(e->b, LLVMBuildAnd(e->b, x, y, ""), number(e, 1), "");

	return LLVMBuildICmp(e->b, LLVMIntNE, both, number(e, 0), "");
}

static LLVMValueRef
compare(struct emitter *e, LLVMIntPredicate p, const struct primitive *f, LLVMValueRef *a)
{
	LLVMValueRef x = emit_word_of(e, a[0]), y = f->n == 1 ? number(e, 1) : emit_word_of(e, a[1]);
	struct ways w = fork_on(e, both_fixnums(e, x, y));

	return meet(e, w, f->slow, a, f->n, LLVMBuildICmp(e->b, p, x, y, ""));
}

static LLVMValueRef
arithmetic(struct emitter *e, const struct primitive *f, LLVMValueRef *a)
{
	const char *name = f->op == P_ADD ? "llvm.sadd.with.overflow" : f->op == P_SUB ? "llvm.ssub.with.overflow"
		: "llvm.smul.with.overflow";
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef op = LLVMGetIntrinsicDeclaration(e->m, id, &e->i64, 1);
	LLVMTypeRef type = LLVMIntrinsicGetType(e->cx, id, &e->i64, 1);
	LLVMValueRef x = emit_word_of(e, a[0]), y = emit_word_of(e, a[1]);
	struct ways w = fork_on(e, both_fixnums(e, x, y));

	/* (2x+1) + 2y, (2x+1) - 2y, 2x * y + 1 */
	LLVMValueRef left = f->op == P_MUL ? LLVMBuildSub(e->b, x, number(e, 1), "") : x;
	LLVMValueRef right = f->op == P_MUL ? LLVMBuildAShr(e->b, y, number(e, 1), "")
		: LLVMBuildSub(e->b, y, number(e, 1), "");
	LLVMValueRef pair = LLVMBuildCall2(e->b, type, op, (LLVMValueRef[]){ left, right }, 2, "");
	LLVMValueRef value = LLVMBuildExtractValue(e->b, pair, 0, ""), over = LLVMBuildExtractValue(e->b, pair, 1, "");
	LLVMBasicBlockRef fits = emit_block(e, "fits");
	LLVMBuildCondBr(e->b, over, w.slow, fits);
	LLVMPositionBuilderAtEnd(e->b, fits);
	if (f->op == P_MUL)
		value = LLVMBuildOr(e->b, value, number(e, 1), "");
	return meet(e, w, f->slow, a, 2, emit_make(e, value));
}

/* The quotient of fixnums: not by 0, nor by -1, whose result may be no fixnum. */
static LLVMValueRef
division(struct emitter *e, const struct primitive *f, LLVMValueRef *a)
{
	LLVMValueRef x = emit_word_of(e, a[0]), y = emit_word_of(e, a[1]);
	LLVMValueRef positive = LLVMBuildICmp(e->b, LLVMIntSGT, y, number(e, 1), "");
	struct ways w = fork_on(e, LLVMBuildAnd(e->b, both_fixnums(e, x, y), positive, ""));
	LLVMValueRef p = LLVMBuildAShr(e->b, x, number(e, 1), ""), q = LLVMBuildAShr(e->b, y, number(e, 1), "");
	LLVMValueRef v = f->op == P_QUOTIENT ? LLVMBuildSDiv(e->b, p, q, "") : LLVMBuildSRem(e->b, p, q, "");

	v = LLVMBuildOr(e->b, LLVMBuildShl(e->b, v, number(e, 1), ""), number(e, 1), "");
	return meet(e, w, f->slow, a, 2, emit_make(e, v));
}

static LLVMValueRef
pair_part(struct emitter *e, const struct primitive *f, LLVMValueRef *a)
{
	struct ways w = fork_on(e, emit_is(e, a[0], "scm_pair_type"));
	unsigned part = f->op == P_CDR || f->op == P_SET_CDR;

	if (f->n == 1)
		return meet(e, w, f->slow, a, 1, emit_load(e, e->ref, a[0], part));
	emit_store(e, a[1], a[0], part);
	emit_barrier(e, a[0], a[1]);
	return meet(e, w, f->slow, a, 2, emit_immediate(e, SCM_UNSPECIFIED));
}

/* {length, elements...}; the index is a fixnum and below the length, as unsigned numbers. */
static LLVMValueRef
element(struct emitter *e, const struct primitive *f, LLVMValueRef *a)
{
	LLVMValueRef index = emit_word_of(e, a[1]);
	LLVMValueRef fixnum = LLVMBuildTrunc(e->b, index, e->i1, "");
	LLVMValueRef good = LLVMBuildAnd(e->b, emit_is(e, a[0], "scm_vector_type"), fixnum, "");
	struct ways w = fork_on(e, good);
	LLVMBasicBlockRef inside = emit_block(e, "inside");

	index = LLVMBuildAShr(e->b, index, number(e, 1), "");
	LLVMValueRef below = LLVMBuildICmp(e->b, LLVMIntULT, index, emit_load(e, e->i64, a[0], 0), "");
	LLVMBuildCondBr(e->b, below, inside, w.slow);
	LLVMPositionBuilderAtEnd(e->b, inside);
	LLVMValueRef at = emit_at(e, a[0], LLVMBuildAdd(e->b, index, number(e, 1), ""));
	if (f->n == 2)
		return meet(e, w, f->slow, a, 2, LLVMBuildLoad2(e->b, e->ref, at, ""));
	LLVMBuildStore(e->b, a[2], at);
	emit_barrier(e, a[0], a[2]);
	return meet(e, w, f->slow, a, 3, emit_immediate(e, SCM_UNSPECIFIED));
}

static LLVMValueRef
is_word(struct emitter *e, LLVMValueRef value, uint64_t word)
{
	return LLVMBuildICmp(e->b, LLVMIntEQ, emit_word_of(e, value), number(e, word), "");
}

static LLVMValueRef
in_place(struct emitter *e, const struct primitive *f, LLVMValueRef *a)
{
	LLVMValueRef v;

	switch (f->op) {
	case P_CAR: case P_CDR: case P_SET_CAR: case P_SET_CDR: return pair_part(e, f, a);
	case P_CONS:
		v = emit_object(e, "scm_pair_type", 2);
		emit_store(e, a[0], v, 0);
		emit_store(e, a[1], v, 1);
		return v;
	case P_EQ:     return LLVMBuildICmp(e->b, LLVMIntEQ, a[0], a[1], "");
	case P_NULL:   return is_word(e, a[0], SCM_NIL);
	case P_NOT:    return is_word(e, a[0], SCM_FALSE);
	case P_PAIR:   return emit_is(e, a[0], "scm_pair_type");
	case P_VECTOR: return emit_is(e, a[0], "scm_vector_type");
	case P_ADD: case P_SUB: case P_MUL: return arithmetic(e, f, a);
	case P_QUOTIENT: case P_REMAINDER: return division(e, f, a);
	case P_LT:     return compare(e, LLVMIntSLT, f, a);
	case P_GT:     return compare(e, LLVMIntSGT, f, a);
	case P_LE:     return compare(e, LLVMIntSLE, f, a);
	case P_GE:     return compare(e, LLVMIntSGE, f, a);
	case P_NUM_EQ: case P_ZERO: return compare(e, LLVMIntEQ, f, a);
	case P_VECTOR_REF: case P_VECTOR_SET: return element(e, f, a);
	case P_VECTOR_LENGTH: {
		struct ways w = fork_on(e, emit_is(e, a[0], "scm_vector_type"));
		v = LLVMBuildShl(e->b, emit_load(e, e->i64, a[0], 0), number(e, 1), "");
		return meet(e, w, f->slow, a, 1, emit_make(e, LLVMBuildOr(e->b, v, number(e, 1), "")));
	}
	}
	return NULL;
}

LLVMValueRef
emit_primitive(struct emitter *e, const char *name, LLVMValueRef *a, size_t n, bool *test)
{
	const struct primitive *f = find(name, n);
	LLVMValueRef v = f == NULL ? NULL : in_place(e, f, a);

	if (v == NULL)
		return NULL;
	if (*test && LLVMTypeOf(v) != e->i1)
		*test = false;
	else if (!*test && LLVMTypeOf(v) == e->i1)
		v = emit_make(e, LLVMBuildSelect(e->b, v, number(e, SCM_TRUE), number(e, SCM_FALSE), ""));
	return v;
}
