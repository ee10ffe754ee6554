/* SPDX-License-Identifier: MIT */
/* Where a compiled program begins. */
#include <stdlib.h>
#include "scheme.h"

scm scm_boot(void), scm_program(void);

int
main(void)
{
	static const struct lr_immediates rules = { .bits = 7 };
	const char *megabytes = getenv("SCHEME_STACK");
	size_t stack = (size_t)(megabytes != NULL && atol(megabytes) > 0 ? atol(megabytes) : 512) << 20;

	lr_immediates_set(&rules);
	if (lr_runtime_init() != LR_RT_OK)
		return 2;
	scm_start();
	int status = scm_run(scm_boot, stack);
	return status != 0 ? status : scm_run(scm_program, stack);
}
