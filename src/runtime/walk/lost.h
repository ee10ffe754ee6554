/* SPDX-License-Identifier: MIT */
/* lost.h -- finds frames that a walk loses (lost.c). */
#ifndef LR_RUNTIME_WALK_LOST_H
#define LR_RUNTIME_WALK_LOST_H

#include <stdbool.h>
#include <stddef.h>

/* Looks for a frame with a table that has called code without one, and that no anchor leads to: the walk passes by its
** roots.  If there is one, writes a sentence about it.  The world is stopped.  Takes locks of the dynamic linker and of
** the unwinder's library. */
bool lost_find(char *text, size_t size);

#endif
