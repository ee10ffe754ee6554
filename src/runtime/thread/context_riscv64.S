/* SPDX-License-Identifier: MIT */
/* context_riscv64.S -- exchanging stacks, on Linux for RISC-V with 64 bits and registers for doubles.
**
** A context, from its address on, 208 bytes: ra, s0 to s11, fs0 to fs11, fcsr. */
#include "runtime/thread/context.h"

#if defined(CONTEXT_RISCV64)
	.macro begin name
	.globl \name
	.hidden \name
	.type \name, @function
	.p2align 2
	.endm
	/* `put` and `get` of all registers but ra, and their numbers in call frame information */
	.macro all_registers what
	\what s0, sd, ld, 8, 8
	\what s1, sd, ld, 16, 9
	\what s2, sd, ld, 24, 18
	\what s3, sd, ld, 32, 19
	\what s4, sd, ld, 40, 20
	\what s5, sd, ld, 48, 21
	\what s6, sd, ld, 56, 22
	\what s7, sd, ld, 64, 23
	\what s8, sd, ld, 72, 24
	\what s9, sd, ld, 80, 25
	\what s10, sd, ld, 88, 26
	\what s11, sd, ld, 96, 27
	\what fs0, fsd, fld, 104, 40
	\what fs1, fsd, fld, 112, 41
	\what fs2, fsd, fld, 120, 50
	\what fs3, fsd, fld, 128, 51
	\what fs4, fsd, fld, 136, 52
	\what fs5, fsd, fld, 144, 53
	\what fs6, fsd, fld, 152, 54
	\what fs7, fsd, fld, 160, 55
	\what fs8, fsd, fld, 168, 56
	\what fs9, fsd, fld, 176, 57
	\what fs10, fsd, fld, 184, 58
	\what fs11, fsd, fld, 192, 59
	.endm
	.macro put register, store, load, at, number
	\store \register, \at(sp)
	.cfi_offset \number, \at - 208
	.endm
	.macro get register, store, load, at, number
	\load \register, \at(sp)
	.cfi_restore \number
	.endm

	.text
	begin context_switch
context_switch:
	.cfi_startproc
	addi sp, sp, -208
	.cfi_def_cfa_offset 208
	sd ra, 0(sp)
	.cfi_offset 1, -208
	all_registers put
	frcsr t0
	sd t0, 200(sp)
	sd sp, 0(a0)
	/* the same description holds on the other stack */
	mv sp, a1
	ld t1, 200(sp)
	beq t0, t1, 1f
	fscsr t1
1:
	all_registers get
	ld ra, 0(sp)
	.cfi_restore 1
	addi sp, sp, 208
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size context_switch, . - context_switch

	/* The first function on a stack: s1 is `main`.  No caller: unwinders and debuggers end here.  The nop is for
	** them, too: they look for a return address minus one. */
	.type context_begin, @function
	.p2align 2
context_begin:
	.cfi_startproc
	.cfi_undefined 1
	nop
.Lbegin:
	jalr s1
	ebreak
	.cfi_endproc
	.size context_begin, . - context_begin

	.macro clear register, store, load, at, number
	sd zero, \at(a0)
	.endm
	begin context_make
context_make:
	.cfi_startproc
	addi a0, a0, -208
	all_registers clear
	lla t0, .Lbegin
	sd t0, 0(a0)
	sd a1, 16(a0)
	frcsr t0
	sd t0, 200(a0)
	ret
	.cfi_endproc
	.size context_make, . - context_make

	begin context_shadowed
context_shadowed:
	.cfi_startproc
	li a0, 0
	ret
	.cfi_endproc
	.size context_shadowed, . - context_shadowed
#endif
	.section .note.GNU-stack, "", @progbits
