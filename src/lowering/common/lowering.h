/* SPDX-License-Identifier: MIT */
/* lowering.h -- the state and the functions that are shared by the files which lower the dialect's constructs.
**
** There are two passes: the clean-up half of LateLowerGCFrame (clean_up.c) and FinalLowerGC (final_lower_gc.c). Each
** walks a function once and lets the rule of each construct examine its calls (X_check, which may fail and changes
** nothing). Then it lets the rule lower them (X_lower, which cannot fail). */
#ifndef LR_LOWERING_COMMON_LOWERING_H
#define LR_LOWERING_COMMON_LOWERING_H

#include "host/context.h"
#include "dialect/bundle_kind.h"
#include "dialect/edit/edit.h"
#include "dialect/gcstack.h"
#include "dialect/metadata.h"
#include "dialect/names.h"
#include "base/ptrmap.h"

/* A write barrier of FinalLowerGC. */
struct barrier {
	LLVMValueRef call;
	enum intrinsic id;
	bool needed;             /* it gets a test of its own; otherwise it is deleted, or has joined one with a test */
	bool whole;              /* covers the whole object, whatever its children are */
	uint32_t position;       /* see barrier_plan.c */
	uint32_t next;           /* the next barrier that joined the same one; 0: none, since number 0 joins none */
	uint32_t last;           /* of a needed one: the last barrier that joined it */
};

/* The state of barrier_plan.c for the current block. */
struct barrier_watch {
	LLVMValueRef fresh;      /* the object that was allocated in it since the last safepoint; NULL: none was */
	struct ptrmap open;      /* parent -> the barrier that later ones may join */
	struct ptrmap order;     /* instruction -> position, for instructions behind the first open barrier */
	uint32_t position;
	bool failed;             /* memory is exhausted: decisions made since are not valid */
};

enum { TAG_ENTRIES = 64, ALLOC_MODELS = 8 };

struct lower {
	lr_context *cx;
	const struct lr_profile *profile;
	struct edit e;
	LLVMValueRef tag_range;      /* metadata of loads of tags; NULL: not made yet */
	LLVMValueRef fn;
	LLVMValueRef pgcstack;       /* NULL: the function has none */
	/* of the clean-up half of LateLowerGCFrame */
	unsigned md_arguments;       /* ARGUMENTS_METADATA */
	uint32_t jlcall_args;        /* most arguments of a jlcall in the function that are not in its GC frame */
	LLVMValueRef jlcall_frame;   /* their buffer; NULL: none was needed so far */
	LLVMValueRef *arrays;        /* by word of the GC frame: the address of an argument array that begins there */
	uint32_t narrays;            /* elements of `arrays` */
	bool arrays_known;           /* `arrays` is filled in for the current function */
	struct edit_model boxed_call;
	struct { LLVMTypeRef type, result, params[4]; unsigned n; } boxed_type; /* of the last boxed call */
	/* see allocation.c and size_class.c */
	struct alloc_model { struct edit_model m; uint64_t bytes, align; bool hook; } allocations[ALLOC_MODELS];
	LLVMTypeRef alloc_type;      /* type of julia.gc_alloc_bytes, and the function; NULL: not needed yet */
	LLVMValueRef alloc_bytes;
	bool keep_bundles;           /* bundles that only keep objects alive stay */
	struct tag_entry { LLVMValueRef tag, mutable_form; } tags[TAG_ENTRIES]; /* see constness.c */
	/* of FinalLowerGC */
	struct ptrmap zeroing_at;    /* julia.new_gc_frame or push_gc_frame before which a frame is zeroed -> index in
	                              * `zeroings` */
	const uint64_t **zeroings;   /* sets of the numbers of roots to be zeroed */
	uint32_t nzeroings, zeroings_cap;
	LLVMValueRef *needless;      /* null stores to be deleted */
	uint32_t nneedless, needless_cap;
	LLVMValueRef anchor;         /* framemap: NULL if the function needs none */
	LLVMValueRef slots;          /* framemap: the slots of the current function; NULL: it has none */
	uint64_t nslots;
	uint64_t frame_kind;     /* of the current frame: more bits of its word 0 */
	LLVMValueRef *root_metadata; /* shadow-stack: scratch space for the metadata of one frame's roots */
	unsigned root_metadata_room;
	LLVMValueRef map;            /* shadow-stack: the constant that describes the current function's entry */
	bool shadow;                 /* of the current function: its slots are linked into LLVM's chain */
	bool table;                  /* of the current function: a table finds its slots */
	LLVMValueRef place;          /* framemap: the slots are made here, before anything can see or use them; NULL:
	                              * they are made at the top of the function */
	struct barrier *barriers;    /* of all functions, in program order */
	uint32_t nbarriers, barriers_cap;
	struct barrier_watch watch;
	LLVMValueRef *cuts;          /* scratch space for the barriers of one block */
	LLVMBasicBlockRef *heads;
};

