/* plugin.h -- what the opt plug-in (tools/opt-plugin.cpp) needs of the library; may be included from C++.
**
** Passes go by their index in passes.def.  A context that has failed does nothing more. */
#ifndef LR_PLUGIN_H
#define LR_PLUGIN_H

#include "lateroot/lateroot.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PLUGIN_MODULE = 1, PLUGIN_FUNCTION = 2, PLUGIN_LOOP = 4 };          /* where a pass may stand */
enum { PLUGIN_UNCHANGED, PLUGIN_CHANGED_IR, PLUGIN_CHANGED_CFG };          /* what a run has changed; the last includes the others */

const char *plugin_name(size_t pass);
bool plugin_required(size_t pass);
unsigned plugin_places(size_t pass);
/* May `params`, `bytes` of them, stand between < and > behind the name?  NULL: no <> at all. */
bool plugin_accepts(size_t pass, const char *params, size_t bytes);

/* Run a pass over one function, or over all if it is NULL.  Trouble goes to the context's `diagnose`. */
int plugin_run(lr_context *, size_t pass, LLVMModuleRef, LLVMValueRef fn, const char *params);

/* The text of a whole pipeline, for lr_free_bytes; NULL if `name` is none or (reported) takes no such options. */
char *plugin_expand(lr_context *, const char *name, const char *params, size_t bytes, size_t *size);

#ifdef __cplusplus
}
#endif
#endif
