/* SPDX-License-Identifier: MIT */
/* templates.c -- instructions that LLVM-C can clone but not build: each is written as text, parsed once, and cloned.
**
** These are swifterror allocas and, on LLVM 19, atomic instructions with a synchronisation scope of a target.
** LLVM-C cannot read these properties either.  An alloca counts as swifterror if a call takes it as such; otherwise
** the property has no effect.  Scopes are read from the text of a function of clones that refer to nothing. */
#include <stdio.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/IRReader.h>

#include "addrspace/remove/remove.h"

enum { TEMPLATE_BYTES = 512 };

/* The first instruction of the function that `text` defines; NULL if memory is exhausted. */
static LLVMValueRef
parse(struct remover *r, const char *text)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "");
	LLVMModuleRef m;
	char *message = NULL;

	if (!ARENA_PUSH(&r->arena, r->templates, r->ntemplates, r->templates_cap)) {
		LLVMDisposeMemoryBuffer(buffer);
		return NULL;
	}
	if (LLVMParseIRInContext(r->context, buffer, &m, &message)) {
		LLVMDisposeMessage(message);
		r->arena.failed = true;
		return NULL;
	}
	r->templates[r->ntemplates++] = m;
	return LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(LLVMGetFirstFunction(m)));
}

static LLVMValueRef
insert_clone(struct remover *r, LLVMValueRef template)
{
	LLVMValueRef v = LLVMInstructionClone(template);

	LLVMInsertIntoBuilder(r->builder, v);
	return v;
}

/* ---- swifterror ---- */

void
templates_plan_swifterror(struct remover *r, LLVMValueRef alloca)
{
	const unsigned old_as = LLVMGetPointerAddressSpace(LLVMTypeOf(alloca)),
		as = space_to(r, old_as);
	const void *space = (const void *)(((uintptr_t)as << 4) | 1); /* a key that is no address of an alloca */
	uint32_t at = ptrmap_get(&r->template_of, space);
	char text[TEMPLATE_BYTES];

	if (at == PTRMAP_NONE) {
		snprintf(text, sizeof text,
			"define void @t() {\n  %%a = alloca swifterror ptr, align 8, addrspace(%u)\n  ret void\n}\n",
			as);
		if (parse(r, text) == NULL)
			return;
		at = r->ntemplates - 1;
		ptrmap_set(&r->template_of, space, at);
	}
	ptrmap_set(&r->template_of, alloca, at);
}

static LLVMValueRef
template_of(const struct remover *r, LLVMValueRef inst)
{
	const uint32_t at = ptrmap_get(&r->template_of, inst);

	return at == PTRMAP_NONE
		? NULL : LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(LLVMGetFirstFunction(r->templates[at])));
}

LLVMValueRef
templates_alloca(struct remover *r, LLVMValueRef alloca)
{
	LLVMValueRef template = template_of(r, alloca);

	return template != NULL ? insert_clone(r, template) : NULL;
}

/* ---- synchronisation scopes ---- */

#if LLVM_VERSION_MAJOR < 22
void
templates_plan_scope(struct remover *r, LLVMValueRef inst)
{
	if (LLVMIsAtomicSingleThread(inst)) /* this one has a setter */
		return;
	if (ARENA_PUSH(&r->arena, r->atomics, r->natomics, r->atomics_cap))
		r->atomics[r->natomics++] = inst;
}

/* ---- does the context have any scope besides the two predefined ones? ----
**
** The bitcode of an empty module lists the context's scopes in a block.  The block that lists only the two is always
** the same.  If the bitcode does not contain it, the text decides, which takes longer. */

struct bits { uint32_t words[16]; unsigned n; /* bits */ };

static void
put(struct bits *b, uint32_t value, unsigned width)
{
	for (unsigned i = 0; i < width; i++, b->n++)
		b->words[b->n / 32] |= (value >> i & 1) << b->n % 32;
}

/* Writes a number in groups of five bits; a sixth bit says whether another group follows. */
static void
put_vbr6(struct bits *b, uint32_t value)
{
	for (; value >= 32; value >>= 5)
		put(b, (value & 31) | 32, 6);
	put(b, value, 6);
}

/* Writes the record of a name: "unabbreviated", its code, the length, the characters. */
static void
put_name(struct bits *b, const char *name)
{
	put(b, 3, 2);
	put_vbr6(b, 1);
	put_vbr6(b, (uint32_t)strlen(name));
	for (; *name != '\0'; name++)
		put_vbr6(b, (unsigned char)*name);
}

static bool
has_scopes(struct remover *r)
{
	struct bits block = { .n = 32 };   /* the first word is the length of the rest, in words */
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("", r->context);
	LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(m);
	const char *p = LLVMGetBufferStart(bitcode);
	const size_t size = LLVMGetBufferSize(bitcode);
	size_t bytes;
	bool found = false;

	put_name(&block, "singlethread");
	put_name(&block, "");
	put(&block, 0, 2); /* end of block */
	bytes = (block.n + 31) / 32 * sizeof *block.words;
	block.words[0] = (uint32_t)(bytes / sizeof *block.words - 1);
	for (size_t i = 0; i + bytes <= size && !found; i += sizeof *block.words)
		found = memcmp(p + i, block.words, bytes) == 0;
	LLVMDisposeMemoryBuffer(bitcode);
	LLVMDisposeModule(m);
	return !found;
}

