/* bundle_kind.h -- operand bundles that ask for more than keeping objects alive. */
#ifndef LR_DIALECT_BUNDLE_KIND_H
#define LR_DIALECT_BUNDLE_KIND_H

#include "ir/llvm.h"

enum bundle {
	BUNDLE_OTHER,
	BUNDLE_TRANSITION,
	BUNDLE_DEOPT,
	BUNDLE_PTR_OFFSETS,
	BUNDLE_ZEROINIT,
	BUNDLE_ZEROINIT_INDIRECT
};
enum bundle bundle_kind(LLVMOperandBundleRef);

#endif
