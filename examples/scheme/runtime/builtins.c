/* SPDX-License-Identifier: MIT */
/* Procedures in C: the smallest set that programs run with.  Arguments are rooted by the caller's frame. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gmp.h>
#include "scheme.h"

#define CAR(p) (((struct scm_pair *)(p))->car)
#define CDR(p) (((struct scm_pair *)(p))->cdr)

scm
scm_flonum(double d)
{
	struct scm_flonum *f = lr_gc_alloc(sizeof *f, &scm_flonum_type);

	f->value = d;
	return f;
}

scm
scm_string_new(const char *s)
{
	size_t n = 0, i = 0;

	for (const char *c = s; *c != '\0'; c++)
		n += (*c & 0xc0) != 0x80;
	struct scm_string *t = lr_gc_alloc(8 + 4 * n, &scm_string_type);
	t->length = (int64_t)n;
	for (const unsigned char *c = (const unsigned char *)s; i < n; i++) {
		unsigned more = *c >= 0xf0 ? 3 : *c >= 0xe0 ? 2 : *c >= 0xc0 ? 1 : 0;
		uint32_t u = more == 0 ? *c : *c & (0x3fu >> more);
		for (c++; more > 0 && *c != '\0'; more--)
			u = u << 6 | (*c++ & 0x3f);
		t->c[i] = u;
	}
	return t;
}

/* ---- numbers ---- */

static bool
is_integer(scm x)
{
	return scm_is_fixnum(x) || scm_is(x, &scm_bignum_type);
}

static void
to_mpz(mpz_t z, scm x, const char *who)
{
	if (scm_is_fixnum(x)) {
		mpz_init_set_si(z, scm_int(x));
		return;
	}
	if (!scm_is(x, &scm_bignum_type))
		scm_wrong_type(who, x);
	struct scm_bignum *b = x;
	mpz_init(z);
	mpz_import(z, (size_t)b->length, -1, 8, 0, 0, b->limb);
	if (b->sign < 0)
		mpz_neg(z, z);
}

/* Takes z. */
static scm
from_mpz(mpz_t z)
{
	scm result;

	if (mpz_sizeinbase(z, 2) <= 62)
		result = scm_fixnum(mpz_get_si(z));
	else {
		size_t n = mpz_size(z);
		struct scm_bignum *b = lr_gc_alloc(16 + 8 * n, &scm_bignum_type);
		b->length = (int64_t)n;
		b->sign = mpz_sgn(z);
		mpz_export(b->limb, NULL, -1, 8, 0, 0, z);
		result = b;
	}
	mpz_clear(z);
	return result;
}

static double
to_double(scm x, const char *who)
{
	if (scm_is_fixnum(x))
		return (double)scm_int(x);
	if (scm_is(x, &scm_flonum_type))
		return ((struct scm_flonum *)x)->value;
	mpz_t z;
	to_mpz(z, x, who);
	double d = mpz_get_d(z);
	mpz_clear(z);
	return d;
}

static scm
arithmetic(char op, const char *who, scm x, scm y)
{
	if (!is_integer(x) || !is_integer(y)) {
		double a = to_double(x, who), b = to_double(y, who);
		return scm_flonum(op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : op == 'q' ? trunc(a / b)
			: op == 'm' ? a - b * floor(a / b) : fmod(a, b));
	}
	if (strchr("qrm", op) && y == scm_fixnum(0))
		scm_error(who, "division by zero", SCM_NIL);
	mpz_t a, b;
	to_mpz(a, x, who);
	to_mpz(b, y, who);
	switch (op) {
	case '+': mpz_add(a, a, b); break;
	case '-': mpz_sub(a, a, b); break;
	case '*': mpz_mul(a, a, b); break;
	case 'q': mpz_tdiv_q(a, a, b); break;
	case 'r': mpz_tdiv_r(a, a, b); break;
	default:  mpz_fdiv_r(a, a, b); break;
	}
	mpz_clear(b);
	return from_mpz(a);
}

