/* SPDX-License-Identifier: MIT */
/* profile.h -- an ABI profile: the differences between runtimes that share the dialect.
**
** The profile "lateroot" (the reference runtime) and those of share/profiles are built into the library.  Others are
** text files; docs/profiles.md describes the format. */
#ifndef LR_HOST_PROFILE_H
#define LR_HOST_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "host/architecture.h"
#include "lateroot/abi.h"

enum { PROFILE_MAX_CLASSES = 64, PROFILE_NAME_BYTES = 64, PROFILE_GLOBS_BYTES = 1024, PROFILE_IMMEDIATES = 8 };

/* How a function without a "gcstack" argument finds the address of the GC stack head. */
enum getter { GETTER_CALL, GETTER_TLS };
/* What the loader fills in an image: variables of the module, or aliases of variables called NAME.real. */
enum image_globals { IMAGE_HIDDEN, IMAGE_ALIAS };
/* Which types may have a hook that the runtime runs once for each object that dies: all but marked ones; none; those
** whose descriptor, a struct lr_type, has a release function. */
enum type_hooks { HOOKS_UNLESS_MARKED, HOOKS_NONE, HOOKS_LR_TYPE };

/* What lr_check takes a pointer for that nothing marks as a reference: it may be one; or it is none. */
enum unmarked { UNMARKED_UNKNOWN, UNMARKED_PLAIN };
/* Frames of plain pointers: { prev, map, roots ... }, LLVM's shadow stack, or { number of roots << 2, prev, roots
** ... }, with 1 in the number if its words are the addresses of variables, as the macros of Julia's runtime have it. */
enum chain_layout { CHAIN_NEXT_MAP, CHAIN_COUNT_PREV };

/* What a write barrier tests before it calls the runtime, apart from the children that never matter. */
enum barrier_kind {
	BARRIER_MARK_BITS,       /* tags: an old, marked parent and an unmarked child */
	BARRIER_OBJECT_LOG,      /* the log bit of the parent */
	BARRIER_SLOT_LOG,        /* the log bit of each slot */
	BARRIER_SNAPSHOT,        /* the log bit of the parent, whatever is stored: the old values count */
	BARRIER_CARDS,           /* nothing: it stores into the byte of the card */
	BARRIER_NONE             /* nothing: the collector marks all objects each time */
};

/* Where the word is that tells the type of an object. */
enum tag_place {
	TAG_BEFORE,              /* the word in front of the object */
	TAG_AT,                  /* tag_offset bytes from the address of the object */
	TAG_NONE                 /* there is none */
};

