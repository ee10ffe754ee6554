/* SPDX-License-Identifier: MIT */
/* mandelbrot.c -- the Mandelbrot set: a complex number that goes round a loop, with a test that leaves it early. */
#include "numbers.h"

WORK
mandelbrot(long size)
{
	ENTER;
	double sum = 0;

	for (long row = 0; row < size; row++)
		for (long column = 0; column < size; column++) {
			complex c = COMPLEX(2.0 * (double)column / (double)size - 1.5, 2.0 * (double)row / (double)size - 1.0);
			complex z = COMPLEX(0, 0);
			long rounds = 0;
			while (rounds < 100 && RE(z) * RE(z) + IM(z) * IM(z) <= 4.0) {
				z = CADD(CMUL(z, z), c);
				rounds++;
			}
			sum += (double)rounds;
		}
	return sum;
}

PROGRAM(mandelbrot, 700)
