; Aggregates and vectors of tracked pointers: their pointers are relocated one by one and put back where the whole is read.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s | FileCheck %s
; RUN: %lateroot compile --abi=statepoint --check -O0 %s -o %t.o
; RUN: %lateroot compile --abi=statepoint --check -O2 %s -o %t.o
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @safe()
declare {ptr addrspace(10), i64} @pair()
declare {i64, {ptr addrspace(10), [1 x ptr addrspace(10)]}} @nested()
declare <2 x ptr addrspace(10)> @two()
declare ptr addrspace(10) @make()

; CHECK-LABEL: define { ptr addrspace(10), i64 } @result
; CHECK: %p = call { ptr addrspace(10), i64 } @llvm.experimental.gc.result.sl_p10i64s
; CHECK: [[E:%.*]] = extractvalue { ptr addrspace(10), i64 } %p, 0
; CHECK: call token {{.*}} @safe, {{.*}} "gc-live"(ptr addrspace(10) [[E]])
; CHECK: [[M:%.*]] = {{.*}} @llvm.experimental.gc.relocate.p10
; CHECK: [[R:%.*]] = insertvalue { ptr addrspace(10), i64 } %p, ptr addrspace(10) [[M]], 0
; CHECK: ret { ptr addrspace(10), i64 } [[R]]
define {ptr addrspace(10), i64} @result() {
  %pgc = call ptr @julia.get_pgcstack()
  %p = call {ptr addrspace(10), i64} @pair()
  call void @safe()
  ret {ptr addrspace(10), i64} %p
}

; Only the pointer that is read later is relocated; the others of an aggregate are, too, if the whole is.
; CHECK-LABEL: define ptr addrspace(10) @deep
; CHECK: [[INNER:%.*]] = extractvalue { i64, { ptr addrspace(10), [1 x ptr addrspace(10)] } } %n, 1
; CHECK: insertvalue { i64, { ptr addrspace(10), [1 x ptr addrspace(10)] } }
; CHECK: ret
define ptr addrspace(10) @deep() {
  %pgc = call ptr @julia.get_pgcstack()
  %n = call {i64, {ptr addrspace(10), [1 x ptr addrspace(10)]}} @nested()
  call void @safe()
  %x = extractvalue {i64, {ptr addrspace(10), [1 x ptr addrspace(10)]}} %n, 1, 1, 0
  ret ptr addrspace(10) %x
}

; CHECK-LABEL: define void @vectors
; CHECK: [[A1:%.*]] = extractelement <2 x ptr addrspace(10)> %v, i32 1
; CHECK: [[A0:%.*]] = extractelement <2 x ptr addrspace(10)> %v, i32 0
; CHECK: call token {{.*}} "gc-live"(ptr addrspace(10) [[A0]], ptr addrspace(10) [[A1]])
; CHECK: insertelement
; CHECK: [[WHOLE:%.*]] = insertelement
; CHECK: extractelement <2 x ptr addrspace(10)> [[WHOLE]], i64 %i
define void @vectors(<2 x ptr addrspace(10)> %v, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  call void @safe()
  %e = extractelement <2 x ptr addrspace(10)> %v, i64 %i
  store i64 0, ptr addrspace(10) %e
  ret void
}

; A vector of derived pointers whose lane is chosen at run time: so is the base.
; CHECK-LABEL: define i64 @lane
; CHECK: [[BASE:%gclift.*]] = extractelement <2 x ptr addrspace(10)> {{%.*}}, i64 %i
; CHECK: call token {{.*}} "gc-live"(ptr addrspace(10) [[BASE]], ptr addrspace(11) %e)
; CHECK: %e.moved = {{.*}}; ([[BASE]], %e)
define i64 @lane(ptr addrspace(10) %a, ptr addrspace(10) %b, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %a1 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %b1 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %v0 = insertelement <2 x ptr addrspace(11)> poison, ptr addrspace(11) %a1, i32 0
  %v = insertelement <2 x ptr addrspace(11)> %v0, ptr addrspace(11) %b1, i32 1
  %e = extractelement <2 x ptr addrspace(11)> %v, i64 %i
  call void @safe()
  %x = load i64, ptr addrspace(11) %e
  ret i64 %x
}

; A phi of composites: the whole is put together again at the end of the block that it comes from.
; CHECK-LABEL: define ptr addrspace(10) @phi
; CHECK: a:
; CHECK: call token
; CHECK: [[P:%.*]] = insertvalue { ptr addrspace(10), i64 } %p, ptr addrspace(10)
; CHECK: br label %j
; CHECK: phi { ptr addrspace(10), i64 } [ %p, %top ], [ [[P]], %a ]
define ptr addrspace(10) @phi(i1 %c) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %p = call {ptr addrspace(10), i64} @pair()
  br i1 %c, label %a, label %j
a:
  call void @safe()
  br label %j
j:
  %q = phi {ptr addrspace(10), i64} [ %p, %top ], [ %p, %a ]
  %x = extractvalue {ptr addrspace(10), i64} %q, 0
  ret ptr addrspace(10) %x
}

