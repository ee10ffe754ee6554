; LLVM's vectorisers take references in space 10 for externref, and crash.  They leave functions alone until the
; references are gone, and see them afterwards.
; RUN: %lateroot opt '--passes=julia<level=2>' -S %s | FileCheck %s
; RUN: %lateroot opt '--passes=function(loop-vectorize,slp-vectorizer)' -S %s | FileCheck --check-prefix=HELD %s
; RUN: %lateroot opt '--passes=default<O3>,lateroot,default<O2>' -S %s | FileCheck --check-prefixes=CHECK,LATER %s
; CHECK: define void @fill(
; LATER: store <{{[0-9]+}} x ptr>
; CHECK-NOT: noimplicitfloat
; CHECK-NOT: lateroot-no-vectors
; HELD: noimplicitfloat "lateroot-no-vectors"
; A function that says so by itself still does afterwards.
; RUN: sed 's/= { "target/= { noimplicitfloat "target/' %s | %lateroot opt -S - | FileCheck --check-prefix=OWN %s
; OWN: attributes #0 = { noimplicitfloat "target-features"
target datalayout = "e-m:e-p:32:32-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasi"
declare ptr @julia.get_pgcstack()
declare void @use(ptr addrspace(10))
define void @fill(ptr addrspace(10) %a, ptr addrspace(10) %b, ptr noalias %from, ptr noalias %to, i32 %n) #0 {
entry:
  %s = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr ptr addrspace(10), ptr %from, i32 %i
  %q = getelementptr ptr addrspace(10), ptr %to, i32 %i
  %v = load ptr addrspace(10), ptr %p
  store ptr addrspace(10) %v, ptr %q
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %done
done:
  %z = getelementptr ptr addrspace(10), ptr %to, i32 1
  store ptr addrspace(10) %a, ptr %to
  store ptr addrspace(10) %b, ptr %z
  call void @use(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %b)
  ret void
}
attributes #0 = { "target-features"="+simd128" }
