/* SPDX-License-Identifier: MIT */
/* plain.h -- <lateroot/dialect.h> for generated programs without a collector: what they must print.
**
** Ordinary C: nothing is ever given back, a reference is a pointer, a barrier is nothing.  It shares no code with the
** library, so that what is expected does not come from what is tested. */
#ifndef FUZZ_C_PLAIN_H
#define FUZZ_C_PLAIN_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRACKED
#define DERIVED
#define LOADED
#define CALLEE_ROOTED
typedef void *ref;

#define GC_FUNCTION      void **const gcstack __attribute__((unused)) = NULL
#define GC_ARGUMENT      void **gcstack
#define GC_ARGUMENT_CALL
#define NEVER_COLLECTS
#define ROOTS_ARGUMENTS
#define RETURN_ROOTS(p, n)

#define FIELD(T, field)            0
#define TYPE(ident, T, ...)        enum { ident }
#define TYPE_BYTES(ident, T)       enum { ident }
#define TYPE_REFS(ident, T, array) enum { ident }

/* Whoever reads a field before it is stored gets a number that is no address.  Not in line: where LLVM (19 and 22) sees
** malloc in a loop, and the result stored into one global variable in some rounds only, its globalopt makes one static
** object of all. */
static __attribute__((noinline)) void *
plain_new(size_t bytes)
{
	void *object = malloc(bytes);

	if (object == NULL)
		abort();
	return memset(object, 0xCB, bytes);
}
#define NEW(T, type)              ((T *)plain_new(sizeof(T)))
#define NEW_BYTES(T, type, bytes) ((T *)plain_new(bytes))
#define NEW_ZEROED(T, type)       ((T *)memset(plain_new(sizeof(T)), 0, sizeof(T)))

#define AT(object)                     (object)
#define SET(object, field, value)      ((void)((object)->field = (value)))
#define SET_SLOT(object, slot, value)  ((void)((slot) = (value)))
#define julia_write_barrier(...)       ((void)0)
#define julia_object_write_barrier(...) ((void)0)

#define CALL_ARRAY(...)                 (ref[]){__VA_ARGS__}, sizeof((ref[]){__VA_ARGS__}) / sizeof(ref)
#define CALL(callee, self, ...)         (callee)(self, CALL_ARRAY(__VA_ARGS__))
#define CALL2(callee, extra, self, ...) (callee)(self, CALL_ARRAY(__VA_ARGS__), extra)

#define ADDRESS(object) ((void *)(object))
typedef int preserved;
#define PRESERVE(...)     ((void)0, 0)
#define UNPRESERVE(token) ((void)(token))
#define DATA(T, owner, data) ((T *)(data))
#define COPY(to, from, bytes) memcpy((void *)(to), (const void *)(from), bytes)
#define MOVE(to, from, bytes) memmove((void *)(to), (const void *)(from), bytes)
#define julia_gcroot_flush() ((void)0)
#define lr_safepoint()       ((void)0)
#define lr_gc_collect(full)  ((void)0)
#define lr_gc_add_root(slot)    ((void)(slot))
#define lr_gc_remove_root(slot) ((void)(slot))
#define TYPE_IS(address, type, expected) ((num)((void)(address), (expected)))

struct lr_handler {
	jmp_buf context;
	struct lr_handler *prev;
};
static struct lr_handler *plain_handlers;
static ref plain_exception;
#define lr_enter_handler(task, h) ((void)((h)->prev = plain_handlers, plain_handlers = (h)))
#define lr_pop_handler(task, n)   ((void)(plain_handlers = plain_handlers->prev))
#define lr_pop_handler_noexcept   lr_pop_handler
#define save_context(h, mask)     _setjmp((h)->context)
#define current_exception(task)   plain_exception

static inline __attribute__((noreturn)) void
throw_ref(ref exception)
{
	plain_exception = exception;
	longjmp(plain_handlers->context, 1);
}

static inline ref
dialect_exchange(ref *slot, ref value)
{
	ref old = *slot;

	*slot = value;
	return old;
}

static inline ref
dialect_compare_exchange(ref *slot, ref expected, ref value)
{
	ref old = *slot;

	if (old == expected)
		*slot = value;
	return old;
}
#define dialect_load_acquire(slot) (*(slot))

#endif
