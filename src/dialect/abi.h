/* SPDX-License-Identifier: MIT */
/* abi.h -- the ABI by which the collector finds the roots of a function.
**
** The function's attribute "lateroot-abi" names it, otherwise the context does (lr_options.abi).  LateLowerGCFrame
** makes the final decision, and sets the attribute on each function with another ABI than the default.  So later
** passes, the checker and the code generator need only the function. */
#ifndef LR_DIALECT_ABI_H
#define LR_DIALECT_ABI_H

#include "host/abi_names.h"
#include "host/architecture.h"
#include "host/context.h"

#define ABI_ATTRIBUTE "lateroot-abi"
/* Returns the ABI that `fn` asks for, or else `otherwise`.  Fails on an unknown name, and on an ABI that this library
** or the module's target does not support. */
lr_status abi_choose(lr_context *, LLVMValueRef fn, lr_abi otherwise, lr_abi *);
/* The same, without diagnostics. */
lr_abi abi_given(LLVMValueRef fn, lr_abi otherwise);
/* The same once LateLowerGCFrame has run, when the ABI is valid. */
lr_abi abi_of(const lr_context *, LLVMValueRef fn);
/* Sets the function's attribute. */
void abi_stamp(const lr_context *, LLVMValueRef fn, lr_abi);
/* Does a function reload its slots after each safepoint, so that objects may move?  Its attribute decides, or else
** `otherwise`.  Functions of the ABI shadow-stack never do, because their entries cannot say so.  Fails on an attribute
** that is neither true nor false, or that the ABI cannot fulfil. */
#define RELOAD_ATTRIBUTE "lateroot-reload"
lr_status reload_choose(lr_context *, LLVMValueRef fn, lr_abi, bool otherwise, bool *reload);
bool reload_given(LLVMValueRef fn, lr_abi, bool otherwise);
void reload_stamp(LLVMValueRef fn, bool);
/* Attribute of julia.new_gc_frame in such a function: "F,D", the numbers of pinned and transitively pinned words at the
** end of the frame (abi.h).  Returns false if the frame does not have it. */
#define FRAME_MOVING_ATTRIBUTE "lateroot-moving"
bool frame_moving(LLVMValueRef new_call, uint32_t *fixed, uint32_t *deep);

/* The architecture for which the module is compiled.  The ABIs with tables know x86-64, AArch64 and RISC-V with 64
** bits.  On x86-64 a call stores its return address below the stack pointer, and a function's frame pointer gives its
** caller's stack pointer.  Neither is so on the others. */
enum architecture abi_architecture(LLVMModuleRef);

/* Are objects for the target ELF?  False if the triple does not tell. */
bool triple_is_elf(const char *triple);
bool triple_is_macho(const char *triple);
/* The section of functions of the ABI framemap, as the module's objects name it. */
const char *abi_framemap_text(LLVMModuleRef);
/* Checks before `m` is compiled for `triple` that its functions' ABIs support that target. */
lr_status abi_check_target(lr_context *, LLVMModuleRef m, const char *triple);

/* Does the runtime find frames of this ABI by tables, rather than along a chain? */
static inline bool
abi_has_table(lr_abi abi)
{
	return abi == LR_ABI_FRAMEMAP || abi == LR_ABI_STATEPOINT;
}

#endif
