; RUN: %lateroot opt --passes=FinalLowerGC -S %s | FileCheck %s
; RUN: %lateroot opt "--passes=julia<level=2>" -S %s | FileCheck %s --check-prefix=OPT
; RUN: sed -e '1s/^/target triple = "aarch64-linux-gnu"\n/' %s | %lateroot opt --passes=FinalLowerGC -S - \
; RUN:   | FileCheck %s --check-prefix=ARM
; RUN: sed -e '1s/^/target triple = "aarch64-linux-gnu"\n/' %s | %lateroot compile -O2 --filetype=asm -o - - \
; RUN:   | FileCheck %s --check-prefix=ASM

declare void @julia.safepoint(ptr)

; CHECK-LABEL: define void @f(
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: load volatile i64, ptr %page, align 8
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: ret void
define void @f(ptr %page) {
  call void @julia.safepoint(ptr %page)
  ret void
}

; The front end's fences will do.
; CHECK-LABEL: define void @fenced(
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: load volatile i64, ptr %page, align 8
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: ret void
define void @fenced(ptr %page) {
  fence syncscope("singlethread") seq_cst
  call void @julia.safepoint(ptr %page)
  fence syncscope("singlethread") seq_cst
  ret void
}

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @take(ptr addrspace(10))

; Only the collector sees the frame; LLVM must not think that nobody does.
; OPT-LABEL: define {{.*}} @frame_is_seen(
; OPT: store i64 4, ptr [[FRAME:%gcframe[0-9]*]]
; OPT: store ptr [[FRAME]], ptr %gcstack
; OPT: store ptr %a, ptr %
; OPT: load volatile i64, ptr %page
define ptr addrspace(10) @frame_is_seen(ptr %page) {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @julia.safepoint(ptr %page)
  ret ptr addrspace(10) %a
}

; On AArch64 LLVM would load both words of %x at once, in front of the poll.
; ARM-LABEL: define i64 @both_sides(
; ARM: %a = load i64
; ARM-NEXT: call void asm sideeffect "", "~{memory}"() #[[LEAF:[0-9]+]]
; ARM-NEXT: fence syncscope("singlethread") seq_cst
; ARM-NEXT: load volatile i64, ptr %page, align 8
; ARM-NEXT: fence syncscope("singlethread") seq_cst
; ARM: attributes #[[LEAF]] = { nounwind "gc-leaf-function" }
; ASM-LABEL: both_sides:
; ASM: ldr [[X:x[0-9]+]], [x0]
; ASM: ldr xzr, [x1]
; ASM: ldr {{x[0-9]+}}, [x0, #8]
define i64 @both_sides(ptr %x, ptr %page) {
  %a = load i64, ptr %x
  call void @julia.safepoint(ptr %page)
  %at = getelementptr i8, ptr %x, i64 8
  %b = load i64, ptr %at
  %r = add i64 %a, %b
  ret i64 %r
}