typedef lr_status lower_check(struct lower *, LLVMValueRef call, enum intrinsic);
typedef void lower_apply(struct lower *, LLVMValueRef call, enum intrinsic);
struct lower_rule { lower_check *check; lower_apply *apply; };

/* -- signature.c */
/* Checks the types of the result and arguments of a call against `form`, "result:arguments": v void, 0 pointer in
** address space 0, t tracked, d tracked or derived, l loaded, p any pointer, i integer, k token, x anything; a final *
** repeats the letter before it any number of times. */
lr_status signature_check(struct lower *, LLVMValueRef call, enum intrinsic, const char *form);
/* Finds or declares a function of the runtime. A call of the result uses `type`, whatever the module declares. */
LLVMValueRef runtime_function(struct lower *, const char *name, LLVMTypeRef type);
/* The name by which `site` calls the entry `name` of the runtime: a profile may have another one for reset regions. */
enum { RUNTIME_NAME_BYTES = 2 * PROFILE_NAME_BYTES };
const char *runtime_name(const struct lower *, LLVMValueRef site, const char *name, char (*buffer)[RUNTIME_NAME_BYTES]);
/* Fails if the profile has no such name, or the module has a variable of this name. */
lr_status runtime_name_check(struct lower *, LLVMValueRef at, const char *name);
/* Value of the attribute "uwtable": call frame information that is valid at calls. */
enum { UNWIND_AT_CALLS = 1 };
void add_attribute(LLVMContextRef, LLVMValueRef function, LLVMAttributeIndex, const char *name, uint64_t value);
void add_call_attribute(LLVMContextRef, LLVMValueRef call, LLVMAttributeIndex, const char *name, uint64_t value);

/* -- common_calls.c */
/* Builds a load of the tag word of `object`. */
LLVMValueRef object_load_tag(struct lower *, LLVMValueRef object, const char *name);
/* Builds the load of the ptls, whose address is `offset` bytes behind `from` in the task. */
LLVMValueRef ptls_load(struct lower *, LLVMValueRef from, int64_t offset);
/* Builds the ptls for the GC stack of a task. */
LLVMValueRef ptls_of_gcstack(struct lower *, LLVMValueRef pgcstack);
/* Builds, where the machine needs it, what keeps LLVM's passes over machine code from moving accesses across a poll. */
void machine_barrier_build(struct lower *, LLVMValueRef before);
/* Builds a load of the safepoint page's address, and a call of julia.safepoint between fences, as front ends write it.
** Returns the call. */
LLVMValueRef poll_build(struct lower *, LLVMValueRef ptls);
/* The call of julia.new_gc_frame in `fn`; NULL: there is none. */
LLVMValueRef frame_of(struct lower *, LLVMValueRef fn);

/* -- constructors.c: functions that run when code is loaded and unloaded */
/* Begins an internal function without parameters and result, which cannot collect; the builder is at its end. */
LLVMValueRef constructor_begin(struct edit *, const char *name);
/* Planning: memory to add one function to the list, "llvm.global_ctors" or "llvm.global_dtors".  NULL: it is
** exhausted. */
LLVMValueRef *constructor_reserve(struct edit *, const char *list);
/* Adds the function to the list; `reserved` may be used once. */
void constructor_add(struct edit *, const char *list, LLVMValueRef function, LLVMValueRef *reserved);

/* -- immediate_test.c */
/* Builds the word of a pointer of any address space. */
LLVMValueRef immediate_build_word(struct edit *, LLVMValueRef pointer);
/* Builds a value that is true at run time if the word is no address of an object: small, or an immediate by the
** profile. */
LLVMValueRef immediate_build_test(struct lower *, LLVMValueRef word);

