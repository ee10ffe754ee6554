/* tables.c -- between code generation and the tables of src/tables. */
#include "lowering/tables.h"

#include <inttypes.h>
#include <stdio.h>

#include "lowering/lowering.h"
#include "tables/framemap.h"
#include "tables/object.h"

/* Before any code of the image can run, and after all of it. */
#define ON_LOAD ".init_array.00100"
#define ON_UNLOAD ".fini_array.00100"

/* The first function of a section; NULL: there is none. */
static LLVMValueRef
first_function(LLVMModuleRef m, const char *text)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		const char *section = LLVMIsDeclaration(f) ? NULL : LLVMGetSection(f);
		if (section != NULL && strcmp(section, text) == 0)
			return f;
	}
	return NULL;
}

bool
tables_wanted(LLVMModuleRef m)
{
	return first_function(m, LR_FRAMEMAP_TEXT) != NULL || first_function(m, LR_STATEPOINT_TEXT) != NULL;
}

struct preparing {
	LLVMModuleRef m;
	LLVMContextRef c;
	LLVMTypeRef ptr, i32, nothing;
};

/* What a hook calls. */
struct hook_call { const char *name; LLVMValueRef args[3]; unsigned n; };

static void
runtime_call(struct preparing *p, LLVMBuilderRef b, struct hook_call *call)
{
	LLVMTypeRef params[] = { p->ptr, p->ptr, p->ptr }, type = LLVMFunctionType(p->i32, params, call->n, false);
	LLVMValueRef f = LLVMGetNamedFunction(p->m, call->name);

	if (f == NULL)
		f = LLVMAddFunction(p->m, call->name, type);
	LLVMBuildCall2(b, type, f, call->args, call->n, "");
}

/* void name(void) that makes the calls. */
static LLVMValueRef
add_hook(struct preparing *p, const char *prefix, uint64_t number, bool exported, struct hook_call *calls, unsigned n)
{
	char name[64];

	snprintf(name, sizeof name, "%s%" PRIu64, prefix, number);
	LLVMValueRef f = LLVMAddFunction(p->m, name, LLVMFunctionType(p->nothing, NULL, 0, false));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(p->c);
	if (!exported)
		LLVMSetLinkage(f, LLVMInternalLinkage);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(p->c, f, ""));
	for (unsigned i = 0; i < n; i++)
		runtime_call(p, b, &calls[i]);
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

/* Room for a table, which is made with the object. */
static LLVMValueRef
add_table(struct preparing *p, const char *name, const char *section, size_t bytes)
{
	LLVMTypeRef type = LLVMArrayType2(LLVMInt8TypeInContext(p->c), bytes);
	LLVMValueRef own = LLVMAddGlobal(p->m, type, name);

	LLVMSetLinkage(own, LLVMInternalLinkage);
	LLVMSetInitializer(own, LLVMConstNull(type));
	LLVMSetGlobalConstant(own, true);
	LLVMSetSection(own, section);
	LLVMSetAlignment(own, 8);
	return own;
}

/* A local name of some code: the linker must not bind it to anything else, and the table's relocations need one. */
static LLVMValueRef
name_code(LLVMModuleRef m, LLVMValueRef code, const char *name)
{
	code = LLVMAddAlias2(m, LLVMGlobalGetValueType(code), 0, code, name);
	LLVMSetLinkage(code, LLVMInternalLinkage);
	return code;
}

void
tables_prepare(LLVMModuleRef m, bool jit, uint64_t number)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	struct preparing p = { m, c, LLVMPointerTypeInContext(c, 0), LLVMInt32TypeInContext(c), LLVMVoidTypeInContext(c) };
	LLVMValueRef mapped = first_function(m, LR_FRAMEMAP_TEXT), stated = first_function(m, LR_STATEPOINT_TEXT);
	struct hook_call add[2], drop[2];
	unsigned n = 0;

	if (mapped != NULL) {
		LLVMValueRef code = name_code(m, mapped, "lr.framemap.code");
		LLVMValueRef own = add_table(&p, "lr.framemap", LR_FRAMEMAP_TABLE, sizeof(struct framemap_entry)), end = LLVMConstNull(p.ptr);
		if (!jit) { /* all of the image is one table */
			own = bound(&p, "__start_" LR_FRAMEMAP_TABLE);
			end = bound(&p, "__stop_" LR_FRAMEMAP_TABLE);
		}
		add[n] = (struct hook_call){ "lr_framemap_add", { own, end, code }, 3 };
		drop[n++] = (struct hook_call){ "lr_framemap_remove", { own }, 1 };
	}
	if (stated != NULL) {
		LLVMValueRef code = name_code(m, stated, "lr.statepoints.code");
		LLVMValueRef own = add_table(&p, "lr.statepoints", LR_STATEPOINT_TABLE, sizeof(struct statepoint_table));
		add[n] = (struct hook_call){ "lr_statepoints_add", { own, code }, 2 };
		drop[n++] = (struct hook_call){ "lr_statepoints_remove", { own }, 1 };
		if (!jit) /* LLVM defines it for the strategy of these functions: as what it is, which object.c takes back */
			shadow_chain_variable(m);
	}
	if (n == 0)
		return;
	LLVMValueRef on_load = add_hook(&p, TABLES_ADD, number, jit, add, n), on_unload = add_hook(&p, TABLES_REMOVE, number, jit, drop, n);
	if (!jit) {
		add_to_list(&p, on_load, ON_LOAD);
		add_to_list(&p, on_unload, ON_UNLOAD);
	}
}

static void *
reallocate(void *user, void *old, size_t old_bytes, size_t bytes)
{
	return lr_realloc(user, old, old_bytes, bytes);
}

lr_status
tables_finish(lr_context *cx, LLVMMemoryBufferRef *object)
{
	struct object_result r;
	lr_status st = LR_OK;

	switch (object_add_tables(LLVMGetBufferStart(*object), LLVMGetBufferSize(*object), cx->options.compress_tables, reallocate, cx, &r)) {
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
