/* SPDX-License-Identifier: MIT */
/* module_tables.c -- the code and data with which a module registers its tables (src/tables). */
#include "codegen/module_tables.h"
#include "codegen/ctors.h"

#include <inttypes.h>
#include <stdio.h>

#include "dialect/abi.h"
#include "ir/inherit.h"
#include "lowering/common/lowering.h"
#include "tables/framemap.h"
#include "tables/object.h"

/* Priorities: before any other code of the image runs, and after all of it. */
#define ON_LOAD ".init_array.00100"
#define ON_UNLOAD ".fini_array.00100"
/* Mach-O has no priorities: an image's constructors run in the order of its objects. */
#define MACHO_ON_LOAD "__DATA,__mod_init_func,mod_init_funcs"
#define MACHO_ON_UNLOAD "__DATA,__mod_term_func,mod_term_funcs"

/* The first function in the section; NULL if there is none. */
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
	return first_function(m, abi_framemap_text(m)) != NULL || first_function(m, LR_STATEPOINT_TEXT) != NULL;
}

/* ---- what code generation of other machines than x86-64 needs to know ---- */

static bool
has_dynamic_alloca(LLVMValueRef fn)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
			if (LLVMIsAAllocaInst(i)
				&& (b != LLVMGetEntryBasicBlock(fn) || !LLVMIsConstant(LLVMGetOperand(i, 0))))
				return true;
	return false;
}

/* Where the stack pointer moves as the function runs, LLVM for AArch64 counts places in the frame from a third
** register, which no table knows.  In functions with this attribute it counts them from the frame pointer.  Behind the
** passes of the sanitizer it means nothing else. */
static void
count_from_frame_pointer(LLVMValueRef fn)
{
	const unsigned kind = LLVMGetEnumAttributeKindForName("sanitize_hwaddress", 18);

	LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(fn)), kind, 0));
}

/* The linker for RISC-V may shorten code that is marked so, which would move what tables describe.  If the target
** machine marks it, the tables are refused (tables/object.c). */
static void
keep_length(LLVMValueRef fn)
{
	static const char key[] = "target-features", off[] = "-relax";
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key,
		sizeof key - 1);
	unsigned n = 0;
	const char *features = a != NULL ? LLVMGetStringAttributeValue(a, &n) : NULL;

	if (features == NULL || strstr(features, "+relax") == NULL)
		return;
	char *text = LLVMCreateMessage(features);
	memcpy(strstr(text, "+relax"), off, sizeof off - 1);
	LLVMAddTargetDependentFunctionAttr(fn, key, text);
	LLVMDisposeMessage(text);
}

static void
settle_functions(LLVMModuleRef m)
{
	const enum architecture machine = abi_architecture(m);

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		const char *section = LLVMIsDeclaration(f) ? NULL : LLVMGetSection(f);
		const bool states = section != NULL && strcmp(section, LR_STATEPOINT_TEXT) == 0;
		if (machine == ARCH_AARCH64 && states && has_dynamic_alloca(f))
			count_from_frame_pointer(f);
		if (machine == ARCH_RISCV64 && (states || (section != NULL && strcmp(section, LR_FRAMEMAP_TEXT) == 0)))
			keep_length(f);
	}
}

struct preparing {
	LLVMModuleRef m;
	LLVMContextRef c;
	LLVMTypeRef ptr, i32, nothing;
	bool macho;
};

/* A call in a hook: the name of the callee, and arguments. */
struct hook_call { const char *name; LLVMValueRef args[3]; unsigned n; };

static LLVMTypeRef
runtime_type(struct preparing *p, const struct hook_call *call)
{
	LLVMTypeRef params[] = { p->ptr, p->ptr, p->ptr };

	return LLVMFunctionType(p->i32, params, call->n, false);
}

static LLVMValueRef
hook_callee(struct preparing *p, const struct hook_call *call)
{
	LLVMValueRef f = LLVMGetNamedFunction(p->m, call->name);

	return f != NULL ? f : LLVMAddFunction(p->m, call->name, runtime_type(p, call));
}

static void
runtime_call(struct preparing *p, LLVMBuilderRef b, struct hook_call *call)
{
	LLVMBuildCall2(b, runtime_type(p, call), hook_callee(p, call), call->args, call->n, "");
}

