/* SPDX-License-Identifier: MIT */
/* The emitter: expressions become LLVM IR in lateroot's dialect. */
#ifndef SCHEME_EMIT_H
#define SCHEME_EMIT_H
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include "scheme_compiler.h"

/* One module.  Cells of global variables and constants are variables of the module, which it fills when it begins. */
struct slot { const char *text; LLVMValueRef variable; struct slot *next; };
struct emitter {
	LLVMContextRef cx;
	LLVMModuleRef m;
	LLVMBuilderRef b;
	LLVMTypeRef ref, inside, ptr, i1, i64, f64, none, code;
	struct slot *cells, *constants, *builtins;
	struct lambda_slot { struct lambda *lambda; LLVMValueRef variable; struct lambda_slot *next; } *closures;
	/* of the function that is built */
	LLVMValueRef function, task, self; /* self: the closure; NULL: a direct function without one */
	struct lambda *lambda;
	bool direct, program;      /* program: it is the module's own function, which nothing calls in tail position */
	bool loops, program_loops; /* a function has a loop; the module's own one has */
	bool rootless;             /* SCHEMER_ROOTS=none, a yardstick that must not collect */
	struct loop *again;        /* where a direct function goes that calls itself in tail position */
	LLVMValueRef *captured;
	const char *path;          /* of the lambda, and the line of the expression: where an error is */
	unsigned line;
	struct place { const char *path; unsigned line, number; struct place *next; } *places;
	LLVMValueRef place_table;  /* stands for the table of all places until it is known */
	struct function { struct lambda *lambda; LLVMValueRef code; bool shown; struct function *next; } *functions;
	LLVMDIBuilderRef di;
	LLVMMetadataRef file, scope; /* of debug information; scope: the function's */
};

/* Where the value of an expression goes.  join NULL: it is returned from the function. */
struct goal { LLVMBasicBlockRef join; LLVMValueRef phi, is_flonum, flonum; }; /* the last two: as of struct number */
/* A number that may be a flonum without a box: then `is_flonum` is true at run time, `flonum` has it, and `value` is
** some immediate that is no fixnum.  is_flonum NULL: it is `value`, of whatever type. */
struct number { LLVMValueRef value, is_flonum, flonum; };
struct loop { LLVMBasicBlockRef head; struct lambda *lambda; struct number *phis; };
/* So many arguments go in registers; of more, those behind the third are a list in the last of these (scheme.h). */
enum { REGISTERS = 4, PARAMETERS = REGISTERS + 2 };
/* LLVM's fastcc; and tailcc, in which callers and callees of tail calls may differ in their parameters. */
enum { C_CONVENTION = 0, FAST_CONVENTION = 8, SLOW_CONVENTION = 15, TAIL_CONVENTION = 18 };
enum { CLOSURE_CODE, CLOSURE_LENGTH, CLOSURE_FREE }; /* words of a closure */
enum { SCM_FALSE = 0x00a, SCM_TRUE = 0x10a, SCM_NIL = 0x20a, SCM_UNSPECIFIED = 0x30a, SCM_UNDEFINED = 0x50a };

