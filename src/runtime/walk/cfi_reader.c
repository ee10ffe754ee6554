/* SPDX-License-Identifier: MIT */
/* cfi_reader.c -- the reader of call frame information, compiled for the runtime under names of its own, because the
** compiler's library, which also has the reader, may be in the same program. */
#include "runtime/walk/cfi_reader.h"

#include "tables/call_frames.c" /* NOLINT(bugprone-suspicious-include): on purpose */
