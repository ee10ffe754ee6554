/* variable.h -- what a variable is called in the source. */
#ifndef LR_IR_VARIABLE_H
#define LR_IR_VARIABLE_H

#include <stddef.h>

#include "ir/llvm.h"

/* The name of a stack or global variable, for messages: its name in the source if there is debug information, or else
** its name in the IR; "" if it has none.  Time is linear in the function. */
void variable_name(LLVMValueRef variable, char *to, size_t room);

#endif
