/* lowering.h -- what the files that lower the dialect's constructs share.
**
** Two passes: the clean-up half of LateLowerGCFrame (clean_up.c) and FinalLowerGC (final_lower_gc.c).  Each walks a
** function once, lets the rule of every construct examine its calls (X_check, may fail, changes nothing) and then lets
** it lower them (X_lower, cannot fail). */
#ifndef LR_LOWERING_COMMON_LOWERING_H
#define LR_LOWERING_COMMON_LOWERING_H

#include "host/context.h"
#include "dialect/bundle_kind.h"
#include "dialect/edit.h"
#include "dialect/gcstack.h"
#include "dialect/metadata.h"
#include "dialect/names.h"
#include "base/ptrmap.h"

/* A write barrier of FinalLowerGC. */
struct barrier {
	LLVMValueRef call;
	enum intrinsic id;
	bool needed;             /* it gets a test of its own; otherwise it goes, or has joined one that does */
	bool whole;              /* speaks for the whole object, whatever its children are */
	uint32_t position;       /* see barrier_plan.c */
	uint32_t next;           /* the next of those that joined it; 0: none, for none can join as number 0 */
	uint32_t last;           /* of a needed one: the last of those */
};

/* What barrier_plan.c remembers of the block at hand. */
struct barrier_watch {
	LLVMValueRef fresh;      /* object that was allocated in it since the last safepoint, or NULL */
	struct ptrmap open;      /* parent -> the barrier that later ones may join */
	struct ptrmap order;     /* instruction -> position, of those behind the first that is open */
	uint32_t position;
	bool failed;             /* no memory to remember it: what was decided since is not to be used */
};

enum { TAG_ENTRIES = 64, ALLOC_MODELS = 8 };

struct lower {
	lr_context *cx;
	const struct lr_profile *profile;
	struct edit e;
	LLVMValueRef tag_range;      /* of loads of tags; NULL: not made yet */
	LLVMValueRef fn;
	LLVMValueRef pgcstack;       /* NULL: the function has none */
	/* late */
	unsigned md_arguments;       /* ARGUMENTS_METADATA */
	uint32_t jlcall_args;        /* most arguments of a jlcall in the function that are not in its GC frame */
	LLVMValueRef jlcall_frame;   /* their buffer; NULL: none was needed so far */
	LLVMValueRef *arrays;        /* by word of the GC frame: the address of arguments that begin there */
	uint32_t narrays;            /* words that there is room for */
	bool arrays_known;           /* of the function at hand */
	struct edit_model boxed_call;
	struct { LLVMTypeRef type, result, params[4]; unsigned n; } boxed_type; /* of the last boxed call */
	/* see allocation.c and size_class.c */
	struct alloc_model { struct edit_model m; uint64_t bytes; } allocations[ALLOC_MODELS];
	LLVMTypeRef alloc_type;      /* of julia.gc_alloc_bytes, and the function; NULL: not asked for yet */
	LLVMValueRef alloc_bytes;
	bool keep_bundles;           /* those that only keep objects alive */
	struct tag_entry { LLVMValueRef tag, mutable_form; } tags[TAG_ENTRIES]; /* see constness.c */
	/* final */
	struct ptrmap zeroing_at;    /* julia.new_gc_frame or push_gc_frame before which a frame is zeroed -> its place
	                              * in the below */
	const uint64_t **zeroings;   /* sets of root numbers */
	uint32_t nzeroings, zeroings_cap;
	LLVMValueRef *needless;      /* null stores that go */
	uint32_t nneedless, needless_cap;
	LLVMValueRef anchor;         /* framemap: NULL if the function needs none */
	LLVMValueRef slots;          /* framemap: those of the function at hand; NULL: none */
	uint64_t nslots;
	uint64_t frame_kind;     /* of the frame at hand: more bits of its word 0 */
	LLVMValueRef *root_metadata; /* shadow-stack: room for that of one frame */
	unsigned root_metadata_room;
	LLVMValueRef map;            /* shadow-stack: what tells of the entry of the function at hand */
	bool shadow;                 /* of the function at hand: its slots are linked into LLVM's chain */
	bool table;                  /* of the function at hand: a table finds its slots */
	LLVMValueRef place;          /* framemap: before it nothing can see the slots and none is used; NULL: they are
	                              * made at the top */
	struct barrier *barriers;    /* of all functions, in program order */
	uint32_t nbarriers, barriers_cap;
	struct barrier_watch watch;
	LLVMValueRef *cuts;          /* scratch for those of one block */
	LLVMBasicBlockRef *heads;
};

typedef lr_status lower_check(struct lower *, LLVMValueRef call, enum intrinsic);
typedef void lower_apply(struct lower *, LLVMValueRef call, enum intrinsic);
struct lower_rule { lower_check *check; lower_apply *apply; };

