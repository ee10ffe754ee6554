/* memory.h -- stack variables with references beside numbers, of a known layout, that are written by others than the
** stores the scanner sees.  They stay where they are and become blocks of the function's mapped frame (lateroot/abi.h).
**
**   memory_words.c   which words of a type are references, and the runs that describe them
**   memory_open.c    may anybody else write the variable?
**   memory_plan.c    the blocks of a function
**   memory_build.c   the frame, in IR */
#ifndef LR_GCROOTS_MODEL_MEMORY_H
#define LR_GCROOTS_MODEL_MEMORY_H

#include "gcroots/model/session.h"

enum { MEMORY_MAX_WORDS = 1 << LR_RUN_AT_BITS };

/* Which words of some memory are references. */
struct memory_words {
	uint32_t n;              /* words */
	uint32_t nrefs;          /* of these, references */
	uint64_t *ref;           /* set of words */
	bool split;              /* some reference does not lie at a whole word */
	uint32_t period;         /* that of the element type if the memory is an array, otherwise n */
};

struct memory_run { uint32_t at, n, stride, times; };

/* One variable.  Lists are in the order in which LLVM has the uses. */
struct memory_block {
	LLVMValueRef at;         /* an alloca, or a parameter with byval */
	struct memory_words *words; /* of all of it; of one element if its size is known only at run time */
	const struct memory_run *run;
	uint32_t nrun;
	uint32_t element;        /* words of what the runs tell of */
	uint64_t count;          /* of these; 0: known only at run time */
	bool fresh;              /* a parameter, and the caller may leave anything in it: it is null at first */
	bool dynamic;            /* not in the frame from the beginning */
	bool deep;               /* somebody who does not read it again may have what is in it */
	bool toggled;            /* only in use between markers of its lifetime */
	bool typed;              /* what is in it is said by the alloca's own type */
	LLVMValueRef *restore;   /* calls of llvm.stackrestore that free it */
	uint32_t nrestore;
};

struct mapped {
	struct memory_block *block;
	uint32_t nblock;
	bool moving;             /* words are updated in place */
	bool indirect;           /* the profile's collector knows no maps: the addresses of all words */
	uint32_t nrefs;          /* of all blocks whose size is known */
	unsigned word_bytes;
};

/* -- memory_words.c.  NULL on no memory, or if there are more than MEMORY_MAX_WORDS, which `*large` tells. */
struct memory_words *memory_words_of(struct session *, struct arena *, uint64_t bytes, bool *large);
/* The references of a `type` that begins at byte `at`.  False on no memory. */
bool memory_words_add(struct session *, struct arena *, struct memory_words *, LLVMTypeRef type, uint64_t at);
static inline bool
memory_is_ref(const struct memory_words *w, uint64_t word)
{
	return word < w->n && (w->ref[word / 64] >> word % 64 & 1);
}
/* The runs of the first `n` words.  False on no memory. */
bool memory_runs(struct arena *, const struct memory_words *, uint32_t n, const struct memory_run **run,
	uint32_t *nrun);
/* Do all parts of `period` words look alike? */
bool memory_repeats(const struct memory_words *, uint32_t period);

/* -- memory_open.c: may a callee, or a copy, write the alloca?  If not: does some store put several references into it,
** and its address is not constant?  (`several` may be NULL.) */
bool memory_is_open(struct session *, LLVMValueRef alloca, bool *several);
/* May anybody who does not read the alloca again have what is in it?  Its words are updated in place. */
bool memory_leaks(struct session *, LLVMValueRef alloca);
/* May anything in the function, or a callee, read the memory? */
bool memory_is_read(struct session *, LLVMValueRef pointer);

#endif
