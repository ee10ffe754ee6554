/* SPDX-License-Identifier: MIT */
/* Numbers as text, powers, roots, and the functions of (scheme inexact). */
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "number.h"

/* ---- text ---- */

static char *
flonum_text(double d)
{
	char text[40];

	if (isnan(d) || isinf(d))
		return strdup(isnan(d) ? "+nan.0" : d > 0 ? "+inf.0" : "-inf.0");
	/* All numbers of 15 digits are different flonums; subnormal ones have fewer digits. */
	for (int digits = fabs(d) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, d);
		if (strtod(text, NULL) == d)
			break;
	}
	if (strpbrk(text, ".e") == NULL)
		strcat(text, ".0");
	return strdup(text);
}

char *
scm_number_text(scm x, int radix)
{
	if (is_flonum(x))
		return flonum_text(flonum(x));
	mpq_t q;
	number_get_q(q, x);
	char *own = mpq_get_str(NULL, radix, q), *text = strdup(own);
	void (*release)(void *, size_t);
	mp_get_memory_functions(NULL, NULL, &release);
	release(own, strlen(own) + 1);
	mpq_clear(q);
	return text;
}

static bool
digits_only(const char *s, int radix)
{
	if (*s == '\0')
		return false;
	for (; *s != '\0'; s++) {
		int c = tolower((unsigned char)*s), v = isdigit(c) ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
		if (v >= radix)
			return false;
	}
	return true;
}

/* [digits][.digits][e[sign]digits] with at least one digit */
static bool
decimal(const char *s)
{
	size_t whole = strspn(s, "0123456789"), part = 0;

	s += whole;
	if (*s == '.') {
		part = strspn(s + 1, "0123456789");
		s += 1 + part;
	}
	if (whole + part == 0)
		return false;
	if (*s == 'e' || *s == 'E') {
		s += 1 + (s[1] == '+' || s[1] == '-');
		if (!isdigit((unsigned char)*s))
			return false;
		s += strspn(s, "0123456789");
	}
	return *s == '\0';
}

/* Exactly what decimal text says. */
static scm
exact_decimal(const char *s, bool negative)
{
	char *plain = malloc(strlen(s) + 1), *to = plain;
	long exponent = 0;
	mpq_t q;
	mpz_t power;

	if (plain == NULL)
		scm_error("string->number", "no memory", SCM_NIL);
	for (bool point = false; *s != '\0' && *s != 'e' && *s != 'E'; s++)
		if (*s == '.')
			point = true;
		else {
			*to++ = *s;
			exponent -= point;
		}
	*to = '\0';
	if (*s != '\0')
		exponent += strtol(s + 1, NULL, 10);
	if (labs(exponent) > 1000000) {
		free(plain);
		scm_error_of_kind("out-of-memory", "string->number", "the number is too large", SCM_NIL);
	}
	mpq_init(q);
	mpz_set_str(mpq_numref(q), plain, 10);
	free(plain);
	mpz_init(power);
	mpz_ui_pow_ui(power, 10, (unsigned long)labs(exponent));
	mpz_mul(exponent < 0 ? mpq_denref(q) : mpq_numref(q), exponent < 0 ? mpq_denref(q) : mpq_numref(q), power);
	mpz_clear(power);
	if (negative)
		mpq_neg(q, q);
	return number_from_q(q);
}

static scm
exact_rational(const char *s, int radix, bool negative)
{
	mpq_t q;

	mpq_init(q);
	if (mpq_set_str(q, s, radix) != 0 || mpz_sgn(mpq_denref(q)) == 0) {
		mpq_clear(q);
		return SCM_FALSE;
	}
	if (negative)
		mpq_neg(q, q);
	return number_from_q(q);
}

