/* SPDX-License-Identifier: MIT */
/* native.h -- shared by compiling to a file and compiling in memory. */
#ifndef LR_CODEGEN_NATIVE_H
#define LR_CODEGEN_NATIVE_H

#include <llvm-c/TargetMachine.h>

#include "host/context.h"

/* -- leftover.c */
/* Does `m` contain anything of the dialect? */
bool leftover_any(lr_context *, LLVMModuleRef m);
/* The same, reporting the first find as LR_E_DIALECT with function and instruction.  With `spaces_stayed`, address
** spaces do not count. */
lr_status leftover_refuse(lr_context *, LLVMModuleRef m, bool spaces_stayed);

/* -- layout.c */
/* Refuses `m` if its data layout has another size of pointers or byte order than the target's, or if types that it uses
** lie otherwise in memory.  A module without one is fine.  Takes time that is linear in the module, and nearly none if
** the layouts are the same. */
lr_status layout_check(lr_context *, LLVMModuleRef m, LLVMTargetMachineRef);
/* Does the module have the target's data layout, or none, so that LLVM's verifier accepts it under both?  The `ni:`
** list, which lowering removes, does not matter to the verifier. */
bool layout_is_same(LLVMModuleRef m, LLVMTargetDataRef target);

/* -- native.c */
/* While LLVM optimises and generates code, its diagnostics go to the context and not to stderr.  Must not be nested. */
struct native_guard {
	lr_context *cx;
	LLVMContextRef llvm;
	LLVMDiagnosticHandler old_handler;
	void *old_user;
	char *triple;            /* the target, for messages; NULL: this machine's */
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
/* Makes the target machine; NULL on error, which is reported. */
LLVMTargetMachineRef native_target_machine(lr_context *, const struct native_target *);
/* May the dialect's address spaces stay in `m` when it goes to the code generator of this machine? */
bool native_ignores_spaces(const lr_context *, LLVMModuleRef m, LLVMTargetMachineRef, unsigned opt_level);
/* Lowers `m` if it contains anything of the dialect, and checks that nothing is left.  With `spaces_may_stay`, types
** may keep their address spaces; then nothing but the code generator may read `m` afterwards. */
/* Does the module need JuliaMultiVersioning and CPUFeatures?  If it asks for the processor, functions that name none
** are given that of the machine.  processors.c */
bool processors_matter(const lr_context *, LLVMModuleRef, LLVMTargetMachineRef);
lr_status native_lower(lr_context *, LLVMModuleRef m, LLVMTargetMachineRef, bool spaces_may_stay);
/* The same for a triple and the options of lr_compile. */
LLVMTargetMachineRef native_options_machine(lr_context *, const char *triple, const lr_compile_options *);
/* Optimises `m`, lowered, and generates code.  `verified`: as for native_optimise. */
lr_status native_emit(lr_context *, LLVMModuleRef m, LLVMTargetMachineRef, const lr_compile_options *, bool verified,
	LLVMMemoryBufferRef *out);
/* Gives `m`, lowered, the target's data layout, runs LLVM's optimisation of `opt_level`, and prepares statepoints for
** the code generator.  `verified`: LLVM's verifier has accepted the module before the lowering, and runs again only if
** the target's data layout is another one. */
lr_status native_optimise(lr_context *, LLVMModuleRef m, LLVMTargetMachineRef, unsigned opt_level, bool verified);

/* -- respill.c */
/* Works around defects of the code generator, behind LLVM's optimisation. */
lr_status respill(lr_context *, LLVMModuleRef m, unsigned opt_level);

/* -- load_lists.c */
/* Lists functions to run when the image is loaded or unloaded in the sections that every ELF linker processes.  The
** last step before code generation. */
void load_lists(LLVMModuleRef m);

#endif