static int
order(const char *who, scm x, scm y)
{
	if (is_integer(x) && is_integer(y)) {
		mpz_t a, b;
		to_mpz(a, x, who);
		to_mpz(b, y, who);
		int c = mpz_cmp(a, b);
		mpz_clear(a);
		mpz_clear(b);
		return c < 0 ? -1 : c > 0;
	}
	double a = to_double(x, who), b = to_double(y, who);
	return isnan(a) || isnan(b) ? 2 : a < b ? -1 : a > b;
}

#define ARITHMETIC(f, op, name) scm f(scm x, scm y); scm f(scm x, scm y) { return arithmetic(op, name, x, y); }
ARITHMETIC(scm_add, '+', "+")
ARITHMETIC(scm_sub, '-', "-")
ARITHMETIC(scm_mul, '*', "*")
ARITHMETIC(scm_quotient, 'q', "quotient")
ARITHMETIC(scm_remainder, 'r', "remainder")
#define ORDER(f, test, name) \
	scm f(scm x, scm y); \
	scm f(scm x, scm y) { int c = order(name, x, y); return scm_bool(c != 2 && (test)); } \
	static scm many_##f(scm *a, int64_t n) \
	{ \
		for (int64_t i = 0; i + 1 < n; i++) \
			if (f(a[i], a[i + 1]) == SCM_FALSE) \
				return SCM_FALSE; \
		return SCM_TRUE; \
	}
ORDER(scm_lt, c < 0, "<")
ORDER(scm_gt, c > 0, ">")
ORDER(scm_le, c <= 0, "<=")
ORDER(scm_ge, c >= 0, ">=")
ORDER(scm_num_eq, c == 0, "=")
scm scm_is_zero(scm x);
scm scm_is_zero(scm x) { return scm_num_eq(x, scm_fixnum(0)); }

scm scm_modulo(scm x, scm y), scm_eqv_value(scm x, scm y);
scm scm_modulo(scm x, scm y) { return arithmetic('m', "modulo", x, y); }

/* Numbers are alike if they are of one type and equal. */
scm
scm_eqv_value(scm x, scm y)
{
	if (x == y || !lr_is_reference(x) || !lr_is_reference(y) || lr_type_of(x) != lr_type_of(y))
		return scm_bool(x == y);
	bool number = lr_type_of(x) == &scm_flonum_type || lr_type_of(x) == &scm_bignum_type;
	return scm_bool(number && order("eqv?", x, y) == 0);
}
static scm eqv(scm *a, int64_t n) { (void)n; return scm_eqv_value(a[0], a[1]); }

static scm
fold(char op, const char *who, scm *a, int64_t n, int64_t unit)
{
	scm r = n == 0 || (n == 1 && op == '-') ? scm_fixnum(unit) : a[0];

	LR_GC_PUSH(&r);
	for (int64_t i = n == 1 && op == '-' ? 0 : 1; i < n; i++)
		r = arithmetic(op, who, r, a[i]);
	LR_GC_POP();
	return r;
}
static scm add(scm *a, int64_t n) { return fold('+', "+", a, n, 0); }
static scm sub(scm *a, int64_t n) { return fold('-', "-", a, n, 0); }
static scm mul(scm *a, int64_t n) { return fold('*', "*", a, n, 1); }
static scm quotient(scm *a, int64_t n) { (void)n; return scm_quotient(a[0], a[1]); }
static scm remainder_(scm *a, int64_t n) { (void)n; return scm_remainder(a[0], a[1]); }
static scm modulo(scm *a, int64_t n) { (void)n; return arithmetic('m', "modulo", a[0], a[1]); }
scm scm_sqrt(scm x);
scm scm_sqrt(scm x) { return scm_flonum(sqrt(to_double(x, "sqrt"))); }
static scm square_root(scm *a, int64_t n) { (void)n; return scm_sqrt(a[0]); }
static scm zero(scm *a, int64_t n) { (void)n; return scm_is_zero(a[0]); }
static scm is_number(scm *a, int64_t n)
{
	(void)n;
	return scm_bool(is_integer(a[0]) || scm_is(a[0], &scm_flonum_type));
}

