/* SPDX-License-Identifier: MIT */
/* remove.h -- the state that the files of RemoveJuliaAddrspaces and RemoveAddrspaces share.
**
** First the pass plans (remove.c, *_plan.c): it maps every type and examines everything that it will change.  This
** may fail.  Then it changes the module, which cannot fail: cloned_globals.c replaces the functions and globals
** whose types change, constants.c rebuilds constants, retype.c rebuilds instructions.
**
** LLVMReplaceAllUsesWith replaces an old value by a new one of another type; and calls and phis may be built over
** operands that still have their old types.  LLVM allows both as long as its assertions are off, as they are in
** released builds. */
#ifndef LR_ADDRSPACE_REMOVE_REMOVE_H
#define LR_ADDRSPACE_REMOVE_REMOVE_H

#include "dialect/kind.h"
#include "host/context.h"
#include "base/arena.h"
#include "base/ptrmap.h"

/* LLVMAttributeFunctionIndex is an int in LLVM's header, but all functions take it as unsigned. */
#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

enum { TYPE_CACHE_ENTRIES = 256 };       /* this and the next are powers of two */
enum { CALL_MODELS = 32, MODEL_ATTRIBUTES = 20 };

/* One type or constant whose children are being mapped. */
struct type_visit { LLVMTypeRef type; unsigned next; };
struct constant_visit { LLVMValueRef value; unsigned next; };

/* A function, global variable, alias or ifunc. */
struct clone {
	LLVMValueRef old;
	LLVMValueRef new_value;/* its replacement; `old` itself if `replace` is not set */
	LLVMValueRef holder;   /* the function that holds the body meanwhile; NULL: a declaration */
	LLVMTypeRef type;      /* value type, mapped */
	char *name;            /* if it is replaced */
	bool replace;
	bool moves;            /* its own address space becomes 0 */
	bool intrinsic;        /* LLVM's own: the name follows from the type */
	bool dso_local;        /* this and the next are from headers.c */
	bool uncopyable;       /* has a property that LLVM-C cannot set */
	uint32_t touched, ntouched; /* of a function: its range in `touched` */
};

#if LLVM_VERSION_MAJOR < 22
/* A synchronisation scope that can only be named in text. */
struct scope { const char *name; uint32_t template; };
#endif

struct remover {
	lr_context *cx;
	LLVMModuleRef module;
	LLVMModuleRef waiting;       /* holds the bodies while their functions are rebuilt, in functions without symbol
	                              * tables; or NULL */
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMTypeRef ptr;             /* address space 0 */
	struct arena arena;
	lr_status status;
	bool all;                    /* removes every space, not just those of the dialect */
	bool from_wasm;              /* those of C for WebAssembly become those of the dialect (wasm.h) */
	bool any;                    /* the module contains something in a space that is removed */

	/* The data layout decides the space of new functions and allocas: layout.c. */
	char *layout, *layout_text;  /* the final layout; the same with temporary specifications appended */
	unsigned layout_program, layout_stack, program_as, stack_as;

	struct ptrmap types;         /* composite type -> index into new_types */
	LLVMTypeRef *new_types;
	uint32_t ntypes, types_cap;
	struct mapped_type { LLVMTypeRef type, new_type; } type_cache[TYPE_CACHE_ENTRIES]; /* latest results, by hash */
	struct type_visit *type_stack;
	uint32_t type_depth, type_stack_cap;

	struct ptrmap seen;          /* constants that the plan has examined */
	struct ptrmap constants;     /* constant -> index into new_constants */
	LLVMValueRef *new_constants;
	uint32_t nconstants, constants_cap;
	struct constant_visit *constant_stack;
	uint32_t constant_depth, constant_stack_cap;
	bool globals_move;           /* the address of some variable, alias or ifunc is in a space that is removed */
	bool functions_move;         /* that of some function is */

	/* templates.c */
	LLVMModuleRef *templates;
	uint32_t ntemplates, templates_cap;
	struct ptrmap template_of;   /* instruction -> index into templates */
#if LLVM_VERSION_MAJOR < 22
	struct scope *scopes;
	LLVMValueRef *atomics;       /* those that may have a scope */
	uint32_t nscopes, scopes_cap, natomics, atomics_cap;
#endif
	bool fragile_allocas;        /* some function has a parameter that is swifterror or inalloca */
	unsigned attr_swifterror, attr_inalloca;

	LLVMValueRef *touched;       /* instructions that may have to be rebuilt, or get other constants */
	uint32_t ntouched, touched_cap;

