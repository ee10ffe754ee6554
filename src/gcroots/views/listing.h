/* SPDX-License-Identifier: MIT */
/* listing.h -- the text of a module, instruction by instruction.
**
** LLVM numbers the values of the whole module to print one of them, so the module is printed once and taken apart. */
#ifndef LR_GCROOTS_VIEWS_LISTING_H
#define LR_GCROOTS_VIEWS_LISTING_H

#include "ir/llvm.h"
#include "base/arena.h"
#include "base/ptrmap.h"

struct listing {
	char *text;              /* LLVM's; NULL: there is none */
	struct ptrmap at;        /* function with a body -> its number in `start` */
	uint32_t *start;         /* where its text begins; in the arena */
	uint32_t n, cap;
};

/* A line: `text` is not terminated; `name` are its bytes before " = "; 0: it has no result. */
struct line { const char *text; uint32_t bytes, name; };
/* The lines of one function. */
struct lines {
	uint32_t ninst, inst_cap, nblk, blk_cap;
	struct line *inst;       /* in the order of the function's text, without indentation; the first line of each
	                          * instruction */
	struct line *label;      /* by block: the text before the colon; 0 bytes: the entry has none */
	const char *end;         /* of the function's text */
};

/* False if memory is exhausted. */
bool listing_init(struct listing *, LLVMModuleRef, struct arena *, arena_alloc_fn *, void *user);
void listing_free(struct listing *);
/* The lines of `fn`; false if they cannot be told apart, or memory is exhausted. */
bool listing_lines(const struct listing *, LLVMValueRef fn, struct arena *, struct lines *);

#endif