/* -- signature.c */
/* Do result and arguments of a call fit `form`, "result:arguments"?  v void, 0 pointer in address space 0, t tracked, d
** tracked or derived, l loaded, p any pointer, i integer, k token, x anything; a final * repeats the letter before it
** any number of times. */
lr_status signature_check(struct lower *, LLVMValueRef call, enum intrinsic, const char *form);
/* Declare, or find, a function of the runtime.  The result and its call use the type given, whatever the module
** says. */
LLVMValueRef runtime_function(struct lower *, const char *name, LLVMTypeRef type);
/* The name by which `site` calls an entry of the runtime: in a reset region maybe another. */
enum { RUNTIME_NAME_BYTES = 2 * PROFILE_NAME_BYTES };
const char *runtime_name(const struct lower *, LLVMValueRef site, const char *name, char (*buffer)[RUNTIME_NAME_BYTES]);
/* Fails if `name` is taken by something that cannot be called. */
lr_status runtime_name_check(struct lower *, LLVMValueRef at, const char *name);
void add_attribute(LLVMContextRef, LLVMValueRef function, LLVMAttributeIndex, const char *name, uint64_t value);
void add_call_attribute(LLVMContextRef, LLVMValueRef call, LLVMAttributeIndex, const char *name, uint64_t value);

/* -- common_calls.c */
/* Load of the tag word of `object` at the builder's place. */
LLVMValueRef object_load_tag(struct lower *, LLVMValueRef object, const char *name);
/* At the builder's place: load from the safepoint page, as front ends write it; gives julia.safepoint. */
LLVMValueRef poll_build(struct lower *, LLVMValueRef ptls);
/* The call of julia.new_gc_frame in `fn`; NULL: there is none. */
LLVMValueRef frame_of(struct lower *, LLVMValueRef fn);

/* -- jlcall.c: julia.call, call2, call3 */
lower_check jlcall_check;
lower_apply jlcall_lower;
void jlcall_begin(struct lower *);   /* for each function, and this for each of its calls before the first
                                      * jlcall_lower */
void jlcall_prepare(struct lower *, LLVMValueRef call, enum intrinsic);

/* -- bundles.c: operand bundles of ordinary calls */
/* Examines the bundles of any call, invoke or callbr that has some. */
lower_check bundles_check;
/* Those of calls that no other rule lowers: what they ask for is done, and they go. */
lower_apply bundles_lower;

/* -- allocation.c: julia.gc_alloc_obj -> julia.gc_alloc_bytes, tag, initialisation */
lower_check alloc_obj_check;
lower_apply alloc_obj_lower;
/* At the builder's place: the ptls of the task (or whatever the profile passes as first argument); */
LLVMValueRef alloc_ptls(struct lower *, LLVMValueRef task);
/* the type before it was cast between address spaces; */
LLVMValueRef alloc_raw_type(LLVMValueRef);
/* give back the calls that were copied; */
void alloc_models_free(struct lower *);
/* the tag word of a new object; */
void alloc_store_tag(struct lower *, LLVMValueRef object, LLVMValueRef type);
/* julia.gc_alloc_bytes and the tag store, with what can be kept of `call`, which is to be replaced. */
LLVMValueRef alloc_build(struct lower *, LLVMValueRef call, LLVMValueRef task, LLVMValueRef size, LLVMValueRef type);
/* -- allocate_memory.c: julia.gc_alloc_memory -> the same, or a call of the runtime; and the header */
lower_check memory_check;
lower_apply memory_lower;
/* All data of `object`, a Memory whose data pointer is `offset` bytes into it, become zero. */
void memory_zero_data(struct lower *, LLVMValueRef object, LLVMValueRef offset, LLVMValueRef bytes);
/* -- size_class.c: julia.gc_alloc_bytes -> the runtime's entry for the size */
lower_check alloc_bytes_check;
lower_apply alloc_bytes_lower;

/* -- object_intrinsics.c: julia.typeof, pointer_from_objref, gc_loaded, blackbox */
lower_check object_check;
lower_apply typeof_lower, objref_lower, tracked_pointer_lower, gc_loaded_lower, blackbox_lower;


/* -- preserve.c: gc_preserve_begin/end, gcroot_flush: nothing is left of them */
lower_check preserve_check;
lower_apply erase_lower;

/* -- constness.c: memory that a root kept constant is constant no more */
/* What an access says of its memory that is to be taken back. */
struct promise {
	LLVMValueRef mutable_tag;    /* for its TBAA tag; NULL: that one stays, or there is none */
	bool invariant;              /* !invariant.load */
};
/* Of an instruction that has metadata. */
struct promise constness_promised(struct lower *, LLVMValueRef inst, LLVMOpcode op);
void constness_weaken(struct lower *, LLVMValueRef inst, struct promise);

/* -- effects.c: calls that may collect read every root */
bool effects_concern(const struct lower *, LLVMValueRef call);
void effects_widen(struct lower *, LLVMValueRef call);
/* The same for the definition of a function that may collect. */
void effects_widen_function(struct lower *, LLVMValueRef fn);
/* Does placement take the call for one that cannot collect? */
bool effects_exclude_collection(const struct lower *, LLVMValueRef call);

