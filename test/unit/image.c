/* SPDX-License-Identifier: MIT */
/* image.c -- features of the machine as LLVM sees them, and tables of images that are made by hand. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "lateroot/image.h"
#include "must.h"

/* The runtime grants the features that LLVM finds on this machine, and no others. */
Test(image, features_of_the_host)
{
#ifdef __x86_64__
	char *all = LLVMGetHostCPUFeatures();

	for (char *f = strtok(all, ","); f != NULL; f = strtok(NULL, ","))
		if (strncmp(f + 1, "avx10", 5) != 0) /* the runtime grants no version of these */
			MUST(lr_cpu_has(f + 1) == (*f == '+'), "%s: LLVM says otherwise", f + 1);
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
static void *const ptrs[] = {
	&functions[1][0], &functions[1][1], &functions[1][2], &functions[2][1], &functions[1][2]
};
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

/* Tables that cannot be right are refused, and nothing is written. */
Test(image, broken_tables)
{
	static uint32_t wrong[sizeof idxs / sizeof *idxs];
	struct lr_image_tables t = tables;

	make_slots();
	MUST(lr_image_use(&tables, 0) == LR_RT_OK, "target 0");
	t.clone_idxs = wrong;
	for (size_t i = 0; i < sizeof idxs / sizeof *idxs; i++) { /* a length or a number that is too large */
		memcpy(wrong, idxs, sizeof wrong);
		wrong[i] = (idxs[i] & TOP) | 1000;
		if (i != 8) /* the base of target 2, which the program does not need */
			MUST(lr_image_use(&t, 2) == LR_RT_E_ARG, "number %zu", i);
	}
	memcpy(wrong, idxs, sizeof wrong);
	wrong[2] = 0; /* twice */
	MUST(lr_image_use(&t, 0) == LR_RT_E_ARG, "order");
	t = tables;
	t.ntargets = 65;
	MUST(lr_image_choose(&t) == LR_RT_E_ARG && lr_image_use(&t, 64) == LR_RT_E_ARG, "too many targets");
	t = tables;
	t.fvar_ptrs = NULL;
	MUST(lr_image_select(&t) == LR_RT_E_ARG, "no functions");
	targets[1].needs = NULL;
	MUST(lr_image_choose(&tables) == LR_RT_E_ARG, "no needs");
	targets[1].needs = "";
	for (int i = 0; i < 8; i += 2) { /* the number of a function in each pair, and the count of pairs */
		make_slots();
		clone_slots[i == 0 ? 0 : i - 1] = i == 0 ? -1 : 1000;
		MUST(lr_image_use(&tables, 0) == LR_RT_E_ARG, "pair %d", i);
	}
	expect(&functions[0][0], &functions[0][1], &functions[0][1], &functions[0][2]);
}

enum { MANY = 20000, ROUNDS = 400 };
static char many[2][MANY];
static void *many_slots[MANY], *many_fvars[MANY], *many_ptrs[MANY];
static int32_t many_pairs[1 + 2 * MANY];
static uint32_t many_idxs[2 * (1 + MANY)];
static const size_t many_count = MANY;
static const struct lr_image_tables many_tables = { LR_IMAGE_VERSION, 2, targets, &many_count, many_fvars, many_pairs,
	many_idxs, many_ptrs };
static pthread_barrier_t both;

static void *
use(void *target)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_barrier_wait(&both);
		MUST(lr_image_use(&many_tables, target == many[1]) == LR_RT_OK, "use");
		pthread_barrier_wait(&both);
		const char *first = many_slots[0] == &many[0][0] ? many[0] : many[1];
		for (int k = 0; k < MANY && target == many[0]; k++)
			MUST(many_slots[k] == first + k, "round %d mixes targets", i);
	}
	return NULL;
}

/* Two threads that use different targets do not mix them. */
Test(image, threads)
{
	pthread_t other;

	targets[1].needs = "";
	many_pairs[0] = MANY;
	many_idxs[0] = many_idxs[MANY + 1] = TOP | MANY;
	for (int i = 0; i < MANY; i++) {
		many_fvars[i] = &many[0][i];
		many_ptrs[i] = &many[1][i];
		many_pairs[1 + 2 * i] = i;
		many_pairs[2 + 2 * i] = (int32_t)((char *)&many_slots[i] - (char *)many_pairs);
		many_idxs[1 + i] = many_idxs[MANY + 2 + i] = (uint32_t)i;
	}
	MUST(pthread_barrier_init(&both, NULL, 2) == 0 && pthread_create(&other, NULL, use, many[1]) == 0, "thread");
	use(many[0]);
	pthread_join(other, NULL);
	pthread_barrier_destroy(&both);
}
