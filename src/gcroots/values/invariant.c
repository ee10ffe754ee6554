/* SPDX-License-Identifier: MIT */
/* invariant.c -- loads from memory that never changes (dialect/immutable.h): the loaded reference lives as long as
** the memory does.  Generic pointers are followed back to constant globals and literals. */
#include "dialect/immutable.h"
#include "gcroots/values/values.h"

enum { MAX_CHAIN = 32 };

/* Returns the answer to a question about a metadata node.  It is the same wherever the node is attached, so it is
** asked once. */
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
	/* alias scopes alone decide where they say anything */
	uint32_t scopes = (md = LLVMGetMetadata(load, s->md_alias_scope)) != NULL ? ask(s, md, scopes_say)
		: SCOPES_FOREIGN;
	if (scopes != SCOPES_FOREIGN)
		return scopes == SCOPES_ROOTED;
	return (md = LLVMGetMetadata(load, s->md_tbaa)) != NULL && ask(s, md, tbaa_immutable);
}

/* This is the cheapest of the questions, and is asked first. */
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

/* Strips casts and address arithmetic from a constant. */
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

/* Takes one step back from a generic pointer that is no phi or select: to the pointer that it was computed from, or
** loaded through.  NULL: there is no such step, and *source is the base of the pointer. */
static inline LLVMValueRef
step_back(struct session *s, LLVMValueRef v, LLVMOpcode op, base_id *source)
{
	LLVMValueRef from;

	*source = LOAD_PLAIN;
	if (!op) { /* constants never move */
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

/* Takes up to `left` steps back: to a phi or select, which is returned, or to the beginning (NULL), whose base is
** *begin.  *op becomes the opcode.  If the steps run out, the base is unknown. */
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

/* Returns the base of a phi or select: all of its inputs are followed back. */
static base_id
source_of_all(struct session *s, LLVMValueRef meet, LLVMOpcode op, uint32_t left)
{
	LLVMValueRef todo[MAX_CHAIN], seen[MAX_CHAIN];
	uint32_t n = 0, nseen = 0;
	base_id source = BASE_PERMANENT, begin = LOAD_PLAIN;

	for (LLVMValueRef v = meet;;) {
		bool again = false; /* a cycle leads through a phi, so that this is the only place to look for one */
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
			op = LLVMGetInstructionOpcode(v); /* 0: it is no instruction */
			v = walk_back(s, v, &op, &left, &begin);
			if (!v && begin == LOAD_PLAIN)
				return LOAD_PLAIN;
			if (!v && begin == BASE_ROOTED)
				source = BASE_ROOTED;
		} while (!v);
	}
}

/* Follows a generic pointer back to the beginning of the chain of immutable loads, and returns the base of that. */
base_id
scan_generic_source(struct scan *sc, LLVMValueRef pointer, LLVMOpcode op)
{
	uint32_t left = MAX_CHAIN;
	base_id begin = LOAD_PLAIN;
	LLVMValueRef meet = walk_back(sc->s, pointer, &op, &left, &begin);

	return meet ? source_of_all(sc->s, meet, op, left) : begin;
}

/* Is the pointer an element of the argument array of a jlcall entry?  Its caller roots those for the whole call. */
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

	/* reading metadata is slow, so it is read only where the answer matters */
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
