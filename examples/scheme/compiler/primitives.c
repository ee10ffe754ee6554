/* SPDX-License-Identifier: MIT */
/* Primitives in place: pairs, vectors, tests.  What an argument does not fit goes to the runtime.  A fixnum n is the
** word 2n + 1; emit_number.c has the arithmetic. */
#include <string.h>
#include "emit.h"

enum op { P_CAR, P_CDR, P_SET_CAR, P_SET_CDR, P_CONS, P_EQ, P_NULL, P_PAIR, P_NOT, P_VECTOR_REF, P_VECTOR_SET,
	P_VECTOR_LENGTH, P_VECTOR, P_PART, P_LIST, P_SYMBOL, P_STRING, P_PROCEDURE, P_CHAR, P_EQV, P_NEW_VECTOR };
/* slow: the procedure of the runtime for all else; P_PART: the parts that are taken. */
static const struct primitive { const char *name; unsigned n; enum op op; const char *slow; } primitives[] = {
	{ "car", 1, P_CAR, "scm_car" }, { "cdr", 1, P_CDR, "scm_cdr" }, { "set-car!", 2, P_SET_CAR, "scm_set_car" },
	{ "set-cdr!", 2, P_SET_CDR, "scm_set_cdr" }, { "cons", 2, P_CONS, NULL }, { "eq?", 2, P_EQ, NULL },
	{ "null?", 1, P_NULL, NULL }, { "pair?", 1, P_PAIR, NULL }, { "not", 1, P_NOT, NULL },
	{ "vector-ref", 2, P_VECTOR_REF, "scm_vector_ref" }, { "vector-set!", 3, P_VECTOR_SET, "scm_vector_set" },
	{ "vector-length", 1, P_VECTOR_LENGTH, "scm_vector_length" }, { "vector?", 1, P_VECTOR, NULL },
	{ "caar", 1, P_PART, "aa" }, { "cadr", 1, P_PART, "da" }, { "cdar", 1, P_PART, "ad" },
	{ "cddr", 1, P_PART, "dd" },
	{ "caddr", 1, P_PART, "dda" }, { "cdddr", 1, P_PART, "ddd" }, { "cadddr", 1, P_PART, "ddda" },
	{ "list", 0, P_LIST, NULL }, { "list", 1, P_LIST, NULL }, { "list", 2, P_LIST, NULL },
	{ "list", 3, P_LIST, NULL },
	{ "list", 4, P_LIST, NULL }, { "vector", 1, P_NEW_VECTOR, NULL }, { "vector", 2, P_NEW_VECTOR, NULL },
	{ "vector", 3, P_NEW_VECTOR, NULL }, { "vector", 4, P_NEW_VECTOR, NULL }, { "vector", 5, P_NEW_VECTOR, NULL },
	{ "vector", 6, P_NEW_VECTOR, NULL }, { "vector", 7, P_NEW_VECTOR, NULL }, { "symbol?", 1, P_SYMBOL, NULL },
	{ "string?", 1, P_STRING, NULL },
	{ "eqv?", 2, P_EQV, "scm_eqv_value" }, { "procedure?", 1, P_PROCEDURE, NULL }, { "char?", 1, P_CHAR, NULL },
};

static const struct primitive *
find(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
		if (primitives[i].n == n && strcmp(primitives[i].name, name) == 0)
			return &primitives[i];
	return NULL;
}

bool
is_primitive(const char *name, size_t n)
{
	return (find(name, n) != NULL || is_arithmetic(name, n)) && !redefined(name);
}

/* Procedures of the library in Scheme that call none of the program: their calls in tail position need no tail call. */
bool
returns_at_once(const char *name)
{
	static const char *const some[] = { "error", "raise", "append", "reverse", "list-tail", "list-ref",
		"list-copy", "list-set!", "member", "assoc", "cadr", "cddr", "caar", "cdar", "caddr", "cdddr", "cadddr",
		"abs", "max", "min", "%append2", "exit" };

	for (size_t i = 0; i < sizeof some / sizeof *some; i++)
		if (strcmp(some[i], name) == 0)
			return scope_boot || !redefined(name); /* the library defines them itself */
	return false;
}

/* Goes on only where the flag is set.  Elsewhere the procedure of the runtime finds the error, and does not return: so
** LLVM knows behind it that the flag is set, and tests nothing twice.  Returns the block of the error. */
static LLVMBasicBlockRef
need(struct emitter *e, LLVMValueRef flag, const char *slow, LLVMValueRef *a, unsigned n)
{
	LLVMBasicBlockRef good = emit_block(e, "good"), bad = emit_block(e, "bad");

	emit_likely(e, LLVMBuildCondBr(e->b, flag, good, bad));
	LLVMPositionBuilderAtEnd(e->b, bad);
	emit_slow(e, slow, a, n);
	LLVMBuildUnreachable(e->b);
	LLVMPositionBuilderAtEnd(e->b, good);
	return bad;
}

static LLVMValueRef
number(struct emitter *e, uint64_t n)
{
	return LLVMConstInt(e->i64, n, false);
}

static LLVMValueRef
pair_part(struct emitter *e, const struct primitive *f, LLVMValueRef *a)
{
	unsigned part = f->op == P_CDR || f->op == P_SET_CDR;

	need(e, emit_is(e, a[0], "scm_pair_type"), f->slow, a, f->n);
	if (f->n == 1)
		return emit_load(e, e->ref, a[0], part);
	emit_store(e, a[1], a[0], part);
	emit_barrier(e, a[0], a[1]);
	return emit_immediate(e, SCM_UNSPECIFIED);
}

