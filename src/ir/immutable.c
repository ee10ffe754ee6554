/* immutable.c -- metadata that says that memory never changes. */
#include "ir/immutable.h"

enum { MAX_TBAA_DEPTH = 16 };

static bool
string_is(LLVMValueRef md, const char *text)
{
	unsigned len;
	const char *s = md && LLVMGetValueKind(md) == LLVMMetadataAsValueValueKind ? LLVMGetMDString(md, &len) : NULL;

	return s && strlen(text) == len && memcmp(s, text, len) == 0;
}

/* Operand i of a metadata node, or NULL. */
static LLVMValueRef
md_operand(LLVMValueRef node, unsigned i)
{
	enum { FEW = 8 };
	LLVMValueRef few[FEW];
	unsigned len;

	if (!node || LLVMGetValueKind(node) != LLVMMetadataAsValueValueKind || LLVMGetMDString(node, &len))
		return NULL;
	unsigned n = LLVMGetMDNodeNumOperands(node);
	if (i >= n || n > FEW)
		return NULL;
	LLVMGetMDNodeOperands(node, few);
	return few[i];
}

/* A TBAA tag {base, access, offset[, const]}: is the access type, or one that it descends from, immutable? */
uint32_t
tbaa_immutable(LLVMValueRef tag)
{
	static const char *const names[] = { "jtbaa_const", "jtbaa_immut", "jtbaa_datatype" };
	LLVMValueRef type = md_operand(tag, 1);

	for (int depth = 0; type && depth < MAX_TBAA_DEPTH; depth++, type = md_operand(type, 1))
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			if (string_is(md_operand(type, 0), names[i]))
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
	/* where the newer way says something, it alone decides */
	uint32_t scopes = (md = LLVMGetMetadata(load, md_alias_scope)) != NULL ? scopes_say(md) : SCOPES_FOREIGN;
	if (scopes != SCOPES_FOREIGN)
		return scopes == SCOPES_ROOTED;
	return (md = LLVMGetMetadata(load, md_tbaa)) != NULL && tbaa_immutable(md);
}
