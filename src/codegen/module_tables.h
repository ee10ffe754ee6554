/* SPDX-License-Identifier: MIT */
/* module_tables.h -- tables of src/tables in compiled modules: the code with which a module registers its table, and
** writing the table into the object. */
#ifndef LR_CODEGEN_MODULE_TABLES_H
#define LR_CODEGEN_MODULE_TABLES_H

#include "host/context.h"

/* Prefixes of a JIT module's variables with its tables, its constructors and its destructors.  The module's number
** follows.  Code that runs once would take longer to make than all else of a small module, so the session makes the
** calls that these list. */
#define TABLES_OF "lr.tables."
#define RUN_CTORS "lr.ctors."
#define RUN_DTORS "lr.dtors."
/* Has the variable one of these names? */
bool tables_is_list(LLVMValueRef variable);

/* Constructors or destructors are an array of these in the order of the calls; the last one is all NULL.  A function
** that does no more than call another one with constants is listed as that call. */
struct module_call {
	void (*function)(void); /* takes `n` words */
	uintptr_t n, words[2];
	uintptr_t priority;     /* of the constructor or destructor */
};

/* The tables, where their code begins, and the functions of the runtime that take them, which the linker
** finds as it finds those that code calls.  A table that the module has not is all NULL. */
struct module_tables {
	int (*framemap_add)(const void *table, const void *end, const void *code);
	int (*framemap_remove)(const void *table);
	const void *framemap, *framemap_code;
	int (*statepoints_add)(const void *table, const void *code);
	int (*statepoints_remove)(const void *table);
	const void *statepoints, *statepoints_code;
};

/* Does `m`, lowered, have functions whose roots are found by table? */
bool tables_wanted(LLVMModuleRef m);
/* Reserves space for the table of `m`, and adds the code that registers it when the image is loaded.  The last step
** before code generation if a table is wanted. */
void tables_prepare(LLVMModuleRef m);
/* The same for the JIT: defines what the prefixes above and `number` name, as far as there is something to list. */
struct tables_hooks { bool tables, ctors, dtors; };
struct tables_hooks tables_prepare_jit(lr_context *, LLVMModuleRef m, uint64_t number);
/* The same for a linker of the host: `void NAME.load(void)` does all that must be done after linking, and
** `void NAME.unload(void)` all that must be done before the code is freed. */
enum { HOOK_NAME_BYTES = 200 };
void tables_prepare_hooks(LLVMModuleRef m, const char *name);
/* Writes the table into an object.  Replaces *object, or leaves it alone if there is nothing to do. */
lr_status tables_finish(lr_context *, LLVMMemoryBufferRef *object);

#endif