/* -- jlcall.c: julia.call, call2, call3 */
lower_check jlcall_check;
lower_apply jlcall_lower;
void jlcall_begin(struct lower *); /* to be called for each function */
/* To be called for each of a function's calls before the first jlcall_lower. */
void jlcall_prepare(struct lower *, LLVMValueRef call, enum intrinsic);

/* -- bundles.c: operand bundles of ordinary calls */
/* Examines the bundles of a call, invoke or callbr with bundles. */
lower_check bundles_check;
/* Lowers the bundles of a call that no other rule lowers: builds what they ask for, and deletes them. */
lower_apply bundles_lower;

/* -- allocation.c: julia.gc_alloc_obj -> julia.gc_alloc_bytes, tag, initialisation */
lower_check alloc_obj_check;
lower_apply alloc_obj_lower;
/* Builds the ptls of the task, or what else the profile passes as first argument. */
LLVMValueRef alloc_ptls(struct lower *, LLVMValueRef task);
/* The pointer to a type before it was cast between address spaces. */
LLVMValueRef alloc_raw_type(LLVMValueRef);
/* Deletes the calls that serve as models. */
void alloc_models_free(struct lower *);
/* May objects of the type have a hook that reads them when they are dead?  NULL: a type that is not known. */
bool alloc_may_have_hook(const struct lower *, LLVMValueRef type);
/* Gives `made` the attributes of `call`, an allocation that it replaces, and noalias if there is no hook. */
void alloc_copy_attributes(struct lower *, LLVMValueRef call, LLVMValueRef made, bool hook);
/* The alignment that an allocation promises of its result, by its return attribute or its callee's; at least a word. */
uint64_t alloc_align(const struct edit *, LLVMValueRef call);
/* Builds the store of the tag word of a new object. */
void alloc_store_tag(struct lower *, LLVMValueRef object, LLVMValueRef type);
/* Builds julia.gc_alloc_bytes and the tag store, with those attributes of `call`, the call to be replaced, that
** hold. */
LLVMValueRef alloc_build(struct lower *, LLVMValueRef call, LLVMValueRef task, LLVMValueRef size, LLVMValueRef type);
/* -- allocate_memory.c: julia.gc_alloc_memory -> the same, or a call of the runtime, and the stores of the header */
lower_check memory_check;
lower_apply memory_lower;
/* Zeroes all data of `object`, a Memory whose data pointer is `offset` bytes into it. */
void memory_zero_data(struct lower *, LLVMValueRef object, LLVMValueRef offset, LLVMValueRef bytes);
/* -- size_class.c: julia.gc_alloc_bytes -> the runtime's entry for the size */
lower_check alloc_bytes_check;
lower_apply alloc_bytes_lower;

/* -- object_intrinsics.c: julia.typeof, pointer_from_objref, gc_loaded, blackbox */
lower_check object_check;
lower_apply typeof_lower, objref_lower, tracked_pointer_lower, gc_loaded_lower, blackbox_lower;


/* -- preserve.c: gc_preserve_begin/end and gcroot_flush are deleted */
lower_check preserve_check;
lower_apply erase_lower;

/* -- constness.c: accesses that are marked as constant, though only a root keeps the memory so */
/* The marks of an access that are to be removed. */
struct promise {
	LLVMValueRef mutable_tag;    /* in place of its TBAA tag; NULL: that stays, or there is none */
	bool invariant;              /* !invariant.load */
};
/* The marks of an instruction that has metadata. */
struct promise constness_promised(struct lower *, LLVMValueRef inst, LLVMOpcode op);
void constness_weaken(struct lower *, LLVMValueRef inst, struct promise);

/* -- effects.c: calls that may collect read every root */
/* Is effects_widen to be called for this call? */
bool effects_concern(const struct lower *, LLVMValueRef call);
void effects_widen(struct lower *, LLVMValueRef call);
/* The same as effects_widen for the definition of a function that may collect. */
void effects_widen_function(struct lower *, LLVMValueRef fn);
/* Before there are frames, and before getters become that argument, the function may not read or write what its GC
** stack points to, and LLVM may have said so.  Takes that back. */
void effects_widen_gcstack(struct lower *, LLVMValueRef argument);
/* Do the memory effects of the call mean to placement that it cannot collect? */
bool effects_exclude_collection(const struct lower *, LLVMValueRef call);

