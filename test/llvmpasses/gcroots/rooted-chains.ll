; Which loads prove that what they give is rooted elsewhere, and which chains of them start at constants.  `free`: no root; `root`: one.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %lateroot opt --check --abi=statepoint --verify-each -S %s -o /dev/null
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

@fixed = external constant ptr addrspace(10)
@table = external constant [4 x ptr addrspace(10)]
@raw = external constant ptr
@named = external global ptr addrspace(10), !julia.constgv !0, !other !0
@loose = external global ptr addrspace(10), !other !0
declare ptr @julia.get_pgcstack()
declare void @safe()
declare i64 @look(ptr addrspace(10))
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
; CHECK-LABEL: define i64 @root_plain(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_plain(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_invariant(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_invariant(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !invariant.load !0
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_const(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_const(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !tbaa !13
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_immut(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_immut(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !tbaa !14
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_datatype(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_datatype(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !tbaa !15
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_mutable(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_mutable(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !tbaa !16
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_tbaa_without_name(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_tbaa_without_name(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !tbaa !33
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_scope(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_scope(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !alias.scope !20
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_two_scopes(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_two_scopes(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !alias.scope !21
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_mixed_scopes(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_mixed_scopes(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !alias.scope !22
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_foreign_scope(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_foreign_scope(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !alias.scope !23
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_foreign_scope_and_tbaa(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_foreign_scope_and_tbaa(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !alias.scope !23, !tbaa !13
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_mixed_scopes_and_tbaa(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_mixed_scopes_and_tbaa(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !alias.scope !22, !tbaa !13
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_global(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_global(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr @fixed
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_element(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_element(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr getelementptr inbounds ([4 x ptr addrspace(10)], ptr @table, i64 0, i64 2)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_named(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_named(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr @named
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_loose(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_loose(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr @loose
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_loose_invariant(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_loose_invariant(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr @loose, !invariant.load !0
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_second(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_second(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %u = load ptr addrspace(10), ptr @fixed
  %ud = addrspacecast ptr addrspace(10) %u to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %ud, !tbaa !13
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_second(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_second(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %u = load ptr addrspace(10), ptr @fixed
  %ud = addrspacecast ptr addrspace(10) %u to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %ud
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_chosen(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_chosen(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %x = load ptr addrspace(10), ptr @fixed
  %y = load ptr addrspace(10), ptr @named
  %s = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y
  %sd = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %sd, !tbaa !13
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_chosen_address(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_chosen_address(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %s = select i1 %c, ptr @fixed, ptr @loose
  %v = load ptr addrspace(10), ptr %s, !tbaa !16
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_typeof(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_typeof(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_of_type(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_of_type(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %td = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %td, !tbaa !13
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_data(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_data(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %m = load ptr addrspace(10), ptr @fixed
  %r = load ptr, ptr @raw
  %da = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %m, ptr %r)
  %v = load ptr addrspace(10), ptr addrspace(13) %da, !tbaa !13
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_frozen(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_frozen(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %x = load ptr addrspace(10), ptr @fixed
  %v = freeze ptr addrspace(10) %x
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_far(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_far(ptr addrspace(10) %o, i1 %c, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %p = getelementptr i8, ptr addrspace(11) %d, i64 8
  %v = load ptr addrspace(10), ptr addrspace(11) %p, !invariant.load !0
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; Round a loop, of constants alone and with another one.
; CHECK-LABEL: define i64 @free_loop(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_loop(i1 %c) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr @fixed
  br label %l
l:
  %p = phi ptr addrspace(10) [ %x, %top ], [ %q, %l ]
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %p)
  %y = load ptr addrspace(10), ptr @named
  %q = select i1 %c, ptr addrspace(10) %p, ptr addrspace(10) %y
  br i1 %c, label %l, label %out
out:
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_loop(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
define i64 @root_loop(i1 %c) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr @fixed
  br label %l
l:
  %p = phi ptr addrspace(10) [ %x, %top ], [ %q, %l ]
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %p)
  %y = load ptr addrspace(10), ptr @loose
  %q = select i1 %c, ptr addrspace(10) %p, ptr addrspace(10) %y
  br i1 %c, label %l, label %out
out:
  ret i64 %n
}
!0 = !{}
!1 = !{!"jtbaa"}
!2 = !{!"jtbaa_const", !1, i64 0}
!3 = !{!"jtbaa_value", !1, i64 0}
!4 = !{!"jtbaa_immut", !3, i64 0}
!5 = !{!"jtbaa_datatype", !3, i64 0}
!6 = !{!"jtbaa_mutab", !3, i64 0}
!13 = !{!2, !2, i64 0, i64 1}
!14 = !{!4, !4, i64 0}
!15 = !{!5, !5, i64 0}
!16 = !{!6, !6, i64 0}
!9 = !{!"jnoalias"}
!10 = !{!"jnoalias_immutdata", !9}
!11 = !{!"jnoalias_mutconstdata", !9}
!12 = !{!"jnoalias_data", !9}
!17 = !{!"elsewhere"}
!18 = !{!"jnoalias_immutdata", !17}
!20 = !{!10}
!21 = !{!18, !10, !11}
!22 = !{!10, !12}
!23 = !{!18}
!32 = !{!"", !1, i64 0}
!33 = !{!32, !32, i64 0}
