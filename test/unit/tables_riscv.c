/* SPDX-License-Identifier: MIT */
/* tables_riscv.c -- addresses in the frame, read from RISC-V code. */
#include <criterion/criterion.h>

#include "tables/riscv_address.h"

enum { A0 = 10, A1 = 11, A2 = 12, FP = 8 };

#define READ(reg, ...)                                                                                             \
	int64_t at = 0;                                                                                            \
	const unsigned char code[] = { __VA_ARGS__ };                                                              \
	const bool found = riscv_frame_address(code, sizeof code, reg, FP, &at)

#define LUI_A0_4 0x11, 0x65
#define SUB_A0_FP_A0 0x33, 0x05, 0xa4, 0x40
#define ADDI_A0_FP 0x13, 0x05, 0x04, 0x80 /* -2048 */
#define ADDI_A0 0x13, 0x05, 0x05, 0xb1    /* -1264 */
#define NOP 0x01, 0x00

Test(tables_riscv, a_distance_of_pages)
{
	READ(A0, NOP, LUI_A0_4, SUB_A0_FP_A0);
	cr_assert(found);
	cr_assert_eq(at, -4 * 4096);
}

Test(tables_riscv, two_additions)
{
	READ(A0, ADDI_A0_FP, ADDI_A0);
	cr_assert(found);
	cr_assert_eq(at, -2048 - 1264);
}

Test(tables_riscv, a_number_of_two_parts)
{
	READ(A1, 0xfd, 0x75, 0xc1, 0x35, 0xa2, 0x95); /* lui a1, -1; addiw a1, a1, -16; add a1, a1, s0 */
	cr_assert(found);
	cr_assert_eq(at, -4096 - 16);
}

Test(tables_riscv, a_shifted_number)
{
	READ(A1, 0xf5, 0x55, 0xb3, 0xe5, 0x85, 0x20); /* li a1, -3; sh3add a1, a1, s0 */
	cr_assert(found);
	cr_assert_eq(at, -24);
}

Test(tables_riscv, a_copy)
{
	READ(A2, 0x22, 0x86, 0x01, 0x16); /* mv a2, s0; addi a2, a2, -32 */
	cr_assert(found);
	cr_assert_eq(at, -32);
}

/* What another instruction stands behind may come from elsewhere. */
Test(tables_riscv, another_instruction_between)
{
	READ(A0, LUI_A0_4, SUB_A0_FP_A0, NOP);
	cr_assert_not(found);
}

Test(tables_riscv, the_beginning_is_missing)
{
	READ(A0, ADDI_A0);
	cr_assert_not(found);
}

Test(tables_riscv, a_number_alone)
{
	READ(A0, LUI_A0_4);
	cr_assert_not(found);
}

Test(tables_riscv, another_register)
{
	READ(A1, LUI_A0_4, SUB_A0_FP_A0);
	cr_assert_not(found);
}

Test(tables_riscv, half_an_instruction)
{
	READ(A0, LUI_A0_4, 0x33, 0x05);
	cr_assert_not(found);
}

Test(tables_riscv, no_code)
{
	int64_t at = 0;

	cr_assert_not(riscv_frame_address(NULL, 0, A0, FP, &at));
}
