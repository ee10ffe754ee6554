/* SPDX-License-Identifier: MIT */
/* cfi_reader.h -- the runtime's names of the reader of call frame information. */
#ifndef LR_RUNTIME_WALK_CFI_READER_H
#define LR_RUNTIME_WALK_CFI_READER_H

#define call_read_common rt_call_read_common
#define call_instructions rt_call_instructions
#define call_run rt_call_run
#include "tables/call_frames.h"

#endif
