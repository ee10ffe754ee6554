/* SPDX-License-Identifier: MIT */
/* Procedures that compiled code calls with their arguments in registers.  They never collect, so that callers need no
** roots for them; so they raise no errors either.  NULL: the procedure itself has to do it, or to say what is wrong. */
#include <string.h>
#include "number.h"

/* ---- lists ---- */

enum { LEAF_STEPS = 100000 }; /* what is longer may be a circle, or Ctrl-C may be wanted */

scm
scm_leaf_length(scm l)
{
	int64_t n = scm_list_length(l);

	return n < 0 ? NULL : scm_fixnum(n);
}

scm scm_leaf_is_list(scm l) { return scm_bool(scm_list_length(l) >= 0); }

static scm
tail(scm l, scm n)
{
	if (!scm_is_fixnum(n) || scm_int(n) < 0 || scm_int(n) > LEAF_STEPS)
		return NULL;
	for (int64_t i = scm_int(n); i > 0; i--) {
		if (!scm_is(l, &scm_pair_type))
			return NULL;
		l = CDR(l);
	}
	return l;
}
scm scm_leaf_list_tail(scm l, scm n) { return tail(l, n); }

scm
scm_leaf_list_ref(scm l, scm n)
{
	scm at = tail(l, n);

	return at != NULL && scm_is(at, &scm_pair_type) ? CAR(at) : NULL;
}

/* memq, assq, memv, assv: what is `eqv?` to an immediate or to an object that is no number is `eq?` to it. */
static bool
by_address(scm x)
{
	return !scm_is_object(x) || !(is_flonum(x) || is_bignum(x) || is_ratio(x));
}

scm
scm_leaf_memq(scm x, scm l)
{
	int64_t left = LEAF_STEPS;

	for (; scm_is(l, &scm_pair_type); l = CDR(l))
		if (CAR(l) == x)
			return l;
		else if (left-- == 0)
			return NULL;
	return SCM_FALSE;
}
scm scm_leaf_memv(scm x, scm l) { return by_address(x) ? scm_leaf_memq(x, l) : NULL; }

scm
scm_leaf_assq(scm x, scm l)
{
	int64_t left = LEAF_STEPS;

	for (; scm_is(l, &scm_pair_type); l = CDR(l))
		if (!scm_is(CAR(l), &scm_pair_type) || left-- == 0)
			return NULL;
		else if (CAR(CAR(l)) == x)
			return CAR(l);
	return SCM_FALSE;
}
scm scm_leaf_assv(scm x, scm l) { return by_address(x) ? scm_leaf_assq(x, l) : NULL; }

scm
scm_leaf_member(scm x, scm l)
{
	int64_t left = LEAF_STEPS;

	for (; scm_is(l, &scm_pair_type); l = CDR(l)) {
		scm same = scm_leaf_equal(x, CAR(l));
		if (same == NULL || left-- == 0)
			return NULL;
		if (same == SCM_TRUE)
			return l;
	}
	return SCM_FALSE;
}

scm
scm_leaf_assoc(scm x, scm l)
{
	int64_t left = LEAF_STEPS;

	for (; scm_is(l, &scm_pair_type); l = CDR(l)) {
		scm same = scm_is(CAR(l), &scm_pair_type) ? scm_leaf_equal(x, CAR(CAR(l))) : NULL;
		if (same == NULL || left-- == 0)
			return NULL;
		if (same == SCM_TRUE)
			return CAR(l);
	}
	return SCM_FALSE;
}

/* ---- text ---- */

static bool
both(scm x, scm y, const struct lr_type *type)
{
	return scm_is(x, type) && scm_is(y, type);
}

scm
scm_leaf_string_eq(scm x, scm y)
{
	const struct scm_string *s = x, *t = y;

	if (!both(x, y, &scm_string_type))
		return NULL;
	if (s->length != t->length)
		return SCM_FALSE;
	for (int64_t i = 0; i < s->length; i++) /* short ones are the usual ones: no call of memcmp */
		if (s->c[i] != t->c[i])
			return SCM_FALSE;
	return SCM_TRUE;
}

/* Below 0, 0, above 0 by the order of x and y. */
static int64_t
order(const struct scm_string *s, const struct scm_string *t)
{
	int64_t n = s->length < t->length ? s->length : t->length, i = 0;

	while (i < n && s->c[i] == t->c[i])
		i++;
	return i < n ? (int64_t)s->c[i] - (int64_t)t->c[i] : s->length - t->length;
}
#define ORDER(f, test) \
	scm f(scm x, scm y) { return both(x, y, &scm_string_type) ? scm_bool(order(x, y) test 0) : NULL; }
ORDER(scm_leaf_string_lt, <)
ORDER(scm_leaf_string_gt, >)
ORDER(scm_leaf_string_le, <=)
ORDER(scm_leaf_string_ge, >=)

scm
scm_leaf_string_set(scm x, scm i, scm c)
{
	struct scm_string *s = x;

	if (!scm_is(x, &scm_string_type) || !scm_is_fixnum(i) || (uint64_t)scm_int(i) >= (uint64_t)s->length
		|| !scm_is_char(c))
		return NULL;
	s->c[scm_int(i)] = scm_code_point(c);
	return SCM_UNSPECIFIED;
}

/* ---- numbers ---- */

scm scm_leaf_is_number(scm x) { return scm_bool(scm_is_number(x)); }
scm scm_leaf_is_integer(scm x) { return scm_bool(scm_is_integer(x)); }
scm scm_leaf_is_even(scm x) { return scm_is_fixnum(x) ? scm_bool(scm_int(x) % 2 == 0) : NULL; }
scm scm_leaf_is_odd(scm x) { return scm_is_fixnum(x) ? scm_bool(scm_int(x) % 2 != 0) : NULL; }

scm
scm_leaf_abs(scm x)
{
	if (!scm_is_fixnum(x) || scm_int(x) == SCM_FIXNUM_MIN)
		return NULL;
	return scm_int(x) < 0 ? scm_fixnum(-scm_int(x)) : x;
}

scm
scm_leaf_max(scm x, scm y)
{
	return !scm_is_fixnum(x) || !scm_is_fixnum(y) ? NULL : scm_int(x) < scm_int(y) ? y : x;
}
scm
scm_leaf_min(scm x, scm y)
{
	return !scm_is_fixnum(x) || !scm_is_fixnum(y) ? NULL : scm_int(y) < scm_int(x) ? y : x;
}

/* ---- records and others ---- */

scm scm_leaf_is_boolean(scm x) { return scm_bool(x == SCM_FALSE || x == SCM_TRUE); }

scm
scm_leaf_is_record(scm x, scm type)
{
	return scm_bool(scm_is(x, &scm_record_type) && ((struct scm_record *)x)->type == type);
}

scm
scm_leaf_record_ref(scm x, scm type, scm i, scm name)
{
	const struct scm_record *r = x;

	(void)name;
	return scm_leaf_is_record(x, type) == SCM_TRUE && scm_is_fixnum(i)
		&& (uint64_t)scm_int(i) < (uint64_t)r->length ? r->at[scm_int(i)] : NULL;
}
