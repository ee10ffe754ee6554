/* SPDX-License-Identifier: MIT */
/* The compiler's data.  The reader makes a tree of syntax (struct stx), the expander a tree of expressions (struct
** node), and the emitter LLVM IR.  None of them is in the collected heap: all lie in an arena of the compiler, so that
** a collection while a form is compiled (macros, eval) moves nothing under its feet.  Data of `quote` go to the program
** as text, which the runtime reads when the code is loaded. */
#ifndef SCHEME_COMPILER_H
#define SCHEME_COMPILER_H
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- memory and errors (arena.c) ---- */

struct stx;
void *arena(size_t bytes);  /* zeroed; lives as long as the process */
void arena_text(void);      /* a text begins: what it may take counts from here */
extern const struct stx *arena_expands; /* the use of a macro that is expanded */
char *arena_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Where a mistake in a program goes to: `fail` writes the message and leaves by longjmp. */
struct trap {
	jmp_buf at;
	char message[512];
};
extern struct trap *trap;
_Noreturn void fail(const struct stx *where, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- syntax (read.c) ---- */

struct scope;
/* A name: a symbol, which is unique by its text, or an alias that the expansion of a macro made of another name. */
struct id {
	const char *name;
	struct id *base;           /* NULL: a symbol */
	struct scope *scope;       /* where `base` has its meaning */
	struct id *next;           /* in the table of symbols */
	struct binding *tops;      /* its meanings in programs and libraries (scope.c) */
	bool redefined;            /* a global variable that the program defines or sets */
	struct global *global;     /* of analyse.c: what is known of the variable in this module */
};
enum stx_kind { S_NIL, S_PAIR, S_ID, S_ATOM, S_VECTOR };
struct stx {
	enum stx_kind kind;
	unsigned line;
	const char *file;
	union {
		struct { struct stx *car, *cdr; };
		struct id *id;
		const char *text;      /* S_ATOM: as the program has it */
		struct stx *list;      /* S_VECTOR: its elements */
	};
};
struct reader {
	const char *at, *file;
	unsigned line, depth;
	bool fold;                 /* #!fold-case */
};
struct id *symbol(const char *name);
struct stx *read_stx(struct reader *); /* NULL: end of the text */
struct stx *stx_pair(struct stx *car, struct stx *cdr, const struct stx *where);
struct stx *stx_id(struct id *, const struct stx *where);
struct stx *stx_nil(void);
char *stx_write(const struct stx *);   /* aliases as the symbols they stand for */
struct id *stx_symbol(struct id *);    /* the symbol that an alias stands for */

/* ---- expressions (expand.c) ---- */

struct lambda;
struct var {
	const char *name;
	struct lambda *owner;      /* whose parameter or variable it is */
	struct lambda *known;      /* the lambda that it always is */
	unsigned refs;
	bool assigned, escapes;    /* escapes: used other than as an operator */
	bool captured;             /* by another function than its owner's */
	bool flonum;               /* often one: the emitter keeps it without a box (struct number) */
	void *value;               /* of the emitter: LLVMValueRef; of a loop: struct loop */
};
enum node_kind { N_CONST, N_LOCAL, N_GLOBAL, N_SET, N_SET_GLOBAL, N_IF, N_LAMBDA, N_CALL, N_SEQ, N_LET, N_FIX };
/* A position whose value is that of `up`, too; NULL: of nothing else. */
struct position { struct position *up; };
struct node {
	enum node_kind kind;
	unsigned line;
	const char *file;
	const char *text;          /* N_CONST: datum; N_GLOBAL, N_SET_GLOBAL: name */
	bool define;               /* N_SET_GLOBAL: may make the variable */
	struct var *var;           /* N_LOCAL, N_SET */
	struct lambda *lambda;
	size_t n;                  /* arguments, steps, variables */
	struct node **nodes;       /* N_IF: test, then, else; N_CALL: operator, operands; N_LET, N_FIX: values */
	struct var **vars;         /* N_LET, N_FIX */
	struct node *body;         /* N_LET, N_FIX, N_SET, N_SET_GLOBAL */
	struct position *position; /* N_CALL */
	bool loop;                 /* N_FIX: its one lambda is a loop of the function around it */
};
struct lambda {
	const char *name, *file;
	unsigned line;
	size_t n;
	bool rest;                 /* the last of n+1 parameters is a list */
	struct var **params;
	struct node *body;
	struct lambda *up;
	struct var *self;          /* the variable that it is known by */
	struct position *position; /* of the body */
	bool loop;
	bool direct;               /* has a function that takes the arguments as they are, for calls that know it */
	bool calls;                /* calls something, other than itself in tail position */
	bool tails;                /* a direct function in a circle of tail calls */
	bool exported;             /* a direct function of the library that programs call, too */
	bool before, behind;       /* of analyse.c: what is left has tail calls to it, and by it */
	bool again;                /* calls itself in tail position */
	size_t nfree, room;
	struct var **free;
	void *code, *direct_code, *slot; /* of the emitter: functions, and where the closure is that captures nothing */
};

/* A global variable.  What is known of it (globals.c) is of one module, whose number is `epoch`. */
struct global {
	unsigned epoch, sets;
	unsigned step, reached;    /* the form that defines it; the first form that may use it, 0: none */
	bool old;                  /* it has another value before */
	struct node *value;
	struct definition { struct node *value; struct definition *next; } *definitions;
	struct global *next;
};
void analyse_globals(struct node *program);
bool scm_has_global(const char *name); /* of the runtime: it has such a variable already */
bool scm_takes(const char *name, int64_t n); /* likewise: a procedure in C that takes so many arguments */
bool scm_exports(const char *name, int64_t n); /* likewise: a procedure in Scheme that programs call directly */
/* Is the module a whole program, whose definitions nothing else changes? */
extern bool whole_program;
extern bool linked_program; /* a linker joins it to the runtime, whose variables are near then */
struct lambda *known_global(const char *name); /* NULL: none */
const char *known_constant(const char *name);  /* a number or a constant as text; NULL: none */
bool is_primitive(const char *name, size_t n);
bool is_arithmetic(const char *name, size_t n);
bool is_builtin(const struct node *call); /* of a procedure of the system that needs no tail call */
bool returns_at_once(const char *name); /* a procedure of the library that calls none of the program */
struct lambda *known_callee(const struct node *call); /* takes the call's arguments one by one; NULL: not known */

/* A lambda without parameters, of a list of forms. */
struct lambda *expand_program(struct stx *forms, struct scope *);
struct scope *scope_system(void), *scope_top(struct scope *up, const char *library);
extern bool scope_boot;            /* what is compiled is the library of the system */
void analyse(struct lambda *);
bool redefined(const char *name);
#endif
