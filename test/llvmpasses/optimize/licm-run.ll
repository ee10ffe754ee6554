; What JuliaLICM has moved out of loops, run with a collection at every safepoint: with a collector that does not look at old objects, which
; needs each barrier, and with one that frees and reuses all dead objects.
; RUN: %lateroot opt -S --passes='function(loop-simplify,lcssa,loop-mssa(JuliaLICM))' %s -o %t.ll && FileCheck --check-prefix=MOVED %s <%t.ll
; RUN: %lateroot run -O0 --check --gc-stress %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O0 --gc-stress %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_DEBUG=1 %lateroot run -O0 %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --abi=framemap --gc-stress %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --abi=statepoint --gc-stress %t.ll | FileCheck %s
; The programs without the pass do the same.
; RUN: env LATEROOT_GC_DEBUG=1 %lateroot run -O0 %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct node { ref left, right; int64_t value; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.node = private unnamed_addr constant [5 x i8] c"node\00"
@.line = private unnamed_addr constant [9 x i8] c"%s: %ld\0A\00"
@.n0 = private unnamed_addr constant [8 x i8] c"barrier\00"
@.n1 = private unnamed_addr constant [9 x i8] c"preserve\00"
@.n3 = private unnamed_addr constant [5 x i8] c"last\00"
@.n4 = private unnamed_addr constant [5 x i8] c"zero\00"
@.n5 = private unnamed_addr constant [7 x i8] c"holder\00"
@.n2 = private unnamed_addr constant [6 x i8] c"error\00"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare i32 @printf(ptr, ...)

define internal ptr addrspace(10) @node(i64 %value) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %node = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %fields, align 8
  %second = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %second, align 8
  %slot = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  store i64 %value, ptr addrspace(11) %slot, align 8
  ret ptr addrspace(10) %node
}

define internal i64 @value(ptr addrspace(10) %node) noinline {
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  %slot = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  %value = load i64, ptr addrspace(11) %slot, align 8
  ret i64 %value
}

define internal void @disturb() noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @node(i64 -1)
  %b = call ptr addrspace(10) @node(i64 -1)
  %c = call ptr addrspace(10) @node(i64 -1)
  ret void
}

