/* bundle_kind.h -- operand bundles that ask for more than keeping objects alive. */
#ifndef LR_DIALECT_BUNDLE_KIND_H
#define LR_DIALECT_BUNDLE_KIND_H

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

/* What is wrong with the bundle "jl_roots", for messages; NULL: nothing is.  References in it are kept, and addresses
** of stack variables are right, for those are there anyway.  Constants need not be kept.  Nothing else keeps an object
** alive. */
const char *bundle_roots_mistake(LLVMOperandBundleRef);

#endif
