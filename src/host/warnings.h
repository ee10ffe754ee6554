/* SPDX-License-Identifier: MIT */
/* warnings.h -- warnings about possible errors in a program, which is compiled nevertheless unless lr_options.warnings
** says otherwise. */
#ifndef LR_HOST_WARNINGS_H
#define LR_HOST_WARNINGS_H

#include "host/context.h"

enum warning {
	WARN_MALLOC,     /* a reference in memory from malloc or operator new */
	WARN_GLOBAL,     /* a reference in a global variable that is no root */
	WARN_CONTAINER,  /* references in memory of the C++ library */
	WARN_COROUTINE,  /* a reference in the frame of a coroutine; an error unless the options say otherwise */
	WARN_LONGJMP,    /* longjmp out of functions with roots */
	WARN_DESCRIPTOR, /* an object whose size differs from that in its descriptor */
	WARN_UNTYPED,    /* a reference in a variable whose type has none; an error unless the options say otherwise */
	WARN_MAYBE,      /* the same, where the address may be that of another variable */
	WARN_ASM,        /* inline assembler with a reference */
	WARN_NUMBER,     /* a number that becomes a reference */
	WARN_ADDRESS,    /* ADDRESS of an object that nothing keeps alive */
	WARN_BARRIER,    /* a store or copy into an old object without a barrier */
	WARN_HANDLER,    /* a return without lr_pop_handler_noexcept */
	WARN_ROOTLESS,   /* a reference that needs a root, in a function without a GC stack */
	WARNINGS
};

/* Reports it as a warning, as an error, which makes the context fail, or not at all. */
__attribute__((format(printf, 4, 5)))
void warning(lr_context *, enum warning, LLVMValueRef at, const char *fmt, ...);
/* Checks each word of the option; an unknown word makes the context fail. */
lr_status warnings_check(lr_context *, const char *text);

#endif
