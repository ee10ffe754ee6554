/* SPDX-License-Identifier: MIT */
/* lower_globals.c -- LowerGlobals: makes roots of a module's variables that hold references.
**
** In a typed module each variable that is defined there, can be changed, and has a type with references gets a row in a
** table of struct lr_block, with a map of its type. A constructor passes the table to lr_globals_add, before any other
** code of the program runs, and a destructor removes it. Thread-local variables have a table of their own (struct
** lr_tls_block). The instances of a thread are registered by the first function of the module on that thread that does
** more with one of them than read it. For a variable that another module defines, that function calls
** lateroot.tls.NAME, which the other module defines.
**
** A module that is not typed is not changed. A store of a reference into a variable that is not registered with the
** runtime is warned of. */
#include "lowering/globals/lower_globals.h"

#include <stdio.h>
#include <stdlib.h>

#include "dialect/kind.h"
#include "dialect/module_marks.h"
#include "ir/variable.h"
#include "lowering/globals/global_addresses.h"
#include "lowering/globals/keep_results.h"
#include "lowering/import/import.h"
#include "lowering/common/lowering.h"
#include "host/warnings.h"
#include "host/passes.h"

enum { MAX_DEPTH = 16 };
static const char tls_hook[] = "lateroot.tls.";

struct row { LLVMValueRef variable; struct type_map map; LLVMValueRef constant; };
struct rows { struct row *v; uint32_t n, cap; };

struct globals {
	lr_context *cx;
	struct edit e;
	LLVMTargetDataRef td;
	struct rows plain, local;
	LLVMValueRef *foreign;   /* thread-local variables of other modules */
	uint32_t nforeign, foreign_cap;
	LLVMValueRef *users;     /* functions that may change thread-local variables */
	uint32_t nusers, users_cap;
	LLVMValueRef *through;   /* constants that contain the address of a thread-local variable */
	uint32_t nthrough, through_cap;
	struct ptrmap seen;
};

static bool
holds_references(LLVMValueRef g)
{
	size_t n;
	const char *name = LLVMGetValueName2(g, &n);

	return strncmp(name, "llvm.", 5) != 0 && pointer_as(LLVMTypeOf(g)) == LR_AS_GENERIC && !LLVMIsGlobalConstant(g)
		&& type_may_hold_reference(LLVMGlobalGetValueType(g));
}

/* ---- thread-local variables ---- */

static bool
only_loads(LLVMValueRef v)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u))
		if (!LLVMIsALoadInst(LLVMGetUser(u)))
			return false;
	return true;
}

/* Adds `v` to a list, unless it is in one of the two lists. */
static void
add_once(struct globals *g, LLVMValueRef v, LLVMValueRef **list, uint32_t *n, uint32_t *cap)
{
	if (ptrmap_get(&g->seen, v) == PTRMAP_NONE && ptrmap_set(&g->seen, v, 1)
		&& ARENA_PUSH(&g->e.arena, *list, *n, *cap))
		(*list)[(*n)++] = v;
}

static void
add_users(struct globals *g, LLVMValueRef v)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAConstant(user) && !LLVMIsAGlobalValue(user))
			add_once(g, user, &g->through, &g->nthrough, &g->through_cap);
		if (!LLVMIsAInstruction(user) || LLVMIsALoadInst(user)
			|| (LLVMIsACallInst(user) && LLVMIsAIntrinsicInst(user) && only_loads(user)))
			continue;
		add_once(g, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)), &g->users, &g->nusers,
			&g->users_cap);
	}
}

static void
plan_user(struct globals *g, LLVMValueRef variable)
{
	add_users(g, variable);
	while (g->nthrough > 0)
		add_users(g, g->through[--g->nthrough]);
}

/* ---- planning ---- */

static lr_status
plan_variable(struct globals *g, LLVMValueRef variable)
{
	struct rows *rows = LLVMIsThreadLocal(variable) ? &g->local : &g->plain;
	char name[100];

	if (LLVMIsDeclaration(variable) || LLVMGetLinkage(variable) == LLVMAvailableExternallyLinkage) {
		if (LLVMIsThreadLocal(variable) && ARENA_PUSH(&g->e.arena, g->foreign, g->nforeign, g->foreign_cap))
			g->foreign[g->nforeign++] = variable;
		return LR_OK;
	}
	if (!ARENA_PUSH(&g->e.arena, rows->v, rows->n, rows->cap))
		return LR_OK;
	struct row *r = &rows->v[rows->n++];
	*r = (struct row){ .variable = variable };
	map_of_type(g->td, g->e.word_bytes, &g->e.arena, LLVMGlobalGetValueType(variable), &r->map);
	if (r->map.trouble == NULL) {
		rows->n -= r->map.nruns == 0; /* the type has no references after all */
		return LR_OK;
	}
	variable_name(variable, name, sizeof name);
	return lr_fail(g->cx, LR_E_DIALECT, NULL, "the variable '%s' cannot be a root: %s", name, r->map.trouble);
}

