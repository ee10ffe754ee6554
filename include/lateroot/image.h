/* SPDX-License-Identifier: MIT */
/* image.h -- functions compiled for several processors in one image, a part of liblateroot-rt; error codes, and the
** words in brackets, are those of runtime.h.
**
** An object of `lateroot compile --clone-targets=...` (lr_options.clone_targets) has clones of its functions for
** several targets, and the tables lr_image, which are visible within the program or shared library that it is linked
** into:
**
**   extern const struct lr_image_tables lr_image;
**   lr_image_select(&lr_image);
**
** Until then, and without the call, the functions of target 0 run.  The call comes before other threads run code of the
** image: addresses of functions may differ before and after it.  Several threads may call the functions below at once;
** of two that use different targets, the later one counts. */
#ifndef LATEROOT_IMAGE_H
#define LATEROOT_IMAGE_H

#include <lateroot/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LR_IMAGE_VERSION = 1 };  /* of the layout of these tables */

struct lr_image_target {
	const char *cpu, *features; /* as they were given to the compiler */
	const char *needs;         /* the features that a machine must have, by LLVM's names, each behind a comma */
	uint32_t base;             /* the target whose functions it uses where it has none of its own */
	uint32_t flags;            /* bit 1: it has all functions */
};

struct lr_image_tables {
	uint32_t version;          /* LR_IMAGE_VERSION */
	uint32_t ntargets;
	const struct lr_image_target *targets;
	/* The tables jl_fvar_count ... jl_clone_ptrs, which Julia's runtime reads as well. */
	const size_t *fvar_count;  /* the number of functions in the tables */
	void *const *fvar_ptrs;    /* those of target 0 */
	const int32_t *clone_slots; /* count; pairs: number of a function, distance of a word from here that gets it */
	const uint32_t *clone_idxs; /* by target: a length, then numbers of functions */
	void *const *clone_ptrs;
};

/* Chooses the target with the most needs of those that this machine meets; the first of several.  Returns its number;
** LR_RT_E_ARG: tables of another version; LR_RT_E_NOT_FOUND: this machine meets the needs of none.  Any thread. */
LR_API int lr_image_choose(const struct lr_image_tables *);
/* Makes the image run the functions of a target.  LR_RT_OK; LR_RT_E_ARG: tables of another version, or that cannot be
** right, or no such target; LR_RT_E_NOT_FOUND: this machine does not meet its needs. */
LR_API int lr_image_use(const struct lr_image_tables *, unsigned target);
/* Both.  Returns the number of the target, or an error, and then nothing has changed. */
LR_API int lr_image_select(const struct lr_image_tables *);
/* Has this machine a feature, by LLVM's name?  Features that the runtime does not know are not there.  Any thread. */
LR_API int lr_cpu_has(const char *feature);

#ifdef __cplusplus
}
#endif
#endif
