/* SPDX-License-Identifier: MIT */
/* core.c -- target: the core of placement on compact functions made of bytes, proved by the naive oracle
** and by walking random paths. */
#include "core.h"
#include "target.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dice d = { .bytes = data, .left = size };
	struct core m;

	if (core_random(&m, arena_from_libc, NULL, &d) && core_plan(&m)) {
		const char *what = core_check(&m);
		struct dice paths = { .seed = size };
		if (what == NULL)
			what = core_run(&m, &paths, 200);
		PROMISE(what == NULL, "%s\n%s", what, core_text(&m));
	}
	core_free(&m);
	return 0;
}
