source_filename = "entities.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
module asm ".globl in_assembler"
%named = type { i32, ptr }
%unused = type { i64 }
$group = comdat any
$"quoted \22group" = comdat largest
@0 = private unnamed_addr constant [3 x i8] c"a\22\00", align 1
@table = internal constant [2 x ptr] [ptr @called, ptr @table_end], align 16
@table_end = internal global ptr @table
@thread = thread_local(initialexec) global i64 7, align 8
@outside = external global %named, section "far", align 8
@weak = extern_weak global i32
@hidden = hidden addrspace(1) global i32 0
@shared = linkonce_odr global [4 x i8] c"xyz\00", comdat($group), code_model "large", align 4
@"odd \\ name\0A" = global i32 1
@data = external global ptr, !julia.constgv !0
@described = global i32 3, !described !4
@alias = alias i32, ptr @hidden_alias
@hidden_alias = internal alias i32, ptr @described
@inside = alias ptr, getelementptr inbounds ([2 x ptr], ptr @table, i64 0, i64 1)
@far_alias = alias i32, addrspacecast (ptr addrspace(1) @hidden to ptr)
@function_alias = alias i32 (i32), ptr @called
@chosen = ifunc i32 (i32), ptr @resolver
@place = global ptr blockaddress(@labels, %target)
@llvm.used = appending global [1 x ptr] [ptr @thread], section "llvm.metadata"
define internal ptr @resolver() {
  ret ptr @called
}
define internal i32 @called(i32 noundef %x) #0 comdat($"quoted \22group") align 32 prefix i32 5 prologue i8 1 {
  ret i32 %x
}
define i32 @1(ptr byval(%named) align 8 %p) {
  %n = load i32, ptr %p
  ret i32 %n
}
define i32 @user(i32 %x) unnamed_addr #1 gc "shadow-stack" personality ptr @personality !kind !{!"text", i32 3} {
  %a = load i32, ptr @alias
  %b = load ptr, ptr @inside
  %c = call i32 @function_alias(i32 %a)
  %d = call i32 @chosen(i32 %c)
  %e = load i32, ptr @"odd \\ name\0A"
  %f = load i64, ptr @thread
  %g = load i32, ptr @far_alias
  %h = load i8, ptr @0
  %i = load i32, ptr @weak, !range !5
  %j = load ptr addrspace(10), ptr @data
  %k = call i32 @1(ptr byval(%named) align 8 @outside)
  %l = load i8, ptr @shared
  call void (ptr, ...) @print(ptr @0, i32 %k)
  ret i32 %e
}
define ptr @labels(i32 %x) {
entry:
  indirectbr ptr blockaddress(@labels, %target), [label %target, label %other]
target:
  ret ptr blockaddress(@labels, %other)
other:
  ret ptr @place
}
define weak_odr dso_local fastcc <2 x i64> @"spaces and \22quotes\22"(<2 x i64> %v) local_unnamed_addr section "text.far" partition "p" {
  ret <2 x i64> %v
}
declare i32 @personality(...)
declare void @print(ptr noalias readonly, ...) #0
declare extern_weak void @not_there()
declare !kind !6 i64 @with_metadata(i64)
define i64 @last(i64 %x) {
  %c = icmp eq ptr @not_there, null
  %y = call i64 @with_metadata(i64 %x), !other !7
  ret i64 %y
}
attributes #0 = { nounwind "text"="a { b } \22c\22" }
attributes #1 = { noinline optnone "frame-pointer"="all" }
!llvm.module.flags = !{!1, !2}
!llvm.ident = !{!3}
!other = !{!4, !7}
!0 = !{}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"PIC Level", i32 2}
!3 = !{!"somebody's compiler"}
!4 = !{!"a } brace and a \22 quote", !0, null, ptr @called}
!5 = !{i32 0, i32 9}
!6 = distinct !{!6, !4}
!7 = !{!6, i64 3}
