/* memory_model.h -- what the types of memory promise in a module. */
#ifndef LR_DIALECT_MEMORY_MODEL_H
#define LR_DIALECT_MEMORY_MODEL_H

#include <stdbool.h>

#include "host/context.h"

/* In a typed module the types of variables, and of arguments passed by address, say which words hold references and
** which hold numbers.  A module is typed by the module flag "lateroot.memory" = "typed", which AdoptDialect sets, or by
** the options.  In other modules only visible accesses count. */
bool memory_is_typed(const lr_context *, LLVMModuleRef);
/* Does the module say so itself? */
bool memory_has_flag(LLVMModuleRef);
/* Set the flag. */
void memory_set_typed(LLVMModuleRef);

#endif
