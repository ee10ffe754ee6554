/* SPDX-License-Identifier: MIT */
/* strings.c -- strings put together from pieces: a buffer that grows, numbers written out, halves joined. */
#include "bench.h"

struct string {
	long length;
	char text[];
};
TYPE_BYTES(string_type, struct string);
typedef struct string TRACKED *string;

KERNEL string
new_string(GC_ARGUMENT, long length)
{
	string s = NEW_BYTES(struct string, string_type, sizeof(struct string) + (size_t)length);

	AT(s)->length = length;
	return s;
}

KERNEL string
number(GC_ARGUMENT, long n)
{
	long digits = 1;

	for (long m = n; m >= 10; m /= 10)
		digits++;
	string s = new_string(gcstack, digits);
	for (long i = digits; i-- > 0; n /= 10)
		AT(s)->text[i] = (char)('0' + n % 10);
	return s;
}

KERNEL string
concatenate(GC_ARGUMENT, string a, string b)
{
	long n = AT(a)->length, m = AT(b)->length;
	string s = new_string(gcstack, n + m);

	COPY(AT(s)->text, AT(a)->text, (size_t)n);
	COPY(AT(s)->text + n, AT(b)->text, (size_t)m);
	return s;
}

/* The numbers from `low` up to `high`, put together half by half. */
KERNEL string
numbers(GC_ARGUMENT, long low, long high)
{
	if (high - low == 1)
		return number(gcstack, low);
	long middle = (low + high) / 2;
	string a = numbers(gcstack, low, middle);
	return concatenate(gcstack, a, numbers(gcstack, middle, high));
}

KERNEL long
work(GC_ARGUMENT)
{
	string s = numbers(gcstack, 0, 20000);
	long total = 0;

	for (long i = 0; i < AT(s)->length; i++)
		total = total * 31 + AT(s)->text[i];
	return total & 0xffff;
}

ROUNDS(300, work(gcstack))
