/* SPDX-License-Identifier: MIT */
/* Arithmetic in place: fixnums, and flonums that get a box only where they are stored, passed or returned.  Large
** numbers and mistakes go to the runtime.  A fixnum n is the word 2n + 1. */
#include <stdlib.h>
#include <string.h>
#include "emit.h"

enum op { A_ADD, A_SUB, A_MUL, A_DIV, A_SQRT, A_QUOTIENT, A_REMAINDER, A_MODULO, A_LT, A_GT, A_LE, A_GE, A_EQ };
/* least, most: how many operands; a missing second one is `other`. */
static const struct operation {
	const char *name;
	unsigned char least, most;
	enum op op;
	const char *slow, *other;
} operations[] = {
	{ "+", 2, 8, A_ADD, "scm_add", NULL }, { "-", 1, 8, A_SUB, "scm_sub", "0" },
	{ "*", 2, 8, A_MUL, "scm_mul", NULL },
	{ "/", 2, 2, A_DIV, "scm_divide", NULL }, { "sqrt", 1, 1, A_SQRT, "scm_sqrt", NULL },
	{ "quotient", 2, 2, A_QUOTIENT, "scm_quotient", NULL },
	{ "remainder", 2, 2, A_REMAINDER, "scm_remainder", NULL },
	{ "modulo", 2, 2, A_MODULO, "scm_modulo", NULL },
	{ "<", 2, 2, A_LT, "scm_lt", NULL }, { ">", 2, 2, A_GT, "scm_gt", NULL }, { "<=", 2, 2, A_LE, "scm_le", NULL },
	{ ">=", 2, 2, A_GE, "scm_ge", NULL }, { "=", 2, 2, A_EQ, "scm_num_eq", NULL },
	{ "zero?", 1, 1, A_EQ, "scm_is_zero", "0" }, { "positive?", 1, 1, A_GT, "scm_gt", "0" },
	{ "negative?", 1, 1, A_LT, "scm_lt", "0" },
};

static const struct operation *
find(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		if (n >= operations[i].least && n <= operations[i].most && strcmp(operations[i].name, name) == 0)
			return &operations[i];
	return NULL;
}

/* Does its procedure of the runtime take one argument? */
static bool
takes_one(const struct operation *f)
{
	return f->op == A_SQRT || strcmp(f->slow, "scm_is_zero") == 0;
}

bool
is_arithmetic(const char *name, size_t n)
{
	return find(name, n) != NULL;
}

bool
is_comparison(const char *name, size_t n)
{
	const struct operation *f = find(name, n);

	return f != NULL && f->op >= A_LT && !redefined(name);
}

static LLVMValueRef
word(struct emitter *e, uint64_t n)
{
	return LLVMConstInt(e->i64, n, false);
}

LLVMValueRef
emit_double(struct emitter *e, double d)
{
	return LLVMConstReal(e->f64, d);
}

struct number
emit_number_phi(struct emitter *e, bool may_be_flonum)
{
	struct number n = { LLVMBuildPhi(e->b, e->ref, ""), NULL, NULL };

	if (may_be_flonum) {
		n.is_flonum = LLVMBuildPhi(e->b, e->i1, "");
		n.flonum = LLVMBuildPhi(e->b, e->f64, "");
	}
	return n;
}

/* A phi of plain values takes plain values alone. */
void
emit_number_incoming(struct emitter *e, struct number phi, struct number n, LLVMBasicBlockRef from)
{
	LLVMValueRef is = n.is_flonum ? n.is_flonum : LLVMConstInt(e->i1, 0, false);
	LLVMValueRef flonum = n.flonum ? n.flonum : emit_double(e, 0);

	LLVMAddIncoming(phi.value, &n.value, &from, 1);
	if (phi.is_flonum != NULL) {
		LLVMAddIncoming(phi.is_flonum, &is, &from, 1);
		LLVMAddIncoming(phi.flonum, &flonum, &from, 1);
	}
}

