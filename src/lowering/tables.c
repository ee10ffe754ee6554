/* tables.c -- between code generation and the tables of src/tables. */
#include "lowering/tables.h"

#include <inttypes.h>
#include <stdio.h>

#include "tables/framemap.h"
#include "tables/object.h"

/* Before any code of the image can run, and after all of it. */
#define ON_LOAD ".init_array.00100"
#define ON_UNLOAD ".fini_array.00100"

static LLVMValueRef
first_function(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		const char *section = LLVMIsDeclaration(f) ? NULL : LLVMGetSection(f);
		if (section != NULL && strcmp(section, LR_FRAMEMAP_TEXT) == 0)
			return f;
	}
	return NULL;
}

bool
tables_wanted(LLVMModuleRef m)
{
	return first_function(m) != NULL;
}

struct preparing {
	LLVMModuleRef m;
	LLVMContextRef c;
	LLVMTypeRef ptr, i32, nothing;
};

static LLVMValueRef
runtime_call(struct preparing *p, LLVMBuilderRef b, const char *name, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef params[] = { p->ptr, p->ptr, p->ptr }, type = LLVMFunctionType(p->i32, params, n, false);
	LLVMValueRef f = LLVMGetNamedFunction(p->m, name);

	if (f == NULL)
		f = LLVMAddFunction(p->m, name, type);
	return LLVMBuildCall2(b, type, f, args, n, "");
}

/* void name(void) that calls `callee`. */
static LLVMValueRef
add_hook(struct preparing *p, const char *name, bool exported, const char *callee, LLVMValueRef *args, unsigned n)
{
	LLVMValueRef f = LLVMAddFunction(p->m, name, LLVMFunctionType(p->nothing, NULL, 0, false));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(p->c);

	if (!exported)
		LLVMSetLinkage(f, LLVMInternalLinkage);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(p->c, f, ""));
	runtime_call(p, b, callee, args, n);
	LLVMBuildRetVoid(b);
	LLVMDisposeBuilder(b);
	return f;
}

/* Its address goes to a list that the loader works off. */
static void
add_to_list(struct preparing *p, LLVMValueRef hook, const char *section)
{
	LLVMValueRef g = LLVMAddGlobal(p->m, p->ptr, "");

	LLVMSetInitializer(g, hook);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetGlobalConstant(g, true);
	LLVMSetSection(g, section);
	LLVMSetAlignment(g, 8);
}

/* One end of the table of the whole image, as the linker defines it. */
static LLVMValueRef
bound(struct preparing *p, const char *name)
{
	LLVMValueRef g = LLVMGetNamedGlobal(p->m, name);

	if (g == NULL)
		g = LLVMAddGlobal(p->m, LLVMInt8TypeInContext(p->c), name);
	LLVMSetVisibility(g, LLVMHiddenVisibility);
	return g;
}

void
tables_prepare(LLVMModuleRef m, bool jit, uint64_t number)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	struct preparing p = { m, c, LLVMPointerTypeInContext(c, 0), LLVMInt32TypeInContext(c), LLVMVoidTypeInContext(c) };
	LLVMValueRef code = first_function(m);
	char name[64];

	if (code == NULL)
		return;
	/* A local name: the linker must not bind it to anything else, and the table's relocations need one. */
	code = LLVMAddAlias2(m, LLVMGlobalGetValueType(code), 0, code, "lr.framemap.code");
	LLVMSetLinkage(code, LLVMInternalLinkage);
	LLVMTypeRef entry = LLVMArrayType2(LLVMInt8TypeInContext(c), sizeof(struct framemap_entry));
	LLVMValueRef own = LLVMAddGlobal(m, entry, "lr.framemap");
	LLVMSetLinkage(own, LLVMInternalLinkage);
	LLVMSetInitializer(own, LLVMConstNull(entry));
	LLVMSetGlobalConstant(own, true);
	LLVMSetSection(own, LR_FRAMEMAP_TABLE);
	LLVMSetAlignment(own, 8);
	LLVMValueRef args[] = { own, LLVMConstNull(p.ptr), code };
	if (!jit) {
		args[0] = bound(&p, "__start_" LR_FRAMEMAP_TABLE);
		args[1] = bound(&p, "__stop_" LR_FRAMEMAP_TABLE);
	}
	snprintf(name, sizeof name, TABLES_ADD "%" PRIu64, number);
	LLVMValueRef add = add_hook(&p, name, jit, "lr_framemap_add", args, 3);
	snprintf(name, sizeof name, TABLES_REMOVE "%" PRIu64, number);
	LLVMValueRef remove = add_hook(&p, name, jit, "lr_framemap_remove", args, 1);
	if (!jit) {
		add_to_list(&p, add, ON_LOAD);
		add_to_list(&p, remove, ON_UNLOAD);
	}
}

static void *
allocate(void *user, size_t bytes)
{
	return lr_realloc(user, NULL, 0, bytes);
}

lr_status
tables_finish(lr_context *cx, LLVMMemoryBufferRef *object)
{
	struct object_result r;
	lr_status st = LR_OK;

	switch (object_add_framemap(LLVMGetBufferStart(*object), LLVMGetBufferSize(*object), allocate, cx, &r)) {
	case OBJECT_OK:
		break;
	case OBJECT_E_NOMEM:
		return lr_nomem(cx);
	default:
		st = lr_fail(cx, LR_E_TARGET, NULL, "table of roots: %s", r.message);
	}
	if (st == LR_OK && r.bytes != NULL) {
		LLVMMemoryBufferRef made = LLVMCreateMemoryBufferWithMemoryRangeCopy(r.bytes, r.size, "object");
		LLVMDisposeMemoryBuffer(*object);
		*object = made;
	}
	if (r.bytes != NULL)
		lr_realloc(cx, r.bytes, r.size, 0);
	return st;
}
