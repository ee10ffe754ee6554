; LLVM lets calls pass poison for an argument that nothing uses, and before placement nothing uses "gcstack".
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame %s -o - 2>&1 | FileCheck %s --check-prefix=REFUSED
; REFUSED: error: the function 'roots' uses its "gcstack" argument nowhere, so that LLVM lets calls pass poison
; REFUSED-SAME: run SettleGCStack before placement

; RUN: %lateroot opt --passes=SettleGCStack,LateLowerGCFrame,FinalLowerGC --check -S %s -o - | FileCheck %s
; RUN: %lateroot opt --passes=SettleGCStack,LateLowerGCFrame,FinalLowerGC,LowerPTLSPass -S %s -o - \
; RUN:   | FileCheck %s --check-prefix=TLS

; The checker sees a frame that hangs on an argument which a call leaves open.
; RUN: %lateroot opt --passes=SettleGCStack,LateLowerGCFrame -S %s -o - >%t.placed.ll
; RUN: %lateroot opt --passes=CheckGCRoots --disable-output %t.placed.ll
; RUN: sed 's/@given(ptr swiftself [%]gcstack)/@given(ptr swiftself poison)/' %t.placed.ll >%t.wrong.ll
; RUN: %exits 1 %lateroot opt --passes=CheckGCRoots --disable-output %t.wrong.ll 2>&1 | FileCheck %s --check-prefix=HOLE
; HOLE: error: root check: uses its "gcstack" argument, and the function 'main' passes poison for it
; HOLE-NEXT: note: in function 'given'
; RUN: %lateroot opt --passes=SettleGCStack,LateLowerGCFrame,FinalLowerGC -S %s -o - \
; RUN:   | sed 's/@given(ptr swiftself [%]gcstack)/@given(ptr swiftself poison)/' >%t.linked.ll
; RUN: %exits 1 %lateroot check %t.linked.ll 2>&1 | FileCheck %s --check-prefix=LINKED
; LINKED: hole: uses its "gcstack" argument, and the function 'main' passes poison for it
; LINKED-NEXT: in function 'given'

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10), ptr addrspace(10))
declare swiftcc void @elsewhere(ptr swiftself "gcstack", ptr addrspace(10))

; The getter takes the argument's place.
; CHECK-LABEL: define swiftcc void @roots(
; CHECK: %[[G:.*]] = call ptr @julia.get_pgcstack()
; CHECK: store ptr %gcframe, ptr %[[G]]
; CHECK-NOT: %0
; CHECK: ret void
; TLS-LABEL: define swiftcc void @roots(
; TLS: %[[G:.*]] = call ptr @lr_get_pgcstack()
; TLS: store ptr %gcframe, ptr %[[G]]
define swiftcc void @roots(ptr swiftself "gcstack" %0) noinline {
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x, ptr addrspace(10) %y)
  ret void
}

; A getter that was inlined is the GC stack, not the argument.
; CHECK-LABEL: define swiftcc void @inlined(
; CHECK: %[[G:.*]] = call ptr @julia.get_pgcstack()
; CHECK: store ptr %gcframe, ptr %[[G]]
; TLS-LABEL: define swiftcc void @inlined(
; TLS: %[[G:.*]] = call ptr @lr_get_pgcstack()
; TLS: store ptr %gcframe, ptr %[[G]]
define swiftcc void @inlined(ptr swiftself "gcstack" %0) {
  %p = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x, ptr addrspace(10) %y)
  ret void
}

; Nothing needs a root here.
; CHECK-LABEL: define swiftcc i64 @leaf(
; CHECK-NEXT: %d = addrspacecast
define swiftcc i64 @leaf(ptr swiftself readnone "gcstack" %0, ptr addrspace(10) %x) {
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %d
  ret i64 %v
}

; All who call it give it a GC stack.  What LLVM has said of it is not true any more.
; CHECK-LABEL: define swiftcc void @given(ptr swiftself "gcstack" %stack)
; CHECK: store ptr %gcframe, ptr %stack
define swiftcc void @given(ptr swiftself readnone "gcstack" %stack) {
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x, ptr addrspace(10) %y)
  ret void
}

define void @main(ptr addrspace(10) %a) {
  %p = call ptr @julia.get_pgcstack()
  call swiftcc void @roots(ptr swiftself poison)
  call swiftcc void @inlined(ptr swiftself undef)
  %v = call swiftcc i64 @leaf(ptr swiftself poison, ptr addrspace(10) %a)
  call swiftcc void @given(ptr swiftself %p)
  ret void
}
