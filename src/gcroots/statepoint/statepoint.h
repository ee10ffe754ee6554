/* SPDX-License-Identifier: MIT */
/* statepoint.h -- what the files of the statepoint ABI share: the emitter of gc.statepoint, gc.result and gc.relocate
** for the engine of relocate.h, trampolines, anchors, and memory that the collector finds.
**
**   copies ► edges ► scan ► spill     prepare
**   memory ► variables ► anchors      plan
**   memory ► anchors ► walk           build
**
** If a statepoint has a `deopt` bundle, these words stand in it behind the operands of the user (docs/abis.md):
**   objects that are only kept alive, pinned ones, transitively pinned ones; pairs of memory and number of words; such
**   pairs of memory whose objects are transitively pinned; and the counts of these five lists */
#ifndef LR_GCROOTS_STATEPOINT_STATEPOINT_H
#define LR_GCROOTS_STATEPOINT_STATEPOINT_H

#include "gcroots/relocate/relocate.h"

/* Memory in which the collector finds tracked pointers.  `from`: the block that makes it null, which dominates all of
** its uses; no statepoint elsewhere names it.  0: the entry block. */
struct statepoint_memory { LLVMValueRef address; uint32_t words; bool transitive; block_id from; };

/* Attributes that decide where an argument goes; the first of them are kept at a statepoint. */
enum statepoint_attribute {
	ARG_ZEROEXT, ARG_SIGNEXT, ARG_INREG, ARG_BYVAL, ARG_NEST, ARG_SWIFTSELF, ARG_SWIFTERROR, ARG_SWIFTASYNC,
	ARG_ALIGN, ARG_ATTRIBUTES_KEPT,
	ARG_INALLOCA = ARG_ATTRIBUTES_KEPT, ARG_PREALLOCATED, ARG_SRET, ARG_ATTRIBUTES
};

/* The functions by way of which code without tables is called; one set for all functions of a run. */
struct trampolines {
	struct arena *ar;
	uint32_t calls;          /* calls that may need one */
	struct ptrmap by_callee; /* callee, or its type if it is known only at run time -> the newest of them */
	struct trampoline *list;
	uint32_t n, cap;
	unsigned attribute[ARG_ATTRIBUTES]; /* kinds of attributes, by enum statepoint_attribute */
};

/* Tracked pointers in stack memory that are copied to where the collector finds them; see statepoint_memory.c. */
struct statepoint_copies { struct statepoint_copy *copy; uint32_t n, words; LLVMValueRef built; };

/* The anchor of the function itself; see statepoint_anchor.c. */
struct statepoint_anchors {
	bool *at;                /* by safepoint: the anchor is linked, and the call needs no other */
	bool any;
	bool each;               /* the stack pointer may differ from call to call */
	struct plan where;       /* only its pushes, pops and cuts are used */
	LLVMValueRef *value;     /* space for cutting edges */
	LLVMBasicBlockRef *block;
	LLVMValueRef anchor;
};

struct statepoints {
	struct relocate r;
	struct trampolines *trampolines;
	struct statepoint_copies copies;
	struct statepoint_anchors anchors;
	struct statepoint_memory *memory;
	uint32_t nmemory;
	/* for one statepoint */
	LLVMValueRef *args, *gc, *deopt;
	LLVMTypeRef *types;
	uint32_t *place, *stamp; /* by variable: its index in gc, if the stamp is that of the safepoint */
	uint32_t *pin_stamp, *given_stamp; /* by value */
	uint32_t *slot, *slot_stamp; /* by variable: its word in `unwind`, likewise */
	LLVMValueRef *loaded;    /* by variable: its object, as read from there */
	LLVMValueRef *offset;    /* by variable: the distance of a derived pointer from its base */
	uint32_t unwind_words;
	/* memory for objects that are needed behind an unwind edge along which nothing can be relocated; or NULL */
	LLVMValueRef unwind;
	LLVMValueRef relocate[4];/* declarations, by address space */
};

/* -- statepoint_memory.c: tracked pointers in stack memory that the collector cannot read are copied to a variable
** that it can: `words` of them after the plan.  Needs a scan. */
bool statepoint_copies_plan(struct session *, const struct fn *, const struct ir *, struct journal *,
	struct statepoint_copies *);
/* The plan has made space in the journal. */
void statepoint_copies_build(struct session *, struct edit *, LLVMValueRef fn, struct journal *,
	struct statepoint_copies *);
/* All memory of the function that the collector has to find; each word of it is null or an object where statepoints
** name it.  Needs a scan. */
bool statepoint_memory_plan(struct statepoints *);
void statepoint_memory_build(struct statepoints *);
void statepoint_take_name(LLVMValueRef to, LLVMValueRef from);
/* More of this memory, for the statepoints themselves. */
LLVMValueRef statepoint_memory_make(struct statepoints *, uint32_t words);
/* -- statepoint_call.c: the emitter: replaces the call of a safepoint by a statepoint.  statepoint_reserve takes
** memory for it and for the engine; false on no memory. */
extern const struct relocate_emitter statepoint_emitter;
bool statepoint_reserve(struct statepoints *);
/* Returns the attribute of an argument that a call or its callee has, or NULL. */
LLVMAttributeRef statepoint_argument_attribute(const struct trampolines *, LLVMValueRef call, unsigned argument,
	enum statepoint_attribute);
/* Returns how many bytes the call reserves for code that is patched in later. */
uint64_t statepoint_patch_bytes(LLVMValueRef call);
/* Completes a load or store of the head of the chain, and returns it. */
LLVMValueRef statepoint_chain_access(struct statepoints *, LLVMValueRef load_or_store);
/* -- statepoint_trampoline.c: calls of code whose frames no table describes, and calls that a statepoint cannot make.
** `keep` holds the memory of the plan. */
void trampolines_init(struct trampolines *, const struct session *, struct arena *keep);
void trampolines_free(struct trampolines *);
bool needs_trampoline(struct statepoints *, LLVMValueRef call);
/* Takes memory for the trampolines that `calls` more calls may need; false on no memory. */
bool trampolines_reserve(struct statepoints *, uint32_t calls);
/* Returns the function to call instead of the callee, and the arguments to add, of which there are at most
** TRAMPOLINE_ARGUMENTS.  `ptls` is that of a GC transition, or NULL.  Moves the builder. */
enum { TRAMPOLINE_ARGUMENTS = 3 };
LLVMValueRef trampoline(struct statepoints *, LLVMValueRef call, LLVMValueRef ptls, LLVMValueRef *more,
	unsigned *nmore);
/* -- statepoint_anchor.c: decides which calls use an anchor of the function itself, and where that is linked.  False
** on no memory; changes nothing. */
bool statepoint_anchors_plan(struct statepoints *);
/* The first runs before calls become statepoints, the second last of all, because phis are made anew. */
void statepoint_anchors_build(struct statepoints *);
void statepoint_anchors_cut(struct statepoints *);
/* Stores the present stack pointer in the anchor. */
void statepoint_anchors_store_sp(struct statepoints *);
/* -- statepoint_refusal.c: returns why the function cannot have statepoints; NULL if it can. */
const char *statepoint_refusal(LLVMValueRef fn);
/* Does the function allocate on the stack as it runs, so that the stack pointer moves? */
bool statepoint_allocates(LLVMValueRef fn);

#endif
