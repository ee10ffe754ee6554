/* SPDX-License-Identifier: MIT */
/* main.c -- links an image with clones for several processors, has the runtime choose, and runs it. */
#include <stdio.h>
#include <string.h>

#include <lateroot/image.h>

extern const struct lr_image_tables lr_image __attribute__((visibility("hidden")));
extern void *const table[2];
int which(void);
int by_name(int *);
int64_t outer(int64_t n, int *level);

static int bad;

static void
check(const char *what, long got, long wanted)
{
	if (got == wanted)
		return;
	printf("%s: %ld, not %ld\n", what, got, wanted);
	bad = 1;
}

/* All ways lead to the same level. */
static void
check_level(const char *when, int wanted)
{
	int level = -1;
	void *first = *(void *const volatile *)&table[0], *second = *(void *const volatile *)&table[1];

	int four[4] __attribute__((aligned(16))) = { 0 };

	check(when, which(), wanted);
	check(when, by_name(four), wanted);
	check(when, four[3], 1);
	check(when, ((int (*)(void))first)(), wanted);
	check(when, outer(1000, &level), 499500);
	check(when, level, wanted);
	check(when, ((int64_t (*)(int64_t))second)(100), 4950);
}

int
main(void)
{
	const int avx2 = lr_cpu_has("avx2") && lr_cpu_has("bmi2") && lr_cpu_has("fma");

	lr_runtime_init();
	check("targets", lr_image.ntargets, 3);
	check("name", strcmp(lr_image.targets[1].cpu, "x86-64-v3"), 0);
	check_level("before", 0);
	check("chosen", lr_image_choose(&lr_image), avx2);
	check_level("only chosen", 0);
	check("selected", lr_image_select(&lr_image), avx2);
	check_level("selected", avx2);
	check("a machine without it", lr_image_use(&lr_image, 2), LR_RT_E_NOT_FOUND);
	check("no such target", lr_image_use(&lr_image, 3), LR_RT_E_ARG);
	check_level("refused", avx2);
	check("the first", lr_image_use(&lr_image, 0), LR_RT_OK);
	check_level("the first", 0);
	check("selected again", lr_image_select(&lr_image), avx2);
	check_level("selected again", avx2);
	struct lr_image_tables other = lr_image;
	other.version++;
	check("another version", lr_image_select(&other), LR_RT_E_ARG);
	check("nothing", lr_image_select(NULL), LR_RT_E_ARG);
	check("unknown", lr_cpu_has("warp-drive"), 0);
	check("baseline", lr_cpu_has("sse2"), 1);
	puts(bad ? "not as expected" : "as expected");
	return bad;
}
