/* SPDX-License-Identifier: MIT */
/* kind.c -- the meaning of a type for the collector: its number of special pointers, and their kinds.
**
** Types form acyclic graphs (pointers are opaque), but they can be deeply nested, and share parts so that the tree
** behind them is exponential.  So the walk has a stack of fixed depth, treats equal neighbours in a structure as one,
** and has a budget.  A type that exceeds either is `too_big`, and gets the conservative answer. */
#include "dialect/kind.h"

#define ALL_SPACES (SPACE_BIT(LR_AS_LAST_SPECIAL + 1) - 1)

enum {
	MAX_DEPTH = 64,
	MAX_STEPS = 1 << 16
};

struct sum {
	uint64_t count;      /* saturates */
	unsigned spaces;     /* SPACE_BIT of each special address space that was found */
	bool others;         /* an element that is no AS10 pointer was found */
	bool scalable, too_big;
};

/* A composite type being walked. */
struct level {
	LLVMTypeRef type;
	unsigned next, n;    /* distinct children: fields of a structure; one for arrays and vectors */
	uint64_t times;      /* number of elements that the current child stands for */
	struct sum sum;
};

static bool
leaf(LLVMTypeRef t, struct sum *s)
{
	unsigned as;

	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind:
		as = LLVMGetPointerAddressSpace(t);
		*s = (struct sum){ .others = as != LR_AS_TRACKED };
		if (as_is_special(as)) {
			s->count = 1;
			s->spaces = SPACE_BIT(as);
		}
		return true;
	case LLVMStructTypeKind:
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind:
	case LLVMScalableVectorTypeKind:
		return false;
	default:
		*s = (struct sum){ .others = true };
		return true;
	}
}

static void
enter(struct level *l, LLVMTypeRef t)
{
	*l = (struct level){ .type = t, .n = 1 };
	if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
		l->n = LLVMIsOpaqueStruct(t) ? 0 : LLVMCountStructElementTypes(t);
		l->sum.others = LLVMIsOpaqueStruct(t);
	}
}

/* Returns the next child, and sets the number of elements that it stands for. */
static LLVMTypeRef
next_child(struct level *l)
{
	LLVMTypeRef child;

	switch (LLVMGetTypeKind(l->type)) {
	case LLVMStructTypeKind:
		child = LLVMStructGetTypeAtIndex(l->type, l->next++);
		l->times = 1;
		while (l->next < l->n && LLVMStructGetTypeAtIndex(l->type, l->next) == child) {
			l->next++;
			l->times++;
		}
		return child;
	case LLVMArrayTypeKind:
		l->times = LLVMGetArrayLength2(l->type);
		break;
	default:
		l->times = LLVMGetVectorSize(l->type);
		break;
	}
	l->next++;
	return LLVMGetElementType(l->type);
}

static void
add_child(struct level *l, const struct sum *child)
{
	uint64_t count = l->times > TYPE_KIND_MAX && child->count > 0
		? TYPE_KIND_MAX + (uint64_t)1 : l->times * child->count;

	l->sum.count += count;
	if (l->sum.count > TYPE_KIND_MAX) {
		l->sum.count = TYPE_KIND_MAX;
		l->sum.too_big = true;
	}
	l->sum.spaces |= child->spaces;
	l->sum.others |= child->others && l->times > 0;
	l->sum.too_big |= child->too_big;
	l->sum.scalable |= child->scalable;
	if (child->count > 0 && LLVMGetTypeKind(l->type) == LLVMScalableVectorTypeKind)
		l->sum.scalable = true;
}

static struct sum
walk(LLVMTypeRef t)
{
	static const struct sum gave_up = {
		.count = TYPE_KIND_MAX, .spaces = ALL_SPACES, .others = true, .too_big = true
	};
	struct level levels[MAX_DEPTH];
	unsigned depth = 0, steps = 0;
	struct sum child;

	if (leaf(t, &child))
		return child;
	enter(&levels[depth++], t);
	for (;;) {
		struct level *l = &levels[depth - 1];
		if (l->next < l->n) {
			if (++steps > MAX_STEPS)
				return gave_up;
			t = next_child(l);
			if (leaf(t, &child)) {
				add_child(l, &child);
				continue;
			}
			if (depth == MAX_DEPTH)
				return gave_up;
			enter(&levels[depth++], t);
			continue;
		}
		child = l->sum;
		if (--depth == 0)
			return child;
		add_child(&levels[depth - 1], &child);
	}
}

int
pointer_as(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMVectorTypeKind:
	case LLVMScalableVectorTypeKind:
		t = LLVMGetElementType(t);
		if (LLVMGetTypeKind(t) != LLVMPointerTypeKind)
			return -1;
		break;
	case LLVMPointerTypeKind:
		break;
	default:
		return -1;
	}
	return (int)LLVMGetPointerAddressSpace(t);
}

unsigned
type_spaces(LLVMTypeRef t)
{
	struct sum s = walk(t);

	return s.too_big && s.spaces == ALL_SPACES ? 0 : s.spaces;
}

bool
type_may_hold_reference(LLVMTypeRef t)
{
	return walk(t).spaces & SPACE_BIT(LR_AS_TRACKED);
}

struct type_kind
type_kind(LLVMTypeRef t)
{
	struct sum s = walk(t);

	return (struct type_kind){
		.count = (uint32_t)s.count,
		.all = s.count > 0 && !s.others,
		.derived = (s.spaces & ~SPACE_BIT(LR_AS_TRACKED)) != 0,
		.loaded = (s.spaces & SPACE_BIT(LR_AS_LOADED)) != 0,
		.scalable = s.scalable,
		.too_big = s.too_big,
	};
}

const char *
global_around(LLVMValueRef at, const char **name)
{
	*name = "";
	switch (LLVMGetValueKind(at)) {
	case LLVMGlobalVariableValueKind:
	case LLVMGlobalAliasValueKind:
	case LLVMGlobalIFuncValueKind:
		*name = value_name(at);
		return "; in @";
	default:
		return "";
	}
}
