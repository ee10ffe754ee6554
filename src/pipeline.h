/* pipeline.h -- a pipeline as a list of steps. */
#ifndef LR_PIPELINE_H
#define LR_PIPELINE_H

#include "context.h"

enum pass_kind { PASS_MODULE, PASS_FUNCTION, PASS_MARKER };

/* A row of passes.def. */
struct pass_info {
	const char *name;
	lr_pass *run;
	enum pass_kind kind;
	bool required;         /* for functions with optnone, too */
	const char *params;    /* what it takes, separated by |; "" if nothing */
	const char *description;
};

/* One pass of ours, or a stretch of LLVM's with the nesting that it needs. */
struct step {
	const struct pass_info *pass; /* NULL: LLVM's */
	const char *name;             /* for dumps and times: the pass, or the whole stretch */
	const char *text;             /* ours: the parameters, NULL if none; LLVM's: what LLVMRunPasses gets */
};

struct pipeline {
	struct arena arena;           /* holds everything below */
	struct step *steps;
	uint32_t nsteps, steps_cap;
};

size_t pass_count(void);
const struct pass_info *pass_at(size_t i);

/* Is `name` (of `n` bytes) in the comma-separated `list`, or the list "all"?  `list` may be NULL. */
bool pipeline_names(const char *list, const char *name, size_t n);

/* Parse `text` into `*p` (initialised here; free its arena in any case).  Stretches of LLVM's passes are tried on an
** empty module in `llvm`, so that what comes back can be run.  `single` asks for every pass as a step of its own. */
lr_status pipeline_parse(lr_context *, LLVMContextRef llvm, const char *text, bool single, struct pipeline *p);

#endif
