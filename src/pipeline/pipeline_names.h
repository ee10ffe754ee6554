/* SPDX-License-Identifier: MIT */
/* pipeline_names.h -- the names of passes of this library and of LLVM, and suggestions for wrong names. */
#ifndef LR_PIPELINE_PIPELINE_NAMES_H
#define LR_PIPELINE_PIPELINE_NAMES_H

#include <llvm-c/Transforms/PassBuilder.h>

#include "pipeline/pipeline.h"

/* These stand for whole pipelines: pipeline_julia.c. */
enum { WHOLE_NAMES = 2 };
extern const char *const pipeline_whole_names[WHOLE_NAMES];

/* The known pass or pipeline whose name is nearest to `name` (of `n` bytes); NULL if none is near, or it is that name
** itself. */
const char *pipeline_nearest(const char *name, size_t n);

/* LLVM-C cannot list LLVM's passes, so LLVM has to parse them, and run them over an empty module. */
struct trial {
	LLVMContextRef llvm;
	char *host;            /* triple of this machine, that of the empty module */
	LLVMPassBuilderOptionsRef options;
};
void trial_begin(struct trial *, LLVMContextRef);
void trial_end(struct trial *);
/* Is the text a pipeline of LLVM?  If not, `*message` is LLVM's error, which the caller disposes of. */
bool trial_accepts(struct trial *, const char *text, char **message);
/* Is `text`, a name with or without parameters (`n` bytes), a pass of LLVM over IR?  False for passes over machine
** code. */
bool trial_knows(struct trial *, const char *text, size_t n);

/* Checks that the passes in `list`, separated by commas, are known to this library or to LLVM; "all" and NULL are.  The
** error suggests the nearest name. */
lr_status pipeline_check_points(lr_context *, LLVMContextRef, const struct pipeline *, const char *list);

#endif
