/* SPDX-License-Identifier: MIT */
/* jit_add.c -- adding a module to a session: it is lowered, optimised, given its tables, and handed to ORC.
**
** A module is lowered before it is added, so that adding returns the errors of the lowering. */
#include <llvm-c/IRReader.h>

#include "codegen/jit.h"
#include "host/architecture.h"
#include "lowering/common/lowering.h"
#include "pipeline/pipeline.h"
#include "target/target_check.h"

static LLVMModuleRef
parse(struct lr_jit *jit, const char *name, const void *ir, size_t size)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, size, name);
	LLVMModuleRef m = NULL;
	char *message = NULL;

	if (LLVMParseIRInContext(jit->llvm, buffer, &m, &message)) { /* consumes the buffer */
		lr_fail(jit->cx, LR_E_INVALID_IR, NULL, "%s", message ? message : "cannot be read");
		m = NULL;
	}
	LLVMDisposeMessage(message);
	return m;
}

/* clang for AArch64 Linux lets functions of libgcc choose the instructions of atomic operations when the program
** starts.  They are hidden in each image, so code in memory cannot call them. */
static void
forbid_outline_atomics(LLVMModuleRef m)
{
	static const char key[] = "target-features", wanted[] = "+outline-atomics";
	const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		LLVMAttributeRef given = LLVMGetStringAttributeAtIndex(f, at, key, sizeof key - 1);
		unsigned n = 0;
		const char *text = given != NULL ? LLVMGetStringAttributeValue(given, &n) : NULL,
			*found = text != NULL ? memmem(text, n, wanted, sizeof wanted - 1) : NULL;
		char *copy = found != NULL ? LLVMCreateMessage(text) : NULL;
		if (copy == NULL)
			continue;
		copy[found - text] = '-';
		LLVMRemoveStringAttributeAtIndex(f, at, key, sizeof key - 1);
		LLVMAddAttributeAtIndex(f, at,
			LLVMCreateStringAttribute(LLVMGetModuleContext(m), key, sizeof key - 1, copy, n));
		LLVMDisposeMessage(copy);
	}
}

/* The part of a triple with a number, up to the next '-'. */
static const char *
triple_part(const char *triple, unsigned number, size_t *n)
{
	for (; number > 0 && *triple != '\0'; number--) {
		triple += strcspn(triple, "-");
		triple += *triple == '-';
	}
	*n = strcspn(triple, "-");
	return triple;
}

/* The code is generated for this machine.  Refuses a module for another architecture, and says so if it names another
** system. */
static lr_status
check_other_target(lr_context *cx, LLVMModuleRef m, const char *host)
{
	const char *given = LLVMGetTarget(m);
	char *normal = *given != '\0' ? LLVMNormalizeTargetTriple(given) : NULL;
	lr_status st = LR_OK;

	for (unsigned part = 0; normal != NULL && part <= 2; part += 2) {
		size_t n, k;
		const char *a = triple_part(normal, part, &n), *b = triple_part(host, part, &k);
		if (n == k && memcmp(a, b, n) == 0)
			continue;
		if (part == 0 && (architecture_of(normal) != architecture_of(host)
			|| architecture_of(host) == ARCH_OTHER))
			st = lr_fail(cx, LR_E_TARGET, NULL,
				"the module is for '%s', and code in memory runs on this machine, '%s': compile to an "
				"object for that target, or make the module for this one", given, host);
		else
			lr_report(cx, LR_WARNING, NULL,
				"the module is for '%s', and is compiled for this machine, '%s'", given, host);
		break;
	}
	LLVMDisposeMessage(normal);
	return st;
}

/* LLVM's linker in memory gives code the wrong variable, or refuses it by the number of a relocation.  A declaration
** that nothing uses does no harm. */
static lr_status
refuse_thread_local(lr_context *cx, LLVMModuleRef m)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g != NULL; g = LLVMGetNextGlobal(g)) {
		size_t n;
		if (!LLVMIsThreadLocal(g) || (LLVMIsDeclaration(g) && LLVMGetFirstUse(g) == NULL))
			continue;
		const char *name = LLVMGetValueName2(g, &n);
		return lr_fail(cx, LR_E_TARGET, NULL,
			"@%.*s is thread-local, and code in memory can have no such variables: compile the module to "
			"an object and link a program, or let a function of the host return the variable's address",
			(int)n, name);
	}
	return LR_OK;
}