/* -- frame.c: new/push/pop_gc_frame, get_gc_frame_slot -> memory of the GC-frame ABI */
lower_check frame_check;
/* Adds alignment and alias information to an access of a frame; returns it. */
LLVMValueRef frame_access(struct lower *, LLVMValueRef load_or_store);
/* These serve for frames, anchors and entries of the shadow stack, which are linked alike. Roots begin `header` words
** into the frame. frame_word builds the address of a word. frame_link stores the head of the chain into a word of the
** frame, and makes the frame the head. frame_prev loads that word. frame_slot builds the address of a root in place of
** a call of get_gc_frame_slot. */
LLVMValueRef frame_word(struct lower *, LLVMValueRef frame, unsigned word, const char *name);
void frame_link(struct lower *, LLVMValueRef frame, unsigned word, const char *word_name, LLVMValueRef chain,
	const char *head_name);
LLVMValueRef frame_prev(struct lower *, LLVMValueRef frame, unsigned word, const char *name);
void frame_slot(struct lower *, LLVMValueRef call, unsigned header);
unsigned frame_align(const struct lower *, LLVMValueRef new_call);
/* WebAssembly: builds the address of a frame whose memory is taken where it is pushed; NULL: it has to be an alloca.
** late_frame.c. */
LLVMValueRef late_frame_new(struct lower *, LLVMValueRef new_call, uint64_t words, unsigned align);
lower_apply frame_new_lower, frame_push_lower, frame_pop_lower, frame_slot_lower;

/* Builds null stores before `at` into the roots that must be null there. Roots begin `header` words into the frame. */
void frame_zero(struct lower *, LLVMValueRef at, LLVMValueRef frame, unsigned header, uint64_t nroots);

/* -- shadow.c: the same for functions whose roots are linked into LLVM's shadow stack; frame_slot_lower serves both */
lower_apply shadow_new_lower, shadow_push_lower, shadow_pop_lower;
void shadow_plan(struct lower *, LLVMValueRef new_call); /* before any of them */
/* Builds the address of the head of LLVM's chain. */
LLVMValueRef shadow_chain(LLVMModuleRef, LLVMBuilderRef);
/* The variable with that head, declared thread-local if the module has none. */
LLVMValueRef shadow_chain_variable(LLVMModuleRef);
/* Replaces the variable by calls of the runtime, for code that cannot have thread-local variables.  False: there was
** nothing to replace. */
bool shadow_chain_by_call(LLVMModuleRef);

/* -- inline_getter.c */
/* Undoes InlineGetter: the variable counts as null, so that the getter is called. */
void getter_by_call(LLVMModuleRef, const struct lr_profile *);

/* -- balance.c: compares the head of the chain at the start of l->fn and at each return */
void balance_lower(struct lower *);

/* -- zeroing.c: decides which of a frame's roots must be null, and where, and enters that into l->zeroings. Where a
** table finds the roots, they are zeroed where the frame is made, for they are seen from there on. */
void zeroing_plan(struct lower *, LLVMValueRef frame, uint32_t nroots);

/* -- null_stores.c */
/* Notes stores that make words null once more, given that the words in the set `null` of the frame are null from the
** instruction `from` on. null_stores_drop deletes them. */
void null_stores_plan(struct lower *, LLVMValueRef frame, uint32_t nroots, LLVMValueRef from, const uint64_t *null);
void null_stores_drop(struct lower *);

/* -- framemap.c: the same as frame.c where a table finds the slots; the frame's address is that of the slots, or that
** of the anchor if there are no slots */
lower_apply framemap_new_lower, framemap_push_lower, framemap_pop_lower, framemap_slot_lower;
/* Makes slots, anchor and record of `fn`, before any of its calls is lowered. */
void framemap_function_lower(struct lower *, LLVMValueRef fn, bool polls);
/* Gives a function that a table describes a section of its own, and makes it keep its frame pointer. `stays`: also
** keeps it from being inlined. */
void table_function(struct edit *, LLVMValueRef fn, const char *section, bool stays);
/* Makes the function need no realignment of its stack: variables that are aligned to more than 16 bytes are put into
** larger ones. */
void table_align(struct edit *, LLVMValueRef fn);
/* -- framemap_place.c: see lower.place. */
LLVMValueRef framemap_place(struct lower *, LLVMValueRef fn);

