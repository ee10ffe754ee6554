/* SPDX-License-Identifier: MIT */
/* Words, objects, calls of the runtime: the part of the emitter that knows lateroot's dialect. */
#include <string.h>
#include "emit.h"

/* A call of a function of the dialect, which is declared where it is first needed. */
LLVMValueRef
emit_dialect(struct emitter *e, const char *name, LLVMTypeRef type, LLVMValueRef *arguments, unsigned n)
{
	LLVMValueRef f = LLVMGetNamedFunction(e->m, name);

	if (f == NULL)
		f = LLVMAddFunction(e->m, name, type);
	return LLVMBuildCall2(e->b, type, f, arguments, n, "");
}

LLVMValueRef
emit_make(struct emitter *e, LLVMValueRef word)
{
	return emit_dialect(e, "lateroot.immediate.make", LLVMFunctionType(e->ref, &e->i64, 1, false), &word, 1);
}

LLVMValueRef
emit_immediate(struct emitter *e, uint64_t word)
{
	return emit_make(e, LLVMConstInt(e->i64, word, false));
}

/* Is a value an immediate that the compiler knows?  Then `*word` is its word. */
bool
emit_known_word(struct emitter *e, LLVMValueRef value, uint64_t *word)
{
	LLVMValueRef make = LLVMGetNamedFunction(e->m, "lateroot.immediate.make");

	if (make == NULL || LLVMIsACallInst(value) == NULL || LLVMGetCalledValue(value) != make)
		return false;
	LLVMValueRef of = LLVMGetOperand(value, 0);
	if (LLVMIsAConstantInt(of) == NULL)
		return false;
	*word = LLVMConstIntGetZExtValue(of);
	return true;
}

LLVMValueRef
emit_word_of(struct emitter *e, LLVMValueRef value)
{
	uint64_t word;

	if (emit_known_word(e, value, &word))
		return LLVMConstInt(e->i64, word, false);
	return emit_dialect(e, "lateroot.immediate.value", LLVMFunctionType(e->i64, &e->ref, 1, false), &value, 1);
}

LLVMValueRef
emit_at(struct emitter *e, LLVMValueRef object, LLVMValueRef index)
{
	LLVMValueRef base = LLVMBuildAddrSpaceCast(e->b, object, e->inside, "");

	return LLVMBuildGEP2(e->b, e->i64, base, &index, 1, "");
}

LLVMValueRef
emit_load(struct emitter *e, LLVMTypeRef type, LLVMValueRef object, unsigned index)
{
	return LLVMBuildLoad2(e->b, type, emit_at(e, object, LLVMConstInt(e->i64, index, false)), "");
}

void
emit_store(struct emitter *e, LLVMValueRef value, LLVMValueRef object, unsigned index)
{
	LLVMBuildStore(e->b, value, emit_at(e, object, LLVMConstInt(e->i64, index, false)));
}

void
emit_barrier(struct emitter *e, LLVMValueRef object, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMFunctionType(e->none, &e->ref, 1, true);

	emit_dialect(e, "julia.write_barrier", type, (LLVMValueRef[]){ object, value }, 2);
}

/* A type descriptor of the runtime.  No type that compiled code makes objects of has a release hook: with the mark,
** objects that nobody needs may vanish. */
static LLVMValueRef
descriptor(struct emitter *e, const char *name)
{
	static const char hookless[] = "lateroot.hookless";
	LLVMValueRef type = LLVMGetNamedGlobal(e->m, name);

	if (type == NULL) {
		type = LLVMAddGlobal(e->m, LLVMInt8TypeInContext(e->cx), name);
		LLVMSetGlobalConstant(type, true);
		LLVMSetAlignment(type, 16);
		LLVMGlobalSetMetadata(type, LLVMGetMDKindIDInContext(e->cx, hookless, sizeof hookless - 1),
			LLVMMDNodeInContext2(e->cx, NULL, 0));
	}
	return LLVMConstAddrSpaceCast(type, e->ref);
}

/* A new object: all its words have to be stored before the next call. */
LLVMValueRef
emit_object(struct emitter *e, const char *type, unsigned words)
{
	LLVMTypeRef alloc = LLVMFunctionType(e->ref, (LLVMTypeRef[]){ e->ptr, e->i64, e->ref }, 3, false);

	return emit_dialect(e, "julia.gc_alloc_obj", alloc, (LLVMValueRef[]){ e->task,
		LLVMConstInt(e->i64, 8 * words, false), descriptor(e, type) }, 3);
}

LLVMValueRef
emit_variable(struct emitter *e, const char *name, LLVMTypeRef type)
{
	LLVMValueRef v = LLVMGetNamedGlobal(e->m, name);

	if (v == NULL) {
		v = LLVMAddGlobal(e->m, type, name);
		if (linked_program)
			LLVMSetVisibility(v, LLVMProtectedVisibility); /* it is near, and has no entry in a table */
	}
	return v;
}

/* A C function of the runtime.  References go as they are. */
LLVMValueRef
emit_runtime(struct emitter *e, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, unsigned n)
{
	LLVMTypeRef types[8];

	for (unsigned i = 0; i < n; i++)
		types[i] = LLVMTypeOf(arguments[i]);
	return emit_dialect(e, name, LLVMFunctionType(result, types, n, false), arguments, n);
}

