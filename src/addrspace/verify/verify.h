/* SPDX-License-Identifier: MIT */
/* verify.h -- shared by the files of the dialect verifier. */
#ifndef LR_ADDRSPACE_VERIFY_VERIFY_H
#define LR_ADDRSPACE_VERIFY_VERIFY_H

#include "dialect/kind.h"
#include "host/context.h"
#include "dialect/names.h"
#include "base/arena.h"
#include "base/ptrmap.h"

/* The facts about a type that the rules need. */
struct type_facts {
	LLVMTypeRef type;
	int as;             /* pointer_as */
	unsigned spaces;    /* type_spaces */
};
enum { TYPE_CACHE = 256 };

/* The facts about a callee that the rules need. */
struct callee {
	enum intrinsic id;
	bool masked;        /* llvm.masked.*: reads or writes memory through vectors */
	bool refused;       /* verify_form */
};

/* A barrier whose store has not come yet.  `slot` NULL: the store may be anywhere in the parent. */
struct open_barrier {
	LLVMValueRef parent, slot, child;
	unsigned safepoints;          /* of the block, before the barrier */
};
enum { OPEN_BARRIERS = 32 };

struct verifier {
	lr_context *cx;
	unsigned word;                /* bytes of a pointer in space 0 */
	bool strong;                  /* GEPs on tracked pointers are refused too */
	lr_status status;
	struct type_facts types[TYPE_CACHE];
	struct arena arena;           /* the stack of the constant walk */
	struct ptrmap callees;        /* function -> packed struct callee */
	struct ptrmap constants;      /* constants that have been examined */
	LLVMValueRef *stack;
	uint32_t depth, stack_cap;
	/* of the current block; further barriers are not followed */
	struct { struct open_barrier open[OPEN_BARRIERS]; unsigned n, safepoints; } order;
};

/* The name of an address space, for messages.  It lives as long as the enclosing block. */
struct space_name { char text[40]; };
struct space_name space_name(int as);

#define violation(v, at, format, ...) do { \
		const char *name_, *in_ = global_around((at), &name_); \
		(v)->status = lr_fail((v)->cx, LR_E_DIALECT, (at), format "%s%s", ##__VA_ARGS__, in_, name_); \
	} while (0)

/* verify.c */
const struct type_facts *verify_type(struct verifier *, LLVMTypeRef);
/* verify_calls.c */
/* A call, invoke or callbr. */
void verify_call(struct verifier *, LLVMValueRef call);
/* Dialect functions that are used in any other way than being called. */
void verify_addresses(struct verifier *, LLVMModuleRef);

/* verify_forms.c */
/* May this intrinsic of LLVM be called?  Not if it moves references to or from memory in a way that placement does not
** follow. */
bool verify_form(struct verifier *, LLVMValueRef intrinsic);

/* verify_order.c */
/* To be called in order: at the start of each block, and for its calls and stores. */
void verify_order_block(struct verifier *);
void verify_order_call(struct verifier *, LLVMValueRef call, enum intrinsic id);
void verify_order_store(struct verifier *, LLVMValueRef store);

/* verify_bundles.c */
/* Checks the operand bundles of a call of `id`. */
void verify_bundles(struct verifier *, LLVMValueRef call, enum intrinsic id);

#endif
