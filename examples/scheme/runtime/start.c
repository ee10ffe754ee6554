/* SPDX-License-Identifier: MIT */
/* Where a compiled program begins.  SCHEME_STACK and SCHEME_MEMORY are megabytes. */
#include <stdlib.h>
#include "scheme.h"

scm scm_boot(void), scm_program(void);

static size_t
megabytes(const char *name, size_t otherwise)
{
	const char *text = getenv(name);
	size_t bytes = otherwise;

	if (text != NULL && !scm_megabytes(text, &bytes)) {
		fprintf(stderr, "error: %s=%s: it is to be megabytes, from 1 to 1000000\n", name, text);
		exit(2);
	}
	return bytes;
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

	const size_t memory_bytes = megabytes("SCHEME_MEMORY", 0);
	const size_t stack_bytes = megabytes("SCHEME_STACK", (size_t)512 << 20);
	scm_argc = argc;
	scm_argv = argv;
	lr_immediates_set(&rules);
	if (lr_runtime_init() != LR_RT_OK)
		return 2;
	scm_start(memory_bytes);
	return scm_run(body, NULL, stack_bytes);
}
