/* SPDX-License-Identifier: MIT */
/* partition.c -- assigns the functions and variables of a module to partitions, and reduces a copy of a module to one.
**
** A partition is a run of consecutive functions.  A symbol that is local to the module and needed by several partitions
** becomes hidden; it is made local again when the objects are joined.  Constants whose address does not matter are
** copied to every partition that needs them. */
#include "codegen/parallel.h"

#include <stdlib.h>

#include <llvm-c/Comdat.h>
#include <llvm-c/Error.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "ir/copy_global.h"
#include "ir/module_copy.h"
#include "base/ptrmap.h"

/* With smaller partitions, copying the whole module for each would cost more than is gained. */
enum { PARTITION_INSTRUCTIONS = 20000, PARTITIONS_MAX = 16 };
/* Objects count sections in 16 bits, and a function with a comdat or section of its own takes up to six. */
enum { SECTIONS_MAX = 2000 };

static bool
is_local(LLVMValueRef v)
{
	return LLVMGetLinkage(v) == LLVMInternalLinkage || LLVMGetLinkage(v) == LLVMPrivateLinkage;
}

static bool
has_section(LLVMValueRef v)
{
	const char *s = LLVMGetSection(v);

	return s != NULL && *s != '\0';
}

static uint64_t
count_instructions(LLVMValueRef fn)
{
	uint64_t n = 0;

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			n++;
	return n;
}

/* The code generator invents names for these, in the order in which it meets them. */
static bool
is_nameless(LLVMValueRef v)
{
	size_t n;

	LLVMGetValueName2(v, &n);
	return n == 0 && !is_local(v);
}

/* Is the function's distance from another symbol a constant, as in the tables of an image?  An object can say so only
** of symbols that it defines. */
static bool
has_distance(LLVMValueRef fn)
{
	for (LLVMUseRef u = LLVMGetFirstUse(fn); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef number = LLVMGetUser(u);
		if (!LLVMIsAConstantExpr(number) || LLVMGetConstOpcode(number) != LLVMPtrToInt)
			continue;
		for (LLVMUseRef of = LLVMGetFirstUse(number); of != NULL; of = LLVMGetNextUse(of))
			if (LLVMIsAConstantExpr(LLVMGetUser(of)) && LLVMGetConstOpcode(LLVMGetUser(of)) == LLVMSub)
				return true;
	}
	return false;
}

static bool
can_be_cut(LLVMModuleRef m)
{
	static const char profile[] = "CG Profile", associated[] = "associated";
	const unsigned associated_kind = LLVMGetMDKindIDInContext(LLVMGetModuleContext(m), associated,
		sizeof associated - 1);
	size_t bytes = 0, sections = 0;

	LLVMGetModuleInlineAsm(m, &bytes);
	if (bytes > 0 || LLVMGetFirstGlobalAlias(m) != NULL || LLVMGetFirstGlobalIFunc(m) != NULL
		|| LLVMGetNamedGlobal(m, "llvm.used") != NULL)
		return false;
	if (LLVMGetNamedGlobal(m, "__LLVM_StackMaps") != NULL) /* the code generator defines it in each object */
		return false;
	if (LLVMGetModuleFlag(m, profile, sizeof profile - 1) != NULL) /* it refers to functions of all partitions */
		return false;
	/* what is `associated` belongs to another symbol for the linker, which may be in another partition */
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		if (has_label_address(f) || has_distance(f) || is_nameless(f)
			|| global_metadata(f, associated_kind) != NULL)
			return false;
		sections += LLVMGetComdat(f) != NULL || has_section(f);
	}
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g)) {
		if (is_nameless(g) || global_metadata(g, associated_kind) != NULL)
			return false;
		sections += LLVMGetComdat(g) != NULL || has_section(g);
	}
	return sections <= SECTIONS_MAX;
}

/* The only partition whose functions use `v`; PARTITION_ANY if there are several, or other users. */
static uint32_t
only_user(const struct partitioning *c, const struct ptrmap *numbers, LLVMValueRef v)
{
	uint32_t only = PARTITION_ANY;

	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsAInstruction(user))
			return PARTITION_ANY;
		const uint32_t partition =
			c->fns[ptrmap_get(numbers, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)))].partition;
		if (only != PARTITION_ANY && only != partition)
			return PARTITION_ANY;
		only = partition;
	}
	return only;
}

static bool
share(struct partitioning *c, LLVMValueRef v, const char *plain_name)
{
	size_t n;

	if (LLVMGetValueName2(v, &n)[0] == '\0')
		LLVMSetValueName2(v, plain_name, strlen(plain_name)); /* LLVM makes it unique */
	const char *name = LLVMGetValueName2(v, &n);
	c->shared[c->nshared] = arena_strdup(&c->ar, name + (name[0] == '\1')); /* which keeps LLVM from decorating it,
	                                                                         * and is no part of it */
	return c->shared[c->nshared++] != NULL;
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool
place_variables(struct partitioning *c, LLVMModuleRef m, const struct ptrmap *numbers)
{
	struct partition_symbol *p = c->vars;

	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g), p++) {
		*p = (struct partition_symbol){ 0 };
		if (LLVMIsDeclaration(g) || !is_local(g))
			continue;
		const uint32_t user = LLVMGetComdat(g) != NULL || has_section(g) ? PARTITION_ANY
			: only_user(c, numbers, g);
		if (user != PARTITION_ANY)
			p->partition = user;
		else if (LLVMIsGlobalConstant(g) && LLVMGetUnnamedAddress(g) == LLVMGlobalUnnamedAddr
			&& LLVMGetComdat(g) == NULL)
			p->partition = PARTITION_ANY;
		else if (LLVMGetFirstUse(g) != NULL && !share(c, g, "lr.shared"))
			return false;
		else
			p->shared = LLVMGetFirstUse(g) != NULL;
	}
	return true;
}

