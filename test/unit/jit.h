/* SPDX-License-Identifier: MIT */
/* jit.h -- a session of the JIT for the tests of lr_jit. */
#ifndef JIT_H
#define JIT_H

#include "api.h"

struct fixture {
	struct heard heard;
	lr_context *cx;
	lr_jit *jit;
};

static void
begin(struct fixture *f, unsigned level)
{
	lr_options options = { .struct_size = sizeof options, .diagnose = hear, .user = &f->heard };

	memset(f, 0, sizeof *f);
	f->cx = lr_context_new(&options);
	f->jit = lr_jit_new(f->cx, level);
	cr_assert_not_null(f->jit, "%s", f->heard.message);
}

static void
end(struct fixture *f)
{
	lr_jit_free(f->jit);
	lr_context_free(f->cx);
}

static long (*
lookup(struct fixture *f, const char *name))(long)
{
	void *address;

	cr_assert_eq(lr_jit_lookup(f->jit, name, &address), LR_OK, "%s", f->heard.message);
	return (long (*)(long))(uintptr_t)address;
}

#endif
