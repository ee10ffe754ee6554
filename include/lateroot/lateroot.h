/* lateroot.h -- place GC roots in LLVM IR and compile the result.
**
** Takes modules in the Julia GC dialect (address spaces 10..13, julia.call, jl_roots bundles, gc_preserve),
** decides which tracked values need a root slot and where, and lowers to plain LLVM IR or machine code.
**
** Threads: a context belongs to one thread at a time; different contexts may run on different threads at once
** (with different LLVMContexts).  A function that takes `const lr_context *` only reads and may run
** concurrently with other such calls on the same context.
**
** Pointers: an argument may be NULL where its comment says so, and `user` may be anything.  Any other NULL is
** LR_E_USAGE; functions that return no status then return NULL, 0 or false, or do nothing.
**
** Manners: the library never exits, aborts, prints, installs a signal handler or an LLVM fatal-error handler, and
** keeps no global mutable state.  The same input gives the same output, byte for byte.  (One exception to
** printing, at the host's wish: lr_context_set_args.) */
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

/* major << 16 | minor << 8 | patch of the library that is running. */
LR_API uint32_t lr_version(void);
/* Major version of the LLVM that the library was built against; it must be the caller's too. */
LR_API unsigned lr_llvm_major(void);

typedef struct lr_context lr_context;

typedef enum {
	LR_OK = 0,
	LR_E_NOMEM,      /* the allocator gave nothing */
	LR_E_INVALID_IR, /* LLVM's verifier rejects the module, or it cannot be read */
	LR_E_DIALECT,    /* the IR breaks a rule of the GC dialect */
	LR_E_PIPELINE,   /* unknown pass, or the text of the pipeline does not parse */
	LR_E_PROFILE,    /* unknown or malformed ABI profile */
	LR_E_CHECK,      /* the independent checker found a hole in the placement: a defect of this library */
	LR_E_TARGET,     /* no such target, or the code generator reported an error */
	LR_E_IO,         /* a file could not be read or written */
	LR_E_USAGE,      /* an argument of the call itself makes no sense */
	LR_E_NOT_FOUND   /* no function has such a name */
} lr_status;

/* Short English name of a status ("dialect violation"); never NULL, static. */
LR_API const char *lr_status_name(lr_status);

typedef enum { LR_NOTE, LR_WARNING, LR_ERROR } lr_severity;

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

/* What is known of one function after LateLowerGCFrame. */
typedef struct lr_function_stats {
	const char *name;        /* owned by the context, until it runs another pipeline or is freed */
	uint32_t safepoints;
	uint32_t tracked;        /* tracked scalars seen (elements of aggregates counted singly) */
	uint32_t max_live;       /* most roots needed at once at one safepoint: lower bound for slots.  What is live at
	                         ** a call that may return twice is needed at every safepoint that it leads to */
	uint32_t slots;          /* slots that SSA values need */
	uint32_t array_slots;    /* slots beyond those, so that arrays of arguments lie in the frame */
	uint32_t alloca_slots;   /* slots that stand for allocas and for stores into them */
	uint32_t root_stores;    /* stores that placement inserted: of values into slots; into an array, if that is the
	                          * slot */
	uint32_t array_stores;   /* and into arrays in the frame of arguments that need no root */
	bool     frame;          /* a frame is pushed */
	uint32_t mapped_words;   /* reference words of variables in a mapped frame: they stay where they are */
} lr_function_stats;

/* Optimisations that lr_options.without turns off.  All programs stay right; what is left is slower. */
enum {
	LR_SHRINK_WRAP = 1,      /* the frame is pushed where it is needed first, not at the top */
	LR_STORE_MOTION = 2,     /* slots are stored outside of loops, once for several paths, and not again */
	LR_SLOT_SHARING = 4,     /* values and variables that are not needed at the same time have one slot */
	LR_COVERAGE = 8,         /* no root for what another rooted object keeps alive */
	LR_BARRIER_ELISION = 16, /* write barriers that cannot matter go, and neighbours share one test */
	LR_INLINE_ALLOCATION = 32, /* small objects are taken from free memory on the spot, if the profile says where */
	LR_ARGUMENT_ARRAYS = 64, /* the arguments of a boxed call are stored once: their array lies in the frame and
	                          * roots them */
	LR_LEAF_INFERENCE = 128, /* calls of functions that never let the collector in are no safepoints */
	LR_ALL_OPTIMISATIONS = 255
};

