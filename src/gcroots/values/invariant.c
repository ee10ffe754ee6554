/* invariant.c -- loads whose result stays reachable: from memory that never changes (dialect/immutable.h).
** Generic pointers are followed back to constant globals and literals. */
#include "dialect/immutable.h"
#include "gcroots/values/values.h"

enum { MAX_CHAIN = 32 };

/* The answer for a node is the same wherever it is attached. */
static uint32_t
ask(struct session *s, LLVMValueRef md, uint32_t (*question)(LLVMValueRef))
{
	uint32_t known = ptrmap_get(&s->immutable, md);

	if (known == PTRMAP_NONE) {
		known = question(md);
		if (!ptrmap_set(&s->immutable, md, known))
			s->perm.failed = true;
	}
	return known;
}

bool
scan_load_immutable(struct session *s, LLVMValueRef load)
{
	LLVMValueRef md;

	if (!LLVMHasMetadata(load))
		return false;
	if (LLVMGetMetadata(load, s->md_invariant))
		return true;
	/* where the newer way says something, it alone decides */
	uint32_t scopes = (md = LLVMGetMetadata(load, s->md_alias_scope)) != NULL ? ask(s, md, scopes_say)
		: SCOPES_FOREIGN;
	if (scopes != SCOPES_FOREIGN)
		return scopes == SCOPES_ROOTED;
	return (md = LLVMGetMetadata(load, s->md_tbaa)) != NULL && ask(s, md, tbaa_immutable);
}

/* The cheapest question first. */
static bool
constant_global(LLVMValueRef pointer)
{
	return LLVMIsAGlobalVariable(pointer) && LLVMIsGlobalConstant(pointer);
}

static bool
global_immutable(struct session *s, LLVMValueRef global)
{
	if (!LLVMIsAGlobalVariable(global))
		return false;
	if (LLVMIsGlobalConstant(global))
		return true;
	size_t n;
	bool found = false;
	LLVMValueMetadataEntry *e = LLVMGlobalCopyAllMetadata(global, &n);
	for (unsigned i = 0; i < n; i++)
		found |= LLVMValueMetadataEntriesGetKind(e, i) == s->md_constgv;
	LLVMDisposeValueMetadataEntries(e);
	return found;
}

/* Strip what only computes an address from a constant. */
static LLVMValueRef
constant_base(LLVMValueRef v)
{
	for (int i = 0; i < MAX_CHAIN && LLVMIsAConstantExpr(v); i++) {
		LLVMOpcode op = LLVMGetConstOpcode(v);
		if (op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMAddrSpaceCast)
			break;
		v = operand_of(v, 0);
	}
	return v;
}

/* One step back from a generic pointer that no ways meet in: what it was computed or loaded from.  NULL: there is no
** such step, and *source says what the pointer itself is. */
static inline LLVMValueRef
step_back(struct session *s, LLVMValueRef v, LLVMOpcode op, base_id *source)
{
	LLVMValueRef from;

	*source = LOAD_PLAIN;
	if (!op) { /* the address of a constant never moves */
		*source = LLVMIsAConstant(v) ? BASE_PERMANENT : LLVMIsAArgument(v) ? BASE_ROOTED : LOAD_PLAIN;
		return NULL;
	}
	switch (op) {
	case LLVMLoad: {
		from = operand_of(v, 0);
		const struct type_info *t = session_type(s, LLVMTypeOf(from));
		if (!t || t->count)
			return NULL;
		return constant_global(from) || scan_load_immutable(s, v) || global_immutable(s, constant_base(from))
			? from : NULL;
	}
	case LLVMGetElementPtr:
		return LLVMIsInBounds(v) ? operand_of(v, 0) : NULL;
	case LLVMBitCast: case LLVMFreeze:
		return operand_of(v, 0);
	case LLVMAddrSpaceCast:
		from = operand_of(v, 0);
		return as_is_special(LLVMGetPointerAddressSpace(LLVMTypeOf(from))) ? NULL : from;
	case LLVMCall: {
		enum intrinsic id = intrinsic_of_call(v);
		if (id == INTR_GET_PGCSTACK || id == INTR_GET_PGCSTACK_OR_NEW)
			*source = BASE_ROOTED;
		return NULL;
	}
	default:
		return NULL;
	}
}

