/* SPDX-License-Identifier: MIT */
/* addrspace.c -- what the passes over address spaces refuse, or have no memory for, they leave alone. */
#include "api.h"
#include "failing_alloc.h"

struct refusal { const char *pass, *source, *message; };

static const struct refusal refusals[] = {
	{ "RemoveJuliaAddrspaces", "declare void @f() addrspace(10)\n@x = global ptr addrspace(10) null\n", "code is no object" },
	{ "RemoveJuliaAddrspaces", "define void @f(ptr addrspace(10) %x) {\n  %a = alloca i8, addrspace(11)\n  ret void\n}\n",
	  "the stack holds no objects" },
	{ "RemoveJuliaAddrspaces", "%s = type { ptr addrspace(10) }\ndeclare %s @llvm.ssa.copy.s_ss(%s)\n", "made of a structure" },
	{ "RemoveJuliaAddrspaces",
	  "declare void @g(ptr inalloca([2 x ptr addrspace(10)]))\n"
	  "define void @f() {\n  %a = alloca inalloca [2 x ptr addrspace(10)]\n"
	  "  call void @g(ptr inalloca([2 x ptr addrspace(10)]) %a)\n  ret void\n}\n", "inalloca memory" },
	{ "RemoveAddrspaces", "declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()\n", "about address space 4" },
	{ "RemoveAddrspaces",
	  "@t = global ptr addrspace(1) blockaddress(@f, %b)\ndefine void @f() addrspace(1) {\n  br label %b\nb:\n  ret void\n}\n",
	  "address of a block" },
	{ "RemoveAddrspaces", "@t = global ptr addrspace(1) no_cfi @f\ndeclare void @f() addrspace(1)\n", "no_cfi" },
	{ "GCInvariantVerifier", "define void @f(ptr addrspace(11) %d) {\n  store ptr addrspace(11) %d, ptr null\n  ret void\n}\n", "is stored" },
	{ "GCInvariantVerifier", "@x = global i64 ptrtoint (ptr addrspace(10) null to i64)\n"
	  "@y = global i64 ptrtoint (ptr addrspace(10) addrspacecast (ptr @x to ptr addrspace(10)) to i64)\n", "in @y" },
};

Test(addrspace, what_is_refused_is_left_alone)
{
	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
		const struct refusal *r = &refusals[i];
		struct heard heard = { 0 };
		LLVMContextRef llvm = LLVMContextCreate();
		LLVMModuleRef m = module_of(llvm, r->source);
		lr_options o = { .struct_size = sizeof o, .diagnose = hear, .user = &heard };
		lr_context *cx = lr_context_new(&o);
		char *before = LLVMPrintModuleToString(m);
		cr_assert_eq(lr_run(cx, m, r->pass), LR_E_DIALECT, "%s on:\n%s", r->pass, r->source);
		cr_assert_not_null(strstr(heard.message, r->message), "'%s' and not '%s'", heard.message, r->message);
		cr_assert_eq(heard.count, 1);
		assert_untouched(m, before);
		lr_context_free(cx);
		LLVMDisposeModule(m);
		LLVMContextDispose(llvm);
	}
}

/* Something of all that needs memory. */
static const char rich[] =
	"target datalayout = \"e-A5-P0\"\n"
	"%pair = type { ptr addrspace(10), i64 }\n"
	"@a = global %pair { ptr addrspace(10) addrspacecast (ptr @b to ptr addrspace(10)), i64 1 }\n"
	"@b = addrspace(0) global [2 x ptr addrspace(11)] zeroinitializer\n"
	"@c = alias %pair, ptr @a\n"
	"declare swiftcc void @fails(ptr addrspace(5) swifterror)\n"
	"declare void @llvm.memset.p11.i64(ptr addrspace(11), i8, i64, i1)\n"
	"define ptr addrspace(10) @f(ptr addrspace(10) %x, i1 %c) {\n"
	"top:\n"
	"  %e = alloca swifterror ptr addrspace(10), addrspace(5)\n"
	"  %s = alloca [4 x i64], addrspace(5)\n"
	"  store ptr addrspace(10) null, ptr addrspace(5) %e\n"
	"  call swiftcc void @fails(ptr addrspace(5) swifterror %e)\n"
	"  %d = addrspacecast ptr addrspace(5) %s to ptr addrspace(11)\n"
	"  %v = load atomic ptr addrspace(10), ptr addrspace(10) %x syncscope(\"agent\") acquire, align 8\n"
	"  br i1 %c, label %l, label %m\n"
	"l:\n"
	"  %g = getelementptr i64, ptr addrspace(11) %d, i64 1\n"
	"  br label %m\n"
	"m:\n"
	"  %p = phi ptr addrspace(11) [ %d, %top ], [ %g, %l ]\n"
	"  call void @llvm.memset.p11.i64(ptr addrspace(11) %p, i8 0, i64 8, i1 false)\n"
	"  store i64 1, ptr addrspace(11) %p\n"
	"  ret ptr addrspace(10) %v\n"
	"}\n";

/* Runs with memory that ends at the n-th request; true if it was enough. */
static bool
run_with(const char *pass, size_t n)
{
	struct failing_alloc memory = { .fail_at = 0 };
	LLVMContextRef llvm = LLVMContextCreate();
	LLVMModuleRef m = module_of(llvm, rich);
	lr_options o = { .struct_size = sizeof o, .alloc = failing_alloc, .user = &memory };
	lr_context *cx = lr_context_new(&o);
	char *before = LLVMPrintModuleToString(m);

	cr_assert_not_null(cx);
	memory.fail_at = memory.requests + n;
	const lr_status status = lr_run(cx, m, pass);
	if (memory.refused) {
		cr_assert_eq(status, LR_E_NOMEM, "%s, request %zu", pass, n);
		assert_untouched(m, before);
	} else {
		cr_assert_eq(status, LR_OK);
		LLVMDisposeMessage(before);
	}
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
	cr_assert_eq(memory.live_blocks, 0);
	return !memory.refused;
}

Test(addrspace, without_memory_nothing_changes)
{
	static const char *const passes[] = { "RemoveJuliaAddrspaces", "RemoveAddrspaces", "PropagateJuliaAddrspaces", "RemoveNI", "AddNI" };

	for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
		size_t n = 1;
		while (n < 1000 && !run_with(passes[i], n))
			n++;
		cr_assert_lt(n, 1000);
	}
}
