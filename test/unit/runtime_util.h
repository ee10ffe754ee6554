/* SPDX-License-Identifier: MIT */
/* runtime_util.h -- what the tests of the runtime share: a type of node, lists of nodes, catching lr_gc_fatal. */
#ifndef TEST_RUNTIME_UTIL_H
#define TEST_RUNTIME_UTIL_H

#include <criterion/criterion.h>
#include <lateroot/runtime.h>
#include <stdbool.h>
#include <string.h>

struct node {
	int64_t value;
	struct node *next;
};

static __attribute__((unused)) LR_TYPE_DEFINE(node_type, .name = "Node", .size_bytes = 16, .nrefs = 1, .refs = (const uint32_t[]){ 1 });

/* [safepoint]; `next` is the caller's to root */
static inline struct node *
node_new(int64_t value, struct node *next)
{
	struct node *n;

	LR_GC_PUSH(&next);
	n = lr_gc_alloc(sizeof *n, &node_type.type);
	n->value = value;
	n->next = next;
	LR_GC_POP();
	return n;
}

static inline void
set_stress(uint32_t k)
{
	struct lr_gc_config c = { .struct_size = sizeof c };

	cr_assert_eq(lr_gc_get_config(&c), LR_RT_OK);
	c.stress = k;
	cr_assert_eq(lr_gc_configure(&c), LR_RT_OK);
}

static inline struct lr_gc_stats
stats(void)
{
	struct lr_gc_stats s = { .struct_size = sizeof s };

	cr_assert_eq(lr_gc_stats(&s), LR_RT_OK);
	return s;
}

/* CATCH_FATAL(statement): the message that the statement died of, or NULL if it did not. */
struct caught {
	jmp_buf context;
	char message[1024];
};

static inline void
catch_hook(void *user, const char *message)
{
	struct caught *c = user;

	snprintf(c->message, sizeof c->message, "%s", message);
	longjmp(c->context, 1);
}

static struct caught caught_fatal __attribute__((unused));

#define CATCH_FATAL(statement) \
	(lr_set_fatal_hook(catch_hook, &caught_fatal), \
	 setjmp(caught_fatal.context) == 0 ? (statement, lr_set_fatal_hook(NULL, NULL), (const char *)NULL) : caught_fatal.message)

#define EXPECT_FATAL(statement, ...) \
	do { \
		const char *message_ = CATCH_FATAL(statement); \
		static const char *const wanted_[] = { __VA_ARGS__ }; \
		cr_assert_not_null(message_, "should have been fatal"); \
		for (size_t i_ = 0; i_ < sizeof wanted_ / sizeof *wanted_; i_++) \
			cr_assert_not_null(strstr(message_, wanted_[i_]), "\"%s\" is not in \"%s\"", wanted_[i_], message_); \
	} while (0)

#endif
