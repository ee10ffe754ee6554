/* profile.h -- an ABI profile: what differs between runtimes that share the dialect.
**
** Built in: "lateroot" (the reference runtime) and "julia-1.13".  Others are text files; docs/profiles.md has the format. */
#ifndef LR_PROFILE_H
#define LR_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

enum { PROFILE_MAX_CLASSES = 64, PROFILE_NAME_BYTES = 64 };

/* How the address of the GC stack head is found where the function has no "gcstack" argument. */
enum getter { GETTER_CALL, GETTER_TLS };

struct lr_profile {
	char name[PROFILE_NAME_BYTES];
	/* offsets in bytes */
	int32_t gcstack_in_task;      /* task = pgcstack - this */
	int32_t ptls_in_task;         /* ptls = load(task + this), unless ptls_is_pgcstack */
	bool    ptls_is_pgcstack;     /* the getter gives the ptls, whose first word is the GC stack head */
	bool    alloc_takes_ptls;     /* first argument of gc_alloc_obj is the ptls already, not the task */
	int32_t safepoint_in_ptls, gc_state_in_ptls;
	/* getter */
	enum getter getter;
	char    getter_name[PROFILE_NAME_BYTES]; /* GETTER_CALL: ptr name(void) */
	int64_t tls_offset;           /* GETTER_TLS: from the thread pointer */
	bool    tls_load;             /* GETTER_TLS: the word there is loaded; otherwise its address is the answer */
	/* In an image the loader fills hidden globals: the offset (then as GETTER_TLS if it is not 0) and the getter to call
	** otherwise; the key slot is only declared.  Empty: images get the getter like everybody. */
	char    image_func_slot[PROFILE_NAME_BYTES], image_key_slot[PROFILE_NAME_BYTES], image_offset[PROFILE_NAME_BYTES];
	/* allocation */
	char    small_alloc[PROFILE_NAME_BYTES], big_alloc[PROFILE_NAME_BYTES], typed_alloc[PROFILE_NAME_BYTES];
	bool    alloc_passes_type;    /* last argument of the three is the type as an integer */
	uint32_t nclasses;
	uint16_t classes[PROFILE_MAX_CLASSES];  /* sizes in bytes, tag included, ascending */
	int32_t pool_offset, pool_stride;       /* i32 argument = pool_offset + pool_stride * class */
	/* barrier */
	char    queue_root[PROFILE_NAME_BYTES];
	uint32_t parent_mask, parent_value;     /* slow path if (tag(parent) & mask) == value ... */
	uint32_t child_mask;                    /* ... and some (tag(child) & mask) == 0 */
	uint32_t image_mask, image_value;       /* a parent with (tag & mask) == value takes it whatever the children; mask 0: none */
	uint32_t tag_bits;                      /* low bits of the tag word that are not the type */
	bool    caller_roots_jlcall_args;       /* values loaded from a jlcall entry's argument array are rooted by the caller */
};

struct lr_context;
/* Fill `*p` from a built-in name or from a file; reports through lr_fail and returns its status. */
int profile_load(struct lr_context *, const char *name_or_path, struct lr_profile *p);
/* The built-in profile of this name, or NULL. */
const struct lr_profile *profile_builtin(const char *name);

#endif
