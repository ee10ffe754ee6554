/* SPDX-License-Identifier: MIT */
/* bundle_kind.h -- the meaning of operand bundles. */
#ifndef LR_DIALECT_BUNDLE_KIND_H
#define LR_DIALECT_BUNDLE_KIND_H

#include <stdbool.h>

#include "ir/llvm.h"

enum bundle {
	BUNDLE_OTHER,
	BUNDLE_ROOTS,
	BUNDLE_TRANSITION,
	BUNDLE_DEOPT,
	BUNDLE_PTR_OFFSETS,
	BUNDLE_ZEROINIT,
	BUNDLE_ZEROINIT_INDIRECT
};
enum bundle bundle_kind(LLVMOperandBundleRef);
/* Does a call have a bundle of the kind? */
bool has_bundle(LLVMValueRef call, enum bundle kind);

/* Returns the error in a bundle "jl_roots", for messages; NULL if there is none.  References in it are kept alive.
** Addresses of stack variables and constants are allowed, and need not be kept alive.  No other value keeps an object
** alive. */
const char *bundle_roots_mistake(LLVMOperandBundleRef);

#endif
