/* SPDX-License-Identifier: MIT */
/* context.h -- the definition of lr_context, and how passes report diagnostics. */
#ifndef LR_HOST_CONTEXT_H
#define LR_HOST_CONTEXT_H

#include <stdarg.h>

#include "lateroot/abi.h"
#include "lateroot/lateroot.h"
#include "ir/llvm.h"
#include "host/loop.h"
#include "host/profile.h"
#include "base/arena.h"

enum { LR_MESSAGE_BYTES = 2048 }; /* longer messages are shortened */

/* While lr_check runs: takes what the checkers report instead of the host's callback, and the context does not fail. */
struct lr_findings {
	void (*take)(struct lr_findings *, LLVMValueRef at, const char *message);
	/* The checkers say these before they report. */
	const char *rule;           /* which part of the proof fails; static */
	LLVMValueRef value;         /* the object that is not rooted or not up to date; NULL: not known */
	bool undecided;             /* the proof was given up: nothing is known */
	bool no_frame;              /* the function has nothing to root values with */
};

struct lr_context {
	struct lr_options options;  /* strings copied into `strings` */
	struct arena strings;       /* lives as long as the context */
	lr_status first;            /* the first error; stays until it is cleared */
	char first_message[LR_MESSAGE_BYTES];
	LLVMValueRef reported;      /* while the host gets a diagnostic: the value that it is about, or NULL */
	unsigned printed;           /* number of diagnostics that quoted an instruction; see context.c */
	bool rejected;              /* while a diagnostic about a module of invalid IR is made: its functions may
	                             * refer to values of any kind, which are not read */
	struct lr_profile profile;
	struct lr_function_stats *stats; /* grown with lr_grow */
	size_t nstats, stats_cap;
	struct arena stats_names;   /* reset with the stats */
	struct pass_time { const char *name; double seconds; } *times;
	size_t ntimes, times_cap, nstep_times; /* the last: rows of the pipeline; those of lr_compile follow */
	struct arena times_names;   /* reset at each run */
	struct dumper *dumper;      /* while lr_dump_functions runs a pipeline; otherwise NULL */
	const char *dump_dir;       /* -dump-dir, in `strings`; NULL: print what print_before and print_after ask for */
	const char *check_roots;    /* -check-roots, in `strings`: a pass for the compiler's pipeline; NULL: none */
	bool report_times;          /* give the table of times to the host after each run */
	struct lr_progress at;      /* see progress.c */
	struct attribute_kinds {    /* LLVM's numbers of attributes that the checker asks for (check_roots.c); the same
	                             * in every LLVMContext */
		bool known;
		unsigned memory, twice, readonly, readnone, writeonly, dereferenceable, nocapture, captures, sret,
			byval, dead_on_unwind;
	} kinds;
	unsigned memory_intrinsics[5]; /* LLVM's intrinsic numbers, for propagate.c; 0: not asked for yet */
	bool later_function;        /* the plug-in runs a pass over one function after the other, and this is not the
	                             * first: work on the module as a whole has been done */
	bool keeps;                 /* facts about the module may be kept from one function to the next: whatever else
	                             * changes functions calls context_forget_functions */
	struct lr_kept {            /* facts that are kept; `end` NULL: none */
		void (*end)(lr_context *, void *what);
		void (*forget_functions)(void *what); /* NULL: they concern no functions */
		void *what;
	} kept[3];                  /* index: KEPT_LATE ... */
	LLVMModuleRef kept_module;  /* the module that they concern */
	bool module_checked;        /* the dialect verifier has checked that module as a whole */
	struct { LLVMValueRef last; uint64_t spaces; } relocated; /* result of check_relocated_spaces while this was
	                                                           * the last function of the module */
	struct { LLVMModuleRef module; LLVMValueRef last; bool any; } modifies; /* does the module declare
	                                                   * julia.atomicmodify.*, while this was its last function */
	LLVMValueRef ordered_last;  /* the last function of the module when its declarations were last put in order */
	/* While lr_compile lowers a module that only the code generator sees afterwards: RemoveJuliaAddrspaces may
	 * leave the address spaces in types, and says whether it has. */
	enum { SPACES_GO, SPACES_MAY_STAY, SPACES_STAYED } spaces;
	bool no_hints;              /* while lr_compile lowers a module that no optimisation sees afterwards: loads,
	                             * stores need no metadata for one */
	bool late_frames;           /* while lr_compile lowers a module for WebAssembly: frames need not be allocas, by
	                             * which `lateroot check` knows them (late_frame.c) */
	struct remarks_said {       /* see remark.c; grown with lr_realloc */
		struct remark_said { uint64_t key; uint32_t run, here, said; } *at;
		uint32_t n, cap;
		uint32_t run;       /* number of the pass that runs */
	} said;
	const struct loop_given *loop; /* while a loop pass runs: the only loop that it works on; NULL: all loops */
	struct lr_findings *findings; /* NULL: the checkers report to the host */
	unsigned changed;           /* what the current pass has changed: LR_CHANGED_* */
};

