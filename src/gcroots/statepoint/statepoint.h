/* statepoint.h -- what the files of the statepoint ABI share: the emitter of gc.statepoint, gc.result and gc.relocate
** for the engine of relocate.h, and what is around it.
**
**   copies ► edges ► scan ► spill     prepare
**   memory ► variables ► anchors      plan
**   memory ► anchors ► walk           build
**
** The words behind the user's operands in the `deopt` bundle of a statepoint, if there are any (docs/abis.md):
**   objects: kept, pinned, deep; pairs of memory and number of words, again pairs (deep), and the counts of these
**   five */
#ifndef LR_GCROOTS_STATEPOINT_STATEPOINT_H
#define LR_GCROOTS_STATEPOINT_STATEPOINT_H

#include "gcroots/relocate/relocate.h"

/* Memory in which the collector finds tracked pointers. */
struct statepoint_memory { LLVMValueRef address; uint32_t words; bool transitive; };

/* Attributes of arguments that decide where these go; the first of them are kept at a statepoint. */
enum statepoint_attribute {
	ARG_ZEROEXT, ARG_SIGNEXT, ARG_INREG, ARG_BYVAL, ARG_NEST, ARG_SWIFTSELF, ARG_SWIFTERROR, ARG_SWIFTASYNC,
	ARG_ALIGN, ARG_ATTRIBUTES_KEPT,
	ARG_INALLOCA = ARG_ATTRIBUTES_KEPT, ARG_PREALLOCATED, ARG_ATTRIBUTES
};

/* The functions by way of which calls go that leave code found by table; one for all functions of a run. */
struct trampolines {
	struct arena *ar;
	uint32_t calls;          /* that may need one */
	struct ptrmap by_callee; /* callee, or type if it is known only at run time -> the newest of them */
	struct trampoline *list;
	uint32_t n, cap;
	unsigned attribute[ARG_ATTRIBUTES]; /* kinds, by enum statepoint_attribute */
};

/* How tracked pointers in stack memory are copied to where the collector finds them; see statepoint_memory.c. */
struct statepoint_copies { struct statepoint_copy *copy; uint32_t n, words; LLVMValueRef built; };

/* The function's own anchor; see statepoint_anchor.c. */
struct statepoint_anchors {
	bool *at;                /* by safepoint: it is in the chain, and the call needs no other */
	bool any;
	bool each;               /* the stack pointer may be elsewhere at each call */
	struct plan where;       /* of which only pushes, pops and cuts are used */
	LLVMValueRef *value;     /* room to cut edges */
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
	uint32_t *place, *stamp; /* by variable: its place in gc, if the stamp is right */
	uint32_t *pin_stamp, *given_stamp; /* by number */
	uint32_t *slot, *slot_stamp; /* by variable: its word in `unwind`, likewise */
	LLVMValueRef *loaded;    /* by variable: read back from there */
	LLVMValueRef *offset;    /* by variable: of a derived pointer, while it goes there */
	uint32_t unwind_words;
	LLVMValueRef unwind;     /* memory for what goes along unwind edges that a relocation cannot go along; or
	                          * NULL */
	LLVMValueRef relocate[4];/* declarations, by address space */
};

/* -- statepoint_memory.c: tracked pointers in stack memory that the collector cannot tell are copied to a variable that
** it can: `words` of them after the plan.  Needs a scan. */
bool statepoint_copies_plan(struct session *, const struct fn *, const struct ir *, struct journal *,
	struct statepoint_copies *);
/* The plan has made room in the journal. */
void statepoint_copies_build(struct session *, struct edit *, LLVMValueRef fn, struct journal *,
	struct statepoint_copies *);
/* All memory of the function that the collector is to find; at each place of it there is null or an object from now on.
** Needs a scan. */
bool statepoint_memory_plan(struct statepoints *);
void statepoint_memory_build(struct statepoints *);
/* More of it, made for the statepoints themselves. */
LLVMValueRef statepoint_memory_make(struct statepoints *, uint32_t words);
/* -- statepoint_call.c: the emitter: the statepoint instead of the call of a safepoint.  Memory for it is taken by
** statepoint_reserve, of the engine as well; false on no memory. */
extern const struct relocate_emitter statepoint_emitter;
bool statepoint_reserve(struct statepoints *);
/* What a call or its callee says of an argument, or NULL. */
LLVMAttributeRef statepoint_argument_attribute(const struct trampolines *, LLVMValueRef call, unsigned argument,
	enum statepoint_attribute);
/* How many bytes are left for somebody else's call. */
uint64_t statepoint_patch_bytes(LLVMValueRef call);
/* A load or store of the head of the chain; itself. */
LLVMValueRef statepoint_chain_access(struct statepoints *, LLVMValueRef load_or_store);
/* -- statepoint_trampoline.c: calls that go where no table tells of frames.  The memory of what is planned is
** `keep`. */
void trampolines_init(struct trampolines *, const struct session *, struct arena *keep);
void trampolines_free(struct trampolines *);
bool needs_trampoline(struct statepoints *, LLVMValueRef call);
/* Room for the functions that so many calls more may need; false on no memory. */
bool trampolines_reserve(struct statepoints *, uint32_t calls);
/* What is to be called instead of such a call's callee, and with which arguments more, of which there are at most so
** many; `ptls` is that of a GC transition, or NULL.  The builder is elsewhere afterwards. */
enum { TRAMPOLINE_ARGUMENTS = 3 };
LLVMValueRef trampoline(struct statepoints *, LLVMValueRef call, LLVMValueRef ptls, LLVMValueRef *more,
	unsigned *nmore);
/* -- statepoint_anchor.c: which calls do with an anchor of the function itself, and where that is linked.  False on no
** memory; changes nothing. */
bool statepoint_anchors_plan(struct statepoints *);
/* Before calls are made statepoints; and, since phis are made anew, last of all. */
void statepoint_anchors_build(struct statepoints *);
void statepoint_anchors_cut(struct statepoints *);
/* Where the stack pointer stands now. */
void statepoint_anchors_store_sp(struct statepoints *);
/* -- statepoint_refusal.c: why the function cannot have them; NULL if it can. */
const char *statepoint_refusal(LLVMValueRef fn);
/* Does it allocate on the stack as it runs, so that the stack pointer moves? */
bool statepoint_allocates(LLVMValueRef fn);

#endif
