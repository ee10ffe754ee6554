; RUN: %lateroot opt --passes='function(AllocOpt)' -S %s -o %t.ll && FileCheck --check-prefix=IR %s <%t.ll
; RUN: %lateroot run -O0 %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O0 --check --gc-stress %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --gc-stress %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --abi=framemap --gc-stress --gc-moving %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --abi=statepoint --gc-stress %t.ll | FileCheck %s
;
; memcpy and memmove of an object that is made on a cold path only: they copy the bytes of a variable, if the type of the
; object has no references.  Run with a collection at every safepoint.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@.name = private unnamed_addr constant [2 x i8] c"o\00"
@cell_type = internal constant %struct.lr_type { ptr @.name, i32 0, i32 8, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@bits_type = internal constant %struct.lr_type { ptr @.name, i32 0, i32 24, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@mixed_type = internal constant %struct.lr_type { ptr @.name, i32 0, i32 24, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.line = private unnamed_addr constant [5 x i8] c"%ld\0A\00"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @llvm.memcpy.p10.p0.i64(ptr addrspace(10), ptr, i64, i1)
declare void @llvm.memcpy.p0.p10.i64(ptr, ptr addrspace(10), i64, i1)
declare void @llvm.memmove.p10.p10.i64(ptr addrspace(10), ptr addrspace(10), i64, i1)
declare void @llvm.memcpy.p10.p10.i64(ptr addrspace(10), ptr addrspace(10), i64, i1)
declare i32 @printf(ptr, ...)

define internal ptr addrspace(10) @leaf(i64 %value) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @bits_type to ptr addrspace(10)))
  store i64 %value, ptr addrspace(10) %o, align 8
  ret ptr addrspace(10) %o
}
define internal void @disturb() noinline {
  %a = call ptr addrspace(10) @leaf(i64 -1)
  %b = call ptr addrspace(10) @leaf(i64 -2)
  ret void
}

; Returns the sum of the words of an object.
define internal i64 @sum(ptr addrspace(10) %o) noinline {
  call void @disturb()
  %b = getelementptr i8, ptr addrspace(10) %o, i64 8
  %c = getelementptr i8, ptr addrspace(10) %o, i64 16
  %x = load i64, ptr addrspace(10) %o, align 8
  %y = load i64, ptr addrspace(10) %b, align 8
  %z = load i64, ptr addrspace(10) %c, align 8
  %1 = add i64 %x, %y
  %2 = add i64 %1, %z
  ret i64 %2
}

; A boxed struct: made on the cold path, with what was copied into it, what was not, and what was stored on top.
; IR-LABEL: define internal i64 @box(
; IR: entry:
; IR-NOT: gc_alloc_obj
; IR: call void @llvm.memcpy.p0.p0.i64(ptr {{.*}}, ptr align 8 %s, i64 16
; IR: cold:
; IR: gc_alloc_obj
; IR: ret i64
; CHECK: 105
; CHECK-NEXT: 5
define internal i64 @box(ptr %s, i1 %c) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @bits_type to ptr addrspace(10)))
  store i64 0, ptr addrspace(10) %o, align 8
  %o16 = getelementptr i8, ptr addrspace(10) %o, i64 16
  store i64 0, ptr addrspace(10) %o16, align 8
  call void @llvm.memcpy.p10.p0.i64(ptr addrspace(10) align 8 %o, ptr align 8 %s, i64 16, i1 false)
  %o4 = getelementptr i8, ptr addrspace(10) %o, i64 4
  store i32 0, ptr addrspace(10) %o4, align 4
  br i1 %c, label %cold, label %end, !prof !0
cold:
  %v = call i64 @sum(ptr addrspace(10) %o)
  ret i64 %v
end:
  %x = load i64, ptr addrspace(10) %o, align 8
  ret i64 %x
}

