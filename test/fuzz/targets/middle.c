/* middle.c -- target: the middle of placement on compact functions made of bytes, proved by the naive oracle and by walking random paths. */
#include "middle.h"
#include "target.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dice d = { .bytes = data, .left = size };
	struct middle m;

	if (middle_random(&m, arena_from_libc, NULL, &d) && middle_plan(&m)) {
		const char *what = middle_check(&m);
		struct dice paths = { .seed = size };
		if (what == NULL)
			what = middle_run(&m, &paths, 200);
		PROMISE(what == NULL, "%s\n%s", what, middle_text(&m));
	}
	middle_free(&m);
	return 0;
}