; A young child is stored into an old parent, 3 times; then only the parent keeps it.
define internal i64 @barrier() noinline {
; MOVED-LABEL: define internal i64 @barrier(
; MOVED: call void (ptr addrspace(10), ...) @julia.write_barrier(
; MOVED-NEXT: br label %loop
; MOVED: loop:
; MOVED-NOT: barrier
; MOVED: ret i64
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %parent = call ptr addrspace(10) @node(i64 0)
  call void @disturb()
  call void @disturb()
  %child = call ptr addrspace(10) @node(i64 42)
  %fields = addrspacecast ptr addrspace(10) %parent to ptr addrspace(11)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %even = and i64 %i, 1
  %f = getelementptr ptr addrspace(10), ptr addrspace(11) %fields, i64 %even
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %parent, ptr addrspace(10) %child)
  store ptr addrspace(10) %child, ptr addrspace(11) %f, align 8
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, 3
  br i1 %c, label %loop, label %out
out:
  call void @disturb()
  call void @disturb()
  %back = load ptr addrspace(10), ptr addrspace(11) %fields, align 8
  %v = call i64 @value(ptr addrspace(10) %back)
  ret i64 %v
}

; Only the regions keep the object alive, while its address is used.
define internal i64 @preserve() noinline {
; MOVED-LABEL: define internal i64 @preserve(
; MOVED: @llvm.julia.gc_preserve_begin(
; MOVED-NEXT: br label %loop
; MOVED: loop:
; MOVED-NOT: preserve
; MOVED: br i1 %c
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @node(i64 7)
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum1, %loop ]
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @disturb()
  %at = getelementptr i8, ptr %raw, i64 16
  %x = load i64, ptr %at, align 8
  %sum1 = add i64 %sum, %x
  call void @llvm.julia.gc_preserve_end(token %t)
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, 4
  br i1 %c, label %loop, label %out
out:
  ret i64 %sum1
}

; The way out in the middle of the region uses the address, and the region ends there.
define internal i64 @error(i64 %n) noinline {
; MOVED-LABEL: define internal i64 @error(
; MOVED: @llvm.julia.gc_preserve_begin(
; MOVED-NEXT: br label %loop
; MOVED: loop:
; MOVED-NOT: preserve
; MOVED: br i1 %c
; MOVED: bad:
; MOVED-NEXT: call void @disturb()
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @node(i64 9)
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  %at = getelementptr i8, ptr %raw, i64 16
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @disturb()
  %b = icmp eq i64 %i, %n
  br i1 %b, label %bad, label %next
next:
  call void @llvm.julia.gc_preserve_end(token %t)
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, 4
  br i1 %c, label %loop, label %out
bad:
  call void @disturb()
  %x = load i64, ptr %at, align 8
  call void @llvm.julia.gc_preserve_end(token %t)
  ret i64 %x
out:
  ret i64 0
}

; One object for all rounds, with a collection in each; its memory is in order before the first round.
define internal i64 @last(i64 %n) noinline {
; MOVED-LABEL: define internal i64 @last(
; MOVED: @julia.gc_alloc_obj(
; MOVED: memset
; MOVED-NEXT: br label %loop
; MOVED: loop:
; MOVED-NOT: alloc
; MOVED: br i1 %c
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum1, %loop ]
  call void @disturb()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %d, align 8
  %second = getelementptr inbounds i8, ptr addrspace(11) %d, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %second, align 8
  %slot = getelementptr inbounds i8, ptr addrspace(11) %d, i64 16
  store i64 %i, ptr addrspace(11) %slot, align 8
  call void @disturb()
  %x = load i64, ptr addrspace(11) %slot, align 8
  %sum1 = add i64 %sum, %x
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out
out:
  call void @disturb()
  %v = call i64 @value(ptr addrspace(10) %o)
  %r = mul i64 %v, 100
  %r1 = add i64 %r, %sum1
  ret i64 %r1
}

; What is zero at birth is zero in each round.
define internal i64 @zero(i64 %n) noinline {
; MOVED-LABEL: define internal i64 @zero(
; MOVED: @julia.gc_alloc_obj(
; MOVED: loop:
; MOVED-NOT: alloc
; MOVED: br i1 %c
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum1, %loop ]
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 0, i64 24) ]
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %slot = getelementptr inbounds i8, ptr addrspace(11) %d, i64 16
  %x = load volatile i64, ptr addrspace(11) %slot, align 8
  %x1 = add i64 %x, 1
  store i64 %x1, ptr addrspace(11) %slot, align 8
  call void @disturb()
  %y = load volatile i64, ptr addrspace(11) %slot, align 8
  %sum1 = add i64 %sum, %y
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out
out:
  ret i64 %sum1
}

; References in an object that no collection can have made old; behind the loop only it keeps them.
define internal i64 @holder(i64 %n) noinline {
; MOVED-LABEL: define internal i64 @holder(
; MOVED: @julia.gc_alloc_obj(
; MOVED: loop:
; MOVED-NOT: alloc
; MOVED: br i1 %c
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @node(i64 5)
  %b = call ptr addrspace(10) @node(i64 6)
  call void @disturb()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) %a, ptr addrspace(11) %d, align 8
  %second = getelementptr inbounds i8, ptr addrspace(11) %d, i64 8
  store ptr addrspace(10) %b, ptr addrspace(11) %second, align 8
  %slot = getelementptr inbounds i8, ptr addrspace(11) %d, i64 16
  store i64 %i, ptr addrspace(11) %slot, align 8
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out
out:
  call void @disturb()
  call void @disturb()
  %first = load ptr addrspace(10), ptr addrspace(11) %d, align 8
  %v = call i64 @value(ptr addrspace(10) %first)
  ret i64 %v
}

define i32 @main() {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call i64 @barrier()
  call i32 (ptr, ...) @printf(ptr @.line, ptr @.n0, i64 %a)
  %b = call i64 @preserve()
  call i32 (ptr, ...) @printf(ptr @.line, ptr @.n1, i64 %b)
  %c = call i64 @error(i64 2)
  call i32 (ptr, ...) @printf(ptr @.line, ptr @.n2, i64 %c)
  %d = call i64 @last(i64 4)
  call i32 (ptr, ...) @printf(ptr @.line, ptr @.n3, i64 %d)
  %e = call i64 @zero(i64 4)
  call i32 (ptr, ...) @printf(ptr @.line, ptr @.n4, i64 %e)
  %f = call i64 @holder(i64 4)
  call i32 (ptr, ...) @printf(ptr @.line, ptr @.n5, i64 %f)
  ret i32 0
}
; CHECK: barrier: 42
; CHECK: preserve: 28
; CHECK: error: 9
; CHECK: last: 306
; CHECK: zero: 4
; CHECK: holder: 5
