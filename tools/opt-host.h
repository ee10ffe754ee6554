/* opt-host.h -- what the plug-in for opt and clang does that needs no C++; tools/opt-plugin.cpp has the rest. */
#ifndef LR_OPT_HOST_H
#define LR_OPT_HOST_H

#include "pipeline/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	HOST_PASSES = 0
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a sum of them */
#define PASS(name, entry, kind, required, params, description) +1
#include "host/passes.def"
};

/* Is the program that has loaded the plug-in of the LLVM that it was made for?  False: said that it is not. */
bool host_fits(void);
/* "lateroot-opt: ...", where there is nobody else to tell. */
void host_say(const char *text);

/* What the passes made through one PassBuilder share. */
struct host;
/* `complain` hands on what is wrong while a pass runs over `in`; `of`, unless NULL, is the function in which that is,
** and otherwise the message says all; `at`, unless NULL, is what is wrong. */
typedef void host_complain(const lr_diagnostic *, LLVMModuleRef in, LLVMValueRef of, LLVMValueRef at);
struct host *host_new(host_complain *); /* NULL: no memory */
void host_free(struct host *);
/* Options as in LATEROOT_ARGS, behind those.  If either are wrong then the first pass that runs ends with an error. */
void host_options(struct host *, const char *text);
/* plugin_c. */
const char *host_c(const struct host *, enum plugin_c_part, size_t number, size_t *bytes);
/* plugin_run; `adopts`: only on C in the dialect, inside a compiler's own pipeline.  `params` "": none.  `remark` NULL:
** nobody wants any. */
int host_run(struct host *, size_t pass, LLVMModuleRef, LLVMValueRef fn, const char *params, bool adopts,
	void (*remark)(void *, const lr_remark *));
/* A pass of anybody's begins and ends, as the pass manager calls it; `changed`: it may have changed something. */
void host_pass_begins(struct host *, const char *name, size_t bytes);
void host_pass_ends(struct host *, const char *name, size_t bytes, bool changed);
/* plugin_expand; the text is the host's. */
const char *host_expand(struct host *, const char *text, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
