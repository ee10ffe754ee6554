; RUN: split-file %s %t
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/shape.ll | FileCheck %t/shape.ll
; RUN: %lateroot opt --memory=typed --passes='LateLowerGCFrame<reload>' -S %t/shape.ll | FileCheck --check-prefix=MOVING %t/shape.ll
; RUN: %lateroot opt --memory=typed --profile=julia-1.13 --passes=LateLowerGCFrame -S %t/addresses.ll | FileCheck %t/addresses.ll
; RUN: %lateroot opt --passes=LateLowerGCFrame -S %t/untyped.ll | FileCheck %t/untyped.ll
; RUN: %exits 1 %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/loop.ll 2>&1 | FileCheck %t/loop.ll
; RUN: %exits 1 %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/packed.ll 2>&1 | FileCheck %t/packed.ll
; RUN: %exits 1 %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/bytes.ll 2>&1 | FileCheck %t/bytes.ll
; RUN: %exits 1 %lateroot opt --memory=typed --profile=julia-1.13 --passes=LateLowerGCFrame -S %t/computed.ll 2>&1 | FileCheck %t/computed.ll
; RUN: %exits 1 %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/loaded.ll 2>&1 | FileCheck %t/loaded.ll
; RUN: %exits 1 %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/behind.ll 2>&1 | FileCheck %t/behind.ll
; RUN: %exits 1 %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/number.ll 2>&1 | FileCheck %t/number.ll
; RUN: %exits 1 %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/integer.ll 2>&1 | FileCheck %t/integer.ll
; RUN: %exits 1 %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/getter.ll 2>&1 | FileCheck %t/getter.ll
; RUN: %exits 1 %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/pattern.ll 2>&1 | FileCheck %t/pattern.ll
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/fine.ll | FileCheck %t/fine.ll
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --stats --disable-output %t/fine.ll 2>&1 | FileCheck --check-prefix=STATS %t/fine.ll
;
; Stack variables with references beside numbers, which others may write, stay where they are: a mapped frame tells of them.

;--- shape.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
%value = type { ptr addrspace(10), i64 }
%deep = type { i64, [2 x %value], ptr addrspace(10) }
declare ptr @julia.get_pgcstack()
declare void @safepoint()
declare void @fill(ptr)
declare void @read(ptr readonly nocapture)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare i32 @again() returns_twice

; One word of each of three elements: n 1, stride 1 (it is there but once), times 1.
; CHECK-DAG: [[VALUES:@lateroot.map[.0-9]*]] = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 2, i32 1, [1 x i64] [i64 17596482060288] }, align 8
; Words 1, 3 and 5: n 1, stride 2, times 3.
; CHECK-DAG: [[DEEP:@lateroot.map[.0-9]*]] = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 6, i32 1, [1 x i64] [i64 52785149116417] }, align 8

