/* tables.h -- between code generation and the tables of src/tables: what a module needs to make its own known, and the object that gets it. */
#ifndef LR_LOWERING_TABLES_H
#define LR_LOWERING_TABLES_H

#include "context.h"

/* Names of the functions of a module for JIT that add and remove its table; the module's number follows. */
#define TABLES_ADD "lr.tables.add."
#define TABLES_REMOVE "lr.tables.remove."

/* Does `m`, lowered, have functions that are found by table? */
bool tables_wanted(LLVMModuleRef m);
/* Last thing before code is generated for `m`: room for the table, and the code that makes it known.  For files it runs when the image is loaded;
** `jit`: it is in functions of the names above with `number`. */
void tables_prepare(LLVMModuleRef m, bool jit, uint64_t number);
/* Put the table into an object.  *object is replaced, or left alone if there is nothing to do. */
lr_status tables_finish(lr_context *, LLVMMemoryBufferRef *object);

#endif
