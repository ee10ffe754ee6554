/* context.h -- what an lr_context is inside the library, and how a pass reports trouble. */
#ifndef LR_HOST_CONTEXT_H
#define LR_HOST_CONTEXT_H

#include <stdarg.h>

#include "lateroot/abi.h"
#include "lateroot/lateroot.h"
#include "ir/llvm.h"
#include "host/profile.h"
#include "base/arena.h"

enum { LR_MESSAGE_BYTES = 2048 }; /* longer messages are shortened */

struct lr_context {
	struct lr_options options;  /* strings copied into `strings` */
	struct arena strings;       /* lives as long as the context */
	lr_status first;            /* sticky */
	char first_message[LR_MESSAGE_BYTES];
	LLVMValueRef reported;      /* while the user's callback is told of a diagnostic: what that is about, or NULL */
	unsigned printed;           /* diagnostics that quoted an instruction; see context.c */
	bool rejected;              /* while something is said of a module that is no valid IR: what its functions
	                             * refer to may be of any kind, and is not read */
	struct lr_profile profile;
	struct lr_function_stats *stats; /* grown with lr_grow */
	size_t nstats, stats_cap;
	struct arena stats_names;   /* reset with the stats */
	struct pass_time { const char *name; double seconds; } *times;
	size_t ntimes, times_cap, nstep_times; /* the last: rows of a pipeline; what lr_compile adds comes behind */
	struct arena times_names;   /* reset at each run */
	struct dumper *dumper;      /* while lr_dump_functions runs a pipeline; otherwise NULL */
	const char *dump_dir;       /* -dump-dir, in `strings`; NULL: print what print_before and print_after ask for */
	bool report_times;          /* hand a table of the times out after each run */
	struct lr_progress at;      /* see progress.c */
	struct attribute_kinds {    /* LLVM's numbers for what the checker asks for (check_roots.c); the same wherever
	                             * they are asked for */
		bool known;
		unsigned memory, twice, readonly, readnone, writeonly, dereferenceable, nocapture, captures, sret,
			byval, dead_on_unwind;
	} kinds;
	unsigned memory_intrinsics[5]; /* LLVM's numbers, for propagate.c; 0: not asked for yet */
	bool later_function;        /* the plug-in runs a pass over one function after the other, and this is not the
	                             * first: what concerns the module was done */
	bool keeps;                 /* and nothing comes between but what context_forget_functions is called for: what
	                             * is found out about the module may be kept for the next function */
	struct lr_kept {            /* what is kept; `end` NULL: nothing */
		void (*end)(lr_context *, void *what);
		void (*forget_functions)(void *what); /* NULL: it knows of none */
		void *what;
	} kept[3];                  /* by KEPT_LATE ... */
	LLVMModuleRef kept_module;  /* of which that is */
	bool module_checked;        /* and what concerns it as a whole was looked at by the verifier of the dialect */
	struct { LLVMValueRef last; uint64_t spaces; } relocated; /* check_relocated_spaces, when this was the last
	                                                           * function of the module */
	LLVMValueRef ordered_last;  /* the last function of the module when its declarations were last put in order */
	/* While lr_compile lowers a module that only the code generator sees afterwards: RemoveJuliaAddrspaces may
	 * leave the address spaces in types, and says whether it has. */
	enum { SPACES_GO, SPACES_MAY_STAY, SPACES_STAYED } spaces;
	unsigned changed;           /* what the pass that runs has changed: LR_CHANGED_* */
};

/* Places in `kept`: of LateLowerGCFrame, of edit_begin, of the verifier of the dialect. */
enum { KEPT_LATE, KEPT_EDIT, KEPT_VERIFY };
/* The module is of no interest any more: nothing is kept. */
void context_forget(lr_context *);
/* Functions of it were removed or changed by others. */
void context_forget_functions(lr_context *);

/* lr_options.without, for tests of what is done about defects: placement leaves the first store of each function
** out. */
#define LR_SEEDED_DEFECT (UINT32_C(1) << 31)

/* A pass says so itself, and never too little.  IR: anything; CFG: blocks and edges, too, or whole functions. */
enum { LR_CHANGED_IR = 1, LR_CHANGED_CFG = 2 };

/* Parameters of a pass as written between < and >, e.g. "strong"; NULL when there are none. */
typedef const char *lr_params;

/* A pass.  Function passes get the functions to work on (definitions only); module passes get them too and may
** ignore them.  Contract: plan first, change the module only when nothing can fail any more; on failure report through
** lr_fail and return its status. */
typedef lr_status lr_pass(lr_context *, LLVMModuleRef, LLVMValueRef *fns, size_t nfns, lr_params);

/* Report an error: builds the diagnostic (function, instruction text, debug location) from `at`, which may be an
** instruction, a function, another value or NULL; calls the user's callback; sets the sticky error.  Returns `code`. */
__attribute__((format(printf, 4, 5)))
lr_status lr_fail(lr_context *, lr_status code, LLVMValueRef at, const char *fmt, ...);
/* The same for a module that LLVM's verifier rejects (LR_E_INVALID_IR): of `fn`, which may be NULL, only the name
** and the place are told. */
__attribute__((format(printf, 3, 4)))
lr_status lr_fail_rejected(lr_context *, LLVMValueRef fn, const char *fmt, ...);
/* The same without making the context fail. */
__attribute__((format(printf, 4, 5)))
void lr_report(lr_context *, lr_severity, LLVMValueRef at, const char *fmt, ...);
/* lr_fail for "no memory"; needs none itself. */
lr_status lr_nomem(lr_context *);
/* An argument that must not be NULL is: LR_E_USAGE, said to the context unless it is NULL itself.  `what` names the
** function and the argument. */
lr_status lr_null_argument(lr_context *, const char *what);

/* Append a record for `name` (copied); NULL on no memory. */
struct lr_function_stats *lr_stats_add(lr_context *, const char *name);

/* True if the options ask for compact form `letter` for the function `name`. */
bool lr_dump_wanted(const lr_context *, char letter, const char *name);
/* Hand text to the user's dump callback. */
void lr_dump_text(lr_context *, const char *text, size_t bytes);

/* -- progress.c: how far the run is, for options.progress */
/* A pass begins, or code generation; `name` lives until it ends. */
void progress_pass(lr_context *, const char *name, unsigned step, unsigned steps);
/* The pass that runs begins to go over so many functions; `phase` is static. */
void progress_phase(lr_context *, const char *phase, size_t functions);
void progress_function(lr_context *, LLVMValueRef fn);
void progress_end(lr_context *);

/* Memory from the user's allocator. */
void *lr_realloc(const lr_context *, void *p, size_t old_bytes, size_t new_bytes);

/* -- times.c */
/* A row of the table of times behind those of the pipeline's passes.  `name` is static.  The pipeline makes room for
** EXTRA_TIMES of them; further ones are left out. */
enum { EXTRA_TIMES = 4 };
void times_add(lr_context *, const char *name, double seconds);
/* Seconds of a clock that only goes forward. */
double times_now(void);

#endif
