/* SPDX-License-Identifier: MIT */
/* keep_results.h -- functions that return references in memory stay as they are: see keep_results.c. */
#ifndef LR_LOWERING_GLOBALS_KEEP_RESULTS_H
#define LR_LOWERING_GLOBALS_KEEP_RESULTS_H

#include "dialect/edit/edit.h"

/* For a typed module. True: it was changed. The arena of `e` is marked as failed if memory is exhausted. */
bool keep_results(struct edit *e);

#endif