/* How far back the way of single steps leads, at most `left` of them: to where ways meet, or to NULL, and *begin is
** what there is; *op is its opcode.  Out of steps nothing is known. */
static inline LLVMValueRef
walk_back(struct session *s, LLVMValueRef v, LLVMOpcode *op, uint32_t *left, base_id *begin)
{
	while (*op != LLVMPHI && *op != LLVMSelect) {
		v = step_back(s, v, *op, begin);
		if (!v)
			return NULL;
		if (--*left == 0) {
			*begin = LOAD_PLAIN;
			return NULL;
		}
		*op = LLVMGetInstructionOpcode(v);
	}
	return v;
}

/* Where ways meet, all of them have to be gone. */
static base_id
source_of_all(struct session *s, LLVMValueRef meet, LLVMOpcode op, uint32_t left)
{
	LLVMValueRef todo[MAX_CHAIN], seen[MAX_CHAIN];
	uint32_t n = 0, nseen = 0;
	base_id source = BASE_PERMANENT, begin = LOAD_PLAIN;

	for (LLVMValueRef v = meet;;) {
		bool again = false; /* only there can they come to the same value again */
		for (uint32_t i = 0; i < nseen; i++)
			again |= seen[i] == v;
		if (!again && nseen == MAX_CHAIN)
			return LOAD_PLAIN;
		unsigned first = op == LLVMSelect, behind = again ? 0 : op == LLVMSelect ? 3 : LLVMCountIncoming(v);
		if (!again)
			seen[nseen++] = v;
		for (unsigned i = first; i < behind; i++) {
			if (n == MAX_CHAIN)
				return LOAD_PLAIN;
			todo[n++] = operand_of(v, i);
		}
		do {
			if (n == 0)
				return source;
			v = todo[--n];
			op = LLVMGetInstructionOpcode(v); /* 0: it is none */
			v = walk_back(s, v, &op, &left, &begin);
			if (!v && begin == LOAD_PLAIN)
				return LOAD_PLAIN;
			if (!v && begin == BASE_ROOTED)
				source = BASE_ROOTED;
		} while (!v);
	}
}

/* Where the chain of immutable loads behind a generic pointer begins. */
base_id
scan_generic_source(struct scan *sc, LLVMValueRef pointer, LLVMOpcode op)
{
	uint32_t left = MAX_CHAIN;
	base_id begin = LOAD_PLAIN;
	LLVMValueRef meet = walk_back(sc->s, pointer, &op, &left, &begin);

	return meet ? source_of_all(sc->s, meet, op, left) : begin;
}

/* An element of the argument array of a jlcall entry: rooted by the caller for the whole call. */
static bool
from_jlcall_args(const struct scan *sc, LLVMValueRef pointer)
{
	for (int i = 0; i < MAX_CHAIN && sc->jlcall_args && pointer != sc->jlcall_args; i++) {
		if (!LLVMIsAGetElementPtrInst(pointer))
			return false;
		pointer = operand_of(pointer, 0);
	}
	return pointer == sc->jlcall_args;
}

base_id
scan_load_source(struct scan *sc, LLVMValueRef load, LLVMValueRef pointer)
{
	uint32_t code = scan_code(sc, pointer);

	/* metadata lies far from everything else: asked only where the answer matters */
	if (code != PTRMAP_NONE) {
		struct bases base = scan_decode(sc, code);
		return scan_load_immutable(sc->s, load) ? base_at(&base, 0) : LOAD_PLAIN;
	}
	if (scan_type(sc, pointer)->count)
		return scan_load_immutable(sc->s, load) ? BASE_PERMANENT : LOAD_PLAIN;
	if (from_jlcall_args(sc, pointer))
		return BASE_ROOTED;
	if (LLVMIsAAllocaInst(pointer)
		|| (!constant_global(pointer) && !scan_load_immutable(sc->s, load)
			&& !global_immutable(sc->s, constant_base(pointer))))
		return LOAD_PLAIN;
	return scan_generic_source(sc, pointer, LLVMGetInstructionOpcode(pointer));
}
