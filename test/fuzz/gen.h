/* SPDX-License-Identifier: MIT */
/* gen.h -- programs in the dialect, made of bytes.
**
** A program is a function `PREFIXmain`, i64 (), with globals and functions of the same prefix, so that one module has room for many.
** What it returns is a checksum that depends on the contents of objects and not on their addresses, nor on when the collector runs.
** It ends (loops and calls use up fuel), reads nothing that was not written, and does nothing that LLVM leaves undefined.
** The same bytes make the same program; where they run out, choices fall to the first alternative, which is the shortest.
**
** How it is made:
**   program.c   globals, descriptors, declarations, main
**   graph.c     the blocks of a function and their edges, before anything is in them
**   function.c  a function: entry, blocks, terminators
**   values.c    what may be used where; phis, selects, vectors, aggregates
**   memory.c    objects, fields, arrays, barriers, interior pointers, preserved regions
**   stack.c     variables
**   local.c     functions with objects that die in them
**   calls.c     calls of all forms
**   helpers.c   the functions in C that programs call (no part of the generator, but of who runs them)
**
** Shape of the heap.  Every node has the same first words, so that whichever object a pointer turns out to mean, accesses through it are right:
**   0: a number  1: a node or null  2: a node  3: a node that never changes  4: a list  5: numbers  6: a number
** Lists (of nodes or null) and arrays of numbers have 4 elements at least, behind a header {length, address}. */
#ifndef FUZZ_GEN_H
#define FUZZ_GEN_H

#include <llvm-c/Core.h>

#include "dice.h"

enum {
	NODE_WORDS = 7, WORD_X = 0, WORD_NEXT = 1, WORD_MATE = 2, WORD_FIXED = 3, WORD_LIST = 4, WORD_BITS = 5, WORD_Y = 6,
	NODE_TYPES = 4, FUNCTIONS_MAX = 6, BLOCKS_MAX = 62, VALUES_MAX = 1500, PHIS_MAX = 160, EDGES_MAX = 12, VARIABLES_MAX = 6,
	REGIONS_MAX = 16, LOCALS_MAX = 3
};

/* What a value is for the generator.  All but the lanes of vectors may be null if so marked. */
enum kind {
	K_INT,       /* i64 */
	K_NODE,      /* P10 */
	K_LIST,      /* P10, elements are nodes or null */
	K_BITS,      /* P10, elements are numbers */
	K_INT_IN,    /* P11 to a number */
	K_REF_IN,    /* P11 to a node or null */
	K_INT_OUT,   /* P13 to a number */
	K_REF_OUT,   /* P13 to a node or null */
	K_LENT,      /* P12, a node */
	K_NODES,     /* <2 x P10> nodes */
	K_INTS_IN,   /* <2 x P11> to numbers */
	K_PAIR,      /* { P10, i64, P10 } nodes */
	KINDS
};

struct value {
	LLVMValueRef v;
	enum kind kind;
	unsigned block;
	bool may_be_null;
	bool foreign;            /* made outside of this function, as far as any optimiser can see */
};

/* Forms of functions. */
enum shape {
	SH_PLAIN,    /* P10 (P10, P10, i64) */
	SH_TASK,     /* swiftcc P10 (ptr gcstack swiftself, P10, i64) */
	SH_INT,      /* i64 (P10, i64) */
	SH_PAIR,     /* { P10, i64, P10 } (P10, i64) */
	SH_VECTOR,   /* <2 x P10> (<2 x P10>, i64) */
	SH_ROOTS,    /* void (ptr sret({ i64, i64 }), ptr return_roots 2, P10, i64) */
	SH_BOXED,    /* P10 (P10, ptr, i32) */
	SH_BOXED2,   /* P10 (P10, ptr, i32, P10) */
	SH_BOXED3,   /* P10 (P11 to a number, ptr, i32) */
	SH_INTERIOR, /* P10 (P11 to a number, P13 to a number, i64) */
	SHAPES
};

struct function {
	LLVMValueRef f;
	LLVMTypeRef type;
	enum shape shape;
	bool unwinds;            /* native exceptions may leave it */
};

enum end { END_BRANCH, END_TRY, END_INVOKE, END_RETURN, END_THROW, END_TAIL, END_RESUME };
enum room { ROOM_PLAIN, ROOM_PROTECTED, ROOM_CATCH, ROOM_NORMAL, ROOM_PAD };

struct block {
	LLVMBasicBlockRef bb;
	unsigned succ[EDGES_MAX], nsucc;
	unsigned pred[256], npred; /* an edge each */
	enum end end;
	enum room room;
	uint64_t dominators;     /* itself among them */
	uint64_t reaches;        /* by one edge or more */
};

struct pending_phi { LLVMValueRef phi; unsigned block, value; };

/* A preserved object: `raw` may be used where `begin` dominates and `end` can not have been passed. */
struct region { LLVMValueRef token, raw; unsigned begin, end; bool ended; };
#define REGION_NO_END BLOCKS_MAX

enum variable_kind { V_ONE, V_FOUR, V_MIXED, V_BYTES };
struct variable { LLVMValueRef v; enum variable_kind kind; };

struct gen {
	struct dice d;
	const char *prefix;
	LLVMContextRef lc;
	LLVMModuleRef m;
	LLVMBuilderRef b;
	LLVMTypeRef i1, i8, i32, i64, ptr, p10, p11, p12, p13, v2p10, v2p11, v2i64, v2i1, pair, bits2, none, token;
	LLVMTypeRef kind_type[KINDS];

