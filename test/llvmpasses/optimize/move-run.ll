; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt)' -S %s -o %t.ll
; RUN: FileCheck %s --check-prefix=IR < %t.ll
; RUN: env LATEROOT_GC_MODE=full %lateroot run %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O0 --check --gc-stress %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --gc-stress %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --gc-stress --gc-moving %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --abi=framemap --gc-stress %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --abi=framemap --gc-stress --gc-moving %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --abi=statepoint --gc-stress %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --abi=statepoint --gc-stress --gc-moving %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --abi=shadow-stack --gc-stress %t.ll | FileCheck %s
;
; Moved objects, run with a collection at every safepoint under all ABIs: references in stack memory are roots, and those
; of another round of a loop are not seen; raw addresses are good in a preserve region and up to the next safepoint.
; CHECK: 1234 3 40 60
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"
%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@number = internal constant %struct.lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@four = internal constant %struct.lr_type { ptr @name, i32 0, i32 32, i32 4, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@memory = internal constant %struct.lr_type { ptr @name, i32 2, i32 16, i32 0, i32 8, i32 0, i32 0, i32 1, i32 0, ptr null, ptr null, ptr null }, align 16
@name = private unnamed_addr constant [7 x i8] c"number\00"
@format = private unnamed_addr constant [17 x i8] c"%ld %ld %ld %ld\0A\00"
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare i32 @printf(ptr, ...)

define internal ptr addrspace(10) @make(i64 %v) noinline {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number to ptr addrspace(10)))
  store i64 %v, ptr addrspace(10) %o, align 8
  ret ptr addrspace(10) %o
}

; Takes the memory of the dead for other objects.
define internal void @disturb() noinline {
  %a = call ptr addrspace(10) @make(i64 999)
  %b = call ptr addrspace(10) @make(i64 999)
  %c = call ptr addrspace(10) @make(i64 999)
  ret void
}

; Four references at variable places.
; IR-LABEL: define internal i64 @places
; IR: %box = alloca [4 x ptr addrspace(10)], align 16
; IR-NOT: gc_alloc_obj
; IR-NOT: write_barrier
; IR: ret i64
define internal i64 @places(i64 %n) noinline {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  %box = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 32, ptr addrspace(10) addrspacecast (ptr @four to ptr addrspace(10)))
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %next, %fill ]
  %next = add i64 %i, 1
  %o = call ptr addrspace(10) @make(i64 %next)
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %box, i64 %i
  store ptr addrspace(10) %o, ptr addrspace(10) %slot, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %box, ptr addrspace(10) %o)
  call void @disturb()
  %more = icmp ult i64 %next, %n
  br i1 %more, label %fill, label %read
read:
  %k = phi i64 [ 0, %fill ], [ %after, %read ]
  %sum = phi i64 [ 0, %fill ], [ %total, %read ]
  call void @disturb()
  %from = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %box, i64 %k
  %p = load ptr addrspace(10), ptr addrspace(10) %from, align 8
  %x = load i64, ptr addrspace(10) %p, align 8
  %tens = mul i64 %sum, 10
  %total = add i64 %tens, %x
  %after = add i64 %k, 1
  %again = icmp ult i64 %after, %n
  br i1 %again, label %read, label %end
end:
  ret i64 %total
}

; A new object in each round: what the round before has stored is not there. Counts the rounds that find nothing.
; IR-LABEL: define internal i64 @rounds
; IR: alloca [4 x ptr addrspace(10)], align 16
; IR: loop:
; IR: call void @llvm.lifetime.start
; IR: store ptr addrspace(10) null
; IR-NOT: gc_alloc_obj
; IR: ret i64
define internal i64 @rounds(i64 %n) noinline {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %count = phi i64 [ 0, %entry ], [ %sum, %loop ]
  %box = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 32, ptr addrspace(10) addrspacecast (ptr @four to ptr addrspace(10)))
          [ "julia.gc_alloc_zeroinit"(i64 0, i64 32) ]
  call void @disturb()
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %box, i64 %i
  %old = load ptr addrspace(10), ptr addrspace(10) %slot, align 8
  %none = icmp eq ptr addrspace(10) %old, null
  %one = zext i1 %none to i64
  %sum = add i64 %count, %one
  %o = call ptr addrspace(10) @make(i64 %i)
  %last = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %box, i64 2
  store ptr addrspace(10) %o, ptr addrspace(10) %last, align 8
  call void @disturb()
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %sum
}

define internal void @add(ptr %to, i64 %x) noinline {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @disturb()
  %old = load i64, ptr %to
  %new = add i64 %old, %x
  store i64 %new, ptr %to
  ret void
}

; Raw addresses of two objects, whose memory is in use until both regions are over.
; IR-LABEL: define internal i64 @raw
; IR-COUNT-2: alloca [1 x i64], align 16
; IR-NOT: gc_alloc_obj
; IR: ret i64
define internal i64 @raw(i64 %n) noinline {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %total, %loop ]
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number to ptr addrspace(10)))
          [ "julia.gc_alloc_zeroinit"(i64 0, i64 8) ]
  %ad = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  %ap = call ptr @julia.pointer_from_objref(ptr addrspace(11) %ad)
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number to ptr addrspace(10)))
          [ "julia.gc_alloc_zeroinit"(i64 0, i64 8) ]
  %bd = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %s = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %b)
  %bp = call ptr @julia.pointer_from_objref(ptr addrspace(11) %bd)
  tail call void @add(ptr %ap, i64 1)
  tail call void @add(ptr %bp, i64 2)
  tail call void @add(ptr %ap, i64 3)
  tail call void @add(ptr %bp, i64 4)
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @llvm.julia.gc_preserve_end(token %s)
  %x = load i64, ptr addrspace(11) %ad
  %y = load i64, ptr addrspace(11) %bd
  %z = add i64 %x, %y
  %total = add i64 %sum, %z
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %total
}

; A Memory of eight numbers, clear in each round.
; IR-LABEL: define internal i64 @buffer
; IR: alloca [10 x i64], align 16
; IR-NOT: gc_alloc_memory
; IR: ret i64
define internal i64 @buffer(i64 %n) noinline {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %total, %loop ]
  %m = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %pgcstack, i64 64, ptr addrspace(10) addrspacecast (ptr @memory to ptr addrspace(10)), i64 8, i1 true)
  %md = addrspacecast ptr addrspace(10) %m to ptr addrspace(11)
  %at = getelementptr inbounds i8, ptr addrspace(11) %md, i64 8
  %data = load ptr, ptr addrspace(11) %at, align 8
  %loaded = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %m, ptr %data)
  call void @disturb()
  %slot = getelementptr inbounds i64, ptr addrspace(13) %loaded, i64 %i
  %old = load i64, ptr addrspace(13) %slot, align 8
  %length = load i64, ptr addrspace(11) %md, align 8
  %z = add i64 %old, %length
  %ten = add i64 %z, 2
  store i64 %ten, ptr addrspace(13) %slot, align 8
  %plus = getelementptr inbounds i64, ptr addrspace(13) %loaded, i64 5
  store i64 1000, ptr addrspace(13) %plus, align 8
  %x = load i64, ptr addrspace(13) %slot, align 8
  %total = add i64 %sum, %x
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %total
}

define i32 @main() {
  %a = call i64 @places(i64 4)
  %b = call i64 @rounds(i64 3)
  %c = call i64 @raw(i64 4)
  %d = call i64 @buffer(i64 5)
  %e = add i64 %d, 10
  call i32 (ptr, ...) @printf(ptr @format, i64 %a, i64 %b, i64 %c, i64 %e)
  ret i32 0
}
