/* plugin.h -- what the opt plug-in (tools/opt-plugin.cpp, tools/opt-host.c) needs of the library; may be included from
** C++.
**
** Passes go by their index in passes.def.  A context that has failed does nothing more. */
#ifndef LR_PIPELINE_PLUGIN_H
#define LR_PIPELINE_PLUGIN_H

#include "lateroot/lateroot.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PLUGIN_MODULE = 1, PLUGIN_FUNCTION = 2, PLUGIN_LOOP = 4 };          /* where a pass may stand */
enum { PLUGIN_UNCHANGED, PLUGIN_CHANGED_IR, PLUGIN_CHANGED_CFG };          /* what a run has changed; the last includes
                                                                            * the others */

const char *plugin_name(size_t pass);
bool plugin_required(size_t pass);
/* The pass that `text` (of `bytes`), a name with or without <parameters>, stands for in such a place; -1 if none.
** *params points into `text`, NULL if there is no <>. */
int plugin_find(const char *text, size_t bytes, unsigned place, const char **params, size_t *params_bytes);

/* Run a pass over one function, or over all if it is NULL.  Trouble goes to the context's `diagnose`.  Also does what
** the dump options of the context ask for; the step is the pass's row. */
int plugin_run(lr_context *, size_t pass, LLVMModuleRef, LLVMValueRef fn, const char *params);
/* From now on function passes run one after the other, and between them nothing removes or changes other functions of
** the module but what plugin_forget is called for; until `on` is false.  What is found out about the module need not be
** found out again for each function then. */
void plugin_keep(lr_context *, bool on);
void plugin_forget(lr_context *);
/* After the last run: the times, if asked for. */
void plugin_finish(lr_context *);

/* Who gets remarks from now on; NULL: nobody, and then they cost nothing. */
void plugin_remarks(lr_context *, void (*remark)(void *user, const lr_remark *));

/* What a whole pipeline, "julia<options>" and the like, stands for; to be given to lr_free_bytes.  NULL if it is none,
** or (reported, and the error cleared) takes no such options. */
char *plugin_expand(lr_context *, const char *text, size_t bytes, size_t *size);

/* -- C in the dialect, in a compiler's own pipeline: passes for its start and for its end. */
enum plugin_c_part { PLUGIN_C_START, PLUGIN_C_END, PLUGIN_C_END_O0 };
/* Pass number `number` of the part, as *bytes of text; NULL: there are no more. */
const char *plugin_c(const lr_context *, enum plugin_c_part, size_t number, size_t *bytes);
/* An error if the options ask for what a compiler's own code generator cannot do. */
bool plugin_c_possible(lr_context *);
/* Does the module come from a source that includes <lateroot/dialect.h>? */
bool plugin_adopts(LLVMModuleRef);
/* After an error: true, and the module can go through the compiler's code generator, which is asked to run all the
** same.  Its code is of no use. */
bool plugin_gives_up(lr_context *, LLVMModuleRef);

/* While `diagnose` runs: the value that the diagnostic is about, or NULL. */
LLVMValueRef plugin_reported(const lr_context *);
/* The options are wrong: nothing is to be compiled with them. */
void plugin_refuse(lr_context *, const char *message);

/* A diagnostic as one line: place, message, function, instruction.  Shortened to the room that there is. */
void plugin_describe(const lr_diagnostic *, char *to, size_t room);

#ifdef __cplusplus
}
#endif
#endif