scm
scm_parse_number(const char *s, int radix)
{
	char exactness = 0;
	bool sign, negative;

	for (; *s == '#'; s += 2) {
		char c = (char)tolower((unsigned char)s[1]);
		if (c == 'x' || c == 'b' || c == 'o' || c == 'd')
			radix = c == 'x' ? 16 : c == 'b' ? 2 : c == 'o' ? 8 : 10;
		else if ((c == 'e' || c == 'i') && exactness == 0)
			exactness = c;
		else
			return SCM_FALSE;
	}
	sign = *s == '+' || *s == '-';
	negative = *s == '-';
	s += sign;
	if (sign && (strcasecmp(s, "inf.0") == 0 || strcasecmp(s, "nan.0") == 0))
		return exactness == 'e' ? SCM_FALSE
			: scm_flonum(tolower((unsigned char)*s) == 'n' ? (double)NAN : negative ? -INFINITY : INFINITY);
	const char *slash = strchr(s, '/');
	char *upper = slash != NULL ? strndup(s, (size_t)(slash - s)) : NULL;
	bool good = slash != NULL ? digits_only(upper, radix) && digits_only(slash + 1, radix) : digits_only(s, radix);
	free(upper);
	if (good) {
		scm x = exact_rational(s, radix, negative);
		if (exactness != 'i' || x == SCM_FALSE)
			return x;
		double d = number_double(x, "string->number");
		return scm_flonum(d == 0 && negative ? -0.0 : d);
	}
	if (radix != 10 || !decimal(s))
		return SCM_FALSE;
	if (exactness == 'e')
		return exact_decimal(s, negative);
	double d = strtod(s, NULL);
	return scm_flonum(negative ? -d : d);
}

static scm
number_to_string(scm *a, int64_t n)
{
	int64_t radix = n > 1 ? scm_index(a[1], 36, "number->string") : 10;

	if (!scm_is_number(a[0]))
		scm_wrong_type("number->string", a[0]);
	if (radix < 2)
		scm_bad_index("number->string", a[1]);
	if (radix != 10 && is_flonum(a[0]) && isfinite(flonum(a[0])))
		scm_error("number->string", "an inexact number is written in radix 10 alone", scm_list(a, 2));
	char *text = scm_number_text(a[0], (int)radix);
	scm s = scm_string_new(text);
	free(text);
	return s;
}

static scm
string_to_number(scm *a, int64_t n)
{
	int64_t radix = n > 1 ? scm_index(a[1], 36, "string->number") : 10;
	size_t bytes;

	if (!scm_is(a[0], &scm_string_type))
		scm_wrong_type("string->number", a[0]);
	if (radix < 2)
		scm_bad_index("string->number", a[1]);
	char *text = scm_utf8(a[0], 0, ((struct scm_string *)a[0])->length, &bytes);
	scm x = strlen(text) == bytes ? scm_parse_number(text, (int)radix) : SCM_FALSE;
	free(text);
	return x;
}

/* ---- integers ---- */

static void
want_integer(scm x, const char *who)
{
	if (!scm_is_integer(x))
		scm_wrong_type(who, x);
}

static scm
gcd_lcm(scm *a, int64_t n, const char *who, bool lcm)
{
	bool inexact = false;
	mpz_t r, z;

	for (int64_t i = 0; i < n; i++)
		want_integer(a[i], who);
	mpz_init_set_ui(r, lcm);
	for (int64_t i = 0; i < n; i++) {
		inexact = inexact || is_flonum(a[i]);
		if (is_flonum(a[i])) {
			mpz_init(z);
			mpz_set_d(z, flonum(a[i]));
		} else
			number_get_z(z, a[i]);
		if (lcm)
			mpz_lcm(r, r, z);
		else
			mpz_gcd(r, r, z);
		mpz_clear(z);
	}
	scm x = number_from_z(r);
	return inexact ? scm_flonum(number_double(x, who)) : x;
}
static scm gcd(scm *a, int64_t n) { return gcd_lcm(a, n, "gcd", false); }
static scm lcm(scm *a, int64_t n) { return gcd_lcm(a, n, "lcm", true); }

