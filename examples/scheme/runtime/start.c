/* SPDX-License-Identifier: MIT */
/* Where a compiled program begins.  SCHEME_STACK and SCHEME_MEMORY are megabytes. */
#include <stdlib.h>
#include "scheme.h"

scm scm_boot(void), scm_program(void);

static size_t
megabytes(const char *name, size_t otherwise)
{
	const char *text = getenv(name);

	return (text != NULL && atol(text) > 0 ? (size_t)atol(text) : otherwise) << 20;
}

static int
body(void *unused)
{
	scm result;

	(void)unused;
	int status = !scm_try(scm_boot, &result) || !scm_try(scm_program, &result);
	fflush(stdout);
	return status;
}

int
main(int argc, char **argv)
{
	static const struct lr_immediates rules = { .bits = 7 };

	scm_argc = argc;
	scm_argv = argv;
	lr_immediates_set(&rules);
	if (lr_runtime_init() != LR_RT_OK)
		return 2;
	scm_start(megabytes("SCHEME_MEMORY", 0));
	return scm_run(body, NULL, megabytes("SCHEME_STACK", 512));
}