static lr_status
plan(struct globals *g)
{
	lr_status st = LR_OK;

	for (LLVMValueRef v = LLVMGetFirstGlobal(g->e.module); v != NULL && st == LR_OK; v = LLVMGetNextGlobal(v))
		if (holds_references(v))
			st = plan_variable(g, v);
	for (uint32_t i = 0; i < g->local.n; i++)
		plan_user(g, g->local.v[i].variable);
	for (uint32_t i = 0; i < g->nforeign; i++)
		plan_user(g, g->foreign[i]);
	return st;
}

/* ---- changing ---- */

/* What registers variables says that it never collects; so what it calls must, even if the program declares that. */
static void
never_collects(struct edit *e, LLVMValueRef call)
{
	LLVMAddCallSiteAttribute(call, AT_FUNCTION,
		LLVMCreateStringAttribute(e->context, "gc-leaf-function", 16, "", 0));
}

static void
call_runtime(struct globals *g, const char *name, LLVMValueRef table, uint64_t n)
{
	struct edit *e = &g->e;
	LLVMTypeRef types[] = { e->ptr, e->word }, type = LLVMFunctionType(e->void_type, types, 2, false);
	LLVMValueRef f = LLVMGetNamedFunction(e->module, name), args[] = { table, edit_word(e, n) };

	if (f == NULL)
		f = LLVMAddFunction(e->module, name, type);
	never_collects(e, LLVMBuildCall2(e->builder, type, f, args, 2, ""));
}

/* An internal function that calls one of the runtime's with a table. */
static LLVMValueRef
make_caller(struct globals *g, const char *name, const char *runtime, LLVMValueRef table, uint64_t n)
{
	LLVMValueRef f = constructor_begin(&g->e, name);

	call_runtime(g, runtime, table, n);
	LLVMBuildRetVoid(g->e.builder);
	return f;
}

static void
append_to_list(struct globals *g, const char *list, LLVMValueRef function)
{
	constructor_add(&g->e, list, function, constructor_reserve(&g->e, list));
}

/* A function that returns the address of the calling thread's instance. */
static LLVMValueRef
make_address(struct globals *g, LLVMValueRef variable)
{
	struct edit *e = &g->e;
	LLVMTypeRef type = LLVMFunctionType(e->ptr, NULL, 0, false);
	LLVMValueRef f = LLVMAddFunction(e->module, "lr.tls.address", type);
	const unsigned id = LLVMLookupIntrinsicID("llvm.threadlocal.address", 24);

	LLVMSetLinkage(f, LLVMInternalLinkage);
	LLVMAddAttributeAtIndex(f, AT_FUNCTION, LLVMCreateStringAttribute(e->context, "gc-leaf-function", 16, "", 0));
	LLVMPositionBuilderAtEnd(e->builder, LLVMAppendBasicBlockInContext(e->context, f, ""));
	LLVMSetCurrentDebugLocation2(e->builder, NULL);
	LLVMValueRef intrinsic = LLVMGetIntrinsicDeclaration(e->module, id, &e->ptr, 1);
	LLVMBuildRet(e->builder,
		LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(intrinsic), intrinsic, &variable, 1, ""));
	return f;
}

static LLVMValueRef
make_table(struct globals *g, const struct rows *rows, bool local)
{
	struct edit *e = &g->e;
	LLVMTypeRef fields[] = { e->ptr, e->ptr, e->word },
		type = LLVMStructTypeInContext(e->context, fields, 3, false);
	LLVMValueRef *row = arena_array(&e->arena, rows->n, sizeof *row);

	if (row == NULL)
		return NULL;
	for (uint32_t i = 0; i < rows->n; i++) {
		const struct row *r = &rows->v[i];
		LLVMValueRef at = local ? make_address(g, r->variable) : r->variable;
		LLVMValueRef values[] = { map_constant(e, &r->map), at, edit_word(e, r->map.count) };
		row[i] = LLVMConstStructInContext(e->context, values, 3, false);
	}
	LLVMValueRef table = LLVMAddGlobal(e->module, LLVMArrayType2(type, rows->n), "lr.table");
	LLVMSetInitializer(table, LLVMConstArray2(type, row, rows->n));
	LLVMSetGlobalConstant(table, true);
	LLVMSetLinkage(table, LLVMPrivateLinkage);
	return table;
}

