/* SPDX-License-Identifier: MIT */
/* lifetime.h -- what a collector calls, so that weak references, tables and finalizers follow it.
**
** All state is guarded by world.table_lock, or by the stopped world.  References that do not keep their objects alive
** are stored as their complement, so that nothing takes them for references. */
#ifndef LR_RUNTIME_LIFETIME_LIFETIME_H
#define LR_RUNTIME_LIFETIME_LIFETIME_H

#include <lateroot/lifetime.h>

#include "runtime/runtime.h"

/* What lifetime wants of a collector, while the world is stopped and all that roots reach is marked. */
struct life_collector {
	bool full;                             /* false: only young objects can be dead */
	bool (*is_live)(const void *object);   /* is it marked, old in a minor collection, or outside of the heap? */
	bool (*mark)(void *object);            /* marks it, without what it refers to; true: it was not live before */
	/* calls visit(user, slot) for each reference of an object of the heap */
	void (*each)(void *object, void (*visit)(void *user, void **slot), void *user);
};

/* For entry/lifetime.c, with references that the caller keeps alive.  None is a safepoint. */
enum weak_kind { WEAK_SHORT, WEAK_LONG, WEAK_EPHEMERON };
struct weak {
	uintptr_t key, value;      /* hidden */
	uintptr_t kind;
};
struct weak_table;
struct finalizer {
	void *object;
	lr_finalizer *run;         /* NULL: removed */
	void *user;
	size_t next;               /* another one of the same object, in lists that finalizer.c makes */
};
void life_weak_add(void *object, enum weak_kind, const void *key, const void *value); /* fills a new struct weak */
struct weak_table *life_table_make(void);
void life_table_add(void *object, struct weak_table *); /* makes the object that of the table */
void life_table_release(void *object);
int life_finalizer_add(void *object, lr_finalizer *run, void *user);
int life_finalizer_remove(void *object, lr_finalizer *run, void *user);
bool life_finalizer_take(struct finalizer *);          /* the next one that is pending; false: there is none */

/* For reports, while the world is stopped: objects whose finalizers are pending, and the values that an ephemeron or a
** weak table keeps alive; `number` is that of the table's entry, or 0.  Other objects have none. */
void life_each_pending(void (*visit)(void *user, void *object), void *user);
void life_each_value(const void *holder, void (*visit)(void *user, size_t number, void *value), void *user);

/* What the program said of an object: it is about to die, or meant to live until the end. */
struct expectation { void *object; const char *why; bool dead; };
int life_expect(void *object, const char *why, bool dead); /* LR_RT_OK or LR_RT_E_NOMEM */
/* Calls visit for those whose objects are alive.  The world is stopped. */
void life_each_expected(void (*visit)(void *user, const struct expectation *), void *user);

/* Adds what this room counts to the statistics. */
void life_stats(struct lr_gc_stats *);

/* After marking: forgets dead objects, and marks what ephemerons and finalizers keep alive. */
void life_after_mark(const struct life_collector *);
/* Before an object is freed at its old place: it has been copied, tag included. */
void life_copied(const void *old, const void *new);
/* After all objects have been copied: `update` stores the new address of the object into a slot. */
void life_update(void (*update)(void **slot));
/* After the world runs again. */
void life_after_collection(void);
/* At the end of the runtime: forgets everything. */
void life_fini(void);

#endif
