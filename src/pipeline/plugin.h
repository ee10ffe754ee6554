/* SPDX-License-Identifier: MIT */
/* plugin.h -- the interface of the library for the opt plug-in (tools/opt-plugin.cpp, tools/opt-host.c); may be
** included from C++.
**
** Passes are numbered by their index in passes.def.  After an error in the context, no function does anything. */
#ifndef LR_PIPELINE_PLUGIN_H
#define LR_PIPELINE_PLUGIN_H

#include "lateroot/lateroot.h"
#include "host/loop.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PLUGIN_MODULE = 1, PLUGIN_FUNCTION = 2, PLUGIN_LOOP = 4 };          /* where a pass is allowed */
enum { PLUGIN_UNCHANGED, PLUGIN_CHANGED_IR, PLUGIN_CHANGED_CFG };          /* what a run has changed; the last includes
                                                                            * the others */

const char *plugin_name(size_t pass);
bool plugin_required(size_t pass);
/* Is it a loop pass, and not only a marker that may stand among loop passes? */
bool plugin_works_on_loops(size_t pass);
/* The pass that `text` (of `bytes`), a name with or without <parameters>, names in such a place; -1 if none.  Sets
** *params to the parameters in `text`, or to NULL if there is no <>. */
int plugin_find(const char *text, size_t bytes, unsigned place, const char **params, size_t *params_bytes);

/* Runs a pass over one function, or over all if it is NULL.  `loop`: a loop pass works on this loop of it only; NULL:
** on all.  Diagnostics go to the context's `diagnose`.  Also makes
** the dumps that the options of the context ask for; their step number is that of the pass in passes.def. */
int plugin_run(lr_context *, size_t pass, LLVMModuleRef, LLVMValueRef fn, const struct loop_given *loop,
	const char *params);
/* With `on`, the caller promises to call plugin_forget whenever functions other than the current one were removed or
** changed between passes.  Then facts about the module are kept from one function to the next.  A call
** forgets those kept so far. */
void plugin_keep(lr_context *, bool on);
void plugin_forget(lr_context *);
/* Reports the times, if the options ask for them.  After the last run. */
void plugin_finish(lr_context *);

/* Sets the callback for remarks; with NULL none are made. */
void plugin_remarks(lr_context *, void (*remark)(void *user, const lr_remark *));

/* The expansion of a whole pipeline such as "julia<options>"; the caller frees it with lr_free_bytes.  NULL if the name
** is none, or if it does not take these options, which is reported and the error cleared. */
char *plugin_expand(lr_context *, const char *text, size_t bytes, size_t *size);

/* -- passes for C in the dialect, at the start, behind the scalar passes and at the end of a compiler's own pipeline */
enum plugin_c_part { PLUGIN_C_START, PLUGIN_C_SCALAR, PLUGIN_C_END, PLUGIN_C_END_O0 };
/* Pass number `number` of the part, as text of *bytes bytes; NULL: there are no more. */
const char *plugin_c(const lr_context *, enum plugin_c_part, size_t number, size_t *bytes);
/* Reports an error if the options need a code generator other than the compiler's. */
bool plugin_c_possible(lr_context *, LLVMModuleRef);
/* Does a pass of these parts work on the module?  It does if the module was compiled from a source that includes
** <lateroot/dialect.h>; the check of -check-roots works on every module, and CheckHandRoots on those with
** <lateroot/roots.h>. */
bool plugin_adopts(const lr_context *, size_t pass, LLVMModuleRef);
/* After an error: makes the module acceptable to the compiler's code generator, which runs nevertheless, and returns
** true.  The code is of no use. */
bool plugin_gives_up(lr_context *, LLVMModuleRef);

/* The value that the diagnostic is about, while `diagnose` runs, or NULL. */
LLVMValueRef plugin_reported(const lr_context *);
/* Sets an error for wrong options, so that nothing is compiled with them. */
void plugin_refuse(lr_context *, const char *message);

/* Writes a diagnostic as one line: location, message, function, instruction; cut to `room` bytes. */
void plugin_describe(const lr_diagnostic *, char *to, size_t room);

#ifdef __cplusplus
}
#endif
#endif
