/* native.h -- what compiling to a file and compiling in memory have in common. */
#ifndef LR_CODEGEN_NATIVE_H
#define LR_CODEGEN_NATIVE_H

#include <llvm-c/TargetMachine.h>

#include "host/context.h"

/* -- leftover.c */
/* Is anything of the dialect in `m`? */
bool leftover_any(lr_context *, LLVMModuleRef m);
/* The same, reporting the first find as LR_E_DIALECT with function and instruction.  With `spaces_stayed`, address spaces
** are none. */
lr_status leftover_refuse(lr_context *, LLVMModuleRef m, bool spaces_stayed);

/* -- native.c */
/* While LLVM optimises and generates code its complaints go to the context instead of to stderr.  Not to be nested. */
struct native_guard {
	lr_context *cx;
	LLVMContextRef llvm;
	LLVMDiagnosticHandler old_handler;
	void *old_user;
	bool failed;             /* LLVM has reported an error */
};
void native_guard_begin(struct native_guard *, lr_context *, LLVMContextRef);
void native_guard_end(struct native_guard *);
/* The handler itself; `user` is a struct native_guard. */
void native_guard_handler(LLVMDiagnosticInfoRef, void *user);

struct native_target {
	const char *triple, *cpu, *features; /* as in lr_compile_options; triple not NULL */
	unsigned opt_level;
	LLVMRelocMode reloc;
	LLVMCodeModel code_model;
};
/* NULL on error, which is reported. */
LLVMTargetMachineRef native_target_machine(lr_context *, const struct native_target *);
/* May the dialect's address spaces stay in `m` when it goes to the code generator of this machine? */
bool native_ignores_spaces(const lr_context *, LLVMModuleRef m, LLVMTargetMachineRef, unsigned opt_level);
/* Bring `m` out of the dialect if it is in it, and make sure that nothing of it is left.  With `spaces_may_stay`, types
** may keep their address spaces, and then nothing but the code generator may look at `m` afterwards. */
lr_status native_lower(lr_context *, LLVMModuleRef m, bool spaces_may_stay);
/* For a triple and the options of lr_compile; NULL on error, which is reported. */
LLVMTargetMachineRef native_options_machine(lr_context *, const char *triple, const lr_compile_options *);
/* Optimise `m`, lowered, and generate code.  `verified`: as for native_optimise. */
lr_status native_emit(lr_context *, LLVMModuleRef m, LLVMTargetMachineRef, const lr_compile_options *, bool verified,
	LLVMMemoryBufferRef *out);
/* Give `m`, lowered, the target's layout, and run LLVM's optimisation of `opt_level`; statepoints are as the code
** generator takes them then.  `verified`: LLVM's verifier has seen the module before the lowering, and sees it again only
** if the target has another data layout. */
lr_status native_optimise(lr_context *, LLVMModuleRef m, LLVMTargetMachineRef, unsigned opt_level, bool verified);

/* -- respill.c */
/* Behind LLVM's optimisation, before code is generated: see there. */
lr_status respill(lr_context *, LLVMModuleRef m, unsigned opt_level);

/* -- load_lists.c */
/* For ELF, last thing before code is generated: what is to run when the image is loaded or unloaded is listed where
** every linker looks for it. */
void load_lists(LLVMModuleRef m);

#endif
