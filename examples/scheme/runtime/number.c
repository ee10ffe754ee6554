/* SPDX-License-Identifier: MIT */
/* Arithmetic and comparison.  Fixnums are quick; all other exact numbers go through GMP. */
#include <math.h>
#include <string.h>
#include "number.h"

scm
scm_flonum(double d)
{
	struct scm_flonum *f = lr_gc_alloc(sizeof *f, &scm_flonum_type);

	f->value = d;
	return f;
}

bool scm_is_number(scm x) { return is_exact(x) || is_flonum(x); }
bool
scm_is_integer(scm x)
{
	return is_exact_integer(x) || (is_flonum(x) && isfinite(flonum(x)) && flonum(x) == floor(flonum(x)));
}

void
number_get_z(mpz_t z, scm x)
{
	struct scm_bignum *b = x;

	if (scm_is_fixnum(x)) {
		mpz_init_set_si(z, scm_int(x));
		return;
	}
	mpz_init(z);
	mpz_import(z, (size_t)b->length, -1, 8, 0, 0, b->limb);
	if (b->sign < 0)
		mpz_neg(z, z);
}

scm
number_from_z(mpz_t z)
{
	scm result;

	if (mpz_fits_slong_p(z) && mpz_get_si(z) <= SCM_FIXNUM_MAX && mpz_get_si(z) >= SCM_FIXNUM_MIN)
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

void
number_get_q(mpq_t q, scm x)
{
	mpz_t z;

	mpq_init(q);
	if (is_ratio(x)) {
		number_get_z(z, ((struct scm_ratio *)x)->denominator);
		mpq_set_den(q, z);
		mpz_clear(z);
	}
	number_get_z(z, is_ratio(x) ? ((struct scm_ratio *)x)->numerator : x);
	mpq_set_num(q, z);
	mpz_clear(z);
}

scm
number_from_q(mpq_t q)
{
	scm parts[2] = { NULL, NULL };
	mpz_t n, d;

	mpq_canonicalize(q);
	mpz_init_set(n, mpq_numref(q));
	mpz_init_set(d, mpq_denref(q));
	mpq_clear(q);
	if (mpz_cmp_ui(d, 1) == 0) {
		mpz_clear(d);
		return number_from_z(n);
	}
	LR_GC_PUSH(&parts[0], &parts[1]);
	parts[0] = number_from_z(n);
	parts[1] = number_from_z(d);
	struct scm_ratio *r = lr_gc_alloc(sizeof *r, &scm_ratio_type);
	*r = (struct scm_ratio){ parts[0], parts[1] };
	LR_GC_POP();
	return r;
}

/* The nearest flonum, ties to even: GMP's own conversions truncate. */
static double
ratio_double(mpq_t q)
{
	mpz_t n, d, quotient, rest;
	long shift = (long)mpz_sizeinbase(mpq_denref(q), 2) - (long)mpz_sizeinbase(mpq_numref(q), 2) + 66;

	if (shift < -2000)
		return mpq_sgn(q) < 0 ? -INFINITY : INFINITY;
	if (shift > 1300)
		return mpq_sgn(q) < 0 ? -0.0 : 0.0;
	mpz_inits(n, d, quotient, rest, NULL);
	mpz_abs(n, mpq_numref(q));
	mpz_set(d, mpq_denref(q));
	if (shift >= 0)
		mpz_mul_2exp(n, n, (mp_bitcnt_t)shift);
	else
		mpz_mul_2exp(d, d, (mp_bitcnt_t)-shift);
	mpz_tdiv_qr(quotient, rest, n, d); /* 66 or 67 bits */
	bool sticky = mpz_sgn(rest) != 0;
	/* Bits that the exponent leaves: fewer for numbers below the normal ones. */
	long exponent = (long)mpz_sizeinbase(quotient, 2) - shift;
	long bits = exponent < -1021 ? 53 - (-1021 - exponent) : 53;
	long drop = (long)mpz_sizeinbase(quotient, 2) - (bits < 0 ? 0 : bits);
	double result = 0;
	if (bits >= 0) {
		sticky = sticky || mpz_scan1(quotient, 0) < (mp_bitcnt_t)drop - 1;
		bool half = mpz_tstbit(quotient, (mp_bitcnt_t)drop - 1);
		mpz_tdiv_q_2exp(quotient, quotient, (mp_bitcnt_t)drop);
		if (half && (sticky || mpz_odd_p(quotient)))
			mpz_add_ui(quotient, quotient, 1);
		result = ldexp(mpz_get_d(quotient), (int)(drop - shift));
	}
	if (mpq_sgn(q) < 0)
		result = -result;
	mpz_clears(n, d, quotient, rest, NULL);
	return result;
}

double
number_double(scm x, const char *who)
{
	if (scm_is_fixnum(x))
		return (double)scm_int(x);
	if (is_flonum(x))
		return flonum(x);
	if (!is_exact(x))
		scm_wrong_type(who, x);
	mpq_t q;
	number_get_q(q, x);
	double d = ratio_double(q);
	mpq_clear(q);
	return d;
}

scm
number_exact(scm x, const char *who)
{
	mpq_t q;

	if (is_exact(x))
		return x;
	if (!is_flonum(x) || !isfinite(flonum(x)))
		scm_wrong_type(who, x);
	mpq_init(q);
	mpq_set_d(q, flonum(x));
	return number_from_q(q);
}

static double
flonum_operation(char op, double a, double b)
{
	switch (op) {
	case '+': return a + b;
	case '-': return a - b;
	case '*': return a * b;
	case '/': return a / b;
	case 'q': return trunc(a / b);
	case 'd': return floor(a / b);
	case 'r': return fmod(a, b);
	default:  {
		double m = fmod(a, b);
		return m != 0 && (m < 0) != (b < 0) ? m + b : m;
	}
	}
}

static scm
rational_operation(char op, const char *who, scm x, scm y)
{
	mpq_t a, b;

	if (op == '/' && y == scm_fixnum(0))
		scm_error(who, "division by zero", SCM_NIL);
	number_get_q(a, x);
	number_get_q(b, y);
	switch (op) {
	case '+': mpq_add(a, a, b); break;
	case '-': mpq_sub(a, a, b); break;
	case '*': mpq_mul(a, a, b); break;
	default:  mpq_div(a, a, b); break;
	}
	mpq_clear(b);
	return number_from_q(a);
}

static scm
integer_operation(char op, scm x, scm y)
{
	mpz_t a, b;

	number_get_z(a, x);
	number_get_z(b, y);
	switch (op) {
	case '+': mpz_add(a, a, b); break;
	case '-': mpz_sub(a, a, b); break;
	case '*': mpz_mul(a, a, b); break;
	case 'q': mpz_tdiv_q(a, a, b); break;
	case 'd': mpz_fdiv_q(a, a, b); break;
	case 'r': mpz_tdiv_r(a, a, b); break;
	default:  mpz_fdiv_r(a, a, b); break;
	}
	mpz_clear(b);
	return number_from_z(a);
}

static int64_t
limbs(scm x)
{
	return scm_is_fixnum(x) ? 1 : is_ratio(x) ? limbs(((struct scm_ratio *)x)->numerator)
		+ limbs(((struct scm_ratio *)x)->denominator) : ((struct scm_bignum *)x)->length;
}

/* op: + - * /, q r (truncated), d m (floored). */
scm
number_arithmetic(char op, const char *who, scm x, scm y)
{
	bool division = strchr("qdrm", op) != NULL;

	if (!scm_is_number(x))
		scm_wrong_type(who, x);
	if (!scm_is_number(y))
		scm_wrong_type(who, y);
	if (division && !scm_is_integer(x))
		scm_wrong_type(who, x);
	if (division && !scm_is_integer(y))
		scm_wrong_type(who, y);
	if (is_flonum(x) || is_flonum(y)) {
		double b = number_double(y, who);
		if (division && b == 0)
			scm_error(who, "division by zero", SCM_NIL);
		return scm_flonum(flonum_operation(op, number_double(x, who), b));
	}
	int64_t size = limbs(x) + limbs(y);
	if (size > MAX_BITS / 64)
		scm_error_of_kind("out-of-memory", who, "the number is too large", SCM_NIL);
	if (size > 4096)
		scm_check_memory(16 * (size_t)size);
	if (op == '/' || is_ratio(x) || is_ratio(y))
		return rational_operation(op, who, x, y);
	if (division && y == scm_fixnum(0))
		scm_error(who, "division by zero", SCM_NIL);
	int64_t sum;
	if (scm_is_fixnum(x) && scm_is_fixnum(y) && (op == '+' || op == '-')) {
		sum = op == '+' ? scm_int(x) + scm_int(y) : scm_int(x) - scm_int(y);
		if (sum <= SCM_FIXNUM_MAX && sum >= SCM_FIXNUM_MIN)
			return scm_fixnum(sum);
	}
	return integer_operation(op, x, y);
}

int
number_order(const char *who, scm x, scm y)
{
	if (!scm_is_number(x))
		scm_wrong_type(who, x);
	if (!scm_is_number(y))
		scm_wrong_type(who, y);
	if (scm_is_fixnum(x) && scm_is_fixnum(y))
		return scm_int(x) < scm_int(y) ? -1 : scm_int(x) > scm_int(y);
	double a = is_flonum(x) ? flonum(x) : 0, b = is_flonum(y) ? flonum(y) : 0;
	if (isnan(a) || isnan(b))
		return 2;
	if ((is_flonum(x) && is_flonum(y)) || isinf(a) || isinf(b))
		return a < b ? -1 : a > b;
	/* Exactly, so that = and < are transitive. */
	mpq_t p, q;
	if (is_flonum(x)) {
		mpq_init(p);
		mpq_set_d(p, a);
	} else
		number_get_q(p, x);
	if (is_flonum(y)) {
		mpq_init(q);
		mpq_set_d(q, b);
	} else
		number_get_q(q, y);
	int c = mpq_cmp(p, q);
	mpq_clear(p);
	mpq_clear(q);
	return c < 0 ? -1 : c > 0;
}

bool
number_negative(scm x)
{
	return is_flonum(x) ? flonum(x) < 0 : number_order("negative?", x, scm_fixnum(0)) < 0;
}

scm
number_round(scm x, enum rounding how, const char *who)
{
	mpz_t z, two;
	mpq_t q;

	if (is_exact_integer(x))
		return x;
	if (is_flonum(x)) {
		double d = flonum(x);
		d = how == FLOOR ? floor(d) : how == CEILING ? ceil(d) : how == TRUNCATE ? trunc(d) : rint(d);
		return scm_flonum(d);
	}
	if (!is_ratio(x))
		scm_wrong_type(who, x);
	number_get_q(q, x);
	mpz_inits(z, two, NULL);
	if (how == FLOOR)
		mpz_fdiv_q(z, mpq_numref(q), mpq_denref(q));
	else if (how == CEILING)
		mpz_cdiv_q(z, mpq_numref(q), mpq_denref(q));
	else if (how == TRUNCATE)
		mpz_tdiv_q(z, mpq_numref(q), mpq_denref(q));
	else { /* floor(x + 1/2), one less if x is between two integers and that is odd */
		mpz_mul_2exp(z, mpq_numref(q), 1);
		mpz_add(z, z, mpq_denref(q));
		mpz_mul_2exp(two, mpq_denref(q), 1);
		bool tie = mpz_divisible_p(z, two);
		mpz_fdiv_q(z, z, two);
		if (tie && mpz_odd_p(z))
			mpz_sub_ui(z, z, 1);
	}
	mpz_clear(two);
	mpq_clear(q);
	return number_from_z(z);
}

/* ---- called by compiled code ---- */

#define ARITHMETIC(f, op, name) scm f(scm x, scm y) { return number_arithmetic(op, name, x, y); }
ARITHMETIC(scm_add, '+', "+")
ARITHMETIC(scm_sub, '-', "-")
ARITHMETIC(scm_mul, '*', "*")
ARITHMETIC(scm_quotient, 'q', "quotient")
ARITHMETIC(scm_remainder, 'r', "remainder")
ARITHMETIC(scm_modulo, 'm', "modulo")
ARITHMETIC(scm_divide, '/', "/")
#define ORDER(f, test, name) \
	scm f(scm x, scm y) { int c = number_order(name, x, y); return scm_bool(c != 2 && (test)); } \
	static scm many_##f(scm *a, int64_t n) \
	{ \
		bool all = true; \
		if (n == 1 && !scm_is_number(a[0])) \
			scm_wrong_type(name, a[0]); \
		for (int64_t i = 0; i + 1 < n; i++) \
			all = f(a[i], a[i + 1]) != SCM_FALSE && all; \
		return scm_bool(all); \
	}
ORDER(scm_lt, c < 0, "<")
ORDER(scm_gt, c > 0, ">")
ORDER(scm_le, c <= 0, "<=")
ORDER(scm_ge, c >= 0, ">=")
ORDER(scm_num_eq, c == 0, "=")
scm scm_is_zero(scm x) { return scm_bool(number_order("zero?", x, scm_fixnum(0)) == 0); }

/* ---- procedures ---- */

static scm
fold(char op, const char *who, scm *a, int64_t n, int64_t unit)
{
	bool inverse = n == 1 && (op == '-' || op == '/');
	scm r = n == 0 || inverse ? scm_fixnum(unit) : a[0];

	if (n == 1 && inverse && op == '-' && is_flonum(a[0]))
		return scm_flonum(-flonum(a[0]));
	if (!scm_is_number(r))
		scm_wrong_type(who, r);
	LR_GC_PUSH(&r);
	for (int64_t i = inverse ? 0 : 1; i < n; i++)
		r = number_arithmetic(op, who, r, a[i]);
	LR_GC_POP();
	return r;
}
static scm add(scm *a, int64_t n) { return fold('+', "+", a, n, 0); }
static scm sub(scm *a, int64_t n) { return fold('-', "-", a, n, 0); }
static scm mul(scm *a, int64_t n) { return fold('*', "*", a, n, 1); }
static scm divide(scm *a, int64_t n) { return fold('/', "/", a, n, 1); }
#define TWO(f, op, name) \
	static scm f(scm *a, int64_t n) { SCM_UNUSED(n); return number_arithmetic(op, name, a[0], a[1]); }
TWO(quotient, 'q', "quotient")
TWO(remainder_, 'r', "remainder")
TWO(floor_quotient, 'd', "floor-quotient")
TWO(modulo, 'm', "modulo")
#define TEST(f, test) static scm f(scm *a, int64_t n) { SCM_UNUSED(n); scm x = a[0]; return scm_bool(test); }
TEST(zero, scm_is_zero(x) != SCM_FALSE)
TEST(is_number, scm_is_number(x))
TEST(is_rational, is_exact(x) || (is_flonum(x) && isfinite(flonum(x))))
TEST(is_integer, scm_is_integer(x))
TEST(is_exact_integer_, is_exact_integer(x))
#define NUMBER_TEST(f, name, test) \
	static scm f(scm *a, int64_t n) \
	{ \
		scm x = a[0]; \
		SCM_UNUSED(n); \
		if (!scm_is_number(x)) \
			scm_wrong_type(name, x); \
		return scm_bool(test); \
	}
NUMBER_TEST(exact, "exact?", is_exact(x))
NUMBER_TEST(inexact, "inexact?", is_flonum(x))
NUMBER_TEST(is_finite, "finite?", !is_flonum(x) || isfinite(flonum(x)))
NUMBER_TEST(is_infinite, "infinite?", is_flonum(x) && isinf(flonum(x)))
NUMBER_TEST(is_nan, "nan?", is_flonum(x) && isnan(flonum(x)))
static scm to_exact(scm *a, int64_t n) { SCM_UNUSED(n); return number_exact(a[0], "exact"); }
static scm
to_inexact(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	return is_flonum(a[0]) ? a[0] : scm_flonum(number_double(a[0], "inexact"));
}
#define ROUNDING(f, how, name) static scm f(scm *a, int64_t n) { SCM_UNUSED(n); return number_round(a[0], how, name); }
ROUNDING(floor_, FLOOR, "floor")
ROUNDING(ceiling, CEILING, "ceiling")
ROUNDING(truncate_, TRUNCATE, "truncate")
ROUNDING(round_, ROUND, "round")

const struct scm_builtin scm_number_builtins[] = {
	{ "+", add, 0, -1 }, { "-", sub, 1, -1 }, { "*", mul, 0, -1 }, { "/", divide, 1, -1 },
	{ "quotient", quotient, 2, 2 }, { "truncate-quotient", quotient, 2, 2 }, { "remainder", remainder_, 2, 2 },
	{ "truncate-remainder", remainder_, 2, 2 }, { "modulo", modulo, 2, 2 }, { "floor-remainder", modulo, 2, 2 },
	{ "floor-quotient", floor_quotient, 2, 2 },
	{ "<", many_scm_lt, 1, -1 }, { ">", many_scm_gt, 1, -1 }, { "<=", many_scm_le, 1, -1 },
	{ ">=", many_scm_ge, 1, -1 }, { "=", many_scm_num_eq, 1, -1 }, { "zero?", zero, 1, 1 },
	{ "number?", is_number, 1, 1 }, { "complex?", is_number, 1, 1 }, { "real?", is_number, 1, 1 },
	{ "rational?", is_rational, 1, 1 }, { "integer?", is_integer, 1, 1 },
	{ "exact-integer?", is_exact_integer_, 1, 1 }, { "exact?", exact, 1, 1 }, { "inexact?", inexact, 1, 1 },
	{ "finite?", is_finite, 1, 1 }, { "infinite?", is_infinite, 1, 1 }, { "nan?", is_nan, 1, 1 },
	{ "exact", to_exact, 1, 1 }, { "inexact", to_inexact, 1, 1 },
	{ "inexact->exact", to_exact, 1, 1 }, { "exact->inexact", to_inexact, 1, 1 },
	{ "floor", floor_, 1, 1 }, { "ceiling", ceiling, 1, 1 }, { "truncate", truncate_, 1, 1 },
	{ "round", round_, 1, 1 }, { NULL, NULL, 0, 0 },
};
