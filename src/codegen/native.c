/* SPDX-License-Identifier: MIT */
/* native.c -- lr_compile: from a module in the dialect, or already lowered, to an object or assembly.
**
** LLVM optimises and generates code on a copy, so that the caller's module stays what the lowering made of it, unless
** the caller says that it may be spoilt (lr_compile_options.discard). */
#include "codegen/native.h"
#include "dialect/abi.h"
#include "host/architecture.h"
#include "host/passes.h"
#include "lowering/common/lowering.h"
#include "codegen/parallel.h"
#include "codegen/module_tables.h"
#include "codegen/tail_calls.h"
#include "target/machine.h"
#include "target/target_check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "ir/module_copy.h"
#include "pipeline/pipeline.h"
#include "base/file.h"

/* ---- LLVM's diagnostics ---- */

/* "<unknown>:0:0: in function NAME TYPE: TEXT", as LLVM's code generators report what they cannot do. */
static void
report_error(struct native_guard *g, const char *text)
{
	static const char unknown[] = "<unknown>:0:0: ", in[] = "in function ";
	const char *plain = strncmp(text, unknown, sizeof unknown - 1) == 0 ? text + sizeof unknown - 1 : text;
	const char *name = strncmp(plain, in, sizeof in - 1) == 0 ? plain + sizeof in - 1 : NULL,
		*end = name != NULL ? strchr(name, ' ') : NULL, *why = end != NULL ? strstr(end, "): ") : NULL;

	g->failed = true;
	if (why != NULL)
		lr_fail(g->cx, LR_E_TARGET, NULL, "LLVM cannot compile function '%.*s' for %s: %s",
			(int)(end - name), name, g->triple != NULL ? g->triple : "this machine", why + 3);
	else
		lr_fail(g->cx, LR_E_TARGET, NULL, "%s", plain);
}

void
native_guard_handler(LLVMDiagnosticInfoRef info, void *user)
{
	struct native_guard *g = user;
	LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);

	if (severity != LLVMDSError && severity != LLVMDSWarning)
		return;
	char *text = LLVMGetDiagInfoDescription(info);
	if (severity == LLVMDSWarning)
		lr_report(g->cx, LR_WARNING, NULL, "%s", text);
	else
		report_error(g, text);
	LLVMDisposeMessage(text);
}

void
native_guard_begin(struct native_guard *g, lr_context *cx, LLVMContextRef llvm)
{
	*g = (struct native_guard){ .cx = cx, .llvm = llvm };
	g->old_handler = LLVMContextGetDiagnosticHandler(llvm);
	g->old_user = LLVMContextGetDiagnosticContext(llvm);
	LLVMContextSetDiagnosticHandler(llvm, native_guard_handler, g);
}

void
native_guard_end(struct native_guard *g)
{
	LLVMContextSetDiagnosticHandler(g->llvm, g->old_handler, g->old_user);
}

/* ---- targets ---- */

static LLVMCodeGenOptLevel
codegen_level(unsigned opt_level)
{
	static const LLVMCodeGenOptLevel level[] = {
		LLVMCodeGenLevelNone, LLVMCodeGenLevelLess, LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive
	};
	return level[opt_level];
}

/* Does the processor "native" make sense for the target?  i686 and x86-64 have the same processors. */
static bool
is_of_this_machine(lr_context *cx, const char *triple)
{
	const enum architecture here = architecture_of(NULL), there = architecture_of(triple);

	if (here == there || (here == ARCH_X86_64 && there == ARCH_I686))
		return true;
	char *host = LLVMGetDefaultTargetTriple();
	lr_fail(cx, LR_E_TARGET, NULL,
		"the processor 'native' is that of this machine, '%s', and the target is '%s': name one of its "
		"processors, or none", host, triple);
	LLVMDisposeMessage(host);
	return false;
}

