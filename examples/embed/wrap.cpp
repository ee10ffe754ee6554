/* SPDX-License-Identifier: MIT */
/* wrap.cpp -- a C++ compiler hands its llvm::Module to lateroot: `wrap` makes the C handle of it, and it stays the
** owner.
**
**   wrap MODULE OBJECT */
#include <cstdio>
#include <memory>

#include <lateroot/lateroot.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

int
main(int argc, char **argv)
{
	if (argc != 3) {
		std::fprintf(stderr, "usage: %s MODULE OBJECT\n", argv[0]);
		return 2;
	}
	llvm::LLVMContext llvm;
	llvm::SMDiagnostic why;
	std::unique_ptr<llvm::Module> module = llvm::parseIRFile(argv[1], why, llvm);

	if (!module) {
		why.print(argv[0], llvm::errs());
		return 2;
	}
	lr_options options = {};
	options.struct_size = sizeof options;
	options.check = true;
	options.diagnose = [](void *, const lr_diagnostic *d) { std::fprintf(stderr, "%s\n", d->message); };
	lr_context *cx = lr_context_new(&options);
	/* what the module holds is changed through the handle, too: no reference into it is kept over the call */
	lr_status status = lr_compile_to_file(cx, llvm::wrap(module.get()), nullptr, argv[2]);
	lr_context_free(cx);
	return status == LR_OK ? 0 : 1;
}