static LLVMValueRef
declare_hook(struct globals *g, LLVMValueRef variable)
{
	size_t n;
	const char *of = LLVMGetValueName2(variable, &n);
	char *name = arena_alloc(&g->e.arena, sizeof tls_hook + n);

	if (name == NULL)
		return NULL;
	memcpy(name, tls_hook, sizeof tls_hook - 1);
	memcpy(name + sizeof tls_hook - 1, of, n + 1);
	LLVMValueRef f = LLVMGetNamedFunction(g->e.module, name);
	return f != NULL ? f : LLVMAddFunction(g->e.module, name, LLVMFunctionType(g->e.void_type, NULL, 0, false));
}

/* Builds at the start of a function that may change a thread-local variable: if (!here) add(). */
static void
ask_first(struct globals *g, LLVMValueRef fn, LLVMValueRef here, LLVMValueRef add)
{
	struct edit *e = &g->e;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn), head;
	LLVMValueRef at = LLVMGetFirstInstruction(entry);

	while (LLVMIsAAllocaInst(at))
		at = LLVMGetNextInstruction(at);
	edit_before(e, at);
	LLVMMetadataRef location = LLVMGetCurrentDebugLocation2(e->builder);
	edit_cut_block(e, entry, &at, 1, &head);
	LLVMBasicBlockRef cold = LLVMInsertBasicBlockInContext(e->context, entry, "");
	LLVMPositionBuilderAtEnd(e->builder, head);
	LLVMSetCurrentDebugLocation2(e->builder, location);
	LLVMValueRef known = LLVMBuildICmp(e->builder, LLVMIntNE, LLVMBuildLoad2(e->builder, e->i8, here, ""),
		LLVMConstNull(e->i8), "");
	edit_weights(e, LLVMBuildCondBr(e->builder, known, entry, cold), 1000, 1);
	LLVMPositionBuilderAtEnd(e->builder, cold);
	LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(add), add, NULL, 0, "");
	LLVMBuildBr(e->builder, entry);
}

static void
lower_local(struct globals *g)
{
	struct edit *e = &g->e;
	LLVMValueRef table = g->local.n > 0 ? make_table(g, &g->local, true) : NULL;
	LLVMValueRef here = LLVMAddGlobal(e->module, e->i8, "lr.tls.here");

	LLVMSetInitializer(here, LLVMConstNull(e->i8));
	LLVMSetLinkage(here, LLVMInternalLinkage);
	LLVMSetThreadLocal(here, true);
	LLVMValueRef add = constructor_begin(&g->e, "lr.tls.add");
	if (table != NULL)
		call_runtime(g, "lr_tls_add", table, g->local.n);
	for (uint32_t i = 0; i < g->nforeign; i++) {
		LLVMValueRef hook = declare_hook(g, g->foreign[i]);
		never_collects(e, LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(hook), hook, NULL, 0, ""));
	}
	LLVMBuildStore(e->builder, LLVMConstInt(e->i8, 1, false), here);
	LLVMBuildRetVoid(e->builder);
	for (uint32_t i = 0; i < g->local.n; i++) { /* lateroot.tls.NAME, for other modules */
		const LLVMLinkage linkage = LLVMGetLinkage(g->local.v[i].variable);
		if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage)
			continue;
		LLVMValueRef hook = declare_hook(g, g->local.v[i].variable);
		LLVMSetLinkage(hook, linkage == LLVMCommonLinkage ? LLVMWeakAnyLinkage : linkage);
		LLVMSetVisibility(hook, LLVMGetVisibility(g->local.v[i].variable));
		LLVMPositionBuilderAtEnd(e->builder, LLVMAppendBasicBlockInContext(e->context, hook, ""));
		LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(add), add, NULL, 0, "");
		LLVMBuildRetVoid(e->builder);
	}
	for (uint32_t i = 0; i < g->nusers; i++)
		ask_first(g, g->users[i], here, add);
	if (table != NULL)
		append_to_list(g, "llvm.global_dtors",
			make_caller(g, "lr.tls.remove", "lr_tls_remove", table, g->local.n));
}