/* ---- reading them ---- */

/* Clones `inst` without the values and metadata that it refers to. */
static LLVMValueRef
naked_clone(LLVMValueRef inst)
{
	LLVMValueRef v = LLVMInstructionClone(inst);
	const int n = LLVMGetNumOperands(v);

	for (int i = 0; i < n; i++)
		LLVMSetOperand(v, (unsigned)i, LLVMGetUndef(LLVMTypeOf(LLVMGetOperand(v, (unsigned)i))));
	if (LLVMHasMetadata(v)) {
		size_t entries_count;
		LLVMValueMetadataEntry *entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(v, &entries_count);
		for (unsigned i = 0; i < entries_count; i++)
			LLVMSetMetadata(v, LLVMValueMetadataEntriesGetKind(entries, i), NULL);
		LLVMDisposeValueMetadataEntries(entries);
		LLVMInstructionSetDebugLoc(v, NULL);
	}
	return v;
}

/* The text of a function of clones of all r->atomics; lines of instructions begin with spaces.  The caller disposes of
** it. */
static char *
atomics_text(struct remover *r)
{
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("", r->context);
	LLVMValueRef fn = LLVMAddFunction(m, "", LLVMFunctionType(LLVMVoidTypeInContext(r->context), NULL, 0, false));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(r->context);
	char *text;

	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(r->context, fn, ""));
	for (uint32_t i = 0; i < r->natomics; i++)
		LLVMInsertIntoBuilder(b, naked_clone(r->atomics[i]));
	text = LLVMPrintModuleToString(m);
	LLVMDisposeBuilder(b);
	LLVMDisposeModule(m);
	return text;
}

/* Notes that `inst` has the scope `name`, of n bytes. */
static void
note_scope(struct remover *r, LLVMValueRef inst, const char *name, int n)
{
	static const char form[] = "define void @t() {\n"
		"  %%l = load atomic ptr, ptr null syncscope(\"%.*s\") monotonic, align 8\n"
		"  %%x = cmpxchg ptr null, ptr null, ptr null syncscope(\"%.*s\") monotonic monotonic, align 8\n"
		"  %%r = atomicrmw xchg ptr null, ptr null syncscope(\"%.*s\") monotonic, align 8\n"
		"  ret void\n}\n";
	const size_t bytes = sizeof form + 3 * (size_t)n;
	char *copy, *source;
	uint32_t i;

	for (i = 0; i < r->nscopes; i++) /* LLVM has at most 256 of them */
		if (strlen(r->scopes[i].name) == (size_t)n && memcmp(r->scopes[i].name, name, (size_t)n) == 0)
			break;
	if (i == r->nscopes) {
		copy = arena_zalloc(&r->arena, (size_t)n + 1);
		source = arena_alloc(&r->arena, bytes);
		if (copy == NULL || source == NULL || !ARENA_PUSH(&r->arena, r->scopes, r->nscopes, r->scopes_cap))
			return;
		memcpy(copy, name, (size_t)n);
		snprintf(source, bytes, form, n, copy, n, copy, n, copy);
		if (parse(r, source) == NULL)
			return;
		r->scopes[r->nscopes++] = (struct scope){ copy, r->ntemplates - 1 };
	}
	ptrmap_set(&r->template_of, inst, r->scopes[i].template);
}

void
templates_plan_scopes(struct remover *r)
{
	static const char word[] = " syncscope(\"";
	char *text;
	uint32_t i = 0;

	if (r->natomics == 0 || r->arena.failed || !has_scopes(r))
		return;
	text = atomics_text(r);
	for (char *line = text, *end; i < r->natomics && (end = strchr(line, '\n')) != NULL; line = end + 1) {
		if (*line != ' ')
			continue;
		*end = '\0';
		char *name = strstr(line, word);
		if (name != NULL) { /* quotes in it are escaped as numbers */
			name += sizeof word - 1;
			note_scope(r, r->atomics[i], name, (int)strcspn(name, "\""));
		}
		i++;
	}
	LLVMDisposeMessage(text);
}

/* The caller sets operands, ordering and all else. */
LLVMValueRef
templates_atomic(struct remover *r, LLVMValueRef inst)
{
	LLVMValueRef v = template_of(r, inst);

	while (v != NULL && LLVMGetInstructionOpcode(v) != LLVMGetInstructionOpcode(inst))
		v = LLVMGetNextInstruction(v);
	return v != NULL ? insert_clone(r, v) : NULL;
}
#endif

void
templates_free(struct remover *r)
{
	for (uint32_t i = 0; i < r->ntemplates; i++)
		LLVMDisposeModule(r->templates[i]);
}
