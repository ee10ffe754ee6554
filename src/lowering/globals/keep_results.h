/* keep_results.h -- functions that return references in memory stay as they are: see keep_results.c. */
#ifndef LR_LOWERING_GLOBALS_KEEP_RESULTS_H
#define LR_LOWERING_GLOBALS_KEEP_RESULTS_H

#include "dialect/edit.h"

/* In a typed module.  True if it was changed.  Without memory the arena of `e` says so. */
bool keep_results(struct edit *e);

#endif
