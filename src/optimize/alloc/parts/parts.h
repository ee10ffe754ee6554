/* SPDX-License-Identifier: MIT */
/* parts.h -- objects that are taken apart: each field becomes a variable. */
#ifndef LR_OPTIMIZE_ALLOC_PARTS_H
#define LR_OPTIMIZE_ALLOC_PARTS_H

#include "optimize/alloc/object/object.h"

/* -- escape.c: where an object that is taken apart has to be made after all */

/* An object that becomes variables: by itself, or together with phis and selects of such objects. */
struct member {
	struct object o;
	bool *stays;             /* by use: the variables can serve it */
	bool *inside;            /* by use: it is that of a phi or select that is a member, too */
	/* the plan for it, which member_look makes the one at hand */
	struct block_mark *mark;
	block_id *list;
	uint32_t stamp;
	uint32_t region;         /* number of blocks in which it is live, in `list` */
	float cost;              /* how often it is made */
	uint32_t sites;          /* number of places at which it is made */
	bool maybe;              /* a phi or select that may be the constant of the plan instead of an object */
	block_id *guard;         /* blocks that are reached only if it is none */
	uint32_t nguard, guard_cap;
	/* while the plan is carried out */
	LLVMValueRef constant;   /* the variable that tells whether it is the constant; NULL: it never is */
	LLVMValueRef *var;       /* by field: its alloca; NULL: nobody reads it */
	LLVMValueRef real;       /* the variable that holds the object where it exists; NULL: it never does */
};

struct virtual_plan {
	struct member *m;
	uint32_t n;
	struct object *shape;    /* has the fields and accesses of all members */
	LLVMValueRef constant;   /* another input of phis and selects, such as null; NULL: there is none */
	bool escapes;            /* some use needs an object itself */
	bool preserved;          /* its references are to be kept alive somewhere */
};

/* Makes the plan for a member the one at hand. */
static inline void
member_look(struct alloc_opt *a, const struct member *m)
{
	a->mark = m->mark, a->list = m->list, a->stamp = m->stamp;
}
/* Plans where a member is made: `real` and `cut` of the blocks.  It escapes at the uses for which `stays` and `inside`
** are false.  False: it cannot be done. */
bool escape_plan(struct alloc_opt *, const struct virtual_plan *, struct member *);
/* Splits the edges of `split`, once the round's variables are in SSA form. */
void escape_split_edges(struct alloc_opt *);
/* Does the object at hand exist where the use happens, by its plan? */
bool escape_is_real(const struct alloc_opt *, const struct object_use *);
/* Does the object at hand exist at the end of a block? */
static inline bool
escape_real_at_end(const struct alloc_opt *a, block_id b)
{
	return a->mark[b].real == a->stamp || a->mark[b].cut == a->stamp;
}
/* Is what the plan makes worth its while? */
bool escape_pays(const struct alloc_opt *, const struct virtual_plan *);

/* -- order.c: where an allocation may stand */
/* Is the call certainly a safepoint, so that all objects are in order before it? */
bool order_is_safepoint(struct alloc_opt *, LLVMValueRef);
/* May the result of a safepoint be an object that is not initialised yet, or a plain address? */
bool order_opens(struct alloc_opt *, LLVMValueRef call);
/* Finds the last safepoint, or instruction that takes an address, in a block at or before instruction `i`, which may be
** NULL; or in all of a block.  *last NULL: there is none.  False: the budget is exhausted. */
bool order_last(struct alloc_opt *, LLVMValueRef i, LLVMValueRef *last);
bool order_last_of_block(struct alloc_opt *, block_id, LLVMValueRef *last);

/* -- virtual.c: decides whether objects become variables, and are made only where they escape, if they do */
/* Can the object become variables?  With may_escape it may also be made on cold paths.  The plan holds until the
** next object is looked at. */
bool virtual_suits(struct alloc_opt *, struct object *, bool may_escape, struct virtual_plan *);
/* The parts of this that merges.c needs: whether fields and uses of the objects suit, where they are live and made, and
** the memory for what comes. */
/* GEPs with a variable index are uses that need the object: adds them to the uses of an object.  False: memory is
** exhausted. */
bool add_variable_geps(struct alloc_opt *, struct object *);
bool virtual_shape_suits(struct alloc_opt *, struct virtual_plan *, bool may_escape);
bool virtual_uses_suit(struct alloc_opt *, struct virtual_plan *, struct member *, bool may_escape);
bool virtual_regions_suit(struct alloc_opt *, struct virtual_plan *, struct member *);
bool virtual_reserve(struct alloc_opt *, const struct virtual_plan *);
/* Is the variable for the field memory, rather than a value of one type? */
bool field_is_memory(const struct field *);
/* The index of the first field that ends behind `offset`. */
uint32_t first_field_behind(const struct object *, uint64_t offset);

/* Enters a block in which the object at hand is made; false: it cannot be made there. */
typedef bool escape_site(void *, block_id);
/* Calls `site` for each block in which the object at hand is made.  False: a call returned false. */
bool escape_sites(const struct alloc_opt *, const struct member *, escape_site *, void *);

/* -- merges.c: phis and selects of objects */
/* The same for an object that meets others like it in phis and selects. */
bool merges_suit(struct alloc_opt *, struct object *, struct virtual_plan *);

/* -- apply.c */
void virtual_apply(struct alloc_opt *, const struct virtual_plan *);

#endif
