/* SPDX-License-Identifier: MIT */
/* jit.h -- a JIT session and its records of modules. */
#ifndef LR_CODEGEN_JIT_H
#define LR_CODEGEN_JIT_H

#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>

#include "base/ptrmap.h"
#include "codegen/module_tables.h"
#include "codegen/native.h"

enum { COMPLAINT_BYTES = 1024 };

/* A module that was added.  ORC cannot recover from a failure to link.  So the bitcode of a module is kept until it is
** linked, and added again after a symbol was missing. */
struct module {
	char *name;
	size_t name_bytes;           /* including the NUL */
	LLVMOrcResourceTrackerRef tracker; /* NULL: the module was removed */
	LLVMMemoryBufferRef text;    /* bitcode; NULL: linked */
	LLVMOrcSymbolStringPoolEntryRef *symbols; /* those that it defines, then those that it uses */
	size_t ndefined, nsymbols;
	struct tables_hooks hooks;
	bool linked, known;          /* known: to the runtime */
	bool has_types;              /* has a list of variables that may be types */
	const struct type_range *types; /* that list, during jit_sweep_types */
	bool made;                   /* is in the list jit->made */
	size_t next_made;
	size_t todo;                 /* worklist: jit->modules[0..n).todo are the numbers of n modules */
	/* of the search that orders them */
	size_t ordered;              /* as todo */
	bool waits;                  /* the search has not come to it yet */
	size_t next_use;             /* index in symbols */
	struct module *user;         /* from which the search came */
	const struct module_call *constructors; /* those still to be run, by priority, while the module is linked */
};

struct lr_jit {
	lr_context *cx;
	unsigned opt_level;
	LLVMOrcThreadSafeContextRef ts_context;
	LLVMContextRef llvm;         /* owned by the above */
	struct native_guard guard;   /* in force for the whole session: code is generated during lookups */
	LLVMTargetMachineRef tm;     /* for optimisation */
	LLVMOrcLLJITRef orc;
	LLVMOrcExecutionSessionRef session;
	/* lr_jit_define: interned name -> index */
	struct ptrmap names;
	struct definition { LLVMOrcSymbolStringPoolEntryRef name; const void *address; } *definitions;
	size_t ndefinitions, definitions_cap;
	/* in the order in which they were added; removed ones keep their places, so that numbers stay */
	struct module *modules;
	size_t nmodules, modules_cap;
	struct ptrmap definers;      /* interned name -> module that defines it */
	size_t made;                 /* list of modules with hooks whose objects ORC has made since the last lookup;
	                              * SIZE_MAX: none */
	/* ORC's error reports since the last lookup began; the errors that it returns say less */
	char complaint[COMPLAINT_BYTES];
};

/* -- jit.c */
/* Turns the error into one of the context.  Consumes `error`. */
lr_status jit_fail(struct lr_jit *, LLVMErrorRef, const char *doing, const char *name);

/* -- jit_link.c */
/* Lists the module of `symbol` and all modules reachable from it by symbols that they use, or that assembly used, as
** far as they are not linked, in jit->modules[0..n).todo.  Returns n. */
size_t jit_unlinked_behind(struct lr_jit *, const char *symbol);
/* Announces jit->modules[0..n).todo, now linked, to the runtime, and runs their constructors. */
lr_status jit_linked(struct lr_jit *, size_t n);
/* Adds jit->modules[0..n).todo again, which could not be linked; otherwise ORC would report the failure for ever. */
void jit_add_anew(struct lr_jit *, size_t n);
/* Runs destructors and withdraws tables, before the code of the module is freed. */
lr_status jit_unload(struct lr_jit *, struct module *);
/* Called for each object between code generation and linking; `user` is the session.  An error has been set in the
** context; its text is for ORC. */
LLVMErrorRef jit_finish_object(void *user, LLVMMemoryBufferRef *object);

/* -- jit_types.c */
/* Prefix of a module's list of variables that may be types; the module's number follows. */
#define TYPES_LIST "lr.types."
/* Adds the list to `m`, the last step before code generation, if it is not empty.  False: memory is exhausted. */
bool jit_list_types(struct lr_jit *, LLVMModuleRef m, uint64_t number);
/* Has the runtime sweep all garbage, if the calling thread is attached to it and one of the `n` modules may define
** types.  LR_E_USAGE, reported: an object of such a type is alive.  After jit_unload; what keeps objects alive are
** variables of the modules too. */
lr_status jit_sweep_types(struct lr_jit *, struct module *, size_t n);

/* -- jit_modules.c */
/* Returns the record for a new module, which becomes valid when jit->nmodules is incremented; NULL if memory is
** exhausted, which is reported. */
struct module *jit_new_module(struct lr_jit *, const char *name);
/* Frees all that the record owns. */
void jit_forget_module(struct lr_jit *, struct module *);
/* Records the symbols that `ir`, ready for the code generator, defines and uses, and its bitcode. */
lr_status jit_describe_module(struct lr_jit *, struct module *, LLVMModuleRef ir);
/* The first module, not removed, that defines the name; NULL if none does. */
struct module *jit_definer(struct lr_jit *, LLVMOrcSymbolStringPoolEntryRef name);
/* Records the module as the definer of its symbols, except those that an earlier module defines. */
lr_status jit_note_definitions(struct lr_jit *, struct module *);
/* Gives the module to ORC.  Consumes `ir`. */
LLVMErrorRef jit_hand_over(struct lr_jit *, struct module *, LLVMModuleRef ir);
/* Removes it from ORC, with its code. */
void jit_take_back(struct module *);

#endif
