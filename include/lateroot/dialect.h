/* SPDX-License-Identifier: MIT */
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
**   ... SET(n, next, other);                                     an object that may be old needs one
**
** Only files that include this header are lowered.  Its names are short, because it defines a language; they belong
** into programs, not into other headers.
**
** The rules of the dialect follow.  The library reports violations with file and line (with -g the exact line):
** - An object is a TRACKED pointer, in variables, arrays, structs, parameters, results.  Its fields are accessed
**   through AT.  Structs may have references beside numbers, and may be copied.  Global and thread-local variables are
**   roots by themselves.
** - Outside of objects no union has a reference among its members: use a struct with both.
** - No collector reads memory of malloc and operator new, or frames of C++ coroutines: store references elsewhere.
** - Where objects move (-reload), do not pass the address of a global variable with references to foreign code that
**   calls back, such as qsort.  Pass a variable on the stack, whose objects stay in place.
** - C++ library: std::array, pair, tuple, reference_wrapper, lambdas and std::sort keep references where the collector
**   finds them, if they are variables.  The following do not: containers, unique_ptr, shared_ptr, function, any,
**   threads, and algorithms with a buffer, such as stable_sort; optional and variant are unions.
** - No integers: a TRACKED pointer is not cast to an integer, nor from one, nor to a plain pointer.  ADDRESS is for C
**   libraries.
** - DERIVED, LOADED and CALLEE_ROOTED pointers are variables and parameters, never in structs, arrays, or objects.
** - All reference fields of a fresh object are stored, or the object is zeroed (NEW_ZEROED, NEW_BYTES_ZEROED), before
**   the next call. With -polls each round of a loop may collect as a call does, also in a loop that fills the object:
**   zero the object first, and store by SET_SLOT in the loop, for the object may be old by then.
** - A store of a reference into an object that may have survived a collection uses SET, and of a struct with references
**   (`AT(o)->field = s`) SET_STRUCT, or has a barrier before it.  That applies to each object since whose allocation
**   the code has allocated or called.  C++ assigns no structs between objects and variables: SET_STRUCT stores them,
**   also into fresh objects, and GET_STRUCT reads them.  Both take structs that may be copied byte by byte.
** - A loop that runs long without calls or allocation calls lr_safepoint(), otherwise other threads wait for it.
** - A call that blocks (read, sleep, pthread_join, a lock) stands in GC_SAFE.  Otherwise a collection of another thread
**   waits until it returns, for ever if it never does; after ten seconds the runtime says so on stderr.
** - No goto, setjmp or longjmp into or out of a PRESERVE region; handlers are entered and popped in pairs.
**
** Files that were compiled without the plug-in do not link: each refers to a symbol that no library defines, until the
** plug-in deletes the reference.  (DIALECT_PLAIN, for test/run/plain.c, is no option.) */
#ifndef LATEROOT_DIALECT_H
#define LATEROOT_DIALECT_H

#ifndef __clang__
#error "<lateroot/dialect.h> is for clang with the plug-in lateroot-opt.so"
#else

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <lateroot/abi.h>
#include <lateroot/runtime.h>

/* Marks a file for the plug-in; without the plug-in it is only a remark in the object file. */
#if defined(_WIN32) /* whose objects have no such remarks */
__asm__("/* \"lateroot dialect\" */");
#else
__asm__(".ident \"lateroot dialect\"");
#endif