/* Defines `void name(void)`, still empty; the builder is placed before its return. */
static LLVMValueRef
begin_hook(struct preparing *p, LLVMBuilderRef b, const char *name, bool exported)
{
	LLVMValueRef f = LLVMAddFunction(p->m, name, LLVMFunctionType(p->nothing, NULL, 0, false)),
		of = first_function(p->m, abi_framemap_text(p->m));

	of = of != NULL ? of : first_function(p->m, LR_STATEPOINT_TEXT);
	if (of != NULL)
		inherit_machine(f, of);

	if (!exported)
		LLVMSetLinkage(f, LLVMInternalLinkage);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(p->c, f, ""));
	LLVMPositionBuilderBefore(b, LLVMBuildRetVoid(b));
	return f;
}

/* The same with calls in the body, for the image alone. */
static LLVMValueRef
add_hook(struct preparing *p, const char *name, struct hook_call *calls, unsigned n)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(p->c);
	LLVMValueRef f = begin_hook(p, b, name, false);

	for (unsigned i = 0; i < n; i++)
		runtime_call(p, b, &calls[i]);
	LLVMDisposeBuilder(b);
	return f;
}

/* Adds its address to a list that the loader processes. */
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

/* One end of the table of the whole image; the linker defines the symbol. */
static LLVMValueRef
bound(struct preparing *p, const char *name)
{
	LLVMValueRef g = LLVMGetNamedGlobal(p->m, name);

	if (g == NULL)
		g = LLVMAddGlobal(p->m, LLVMInt8TypeInContext(p->c), name);
	LLVMSetVisibility(g, LLVMHiddenVisibility);
	return g;
}

/* Reserves space for a table, which tables_finish writes into the object. */
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

/* A local symbol of the code for the relocations of the table; the linker cannot bind it to another definition. */
static LLVMValueRef
name_code(LLVMModuleRef m, LLVMValueRef code, const char *name)
{
	code = LLVMAddAlias2(m, LLVMGlobalGetValueType(code), 0, code, name);
	LLVMSetLinkage(code, LLVMInternalLinkage);
	return code;
}

/* Lists the calls that register the tables of `m`, and those that withdraw them.  Returns the number of each. */
static unsigned
table_calls(struct preparing *p, bool image, struct hook_call add[2], struct hook_call drop[2])
{
	LLVMModuleRef m = p->m;
	LLVMValueRef mapped = first_function(m, abi_framemap_text(m)), stated = first_function(m, LR_STATEPOINT_TEXT);
	unsigned n = 0;

	if (mapped != NULL || stated != NULL)
		settle_functions(m);
	if (mapped != NULL) {
		LLVMValueRef code = name_code(m, mapped, "lr.framemap.code");
		LLVMValueRef own = add_table(p, "lr.framemap", p->macho ? LR_FRAMEMAP_MACHO_TABLE : LR_FRAMEMAP_TABLE,
			sizeof(struct framemap_entry)), end = LLVMConstNull(p->ptr);
		if (image) { /* the image has one table */
			own = bound(p, p->macho ? "\1section$start$__DATA$__" LR_FRAMEMAP_TABLE
				: "__start_" LR_FRAMEMAP_TABLE);
			end = bound(p, p->macho ? "\1section$end$__DATA$__" LR_FRAMEMAP_TABLE
				: "__stop_" LR_FRAMEMAP_TABLE);
		}
		add[n] = (struct hook_call){ "lr_framemap_add", { own, end, code }, 3 };
		drop[n++] = (struct hook_call){ "lr_framemap_remove", { own }, 1 };
	}
	if (stated != NULL) {
		LLVMValueRef code = name_code(m, stated, "lr.statepoints.code");
		LLVMValueRef own = add_table(p, "lr.statepoints", LR_STATEPOINT_TABLE, sizeof(struct statepoint_table));
		add[n] = (struct hook_call){ "lr_statepoints_add", { own, code }, 2 };
		drop[n++] = (struct hook_call){ "lr_statepoints_remove", { own }, 1 };
		if (image) /* LLVM defines it for the GC strategy of these functions, under its own name, which object.c
		            * removes */
			shadow_chain_variable(m);
	}
	return n;
}

