/* SPDX-License-Identifier: MIT */
/* constness.c -- removes marks of constant memory from accesses to objects, once roots are placed.
**
** A front end marks a field that never changes by TBAA (4th operand of the access tag) or !invariant.load. That is true
** of the object, but after its death the memory belongs to another object. LLVM does not know that, and could move such
** a load behind the last point at which the object is rooted. So the marks are removed. For `lateroot check` one is
** left on loads of references that LLVM does not know. */
#include "dialect/kind.h"
#include "dialect/metadata.h"
#include "lowering/common/lowering.h"

static bool
names_rooted_constant(LLVMValueRef type_node)
{
	if (type_node == NULL || !LLVMIsAMDNode(type_node) || LLVMGetMDNodeNumOperands(type_node) == 0)
		return false;
	LLVMValueRef ops[3];
	if (LLVMGetMDNodeNumOperands(type_node) > 3)
		return false;
	LLVMGetMDNodeOperands(type_node, ops);
	unsigned n = 0;
	const char *name = ops[0] != NULL && LLVMIsAMDString(ops[0]) ? LLVMGetMDString(ops[0], &n) : NULL;
	return name != NULL
		&& ((n == 11 && memcmp(name, "jtbaa_const", 11) == 0)
			|| (n >= 12 && memcmp(name, "jtbaa_memory", 12) == 0));
}

/* The mutable form of an access tag; NULL: the tag stays. */
static LLVMValueRef
mutable_tag(const struct lower *l, LLVMValueRef tag)
{
	LLVMValueRef ops[4];

	if (!LLVMIsAMDNode(tag) || LLVMGetMDNodeNumOperands(tag) != 4)
		return NULL;
	LLVMGetMDNodeOperands(tag, ops);
	if (ops[3] == NULL || !LLVMIsAConstantInt(ops[3]) || LLVMIsNull(ops[3]) || !names_rooted_constant(ops[1]))
		return NULL;
	LLVMMetadataRef made[3];
	for (int i = 0; i < 3; i++)
		made[i] = LLVMValueAsMetadata(ops[i]);
	return LLVMMetadataAsValue(l->e.context, LLVMMDNodeInContext2(l->e.context, made, 3));
}

/* The same for the tag of an instruction, with a cache: a module has few tags and many accesses. */
static LLVMValueRef
known_mutable_tag(struct lower *l, LLVMValueRef inst)
{
	LLVMValueRef tag = LLVMGetMetadata(inst, l->e.md_tbaa);

	if (tag == NULL)
		return NULL;
	struct tag_entry *e = &l->tags[((uintptr_t)tag >> 4 ^ (uintptr_t)tag >> 10) % TAG_ENTRIES];
	if (e->tag != tag)
		*e = (struct tag_entry){ tag, mutable_tag(l, tag) };
	return e->mutable_form;
}

struct promise
constness_promised(struct lower *l, LLVMValueRef inst, LLVMOpcode op)
{
	struct promise p = { known_mutable_tag(l, inst), false };

	p.invariant = op == LLVMLoad && as_is_special(LLVMGetPointerAddressSpace(LLVMTypeOf(operand_of(inst, 0))))
		&& LLVMGetMetadata(inst, l->e.md_invariant_load) != NULL;
	return p;
}

void
constness_weaken(struct lower *l, LLVMValueRef inst, struct promise p)
{
	l->cx->changed |= LR_CHANGED_IR;
	if (p.mutable_tag != NULL)
		LLVMSetMetadata(inst, l->e.md_tbaa, p.mutable_tag);
	if (p.invariant)
		LLVMSetMetadata(inst, l->e.md_invariant_load, NULL);
	if (LLVMIsALoadInst(inst) != NULL && LLVMTypeOf(inst) == l->e.tracked)
		LLVMSetMetadata(inst, LLVMGetMDKindIDInContext(l->e.context, IMMUTABLE_METADATA,
			sizeof IMMUTABLE_METADATA - 1), LLVMMetadataAsValue(l->e.context,
			LLVMMDNodeInContext2(l->e.context, NULL, 0)));
}
