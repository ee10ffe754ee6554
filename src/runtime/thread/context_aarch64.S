/* SPDX-License-Identifier: MIT */
/* context_aarch64.S -- exchanging stacks, on Linux for AArch64.
**
** A context, from its address on, 176 bytes: x29 x30, x19 to x28, d8 to d15, fpcr, unused. */
#include "runtime/thread/context.h"

#if defined(CONTEXT_AARCH64)
	.macro begin name
	.globl \name
	.hidden \name
	.type \name, %function
	.p2align 4
	.endm

	.text
	begin context_switch
context_switch:
	.cfi_startproc
	hint #34 /* bti c */
	stp x29, x30, [sp, #-176]!
	.cfi_def_cfa_offset 176
	.cfi_offset 29, -176
	.cfi_offset 30, -168
	stp x19, x20, [sp, #16]
	.cfi_offset 19, -160
	.cfi_offset 20, -152
	stp x21, x22, [sp, #32]
	.cfi_offset 21, -144
	.cfi_offset 22, -136
	stp x23, x24, [sp, #48]
	.cfi_offset 23, -128
	.cfi_offset 24, -120
	stp x25, x26, [sp, #64]
	.cfi_offset 25, -112
	.cfi_offset 26, -104
	stp x27, x28, [sp, #80]
	.cfi_offset 27, -96
	.cfi_offset 28, -88
	stp d8, d9, [sp, #96]
	.cfi_offset 72, -80
	.cfi_offset 73, -72
	stp d10, d11, [sp, #112]
	.cfi_offset 74, -64
	.cfi_offset 75, -56
	stp d12, d13, [sp, #128]
	.cfi_offset 76, -48
	.cfi_offset 77, -40
	stp d14, d15, [sp, #144]
	.cfi_offset 78, -32
	.cfi_offset 79, -24
	mrs x9, fpcr
	str x9, [sp, #160]
	mov x10, sp
	str x10, [x0]
	/* the same description holds on the other stack */
	mov sp, x1
	ldr x10, [sp, #160]
	cmp x9, x10
	b.eq 1f
	msr fpcr, x10 /* takes long */
1:
	ldp d14, d15, [sp, #144]
	ldp d12, d13, [sp, #128]
	ldp d10, d11, [sp, #112]
	ldp d8, d9, [sp, #96]
	ldp x27, x28, [sp, #80]
	ldp x25, x26, [sp, #64]
	ldp x23, x24, [sp, #48]
	ldp x21, x22, [sp, #32]
	ldp x19, x20, [sp, #16]
	ldp x29, x30, [sp], #176
	.cfi_def_cfa_offset 0
	.irp register, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 72, 73, 74, 75, 76, 77, 78, 79
	.cfi_restore \register
	.endr
	ret
	.cfi_endproc
	.size context_switch, . - context_switch

	/* The first function on a stack: x19 is `main`.  No caller: unwinders and debuggers end here.  The nop is for
	** them, too: they look for a return address minus one. */
	.type context_begin, %function
	.p2align 4
context_begin:
	.cfi_startproc
	.cfi_undefined 30
	nop
.Lbegin:
	blr x19
	brk #1
	.cfi_endproc
	.size context_begin, . - context_begin

	begin context_make
context_make:
	.cfi_startproc
	hint #34 /* bti c */
	sub x0, x0, #176
	adr x9, .Lbegin
	stp xzr, x9, [x0]
	stp x1, xzr, [x0, #16]
	stp xzr, xzr, [x0, #32]
	stp xzr, xzr, [x0, #48]
	stp xzr, xzr, [x0, #64]
	stp xzr, xzr, [x0, #80]
	stp xzr, xzr, [x0, #96]
	stp xzr, xzr, [x0, #112]
	stp xzr, xzr, [x0, #128]
	stp xzr, xzr, [x0, #144]
	mrs x9, fpcr
	stp x9, xzr, [x0, #160]
	ret
	.cfi_endproc
	.size context_make, . - context_make

	begin context_shadowed
context_shadowed:
	.cfi_startproc
	hint #34 /* bti c */
	mov x16, #1
	hint #40 /* chkfeat x16: clears the bit if there is a guarded control stack; no operation on older processors */
	eor w0, w16, #1
	ret
	.cfi_endproc
	.size context_shadowed, . - context_shadowed

#if defined(__ARM_FEATURE_BTI_DEFAULT)
	/* Says that indirect calls of these functions find a landing pad, and that return addresses lie on no stack
	** unsigned for longer than a switch. */
	.section .note.gnu.property, "a"
	.p2align 3
	.word 4, 16, 5
	.asciz "GNU"
	.word 0xc0000000, 4, 1, 0
#endif
#endif
	.section .note.GNU-stack, "", %progbits
