/* pipeline_names.h -- which passes there are, of this library and of LLVM, and which one was meant. */
#ifndef LR_PIPELINE_PIPELINE_NAMES_H
#define LR_PIPELINE_PIPELINE_NAMES_H

#include <llvm-c/Transforms/PassBuilder.h>

#include "pipeline/pipeline.h"

/* These stand for whole pipelines: pipeline_julia.c. */
enum { WHOLE_NAMES = 2 };
extern const char *const pipeline_whole_names[WHOLE_NAMES];

/* The known pass or pipeline that `name` (of `n` bytes) was probably meant to be; NULL if nothing is near, or it is
** that name itself. */
const char *pipeline_nearest(const char *name, size_t n);

/* LLVM-C does not tell which passes there are: LLVM is made to parse them, and run them over an empty module. */
struct trial {
	LLVMContextRef llvm;
	char *host;            /* triple of this machine, which the empty module is for */
	LLVMPassBuilderOptionsRef options;
};
void trial_begin(struct trial *, LLVMContextRef);
void trial_end(struct trial *);
/* Is the text a pipeline of LLVM's?  If not, `*message` is LLVM's, to be disposed of. */
bool trial_accepts(struct trial *, const char *text, char **message);
/* Is `text`, a name with or without parameters (`n` bytes), a pass of LLVM's over IR?  Those over machine code are
** none. */
bool trial_knows(struct trial *, const char *text, size_t n);

/* Are the passes in `list`, separated by commas, known to this library or to LLVM?  An error that names the nearest if
** not; "all" and NULL are. */
lr_status pipeline_check_points(lr_context *, LLVMContextRef, const struct pipeline *, const char *list);

#endif