static LLVMValueRef
box(struct emitter *e, LLVMValueRef d)
{
	LLVMValueRef v = emit_object(e, "scm_flonum_type", 1);

	emit_store(e, d, v, 0);
	return v;
}

LLVMValueRef
emit_boxed(struct emitter *e, struct number n)
{
	if (n.is_flonum == NULL)
		return n.value;
	if (LLVMIsConstant(n.is_flonum))
		return LLVMConstIntGetZExtValue(n.is_flonum) ? box(e, n.flonum) : n.value;
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b), make = emit_block(e, "box"), join = emit_block(e, "boxed");
	LLVMBuildCondBr(e->b, n.is_flonum, make, join);
	LLVMPositionBuilderAtEnd(e->b, make);
	LLVMValueRef v = box(e, n.flonum);
	LLVMBuildBr(e->b, join);
	LLVMPositionBuilderAtEnd(e->b, join);
	LLVMValueRef phi = LLVMBuildPhi(e->b, e->ref, "");
	LLVMAddIncoming(phi, (LLVMValueRef[]){ n.value, v }, (LLVMBasicBlockRef[]){ from, make }, 2);
	return phi;
}

static bool
surely_flonum(struct number n)
{
	return n.is_flonum != NULL && LLVMIsConstant(n.is_flonum) && LLVMConstIntGetZExtValue(n.is_flonum);
}

/* Is a number a fixnum of the program's text that a flonum can be exactly? */
static bool
known_fixnum(struct emitter *e, struct number n, int64_t *value)
{
	uint64_t known;

	if (n.is_flonum != NULL || !emit_known_word(e, n.value, &known) || (known & 1) == 0)
		return false;
	*value = (int64_t)known >> 1;
	return *value < 1ll << 53 && *value > -(1ll << 53);
}

/* The flonum that a number is; control goes to `slow` if it is none.  A known fixnum beside a flonum becomes one. */
static LLVMValueRef
flonum_of(struct emitter *e, struct number n, struct number other, LLVMBasicBlockRef slow)
{
	int64_t known, too;

	if (surely_flonum(n))
		return n.flonum;
	if (known_fixnum(e, n, &known) && !known_fixnum(e, other, &too))
		return emit_double(e, (double)known);
	LLVMBasicBlockRef boxed = emit_block(e, "load"), join = emit_block(e, "flonum"), test = emit_block(e, "test");
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b);
	if (n.is_flonum != NULL)
		LLVMBuildCondBr(e->b, n.is_flonum, join, test);
	else
		LLVMBuildBr(e->b, test);
	LLVMPositionBuilderAtEnd(e->b, test);
	LLVMBuildCondBr(e->b, emit_is(e, n.value, "scm_flonum_type"), boxed, slow);
	LLVMPositionBuilderAtEnd(e->b, boxed);
	LLVMValueRef d = emit_load(e, e->f64, n.value, 0);
	LLVMBuildBr(e->b, join);
	LLVMPositionBuilderAtEnd(e->b, join);
	if (n.is_flonum == NULL)
		return d;
	LLVMValueRef phi = LLVMBuildPhi(e->b, e->f64, "");
	LLVMAddIncoming(phi, (LLVMValueRef[]){ n.flonum, d }, (LLVMBasicBlockRef[]){ from, boxed }, 2);
	return phi;
}

static bool
is_known_fixnum(LLVMValueRef word)
{
	return LLVMIsAConstantInt(word) != NULL && (LLVMConstIntGetZExtValue(word) & 1) != 0;
}

static LLVMValueRef
both_fixnums(struct emitter *e, LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef all = is_known_fixnum(y) ? x : is_known_fixnum(x) ? y : LLVMBuildAnd(e->b, x, y, "");
	LLVMValueRef both = LLVMBuildAnd(e->b, all, word(e, 1), "");

	return LLVMBuildICmp(e->b, LLVMIntNE, both, word(e, 0), "");
}