scm scm_divide(scm x, scm y);
static scm divide(scm *a, int64_t n) { return scm_divide(n == 1 ? scm_fixnum(1) : a[0], a[n - 1]); }

scm
scm_divide(scm x, scm y)
{

	if (is_integer(x) && is_integer(y) && arithmetic('r', "/", x, y) == scm_fixnum(0))
		return arithmetic('q', "/", x, y);
	return scm_flonum(to_double(x, "/") / to_double(y, "/"));
}

/* ---- pairs and vectors ---- */

static struct scm_pair *
pair(scm x, const char *who)
{
	if (!scm_is(x, &scm_pair_type))
		scm_wrong_type(who, x);
	return x;
}
scm scm_car(scm), scm_cdr(scm), scm_set_car(scm, scm), scm_set_cdr(scm, scm);
scm scm_car(scm x) { return pair(x, "car")->car; }
scm scm_cdr(scm x) { return pair(x, "cdr")->cdr; }
scm scm_set_car(scm x, scm v) { pair(x, "set-car!")->car = v; lr_gc_write_barrier(x, v); return SCM_UNSPECIFIED; }
scm scm_set_cdr(scm x, scm v) { pair(x, "set-cdr!")->cdr = v; lr_gc_write_barrier(x, v); return SCM_UNSPECIFIED; }
static scm car(scm *a, int64_t n) { (void)n; return scm_car(a[0]); }
static scm cdr(scm *a, int64_t n) { (void)n; return scm_cdr(a[0]); }
static scm set_car(scm *a, int64_t n) { (void)n; return scm_set_car(a[0], a[1]); }
static scm set_cdr(scm *a, int64_t n) { (void)n; return scm_set_cdr(a[0], a[1]); }
static scm cons(scm *a, int64_t n) { (void)n; return scm_cons(a[0], a[1]); }
static scm eq(scm *a, int64_t n) { (void)n; return scm_bool(a[0] == a[1]); }
static scm not(scm *a, int64_t n) { (void)n; return scm_bool(a[0] == SCM_FALSE); }
static scm null(scm *a, int64_t n) { (void)n; return scm_bool(a[0] == SCM_NIL); }
static scm is_pair(scm *a, int64_t n) { (void)n; return scm_bool(scm_is(a[0], &scm_pair_type)); }
static scm is_vector(scm *a, int64_t n) { (void)n; return scm_bool(scm_is(a[0], &scm_vector_type)); }
static scm is_symbol(scm *a, int64_t n) { (void)n; return scm_bool(scm_is(a[0], &scm_symbol_type)); }
static scm is_string(scm *a, int64_t n) { (void)n; return scm_bool(scm_is(a[0], &scm_string_type)); }
static scm is_procedure(scm *a, int64_t n) { (void)n; return scm_bool(scm_is(a[0], &scm_closure_type)); }
static scm is_condition(scm *a, int64_t n) { (void)n; return scm_bool(scm_is(a[0], &scm_condition_type)); }

static scm
list(scm *a, int64_t n)
{
	scm l = SCM_NIL;

	LR_GC_PUSH(&l);
	while (n-- > 0)
		l = scm_cons(a[n], l);
	LR_GC_POP();
	return l;
}

