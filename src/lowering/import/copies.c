/* SPDX-License-Identifier: MIT */
/* copies.c -- part of AdoptDialect and SettleGCStack: copies of memory that may hold references.
**
** Clang copies structs with llvm.memcpy. LLVM makes an integer of a copy of eight bytes, and forwards it: a reference
** would then be an integer in a register, over any number of calls, which no collector can see. So before LLVM
** optimises copies are rewritten:
**
**   typed    A copy of a constant size, one of whose sides has a type with references, becomes loads and stores: of
**            references as references, of other pointers as such, of the rest as integers. All loads come first, so
**            that this serves for memmove too.
**   opaque   A copy becomes a call of lateroot.copy_words, which LLVM does not look into, if its size is computed
**            (LLVM's optimisation may make it constant), if it is longer than MAX_WORDS, if its sides do not agree, or
**            if neither side has a type. SettleGCStack makes an intrinsic of the call again, after the optimisation.
**
** Copies between variables that are declared as numbers stay as they are, as do copies of numbers only according to
** !tbaa.struct. */
#include "lowering/import/copies.h"

#include <stdio.h>

#include "dialect/kind.h"
#include "lowering/common/declared_types.h"

enum { MAX_WORDS = 16, MAX_BYTES = MAX_WORDS * 8 };
enum { MOVE = 1, VOLATILE = 2 };         /* last argument of lateroot.copy_words */
static const char opaque_name[] = "lateroot.copy_words.";

struct piece { uint32_t at, bytes; LLVMTypeRef type; /* NULL: an integer */ };

struct copy {
	LLVMValueRef call;
	struct piece *pieces;    /* NULL: the copy becomes opaque */
	uint32_t npieces;
	bool move;
};

/* What the type at one side of a copy says of the bytes. */
struct side {
	unsigned word;
	bool known, refs, unions, other;
	bool detailed;           /* the copy is short: `at` is filled in */
	LLVMTypeRef at[MAX_BYTES]; /* the pointer that begins at this byte; NULL: none does */
};

static bool
look(void *user, enum leaf what, LLVMTypeRef type, uint64_t at, uint64_t bytes)
{
	struct side *s = user;

	s->refs = s->refs || what == LEAF_REFERENCE;
	s->other = s->other || what == LEAF_OTHER;
	s->unions = s->unions || (what == LEAF_UNION && type_kind(type).count > 0);
	if (s->detailed && (what == LEAF_REFERENCE || what == LEAF_POINTER) && at < MAX_BYTES && bytes == s->word)
		s->at[at] = type;
	return s->detailed || !s->refs;
}

static void
look_at(const struct copies *c, const struct edit *e, LLVMValueRef pointer, uint64_t bytes, struct side *s)
{
	struct place p;

	*s = (struct side){ .word = e->word_bytes, .detailed = bytes <= (uint64_t)MAX_WORDS * e->word_bytes };
	place_of(c->td, pointer, &p);
	if (bytes == UINT64_MAX && p.type != NULL) { /* a computed size: at most the whole object */
		p.offset = 0;
		bytes = p.size;
	}
	if (!place_covers(&p, bytes))
		return;
	s->known = place_leaves(c->td, &p, bytes, !s->detailed, look, s);
	if (!s->known) /* too deep */
		*s = (struct side){ .word = e->word_bytes, .refs = true };
}

/* Does !tbaa.struct of the copy name numbers only? A union has the tag of char. */
static bool
says_numbers(const struct copies *c, LLVMValueRef call)
{
	static const char *const numbers[] = { "_Bool", "bool", "short", "int", "long", "long long", "__int128",
		"float", "double", "long double" };
	LLVMValueRef md = LLVMGetMetadata(call, c->tbaa_struct), fields[3 * 64], tag[4], node[8];
	const unsigned n = md != NULL ? LLVMGetMDNodeNumOperands(md) : 0;

	if (n == 0 || n % 3 != 0 || n > sizeof fields / sizeof *fields)
		return false;
	LLVMGetMDNodeOperands(md, fields);
	for (unsigned i = 2; i < n; i += 3) {
		unsigned bytes = 0;
		bool found = false;
		unsigned operands = fields[i] != NULL && LLVMIsAMDNode(fields[i]) ? LLVMGetMDNodeNumOperands(fields[i])
			: 0;
		if (operands < 3 || operands > 4)
			return false;
		LLVMGetMDNodeOperands(fields[i], tag);
		operands = tag[1] != NULL && LLVMIsAMDNode(tag[1]) ? LLVMGetMDNodeNumOperands(tag[1]) : 0;
		if (operands < 1 || operands > sizeof node / sizeof *node)
			return false;
		LLVMGetMDNodeOperands(tag[1], node);
		const char *name = node[0] != NULL ? LLVMGetMDString(node[0], &bytes) : NULL;
		for (size_t k = 0; k < sizeof numbers / sizeof *numbers && name != NULL; k++)
			found = found || (strlen(numbers[k]) == bytes && memcmp(numbers[k], name, bytes) == 0);
		if (!found)
			return false;
	}
	return true;
}

