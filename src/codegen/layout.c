/* SPDX-License-Identifier: MIT */
/* layout.c -- refuses a module whose types lie otherwise in memory under its data layout than under the target's.
**
** The code is made under the target's layout.  Descriptors, and offsets that the front end has computed, come from the
** module's: where they differ, the collector would look for references at wrong places.  Compared are the types that
** the module has in memory, down to those without members: offsets in structs and distances in arrays follow from
** these.  The size of each counts.  Its alignment counts where the layout places it, which is in structs that are not
** packed: elsewhere instructions and variables have their own. */
#include "codegen/native.h"

#include "base/ptrmap.h"
#include "ir/llvm.h"

enum { REFERENCE_SPACE = 10, LAST_REFERENCE_SPACE = 13 };
/* What is known of a type: values of the map. */
enum { SIZE_FITS = 1, PLACE_FITS = 2 };
static const char *const type_attributes[] = { "byval", "sret", "byref", "inalloca", "preallocated", "elementtype" };
enum { NATTRIBUTES = sizeof type_attributes / sizeof *type_attributes };

/* A type or a constant that is still to be looked at. */
struct pending {
	LLVMTypeRef type;        /* NULL: a constant */
	LLVMValueRef constant;
	bool placed;             /* the layout says where the type lies */
};

struct layouts {
	lr_context *cx;
	LLVMTargetDataRef own, target;
	struct ptrmap types, constants;
	struct pending *work;
	size_t nwork, work_cap;
	unsigned attributes[NATTRIBUTES];
	LLVMTypeRef other;       /* the first type that differs; NULL: none so far */
	unsigned long long size[2]; /* what it has under the module's layout and the target's */
	unsigned align[2];
	bool nomem;
};

static void
push(struct layouts *l, struct pending what)
{
	if (l->nwork == l->work_cap) {
		const size_t cap = l->work_cap ? 2 * l->work_cap : 64;
		struct pending *work = lr_realloc(l->cx, l->work, l->work_cap * sizeof *work, cap * sizeof *work);
		if (work == NULL) {
			l->nomem = true;
			return;
		}
		l->work = work;
		l->work_cap = cap;
	}
	l->work[l->nwork++] = what;
}

static void
push_type(struct layouts *l, LLVMTypeRef type, bool placed)
{
	push(l, (struct pending){ .type = type, .placed = placed });
}

/* ---- types ---- */

/* Do values of the types lie alike, `a` under the module's layout and `b` under the target's?  Fills in what it is. */
static bool
alike(struct layouts *l, LLVMTypeRef a, LLVMTypeRef b, bool placed)
{
	l->size[0] = LLVMABISizeOfType(l->own, a);
	l->size[1] = LLVMABISizeOfType(l->target, b);
	l->align[0] = LLVMABIAlignmentOfType(l->own, a);
	l->align[1] = LLVMABIAlignmentOfType(l->target, b);
	return l->size[0] == l->size[1] && (!placed || l->align[0] == l->align[1]);
}

/* What becomes of a pointer, or of a vector of pointers, when the spaces of references are removed; NULL: it stays.
** WebAssembly's own types are in space 10 of its layout; clang writes that layout also where the references are in
** other spaces. */
static LLVMTypeRef
without_space(LLVMTypeRef t)
{
	const bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	LLVMTypeRef p = vector ? LLVMGetElementType(t) : t;

	if (LLVMGetTypeKind(p) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(p) < REFERENCE_SPACE
		|| LLVMGetPointerAddressSpace(p) > LAST_REFERENCE_SPACE)
		return NULL;
	LLVMTypeRef plain = LLVMPointerTypeInContext(LLVMGetTypeContext(t), 0);

	return vector ? LLVMVectorType(plain, LLVMGetVectorSize(t)) : plain;
}

static bool
fits(struct layouts *l, LLVMTypeRef t, bool placed)
{
	LLVMTypeRef plain = without_space(t);

	return alike(l, t, t, placed) || (plain != NULL && alike(l, t, plain, placed));
}

/* A struct has an alignment of its own besides those of its members. */
static void
look_into_struct(struct layouts *l, LLVMTypeRef t, bool placed)
{
	const bool packed = LLVMIsPackedStruct(t);
	LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(t)),
		    small = LLVMStructTypeInContext(LLVMGetTypeContext(t), &byte, 1, false);

	if (!packed && !alike(l, small, small, placed))
		l->other = t;
	for (unsigned i = 0, n = LLVMCountStructElementTypes(t); i < n && l->other == NULL; i++)
		push_type(l, LLVMStructGetTypeAtIndex(t, i), !packed);
}

