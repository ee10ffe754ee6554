/* SPDX-License-Identifier: MIT */
/* lateroot.h -- places GC roots in LLVM IR and compiles the result.
**
** The library takes modules in the Julia GC dialect (address spaces 10..13, julia.call, jl_roots bundles, gc_preserve),
** decides which tracked values need a root slot and where, and lowers the modules to plain LLVM IR or machine code.
**
** Threads: a context belongs to one thread at a time; different contexts may run on different threads at once (with
** different LLVMContexts).  A function that takes `const lr_context *` only reads and may run concurrently with other
** such calls on the same context.
**
** Pointers: an argument may be NULL where its comment allows it, and `user` may be anything.  Any other NULL is
** LR_E_USAGE; functions that return no status then return NULL, 0 or false, or have no effect.
**
** Side effects: the library never exits, aborts, prints, installs a signal handler or an LLVM fatal-error handler, and
** keeps no global mutable state.  The same input gives the same output, byte for byte.  Two
** exceptions: what lr_context_set_args asks for is printed if the host has no `dump` callback; and LLVM's reader of
** bitcode, which lr_jit_add calls, ends the process for some broken input. */
#ifndef LATEROOT_H
#define LATEROOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <llvm-c/Types.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef LR_API
#define LR_API __attribute__((visibility("default")))
#endif

#define LR_VERSION_MAJOR 0 /* equal major numbers are ABI compatible (0: no promise yet) */
#define LR_VERSION_MINOR 1
#define LR_VERSION_PATCH 0

/* Returns major << 16 | minor << 8 | patch of the library that is running. */
LR_API uint32_t lr_version(void);
/* Returns the major version of the LLVM that the library was built against; it must be the caller's too. */
LR_API unsigned lr_llvm_major(void);

typedef struct lr_context lr_context;

typedef enum {
	LR_OK = 0,
	LR_E_NOMEM,      /* memory is exhausted */
	LR_E_INVALID_IR, /* LLVM's verifier rejects the module, or it cannot be read */
	LR_E_DIALECT,    /* the IR violates a rule of the GC dialect */
	LR_E_PIPELINE,   /* unknown pass, or a syntax error in the text of the pipeline */
	LR_E_PROFILE,    /* unknown or malformed ABI profile */
	LR_E_CHECK,      /* the independent checker found a defect in the placement: a defect of this library */
	LR_E_TARGET,     /* unknown target, or the code generator reported an error */
	LR_E_IO,         /* a file could not be read or written */
	LR_E_USAGE,      /* an argument of the call itself is invalid */
	LR_E_NOT_FOUND   /* no function has this name */
} lr_status;

/* Returns the short English name of a status ("dialect violation"); never NULL, static. */
LR_API const char *lr_status_name(lr_status);

typedef enum {
	LR_NOTE,                 /* more about the diagnostic before it, or something worth knowing */
	LR_WARNING,              /* the work goes on, and its result is what was asked for */
	LR_ERROR                 /* the work is given up; lr_first_error has the first of these */
} lr_severity;

/* All strings are borrowed until the callback returns; any of them but `message` may be NULL. */
typedef struct lr_diagnostic {
	lr_severity severity;
	lr_status   code;
	const char *function;    /* IR name of the function */
	const char *instruction; /* the instruction as text, one line, shortened if very long */
	const char *file;        /* from the debug location */
	unsigned    line, column;/* 0: unknown */
	const char *message;     /* no trailing newline */
} lr_diagnostic;

/* Results for one function after LateLowerGCFrame. */
typedef struct lr_function_stats {
	const char *name;        /* owned by the context, until it runs another pipeline or is freed */
	uint32_t safepoints;
	uint32_t tracked;        /* number of tracked scalars (elements of aggregates counted singly) */
	uint32_t max_live;       /* most roots needed at once at one safepoint: lower bound for slots.  A root that is
	                          * live at a call that may return twice is needed at each safepoint reachable from that
	                          * call */
	uint32_t slots;          /* number of slots that SSA values need */
	uint32_t array_slots;    /* number of additional slots for argument arrays in the frame */
	uint32_t alloca_slots;   /* number of slots for stack variables and for stores into them */
	uint32_t root_stores;    /* number of stores of values into slots that placement inserted, including words of
	                          * arrays that serve as slots */
	uint32_t array_stores;   /* number of stores into arrays in the frame, of arguments that need no root */
	bool     frame;          /* a frame is pushed */
	uint32_t mapped_words;   /* reference words of variables in a mapped frame, which stay in place */
} lr_function_stats;

