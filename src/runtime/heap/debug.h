/* debug.h -- what LATEROOT_GC_DEBUG looks for (debug.c).  Whatever it finds is fatal, but for suspicions. */
#ifndef LR_RUNTIME_HEAP_DEBUG_H
#define LR_RUNTIME_HEAP_DEBUG_H

#include "runtime/heap/heap.h"

/* A cell of so many bytes is about to become an object of a type. */
void debug_check_type(uintptr_t type, size_t cell_bytes);
/* All objects, before a collection.  The world is stopped. */
void debug_check_heap(void);
/* An object outside of the heap, which a reference leads to.  The world is stopped. */
void debug_check_static(void *object);
/* Memory at `address` could not be accessed.  Returns if that is not for a dead object's sake. */
void debug_fault(const void *address, const void *context);

#endif
