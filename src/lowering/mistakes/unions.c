/* SPDX-License-Identifier: MIT */
/* unions.c -- refuses unions with a reference among their members, outside of objects.
**
** Neither the collector can tell whether the word of such a union is a reference or a number, nor LLVM, which passes
** one as the other. A union in an object is the program's affair, for the object's descriptor says what the union
** holds.
**
** The type of a union shows its largest member only. So a union has a reference if its type says so, or if an access of
** a reference goes through a place of that type, or has the access tag that clang gives to members of unions. Code that
** stores a reference into a union has such an access. A module that only passes the union on is not refused. */
#include "lowering/mistakes/checks.h"

#include <llvm-c/Target.h>

#include "dialect/kind.h"
#include "ir/variable.h"
#include "lowering/common/declared_types.h"
#include "base/ptrmap.h"

enum { MAX_REPORTS = 16, MAX_STEPS = 256 };
enum { NAME_BYTES = 100 };
#define ADVICE "the collector cannot tell when it holds one; use a struct with both members"

struct unions {
	lr_context *cx;
	LLVMTargetDataRef td;
	struct ptrmap held;      /* unions through which a reference in an object is accessed */
	struct ptrmap types;     /* structs that were searched, and contain no union with a reference */
	struct ptrmap reported;  /* functions, variables and unions */
	struct arena arena;
	LLVMTypeRef *todo;       /* of union_in */
	uint32_t ntodo, cap;
	unsigned reports, more;  /* how many were reported, and how many were not */
	unsigned tbaa;           /* kind of metadata */
	lr_status status;
};

/* Reports a union in the variable or function `about`, whose name is `name`, or "". Each named variable is reported
** once, and one variable of a function if they have no names. Other places are reported once for each union: otherwise
** nearly all functions of a class of the C++ library would be. The rest is counted. */
static void
refuse(struct unions *l, LLVMValueRef at, LLVMValueRef about, const char *what, const char *name, LLVMTypeRef type)
{
	const char *of = type != NULL ? type_plain_name(type) : "";
	const bool named = of[0] != '\0' && strncmp(of, "anon", 4) != 0,
		known = type != NULL ? ptrmap_get(&l->reported, type) != PTRMAP_NONE : l->reports > 0;

	if (ptrmap_get(&l->reported, about) != PTRMAP_NONE)
		return;
	ptrmap_set(&l->reported, about, 1);
	if (l->reports >= MAX_REPORTS || (known && name[0] == '\0' && (at == NULL || !LLVMIsAAllocaInst(at)))) {
		l->more++;
		return;
	}
	if (type != NULL)
		ptrmap_set(&l->reported, type, 1);
	l->reports++;
	l->status = lr_fail(l->cx, LR_E_DIALECT, at,
		"%s%s%s%s a union%s%s%s, one of whose members is a reference: " ADVICE, what,
		name[0] != '\0' ? " '" : "", name, name[0] != '\0' ? "' is or contains" : "", named ? " '" : "",
		named ? of : "", named ? "'" : "");
}

static void
add_type(struct unions *l, LLVMTypeRef t)
{
	while (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
		t = LLVMGetElementType(t);
	if (LLVMGetTypeKind(t) == LLVMStructTypeKind && ptrmap_get(&l->types, t) == PTRMAP_NONE
		&& ptrmap_set(&l->types, t, 0) && ARENA_PUSH(&l->arena, l->todo, l->ntodo, l->cap))
		l->todo[l->ntodo++] = t;
}

/* A union with a reference within the type; NULL: there is none. Each struct is searched once. */
static LLVMTypeRef
union_in(struct unions *l, LLVMTypeRef t)
{
	l->ntodo = 0;
	add_type(l, t);
	while (l->ntodo > 0) {
		t = l->todo[--l->ntodo];
		if (type_is_union(t) && (type_kind(t).count > 0 || ptrmap_get(&l->held, t) != PTRMAP_NONE)) {
			ptrmap_clear(&l->types); /* some that were looked at contain this one */
			return t;
		}
		for (unsigned i = 0, n = LLVMIsOpaqueStruct(t) ? 0 : LLVMCountStructElementTypes(t); i < n; i++)
			add_type(l, LLVMStructGetTypeAtIndex(t, i));
	}
	return NULL;
}

/* Does the access have clang's tag for members of unions, and for types that may alias everything? */
static bool
aliases_all(const struct unions *l, LLVMValueRef access)
{
	static const char name[] = "omnipotent char";
	LLVMValueRef tag = LLVMGetMetadata(access, l->tbaa), operands[4], node[4];
	unsigned n = tag != NULL ? LLVMGetMDNodeNumOperands(tag) : 0;

	if (n < 3 || n > 4)
		return false;
	LLVMGetMDNodeOperands(tag, operands);
	n = operands[1] != NULL && LLVMIsAMDNode(operands[1]) ? LLVMGetMDNodeNumOperands(operands[1]) : 0;
	if (n < 1 || n > 4)
		return false;
	LLVMGetMDNodeOperands(operands[1], node);
	const char *text = node[0] != NULL ? LLVMGetMDString(node[0], &n) : NULL;
	return text != NULL && n == sizeof name - 1 && memcmp(text, name, n) == 0;
}

/* The pointer through which the instruction accesses a reference; NULL: it accesses none. */
static LLVMValueRef
accessed(LLVMValueRef i, const char **how)
{
	LLVMTypeRef type = LLVMTypeOf(i);
	unsigned pointer = 0;

	*how = "a reference is accessed in";
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		*how = "a reference is loaded from";
		break;
	case LLVMStore:
		*how = "a reference is stored into";
		type = LLVMTypeOf(LLVMGetOperand(i, 0));
		pointer = 1;
		break;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		type = LLVMTypeOf(LLVMGetOperand(i, 1));
		break;
	default:
		return NULL;
	}
	return type_may_hold_reference(type) ? LLVMGetOperand(i, pointer) : NULL;
}