/* Optimisations that lr_options.without turns off.  All programs stay correct, but become slower. */
enum {
	LR_SHRINK_WRAP = 1,      /* push the frame where it is first needed, not at the top */
	LR_STORE_MOTION = 2,     /* store slots outside of loops, once for several paths, and not twice */
	LR_SLOT_SHARING = 4,     /* values and variables that are not live at the same time share a slot */
	LR_COVERAGE = 8,         /* no root for an object that another rooted object keeps alive */
	LR_BARRIER_ELISION = 16, /* remove write barriers without effect; neighbours share one test */
	LR_INLINE_ALLOCATION = 32, /* take small objects inline from free memory, if the profile supports that */
	LR_ARGUMENT_ARRAYS = 64, /* store the arguments of a boxed call once: their array lies in the frame and roots
	                          * them */
	LR_LEAF_INFERENCE = 128, /* calls of functions that never collect are no safepoints */
	LR_ALL_OPTIMISATIONS = 255
};

/* How a collector finds the roots of a function at run time.  One stack may mix ABIs. */
typedef enum lr_abi {
	LR_ABI_GCFRAME = 0,      /* a frame of slots, linked into the task's chain while it is needed; any target */
	LR_ABI_FRAMEMAP,         /* the same slots, not linked: a table made at build time gives their places in the
	                          * stack frame */
	LR_ABI_STATEPOINT,       /* a table gives the places of the values for each call: there are no slots */
	LR_ABI_SHADOW_STACK      /* LLVM's documented chain, llvm_gc_root_chain */
} lr_abi;
/* Returns "gcframe", "framemap", ...; NULL for an invalid value.  Static. */
LR_API const char *lr_abi_name(lr_abi);

/* The reasons for the decisions of LateLowerGCFrame, in the terms of LLVM's optimisation remarks. */
typedef enum { LR_REMARK_PASSED, LR_REMARK_MISSED, LR_REMARK_ANALYSIS } lr_remark_kind;
/* Part of a remark's message, which is the concatenation of the values; key "String" where the part has no meaning of
** its own. */
typedef struct lr_remark_arg {
	const char *key, *value;
	const char *file;        /* NULL: the part refers to no place */
	unsigned    line, column;
} lr_remark_arg;
/* All pointers are borrowed until the callback returns. */
typedef struct lr_remark {
	lr_remark_kind kind;
	const char *name;        /* "Root", "NoRoot", "Frame", ...: docs/seeing.md lists them */
	const char *function;
	LLVMValueRef at;         /* the instruction or function of the remark */
	const char *file;        /* from the debug location; NULL: none */
	unsigned    line, column;
	size_t nargs;
	const lr_remark_arg *args;
} lr_remark;

/* The progress of a run.  PASS_BEGIN and PASS_END enclose each step of a pipeline, and LLVM's optimisation and code
** generation in lr_compile.  Passes over functions report between them: PHASE_BEGIN, and after each function
** FUNCTION_DONE. */
typedef enum { LR_PASS_BEGIN, LR_PHASE_BEGIN, LR_FUNCTION_DONE, LR_PASS_END } lr_progress_event;
/* Strings are borrowed until the callback returns. */
typedef struct lr_progress {
	lr_progress_event event;
	const char *pass;        /* the name that lr_pass_time returns */
	unsigned step, steps;    /* position of the pass in the pipeline, from 1; 0: not part of one */
	const char *phase;       /* "plan", "rewrite", "check"; NULL outside of phases */
	const char *function;    /* FUNCTION_DONE: name of the function; otherwise NULL */
	size_t done, functions;  /* of the current phase: functions that are done, and all */
	unsigned thread;         /* 0: the caller's thread */
	unsigned piece, pieces;  /* lr_compile_options.jobs: number of the partition of the module, from 1; 0: the whole
	                          * module */
} lr_progress;

