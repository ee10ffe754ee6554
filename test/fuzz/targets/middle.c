/* middle.c -- target: the middle of placement on compact functions made of bytes, proved by the naive oracle and by walking random paths. */
#include "middle.h"
#include "target.h"

static void *
from_libc(void *user, void *p, size_t old_bytes, size_t new_bytes)
{
	(void)user, (void)old_bytes;
	if (new_bytes == 0) {
		free(p);
		return NULL;
	}
	return realloc(p, new_bytes);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dice d = { .bytes = data, .left = size };
	struct middle m;

	if (middle_random(&m, from_libc, NULL, &d) && middle_plan(&m)) {
		const char *what = middle_check(&m);
		struct dice paths = { .seed = size };
		if (what == NULL)
			what = middle_run(&m, &paths, 200);
		PROMISE(what == NULL, "%s\n%s", what, middle_text(&m));
	}
	middle_free(&m);
	return 0;
}
