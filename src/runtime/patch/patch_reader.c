/* SPDX-License-Identifier: MIT */
/* patch_reader.c -- the reader of stack maps, compiled for the runtime under names of its own, because the compiler's
** library, which also has the reader, may be in the same program. */
#include "runtime/patch/patch.h"

#define stackmap_strerror patch_stackmap_strerror
#include "tables/stackmap.c" /* NOLINT(bugprone-suspicious-include): on purpose */