static void
look_into(struct layouts *l, LLVMTypeRef t, bool placed)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMStructTypeKind:
		look_into_struct(l, t, placed);
		break;
	case LLVMArrayTypeKind:
	case LLVMScalableVectorTypeKind: /* has no size that is known here */
		push_type(l, LLVMGetElementType(t), placed);
		break;
	case LLVMVoidTypeKind: case LLVMLabelTypeKind: case LLVMMetadataTypeKind: case LLVMTokenTypeKind:
	case LLVMFunctionTypeKind: case LLVMTargetExtTypeKind:
		break;
	default:
		if (!fits(l, t, placed))
			l->other = t;
	}
}

static void
compare_type(struct layouts *l, LLVMTypeRef type, bool placed)
{
	const uint32_t known = ptrmap_get(&l->types, type), now = placed ? PLACE_FITS : SIZE_FITS;

	if (known != PTRMAP_NONE && known >= now)
		return;
	l->nomem |= !ptrmap_set(&l->types, type, now);
	look_into(l, type, placed);
}

/* Addresses in constants are computed by types, too. */
static void
compare_constant(struct layouts *l, LLVMValueRef c)
{
	const int n = LLVMGetNumOperands(c);

	if (n <= 0 || LLVMIsAConstant(c) == NULL || LLVMIsAGlobalValue(c) != NULL
		|| ptrmap_get(&l->constants, c) != PTRMAP_NONE)
		return;
	l->nomem |= !ptrmap_set(&l->constants, c, 0);
	for (int i = 0; i < n; i++)
		push(l, (struct pending){ .constant = LLVMGetOperand(c, (unsigned)i) });
	if (LLVMIsAConstantExpr(c) != NULL && LLVMGetConstOpcode(c) == LLVMGetElementPtr)
		push_type(l, LLVMGetGEPSourceElementType(c), false);
}

/* Compares what is pending, and all that it is made of.  Returns false where nothing more is to be compared. */
static bool
drain(struct layouts *l)
{
	while (l->nwork > 0 && l->other == NULL && !l->nomem) {
		const struct pending p = l->work[--l->nwork];
		if (p.type != NULL)
			compare_type(l, p.type, p.placed);
		else
			compare_constant(l, p.constant);
	}
	l->nwork = 0;
	return l->other == NULL && !l->nomem;
}

/* ---- where a module has types ---- */

/* Types of attributes of a function's parameters, or of a call's arguments. */
static void
push_attributes(struct layouts *l, LLVMValueRef of, bool call, unsigned nparams)
{
	for (unsigned i = 1; i <= nparams; i++) {
		const LLVMAttributeIndex at = (LLVMAttributeIndex)i;
		if ((call ? LLVMGetCallSiteAttributeCount(of, at) : LLVMGetAttributeCountAtIndex(of, at)) == 0)
			continue;
		for (unsigned k = 0; k < NATTRIBUTES; k++) {
			LLVMAttributeRef a = call ? LLVMGetCallSiteEnumAttribute(of, at, l->attributes[k])
				: LLVMGetEnumAttributeAtIndex(of, at, l->attributes[k]);
			if (a != NULL)
				push_type(l, LLVMGetTypeAttributeValue(a), false);
		}
	}
}

static void
push_instruction(struct layouts *l, LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAlloca:
		push_type(l, LLVMGetAllocatedType(i), false);
		break;
	case LLVMLoad: case LLVMVAArg:
		push_type(l, LLVMTypeOf(i), false);
		break;
	case LLVMStore:
		push_type(l, LLVMTypeOf(operand_of(i, 0)), false);
		break;
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
		push_type(l, LLVMTypeOf(operand_of(i, 1)), false);
		break;
	case LLVMGetElementPtr:
		push_type(l, LLVMGetGEPSourceElementType(i), false);
		break;
	case LLVMCall: case LLVMInvoke: case LLVMCallBr:
		push_attributes(l, i, true, LLVMGetNumArgOperands(i));
		break;
	default:
		break;
	}
	for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++) {
		LLVMValueRef v = operand_of(i, (unsigned)k);
		if (LLVMIsAConstant(v) != NULL)
			push(l, (struct pending){ .constant = v });
	}
}

static LLVMValueRef
other_in_function(struct layouts *l, LLVMValueRef f)
{
	push_attributes(l, f, false, LLVMCountParams(f));
	if (!drain(l))
		return f;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i)) {
			push_instruction(l, i);
			if (!drain(l))
				return i;
		}
	return NULL;
}