/* Cuts `bytes` bytes into pieces as the two sides say. Returns their number; 0: the sides do not agree. */
static uint32_t
cut(const struct side *to, const struct side *from, unsigned bytes, struct piece *pieces)
{
	const unsigned word = to->word;
	LLVMTypeRef at[MAX_BYTES + 8] = { NULL };
	uint32_t n = 0;

	for (unsigned i = 0; i < bytes; i++) { /* a reference on one side is one on the other */
		LLVMTypeRef a = to->at[i], b = from->at[i];
		at[i] = a != NULL && (b == NULL || pointer_as(a) == LR_AS_TRACKED) ? a : b;
		if (a != NULL && b != NULL && a != b && pointer_as(a) != LR_AS_TRACKED
			&& pointer_as(b) != LR_AS_TRACKED)
			at[i] = NULL;
	}
	for (unsigned i = 0; i < bytes;) {
		unsigned size = 1, next = i + 1;
		if (at[i] != NULL) {
			if (i + word > bytes)
				return 0;
			for (unsigned k = 1; k < word; k++)
				if (at[i + k] != NULL)
					return 0;
			pieces[n++] = (struct piece){ i, word, at[i] };
			i += word;
			continue;
		}
		while (next < bytes && at[next] == NULL)
			next++;
		while (size < word && i % (size * 2) == 0 && i + size * 2 <= next)
			size *= 2;
		pieces[n++] = (struct piece){ i, size, NULL };
		i += size;
	}
	return n;
}

bool
copies_are_words(const struct edit *e, LLVMValueRef bytes)
{
	return !LLVMIsAConstantInt(bytes)
		|| (!LLVMIsNull(bytes) && LLVMConstIntGetZExtValue(bytes) % e->word_bytes == 0);
}

static void
plan(struct copies *c, struct edit *e, LLVMValueRef call)
{
	LLVMValueRef length = LLVMGetOperand(call, 2);
	struct piece pieces[MAX_BYTES];
	struct side to, from;
	uint32_t n = 0;

	const bool computed = !LLVMIsAConstantInt(length);
	if (LLVMIsNull(length))
		return;
	const uint64_t bytes = computed ? UINT64_MAX : LLVMConstIntGetZExtValue(length);
	look_at(c, e, LLVMGetOperand(call, 0), bytes, &to);
	look_at(c, e, LLVMGetOperand(call, 1), bytes, &from);
	if (to.other || from.other)
		return;
	if (to.refs || from.refs) {
		if (to.detailed && from.detailed && !to.unions && !from.unions)
			n = cut(&to, &from, (unsigned)bytes, pieces);
	} else if (!to.unions && !from.unions
		&& (to.known || from.known || (!computed && bytes % e->word_bytes != 0) || says_numbers(c, call)))
		return;
	if (!ARENA_PUSH(&e->arena, c->v, c->n, c->cap))
		return;
	struct copy *k = &c->v[c->n++];
	*k = (struct copy){ .call = call, .npieces = n, .move = LLVMIsAMemMoveInst(call) != NULL };
	if (n > 0 && (k->pieces = arena_alloc(&e->arena, n * sizeof *pieces)) != NULL)
		memcpy(k->pieces, pieces, n * sizeof *pieces);
}

