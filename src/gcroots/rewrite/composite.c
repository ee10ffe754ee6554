/* SPDX-License-Identifier: MIT */
/* composite.c -- builds code that extracts special pointers from structs, arrays and vectors, and inserts others. */
#include "gcroots/rewrite/composite.h"

enum { DEEP = 64 };

/* Finds the indices of special pointer number `elem` of a composite of type `t`, and the types that they lead
** through. */
static unsigned
path_to(struct session *s, LLVMTypeRef t, uint32_t elem, unsigned *path)
{
	for (unsigned n = 0; n < DEEP; n++) {
		uint32_t count, i = 0;
		switch (LLVMGetTypeKind(t)) {
		case LLVMStructTypeKind:
			for (; elem >= (count = session_type(s, LLVMStructGetTypeAtIndex(t, i))->count); i++)
				elem -= count;
			path[n] = i;
			t = LLVMStructGetTypeAtIndex(t, i);
			break;
		case LLVMArrayTypeKind:
			t = LLVMGetElementType(t);
			count = session_type(s, t)->count;
			path[n] = elem / count;
			elem %= count;
			break;
		case LLVMVectorTypeKind:
			path[n] = elem;
			return n + 1;
		default:
			return n;
		}
	}
	return DEEP; /* not reached: the scan refuses deeper types */
}

static LLVMValueRef
part(LLVMBuilderRef b, LLVMValueRef v, unsigned i)
{
	if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind)
		return LLVMBuildExtractValue(b, v, i, "");
	return LLVMBuildExtractElement(b, v,
		LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v))), i, 0), "");
}

LLVMValueRef
composite_extract(struct session *s, LLVMBuilderRef b, LLVMValueRef v, uint32_t elem)
{
	unsigned path[DEEP], n = path_to(s, LLVMTypeOf(v), elem, path);

	for (unsigned i = 0; i < n; i++)
		v = part(b, v, path[i]);
	return v;
}

LLVMValueRef
composite_insert(struct session *s, LLVMBuilderRef b, LLVMValueRef into, LLVMValueRef what, uint32_t elem)
{
	unsigned path[DEEP], n = path_to(s, LLVMTypeOf(into), elem, path);
	LLVMValueRef inner[DEEP];

	inner[0] = into;
	for (unsigned i = 1; i < n; i++)
		inner[i] = part(b, inner[i - 1], path[i - 1]);
	while (n-- > 0) {
		if (LLVMGetTypeKind(LLVMTypeOf(inner[n])) == LLVMVectorTypeKind)
			what = LLVMBuildInsertElement(b, inner[n], what,
				LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(into))), path[n], 0),
				"");
		else
			what = LLVMBuildInsertValue(b, inner[n], what, path[n], "");
	}
	return what;
}