LLVMValueRef emit_variable(struct emitter *, const char *name, LLVMTypeRef); /* of the runtime */
LLVMValueRef emit_dialect(struct emitter *, const char *name, LLVMTypeRef, LLVMValueRef *, unsigned n);
LLVMValueRef emit_immediate(struct emitter *, uint64_t word);
LLVMValueRef emit_make(struct emitter *, LLVMValueRef word);
LLVMValueRef emit_word_of(struct emitter *, LLVMValueRef value); /* as a number */
bool emit_known_word(struct emitter *, LLVMValueRef value, uint64_t *word);
LLVMValueRef emit_at(struct emitter *, LLVMValueRef object, LLVMValueRef index);
LLVMValueRef emit_load(struct emitter *, LLVMTypeRef, LLVMValueRef object, unsigned index);
LLVMValueRef emit_object(struct emitter *, const char *type, unsigned words);
void emit_store(struct emitter *, LLVMValueRef value, LLVMValueRef object, unsigned index);
void emit_poll(struct emitter *);
void emit_tables(struct emitter *, LLVMValueRef function); /* it has tables for backtraces */
void emit_barrier(struct emitter *, LLVMValueRef object, LLVMValueRef value);
LLVMValueRef emit_runtime(struct emitter *, const char *name, LLVMTypeRef result, LLVMValueRef *, unsigned n);
LLVMValueRef emit_is(struct emitter *, LLVMValueRef value, const char *type);
/* Another function is built in between: `f`, from its first block on. */
struct aside { LLVMValueRef function, task; LLVMBasicBlockRef block; LLVMMetadataRef line; };
void emit_aside(struct emitter *, LLVMValueRef f, struct aside *), emit_aside_end(struct emitter *, struct aside *);
LLVMValueRef emit_slow(struct emitter *, const char *name, LLVMValueRef *, unsigned n);
LLVMBasicBlockRef emit_block(struct emitter *, const char *name);
LLVMValueRef emit_string(struct emitter *, const char *text);
void emit_likely(struct emitter *, LLVMValueRef branch); /* its first way is the usual one */
/* Arithmetic (emit_number.c): calls that is_arithmetic knows; of a comparison an i1. */
struct number emit_number(struct emitter *, struct node *);
LLVMValueRef emit_comparison(struct emitter *, struct node *);
bool is_comparison(const char *name, size_t n);
LLVMValueRef emit_boxed(struct emitter *, struct number);
LLVMValueRef emit_double(struct emitter *, double);
struct number emit_number_phi(struct emitter *, bool may_be_flonum);
void emit_number_incoming(struct emitter *, struct number phi, struct number, LLVMBasicBlockRef from);
void emit_give_number(struct emitter *, struct number, struct goal *);
struct number emit_arithmetic(struct emitter *, struct node *);
/* Expressions (emit_program.c), functions (emit_function.c), calls (emit_call.c). */
void emit_to(struct emitter *, struct node *, struct goal *);
void emit_give(struct emitter *, LLVMValueRef value, struct goal *);
LLVMValueRef emit_value(struct emitter *, struct node *);
LLVMValueRef emit_raw(struct emitter *, struct var *); /* a variable's value, or its box */
void emit_bind(struct emitter *, struct var *, struct number);
void emit_call(struct emitter *, struct node *, struct goal *);
LLVMValueRef emit_unknown(struct emitter *, struct node *, LLVMValueRef *values); /* never a tail call */
void emit_pass(struct emitter *, LLVMValueRef *values, size_t n, LLVMValueRef *registers);
/* The library's functions that programs call directly (exports.c). */
const char *export_name(const char *name);
void emit_exports(struct emitter *, struct lambda *program);
LLVMValueRef emit_exported(struct emitter *, const char *name, LLVMValueRef *values, size_t n);
LLVMValueRef emit_builtin(struct emitter *, struct node *, LLVMValueRef *values); /* what is_builtin knows */
LLVMValueRef emit_function_of(struct emitter *, struct lambda *);
LLVMValueRef emit_direct_of(struct emitter *, struct lambda *);
LLVMBasicBlockRef emit_module_function(struct emitter *, struct lambda *program, const char *name);
void emit_begin(struct emitter *, LLVMValueRef function);
void emit_attribute(struct emitter *, LLVMValueRef to, const char *name, bool call);
unsigned emit_direct_convention(struct emitter *, const struct lambda *);
LLVMTypeRef emit_direct_type(struct emitter *, const struct lambda *);
void emit_mark_task(struct emitter *, LLVMValueRef to, bool call);
/* A call of a primitive that is compiled in place; NULL: it is none.  As i1 if `*test` (a condition). */
LLVMValueRef emit_primitive(struct emitter *, const char *name, LLVMValueRef *, size_t n, bool *test);

/* Debug information (emit_debug.c): lines and names of Scheme. */
void debug_begin(struct emitter *, const char *file);
void debug_end(struct emitter *);
void debug_function(struct emitter *, const struct lambda *);
void debug_line(struct emitter *, unsigned line);

/* Where errors are (emit_place.c): the number of the expression's place (NULL: errors have none), and its store, for
** calls that may fail.  The table of places comes last. */
LLVMValueRef emit_place(struct emitter *);
void emit_set_where(struct emitter *, LLVMValueRef place);
void emit_where(struct emitter *), emit_place_table(struct emitter *);
/* The constant NAME.functions, which the module gives to the runtime, for backtraces. */
void emit_code_table(struct emitter *, const char *name);

/* Named metadata of a module with no loop and at most one lambda. */
#define EMIT_SMALL "scheme.small"
/* Makes the module of a program: `void *NAME(void)` fills its slots, runs it and returns the last value. */
LLVMModuleRef emit_program(LLVMContextRef, struct lambda *, const char *name);
#endif