; Copied out of the object, and from one such object to another.
; IR-LABEL: define internal i64 @unbox(
; IR: entry:
; IR-NOT: gc_alloc_obj
; IR: cold:
; IR: gc_alloc_obj
; IR: ret i64
; CHECK-NEXT: 110
; CHECK-NEXT: 14
define internal i64 @unbox(i64 %i, i1 %c) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  %to = alloca [24 x i8], align 8
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @bits_type to ptr addrspace(10)))
  store i64 %i, ptr addrspace(10) %o, align 8
  %o8 = getelementptr i8, ptr addrspace(10) %o, i64 8
  store i64 %i, ptr addrspace(10) %o8, align 8
  %o16 = getelementptr i8, ptr addrspace(10) %o, i64 16
  store i64 96, ptr addrspace(10) %o16, align 8
  call void @llvm.memcpy.p0.p10.i64(ptr %to, ptr addrspace(10) %o, i64 24, i1 false)
  br i1 %c, label %cold, label %end, !prof !0
cold:
  %v = call i64 @sum(ptr addrspace(10) %o)
  ret i64 %v
end:
  %x = load i64, ptr %to, align 8
  %to8 = getelementptr i8, ptr %to, i64 8
  %y = load i64, ptr %to8, align 8
  %z = add i64 %x, %y
  ret i64 %z
}

; Within the object: it is made where it was.
; IR-LABEL: define internal i64 @within(
; IR: entry:
; IR: gc_alloc_obj
; IR: cold:
; IR: ret i64
; CHECK-NEXT: 21
define internal i64 @within(i64 %i, i1 %c) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @bits_type to ptr addrspace(10)))
  store i64 %i, ptr addrspace(10) %o, align 8
  %o8 = getelementptr i8, ptr addrspace(10) %o, i64 8
  store i64 %i, ptr addrspace(10) %o8, align 8
  call void @llvm.memmove.p10.p10.i64(ptr addrspace(10) %o8, ptr addrspace(10) %o, i64 16, i1 false)
  br i1 %c, label %cold, label %end, !prof !0
cold:
  %v = call i64 @sum(ptr addrspace(10) %o)
  ret i64 %v
end:
  ret i64 %i
}

; References may be among the bytes: it is made where it was.
; IR-LABEL: define internal i64 @mixed(
; IR: entry:
; IR: gc_alloc_obj
; IR: cold:
; IR: ret i64
; CHECK-NEXT: 7
define internal i64 @mixed(i64 %i, ptr addrspace(10) %from, i1 %c) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @mixed_type to ptr addrspace(10)))
  call void @llvm.memcpy.p10.p10.i64(ptr addrspace(10) %o, ptr addrspace(10) %from, i64 24, i1 false)
  br i1 %c, label %cold, label %end, !prof !0
cold:
  %v = call i64 @sum(ptr addrspace(10) %o)
  ret i64 %v
end:
  ret i64 %i
}

define internal void @print(i64 %value) noinline {
  %n = call i32 (ptr, ...) @printf(ptr @.line, i64 %value)
  ret void
}

define i32 @main() {
  %s = alloca [2 x i64], align 8
  store i64 4294967301, ptr %s, align 8
  %s8 = getelementptr i8, ptr %s, i64 8
  store i64 100, ptr %s8, align 8
  %a = call i64 @box(ptr %s, i1 true)
  call void @print(i64 %a)
  %b = call i64 @box(ptr %s, i1 false)
  call void @print(i64 %b)
  %c = call i64 @unbox(i64 7, i1 true)
  call void @print(i64 %c)
  %d = call i64 @unbox(i64 7, i1 false)
  call void @print(i64 %d)
  %e = call i64 @within(i64 7, i1 true)
  call void @print(i64 %e)
  %leaf = call ptr addrspace(10) @leaf(i64 1)
  %f = call i64 @mixed(i64 7, ptr addrspace(10) %leaf, i1 false)
  call void @print(i64 %f)
  ret i32 0
}

!0 = !{!"branch_weights", i32 1, i32 2000}
