/* SPDX-License-Identifier: MIT */
/* inspect.h -- snapshots and reports of leaks, and what both ask: which roots there are, and what an object leads to.
**
** While the world is stopped nothing here calls the dynamic linker, whose lock a stopped thread may hold. */
#ifndef LR_RUNTIME_INSPECT_INSPECT_H
#define LR_RUNTIME_INSPECT_INSPECT_H

#include <lateroot/inspect.h>

#include "runtime/collector.h"

/* ---- roots.c ---- */

enum root_kind {
	ROOT_FRAME, ROOT_TASK, ROOT_GLOBAL, /* as enum lr_root_kind */
	ROOT_STATIC,               /* a word of a static object that a write barrier fired on */
	ROOT_FINALIZER,            /* an object whose finalizers are pending */
	ROOT_KINDS
};
extern const char *const root_kind_names[ROOT_KINDS];

/* A root whose object is not static. */
struct root {
	enum root_kind kind;
	const void *object;
	const void *slot;          /* the word; NULL: none */
	const void *owner;         /* ROOT_STATIC: the static object */
	const void *task, *frame, *pc; /* of ROOT_FRAME and ROOT_TASK, as in struct lr_root_site */
	uint32_t thread;           /* of ROOT_FRAME and ROOT_TASK: the newest one is 0 */
	uint32_t depth, index;     /* as in struct lr_root_site; ROOT_STATIC: word of the owner */
};
typedef void root_visit(void *user, const struct root *);
/* Calls visit for each root.  The world is stopped.  LR_RT_OK, or what lr_walk_all returned. */
int roots_each(root_visit *, void *user);

/* Where a reference of an object is. */
enum edge_kind {
	EDGE_WORD,                 /* `word` of the object */
	EDGE_ELEMENT,              /* `word` of its elements, in memory of their own */
	EDGE_OUTSIDE,              /* anywhere else */
	EDGE_VALUE                 /* the value of an ephemeron, or of entry `word` of a weak table */
};
struct edge { enum edge_kind kind; size_t word; const void *target; };
typedef void edge_visit(void *user, const struct edge *);
/* Calls visit for each object, static ones left out, that `object` of `bytes` bytes keeps alive. */
void edges_each(const void *object, size_t bytes, edge_visit *, void *user);

/* ---- symbols.c: names for addresses of code and of variables ---- */

/* Addresses that are to be named later.  Those for which there is no space stay without a name. */
enum { SYMBOLS_MOST = 1024 };
struct symbols { const void *at[2 * SYMBOLS_MOST]; size_t count; };
void symbols_add(struct symbols *, const void *address);

/* ---- snapshot.c ---- */

typedef int heap_walker(lr_heap_visit *, void *user);
int snapshot_write(heap_walker *walk, lr_snapshot_write *write, void *user);
int snapshot_file(heap_walker *walk, const char *path);

/* ---- leaks.c ---- */

/* Collects, and reports.  Returns what lr_gc_leaks returns. */
int64_t leaks_report(struct thread *, uint32_t what, FILE *);

/* ---- environment.c ---- */

/* False: neither LATEROOT_GC_SNAPSHOT nor heap_config.leaks wants anything at the end. */
bool inspect_is_wanted(void);
/* Lets a signal ask for a snapshot; 0: none does.  False: the system refuses. */
bool inspect_watch_signal(int signal);
/* Does what they ask for; the calling thread is the only one that is attached.  Returns whether leaks were found that
** are to make the process fail. */
bool inspect_at_end(struct thread *);
/* Says why the end looks for nothing: several threads are attached. */
void inspect_refuse_end(uint32_t nthreads);
int inspect_end_status(void);              /* lr_heap_snapshot_status */

#endif
