/* check_types.c -- which words of a type hold references, and does the module promise that stack memory holds what its
** types say?
**
** The checker's own walk over LLVM's types: with a stack of its own, since types may nest as deep as they like. */
#include "check/model/check_model.h"

enum { DEPTH_MOST = 256 };

static bool
is_sequence(LLVMTypeKind k)
{
	return k == LLVMArrayTypeKind || k == LLVMVectorTypeKind;
}

static bool
is_reference(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == LR_AS_TRACKED;
}

/* The type that arrays of arrays consist of. */
static LLVMTypeRef
innermost(LLVMTypeRef t)
{
	while (is_sequence(LLVMGetTypeKind(t)) || LLVMGetTypeKind(t) == LLVMScalableVectorTypeKind)
		t = LLVMGetElementType(t);
	return t;
}

/* Answers are kept by type: 0 no, 1 yes; a larger number stands for the search that has the type on its list. */
bool
check_has_refs(struct ck *c, LLVMTypeRef t)
{
	LLVMTypeRef *work = NULL;
	uint32_t n = 0, cap = 0, known, search;

	t = innermost(t);
	if (LLVMGetTypeKind(t) != LLVMStructTypeKind)
		return is_reference(t);
	if ((known = ptrmap_get(&c->has_refs, t)) <= 1)
		return known == 1;
	search = c->type_searches++ + 2;
	for (LLVMTypeRef at = t;; at = work[--n]) {
		for (unsigned i = 0, m = LLVMIsOpaqueStruct(at) ? 0 : LLVMCountStructElementTypes(at); i < m; i++) {
			LLVMTypeRef e = innermost(LLVMStructGetTypeAtIndex(at, i));
			bool nested = LLVMGetTypeKind(e) == LLVMStructTypeKind;
			known = nested ? ptrmap_get(&c->has_refs, e) : is_reference(e);
			if (known == 1)
				goto found;
			if (!nested || known == 0 || known == search)
				continue;
			ptrmap_set(&c->has_refs, e, search);
			if (!ARENA_PUSH(&c->ar, work, n, cap))
				return true;
			work[n++] = e;
		}
		if (n == 0)
			break;
	}
	ptrmap_set(&c->has_refs, t, 0);
	return false;
found:
	ptrmap_set(&c->has_refs, t, 1);
	return true;
}

static void
mark(uint64_t *bits, uint32_t n, int64_t from, int64_t to, int64_t word)
{
	for (int64_t w = from < 0 ? 0 : from / word; bits != NULL && w < n && w * word < to; w++)
		bits[w / 64] |= (uint64_t)1 << w % 64;
}

/* Nothing but references, or none: no need to look at each part. */
static bool
is_leaf(struct ck *c, LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);

	return (k != LLVMStructTypeKind && !is_sequence(k)) || !check_has_refs(c, t);
}

bool
check_type_words(struct ck *c, LLVMTypeRef t, int64_t at, uint64_t *refs, uint64_t *others, uint32_t n, bool *odd)
{
	struct part { LLVMTypeRef t; int64_t at; uint64_t next, count; } stack[DEPTH_MOST];
	uint32_t depth = 0;
	int64_t word = c->word, end = (int64_t)n * word;

	stack[depth++] = (struct part){ t, at, 0, 1 };
	while (depth > 0) {
		struct part *p = &stack[depth - 1];
		if (p->next == p->count || p->at >= end) {
			depth--;
			continue;
		}
		LLVMTypeRef inner = p->t;
		int64_t from = p->at;
		LLVMTypeKind k = LLVMGetTypeKind(inner);
		if (is_leaf(c, inner)) {
			int64_t size = LLVMTypeIsSized(inner) ? (int64_t)LLVMStoreSizeOfType(c->layout, inner) : 0;
			if (is_reference(inner) && from % word != 0 && odd != NULL)
				*odd = true;
			if (!check_has_refs(c, inner))
				mark(others, n, from, from + size, word);
			else
				mark(refs, n, from, from + size, word);
			depth--;
			continue;
		}
		if (p->next == 0)
			p->count = k == LLVMStructTypeKind ? LLVMCountStructElementTypes(inner)
				: k == LLVMArrayTypeKind ? LLVMGetArrayLength2(inner)
				: LLVMGetVectorSize(inner);
		if (p->count == 0) {
			depth--;
			continue;
		}
		uint64_t i = p->next++;
		LLVMTypeRef e = k == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(inner, (unsigned)i)
			: LLVMGetElementType(inner);
		int64_t off = k == LLVMStructTypeKind ? (int64_t)LLVMOffsetOfElement(c->layout, inner, (unsigned)i)
			: (int64_t)(i * LLVMABISizeOfType(c->layout, e));
		if (from + off >= end) {
			p->next = p->count;
			continue;
		}
		if (depth == DEPTH_MOST) {
			ck_give_up(c, "a type is nested too deep");
			return false;
		}
		stack[depth++] = (struct part){ e, from + off, 0, 1 };
	}
	return !c->ar.failed;
}

bool
check_module_is_typed(struct ck *c)
{
	static const char flag[] = "lateroot.memory";
	LLVMModuleRef m = LLVMGetGlobalParent(c->fn);
	LLVMMetadataRef md = LLVMGetModuleFlag(m, flag, sizeof flag - 1);
	LLVMValueRef v = md == NULL ? NULL : LLVMMetadataAsValue(LLVMGetModuleContext(m), md);
	unsigned n = 0;
	const char *text = v == NULL ? NULL : LLVMGetMDString(v, &n);

	return c->cx->options.memory == LR_MEMORY_TYPED || (text != NULL && n == 5 && memcmp(text, "typed", 5) == 0);
}