/* How a collector finds the roots of a function at run time.  The runtime walks stacks on which functions of all kinds
** are mixed. */
typedef enum lr_abi {
	LR_ABI_GCFRAME = 0,      /* a frame of slots, linked into the task's chain while it is needed; any target */
	LR_ABI_FRAMEMAP,         /* the same slots, not linked: a table made at build time says where in the stack frame
	                          * they are */
	LR_ABI_STATEPOINT,       /* a table says for each call where the values are: no slots of our own */
	LR_ABI_SHADOW_STACK      /* LLVM's documented chain, llvm_gc_root_chain */
} lr_abi;
/* "gcframe", "framemap", ...; NULL for what is none.  Static. */
LR_API const char *lr_abi_name(lr_abi);

/* Why LateLowerGCFrame did what it did, in the terms of LLVM's optimisation remarks. */
typedef enum { LR_REMARK_PASSED, LR_REMARK_MISSED, LR_REMARK_ANALYSIS } lr_remark_kind;
/* Part of a remark's message, which is the values one after the other; key "String" where the part has no meaning of
** its own. */
typedef struct lr_remark_arg {
	const char *key, *value;
	const char *file;        /* NULL: the part names no place */
	unsigned    line, column;
} lr_remark_arg;
/* Everything is borrowed until the callback returns. */
typedef struct lr_remark {
	lr_remark_kind kind;
	const char *name;        /* "Root", "NoRoot", "Frame", ...: docs/seeing.md lists them */
	const char *function;
	LLVMValueRef at;         /* the instruction it is about, or the function */
	const char *file;        /* from the debug location; NULL: none */
	unsigned    line, column;
	size_t nargs;
	const lr_remark_arg *args;
} lr_remark;

/* Where a run is.  PASS_BEGIN and PASS_END come around every step of a pipeline, and around LLVM's optimisation and
** code generation in
** lr_compile.  Passes that go function by function say in between how far they are: PHASE_BEGIN, and after each
** function FUNCTION_DONE. */
typedef enum { LR_PASS_BEGIN, LR_PHASE_BEGIN, LR_FUNCTION_DONE, LR_PASS_END } lr_progress_event;
/* Strings are borrowed until the callback returns. */
typedef struct lr_progress {
	lr_progress_event event;
	const char *pass;        /* as lr_pass_time names it */
	unsigned step, steps;    /* place of the pass in the pipeline, from 1; 0: not part of one */
	const char *phase;       /* "plan", "rewrite", "check"; NULL outside of phases */
	const char *function;    /* FUNCTION_DONE: which; otherwise NULL */
	size_t done, functions;  /* of this phase */
	unsigned thread;         /* 0: the caller's */
	unsigned piece, pieces;  /* lr_compile_options.jobs: which piece of the module, from 1; 0: the whole */
} lr_progress;

/* Which modules are typed: in those the types of stack variables, and of arguments passed by address, say which words
** hold references. */
typedef enum lr_memory {
	LR_MEMORY_FLAG = 0,      /* those with the module flag "lateroot.memory" = "typed", which AdoptDialect sets */
	LR_MEMORY_TYPED          /* all */
} lr_memory;

