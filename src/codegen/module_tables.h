/* SPDX-License-Identifier: MIT */
/* module_tables.h -- tables of src/tables in compiled modules: the code with which a module registers its table, and
** writing the table into the object. */
#ifndef LR_CODEGEN_MODULE_TABLES_H
#define LR_CODEGEN_MODULE_TABLES_H

#include "host/context.h"

/* Prefixes of the functions of a JIT module that add and remove its table, and run its constructors and destructors.
** The module's number follows. */
#define TABLES_ADD "lr.tables.add."
#define TABLES_REMOVE "lr.tables.remove."
#define RUN_CTORS "lr.ctors."
#define RUN_DTORS "lr.dtors."

/* Does `m`, lowered, have functions whose roots are found by table? */
bool tables_wanted(LLVMModuleRef m);
/* Reserves space for the table of `m`, and adds the code that registers it when the image is loaded.  The last step
** before code generation if a table is wanted. */
void tables_prepare(LLVMModuleRef m);
/* The same for the JIT: functions with the prefixes above and `number` register the table and call the constructors and
** destructors.  Each function exists only if it has something to do. */
struct tables_hooks { bool tables, ctors, dtors; };
struct tables_hooks tables_prepare_jit(LLVMModuleRef m, uint64_t number);
/* The same for a linker of the host: `void NAME.load(void)` does all that must be done after linking, and
** `void NAME.unload(void)` all that must be done before the code is freed. */
enum { HOOK_NAME_BYTES = 200 };
void tables_prepare_hooks(LLVMModuleRef m, const char *name);
/* Writes the table into an object.  Replaces *object, or leaves it alone if there is nothing to do. */
lr_status tables_finish(lr_context *, LLVMMemoryBufferRef *object);

#endif
