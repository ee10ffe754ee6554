/* abi.h -- by which ABI the roots of a function are found.
**
** The function says so itself in its attribute "lateroot-abi", otherwise the context does (lr_options.abi).
** LateLowerGCFrame decides for good and leaves the attribute on every function that is not of the default kind, so that
** the passes behind it, the checker and the code generator need no more than the function. */
#ifndef LR_DIALECT_ABI_H
#define LR_DIALECT_ABI_H

#include "host/abi_names.h"
#include "host/context.h"

#define ABI_ATTRIBUTE "lateroot-abi"
/* What `fn` asks for, or else `otherwise`.  Fails on an unknown name, and on an ABI that this library or the module's
** target cannot do. */
lr_status abi_choose(lr_context *, LLVMValueRef fn, lr_abi otherwise, lr_abi *);
/* The same, without a word on what is wrong. */
lr_abi abi_given(LLVMValueRef fn, lr_abi otherwise);
/* And where it is known to be good: once LateLowerGCFrame has run. */
lr_abi abi_of(const lr_context *, LLVMValueRef fn);
/* Write it into the function. */
void abi_stamp(const lr_context *, LLVMValueRef fn, lr_abi);
/* Does a function read its slots again behind each safepoint, so that objects may move?  What it says itself, or else
** `otherwise`.  Not of functions of the ABI shadow-stack, whose entries cannot say so.  Fails on an attribute that is
** neither true nor false, or that cannot be obeyed. */
#define RELOAD_ATTRIBUTE "lateroot-reload"
lr_status reload_choose(lr_context *, LLVMValueRef fn, lr_abi, bool otherwise, bool *reload);
bool reload_given(LLVMValueRef fn, lr_abi, bool otherwise);
void reload_stamp(LLVMValueRef fn, bool);
/* Of julia.new_gc_frame in such a function: "F,D", so many of its last words are fixed and deep (abi.h).  False: it is
** not of that kind. */
#define FRAME_MOVING_ATTRIBUTE "lateroot-moving"
bool frame_moving(LLVMValueRef new_call, uint32_t *fixed, uint32_t *deep);

/* Are objects for the target ELF?  False where the triple does not tell. */
bool triple_is_elf(const char *triple);
/* Before `m` is compiled for `triple`: are there functions whose ABI is not for it? */
lr_status abi_check_target(lr_context *, LLVMModuleRef m, const char *triple);

/* Are frames of this kind found by walking the stack with tables, rather than along a chain? */
static inline bool
abi_has_table(lr_abi abi)
{
	return abi == LR_ABI_FRAMEMAP || abi == LR_ABI_STATEPOINT;
}

#endif
