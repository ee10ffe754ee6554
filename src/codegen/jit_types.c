/* SPDX-License-Identifier: MIT */
/* jit_types.c -- types that modules of a session define, and the objects that have them.
**
** The collector reads the type of each object that it frees, so garbage whose type goes away has to be swept before.
** The runtime's walk over the heap does that, and shows which objects of such types are alive.  The session finds the
** functions of the runtime as its modules do; where there is none, there are no objects. */
#include "codegen/jit.h"

#include <inttypes.h>
#include <stdio.h>

#include <llvm-c/Error.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>

#include <lateroot/heap.h>
#include <lateroot/layout.h>

/* An entry of a module's list; the last one is empty. */
struct type_range { uintptr_t at, bytes; };

/* Could code use a part of the variable as the descriptor of a type?  Strings, and tables of this library, are none. */
static bool
may_be_type(LLVMModuleRef m, LLVMValueRef g)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(g);

	if (tables_is_list(g))
		return false;
	if (LLVMIsDeclaration(g) || LLVMGetLinkage(g) == LLVMAvailableExternallyLinkage || LLVMIsThreadLocal(g)
		|| LLVMGetLinkage(g) == LLVMAppendingLinkage || LLVMGetPointerAddressSpace(LLVMTypeOf(g)) != 0)
		return false;
	if (LLVMIsGlobalConstant(g) && LLVMGetTypeKind(type) == LLVMArrayTypeKind
		&& LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind
		&& LLVMGetIntTypeWidth(LLVMGetElementType(type)) == 8)
		return false;
	return LLVMABISizeOfType(LLVMGetModuleDataLayout(m), type) >= sizeof(struct lr_type);
}

bool
jit_list_types(struct lr_jit *jit, LLVMModuleRef m, uint64_t number)
{
	lr_context *cx = jit->cx;
	LLVMContextRef c = LLVMGetModuleContext(m);
	LLVMTypeRef word = LLVMIntPtrTypeInContext(c, LLVMGetModuleDataLayout(m));
	LLVMValueRef *ends;
	unsigned n = 0, at = 0;
	char name[64];

	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g))
		n += may_be_type(m, g);
	if (n == 0)
		return true;
	const size_t bytes = (2 * (size_t)n + 2) * sizeof(LLVMValueRef);
	if ((ends = lr_realloc(cx, NULL, 0, bytes)) == NULL)
		return false;
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g))
		if (may_be_type(m, g)) {
			ends[at++] = LLVMConstPtrToInt(g, word);
			ends[at++] = LLVMConstInt(word,
				LLVMABISizeOfType(LLVMGetModuleDataLayout(m), LLVMGlobalGetValueType(g)), false);
		}
	ends[at++] = LLVMConstNull(word);
	ends[at++] = LLVMConstNull(word);
	snprintf(name, sizeof name, "%s%" PRIu64, TYPES_LIST, number);
	LLVMValueRef list = LLVMAddGlobal(m, LLVMArrayType2(word, at), name);
	LLVMSetInitializer(list, LLVMConstArray2(word, ends, at));
	LLVMSetGlobalConstant(list, true);
	lr_realloc(cx, ends, bytes, 0);
	jit->modules[number].has_types = true;
	return true;
}

/* The address of a symbol of the session, or of the process, which such a lookup leaves out; NULL if there is none. */
static void *
find(struct lr_jit *jit, const char *name)
{
	LLVMOrcExecutorAddress found = 0;
	LLVMErrorRef error = LLVMOrcLLJITLookup(jit->orc, &found, name);

	if (error != NULL)
		LLVMConsumeError(error);
	jit->complaint[0] = '\0';
	if (error == NULL)
		return (void *)(uintptr_t)found;
	LLVMLoadLibraryPermanently(NULL);
	return LLVMSearchForAddressOfSymbol(name);
}

/* A search of the heap for objects whose types are in listed modules. */
struct search {
	const struct lr_jit *jit;
	const struct module *found;  /* NULL: none so far */
	const struct lr_type *type;
	const struct lr_type *others[64]; /* types that are known to be elsewhere; by hash */
};

static bool
defines(const struct module *m, const struct lr_type *type)
{
	for (const struct type_range *r = m->types; r != NULL && r->bytes != 0; r++)
		if ((uintptr_t)type - r->at < r->bytes)
			return true;
	return false;
}

static int
look_at(void *user, const struct lr_heap_object *object)
{
	struct search *s = user;
	const struct lr_type *type = object->type, **known = &s->others[((uintptr_t)type >> 4) % 64];

	if (type == NULL || type == *known)
		return 0;
	for (size_t i = 0; i < s->jit->nmodules; i++)
		if (defines(&s->jit->modules[i], type)) {
			s->found = &s->jit->modules[i];
			s->type = type;
			return 1;
		}
	*known = type;
	return 0;
}

/* Calls the runtime's walk in the state in which it may be called. */
static int
walk(lr_ptls *thread, int (*heap_walk)(lr_heap_visit *, void *), struct search *s)
{
	const uint8_t before = thread->gc_state;

	if (before == LR_GC_STATE_SAFE) {
		__atomic_store_n(&thread->gc_state, LR_GC_STATE_UNSAFE, __ATOMIC_SEQ_CST);
		(void)*(const volatile uintptr_t *)thread->safepoint;
	}
	int status = heap_walk(look_at, s);
	__atomic_store_n(&thread->gc_state, before, __ATOMIC_SEQ_CST);
	return status;
}

lr_status
jit_sweep_types(struct lr_jit *jit, struct module *gone, size_t n)
{
	struct search s = { .jit = jit };
	void **(*here)(void);
	void **task;
	int (*heap_walk)(lr_heap_visit *, void *);
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		char name[64];
		snprintf(name, sizeof name, "%s%zu", TYPES_LIST, (size_t)(&gone[i] - jit->modules));
		gone[i].types = gone[i].tracker != NULL && gone[i].linked && gone[i].has_types ? find(jit, name) : NULL;
		any |= gone[i].types != NULL;
	}
	void *entries[] = { any ? find(jit, "lr_pgcstack_or_null") : NULL, any ? find(jit, "lr_heap_walk") : NULL };
	if (entries[0] == NULL || entries[1] == NULL)
		return LR_OK;
	memcpy(&here, &entries[0], sizeof here);
	memcpy(&heap_walk, &entries[1], sizeof heap_walk);
	if ((task = here()) == NULL)
		return LR_OK;
	int status = walk(((lr_task *)(void *)task)->ptls, heap_walk, &s);
	lr_status st = LR_OK;
	if (s.found != NULL)
		st = lr_fail(jit->cx, LR_E_USAGE, NULL,
			"module '%.200s' cannot be freed: an object of the type '%.200s', which it defines, is alive",
			s.found->name, s.type->name != NULL ? s.type->name : "(unnamed)");
	else if (status != 0)
		st = lr_fail(jit->cx, LR_E_USAGE, NULL,
			"module '%.200s' cannot be freed: it may define types, and the heap cannot be searched for "
			"objects of them (error %d of lr_heap_walk)", gone->name, status);
	for (size_t i = 0; i < n; i++)
		gone[i].types = NULL;
	return st;
}
