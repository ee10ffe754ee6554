/* module_tables.h -- between code generation and the tables of src/tables: what a module needs to make its own known,
** and the object that gets it. */
#ifndef LR_CODEGEN_MODULE_TABLES_H
#define LR_CODEGEN_MODULE_TABLES_H

#include "host/context.h"

/* Names of the functions of a JIT module that add and remove its table, and that run its constructors and destructors;
** the module's number follows. */
#define TABLES_ADD "lr.tables.add."
#define TABLES_REMOVE "lr.tables.remove."
#define RUN_CTORS "lr.ctors."
#define RUN_DTORS "lr.dtors."

/* Does `m`, lowered, have functions that are found by table? */
bool tables_wanted(LLVMModuleRef m);
/* The last step before code is generated for `m`, if tables are wanted: space for the table, and the code that
** registers it when the image is loaded. */
void tables_prepare(LLVMModuleRef m);
/* For JIT: that code is in functions of the names above with `number`, and so are the constructors and destructors.
** Each function exists only if it has something to do. */
struct tables_hooks { bool tables, ctors, dtors; };
struct tables_hooks tables_prepare_jit(LLVMModuleRef m, uint64_t number);
/* For a linker of the host's own: `void NAME.load(void)` does everything that must be done when code has been linked,
** and `void NAME.unload(void)` everything that must be done before it goes. */
enum { HOOK_NAME_BYTES = 200 };
void tables_prepare_hooks(LLVMModuleRef m, const char *name);
/* Put the table into an object.  *object is replaced, or left alone if there is nothing to do. */
lr_status tables_finish(lr_context *, LLVMMemoryBufferRef *object);

#endif