static void
lower(struct globals *g)
{
	if (g->plain.n > 0) {
		LLVMValueRef table = make_table(g, &g->plain, false);
		append_to_list(g, "llvm.global_ctors",
			make_caller(g, "lr.globals.add", "lr_globals_add", table, g->plain.n));
		append_to_list(g, "llvm.global_dtors",
			make_caller(g, "lr.globals.remove", "lr_globals_remove", table, g->plain.n));
	}
	if (g->nusers > 0)
		lower_local(g);
}

/* ---- modules that are not typed ---- */

/* The variable into which a pointer points; NULL: none is known. */
static LLVMValueRef
variable_of(LLVMValueRef v)
{
	for (int i = 0; i < MAX_DEPTH; i++) {
		const LLVMOpcode op = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v)
			: LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v)
			: LLVMRet;
		/* llvm.threadlocal.address */
		const bool threads_own = LLVMIsACallInst(v) && LLVMIsAIntrinsicInst(v) && LLVMGetNumArgOperands(v) == 1;
		if (!threads_own && op != LLVMGetElementPtr && op != LLVMAddrSpaceCast && op != LLVMBitCast)
			break;
		v = LLVMGetOperand(v, 0);
	}
	return LLVMIsAGlobalVariable(v);
}

/* Is the address of the variable passed to a function, such as lr_gc_add_root? Then the program takes care of it. */
static bool
is_handed_on(LLVMValueRef v, unsigned depth) /* NOLINT(misc-no-recursion): at most MAX_DEPTH deep */
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u != NULL; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsACallInst(user) && !LLVMIsAIntrinsicInst(user))
			return true;
		if (LLVMIsAGlobalValue(user)
			|| (depth < MAX_DEPTH && LLVMIsAConstant(user) && is_handed_on(user, depth + 1)))
			return true;
	}
	return false;
}

/* Warns of variables that are no roots. In a typed module all variables whose types have references are roots. Those of
** an image that others can name are its loader's to root. */
static void
warn(lr_context *cx, LLVMModuleRef m, bool typed)
{
	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb != NULL; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = LLVMGetNextInstruction(i)) {
				if (!LLVMIsAStoreInst(i)
					|| pointer_as(LLVMTypeOf(LLVMGetOperand(i, 0))) != LR_AS_TRACKED
					|| LLVMIsConstant(LLVMGetOperand(i, 0)))
					continue;
				LLVMValueRef g = variable_of(LLVMGetOperand(i, 1));
				char name[100];
				if (g == NULL || (LLVMIsDeclaration(g) && !typed)
					|| (cx->options.image && LLVMGetLinkage(g) == LLVMExternalLinkage)
					|| (typed && type_may_hold_reference(LLVMGlobalGetValueType(g)))
					|| is_handed_on(g, 0))
					continue;
				variable_name(g, name, sizeof name);
				if (typed) {
					warning(cx, WARN_UNTYPED, i,
						"a reference is stored into the variable '%s', whose type has no "
						"reference, so that it is no root: give it a type with references, or "
						"pass its address to lr_gc_add_root", name);
					continue;
				}
				warning(cx, WARN_GLOBAL, i,
					"a reference is stored into the variable '%s', which is no root: pass its "
					"address to lr_gc_add_root, or mark the module as typed", name);
			}
}

lr_status
pass_lower_globals(lr_context *cx, LLVMModuleRef m, LLVMValueRef *fns, size_t nfns, lr_params params)
{
	struct globals g = { .cx = cx, .td = LLVMGetModuleDataLayout(m) };
	lr_status st;

	(void)fns, (void)nfns, (void)params;
	if (!cx->profile.variable_tables)
		return LR_OK;
	if (!memory_is_typed(cx, m)) {
		warn(cx, m, false);
		return cx->first;
	}
	if (!is_c_dialect(m)) /* AdoptDialect has checked C */
		warn(cx, m, true);
	warn_of_addresses(cx, m);
	if (cx->first != LR_OK)
		return cx->first;
	ptrmap_init(&g.seen, cx->options.alloc, cx->options.user);
	st = edit_begin(&g.e, cx, m) ? plan(&g) : lr_nomem(cx);
	if (st == LR_OK && (!edit_ready(&g.e) || g.e.arena.failed || g.seen.failed))
		st = lr_nomem(cx);
	if (st == LR_OK && keep_results(&g.e))
		cx->changed |= LR_CHANGED_IR;
	if (st == LR_OK && (g.plain.n > 0 || g.nusers > 0)) {
		lower(&g);
		cx->changed |= LR_CHANGED_CFG;
	}
	ptrmap_free(&g.seen);
	edit_end(&g.e);
	return st;
}
