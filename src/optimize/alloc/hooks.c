/* hooks.c -- may an object not vanish, because the runtime runs a hook when it dies?
**
** The hook of the type descriptors of layout.h (lr_type.release) runs once for each object, so an object whose type has
** one must be made on the heap. The descriptor of a type tells if it is a constant that is visible here; otherwise the
** profile and marks of the front end do. */
#include "optimize/alloc/alloc.h"

#include "dialect/metadata.h"

enum { MOST_LEVELS = 64 };

/* The place of a descriptor in memory: a global variable, and bytes behind its start. */
struct place { LLVMValueRef global; uint64_t offset; };

/* Follows casts and constant offsets. The number of levels is bounded; most operands have two. */
static bool
find_place(const struct alloc_opt *a, LLVMValueRef type, struct place *p)
{
	p->offset = 0;
	for (unsigned level = 0; level < MOST_LEVELS; level++) {
		bool constant = LLVMIsAConstantExpr(type) != NULL;
		if (LLVMIsAGlobalVariable(type)) {
			p->global = type;
			return true;
		}
		if (LLVMIsAAddrSpaceCastInst(type) || (constant && LLVMGetConstOpcode(type) == LLVMAddrSpaceCast)) {
			type = operand_of(type, 0);
		} else if (LLVMIsAGetElementPtrInst(type)
			|| (constant && LLVMGetConstOpcode(type) == LLVMGetElementPtr)) {
			uint64_t distance = gep_distance(a, type);
			if (distance == OFFSET_UNKNOWN)
				return false;
			p->offset += distance;
			type = operand_of(type, 0);
		} else {
			return false;
		}
	}
	return false;
}

/* Is the content of the variable known for good? */
static bool
is_definite(LLVMValueRef global)
{
	LLVMLinkage linkage = LLVMGetLinkage(global);

	if (!LLVMIsGlobalConstant(global) || LLVMIsExternallyInitialized(global) || LLVMIsDeclaration(global)
		|| LLVMGetInitializer(global) == NULL)
		return false;
	return linkage == LLVMExternalLinkage || linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

/* The element of an aggregate constant in which a byte lies; NULL: there is none. *offset becomes that in the
** element. */
static LLVMValueRef
element_at(const struct alloc_opt *a, LLVMValueRef aggregate, uint64_t *offset)
{
	LLVMTypeRef t = LLVMTypeOf(aggregate);

	switch (LLVMGetTypeKind(t)) {
	case LLVMStructTypeKind: {
		unsigned n = LLVMCountStructElementTypes(t);
		if (n == 0 || *offset >= LLVMABISizeOfType(a->layout, t))
			return NULL;
		unsigned i = LLVMElementAtOffset(a->layout, t, *offset);
		*offset -= LLVMOffsetOfElement(a->layout, t, i);
		return LLVMGetAggregateElement(aggregate, i);
	}
	case LLVMArrayTypeKind: {
		uint64_t each = LLVMABISizeOfType(a->layout, LLVMGetElementType(t));
		if (each == 0 || *offset / each >= LLVMGetArrayLength2(t))
			return NULL;
		LLVMValueRef element = LLVMGetAggregateElement(aggregate, (unsigned)(*offset / each));
		*offset %= each;
		return element;
	}
	default:
		return NULL;
	}
}

/* The constant of `bytes` bytes that lies at an offset of a constant; NULL: it is not known. */
static LLVMValueRef
constant_at(const struct alloc_opt *a, LLVMValueRef c, uint64_t offset, uint64_t bytes)
{
	for (unsigned level = 0; c != NULL && level < MOST_LEVELS; level++) {
		LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(c));
		if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind)
			return offset == 0 && LLVMABISizeOfType(a->layout, LLVMTypeOf(c)) == bytes ? c : NULL;
		c = element_at(a, c, &offset);
	}
	return NULL;
}

static bool
is_marked(const struct alloc_opt *a, LLVMValueRef global)
{
	unsigned kind = LLVMGetMDKindIDInContext(a->e.context, HOOKLESS_METADATA, sizeof HOOKLESS_METADATA - 1);
	size_t n;
	bool marked = false;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);

	for (size_t i = 0; i < n; i++)
		marked |= LLVMValueMetadataEntriesGetKind(all, (unsigned)i) == kind;
	LLVMDisposeValueMetadataEntries(all);
	return marked;
}

/* Offsets in a descriptor, struct lr_type of layout.h. */
static uint64_t
hook_offset(const struct alloc_opt *a)
{
	/* name; eight numbers of 32 bits; refs; elem_refs; release */
	return 3 * (uint64_t)a->e.word_bytes + 8 * 4;
}

bool
type_may_have_hook(const struct alloc_opt *a, LLVMValueRef type)
{
	enum type_hooks hooks = a->cx->profile.type_hooks;
	struct place p;
	LLVMValueRef hook;

	if (hooks == HOOKS_NONE)
		return false;
	if (type == NULL || !find_place(a, type, &p))
		return true;
	if (is_marked(a, p.global))
		return false;
	if (hooks != HOOKS_LR_TYPE || !is_definite(p.global))
		return true;
	hook = constant_at(a, LLVMGetInitializer(p.global), p.offset + hook_offset(a), a->e.word_bytes);
	return hook == NULL || !LLVMIsNull(hook);
}

/* A number of 32 bits of a visible descriptor: word `i` behind the name. */
static bool
descriptor_number(const struct alloc_opt *a, const struct place *p, unsigned i, uint64_t *n)
{
	LLVMValueRef c = constant_at(a, LLVMGetInitializer(p->global),
		p->offset + a->e.word_bytes + 4 * (uint64_t)i, 4);

	if (c == NULL || (!LLVMIsAConstantInt(c) && !LLVMIsNull(c)))
		return false;
	*n = LLVMIsAConstantInt(c) ? LLVMConstIntGetZExtValue(c) : 0;
	return true;
}

enum type_content
type_content(const struct alloc_opt *a, LLVMValueRef type)
{
	enum { NREFS = 2, ELEM_NREFS = 4 };
	struct place p;
	uint64_t nrefs, of_element;

	if (a->cx->profile.type_hooks != HOOKS_LR_TYPE || type == NULL || !find_place(a, type, &p)
		|| !is_definite(p.global) || !descriptor_number(a, &p, NREFS, &nrefs)
		|| !descriptor_number(a, &p, ELEM_NREFS, &of_element))
		return CONTENT_UNKNOWN;
	return nrefs == 0 && of_element == 0 ? CONTENT_BITS : CONTENT_REFERENCES;
}