/* A union through which any step of an address leads: a member of a struct in a union is reached through the struct's
** type. *far: the address has too many steps. */
static LLVMTypeRef
union_on_the_way(const struct unions *l, LLVMValueRef pointer, bool *far)
{
	*far = false;
	for (int i = 0; i < MAX_STEPS; i++) {
		struct place p;
		place_of(l->td, pointer, &p);
		LLVMTypeRef type = p.type != NULL ? place_union(l->td, &p) : NULL;
		if (type != NULL)
			return type;
		const LLVMOpcode op = LLVMIsAInstruction(pointer) ? LLVMGetInstructionOpcode(pointer)
			: LLVMIsAConstantExpr(pointer) ? LLVMGetConstOpcode(pointer)
			: LLVMRet;
		if (op != LLVMGetElementPtr && op != LLVMAddrSpaceCast && op != LLVMBitCast)
			return NULL;
		pointer = LLVMGetOperand(pointer, 0);
	}
	*far = true;
	return NULL;
}

static void
look_at_access(struct unions *l, LLVMValueRef fn, LLVMValueRef i, bool objects)
{
	const char *how;
	LLVMValueRef pointer = accessed(i, &how);
	struct place p;
	char name[NAME_BYTES] = "";

	if (pointer == NULL)
		return;
	const bool in_object = as_is_special((unsigned)pointer_as(LLVMTypeOf(pointer)));
	if (in_object != objects)
		return;
	place_of(l->td, pointer, &p);
	bool far;
	LLVMTypeRef type = union_on_the_way(l, pointer, &far);
	if (far && l->reports < MAX_REPORTS) {
		l->reports++;
		l->status = lr_fail(l->cx, LR_E_DIALECT, i,
			"%s memory whose address is computed in more than %d steps, too many to see whether it lies in "
			"a union: store an address in between into a variable", how, MAX_STEPS);
		return;
	}
	if (in_object && type != NULL)
		ptrmap_set(&l->held, type, 1);
	if (in_object || (type == NULL && (p.type != NULL || !aliases_all(l, i))))
		return;
	if (LLVMIsAAllocaInst(p.root) || LLVMIsAGlobalVariable(p.root))
		variable_name(p.root, name, sizeof name);
	refuse(l, i, name[0] != '\0' ? p.root : fn, name[0] != '\0' ? "the variable" : how, name, type);
}

static void
look_at_accesses(struct unions *l, LLVMModuleRef m, bool objects)
{
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i))
				look_at_access(l, fn, i, objects);
}

static void
look_at_type(struct unions *l, LLVMValueRef at, LLVMValueRef about, const char *what, const char *name,
	LLVMTypeRef type)
{
	LLVMTypeRef found = union_in(l, type);

	if (found != NULL)
		refuse(l, at, about, what, name, found);
}

static void
look_at_function(struct unions *l, LLVMValueRef fn)
{
	static const char *const names[] = { "sret", "byval" };
	char name[NAME_BYTES];

	for (unsigned at = 1, n = LLVMCountParams(fn); at <= n; at++)
		for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
			LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, at,
				LLVMGetEnumAttributeKindForName(names[k], strlen(names[k])));
			if (a != NULL)
				look_at_type(l, fn, fn,
					k == 0 ? "what is returned is or contains" : "what is passed is or contains",
					"", LLVMGetTypeAttributeValue(a));
		}
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
			if (LLVMIsAAllocaInst(i)) {
				LLVMTypeRef found = union_in(l, LLVMGetAllocatedType(i));
				if (found == NULL)
					continue;
				variable_name(i, name, sizeof name);
				refuse(l, i, name[0] != '\0' ? i : fn,
					name[0] != '\0' ? "the variable" : "a variable is or contains", name, found);
				ptrmap_set(&l->reported, fn, 1); /* covers temporaries of the same union */
			} else if (LLVMIsAGetElementPtrInst(i)
				&& !as_is_special((unsigned)pointer_as(LLVMTypeOf(LLVMGetOperand(i, 0)))))
				look_at_type(l, i, fn, "memory outside of objects is or contains", "",
					LLVMGetGEPSourceElementType(i));
		}
}

lr_status
unions_check(lr_context *cx, LLVMModuleRef m)
{
	struct unions l = { .cx = cx, .td = LLVMGetModuleDataLayout(m), .status = LR_OK };
	char name[NAME_BYTES];

	l.tbaa = LLVMGetMDKindIDInContext(LLVMGetModuleContext(m), "tbaa", 4);
	ptrmap_init(&l.held, cx->options.alloc, cx->options.user);
	ptrmap_init(&l.types, cx->options.alloc, cx->options.user);
	ptrmap_init(&l.reported, cx->options.alloc, cx->options.user);
	arena_init(&l.arena, cx->options.alloc, cx->options.user);
	look_at_accesses(&l, m, true);
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g)) {
		variable_name(g, name, sizeof name);
		look_at_type(&l, NULL, g, "the variable", name, LLVMGlobalGetValueType(g));
	}
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		look_at_function(&l, fn);
	look_at_accesses(&l, m, false);
	if (l.more > 0)
		lr_report(cx, LR_NOTE, NULL, "%u more %s with such unions", l.more,
			l.more == 1 ? "function or variable" : "functions or variables");
	if (l.held.failed || l.types.failed || l.reported.failed || l.arena.failed)
		l.status = lr_nomem(cx);
	ptrmap_free(&l.held);
	ptrmap_free(&l.types);
	ptrmap_free(&l.reported);
	arena_free(&l.arena);
	return l.status;
}