LLVMTargetMachineRef
native_target_machine(lr_context *cx, const struct native_target *want)
{
	char *message = NULL;
	LLVMTargetRef target = target_find(want->triple, &message);
	bool host = want->cpu != NULL && strcmp(want->cpu, "native") == 0;

	if (target == NULL) {
		lr_fail(cx, LR_E_TARGET, NULL,
			"no ABI works on target '%.100s', for which LLVM has no code generator; a triple is processor, "
			"vendor and system, such as 'x86_64-linux-gnu', and `llc --version` lists the processors",
			want->triple);
		LLVMDisposeMessage(message);
		return NULL;
	}
	if (target_check(cx, target, want->triple, host ? NULL : want->cpu, want->features) != LR_OK)
		return NULL;
	if (!LLVMTargetHasTargetMachine(target) || !LLVMTargetHasAsmBackend(target)) {
		lr_fail(cx, LR_E_TARGET, NULL, "LLVM cannot generate code for target '%s'", want->triple);
		return NULL;
	}
	if (host && !is_of_this_machine(cx, want->triple))
		return NULL;
	if (target_check(cx, target, want->triple, host ? NULL : want->cpu, want->features) != LR_OK)
		return NULL;
	char *cpu = host ? LLVMGetHostCPUName() : NULL,
	     *features = host && want->features == NULL ? LLVMGetHostCPUFeatures() : NULL;
	char *all = target_features(want->triple, want->cpu, features ? features : want->features);
	LLVMTargetMachineRef tm = all == NULL ? NULL : LLVMCreateTargetMachine(target, want->triple,
		cpu ? cpu
			: want->cpu ? want->cpu
			: "",
		all, codegen_level(want->opt_level), want->reloc, want->code_model);
	LLVMDisposeMessage(cpu);
	LLVMDisposeMessage(features);
	if (all == NULL)
		lr_nomem(cx);
	else if (tm == NULL)
		lr_fail(cx, LR_E_TARGET, NULL, "LLVM cannot generate code for target '%s'", want->triple);
	free(all);
	return tm;
}

/* ---- the module ---- */

/* The pipeline that a module needs before code generation; "" only examines it. */
static const char *
pipeline_for(lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef tm)
{
	const bool dialect = leftover_any(cx, m);

	if (processors_matter(cx, m, tm))
		return dialect ? "JuliaMultiVersioning,CPUFeatures,lateroot" : "JuliaMultiVersioning,CPUFeatures";
	return dialect ? NULL : "";
}

lr_status
native_lower(lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef tm, bool spaces_may_stay)
{
	/* WebAssembly has types of its own in space 10. */
	const bool wasm = strncmp(LLVMGetTargetName(LLVMGetTargetMachineTarget(tm)), "wasm", 4) == 0;
	lr_status st = lr_check_module_flags(cx, m);

	if (st == LR_OK)
		st = layout_check(cx, m, tm);
	if (st != LR_OK)
		return st;
	cx->spaces = spaces_may_stay && !wasm ? SPACES_MAY_STAY : SPACES_GO;
	cx->late_frames = wasm;
	st = lr_run(cx, m, pipeline_for(cx, m, tm));
	cx->late_frames = false;
	const bool stayed = cx->spaces == SPACES_STAYED;

	cx->spaces = SPACES_GO;
	return st != LR_OK ? st : leftover_refuse(cx, m, stayed);
}

/* Removes GC strategies that the code generator does not have; with one it would end the process.  The lowering has
** done what they ask for. */
static void
forget_gc_strategies(LLVMModuleRef m)
{
	static const char *const known[] = { "shadow-stack", "statepoint-example", "coreclr", "erlang", "ocaml" };

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		const char *gc = LLVMGetGC(f);
		bool keep = gc == NULL;
		for (size_t i = 0; i < sizeof known / sizeof *known && !keep; i++)
			keep = strcmp(gc, known[i]) == 0;
		if (!keep)
			LLVMSetGC(f, NULL);
	}
}

/* Returns whether the module had that layout already. */
static bool
set_layout(LLVMModuleRef m, LLVMTargetMachineRef tm)
{
	LLVMTargetDataRef data = LLVMCreateTargetDataLayout(tm);
	char *triple = LLVMGetTargetMachineTriple(tm);
	const bool same = layout_is_same(m, data);

	LLVMSetTarget(m, triple);
	LLVMSetModuleDataLayout(m, data);
	LLVMDisposeMessage(triple);
	LLVMDisposeTargetData(data);
	return same;
}

