/* SPDX-License-Identifier: MIT */
/* fft.c -- a complex Fourier transform in place: a root of unity goes round the inner loop, arrays are read by
** index. */
#include "numbers.h"

#define MOST 65536

static double re[MOST], im[MOST];

#define LOAD(k)     COMPLEX(re[k], im[k])
#define STORE(k, z)                                                                                                \
	do {                                                                                                       \
		complex stored_ = (z);                                                                             \
		re[k] = RE(stored_);                                                                               \
		im[k] = IM(stored_);                                                                               \
	} while (0)

/* Puts element k to the place that k with its bits reversed says. */
static __attribute__((noinline)) void
reverse_bits(long n)
{
	for (long k = 1, j = 0; k < n; k++) {
		long bit = n >> 1;
		for (; j & bit; bit >>= 1)
			j ^= bit;
		j ^= bit;
		if (k < j) {
			double r = re[k], i = im[k];
			re[k] = re[j];
			im[k] = im[j];
			re[j] = r;
			im[j] = i;
		}
	}
}

WORK
transform(long size)
{
	ENTER;
	double sum = 0;
	long n = 1;

	while (n < size && n < MOST)
		n *= 2;
	for (int round = 0; round < 20; round++) {
		for (long k = 0; k < n; k++) {
			re[k] = (double)(k * 7 % 31);
			im[k] = (double)(k * 5 % 17 + round);
		}
		reverse_bits(n);
		/* sine and cosine of the angle, halved in each round */
		double c = -1.0, s = 0.0;
		for (long half = 1; half < n; half *= 2) {
			complex step = COMPLEX(c, s);
			for (long start = 0; start < n; start += 2 * half) {
				complex root = COMPLEX(1.0, 0.0);
				for (long k = start; k < start + half; k++) {
					complex even = LOAD(k), odd = CMUL(root, LOAD(k + half));
					STORE(k, CADD(even, odd));
					STORE(k + half, CSUB(even, odd));
					root = CMUL(root, step);
				}
			}
			s = -__builtin_sqrt((1.0 - c) / 2.0);
			c = __builtin_sqrt((1.0 + c) / 2.0);
		}
		for (long k = 0; k < n; k++)
			sum += re[k] * (double)(k & 3) - im[k];
	}
	return sum;
}

PROGRAM(transform, 65536)
