/* SPDX-License-Identifier: MIT */
/* Values of Scheme, and what compiled code calls.  A value is one word: a fixnum n is n << 1 | 1, a character
** c << 8 | 2, a constant k << 8 | 10; all others are addresses of objects. */
#ifndef SCHEME_H
#define SCHEME_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <lateroot/runtime.h>

typedef void *scm;
#define SCM_WORD(k) ((scm)(uintptr_t)(k))
#define SCM_FALSE SCM_WORD(0x00a)
#define SCM_TRUE SCM_WORD(0x10a)
#define SCM_NIL SCM_WORD(0x20a)
#define SCM_UNSPECIFIED SCM_WORD(0x30a)
#define SCM_EOF SCM_WORD(0x40a)
#define SCM_UNDEFINED SCM_WORD(0x50a)
#define SCM_PARAMETER_SET SCM_WORD(0x60a)     /* first argument of a parameter: its second is the new value */
#define SCM_PARAMETER_CONVERT SCM_WORD(0x70a) /* its second argument is to be converted */
static inline scm scm_bool(bool b) { return b ? SCM_TRUE : SCM_FALSE; }
static inline scm scm_fixnum(int64_t n) { return SCM_WORD((uint64_t)n << 1 | 1); }
static inline bool scm_is_fixnum(scm x) { return ((uintptr_t)x & 1) != 0; }
static inline int64_t scm_int(scm x) { return (int64_t)x >> 1; }
static inline scm scm_char(uint32_t c) { return SCM_WORD((uint64_t)c << 8 | 2); }
static inline bool scm_is_char(scm x) { return ((uintptr_t)x & 0xff) == 2; }
static inline uint32_t scm_code_point(scm x) { return (uint32_t)((uintptr_t)x >> 8); }
#define SCM_FIXNUM_MAX (INT64_MAX >> 1)
#define SCM_FIXNUM_MIN (INT64_MIN >> 1)

extern const struct lr_type scm_pair_type, scm_flonum_type, scm_bignum_type, scm_ratio_type, scm_string_type,
	scm_symbol_type, scm_vector_type, scm_bytes_type, scm_closure_type, scm_box_type, scm_condition_type,
	scm_continuation_type, scm_values_type, scm_record_type, scm_record_type_type, scm_port_type,
	scm_promise_type, scm_environment_type;
/* The low bits of all other values differ from those of an address; C's NULL is no value, but there may be one. */
static inline bool scm_is_object(scm x) { return x != NULL && ((uintptr_t)x & 7) == 0; }
static inline bool
scm_is(scm x, const struct lr_type *type)
{
	return scm_is_object(x) && lr_type_of(x) == type;
}

struct scm_pair { scm car, cdr; };
struct scm_flonum { double value; };
struct scm_bignum { int64_t length; int64_t sign; uint64_t limb[]; }; /* length: of limbs */
struct scm_ratio { scm numerator, denominator; };
struct scm_string { int64_t length; uint32_t c[]; };
struct scm_symbol { scm name; scm next; };
struct scm_vector { int64_t length; scm at[]; };
struct scm_bytes { int64_t length; uint8_t at[]; };
struct scm_box { scm value, name; };
struct scm_condition { scm message, irritants, kind, where; }; /* kind: a symbol; where: a string, or #f */
struct scm_record { int64_t length; scm type; scm at[]; }; /* length: of type and fields */
struct scm_values { scm list; };
#define CAR(p) (((struct scm_pair *)(p))->car)
#define CDR(p) (((struct scm_pair *)(p))->cdr)

/* All code: n arguments.  `last` is the fourth; if there are more than 4, the list of those behind the third.  So all
** of them are in registers. */
typedef scm scm_code(scm self, int64_t n, scm a0, scm a1, scm a2, scm last);
struct scm_closure { scm_code *code; int64_t nfree; scm free[]; }; /* the name is that of the code */

/* A procedure in C.  The arguments lie in a frame that roots them, and do not move while it runs; what it makes itself
** it roots by LR_GC_PUSH. */
typedef scm scm_function(scm *args, int64_t n);
struct scm_builtin { const char *name; scm_function *function; int min, max; }; /* max -1: any number */
extern const struct scm_builtin scm_number_builtins[], scm_number_text_builtins[], scm_data_builtins[],
	scm_text_builtins[], scm_port_builtins[], scm_port_open_builtins[], scm_control_builtins[],
	scm_system_builtins[], scm_equal_builtins[], scm_error_builtins[];
