/* SPDX-License-Identifier: MIT */
/* The emitter: expressions become LLVM IR in lateroot's dialect. */
#ifndef SCHEME_EMIT_H
#define SCHEME_EMIT_H
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include "scheme_compiler.h"

bool scm_has_global(const char *name); /* of the runtime: it has such a variable now */

/* One module.  Cells of global variables and constants are variables of the module, which it fills when it begins. */
struct slot { const char *text; LLVMValueRef variable; struct slot *next; };
struct emitter {
	LLVMContextRef cx;
	LLVMModuleRef m;
	LLVMBuilderRef b;
	LLVMTypeRef ref, inside, ptr, i1, i64, f64, none, code;
	struct slot *cells, *constants;
	struct lambda_slot { struct lambda *lambda; LLVMValueRef variable; struct lambda_slot *next; } *closures;
	/* of the function that is built */
	LLVMValueRef function, task;
	struct lambda *lambda;
	LLVMValueRef *captured;
	const char *path;          /* of the lambda, and the line of the expression: where an error is */
	unsigned line;
	struct place { const char *path; unsigned line; LLVMValueRef variable; struct place *next; } *places;
	struct function { struct lambda *lambda; struct function *next; } *functions;
	LLVMDIBuilderRef di;
	LLVMMetadataRef file, scope; /* of debug information; scope: the function's */
};

enum { CLOSURE_CODE, CLOSURE_NAME, CLOSURE_LENGTH, CLOSURE_FREE }; /* words of a closure */
enum { SCM_FALSE = 0x00a, SCM_TRUE = 0x10a, SCM_NIL = 0x20a, SCM_UNSPECIFIED = 0x30a, SCM_UNDEFINED = 0x50a };

LLVMValueRef emit_dialect(struct emitter *, const char *name, LLVMTypeRef, LLVMValueRef *, unsigned n);
LLVMValueRef emit_immediate(struct emitter *, uint64_t word);
LLVMValueRef emit_make(struct emitter *, LLVMValueRef word);
LLVMValueRef emit_word_of(struct emitter *, LLVMValueRef value); /* as a number */
LLVMValueRef emit_at(struct emitter *, LLVMValueRef object, LLVMValueRef index);
LLVMValueRef emit_load(struct emitter *, LLVMTypeRef, LLVMValueRef object, unsigned index);
LLVMValueRef emit_object(struct emitter *, const char *type, unsigned words);
void emit_store(struct emitter *, LLVMValueRef value, LLVMValueRef object, unsigned index);
void emit_barrier(struct emitter *, LLVMValueRef object, LLVMValueRef value);
LLVMValueRef emit_runtime(struct emitter *, const char *name, LLVMTypeRef result, LLVMValueRef *, unsigned n);
LLVMValueRef emit_is(struct emitter *, LLVMValueRef value, const char *type);
LLVMBasicBlockRef emit_block(struct emitter *, const char *name);
LLVMValueRef emit_string(struct emitter *, const char *text);
/* A call of a primitive that is compiled in place; NULL: it is none.  As i1 if `*test` (a condition). */
LLVMValueRef emit_primitive(struct emitter *, const char *name, LLVMValueRef *, size_t n, bool *test);
bool is_primitive(const char *name, size_t n);

/* Debug information (emit_debug.c): lines and names of Scheme. */
void debug_begin(struct emitter *, const char *file);
void debug_end(struct emitter *);
void debug_function(struct emitter *, const struct lambda *);
void debug_line(struct emitter *, unsigned line);

/* Where errors are (emit_place.c): stores the place of the expression, for calls that may fail. */
void emit_where(struct emitter *);
/* The constant NAME.functions, which the module gives to the runtime, for backtraces. */
void emit_code_table(struct emitter *, const char *name);

/* Makes the module of a program: `void *NAME(void)` fills its slots, runs it and returns the last value. */
LLVMModuleRef emit_program(LLVMContextRef, struct lambda *, const char *name);
#endif