struct lr_profile {
	char name[PROFILE_NAME_BYTES];
	enum architecture architecture; /* the only one on which offsets and code of this profile are right */
	/* offsets in bytes */
	int32_t gcstack_in_task;      /* task = pgcstack - this */
	int32_t ptls_in_task;         /* ptls = load(task + this), unless ptls_is_pgcstack */
	bool    ptls_is_pgcstack;     /* the getter returns the ptls, whose first word is the GC stack head */
	bool    alloc_takes_ptls;     /* the first argument of gc_alloc_obj is the ptls and not the task */
	int32_t safepoint_in_ptls, gc_state_in_ptls;
	int32_t defer_signal_in_ptls; /* 0: none */
	uint8_t gc_state_unsafe, gc_state_safe; /* values of that byte: the thread may access objects; the
	                                        * collector need not wait for it */
	/* getter */
	enum getter getter;
	char    getter_name[PROFILE_NAME_BYTES]; /* GETTER_CALL: ptr name(void) */
	char    getter_variable[PROFILE_NAME_BYTES]; /* GETTER_CALL: a thread-local variable with what the getter
	                                              * returns, or null: then it must be called; empty: none */
	/* julia.get_pgcstack_or_new: if the getter (getter_or_null, if the profile has one) returns null, adopt_thread
	** registers the calling thread and returns what the getter would.  The thread then counts as having been
	** GC-safe. */
	char    getter_or_null[PROFILE_NAME_BYTES], adopt_thread[PROFILE_NAME_BYTES];
	int64_t tls_offset;           /* GETTER_TLS: from the thread pointer */
	bool    tls_load;             /* GETTER_TLS: load the word there; otherwise take its address */
	/* In an image the loader fills hidden globals: the offset (used as with GETTER_TLS if it is not 0) and the
	** getter to call otherwise; the key slot is only declared.  Empty: images use the getter, too. */
	char image_func_slot[PROFILE_NAME_BYTES], image_key_slot[PROFILE_NAME_BYTES], image_offset[PROFILE_NAME_BYTES];
	enum image_globals image_globals;
	/* allocation */
	char    small_alloc[PROFILE_NAME_BYTES], big_alloc[PROFILE_NAME_BYTES], typed_alloc[PROFILE_NAME_BYTES];
	char    memory_alloc[PROFILE_NAME_BYTES]; /* (ptls, bytes of data, ptr type): see allocate_memory.c */
	bool    alloc_passes_type;    /* the last argument of the first three is the type, as an integer */
	uint32_t nclasses;
	uint16_t classes[PROFILE_MAX_CLASSES];  /* sizes in bytes, tag included, in any order */
	uint32_t object_align;                  /* what code expects of an object's address, 8 or 16; 0: 8 */
	int32_t runs_in_ptls;                   /* { next, end } of free objects for inline allocation, by class
	                                         * (lr_ptls.runs); 0: none */
	int32_t allocated_in_ptls;              /* a word that counts the bytes of such objects; 0: none */
	int32_t pool_offset, pool_stride;       /* i32 argument = pool_offset + pool_stride * class */
	/* Suffix of the names above and of queue_root for calls that carry !julia.reset_region.  Empty: the same
	** functions are called. */
	char    reset_safe_suffix[PROFILE_NAME_BYTES];
	/* barrier */
	enum barrier_kind barrier;
	char    queue_root[PROFILE_NAME_BYTES]; /* slow path (parent), of BARRIER_MARK_BITS */
	char    queue_slot[PROFILE_NAME_BYTES]; /* slow path (parent, slot or null), of the other kinds; of
	                                         * BARRIER_MARK_BITS for barriers of one slot, unless it is empty */
	char    log_base[PROFILE_NAME_BYTES];   /* variable with the address of the log bits: one for each 8 bytes */
	char    card_base[PROFILE_NAME_BYTES];  /* variable with the address of the card of address 0 */
	char    card_table[PROFILE_NAME_BYTES]; /* BARRIER_MARK_BITS: variable, a struct lr_card_table (layout.h); with
	                                         * queue_slot; empty: none */
	uint32_t card_table_shift;              /* its cards have 1 << card_table_shift bytes */
	uint32_t card_shift;                    /* a card has 1 << card_shift bytes of the heap */
	uint8_t card_value;                     /* what the byte of a card becomes */
	char    read_barrier[PROFILE_NAME_BYTES]; /* (reference, slot): gives the reference to use; empty: none */
	char    read_flag[PROFILE_NAME_BYTES];  /* a byte: while it is 0, read_barrier need not be called; empty: it
	                                         * always is */
	uint32_t parent_mask, parent_value;     /* slow path if (tag(parent) & mask) == value ... */
	uint32_t child_mask;                    /* ... and some (tag(child) & mask) == 0 */
	uint32_t image_mask, image_value;       /* a parent with (tag & mask) == value takes the slow path whatever
	                                         * the children; mask 0: none */
	bool survivors_grow_old_together;       /* what survives a collection is old: a parent that was there needs no
	                                         * barrier for a child that was there */
	/* Words in the place of references that are no addresses, besides small ones: those with (word & mask) ==
	** value, and those with any of immediate_bits.  None: 0 and 0.  See struct lr_immediates of layout.h. */
	uint32_t nimmediates;
	struct { uint64_t mask, value; } immediates[PROFILE_IMMEDIATES];
	uint64_t immediate_bits;
	char    immediates_set[PROFILE_NAME_BYTES]; /* void name(const struct lr_immediates *), called by a
	                                             * constructor of each module if there are any; empty: the
	                                             * runtime knows them */
	enum tag_place tag;
	int32_t tag_offset;                     /* TAG_AT */
	bool    alloc_stores_tag;               /* the entries store it; otherwise compiled code does */
	char    type_of[PROFILE_NAME_BYTES];    /* ptr name(object), which gives the type; empty: the tag tells it */
	uint32_t tag_bits;                      /* low bits of the tag word that do not belong to the type */
	/* handlers: enter([task,] buffer), then setjmp_name(buffer, 0) */
	char    enter_handler[PROFILE_NAME_BYTES], setjmp_name[PROFILE_NAME_BYTES];
	bool    handler_takes_task;
	uint32_t handler_bytes;
	uint32_t handler_bytes_on[ARCH_COUNT]; /* 0: handler_bytes */
	uint32_t handler_bytes_windows;        /* on Windows, whatever the architecture; 0: as elsewhere */
	/* reset regions: what CancellationLowering publishes at task + reset_ctx_in_task; 0: the runtime has none */
	int32_t reset_ctx_in_task, eh_in_task;
	uint32_t reset_bytes, reset_align;      /* { own address, jump buffer ..., gcstack, eh } */
	char    reset_setjmp[PROFILE_NAME_BYTES]; /* empty: setjmp_name */
	bool    mapped_frames;                  /* the collector reads frames of blocks with maps (abi.h); otherwise
	                                         * frames list the addresses of words */
	bool    variable_tables;                /* the runtime has lr_globals_add, lr_tls_add and so on */
	bool    caller_roots_jlcall_args;       /* values loaded from a jlcall entry's argument array are rooted by the
	                                         * caller */
	enum type_hooks type_hooks;
	bool    comparisons_are_uses;           /* == and != of two references keep both alive; otherwise a reused cell
	                                         * may compare equal */
	/* lr_check, in functions whose references no address space marks.  Lists of globs: words with a zero byte
	** behind each, and one more at the end. */
	char    reference_results[PROFILE_GLOBS_BYTES]; /* functions whose results are references */
	char    reference_params[PROFILE_GLOBS_BYTES];  /* functions whose pointer parameters are references */
	char    reference_attribute[PROFILE_NAME_BYTES]; /* marks a parameter or a result as a reference */
	bool    reference_loads;                /* pointers loaded out of objects are references */
	enum unmarked unmarked_pointers;
	char    never_collect[PROFILE_GLOBS_BYTES];     /* functions that never collect */
	char    chain_head[PROFILE_NAME_BYTES]; /* variable, or getter of its address; empty: llvm_gc_root_chain */
	enum chain_layout chain_layout;
};