; CHECK-LABEL: define void @array(
; CHECK-NEXT: %gcmapped = alloca [5 x i64], align 16, !lateroot.mapped
; CHECK-NEXT: %v = alloca [3 x %value], align 8, !lateroot.mapped
; CHECK-NEXT: %pgcstack = call ptr @julia.get_pgcstack()
; CHECK-NEXT: store i64 134217732, ptr %gcmapped
; CHECK-NEXT: [[MAP:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 16
; CHECK-NEXT: store ptr @lateroot.map{{.*}}, ptr [[MAP]]
; CHECK-NEXT: [[AT:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 24
; CHECK-NEXT: store ptr %v, ptr [[AT]]
; CHECK-NEXT: [[COUNT:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 32
; CHECK-NEXT: store i64 3, ptr [[COUNT]]
; CHECK-NEXT: store ptr null, ptr %v
; CHECK-COUNT-2: store ptr null, ptr %{{[0-9]+}}
; CHECK-NEXT: [[HEAD:%.*]] = load ptr, ptr %pgcstack
; CHECK-NEXT: [[PREV:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 8
; CHECK-NEXT: store ptr [[HEAD]], ptr [[PREV]]
; CHECK-NEXT: store ptr %gcmapped, ptr %pgcstack
; CHECK-NEXT: call void @fill(ptr %v)
; CHECK-NEXT: call void @safepoint()
; CHECK-NEXT: [[PREV:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 8
; CHECK-NEXT: [[OLD:%[0-9]+]] = load ptr, ptr [[PREV]]
; CHECK-NEXT: store ptr [[OLD]], ptr %pgcstack
; CHECK-NEXT: ret void
; MOVING-LABEL: define void @array(
; MOVING: store i64 402653188, ptr %gcmapped
define void @array() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [3 x %value], align 8
  call void @fill(ptr %v)
  call void @safepoint()
  ret void
}

; CHECK-LABEL: define void @nested(
; CHECK: store ptr [[DEEP]]
define void @nested() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca %deep, align 8
  call void @fill(ptr %v)
  ret void
}

; Only in use between the markers, which go.
; CHECK-LABEL: define void @markers(
; CHECK: [[COUNT:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 32
; CHECK-NEXT: store i64 0, ptr [[COUNT]]
; CHECK: call void @safepoint()
; CHECK-NEXT: store ptr null, ptr %v
; CHECK-NEXT: [[COUNT:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 32
; CHECK-NEXT: store i64 1, ptr [[COUNT]]
; CHECK-NEXT: call void @fill(ptr %v)
; CHECK-NEXT: [[COUNT:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 32
; CHECK-NEXT: store i64 0, ptr [[COUNT]]
; CHECK-NEXT: call void @safepoint()
; CHECK-NOT: lifetime
; CHECK: ret void
define void @markers() {
  %v = alloca %value, align 8
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @safepoint()
  call void @llvm.lifetime.start.p0(i64 16, ptr %v)
  call void @fill(ptr %v)
  call void @llvm.lifetime.end.p0(i64 16, ptr %v)
  call void @safepoint()
  ret void
}

; Behind a call that returns once more nobody knows where the variable began.
; CHECK-LABEL: define void @twice(
; CHECK: store i64 1, ptr
; CHECK: call i32 @again()
; CHECK-NOT: store i64
; CHECK-NOT: lifetime
; CHECK: ret void
define void @twice() {
  %v = alloca %value, align 8
  %pgcstack = call ptr @julia.get_pgcstack()
  %n = call i32 @again()
  call void @llvm.lifetime.start.p0(i64 16, ptr %v)
  call void @fill(ptr %v)
  call void @llvm.lifetime.end.p0(i64 16, ptr %v)
  ret void
}

; CHECK-LABEL: define void @computed(
; CHECK: %v = alloca %value, i64 %n, align 8
; CHECK-NEXT: [[BYTES:%[0-9]+]] = mul i64 %n, 16
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 %v, i8 0, i64 [[BYTES]], i1 false)
; CHECK-NEXT: [[AT:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 24
; CHECK-NEXT: store ptr %v, ptr [[AT]]
; CHECK-NEXT: [[COUNT:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 32
; CHECK-NEXT: store i64 %n, ptr [[COUNT]]
; CHECK-NEXT: call void @fill(ptr %v)
; CHECK-NEXT: [[COUNT:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 32
; CHECK-NEXT: store i64 0, ptr [[COUNT]]
; CHECK-NEXT: call void @llvm.stackrestore.p0(ptr %s)
define void @computed(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %s = call ptr @llvm.stacksave.p0()
  %v = alloca %value, i64 %n, align 8
  call void @fill(ptr %v)
  call void @llvm.stackrestore.p0(ptr %s)
  call void @safepoint()
  ret void
}

; The memory of an argument by value is the callee's own.
; CHECK-LABEL: define void @argument(
; CHECK-SAME: ptr byval(%value) align 8 %v)
; CHECK: store ptr %v, ptr
; CHECK: store i64 1, ptr
; CHECK-NOT: null
; CHECK: call void @safepoint()
define void @argument(ptr readonly byval(%value) align 8 nocapture %v) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @safepoint()
  call void @read(ptr %v)
  ret void
}

; Only this function's stores write it: they root what they store, and no frame of blocks is needed.
; CHECK-LABEL: define void @closed(
; CHECK-NOT: gcmapped
; CHECK: ret void
define void @closed(ptr addrspace(10) %o) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  store ptr addrspace(10) %o, ptr %v
  call void @read(ptr %v)
  ret void
}

; Nothing can collect.
; CHECK-LABEL: define void @leaf(
; CHECK-NOT: gcmapped
; CHECK: ret void
declare void @touch(ptr) "gc-leaf-function"
define void @leaf() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  call void @touch(ptr %v)
  ret void
}

;--- addresses.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
; A collector that knows no maps is shown where each word is: 2 << 2 | 1.
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
; CHECK-LABEL: define void @array(
; CHECK: %gcmapped = alloca [4 x i64], align 16
; CHECK: store i64 9, ptr %gcmapped
; CHECK: [[A:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 16
; CHECK-NEXT: store ptr %v, ptr [[A]]
; CHECK-NEXT: [[W:%[0-9]+]] = getelementptr inbounds i8, ptr %v, i64 16
; CHECK-NEXT: [[A:%[0-9]+]] = getelementptr inbounds i8, ptr %gcmapped, i64 24
; CHECK-NEXT: store ptr [[W]], ptr [[A]]
define void @array() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x %value], align 8
  call void @fill(ptr %v)
  ret void
}

;--- untyped.ll
; A module that promises nothing of its types: only what sret says counts, here a part of a larger buffer.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
declare void @make(ptr sret(%value))
; CHECK: constant { i32, i32, [1 x i64] } { i32 6, i32 1, [1 x i64] [i64 17596482060290] }
; CHECK-LABEL: define void @mixed(
; CHECK-NOT: gcmapped
; CHECK: ret void
define void @mixed() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  call void @fill(ptr %v)
  ret void
}
; CHECK-LABEL: define void @part(
; CHECK: store ptr %v, ptr
define void @part() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [48 x i8], align 8
  %p = getelementptr i8, ptr %v, i64 16
  call void @make(ptr %p)
  ret void
}

;--- loop.ll
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
; CHECK-NOT: define
; CHECK: error: the stack variable 'v' with object references is of computed size, or not of the entry block, and is made again before it is freed
; CHECK-NEXT: in function 'loop': %v = alloca
; CHECK-NOT: define
define void @loop(i64 %n, i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  %v = alloca %value, i64 %n, align 8
  call void @fill(ptr %v)
  br i1 %c, label %again, label %exit
exit:
  ret void
}

;--- packed.ll
%value = type <{ i32, ptr addrspace(10) }>
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
; CHECK-NOT: define
; CHECK: error: an object reference in the stack variable 'v' does not lie at a whole word
; CHECK-NEXT: in function 'packed': %v = alloca
; CHECK-NOT: define
define void @packed() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  call void @fill(ptr %v)
  ret void
}

;--- bytes.ll
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
; CHECK-NOT: define
; CHECK: error: stores an object reference into the stack variable 'v' where its type has none, and the variable is also written by others or passed on
; CHECK-NEXT: in function 'bytes': store ptr addrspace(10) %o, ptr %p
; CHECK-NOT: define
define void @bytes(ptr addrspace(10) %o) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [32 x i8], align 8
  %p = getelementptr i8, ptr %v, i64 8
  store ptr addrspace(10) %o, ptr %p
  call void @fill(ptr %v)
  ret void
}

;--- computed.ll
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
; CHECK-NOT: define
; CHECK: error: the stack variable 'v' with object references is of computed size, or not of the entry block, and the profile's collector knows no mapped frames
; CHECK-NEXT: in function 'computed': %v = alloca
; CHECK-NOT: define
define void @computed(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca %value, i64 %n, align 8
  call void @fill(ptr %v)
  ret void
}

;--- loaded.ll
; Nobody told the collector of what the callee has put there.
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
declare void @safepoint()
; CHECK-NOT: define
; CHECK: error: loads an object reference out of the stack variable 'v' where its type has none
; CHECK-NEXT: in function 'loaded': %o = load ptr addrspace(10), ptr %v
; CHECK-NOT: define
define ptr addrspace(10) @loaded() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [32 x i8], align 8
  call void @fill(ptr %v)
  call void @safepoint()
  %o = load ptr addrspace(10), ptr %v
  ret ptr addrspace(10) %o
}

;--- behind.ll
; Memory of alloca(), whose address unoptimised code keeps in a variable.
declare ptr @julia.get_pgcstack()
declare void @safepoint()
; CHECK-NOT: define
; CHECK: error: stores an object reference into the stack variable 'memory' where its type has none
; CHECK-NEXT: in function 'behind': store ptr addrspace(10) %o, ptr %q
; CHECK-NOT: define
define void @behind(ptr addrspace(10) %o) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = alloca ptr, align 8
  %memory = alloca i8, i64 16, align 16
  store ptr %memory, ptr %p
  %v = load ptr, ptr %p
  %q = getelementptr inbounds ptr addrspace(10), ptr %v, i64 1
  store ptr addrspace(10) %o, ptr %q
  call void @safepoint()
  ret void
}

;--- number.ll
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
; CHECK-NOT: define
; CHECK: error: stores an object reference into the stack variable 'v' where its type has none
; CHECK-NEXT: in function 'number': store ptr addrspace(10) %o, ptr %p
; CHECK-NOT: define
define void @number(ptr addrspace(10) %o) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  %p = getelementptr i8, ptr %v, i64 8
  store ptr addrspace(10) %o, ptr %p
  call void @fill(ptr %v)
  ret void
}

;--- integer.ll
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
declare void @safepoint()
; CHECK-NOT: define
; CHECK: error: an object reference of the stack variable 'v' is read as an integer and used by a store behind a safepoint
; CHECK-NEXT: in function 'integer': %x = load i64, ptr %v
; CHECK-NOT: define
define void @integer(ptr %to) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  call void @fill(ptr %v)
  %x = load i64, ptr %v
  call void @safepoint()
  store i64 %x, ptr %to
  ret void
}

;--- below.ll
%value = type { ptr addrspace(10), i64 }
declare void @fill(ptr)
; CHECK-NOT: define
; CHECK: error: the stack variable 'below' holds object references that others may write, and the function has no GC stack
; CHECK-NEXT: in function 'not_in_entry': %below = alloca
; CHECK-NOT: define
define void @not_in_entry(i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  %below = alloca %value, align 8
  call void @fill(ptr %below)
  ret void
no:
  ret void
}

;--- getter.ll
%value = type { ptr addrspace(10), i64 }
declare void @fill(ptr)
; CHECK-NOT: define
; CHECK: error: the stack variable 'v' holds object references that others may write, and the function has no GC stack
; CHECK-NEXT: in function 'getter': %v = alloca
; CHECK-NOT: define
define void @getter() {
  %v = alloca %value, align 8
  call void @fill(ptr %v)
  ret void
}

;--- pattern.ll
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
; CHECK-NOT: define
; CHECK: error: sets the object references of the large stack variable 'v' to a pattern
; CHECK-NEXT: in function 'pattern': call void @llvm.memset
; CHECK-NOT: define
define void @pattern() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [5000 x %value], align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 -86, i64 80000, i1 false)
  call void @fill(ptr %v)
  ret void
}

;--- fine.ll
; A number beside the reference, a copy at once, bytes without references.
; STATS: 1 words of stack variables are mapped where they are
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
declare void @safepoint()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
; CHECK-LABEL: define void @fine(
; CHECK: store ptr %v, ptr
; CHECK: call void @llvm.memset
; CHECK-NEXT: store ptr null, ptr %v
; CHECK: ret void
define void @fine(ptr %to) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  %bytes = alloca [32 x i8], align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 -86, i64 16, i1 false)
  call void @fill(ptr %v)
  call void @fill(ptr %bytes)
  %x = load i64, ptr %v
  store i64 %x, ptr %to
  %p = getelementptr %value, ptr %v, i64 0, i32 1
  %y = load i64, ptr %p
  call void @safepoint()
  store i64 %y, ptr %to
  ret void
}