static lr_status
run_pipeline(lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef tm, const char *pipeline)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	const double start = times_now();
	lr_status st = LR_OK;

	progress_pass(cx, pipeline, 0, 0);
	LLVMErrorRef error = LLVMRunPasses(m, pipeline, tm, options);
	progress_end(cx);
	times_add(cx, pipeline, times_now() - start);
	LLVMDisposePassBuilderOptions(options);
	if (error != NULL) {
		char *message = LLVMGetErrorMessage(error);
		st = lr_fail(cx, LR_E_TARGET, NULL, "%s", message);
		LLVMDisposeErrorMessage(message);
	}
	return st;
}

/* What -O0 does, too, as clang does: inlines alwaysinline functions, which may have no code anywhere, and drops the
** available_externally ones.  The code generator makes none for these, but tables would name them. */
static const char must_run[] = "always-inline,elim-avail-extern";

static bool
must_inline(LLVMModuleRef m)
{
	const unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
	const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn != NULL; fn = LLVMGetNextFunction(fn))
		if (!LLVMIsDeclaration(fn)
			&& (LLVMGetLinkage(fn) == LLVMAvailableExternallyLinkage
				|| LLVMGetEnumAttributeAtIndex(fn, at, always) != NULL))
			return true;
	return false;
}

lr_status
native_optimise(lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef tm, unsigned opt_level, bool verified)
{
	static const char *const pipelines[] = { must_run, "default<O1>", "default<O2>", "default<O3>" };
	char *message = NULL;
	const bool same_layout = set_layout(m, tm);
	lr_status st = LR_OK;

	forget_gc_strategies(m);
	if ((!verified || !same_layout) && LLVMVerifyModule(m, LLVMReturnStatusAction, &message))
		st = lr_fail_rejected(cx, rejected_function(m),
			"LLVM's verifier rejects the lowered module: %s", message ? message : "");
	LLVMDisposeMessage(message);
	if (st == LR_OK && (opt_level != 0 || must_inline(m)))
		st = run_pipeline(cx, m, tm, pipelines[opt_level]);
	if (st == LR_OK)
		st = native_check_tail_calls(cx, m, tm);
	return st == LR_OK ? respill(cx, m, opt_level) : st;
}

/* Does nobody see the module between the lowering and the code generator? */
static bool
is_unseen(const lr_context *cx)
{
	const lr_options *o = &cx->options;

	return !o->verify_each && o->print_before == NULL && o->print_after == NULL && cx->dumper == NULL;
}

/* True if nothing reads the module between the lowering and the code generator, and this ignores the address spaces of
** the dialect.  That is so at -O0 for x86-64, where FastISel and SelectionDAG select instructions.  LLVM's
** optimisations depend on address spaces, and so does GlobalISel, which AArch64 uses at -O0. */
bool
native_ignores_spaces(const lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef tm, unsigned opt_level)
{
	if (opt_level != 0 || !is_unseen(cx))
		return false;
	char *triple = LLVMGetTargetMachineTriple(tm);
	LLVMTargetDataRef data = LLVMCreateTargetDataLayout(tm);
	const bool ignores = strncmp(triple, "x86_64-", 7) == 0 && LLVMPointerSize(data) == 8
		&& layout_is_same(m, data);

	LLVMDisposeTargetData(data);
	LLVMDisposeMessage(triple);
	return ignores;
}

/* ---- compiling ---- */

static lr_status
read_options(lr_context *cx, const lr_compile_options *given, lr_compile_options *o)
{
	*o = (lr_compile_options){ .opt_level = 2, .filetype = LR_OUT_OBJECT };
	if (given == NULL)
		return LR_OK;
	if (given->struct_size < offsetof(lr_compile_options, triple))
		return lr_fail(cx, LR_E_USAGE, NULL, "lr_compile_options.struct_size is not set");
	memcpy(o, given, given->struct_size < sizeof *o ? given->struct_size : sizeof *o);
	if (o->opt_level > 3)
		return lr_fail(cx, LR_E_USAGE, NULL, "optimisation level %u; there is 0 to 3", o->opt_level);
	if (o->hooks != NULL && (o->hooks[0] == '\0' || strlen(o->hooks) > HOOK_NAME_BYTES))
		return lr_fail(cx, LR_E_USAGE, NULL, "a name for hooks has 1 to %d bytes", HOOK_NAME_BYTES);
	if (o->filetype != LR_OUT_OBJECT && o->filetype != LR_OUT_ASSEMBLY)
		return lr_fail(cx, LR_E_USAGE, NULL, "no such file type: %d", (int)o->filetype);
	return LR_OK;
}