static scm
part_of_ratio(scm x, const char *who, bool numerator)
{
	bool inexact = is_flonum(x);

	x = number_exact(x, who);
	scm part = !is_ratio(x) ? numerator ? x : scm_fixnum(1) : numerator ? ((struct scm_ratio *)x)->numerator
		: ((struct scm_ratio *)x)->denominator;
	return inexact ? scm_flonum(number_double(part, who)) : part;
}
static scm numerator(scm *a, int64_t n) { SCM_UNUSED(n); return part_of_ratio(a[0], "numerator", true); }
static scm denominator(scm *a, int64_t n) { SCM_UNUSED(n); return part_of_ratio(a[0], "denominator", false); }

static scm
is_even(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	want_integer(a[0], "even?");
	if (is_flonum(a[0]))
		return scm_bool(fmod(flonum(a[0]), 2) == 0);
	return scm_bool(scm_is_fixnum(a[0]) ? scm_int(a[0]) % 2 == 0 : (((struct scm_bignum *)a[0])->limb[0] & 1) == 0);
}
static scm is_odd(scm *a, int64_t n) { return scm_bool(is_even(a, n) == SCM_FALSE); }

/* (%integer-sqrt n): (root . rest) */
static scm
integer_sqrt(scm *a, int64_t n)
{
	mpz_t z, rest;
	scm parts[2] = { NULL, NULL };

	SCM_UNUSED(n);
	if (!is_exact_integer(a[0]) || number_negative(a[0]))
		scm_wrong_type("exact-integer-sqrt", a[0]);
	number_get_z(z, a[0]);
	mpz_init(rest);
	mpz_sqrtrem(z, rest, z);
	LR_GC_PUSH(&parts[0], &parts[1]);
	parts[0] = number_from_z(z);
	parts[1] = number_from_z(rest);
	scm pair = scm_cons(parts[0], parts[1]);
	LR_GC_POP();
	return pair;
}

/* Exact numbers with exact roots have these. */
scm
scm_sqrt(scm x)
{
	mpq_t q;

	if (is_exact(x) && !number_negative(x)) {
		number_get_q(q, x);
		if (mpz_perfect_square_p(mpq_numref(q)) && mpz_perfect_square_p(mpq_denref(q))) {
			mpz_sqrt(mpq_numref(q), mpq_numref(q));
			mpz_sqrt(mpq_denref(q), mpq_denref(q));
			return number_from_q(q);
		}
		mpq_clear(q);
	}
	double d = number_double(x, "sqrt");
	if (d < 0)
		scm_error("sqrt", "the root is complex, which schemer does not have", scm_cons(x, SCM_NIL));
	return scm_flonum(sqrt(d));
}
static scm square_root(scm *a, int64_t n) { SCM_UNUSED(n); return scm_sqrt(a[0]); }

static scm
exact_power(scm base, scm exponent)
{
	int64_t e = scm_int(exponent), up = e < 0 ? -e : e;
	mpq_t q;

	if (base == scm_fixnum(0) && e < 0)
		scm_error("expt", "division by zero", SCM_NIL);
	number_get_q(q, base);
	size_t bits = mpz_sizeinbase(mpq_numref(q), 2) + mpz_sizeinbase(mpq_denref(q), 2);
	bool small = mpz_cmpabs_ui(mpq_numref(q), 1) <= 0 && mpz_cmp_ui(mpq_denref(q), 1) == 0;
	if (!small && (up > MAX_BITS || bits * (size_t)up > MAX_BITS)) {
		mpq_clear(q);
		scm_error_of_kind("out-of-memory", "expt", "the number is too large", SCM_NIL);
	}
	if (small)
		up = up % 2 + 2 * (up > 1);
	mpz_pow_ui(mpq_numref(q), mpq_numref(q), (unsigned long)up);
	mpz_pow_ui(mpq_denref(q), mpq_denref(q), (unsigned long)up);
	if (e < 0)
		mpq_inv(q, q);
	return number_from_q(q);
}

