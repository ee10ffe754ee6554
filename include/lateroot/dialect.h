/* dialect.h -- C and C++ with precise garbage collection: the GC dialect of LLVM IR from clang.
**
** Pointers with an address space, and functions with the dialect's names, make clang emit dialect IR.  The plug-in
** lateroot-opt.so lowers it at the end of clang's own pipeline:
**
**   clang-22 -O2 -fpass-plugin=.../lateroot-opt.so prog.c -llateroot-rt
**
**   struct node { struct node TRACKED *next; long value; };
**   TYPE(node_type, struct node, FIELD(struct node, next));
**
**   static struct node TRACKED *
**   push(struct node TRACKED *list, long value)
**   {
**           GC_FUNCTION;
**           struct node TRACKED *n = NEW(struct node, node_type);
**           AT(n)->next = list;                                  a fresh object needs no barrier
**           AT(n)->value = value;
**           return n;
**   }
**   ... SET(n, next, other);                                     an object that may be old does
**
** Only files that include this are lowered.  Its names are short, for it is a language; they belong into programs, not
** into other headers.
**
** Who writes so keeps the rules of the dialect, and is told, with file and line, where they are broken (with -g: the
** very line):
** - An object is a TRACKED pointer, in variables, arrays, structs, parameters, results.  Its fields are reached through
**   AT.  Structs may have references beside numbers, and be copied.  Variables of the program and of threads are roots
**   by themselves.
** - Outside of objects no union has a reference among its members: use a struct with both.
** - No collector looks into memory of malloc and operator new, or into frames of C++ coroutines: references are kept
**   elsewhere.
** - Where objects move (-reload), foreign code that calls back, such as qsort, is not given the address of a global
**   variable with references, but of one on the stack, whose objects stay in place.
** - C++ library: std::array, pair, tuple, reference_wrapper, lambdas and std::sort keep references where they are
**   found, if they are variables.  Not so: containers, unique_ptr, shared_ptr, function, any, threads, and algorithms
**   with a buffer, such as stable_sort; optional and variant are unions.
** - No integers: a TRACKED pointer is not cast to one, nor from one, nor to a plain pointer.  ADDRESS is for C
**   libraries.
** - DERIVED, LOADED and CALLEE_ROOTED pointers are variables and parameters, never in structs, arrays, or objects.
** - All reference fields of a fresh object are stored, or it is zeroed (NEW_ZEROED), before anything is called.
** - A store of a reference into an object that may have survived a collection goes through SET, or has a barrier before
**   it; that is, into any since whose allocation something was allocated or called.
** - A loop that runs long without calls or allocation calls lr_safepoint(), or other threads wait for it.
** - No goto, setjmp or longjmp into or out of a PRESERVE region; handlers are entered and popped in pairs.
**
** Without the plug-in nothing links: the functions julia.* and dialect.* are nowhere.  (DIALECT_PLAIN, for
** test/run/plain.c, is no option.) */
#ifndef LATEROOT_DIALECT_H
#define LATEROOT_DIALECT_H

#ifndef __clang__
#error "<lateroot/dialect.h> is for clang with the plug-in lateroot-opt.so"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <lateroot/abi.h>
#include <lateroot/runtime.h>

/* How the plug-in knows a file that wants to be lowered; a remark in the object file otherwise. */
__asm__(".ident \"lateroot dialect\"");