LLVMTargetMachineRef
native_options_machine(lr_context *cx, const char *triple, const lr_compile_options *o)
{
	struct native_target want = {
		.triple = triple, .cpu = o->cpu, .features = o->features, .opt_level = o->opt_level,
		.reloc = o->no_pic ? LLVMRelocStatic : LLVMRelocPIC, .code_model = LLVMCodeModelDefault
	};

	return native_target_machine(cx, &want);
}

/* The target of the options, else of the module, else of the host. Programs in WebAssembly have fixed addresses, unless
** the module says that it was compiled for a library that is loaded (clang -fPIC). */
static LLVMTargetMachineRef
choose_target(lr_context *cx, LLVMModuleRef m, lr_compile_options *o)
{
	const char *asked = o->triple ? o->triple : LLVMGetTarget(m);
	char *triple = asked[0] != '\0' ? LLVMNormalizeTargetTriple(asked) : LLVMGetDefaultTargetTriple();

	if (strncmp(triple, "wasm", 4) == 0 && LLVMGetModuleFlag(m, "PIC Level", strlen("PIC Level")) == NULL)
		o->no_pic = true;
	LLVMTargetMachineRef tm = native_options_machine(cx, triple, o);

	LLVMDisposeMessage(triple);
	return tm;
}

/* Objects can be joined for x86-64 and ELF with pointers of 64 bits. */
static bool
can_be_joined(const char *triple)
{
	return triple_is_elf(triple) && strstr(triple, "x32") == NULL && strncmp(triple, "x86_64-", 7) == 0;
}

static const char code_generation[] = "code generation";

lr_status
native_emit(lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef tm, const lr_compile_options *o, bool verified,
	LLVMMemoryBufferRef *out)
{
	LLVMCodeGenFileType type = o->filetype == LR_OUT_ASSEMBLY ? LLVMAssemblyFile : LLVMObjectFile;
	char *message = NULL;
	struct native_guard guard;

	*out = NULL;
	native_guard_begin(&guard, cx, LLVMGetModuleContext(m));
	guard.triple = LLVMGetTargetMachineTriple(tm);
	lr_status st = native_optimise(cx, m, tm, o->opt_level, verified);
	bool table = st == LR_OK && tables_wanted(m);
	if (st == LR_OK && o->hooks != NULL)
		tables_prepare_hooks(m, o->hooks);
	else if (st == LR_OK && triple_is_elf(LLVMGetTarget(m)))
		load_lists(m);
	if (table && o->hooks == NULL)
		tables_prepare(m);
	if (table && type == LLVMAssemblyFile)
		lr_report(cx, LR_WARNING, NULL,
			"the table of roots is made with the object: what is assembled of this text is refused when "
			"it is loaded");
	const double start = times_now();
	if (st == LR_OK)
		progress_pass(cx, code_generation, 0, 0);
	if (st == LR_OK && LLVMTargetMachineEmitToMemoryBuffer(tm, m, type, &message, out)) {
		st = lr_fail(cx, LR_E_TARGET, NULL, "%s", message ? message : "LLVM cannot emit this");
		LLVMDisposeMessage(message);
		*out = NULL;
	}
	if (cx->at.pass != NULL) {
		progress_end(cx);
		times_add(cx, code_generation, times_now() - start);
	}
	native_guard_end(&guard);
	LLVMDisposeMessage(guard.triple);
	if (table && st == LR_OK && !guard.failed && type == LLVMObjectFile)
		st = tables_finish(cx, out);
	/* LLVM reports some errors to the handler only. */
	if (st == LR_OK && guard.failed)
		st = LR_E_TARGET;
	if (st != LR_OK && *out != NULL) {
		LLVMDisposeMemoryBuffer(*out);
		*out = NULL;
	}
	return st;
}

