/* image.c -- features of the machine as LLVM sees them, and tables of images that are made by hand. */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "lateroot/image.h"
#include "must.h"

/* All that LLVM knows of the host, the runtime knows as well. */
Test(image, features_of_the_host)
{
#ifdef __x86_64__
	char *all = LLVMGetHostCPUFeatures();

	for (char *f = strtok(all, ","); f != NULL; f = strtok(NULL, ","))
		if (strncmp(f + 1, "avx10", 5) != 0) /* the runtime grants no version of these */
			MUST(!lr_cpu_has(f + 1) || *f == '+', "%s is not there", f + 1);
	LLVMDisposeMessage(all);
	MUST(lr_cpu_has("sse2") && lr_cpu_has("64bit"), "the least");
#endif
	MUST(!lr_cpu_has("warp-drive") && !lr_cpu_has("") && !lr_cpu_has(NULL), "what is not known is not there");
}

enum { FUNCTIONS = 3 };
static char functions[3][FUNCTIONS];           /* their addresses stand for functions of three targets */
static void *slots[4];
static int32_t clone_slots[9];
static const size_t count = FUNCTIONS;
static void *const fvars[] = { &functions[0][0], &functions[0][1], &functions[0][2] };
static void *const ptrs[] = { &functions[1][0], &functions[1][1], &functions[1][2], &functions[2][1], &functions[1][2] };
#define TOP 0x80000000u
static const uint32_t idxs[] = {
	TOP | 3, 0, 1, 2,        /* target 0 fills all */
	TOP | 2, 0, 1,           /* target 1 has all functions, and fills two */
	2, 1, 1, TOP | 2         /* target 2: another function 1, whose slot nobody reads; fills function 2 */
};
static struct lr_image_target targets[] = {
	{ "a", "", "", 0, 0 }, { "b", "", ",sse2", 1, 2 }, { "c", "", ",sse2,warp-drive", 1, 0 }
};
static const struct lr_image_tables tables = { LR_IMAGE_VERSION, 3, targets, &count, fvars, clone_slots, idxs, ptrs };

static void
make_slots(void)
{
	static const int32_t of[] = { 0, 1, 1, 2 };

	clone_slots[0] = 4;
	for (int i = 0; i < 4; i++) {
		clone_slots[1 + 2 * i] = of[i];
		clone_slots[2 + 2 * i] = (int32_t)((char *)&slots[i] - (char *)clone_slots);
	}
}

static void
expect(const void *a, const void *b, const void *c, const void *d)
{
	MUST(slots[0] == a && slots[1] == b && slots[2] == c && slots[3] == d, "slots");
}

Test(image, targets)
{
	make_slots();
	MUST(lr_image_use(&tables, 0) == LR_RT_OK, "target 0");
	expect(&functions[0][0], &functions[0][1], &functions[0][1], &functions[0][2]);
#ifdef __x86_64__
	MUST(lr_image_choose(&tables) == 1, "target 2 needs more than there is");
	MUST(lr_image_select(&tables) == 1, "target 1");
	expect(&functions[1][0], &functions[1][1], &functions[1][1], &functions[0][2]);
	MUST(lr_image_use(&tables, 2) == LR_RT_E_NOT_FOUND, "not this machine");
	expect(&functions[1][0], &functions[1][1], &functions[1][1], &functions[0][2]);
	targets[2].needs = ",sse2,mmx";
	MUST(lr_image_select(&tables) == 2, "target 2");
	expect(&functions[0][0], &functions[0][1], &functions[0][1], &functions[1][2]);
#endif
	MUST(lr_image_use(&tables, 3) == LR_RT_E_ARG && lr_image_select(NULL) == LR_RT_E_ARG, "refused");
	targets[0].needs = targets[1].needs = targets[2].needs = ",warp-drive";
	MUST(lr_image_select(&tables) == LR_RT_E_NOT_FOUND, "none");
}
