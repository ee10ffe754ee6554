/* SPDX-License-Identifier: MIT */
/* roots.h -- C and C++ that roots its references by hand, and a compiler that checks it.
**
** The code is compiled by any compiler: references are plain pointers there, and GC_PUSH links a frame with the
** addresses of variables into the chain of this task (runtime.h, LR_GC_PUSH).  With LATEROOT_CHECK_ROOTS, in clang with
** the plug-in lateroot-opt.so, references are pointers of an address space of their own, and a reference that is held
** over a call that may collect, and is no root there, is an error at its line:
**
**   clang-22 -g -c -DLATEROOT_CHECK_ROOTS -fpass-plugin=.../lateroot-opt.so prog.c
**
**   struct node { struct node GC_REF *next; long value; };
**
**   static struct node GC_REF *
**   push(struct node GC_REF *list, long value)
**   {
**           struct node GC_REF *n = NULL;
**           GC_PUSH(list, n);                         variables that have a value; once for each block
**           n = GC_NEW(struct node, node_type);       may collect: `list` is a root here
**           n->value = value;
**           GC_STORE(n, next, list);                  a store with its barrier
**           GC_POP();                                 on each way out of the block
**           return n;
**   }
**
** The rules.  A caller roots what it passes, until the call returns; so parameters are rooted, until they are assigned.
** A function roots what it needs behind a call.  Each call may collect, but those of functions that are known not to:
** GC_NEVER_COLLECTS; static functions that call nothing else; functions of the C library that do not call back.  What a
** function returns, and what is read out of an object, is rooted by nobody, unless GC_PART or GC_PERMANENT say so.
**
** The compiler sees no mistakes in: memory that is no variable (globals, malloc) and holds references, write barriers
** that are missing, threads, setjmp. */
#ifndef LATEROOT_ROOTS_H
#define LATEROOT_ROOTS_H

#include <stddef.h>

#include <lateroot/runtime.h>

#ifdef LATEROOT_CHECK_ROOTS
#ifndef __clang__
#error "LATEROOT_CHECK_ROOTS is for clang with the plug-in lateroot-opt.so"
#endif
/* Marks a file for the plug-in. */
#if defined(_WIN32) /* whose objects have no such remarks */
__asm__("/* \"lateroot roots by hand\" */");
#else
__asm__(".ident \"lateroot roots by hand\"");
#endif
/* Marks a pointer as a reference: T GC_REF *.  Behind the name of a type: struct t GC_REF *, not
** struct t { ... } GC_REF *, where compilers ignore it. */
#define GC_REF __attribute__((address_space(10)))
/* Marks of a function, before its result type.  The bodies of functions of the first kind are checked.  Functions of
** the second kind root what they are given, so that their callers need not. */
#define GC_NEVER_COLLECTS  __attribute__((annotate("lateroot.leaf")))
#define GC_ROOTS_ARGUMENTS __attribute__((annotate("lateroot.roots_arguments")))
/* What the function returns is a part of its first argument, or a part of a part, and stays that while it is used: it
** lives as long as the argument.  The check believes it. */
#define GC_PART            __attribute__((annotate("lateroot.part")))
/* Marks a global or static variable, before its type, that is a root for good (lr_gc_add_root), and that no function
** changes while another one uses what it has read there. */
#define GC_PERMANENT       __attribute__((annotate("lateroot.permanent")))
#else
#define GC_REF
#define GC_PART
#define GC_PERMANENT
#define GC_NEVER_COLLECTS
#define GC_ROOTS_ARGUMENTS
#endif

typedef void GC_REF *gc_ref; /* reference to an object of any type */

/* The address of an object, for functions without GC_REF: valid while the object is rooted. */
#define GC_ADDRESS(object) ((void *)(object))

