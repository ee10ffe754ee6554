/* SPDX-License-Identifier: MIT */
/* criterion.h -- as much of Criterion as the tests need that run where Criterion does not: ThreadSanitizer refuses the fixed low addresses at
** which Criterion's parent and children share memory. */
#ifndef LR_TEST_BARE_CRITERION_H
#define LR_TEST_BARE_CRITERION_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bare_test {
	const char *suite, *name;
	void (*run)(void);         /* NULL: what is said here holds for the whole suite */
	int exit_code, signal;     /* how it is to end */
	double timeout;            /* ignored: ctest's does */
	void (*init)(void), (*fini)(void);
	struct bare_test *next;
};
void bare_add(struct bare_test *);
void bare_failed(const char *file, int line, const char *what, const char *format, ...) __attribute__((noreturn));

#define BARE_ENTRY(entry, ...) \
	static struct bare_test entry = { __VA_ARGS__ }; \
	__attribute__((constructor)) static void entry##_add(void) { bare_add(&entry); }
#define Test(s, n, ...) \
	static void s##_##n##_test(void); \
	BARE_ENTRY(s##_##n##_entry, .suite = #s, .name = #n, .run = s##_##n##_test, __VA_ARGS__) \
	static void s##_##n##_test(void)
#define TestSuite(s, ...) \
	BARE_ENTRY(s##_suite_entry, .suite = #s, .name = "", __VA_ARGS__) \
	_Static_assert(true, "")

#define BARE_CHECK(holds, text, ...) ((holds) ? (void)0 : bare_failed(__FILE__, __LINE__, text, "" __VA_ARGS__))
#define cr_assert(c, ...) BARE_CHECK(c, #c, ##__VA_ARGS__)
#define cr_assert_fail(...) bare_failed(__FILE__, __LINE__, "fail", "" __VA_ARGS__)
#define cr_assert_not(c, ...) BARE_CHECK(!(c), "not " #c, ##__VA_ARGS__)
#define cr_assert_null(p, ...) BARE_CHECK((p) == NULL, #p " == NULL", ##__VA_ARGS__)
#define cr_assert_not_null(p, ...) BARE_CHECK((p) != NULL, #p " != NULL", ##__VA_ARGS__)
#define cr_assert_eq(a, b, ...) BARE_CHECK((a) == (b), #a " == " #b, ##__VA_ARGS__)
#define cr_assert_neq(a, b, ...) BARE_CHECK((a) != (b), #a " != " #b, ##__VA_ARGS__)
#define cr_assert_lt(a, b, ...) BARE_CHECK((a) < (b), #a " < " #b, ##__VA_ARGS__)
#define cr_assert_leq(a, b, ...) BARE_CHECK((a) <= (b), #a " <= " #b, ##__VA_ARGS__)
#define cr_assert_gt(a, b, ...) BARE_CHECK((a) > (b), #a " > " #b, ##__VA_ARGS__)
#define cr_assert_geq(a, b, ...) BARE_CHECK((a) >= (b), #a " >= " #b, ##__VA_ARGS__)
#define cr_assert_str_eq(a, b, ...) BARE_CHECK(strcmp(a, b) == 0, #a " is " #b, ##__VA_ARGS__)
#define cr_assert_str_neq(a, b, ...) BARE_CHECK(strcmp(a, b) != 0, #a " is not " #b, ##__VA_ARGS__)
#define cr_assert_str_not_empty(a, ...) BARE_CHECK((a)[0] != '\0', #a " is not empty", ##__VA_ARGS__)
#define cr_assert_arr_eq(a, b, bytes, ...) BARE_CHECK(memcmp(a, b, bytes) == 0, #a " is " #b, ##__VA_ARGS__)

#endif
