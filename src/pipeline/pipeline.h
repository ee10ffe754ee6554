/* SPDX-License-Identifier: MIT */
/* pipeline.h -- a pipeline as a list of steps. */
#ifndef LR_PIPELINE_PIPELINE_H
#define LR_PIPELINE_PIPELINE_H

#include <llvm-c/TargetMachine.h>

#include "host/context.h"
#include "base/name.h"

/* LOOP: stands among loop passes or function passes; see host/loop.h. */
enum pass_kind { PASS_MODULE, PASS_FUNCTION, PASS_LOOP, PASS_MARKER };

/* A row of passes.def. */
struct pass_info {
	const char *name;
	lr_pass *run;
	enum pass_kind kind;
	bool required;         /* runs over functions with optnone, too */
	const char *params;    /* the parameters that it takes, separated by |; "" if none */
	const char *description;
};

/* One pass of this library, or a run of LLVM's passes with the nesting that they need. */
struct step {
	const struct pass_info *pass; /* NULL: LLVM's passes */
	const char *name;             /* for dumps and times: the pass, or the text of all LLVM passes */
	const char *text;             /* the parameters, NULL if none; for LLVM's passes the text for LLVMRunPasses */
};

struct pipeline {
	struct arena arena;           /* holds everything below */
	struct step *steps;
	uint32_t nsteps, steps_cap;
};

size_t pass_count(void);
const struct pass_info *pass_at(size_t i);
/* Does the pass take the parameters between < and >, of `n` bytes? */
bool pass_accepts(const struct pass_info *, const char *params, size_t n);
/* Runs one pass over `fns`, in lr_run and in the plug-in alike.  A pass that is not required skips optnone functions.
** New declarations get an order that does not depend on the number of functions in `fns`.  Sets cx->changed. */
lr_status pass_run(lr_context *, LLVMModuleRef, const struct pass_info *, LLVMValueRef *fns, size_t nfns, lr_params);

/* The first function that LLVM's verifier rejects; NULL if it rejects none by itself. */
LLVMValueRef rejected_function(LLVMModuleRef);

/* Is `name` (of `n` bytes) in the comma-separated `list`, or the list "all"?  `list` may be NULL. */
bool pipeline_names(const char *list, const char *name, size_t n);

/* The lowering from the dialect to plain IR, as a part of any pipeline. */
#define PIPELINE_PLACING \
	"LowerGlobals,AdoptGCRoots,InferGCLeaf,function(CancellationLowering,LowerExcHandlers," \
	"InlineAllocation,ExpandAtomicModify<collecting>,LowerReadBarriers,RecomputeImmediates,LateLowerGCFrame"
#define PIPELINE_FINAL ",FinalLowerGC,ExpandAtomicModify,PlaceStatepoints),LowerPTLSPass,RemoveJuliaAddrspaces"
#define PIPELINE_LOWERING PIPELINE_PLACING PIPELINE_FINAL
/* PropagateJuliaAddrspaces belongs before LLVM's optimisations, where Julia has it, too: it serves those, and lowering
** does not need it.  opt needs the nesting. */
#define PIPELINE_DEFAULT "function(GCInvariantVerifier),RemoveNI," PIPELINE_LOWERING

/* -- pipeline_julia.c: expands "julia" or "lateroot" with these options (of `bytes` bytes; NULL: no <>) to pipeline
** text, in `ar` or static. */
lr_status pipeline_expand(lr_context *, struct arena *ar, const char *name, const char *params, size_t bytes,
	const char **text);

/* -- pipeline_parse.c: parses `text` into `*p`, which it initialises; the caller frees the arena in any case.  Runs of
** LLVM's passes are tried on an empty module in `llvm`, so that the result can be run.  `single`: every pass becomes a
** step of its own. */
lr_status pipeline_parse(lr_context *, LLVMContextRef llvm, const char *text, bool single, struct pipeline *p);

/* -- pipeline_order.c: sorts the declarations at the end of the module. */
void pipeline_order_declarations(lr_context *, LLVMModuleRef);

/* -- pipeline_for_c.c: inserts the passes that a module from C needs in addition. */
lr_status pipeline_complete_for_c(lr_context *, LLVMModuleRef, struct pipeline *);

/* -- pipeline_times.c: reserves the rows for the times of all steps and of lr_compile, so that no allocation can fail
** after a pass has changed the module. */
lr_status pipeline_prepare_times(lr_context *, const struct pipeline *);
/* Gives the table that -time-passes of LATEROOT_ARGS asks for to the dump callback. */
void pipeline_report_times(lr_context *);

/* -- pipeline.c: gives the text of the functions that match `only` (a name or a glob; NULL: the module) to the dump
** callback. */
lr_status pipeline_print(lr_context *, LLVMModuleRef, const char *only, const char *pass, bool after);
/* lr_run with a target machine of the caller; NULL: that of the module. */
lr_status pipeline_run(lr_context *, LLVMModuleRef, const char *text, LLVMTargetMachineRef);

/* -- use_profile.c */
/* Gives a module that has a triple and no data layout, and whose target has words of another size than LLVM assumes
** then, the target's layout; *given says whether it did. */
lr_status pipeline_take_layout(lr_context *, LLVMModuleRef, bool *given);
/* Checks that the context's profile, and the module's data layout, are for the module's target. */
lr_status pipeline_check_target(lr_context *, LLVMModuleRef);

#endif
