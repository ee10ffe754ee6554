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
lr_status wasm_layout_widen(lr_context *, LLVMModuleRef);
/* Is the module for WebAssembly, and has its code references in space 10? */
bool wasm_has_references(LLVMModuleRef);
/* LLVM's vectorisers crash at references in space 10.  Gives all functions the attribute `noimplicitfloat`, with which
** they do nothing, until the spaces are gone.  May be called again for functions that are new. */
void wasm_hold_vectors(lr_context *, LLVMModuleRef);
/* To be called when the spaces are gone: takes both back, and restores the data layout. */
lr_status wasm_spaces_gone(lr_context *, LLVMModuleRef);

#endif
