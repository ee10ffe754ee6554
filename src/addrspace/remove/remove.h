/* remove.h -- RemoveJuliaAddrspaces and RemoveAddrspaces from within: the state that their files share.
**
** The pass plans (remove.c, *_plan.c): every type is mapped and everything that will be touched is looked at, which may
** fail.  Then it changes the module, which cannot: cloned_globals.c gives new functions and globals to those whose
** types change, constants.c makes constants anew, retype.c does the instructions.
**
** An old value and the new one that takes its place differ in type, and LLVMReplaceAllUsesWith joins them all the same;
** so do calls and phis that are built before all of their operands have been.  LLVM allows that as long as its
** assertions are off, as they are in released builds. */
#ifndef LR_ADDRSPACE_REMOVE_REMOVE_H
#define LR_ADDRSPACE_REMOVE_REMOVE_H

#include "dialect/kind.h"
#include "host/context.h"
#include "base/arena.h"
#include "base/ptrmap.h"

/* LLVMAttributeFunctionIndex is an int in the header and an unsigned wherever it goes. */
#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

enum { TYPE_CACHE_ENTRIES = 256 };       /* these are powers of two */
enum { CALL_MODELS = 32, MODEL_ATTRIBUTES = 20 };

/* One type or constant whose children are being mapped. */
struct type_visit { LLVMTypeRef type; unsigned next; };
struct constant_visit { LLVMValueRef value; unsigned next; };

/* A function, global variable, alias or ifunc. */
struct clone {
	LLVMValueRef old;
	LLVMValueRef new_value;/* what stands for it in the end; `old` itself if `replace` is not set */
	LLVMValueRef holder;   /* where a function's body waits; NULL: a declaration */
	LLVMTypeRef type;      /* value type, mapped */
	char *name;            /* of those that are replaced */
	bool replace;
	bool moves;            /* its own address space becomes 0 */
	bool intrinsic;        /* LLVM's own: the name follows from the type */
	bool dso_local;        /* these two are from headers.c */
	bool uncopyable;       /* has a property that LLVM-C cannot set */
	uint32_t touched, ntouched; /* of a function: its instructions in `touched` */
};

#if LLVM_VERSION_MAJOR < 22
/* A synchronisation scope that only text can name. */
struct scope { const char *name; uint32_t template; };
#endif

struct remover {
	lr_context *cx;
	LLVMModuleRef module;
	LLVMModuleRef waiting;       /* where the bodies are while their functions are made anew, in functions without
	                              * names; or NULL */
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMTypeRef ptr;             /* address space 0 */
	struct arena arena;
	lr_status status;
	bool all;                    /* every space goes, not just those of objects */
	bool any;                    /* something in a space that goes is in the module */

	/* Where LLVM-C puts new functions and allocas is what the data layout says: layout.c */
	char *layout, *layout_text;  /* what it says in the end; the same with other spaces behind it */
	unsigned layout_program, layout_stack, program_as, stack_as;

	struct ptrmap types;         /* composite type -> index into new_types */
	LLVMTypeRef *new_types;
	uint32_t ntypes, types_cap;
	struct mapped_type { LLVMTypeRef type, new_type; } type_cache[TYPE_CACHE_ENTRIES]; /* the latest answers */
	struct type_visit *type_stack;
	uint32_t type_depth, type_stack_cap;

	struct ptrmap seen;          /* constants that the plan has looked at */
	struct ptrmap constants;     /* constant -> index into new_constants */
	LLVMValueRef *new_constants;
	uint32_t nconstants, constants_cap;
	struct constant_visit *constant_stack;
	uint32_t constant_depth, constant_stack_cap;
	bool globals_move;           /* some global, alias or ifunc itself is in a space that goes */
	bool functions_move;         /* so is some function */

	/* templates.c */
	LLVMModuleRef *templates;
	uint32_t ntemplates, templates_cap;
	struct ptrmap template_of;   /* instruction -> index into templates */
#if LLVM_VERSION_MAJOR < 22
	struct scope *scopes;
	LLVMValueRef *atomics;       /* that may have a scope */
	uint32_t nscopes, scopes_cap, natomics, atomics_cap;
#endif
	bool fragile_allocas;        /* some function declares a parameter swifterror or inalloca */
	unsigned attr_swifterror, attr_inalloca;

	LLVMValueRef *touched;       /* instructions that may have to be made anew, or get other constants */
	uint32_t ntouched, touched_cap;

	/* largest of their kind, from the plan */
	size_t max_operands, max_name, max_attributes, max_bundles;
	LLVMValueRef *values;        /* scratch, max_operands */
	LLVMBasicBlockRef *blocks;
	LLVMOperandBundleRef *bundles;
	LLVMAttributeRef *attributes;
	char *name;

