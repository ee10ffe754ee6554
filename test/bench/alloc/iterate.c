/* SPDX-License-Identifier: MIT */
/* iterate.c -- loops by an iterator protocol: each step returns a pair of a value and a state, or nothing. */
#include "numbers.h"

#ifdef PLAIN
typedef struct step { long value, state; bool some; } step;
#define STEP(v, s)  ((step){v, s, true})
#define NOTHING     ((step){0, 0, false})
#define IS_SOME(p)  ((p).some)
#define VALUE_OF(p) ((p).value)
#define STATE_OF(p) ((p).state)
#else
struct step { integer value, state; };
TYPE(step_type, struct step, FIELD(struct step, value), FIELD(struct step, state));
typedef struct step TRACKED *step;
#define STEP(v, s)                                                                                                 \
	({                                                                                                         \
		integer v_ = (v), s_ = (s);                                                                        \
		step p_ = NEW(struct step, step_type);                                                             \
		AT(p_)->value = v_;                                                                                \
		AT(p_)->state = s_;                                                                                \
		p_;                                                                                                \
	})
#define NOTHING     ((step)NULL)
#define IS_SOME(p)  ((p) != NULL)
#define VALUE_OF(p) (AT(p)->value)
#define STATE_OF(p) (AT(p)->state)
#endif

/* The numbers from 1 to n; the state is the number before the next. */
OP step
range_step(TASK integer n, integer state)
{
	if (INT(state) == INT(n))
		return NOTHING;
	integer next = INTEGER(INT(state) + 1);
	return STEP(next, next);
}

/* The squares of those. */
OP step
square_step(TASK integer n, integer state)
{
	step s = range_step(GIVE n, state);

	if (!IS_SOME(s))
		return NOTHING;
	integer v = VALUE_OF(s);
	return STEP(INTEGER(INT(v) * INT(v)), STATE_OF(s));
}

WORK
iterate(long n)
{
	ENTER;
	long sum = 0;

	for (int round = 0; round < 100; round++) {
		integer limit = INTEGER(n + round), start = INTEGER(0);
		for (step s = range_step(GIVE limit, start); IS_SOME(s); s = range_step(GIVE limit, STATE_OF(s)))
			sum = sum * 3 + INT(VALUE_OF(s));
		for (step s = square_step(GIVE limit, start); IS_SOME(s); s = square_step(GIVE limit, STATE_OF(s)))
			sum ^= INT(VALUE_OF(s));
	}
	return (double)(sum & 0xffffffffff);
}

PROGRAM(iterate, 400000)
