/* globals.h -- tables of global and thread-local variables (globals.c). */
#ifndef LR_RUNTIME_THREAD_GLOBALS_H
#define LR_RUNTIME_THREAD_GLOBALS_H

#include "runtime/walk/walk.h"

/* Visit them all.  The world is stopped. */
void globals_walk(struct walk *);
/* Is it a reference word of a table, or beside one?  The world is stopped. */
bool globals_have(const void *slot);
/* Does the calling thread have instances of thread-local variables?  Then globals_end_thread must be called when it
** ends. */
bool globals_has_tls(void);
void globals_end_thread(void);

#endif