static struct preparing
prepare(LLVMModuleRef m)
{
	LLVMContextRef c = LLVMGetModuleContext(m);

	return (struct preparing){ m, c, LLVMPointerTypeInContext(c, 0), LLVMInt32TypeInContext(c),
		LLVMVoidTypeInContext(c), triple_is_macho(LLVMGetTarget(m)) };
}

void
tables_prepare(LLVMModuleRef m)
{
	struct preparing p = prepare(m);
	struct hook_call add[2], drop[2];
	unsigned n = table_calls(&p, true, add, drop);

	if (n == 0)
		return;
	LLVMValueRef on_load = add_hook(&p, "lr.tables.add.0", add, n),
		on_unload = add_hook(&p, "lr.tables.remove.0", drop, n);
	add_to_list(&p, on_load, p.macho ? MACHO_ON_LOAD : ON_LOAD);
	add_to_list(&p, on_unload, p.macho ? MACHO_ON_UNLOAD : ON_UNLOAD);
}

/* Defines a struct module_tables. */
static void
list_tables(struct preparing *p, uint64_t number, const struct hook_call *add, const struct hook_call *drop, unsigned n)
{
	enum { WORDS = sizeof(struct module_tables) / sizeof(void *), FRAMEMAP = 0, STATEPOINTS = WORDS / 2 };
	LLVMValueRef words[WORDS];
	char name[64];

	for (unsigned i = 0; i < WORDS; i++)
		words[i] = LLVMConstNull(p->ptr);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef *row = words + (strcmp(add[i].name, "lr_framemap_add") == 0 ? FRAMEMAP : STATEPOINTS);
		row[0] = hook_callee(p, &add[i]);
		row[1] = hook_callee(p, &drop[i]);
		row[2] = add[i].args[0];
		row[3] = add[i].args[add[i].n - 1];
	}
	snprintf(name, sizeof name, "%s%" PRIu64, TABLES_OF, number);
	LLVMValueRef all = LLVMAddGlobal(p->m, LLVMArrayType2(p->ptr, WORDS), name);
	LLVMSetInitializer(all, LLVMConstArray2(p->ptr, words, WORDS));
	LLVMSetGlobalConstant(all, true);
}

struct tables_hooks
tables_prepare_jit(lr_context *cx, LLVMModuleRef m, uint64_t number)
{
	struct preparing p = prepare(m);
	struct hook_call add[2], drop[2];
	struct tables_hooks made;
	unsigned n = table_calls(&p, false, add, drop);

	made.tables = n != 0;
	if (n != 0)
		list_tables(&p, number, add, drop, n);
	made.ctors = ctors_list(cx, m, "llvm.global_ctors", false, RUN_CTORS, number);
	made.dtors = ctors_list(cx, m, "llvm.global_dtors", true, RUN_DTORS, number);
	if (made.ctors || made.dtors)
		ctors_delete(m);
	return made;
}

void
tables_prepare_hooks(LLVMModuleRef m, const char *name)
{
	struct preparing p = prepare(m);
	struct hook_call add[2], drop[2];
	LLVMBuilderRef b = LLVMCreateBuilderInContext(p.c);
	char text[HOOK_NAME_BYTES + 16];
	unsigned n = table_calls(&p, false, add, drop);

	snprintf(text, sizeof text, "%.*s.load", HOOK_NAME_BYTES, name);
	begin_hook(&p, b, text, true);
	for (unsigned i = 0; i < n; i++)
		runtime_call(&p, b, &add[i]);
	ctors_call(m, b, "llvm.global_ctors", false);
	snprintf(text, sizeof text, "%.*s.unload", HOOK_NAME_BYTES, name);
	begin_hook(&p, b, text, true);
	ctors_call(m, b, "llvm.global_dtors", true);
	for (unsigned i = 0; i < n; i++)
		runtime_call(&p, b, &drop[i]);
	ctors_drop(m, "llvm.global_ctors");
	ctors_drop(m, "llvm.global_dtors");
	LLVMDisposeBuilder(b);
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

	switch (object_add_tables(LLVMGetBufferStart(*object), LLVMGetBufferSize(*object), cx->options.compress_tables,
		reallocate, cx, &r)) {
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