/* Roots the variables named, from here to GC_POP in the same block.  At most twelve; LR_GC_PUSH(&a, &b, ...) takes any
** number of addresses. */
#define GC_PUSH(...) LR_GC_PUSH(GC_EACH_(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)(__VA_ARGS__))
#define GC_POP()     LR_GC_POP()
#define GC_EACH_(a, b, c, d, e, f, g, h, i, j, k, l, n, ...) GC_EACH_##n
#define GC_EACH_1(a)        &(a)
#define GC_EACH_2(a, ...)   &(a), GC_EACH_1(__VA_ARGS__)
#define GC_EACH_3(a, ...)   &(a), GC_EACH_2(__VA_ARGS__)
#define GC_EACH_4(a, ...)   &(a), GC_EACH_3(__VA_ARGS__)
#define GC_EACH_5(a, ...)   &(a), GC_EACH_4(__VA_ARGS__)
#define GC_EACH_6(a, ...)   &(a), GC_EACH_5(__VA_ARGS__)
#define GC_EACH_7(a, ...)   &(a), GC_EACH_6(__VA_ARGS__)
#define GC_EACH_8(a, ...)   &(a), GC_EACH_7(__VA_ARGS__)
#define GC_EACH_9(a, ...)   &(a), GC_EACH_8(__VA_ARGS__)
#define GC_EACH_10(a, ...)  &(a), GC_EACH_9(__VA_ARGS__)
#define GC_EACH_11(a, ...)  &(a), GC_EACH_10(__VA_ARGS__)
#define GC_EACH_12(a, ...)  &(a), GC_EACH_11(__VA_ARGS__)

/* Descriptors.  GC_FIELD names a field that holds a reference; objects of a GC_TYPE without any have none.
** GC_TYPE_BYTES has no references, whatever its size; GC_TYPE_REFS ends with an array of references, whose number is in
** its first word. */
#define GC_FIELD(T, field) offsetof(T, field) / sizeof(void *)
#define GC_TYPE(ident, T, ...) \
	static const uint32_t ident##_fields[] = { __VA_ARGS__ }; \
	static const struct lr_type ident = { #T, LR_LAYOUT_FIXED, sizeof(T), \
		sizeof ident##_fields / sizeof *ident##_fields, 0, 0, 0, 0, 0, ident##_fields, NULL, NULL }
#define GC_TYPE_BYTES(ident, T) \
	static const struct lr_type ident = { #T, LR_LAYOUT_FIXED, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL }
#define GC_TYPE_REFS(ident, T, array) \
	static const struct lr_type ident = { #T, LR_LAYOUT_INLINE, offsetof(T, array), 0, sizeof(void *), 1, 0, 0, 0, \
		NULL, NULL, NULL }

/* Allocation of zeroed memory. */
#define GC_NEW(T, type)              ((T GC_REF *)gc_alloc_(sizeof(T), &(type)))
#define GC_NEW_BYTES(T, type, bytes) ((T GC_REF *)gc_alloc_(bytes, &(type)))

#ifdef __cplusplus
extern "C" {
#endif
gc_ref gc_alloc_(size_t bytes, const struct lr_type *type) __asm__("lr_gc_alloc") __attribute__((nothrow));
#ifdef __cplusplus
}
#endif

/* A store of a reference into a field of an object, or into any place in it, with the write barrier.  Each operand is
** evaluated once, the value first: nobody roots it while the object and the place are evaluated. */
#define GC_STORE(object, field, value)                                                                             \
	__extension__({                                                                                            \
		GC_UNQUALIFIED_((object)->field) gc_store_value_ = (value);                                        \
		GC_UNQUALIFIED_(object) gc_store_object_ = (object);                                               \
		gc_store_object_->field = gc_store_value_;                                                         \
		lr_gc_write_barrier(GC_ADDRESS(gc_store_object_), GC_ADDRESS(gc_store_value_));                    \
	})
#define GC_STORE_AT(object, place, value)                                                                          \
	__extension__({                                                                                            \
		GC_UNQUALIFIED_(place) gc_store_value_ = (value);                                                  \
		GC_UNQUALIFIED_(object) gc_store_object_ = (object);                                               \
		(place) = gc_store_value_;                                                                         \
		lr_gc_write_barrier(GC_ADDRESS(gc_store_object_), GC_ADDRESS(gc_store_value_));                    \
	})
/* The type of a pointer's value: no variable can have the address space of the place. */
#ifdef __cplusplus
#define GC_UNQUALIFIED_(pointer) __typeof__(+(pointer))
#else
#define GC_UNQUALIFIED_(pointer) __typeof__(((void)0, (pointer)))
#endif

#endif
