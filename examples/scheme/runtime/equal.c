/* SPDX-License-Identifier: MIT */
/* eqv? and equal?, which ends for circular data, too: once it has taken many steps it remembers which pairs of objects
** it has begun to compare, and takes those for equal.  Nothing here allocates in the heap, so that no object moves. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "number.h"

bool
scm_eqv(scm a, scm b)
{
	if (a == b)
		return true;
	if (!scm_is_object(a) || !scm_is_object(b) || lr_type_of(a) != lr_type_of(b))
		return false;
	if (is_flonum(a)) /* -0.0 is not 0.0; a NaN is itself */
		return memcmp(a, b, sizeof(double)) == 0 || (isnan(flonum(a)) && isnan(flonum(b)));
	if (is_bignum(a) || is_ratio(a))
		return number_order("eqv?", a, b) == 0;
	return false;
}

struct entry { scm a, b; };
struct comparison { uint64_t steps; struct entry *table; size_t size, used; bool failed; };
enum { STEPS = 100000 };

/* Is the comparison of these known to be under way? */
static bool
begun(struct comparison *c, scm a, scm b)
{
	if (++c->steps < STEPS)
		return false;
	if (2 * c->used >= c->size) {
		size_t size = c->size == 0 ? 4096 : 4 * c->size;
		struct entry *bigger = calloc(size, sizeof *bigger);
		if (bigger == NULL)
			return c->failed = true;
		for (size_t i = 0; i < c->size; i++)
			if (c->table[i].a != NULL) {
				size_t h = ((uintptr_t)c->table[i].a / 16 * 31 + (uintptr_t)c->table[i].b / 16) % size;
				while (bigger[h].a != NULL)
					h = (h + 1) % size;
				bigger[h] = c->table[i];
			}
		free(c->table);
		c->table = bigger;
		c->size = size;
	}
	size_t h = ((uintptr_t)a / 16 * 31 + (uintptr_t)b / 16) % c->size;
	for (; c->table[h].a != NULL; h = (h + 1) % c->size)
		if (c->table[h].a == a && c->table[h].b == b)
			return true;
	c->table[h] = (struct entry){ a, b };
	c->used++;
	return false;
}

static bool
deep(struct comparison *c)
{
	c->failed = (uint64_t)(uintptr_t)__builtin_frame_address(0) < scm_stack_limit
		&& scm_stack_limit != UINT64_MAX;
	return c->failed;
}

static bool
equal(struct comparison *c, scm a, scm b)
{
	for (;;) {
		if (c->failed || scm_eqv(a, b))
			return true;
		if (!scm_is_object(a) || !scm_is_object(b) || lr_type_of(a) != lr_type_of(b) || deep(c))
			return false;
		if (scm_is(a, &scm_pair_type)) {
			if (begun(c, a, b))
				return true;
			if (!equal(c, CAR(a), CAR(b)))
				return false;
			a = CDR(a);
			b = CDR(b);
			continue;
		}
		if (scm_is(a, &scm_vector_type)) {
			struct scm_vector *v = a, *w = b;
			bool same = v->length == w->length;
			if (same && begun(c, a, b))
				return true;
			for (int64_t i = 0; same && i < v->length; i++)
				same = equal(c, v->at[i], w->at[i]);
			return same;
		}
		struct scm_string *s = a, *t = b;
		if (scm_is(a, &scm_string_type))
			return s->length == t->length && memcmp(s->c, t->c, 4 * (size_t)s->length) == 0;
		struct scm_bytes *x = a, *y = b;
		return scm_is(a, &scm_bytes_type) && x->length == y->length
			&& memcmp(x->at, y->at, (size_t)x->length) == 0;
	}
}

/* NULL: the data are nested too deep. */
scm
scm_leaf_equal(scm a, scm b)
{
	struct comparison c = { 0 };
	bool same = equal(&c, a, b);

	free(c.table);
	return c.failed ? NULL : scm_bool(same);
}

bool
scm_equal(scm a, scm b)
{
	scm same = scm_leaf_equal(a, b);

	if (same == NULL)
		scm_error_of_kind("stack-overflow", "equal?", "the data are nested too deep", SCM_NIL);
	return same == SCM_TRUE;
}

scm scm_eqv_value(scm a, scm b) { return scm_bool(scm_eqv(a, b)); }
static scm eqv(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(scm_eqv(a[0], a[1])); }
static scm equal_(scm *a, int64_t n) { SCM_UNUSED(n); return scm_bool(scm_equal(a[0], a[1])); }

static scm
search(scm *a, bool association, bool (*same)(scm, scm), const char *who)
{
	scm slow = a[1];
	uint64_t steps = 0;

	for (scm l = a[1]; scm_is(l, &scm_pair_type); l = CDR(l)) {
		scm x = CAR(l);
		if (association) {
			if (!scm_is(x, &scm_pair_type))
				scm_wrong_type(who, x);
			if (same != NULL ? same(a[0], CAR(x)) : a[0] == CAR(x))
				return x;
		} else if (same != NULL ? same(a[0], x) : a[0] == x)
			return l;
		if (steps > 0 && steps % 2 == 0)
			slow = CDR(slow);
		if (steps++ > 0 && slow == l)
			scm_error(who, "a circular list", SCM_NIL);
	}
	return SCM_FALSE;
}
static scm memq(scm *a, int64_t n) { SCM_UNUSED(n); return search(a, false, NULL, "memq"); }
static scm memv(scm *a, int64_t n) { SCM_UNUSED(n); return search(a, false, scm_eqv, "memv"); }
static scm member(scm *a, int64_t n) { SCM_UNUSED(n); return search(a, false, scm_equal, "member"); }
static scm assq(scm *a, int64_t n) { SCM_UNUSED(n); return search(a, true, NULL, "assq"); }
static scm assv(scm *a, int64_t n) { SCM_UNUSED(n); return search(a, true, scm_eqv, "assv"); }
static scm assoc(scm *a, int64_t n) { SCM_UNUSED(n); return search(a, true, scm_equal, "assoc"); }

const struct scm_builtin scm_equal_builtins[] = {
	{ "eqv?", eqv, 2, 2 }, { "equal?", equal_, 2, 2 }, { "memq", memq, 2, 2 }, { "memv", memv, 2, 2 },
	{ "%member", member, 2, 2 }, { "assq", assq, 2, 2 }, { "assv", assv, 2, 2 }, { "%assoc", assoc, 2, 2 },
	{ NULL, NULL, 0, 0 },
};