/* Lowers and optimises, so that only code generation is left. */
static lr_status
finish_ir(struct lr_jit *jit, LLVMModuleRef m, const char *pipeline)
{
	lr_context *cx = jit->cx;
	char *triple = LLVMGetTargetMachineTriple(jit->tm);
	lr_status st = check_other_target(cx, m, triple);

	if (st == LR_OK)
		st = target_check_module(cx, m, LLVMGetTargetMachineTarget(jit->tm), triple, jit->opt_level);
	LLVMDisposeMessage(triple);
	if (st != LR_OK)
		return st;
	forbid_outline_atomics(m);
	if (pipeline != NULL) {
		st = layout_check(cx, m, jit->tm);
		if (st == LR_OK)
			st = pipeline_run(cx, m, pipeline, jit->tm);
	}
	if (st == LR_OK)
		st = native_lower(cx, m, jit->tm, false);
	if (st != LR_OK)
		return st;
	shadow_chain_by_call(m);
	getter_by_call(m, &cx->profile);
	st = refuse_thread_local(cx, m);
	if (st == LR_OK)
		st = native_optimise(cx, m, jit->tm, pipeline != NULL ? 0 : jit->opt_level, true);
	return st == LR_OK && jit->guard.failed ? LR_E_TARGET : st;
}

/* Consumes `m`. */
static lr_status
add(struct lr_jit *jit, const char *name, LLVMModuleRef m, const char *pipeline)
{
	lr_context *cx = jit->cx;

	jit->guard.failed = false;
	lr_status st = finish_ir(jit, m, pipeline);
	if (st != LR_OK) {
		LLVMDisposeModule(m);
		return st;
	}
	struct module *added = jit_new_module(jit, name);
	if (added == NULL) {
		LLVMDisposeModule(m);
		return cx->first;
	}
	added->hooks = tables_prepare_jit(cx, m, jit->nmodules);
	jit->complaint[0] = '\0';
	if (!jit_list_types(jit, m, jit->nmodules))
		lr_nomem(cx);
	if (cx->first != LR_OK || jit_describe_module(jit, added, m) != LR_OK
		|| jit_note_definitions(jit, added) != LR_OK || cx->first != LR_OK) {
		LLVMDisposeModule(m);
		jit_forget_module(jit, added);
		jit->nmodules++; /* jit->definers has its number */
		return cx->first;
	}
	LLVMErrorRef error = jit_hand_over(jit, added, m);
	if (error != NULL) {
		st = jit_fail(jit, error, "cannot add module", name);
		jit_forget_module(jit, added);
	}
	jit->nmodules++;
	return st;
}

lr_status
lr_jit_add(lr_jit *jit, const char *name, const void *ir, size_t size)
{
	lr_context *cx = jit != NULL ? jit->cx : NULL;

	if (cx == NULL || ir == NULL)
		return lr_null_argument(cx, "lr_jit_add: ir");
	if (cx->first != LR_OK)
		return cx->first;
	name = name != NULL ? name : "module";
	LLVMModuleRef m = parse(jit, name, ir, size);
	return m != NULL ? add(jit, name, m, NULL) : cx->first;
}

LLVMContextRef
lr_jit_context(lr_jit *jit)
{
	return jit != NULL ? jit->llvm : NULL;
}

static lr_status
read_options(lr_context *cx, const lr_jit_module_options *given, lr_jit_module_options *o)
{
	*o = (lr_jit_module_options){ .pipeline = NULL };
	if (given == NULL)
		return LR_OK;
	if (given->struct_size < sizeof *o)
		return lr_fail(cx, LR_E_USAGE, NULL, "lr_jit_module_options.struct_size is not set");
	memcpy(o, given, sizeof *o);
	return LR_OK;
}

lr_status
lr_jit_add_module(lr_jit *jit, const char *name, LLVMModuleRef m, const lr_jit_module_options *options)
{
	lr_context *cx = jit != NULL ? jit->cx : NULL;
	lr_jit_module_options o;

	if (cx == NULL || m == NULL) {
		if (m != NULL)
			LLVMDisposeModule(m);
		return lr_null_argument(cx, "lr_jit_add_module: m");
	}
	lr_status st = cx->first;
	if (st == LR_OK && LLVMGetModuleContext(m) != jit->llvm)
		st = lr_fail(cx, LR_E_USAGE, NULL, "the module is not one of the session's LLVMContext, which "
			"lr_jit_context returns: make it there, or give it to lr_jit_add as bitcode");
	if (st == LR_OK)
		st = read_options(cx, options, &o);
	if (st == LR_OK)
		return add(jit, name != NULL ? name : "module", m, o.pipeline);
	LLVMDisposeModule(m);
	return st;
}
