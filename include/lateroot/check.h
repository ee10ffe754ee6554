/* SPDX-License-Identifier: MIT */
/* check.h -- lr_check: is every reference rooted where a collection may happen, in a module that anybody has lowered?
**
** The module may come from this library at any stage, from Julia's own passes, or from LLVM's RewriteStatepointsForGC.
** The proof reads the IR and nothing else.  docs/checking.md says what is proved for which kind of module, and what is
** taken for granted.
**
** Threads: as for all functions of lateroot.h, one thread at a time for each context.  When lr_check returns, the
** module is as it was.  While it runs, no other thread may read the module or use its LLVM context: LLVM's verifier
** ends the process where it does not know the `gc` strategy of a function, so such functions have another one while it
** runs, and linked frames are read in a copy.  With lr_options.assume_verified the module itself is only read. */
#ifndef LATEROOT_CHECK_H
#define LATEROOT_CHECK_H

#include "lateroot/lateroot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In the order in which one of them wins: a module has the largest verdict of its functions. */
typedef enum lr_verdict {
	LR_NOTHING_TO_PROVE = 0, /* no references are known here: nothing was looked at */
	LR_PROVEN,               /* at each safepoint, each reference that is needed later is rooted or relocated */
	LR_UNKNOWN,              /* there is something that the proof cannot see through */
	LR_HOLE                  /* a reference may be lost */
} lr_verdict;
/* Returns "nothing", "proven", "unknown" or "hole"; NULL for an invalid value.  Static. */
LR_API const char *lr_verdict_name(lr_verdict);

/* How a function roots its references. */
typedef enum lr_check_kind {
	LR_CHECK_AUTO = 0,       /* found out for each function */
	LR_CHECK_FRAMES,         /* frame intrinsics (julia.new_gc_frame ...), as LateLowerGCFrame leaves them */
	LR_CHECK_LINKED,         /* frames on the stack that stores link into a chain, as FinalLowerGC leaves them */
	LR_CHECK_STATEPOINTS,    /* gc.statepoint and gc.relocate, in any address space */
	LR_CHECK_NONE,           /* of a function: nothing of these */
	LR_CHECK_PLAIN,          /* plain pointers, rooted by llvm.gcroot or by frames that stores link; only where the
	                          * profile says which pointers are references */
	LR_CHECK_HAND            /* frames that hold addresses of variables, as code with <lateroot/roots.h> links them;
	                          * asked for, or in modules with the mark of that header, all functions are */
} lr_check_kind;
/* Returns "auto", "frames", "linked", "statepoints", "none", "plain" or "hand"; NULL for an invalid value.  Static. */
LR_API const char *lr_check_kind_name(lr_check_kind);

/* A place on the way of an object from its definition to the use that would find it gone. */
typedef enum lr_step_role { LR_STEP_DEFINED, LR_STEP_SAFEPOINT, LR_STEP_THROUGH, LR_STEP_USED } lr_step_role;
typedef struct lr_check_step {
	lr_step_role role;
	LLVMValueRef at;         /* of the module: an instruction, an argument, or (THROUGH) a block */
	const char *text;        /* one line of IR, shortened; of a block its name.  NULL: not printed */
	const char *file;        /* from the debug location; NULL: none */
	unsigned    line, column;
} lr_check_step;

/* All pointers but LLVM's values are borrowed until the callback returns. */
typedef struct lr_finding {
	lr_verdict verdict;      /* LR_HOLE or LR_UNKNOWN */
	lr_check_kind kind;
	const char *rule;        /* "root", "relocation", ...: docs/checking.md lists them; static */
	unsigned ordinal;        /* from 1: of the findings of this rule in this function.  (function, rule, ordinal) is
	                          * a key that line numbers do not change */
	const char *function;    /* IR name */
	LLVMValueRef fn, at;     /* at: the instruction that the finding is about, or the function */
	LLVMValueRef value;      /* the object; NULL: not known, or it is about no single object */
	const char *message;
	const char *text;        /* `at` as one line of IR; NULL: not printed */
	const char *file;        /* of `at`, else of the function */
	unsigned    line, column;
	size_t nsteps;           /* in order: defined, safepoint, blocks between, used.  Each may be missing */
	const lr_check_step *steps;
} lr_finding;

/* The result of one function, after its findings. */
typedef struct lr_checked {
	const char *function;
	LLVMValueRef fn;
	lr_check_kind kind;      /* as it was found out or asked for */
	lr_verdict verdict;
	/* Numbers of findings; of a function with many not all are listed, and of a module in which nothing was placed
	** only the first: the verdicts of its other functions stand without any. */
	unsigned holes, unknown;
} lr_checked;

typedef struct lr_check_options {
	size_t struct_size;      /* sizeof(lr_check_options) */
	lr_check_kind kind;      /* other than AUTO: functions of another kind that have references are unknown */
	const char *functions;   /* a name or glob; NULL: all */
	void (*finding)(void *user, const lr_finding *);   /* may be NULL */
	void (*function)(void *user, const lr_checked *);  /* may be NULL */
	void *user;
} lr_check_options;

/* Proves the functions of `m`, in module order, and calls back for each finding and each function.  The callbacks must
** not use the context.  `options` and `worst` may be NULL; *worst receives the verdict of the module.  Profile and ABI
** of the context count as for lr_run; diagnostics are not reported, and holes do not make the context fail.
** LR_OK if the module was looked at, whatever the verdict; LR_E_INVALID_IR if LLVM's verifier rejects it (unless
** lr_options.assume_verified); LR_E_NOT_FOUND if no function matches `functions`.  The time is near-linear in the
** module; frames that are linked by stores are read in a copy of it. */
LR_API lr_status lr_check(lr_context *, LLVMModuleRef m, const lr_check_options *options, lr_verdict *worst);

#ifdef __cplusplus
}
#endif
#endif
