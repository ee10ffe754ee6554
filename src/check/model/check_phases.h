/* SPDX-License-Identifier: MIT */
/* check_phases.h -- the functions of frames/, memory/ and roots/ that other files of the checker of roots call.  What
** model/ has for all of them is in check_model.h. */
#ifndef LR_CHECK_MODEL_CHECK_PHASES_H
#define LR_CHECK_MODEL_CHECK_PHASES_H

#include "check/model/check_model.h"

/* check_roots.c: the state of a proof before its first phase */
void     check_set_up(struct ck *, lr_context *, LLVMValueRef fn, bool reload);
void     check_tear_down(struct ck *);
bool     check_out_of_memory(struct ck *);

/* check_class.c */
bool     check_classes(struct ck *);

/* check_map.c */
bool     check_is_chain(struct ck *, LLVMValueRef pointer);      /* is it the head of the chain of GC frames, by any
                                                                  * ABI? */
bool     check_map_find(struct ck *, LLVMValueRef store);        /* is it a store that links a mapped frame? */
bool     check_map_read(struct ck *);
bool     check_map_objects(struct ck *);
uint64_t check_map_window(const struct mapped_block *, uint32_t from);
/* Words from..from + 63 of an object that are in runs, whether the blocks are in use or not. */
uint64_t check_map_runs(const struct ck *, uint32_t object, uint32_t from);
/* check_map_state.c */
bool     check_map_store(struct ck *, LLVMValueRef store, bool *mine);
bool     check_map_is_word(struct ck *, LLVMValueRef pointer);   /* does it point into the mapped frame? */
bool     check_map_state(struct ck *);
uint32_t check_map_stop(const struct ck *, uint32_t pos);        /* number of the safepoint at a position */
/* Words from..from + 63 of an object that are in runs of blocks that the collector sees at that safepoint: on all ways
** if `surely`, otherwise on some way. */
uint64_t check_map_covers(const struct ck *, uint32_t stop, uint32_t object, uint32_t from, bool surely);
bool     check_map_all_on(const struct ck *, uint32_t stop, uint32_t object);  /* does the collector surely see all
                                                                                * blocks of it? */
bool     check_map_any_on(const struct ck *, uint32_t stop, uint32_t object);  /* may it see one? */
bool     check_map_always_on(const struct ck *, uint32_t object);

/* check_frame.c */
bool     check_frame(struct ck *);
uint32_t check_add_object(struct ck *, struct object);

/* check_place.c */
bool     check_places(struct ck *);
const struct pointer *check_pointer(const struct ck *, LLVMValueRef); /* NULL: addresses none of the objects */
/* Does a store through this mirror pointer go with a store through that pointer? */
bool     check_mirrors(LLVMValueRef mirror, LLVMValueRef pointer);
bool     check_only_distances(LLVMValueRef number);              /* is the address only compared, or subtracted from
                                                                  * another? */
bool     check_may_keep(struct ck *, LLVMValueRef call, LLVMValueRef pointer); /* may the callee store a copy? */

/* check_access.c */
bool     check_access_memory(struct ck *, LLVMValueRef load_or_store);
bool     check_access_exposed(struct ck *, LLVMValueRef inst);   /* addresses that become numbers or parts of values */
bool     check_access_alloca(struct ck *, LLVMValueRef alloca);
bool     check_access_call(struct ck *, LLVMValueRef call, bool after);    /* first before the safepoint, then behind
                                                                            * it */

/* Does the access certainly write all bytes that it may write at this place? */
bool     check_is_strong_update(const struct ck *, const struct access *, const struct place *);

/* check_read.c, check_events.c */
bool     check_read(struct ck *);
/* check_expand.c: the events of the function, from the raw ones of each block, raw[raw_off[b] .. raw_off[b+1]) */
bool     check_expand(struct ck *, const struct event *raw, const uint32_t *raw_off);
bool     check_emit(struct ck *, enum event_kind, uint32_t a, uint32_t b);
uint32_t check_add_call(struct ck *, LLVMValueRef call);

/* check_slots.c */
bool     check_slots(struct ck *);
bool     check_find_merges(struct ck *);     /* check_merges.c */
bool     check_slots_by_value(struct ck *);  /* again, with values for contents (check_arrays.c) */
struct slot_walk;
bool     check_walk_start(struct ck *, struct slot_walk *);
bool     check_walk_holders(struct ck *, struct slot_walk *);              /* then, if `holder` is wanted */
bool     check_walk_enter(struct ck *, struct slot_walk *, uint32_t block); /* blocks in dominator preorder */
bool     check_walk_event(struct ck *, struct slot_walk *, const struct event *);

/* check_frame_state.c */
bool     check_frame_state(struct ck *);

/* check_anchor.c */
bool     check_anchor(struct ck *);

/* check_undefined.c: does an undefined reference leave the function? */
bool     check_undefined(struct ck *);

/* check_unwritten.c: calls back for each load of references that may read a word that has not been written */
bool     check_unwritten(struct ck *, void (*)(void *user, LLVMValueRef load), void *user);

/* check_need.c */
bool     check_need(struct ck *);

/* check_carried.c: copies of references in another form */
bool     check_carried(struct ck *);
bool     check_may_carry(struct ck *);

/* check_unchanged.c: is the loaded object rooted up to the call by the words out of which it was read?  Takes steps off
** `*steps`; with none left, the answer is no. */
bool     check_unchanged(struct ck *, LLVMValueRef load, LLVMValueRef call, uint64_t *steps);

/* check_arrays.c: the last proof, for it changes the contents of slots */
bool     check_read_array(struct ck *, LLVMValueRef call, uint32_t call_number);
bool     check_arrays(struct ck *);

/* check_moved.c */
bool     check_moved(struct ck *);

/* check_stale.c */
bool     check_stale(struct ck *);

/* check_frame_variables.c */
bool     check_frame_variables(struct ck *);

/* check_words.c */
bool     check_words(struct ck *);

/* The contents of all slots at one point, during a walk over the dominator tree. */
struct slot_walk {
	uint32_t *content;     /* of each slot: class, CK_ROOTED or CK_UNKNOWN */
	uint32_t *held;        /* of each class: how many slots hold it */
	uint32_t *holder, *next, *prev; /* of each class a slot that holds it, and of each slot the other ones that
	                                 * hold the same, linked; NULL: not wanted */
	uint32_t nonnull;      /* slots that may hold an object */
	uint64_t version;      /* increases whenever the contents change */
	struct undo { uint32_t slot, content; } *undo;
	uint32_t nundo, undo_cap;
	uint32_t *path, *mark, depth;          /* blocks entered, and where their undo entries begin */
	void (*changed)(void *user, uint32_t cls); /* called when a class begins or ceases to be held; may be NULL */
	void *user;
	bool renaming;         /* only in check_slots.c: contents may be numbers of merges */
};

#endif
