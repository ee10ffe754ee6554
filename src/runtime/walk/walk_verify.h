/* walk_verify.h -- a second walker beside the first (walk_verify.c). */
#ifndef LR_RUNTIME_WALK_WALK_VERIFY_H
#define LR_RUNTIME_WALK_WALK_VERIFY_H

#include "runtime/walk/cfi.h"
#include "runtime/runtime.h"
#include "tables/framemap.h"

/* What comes next: a slot; with a base, a derived pointer. */
struct second_slot { void **slot; void *const *base; uint32_t flags; };
struct second_list { char *base; int64_t position; };

enum { SECOND_PLAIN = -4, SECOND_MAPPED, SECOND_PIECES, SECOND_DERIVED };
/* The second walker: where it is on a stack, and in a frame. */
struct second {
	struct lr_frame *chain;
	struct lr_stack_entry *entries;
	/* of the two: the first walker says where one leads back into itself */
	struct second_link { const void *kept; uint64_t left, distance; } links[2];
	struct cfi_frame frame;
	bool exact;                /* frame.pc is the instruction itself */
	bool lost;                 /* `frame` says nothing: the stack has ended, or nobody knows */
	bool at_once;              /* if it has a table it comes next, whatever else the stack frame has (of functions
	                            * that were inlined) */
	uintptr_t reached;         /* frame pointer of the last frame with a table */
	const void *where;         /* of what is wrong */
	bool wrong;
	/* the frame that is open, and whether `frame` is to be left behind it */
	bool open, passing, indirect;
	int list;                  /* which list of roots; or one of those below */
	void **next;
	uint64_t run;              /* slots side by side from there on */
	uint32_t flags;
	uint64_t index, deep_from, fixed_from; /* in a frame of the chain; fixed_from is one more, 0: all are alike */
	/* the current place in a mapped frame's blocks */
	struct second_mapped { const uint64_t *block; uint64_t left, element, run, again; bool moving; } mapped;
	const struct framemap_entry *piece, *first_piece;
	const uint8_t *at, *end, *roots_at;
	uint64_t count[4], left;
	struct second_list now;
	int64_t root;
};

struct verify {
	const struct lr_visitor *of;
	struct lr_visitor first;   /* for the first walker */
	struct second second;
	const uintptr_t *here;     /* stack frame of the walker: the calling thread's stack can be gone up from there */
	bool begun, failed, stopped;
};

/* -- verify_frame.c */
struct code_image;
/* The description of the call that returns to where the frame goes on.  False: there is none. */
bool verify_open_statepoint(struct second *, const struct code_image *);
/* The entries of the function that the frame is of, the last one first.  False: there is none. */
bool verify_open_framemap(struct second *, const struct code_image *);
/* The next slot of the frame at hand; false: it has no more. */
bool verify_next_slot(struct second *, struct second_slot *);

/* -- walk_verify.c */
/* A visitor that looks at everything that `of` gets; of frames from `newest` on, or of tasks: then `here` is the
** caller's stack frame. */
const struct lr_visitor *verify_begin(struct verify *, const struct lr_visitor *of, struct lr_frame *newest,
	const void *here);
/* What the walk gives. */
int64_t verify_end(struct verify *, int64_t result);

#endif