/* Returns the function or instruction that uses a type that differs, NULL for a variable or if there is none. */
static LLVMValueRef
other_in_module(struct layouts *l, LLVMModuleRef m)
{
	LLVMValueRef at = NULL;

	push_type(l, LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0), true); /* frames are made of these */
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g)) {
		push_type(l, LLVMGlobalGetValueType(g), false);
		if (LLVMGetInitializer(g) != NULL)
			push(l, (struct pending){ .constant = LLVMGetInitializer(g) });
	}
	if (!drain(l))
		return NULL;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && at == NULL; f = LLVMGetNextFunction(f))
		at = other_in_function(l, f);
	return at;
}

static lr_status
refuse_types(lr_context *cx, LLVMModuleRef m, LLVMTargetDataRef own, LLVMTargetDataRef target, const char *triple)
{
	struct layouts l = { .cx = cx, .own = own, .target = target };

	for (unsigned k = 0; k < NATTRIBUTES; k++)
		l.attributes[k] = LLVMGetEnumAttributeKindForName(type_attributes[k], strlen(type_attributes[k]));
	ptrmap_init(&l.types, cx->options.alloc, cx->options.user);
	ptrmap_init(&l.constants, cx->options.alloc, cx->options.user);
	LLVMValueRef at = other_in_module(&l, m);
	ptrmap_free(&l.types);
	ptrmap_free(&l.constants);
	lr_realloc(cx, l.work, l.work_cap * sizeof *l.work, 0);
	if (l.nomem)
		return lr_nomem(cx);
	if (l.other == NULL)
		return LR_OK;
	char *type = LLVMPrintTypeToString(l.other), *text = LLVMCopyStringRepOfTargetData(target);
	lr_status st = lr_fail(cx, LR_E_TARGET, at,
		"the module's data layout '%s' is not one of target '%s', which is '%s': %.200s, which the module "
		"uses, has %llu bytes, aligned to %u, under the module's, and %llu, aligned to %u, under the "
		"target's; compute offsets under the target's, and give the module that one or none",
		LLVMGetDataLayoutStr(m), triple, text, type, l.size[0], l.align[0], l.size[1], l.align[1]);

	LLVMDisposeMessage(text);
	LLVMDisposeMessage(type);
	return st;
}

/* ---- the whole layout ---- */

bool
layout_is_same(LLVMModuleRef m, LLVMTargetDataRef target)
{
	const char *own = LLVMGetDataLayoutStr(m);
	char *text = LLVMCopyStringRepOfTargetData(target);
	const size_t n = strlen(text);
	const bool same = own[0] == '\0'
		|| (strncmp(own, text, n) == 0
			&& (own[n] == '\0' || (strncmp(own + n, "-ni:", 4) == 0 && strchr(own + n + 1, '-') == NULL)));

	LLVMDisposeMessage(text);
	return same;
}

static lr_status
refuse(lr_context *cx, LLVMModuleRef m, LLVMTargetDataRef target, const char *triple)
{
	LLVMTargetDataRef own = LLVMGetModuleDataLayout(m);
	const char *layout = LLVMGetDataLayoutStr(m);
	const bool little = LLVMByteOrder(own) == LLVMLittleEndian;

	if (LLVMPointerSize(own) != LLVMPointerSize(target))
		return lr_fail(cx, LR_E_TARGET, NULL,
			"the module's data layout '%s' is not one of target '%s': its pointers have %u bytes, and the "
			"target's %u", layout, triple, LLVMPointerSize(own), LLVMPointerSize(target));
	if (LLVMByteOrder(own) != LLVMByteOrder(target))
		return lr_fail(cx, LR_E_TARGET, NULL,
			"the module's data layout '%s' is not one of target '%s': it puts the %s byte of a word "
			"first, and the target the %s one", layout, triple, little ? "lowest" : "highest",
			little ? "highest" : "lowest");
	return refuse_types(cx, m, own, target, triple);
}

lr_status
layout_check(lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef tm)
{
	LLVMTargetDataRef target = LLVMCreateTargetDataLayout(tm);
	char *triple = LLVMGetTargetMachineTriple(tm);
	lr_status st = layout_is_same(m, target) ? LR_OK : refuse(cx, m, target, triple);

	LLVMDisposeMessage(triple);
	LLVMDisposeTargetData(target);
	return st;
}
