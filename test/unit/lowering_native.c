/* SPDX-License-Identifier: MIT */
/* lowering_native.c -- lr_compile and lr_compile_to_file. */
#include "api.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "failing_alloc.h"

static const char GOOD[] = LAYOUT
	"@type = external constant i8\n"
	"declare ptr @julia.get_pgcstack()\n"
	"declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))\n"
	"define ptr addrspace(10) @f() {\n"
	"  %p = call ptr @julia.get_pgcstack()\n"
	"  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))\n"
	"  ret ptr addrspace(10) %a\n"
	"}\n";
static const char BAD_ASM[] = "define void @f() {\n  call void asm sideeffect \"nonsense\", \"\"()\n  ret void\n}\n";

struct fixture {
	struct heard heard;
	LLVMContextRef llvm;
	LLVMModuleRef m;
	lr_context *cx;
};

static void
begin(struct fixture *f, const char *text)
{
	lr_options options = { .struct_size = sizeof options, .diagnose = hear, .user = &f->heard };

	memset(f, 0, sizeof *f);
	f->llvm = LLVMContextCreate();
	f->m = module_of(f->llvm, text);
	f->cx = lr_context_new(&options);
}

static void
end(struct fixture *f)
{
	lr_context_free(f->cx);
	LLVMDisposeModule(f->m);
	LLVMContextDispose(f->llvm);
}

Test(compile, object_in_memory)
{
	struct fixture f;
	void *bytes;
	size_t size;

	begin(&f, GOOD);
	cr_assert_eq(lr_compile(f.cx, f.m, NULL, &bytes, &size), LR_OK);
	cr_assert(size > 64 && memcmp(bytes, "\177ELF", 4) == 0);
	lr_free_bytes(f.cx, bytes, size);
	end(&f);
}

/* The module is left lowered, but neither optimised nor generated from: compiling again gives the same. */
Test(compile, twice_the_same)
{
	struct fixture f;
	void *bytes[2];
	size_t size[2];
	lr_compile_options o = { .struct_size = sizeof o, .opt_level = 3, .filetype = LR_OUT_ASSEMBLY, .cpu = "native", .no_pic = true };

	begin(&f, GOOD);
	cr_assert_eq(lr_compile(f.cx, f.m, &o, &bytes[0], &size[0]), LR_OK);
	char *lowered = LLVMPrintModuleToString(f.m);
	cr_assert_eq(lr_compile(f.cx, f.m, &o, &bytes[1], &size[1]), LR_OK);
	assert_untouched(f.m, lowered);
	cr_assert(size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0);
	lr_free_bytes(f.cx, bytes[0], size[0]);
	lr_free_bytes(f.cx, bytes[1], size[1]);
	end(&f);
}

#if defined __x86_64__
enum { SPACES_STAY = 1 };
#else
enum { SPACES_STAY = 0 };
#endif

/* A module that may be spoilt gives the same code, and can be disposed of. */
Test(compile, discarded_the_same)
{
	for (unsigned level = 0; level <= 3; level++) {
		struct fixture f;
		void *bytes[2];
		size_t size[2];
		lr_compile_options o = { .struct_size = sizeof o, .opt_level = level };

		begin(&f, GOOD);
		cr_assert_eq(lr_compile(f.cx, f.m, &o, &bytes[0], &size[0]), LR_OK);
		LLVMDisposeModule(f.m);
		f.m = module_of(f.llvm, GOOD);
		o.discard = true;
		cr_assert_eq(lr_compile(f.cx, f.m, &o, &bytes[1], &size[1]), LR_OK);
		cr_assert(size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0, "-O%u", level);
		/* at -O0 for x86-64 RemoveJuliaAddrspaces only dropped casts: the types are as they were */
		LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(LLVMGetNamedFunction(f.m, "f")));
		cr_assert_eq(LLVMGetPointerAddressSpace(result), level == 0 && SPACES_STAY ? 10 : 0, "-O%u", level);
		lr_free_bytes(f.cx, bytes[0], size[0]);
		lr_free_bytes(f.cx, bytes[1], size[1]);
		end(&f);
	}
}