static bool
place(struct partitioning *c, LLVMModuleRef m, struct ptrmap *numbers, uint64_t instructions)
{
	uint64_t before = 0;
	uint32_t n = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f), n++) {
		ptrmap_set(numbers, f, n);
		/* members of a comdat stay together */
		c->fns[n] = (struct partition_symbol){
			.partition = LLVMGetComdat(f) != NULL ? 0 : (uint32_t)(before * c->npartitions / instructions)
		};
		before += count_instructions(f);
	}
	if (numbers->failed)
		return false;
	n = 0;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f), n++) {
		if (LLVMIsDeclaration(f) || !is_local(f) || LLVMGetFirstUse(f) == NULL
			|| only_user(c, numbers, f) == c->fns[n].partition)
			continue;
		c->fns[n].shared = true;
		if (!share(c, f, "lr.shared"))
			return false;
	}
	if (!place_variables(c, m, numbers))
		return false;
	qsort(c->shared, c->nshared, sizeof *c->shared, by_text);
	return true;
}

bool
partitions_plan(struct partitioning *c, LLVMModuleRef m, unsigned wanted, arena_alloc_fn *alloc, void *user)
{
	const uint64_t partition = wanted > 0 ? wanted : PARTITION_INSTRUCTIONS;
	uint64_t instructions = 0;
	size_t nfns = 0, nvars = 0;
	struct ptrmap numbers;

	*c = (struct partitioning){ .npartitions = 1 };
	arena_init(&c->ar, alloc, user);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f), nfns++)
		instructions += count_instructions(f);
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g))
		nvars++;
	if (instructions < 2 * partition || !can_be_cut(m))
		return true;
	c->npartitions = instructions / partition < PARTITIONS_MAX ? (uint32_t)(instructions / partition)
		: PARTITIONS_MAX;
	c->fns = arena_zarray(&c->ar, nfns + 1, sizeof *c->fns);
	c->vars = arena_zarray(&c->ar, nvars + 1, sizeof *c->vars);
	c->shared = arena_zarray(&c->ar, nfns + nvars + 1, sizeof *c->shared);
	if (c->ar.failed)
		return false;
	ptrmap_init(&numbers, alloc, user);
	bool ok = place(c, m, &numbers, instructions);
	ptrmap_free(&numbers);
	return ok;
}

/* ---- reducing ---- */

/* Lets the pass below turn it into a declaration. */
static void
leave_to_others(LLVMValueRef v)
{
	LLVMSetComdat(v, NULL);
	LLVMSetLinkage(v, LLVMAvailableExternallyLinkage);
}

static void
reduce_one(LLVMValueRef v, const struct partition_symbol *p, uint32_t partition)
{
	if (p->shared) {
		LLVMSetLinkage(v, LLVMExternalLinkage);
		LLVMSetVisibility(v, LLVMHiddenVisibility);
	}
	/* unused in its own partition, it may be used in another */
	if (LLVMGetLinkage(v) == LLVMLinkOnceAnyLinkage)
		LLVMSetLinkage(v, LLVMWeakAnyLinkage);
	if (LLVMGetLinkage(v) == LLVMLinkOnceODRLinkage)
		LLVMSetLinkage(v, LLVMWeakODRLinkage);
	if (p->partition != partition && p->partition != PARTITION_ANY)
		leave_to_others(v);
}

/* Links the lazily read module into an empty one, so that only the functions that are needed are read.  Consumes the
** module; NULL on failure. */
static LLVMModuleRef
read_on(LLVMModuleRef lazy)
{
	size_t n;
	const char *name = LLVMGetModuleIdentifier(lazy, &n);
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext(name, LLVMGetModuleContext(lazy));

	LLVMSetSourceFileName(m, LLVMGetSourceFileName(lazy, &n), strlen(LLVMGetSourceFileName(lazy, &n)));
	LLVMSetDataLayout(m, LLVMGetDataLayoutStr(lazy));
	LLVMSetTarget(m, LLVMGetTarget(lazy));
	if (!LLVMLinkModules2(m, lazy))
		return m;
	LLVMDisposeModule(m);
	return NULL;
}

lr_status
partition_reduce(lr_context *cx, const struct partitioning *c, LLVMModuleRef *module, uint32_t partition)
{
	LLVMModuleRef m = *module;
	const struct partition_symbol *p = c->fns;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f), p++)
		if (!LLVMIsDeclaration(f))
			reduce_one(f, p, partition);
	p = c->vars;
	for (LLVMValueRef g = LLVMGetFirstGlobal(m), next; g != NULL; g = next, p++) {
		next = LLVMGetNextGlobal(g);
		if (LLVMGetLinkage(g) == LLVMAppendingLinkage && partition != 0)
			LLVMDeleteGlobal(g); /* a list that the linker or the code generator processes */
		else if (!LLVMIsDeclaration(g) && LLVMGetLinkage(g) != LLVMAppendingLinkage)
			reduce_one(g, p, partition);
	}
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(m, "elim-avail-extern", NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (error == NULL) {
		*module = read_on(m);
		return *module != NULL ? LR_OK : lr_fail(cx, LR_E_TARGET, NULL, "LLVM cannot read what it has written");
	}
	char *message = LLVMGetErrorMessage(error);
	lr_fail(cx, LR_E_TARGET, NULL, "%s", message);
	LLVMDisposeModule(m);
	*module = NULL;
	LLVMDisposeErrorMessage(message);
	return LR_E_TARGET;
}