void
copies_plan(struct copies *c, struct edit *e, LLVMModuleRef m)
{
	c->td = LLVMGetModuleDataLayout(m);
	c->tbaa_struct = LLVMGetMDKindIDInContext(e->context, "tbaa.struct", 11);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		size_t n;
		const char *name = LLVMGetValueName2(f, &n);
		if (strncmp(name, "llvm.memcpy.", 12) != 0 && strncmp(name, "llvm.memmove.", 13) != 0)
			continue;
		for (LLVMUseRef u = LLVMGetFirstUse(f); u != NULL; u = LLVMGetNextUse(u))
			if (LLVMIsAMemCpyInst(LLVMGetUser(u)) || LLVMIsAMemMoveInst(LLVMGetUser(u)))
				plan(c, e, LLVMGetUser(u));
	}
}

/* ---- changing ---- */

static unsigned
align_of(const struct edit *e, LLVMValueRef call, unsigned operand)
{
	LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, operand + 1, e->attr_align);
	const uint64_t n = a != NULL ? LLVMGetEnumAttributeValue(a) : 1;

	return n == 0 ? 1 : n > 4096 ? 4096 : (unsigned)n;
}

static LLVMValueRef
offset(struct edit *e, LLVMValueRef base, uint32_t bytes)
{
	LLVMValueRef n = edit_word(e, bytes);

	return bytes == 0 ? base : LLVMBuildInBoundsGEP2(e->builder, e->i8, base, &n, 1, "");
}

static void
build_typed(struct edit *e, const struct copy *k, LLVMValueRef *loaded)
{
	LLVMValueRef to = LLVMGetOperand(k->call, 0), from = LLVMGetOperand(k->call, 1);
	const unsigned to_align = align_of(e, k->call, 0), from_align = align_of(e, k->call, 1);
	const bool is_volatile = !LLVMIsNull(LLVMGetOperand(k->call, 3));

	for (uint32_t i = 0; i < k->npieces; i++) {
		const struct piece *p = &k->pieces[i];
		LLVMTypeRef type = p->type != NULL ? p->type : LLVMIntTypeInContext(e->context, p->bytes * 8);
		loaded[i] = LLVMBuildLoad2(e->builder, type, offset(e, from, p->at), "");
		LLVMSetAlignment(loaded[i], edit_align_behind(from_align, p->at));
		LLVMSetVolatile(loaded[i], is_volatile);
	}
	for (uint32_t i = 0; i < k->npieces; i++) {
		LLVMValueRef store = LLVMBuildStore(e->builder, loaded[i], offset(e, to, k->pieces[i].at));
		LLVMSetAlignment(store, edit_align_behind(to_align, k->pieces[i].at));
		LLVMSetVolatile(store, is_volatile);
	}
}

static void
add_attribute(const struct edit *e, LLVMValueRef f, LLVMAttributeIndex at, const char *name, uint64_t value)
{
	const unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	if (kind != 0)
		LLVMAddAttributeAtIndex(f, at, LLVMCreateEnumAttribute(e->context, kind, value));
}

static LLVMValueRef
declare_opaque(struct edit *e, LLVMTypeRef type, int to_as, int from_as)
{
	static const char *const names[] = { "nounwind", "willreturn", "nosync", "nocallback" };
	enum { ARGMEM_READ_WRITE = 3 };
	char name[80];

	snprintf(name, sizeof name, "%sp%d.p%d", opaque_name, to_as, from_as);
	LLVMValueRef f = LLVMGetNamedFunction(e->module, name);
	if (f != NULL)
		return f;
	f = LLVMAddFunction(e->module, name, type);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		add_attribute(e, f, AT_FUNCTION, names[i], 0);
	add_attribute(e, f, AT_FUNCTION, "memory", ARGMEM_READ_WRITE);
	add_attribute(e, f, 1, "writeonly", 0);
	add_attribute(e, f, 2, "readonly", 0);
#if LLVM_VERSION_MAJOR >= 21
	add_attribute(e, f, 1, "captures", 0);
	add_attribute(e, f, 2, "captures", 0);
#else
	add_attribute(e, f, 1, "nocapture", 0);
	add_attribute(e, f, 2, "nocapture", 0);
#endif
	return f;
}