/* Zero-initialise, set struct_size, then fill in what you need. */
typedef struct lr_options {
	size_t struct_size;      /* sizeof(lr_options), so that later versions can add fields; 0 is LR_E_USAGE, as in
	                          * all structs of options */
	/* realloc-like: (user, NULL, 0, n) allocates, (user, p, n, 0) frees; NULL on failure.  Default: libc. */
	void *(*alloc)(void *user, void *p, size_t old_bytes, size_t new_bytes);
	void  (*diagnose)(void *user, const lr_diagnostic *); /* default: nothing is reported */
	/* A text that a dump option asked for (print-before/after, compact forms). Default: dropped. */
	void  (*dump)(void *user, const char *text, size_t bytes);
	void  *user;
	const char *profile;     /* "lateroot" (default), "julia-1.13", "julia-1.5", or the path of a profile file */
	bool  check;             /* run the independent checker after placement */
	bool  verify_each;       /* LLVM's verifier and the dialect verifier after every pass */
	bool  time_passes;       /* collect the table for lr_pass_time */
	const char *print_before;/* comma-separated pass names, or "all"; NULL: none.  Passes that neither LLVM nor this
	                          * library has are an error */
	const char *print_after;
	const char *function;    /* restrict dumps to functions of this name, or that match this glob (*, ?, [a-z],
	                          * [!a]); NULL: all */
	const char *dump_forms;  /* letters: N numbering, L liveness, C colours (root map), P plan; NULL: none */
	bool  check_frames;      /* FinalLowerGC: functions with a frame call lr_check_frames (runtime.h) where they
	                          * return */
	uint32_t without;        /* optimisations to leave out: LR_SHRINK_WRAP and so on, or-ed; 0: none */
	lr_abi abi;              /* of functions that do not say themselves, in the attribute "lateroot-abi"="NAME" */
	/* LateLowerGCFrame explains each function before it changes it: one JSON object as docs/seeing.md describes it,
	** valid UTF-8, borrowed, in the order of the module.  Not of functions whose ABI is statepoint: they have no
	** slots.  Default: nothing is explained.  Costs a print of the module. */
	void  (*explain)(void *user, const char *function, const char *json, size_t bytes);
	/* Called for each remark, function by function.  Default: none are made. */
	void  (*remark)(void *user, const lr_remark *);
	/* Told of each step forward, quickly and often.  Never two calls at once, even where several threads work
	** (lr_progress.thread). */
	void  (*progress)(void *user, const lr_progress *);
	bool  polls;             /* "lateroot" and "julia<...>" contain PlaceGCPolls: threads stop in loops and
	                          * recursion that allocate nothing */
	/* Functions of the ABIs gcframe and framemap read their roots again behind each safepoint, so that objects may
	** move; those that say "lateroot-reload"="true" or "false" decide themselves.  Functions of the ABI statepoint
	** always do. */
	bool  reload;
	bool  compress_tables;   /* tables of the ABI statepoint take less room in objects, and are unpacked when they
	                          * are loaded: see runtime.h, lr_statepoints_add */
	lr_memory memory;
	/* What becomes of warnings about programs, separated by commas: "error", "no" (all of them), "error=NAME",
	** "no-error=NAME", "no-NAME".  Names:  malloc, global, container, coroutine, longjmp, descriptor, untyped,
	** maybe-untyped,
	** asm, number, address, barrier, handler (docs/pipelines.md); coroutine and untyped are errors by default.
	** NULL: as they are. */
	const char *warnings;
	/* LLVM's verifier has passed each module before it is given to lr_run, lr_compile or lr_jit_add, and they leave
	** it out, which takes more time than most passes.  The rules of the dialect are looked at all the same.  If the
	** promise is wrong, anything can happen: this library or LLVM may crash or make wrong code. */
	bool  assume_verified;
} lr_options;

/* Make a context.  `options` may be NULL and is copied, strings included.  NULL on no memory.
** A bad profile makes a context whose first error is set: lr_first_error tells. */
LR_API lr_context *lr_context_new(const lr_options *options);
/* Free it and all that it owns.  NULL is allowed. */
LR_API void lr_context_free(lr_context *);

