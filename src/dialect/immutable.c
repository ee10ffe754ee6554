/* SPDX-License-Identifier: MIT */
/* immutable.c -- metadata that marks memory as immutable. */
#include "dialect/immutable.h"

#include "dialect/metadata.h"

enum { MAX_TBAA_DEPTH = 16 };

enum { FEW = 8 };

static bool
string_is(LLVMValueRef md, const char *text)
{
	unsigned len;
	const char *s = md && LLVMGetValueKind(md) == LLVMMetadataAsValueValueKind ? LLVMGetMDString(md, &len) : NULL;

	return s && strlen(text) == len && memcmp(s, text, len) == 0;
}

/* Returns the number of operands of a metadata node, and the operands, all at once, because each query makes them
** values. 0 if it is no node, or has too many. */
static unsigned
md_operands(LLVMValueRef node, LLVMValueRef few[FEW])
{
	unsigned len;

	if (!node || LLVMGetValueKind(node) != LLVMMetadataAsValueValueKind || LLVMGetMDString(node, &len))
		return 0;
	unsigned n = LLVMGetMDNodeNumOperands(node);
	if (n == 0 || n > FEW)
		return 0;
	LLVMGetMDNodeOperands(node, few);
	return n;
}

/* Returns operand i of a metadata node, or NULL. */
static LLVMValueRef
md_operand(LLVMValueRef node, unsigned i)
{
	LLVMValueRef few[FEW];

	return i < md_operands(node, few) ? few[i] : NULL;
}

/* A TBAA tag {base, access, offset[, const]}: is the access type, {name, parent, ...}, or one that it descends from,
** immutable? */
uint32_t
tbaa_immutable(LLVMValueRef tag)
{
	static const char *const names[] = { "jtbaa_const", "jtbaa_immut", "jtbaa_datatype" };
	LLVMValueRef type = md_operand(tag, 1), few[FEW];
	unsigned n;

	for (int depth = 0; depth < MAX_TBAA_DEPTH && (n = md_operands(type, few)) != 0; depth++) {
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			if (string_is(few[0], names[i]))
				return true;
		type = n > 1 ? few[1] : NULL;
	}
	return false;
}

bool
scopes_of_numbers(LLVMValueRef list)
{
	LLVMValueRef few[FEW];
	const unsigned n = md_operands(list, few);

	for (unsigned i = 0; i < n; i++)
		if (string_is(md_operand(md_operand(few[i], 1), 0), NUMBER_DOMAIN))
			return true;
	return false;
}

uint32_t
scopes_say(LLVMValueRef list)
{
	enum { MANY = 64 };
	LLVMValueRef scope[MANY];
	unsigned n = LLVMGetMDNodeNumOperands(list);
	bool any = false;

	if (n > MANY)
		return SCOPES_VETO;
	LLVMGetMDNodeOperands(list, scope);
	for (unsigned i = 0; i < n; i++) {
		/* a scope is {id or name, domain[, name]}, a domain {id or name[, name]} */
		LLVMValueRef domain = md_operand(scope[i], 1);
		if (!string_is(md_operand(domain, 0), "jnoalias") && !string_is(md_operand(domain, 1), "jnoalias"))
			continue;
		any = true;
		bool rooted = false;
		for (unsigned k = 0; k < 3; k += 2)
			rooted |= string_is(md_operand(scope[i], k), "jnoalias_immutdata")
				|| string_is(md_operand(scope[i], k), "jnoalias_mutconstdata");
		if (!rooted)
			return SCOPES_VETO;
	}
	return any ? SCOPES_ROOTED : SCOPES_FOREIGN;
}

bool
load_says_immutable(LLVMValueRef load, unsigned md_invariant, unsigned md_alias_scope, unsigned md_tbaa)
{
	LLVMValueRef md;

	if (!LLVMHasMetadata(load))
		return false;
	if (LLVMGetMetadata(load, md_invariant))
		return true;
	/* alias.scope, where it is present, decides alone */
	uint32_t scopes = (md = LLVMGetMetadata(load, md_alias_scope)) != NULL ? scopes_say(md) : SCOPES_FOREIGN;
	if (scopes != SCOPES_FOREIGN)
		return scopes == SCOPES_ROOTED;
	return (md = LLVMGetMetadata(load, md_tbaa)) != NULL && tbaa_immutable(md);
}
