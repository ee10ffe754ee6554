/* SPDX-License-Identifier: MIT */
/* patch.h -- stack maps and patch points, a part of liblateroot-rt; error codes, and the words in brackets, are those
** of runtime.h.
**
** For code with llvm.experimental.patchpoint and llvm.experimental.stackmap: reserved ranges of code are given other
** contents while the program runs, and live values are read.  Linux on x86-64 and AArch64; elsewhere lr_patch returns
** LR_RT_E_SYSTEM with errno ENOSYS.  The maps have LLVM's format (version 3). */
#ifndef LATEROOT_PATCH_H
#define LATEROOT_PATCH_H

#include <lateroot/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Registers the maps of an image: section .llvm_stackmaps as it is loaded, of `bytes`, or 0 for the maps of one object
** alone, which contain their own length.  They are at __LLVM_StackMaps, a symbol that only the object itself sees:
**   @__LLVM_StackMaps = external hidden global i8
** The maps stay in place, and must stay valid until they are removed by the code that unloads their image.  Adding is
** counted.  Any thread.  LR_RT_OK; add: LR_RT_E_NOMEM, LR_RT_E_ARG (not aligned to 8), LR_RT_E_STACKMAP; remove:
** LR_RT_E_ARG (not registered). */
LR_API int lr_stackmaps_add(const void *maps, size_t bytes);
LR_API int lr_stackmaps_remove(const void *maps);
/* Finds the addresses of all patch points and stack maps with this ID (inlining makes several of one), and stores the
** first `room` of them to `codes` (NULL: none).  Returns how many there are; 0: no registered map has the ID. */
LR_API size_t lr_stackmap_find(uint64_t id, void **codes, size_t room);

/* LR_PATCH_NO_STOP may be added to any of them. */
enum lr_patch { LR_PATCH_NOPS, LR_PATCH_CALL, LR_PATCH_JUMP, LR_PATCH_NO_STOP = 1 << 8 };
/* Makes the `bytes` reserved at `code`, a patch point with registered maps, do nothing, call `target`, or jump there
** (NULL for nothing).  `bytes` is the patch point's operand: the maps do not have it.  On x86-64
** at least 5, and 13 for a target more than 2 GiB away; on AArch64 at least 4, a multiple of 4, and 16 for a target
** more than 128 MiB away.  After the call each thread that reaches the range runs the new code; a thread inside a
** function that was called from the range returns behind it.  Attached threads may run through the range meanwhile.
** The world is stopped for the first change in a page, and where more than one instruction changes; otherwise one store
** replaces an instruction within eight aligned bytes (AArch64: four).  Only GC-unsafe threads may run the code, and no
** children of a fork.  It is never writable at the address where it runs: its pages get memory that is mapped a second
** time.  [safepoint] LR_RT_OK; LR_RT_E_ARG; LR_RT_E_PATCH_POINT; LR_RT_E_PATCH_ROOM; LR_RT_E_STATE (LR_PATCH_NO_STOP,
** but the world would have to be stopped); LR_RT_E_NOMEM, LR_RT_E_SYSTEM.  On failure the range is unchanged. */
LR_API int lr_patch(void *code, size_t bytes, enum lr_patch, const void *target);

/* Registers by DWARF number, and the program counter behind them.  x86-64: rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8
** to r15; AArch64: x0 to x30, sp. */
#if defined(__aarch64__)
#define LR_REGISTERS_PC 32
#else
#define LR_REGISTERS_PC 16
#endif
struct lr_registers { uint64_t reg[LR_REGISTERS_PC + 1]; };
/* Reads the registers that a signal has interrupted; `ucontext` is the handler's third argument.  [signal-safe] */
LR_API void lr_registers_of(struct lr_registers *, const void *ucontext);

enum lr_live_kind {
	LR_LIVE_REGISTER = 1,      /* the value was in a register */
	LR_LIVE_ADDRESS,           /* it is the address of a variable in the frame */
	LR_LIVE_MEMORY,            /* it lies in the frame */
	LR_LIVE_CONSTANT           /* it is known when the code is compiled */
};
struct lr_live_value {
	enum lr_live_kind kind;
	uint16_t bytes;            /* size of the value */
	uint64_t value;            /* LR_LIVE_ADDRESS: the address of the variable; LR_LIVE_MEMORY: its first eight
	                            * bytes */
	void *where;               /* LR_LIVE_MEMORY: its address; otherwise NULL */
};
/* Reads the live values of stack map `id`, in order of its operands: the first `room` ones.  `code` is the address of
** the stack map; NULL: the last one with this ID at or before the program counter, for calls made by a patched range.
** The registers are those at that address (see lr_patch_probe), and the frame must still exist.  Returns the number of
** values, or LR_RT_E_ARG (no registers, or no `values` for the `room`), LR_RT_E_NOT_FOUND, LR_RT_E_STACKMAP (a value is
** in a vector register). */
LR_API int lr_stackmap_read(uint64_t id, const void *code, const struct lr_registers *, struct lr_live_value *values,
	size_t room);

/* A target for LR_PATCH_CALL that calls the hook with the registers of the patched code, as they are after the call.
** The hook may change all but the stack pointer and the program counter, and on AArch64 x16 to x18 and x30.  It must
** not collect.  Set the hook before the code can run; NULL: none. */
typedef void lr_probe(void *user, struct lr_registers *);
LR_API void lr_set_probe(lr_probe *, void *user);
LR_API void lr_patch_probe(void);

#ifdef __cplusplus
}
#endif
#endif