/* Functions of the runtime change patch points on few targets. */
static void
warn_patch_points(lr_context *cx, LLVMModuleRef m, const char *triple)
{
	const enum architecture a = architecture_of(triple);
	const bool on_linux = strstr(triple, "-linux") != NULL;

	if (on_linux && (a == ARCH_X86_64 || a == ARCH_AARCH64))
		return;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstUse(f) != NULL && strncmp(value_name(f), "llvm.experimental.patchpoint", 28) == 0) {
			lr_report(cx, LR_WARNING, NULL,
				"%s is called: lr_patch changes such code on Linux for x86-64 and AArch64, and %s "
				"target '%s', in each ABI", value_name(f),
				on_linux ? "fails with ENOSYS on" : "is not in the runtime of", triple);
			return;
		}
}

/* Does the data layout mangle names as Windows does? */
static bool
is_layout_of_windows(const char *layout)
{
	return strstr(layout, "-m:w") != NULL || strstr(layout, "-m:x") != NULL;
}

/* Code of a front end that knows another target may have counted bytes as they lie there. */
static void
warn_layout(lr_context *cx, LLVMModuleRef m, LLVMTargetMachineRef tm, const char *triple)
{
	const enum architecture a = architecture_of(triple);
	const char *layout = LLVMGetDataLayoutStr(m);
	LLVMTargetDataRef data = LLVMCreateTargetDataLayout(tm);
	char *target = LLVMCopyStringRepOfTargetData(data);

	if (strstr(layout, "-f80:") != NULL && strncmp(triple, "x86_64", 6) != 0 && a != ARCH_I686)
		lr_report(cx, LR_WARNING, NULL,
			"the module's data layout is one of x86, as 'f80' in it says, and the target is '%s': the "
			"module is compiled with the target's, and what its front end knows of sizes and alignments "
			"may be wrong there", triple);
	if (is_layout_of_windows(layout) && !is_layout_of_windows(target))
		lr_report(cx, LR_WARNING, NULL,
			"the module's data layout is one of Windows, as 'm:%c' in it says, and the target is '%s': the "
			"size of 'long', how arguments are passed, and names of the system's functions may be wrong "
			"there; let the front end make the module for the target",
			strstr(layout, "-m:w") != NULL ? 'w' : 'x', triple);
	LLVMDisposeMessage(target);
	LLVMDisposeTargetData(data);
}

/* Handlers of Windows have code of their own, which LLVM makes for Windows alone. */
static lr_status
check_personality(lr_context *cx, LLVMModuleRef m, const char *triple)
{
	static const char *const names[] = { "__C_specific_handler", "__CxxFrameHandler3", "__CxxFrameHandler4",
		"_except_handler3", "_except_handler4" };

	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && !triple_is_windows(triple);
		f = LLVMGetNextFunction(f)) {
		LLVMValueRef handler = LLVMHasPersonalityFn(f) ? LLVMGetPersonalityFn(f) : NULL;
		for (size_t i = 0; handler != NULL && i < sizeof names / sizeof *names; i++)
			if (strcmp(value_name(handler), names[i]) == 0)
				return lr_fail(cx, LR_E_TARGET, f,
					"target '%s' has no exceptions of Windows, whose personality '%s' is; "
					"let the front end make the module for the target", triple, names[i]);
	}
	return LR_OK;
}

