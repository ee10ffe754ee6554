/* warnings.h -- warnings: what may be wrong with a program that is compiled all the same, unless lr_options.warnings
** say otherwise. */
#ifndef LR_HOST_WARNINGS_H
#define LR_HOST_WARNINGS_H

#include "host/context.h"

enum warning {
	WARN_MALLOC,     /* a reference in memory that malloc or operator new gave */
	WARN_GLOBAL,     /* a reference in a variable that is no root */
	WARN_CONTAINER,  /* memory of the C++ library that holds references */
	WARN_COROUTINE,  /* a reference in the frame of a coroutine; an error unless the options say otherwise */
	WARN_LONGJMP,    /* longjmp out of functions with roots */
	WARN_DESCRIPTOR, /* an object of another size than its descriptor says */
	WARN_UNTYPED,    /* a reference in a variable whose type has none; an error unless the options say otherwise */
	WARN_MAYBE,      /* the same, where the address may be that of another variable */
	WARN_ASM,        /* inline assembler with a reference */
	WARN_NUMBER,     /* a number that becomes a reference */
	WARN_ADDRESS,    /* ADDRESS of an object that nothing keeps */
	WARN_BARRIER,    /* a store or copy into an old object without a barrier */
	WARN_HANDLER,    /* a return without lr_pop_handler_noexcept */
	WARNINGS
};

/* Report it: as a warning, an error, which makes the context fail, or not at all. */
__attribute__((format(printf, 4, 5)))
void warning(lr_context *, enum warning, LLVMValueRef at, const char *fmt, ...);
/* The options: is each a word that there is?  If not, the context fails. */
lr_status warnings_check(lr_context *, const char *text);

#endif
