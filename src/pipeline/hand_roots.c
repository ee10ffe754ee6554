/* SPDX-License-Identifier: MIT */
/* hand_roots.c -- CheckHandRoots: what a compiler does with C of <lateroot/roots.h>.
**
** The code roots its references itself, and other compilers compile it as it is.  So nothing is placed or lowered: the
** roots are proven, and then references are plain pointers, as they are for other compilers.  That comes before
** anything is optimised: there each variable is what the source says.  What cannot be proved is an error like a hole,
** unless the parameters say otherwise; these are those of CheckGCRoots, and -check-roots gives them, too. */
#include <stdio.h>

#include "host/passes.h"
#include "pipeline/hand_roots.h"

bool
hand_roots_marked(LLVMModuleRef m)
{
	return has_module_mark(m, "\"lateroot roots by hand\"");
}

lr_status
pass_check_hand_roots(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	const char *given = cx->check_roots != NULL ? strchr(cx->check_roots, '<') : NULL;
	const int bytes = given != NULL ? (int)strcspn(given + 1, ">") : 0;
	char words[LR_MESSAGE_BYTES];

	if (!hand_roots_marked(m))
		return LR_OK;
	const int n = snprintf(words, sizeof words, "error;unknown%s%.*s%s%s", bytes > 0 ? ";" : "", bytes,
		bytes > 0 ? given + 1 : "", params != NULL ? ";" : "", params != NULL ? params : "");
	if (n < 0 || (size_t)n >= sizeof words)
		return lr_fail(cx, LR_E_PIPELINE, NULL, "the parameters of CheckHandRoots are too long");
	lr_status st = pass_prove_gc_roots(cx, m, fns, nfns, words);
	return st == LR_OK ? pass_remove_julia_addrspaces(cx, m, fns, nfns, NULL) : st;
}