#define SCM_UNUSED(n) ((void)(n))

/* ---- the program (code.c, control.c, memory.c) ---- */

/* Defines the procedures in C.  memory_bytes: what may be alive at most; 0: a share of the machine's. */
void scm_start(size_t memory_bytes);
/* Megabytes as text to bytes; false: it is no number from 1 to a million. */
bool scm_megabytes(const char *text, size_t *bytes);
/* Runs a function on a stack of its own, on which it may run programs; returns what it returns. */
int scm_run(int (*body)(void *), void *argument, size_t stack_bytes);
/* Calls a program; false: after an error that nothing has caught, which has been reported. */
bool scm_try(scm (*program)(void), scm *result);
/* After such an error: leaves each dynamic-wind that the program was in, which restores parameters, too. */
void scm_leave_winds(void);
bool scm_other_stacks(void);     /* does a suspended continuation exist? */
scm scm_call(scm f, int64_t n, scm a0, scm a1);
bool scm_has_global(const char *name);
void scm_check_memory(size_t bytes); /* before so many are allocated */
_Noreturn void scm_no_memory(const char *who); /* the error */
bool scm_outside_take(size_t bytes); /* counts memory outside the heap; may collect; false: there is no room for it */
void scm_outside_give(size_t bytes);
void scm_memory_start(size_t bytes), scm_collected_forget(void); /* between memory.c and control.c */
void scm_ends(void);             /* the program: from now on there is no more of such memory */
void scm_interrupt(void);        /* the program is to stop; for signal handlers */
void scm_interrupt_forget(void);
_Noreturn void scm_abort_program(void); /* to scm_try, without a message */
extern int scm_exit_status;      /* of programs that end by themselves */

/* ---- errors (error.c) ---- */

_Noreturn void scm_error(const char *who, const char *message, scm irritants);
_Noreturn void scm_error_of_kind(const char *kind, const char *who, const char *message, scm irritants);
_Noreturn void scm_wrong_type(const char *who, scm value);
_Noreturn void scm_bad_index(const char *who, scm index);
void scm_report(scm condition);  /* on stderr, with the procedures that are called */
struct scm_place { const char *file; int64_t line; };
extern const struct scm_place *volatile scm_where; /* of the call that fails, if one does; compiled code sets it */
struct scm_code_entry { scm_code *code; const char *name, *file; int64_t line; }; /* line -1: backtraces leave it out */
void scm_code_add(const struct scm_code_entry *, int64_t n); /* the functions of a module */
void scm_code_remove(const struct scm_code_entry *);
const struct scm_code_entry *scm_code_module(scm_code *);    /* the table that has it, or NULL */
const char *scm_code_name(scm_code *);       /* "?" if no table has it */
const char *scm_procedure_name(scm closure);

/* ---- values ---- */

scm scm_cons(scm, scm);
scm scm_list(scm *, int64_t n);
scm scm_intern(const char *name);
scm scm_string_new(const char *utf8);
scm scm_string_from(const char *utf8, size_t bytes);
bool scm_is_code_point(int64_t c);
struct scm_string *scm_string_make(int64_t n);         /* not filled */
char *scm_utf8(scm string, int64_t from, int64_t to, size_t *bytes); /* to be freed */
size_t scm_encode(char *to, uint32_t c);              /* UTF-8: writes up to 4 bytes, returns how many */
void scm_put_char(FILE *, uint32_t c);
scm scm_make_vector(int64_t n, scm fill);
scm scm_make_bytes(int64_t n);
scm scm_flonum(double);
scm scm_parse_number(const char *text, int radix); /* #f: it is none */
char *scm_number_text(scm, int radix);             /* to be freed */
bool scm_is_number(scm), scm_is_integer(scm);
int64_t scm_index(scm, int64_t limit, const char *who); /* 0 to limit */
void scm_range(const char *who, scm *args, int64_t n, int64_t first, int64_t length, int64_t *from, int64_t *to);
bool scm_eqv(scm, scm), scm_equal(scm, scm);
int64_t scm_list_length(scm);      /* of a proper list; -1: it is none, or a circle */
enum scm_style { SCM_DISPLAY, SCM_WRITE, SCM_WRITE_SHARED, SCM_WRITE_SIMPLE };
void scm_print(FILE *, scm, enum scm_style);
scm scm_read(FILE *, bool *fold_case, unsigned *line); /* SCM_EOF at the end */
int64_t scm_get_char(FILE *, bool keep);           /* UTF-8; -1: the end */