/* (2x+1) + 2y, (2x+1) - 2y, 2x * y + 1 */
static LLVMValueRef
with_overflow(struct emitter *e, enum op op, LLVMValueRef x, LLVMValueRef y, LLVMBasicBlockRef slow)
{
	const char *name = op == A_ADD ? "llvm.sadd.with.overflow" : op == A_SUB ? "llvm.ssub.with.overflow"
		: "llvm.smul.with.overflow";
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef f = LLVMGetIntrinsicDeclaration(e->m, id, &e->i64, 1);
	LLVMTypeRef type = LLVMIntrinsicGetType(e->cx, id, &e->i64, 1);
	LLVMValueRef left = op == A_MUL ? LLVMBuildSub(e->b, x, word(e, 1), "") : x;
	LLVMValueRef right = op == A_MUL ? LLVMBuildAShr(e->b, y, word(e, 1), "")
		: LLVMBuildSub(e->b, y, word(e, 1), "");
	LLVMValueRef pair = LLVMBuildCall2(e->b, type, f, (LLVMValueRef[]){ left, right }, 2, "");
	LLVMValueRef value = LLVMBuildExtractValue(e->b, pair, 0, ""), over = LLVMBuildExtractValue(e->b, pair, 1, "");
	LLVMBasicBlockRef fits = emit_block(e, "fits");

	LLVMBuildCondBr(e->b, over, slow, fits);
	LLVMPositionBuilderAtEnd(e->b, fits);
	return op == A_MUL ? LLVMBuildOr(e->b, value, word(e, 1), "") : value;
}

/* Quotients in place are by positive numbers: by -1 the result may be no fixnum. */
static LLVMValueRef
division(struct emitter *e, enum op op, LLVMValueRef x, LLVMValueRef y, LLVMBasicBlockRef slow)
{
	LLVMBasicBlockRef positive = emit_block(e, "positive");

	emit_likely(e, LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntSGT, y, word(e, 1), ""), positive, slow));
	LLVMPositionBuilderAtEnd(e->b, positive);
	LLVMValueRef p = LLVMBuildAShr(e->b, x, word(e, 1), ""), q = LLVMBuildAShr(e->b, y, word(e, 1), "");
	LLVMValueRef v;
	if (op == A_QUOTIENT)
		v = LLVMBuildSDiv(e->b, p, q, "");
	else {
		v = LLVMBuildSRem(e->b, p, q, "");
		LLVMValueRef negative = LLVMBuildICmp(e->b, LLVMIntSLT, v, word(e, 0), "");
		if (op == A_MODULO)
			v = LLVMBuildSelect(e->b, negative, LLVMBuildAdd(e->b, v, q, ""), v, "");
	}
	return LLVMBuildOr(e->b, LLVMBuildShl(e->b, v, word(e, 1), ""), word(e, 1), "");
}

/* The result for fixnums: a word, or an i1. */
static LLVMValueRef
of_fixnums(struct emitter *e, enum op op, LLVMValueRef x, LLVMValueRef y, LLVMBasicBlockRef slow)
{
	static const LLVMIntPredicate order[] = { LLVMIntSLT, LLVMIntSGT, LLVMIntSLE, LLVMIntSGE, LLVMIntEQ };

	if (op >= A_LT)
		return LLVMBuildICmp(e->b, order[op - A_LT], x, y, "");
	return op <= A_MUL ? with_overflow(e, op, x, y, slow) : division(e, op, x, y, slow);
}

static LLVMValueRef
of_flonums(struct emitter *e, enum op op, LLVMValueRef x, LLVMValueRef y)
{
	static const LLVMRealPredicate order[] = { LLVMRealOLT, LLVMRealOGT, LLVMRealOLE, LLVMRealOGE, LLVMRealOEQ };

	switch (op) {
	case A_ADD: return LLVMBuildFAdd(e->b, x, y, "");
	case A_SUB: return x == NULL ? LLVMBuildFNeg(e->b, y, "") : LLVMBuildFSub(e->b, x, y, "");
	case A_MUL: return LLVMBuildFMul(e->b, x, y, "");
	case A_DIV: return LLVMBuildFDiv(e->b, x, y, "");
	default:    return LLVMBuildFCmp(e->b, order[op - A_LT], x, y, "");
	}
}