	struct call_model {          /* a call in no block, see retype_call.c */
		LLVMTypeRef type;    /* called, mapped */
		LLVMValueRef call;   /* NULL: none yet */
		unsigned n;
		LLVMAttributeRef list[MODEL_ATTRIBUTES]; /* unmapped */
	} models[CALL_MODELS];

	/* in the order of the module; `globals`: variables, then aliases, then ifuncs */
	struct clone *functions, *globals;
	uint32_t nfunctions, nglobals, nvariables;
	LLVMValueRef *everything;    /* room for all of them */
};

/* Does what is in this address space go to 0? */
static inline bool
space_goes(const struct remover *r, unsigned as)
{
	return r->all ? as != LR_AS_GENERIC : as_is_special(as);
}

/* For messages. */
static inline const char *
going_spaces(const struct remover *r)
{
	return r->all ? "outside of address space 0" : "of address spaces 10 to 13";
}

/* typemap.c: the type with all spaces that go turned into 0; the same type if there are none. */
LLVMTypeRef typemap_get_slow(struct remover *, LLVMTypeRef);
static inline struct mapped_type *
typemap_latest(struct remover *r, LLVMTypeRef t)
{
	return &r->type_cache[ptrmap_hash(t) % TYPE_CACHE_ENTRIES];
}
static inline LLVMTypeRef
typemap_get(struct remover *r, LLVMTypeRef t)
{
	const struct mapped_type *latest = typemap_latest(r, t);

	return latest->type == t ? latest->new_type : typemap_get_slow(r, t);
}
LLVMAttributeRef typemap_attribute(struct remover *, LLVMAttributeRef);

/* constants.c */
/* Look at a constant that `at` uses; reports what cannot be made anew.  False if it certainly stays what it is, when
** all globals have been looked at. */
bool constants_plan(struct remover *, LLVMValueRef at, LLVMValueRef c);
bool constants_ready(struct remover *);
/* `new_value` stands for the global `old` from now on. */
void constants_bind(struct remover *, LLVMValueRef old, LLVMValueRef new_value);
/* The constant over mapped types; any other value is returned as it is. */
LLVMValueRef constants_map(struct remover *, LLVMValueRef);

/* clone_plan.c */
void clones_plan(struct remover *);
bool clones_ready(struct remover *);
/* Is any of them made anew?  After clones_ready. */
bool clones_anew(const struct remover *);
/* cloned_globals.c */
/* Make all functions and globals anew that must be, and retype all bodies. */
void clones_replace(struct remover *);

/* drop_casts.c */
/* Drops the casts between spaces, for the code generator; false: the module needs all of the pass, and is as it was. */
bool drop_casts(LLVMModuleRef);

/* layout.c */
/* Finds out what the data layout says, and what it will say in the end. */
bool layout_ready(struct remover *);
/* New functions are made in this space from now on; new allocas in that one. */
void layout_program(struct remover *, unsigned as);
void layout_stack(struct remover *, unsigned as);
/* What it says in the end. */
void layout_final(struct remover *);

/* templates.c */
/* `alloca` is handed to a call as swifterror. */
void templates_plan_swifterror(struct remover *, LLVMValueRef alloca);
/* The alloca that takes its place, where the builder stands; NULL if an ordinary one does. */
LLVMValueRef templates_alloca(struct remover *, LLVMValueRef alloca);
#if LLVM_VERSION_MAJOR < 22
/* `inst` is atomic and will be made anew. */
void templates_plan_scope(struct remover *, LLVMValueRef inst);
/* Find out the scopes of all those. */
void templates_plan_scopes(struct remover *);
/* An instruction of the same opcode and scope over `ptr`, where the builder stands; NULL if its scope has a setter. */
LLVMValueRef templates_atomic(struct remover *, LLVMValueRef inst);
#endif
void templates_free(struct remover *);

/* headers.c: what LLVM-C cannot tell of a global, read off the module's text, which must hold no bodies. */
void headers_read(struct remover *);

/* retype_plan.c */
void retype_plan(struct remover *, struct clone *fn);
/* Room for the names of what will be made anew, where they are copied: if bodies stay where they are. */
void retype_plan_names(struct remover *);
/* retype.c */
void retype_body(struct remover *, const struct clone *fn);
/* Name, metadata and uses of `old` go to `v`, which may be no instruction if LLVM has folded it; `old` is erased. */
void retype_replace(struct remover *, LLVMValueRef old, LLVMValueRef v);
/* retype_call.c */
void retype_call(struct remover *, LLVMValueRef call, LLVMOpcode op);
void retype_free_models(struct remover *);

#endif