/* -- barrier_plan.c: which barriers are needed */
/* Is argument 1 a slot, null or not? Field barriers have further ones: arguments 3, 5, ... */
bool barrier_has_slot(LLVMValueRef call, enum intrinsic);
/* The children of a barrier are its arguments first, first + step, ... */
void barrier_children(LLVMValueRef call, enum intrinsic, unsigned *first, unsigned *step);
bool barrier_child_matters(LLVMValueRef child, LLVMValueRef parent);
/* Does the child live for ever? To be asked while the front end's intrinsics are still there. */
bool barrier_child_is_permanent(const struct lower *, LLVMValueRef child);
/* The next element of l->barriers; notes which earlier one it joins. */
struct barrier barrier_decide(struct lower *, LLVMValueRef call, enum intrinsic);
/* To be called in order: at the start of each block, at its calls other than barriers, at its other instructions. */
void barrier_watch_init(struct lower *);
void barrier_watch_free(struct lower *);
void barrier_watch_block(struct lower *);
void barrier_watch_call(struct lower *, LLVMValueRef call, enum intrinsic);
void barrier_watch_instruction(struct lower *, LLVMValueRef inst, LLVMOpcode);

/* -- barrier.c: write barriers, queue_gc_root */
lower_check barrier_check, queue_root_check, queue_field_check;
lower_apply queue_root_lower, queue_field_lower;
bool barrier_reserve(struct lower *);  /* takes memory for barriers_lower; false: memory is exhausted */
/* Lowers the barriers of one function that barrier_check has seen, together, since they cut blocks. */
void barriers_lower(struct lower *, uint32_t from, uint32_t end);

/* -- read_barrier.c: fails if the function loads references, and the profile's read barriers have not been made. */
lr_status read_barriers_missing(struct lower *, LLVMValueRef fn);

/* Fails if the profile lacks the slow path, for a barrier or a call of queue_gc_root. */
lr_status barrier_check_entry(struct lower *, LLVMValueRef call);
/* Builds the slow path. `slot` NULL: it is unknown. `region`: the call whose metadata says whether this is in a reset
** region. */
void barrier_build_queue(struct lower *, LLVMValueRef parent, LLVMValueRef slot, LLVMValueRef region);
/* -- barrier_table.c: tables beside the heap.  All build at the builder's place. */
LLVMValueRef barrier_address_word(struct lower *, LLVMValueRef address);
/* The address of the byte for an address of the heap, in the table whose address is in the variable `name`. */
LLVMValueRef barrier_table_byte(struct lower *, const char *name, LLVMValueRef address_word, unsigned shift);
LLVMValueRef barrier_load_byte(struct lower *, LLVMValueRef at, const char *name);
/* Values that are true at run time if the slot is in the heap, which sets *n to the number of its card, and if that
** card is marked (profile: card_table). */
LLVMValueRef barrier_build_inside(struct lower *, LLVMValueRef slot, LLVMValueRef *n);
LLVMValueRef barrier_build_card_test(struct lower *, LLVMValueRef n);
/* -- barrier_log.c: the same where the collector has log bits */
/* Builds the tests of a barrier between `head`, which has no terminator yet, and `rest`. */
void barrier_log_build(struct lower *, const struct barrier *, LLVMBasicBlockRef head, LLVMBasicBlockRef rest,
	LLVMValueRef region);
/* The number of slots that a barrier names; 0 if it does not know all. They are its arguments 1, 3, ... */
unsigned barrier_known_slots(const struct barrier *);
/* -- barrier_cards.c: the same where the collector has cards */
/* Builds, at the builder's place, the mark of the card of an address. */
void barrier_card_build(struct lower *, LLVMValueRef address);
/* Builds the marks of a barrier in front of it. */
void barrier_cards_build(struct lower *, const struct barrier *);

/* -- safepoint.c */
lower_check safepoint_check;
lower_apply safepoint_lower;

#endif
