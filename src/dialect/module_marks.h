/* SPDX-License-Identifier: MIT */
/* module_marks.h -- marks of a module. */
#ifndef LR_DIALECT_MODULE_MARKS_H
#define LR_DIALECT_MODULE_MARKS_H

#include <stdbool.h>

#include "host/context.h"

/* In a typed module the types of variables, and of arguments passed by address, tell which words hold references and
** which hold numbers.  A module is typed by the module flag "lateroot.memory" = "typed", which AdoptDialect sets, or by
** the options.  In other modules only visible accesses count. */
bool memory_is_typed(const lr_context *, LLVMModuleRef);
/* Does the module have the flag? */
bool memory_has_flag(LLVMModuleRef);
/* Sets the flag. */
void memory_set_typed(LLVMModuleRef);
/* Does the module come from a C source that includes <lateroot/dialect.h>? */
bool is_c_dialect(LLVMModuleRef);

#endif