/* sqrt of flonums that are not below 0: others may give something else. */
static LLVMValueRef
square_root(struct emitter *e, LLVMValueRef x, LLVMBasicBlockRef slow)
{
	LLVMBasicBlockRef real = emit_block(e, "real");
	unsigned id = LLVMLookupIntrinsicID("llvm.sqrt", 9);

	emit_likely(e, LLVMBuildCondBr(e->b, LLVMBuildFCmp(e->b, LLVMRealOGE, x, emit_double(e, 0), ""), real, slow));
	LLVMPositionBuilderAtEnd(e->b, real);
	return LLVMBuildCall2(e->b, LLVMIntrinsicGetType(e->cx, id, &e->f64, 1),
		LLVMGetIntrinsicDeclaration(e->m, id, &e->f64, 1), &x, 1, "");
}

static LLVMValueRef
slow_way(struct emitter *e, const struct operation *f, struct number a, struct number b)
{
	LLVMValueRef both[2] = { emit_boxed(e, a) };

	if (!takes_one(f))
		both[1] = emit_boxed(e, b);
	LLVMValueRef v = emit_slow(e, f->slow, both, takes_one(f) ? 1 : 2);
	return f->op < A_LT ? v : LLVMBuildICmp(e->b, LLVMIntNE, emit_word_of(e, v), word(e, SCM_FALSE), "");
}

/* Is it worth code in place that one of the numbers is a flonum?  Beside a fixnum of the program's text, only if the
** other one has no box. */
static bool
flonums_in_place(struct emitter *e, const struct operation *f, struct number a, struct number b, bool negate)
{
	int64_t known;

	if (f->op >= A_QUOTIENT && f->op <= A_MODULO)
		return false;
	return negate || f->op == A_DIV || f->op == A_SQRT || (!(known_fixnum(e, a, &known) && b.is_flonum == NULL)
		&& !(known_fixnum(e, b, &known) && a.is_flonum == NULL));
}

/* One operation.  `negate`: a is the 0 of (- x).  A comparison's result is in `*test`. */
static struct number
operate(struct emitter *e, const struct operation *f, struct number a, struct number b, bool negate, LLVMValueRef *test)
{
	bool flonums = flonums_in_place(e, f, a, b, negate);
	bool fixnums = !flonums || (f->op != A_DIV && f->op != A_SQRT && !surely_flonum(a) && !surely_flonum(b));
	LLVMBasicBlockRef slow = emit_block(e, "slow"), join = emit_block(e, "number"), from[3];
	LLVMValueRef truth[3];
	struct number way[3];
	unsigned n = 0;

	if (fixnums) {
		LLVMBasicBlockRef fast = emit_block(e, "fixnums"), other = flonums ? emit_block(e, "others") : slow;
		LLVMValueRef x = emit_word_of(e, a.value), y = emit_word_of(e, b.value);
		LLVMBuildCondBr(e->b, both_fixnums(e, x, y), fast, other);
		LLVMPositionBuilderAtEnd(e->b, fast);
		LLVMValueRef v = of_fixnums(e, f->op, x, y, slow);
		truth[n] = v;
		if (f->op < A_LT)
			way[n] = (struct number){ emit_make(e, v), NULL, NULL };
		from[n++] = LLVMGetInsertBlock(e->b);
		LLVMBuildBr(e->b, join);
		LLVMPositionBuilderAtEnd(e->b, other);
	}
	if (flonums) {
		LLVMValueRef x = negate ? NULL : flonum_of(e, a, b, slow), d;
		if (f->op == A_SQRT)
			d = square_root(e, x, slow);
		else
			d = of_flonums(e, f->op, x, flonum_of(e, b, a, slow));
		truth[n] = d;
		way[n] = (struct number){ emit_immediate(e, SCM_FALSE), LLVMConstInt(e->i1, 1, false), d };
		from[n++] = LLVMGetInsertBlock(e->b);
		LLVMBuildBr(e->b, join);
		LLVMPositionBuilderAtEnd(e->b, slow);
	}
	truth[n] = slow_way(e, f, a, b);
	way[n] = (struct number){ truth[n], NULL, NULL };
	from[n++] = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, join);
	LLVMPositionBuilderAtEnd(e->b, join);
	if (test != NULL) {
		*test = LLVMBuildPhi(e->b, e->i1, "");
		LLVMAddIncoming(*test, truth, from, n);
		return (struct number){ NULL, NULL, NULL };
	}
	struct number result = emit_number_phi(e, flonums);
	for (unsigned i = 0; i < n; i++)
		emit_number_incoming(e, result, way[i], from[i]);
	return result;
}