static scm
power(scm *a, int64_t n)
{
	SCM_UNUSED(n);
	if (!scm_is_number(a[0]))
		scm_wrong_type("expt", a[0]);
	if (!scm_is_number(a[1]))
		scm_wrong_type("expt", a[1]);
	if (a[1] == scm_fixnum(0))
		return scm_fixnum(1);
	if (is_exact(a[0]) && scm_is_fixnum(a[1]))
		return exact_power(a[0], a[1]);
	if (is_exact(a[0]) && is_bignum(a[1])) {
		if (a[0] == scm_fixnum(0) || a[0] == scm_fixnum(1))
			return a[0];
		if (a[0] == scm_fixnum(-1))
			return is_even(a + 1, 1) != SCM_FALSE ? scm_fixnum(1) : a[0];
		scm_error_of_kind("out-of-memory", "expt", "the number is too large", SCM_NIL);
	}
	double b = number_double(a[0], "expt"), e = number_double(a[1], "expt");
	if (b < 0 && e != floor(e))
		scm_error("expt", "the power is complex, which schemer does not have", scm_list(a, 2));
	return scm_flonum(pow(b, e));
}

/* ---- real functions ---- */

static scm
logarithm(scm *a, int64_t n)
{
	double value[2];

	if (n == 1 && a[0] == scm_fixnum(1))
		return scm_fixnum(0);
	for (int64_t i = 0; i < n; i++) {
		value[i] = number_double(a[i], "log");
		if (value[i] < 0)
			scm_error("log", "the logarithm is complex, which schemer does not have", scm_list(a + i, 1));
		if (isinf(value[i]) && is_bignum(a[i])) {
			mpz_t z;
			long bits;
			number_get_z(z, a[i]);
			double m = mpz_get_d_2exp(&bits, z);
			value[i] = log(m) + (double)bits * log(2);
			mpz_clear(z);
		} else
			value[i] = log(value[i]);
	}
	return scm_flonum(n == 1 ? value[0] : value[0] / value[1]);
}

static scm
arc_tangent(scm *a, int64_t n)
{
	double y = number_double(a[0], "atan"), x = n > 1 ? number_double(a[1], "atan") : 1;

	if (a[0] == scm_fixnum(0) && is_exact(n > 1 ? a[1] : scm_fixnum(1)) && x > 0)
		return scm_fixnum(0);
	return scm_flonum(n > 1 ? atan2(y, x) : atan(y));
}
#define REAL(f, call, name, at, exact_value) \
	static scm f(scm *a, int64_t n) \
	{ \
		SCM_UNUSED(n); \
		if (a[0] == scm_fixnum(at)) \
			return scm_fixnum(exact_value); \
		return scm_flonum(call(number_double(a[0], name))); \
	}
REAL(exponential, exp, "exp", 0, 1)
REAL(sine, sin, "sin", 0, 0)
REAL(cosine, cos, "cos", 0, 1)
REAL(tangent, tan, "tan", 0, 0)
REAL(arc_sine, asin, "asin", 0, 0)
REAL(arc_cosine, acos, "acos", 1, 0)

const struct scm_builtin scm_number_text_builtins[] = {
	{ "number->string", number_to_string, 1, 2 }, { "string->number", string_to_number, 1, 2 },
	{ "gcd", gcd, 0, -1 }, { "lcm", lcm, 0, -1 }, { "numerator", numerator, 1, 1 },
	{ "denominator", denominator, 1, 1 }, { "even?", is_even, 1, 1 }, { "odd?", is_odd, 1, 1 },
	{ "%integer-sqrt", integer_sqrt, 1, 1 }, { "sqrt", square_root, 1, 1 }, { "expt", power, 2, 2 },
	{ "exp", exponential, 1, 1 }, { "log", logarithm, 1, 2 }, { "sin", sine, 1, 1 }, { "cos", cosine, 1, 1 },
	{ "tan", tangent, 1, 1 }, { "asin", arc_sine, 1, 1 }, { "acos", arc_cosine, 1, 1 },
	{ "atan", arc_tangent, 1, 2 }, { NULL, NULL, 0, 0 },
};