	LLVMValueRef node_type[NODE_TYPES], list_type, bits_type, cell_type, row_type;
	LLVMValueRef static_node, static_list, static_bits, constant;   /* the last: a constant global that holds static_node */
	LLVMValueRef acc, fuel;
	LLVMValueRef tbaa_const, tbaa_data;
	bool optimistic;         /* allocation has the memory effects that Julia's has; then it comes with bundles that zero */
	struct function fn[FUNCTIONS_MAX];
	unsigned nfn;
	LLVMValueRef local[LOCALS_MAX]; /* functions of local.c */
	unsigned nlocals;

	/* the function at hand */
	struct function *at;
	LLVMValueRef gcstack, params[4];
	LLVMBasicBlockRef entry, quick;
	LLVMValueRef last_alloca;
	struct block block[BLOCKS_MAX];
	unsigned nblocks, cur;
	struct value value[VALUES_MAX];
	unsigned nvalues;
	struct pending_phi phi[PHIS_MAX];
	unsigned nphis;
	struct region region[REGIONS_MAX];
	unsigned nregions;
	struct variable var[VARIABLES_MAX];
	unsigned nvars;
	LLVMValueRef handler, sret, roots; /* buffers, made when first needed */
	LLVMValueRef returned;   /* where the last call through memory left references */
	bool has_try;
	unsigned depth;          /* of nested operations */
	LLVMBasicBlockRef to_normal, to_pad; /* the next call is an invoke */
};

/* Add the program that `d` makes to `m`. */
void fuzz_program(LLVMModuleRef m, const char *prefix, struct dice d);
/* Let `main` print what the program returns. */
void fuzz_printing_main(LLVMModuleRef m, uint32_t programs);
/* A module for programs, with data layout and triple of this machine. */
LLVMModuleRef fuzz_module(LLVMContextRef lc);

/* ---- within the generator ---- */

LLVMValueRef gen_declare(struct gen *g, const char *name, LLVMTypeRef type);
void gen_attribute(struct gen *g, LLVMValueRef f, unsigned at, const char *name, uint64_t value);
void gen_graph(struct gen *g, unsigned size);
void gen_function(struct gen *g, struct function *fn);

/* values.c */
LLVMValueRef gen_int(struct gen *g, uint64_t n);
struct value *gen_add(struct gen *g, enum kind kind, LLVMValueRef v, bool may_be_null);
struct value gen_pick_at(struct gen *g, enum kind kind, unsigned block, bool null_is_fine);
LLVMValueRef gen_use(struct gen *g, enum kind kind);                /* not null */
LLVMValueRef gen_use_or_null(struct gen *g, enum kind kind);
LLVMValueRef gen_use_foreign(struct gen *g);                        /* a node; NULL: there is none */
LLVMValueRef gen_condition(struct gen *g);
void gen_observe(struct gen *g, LLVMValueRef number);
LLVMValueRef gen_inside(struct gen *g, LLVMValueRef object, LLVMTypeRef type, unsigned word); /* P11 (or what `type` is) to a word of it */
LLVMValueRef gen_offset(struct gen *g, LLVMValueRef p, uint64_t bytes);
LLVMValueRef gen_load(struct gen *g, LLVMTypeRef type, LLVMValueRef p);
LLVMValueRef gen_store(struct gen *g, LLVMValueRef v, LLVMValueRef p);
void gen_phis(struct gen *g);
void gen_finish_phis(struct gen *g);
void op_select(struct gen *g);
void op_arithmetic(struct gen *g);
void op_vector(struct gen *g);
void op_aggregate(struct gen *g);

/* memory.c */
LLVMValueRef gen_node(struct gen *g);
void op_allocate(struct gen *g);
void op_load(struct gen *g);
void op_store(struct gen *g);
void op_array(struct gen *g);
void op_interior(struct gen *g);
void op_atomic(struct gen *g);
void op_preserve(struct gen *g);
void op_raw(struct gen *g);
void gen_end_regions(struct gen *g);
/* Store `n` children into slots of `parent`, with a barrier of some form. */
void gen_guarded_store(struct gen *g, LLVMValueRef parent, LLVMValueRef *slot, LLVMValueRef *child, unsigned n);

/* stack.c */
LLVMValueRef gen_alloca(struct gen *g, LLVMTypeRef type);
void gen_variables(struct gen *g);
void op_variable(struct gen *g);

/* calls.c */
LLVMTypeRef gen_shape_type(struct gen *g, enum shape shape);
LLVMValueRef gen_emit(struct gen *g, LLVMTypeRef type, LLVMValueRef callee, LLVMValueRef *args, unsigned n);
void gen_disturb(struct gen *g);
void op_call(struct gen *g);
void op_poll(struct gen *g);
/* What the invoke of a block is to call. */
void gen_invoke(struct gen *g, LLVMBasicBlockRef normal, LLVMBasicBlockRef pad);
/* A call of `fn`, which has the shape of the function at hand, in front of a return of its result. */
LLVMValueRef gen_tail_call(struct gen *g, struct function *fn);

/* local.c */
void gen_locals(struct gen *g);
void op_local(struct gen *g);

/* function.c */
void gen_operation(struct gen *g);

#endif
