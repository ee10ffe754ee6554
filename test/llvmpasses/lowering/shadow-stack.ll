; LLVM's shadow stack: entries of { next, map, roots } in the chain llvm_gc_root_chain.
; RUN: %lateroot opt --abi=shadow-stack --check -S %s | FileCheck %s
; RUN: sed 's/^;VARIABLE //' %s | %lateroot opt --abi=shadow-stack -S - | FileCheck %s --check-prefix=OWN
; RUN: sed 's/x86_64-linux-gnu/aarch64-linux-gnu/' %s | %lateroot opt --abi=shadow-stack -S - | FileCheck %s
; RUN: %lateroot opt --abi=shadow-stack --check -passes=LateLowerGCFrame -S %s -o %t.ll
; RUN: %lateroot opt -passes=CheckGCRoots --disable-output %t.ll
; A landing pad that does not put the head back is found.
; RUN: sed '/store ptr %gcframe, ptr %gcchain/d' %t.ll >%t.wrong.ll
; RUN: not %lateroot opt --abi=shadow-stack -passes=CheckGCRoots --disable-output %t.wrong.ll 2>&1 | FileCheck %s --check-prefix=WRONG
; WRONG: the head of the chain may be the frame of a function that was unwound
target triple = "x86_64-linux-gnu"
;VARIABLE @llvm_gc_root_chain = linkonce global ptr null

; CHECK: @llvm_gc_root_chain = external thread_local(initialexec) global ptr
; CHECK: @[[MAP:gc_map]] = private unnamed_addr constant { i32, i32, [0 x ptr] } { i32 1, i32 0, [0 x ptr] zeroinitializer }, align 8
; OWN: @llvm_gc_root_chain = linkonce global ptr null

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare i32 @personality(...)

; CHECK-LABEL: define void @one(
; CHECK: %[[E:.*]] = alloca ptr, i32 3, align 16
; CHECK: %[[CHAIN:.*]] = call ptr @llvm.threadlocal.address.p0(ptr @llvm_gc_root_chain)
; CHECK: %[[M:.*]] = getelementptr i8, ptr %[[E]], i64 8
; CHECK: store ptr @[[MAP]], ptr %[[M]]
; CHECK: %[[HEAD:.*]] = load ptr, ptr %[[CHAIN]]
; CHECK: store ptr %[[HEAD]], ptr %[[E]]
; CHECK: store ptr %[[E]], ptr %[[CHAIN]]
; CHECK: %[[NEXT:.*]] = load ptr, ptr %[[E]]
; CHECK: store ptr %[[NEXT]], ptr
; CHECK-NEXT: ret void
; OWN-LABEL: define void @one(
; OWN: store ptr %gcframe, ptr @llvm_gc_root_chain
define void @one() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Whoever was unwound may have been of either kind.
; CHECK-LABEL: define void @pad(
; CHECK: landingpad
; CHECK: store ptr {{.*}}, ptr %call
; CHECK: store ptr %gcframe, ptr %gcchain
define void @pad() personality ptr @personality {
  %call = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  invoke void @use(ptr addrspace(10) %a) to label %ok unwind label %bad
ok:
  ret void
bad:
  %p = landingpad { ptr, i32 } cleanup
  call void @use(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; CHECK-LABEL: define void @other_kind(
; CHECK: %[[FOUND:gchead.*]] = load ptr, ptr %gcchain
; CHECK: landingpad
; CHECK: store ptr %[[FOUND]], ptr %gcchain
define void @other_kind() "lateroot-abi"="gcframe" personality ptr @personality {
  %s = call ptr @julia.get_pgcstack()
  invoke void @use(ptr addrspace(10) null) to label %ok unwind label %bad
ok:
  ret void
bad:
  %p = landingpad { ptr, i32 } cleanup
  call void @use(ptr addrspace(10) null)
  ret void
}
