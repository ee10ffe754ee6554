/* SPDX-License-Identifier: MIT */
/* link.h -- frames that stores link into a chain.
**
** Recognised: one alloca F of constant size in the entry block, and a head H, any pointer.  Word P of F gets what a
** load of H has read, then H gets the address of F: the push.  H gets what word P holds: the pop.  P says which layout
** it is:
**   P = 1   { number of roots << 2, prev, roots ... }    Julia's frames, and this library's ABI gcframe
**   P = 0   { prev, map, roots ... }                     LLVM's shadow stack; the map begins with the number of roots
** The header may say which roots let their objects move (include/lateroot/abi.h), and so may the record of the ABI
** framemap.  That is believed of functions that say that they read their roots again.
** With ABI framemap F is an anchor, with P = 1, and the roots are another alloca, which a stack map record names; all
** of them are shown all the time.
** All other uses of F must be pointers to roots, at constant distances, or null bytes.  Anything else is no frame that
** can be read, and `why` says so: then nothing is proved.
**
** link_find   which instruction does what                                                               link_find.c
** link_inner  which addresses are computed from those of roots, and are they words of the frame?       link_inner.c
** link_order  do header and prev belong to their push?                                                 link_order.c
** link_words  does a collector see a word before something was written there, or an old object?        link_words.c
** link_writes is each write to the head and to the header one of these?                                link_writes.c
** link_frames reads frame intrinsics, for link_words                                                   link_frames.c
** link_raise  replaces all of it by frame intrinsics                                                   link_raise.c
**
** The intrinsics null all roots where the frame is made or pushed.  The code need not do so: link_words proves that
** nobody sees the difference. */
#ifndef LR_CHECK_FOREIGN_LINK_H
#define LR_CHECK_FOREIGN_LINK_H

#include "check/model/check_phases.h"

enum { LINK_HEADER_WORDS = 2, LINK_ANCHOR_WORDS = 3 };

enum link_kind {
	LINK_NONE,
	LINK_ZERO,    /* null bytes: words `word` .. `word` + `n` - 1 of the roots; below: it begins in the header */
	LINK_COUNT,   /* the number of roots, `n`, or a map that has it, is stored in the header */
	LINK_PREV,    /* word P is stored */
	LINK_HEAD,    /* H becomes F; n: the number of roots that the push shows, if `push` */
	LINK_POP,     /* H becomes what word P holds */
	LINK_READ,    /* word P is loaded */
	LINK_ROOT     /* the address of root `word` */
};
struct link_op { LLVMValueRef inst; uint8_t kind; bool header, push; uint32_t word, n; };

struct link {
	struct ck *c;            /* its model: blocks, callees */
	struct arena *ar;
	bool table;              /* ABI framemap */
	LLVMValueRef linked;     /* the alloca whose address the head gets; NULL: none (table) */
	LLVMValueRef slots;      /* the alloca with the roots; NULL: none (table).  Otherwise the same */
	LLVMValueRef head;
	bool record;             /* a stack map record names the roots (table) */
	uint32_t header;         /* words of `linked` that are no roots */
	uint32_t roots;
	bool shadow;             /* P = 0 */
	bool counted;            /* word 0 was read; all stores to it say the same of: */
	bool moving;             /* the frame says which roots may move: all but the last `fixed` + `deep` */
	uint32_t fixed, deep;    /* roots whose objects stay; with all that these reach */
	struct link_op *op;      /* of the instructions that use F, in no order */
	uint32_t nop, op_cap;
	struct ptrmap op_of;     /* instruction -> number in `op` */
	bool intrinsics;         /* the frame is that of the dialect's intrinsics */
	bool zeroed_at_push;     /* then: not where it is made */
	bool hole;               /* what `why` says loses a reference for certain */
	const char *why;         /* static; NULL: the frame was read */
	LLVMValueRef where;      /* what could not be read */
};

/* Each returns false if memory is exhausted. */
bool link_find(struct link *, struct ck *, struct arena *);
/* Takes down the addresses that are computed from those of roots; *why: some are not words of the frame. */
bool link_inner(struct link *);
bool link_order(struct link *);
bool link_words(struct link *);
/* Without a link (NULL), the frame is that of the dialect's intrinsics.  *why: static, what is not known to be right,
** at *where; NULL: nothing. */
bool link_writes(struct ck *, const struct link *, const char **why, LLVMValueRef *where);
/* The same for the frame of the dialect's intrinsics, in place of link_find and link_order.  *found: there is one. */
bool link_frames(struct link *, struct ck *, struct arena *, bool *found);
/* Changes the function.  `original`: values -> numbers; the new ones get those of what they replace. */
bool link_raise(struct link *, struct ptrmap *original);

void link_free(struct link *);

/* Says why the frame is not read, if nothing has been said yet. Always true. */
bool link_refuse(struct link *, LLVMValueRef where, const char *why);
/* The operation of an instruction, or NULL. */
struct link_op *link_op_of(const struct link *, LLVMValueRef inst);

#endif
