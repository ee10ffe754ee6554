/* SPDX-License-Identifier: MIT */
/* abi.h -- the contract between compiler, lowered code and runtime.
**
** This header has the numbers and names that several parties must agree on: the address spaces of the Julia GC dialect,
** the layout of a GC frame, and the word that precedes every object.  It includes nothing and defines only constants,
** so that a front end, a collector and generated code can all share it.
**
** Properties that differ between runtimes (names of entry points, offsets in the task) are in ABI profiles
** (src/host/profile.h; `lateroot compile --profile=`). */
#ifndef LATEROOT_ABI_H
#define LATEROOT_ABI_H

/* Address spaces of the dialect.  Pointers in 10..13 are "special": they concern the collector.  They are non-integral
** (`ni:10:11:12:13`) until RemoveNI runs. */
enum {
	LR_AS_GENERIC = 0,       /* not tracked */
	LR_AS_TRACKED = 10,      /* reference to an object; may be stored in a root slot */
	LR_AS_DERIVED = 11,      /* interior pointer; its base must be found and kept alive */
	LR_AS_CALLEE_ROOTED = 12,/* call operand that the callee keeps alive by itself */
	LR_AS_LOADED = 13        /* pointer loaded from an object that must stay alive while it is used */
};
/* C for WebAssembly: LR_AS_WASM + 10 to LR_AS_WASM + 13, because 10 is a space of the target there. */
#define LR_AS_WASM 100
#define LR_AS_FIRST_SPECIAL LR_AS_TRACKED
#define LR_AS_LAST_SPECIAL  LR_AS_LOADED

/* GC frame, in words of the target:
**   [0] nroots << 2 | indirect << 0     indirect: the roots are addresses of variables
**       with LR_FRAME_MOVING, in words of 64 bits:
**       deep << 46 | fixed << 29 | LR_FRAME_MOVING | nroots << 2 | indirect
**       The function reloads its roots after each safepoint, so objects may move and the roots may be changed.  The
**       last `fixed` + `deep` roots are exceptions.  They are pinned: their objects stay.  The last `deep` ones are
**       transitively pinned: all objects reachable from them stay as well.  Without the bit all roots are deep: the
**       function may have copies of any reference that it has reached from them.
**       in words of 32 bits, if there are such exceptions (without them, LR_FRAME_MOVING alone):
**       LR_FRAME_NARROW_PINS | LR_FRAME_MOVING | deep << 20 | fixed << 13 | nroots << 2 | indirect
**   [1] the frame that was on top before
**   [2...] the roots
** Frames are aligned to LR_FRAME_ALIGN_BYTES.
**
** A *mapped* frame describes variables that stay in place in the stack frame and hold references beside numbers.
** Functions of every ABI link one into this chain if they have such variables.  In words of the target:
**   [0] LR_FRAME_MAPPED | LR_FRAME_MOVING | nblocks << 2
**       With LR_FRAME_MOVING the function reloads the references after each safepoint, and the kind of each run (below)
**       tells whether their objects may move.  Without it every reference is deep.  No other bit may be set.
**   [1] the frame that was on top before
**   [2 + 3 * i ...] nblocks times three words (struct lr_block):
**       the address of a map; the address of the variable; the number of its elements, which are adjacent, or 0 while
**       the block is not in use
** While a block is in use (its count is not 0) each reference word of it holds a reference or null: the words are
** cleared before the count is set.  A collector without support for mapped frames reads the bit as a part of nroots,
** and must refuse the frame for having too many roots. */
enum {
	LR_FRAME_NROOTS_WORD = 0,
	LR_FRAME_PREV_WORD = 1,
	LR_FRAME_HEADER_WORDS = 2,
	LR_FRAME_NROOTS_SHIFT = 2,
	LR_FRAME_INDIRECT = 1,   /* bit of word 0 */
	LR_FRAME_ANCHOR = 2,     /* bit of word 0: an anchor, see below */
	LR_FRAME_NROOTS_BITS = 25,
	LR_FRAME_MAPPED = 1 << 27,
	LR_FRAME_MOVING = 1 << 28,
	LR_FRAME_FIXED_SHIFT = 29,
	LR_FRAME_FIXED_BITS = 17,
	LR_FRAME_DEEP_SHIFT = 46,
	LR_FRAME_DEEP_BITS = 18,
	LR_FRAME_NARROW_NROOTS_BITS = 11,
	LR_FRAME_NARROW_FIXED_SHIFT = 13,
	LR_FRAME_NARROW_FIXED_BITS = 7,
	LR_FRAME_NARROW_DEEP_SHIFT = 20,
	LR_FRAME_NARROW_DEEP_BITS = 7,
	LR_FRAME_ALIGN_BYTES = 16,
	LR_FRAME_BLOCK_WORDS = 3
};

/* Bit of word 0: words of 32 bits have fewer bits for each number.  No frame with the bit has as few as
** LR_FRAME_MAX_ROOTS roots to a reader that takes all bits behind the flags for their number. */
#define LR_FRAME_NARROW_PINS 0x80000000u