	/* maxima over the module, from the plan */
	size_t max_operands, max_name, max_attributes, max_bundles;
	LLVMValueRef *values;        /* scratch arrays from here on; this one has max_operands */
	LLVMBasicBlockRef *blocks;
	LLVMOperandBundleRef *bundles;
	LLVMAttributeRef *attributes;
	char *name;

	struct call_model {          /* a call that is in no block, see retype_call.c */
		LLVMTypeRef type;    /* of the callee, mapped */
		LLVMValueRef call;   /* NULL: none yet */
		unsigned n;
		LLVMAttributeRef list[MODEL_ATTRIBUTES]; /* unmapped */
	} models[CALL_MODELS];

	/* In the order of the module; `globals` has variables, then aliases, then ifuncs. */
	struct clone *functions, *globals;
	uint32_t nfunctions, nglobals, nvariables;
	LLVMValueRef *everything;    /* room for all of them */
};

/* Is this address space removed, or replaced? */
static inline bool
space_goes(const struct remover *r, unsigned as)
{
	if (r->from_wasm)
		return as >= LR_AS_WASM && as_is_special(as - LR_AS_WASM);
	return r->all ? as != LR_AS_GENERIC : as_is_special(as);
}

/* The address space that this one becomes. */
static inline unsigned
space_to(const struct remover *r, unsigned as)
{
	return !space_goes(r, as) ? as : r->from_wasm ? as - LR_AS_WASM : LR_AS_GENERIC;
}

/* For messages. */
static inline const char *
going_spaces(const struct remover *r)
{
	return r->all ? "outside of address space 0" : "of address spaces 10 to 13";
}

/* typemap.c: the type with all removed spaces turned into 0; the same type if it has none. */
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
/* Examines a constant that `at` uses; reports what cannot be rebuilt.  False if it certainly does not change, provided
** that all globals have been examined. */
bool constants_plan(struct remover *, LLVMValueRef at, LLVMValueRef c);
bool constants_ready(struct remover *);
/* Constants refer to `new_value` in place of the global `old` from now on. */
void constants_bind(struct remover *, LLVMValueRef old, LLVMValueRef new_value);
/* The constant mapped to the new types; returns any other value as it is. */
LLVMValueRef constants_map(struct remover *, LLVMValueRef);

/* clone_plan.c */
void clones_plan(struct remover *);
bool clones_ready(struct remover *);
/* Is any of them rebuilt?  After clones_ready. */
bool clones_anew(const struct remover *);
/* cloned_globals.c */
/* Rebuilds all functions and globals that must change, and retypes all bodies. */
void clones_replace(struct remover *);

/* drop_casts.c */
/* Drops the casts between spaces, for the code generator; false: the module needs the whole pass, and is unchanged. */
bool drop_casts(LLVMModuleRef);

/* layout.c */
/* Reads the data layout, and plans the final one. */
bool layout_ready(struct remover *);
/* Sets the space in which new functions are created from now on, and that of new allocas. */
void layout_program(struct remover *, unsigned as);
void layout_stack(struct remover *, unsigned as);
/* Sets the final layout. */
void layout_final(struct remover *);

/* templates.c */
/* Notes that a call has `alloca` as a swifterror argument. */
void templates_plan_swifterror(struct remover *, LLVMValueRef alloca);
/* Builds the new alloca at the builder's position; NULL if an ordinary one will do. */
LLVMValueRef templates_alloca(struct remover *, LLVMValueRef alloca);
#if LLVM_VERSION_MAJOR < 22
/* Notes that `inst`, which is atomic, will be rebuilt. */
void templates_plan_scope(struct remover *, LLVMValueRef inst);
/* Finds the scopes of all those. */
void templates_plan_scopes(struct remover *);
/* Builds an instruction of the same opcode and scope at the builder's position; NULL if its scope has a setter. */
LLVMValueRef templates_atomic(struct remover *, LLVMValueRef inst);
#endif
void templates_free(struct remover *);

/* headers.c: reads what LLVM-C cannot tell of a global from the module's text.  The module must have no bodies. */
void headers_read(struct remover *);

/* retype_plan.c */
void retype_plan(struct remover *, struct clone *fn);
/* Measures the names of the instructions that will be rebuilt.  They are copied if bodies stay where they are. */
void retype_plan_names(struct remover *);
/* retype.c */
void retype_body(struct remover *, const struct clone *fn);
/* Gives name, metadata and uses of `old` to `v`, which is no instruction if LLVM has folded it; erases `old`. */
void retype_replace(struct remover *, LLVMValueRef old, LLVMValueRef v);
/* retype_call.c */
void retype_call(struct remover *, LLVMValueRef call, LLVMOpcode op);
void retype_free_models(struct remover *);

#endif
