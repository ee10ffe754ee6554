/* SPDX-License-Identifier: MIT */
/* context_x86_64.S -- exchanging stacks, on Linux for x86-64.
**
** A context, from its address on: mxcsr and the x87 control word, r15 r14 r13 r12 rbx rbp, the return address. */
#include "runtime/thread/context.h"

#if defined(CONTEXT_X86_64)
#if defined(__CET__)
#include <cet.h>
#else
#define _CET_ENDBR
#endif

	.macro begin name
	.globl \name
	.hidden \name
	.type \name, @function
	.p2align 4
	.endm

	.text
	begin context_switch
context_switch:
	.cfi_startproc
	_CET_ENDBR
	.irp register, rbp, rbx, r12, r13, r14, r15
	pushq %\register
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset \register, 0
	.endr
	subq $8, %rsp
	.cfi_adjust_cfa_offset 8
	stmxcsr (%rsp)
	fnstcw 4(%rsp)
	movq %rsp, (%rdi)
	/* the same description holds on the other stack */
	movq %rsi, %rsp
	ldmxcsr (%rsp)
	fldcw 4(%rsp)
	addq $8, %rsp
	.cfi_adjust_cfa_offset -8
	.irp register, r15, r14, r13, r12, rbx, rbp
	popq %\register
	.cfi_adjust_cfa_offset -8
	.cfi_restore \register
	.endr
	ret
	.cfi_endproc
	.size context_switch, . - context_switch

	/* The first function on a stack: rbx is `main`.  No caller: unwinders and debuggers end here.  The nop is for
	** them, too: they look for a return address minus one. */
	.type context_begin, @function
	.p2align 4
context_begin:
	.cfi_startproc
	.cfi_undefined rip
	nop
.Lbegin:
	callq *%rbx
	ud2
	.cfi_endproc
	.size context_begin, . - context_begin

	begin context_make
context_make:
	.cfi_startproc
	_CET_ENDBR
	leaq .Lbegin(%rip), %rax
	movq %rax, -24(%rdi)
	xorl %eax, %eax
	movq %rax, -32(%rdi)
	movq %rsi, -40(%rdi)
	movq %rax, -48(%rdi)
	movq %rax, -56(%rdi)
	movq %rax, -64(%rdi)
	movq %rax, -72(%rdi)
	stmxcsr -80(%rdi)
	fnstcw -76(%rdi)
	leaq -80(%rdi), %rax
	ret
	.cfi_endproc
	.size context_make, . - context_make

	begin context_shadowed
context_shadowed:
	.cfi_startproc
	_CET_ENDBR
	xorl %eax, %eax
	/* rdsspq %rax, which older assemblers do not know; no operation where there is no such stack */
	.byte 0xf3, 0x48, 0x0f, 0x1e, 0xc8
	negq %rax
	sbbl %eax, %eax
	ret
	.cfi_endproc
	.size context_shadowed, . - context_shadowed
#endif
	.section .note.GNU-stack, "", @progbits
