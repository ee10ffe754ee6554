/* SPDX-License-Identifier: MIT */
/* wasm.h -- the address spaces of the dialect in modules for WebAssembly.
**
** There LLVM has space 10 for references of the engine (externref), of one byte as far as the data layout says.  C with
** <lateroot/dialect.h> therefore uses spaces from LR_AS_WASM + 10 on, which clang takes for those of usual pointers.
** They become 10 to 13 before anything else looks at the module, with a data layout that fits; it is the target's again
** when the spaces are removed. */
#ifndef LR_ADDRSPACE_REMOVE_WASM_H
#define LR_ADDRSPACE_REMOVE_WASM_H

#include "host/context.h"

/* Is the module for WebAssembly, according to its triple? */
bool is_wasm(LLVMModuleRef);
/* Replaces the spaces and the data layout.  Functions of the module may be replaced by others. */
lr_status wasm_take_spaces(lr_context *, LLVMModuleRef);
/* Makes the size of pointers in space 10 that of all others. */
void wasm_layout_widen(LLVMModuleRef);
/* The contrary; false: nothing to change. */
bool wasm_layout_restore(LLVMModuleRef);

#endif
