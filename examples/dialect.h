/* dialect.h -- the Julia GC dialect from C, for clang.
**
** Pointers with an address space, and functions with the dialect's names, make clang emit dialect IR from C that can
** be read.  tools/regen-examples does the rest (see README.md).  What C cannot say stands behind `dialect.` names
** and `#pragma dialect` lines, which that script translates.
**
**   struct node { struct node TRACKED *next; long value; };
**   TYPE(node_type, struct node, FIELD(struct node, next));
**
**   static struct node TRACKED *
**   push(struct node TRACKED *list, long value)
**   {
**           GC_FUNCTION;                                         first of all, in whatever allocates or calls
**           struct node TRACKED *n = NEW(struct node, node_type);
**           AT(n)->next = list;                                  a fresh object needs no barrier
**           return n;
**   }
**   ... SET(n, next, other);                                     an object that may be old does */
#ifndef DIALECT_H
#define DIALECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <lateroot/abi.h>
#include <lateroot/runtime.h>

/* What a pointer means (abi.h, LR_AS_*).  Legal casts: plain to TRACKED, TRACKED to DERIVED, TRACKED to CALLEE_ROOTED. */
#define TRACKED       __attribute__((address_space(10)))
#define DERIVED       __attribute__((address_space(11)))
#define CALLEE_ROOTED __attribute__((address_space(12)))
#define LOADED        __attribute__((address_space(13)))

typedef void TRACKED *ref; /* to an object of any type */

/* Look inside an object: its fields are reached through a derived pointer only. */
#define AT(object) ((__typeof_unqual__(*(object)) DERIVED *)(object))
/* Something outside the heap as a reference: descriptors, permanent objects. */
#define AS_REF(lvalue) ((ref)&(lvalue))

/* The GC stack of this task.  GC_FUNCTION stands first in the body, or the function takes GC_ARGUMENT as its
** first parameter and has GC_ARGUMENT_CALL before its result type; both define `gcstack`. */
void **julia_get_pgcstack(void) __asm__("julia.get_pgcstack");
#define GC_FUNCTION      void **const gcstack __attribute__((unused)) = julia_get_pgcstack()
#define GC_ARGUMENT      __attribute__((swift_context)) void **gcstack
#define GC_ARGUMENT_CALL __attribute__((swiftcall))

/* Descriptors.  FIELD names a field that holds a reference; a TYPE without any is plain bits.  TYPE_BYTES has no reference
** in it, whatever its size; TYPE_REFS ends in an array of references, whose number is in its first word. */
#define FIELD(T, field) offsetof(T, field) / sizeof(void *)
#define TYPE(ident, T, ...)                                                                                        \
	static const struct lr_type ident = {                                                                      \
		.name = #T, .size_bytes = sizeof(T), .refs = (const uint32_t[]){__VA_ARGS__},                      \
		.nrefs = sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)}
#define TYPE_BYTES(ident, T) static const struct lr_type ident = {.name = #T}
#define TYPE_REFS(ident, T, array)                                                                                 \
	static const struct lr_type ident = {                                                                      \
		.name = #T, .layout = LR_LAYOUT_INLINE, .size_bytes = offsetof(T, array), .elem_bytes = sizeof(ref), \
		.elem_nrefs = 1}

/* Allocation.  The memory is not zeroed: store all reference fields before anything else can collect. */
ref julia_gc_alloc_obj(void *task, size_t bytes, ref type) __asm__("julia.gc_alloc_obj");
#define NEW(T, type)              ((T TRACKED *)julia_gc_alloc_obj(gcstack, sizeof(T), AS_REF(type)))
#define NEW_BYTES(T, type, bytes) ((T TRACKED *)julia_gc_alloc_obj(gcstack, bytes, AS_REF(type)))

ref julia_typeof(ref) __asm__("julia.typeof");
#define TYPEOF(object) julia_typeof(object)

/* Stores into objects that may have survived a collection: the barrier, then the store. */
void julia_write_barrier(ref parent, ...) __asm__("julia.write_barrier");
void julia_object_write_barrier(ref parent, ...) __asm__("julia.object_write_barrier");
void julia_field_write_barrier_11(ref parent, void DERIVED *slot, ref child, ...) __asm__("julia.field_write_barrier.p11");
void julia_field_write_barrier_13(ref parent, void LOADED *slot, ref child, ...) __asm__("julia.field_write_barrier.p13");
#define SET(object, field, value) SET_SLOT(object, AT(object)->field, value)
/* The same for any place inside `object`, which may be given as an element of an array. */
#define SET_SLOT(object, lvalue, value)                                                                            \
	do {                                                                                                       \
		__typeof_unqual__(lvalue) set_value_ = (value);                                                         \
		julia_write_barrier(object, (ref)set_value_);                                                      \
		(lvalue) = set_value_;                                                                             \
	} while (0)