void
emit_aside(struct emitter *e, LLVMValueRef f, struct aside *here)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("noinline", 8);

	*here = (struct aside){ e->function, e->task, LLVMGetInsertBlock(e->b), LLVMGetCurrentDebugLocation2(e->b) };
	LLVMSetLinkage(f, LLVMInternalLinkage);
	LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(e->cx, kind, 0));
	emit_tables(e, f);
	e->function = f;
	LLVMSetCurrentDebugLocation2(e->b, NULL);
	LLVMPositionBuilderAtEnd(e->b, emit_block(e, "entry"));
}

void
emit_aside_end(struct emitter *e, struct aside *here)
{
	e->function = here->function;
	e->task = here->task;
	LLVMPositionBuilderAtEnd(e->b, here->block);
	LLVMSetCurrentDebugLocation2(e->b, here->line);
}

/* The function around a call of C: the place of the call is its last argument, if errors have one. */
static LLVMValueRef
slow_function(struct emitter *e, const char *name, LLVMTypeRef type, unsigned n)
{
	char *text = arena_format("slow.%s", name);
	LLVMValueRef f = LLVMGetNamedFunction(e->m, text), parameters[8];
	unsigned cold = LLVMGetEnumAttributeKindForName("cold", 4);
	struct aside here;

	if (f != NULL)
		return f;
	f = LLVMAddFunction(e->m, text, type);
	LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(e->cx, cold, 0));
	LLVMSetFunctionCallConv(f, SLOW_CONVENTION);
	emit_aside(e, f, &here);
	if (!e->rootless)
		emit_dialect(e, "julia.get_pgcstack", LLVMFunctionType(e->ptr, NULL, 0, false), NULL, 0);
	LLVMGetParams(f, parameters);
	if (LLVMCountParams(f) > n)
		emit_set_where(e, parameters[n]);
	LLVMBuildRet(e->b, emit_runtime(e, name, e->ref, parameters, n));
	emit_aside_end(e, &here);
	return f;
}

/* A procedure of the runtime for what compiled code does not do in place.  In a whole program the call stands in a
** function of its own, which keeps the registers: then the function around has no call of C, needs nothing that such
** calls need, and all its values stay where they are.  In one form of many, a function more costs more than it
** saves. */
LLVMValueRef
emit_slow(struct emitter *e, const char *name, LLVMValueRef *arguments, unsigned n)
{
	LLVMValueRef all[8], where = whole_program ? emit_place(e) : NULL;
	LLVMTypeRef types[8];
	unsigned count = n;

	if (!whole_program) {
		emit_where(e);
		return emit_runtime(e, name, e->ref, arguments, n);
	}
	for (unsigned i = 0; i < n; i++)
		all[i] = arguments[i];
	if (where != NULL)
		all[count++] = where;
	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(all[i]);
	LLVMTypeRef type = LLVMFunctionType(e->ref, types, count, false);
	LLVMValueRef result = LLVMBuildCall2(e->b, type, slow_function(e, name, type, n), all, count, "");
	LLVMSetInstructionCallConv(result, SLOW_CONVENTION);
	return result;
}

void
emit_tables(struct emitter *e, LLVMValueRef function)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("uwtable", 7);

	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(e->cx, kind, 2));
}

LLVMBasicBlockRef
emit_block(struct emitter *e, const char *name)
{
	return LLVMAppendBasicBlockInContext(e->cx, e->function, name);
}

LLVMValueRef
emit_string(struct emitter *e, const char *text)
{
	return LLVMBuildGlobalStringPtr(e->b, text, "text");
}

/* An object keeps its type, so that LLVM joins tests of one object. */
static void
never_changes(struct emitter *e, LLVMValueRef function)
{
	static const char *const words[] = { "memory", "nounwind", "willreturn" };

	for (int i = 0; i < 3; i++) {
		unsigned kind = LLVMGetEnumAttributeKindForName(words[i], strlen(words[i]));
		LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(e->cx, kind, 0));
	}
}

/* Is a value an object of this type?  The low bits of all other words differ from an address's. */
LLVMValueRef
emit_is(struct emitter *e, LLVMValueRef value, const char *type)
{
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b), object = emit_block(e, "object"), join = emit_block(e, "is");
	LLVMValueRef bits = LLVMBuildAnd(e->b, emit_word_of(e, value), LLVMConstInt(e->i64, 7, false), "");

	LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, bits, LLVMConstInt(e->i64, 0, false), ""), object, join);
	LLVMPositionBuilderAtEnd(e->b, object);
	LLVMValueRef tag = emit_dialect(e, "julia.typeof", LLVMFunctionType(e->ref, &e->ref, 1, false), &value, 1);
	never_changes(e, LLVMGetCalledValue(tag));
	LLVMValueRef same = LLVMBuildICmp(e->b, LLVMIntEQ, tag, descriptor(e, type), "");
	LLVMBuildBr(e->b, join);
	LLVMPositionBuilderAtEnd(e->b, join);
	LLVMValueRef phi = LLVMBuildPhi(e->b, e->i1, "");
	LLVMAddIncoming(phi, (LLVMValueRef[]){ LLVMConstInt(e->i1, 0, false), same },
		(LLVMBasicBlockRef[]){ from, object }, 2);
	return phi;
}

void
emit_likely(struct emitter *e, LLVMValueRef branch)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(e->cx);
	LLVMMetadataRef parts[3] = { LLVMMDStringInContext2(e->cx, "branch_weights", 14),
		LLVMValueAsMetadata(LLVMConstInt(i32, 2000, false)), LLVMValueAsMetadata(LLVMConstInt(i32, 1, false)) };

	LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(e->cx, "prof", 4),
		LLVMMetadataAsValue(e->cx, LLVMMDNodeInContext2(e->cx, parts, 3)));
}