static int others_diagnostics;
static void
others_handler(LLVMDiagnosticInfoRef info, void *user)
{
	(void)info, (void)user;
	others_diagnostics++;
}

/* Some errors only reach LLVM's diagnostic handler; it is borrowed and given back. */
Test(compile, errors_of_the_code_generator)
{
	struct fixture f;
	void *bytes;
	size_t size;

	begin(&f, BAD_ASM);
	LLVMContextSetDiagnosticHandler(f.llvm, others_handler, &f);
	cr_assert_eq(lr_compile(f.cx, f.m, NULL, &bytes, &size), LR_E_TARGET);
	cr_assert_null(bytes);
	cr_assert_eq(f.heard.code, LR_E_TARGET);
	cr_assert_not_null(strstr(f.heard.message, "nonsense"), "%s", f.heard.message);
	cr_assert_eq(LLVMContextGetDiagnosticHandler(f.llvm), others_handler);
	cr_assert_eq(LLVMContextGetDiagnosticContext(f.llvm), &f);
	cr_assert_eq(others_diagnostics, 0);
	/* sticky */
	cr_assert_eq(lr_compile(f.cx, f.m, NULL, &bytes, &size), LR_E_TARGET);
	end(&f);
}

Test(compile, options_that_make_no_sense)
{
	struct fixture f;
	void *bytes;
	size_t size;
	static const lr_compile_options wrong[] = {
		{ .struct_size = 0 },
		{ .struct_size = sizeof(lr_compile_options), .opt_level = 4 },
		{ .struct_size = sizeof(lr_compile_options), .filetype = (lr_filetype)7 },
	};

	begin(&f, GOOD);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char *before = LLVMPrintModuleToString(f.m);
		cr_assert_eq(lr_compile(f.cx, f.m, &wrong[i], &bytes, &size), LR_E_USAGE);
		assert_untouched(f.m, before);
		lr_clear_error(f.cx);
	}
	lr_compile_options unknown = { .struct_size = sizeof unknown, .triple = "pdp11-dec-unix" };
	char *before = LLVMPrintModuleToString(f.m);
	cr_assert_eq(lr_compile(f.cx, f.m, &unknown, &bytes, &size), LR_E_TARGET);
	assert_untouched(f.m, before);
	end(&f);
}

/* LLVM would end the process at each of these, or compile for something else without a word. */
Test(compile, targets_that_do_not_exist)
{
	static const struct { lr_compile_options o; const char *says; } bad[] = {
		{ { .cpu = "zzz" }, "has no processor 'zzz'" }, { { .cpu = "x86-64-v33" }, "did you mean 'x86-64-v3'?" }, { { .cpu = "i386" }, "with processor 'i386'" },
		{ { .features = "+zzz" }, "has no feature 'zzz'" }, { { .features = "sse4.2" }, "neither + nor -" }, { { .features = "+avx,,-64bit" }, "with feature '-64bit'" },
		{ { .triple = "bpf" }, "no ABI works on target 'bpf'" }, { { .triple = "riscv64-linux-gnu", .cpu = "skylake" }, "has no processor 'skylake'" }
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		lr_compile_options o = bad[i].o;
		struct fixture f;
		void *bytes;
		size_t size;
		o.struct_size = sizeof o;
		if (o.triple == NULL)
			o.triple = "x86_64-unknown-linux-gnu";
		begin(&f, GOOD);
		char *before = LLVMPrintModuleToString(f.m);
		cr_assert_eq(lr_compile(f.cx, f.m, &o, &bytes, &size), LR_E_TARGET, "%s", bad[i].says);
		cr_assert_not_null(strstr(f.heard.message, bad[i].says), "%s", f.heard.message);
		char *after = LLVMPrintModuleToString(f.m);
		cr_assert_str_eq(before, after, "nothing is changed");
		LLVMDisposeMessage(before);
		LLVMDisposeMessage(after);
		end(&f);
	}
}