#ifdef __cplusplus
extern "C" {
#endif
/* C++: nothing of the dialect throws C++ exceptions (nor do callees of CALL), and throw_ref runs no destructors. */
#define DIALECT_FUNCTION(name) __asm__(name) __attribute__((nothrow))

/* What a pointer means (abi.h, LR_AS_*).  Legal casts: plain to TRACKED, TRACKED to DERIVED, TRACKED to
** CALLEE_ROOTED. */
#define TRACKED       __attribute__((address_space(10)))
#define DERIVED       __attribute__((address_space(11)))
#define CALLEE_ROOTED __attribute__((address_space(12)))
#define LOADED        __attribute__((address_space(13)))

typedef void TRACKED *ref; /* to an object of any type */

/* Something outside the heap as a reference: descriptors, permanent objects. */
#define AS_REF(lvalue) ((ref)&(lvalue))

/* The GC stack of this task, as `gcstack`.  GC_FUNCTION stands first in the body of what allocates or uses handlers
** (other functions get theirs by themselves); or the function takes GC_ARGUMENT as its first parameter and has
** GC_ARGUMENT_CALL before its result type. */
void **julia_get_pgcstack(void) DIALECT_FUNCTION("julia.get_pgcstack");
#define GC_FUNCTION      void **const gcstack __attribute__((unused)) = julia_get_pgcstack()
#define GC_ARGUMENT      __attribute__((swift_context)) void **gcstack
#define GC_ARGUMENT_CALL __attribute__((swiftcall))

/* Of a function, before its result type.  RETURN_ROOTS: through parameter number P, counted from 0, the address of an
** array in the caller, come back N references.  NEVER_COLLECTS: nothing that it calls collects, so that callers need no
** roots for its sake; wrong if it allocates. */
#define RETURN_ROOTS(P, N) __attribute__((annotate("lateroot.return_roots " #P " " #N)))
#define NEVER_COLLECTS     __attribute__((annotate("lateroot.leaf")))
/* The function roots its arguments itself.  So proper tail calls (musttail), whose caller roots nothing, may reach it;
** and all functions that it reaches by tail calls through pointers must have this mark as well.  Not needed with LLVM's
** conventions for tail calls, such as preserve_none. */
#define ROOTS_ARGUMENTS    __attribute__((annotate("lateroot.roots_arguments")))

/* Descriptors.  FIELD names a field that holds a reference; a TYPE without any is plain bits.  TYPE_BYTES has no
** reference in it, whatever its size; TYPE_REFS ends in an array of references, whose number is in its first word. */
#define FIELD(T, field) offsetof(T, field) / sizeof(void *)
#define TYPE(ident, T, ...)                                                                                        \
	static const struct lr_type ident = {                                                                      \
		#T, LR_LAYOUT_FIXED, sizeof(T), sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t),        \
		0, 0, 0, 0, 0, (const uint32_t[]){__VA_ARGS__}, NULL, NULL}
#define TYPE_BYTES(ident, T) \
	static const struct lr_type ident = {#T, LR_LAYOUT_FIXED, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL}
#define TYPE_REFS(ident, T, array) \
	static const struct lr_type ident = { \
		#T, LR_LAYOUT_INLINE, offsetof(T, array), 0, sizeof(ref), 1, 0, 0, 0, NULL, NULL, NULL \
	}
/* The same for objects that never move: addresses of what is in them are kept in objects. */
#define TYPE_BYTES_FIXED(ident, T) \
	static const struct lr_type ident = {#T, LR_LAYOUT_FIXED, 0, 0, 0, 0, 0, 0, LR_TYPE_FIXED, NULL, NULL, NULL}
#define TYPE_REFS_FIXED(ident, T, array) \
	static const struct lr_type ident = { \
		#T, LR_LAYOUT_INLINE, offsetof(T, array), 0, sizeof(ref), 1, 0, 0, LR_TYPE_FIXED, NULL, NULL, NULL \
	}

/* Allocation.  The memory is not zeroed: store all reference fields before anything else can collect; or let it be
** zeroed. */
ref julia_gc_alloc_obj(void *task, size_t bytes, ref type) DIALECT_FUNCTION("julia.gc_alloc_obj");
#define NEW(T, type)              ((T TRACKED *)julia_gc_alloc_obj(gcstack, sizeof(T), AS_REF(type)))
#define NEW_BYTES(T, type, bytes) ((T TRACKED *)julia_gc_alloc_obj(gcstack, bytes, AS_REF(type)))
#define NEW_ZEROED(T, type) \
	((T TRACKED *)dialect_zero(julia_gc_alloc_obj(gcstack, sizeof(T), AS_REF(type)), sizeof(T)))

static inline __attribute__((always_inline, unused)) ref
dialect_zero(ref object, size_t bytes)
{
	char DERIVED *p = (char DERIVED *)object;
	for (size_t i = 0; i < bytes; i++)
		p[i] = 0;
	return object;
}

ref julia_typeof(ref) DIALECT_FUNCTION("julia.typeof");
#define TYPEOF(object) julia_typeof(object)

/* Stores into objects that may have survived a collection: the barrier, then the store. */
void julia_write_barrier(ref parent, ...) DIALECT_FUNCTION("julia.write_barrier");
void julia_object_write_barrier(ref parent, ...) DIALECT_FUNCTION("julia.object_write_barrier");
void julia_field_write_barrier_11(ref parent, void DERIVED *slot, ref child, ...)
	DIALECT_FUNCTION("julia.field_write_barrier.p11");
void julia_field_write_barrier_13(ref parent, void LOADED *slot, ref child, ...)
	DIALECT_FUNCTION("julia.field_write_barrier.p13");

/* Calls with an argument array.  The callee is `ref f(ref self, ref *args, uint32_t nargs)`; for CALL2 it takes `extra`
** as a fourth parameter; for CALL3 `self` is a derived pointer. */
ref julia_call(void *callee, ref self, ...) DIALECT_FUNCTION("julia.call");
ref julia_call2(void *callee, ref extra, ref self, ...) DIALECT_FUNCTION("julia.call2");
ref julia_call3(void *callee, void DERIVED *self, ...) DIALECT_FUNCTION("julia.call3");
#ifndef DIALECT_PLAIN
#define CALL(callee, self, ...)         julia_call((void *)(callee), self, ##__VA_ARGS__)
#define CALL2(callee, extra, self, ...) julia_call2((void *)(callee), extra, self, ##__VA_ARGS__)
#define CALL3(callee, self, ...)        julia_call3((void *)(callee), self, ##__VA_ARGS__)
#else /* compiled to machine code as it is (test/run/plain.c): the one thing that a function can not do */
#define CALL_ARRAY(...) (ref[]){__VA_ARGS__}, sizeof((ref[]){__VA_ARGS__}) / sizeof(ref)
#define CALL(callee, self, ...)         ((ref (*)(ref, ref *, uint32_t))(callee))(self, CALL_ARRAY(__VA_ARGS__))
#define CALL2(callee, extra, self, ...) \
	((ref (*)(ref, ref *, uint32_t, ref))(callee))(self, CALL_ARRAY(__VA_ARGS__), extra)
#define CALL3(callee, self, ...) \
	((ref (*)(void DERIVED *, ref *, uint32_t))(callee))(self, CALL_ARRAY(__VA_ARGS__))
#endif

/* Raw pointers.  An object whose address went to C lives only as long as something else says so: a preserved
** region, from PRESERVE(...) to UNPRESERVE(token).  Every way to the end leads through the one beginning. */
void *julia_pointer_from_objref(void DERIVED *) DIALECT_FUNCTION("julia.pointer_from_objref");
#define ADDRESS(object) julia_pointer_from_objref((void DERIVED *)(object))
typedef struct dialect_region CALLEE_ROOTED *preserved; /* the address space keeps it out of memory */
preserved dialect_preserve_begin(ref, ...) DIALECT_FUNCTION("dialect.preserve_begin");
void dialect_preserve_end(preserved) DIALECT_FUNCTION("dialect.preserve_end");
#define PRESERVE(...)     dialect_preserve_begin(__VA_ARGS__)
#define UNPRESERVE(token) dialect_preserve_end(token)

/* A pointer to data that `owner` owns, wherever it lies: usable as long as the owner is kept, which using it does. */
void LOADED *julia_gc_loaded(ref owner, void *data) DIALECT_FUNCTION("julia.gc_loaded");
#define DATA(T, owner, data) ((T LOADED *)julia_gc_loaded(owner, data))

/* Copies between objects (llvm.memcpy, llvm.memmove).  Of references: into a fresh object, or with a barrier. */
void dialect_copy(void DERIVED *to, const void DERIVED *from, size_t bytes) DIALECT_FUNCTION("dialect.copy");
void dialect_move(void DERIVED *to, const void DERIVED *from, size_t bytes) DIALECT_FUNCTION("dialect.move");
#define COPY(to, from, bytes) dialect_copy(to, from, bytes)
#define MOVE(to, from, bytes) dialect_move(to, from, bytes)

/* For the places where the order of things must hold and nothing is to be collected or printed: a safepoint and nothing
** else. */
void julia_gcroot_flush(void) DIALECT_FUNCTION("julia.gcroot_flush");

/* The runtime's own functions where they take or give references.  Handlers:
**
**   struct lr_handler handler;
**   lr_enter_handler(gcstack, &handler);
**   if (save_context(&handler, 0) == 0) {
**           ... may throw ...
**           lr_pop_handler_noexcept(gcstack, 1);
**   } else {
**           lr_pop_handler(gcstack, 1);
**           ... current_exception(gcstack) ...
**   } */
void throw_ref(ref exception) __asm__("lr_throw") __attribute__((noreturn));
ref current_exception(void *task) __asm__("lr_current_exception");
int save_context(void *handler, int save_mask) __asm__("__sigsetjmp") __attribute__((returns_twice));
typedef ref task_entry(ref);
lr_thread *spawn(task_entry *, ref) __asm__("lr_thread_spawn");
ref join(lr_thread *) __asm__("lr_thread_join");
lr_task *new_task(task_entry *, ref, size_t stack_bytes) __asm__("lr_task_new");
int task_result(const lr_task *, ref *result) __asm__("lr_task_finished");

/* Atomic operations on reference fields, sequentially consistent: clang would go through integers, which the dialect
** forbids. */
ref dialect_exchange(ref DERIVED *slot, ref value) DIALECT_FUNCTION("dialect.exchange");
/* the old value */
ref dialect_compare_exchange(ref DERIVED *slot, ref expected, ref value) DIALECT_FUNCTION("dialect.compare_exchange");
ref dialect_load_acquire(ref DERIVED *slot) DIALECT_FUNCTION("dialect.load_acquire");

#ifdef __cplusplus
}
#endif

/* Look inside an object: its fields are reached through a derived pointer only. */
#ifdef __cplusplus
template <typename P> struct dialect_pointee;
template <typename T> struct dialect_pointee<T TRACKED *> {
	typedef T type;
};
template <typename P> using dialect_object = typename dialect_pointee<P>::type;
#define AT(object)               ((dialect_object<decltype(+(object))> DERIVED *)(object))
#define DIALECT_VALUE_OF(lvalue) auto
#else
#define AT(object)               ((__typeof_unqual__(*(object)) DERIVED *)(object))
#define DIALECT_VALUE_OF(lvalue) __typeof_unqual__(lvalue)
#endif

/* A store with its barrier, into a field of an object, */
#define SET(object, field, value) SET_SLOT(object, AT(object)->field, value)
/* and into any place inside `object`, which may be given as an element of an array. */
#define SET_SLOT(object, lvalue, value)                                                                            \
	do {                                                                                                       \
		DIALECT_VALUE_OF(lvalue) set_value_ = (value);                                                     \
		julia_write_barrier(object, (ref)set_value_);                                                      \
		(lvalue) = set_value_;                                                                             \
	} while (0)

#endif
