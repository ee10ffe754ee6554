; RUN: %lateroot opt -S --passes=JuliaMultiVersioning -o - %s | FileCheck %s
; RUN: %lateroot opt -S --passes=JuliaMultiVersioning -o - %s | %opt -passes=verify -disable-output -
; RUN: %lateroot opt -S --passes=JuliaMultiVersioning,JuliaMultiVersioning -o - %s | FileCheck %s
; RUN: sed 's,julia.mv.other,julia.mv.suffix,' %s | %lateroot opt -S --passes=JuliaMultiVersioning -o - - | FileCheck %s --check-prefix=SUFFIX

; Functions that are annotated already: clones, slots, calls through them, tables.  Target 1 is partial, 2 has all, 3 is
; based on 2.

target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, ptr }

@jl_fvars = global [2 x ptr] [ptr @caller, ptr @leaf], align 8
@data = internal global i32 0
@words = constant { i32, %pair } { i32 1, %pair { i32 2, ptr @leaf } }
@llvm.used = appending global [1 x ptr] [ptr @leaf], section "llvm.metadata"
@entry = hidden alias i32 (ptr, ...), ptr @variadic
@boxed = alias void (ptr, ptr), ptr @returns_roots

; The word behind the first two of @words is that of function 1.  Slots lead to target 0 until they are filled.
; CHECK: @data = internal global i32 0
; CHECK: @words = global { i32, %pair } { i32 1, %pair { i32 2, ptr @leaf } }
; CHECK: @llvm.used = appending global [1 x ptr] [ptr @leaf]
; CHECK-NOT: jl_fvars
; CHECK: @other.reloc_slot = external hidden global ptr
; CHECK: @leaf.reloc_slot = hidden global ptr @leaf
; CHECK: @variadic.reloc_slot = hidden global ptr @variadic
; CHECK: @returns_roots.reloc_slot = hidden global ptr @returns_roots
; CHECK: @jl_fvar_count = hidden constant i64 4
; CHECK: @jl_fvar_ptrs = hidden constant [4 x ptr] [ptr @caller, ptr @leaf, ptr @variadic, ptr @returns_roots]
; CHECK: @jl_clone_slots = hidden constant [9 x i32] [i32 4,
; CHECK-SAME: i32 1, i32 trunc (i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @words, i64 16) to i64), i64 ptrtoint (ptr @jl_clone_slots to i64)) to i32),
; CHECK-SAME: i32 1, i32 trunc (i64 sub (i64 ptrtoint (ptr @leaf.reloc_slot to i64), i64 ptrtoint (ptr @jl_clone_slots to i64)) to i32),
; CHECK-SAME: i32 2, i32 trunc (i64 sub (i64 ptrtoint (ptr @variadic.reloc_slot to i64), i64 ptrtoint (ptr @jl_clone_slots to i64)) to i32),
; CHECK-SAME: i32 3, i32 trunc (i64 sub (i64 ptrtoint (ptr @returns_roots.reloc_slot to i64), i64 ptrtoint (ptr @jl_clone_slots to i64)) to i32)]

; Target 0 fills 1, 2, 3; target 1 fills them, too, and 0 is another function there; 2 fills; 3 fills.
; CHECK: @jl_clone_idxs = hidden constant [19 x i32]
; CHECK-SAME: [i32 -2147483645, i32 1, i32 2, i32 3,
; CHECK-SAME: i32 4, i32 0, i32 0, i32 -2147483647, i32 -2147483646, i32 -2147483645,
; CHECK-SAME: i32 -2147483645, i32 1, i32 2, i32 3,
; CHECK-SAME: i32 3, i32 2, i32 -2147483647, i32 -2147483646, i32 -2147483645]
; CHECK: @jl_clone_ptrs = hidden constant [11 x ptr]
; CHECK-SAME: [ptr @caller.1, ptr @leaf.1, ptr @variadic.1, ptr @returns_roots.1,
; CHECK-SAME: ptr @caller.2, ptr @leaf.2, ptr @variadic.2, ptr @returns_roots.2,
; CHECK-SAME: ptr @leaf.3, ptr @variadic.2, ptr @returns_roots.2]

; With a suffix for tables, there are other modules: each target fills all slots.
; SUFFIX: @leaf.reloc_slot =
; SUFFIX: @jl_fvar_count_7 =
; SUFFIX: @jl_clone_slots_7 =
; SUFFIX: ptrtoint (ptr @jl_clone_slots_7 to i64)

declare i32 @other(i32) #4