static struct scm_vector *
vector_at(scm v, scm i, const char *who)
{
	if (!scm_is(v, &scm_vector_type))
		scm_wrong_type(who, v);
	if (!scm_is_fixnum(i) || scm_int(i) < 0 || scm_int(i) >= ((struct scm_vector *)v)->length)
		scm_error(who, "no such index", scm_cons(i, SCM_NIL));
	return v;
}
scm scm_vector_ref(scm, scm), scm_vector_set(scm, scm, scm), scm_vector_length(scm);
scm scm_vector_ref(scm v, scm i) { return vector_at(v, i, "vector-ref")->at[scm_int(i)]; }
scm
scm_vector_set(scm v, scm i, scm x)
{
	vector_at(v, i, "vector-set!")->at[scm_int(i)] = x;
	lr_gc_write_barrier(v, x);
	return SCM_UNSPECIFIED;
}
scm
scm_vector_length(scm v)
{
	if (!scm_is(v, &scm_vector_type))
		scm_wrong_type("vector-length", v);
	return scm_fixnum(((struct scm_vector *)v)->length);
}
static scm vector_ref(scm *a, int64_t n) { (void)n; return scm_vector_ref(a[0], a[1]); }
static scm vector_set(scm *a, int64_t n) { (void)n; return scm_vector_set(a[0], a[1], a[2]); }
static scm vector_length(scm *a, int64_t n) { (void)n; return scm_vector_length(a[0]); }
static scm
make_vector(scm *a, int64_t n)
{
	if (!scm_is_fixnum(a[0]) || scm_int(a[0]) < 0 || scm_int(a[0]) > 1 << 28)
		scm_wrong_type("make-vector", a[0]);
	struct scm_vector *v = lr_gc_alloc(8 + 8 * (size_t)scm_int(a[0]), &scm_vector_type);
	v->length = scm_int(a[0]);
	for (int64_t i = 0; i < v->length; i++)
		v->at[i] = n > 1 ? a[1] : scm_fixnum(0);
	return v;
}
static scm
vector(scm *a, int64_t n)
{
	struct scm_vector *v = lr_gc_alloc(8 + 8 * (size_t)n, &scm_vector_type);

	v->length = n;
	memcpy(v->at, a, 8 * (size_t)n);
	return v;
}

/* ---- records ---- */

/* (%make-record-type name fields) */
static scm
record_type(scm *a, int64_t n)
{
	scm *t = lr_gc_alloc(16, &scm_record_type_type);

	(void)n;
	t[0] = a[0];
	t[1] = a[1];
	return t;
}

/* (%record type value ...): as many values as the type has fields, which the compiler sees to. */
static scm
record(scm *a, int64_t n)
{
	if (!scm_is(a[0], &scm_record_type_type))
		scm_wrong_type("%record", a[0]);
	struct scm_record *r = lr_gc_alloc(8 + 8 * (size_t)n, &scm_record_type);
	r->length = n - 1;
	r->type = a[0];
	memcpy(r->at, a + 1, 8 * (size_t)(n - 1));
	return r;
}

static scm
is_record(scm *a, int64_t n)
{
	(void)n;
	return scm_bool(scm_is(a[0], &scm_record_type) && ((struct scm_record *)a[0])->type == a[1]);
}

/* (%record-ref record type index name), (%record-set! record type index name value) */
static scm
record_access(scm *a, int64_t n)
{
	struct scm_record *r = a[0];

	if (is_record(a, n) == SCM_FALSE || !scm_is_fixnum(a[2]) || (uint64_t)scm_int(a[2]) >= (uint64_t)r->length)
		scm_error("record", "the wrong type of record", list(a, 4));
	if (n == 4)
		return r->at[scm_int(a[2])];
	r->at[scm_int(a[2])] = a[4];
	lr_gc_write_barrier(r, a[4]);
	return SCM_UNSPECIFIED;
}

/* ---- output ---- */

