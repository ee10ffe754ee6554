#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs-llvm-c.py SOURCE BUILD CC LLVM-INCLUDE LLVM-LIB: docs/llvm-c.md against the dialect.

* The page declares each function of src/dialect/intrinsics.def, and no other one; where it says "Safepoint", the table
  does, too.  It names each other "julia." name that is in a string of src.
* Its C is compiled.  The verifier of the dialect accepts a call of each function in the types that the page gives it,
  and refuses calls with another result, and with another type in the place of each argument."""
import glob
import os
import re
import subprocess
import sys
import tempfile

source, build, cc, include, lib = sys.argv[1:6]
page = open(os.path.join(source, "docs", "llvm-c.md"), encoding="utf-8").read()
table = open(os.path.join(source, "src", "dialect", "intrinsics.def"), encoding="utf-8").read()
blocks = "".join(re.findall(r"^```c\n(.*?)^```$", page, re.M | re.S))

wanted = dict(re.findall(r'^INTRINSIC\(\w+, +"([^"]+)", ([01])\)', table, re.M))
told = re.findall(r'/\* ([\w.]+)\((.*?)\*/\ndeclare\(m, "([^"]+)"', blocks, re.S)
bad = [f"{name}: the comment is about {comment}" for comment, _, name in told if comment != name]
bad += [f"{name} is not on the page" for name in wanted if name not in [t[2] for t in told]]
bad += [f"{name} is not in intrinsics.def" for _, _, name in told if name not in wanted]
bad += [f"{name}: the page and intrinsics.def disagree whether it is a safepoint" for _, text, name in told
	if name in wanted and ("Safepoint" in text) != (wanted[name] == "1")]
helpers = re.findall(r'^HELPER\(\w+, +"([^"]+)"', table, re.M)
bad += [f"{name} is not on the page" for name in helpers if f"`{name}`" not in page]
names = set()
for path in glob.glob(os.path.join(source, "src", "**", "*.[ch]"), recursive=True):
	text = re.sub(r"/\*.*?\*/", "", open(path, encoding="utf-8").read(), flags=re.S)
	names.update(name.rstrip(".") for name in re.findall(r'"((?:llvm\.)?julia\.[\w.]+)', text))
bad += [f"{name}, which is in src, is not on the page" for name in sorted(names)
	if not re.search(re.escape(name) + r"\b", page)]
if len(names) < 40:
	bad.append(f"only {len(names)} names of Julia's found in src")
if bad or blocks.count("declare(m,") != len(told):
	sys.exit("docs/llvm-c.md:\n" + "\n".join(bad or ["a function without a comment"]))

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lateroot/abi.h>
#include <lateroot/lateroot.h>
#include <llvm-c/Core.h>

static const char *names[100];
static int count;

static void
declare(LLVMModuleRef m, const char *name, LLVMTypeRef type)
{
	names[count++] = name;
	LLVMAddFunction(m, name, type);
}

static void
declare_all(LLVMContextRef c, LLVMModuleRef m)
{
%s
	(void)i32;
}

/* A call of function `which` in a module of its own.  `wrong`: -1: as declared; 0: with another result; otherwise: with
** another type for that argument. */
static bool
accepted(int which, int wrong, bool *exists)
{
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("page", c);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
	LLVMTypeRef odd = LLVMX86FP80TypeInContext(c), types[12], parameters[8];
	count = 0;
	declare_all(c, m);
	LLVMValueRef f = LLVMGetNamedFunction(m, names[which]);
	LLVMTypeRef t = LLVMGlobalGetValueType(f), result = LLVMGetReturnType(t);
	unsigned n = LLVMCountParamTypes(t);
	LLVMGetParamTypes(t, types);
	if ((*exists = wrong <= (int)n)) {
		if (wrong == 0)
			result = odd;
		else if (wrong > 0)
			types[wrong - 1] = odd;
		t = LLVMFunctionType(result, types, n, LLVMIsFunctionVarArg(t));
		LLVMDeleteFunction(f);
		f = LLVMAddFunction(m, names[which], t);
	}
	/* What calls it gets arguments of these types. */
	unsigned k = 0;
	for (unsigned i = 0; i < n; i++)
		if (LLVMGetTypeKind(types[i]) != LLVMTokenTypeKind)
			parameters[k++] = types[i];
	LLVMTypeRef user_type = LLVMFunctionType(LLVMVoidTypeInContext(c), parameters, k, false);
	LLVMValueRef user = LLVMAddFunction(m, "user", user_type);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, user, ""));
	LLVMValueRef arguments[12];
	k = 0;
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef begin = LLVMGetNamedFunction(m, "llvm.julia.gc_preserve_begin");
		arguments[i] = LLVMGetTypeKind(types[i]) != LLVMTokenTypeKind ? LLVMGetParam(user, k++)
			: LLVMBuildCall2(b, LLVMGlobalGetValueType(begin), begin, NULL, 0, "");
	}
	LLVMBuildCall2(b, t, f, arguments, n, "");
	LLVMBuildRetVoid(b);
	LLVMSetDataLayout(m, "e-i64:64-ni:10:11:12:13");
	lr_context *cx = lr_context_new(NULL);
	lr_status status = lr_run(cx, m, "GCInvariantVerifier");
	const char *message = NULL;
	lr_first_error(cx, &message);
	if (wrong < 0 && status != LR_OK)
		printf("%%s is refused: %%s\n", names[which], message ? message : "?");
	if (wrong >= 0 && status != LR_OK && status != LR_E_DIALECT && status != LR_E_INVALID_IR)
		printf("%%s: %%s\n", names[which], message ? message : "?");
	lr_context_free(cx);
	LLVMDisposeBuilder(b);
	LLVMDisposeModule(m);
	LLVMContextDispose(c);
	return status == LR_OK;
}

int
main(void)
{
	int bad = 0;
	bool exists;

	accepted(0, -1, &exists);
	const int all = count;
	for (int i = 0; i < all; i++) {
		bad += !accepted(i, -1, &exists);
		for (int wrong = 0; wrong < 8; wrong++)
			if (accepted(i, wrong, &exists) && exists) {
				printf("%%s: another type at %%d is accepted\n", names[i], wrong);
				bad++;
			}
	}
	printf("%%d functions\n", all);
	return bad != 0;
}
"""
with tempfile.TemporaryDirectory() as folder:
	text, program = os.path.join(folder, "page.c"), os.path.join(folder, "page")
	open(text, "w", encoding="utf-8").write(PROGRAM % blocks)
	major = re.search(r"(\d+)", os.path.basename(os.path.dirname(lib.rstrip("/")))).group(1)
	libraries = [f"-L{build}", f"-llateroot-{major}", f"-Wl,-rpath,{build}", f"-L{lib}", f"-lLLVM-{major}",
		f"-Wl,-rpath,{lib}"]
	subprocess.run([cc, "-std=c11", "-Wall", "-Wextra", "-Werror", "-I" + os.path.join(source, "include"),
		"-isystem", include, text, "-o", program, *libraries], check=True)
	sys.exit(subprocess.run([program]).returncode)
