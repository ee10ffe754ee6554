/* SPDX-License-Identifier: MIT */
/* walk_verify.h -- a second walker beside the first (walk_verify.c).
**
** The layouts of frames and tables are repeated in walk_verify.c and verify_frame.c as plain numbers on purpose: a
** wrong constant in a header is found, too. */
#ifndef LR_RUNTIME_WALK_WALK_VERIFY_H
#define LR_RUNTIME_WALK_WALK_VERIFY_H

#include "runtime/walk/cfi.h"
#include "runtime/runtime.h"
#include "tables/framemap.h"

/* A predicted slot; with a base, it is a derived pointer. */
struct second_slot { void **slot; void *const *base; uint32_t flags; };
struct second_list { char *base; int64_t position; };

enum { SECOND_PLAIN = -4, SECOND_MAPPED, SECOND_PARTS, SECOND_DERIVED };
/* The state of the second walker: its position on a stack, and in a frame. */
struct second {
	struct lr_frame *chain;
	struct lr_stack_entry *entries;
	/* for the two chains: marks to find cycles, which the first walker reports */
	struct second_link { const void *mark; uint64_t left, distance; } links[2];
	struct cfi_frame frame;
	bool exact;                /* frame.pc is the address of an instruction, not a return address */
	bool lost;                 /* `frame` is invalid: the stack has ended, or cannot be unwound */
	bool table_first;          /* a frame with a table is opened before links of the chains in the same stack frame,
	                            * which belong to functions that were inlined into it */
	uintptr_t reached;         /* frame pointer of the last frame with a table */
	const void *where;         /* location of the error */
	bool wrong;
	bool frames_only;          /* tables are not read: it is only looked for frames that no anchor leads to */
	bool unled;                /* no anchor leads to the open frame */
	uintptr_t called;          /* the last position in code without a table */
	/* a frame is open; `frame` is to be left after it; its words hold addresses of variables */
	bool open, passing, indirect;
	int list;                  /* number of a list of roots, or one of the constants above */
	void **next;
	uint64_t run;              /* adjacent slots from `next` on */
	uint32_t flags;
	uint64_t index, deep_from, pinned_from; /* in a frame of the chain; pinned_from is one more, 0: all slots are
	                                         * alike */
	/* the position in a mapped frame's blocks */
	struct second_mapped { const uint64_t *block; uint64_t left, element, run, again; bool moving; } mapped;
	const struct framemap_entry *part, *first_part;
	const uint8_t *at, *end, *roots_at;
	uint64_t count[4], left;
	struct second_list now;
	int64_t root;
};

struct verify {
	const struct lr_visitor *of;
	struct lr_visitor first;   /* the visitor that the first walker gets */
	struct second second;
	/* unwinding of the calling thread's stack starts at the stack frame of the walker: its frame pointer, and its
	** caller's stack pointer */
	struct verify_here { const void *fp; uintptr_t caller_sp; } here;
	bool begun, failed, stopped;
};

/* -- verify_frame.c */
struct code_region;
/* Opens the description of the call that returns to the current position.  Returns false if there is none. */
bool verify_open_statepoint(struct second *, const struct code_region *);
/* Opens the entries of the current function, the last one first.  Returns false if there is none. */
bool verify_open_framemap(struct second *, const struct code_region *);
/* Finds the next slot of the open frame.  Returns false if there are no more. */
bool verify_next_slot(struct second *, struct second_slot *);

/* -- walk_verify.c */
/* Returns a visitor that compares each slot that `of` gets.  The walk visits frames from `newest` on, or tasks; for
** tasks `here` is the caller's stack frame. */
const struct lr_visitor *verify_begin(struct verify *, const struct lr_visitor *of, struct lr_frame *newest,
	struct verify_here here);
#if !RT_CODE_ADDRESSES
#define VERIFY_HERE() (struct verify_here){ 0 }
#else
#define VERIFY_HERE() (struct verify_here){ __builtin_frame_address(0), (uintptr_t)__builtin_dwarf_cfa() }
#endif
/* Finds the newest frame of a task that has a table, has called code without one, and that no anchor leads to. */
struct verify_lost { uintptr_t pc, called; };
bool verify_find_lost(const struct task *, struct verify_here, struct verify_lost *);
/* Returns the result of the walk. */
int64_t verify_end(struct verify *, int64_t result);

#endif