; CHECK: define internal i32 @leaf(i32 zeroext %x) [[LEAF:#[0-9]+]] {
define internal i32 @leaf(i32 zeroext %x) #0 {
  %d = load i32, ptr @data
  %r = add i32 %x, %d
  ret i32 %r
}

; A call through a slot has what LLVM otherwise reads of the callee.
; CHECK: define i32 @caller(i32 %x, i1 %c) [[CALLER:#[0-9]+]] {
; CHECK-NEXT: top:
; CHECK-NEXT: [[PHI:%.*]] = load ptr, ptr @leaf.reloc_slot, align 8, !tbaa [[CONST:![0-9]+]], !invariant.load
; CHECK-NEXT: br i1 %c, label %a, label %a
; CHECK: %f = phi ptr [ [[PHI]], %top ], [ [[PHI]], %top ]
; CHECK-NEXT: [[L:%.*]] = load ptr, ptr @leaf.reloc_slot, align 8, !tbaa [[CONST]], !invariant.load
; CHECK-NEXT: %r = call i32 [[L]](i32 zeroext %x) [[CALL:#[0-9]+]]
; CHECK-NEXT: [[O:%.*]] = load ptr, ptr @other.reloc_slot
; CHECK-NEXT: %o = call i32 [[O]](i32 %r)
; CHECK-NEXT: [[L:%.*]] = load ptr, ptr @leaf.reloc_slot
; CHECK-NEXT: [[V:%.*]] = insertvalue { i32, ptr } { i32 5, ptr @leaf }, ptr [[L]], 1
; CHECK-NEXT: call void @take({ i32, ptr } [[V]], ptr @caller)
define i32 @caller(i32 %x, i1 %c) #1 {
top:
  br i1 %c, label %a, label %a
a:
  %f = phi ptr [ @leaf, %top ], [ @leaf, %top ]
  %r = call i32 @leaf(i32 %x)
  %o = call i32 @other(i32 %r)
  call void @take({ i32, ptr } { i32 5, ptr @leaf }, ptr @caller)
  %y = call i32 %f(i32 zeroext %o)
  ret i32 %y
}

declare void @take({ i32, ptr }, ptr)

define i32 @variadic(ptr byval(i64) align 8 %p, ...) #2 {
  %x = load i32, ptr %p
  ret i32 %x
}

define void @returns_roots(ptr noalias sret({ ptr addrspace(10), i64 }) %to, ptr "julia.return_roots"="1" %roots) #2 {
  ret void
}

; CHECK: declare hidden i32 @other.1(i32)
; CHECK: define internal i32 @leaf.1(i32 zeroext %x) [[LEAF1:#[0-9]+]] {
; CHECK-NEXT: load i32, ptr @data

; In clones calls are direct.
; CHECK: define hidden i32 @caller.1(i32 %x, i1 %c)
; CHECK: %f = phi ptr [ @leaf.1, %top ], [ @leaf.1, %top ]
; CHECK-NEXT: %r = call i32 @leaf.1(i32 %x)
; CHECK-NEXT: %o = call i32 @other.1(i32 %r)
; CHECK-NEXT: call void @take({ i32, ptr } { i32 5, ptr @leaf.1 }, ptr @caller.1)

; Target 2 is the base of 3, which has another @leaf, and no other @caller.
; CHECK: define hidden i32 @caller.2(i32 %x, i1 %c)
; CHECK: [[PHI:%.*]] = load ptr, ptr @leaf.reloc_slot
; CHECK: phi ptr [ [[PHI]], %top ], [ [[PHI]], %top ]
; CHECK: call void @take({ i32, ptr } %{{.*}}, ptr @caller.2)

; CHECK: define internal i32 @leaf.3(i32 zeroext %x)

; What was an alias is a function.
; CHECK: define hidden i32 @entry(ptr byval(i64) align 8 %0, ...)
; CHECK-NEXT: top:
; CHECK-NEXT: [[F:%.*]] = load ptr, ptr @variadic.reloc_slot
; CHECK-NEXT: [[R:%.*]] = musttail call i32 (ptr, ...) [[F]](ptr byval(i64) align 8 %0, ...)
; CHECK-NEXT: ret i32 [[R]]

; CHECK: define void @boxed(ptr noalias sret({ ptr addrspace(10), i64 }) %0, ptr "julia.return_roots"="1" %1)
; CHECK: tail call void %{{.*}}(ptr noalias sret({ ptr addrspace(10), i64 }) %0, ptr %1)

; CHECK-DAG: attributes [[LEAF]] = { nounwind "julia.mv.clone"="0" "julia.mv.clones"="e" {{.*}}"target-cpu"="x86-64" "target-features"="+cx16" }
; CHECK-DAG: attributes [[LEAF1]] = { nounwind "julia.mv.clone"="1" "target-cpu"="haswell" "target-features"="+cx16,-rdrnd" }
; CHECK-DAG: attributes [[CALL]] = { nounwind }
; CHECK-DAG: [[CONST]] = !{[[TYPE:![0-9]+]], [[TYPE]], i64 0, i64 1}
; CHECK-DAG: [[TYPE]] = !{!"jtbaa_const", !{{[0-9]+}}, i64 0}

attributes #0 = { nounwind "julia.mv.clones"="e" "julia.mv.reloc" "julia.mv.fvar" "target-features"="+cx16" }
attributes #1 = { "julia.mv.clones"="6" }
attributes #2 = { "julia.mv.clones"="6" "julia.mv.reloc" }
attributes #4 = { "julia.mv.clones"="2" "julia.mv.reloc" }

!llvm.module.flags = !{!7, !8, !0, !6}
!6 = !{i32 1, !"julia.mv.other", !"_7"}
!7 = !{i32 1, !"julia.mv.enable", i32 1}
!8 = !{i32 1, !"julia.mv.annotated", i32 1}
!0 = !{i32 1, !"julia.mv.specs", !1}
!1 = !{!2, !3, !4, !5}
!2 = !{!"x86-64", !"", i32 0, i32 0}
!3 = !{!"haswell", !"-rdrnd", i32 0, i32 256}
!4 = !{!"x86-64-v4", !"", i32 0, i32 2}
!5 = !{!"znver4", !"", i32 2, i32 256}
