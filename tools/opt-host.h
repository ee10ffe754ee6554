/* SPDX-License-Identifier: MIT */
/* opt-host.h -- the parts of the plug-in for opt and clang that need no C++; tools/opt-plugin.cpp has the rest. */
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

/* Was the plug-in made for the LLVM of the program that has loaded it?  If not, reports that and returns false. */
bool host_fits(void);
/* Prints "lateroot-opt: ..." on stderr, where no pass can report. */
void host_say(const char *text);

/* The state that the passes made through one PassBuilder share. */
struct host;
/* `complain` passes on diagnostics while a pass runs over `in`.  `of`, unless NULL, is the function of the diagnostic;
** otherwise the message says all.  `at`, unless NULL, is the value that it is about. */
typedef void host_complain(const lr_diagnostic *, LLVMModuleRef in, LLVMValueRef of, LLVMValueRef at);
struct host *host_new(host_complain *); /* NULL: memory is exhausted */
void host_free(struct host *);
/* Applies options as in LATEROOT_ARGS, after those.  If either are invalid, the first pass that runs ends with an
** error. */
void host_options(struct host *, const char *text);
/* plugin_c. */
const char *host_c(const struct host *, enum plugin_c_part, size_t number, size_t *bytes);
/* plugin_run; `adopts`: only on C in the dialect, inside a compiler's own pipeline.  `params` "": none.  `remark` NULL:
** no remarks. */
int host_run(struct host *, size_t pass, LLVMModuleRef, LLVMValueRef fn, const struct loop_given *loop,
	const char *params, bool adopts, void (*remark)(void *, const lr_remark *));
/* A pass, of this library or not, begins and ends, as the pass manager announces it; `changed`: it may have changed
** IR. */
void host_pass_begins(struct host *, const char *name, size_t bytes);
void host_pass_ends(struct host *, const char *name, size_t bytes, bool changed);
/* plugin_expand; the host owns the text. */
const char *host_expand(struct host *, const char *text, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