static struct number
plain(LLVMValueRef v)
{
	return (struct number){ v, NULL, NULL };
}

/* A number of the text of the program. */
static bool
literal(struct emitter *e, const struct node *n, struct number *result)
{
	char *end;
	const char *text = n->kind == N_CONST ? n->text : "";
	double d = strtod(text, &end);

	if (*text == '\0' || *end != '\0' || strpbrk(text, ".eE") == NULL || strpbrk(text, "nNxX") != NULL)
		return false;
	*result = (struct number){ emit_immediate(e, SCM_FALSE), LLVMConstInt(e->i1, 1, false), emit_double(e, d) };
	return true;
}

struct number
emit_arithmetic(struct emitter *e, struct node *n)
{
	const struct operation *f = find(n->nodes[0]->text, n->n);
	struct number *operands = arena(n->n * sizeof *operands), result;

	for (size_t i = 0; i < n->n; i++)
		operands[i] = emit_number(e, n->nodes[i + 1]);
	debug_line(e, n->line);
	if (n->n == 1)
		return f->op == A_SQRT ? operate(e, f, operands[0], operands[0], false, NULL)
			: operate(e, f, plain(emit_immediate(e, 1)), operands[0], true, NULL);
	result = operands[0];
	for (size_t i = 1; i < n->n; i++)
		result = operate(e, f, result, operands[i], false, NULL);
	return result;
}

LLVMValueRef
emit_comparison(struct emitter *e, struct node *n)
{
	const struct operation *f = find(n->nodes[0]->text, n->n);
	struct number a = emit_number(e, n->nodes[1]), b = plain(emit_immediate(e, 1));
	LLVMValueRef test;

	if (n->n == 2)
		b = emit_number(e, n->nodes[2]);
	debug_line(e, n->line);
	operate(e, f, a, b, false, &test);
	return test;
}

void
emit_give_number(struct emitter *e, struct number n, struct goal *to)
{
	if (to->flonum == NULL || n.is_flonum == NULL) {
		emit_give(e, emit_boxed(e, n), to);
		return;
	}
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, to->join);
	emit_number_incoming(e, (struct number){ to->phi, to->is_flonum, to->flonum }, n, here);
}

/* The value of any expression, without a box if it is a flonum that has none yet. */
struct number
emit_number(struct emitter *e, struct node *n)
{
	struct number result;

	if (literal(e, n, &result))
		return result;
	if (n->kind == N_LOCAL && n->var->flonum)
		return *(struct number *)n->var->value;
	if (n->kind == N_CALL && n->nodes[0]->kind == N_GLOBAL && is_primitive(n->nodes[0]->text, n->n)
		&& is_arithmetic(n->nodes[0]->text, n->n) && !is_comparison(n->nodes[0]->text, n->n))
		return emit_arithmetic(e, n);
	if (n->kind != N_IF && n->kind != N_SEQ && n->kind != N_LET && n->kind != N_FIX)
		return plain(emit_value(e, n));
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	struct goal g = { .join = emit_block(e, "value") };
	LLVMPositionBuilderAtEnd(e->b, g.join);
	result = emit_number_phi(e, true);
	g.phi = result.value;
	g.is_flonum = result.is_flonum;
	g.flonum = result.flonum;
	LLVMPositionBuilderAtEnd(e->b, here);
	emit_to(e, n, &g);
	LLVMPositionBuilderAtEnd(e->b, g.join);
	return result;
}
