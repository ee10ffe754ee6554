/* SPDX-License-Identifier: MIT */
/* Calls the compiled code; with an argument, so that a call in it that is said to be walked reaches C. */
#include <stdint.h>
#include <stdio.h>

#include <lateroot/runtime.h>

typedef void *maker(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, void *);

int64_t outer(int64_t n, maker *);
void *make(int64_t n);
maker make_far;
void other(void);

void
other(void)
{
	lr_gc_collect(1);
}

/* No table describes it, and what it calls collects. */
__attribute__((noinline)) void *
not_walked(int64_t n, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int64_t h, void *next)
{
	(void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
	LR_GC_PUSH1(&next);
	void **made = NULL;
	for (int i = 0; i < 100; i++)
		made = make(n);
	LR_GC_POP();
	made[1] = next;
	return made;
}

/* The same, and it allocates itself. */
__attribute__((noinline)) void *
allocates(int64_t n, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int64_t h, void *next)
{
	(void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
	(void)n;
	lr_gc_alloc(64, &lr_type_bytes.type);
	return next;
}

int
main(int argc, char **argv)
{
	static maker *const makers[] = { make_far, not_walked, allocates };

	for (int i = 0; i < 2; i++)
		printf("%lld\n", (long long)outer(60, makers[argc > 1 ? argv[1][0] - '0' : 0]));
	return 0;
}