/* Which modules are typed: in those the types of stack variables, and of arguments passed by address, tell which words
** hold references. */
typedef enum lr_memory {
	LR_MEMORY_FLAG = 0,      /* modules with the flag "lateroot.memory" = "typed", which AdoptDialect sets */
	LR_MEMORY_TYPED          /* all modules */
} lr_memory;

/* Zero-initialise, set struct_size, then fill in the fields that are needed. */
typedef struct lr_options {
	size_t struct_size;      /* sizeof(lr_options), so that later versions can add fields; 0 is LR_E_USAGE, as in
	                          * all structs of options */
	/* realloc-like: (user, NULL, 0, n) allocates, (user, p, n, 0) frees; NULL on failure.  Default: libc. */
	void *(*alloc)(void *user, void *p, size_t old_bytes, size_t new_bytes);
	void  (*diagnose)(void *user, const lr_diagnostic *); /* default: diagnostics are dropped */
	/* Receives a text that a dump option requested (print-before/after, compact forms). Default: dropped. */
	void  (*dump)(void *user, const char *text, size_t bytes);
	void  *user;
	const char *profile;     /* "lateroot" (default), "julia-1.14", "julia-1.13", "julia-1.5", or the path of a
	                          * profile file */
	bool  check;             /* run the independent checker after placement */
	bool  verify_each;       /* run LLVM's verifier and the dialect verifier after each pass */
	bool  time_passes;       /* record times for lr_pass_time */
	const char *print_before;/* comma-separated pass names, or "all"; NULL: none.  A pass that neither LLVM nor this
	                          * library has is an error */
	const char *print_after;
	const char *function;    /* restrict dumps to functions with this name, or that match this glob (*, ?, [a-z],
	                          * [!a]), or one of several with commas between them; NULL: all */
	const char *dump_forms;  /* letters: N numbering, L liveness, C colours (root map), P plan; NULL: none */
	bool  check_frames;      /* FinalLowerGC: functions with a frame call lr_check_frames (runtime.h) before they
	                          * return */
	uint32_t without;        /* optimisations to leave out: LR_SHRINK_WRAP and so on, or-ed; 0: none */
	lr_abi abi;              /* of functions without the attribute "lateroot-abi"="NAME" */
	/* LateLowerGCFrame explains each function before it changes it: one JSON object as docs/seeing.md describes it,
	** valid UTF-8, borrowed, in the order of the module.  Functions of the ABI statepoint are left out: they have
	** no slots.  Default: no explanations.  Costs a print of the module. */
	void  (*explain)(void *user, const char *function, const char *json, size_t bytes);
	/* Called for each remark, function by function.  Default: no remarks are made. */
	void  (*remark)(void *user, const lr_remark *);
	/* Called for each step of progress, quickly and often.  Calls never overlap, even if several threads work
	** (lr_progress.thread). */
	void  (*progress)(void *user, const lr_progress *);
	bool  polls;             /* "lateroot" and "julia<...>" contain PlaceGCPolls: threads stop in loops and
	                          * recursion that do not allocate */
	/* Functions of the ABIs gcframe and framemap reload their roots after each safepoint, so that objects may move;
	** the attribute "lateroot-reload"="true" or "false" of a function overrides this.  Functions of the ABI
	** statepoint always reload. */
	bool  reload;
	bool  compress_tables;   /* tables of the ABI statepoint take less space in objects, and are unpacked when they
	                          * are loaded: see runtime.h, lr_statepoints_add */
	lr_memory memory;
	/* How warnings about programs are treated, separated by commas: "error", "no" (all of them), "error=NAME",
	** "no-error=NAME", "no-NAME".  Names:  malloc, global, container, coroutine, longjmp, descriptor, untyped,
	** maybe-untyped, asm, number, address, barrier, handler, rootless (docs/pipelines.md); coroutine and untyped
	** are errors by default. NULL: the defaults. */
	const char *warnings;
	/* The caller promises that LLVM's verifier has accepted each module; lr_run, lr_compile and lr_jit_add then
	** skip it.  Verification takes longer than most passes.  The rules of the dialect are still checked.  If the
	** promise is wrong, anything can happen: this library or LLVM may crash or make wrong code. */
	bool  assume_verified;
	/* The processors that the pass JuliaMultiVersioning clones functions for, as JULIA_CPU_TARGET has them:
	** "generic;haswell,-rdrnd,base(0);x86-64-v4,clone_all".  lr_compile runs the pass first if this is set, and the
	** object has tables for lr_image_select (image.h).  NULL: none; the pass works on modules that ask for it. */
	const char *clone_targets;
	/* The code goes into an image that a runtime loads, and whose loader fills the variables of the profile's keys
	** image_*: LowerPTLSPass works as LowerPTLSPass<imaging>, "julia<...>" has dump_native, and the loader's
	** variables get no warnings.  Without meaning in a profile that has no such keys.  docs/images.md. */
	bool  image;
} lr_options;