/* The first error since the context was made or cleared: LR_OK if none.  `*message`, unless NULL, receives its
** text (owned by the context, valid until the error is cleared) or NULL.
** Without a context: LR_E_USAGE. */
LR_API lr_status lr_first_error(const lr_context *, const char **message);
LR_API void lr_clear_error(lr_context *);

/* Run `pipeline` over `m`, which stays the caller's.  `pipeline` is text as for opt's -passes: pass names of
** this library under Julia's names ("LateLowerGCFrame,FinalLowerGC"), of LLVM ("dse,gvn") and the nesting
** "function(...)", "module(...)" around either; NULL or "lateroot" stands for the whole GC lowering
** (lr_default_pipeline).  The module is examined first (pipeline text, LLVM verifier, dialect rules); if that fails,
** the status says why and the module is as it was.  Does nothing but return the first error while the context has
** one. */
LR_API lr_status lr_run(lr_context *, LLVMModuleRef m, const char *pipeline);

/* The text that "lateroot" stands for. Static. */
LR_API const char *lr_default_pipeline(void);

/* Names of all passes of this library in pipeline order; *description (unless NULL) gets one line on it.
** NULL past the end.  Static strings. */
LR_API const char *lr_pass_name(size_t i, const char **description);

/* Per-function results of the last lr_run that contained LateLowerGCFrame, in module order. */
LR_API size_t lr_stats_count(const lr_context *);
LR_API const lr_function_stats *lr_stats(const lr_context *, size_t i); /* NULL if out of range */

/* Time spent in pass number i of the last run, if options.time_passes; after lr_compile LLVM's optimisation and code
** generation come
** last.  False past the end.
** `name` and `seconds` may be NULL. */
LR_API bool lr_pass_time(const lr_context *, size_t i, const char **name, double *seconds);

/* One function as a module of its own: with the types, declarations, variables, comdats, aliases, attributes and
** metadata that it needs, so that it can be given to opt, llc and this library.  Other functions are declarations.  Of
** variables at most 16 KiB of definitions come along, nearest first, each reference in them counting 128 bytes; the
** rest are external declarations.  Left out:  debug info of variables, module-level assembly, and named metadata but
** !llvm.dbg.cu, !llvm.ident and those !llvm.module.flags that do not name functions.  Numbers of metadata stay those of
** the whole module.  Strings are borrowed until the callback returns. */
typedef struct lr_function_dump {
	const char *name;        /* any bytes, a NUL behind; the number if it has none */
	size_t name_bytes;
	bool unnamed;
	const char *pass;        /* NULL: as it was given */
	bool after;              /* after that pass; false: before it */
	unsigned step;           /* place of the pass in the pipeline, from 1; 0 if `pass` is NULL */
	const char *text;        /* its first line is a comment that says the above; a NUL behind */
	size_t bytes;
} lr_function_dump;

/* Takes a dump; false: no more of them, the call returns LR_E_IO. */
typedef bool lr_emit(void *user, const lr_function_dump *);

typedef struct lr_dump_options {
	size_t struct_size;
	const char *functions;   /* a name or glob, as lr_options.function; NULL: all */
	const char *before, *after; /* passes, as lr_options.print_before; a name that is not in the pipeline is an
	                             * error */
	bool each;               /* at the start and after every pass */
	lr_emit *emit;
	void *user;
} lr_dump_options;

/* Run `pipeline` as lr_run does, and give functions to `emit` at the points that the options name, in module order.
** With none named, nothing is run and the functions are given as they are.  LR_E_NOT_FOUND if no function ever matched.
** The time is linear in what comes out and the size of the module for each point.
** `pipeline` may be NULL, as for lr_run. */
LR_API lr_status lr_dump_functions(lr_context *, LLVMModuleRef m, const char *pipeline, const lr_dump_options *);

/* A name for a file that holds `d`, safe and different for different functions and points: "f.ll", or
** "03-after-LateLowerGCFrame/f.ll"; at most LR_FILE_NAME_BYTES with the NUL. */
enum { LR_FILE_NAME_BYTES = 256 };
LR_API void lr_dump_file_name(const lr_function_dump *d, char *to);