#ifdef __cplusplus
extern "C" {
#endif
/* What a file refers to until the plug-in has compiled it.  Neither clang nor the linker drops the variable. */
extern const char dialect_file_was_compiled_without_the_plug_in;
#ifdef __ELF__
__attribute__((retain))
#endif
__attribute__((used, nodebug)) static const void *const dialect_link_check =
	&dialect_file_was_compiled_without_the_plug_in;

/* C++: the dialect's functions throw no C++ exceptions (nor do callees of CALL), and throw_ref runs no destructors. */
#define DIALECT_FUNCTION(name) __asm__(name) __attribute__((nothrow))

/* Kinds of pointers (abi.h, LR_AS_*).  Legal casts: plain to TRACKED, TRACKED to DERIVED, TRACKED to CALLEE_ROOTED. */
#if defined(__wasm__) /* where space 10 is taken; the plug-in makes 10 to 13 of these */
#define TRACKED       __attribute__((address_space(110)))
#define DERIVED       __attribute__((address_space(111)))
#define CALLEE_ROOTED __attribute__((address_space(112)))
#define LOADED        __attribute__((address_space(113)))
#else
#define TRACKED       __attribute__((address_space(10)))
#define DERIVED       __attribute__((address_space(11)))
#define CALLEE_ROOTED __attribute__((address_space(12)))
#define LOADED        __attribute__((address_space(13)))
#endif

typedef void TRACKED *ref; /* reference to an object of any type */

/* An entity outside the heap as a reference: descriptors, permanent objects.  A descriptor that is chosen at run time
** may be in a root meanwhile, so it needs the tag of LR_TYPE_DEFINE (layout.h) in front of it. */
#define AS_REF(lvalue) ((ref)&(lvalue))

/* The GC stack of this task, as `gcstack`.  GC_FUNCTION comes first in the body of functions that allocate or use
** handlers (other functions get theirs automatically).  Alternatively the function takes GC_ARGUMENT as its first
** parameter and has GC_ARGUMENT_CALL before its result type. */
void **julia_get_pgcstack(void) DIALECT_FUNCTION("julia.get_pgcstack");
#define GC_FUNCTION      void **const gcstack __attribute__((unused)) = julia_get_pgcstack()
#define GC_ARGUMENT      __attribute__((swift_context)) void **gcstack __attribute__((unused))
#define GC_ARGUMENT_CALL __attribute__((swiftcall))

/* Marks of a function, before its result type.  RETURN_ROOTS: N references are returned through parameter number P,
** counted from 0, which is the address of an array in the caller.  NEVER_COLLECTS: nothing that the function calls
** collects, so that callers need no roots for it; wrong if it allocates.  __attribute__((pure)) and ((const)) say the
** same to the collector.  A body that has one of the three, and calls what may collect, is refused; what a
** NEVER_COLLECTS body calls through pointers is believed. */
#define RETURN_ROOTS(P, N) __attribute__((annotate("lateroot.return_roots " #P " " #N)))
#define NEVER_COLLECTS     __attribute__((annotate("lateroot.leaf")))
/* The function roots its arguments itself, so that proper tail calls (musttail), whose callers root nothing, may reach
** it.  All functions that it reaches by tail calls through pointers must have this mark as well.  Not needed with
** LLVM's conventions for tail calls, such as preserve_none. */
#define ROOTS_ARGUMENTS    __attribute__((annotate("lateroot.roots_arguments")))
/* The function is compiled by lateroot too, in whatever file: where its ABIs with tables are used (lateroot compile
** --abi=framemap or statepoint), a call of it needs no anchor.  All files with marked functions have such an ABI then,
** or none has.  The definition needs GC_FUNCTION if it calls what may collect. */
#define WALKED             __attribute__((annotate("lateroot.walked")))

/* Descriptors.  FIELD names a field that holds a reference; objects of a TYPE without any have none.  TYPE_BYTES has no
** references, whatever its size; TYPE_REFS ends with an array of references, whose number is in its first word. */
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
/* Objects of at least sizeof(T) bytes whose references a function tells, which is plain C (lr_scan, layout.h).  Those
** of the FIELDs it need not pass on.  NEW takes ident.type. */
#define TYPE_SCANNED(ident, T, function, ...)                                                                      \
	static const struct lr_scanned_type ident = {                                                              \
		{#T, LR_LAYOUT_SCANNED, sizeof(T), sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t),     \
			0, 0, 0, 0, 0, (const uint32_t[]){__VA_ARGS__}, NULL, NULL}, function}
/* The same for objects that never move, because other objects store addresses inside them. */
#define TYPE_BYTES_FIXED(ident, T) \
	static const struct lr_type ident = {#T, LR_LAYOUT_FIXED, 0, 0, 0, 0, 0, 0, LR_TYPE_FIXED, NULL, NULL, NULL}
#define TYPE_REFS_FIXED(ident, T, array) \
	static const struct lr_type ident = { \
		#T, LR_LAYOUT_INLINE, offsetof(T, array), 0, sizeof(ref), 1, 0, 0, LR_TYPE_FIXED, NULL, NULL, NULL \
	}

/* Allocation.  The memory is not zeroed: store all reference fields before the next operation that can collect, or use
** a variant that zeroes: no collection comes between the allocation and the end of that. */
ref julia_gc_alloc_obj(void *task, size_t bytes, ref type) DIALECT_FUNCTION("julia.gc_alloc_obj");
#define NEW(T, type)              ((T TRACKED *)julia_gc_alloc_obj(gcstack, sizeof(T), AS_REF(type)))
#define NEW_BYTES(T, type, bytes) ((T TRACKED *)julia_gc_alloc_obj(gcstack, bytes, AS_REF(type)))
ref dialect_zero(ref fresh, size_t bytes) DIALECT_FUNCTION("dialect.zero");
#define NEW_ZEROED(T, type) ((T TRACKED *)dialect_zero(julia_gc_alloc_obj(gcstack, sizeof(T), AS_REF(type)), sizeof(T)))
#define NEW_BYTES_ZEROED(T, type, bytes)                                                                           \
	__extension__({                                                                                            \
		const size_t dialect_new_bytes_ = (bytes);                                                         \
		(T TRACKED *)dialect_zero(NEW_BYTES(void, type, dialect_new_bytes_), dialect_new_bytes_);          \
	})

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
#else /* compiled to machine code as it is (test/run/plain.c): the one operation that a function cannot express */
#define CALL_ARRAY(...) (ref[]){__VA_ARGS__}, sizeof((ref[]){__VA_ARGS__}) / sizeof(ref)
#define CALL(callee, self, ...)         ((ref (*)(ref, ref *, uint32_t))(callee))(self, CALL_ARRAY(__VA_ARGS__))
#define CALL2(callee, extra, self, ...) \
	((ref (*)(ref, ref *, uint32_t, ref))(callee))(self, CALL_ARRAY(__VA_ARGS__), extra)
#define CALL3(callee, self, ...) \
	((ref (*)(void DERIVED *, ref *, uint32_t))(callee))(self, CALL_ARRAY(__VA_ARGS__))
#endif

/* Immediates: words in the place of references that are values themselves, such as fixnums and characters.  The profile
** tells which words these are (keys immediates and immediate_bits), and the program does the tagging:
**
**   #define FIXNUM(n) LR_IMMEDIATE((uintptr_t)(n) << 1 | 1)
**   if (LR_IMMEDIATE_VALUE(x) & 1) return LR_IMMEDIATE_VALUE(x) >> 1;
**
** LR_IMMEDIATE(word): that word as a `ref`.  LR_IS_IMMEDIATE(p): it is not the address of an object (nor is null).
** LR_IMMEDIATE_VALUE(p): the word, an intptr_t; of the address of an object only the lowest three bits, which are 0,
** stay the same when objects move, and each use may see the address of its own moment.  An immediate is a reference in
** all but AT, TYPEOF and ADDRESS: it is stored by SET, passed, returned, and needs no root. */
ref dialect_immediate_make(int64_t word) DIALECT_FUNCTION("lateroot.immediate.make") __attribute__((const));
bool dialect_immediate_test(ref) DIALECT_FUNCTION("lateroot.immediate.test") __attribute__((const));
int64_t dialect_immediate_value(ref) DIALECT_FUNCTION("lateroot.immediate.value") __attribute__((const));
#define LR_IMMEDIATE(word)    dialect_immediate_make((intptr_t)(word))
#define LR_IS_IMMEDIATE(p)    dialect_immediate_test(p)
#define LR_IMMEDIATE_VALUE(p) ((intptr_t)dialect_immediate_value(p))

/* Raw pointers.  An object whose address went to C lives only while it is kept alive by other means: a preserved
** region, from PRESERVE(...) to UNPRESERVE(token).  Each path to the end of a region leads through its one
** beginning. */
void *julia_pointer_from_objref(void DERIVED *) DIALECT_FUNCTION("julia.pointer_from_objref");
#define ADDRESS(object) julia_pointer_from_objref((void DERIVED *)(object))
typedef struct dialect_region CALLEE_ROOTED *preserved; /* the address space prevents stores to memory */
preserved dialect_preserve_begin(ref, ...) DIALECT_FUNCTION("dialect.preserve_begin");
void dialect_preserve_end(preserved) DIALECT_FUNCTION("dialect.preserve_end");
#define PRESERVE(...)     dialect_preserve_begin(__VA_ARGS__)
#define UNPRESERVE(token) dialect_preserve_end(token)

/* A pointer to data that `owner` owns, wherever the data is: usable while the owner is alive; its uses keep the owner
** alive. */
void LOADED *julia_gc_loaded(ref owner, void *data) DIALECT_FUNCTION("julia.gc_loaded");
#define DATA(T, owner, data) ((T LOADED *)julia_gc_loaded(owner, data))

/* Copies between objects (llvm.memcpy, llvm.memmove).  Copies of references go into a fresh object, or have a
** barrier. */
void dialect_copy(void DERIVED *to, const void DERIVED *from, size_t bytes) DIALECT_FUNCTION("dialect.copy");
void dialect_move(void DERIVED *to, const void DERIVED *from, size_t bytes) DIALECT_FUNCTION("dialect.move");
#ifdef __cplusplus /* which does not assign structs between variables and objects */
void dialect_copy_in(void DERIVED *to, const void *from, size_t bytes) DIALECT_FUNCTION("dialect.copy");
void dialect_copy_out(void *to, const void DERIVED *from, size_t bytes) DIALECT_FUNCTION("dialect.copy");
#endif
#define COPY(to, from, bytes) dialect_copy(to, from, bytes)
#define MOVE(to, from, bytes) dialect_move(to, from, bytes)

/* A safepoint and nothing else, for places where the order of effects must hold without a collection or output. */
void julia_gcroot_flush(void) DIALECT_FUNCTION("julia.gcroot_flush");

/* Statements that block or take long, in C libraries: other threads may collect meanwhile.
**
**   ssize_t n;
**   GC_SAFE(n = read(fd, buffer, sizeof buffer));
**
** They access no object, allocate none, call nothing of this header, and leave neither by return, break or goto nor by
** an exception.  References in variables stay alive.  spawn and join of the runtime need no GC_SAFE. */
#define GC_SAFE(...)                                                                                               \
	do {                                                                                                       \
		const uint8_t dialect_old_state_ = lr_gc_safe_enter();                                             \
		__VA_ARGS__;                                                                                       \
		lr_gc_safe_leave(dialect_old_state_);                                                              \
	} while (0)

/* Functions of the runtime that take or return references.  Handlers:
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
int restart_task(lr_task *, task_entry *, ref) __asm__("lr_task_restart");

/* Those of lifetime.h and inspect.h, which say more: weak references, ephemerons, weak tables, finalizers, identity
** hashes, and what is expected of objects.  lr_finalizers_run and lr_finalizers_pending are called as they are there.
** A table needs no SET. */
ref new_weak(ref target, uint32_t flags) __asm__("lr_weak_new");
NEVER_COLLECTS ref weak_target(ref weak) __asm__("lr_weak_get"); /* NULL: it is forgotten */
ref new_ephemeron(ref key, ref value) __asm__("lr_ephemeron_new");
NEVER_COLLECTS ref ephemeron_key(ref ephemeron) __asm__("lr_ephemeron_key");
NEVER_COLLECTS ref ephemeron_value(ref ephemeron) __asm__("lr_ephemeron_value");
ref new_weak_table(void) __asm__("lr_weak_table_new");
NEVER_COLLECTS int weak_table_set(ref table, ref key, ref value) __asm__("lr_weak_table_set");
NEVER_COLLECTS ref weak_table_get(ref table, ref key) __asm__("lr_weak_table_get");
NEVER_COLLECTS size_t weak_table_count(ref table) __asm__("lr_weak_table_count");
/* `key` and `value` are variables on the stack */
NEVER_COLLECTS int weak_table_next(ref table, size_t *position, ref *key, ref *value) __asm__("lr_weak_table_next");
typedef void finalizer(ref object, void *user);
NEVER_COLLECTS int add_finalizer(ref object, finalizer *, void *user) __asm__("lr_finalizer_add");
NEVER_COLLECTS int remove_finalizer(ref object, finalizer *, void *user) __asm__("lr_finalizer_remove");
NEVER_COLLECTS uintptr_t identity_hash(ref object) __asm__("lr_identity_hash");
NEVER_COLLECTS int expect_dead(ref object, const char *why) __asm__("lr_gc_expect_dead");
NEVER_COLLECTS int expect_alive(ref object) __asm__("lr_gc_expect_alive");

/* Atomic operations on reference fields, sequentially consistent.  clang's own would convert to integers, which the
** dialect forbids. */
ref dialect_exchange(ref DERIVED *slot, ref value) DIALECT_FUNCTION("dialect.exchange");
/* returns the old value */
ref dialect_compare_exchange(ref DERIVED *slot, ref expected, ref value) DIALECT_FUNCTION("dialect.compare_exchange");
ref dialect_load_acquire(ref DERIVED *slot) DIALECT_FUNCTION("dialect.load_acquire");

#ifdef __cplusplus
}
#endif

/* Access to an object: its fields are reached through a derived pointer only. */
#ifdef __cplusplus
template <typename P> struct dialect_pointee;
template <typename T> struct dialect_pointee<T TRACKED *> {
	typedef T type;
};
template <typename P> using dialect_object = typename dialect_pointee<P>::type;
#define AT(object)               ((dialect_object<decltype(+(object))> DERIVED *)(object))
#define DIALECT_VALUE_OF(lvalue) auto
template <typename P> struct dialect_inside;
template <typename T> struct dialect_inside<T DERIVED *> {
	typedef T type;
};
template <typename T> struct dialect_inside<const T DERIVED *> {
	typedef T type;
};
/* Structs go to objects and come from them byte by byte. */
#define DIALECT_PUT(place, value)                                                                                  \
	do {                                                                                                       \
		static_assert(__is_same(dialect_inside<decltype(place)>::type, decltype(value)),                   \
			"the value of SET_STRUCT has another type than the field");                                \
		static_assert(__is_trivially_copyable(decltype(value)), "SET_STRUCT copies bytes");                \
		dialect_copy_in(place, &value, sizeof value);                                                      \
	} while (0)
#define DIALECT_GET(place)                                                                                         \
	__extension__({                                                                                            \
		typename dialect_inside<decltype(place)>::type dialect_got_;                                       \
		static_assert(__is_trivially_copyable(decltype(dialect_got_)), "GET_STRUCT copies bytes");         \
		dialect_copy_out(&dialect_got_, place, sizeof dialect_got_);                                       \
		dialect_got_;                                                                                      \
	})
#else
#define AT(object)               ((__typeof_unqual__(*(object)) DERIVED *)(object))
#define DIALECT_VALUE_OF(lvalue) __typeof_unqual__(lvalue)
#define DIALECT_PUT(place, value) (*(place) = (value))
#define DIALECT_GET(place)        (*(place))
#endif

/* clang knows at compile time what kind of type an expression has; that of structs and classes is 12. */
#define DIALECT_NO_STRUCT(lvalue, message) \
	__extension__ _Static_assert(__builtin_classify_type(lvalue) != 12, message)

/* A store with its barrier, into a field of an object.  Each operand is evaluated once, the value first. */
#define SET(object, field, value)                                                                                  \
	do {                                                                                                       \
		DIALECT_NO_STRUCT(AT(object)->field, "SET stores one reference: SET_STRUCT stores structs");       \
		DIALECT_VALUE_OF(AT(object)->field) dialect_set_value_ = (value);                                  \
		__auto_type dialect_set_object_ = (object);                                                        \
		julia_write_barrier(dialect_set_object_, (ref)dialect_set_value_);                                 \
		AT(dialect_set_object_)->field = dialect_set_value_;                                               \
	} while (0)
/* and into any place inside `object`, which may be an element of an array.  The barrier is told the place. */
#define SET_SLOT(object, lvalue, value)                                                                            \
	do {                                                                                                       \
		DIALECT_NO_STRUCT(lvalue, "SET_SLOT stores one reference: SET_STRUCT_SLOT stores structs");        \
		DIALECT_VALUE_OF(lvalue) dialect_set_value_ = (value);                                             \
		__auto_type dialect_set_object_ = (object);                                                        \
		__auto_type dialect_set_place_ = &(lvalue);                                                        \
		julia_write_barrier(dialect_set_object_, dialect_set_place_, (ref)dialect_set_value_);             \
		*dialect_set_place_ = dialect_set_value_;                                                          \
	} while (0)
/* The same for structs with references: one barrier for all that are in it.  The value is what stands behind the second
** comma, such as (struct s){ a, b }. */
#define SET_STRUCT(object, field, ...)                                                                             \
	do {                                                                                                       \
		DIALECT_VALUE_OF(AT(object)->field) dialect_set_value_ = (__VA_ARGS__);                            \
		__auto_type dialect_set_object_ = (object);                                                        \
		julia_object_write_barrier(dialect_set_object_);                                                   \
		DIALECT_PUT(&AT(dialect_set_object_)->field, dialect_set_value_);                                  \
	} while (0)
#define SET_STRUCT_SLOT(object, lvalue, ...)                                                                       \
	do {                                                                                                       \
		DIALECT_VALUE_OF(lvalue) dialect_set_value_ = (__VA_ARGS__);                                       \
		__auto_type dialect_set_object_ = (object);                                                        \
		__auto_type dialect_set_place_ = &(lvalue);                                                        \
		julia_object_write_barrier(dialect_set_object_);                                                   \
		DIALECT_PUT(dialect_set_place_, dialect_set_value_);                                               \
	} while (0)
/* The struct in a field of an object, and in any place inside one.  C reads it without these, too. */
#define GET_STRUCT(object, field) DIALECT_GET(&AT(object)->field)
#define GET_STRUCT_SLOT(lvalue)   DIALECT_GET(&(lvalue))

#endif /* __clang__ */
#endif