/* Makes a context.  `options` may be NULL and is copied, strings included.  NULL if memory is exhausted.  A bad profile
** makes a context whose first error is set: lr_first_error returns it. */
LR_API lr_context *lr_context_new(const lr_options *options);
/* Frees the context and all that it owns.  NULL is allowed. */
LR_API void lr_context_free(lr_context *);

/* Returns the first error since the context was made or cleared: LR_OK if none.  `*message`, unless NULL, receives its
** text (owned by the context, valid until the error is cleared) or NULL.  Without a context: LR_E_USAGE. */
LR_API lr_status lr_first_error(const lr_context *, const char **message);
/* Forgets the first error, so that the context can be used again.  NULL is allowed. */
LR_API void lr_clear_error(lr_context *);

/* Runs `pipeline` over `m`, which stays the caller's.  `pipeline` is text as for opt's -passes: pass names of this
** library under Julia's names ("LateLowerGCFrame,FinalLowerGC"), of LLVM ("dse,gvn") and the nesting "function(...)",
** "module(...)" around either; NULL or "lateroot" stands for the whole GC lowering (lr_default_pipeline).  The module
** is checked first (pipeline text, LLVM verifier, dialect rules); if that fails, the status tells why and the module is
** unchanged.  While the context has an error, the function only returns it. */
LR_API lr_status lr_run(lr_context *, LLVMModuleRef m, const char *pipeline);

/* Returns the text that "lateroot" stands for. Static. */
LR_API const char *lr_default_pipeline(void);

/* Returns the names of all passes of this library in pipeline order; *description (unless NULL) receives one line about
** the pass. NULL past the end.  Static strings. */
LR_API const char *lr_pass_name(size_t i, const char **description);

/* Results for each function of the last lr_run that contained LateLowerGCFrame, in module order. */
LR_API size_t lr_stats_count(const lr_context *);
LR_API const lr_function_stats *lr_stats(const lr_context *, size_t i); /* NULL if out of range */

/* Reads the time spent in pass number i of the last run, if options.time_passes; after lr_compile LLVM's optimisation
** and code generation come last.  False past the end. `name` and `seconds` may be NULL. */
LR_API bool lr_pass_time(const lr_context *, size_t i, const char **name, double *seconds);

/* One function as a module of its own: with the types, declarations, variables, comdats, aliases, attributes and
** metadata that it needs, so that opt, llc and this library can read it.  Other functions are declarations.  At most 16
** KiB of definitions of variables are included, nearest first, each reference in them counting 128 bytes; the rest are
** external declarations.  Left out: debug info of variables, module-level assembly, and named metadata.  Of the latter
** are kept: !llvm.dbg.cu, !llvm.ident and those !llvm.module.flags that do not refer to functions.  Metadata keeps the
** numbers that it has in the module.  Strings are borrowed until the callback returns. */
typedef struct lr_function_dump {
	const char *name;        /* any bytes, followed by a NUL; the function's number if it has no name */
	size_t name_bytes;
	bool unnamed;
	const char *pass;        /* NULL: the module as it was passed in */
	bool after;              /* after that pass; false: before it */
	unsigned step;           /* position of the pass in the pipeline, from 1; 0 if `pass` is NULL */
	const char *text;        /* its first line is a comment with the fields above; followed by a NUL */
	size_t bytes;
} lr_function_dump;