LLVMValueRef
copies_build_opaque(struct edit *e, LLVMValueRef to, unsigned to_align, LLVMValueRef from, unsigned from_align,
	LLVMValueRef bytes, bool move, bool is_volatile)
{
	LLVMValueRef args[] = { to, from, bytes, edit_i32(e, (move ? MOVE : 0) | (is_volatile ? VOLATILE : 0)) };
	LLVMTypeRef types[] = { LLVMTypeOf(to), LLVMTypeOf(from), e->i64, e->i32 };

	if (LLVMTypeOf(bytes) != e->i64)
		args[2] = LLVMBuildZExt(e->builder, bytes, e->i64, "");
	LLVMTypeRef type = LLVMFunctionType(e->void_type, types, 4, false);
	LLVMValueRef f = declare_opaque(e, type, pointer_as(types[0]), pointer_as(types[1]));
	LLVMValueRef call = LLVMBuildCall2(e->builder, type, f, args, 4, "");
	LLVMAddCallSiteAttribute(call, 1, LLVMCreateEnumAttribute(e->context, e->attr_align, to_align));
	LLVMAddCallSiteAttribute(call, 2, LLVMCreateEnumAttribute(e->context, e->attr_align, from_align));
	return call;
}

/* Keeps LLVM from making intrinsics of the checked copies of -D_FORTIFY_SOURCE, once it knows their size. */
static void
keep_checked_copies(struct edit *e)
{
	static const char *const names[] = { "__memcpy_chk", "__memmove_chk", "__mempcpy_chk" };
	LLVMAttributeRef no = LLVMCreateEnumAttribute(e->context, LLVMGetEnumAttributeKindForName("nobuiltin", 9), 0);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(e->module, names[i]);
		for (LLVMUseRef u = f != NULL ? LLVMGetFirstUse(f) : NULL; u != NULL; u = LLVMGetNextUse(u))
			if (LLVMIsACallInst(LLVMGetUser(u)) || LLVMIsAInvokeInst(LLVMGetUser(u)))
				LLVMAddCallSiteAttribute(LLVMGetUser(u), AT_FUNCTION, no);
	}
}

void
copies_rewrite(struct copies *c, struct edit *e)
{
	LLVMValueRef loaded[MAX_BYTES];

	keep_checked_copies(e);
	for (uint32_t i = 0; i < c->n; i++) {
		const struct copy *k = &c->v[i];
		edit_before(e, k->call);
		if (k->pieces != NULL)
			build_typed(e, k, loaded);
		else
			copies_build_opaque(e, LLVMGetOperand(k->call, 0), align_of(e, k->call, 0),
				LLVMGetOperand(k->call, 1), align_of(e, k->call, 1), LLVMGetOperand(k->call, 2),
				k->move, !LLVMIsNull(LLVMGetOperand(k->call, 3)));
		LLVMInstructionEraseFromParent(k->call);
	}
}

static bool
is_opaque(LLVMValueRef f)
{
	size_t bytes;

	return strncmp(LLVMGetValueName2(f, &bytes), opaque_name, sizeof opaque_name - 1) == 0;
}

static bool
restore(struct edit *e, LLVMValueRef call, LLVMValueRef f)
{
	if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f || LLVMGetNumArgOperands(call) != 4)
		return false;
	const uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 3));
	LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1), made;
	edit_before(e, call);
	if (flags & MOVE)
		made = LLVMBuildMemMove(e->builder, to, align_of(e, call, 0), from, align_of(e, call, 1),
			LLVMGetOperand(call, 2));
	else
		made = LLVMBuildMemCpy(e->builder, to, align_of(e, call, 0), from, align_of(e, call, 1),
			LLVMGetOperand(call, 2));
	if (flags & VOLATILE)
		LLVMSetOperand(made, 3, LLVMConstInt(e->i1, 1, false));
	LLVMInstructionEraseFromParent(call);
	return true;
}

bool
copies_restore_call(struct edit *e, LLVMValueRef call)
{
	LLVMValueRef f = LLVMIsAFunction(LLVMGetCalledValue(call));

	if (f == NULL || !LLVMIsDeclaration(f) || !is_opaque(f) || !restore(e, call, f))
		return false;
	if (LLVMGetFirstUse(f) == NULL)
		LLVMDeleteFunction(f);
	return true;
}

bool
copies_restore(struct edit *e, LLVMModuleRef m)
{
	bool any = false;

	for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f != NULL; f = next) {
		next = LLVMGetNextFunction(f);
		if (!is_opaque(f))
			continue;
		for (LLVMUseRef u = LLVMGetFirstUse(f), later; u != NULL; u = later) {
			later = LLVMGetNextUse(u);
			any |= restore(e, LLVMGetUser(u), f);
		}
		if (LLVMGetFirstUse(f) == NULL)
			LLVMDeleteFunction(f);
	}
	return any;
}
