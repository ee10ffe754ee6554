/* SPDX-License-Identifier: MIT */
/* debug.h -- the checks of LATEROOT_GC_DEBUG (debug.c).  All findings but suspicions are fatal. */
#ifndef LR_RUNTIME_HEAP_DEBUG_H
#define LR_RUNTIME_HEAP_DEBUG_H

#include "runtime/heap/heap.h"

/* Checks the type of an object that is about to be allocated in a cell of `cell_bytes`. */
void debug_check_type(uintptr_t type, size_t cell_bytes);
/* Checks all objects, before a collection.  The world is stopped. */
void debug_check_heap(void);
/* Checks an object outside of the heap that a reference leads to.  The world is stopped. */
void debug_check_static(void *object);
/* Reports a fault at `address` if that belongs to a dead object, and returns otherwise. */
void debug_fault(const void *address, const void *context);

/* verify.c */
void verify_tags(void);            /* before marks are cleared: fatal if marking could not go on */
void verify_before_scan(void *object); /* the marker is about to scan it: fatal if it could not */
void verify_heap(void);            /* between marking and sweeping: fatal if something is wrong */

#endif