/* -- frame.c: new/push/pop_gc_frame, get_gc_frame_slot -> memory of the GC-frame ABI */
lower_check frame_check;
LLVMValueRef frame_access(struct lower *, LLVMValueRef load_or_store); /* with alignment and alias information */
/* Of frames, anchors and entries, which are linked alike: the address of a word; the frame, which keeps the head of the
** chain so far in one of its words, becomes the head; what is in that word; and the address of a root, which begin
** `header` words into the frame, instead of a call of get_gc_frame_slot. */
LLVMValueRef frame_word(struct lower *, LLVMValueRef frame, unsigned word, const char *name);
void frame_link(struct lower *, LLVMValueRef frame, unsigned word, const char *word_name, LLVMValueRef chain,
	const char *head_name);
LLVMValueRef frame_prev(struct lower *, LLVMValueRef frame, unsigned word, const char *name);
void frame_slot(struct lower *, LLVMValueRef call, unsigned header);
unsigned frame_align(const struct lower *, LLVMValueRef new_call);
lower_apply frame_new_lower, frame_push_lower, frame_pop_lower, frame_slot_lower;

/* Before `at`: what must be null there of the roots, which begin `header` words into the frame. */
void frame_zero(struct lower *, LLVMValueRef at, LLVMValueRef frame, unsigned header, uint64_t nroots);

/* -- shadow.c: the same, but for slots, where they are linked into LLVM's shadow stack */
lower_apply shadow_new_lower, shadow_push_lower, shadow_pop_lower;
void shadow_plan(struct lower *, LLVMValueRef new_call); /* before any of them */
/* At the builder's place: address of the head of LLVM's chain. */
LLVMValueRef shadow_chain(LLVMModuleRef, LLVMBuilderRef);
/* The variable, declared thread-local if the module has none. */
LLVMValueRef shadow_chain_variable(LLVMModuleRef);
/* For code that cannot have thread-local variables: a call of the runtime instead. */
void shadow_chain_by_call(LLVMModuleRef);

/* -- balance.c: compare the head of the chain at each return with what l->fn found */
void balance_lower(struct lower *);

/* -- zeroing.c: what a frame of so many roots must be null in, and where: enters it into l->zeroings.  Where a table
** finds the roots, that is where the frame is made, for they are seen from there on. */
void zeroing_plan(struct lower *, LLVMValueRef frame, uint32_t nroots);

/* -- null_stores.c: from instruction `from` on, the words in set `null` of the frame are null: note the stores that
** make them null once more; and drop those noted */
void null_stores_plan(struct lower *, LLVMValueRef frame, uint32_t nroots, LLVMValueRef from, const uint64_t *null);
void null_stores_drop(struct lower *);

/* -- framemap.c: the same where a table finds the slots; the address of the frame is that of the slots, or of the
** anchor if there are none */
lower_apply framemap_new_lower, framemap_push_lower, framemap_pop_lower, framemap_slot_lower;
/* Before any of its calls is lowered: slots, anchor and record of `fn`. */
void framemap_function_lower(struct lower *, LLVMValueRef fn, bool polls);
/* A function that is found by table goes to a section of its own and keeps its frame pointer; `stays`: it must not be
** inlined. */
void table_function(struct edit *, LLVMValueRef fn, const char *section, bool stays);
/* Its stack is not realigned any more: variables that want more than 16 bytes are aligned within larger ones. */
void table_align(struct edit *, LLVMValueRef fn);
/* -- framemap_place.c: see lower.place. */
LLVMValueRef framemap_place(struct lower *, LLVMValueRef fn);

/* -- barrier_plan.c: which barriers are needed */
/* Arguments first, first + step, ... are the children. */
void barrier_children(enum intrinsic, unsigned *first, unsigned *step);
bool barrier_child_matters(LLVMValueRef child, LLVMValueRef parent);
/* While the front end's intrinsics are still there: does the child live for ever? */
bool barrier_child_is_permanent(const struct lower *, LLVMValueRef child);
/* The next to be entered into l->barriers; notes which earlier one it joins. */
struct barrier barrier_decide(struct lower *, LLVMValueRef call, enum intrinsic);
/* To be told of, in order: the begin of each block, its calls other than barriers, its other instructions. */
void barrier_watch_init(struct lower *);
void barrier_watch_free(struct lower *);
void barrier_watch_block(struct lower *);
void barrier_watch_call(struct lower *, LLVMValueRef call, enum intrinsic);
/* Of any but calls. */
void barrier_watch_instruction(struct lower *, LLVMValueRef inst, LLVMOpcode);

/* -- barrier.c: write barriers, queue_gc_root */
lower_check barrier_check, queue_root_check;
lower_apply queue_root_lower;
bool barrier_reserve(struct lower *);  /* memory for the below; false when there is none */
/* Those of one function that barrier_check has seen, together: they cut blocks. */
void barriers_lower(struct lower *, uint32_t from, uint32_t end);

/* -- safepoint.c */
lower_check safepoint_check;
lower_apply safepoint_lower;

#endif