static void
print_char(FILE *f, uint32_t c)
{
	if (c < 0x80)
		fputc((int)c, f);
	else if (c < 0x800)
		fprintf(f, "%c%c", 0xc0 | c >> 6, 0x80 | (c & 0x3f));
	else if (c < 0x10000)
		fprintf(f, "%c%c%c", 0xe0 | c >> 12, 0x80 | (c >> 6 & 0x3f), 0x80 | (c & 0x3f));
	else
		fprintf(f, "%c%c%c%c", 0xf0 | c >> 18, 0x80 | (c >> 12 & 0x3f), 0x80 | (c >> 6 & 0x3f),
			0x80 | (c & 0x3f));
}

static void
print_flonum(FILE *f, double d)
{
	char text[40];

	if (isnan(d) || isinf(d)) {
		fputs(isnan(d) ? "+nan.0" : d > 0 ? "+inf.0" : "-inf.0", f);
		return;
	}
	for (int digits = 1; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, d);
		if (strtod(text, NULL) == d)
			break;
	}
	fprintf(f, strpbrk(text, ".e") ? "%s" : "%s.0", text);
}

void
scm_print_to(FILE *f, scm x, bool write)
{
	if (scm_is_fixnum(x))
		fprintf(f, "%" PRId64, scm_int(x));
	else if (scm_is_char(x))
		print_char(f, (uint32_t)((uintptr_t)x >> 8));
	else if (x == SCM_FALSE || x == SCM_TRUE)
		fputs(x == SCM_TRUE ? "#t" : "#f", f);
	else if (x == SCM_NIL)
		fputs("()", f);
	else if (!lr_is_reference(x))
		fputs(x == SCM_EOF ? "#<eof>" : "#<unspecified>", f);
	else if (scm_is(x, &scm_pair_type)) {
		fputc('(', f);
		for (;; fputc(' ', f)) {
			scm_print_to(f, CAR(x), write);
			x = CDR(x);
			if (!scm_is(x, &scm_pair_type))
				break;
		}
		if (x != SCM_NIL) {
			fputs(" . ", f);
			scm_print_to(f, x, write);
		}
		fputc(')', f);
	} else if (scm_is(x, &scm_vector_type)) {
		struct scm_vector *v = x;
		fputs("#(", f);
		for (int64_t i = 0; i < v->length; i++) {
			if (i > 0)
				fputc(' ', f);
			scm_print_to(f, v->at[i], write);
		}
		fputc(')', f);
	} else if (scm_is(x, &scm_flonum_type))
		print_flonum(f, ((struct scm_flonum *)x)->value);
	else if (scm_is(x, &scm_bignum_type)) {
		mpz_t z;
		to_mpz(z, x, "write");
		mpz_out_str(f, 10, z);
		mpz_clear(z);
	} else if (scm_is(x, &scm_symbol_type))
		scm_print_to(f, ((struct scm_symbol *)x)->name, false);
	else if (scm_is(x, &scm_string_type)) {
		struct scm_string *s = x;
		if (write)
			fputc('"', f);
		for (int64_t i = 0; i < s->length; i++) {
			if (write && (s->c[i] == '"' || s->c[i] == '\\'))
				fputc('\\', f);
			print_char(f, s->c[i]);
		}
		if (write)
			fputc('"', f);
	} else
		fprintf(f, "#<%s>", lr_type_of(x)->name);
}
static scm display(scm *a, int64_t n) { (void)n; scm_print_to(stdout, a[0], false); return SCM_UNSPECIFIED; }
static scm write_(scm *a, int64_t n) { (void)n; scm_print_to(stdout, a[0], true); return SCM_UNSPECIFIED; }
static scm newline(scm *a, int64_t n) { (void)a, (void)n; putchar('\n'); return SCM_UNSPECIFIED; }

static scm
show(scm *a, int64_t n)
{
	(void)n;
	if (a[0] != SCM_UNSPECIFIED) {
		scm_print_to(stdout, a[0], true);
		putchar('\n');
	}
	return SCM_UNSPECIFIED;
}

/* ---- control ---- */

