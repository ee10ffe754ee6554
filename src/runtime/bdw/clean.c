/* SPDX-License-Identifier: MIT */
/* clean.c -- a stack for libgc.
**
** libgc scans its own frames conservatively, and they hold the registers of the code that called it.  Addresses that
** happen to be in these would keep objects alive.  So it is called on a stack of the heap's own, with the registers
** that a thread had before there were objects. */
#include "runtime/bdw/bdw.h"

#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum {
	STACK_BYTES = 256 * 1024,
	SCANNED_BYTES = 32 * 1024  /* libgc looks at less than this, from the top on */
};

static struct {
	char *stack;
	ucontext_t registers;      /* as they were at the start */
	ucontext_t caller, callee;
	void (*function)(void);
} clean;

bool
clean_init(void)
{
	clean.stack = malloc(STACK_BYTES);
	return clean.stack != NULL && getcontext(&clean.registers) == 0;
}

static void
begin(void)
{
	/* libgc scans the stack of a registered thread from its base down to the present.  This base is below. */
	const struct GC_stack_base base = { .mem_base = clean.stack };

	if (GC_register_my_thread(&base) != GC_SUCCESS)
		lr_gc_fatal("gc: libgc knows the collecting thread already");
	clean.function();
	GC_unregister_my_thread();
}

void
clean_call(void (*function)(void))
{
	memset(clean.stack + STACK_BYTES - SCANNED_BYTES, 0, SCANNED_BYTES);
	clean.function = function;
	clean.callee = clean.registers;
	clean.callee.uc_stack.ss_sp = clean.stack;
	clean.callee.uc_stack.ss_size = STACK_BYTES;
	clean.callee.uc_link = &clean.caller;
	makecontext(&clean.callee, begin, 0);
	swapcontext(&clean.caller, &clean.callee);
}
