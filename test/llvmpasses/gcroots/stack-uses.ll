; Variables of references, used in every way that memory can be: how many words of the frame each needs.  The checker proves each placement.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --verify-each -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --without=all -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=framemap -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=statepoint -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=shadow-stack -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each -S %s -o /dev/null
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @safe()
declare i64 @look(ptr addrspace(10))
declare void @fill(ptr)
declare void @reads(ptr readonly nocapture)
declare void @writes(ptr writeonly nocapture)
declare void @neither(ptr readnone nocapture)
declare void @may_throw(ptr)
declare i32 @personality(...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p11.i64(ptr, ptr addrspace(11), i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.masked.store.v2p10.p0(<2 x ptr addrspace(10)>, ptr, i32, <2 x i1>)
declare void @llvm.lifetime.start.p0(i64, ptr)
@global = global ptr null

; CHECK-LABEL: define i64 @exchanged(
; CHECK: julia.new_gc_frame(i32 3)
define i64 @exchanged() {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  %b = call ptr addrspace(10) @make()
  %old = atomicrmw xchg ptr %v, ptr addrspace(10) %b seq_cst
  call void @safe()
  %pair = cmpxchg ptr %v, ptr addrspace(10) %b, ptr addrspace(10) %old seq_cst seq_cst
  %got = extractvalue { ptr addrspace(10), i1 } %pair, 0
  %n = call i64 @look(ptr addrspace(10) %got)
  %x = load ptr addrspace(10), ptr %v
  %m = call i64 @look(ptr addrspace(10) %x)
  ret i64 %m
}
; Whoever only reads it, or writes no reference out of it, leaves it as it is.
; CHECK-LABEL: define i64 @lent(
; CHECK: julia.new_gc_frame(i32 1)
define i64 @lent() {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @reads(ptr %v)
  call void @neither(ptr %v)
  %x = load ptr addrspace(10), ptr %v
  %n = call i64 @look(ptr addrspace(10) %x)
  ret i64 %n
}
; CHECK-LABEL: define i64 @filled(
; CHECK: julia.new_gc_frame(i32 3)
define i64 @filled() {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  call void @fill(ptr %v)
  call void @safe()
  %x = load ptr addrspace(10), ptr %v
  %n = call i64 @look(ptr addrspace(10) %x)
  ret i64 %n
}
; CHECK-LABEL: define i64 @invoked(
; CHECK: julia.new_gc_frame(i32 2)
define i64 @invoked() personality ptr @personality {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  invoke void @may_throw(ptr %v) to label %good unwind label %bad
good:
  %x = load ptr addrspace(10), ptr %v
  %n = call i64 @look(ptr addrspace(10) %x)
  ret i64 %n
bad:
  %lp = landingpad { ptr, i32 } cleanup
  call void @safe()
  %y = load ptr addrspace(10), ptr %v
  %m = call i64 @look(ptr addrspace(10) %y)
  ret i64 %m
}
; Copied as a whole, and only a part of it.
; CHECK-LABEL: define i64 @copied(
; CHECK: julia.new_gc_frame(i32 4)
define i64 @copied(i64 %len, ptr addrspace(10) %from) {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  %w = alloca [2 x ptr addrspace(10)]
  %d = addrspacecast ptr addrspace(10) %from to ptr addrspace(11)
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr %w, i8 0, i64 16, i1 false)
  call void @llvm.memmove.p0.p11.i64(ptr %v, ptr addrspace(11) %d, i64 16, i1 false)
  call void @safe()
  call void @llvm.memcpy.p0.p0.i64(ptr %w, ptr %v, i64 16, i1 false)
  %v1 = getelementptr i8, ptr %v, i64 8
  call void @llvm.memset.p0.i64(ptr %v1, i8 0, i64 8, i1 false)
  call void @safe()
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %w, i64 %len, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %w, i64 0, i1 false)
  call void @safe()
  %x = load ptr addrspace(10), ptr %v
  %n = call i64 @look(ptr addrspace(10) %x)
  %w1 = getelementptr i8, ptr %w, i64 8
  %y = load ptr addrspace(10), ptr %w1
  %m = call i64 @look(ptr addrspace(10) %y)
  ret i64 %m
}
; Lanes at a time.
; CHECK-LABEL: define i64 @lanes(
; CHECK: julia.new_gc_frame(i32 4)
define i64 @lanes(<2 x i1> %mask) {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca <2 x ptr addrspace(10)>
  %a = call ptr addrspace(10) @make()
  %i = insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %a, i32 1
  store <2 x ptr addrspace(10)> %i, ptr %v
  %b = call ptr addrspace(10) @make()
  %j = insertelement <2 x ptr addrspace(10)> %i, ptr addrspace(10) %b, i32 0
  call void @llvm.masked.store.v2p10.p0(<2 x ptr addrspace(10)> %j, ptr %v, i32 8, <2 x i1> %mask)
  call void @safe()
  %l = load <2 x ptr addrspace(10)>, ptr %v
  %x = extractelement <2 x ptr addrspace(10)> %l, i32 1
  %n = call i64 @look(ptr addrspace(10) %x)
  ret i64 %n
}
; Addresses are compared, chosen, merged, and kept in variables of their own.
; CHECK-LABEL: define i64 @addresses(
; CHECK: julia.new_gc_frame(i32 5)
define i64 @addresses(i1 %c, i64 %k) {
top:
  %p = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  %w = alloca [2 x ptr addrspace(10)]
  store [2 x ptr addrspace(10)] zeroinitializer, ptr %v
  store [2 x ptr addrspace(10)] zeroinitializer, ptr %w
  %s = select i1 %c, ptr %v, ptr %w
  %f = freeze ptr %s
  br i1 %c, label %l, label %m
l:
  %q = phi ptr [ %f, %top ], [ %r, %l ]
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %q
  call void @safe()
  %r = getelementptr i8, ptr %q, i64 8
  %end = getelementptr i8, ptr %f, i64 16
  %d = icmp eq ptr %r, %end
  br i1 %d, label %m, label %l
m:
  %at = getelementptr ptr addrspace(10), ptr %w, i64 %k
  %x = load ptr addrspace(10), ptr %at
  %n = call i64 @look(ptr addrspace(10) %x)
  ret i64 %n
}
; What gets out of sight may be read whenever anybody is called.
; CHECK-LABEL: define void @escapes(
; CHECK: julia.new_gc_frame(i32 1)
define void @escapes() {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  call void @llvm.lifetime.start.p0(i64 8, ptr %v)
  store ptr addrspace(10) null, ptr %v
  store ptr %v, ptr @global
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @safe()
  store ptr addrspace(10) null, ptr %v
  call void @safe()
  ret void
}
; In a struct with numbers: only the words that are references are kept.
; CHECK-LABEL: define i64 @beside_numbers(
; CHECK: julia.new_gc_frame(i32 3)
define i64 @beside_numbers(i64 %k) {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca { i64, ptr addrspace(10), i64, ptr addrspace(10) }
  %a = call ptr addrspace(10) @make()
  %v1 = getelementptr i8, ptr %v, i64 8
  store ptr addrspace(10) %a, ptr %v1
  %b = call ptr addrspace(10) @make()
  %v3 = getelementptr i8, ptr %v, i64 24
  store ptr addrspace(10) %b, ptr %v3
  store i64 %k, ptr %v
  call void @safe()
  %x = load ptr addrspace(10), ptr %v1
  %n = call i64 @look(ptr addrspace(10) %x)
  %y = load ptr addrspace(10), ptr %v3
  %m = call i64 @look(ptr addrspace(10) %y)
  ret i64 %m
}
; Round a loop with a safepoint: what the last turn left.
; CHECK-LABEL: define i64 @turns(
; CHECK: julia.new_gc_frame(i32 1)
define i64 @turns(i1 %c) {
top:
  %p = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  store ptr addrspace(10) null, ptr %v
  br label %l
l:
  %x = load ptr addrspace(10), ptr %v
  %n = call i64 @look(ptr addrspace(10) %x)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @safe()
  br i1 %c, label %l, label %out
out:
  ret i64 %n
}
