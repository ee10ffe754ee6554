/* SPDX-License-Identifier: MIT */
/* lifetime.h -- weak references, ephemerons, weak tables, finalizers, and identity hashes, for each heap.
** runtime.h explains the words in brackets.
**
** An object is *reachable* if a root leads to it, by references of objects and by values of ephemerons and weak tables
** whose keys and holders are reachable.  What a finalizer will be given does not count.  When a collection finds that
** an object is not reachable, this is the order of events:
**   1. weak references, ephemerons and weak tables forget it
**   2. its finalizers become pending; the object, and all that it refers to, stays alive until they have run
**   3. if it has no finalizer, and none that is pending leads to it, long weak references forget it, and its memory is
**      freed
** A minor collection finds this of young objects only.
**
** References that are passed to these functions are kept alive by the caller, as everywhere in the dialect.  dialect.h
** declares the functions for its own kind of pointers, under other names. */
#ifndef LATEROOT_LIFETIME_H
#define LATEROOT_LIFETIME_H

#include <lateroot/runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- weak references --------------------------------------------------------------------------------------------- */

enum lr_weak_flags {
	LR_WEAK_LONG = 1           /* the reference is kept until the object is freed: it still leads to an object whose
	                            * finalizers are pending or have run */
};

/* Returns a new object of lr_type_weak that leads to `target` without keeping it alive.  `flags`: 0 or LR_WEAK_LONG.
** A target that is no object of the heap (NULL,
** an immediate, a small value, a static object) is never forgotten.  Memory that is exhausted is fatal, as for each
** allocation.  [safepoint] */
LR_API void *lr_weak_new(void *target, uint32_t flags);
/* Returns the target, or NULL if it is forgotten.  `weak` is a result of lr_weak_new. */
LR_API void *lr_weak_get(const void *weak);

/* Returns a new object of lr_type_ephemeron: it does not keep `key` alive, and keeps `value` alive as long as the key
** and the ephemeron are.  So a value may refer to its key.  A key that is no object of the heap counts
** as reachable.  [safepoint] */
LR_API void *lr_ephemeron_new(void *key, void *value);
/* Return key and value, or NULL if the key is forgotten.  `ephemeron` is a result of lr_ephemeron_new. */
LR_API void *lr_ephemeron_key(const void *ephemeron);
LR_API void *lr_ephemeron_value(const void *ephemeron);

/* ---- weak tables ------------------------------------------------------------------------------------------------- */

/* A table from objects to objects, by identity, each entry of which is an ephemeron.  As with any object, calls for one
** table from several threads at the same time need a lock of the program.
**
** Returns a new, empty object of lr_type_weak_table.  [safepoint] */
LR_API void *lr_weak_table_new(void);
/* Makes `value` the value of `key`; NULL removes the entry.  LR_RT_OK; LR_RT_E_ARG: the key is no
** object;
** LR_RT_E_NOMEM: the table is as it was.  Not a safepoint; no write barrier is needed. */
LR_API int lr_weak_table_set(void *table, void *key, void *value);
/* Returns the value of `key`, or NULL if there is none. */
LR_API void *lr_weak_table_get(const void *table, const void *key);
/* Returns the number of entries. */
LR_API size_t lr_weak_table_count(const void *table);
/* Visits the entries in some order: set *position to 0, then call it until it returns 0.  1: *key and *value are those
** of another entry.  Without a safepoint or lr_weak_table_set with a new key in between, each entry is visited once;
** otherwise some may be visited twice or not at all. */
LR_API int lr_weak_table_next(const void *table, size_t *position, void **key, void **value);

/* ---- finalizers -------------------------------------------------------------------------------------------------- */

/* A function that runs once after `object` was found unreachable.  The object is whole, as are all that it refers to.
** The function may do what other code may: allocate, take locks, store the object where it is reachable again, and add
** finalizers to it.  The object is kept alive during the call.  What the function throws goes to the caller of
** lr_finalizers_run; finalizers that have not run stay pending. */
typedef void lr_finalizer(void *object, void *user);

/* Adds a finalizer to an object of the heap, which may have several.  LR_RT_OK; LR_RT_E_ARG: the object is NULL,
** static or an immediate, or `run` is NULL; LR_RT_E_NOMEM.  Not a safepoint. */
LR_API int lr_finalizer_add(void *object, lr_finalizer *run, void *user);
/* Removes the finalizer that was last added with these arguments and is not pending.  LR_RT_OK; LR_RT_E_NOT_FOUND. */
LR_API int lr_finalizer_remove(void *object, lr_finalizer *run, void *user);

/* Finalizers run only when the program calls this function: never in the middle of an allocation, where the thread
** may hold a lock that they need.  Runs those that are pending, on the calling thread, and returns how many ran.
** Those that become pending meanwhile are left for the next call.  Order, among those of one collection: the
** finalizers of an object that is in no cycle of references begin before those of the objects that it leads to. Those
** of one object, and mostly those of unrelated objects, run in the opposite order of their addition.  Several threads
** may call it at the same time, and a finalizer may: then some run while others do.  Each finalizer runs once, and is
** finished when the call returns that ran it.  At the end of a program no finalizer runs by itself.  [safepoint] */
LR_API size_t lr_finalizers_run(void);
/* Returns the number of finalizers that are pending.  Any thread in any state.  [signal-safe] */
LR_API size_t lr_finalizers_pending(void);
/* Sets a function that is called after each collection that made finalizers pending, by the thread that collected, once
** the other threads may run again; NULL: none.  It must not call functions of the runtime but lr_finalizers_pending: it
** is there to set a flag, or to wake a thread that calls lr_finalizers_run.  Set it before threads start. */
typedef void lr_finalizers_hook(void *user);
LR_API void lr_finalizers_set_hook(lr_finalizers_hook *, void *user);

/* ---- identity ---------------------------------------------------------------------------------------------------- */

/* Returns a number that stays the same as long as the object lives, also if it moves.  Different objects may have the
** same number, but seldom do.  NULL and small values have numbers, too.  Objects that are never asked for it cost
** nothing; the others do once they move. */
LR_API uintptr_t lr_identity_hash(const void *object);

extern LR_API const struct lr_type_object lr_type_weak;
extern LR_API const struct lr_type_object lr_type_ephemeron;
extern LR_API const struct lr_type_object lr_type_weak_table;

#ifdef __cplusplus
}
#endif
#endif