/* {length, elements...}; the index is a fixnum and below the length, as unsigned numbers. */
static LLVMValueRef
element(struct emitter *e, const struct primitive *f, LLVMValueRef *a)
{
	LLVMValueRef index = emit_word_of(e, a[1]);
	LLVMValueRef fixnum = LLVMBuildTrunc(e->b, index, e->i1, "");
	LLVMValueRef good = LLVMBuildAnd(e->b, emit_is(e, a[0], "scm_vector_type"), fixnum, "");
	LLVMBasicBlockRef bad = need(e, good, f->slow, a, f->n), inside = emit_block(e, "inside");

	index = LLVMBuildAShr(e->b, index, number(e, 1), "");
	LLVMValueRef below = LLVMBuildICmp(e->b, LLVMIntULT, index, emit_load(e, e->i64, a[0], 0), "");
	emit_likely(e, LLVMBuildCondBr(e->b, below, inside, bad));
	LLVMPositionBuilderAtEnd(e->b, inside);
	LLVMValueRef at = emit_at(e, a[0], LLVMBuildAdd(e->b, index, number(e, 1), ""));
	if (f->n == 2)
		return LLVMBuildLoad2(e->b, e->ref, at, "");
	LLVMBuildStore(e->b, a[2], at);
	emit_barrier(e, a[0], a[2]);
	return emit_immediate(e, SCM_UNSPECIFIED);
}

/* Words that differ are alike only if both are objects: numbers. */
static LLVMValueRef
alike(struct emitter *e, const struct primitive *f, LLVMValueRef *a)
{
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b), differ = emit_block(e, "differ");
	LLVMBasicBlockRef objects = emit_block(e, "objects"), join = emit_block(e, "alike");
	LLVMValueRef no = LLVMConstInt(e->i1, 0, false), yes = LLVMConstInt(e->i1, 1, false);

	LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, a[0], a[1], ""), join, differ);
	LLVMPositionBuilderAtEnd(e->b, differ);
	LLVMValueRef tags = LLVMBuildAnd(e->b, LLVMBuildOr(e->b, emit_word_of(e, a[0]), emit_word_of(e, a[1]), ""),
		number(e, 7), "");
	LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, tags, number(e, 0), ""), objects, join);
	LLVMPositionBuilderAtEnd(e->b, objects);
	LLVMValueRef same = LLVMBuildICmp(e->b, LLVMIntNE, emit_word_of(e, emit_slow(e, f->slow, a, 2)),
		number(e, SCM_FALSE), "");
	LLVMBuildBr(e->b, join);
	LLVMPositionBuilderAtEnd(e->b, join);
	LLVMValueRef phi = LLVMBuildPhi(e->b, e->i1, "");
	LLVMAddIncoming(phi, (LLVMValueRef[]){ yes, no, same }, (LLVMBasicBlockRef[]){ from, differ, objects }, 3);
	return phi;
}

static LLVMValueRef
is_word(struct emitter *e, LLVMValueRef value, uint64_t word)
{
	return LLVMBuildICmp(e->b, LLVMIntEQ, emit_word_of(e, value), number(e, word), "");
}

static LLVMValueRef
cons(struct emitter *e, LLVMValueRef car, LLVMValueRef cdr)
{
	LLVMValueRef v = emit_object(e, "scm_pair_type", 2);

	emit_store(e, car, v, 0);
	emit_store(e, cdr, v, 1);
	return v;
}

static LLVMValueRef
in_place(struct emitter *e, const struct primitive *f, LLVMValueRef *a)
{
	LLVMValueRef v;

	switch (f->op) {
	case P_CAR: case P_CDR: case P_SET_CAR: case P_SET_CDR: return pair_part(e, f, a);
	case P_CONS:   return cons(e, a[0], a[1]);
	case P_EQ:     return LLVMBuildICmp(e->b, LLVMIntEQ, a[0], a[1], "");
	case P_EQV:    return alike(e, f, a);
	case P_NULL:   return is_word(e, a[0], SCM_NIL);
	case P_NOT:    return is_word(e, a[0], SCM_FALSE);
	case P_PAIR:   return emit_is(e, a[0], "scm_pair_type");
	case P_VECTOR: return emit_is(e, a[0], "scm_vector_type");
	case P_SYMBOL: return emit_is(e, a[0], "scm_symbol_type");
	case P_STRING: return emit_is(e, a[0], "scm_string_type");
	case P_PROCEDURE: return emit_is(e, a[0], "scm_closure_type");
	case P_CHAR:   return LLVMBuildICmp(e->b, LLVMIntEQ, LLVMBuildAnd(e->b, emit_word_of(e, a[0]),
		number(e, 255), ""),
		number(e, 2), "");
	case P_PART:
		v = a[0];
		for (const char *s = f->slow; *s != '\0'; s++) {
			struct primitive part = { "", 1, *s == 'a' ? P_CAR : P_CDR, *s == 'a' ? "scm_car" : "scm_cdr" };
			v = pair_part(e, &part, &v);
		}
		return v;
	case P_NEW_VECTOR:
		v = emit_object(e, "scm_vector_type", f->n + 1);
		emit_store(e, number(e, f->n), v, 0);
		for (unsigned i = 0; i < f->n; i++)
			emit_store(e, a[i], v, i + 1);
		return v;
	case P_LIST:
		v = emit_immediate(e, SCM_NIL);
		for (unsigned i = f->n; i-- > 0;)
			v = cons(e, a[i], v);
		return v;
	case P_VECTOR_REF: case P_VECTOR_SET: return element(e, f, a);
	case P_VECTOR_LENGTH:
		need(e, emit_is(e, a[0], "scm_vector_type"), f->slow, a, 1);
		v = LLVMBuildShl(e->b, emit_load(e, e->i64, a[0], 0), number(e, 1), "");
		return emit_make(e, LLVMBuildOr(e->b, v, number(e, 1), ""));
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
