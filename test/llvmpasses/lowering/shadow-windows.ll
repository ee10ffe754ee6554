; On Windows the head of LLVM's chain is had by a call: compilers disagree there on what a thread-local variable is.
; RUN: sed 's/TRIPLE/x86_64-w64-windows-gnu/' %s | %lateroot opt --abi=shadow-stack --check -S - | FileCheck %s
; RUN: sed 's/TRIPLE/x86_64-linux-gnu/' %s | %lateroot opt --abi=shadow-stack --check -S - | FileCheck --check-prefix=LINUX %s
; RUN: sed 's/TRIPLE/x86_64-w64-windows-gnu/' %s | %lateroot compile --abi=shadow-stack -o %t.o -
; RUN: %llvm_bin/llvm-nm %t.o | FileCheck --check-prefix=NAMES %s
target triple = "TRIPLE"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

; CHECK-NOT: llvm_gc_root_chain
; CHECK-LABEL: define void @f()
; CHECK: %[[HEAD:.*]] = call ptr @lr_root_chain()
; CHECK: load ptr, ptr %[[HEAD]]
; CHECK: store ptr %{{.*}}, ptr %{{.*}}
; CHECK: call void @use
; CHECK: ret void
; CHECK: declare ptr @lr_root_chain() #[[PURE:[0-9]+]]
; CHECK: attributes #[[PURE]] = { nounwind willreturn memory(none) }
; LINUX: @llvm_gc_root_chain = external thread_local(initialexec) global ptr
; LINUX-NOT: @lr_root_chain
; NAMES-NOT: {{llvm_gc_root_chain|emutls}}
; NAMES: U lr_root_chain
; NAMES-NOT: {{llvm_gc_root_chain|emutls}}
define void @f() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %a)
  ret void
}
