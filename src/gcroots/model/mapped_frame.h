/* SPDX-License-Identifier: MIT */
/* mapped_frame.h -- the mapped frame: stack variables with references beside numbers, of a known layout, that are
** written by more than the stores that the scan sees.  They stay in place and become blocks of the mapped frame
** (lateroot/abi.h).
**
**   stack/memory_words.c         the words of a type that are references, and the runs that describe them
**   stack/memory_open.c          may code that is not seen write the variable?
**   plan/mapped_frame_plan.c     the blocks of a function
**   rewrite/mapped_frame_build.c the frame, in IR */
#ifndef LR_GCROOTS_MODEL_MAPPED_FRAME_H
#define LR_GCROOTS_MODEL_MAPPED_FRAME_H

#include "gcroots/model/session.h"

enum { MEMORY_MAX_WORDS = 1 << LR_RUN_AT_BITS };

/* The words of some memory that are references. */
struct memory_words {
	uint32_t n;              /* words */
	uint32_t nrefs;          /* of these, references */
	uint64_t *ref;           /* set of words */
	bool split;              /* some reference does not begin at a word */
	uint32_t period;         /* words of an element if the memory is an array, otherwise n */
};

struct memory_run { uint32_t at, n, stride, times; };

/* One variable.  Lists are in the order in which LLVM has the uses. */
struct memory_block {
	LLVMValueRef at;         /* an alloca, or a parameter with byval */
	struct memory_words *words; /* of all of it; of one element if its size is known only at run time */
	const struct memory_run *run;
	uint32_t nrun;
	uint32_t element;        /* words that the runs describe */
	uint64_t count;          /* how many elements; 0: known only at run time */
	/* a parameter, whose initial content the caller may leave undefined: it is made null first */
	bool fresh;
	bool dynamic;            /* linked when it is allocated, not with the frame */
	bool deep;               /* its content may be read by code that does not read it again behind a safepoint */
	bool toggled;            /* in use only between the markers of its lifetime */
	bool typed;              /* the alloca's own type shows where its references are */
	LLVMValueRef *restore;   /* calls of llvm.stackrestore that free it */
	uint32_t nrestore;
};

struct mapped {
	struct memory_block *block;
	uint32_t nblock;
	bool moving;             /* words are updated in place */
	/* the collector of the profile knows no maps: the frame lists the addresses of all words */
	bool indirect;
	uint32_t nrefs;          /* of all blocks whose size is known */
	unsigned word_bytes;
};

/* -- memory_words.c.  Returns NULL on no memory, or if there are more than MEMORY_MAX_WORDS (*large). */
struct memory_words *memory_words_of(struct session *, struct arena *, uint64_t bytes, bool *large);
/* Adds the references of a `type` that begins at byte `at`.  False on no memory. */
bool memory_words_add(struct session *, struct arena *, struct memory_words *, LLVMTypeRef type, uint64_t at);
static inline bool
memory_is_ref(const struct memory_words *w, uint64_t word)
{
	return word < w->n && (w->ref[word / 64] >> word % 64 & 1);
}
/* Lists the runs of the first `n` words.  False on no memory. */
bool memory_runs(struct arena *, const struct memory_words *, uint32_t n, const struct memory_run **run,
	uint32_t *nrun);
/* Are all parts of `period` words alike? */
bool memory_repeats(const struct memory_words *, uint32_t period);

/* -- memory_open.c: may a callee or a copy write the alloca?  If not, *several: some store puts several references
** into it at an address that is not constant.  (`several` may be NULL.) */
bool memory_is_open(struct session *, LLVMValueRef alloca, bool *several);
/* May code that does not read the alloca again get its content?  Its words are updated in place. */
bool memory_leaks(struct session *, LLVMValueRef alloca);
/* May the function or a callee read the memory? */
bool memory_is_read(struct session *, LLVMValueRef pointer);

#endif