/* Receives a dump.  Returns false to stop: the call then returns LR_E_IO. */
typedef bool lr_emit(void *user, const lr_function_dump *);

typedef struct lr_dump_options {
	size_t struct_size;
	const char *functions;   /* a name or glob, as lr_options.function; NULL: all */
	const char *before, *after; /* passes, as lr_options.print_before; a name that is not in the pipeline is an
	                             * error */
	bool each;               /* at the start and after each pass */
	lr_emit *emit;
	void *user;
} lr_dump_options;

/* Runs `pipeline` as lr_run does, and passes functions to `emit` at the points that the options select, in module
** order. If they select none, no pass is run and the functions are passed as they are.  LR_E_NOT_FOUND if no function
** ever matched.  The time is linear in the output and the size of the module for each point. `pipeline` may be NULL, as
** for lr_run. */
LR_API lr_status lr_dump_functions(lr_context *, LLVMModuleRef m, const char *pipeline, const lr_dump_options *);

/* Makes a name for a file that holds `d`, safe and unique for each function and point: "f.ll", or
** "03-after-LateLowerGCFrame/f.ll"; at most LR_FILE_NAME_BYTES with the NUL. */
enum { LR_FILE_NAME_BYTES = 256 };
LR_API void lr_dump_file_name(const lr_function_dump *d, char *to);

/* Archives of dumps: a sequence of gzip members, so that zcat shows them all, with an index at the end by which one is
** found without reading the others.  Writing: make, add, finish; `*bytes` is for lr_free_bytes.  After an error only
** free is allowed. */
typedef struct lr_archive lr_archive;
LR_API lr_archive *lr_archive_new(lr_context *cx); /* in `cx`, which must outlive it; NULL: memory is exhausted */
LR_API lr_status lr_archive_add(lr_archive *, const lr_function_dump *);
LR_API lr_status lr_archive_finish(lr_archive *, void **bytes, size_t *size);
LR_API void lr_archive_free(lr_archive *); /* NULL is allowed */

/* Passes the dumps in an archive of the functions that match `functions` (NULL: all) to `emit`, in the order in which
** they were added.  The cost of a name (not a glob) does not depend on the number of other functions.  Damaged members
** are reported and skipped, and the status is then LR_E_IO; LR_E_NOT_FOUND if nothing matched. */
LR_API lr_status lr_archive_read(lr_context *, const char *path, const char *functions, lr_emit *emit, void *user);

/* Sets options as users pass them to a host compiler, separated by blanks ('...' and "..." quote; one or two dashes):
**   -print-before=PASS,...  -print-after=PASS,...  -print-before-all  -print-after-all
**                           as the fields of lr_options with these names
**   -func=GLOB              restrict the dumps to some functions
**   -dump-dir=DIR           write the dumps to files of this folder, each function as a module of its own
**                           (lr_dump_file_name), and print none
**   -time-passes            after each run, the time of each pass
**   -abi=NAME  -profile=NAME  -reload  -polls  -check  -image  -clone-targets=TARGET;...
**                           as the fields of lr_options with these names
**   -Werror  -Werror=NAME  -Wno-error=NAME  -Wno-NAME
**                           words of lr_options.warnings; -warnings=WORD,... sets all of them
** They override the context's options.  Output goes to the `dump` callback, or, if the host has none, to stderr: the
** only case in which the library prints.  An unknown option is LR_E_USAGE, with the nearest name in the message; then
** no option takes effect.  If `args` is NULL the call has no effect. */
LR_API lr_status lr_context_set_args(lr_context *, const char *args);
/* The same with the value of LATEROOT_ARGS.  The library reads the environment nowhere else.  The plug-in for opt and
** clang calls this. */
LR_API lr_status lr_context_args_from_env(lr_context *);

typedef enum {
	LR_OUT_OBJECT,           /* an object file, the default */
	LR_OUT_ASSEMBLY          /* the text of an assembler */
} lr_filetype;

