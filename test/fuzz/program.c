/* SPDX-License-Identifier: MIT */
/* program.c -- what is around the functions of a program: descriptors, permanent objects, declarations, main. */
#include <stdio.h>
#include <string.h>

#include <llvm/Config/llvm-config.h>

#include "gen.h"

/* ---- declarations: what each function of the dialect and of C promises ---- */

static const uint64_t argmem_read = 0x1, inaccessible_read = 0x4, inaccessible = 0xC, julia_alloc = 0xD;
#if LLVM_VERSION_MAJOR >= 21
static const uint64_t only_reads = 0x555;
#else
static const uint64_t only_reads = 0x15;
#endif

void
gen_attribute(struct gen *g, LLVMValueRef f, unsigned at, const char *name, uint64_t value)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	LLVMAddAttributeAtIndex(f, at, LLVMCreateEnumAttribute(g->lc, kind, value));
}

static void
string_attribute(struct gen *g, LLVMValueRef f, unsigned at, const char *name, const char *value)
{
	LLVMAddAttributeAtIndex(f, at, LLVMCreateStringAttribute(g->lc, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

#define WHOLE ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

static void
promise(struct gen *g, LLVMValueRef f, const char *name)
{
	static const struct { const char *name; uint64_t memory; bool pure; } known[] = {
		{ "julia.get_pgcstack", inaccessible_read, true }, { "julia.gc_loaded", 0, true }, { "julia.pointer_from_objref", 0, true },
		{ "julia.typeof", 0, true }, { "julia.write_barrier", inaccessible, true }, { "julia.object_write_barrier", inaccessible, true },
		{ "julia.field_write_barrier.p11", inaccessible, true }, { "julia.field_write_barrier.p13", inaccessible, true },
		{ "julia.blackbox", 0, true }, { "fz_look", argmem_read, true }, { "fz_hash", only_reads, true },
		{ "fz_optimistic", only_reads, true }, { "julia.gc_alloc_memory", julia_alloc, true }
	};

	if (strcmp(name, "julia.gc_alloc_obj") == 0 && g->optimistic) {
		gen_attribute(g, f, WHOLE, "memory", julia_alloc);
		gen_attribute(g, f, WHOLE, "nounwind", 0);
		gen_attribute(g, f, WHOLE, "willreturn", 0);
		gen_attribute(g, f, LLVMAttributeReturnIndex, "noalias", 0);
		gen_attribute(g, f, LLVMAttributeReturnIndex, "nonnull", 0);
	}
	if (strcmp(name, "fz_optimistic") == 0)
		string_attribute(g, f, WHOLE, "julia.safepoint", "");
	if (strcmp(name, "fz_leaf") == 0)
		string_attribute(g, f, WHOLE, "gc-leaf-function", "");
	if (strcmp(name, "lr_throw") == 0)
		gen_attribute(g, f, WHOLE, "noreturn", 0);
	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (strcmp(known[k].name, name) == 0) {
			gen_attribute(g, f, WHOLE, "memory", known[k].memory);
			gen_attribute(g, f, WHOLE, "nounwind", 0);
			gen_attribute(g, f, WHOLE, "willreturn", 0);
		}
}

LLVMValueRef
gen_declare(struct gen *g, const char *name, LLVMTypeRef type)
{
	LLVMValueRef f = LLVMGetNamedFunction(g->m, name);

	if (f == NULL) {
		f = LLVMAddFunction(g->m, name, type);
		if (strncmp(name, "llvm.", 5) != 0)
			promise(g, f, name);
	}
	return f;
}

/* ---- types ---- */

static void
make_types(struct gen *g)
{
	LLVMTypeRef three[3];

	g->i1 = LLVMInt1TypeInContext(g->lc);
	g->i8 = LLVMInt8TypeInContext(g->lc);
	g->i32 = LLVMInt32TypeInContext(g->lc);
	g->i64 = LLVMInt64TypeInContext(g->lc);
	g->none = LLVMVoidTypeInContext(g->lc);
	g->token = LLVMTokenTypeInContext(g->lc);
	g->ptr = LLVMPointerTypeInContext(g->lc, 0);
	g->p10 = LLVMPointerTypeInContext(g->lc, 10);
	g->p11 = LLVMPointerTypeInContext(g->lc, 11);
	g->p12 = LLVMPointerTypeInContext(g->lc, 12);
	g->p13 = LLVMPointerTypeInContext(g->lc, 13);
	g->v2p10 = LLVMVectorType(g->p10, 2);
	g->v2p11 = LLVMVectorType(g->p11, 2);
	g->v2i64 = LLVMVectorType(g->i64, 2);
	g->v2i1 = LLVMVectorType(g->i1, 2);
	three[0] = three[2] = g->p10;
	three[1] = g->i64;
	g->pair = LLVMStructTypeInContext(g->lc, three, 3, false);
	three[0] = g->i64;
	g->bits2 = LLVMStructTypeInContext(g->lc, three, 2, false);
	const LLVMTypeRef of[KINDS] = { g->i64, g->p10, g->p10, g->p10, g->p11, g->p11, g->p13, g->p13, g->p12, g->v2p10, g->v2p11, g->pair };
	memcpy(g->kind_type, of, sizeof of);
}

/* ---- descriptors, the same ones for all programs of a module ---- */

static LLVMValueRef
text(struct gen *g, const char *name, const char *s)
{
	LLVMValueRef v = LLVMConstStringInContext2(g->lc, s, strlen(s), false), p = LLVMAddGlobal(g->m, LLVMTypeOf(v), name);

	LLVMSetInitializer(p, v);
	LLVMSetGlobalConstant(p, true);
	LLVMSetLinkage(p, LLVMInternalLinkage);
	return p;
}

static LLVMValueRef
number(struct gen *g, unsigned n)
{
	return LLVMConstInt(g->i32, n, false);
}

/* A struct lr_type (runtime.h): a constant, as a plain pointer.  The references of layout 0 are in words 1 to `nrefs`;
** of others each element has so many. */
static LLVMValueRef
descriptor(struct gen *g, const char *name, unsigned layout, unsigned size, unsigned nrefs)
{
	LLVMValueRef p = LLVMGetNamedGlobal(g->m, name);
	LLVMValueRef null = LLVMConstNull(g->ptr), words[5] = { number(g, 1), number(g, 2), number(g, 3), number(g, 4), number(g, 5) };
	char label[32];

	if (p != NULL)
		return p;
	snprintf(label, sizeof label, "%s.name", name);
	LLVMValueRef refs = null;
	if (layout == 0) {
		LLVMValueRef list = LLVMConstArray2(g->i32, words, 5);
		refs = LLVMGetNamedGlobal(g->m, "node.refs");
		if (refs == NULL) {
			refs = LLVMAddGlobal(g->m, LLVMTypeOf(list), "node.refs");
			LLVMSetInitializer(refs, list);
			LLVMSetGlobalConstant(refs, true);
			LLVMSetLinkage(refs, LLVMInternalLinkage);
		}
	}
	LLVMValueRef field[12] = {
		text(g, label, name), number(g, layout), number(g, size), number(g, layout == 0 ? nrefs : 0),
		number(g, layout == 0 ? 0 : 8), number(g, layout == 0 ? 0 : nrefs), number(g, 0),
		number(g, layout == 0 ? 0 : 1), number(g, 0), refs, null, null
	};
	LLVMValueRef v = LLVMConstStructInContext(g->lc, field, 12, false);
	p = LLVMAddGlobal(g->m, LLVMTypeOf(v), name);
	LLVMSetInitializer(p, v);
	LLVMSetGlobalConstant(p, true);
	LLVMSetAlignment(p, 16);
	LLVMSetLinkage(p, LLVMInternalLinkage);
	return p;
}

static LLVMValueRef
tbaa(struct gen *g, const char *kind, bool constant)
{
	LLVMMetadataRef root = LLVMMDStringInContext2(g->lc, "jtbaa", 5), self = LLVMMDStringInContext2(g->lc, kind, strlen(kind));
	LLVMMetadataRef zero = LLVMValueAsMetadata(gen_int(g, 0)), one = LLVMValueAsMetadata(gen_int(g, 1));
	LLVMMetadataRef top = LLVMMDNodeInContext2(g->lc, &root, 1), of[3] = { self, top, zero };
	LLVMMetadataRef type = LLVMMDNodeInContext2(g->lc, of, 3), tag[4] = { type, type, zero, one };

	return LLVMMetadataAsValue(g->lc, LLVMMDNodeInContext2(g->lc, tag, constant ? 4 : 3));
}

/* ---- permanent objects, each program's own ---- */

static LLVMValueRef
global(struct gen *g, const char *name, LLVMValueRef init)
{
	char full[64];

	snprintf(full, sizeof full, "%s%s", g->prefix, name);
	LLVMValueRef p = LLVMAddGlobal(g->m, LLVMTypeOf(init), full);
	LLVMSetInitializer(p, init);
	LLVMSetAlignment(p, 16);
	return p;
}

static LLVMValueRef
offset_constant(struct gen *g, LLVMValueRef p, uint64_t bytes)
{
	LLVMValueRef at = gen_int(g, bytes);

	return LLVMConstGEP2(g->i8, p, &at, 1);
}

/* { padding, tag, words }: the object is its words. */
static LLVMValueRef
static_object(struct gen *g, const char *name, LLVMValueRef type, LLVMValueRef *words, unsigned n)
{
	LLVMValueRef field[16];

	field[0] = LLVMConstNull(g->ptr);
	field[1] = offset_constant(g, type, 7);
	memcpy(field + 2, words, n * sizeof *words);
	return global(g, name, LLVMConstStructInContext(g->lc, field, n + 2, false));
}

static LLVMValueRef
as_object(struct gen *g, LLVMValueRef p, uint64_t bytes)
{
	return LLVMConstAddrSpaceCast(offset_constant(g, p, bytes), g->p10);
}

static LLVMValueRef
static_array(struct gen *g, const char *name, LLVMValueRef type)
{
	LLVMValueRef word[6] = { gen_int(g, 4), LLVMConstNull(g->ptr) };

	for (unsigned k = 2; k < 6; k++)
		word[k] = LLVMConstNull(g->ptr);
	LLVMValueRef p = static_object(g, name, type, word, 6), field[8] = { LLVMConstNull(g->ptr), offset_constant(g, type, 7) };
	word[1] = offset_constant(g, p, 32);
	memcpy(field + 2, word, sizeof word);
	LLVMSetInitializer(p, LLVMConstStructInContext(g->lc, field, 8, false));
	return as_object(g, p, 16);
}

static void
make_globals(struct gen *g)
{
	static const char *const name[NODE_TYPES] = { "N0", "N1", "N2", "N3" };
	static const unsigned size[NODE_TYPES] = { 8 * NODE_WORDS, 8 * NODE_WORDS, 200, 3000 };
	LLVMValueRef plain[NODE_TYPES], list = descriptor(g, "List", 2, 16, 1), bits = descriptor(g, "Bits", 2, 16, 0);

	for (unsigned k = 0; k < NODE_TYPES; k++) {
		plain[k] = descriptor(g, name[k], 0, size[k], 5);
		g->node_type[k] = LLVMConstAddrSpaceCast(plain[k], g->p10);
	}
	g->list_type = LLVMConstAddrSpaceCast(list, g->p10);
	g->bits_type = LLVMConstAddrSpaceCast(bits, g->p10);
	g->cell_type = LLVMConstAddrSpaceCast(descriptor(g, "Cell", 0, 24, 1), g->p10);
	g->row_type = LLVMConstAddrSpaceCast(descriptor(g, "Row", 0, 40, 4), g->p10);
	g->acc = global(g, "acc", gen_int(g, 0));
	g->fuel = global(g, "fuel", gen_int(g, 0));
	g->static_list = static_array(g, "list", list);
	g->static_bits = static_array(g, "bits", bits);
	LLVMValueRef null = LLVMConstNull(g->p10), word[NODE_WORDS] = { gen_int(g, 5), null, null, null, g->static_list, g->static_bits, gen_int(g, 6) };
	LLVMValueRef node = static_object(g, "node", plain[0], word, NODE_WORDS);
	g->static_node = as_object(g, node, 16);
	LLVMValueRef field[NODE_WORDS + 2] = { LLVMConstNull(g->ptr), offset_constant(g, plain[0], 7) };
	word[WORD_MATE] = word[WORD_FIXED] = g->static_node;
	memcpy(field + 2, word, sizeof word);
	LLVMSetInitializer(node, LLVMConstStructInContext(g->lc, field, NODE_WORDS + 2, false));
	g->constant = global(g, "constant", g->static_node);
	LLVMSetGlobalConstant(g->constant, true);
	g->tbaa_const = tbaa(g, "jtbaa_const", true);
}

/* ---- functions ---- */

static void
make_prototypes(struct gen *g)
{
	char name[64];

	g->nfn = 1 + roll(&g->d, one_in(&g->d, 3) ? FUNCTIONS_MAX : 3);
	for (unsigned k = 0; k < g->nfn; k++) {
		struct function *fn = &g->fn[k];
		fn->shape = k == 0 ? SH_PLAIN : (enum shape)roll(&g->d, SHAPES);
		fn->unwinds = one_in(&g->d, 3) && k > 0; /* nobody catches above the first */
		fn->type = gen_shape_type(g, fn->shape);
		snprintf(name, sizeof name, "%sf%u", g->prefix, k);
		fn->f = LLVMAddFunction(g->m, name, fn->type);
		if (!one_in(&g->d, 6)) /* elsewhere optimisers see through what callers promised */
			gen_attribute(g, fn->f, WHOLE, "noinline", 0);
		if (fn->shape == SH_TASK) {
			LLVMSetFunctionCallConv(fn->f, LLVMSwiftCallConv);
			gen_attribute(g, fn->f, 1, "swiftself", 0);
			string_attribute(g, fn->f, 1, "gcstack", "");
		}
		if (fn->shape == SH_ROOTS) {
			unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
			LLVMAddAttributeAtIndex(fn->f, 1, LLVMCreateTypeAttribute(g->lc, kind, g->bits2));
			string_attribute(g, fn->f, 2, "julia.return_roots", "2");
		}
		if (fn->shape >= SH_BOXED && fn->shape <= SH_BOXED3 && one_in(&g->d, 3))
			string_attribute(g, fn->f, WHOLE, "thunk", "");
	}
}

/* The permanent objects are as they were at first. */
static void
reset(struct gen *g, unsigned fuel)
{
	LLVMValueRef null = LLVMConstNull(g->p10), node = g->static_node;
	LLVMValueRef what[] = { gen_int(g, 5), null, node, node, g->static_list, g->static_bits, gen_int(g, 6) };
	LLVMValueRef arrays[2] = { g->static_list, g->static_bits };

	for (unsigned k = 0; k < NODE_WORDS; k++)
		gen_store(g, what[k], gen_inside(g, node, g->p11, k));
	for (unsigned k = 0; k < 2; k++)
		for (unsigned w = 2; w < 6; w++)
			gen_store(g, k == 0 ? null : gen_int(g, w), gen_inside(g, arrays[k], g->p11, w));
	LLVMBuildStore(g->b, gen_int(g, 0), g->acc);
	LLVMBuildStore(g->b, gen_int(g, fuel), g->fuel);
}

/* Calls each function with objects that die in it, with several numbers: elsewhere they are seldom called.  Returns what
** they give. */
static LLVMValueRef
call_locals(struct gen *g, LLVMValueRef node)
{
	static const uint64_t numbers[] = { 0, 5, 0xAAAAAAAA };
	LLVMTypeRef params[2] = { g->i64, g->p10 }, ft = LLVMFunctionType(g->i64, params, 2, false);
	LLVMValueRef sum = gen_int(g, 0);

	for (unsigned k = 0; k < g->nlocals; k++)
		for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
			LLVMValueRef args[2] = { gen_int(g, numbers[i]), node };
			LLVMValueRef r = LLVMBuildCall2(g->b, ft, g->local[k], args, 2, "");
			sum = LLVMBuildAdd(g->b, LLVMBuildMul(g->b, sum, gen_int(g, 31), ""), r, "");
		}
	return sum;
}

/* i64 PREFIXmain(): everything is caught, and counted. */
static void
make_main(struct gen *g)
{
	char name[64];
	LLVMTypeRef none = LLVMFunctionType(g->i64, NULL, 0, false), get = LLVMFunctionType(g->ptr, NULL, 0, false);
	LLVMTypeRef run = LLVMFunctionType(g->p10, (LLVMTypeRef[]){ g->ptr, g->p10, g->p10 }, 3, false);
	LLVMTypeRef hash = LLVMFunctionType(g->i64, &g->p10, 1, false);
	unsigned fuel = 5 + roll(&g->d, 40);

	snprintf(name, sizeof name, "%smain", g->prefix);
	LLVMValueRef f = LLVMAddFunction(g->m, name, none);
	LLVMPositionBuilderAtEnd(g->b, LLVMAppendBasicBlockInContext(g->lc, f, "entry"));
	g->gcstack = LLVMBuildCall2(g->b, get, gen_declare(g, "julia.get_pgcstack", get), NULL, 0, "gcstack");
	reset(g, fuel);
	g->nvalues = 0;
	g->cur = 0;
	g->block[0] = (struct block){ .dominators = 1 };
	LLVMValueRef a = gen_node(g);
	gen_add(g, K_NODE, a, false);
	LLVMValueRef b = gen_node(g), args[3] = { g->fn[0].f, a, b }, given = call_locals(g, a);
	LLVMValueRef r = LLVMBuildCall2(g->b, run, gen_declare(g, "fz_run", run), args, 3, "");
	LLVMValueRef sum = LLVMBuildAdd(g->b, LLVMBuildLoad2(g->b, g->i64, g->acc, ""), given, "");
	LLVMValueRef of[3] = { a, b, r };
	for (unsigned k = 0; k < 3; k++) {
		LLVMValueRef h = LLVMBuildCall2(g->b, hash, gen_declare(g, "fz_hash", hash), &of[k], 1, "");
		sum = LLVMBuildAdd(g->b, LLVMBuildMul(g->b, sum, gen_int(g, 1099511628211u), ""), h, "");
	}
	LLVMBuildRet(g->b, sum);
}

LLVMModuleRef
fuzz_module(LLVMContextRef lc)
{
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("fuzz", lc);

	LLVMSetTarget(m, "x86_64-pc-linux-gnu");
	LLVMSetDataLayout(m, "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13");
	return m;
}

void
fuzz_program(LLVMModuleRef m, const char *prefix, struct dice d)
{
	static struct gen all;
	struct gen *g = &all;

	memset(g, 0, sizeof *g);
	g->d = d;
	g->prefix = prefix;
	g->m = m;
	g->lc = LLVMGetModuleContext(m);
	g->b = LLVMCreateBuilderInContext(g->lc);
	make_types(g);
	g->optimistic = true;
	make_globals(g);
	gen_locals(g);
	make_prototypes(g);
	make_main(g);
	for (unsigned k = 0; k < g->nfn; k++)
		gen_function(g, &g->fn[k]);
	LLVMDisposeBuilder(g->b);
}

void
fuzz_printing_main(LLVMModuleRef m, uint32_t programs)
{
	LLVMContextRef lc = LLVMGetModuleContext(m);
	LLVMTypeRef i32 = LLVMInt32TypeInContext(lc), i64 = LLVMInt64TypeInContext(lc), ptr = LLVMPointerTypeInContext(lc, 0);
	LLVMTypeRef none = LLVMFunctionType(i32, NULL, 0, false), sum = LLVMFunctionType(i64, NULL, 0, false);
	LLVMTypeRef print = LLVMFunctionType(i32, &ptr, 1, true), flush = LLVMFunctionType(i32, &ptr, 1, false);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(lc);
	char name[64];

	LLVMValueRef f = LLVMAddFunction(m, "main", none), printf_ = LLVMGetNamedFunction(m, "printf"), fflush_ = LLVMAddFunction(m, "fflush", flush);
	if (printf_ == NULL)
		printf_ = LLVMAddFunction(m, "printf", print);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(lc, f, ""));
	LLVMValueRef args[2] = { LLVMBuildGlobalString(b, "%016lx\n", "format") }, all = LLVMConstNull(ptr);
	for (uint32_t i = 0; i < programs; i++) {
		snprintf(name, sizeof name, "p%u.main", i);
		args[1] = LLVMBuildCall2(b, sum, LLVMGetNamedFunction(m, name), NULL, 0, "");
		LLVMBuildCall2(b, print, printf_, args, 2, "");
		LLVMBuildCall2(b, flush, fflush_, &all, 1, ""); /* the next may end the process */
	}
	LLVMBuildRet(b, LLVMConstNull(i32));
	LLVMDisposeBuilder(b);
}
