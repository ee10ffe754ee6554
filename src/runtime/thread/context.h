/* SPDX-License-Identifier: MIT */
/* context.h -- exchanging stacks without the system, where context_MACHINE.S can.  Read by C and by the assembler.
**
** swapcontext of the C library asks the kernel for the signal mask, and gives it one, at each switch. */
#ifndef LR_RUNTIME_THREAD_CONTEXT_H
#define LR_RUNTIME_THREAD_CONTEXT_H

#if defined(__linux__) && defined(__x86_64__) && defined(__LP64__)
#define CONTEXT_X86_64 1
#elif defined(__linux__) && defined(__aarch64__) && defined(__LP64__) && !defined(__AARCH64EB__)
#define CONTEXT_AARCH64 1
#elif defined(__linux__) && defined(__riscv_float_abi_double) && __riscv_xlen == 64 && !defined(__riscv_shadow_stack)
#define CONTEXT_RISCV64 1
#endif
#if defined(CONTEXT_X86_64) || defined(CONTEXT_AARCH64) || defined(CONTEXT_RISCV64)
#define CONTEXT_OWN 1
#else
#define CONTEXT_OWN 0
#endif

#if !defined(__ASSEMBLER__)
/* These are where CONTEXT_OWN is 1. */
/* Saves the registers that functions preserve, and the modes of floating point, on the running stack, and its address
** in *from.  Then goes on with those at `to`: it returns on that stack. */
void context_switch(void **from, void *to);
/* Returns a context for context_switch: a call of `main`, which does not return, on an empty stack that ends at `top`
** (aligned to 16), in the modes of floating point of now.  There a walk up the stack ends. */
void *context_make(void *top, void (*main)(void));
/* Not 0: the processor keeps return addresses on a second stack, which only the C library knows how to exchange. */
int context_shadowed(void);
#endif

#endif
