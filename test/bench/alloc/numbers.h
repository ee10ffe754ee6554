/* SPDX-License-Identifier: MIT */
/* numbers.h -- numbers for the programs of this folder: boxed, as a naive dynamic front end has them, or plain.
**
** tools/regen-examples compiles each NAME.c twice: to NAME.boxed.ll, and with PLAIN defined to NAME.plain.ll.  In the
** first every number, complex number and pair is an object, made by each operation and read by the next; numbers in
** arrays are not boxed.  Both print the same.
**
** OP functions are `static inline`, as a front end's library is; the optimiser has to inline them.  The first argument
** of the program, if there is one, replaces its default size. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdlib.h>
#include "../bench.h"

#pragma STDC FP_CONTRACT OFF

#ifdef PLAIN

#define OP static inline __attribute__((unused))
#define TASK
#define PASS
#define GIVE
typedef double number;
typedef long integer;
typedef struct complex { double re, im; } complex;
#define NUMBER(x)     ((double)(x))
#define VALUE(n)      (n)
#define INTEGER(x)    ((long)(x))
#define INT(n)        (n)
#define COMPLEX(r, i) ((complex){r, i})
#define RE(z)         ((z).re)
#define IM(z)         ((z).im)
#define CHECK(n)      ((void)0)
#define ENTER         ((void)0)

#else

/* Every function is given the GC stack: TASK is its parameter, before others, GIVE the argument, PASS the only one. */
#define OP   static inline GC_ARGUMENT_CALL __attribute__((unused))
#define TASK GC_ARGUMENT,
#define PASS GC_ARGUMENT
#define GIVE gcstack,
struct number { double value; };
TYPE(number_type, struct number);
typedef struct number TRACKED *number;
TYPE(integer_type, struct box);
typedef struct box TRACKED *integer;
struct complex { double re, im; };
TYPE(complex_type, struct complex);
typedef struct complex TRACKED *complex;

#define NUMBER(x)                                                                                                  \
	({                                                                                                         \
		double x_ = (double)(x);                                                                           \
		number n_ = NEW(struct number, number_type);                                                       \
		AT(n_)->value = x_;                                                                                \
		n_;                                                                                                \
	})
#define INTEGER(x)                                                                                                 \
	({                                                                                                         \
		long x_ = (long)(x);                                                                               \
		integer n_ = NEW(struct box, integer_type);                                                        \
		AT(n_)->value = x_;                                                                                \
		n_;                                                                                                \
	})
#define COMPLEX(r, i)                                                                                              \
	({                                                                                                         \
		double r_ = (r), i_ = (i);                                                                         \
		complex z_ = NEW(struct complex, complex_type);                                                    \
		AT(z_)->re = r_;                                                                                   \
		AT(z_)->im = i_;                                                                                   \
		z_;                                                                                                \
	})
#define VALUE(n) (AT(n)->value)
#define INT(n)   (AT(n)->value)
#define RE(z)    (AT(z)->re)
#define IM(z)    (AT(z)->im)
/* What a dynamic language does first: an object of another type is an error. */
#define CHECK(n)                                                                                                   \
	do {                                                                                                       \
		if (TYPEOF((ref)(n)) != AS_REF(number_type))                                                       \
			throw_ref((ref)(n));                                                                       \
	} while (0)
#define ENTER GC_FUNCTION

#endif

OP number
add(TASK number a, number b)
{
	CHECK(a);
	CHECK(b);
	return NUMBER(VALUE(a) + VALUE(b));
}

OP number
subtract(TASK number a, number b)
{
	CHECK(a);
	CHECK(b);
	return NUMBER(VALUE(a) - VALUE(b));
}

OP number
multiply(TASK number a, number b)
{
	CHECK(a);
	CHECK(b);
	return NUMBER(VALUE(a) * VALUE(b));
}

OP number
divide(TASK number a, number b)
{
	CHECK(a);
	CHECK(b);
	return NUMBER(VALUE(a) / VALUE(b));
}

#define ADD(a, b) add(GIVE a, b)
#define SUB(a, b) subtract(GIVE a, b)
#define MUL(a, b) multiply(GIVE a, b)
#define DIV(a, b) divide(GIVE a, b)

OP complex
add_complex(TASK complex a, complex b)
{
	return COMPLEX(RE(a) + RE(b), IM(a) + IM(b));
}

OP complex
subtract_complex(TASK complex a, complex b)
{
	return COMPLEX(RE(a) - RE(b), IM(a) - IM(b));
}

OP complex
multiply_complex(TASK complex a, complex b)
{
	return COMPLEX(RE(a) * RE(b) - IM(a) * IM(b), RE(a) * IM(b) + IM(a) * RE(b));
}

#define CADD(a, b) add_complex(GIVE a, b)
#define CSUB(a, b) subtract_complex(GIVE a, b)
#define CMUL(a, b) multiply_complex(GIVE a, b)

/* Prints what `result` is, in function `work` of one argument, the size. */
#define PROGRAM(work, size)                                                                                        \
	int main(int argc, char **argv)                                                                            \
	{                                                                                                          \
		printf("%.9f\n", work(argc > 1 ? atol(argv[1]) : (size)));                                         \
		return 0;                                                                                          \
	}
#define WORK static __attribute__((noinline)) double

#endif
