/* SPDX-License-Identifier: MIT */
/* dump_functions.h -- functions as modules of their own, before and after the passes of a pipeline.  The public part is
** in lateroot.h. */
#ifndef LR_PIPELINE_DUMP_FUNCTIONS_H
#define LR_PIPELINE_DUMP_FUNCTIONS_H

#include "host/context.h"

/* The request of lr_dump_functions; the context points to it while the pipeline runs. */
struct dumper {
	lr_dump_options options;
	size_t emitted;
};

struct pipeline;

/* Are the functions to be dumped before or after passes of this name? */
bool dump_wants(const struct dumper *, const char *name, size_t n, bool after);
/* Checks that all names in the comma-separated list are steps; the error suggests the nearest name. */
lr_status dump_check_points(lr_context *, const struct pipeline *, const char *list);
/* Gives the matching functions of the module to options->emit, and adds their number to *emitted.  `pass` is NULL
** outside of a pipeline. */
lr_status dump_functions(lr_context *, LLVMModuleRef, const lr_dump_options *, const char *pass, bool after,
	unsigned step, size_t *emitted);
/* Dumps the functions that match lr_options.function as one text, and not as modules of their own. */
lr_status dump_matching(lr_context *, LLVMModuleRef, const char *glob);
/* Writes the dump into a file of the folder; an lr_emit whose user is a struct dump_folder *. */
struct dump_folder { lr_context *cx; const char *path; };
bool dump_to_folder(void *folder, const lr_function_dump *);

#endif