/* Indices of `kept`: LateLowerGCFrame, edit_begin, the dialect verifier. */
enum { KEPT_LATE, KEPT_EDIT, KEPT_VERIFY };
/* Forgets all facts about the module. */
void context_forget(lr_context *);
/* Forgets the facts about functions, some of which were removed or changed. */
void context_forget_functions(lr_context *);

/* A bit of lr_options.without for tests of error reports: placement omits the first store of each function. */
#define LR_SEEDED_DEFECT (UINT32_C(1) << 31)

/* A pass sets these itself, and never too few.  IR: it changed anything; CFG: also blocks, edges or whole functions. */
enum { LR_CHANGED_IR = 1, LR_CHANGED_CFG = 2 };

/* Parameters of a pass as written between < and >, e.g. "strong"; NULL when there are none. */
typedef const char *lr_params;

/* A pass.  A function pass gets the functions to work on (definitions only); a module pass gets them too and may ignore
** them.  A pass must plan first, and change the module only when nothing can fail any more.  On failure it reports
** through lr_fail and returns its status. */
typedef lr_status lr_pass(lr_context *, LLVMModuleRef, LLVMValueRef *fns, size_t nfns, lr_params);

/* Reports an error: builds the diagnostic (function, instruction text, debug location) from `at`, which may be an
** instruction, a function, another value or NULL; calls the user's callback; sets the sticky error.  Returns `code`. */
__attribute__((format(printf, 4, 5)))
lr_status lr_fail(lr_context *, lr_status code, LLVMValueRef at, const char *fmt, ...);
/* The same for a module that LLVM's verifier rejects (LR_E_INVALID_IR).  Only the name and the location of `fn`, which
** may be NULL, are given. */
__attribute__((format(printf, 3, 4)))
lr_status lr_fail_rejected(lr_context *, LLVMValueRef fn, const char *fmt, ...);
/* Fails if LLVM cannot read the module's flags: to be asked before LLVM's verifier is. */
lr_status lr_check_module_flags(lr_context *, LLVMModuleRef);
/* The same without making the context fail. */
__attribute__((format(printf, 4, 5)))
void lr_report(lr_context *, lr_severity, LLVMValueRef at, const char *fmt, ...);
/* Reports that memory is exhausted; allocates nothing. */
lr_status lr_nomem(lr_context *);
/* Memory is exhausted in a pass that changes one thing after the other, each of which leaves the module right.  If the
** pass has changed nothing so far, reports that.  Otherwise the rest stays as it is, and the result is LR_OK. */
lr_status lr_stop_early(lr_context *);
/* Reports LR_E_USAGE for an argument that must not be NULL, unless `cx` is NULL itself.  `what` names the function and
** the argument. */
lr_status lr_null_argument(lr_context *, const char *what);

/* Appends a record for `name` (copied); NULL if memory is exhausted. */
struct lr_function_stats *lr_stats_add(lr_context *, const char *name);

/* Do the options ask for compact form `letter` of the function `name`? */
bool lr_dump_wanted(const lr_context *, char letter, const char *name);
/* Gives text to the host's dump callback. */
void lr_dump_text(lr_context *, const char *text, size_t bytes);

/* -- progress.c: reports progress to options.progress */
/* A pass or code generation begins; `name` must live until it ends. */
void progress_pass(lr_context *, const char *name, unsigned step, unsigned steps);
/* The current pass begins a walk over so many functions; `phase` is a static string. */
void progress_phase(lr_context *, const char *phase, size_t functions);
void progress_function(lr_context *, LLVMValueRef fn);
void progress_end(lr_context *);

/* Calls the host's allocator. */
void *lr_realloc(const lr_context *, void *p, size_t old_bytes, size_t new_bytes);

/* -- times.c */
/* Adds a row to the table of times, behind those of the pipeline's passes.  `name` is static.  The pipeline reserves
** EXTRA_TIMES such rows; further ones are dropped. */
enum { EXTRA_TIMES = 4 };
void times_add(lr_context *, const char *name, double seconds);
/* The time of a monotonic clock, in seconds. */
double times_now(void);

#endif
