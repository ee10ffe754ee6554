/* SPDX-License-Identifier: MIT */
/* Numbers: fixnums, bignums, ratios and flonums.  Between the parts that are about them. */
#ifndef SCHEME_NUMBER_H
#define SCHEME_NUMBER_H
#include <gmp.h>
#include "scheme.h"

static inline bool is_flonum(scm x) { return scm_is(x, &scm_flonum_type); }
static inline bool is_bignum(scm x) { return scm_is(x, &scm_bignum_type); }
static inline bool is_ratio(scm x) { return scm_is(x, &scm_ratio_type); }
static inline bool is_exact_integer(scm x) { return scm_is_fixnum(x) || is_bignum(x); }
static inline bool is_exact(scm x) { return is_exact_integer(x) || is_ratio(x); }
static inline double flonum(scm x) { return ((struct scm_flonum *)x)->value; }

enum { MAX_BITS = 1 << 30 };         /* of an integer; more is an error */
void number_get_z(mpz_t, scm);       /* initialises; the value is an exact integer */
scm number_from_z(mpz_t);            /* takes it */
void number_get_q(mpq_t, scm);       /* of an exact number */
scm number_from_q(mpq_t);
double number_double(scm, const char *who);
scm number_exact(scm, const char *who);
scm number_arithmetic(char op, const char *who, scm, scm);
int number_order(const char *who, scm, scm); /* 2: one is no number */
enum rounding { FLOOR, CEILING, TRUNCATE, ROUND };
scm number_round(scm, enum rounding, const char *who);
bool number_negative(scm);
#endif