/* Archives of dumps: gzip members one after the other, so that zcat shows them all, and an index at the end by which
** one is found without reading the others.  Write: make, add, finish; `*bytes` is for lr_free_bytes.  After an error
** only free makes sense. */
typedef struct lr_archive lr_archive;
LR_API lr_archive *lr_archive_new(lr_context *cx); /* in `cx`, which must outlive it; NULL: no memory */
LR_API lr_status lr_archive_add(lr_archive *, const lr_function_dump *);
LR_API lr_status lr_archive_finish(lr_archive *, void **bytes, size_t *size);
LR_API void lr_archive_free(lr_archive *); /* NULL is allowed */

/* Give the dumps in an archive of the functions that match `functions` (NULL: all) to `emit`, in the order in which
** they were
** added.  The cost of a name (not a glob) does not depend on how many others there are.  What is damaged is reported
** and passed over, and the status is then LR_E_IO; LR_E_NOT_FOUND if nothing matched. */
LR_API lr_status lr_archive_read(lr_context *, const char *path, const char *functions, lr_emit *emit, void *user);

/* Options as people give them to a host compiler, separated by blanks ('...' and "..." quote them; one or two dashes):
**   -print-before=PASS,...  -print-after=PASS,...  -print-before-all  -print-after-all
**                           what lr_options has under these names
**   -func=GLOB              restrict that to some functions
**   -dump-dir=DIR           write it into files of this folder, each function as a module of its own
**                           (lr_dump_file_name), and print nothing
**   -time-passes            after each run, the time of each pass
**   -abi=NAME  -profile=NAME  -reload  -polls  -check
**                           what lr_options has under these names
**   -Werror  -Werror=NAME  -Wno-error=NAME  -Wno-NAME
**                           words of lr_options.warnings; -warnings=WORD,... sets all of them
** They replace what the context's options say.  What is to be printed goes to the `dump` callback, or, if the host has
** none, to stderr: the only case in which the library prints.  An unknown option is LR_E_USAGE, with the nearest name
** in the message; then no option is taken.  If `args` is NULL nothing happens. */
LR_API lr_status lr_context_set_args(lr_context *, const char *args);
/* The same with the value of LATEROOT_ARGS.  The library looks into the environment nowhere else.  The plug-in for opt
** and clang calls this. */
LR_API lr_status lr_context_args_from_env(lr_context *);

typedef enum { LR_OUT_OBJECT, LR_OUT_ASSEMBLY } lr_filetype;

typedef struct {
	size_t struct_size;
	unsigned opt_level;      /* 0..3: LLVM's optimisation after lowering and the code generator's level */
	lr_filetype filetype;
	const char *triple;      /* NULL: the module's, or the host's */
	/* What LLVM does not know, or cannot compile this target for, is LR_E_TARGET; docs/embedding.md. */
	const char *cpu;         /* NULL: generic; "native": the host's */
	const char *features;    /* NULL: none beyond the cpu's; "+sse4.2,-avx" */
	bool pic;                /* position independent, which linkers expect where programs are (PIE), as cc makes
	                          * them; default false means static relocation model (cc -no-pie) */
	/* 0: the module is optimised and compiled as one.  Otherwise: in pieces, so many of them at once, each as if it
	** were a source file of its own (there is no inlining from one into another), and made into one object.  The
	** pieces depend on the module alone, so every number gives the same bytes.  Small modules are one piece; so are
	** modules with aliases, module-level assembly, llvm.used, addresses of labels or exported symbols without a
	** name, assembly as output, and targets other than x86-64 with ELF. */
	unsigned jobs;
	unsigned piece_instructions; /* about how many a piece has, after lowering; 0: 20,000.  There are 16 pieces at
	                              * most */
	/* For objects that the host links itself in memory (LLVM's LLJIT, RuntimeDyld).  Such a linker runs no
	** constructors, and a constructor is what tells the runtime about the code.  With a name the object has the
	** functions `void NAME.load(void)`, which must be called when the object is linked, before anything else of it,
	** and `void NAME.unload(void)`, which must be called before it goes.  Then there is no .init_array, and
	** thread-local variables of the process are not needed.  The host chooses the name, a different one for each
	** object of a session, of at most 200 bytes.  The module is compiled as one piece.  NULL: for a system linker.
	** docs/embedding.md has an example. */
	const char *hooks;
	/* The module is of no use to the caller afterwards: all that may be done with it is to dispose of it
	** (LLVMDisposeModule), whether it was compiled or not.  That saves the copy on which code is generated, and at
	** opt_level 0 for x86-64 most of RemoveJuliaAddrspaces.  The code does the same, perhaps in other
	** registers. */
	bool discard;
} lr_compile_options;