typedef struct {
	size_t struct_size;
	unsigned opt_level;      /* 0..3: LLVM's optimisation after lowering and the code generator's level */
	lr_filetype filetype;
	const char *triple;      /* NULL: the module's, or the host's */
	/* A name that LLVM does not know, or cannot compile this target for, is LR_E_TARGET; docs/embedding.md. */
	const char *cpu;         /* NULL: generic; "native": the host's */
	const char *features;    /* NULL: only those of the cpu; "+sse4.2,-avx" */
	bool no_pic;             /* false: position independent, as linkers expect it where programs are PIE, the
	                          * default of cc; true: the static relocation model (cc -no-pie). WebAssembly: only
	                          * if the module has the flag "PIC Level", as from clang -fPIC */
	/* 0: the module is optimised and compiled as one.  Otherwise: in partitions, this many of them at a time, each
	** as if it were a source file of its own (nothing is inlined from one into another), and joined into one
	** object.  The partitions depend only on the module, so each number gives the same bytes.  Small modules are
	** one partition; so are modules with aliases, module-level assembly, llvm.used, addresses of labels or exported
	** symbols without a name, assembly as output, and targets other than x86-64 with ELF. */
	unsigned jobs;
	unsigned piece_instructions; /* approximate number of instructions of a partition, after lowering; 0: 20,000.
	                              * There are at most 16 */
	/* For objects that the host links itself in memory (LLVM's LLJIT, RuntimeDyld).  Such a linker runs no
	** constructors, and a constructor is what registers the code with the runtime.  With a name the object has the
	** functions `void NAME.load(void)`, which must be called when the object is linked, before any other of its
	** functions, and `void NAME.unload(void)`, which must be called before it is unloaded.  Then there is no
	** .init_array, and thread-local variables of the process are not needed.  The host chooses the name, a
	** different one for each object of a session, of at most 200 bytes.  The module is compiled as one partition.
	** NULL: for a system linker.  docs/embedding.md has an example. */
	const char *hooks;
	/* The module is of no use to the caller afterwards: all that may be done with it is to dispose of it
	** (LLVMDisposeModule), whether it was compiled or not.  That saves the copy on which code is generated, the
	** names of what is built, and at opt_level 0 for x86-64 metadata and most of RemoveJuliaAddrspaces.  The code
	** does the same, perhaps in other registers. */
	bool discard;
} lr_compile_options;

/* Lowers `m` (lr_run with the default pipeline unless it contains nothing of the dialect), optimises and emits it. `m`
** stays the caller's and is left lowered.  `*bytes` is allocated with the context's allocator; free it with
** lr_free_bytes.  `options` may be NULL: object, -O2, host. */
LR_API lr_status lr_compile(lr_context *, LLVMModuleRef m, const lr_compile_options *options, void **bytes,
	size_t *size);
/* `bytes` may be NULL. */
LR_API void lr_free_bytes(lr_context *, void *bytes, size_t size);
/* The same into a file, which is written as a whole or not at all. */
LR_API lr_status lr_compile_to_file(lr_context *, LLVMModuleRef m, const lr_compile_options *options, const char *path);

/* A just-in-time session.  Symbols are looked up in the added modules, then among those of lr_jit_define, then in the
** process.  Modules with thread-local variables are LR_E_TARGET: LLVM's linker in memory has none. */
typedef struct lr_jit lr_jit;
/* Makes a session in `cx`, which must outlive it.  NULL on error (see lr_first_error). */
LR_API lr_jit *lr_jit_new(lr_context *cx, unsigned opt_level);
/* Unloads all modules, the youngest first, under the conditions of lr_jit_remove for each, and frees the session.  An
** object that is alive and whose type goes is reported as an error, and cannot be used any more. */
LR_API void lr_jit_free(lr_jit *); /* NULL is allowed */
/* Defines a symbol of this session as an address.  It holds for code that is linked from then on, unless the symbol was
** used before: then the old address stays.  The address may be NULL. */
LR_API lr_status lr_jit_define(lr_jit *, const char *symbol, const void *address);
/* Lowers, optimises and adds a module given as bitcode or textual IR (the session has an LLVMContext of its own).  The
** code is for this machine: a module for another architecture is LR_E_TARGET, one for another system gets a warning.
** The reader is LLVM's, and some broken bitcode makes it end the process: read untrusted input in a child process
** first. `name` is for messages and lr_jit_remove; NULL stands for "module". */
LR_API lr_status lr_jit_add(lr_jit *, const char *name, const void *ir, size_t size);