Test(compile, file_whole_or_not_at_all)
{
	struct fixture f;
	struct stat st;
	char dir[] = "/tmp/lateroot-test-XXXXXX", path[64];

	cr_assert_not_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/f.o", dir);
	begin(&f, GOOD);
	cr_assert_eq(lr_compile_to_file(f.cx, f.m, NULL, path), LR_OK);
	cr_assert_eq(stat(path, &st), 0);
	cr_assert(st.st_size > 64);
	end(&f);

	/* What was there before outlives a failure, and nothing else remains. */
	off_t size = st.st_size;
	begin(&f, BAD_ASM);
	cr_assert_eq(lr_compile_to_file(f.cx, f.m, NULL, path), LR_E_TARGET);
	cr_assert_eq(stat(path, &st), 0);
	cr_assert_eq(st.st_size, size);
	end(&f);
	cr_assert_eq(unlink(path), 0);

	begin(&f, GOOD);
	snprintf(path, sizeof path, "%s/none/f.o", dir);
	cr_assert_eq(lr_compile_to_file(f.cx, f.m, NULL, path), LR_E_IO);
	cr_assert_not_null(strstr(f.heard.message, path));
	lr_clear_error(f.cx);
	cr_assert_eq(lr_compile_to_file(f.cx, f.m, NULL, dir), LR_E_IO);
	lr_clear_error(f.cx);
	cr_assert_eq(lr_compile_to_file(f.cx, f.m, NULL, "/dev/null"), LR_OK);
	cr_assert_eq(stat("/dev/null", &st), 0);
	cr_assert(S_ISCHR(st.st_mode));
	end(&f);
	cr_assert_eq(rmdir(dir), 0);
}

/* Each request for memory refused in turn: the right status, nothing leaked, and in FinalLowerGC nothing changed. */
Test(compile, memory_refused)
{
	static const char *const steps[] = { "LateLowerGCFrame", "FinalLowerGC", "LowerPTLSPass", NULL };
	static const char text[] =
		"declare ptr @julia.get_pgcstack()\n"
		"declare ptr addrspace(10) @julia.gc_alloc_bytes(ptr, i64, i64)\n"
		"declare void @julia.write_barrier(ptr addrspace(10), ...)\n"
		"define ptr @f(ptr addrspace(10) %a) {\n"
		"  %p = call ptr @julia.get_pgcstack()\n"
		"  %b = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %p, i64 8, i64 0)\n"
		"  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %a, ptr addrspace(10) %b)\n"
		"  ret ptr %p\n"
		"}\n";

	for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
		bool refused = true;
		for (size_t n = 1; refused; n++) {
			struct failing_alloc fa = { .fail_at = n };
			lr_options options = { .struct_size = sizeof options, .alloc = failing_alloc, .user = &fa };
			lr_context *cx = lr_context_new(&options);
			if (cx == NULL || lr_first_error(cx, NULL) != LR_OK) {
				lr_context_free(cx);
				continue;
			}
			LLVMContextRef llvm = LLVMContextCreate();
			LLVMModuleRef m = module_of(llvm, text);
			char *before = LLVMPrintModuleToString(m);
			void *bytes = NULL;
			size_t size = 0;
			lr_status st = steps[s] ? lr_run(cx, m, steps[s]) : lr_compile(cx, m, NULL, &bytes, &size);
			lr_free_bytes(cx, bytes, size);
			refused = fa.refused;
			/* a table that found no memory costs time only, so a refusal need not be an error */
			cr_assert(st == LR_E_NOMEM || st == LR_OK, "%s: status %d", steps[s] ? steps[s] : "compile", (int)st);
			if (st == LR_E_NOMEM && steps[s] != NULL)
				assert_untouched(m, before);
			else
				LLVMDisposeMessage(before);
			lr_context_free(cx);
			cr_assert_eq(fa.live_blocks, 0);
			cr_assert_not(fa.wrong_size);
			LLVMDisposeModule(m);
			LLVMContextDispose(llvm);
		}
	}
}
