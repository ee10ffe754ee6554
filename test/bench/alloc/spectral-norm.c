/* SPDX-License-Identifier: MIT */
/* spectral-norm.c -- the norm of an infinite matrix: sums of boxed numbers that go round inner loops. */
#include "numbers.h"

#define MOST 4096

static double u[MOST], v[MOST], t[MOST];

/* The element of the matrix. */
OP number
element(TASK integer i, integer j)
{
	integer sum = INTEGER(INT(i) + INT(j));
	integer divisor = INTEGER(INT(sum) * (INT(sum) + 1) / 2 + INT(i) + 1);

	return DIV(NUMBER(1.0), NUMBER(INT(divisor)));
}

OP void
times(TASK long n, const double *from, double *to, bool transposed)
{
	for (long i = 0; i < n; i++) {
		number sum = NUMBER(0.0);
		for (long j = 0; j < n; j++) {
			integer row = INTEGER(transposed ? j : i), column = INTEGER(transposed ? i : j);
			sum = ADD(sum, MUL(element(GIVE row, column), NUMBER(from[j])));
		}
		to[i] = VALUE(sum);
	}
}

WORK
spectral_norm(long n)
{
	ENTER;

	for (long i = 0; i < n; i++)
		u[i] = 1.0;
	for (int round = 0; round < 10; round++) {
		times(GIVE n, u, t, false);
		times(GIVE n, t, v, true);
		times(GIVE n, v, t, false);
		times(GIVE n, t, u, true);
	}
	number uv = NUMBER(0.0), vv = NUMBER(0.0);
	for (long i = 0; i < n; i++) {
		uv = ADD(uv, MUL(NUMBER(u[i]), NUMBER(v[i])));
		vv = ADD(vv, MUL(NUMBER(v[i]), NUMBER(v[i])));
	}
	return __builtin_sqrt(VALUE(DIV(uv, vv)));
}

PROGRAM(spectral_norm, 1000)