static scm
error(scm *a, int64_t n)
{
	struct scm_condition *c = NULL;
	scm irritants = list(a + 1, n - 1);

	LR_GC_PUSH(&irritants);
	c = lr_gc_alloc(sizeof *c, &scm_condition_type);
	*c = (struct scm_condition){ a[0], irritants, SCM_FALSE };
	lr_throw(c);
}
static scm raise_(scm *a, int64_t n) { (void)n; lr_throw(a[0]); }
static scm message(scm *a, int64_t n)
{
	(void)n;
	if (!scm_is(a[0], &scm_condition_type))
		scm_wrong_type("error-object-message", a[0]);
	return ((struct scm_condition *)a[0])->message;
}
static scm irritants(scm *a, int64_t n)
{
	(void)n;
	if (!scm_is(a[0], &scm_condition_type))
		scm_wrong_type("error-object-irritants", a[0]);
	return ((struct scm_condition *)a[0])->irritants;
}

/* (%try thunk handler): the handler gets what the thunk throws, when its frames are gone. */
static scm
try(scm *a, int64_t n)
{
	lr_handler h;
	void *task = lr_get_pgcstack();

	(void)n;
	lr_enter_handler(task, &h);
	if (setjmp(h.context) == 0) {
		scm r = scm_call(a[0], 0, SCM_FALSE, SCM_FALSE);
		lr_pop_handler_noexcept(task, 1);
		return r;
	}
	lr_pop_handler(task, 1);
	return scm_call(a[1], 1, lr_current_exception(task), SCM_FALSE);
}

/* ---- constants ---- */

static scm read_datum(const char **at);

static scm
read_list(const char **at)
{
	scm first = SCM_NIL, last = SCM_NIL, x = SCM_NIL;

	LR_GC_PUSH(&first, &last, &x);
	for (;;) {
		*at += strspn(*at, " ");
		if (**at == ')' || **at == '\0')
			break;
		bool dot = strncmp(*at, ". ", 2) == 0;
		if (dot)
			*at += 2;
		x = read_datum(at);
		if (!dot)
			x = scm_cons(x, SCM_NIL);
		if (last == SCM_NIL)
			first = x;
		else
			scm_set_cdr(last, x);
		last = x;
	}
	*at += **at == ')';
	LR_GC_POP();
	return first;
}

static scm
read_string(const char **at)
{
	char *text = malloc(strlen(*at) + 1), *to = text;

	for (++*at; **at != '"' && **at != '\0'; ++*at) {
		if (**at == '\\') {
			++*at;
			*to++ = **at == 'n' ? '\n' : **at == 't' ? '\t' : **at;
		} else
			*to++ = **at;
	}
	*at += **at == '"';
	*to = '\0';
	scm s = scm_string_new(text);
	free(text);
	return s;
}

static scm
read_atom(const char **at)
{
	size_t n = **at == '|' ? strcspn(*at + 1, "|") + 2 : strcspn(*at, " ()\"");
	char *text = strndup(*at, n), *end;
	scm result;

	if (n == 2 && text[0] == '#' && text[1] == '\\') { /* #\( and the like */
		free(text);
		text = strndup(*at, ++n);
	}
	*at += n;
	double d = strtod(text, &end);
	size_t sign = *text == '-' || *text == '+';
	if (strspn(text + sign, "0123456789") == n - sign && n > sign) {
		mpz_t z;
		mpz_init_set_str(z, text + (*text == '+'), 10);
		result = from_mpz(z);
	} else if (*end == '\0' && strpbrk(text, "0123456789"))
		result = scm_flonum(d);
	else if (strcmp(text, "+inf.0") == 0 || strcmp(text, "-inf.0") == 0)
		result = scm_flonum(*text == '-' ? -INFINITY : INFINITY);
	else if (strcmp(text, "#t") == 0 || strcmp(text, "#f") == 0)
		result = scm_bool(text[1] == 't');
	else if (text[0] == '#' && text[1] == '\\')
		result = strcmp(text + 2, "space") == 0 ? scm_char(' ') : strcmp(text + 2,
			"newline") == 0 ? scm_char('\n')
			: ((struct scm_string *)scm_string_new(text + 2))->length > 0
			? scm_char(((struct scm_string *)scm_string_new(text + 2))->c[0]) : SCM_FALSE;
	else if (*text == '|') {
		text[n - 1] = '\0';
		result = scm_intern(text + 1);
	} else
		result = scm_intern(text);
	free(text);
	return result;
}