/* Of the compiler, if it is there: expressions as text, in an environment's number.  NULL: it is not there. */
extern scm (*scm_eval_hook)(const char *text, int64_t environment, const char *file);
extern int64_t (*scm_environment_hook)(const char *imports);
extern int scm_argc;
extern char **scm_argv;

/* ---- called by compiled code ---- */

scm scm_cell(const char *name);
scm scm_constant(const char *text);
bool scm_has_global(const char *name); /* it has a value */
scm scm_rest(int64_t n, int64_t fixed, scm, scm, scm, scm last);
void scm_unbound(const char *name), scm_not_procedure(scm);
void scm_stack_overflow(void);   /* returns if something else is the matter, which it has seen to */
scm scm_poll(void);              /* that, for code that wants a value */
void scm_wrong_arguments(scm self, int64_t n, int64_t least, int64_t rest);
extern volatile uint64_t scm_stack_limit; /* the least address of a frame; all ones: scm_stack_overflow is wanted */
/* Of C that recurs: an error if the stack is nearly used up. */
static inline void
scm_check_stack(void)
{
	if ((uint64_t)(uintptr_t)__builtin_frame_address(0) < scm_stack_limit)
		scm_stack_overflow();
}
scm scm_add(scm, scm), scm_sub(scm, scm), scm_mul(scm, scm), scm_quotient(scm, scm), scm_remainder(scm, scm);
scm scm_modulo(scm, scm), scm_divide(scm, scm), scm_sqrt(scm), scm_eqv_value(scm, scm);
scm scm_lt(scm, scm), scm_gt(scm, scm), scm_le(scm, scm), scm_ge(scm, scm), scm_num_eq(scm, scm), scm_is_zero(scm);
scm scm_car(scm), scm_cdr(scm), scm_set_car(scm, scm), scm_set_cdr(scm, scm);
scm scm_vector_ref(scm, scm), scm_vector_set(scm, scm, scm), scm_vector_length(scm);
/* A procedure in C, with the arguments as those of code; the caller has counted them. */
scm scm_invoke(const struct scm_builtin *, int64_t n, scm a0, scm a1, scm a2, scm last);
const struct scm_builtin *scm_builtin(const char *name); /* that a variable of the system holds; NULL: none */
bool scm_takes(const char *name, int64_t n);             /* is it one that takes so many arguments? */
/* The functions of the library that programs call directly, and how many arguments they take. */
struct scm_export { const char *name; int64_t n; };
void scm_exports_set(const struct scm_export *, int64_t n);
bool scm_exports(const char *name, int64_t n);
/* leaf.c */
scm scm_leaf_length(scm), scm_leaf_is_list(scm), scm_leaf_list_tail(scm, scm), scm_leaf_list_ref(scm, scm);
scm scm_leaf_memq(scm, scm), scm_leaf_memv(scm, scm), scm_leaf_member(scm, scm);
scm scm_leaf_assq(scm, scm), scm_leaf_assv(scm, scm), scm_leaf_assoc(scm, scm), scm_leaf_equal(scm, scm);
scm scm_leaf_string_eq(scm, scm), scm_leaf_string_lt(scm, scm), scm_leaf_string_gt(scm, scm);
scm scm_leaf_string_le(scm, scm), scm_leaf_string_ge(scm, scm), scm_leaf_string_set(scm, scm, scm);
scm scm_leaf_is_number(scm), scm_leaf_is_integer(scm), scm_leaf_is_even(scm), scm_leaf_is_odd(scm);
scm scm_leaf_abs(scm), scm_leaf_max(scm, scm), scm_leaf_min(scm, scm), scm_leaf_is_boolean(scm);
scm scm_leaf_is_record(scm, scm), scm_leaf_record_ref(scm, scm, scm, scm);
scm scm_leaf_winders(void), scm_leaf_handlers(void); /* control.c */
#endif
