/* SPDX-License-Identifier: MIT */
/* late_frame.c -- WebAssembly: which frames take their memory at the push, and which stay variables of the function. */
#include "api.h"
#include "host/context.h"

#include <stdio.h>

static const char head[] =
	"target datalayout = \"e-m:e-p:32:32-p10:32:32-p11:32:32-i64:64-i128:128-n32:64-S128\"\n"
	"target triple = \"wasm32-wasi\"\n"
	"declare ptr @julia.new_gc_frame(i32)\n"
	"declare ptr @julia.get_gc_frame_slot(ptr, i32)\n"
	"declare void @julia.push_gc_frame(ptr, i32)\n"
	"declare void @julia.pop_gc_frame(ptr)\n"
	"declare void @gc()\n"
	"declare void @see(ptr)\n"
	"define ptr addrspace(10) @f(ptr swiftself \"gcstack\" %stack, ptr addrspace(10) %x, i1 %c, i32 %n) {\n"
	"  %frame = call ptr @julia.new_gc_frame(i32 1)\n"
	"  %slot = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)\n";
#define PUSH "  call void @julia.push_gc_frame(ptr %frame, i32 1)\n"
#define POP "  call void @julia.pop_gc_frame(ptr %frame)\n"
#define STORE "  store ptr addrspace(10) %x, ptr %slot\n"
#define GC "  call void @gc()\n"
#define RARE "  br i1 %c, label %rare, label %out\nrare:\n"
#define OUT "  br label %out\nout:\n  ret ptr addrspace(10) null\n}\n"
#define NULL_OUT "out:\n  ret ptr addrspace(10) null\n}\n"
#define READ "  %y = load ptr addrspace(10), ptr %slot\n  ret ptr addrspace(10) %y\n"

static const struct { const char *name, *body; bool late; } cases[] = {
	{ "one block", RARE PUSH STORE GC POP OUT, true },
	{ "several blocks", RARE PUSH STORE "  br i1 %c, label %a, label %b\na:\n" GC "  br label %b\nb:\n" POP OUT, true },
	{ "two pops", RARE PUSH STORE GC "  br i1 %c, label %a, label %b\na:\n" POP "  ret ptr addrspace(10) null\nb:\n" POP
		OUT, true },
	{ "in a loop", RARE PUSH STORE GC POP "  br i1 %c, label %rare, label %out\n" NULL_OUT, true },
	{ "a store in front of the push", RARE STORE PUSH GC POP OUT, true },
	{ "at the top", PUSH STORE GC POP "  ret ptr addrspace(10) null\n}\n", false },
	{ "a use without the push", STORE RARE PUSH GC POP OUT, false },
	{ "a pop without the push", "  br i1 %c, label %rare, label %other\nrare:\n" PUSH STORE GC "  br label %other\nother:\n"
		POP OUT, false },
	{ "a use behind the pop", RARE PUSH STORE GC POP READ NULL_OUT, false },
	{ "a use in a block behind", RARE PUSH STORE GC POP "  br label %next\nnext:\n" READ NULL_OUT, false },
	{ "two pushes", "  br i1 %c, label %a, label %b\na:\n" PUSH STORE GC POP "  br label %out\nb:\n" PUSH STORE GC POP OUT,
		false },
	{ "no pop", RARE PUSH STORE GC "  unreachable\n" NULL_OUT, false },
	{ "a slot that others see", RARE PUSH STORE "  call void @see(ptr %slot)\n" POP OUT, false },
	{ "a slot that is stored", RARE PUSH STORE "  store ptr %slot, ptr %stack\n" GC POP OUT, false },
	{ "a variable of computed size", RARE PUSH STORE "  %a = alloca i8, i32 %n\n  call void @see(ptr %a)\n" POP OUT, false },
	{ "a variable in another block", RARE PUSH STORE "  %a = alloca i8\n  call void @see(ptr %a)\n" POP OUT, false },
};

static void
lower(const char *body, bool wanted, bool *late, bool *stays)
{
	lr_options o = { .struct_size = sizeof o };
	lr_context *cx = lr_context_new(&o);
	LLVMContextRef llvm = LLVMContextCreate();
	char text[4096];

	snprintf(text, sizeof text, "%s%s", head, body);
	LLVMModuleRef m = module_of(llvm, text);
	cx->late_frames = wanted;
	cr_assert_eq(lr_run(cx, m, "FinalLowerGC"), LR_OK);
	cr_assert_eq(LLVMVerifyModule(m, LLVMReturnStatusAction, NULL), 0);
	LLVMValueRef f = LLVMGetNamedFunction(m, "f");
	*late = LLVMGetNamedGlobal(m, "__stack_pointer") != NULL;
	*stays = LLVMIsAAllocaInst(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f))) != NULL;
	const unsigned no_red_zone = LLVMGetEnumAttributeKindForName("noredzone", 9);
	cr_assert_eq(LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, no_red_zone) != NULL, *late);
	lr_context_free(cx);
	LLVMDisposeModule(m);
	LLVMContextDispose(llvm);
}

Test(late_frame, which)
{
	bool late, stays;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		lower(cases[i].body, true, &late, &stays);
		cr_assert_eq(late, cases[i].late, "%s", cases[i].name);
		cr_assert_eq(stays, !late, "%s", cases[i].name);
	}
	lower(cases[0].body, false, &late, &stays);
	cr_assert(!late && stays, "others see the IR");
}
