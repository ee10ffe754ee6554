/* SPDX-License-Identifier: MIT */
/* machine.h -- what differs between machines when stacks are walked: addresses, and the words around a frame
** pointer. */
#ifndef LR_RUNTIME_MACHINE_H
#define LR_RUNTIME_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

/* No address of a program has a bit from this one on, unless the program asks for such addresses. */
#if defined(__aarch64__)
enum { MACHINE_ADDRESS_BITS = 48 };
#elif UINTPTR_MAX > UINT32_MAX
enum { MACHINE_ADDRESS_BITS = 47 };
#else
enum { MACHINE_ADDRESS_BITS = 32 };
#endif
#if UINTPTR_MAX > UINT32_MAX
#define MACHINE_ADDRESS_END ((uintptr_t)1 << MACHINE_ADDRESS_BITS)
#else
#define MACHINE_ADDRESS_END UINTPTR_MAX
#endif

/* Is it too large for an address of the program? */
static inline bool
machine_exceeds(uintptr_t a)
{
	return a > MACHINE_ADDRESS_END - 1;
}

/* Words relative to the frame pointer: the caller's frame pointer, the return address, and the first that may belong to
** the caller's frame.  On x86-64 the caller's stack pointer is there after the return; elsewhere the caller's stack
** pointer is there or above. */
#if defined(__riscv)
enum { MACHINE_CALLER_WORD = -2, MACHINE_RETURN_WORD = -1, MACHINE_ABOVE_WORD = 0 };
#else
enum { MACHINE_CALLER_WORD = 0, MACHINE_RETURN_WORD = 1, MACHINE_ABOVE_WORD = 2 };
#endif

/* Does the frame pointer give the caller's stack pointer?  Does a call store its return address below the stack
** pointer?  Both are so on x86 alone. */
#if defined(__x86_64__) || defined(__i386__)
#define MACHINE_CALL_PUSHES 1
#else
#define MACHINE_CALL_PUSHES 0
#endif

/* Removes the signature from a return address (pointer authentication).  The instruction does nothing on processors
** without it. */
static inline uintptr_t
machine_strip(uintptr_t pc)
{
#if defined(__aarch64__)
	register uintptr_t x30 __asm__("x30") = pc;

	__asm__("hint #7" /* xpaclri */ : "+r"(x30));
	return x30;
#else
	return pc;
#endif
}

static inline uintptr_t
machine_caller(const void *fp)
{
	return ((const uintptr_t *)fp)[MACHINE_CALLER_WORD];
}
static inline uintptr_t
machine_return(const void *fp)
{
	return machine_strip(((const uintptr_t *)fp)[MACHINE_RETURN_WORD]);
}
static inline uintptr_t
machine_above(const void *fp)
{
	return (uintptr_t)((const uintptr_t *)fp + MACHINE_ABOVE_WORD);
}

#endif
