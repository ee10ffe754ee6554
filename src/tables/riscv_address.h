/* SPDX-License-Identifier: MIT */
/* riscv_address.h -- reads from RISC-V code what address in the frame a register has. */
#ifndef LR_TABLES_RISCV_ADDRESS_H
#define LR_TABLES_RISCV_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `code` is that of a function from its start up to an instruction.  If the instructions right before that one make an
** address at a constant distance from the register `fp`, in the register `reg`: true, and the distance. */
bool riscv_frame_address(const unsigned char *code, size_t bytes, unsigned reg, unsigned fp, int64_t *distance);

#endif