; Of a composite only what is read later counts: its first element is not relocated.
; CHECK-LABEL: define ptr addrspace(10) @partly
; CHECK: [[T:%.*]] = call token {{.*}} @safe, {{.*}} "gc-live"(ptr addrspace(10) %b, ptr addrspace(10) {{%[^,]*}})
; CHECK: ret
define ptr addrspace(10) @partly(ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %x = insertvalue [2 x ptr addrspace(10)] zeroinitializer, ptr addrspace(10) %a, 0
  %y = insertvalue [2 x ptr addrspace(10)] %x, ptr addrspace(10) %b, 1
  call void @safe() "gc-leaf-function"
  call void @safe()
  %e = extractvalue [2 x ptr addrspace(10)] %y, 1
  ret ptr addrspace(10) %e
}

; What is put into a vector behind the safepoint is not relocated, and stays in it beside what is.
; CHECK-LABEL: define <2 x ptr addrspace(10)> @new_lane
; CHECK: [[OLD:%.*]] = extractelement <2 x ptr addrspace(10)> %x, i32 1
; CHECK: call token {{.*}} @make, {{.*}} "gc-live"(ptr addrspace(10) [[OLD]])
; CHECK: [[MOVED:%.*]] = {{.*}} @llvm.experimental.gc.relocate.p10
; CHECK: [[HALF:%.*]] = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %new, i32 0
; CHECK: [[BOTH:%.*]] = insertelement <2 x ptr addrspace(10)> [[HALF]], ptr addrspace(10) [[MOVED]], i32 1
; CHECK: ret <2 x ptr addrspace(10)> [[BOTH]]
define <2 x ptr addrspace(10)> @new_lane(<2 x ptr addrspace(10)> %x) {
  %pgc = call ptr @julia.get_pgcstack()
  %new = call ptr addrspace(10) @make()
  %v = insertelement <2 x ptr addrspace(10)> %x, ptr addrspace(10) %new, i32 0
  ret <2 x ptr addrspace(10)> %v
}

; The lane that is about to be replaced is not read: nothing stale is put there.
; CHECK-LABEL: define <2 x ptr addrspace(10)> @replaced_lane
; CHECK: [[MOVED:%.*]] = {{.*}} @llvm.experimental.gc.relocate.p10
; CHECK: [[HALF:%.*]] = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) [[MOVED]], i32 1
; CHECK: %w = insertelement <2 x ptr addrspace(10)> [[HALF]], ptr addrspace(10) %new, i32 0
define <2 x ptr addrspace(10)> @replaced_lane(ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %u = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %a, i32 0
  %v = insertelement <2 x ptr addrspace(10)> %u, ptr addrspace(10) %b, i32 1
  %new = call ptr addrspace(10) @make()
  %w = insertelement <2 x ptr addrspace(10)> %v, ptr addrspace(10) %new, i32 0
  ret <2 x ptr addrspace(10)> %w
}

; A vector that is carried around a loop, with a new object in a lane of it in each turn: the select reads the new one.
; CHECK-LABEL: define <2 x ptr addrspace(10)> @rotate
; CHECK: loop:
; CHECK: call token {{.*}} @make
; CHECK: %new = call ptr addrspace(10) @llvm.experimental.gc.result.p10
; CHECK: [[HALF:%.*]] = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %new, i32 0
; CHECK: [[BOTH:%.*]] = insertelement <2 x ptr addrspace(10)> [[HALF]], ptr addrspace(10) {{%.*}}, i32 1
; CHECK: %kept = select <2 x i1> %c, <2 x ptr addrspace(10)> [[BOTH]], <2 x ptr addrspace(10)> {{%.*}}
define <2 x ptr addrspace(10)> @rotate(<2 x ptr addrspace(10)> %first, <2 x i1> %c, i1 %more) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %window = phi <2 x ptr addrspace(10)> [ %first, %top ], [ %kept, %loop ]
  %new = call ptr addrspace(10) @make()
  %turned = shufflevector <2 x ptr addrspace(10)> %window, <2 x ptr addrspace(10)> poison, <2 x i32> <i32 1, i32 0>
  %replaced = insertelement <2 x ptr addrspace(10)> %turned, ptr addrspace(10) %new, i32 0
  %kept = select <2 x i1> %c, <2 x ptr addrspace(10)> %replaced, <2 x ptr addrspace(10)> %window
  br i1 %more, label %loop, label %done
done:
  ret <2 x ptr addrspace(10)> %kept
}

; Lanes that were cast before they were put into the vector are cast again.
; CHECK-LABEL: define i64 @cast_lanes
; CHECK: [[MOVED:%.*]] = {{.*}} @llvm.experimental.gc.relocate.p10
; CHECK: [[CAST:%.*]] = addrspacecast ptr addrspace(10) [[MOVED]] to ptr addrspace(11)
; CHECK: [[HALF:%.*]] = insertelement <2 x ptr addrspace(11)> poison, ptr addrspace(11) [[CAST]], i32 0
; CHECK: [[BOTH:%.*]] = insertelement <2 x ptr addrspace(11)> [[HALF]], ptr addrspace(11) {{%.*}}, i32 1
; CHECK: getelementptr i8, <2 x ptr addrspace(11)> [[BOTH]], i64 8
define i64 @cast_lanes(ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %a1 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %b1 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %u = insertelement <2 x ptr addrspace(11)> poison, ptr addrspace(11) %a1, i32 0
  %v = insertelement <2 x ptr addrspace(11)> %u, ptr addrspace(11) %b1, i32 1
  call void @safe()
  %fields = getelementptr i8, <2 x ptr addrspace(11)> %v, i64 8
  %f = extractelement <2 x ptr addrspace(11)> %fields, i32 1
  %x = load i64, ptr addrspace(11) %f
  ret i64 %x
}
