/* SPDX-License-Identifier: MIT */
/* multiversion.h -- JuliaMultiVersioning: functions cloned for several processors, in one image.
**
**   targets ──► annotate ──► plan ──► clone ──► rewrite ──► tables
**
** A target is a processor with features.  Target 0 is what the functions themselves are compiled for.  A target with
** MV_CLONE_ALL has clones of all functions, and is the base of a group; any other is partial: it has clones only of
** functions that gain by it, and shares the others with its base.  So a body in a base that calls, or takes the address
** of, a function that some partial target of the group has cloned, loads the address from a slot.  A runtime chooses a
** target when the program starts, and fills the slots by the tables (include/lateroot/image.h).  Until then they hold
** the functions of target 0.
**
** All that can fail is done before the first change: the plan knows each use, and has the memory. */
#ifndef LR_OPTIMIZE_CPU_MULTIVERSION_H
#define LR_OPTIMIZE_CPU_MULTIVERSION_H

#include "base/arena.h"
#include "base/none.h"
#include "base/ptrmap.h"
#include "host/context.h"
#include "optimize/cpu/subtarget.h"

enum { MV_TARGETS_MOST = 64 };
/* Constants of more levels than this are not made of instructions. */
enum { MV_TREE_DEPTH = 16 };

/* Flags of a target, as Julia's runtime numbers them. */
enum {
	MV_VECTOR_CALL = 1 << 0, /* vectors are passed otherwise than by target 0 */
	MV_CLONE_ALL = 1 << 1,
	MV_MATH = 1 << 2, MV_LOOP = 1 << 3, MV_SIMD = 1 << 4, /* clone functions with any of these */
	MV_UNKNOWN_NAME = 1 << 5,
	MV_OPT_SIZE = 1 << 6, MV_MIN_SIZE = 1 << 7,
	MV_CPU = 1 << 8, MV_HALF = 1 << 9, MV_BFLOAT = 1 << 10 /* likewise */
};

struct mv_target {
	const char *cpu, *features;
	uint32_t base;           /* the target whose functions it shares; for a base, its own number */
	uint32_t flags;
	bool hot_only;           /* has no clones of functions that hardly ever run */
	const char *needs;       /* the features that a machine must have, each behind a comma; "" if unknown */
};

struct mv_fn {
	LLVMValueRef fn;
	uint64_t clones;         /* bit t: target t has a clone */
	bool defined, llvm;      /* llvm: an intrinsic */
	bool used, in_global;    /* by an instruction; in the initialiser of a variable */
	bool aliased;
	bool taken;              /* its address is used otherwise than to call it */
	bool exported;           /* code outside of the image calls it by its name, and gets the clone of the target */
	bool cold;               /* it hardly ever runs */
	bool wide;               /* it passes vectors, in registers that depend on the target */
	bool reloc, fvar;        /* needs a slot; needs a number */
	bool shared;             /* each target fills what refers to it */
	const char *obstacle;    /* why it cannot be cloned; NULL: it can */
	uint32_t id;             /* number in the table of functions, or NONE */
	LLVMValueRef slot;
	LLVMValueRef *clone;     /* by target; NULL: none of its own */
	bool *fill;              /* by target: whether the target fills the slot */
};

/* An instruction that uses functions, itself or by constants. */
struct mv_use { LLVMValueRef inst; uint32_t fn; };
/* A word of a variable that holds the address of a function. */
struct mv_word { LLVMValueRef variable; uint64_t offset; uint32_t fn; };

