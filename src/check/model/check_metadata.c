/* SPDX-License-Identifier: MIT */
/* check_metadata.c -- the checker's own reader of metadata on loads.
**
** An object that is loaded out of memory that never changes lives as long as the owner of that memory.  Three forms say
** so: !invariant.load; !alias.scope, if all its scopes of the dialect's domain are regions that the owner keeps alive;
** or, in the older form, an immutable type in the !tbaa tag. */
#include "check/model/check_table.h"

enum { MAX_OPERANDS = 8, MAX_SCOPES = 64, MAX_TBAA_DEPTH = 32 };

/* Operand i of a small node; NULL: there is none. */
static LLVMValueRef
operand(LLVMValueRef node, unsigned i)
{
	LLVMValueRef ops[MAX_OPERANDS];
	unsigned n, length;

	if (node == NULL || !is_metadata_operand(node) || LLVMGetMDString(node, &length) != NULL)
		return NULL;
	n = LLVMGetMDNodeNumOperands(node);
	if (i >= n || n > MAX_OPERANDS)
		return NULL;
	LLVMGetMDNodeOperands(node, ops);
	return ops[i];
}

static bool
is_text(LLVMValueRef md, const char *wanted)
{
	unsigned n = 0;
	const char *text = md == NULL || !is_metadata_operand(md) ? NULL : LLVMGetMDString(md, &n);

	return text != NULL && n == strlen(wanted) && memcmp(text, wanted, n) == 0;
}

/* Has a scope or domain this name?  That is its first operand that is a string. */
static bool
is_named(LLVMValueRef node, const char *wanted)
{
	unsigned n;

	for (unsigned i = 0; i < 3; i++) {
		LLVMValueRef md = operand(node, i);
		if (md != NULL && is_metadata_operand(md) && LLVMGetMDString(md, &n) != NULL)
			return is_text(md, wanted);
	}
	return false;
}

enum check_proof
check_scopes(LLVMValueRef list)
{
	LLVMValueRef scope[MAX_SCOPES];
	unsigned n = LLVMGetMDNodeNumOperands(list);
	enum check_proof proof = PROOF_NONE;

	if (n > MAX_SCOPES)
		return PROOF_FORBIDDEN;
	LLVMGetMDNodeOperands(list, scope);
	for (unsigned i = 0; i < n; i++) {
		if (!is_named(operand(scope[i], 1), "jnoalias"))
			continue;
		if (!is_named(scope[i], "jnoalias_immutdata") && !is_named(scope[i], "jnoalias_mutconstdata"))
			return PROOF_FORBIDDEN;
		proof = PROOF_YES;
	}
	return proof;
}

/* The tag is { base, access, offset }, and each type { name, parent, ... }. */
enum check_proof
check_tbaa(LLVMValueRef tag)
{
	static const char *const immutable[] = { "jtbaa_const", "jtbaa_datatype", "jtbaa_immut" };
	LLVMValueRef type = operand(tag, 1), name;

	for (int depth = 0; depth < MAX_TBAA_DEPTH && (name = operand(type, 0)) != NULL; depth++) {
		for (unsigned i = 0; i < sizeof immutable / sizeof *immutable; i++)
			if (is_text(name, immutable[i]))
				return PROOF_YES;
		type = operand(type, 1);
	}
	return PROOF_NONE;
}

bool
check_immutable(LLVMValueRef load, unsigned md_invariant, unsigned md_scope, unsigned md_tbaa)
{
	LLVMValueRef md;
	enum check_proof proof = PROOF_NONE;

	if (!LLVMHasMetadata(load))
		return false;
	if (LLVMGetMetadata(load, md_invariant) != NULL)
		return true;
	if ((md = LLVMGetMetadata(load, md_scope)) != NULL)
		proof = check_scopes(md);
	if (proof == PROOF_NONE && (md = LLVMGetMetadata(load, md_tbaa)) != NULL)
		proof = check_tbaa(md);
	return proof == PROOF_YES;
}

bool
check_is_constant_global(LLVMValueRef g, unsigned md_constgv)
{
	LLVMValueMetadataEntry *all;
	size_t n = 0;
	bool found = false;

	if (LLVMIsAGlobalVariable(g) == NULL)
		return false;
	if (LLVMIsGlobalConstant(g))
		return true;
	all = LLVMGlobalCopyAllMetadata(g, &n);
	for (size_t i = 0; i < n; i++)
		found |= LLVMValueMetadataEntriesGetKind(all, (unsigned)i) == md_constgv;
	if (all != NULL)
		LLVMDisposeValueMetadataEntries(all);
	return found;
}
