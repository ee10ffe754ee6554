/* pipeline.h -- a pipeline as a list of steps. */
#ifndef LR_PIPELINE_PIPELINE_H
#define LR_PIPELINE_PIPELINE_H

#include <llvm-c/TargetMachine.h>

#include "host/context.h"
#include "base/name.h"

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
/* Does the pass take what stands between < and >, `n` bytes? */
bool pass_accepts(const struct pass_info *, const char *params, size_t n);
/* Run one pass over `fns`, with all that goes around it wherever it runs: what may skip optnone functions does, and
** what is declared ends up in an order that does not depend on how many functions are in `fns`.  cx->changed tells what
** was changed. */
lr_status pass_run(lr_context *, LLVMModuleRef, const struct pass_info *, LLVMValueRef *fns, size_t nfns, lr_params);

/* The first function that LLVM's verifier rejects; NULL: none by itself. */
LLVMValueRef rejected_function(LLVMModuleRef);

/* Is `name` (of `n` bytes) in the comma-separated `list`, or the list "all"?  `list` may be NULL. */
bool pipeline_names(const char *list, const char *name, size_t n);

/* From the dialect to plain IR, wherever it stands. */
#define PIPELINE_PLACING \
	"LowerGlobals,AdoptGCRoots,InferGCLeaf,function(LowerExcHandlers,InlineAllocation,LateLowerGCFrame"
#define PIPELINE_FINAL ",FinalLowerGC,PlaceStatepoints),LowerPTLSPass,RemoveJuliaAddrspaces"
#define PIPELINE_LOWERING PIPELINE_PLACING PIPELINE_FINAL
/* PropagateJuliaAddrspaces belongs before LLVM's optimisations, where Julia has it, too: after them the casts that it
** looks through serve no one, and lowering does not need it.  The nesting is what opt needs. */
#define PIPELINE_DEFAULT "function(GCInvariantVerifier),RemoveNI," PIPELINE_LOWERING

/* -- pipeline_julia.c: the text, in `ar` or static, that "julia" or "lateroot" with these options (`bytes` of them,
** NULL: no <>) stands for. */
lr_status pipeline_expand(lr_context *, struct arena *ar, const char *name, const char *params, size_t bytes,
	const char **text);

/* -- pipeline_parse.c: parse `text` into `*p` (initialised here; free its arena in any case).  Stretches of LLVM's
** passes are tried on an empty module in `llvm`, so that what comes back can be run.  `single` asks for every pass as a
** step of its own. */
lr_status pipeline_parse(lr_context *, LLVMContextRef llvm, const char *text, bool single, struct pipeline *p);

/* -- pipeline_order.c: bring what was declared last into an order of its own. */
void pipeline_order_declarations(lr_context *, LLVMModuleRef);

/* -- pipeline_for_c.c: put in what a module that comes from C needs besides. */
lr_status pipeline_complete_for_c(lr_context *, LLVMModuleRef, struct pipeline *);

/* -- pipeline_times.c: room for the times of all steps, and what may follow: it must not be missing after a pass has
** done its work. */
lr_status pipeline_prepare_times(lr_context *, const struct pipeline *);
/* The table that -time-passes of LATEROOT_ARGS asks for, to the dump callback. */
void pipeline_report_times(lr_context *);

/* -- pipeline.c: the module, or what `only` (a name, or a glob; NULL: all) lets through of it, to the dump callback. */
lr_status pipeline_print(lr_context *, LLVMModuleRef, const char *only, const char *pass, bool after);
/* lr_run for a target machine of the caller's; NULL: that of the module. */
lr_status pipeline_run(lr_context *, LLVMModuleRef, const char *text, LLVMTargetMachineRef);

#endif
