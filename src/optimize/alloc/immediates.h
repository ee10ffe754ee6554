/* SPDX-License-Identifier: MIT */
/* immediates.h -- the part of AllocOpt that folds immediates. */
#ifndef LR_OPTIMIZE_ALLOC_IMMEDIATES_H
#define LR_OPTIMIZE_ALLOC_IMMEDIATES_H

#include "optimize/alloc/object/object.h"

/* Folds the tests and values of immediates in a->fn.  Resets a->ar.  False: memory is exhausted. */
bool immediates_fold(struct alloc_opt *);

#endif
