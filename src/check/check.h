/* SPDX-License-Identifier: MIT */
/* check.h -- the independent proof that a placement is right. */
#ifndef LR_CHECK_CHECK_H
#define LR_CHECK_CHECK_H

#include "host/context.h"

/* Re-prove the roots of one function from its IR alone, in the form that rewrite leaves (frame intrinsics; the front
** end's intrinsics and bundles may still be there or not).  Every hole is reported through lr_fail with LR_E_CHECK,
** naming function, safepoint and value.  The module is only read.  `reload`: functions that are not lowered yet, and do
** not say so themselves, will read their roots again behind safepoints.  `*holes`, unless NULL, receives how many were
** found; LR_OK if none. */
lr_status check_function(lr_context *, LLVMValueRef fn, bool reload, unsigned *holes);

#endif