typedef struct lr_jit_module_options {
	size_t struct_size;
	/* NULL: the module is lowered, and then LLVM optimises it at the session's level, as by lr_jit_add.  Otherwise
	** pipeline text, as for lr_run, in place of that optimisation: "julia<level=1>" and the like, which optimise
	** before the lowering and behind it.  What it leaves of the dialect is lowered; so it must not end between
	** LateLowerGCFrame and FinalLowerGC, which is LR_E_DIALECT.  The level of code generation is the session's in
	** any case. */
	const char *pipeline;
} lr_jit_module_options;

/* Returns the LLVMContext of the session, in which a host can make modules for lr_jit_add_module.  It is the session's,
** which ends it in lr_jit_free: modules, builders and the like of the host in it must be disposed of before.  The
** session uses it while modules are added, looked up and removed, and handles its diagnostics; LLVM allows one thread
** at a time in it, so the host uses it in the session's thread.  NULL without a session. */
LR_API LLVMContextRef lr_jit_context(lr_jit *);
/* Adds a module that was made in lr_jit_context, without writing and reading bitcode.  Takes `m` in any case, also
** after an error: the caller must not use it any more.  `name` is as for lr_jit_add, and so are the errors; a module of
** another LLVMContext is LR_E_USAGE.  `options` may be NULL. */
LR_API lr_status lr_jit_add_module(lr_jit *, const char *name, LLVMModuleRef m, const lr_jit_module_options *options);

/* Returns the address of a function or variable.  Links the modules that it needs, if that was not done yet, registers
** their tables with the runtime, and runs their constructors (llvm.global_ctors), which get no arguments: those of a
** smaller priority first in all of the modules, as a linker does; of equal priority, those of a module behind those of
** the modules that it uses, and in modules that use each other, in no certain order.  If a symbol cannot be resolved:
** LR_E_TARGET, and a diagnostic that names the missing symbol.  That is not final: once the symbol exists, added or
** defined or in the process, the same call succeeds.  Constructors and destructors must not use the session. */
LR_API lr_status lr_jit_lookup(lr_jit *, const char *symbol, void **address);
/* Unloads the youngest module of that name: runs its destructors, removes its tables and variables from the runtime,
** and frees its code and data.  Then its names can be defined anew, which is how a function is replaced; modules that
** use it must be removed before, youngest first, and added again.  LR_E_NOT_FOUND: there is no such module;
** LR_E_USAGE: linked code of another module uses a symbol of it, and the message names it (uses in assembly are not
** seen).  Of weak symbols the first module's counts, and the others use it.  Modules that use each other go with
** lr_jit_free alone.  The caller ensures three things: no thread is in the module's code or has a frame of it on its
** stack, suspended tasks included; no handler or function pointer leads into it; and no object needs it: no
** finalizer, release hook or scan function of it is used, and no object has a type whose descriptor it defines.  Code
** on a stack is not detected.  Dead objects that were not swept have their types, too.  A module that was linked and
** has variables as large as a descriptor is unloaded with a full collection (lr_heap_walk), if the runtime is found
** as modules find it, and the calling thread is attached; then the call is a [safepoint] of runtime.h, and the caller
** holds no lock for which attached threads wait outside of GC-safe regions.  If an object of such a type is alive
** then, or collection is off: LR_E_USAGE, the message names the type.  The module's destructors have run, its code
** may not be called, and its memory stays; it can be removed later.  On a thread that is not attached nothing is
** looked for: call lr_gc_collect(1) before, on one that is.  Descriptors that the module has made elsewhere, in
** memory that it frees, are not seen. */
LR_API lr_status lr_jit_remove(lr_jit *, const char *name);

#ifdef __cplusplus
}
#endif
#endif
