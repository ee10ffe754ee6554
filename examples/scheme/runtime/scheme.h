/* SPDX-License-Identifier: MIT */
/* Values of Scheme, and what compiled code calls.  A value is one word: a fixnum n is n << 1 | 1, a character
** c << 8 | 2, a constant k << 8 | 10; all others are addresses of objects. */
#ifndef SCHEME_H
#define SCHEME_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <lateroot/runtime.h>

typedef void *scm;
#define SCM_WORD(k) ((scm)(uintptr_t)(k))
#define SCM_FALSE SCM_WORD(0x00a)
#define SCM_TRUE SCM_WORD(0x10a)
#define SCM_NIL SCM_WORD(0x20a)
#define SCM_UNSPECIFIED SCM_WORD(0x30a)
#define SCM_EOF SCM_WORD(0x40a)
#define SCM_UNDEFINED SCM_WORD(0x50a)
static inline scm scm_bool(bool b) { return b ? SCM_TRUE : SCM_FALSE; }
static inline scm scm_fixnum(int64_t n) { return SCM_WORD((uint64_t)n << 1 | 1); }
static inline bool scm_is_fixnum(scm x) { return ((uintptr_t)x & 1) != 0; }
static inline int64_t scm_int(scm x) { return (int64_t)x >> 1; }
static inline scm scm_char(uint32_t c) { return SCM_WORD((uint64_t)c << 8 | 2); }
static inline bool scm_is_char(scm x) { return ((uintptr_t)x & 0xff) == 2; }
#define SCM_FIXNUM_MAX (INT64_MAX >> 1)
#define SCM_FIXNUM_MIN (INT64_MIN >> 1)

extern const struct lr_type scm_pair_type, scm_flonum_type, scm_bignum_type, scm_string_type, scm_symbol_type,
	scm_vector_type, scm_closure_type, scm_box_type, scm_condition_type, scm_continuation_type, scm_values_type,
	scm_record_type, scm_record_type_type;
static inline bool
scm_is(scm x, const struct lr_type *type)
{
	return lr_is_reference(x) && lr_type_of(x) == type;
}

struct scm_pair { scm car, cdr; };
struct scm_flonum { double value; };
struct scm_bignum { int64_t length; int64_t sign; uint64_t limb[]; }; /* length: of limbs */
struct scm_string { int64_t length; uint32_t c[]; };
struct scm_symbol { scm name; scm next; };
struct scm_vector { int64_t length; scm at[]; };
struct scm_box { scm value, name; };
struct scm_condition { scm message, irritants, kind; };
struct scm_record { int64_t length; scm type; scm at[]; }; /* length: of type and fields */

/* All code: n arguments, those above 4 in the list `more`. */
typedef scm scm_code(scm self, int64_t n, scm a0, scm a1, scm a2, scm a3, scm more);
struct scm_closure { scm_code *code; const char *name; int64_t nfree; scm free[]; };

/* A procedure in C.  The arguments lie in a frame that roots them, and do not move while it runs; what it makes itself
** it roots by LR_GC_PUSH. */
typedef scm scm_function(scm *args, int64_t n);
struct scm_builtin { const char *name; scm_function *function; int min, max; }; /* max -1: any number */
extern const struct scm_builtin scm_builtins[];
void scm_start(void);          /* defines them */
int scm_run(scm (*program)(void), size_t stack_bytes); /* on a task of its own; the status for exit */

scm scm_call(scm f, int64_t n, scm a0, scm a1);
_Noreturn void scm_error(const char *who, const char *message, scm irritants);
_Noreturn void scm_wrong_type(const char *who, scm value);
scm scm_cons(scm, scm);
scm scm_intern(const char *name);
scm scm_string_new(const char *utf8);
scm scm_flonum(double);
struct _IO_FILE;
void scm_print_to(struct _IO_FILE *, scm, bool write);

/* Called by compiled code. */
scm scm_cell(const char *name);
scm scm_constant(const char *text);
bool scm_has_global(const char *name); /* it has a value */
scm scm_rest(int64_t n, int64_t fixed, scm, scm, scm, scm, scm more);
void scm_unbound(const char *name), scm_not_procedure(scm), scm_stack_overflow(void);
void scm_wrong_arguments(scm self, int64_t n, int64_t least, int64_t rest);
extern uint64_t scm_stack_limit;
#endif
