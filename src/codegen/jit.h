/* jit.h -- a JIT session, and what it keeps of each module. */
#ifndef LR_CODEGEN_JIT_H
#define LR_CODEGEN_JIT_H

#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>

#include "base/ptrmap.h"
#include "codegen/module_tables.h"
#include "codegen/native.h"

enum { COMPLAINT_BYTES = 1024 };

/* A module that was added.  ORC has no way back from a failure: until a module is linked its text is kept, and added
** again when a symbol was missing. */
struct module {
	char *name;
	size_t name_bytes;           /* with the NUL */
	LLVMOrcResourceTrackerRef tracker; /* NULL: it has gone */
	LLVMMemoryBufferRef text;    /* bitcode; NULL: linked */
	LLVMOrcSymbolStringPoolEntryRef *symbols; /* those that it defines, then those that it uses */
	size_t ndefined, nsymbols;
	struct tables_hooks hooks;
	bool linked, known;          /* known: to the runtime */
	bool made;                   /* is in the list jit->made */
	size_t next_made;
	size_t todo;                 /* jit->modules[0..n).todo are the numbers of n modules to look at */
};

struct lr_jit {
	lr_context *cx;
	unsigned opt_level;
	LLVMOrcThreadSafeContextRef ts_context;
	LLVMContextRef llvm;         /* owned by the above */
	struct native_guard guard;   /* in force as long as the session: code is generated during lookups */
	LLVMTargetMachineRef tm;     /* for optimisation */
	LLVMOrcLLJITRef orc;
	LLVMOrcExecutionSessionRef session;
	/* lr_jit_define: interned name -> index */
	struct ptrmap names;
	struct definition { LLVMOrcSymbolStringPoolEntryRef name; const void *address; } *definitions;
	size_t ndefinitions, definitions_cap;
	/* in the order in which they were added; those that went are kept, for their number */
	struct module *modules;
	size_t nmodules, modules_cap;
	struct ptrmap definers;      /* interned name -> module that defines it */
	size_t made;                 /* modules with hooks whose objects ORC has made since the last lookup; SIZE_MAX:
	                              * none */
	/* what ORC complained of since the last lookup began, for it returns less than it reports */
	char complaint[COMPLAINT_BYTES];
};

/* -- jit.c */
/* What went wrong, as an error of the context.  Takes the error. */
lr_status jit_fail(struct lr_jit *, LLVMErrorRef, const char *doing, const char *name);

/* -- jit_link.c */
/* The module of `symbol`, and all modules that it leads to by the symbols it uses or that assembly used, as far as they
** are not linked: jit->modules[0..n).todo. */
size_t jit_unlinked_behind(struct lr_jit *, const char *symbol);
/* jit->modules[0..n).todo are linked. */
lr_status jit_linked(struct lr_jit *, size_t n);
/* jit->modules[0..n).todo could not be linked, and ORC would say so for ever: they are added anew. */
void jit_add_anew(struct lr_jit *, size_t n);
/* Before its code goes. */
lr_status jit_unload(struct lr_jit *, struct module *);
/* Called for each object on its way from the code generator to memory; `user` is the session.  An error is in the
** context already; the text is for ORC. */
LLVMErrorRef jit_finish_object(void *user, LLVMMemoryBufferRef *object);

/* -- jit_modules.c */
/* A place for one more module, which counts once jit->nmodules does; NULL: no memory, and said so. */
struct module *jit_new_module(struct lr_jit *, const char *name);
/* Give back all that is kept of it. */
void jit_forget_module(struct lr_jit *, struct module *);
/* Note what `ir`, ready for the code generator, defines and uses, and its text. */
lr_status jit_describe_module(struct lr_jit *, struct module *, LLVMModuleRef ir);
/* The first module that is there and defines the name; NULL: none does. */
struct module *jit_definer(struct lr_jit *, LLVMOrcSymbolStringPoolEntryRef name);
/* Enter the definitions of a module, other than those that another module made first. */
lr_status jit_note_definitions(struct lr_jit *, struct module *);
/* Give the module to ORC.  Takes `ir`. */
LLVMErrorRef jit_hand_over(struct lr_jit *, struct module *, LLVMModuleRef ir);
/* Take it away from ORC, with all that was made of it. */
void jit_take_back(struct module *);

#endif