/* Calls with an argument array.  The callee is `ref f(ref self, ref *args, uint32_t nargs)`; for CALL2 it takes `extra` as
** a fourth parameter; for CALL3 `self` is a derived pointer. */
ref julia_call(void *callee, ref self, ...) __asm__("julia.call");
ref julia_call2(void *callee, ref extra, ref self, ...) __asm__("julia.call2");
ref julia_call3(void *callee, void DERIVED *self, ...) __asm__("julia.call3");
#ifndef DIALECT_PLAIN
#define CALL(callee, self, ...)         julia_call((void *)(callee), self, ##__VA_ARGS__)
#define CALL2(callee, extra, self, ...) julia_call2((void *)(callee), extra, self, ##__VA_ARGS__)
#define CALL3(callee, self, ...)        julia_call3((void *)(callee), self, ##__VA_ARGS__)
#else /* compiled to machine code as it is (test/run/plain.c): the one thing that a function can not do */
#define CALL_ARRAY(...) (ref[]){__VA_ARGS__}, sizeof((ref[]){__VA_ARGS__}) / sizeof(ref)
#define CALL(callee, self, ...)         ((ref (*)(ref, ref *, uint32_t))(callee))(self, CALL_ARRAY(__VA_ARGS__))
#define CALL2(callee, extra, self, ...) ((ref (*)(ref, ref *, uint32_t, ref))(callee))(self, CALL_ARRAY(__VA_ARGS__), extra)
#define CALL3(callee, self, ...)        ((ref (*)(void DERIVED *, ref *, uint32_t))(callee))(self, CALL_ARRAY(__VA_ARGS__))
#endif

/* Raw pointers.  An object whose address went to C lives only as long as something else says so: a preserved
** region, from PRESERVE(...) to UNPRESERVE(token). */
void *julia_pointer_from_objref(void DERIVED *) __asm__("julia.pointer_from_objref");
#define ADDRESS(object) julia_pointer_from_objref((void DERIVED *)(object))
typedef struct preserved *preserved;
preserved dialect_preserve_begin(ref, ...) __asm__("dialect.preserve_begin"); /* becomes a token */
void dialect_preserve_end(preserved) __asm__("dialect.preserve_end");
#define PRESERVE(...)     dialect_preserve_begin(__VA_ARGS__)
#define UNPRESERVE(token) dialect_preserve_end(token)

/* A pointer to data that `owner` owns, wherever it lies: usable as long as the owner is kept, which using it does. */
void LOADED *julia_gc_loaded(ref owner, void *data) __asm__("julia.gc_loaded");
#define DATA(T, owner, data) ((T LOADED *)julia_gc_loaded(owner, data))

/* Copies between objects (llvm.memcpy, llvm.memmove). */
void dialect_copy(void DERIVED *to, const void DERIVED *from, size_t bytes) __asm__("dialect.copy");
void dialect_move(void DERIVED *to, const void DERIVED *from, size_t bytes) __asm__("dialect.move");
#define COPY(to, from, bytes) dialect_copy(to, from, bytes)
#define MOVE(to, from, bytes) dialect_move(to, from, bytes)

/* For the places where the order of things must hold and nothing is to be collected or printed: a safepoint and nothing else. */
void julia_gcroot_flush(void) __asm__("julia.gcroot_flush");

/* The runtime's own functions where they take or give references. */
void throw_ref(ref exception) __asm__("lr_throw") __attribute__((noreturn));
ref current_exception(void *task) __asm__("lr_current_exception");
int save_context(void *handler, int save_mask) __asm__("__sigsetjmp") __attribute__((returns_twice));
typedef ref task_entry(ref);
lr_thread *spawn(task_entry *, ref) __asm__("lr_thread_spawn");
ref join(lr_thread *) __asm__("lr_thread_join");
lr_task *new_task(task_entry *, ref, size_t stack_bytes) __asm__("lr_task_new");
int task_result(const lr_task *, ref *result) __asm__("lr_task_finished");

/* Atomic operations on reference fields: clang would go through integers, which the dialect forbids. */
ref dialect_exchange(ref DERIVED *slot, ref value) __asm__("dialect.exchange");         /* atomicrmw xchg */
ref dialect_compare_exchange(ref DERIVED *slot, ref expected, ref value) __asm__("dialect.compare_exchange"); /* cmpxchg; the old value */
ref dialect_load_acquire(ref DERIVED *slot) __asm__("dialect.load_acquire");            /* load atomic */

#endif