static lr_status
compile(lr_context *cx, LLVMModuleRef m, const lr_compile_options *given, LLVMMemoryBufferRef *out)
{
	lr_compile_options o;
	lr_status st = cx->first;

	*out = NULL;
	if (st == LR_OK && m == NULL)
		st = lr_fail(cx, LR_E_USAGE, NULL, "no module given");
	if (st == LR_OK)
		st = read_options(cx, given, &o);
	if (st != LR_OK)
		return st;
	/* An unknown target is reported before the module is changed. */
	LLVMTargetMachineRef tm = choose_target(cx, m, &o);
	if (tm == NULL)
		return cx->first;
	char *triple = LLVMGetTargetMachineTriple(tm), *own_triple = LLVMCreateMessage(LLVMGetTarget(m));
	st = (lr_status)profile_check_target(cx, triple);
	if (st == LR_OK)
		st = abi_check_target(cx, m, triple);
	if (st == LR_OK)
		st = target_check_module(cx, m, LLVMGetTargetMachineTarget(tm), triple, o.opt_level);
	if (st == LR_OK)
		st = check_personality(cx, m, triple);
	bool given_layout = false;
	/* What is built from here on needs no names, which are a fifth of the memory of lowered code.  What the caller
	** has named keeps its names: diagnostics have them. */
	LLVMContextRef llvm = LLVMGetModuleContext(m);
	const bool discards = LLVMContextShouldDiscardValueNames(llvm);
	if (o.discard && is_unseen(cx))
		LLVMContextSetDiscardValueNames(llvm, true);
	if (st == LR_OK && o.triple != NULL) /* passes ask the module what it is compiled for */
		LLVMSetTarget(m, triple);
	if (st == LR_OK)
		st = pipeline_take_layout(cx, m, &given_layout);
	if (st == LR_OK) {
		warn_layout(cx, m, tm, triple);
		warn_patch_points(cx, m, triple);
	}
	if (st == LR_OK) {
		cx->no_hints = o.discard && native_ignores_spaces(cx, m, tm, o.opt_level);
		st = native_lower(cx, m, tm, cx->no_hints && o.jobs == 0);
		cx->no_hints = false;
	}
	if (st != LR_OK && given_layout)
		LLVMSetDataLayout(m, "");
	if (st != LR_OK)
		LLVMSetTarget(m, own_triple);
	if (st == LR_OK) {
		LLVMModuleRef copy = o.discard ? m : module_copy(m);
		if (copy == NULL)
			st = lr_fail(cx, LR_E_INVALID_IR, NULL,
				"LLVM cannot read the bitcode that it wrote of the lowered module");
		if (st == LR_OK && o.hooks != NULL) {
			/* LLVM's JIT linker cannot access thread-local variables of the process. */
			shadow_chain_by_call(copy);
			getter_by_call(copy, &cx->profile);
		}
		if (st == LR_OK && o.hooks == NULL && o.opt_level > 0)
			st = pass_inline_getter(cx, copy, NULL, 0, NULL);
		if (st == LR_OK && o.hooks == NULL && o.jobs > 0 && o.filetype == LR_OUT_OBJECT
			&& can_be_joined(triple))
			st = partitions_compile(cx, copy, triple, &o, out);
		if (st == LR_OK && *out == NULL)
			st = native_emit(cx, copy, tm, &o, true, out);
		if (copy != NULL && copy != m)
			LLVMDisposeModule(copy);
	}
	LLVMContextSetDiscardValueNames(llvm, discards);
	LLVMDisposeMessage(own_triple);
	LLVMDisposeMessage(triple);
	LLVMDisposeTargetMachine(tm);
	return st;
}

lr_status
lr_compile(lr_context *cx, LLVMModuleRef m, const lr_compile_options *options, void **bytes, size_t *size)
{
	LLVMMemoryBufferRef buffer;

	if (bytes != NULL)
		*bytes = NULL;
	if (size != NULL)
		*size = 0;
	if (cx == NULL || bytes == NULL || size == NULL)
		return lr_null_argument(cx, bytes == NULL ? "lr_compile: bytes" : "lr_compile: size");
	lr_status st = compile(cx, m, options, &buffer);
	if (st != LR_OK)
		return st;
	size_t n = LLVMGetBufferSize(buffer);
	void *copy = lr_realloc(cx, NULL, 0, n ? n : 1);
	if (copy != NULL) {
		memcpy(copy, LLVMGetBufferStart(buffer), n);
		*bytes = copy;
		*size = n;
	} else
		st = lr_nomem(cx);
	LLVMDisposeMemoryBuffer(buffer);
	return st;
}

void
lr_free_bytes(lr_context *cx, void *bytes, size_t size)
{
	if (cx != NULL && bytes != NULL)
		lr_realloc(cx, bytes, size ? size : 1, 0);
}

/* ---- files ---- */

lr_status
lr_compile_to_file(lr_context *cx, LLVMModuleRef m, const lr_compile_options *options, const char *path)
{
	LLVMMemoryBufferRef buffer;

	if (cx == NULL || path == NULL)
		return lr_null_argument(cx, "lr_compile_to_file: path");
	lr_status st = compile(cx, m, options, &buffer);
	if (st != LR_OK)
		return st;
	if (!file_write(path, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer)))
		st = lr_fail(cx, LR_E_IO, NULL, "%s: %s", path, strerror(errno));
	LLVMDisposeMemoryBuffer(buffer);
	return st;
}