/* Map of one element of a block: a constant, aligned to 8 bytes, without relocations.
**   { uint32_t words, uint32_t nruns, uint64_t run[nruns] }        (struct lr_map)
** `words` is the size of an element in words of the target.  A run is LR_RUN_WORDS reference words from word LR_RUN_AT
** of the element on, repeated every LR_RUN_STRIDE words, LR_RUN_TIMES times in all.  Words in no run are never read.
** The fields of a run, from the lowest bit on:
**   at 20, n 12, stride 12, times 16, kind 4
** n and times are at least 1; if times is 1 the stride is ignored.  Runs ascend and do not overlap: each begins behind
** all words of the previous one, or is *interleaved* with it.  Interleaved runs have the same stride and the same times
** (at least 2), and all of them fit into one stride.  So { ref, num, ref, num }[8] is two runs: at 0, n 1, stride 4,
** times 8; and at 2, n 1, stride 4, times 8. */
enum {
	LR_RUN_AT_SHIFT = 0,
	LR_RUN_AT_BITS = 20,
	LR_RUN_WORDS_SHIFT = 20,
	LR_RUN_WORDS_BITS = 12,
	LR_RUN_STRIDE_SHIFT = 32,
	LR_RUN_STRIDE_BITS = 12,
	LR_RUN_TIMES_SHIFT = 44,
	LR_RUN_TIMES_BITS = 16,
	LR_RUN_KIND_SHIFT = 60,
	LR_RUN_KIND_BITS = 4
};
/* Whether the objects of a run may move.  Other values are reserved and refused. */
enum lr_run_kind {
	LR_RUN_MOVING = 0,       /* the object may move; the word is then updated in place */
	LR_RUN_FIXED = 1,        /* pinned: the object stays */
	LR_RUN_DEEP = 2          /* transitively pinned: the object stays, and so do all objects that can be reached
	                          * from it */
};

/* Functions of the ABI "framemap" do not link their slots into the chain: a table gives the places of the slots in the
** stack frame.  The functions are in a section of their own and keep a frame pointer, so that the callers of the same
** kind can be found from one of them.  While control is in other code, an anchor is in the chain, in words of the
** target:
**   [0] an address in the function that pushed it << LR_FRAME_NROOTS_SHIFT | LR_FRAME_ANCHOR
**   [1] as in a frame
**   [2] its frame pointer
** Anchors of the ABI "statepoint" have one of enum lr_anchor_kind in place of the address:
**   LR_ANCHOR_IN_BETWEEN   the function is not in a table itself; its caller is, and is found by its frame pointer
**   LR_ANCHOR_AT_CALL      [3] its stack pointer: the return address of its current call is in the word below */
enum {
	LR_ANCHOR_FP_WORD = 2,
	LR_ANCHOR_WORDS = 3,
	LR_ANCHOR_SP_WORD = 3,
	LR_ANCHOR_AT_CALL_WORDS = 4
};
enum lr_anchor_kind { LR_ANCHOR_IN_BETWEEN, LR_ANCHOR_AT_CALL };
#define LR_FRAMEMAP_TEXT "lr_text"     /* section of the functions */
#define LR_FRAMEMAP_TABLE "lr_framemap"/* section of their table */
/* the same in Mach-O, with segment and flags */
#define LR_FRAMEMAP_MACHO_TEXT "__TEXT,__lr_text,regular,pure_instructions"
#define LR_FRAMEMAP_MACHO_TABLE "__DATA,__lr_framemap,regular,no_dead_strip"
/* ID of a function's stack map record, above the number of its slots.  If the function has slots, the record's one
** location is that of the first. */
#define LR_FRAMEMAP_ID 0x4C52464DuLL
#define LR_FRAMEMAP_ID_SHIFT 32

/* Functions of the ABI "statepoint", too, are in a section of their own and keep a frame pointer; their table describes
** each frame by return address.  While control is in other code, an anchor is in the chain: their own, or that of a
** function in between (see above). */
#define LR_STATEPOINT_TEXT "lr_sptext"      /* section of the functions */
#define LR_STATEPOINT_TABLE "lr_statepoints"/* section of their table */
#define LR_STATEPOINT_ID 0xABCDEF00uLL      /* ID of the records, unless the call site asks for another */

/* Tag word, one word before the object: type pointer | bits.  */
enum {
	LR_TAG_MARKED = 1,       /* reached by the last collection */
	LR_TAG_OLD = 2,          /* survived a collection */
	LR_TAG_STATIC = 4,       /* no object of the heap: a write barrier must not infer from this tag that its
	                          * children are marked */
	LR_TAG_HASHED = 8,       /* its identity hash was asked for; the runtime's own */
	LR_TAG_BITS = 15,        /* the low bits, which are not part of the type's address */
	LR_TAG_WORDS = 1         /* size of the header before the object */
};

#endif
