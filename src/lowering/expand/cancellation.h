/* SPDX-License-Identifier: MIT */
/* cancellation.h -- what the two files of CancellationLowering share.  See cancellation.c. */
#ifndef LR_LOWERING_CANCELLATION_H
#define LR_LOWERING_CANCELLATION_H

#include "lowering/common/lowering.h"

#define CANCELLATION_POINT "julia.cancellation_point"
#define CANCELLATION_INHERITS "julia.ipo_reset_safe"

enum note_kind { NOTE_POINT, NOTE_WITHDRAW, NOTE_MARK };
struct note { LLVMValueRef inst; enum note_kind kind; };

/* A block, while a function is planned. */
struct block {
	LLVMBasicBlockRef bb;
	uint32_t succ_at;
	unsigned in;             /* bits of enum state (cancellation_plan.c) */
	bool sets, clears;       /* the last instruction with a meaning does */
};

/* A function with something to lower; the end of its part of the notes. */
struct work { LLVMValueRef fn; uint32_t end; };

struct cancellation {
	struct lower l;
	unsigned md_safe, kind_sanitize_thread;
	struct note *notes;      /* of all functions, in program order */
	uint32_t nnotes, cap;
	struct work *works;
	uint32_t nworks, works_cap;
	LLVMValueRef *cuts;      /* scratch space for the points of one block */
	LLVMBasicBlockRef *heads;
	uint32_t npoints;
	/* of the function that is planned */
	bool has_points, inherits, sanitized;
	struct arena scratch;
	struct ptrmap place;
	struct block *blocks;
	uint32_t nblocks, *succ, nsucc, succ_cap, *todo;
};

/* Plans one function. */
lr_status cancellation_plan(struct cancellation *, LLVMValueRef fn);

#endif
