; Everything that one function names and another module defines, in the forms that definitions have.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
$group = comdat any
@plain = global i64 7, align 16
@near = internal global [2 x ptr] [ptr @plain, ptr @callee], section "own, name", align 8
@thread = thread_local(localdynamic) global i32 3, align 4
@large = dso_local local_unnamed_addr constant { i32, [2 x i8], ptr } { i32 1, [2 x i8] c"\22,", ptr null }, code_model "large", align 8
@grouped = linkonce_odr hidden unnamed_addr global <2 x i64> <i64 1, i64 2>, comdat($group), align 16
@marked = weak_odr dllexport externally_initialized global ptr null, partition "part", align 8, !type !0
@far = addrspace(3) global i32 0
@outside = external protected global i32
@other = dso_local alias i64, ptr @plain
@unnamed = weak unnamed_addr alias i32, ptr @near
@threads = thread_local(localdynamic) alias i32, ptr @thread
@far_away = alias i32, ptr addrspace(3) @far
@entry = dso_local local_unnamed_addr alias i32 (i32, ...), ptr @callee
@picked = weak unnamed_addr ifunc void (ptr), ptr @resolver
define internal fastcc noundef zeroext i8 @local(ptr nonnull align 8 dereferenceable(16) %p, [2 x i64]) unnamed_addr addrspace(0) #0 section "text" align 32 gc "statepoint-example" {
  ret i8 0
}
define linkonce_odr hidden i32 @callee(i32 %x, ...) local_unnamed_addr #1 comdat($group) prefix i32 7 prologue i32 8 personality ptr @personality !kind !0 {
  ret i32 %x
}
define available_externally dllexport x86_stdcallcc <2 x i32> @seen({ i8, ptr } %pair) partition "part" {
  ret <2 x i32> zeroinitializer
}
define ptr @resolver() {
  ret ptr null
}
declare i32 @personality(...)
define void @user(ptr %out) {
  %a = call fastcc zeroext i8 @local(ptr nonnull @near, [2 x i64] zeroinitializer)
  %b = call i32 (i32, ...) @callee(i32 1)
  %c = call x86_stdcallcc <2 x i32> @seen({ i8, ptr } zeroinitializer)
  %d = call i32 (i32, ...) @entry(i32 2)
  call void @picked(ptr @plain)
  store ptr @thread, ptr %out
  store ptr @large, ptr %out
  store ptr @grouped, ptr %out
  store ptr @marked, ptr %out
  store ptr addrspace(3) @far, ptr %out
  store ptr @outside, ptr %out
  store ptr @other, ptr %out
  store ptr @unnamed, ptr %out
  store ptr @threads, ptr %out
  store ptr addrspace(3) @far_away, ptr %out
  ret void
}
attributes #0 = { nounwind "key"="value with { and \22" }
attributes #1 = { noinline }
!0 = !{i64 0, !"type"}
