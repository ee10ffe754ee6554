/* SPDX-License-Identifier: MIT */
/* must.h -- an assertion for hot loops: Criterion's own report to its runner each time they hold, which is slow. */
#ifndef TEST_MUST_H
#define TEST_MUST_H

#include <criterion/criterion.h>

#define MUST(condition, ...) do { \
		if (!(condition)) \
			cr_assert_fail(__VA_ARGS__); \
	} while (0)

#endif