static scm
read_datum(const char **at)
{
	*at += strspn(*at, " ");
	if (**at == '(') {
		++*at;
		return read_list(at);
	}
	if (**at == '"')
		return read_string(at);
	if (strncmp(*at, "#(", 2) == 0) {
		*at += 2;
		scm l = read_list(at), all[2] = { SCM_FALSE, SCM_FALSE };
		int64_t n = 0;
		for (scm p = l; scm_is(p, &scm_pair_type); p = CDR(p))
			n++;
		LR_GC_PUSH(&l);
		all[0] = scm_fixnum(n);
		struct scm_vector *v = make_vector(all, 1);
		for (int64_t i = 0; i < n; i++, l = CDR(l))
			v->at[i] = CAR(l);
		LR_GC_POP();
		return v;
	}
	return read_atom(at);
}

scm
scm_constant(const char *text)
{
	return read_datum(&text);
}

const struct scm_builtin scm_builtins[] = {
	{ "+", add, 0, -1 }, { "-", sub, 1, -1 }, { "*", mul, 0, -1 }, { "/", divide, 1, 2 },
	{ "quotient", quotient, 2, 2 }, { "remainder", remainder_, 2, 2 }, { "modulo", modulo, 2, 2 },
	{ "<", many_scm_lt, 1, -1 }, { ">", many_scm_gt, 1, -1 }, { "<=", many_scm_le, 1, -1 },
	{ ">=", many_scm_ge, 1, -1 }, { "=", many_scm_num_eq, 1, -1 }, { "zero?", zero, 1, 1 },
	{ "sqrt", square_root, 1, 1 }, { "eqv?", eqv, 2, 2 }, { "number?", is_number, 1, 1 }, { "car", car, 1, 1 }, { "cdr", cdr, 1, 1 }, { "set-car!", set_car, 2, 2 },
	{ "set-cdr!", set_cdr, 2, 2 }, { "cons", cons, 2, 2 }, { "eq?", eq, 2, 2 }, { "not", not, 1, 1 },
	{ "null?", null, 1, 1 }, { "pair?", is_pair, 1, 1 }, { "vector?", is_vector, 1, 1 },
	{ "symbol?", is_symbol, 1, 1 }, { "string?", is_string, 1, 1 }, { "procedure?", is_procedure, 1, 1 },
	{ "list", list, 0, -1 }, { "vector", vector, 0, -1 }, { "make-vector", make_vector, 1, 2 },
	{ "vector-ref", vector_ref, 2, 2 }, { "vector-set!", vector_set, 3, 3 }, { "vector-length",
		vector_length, 1, 1 },
	{ "display", display, 1, 1 }, { "write", write_, 1, 1 }, { "newline", newline, 0, 0 }, { "%show",
		show, 1, 1 },
	{ "error", error, 1, -1 }, { "raise", raise_, 1, 1 }, { "error-object?", is_condition, 1, 1 },
	{ "error-object-message", message, 1, 1 }, { "error-object-irritants", irritants, 1, 1 }, { "%try", try, 2, 2 },
	{ "%make-record-type", record_type, 2, 2 }, { "%record", record, 1, -1 }, { "%record?", is_record, 2, 2 },
	{ "%record-ref", record_access, 4, 4 }, { "%record-set!", record_access, 5, 5 },
	{ NULL, NULL, 0, 0 },
};