struct mv {
	lr_context *cx;
	LLVMModuleRef m;
	LLVMContextRef llvm;
	struct arena ar;
	const char *triple;
	const char *suffix;      /* of the symbols of the tables */
	bool annotated;          /* another run has found out which functions are cloned */
	bool sharded;            /* the image has other modules */
	bool image;              /* emit the table of tables, lr_image */
	struct mv_target *target;
	uint32_t ntarget;
	struct mv_fn *fn;        /* in the order of the module */
	uint32_t nfn;
	struct ptrmap index;     /* function or clone -> its number; alias and variable -> anything */
	struct ptrmap seen;      /* scratch of the walk over uses */
	struct mv_use *use;
	uint32_t nuse, use_cap;
	LLVMValueRef *copy;      /* [target][use]: the copies of the instructions in bases other than 0 */
	struct mv_word *word;
	uint32_t nword, word_cap;
	LLVMValueRef *alias;     /* of functions that have clones */
	uint32_t nalias, alias_cap;
	LLVMValueRef *global;    /* all variables, then all aliases, then all ifuncs */
	uint32_t nglobal, nvariable, nglobalalias;
	LLVMValueRef fvars;      /* jl_fvars, or NULL */
	uint32_t *order;         /* id -> function */
	uint32_t norder;
	/* scratch of the changes, allocated before them */
	LLVMAttributeRef *attributes;
	LLVMValueRef *units, *copied;
	LLVMValueRef *params, *items;
	struct mv_word *sorted;
	uint32_t *count;
	char *features, *name;
	LLVMBuilderRef builder;
	LLVMTypeRef ptr, word_type; /* the integer of a pointer's width */
	unsigned md_tbaa, md_invariant;
	LLVMValueRef tbaa_const, empty_node; /* for loads of slots */
	unsigned kept[16], nkept; /* kinds of attributes of callees that concern their calls */
};

static inline bool
mv_is_base(const struct mv *v, uint32_t t)
{
	return t == 0 || (v->target[t].flags & MV_CLONE_ALL) != 0;
}

/* The clone that target t uses of function f, or the function itself. */
static inline LLVMValueRef
mv_resolve(const struct mv *v, uint32_t t, uint32_t f)
{
	const struct mv_fn *fn = &v->fn[f];

	if (fn->clone[t] != NULL)
		return fn->clone[t];
	t = v->target[t].base;
	return fn->clone[t] != NULL ? fn->clone[t] : fn->fn;
}

/* Does some partial target of the group of base g clone the function, so that the base needs a slot for it? */
static inline bool
mv_varies(const struct mv *v, uint32_t g, uint32_t f)
{
	if (v->image && g == 0) /* code outside of the image calls it, whatever the target */
		return v->fn[f].clones != 0;
	for (uint32_t t = 1; t < v->ntarget; t++)
		if (!mv_is_base(v, t) && v->target[t].base == g && (v->fn[f].clones >> t & 1) != 0)
			return true;
	return false;
}

/* The names of the clone of function f for target t, and of its slot; in v->name. */
const char *mv_clone_name(const struct mv *, uint32_t f, uint32_t t);
const char *mv_slot_name(const struct mv *, uint32_t f);
/* Lets code outside of the image reach clones by the names of exported functions, in an image of lr_image_select.  Not
** where the module takes the address of the function, which would differ from that outside. */
void mv_choose_exports(struct mv *);

/* -- mv_targets.c: the targets, of the module flag or of the options. */
lr_status mv_targets_read(struct mv *);
/* Lists what each target needs of a machine. */
lr_status mv_targets_needs(struct mv *);

/* -- mv_annotate.c */
/* Lists the functions. */
bool mv_list(struct mv *);
/* Decides which functions are cloned for which targets. */
lr_status mv_annotate(struct mv *);
/* Reads the attributes that say so. */
lr_status mv_read_annotations(struct mv *);
/* Writes them. */
void mv_write_annotations(struct mv *);

/* -- mv_uses.c: finds the uses of all functions, and the obstacles to cloning.  False: memory is exhausted. */
bool mv_find_uses(struct mv *);
/* Lists the instructions and words that use cloned functions. */
lr_status mv_list_uses(struct mv *);
/* Can a function of the type pass all its arguments on, variable ones included? */
bool mv_can_forward(const struct mv *, LLVMTypeRef);
/* Is the address of a function with a slot, or of a clone of it, in the operand? */
bool mv_holds_slotted(const struct mv *, LLVMValueRef operand);

/* -- mv_clone.c */
/* The number of attributes at that place of the function that has most. */
unsigned mv_most_attributes(LLVMValueRef fn);
/* Sets a string attribute of a function. */
void mv_mark(const struct mv *, LLVMValueRef fn, const char *name, const char *value);
/* Adds the attributes of a function, its result and its arguments to another one, except those of this pass. */
void mv_copy_attributes(const struct mv *, LLVMValueRef from, LLVMValueRef to);
void mv_make_clones(struct mv *);

/* -- mv_rewrite.c */
void mv_make_slots(struct mv *);
void mv_rewrite(struct mv *);

/* -- mv_tables.c */
/* Reads jl_fvars, and numbers the functions. */
lr_status mv_number(struct mv *, bool tolerant, bool *unfit);
void mv_emit_tables(struct mv *);

#endif
