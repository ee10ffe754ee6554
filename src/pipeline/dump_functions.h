/* dump_functions.h -- functions as modules of their own, before and after the passes of a pipeline.  The public part is
** in lateroot.h. */
#ifndef LR_PIPELINE_DUMP_FUNCTIONS_H
#define LR_PIPELINE_DUMP_FUNCTIONS_H

#include "host/context.h"

/* What lr_dump_functions wants of the pipeline that it runs; the context has a pointer to it while that lasts. */
struct dumper {
	lr_dump_options options;
	size_t emitted;
};

struct pipeline;

/* Are the functions to be dumped before or after passes of this name? */
bool dump_wants(const struct dumper *, const char *name, size_t n, bool after);
/* Do all names in the comma-separated list stand for steps?  If not, an error that says which is meant. */
lr_status dump_check_points(lr_context *, const struct pipeline *, const char *list);
/* Give the matching functions of the module to options->emit.  `pass` NULL: as they are.  *emitted is counted up. */
lr_status dump_functions(lr_context *, LLVMModuleRef, const lr_dump_options *, const char *pass, bool after,
	unsigned step, size_t *emitted);
/* The text that lr_options.function lets through, all as one; not as modules of their own. */
lr_status dump_matching(lr_context *, LLVMModuleRef, const char *glob);
/* Write the dump into a file of `folder`; an lr_emit whose user is a struct dump_folder *. */
struct dump_folder { lr_context *cx; const char *path; };
bool dump_to_folder(void *folder, const lr_function_dump *);

#endif
