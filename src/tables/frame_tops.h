/* SPDX-License-Identifier: MIT */
/* frame_tops.h -- where the stack frames of an object's functions end, relative to their frame pointers.
**
** A stack map tells the size of a function's frame, and places by the stack pointer.  On machines whose functions save
** registers above the frame pointer, only the call frame information tells where the frame pointer is in the frame. */
#ifndef LR_TABLES_FRAME_TOPS_H
#define LR_TABLES_FRAME_TOPS_H

#include "elf/elf.h"
#include "tables/statepoints_make.h"

struct frame_top { uint64_t start; int64_t bytes; };
/* Sorted by start. */
struct frame_tops { struct frame_top *list; size_t n, capacity; bool read; };

enum { FRAME_TOPS_OK, FRAME_TOPS_NOMEM, FRAME_TOPS_BAD };
/* Reads the section .eh_frame of an object for the functions in section `text`.  Without that section there are
** none.  `list` is freed by the caller. */
int frame_tops_read(struct frame_tops *, const struct elf *, unsigned text, table_realloc *, void *user);
/* Finds the distance of the end of the frame from the frame pointer, for the function at offset `start`.  Returns false
** if it is not known. */
bool frame_tops_find(const struct frame_tops *, uint64_t start, int64_t *bytes);

#endif