/* Lower `m` (lr_run with the default pipeline unless nothing of the dialect is left in it), optimise and emit.
** `m` stays the caller's and is left lowered.  `*bytes` is allocated with the context's allocator; give it back with
** lr_free_bytes.  `options` may be NULL: object, -O2, host. */
LR_API lr_status lr_compile(lr_context *, LLVMModuleRef m, const lr_compile_options *options, void **bytes,
	size_t *size);
/* `bytes` may be NULL. */
LR_API void lr_free_bytes(lr_context *, void *bytes, size_t size);
/* The same into a file, written whole or not at all. */
LR_API lr_status lr_compile_to_file(lr_context *, LLVMModuleRef m, const lr_compile_options *options, const char *path);

/* A just-in-time session.  Symbols are looked for in the added modules, then among lr_jit_define'd ones, then in the
** process. */
typedef struct lr_jit lr_jit;
/* Make a session in `cx`, which must outlive it.  NULL on error (see lr_first_error). */
LR_API lr_jit *lr_jit_new(lr_context *cx, unsigned opt_level);
/* Unloads all modules, the youngest first; what lr_jit_remove says of one holds for each. */
LR_API void lr_jit_free(lr_jit *); /* NULL is allowed */
/* Name an address for code in this session.  The name holds for code that is linked from then on, unless it was used
** before: then the old address stays.
** The address may be NULL. */
LR_API lr_status lr_jit_define(lr_jit *, const char *symbol, const void *address);
/* Lower, optimise and add a module given as bitcode or textual IR (the session has an LLVMContext of its own).  The
** reader is LLVM's, and some broken bitcode makes it end the process: read what comes from strangers in a child process
** first.  `name` is for messages and lr_jit_remove; NULL stands for "module". */
LR_API lr_status lr_jit_add(lr_jit *, const char *name, const void *ir, size_t size);
/* The address of a function or variable.  Links what it needs and is not linked yet, gives the runtime the tables of
** that, and runs its constructors (llvm.global_ctors).  If a symbol cannot be resolved: LR_E_TARGET, and a diagnostic
** that names the missing symbol.  That is not final: once the symbol is there, added or defined or in the process, the
** same call succeeds.  Constructors and destructors must not use the session. */
LR_API lr_status lr_jit_lookup(lr_jit *, const char *symbol, void **address);
/* Unload the youngest module of that name: run its destructors, make the runtime forget its tables and variables, and
** free its code and data.  Then its names can be defined anew, which is how a function is replaced; modules that use it
** must be removed before, youngest first, and added again.
** LR_E_NOT_FOUND: there is no such module; LR_E_USAGE: linked code of another module uses a symbol of it, and the
** message says which (uses in assembly are not seen).
** The caller ensures three things: no thread is in the module's code or has a frame of it on its stack, suspended tasks
** included; no handler or function pointer leads into it; and no object needs it (a finalizer, a type whose descriptor
** it defines).  Code that is on a stack when its module goes is not noticed. */
LR_API lr_status lr_jit_remove(lr_jit *, const char *name);

#ifdef __cplusplus
}
#endif
#endif
