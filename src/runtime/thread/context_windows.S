/* SPDX-License-Identifier: MIT */
/* context_windows.S -- saving a place of a function, and going back to it, on Windows x64.
**
** The setjmp of Windows has the frames unwound by tables when it is gone back to, which compiled code without tables
** does not survive.  Here the registers that functions preserve are saved and restored, and nothing else.
**
** The context, which rcx points to: rbx rbp rsi rdi r12 r13 r14 r15, rsp after the return, the return address, mxcsr and
** the x87 control word, unused, xmm6 to xmm15 from byte 96 on.  256 bytes, aligned to 16. */
	.text
	.globl __sigsetjmp
	.def __sigsetjmp; .scl 2; .type 32; .endef
	.p2align 4
__sigsetjmp:
	.seh_proc __sigsetjmp
	.seh_endprologue
	movq %rbx, 0(%rcx)
	movq %rbp, 8(%rcx)
	movq %rsi, 16(%rcx)
	movq %rdi, 24(%rcx)
	movq %r12, 32(%rcx)
	movq %r13, 40(%rcx)
	movq %r14, 48(%rcx)
	movq %r15, 56(%rcx)
	leaq 8(%rsp), %rax
	movq %rax, 64(%rcx)
	movq (%rsp), %rax
	movq %rax, 72(%rcx)
	stmxcsr 80(%rcx)
	fnstcw 84(%rcx)
	movups %xmm6, 96(%rcx)
	movups %xmm7, 112(%rcx)
	movups %xmm8, 128(%rcx)
	movups %xmm9, 144(%rcx)
	movups %xmm10, 160(%rcx)
	movups %xmm11, 176(%rcx)
	movups %xmm12, 192(%rcx)
	movups %xmm13, 208(%rcx)
	movups %xmm14, 224(%rcx)
	movups %xmm15, 240(%rcx)
	xorl %eax, %eax
	ret
	.seh_endproc

	.globl context_resume
	.def context_resume; .scl 2; .type 32; .endef
	.p2align 4
context_resume:
	movq 0(%rcx), %rbx
	movq 8(%rcx), %rbp
	movq 16(%rcx), %rsi
	movq 24(%rcx), %rdi
	movq 32(%rcx), %r12
	movq 40(%rcx), %r13
	movq 48(%rcx), %r14
	movq 56(%rcx), %r15
	ldmxcsr 80(%rcx)
	fldcw 84(%rcx)
	movups 96(%rcx), %xmm6
	movups 112(%rcx), %xmm7
	movups 128(%rcx), %xmm8
	movups 144(%rcx), %xmm9
	movups 160(%rcx), %xmm10
	movups 176(%rcx), %xmm11
	movups 192(%rcx), %xmm12
	movups 208(%rcx), %xmm13
	movups 224(%rcx), %xmm14
	movups 240(%rcx), %xmm15
	movq 64(%rcx), %rsp
	movl $1, %eax
	jmpq *72(%rcx)
