/* SPDX-License-Identifier: MIT */
/* dice.h -- choices for random tests: from a seed, or from bytes that a fuzzer varies (zeros when they run out). */
#ifndef TEST_DICE_H
#define TEST_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dice {
	uint64_t seed;
	const uint8_t *bytes;    /* NULL: go by the seed */
	size_t left;
};

/* 0 .. n-1 (n below 65536 where the choice may come from bytes) */
static inline uint32_t
roll(struct dice *d, uint32_t n)
{
	if (n < 2)
		return 0;
	if (d->bytes) {
		uint32_t x = 0;
		for (uint32_t width = n > 256 ? 2 : 1; width > 0 && d->left > 0; width--, d->left--)
			x = x << 8 | *d->bytes++;
		return x % n;
	}
	uint64_t z = d->seed += 0x9E3779B97F4A7C15u; /* splitmix64 */
	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	return (uint32_t)((z ^ z >> 31) % n);
}

/* True once in n times. */
static inline bool
one_in(struct dice *d, uint32_t n)
{
	return roll(d, n) == n - 1;
}

#endif