/* The distance of the tag from the object's address, in code with words of that size; not to be asked of TAG_NONE. */
static inline int64_t
profile_tag_offset(const struct lr_profile *p, unsigned word_bytes)
{
	return p->tag == TAG_AT ? p->tag_offset : -(int64_t)LR_TAG_WORDS * (int64_t)word_bytes;
}
/* The bytes in front of an object, which the size classes include. */
static inline uint64_t
profile_header_bytes(const struct lr_profile *p, unsigned word_bytes)
{
	const int64_t at = p->tag == TAG_NONE ? 0 : profile_tag_offset(p, word_bytes);

	return at < 0 ? (uint64_t)-at : 0;
}
/* The smallest size class for an object with that many bytes, what stands in front of it included, that is to be
** aligned to `align`; false if there is none. */
bool profile_class(const struct lr_profile *, uint64_t bytes, uint64_t align, uint32_t *class);
/* The largest size class. */
uint64_t profile_class_most(const struct lr_profile *);
/* Is the tag among the bytes of the object itself? */
static inline bool
profile_tag_inside(const struct lr_profile *p)
{
	return p->tag == TAG_AT && p->tag_offset >= 0;
}
/* Does the profile say which plain pointers are references? */
bool profile_marks_plain(const struct lr_profile *);
/* Are there words in the place of references that are no addresses, besides small ones? */
static inline bool
profile_has_immediates(const struct lr_profile *p)
{
	return p->nimmediates != 0 || p->immediate_bits != 0;
}
/* Does one of the globs of a list match the name? */
bool profile_matches(const char *globs, const char *name);

/* The size of a handler's buffer in code for the triple. */
uint32_t profile_handler_bytes(const struct lr_profile *, const char *triple);

struct lr_context;
/* Fills `*p` from a built-in profile or a file; reports errors through lr_fail and returns its status. */
int profile_load(struct lr_context *, const char *name_or_path, struct lr_profile *p);
/* Checks that the context's profile is for the architecture of the triple: LR_E_TARGET otherwise. */
int profile_check_target(struct lr_context *, const char *triple);
/* The built-in profile of this name, or NULL. */
const struct lr_profile *profile_builtin(const char *name);

#endif
