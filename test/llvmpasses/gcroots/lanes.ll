; Values out of vectors, structs and constants: which object each lane belongs to.  Placed, proved, and nothing else is kept.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --verify-each -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --without=all -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=framemap -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=statepoint -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=shadow-stack -S %s -o /dev/null
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @safe()
declare i64 @look(ptr addrspace(10))
declare i64 @look2(<2 x ptr addrspace(10)>)
declare i64 @peek(ptr addrspace(11))
declare <2 x ptr addrspace(10)> @two()
declare <4 x ptr addrspace(10)> @four()
declare <2 x ptr addrspace(10)> @llvm.vector.extract.v2p10.v4p10(<4 x ptr addrspace(10)>, i64)
declare <4 x ptr addrspace(10)> @llvm.vector.insert.v4p10.v2p10(<4 x ptr addrspace(10)>, <2 x ptr addrspace(10)>, i64)
declare ptr addrspace(10) @julia.blackbox.p10(ptr addrspace(10))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr addrspace(11) @llvm.launder.invariant.group.p11(ptr addrspace(11))
declare ptr addrspace(10) @llvm.ssa.copy.p10(ptr addrspace(10) returned)
declare ptr addrspace(11) @llvm.ptrmask.p11.i64(ptr addrspace(11), i64)

; Two of four lanes are used: two slots.
; CHECK-LABEL: define i64 @extracted(
; CHECK: julia.new_gc_frame(i32 2)
; CHECK-DAG: [[L2:%.*]] = extractelement <4 x ptr addrspace(10)> %v, i32 2
; CHECK-DAG: [[L3:%.*]] = extractelement <4 x ptr addrspace(10)> %v, i32 3
; CHECK-DAG: store ptr addrspace(10) [[L2]], ptr %gcslot
; CHECK-DAG: store ptr addrspace(10) [[L3]], ptr %gcslot
; CHECK: call void @safe()
define i64 @extracted() {
  %p = call ptr @julia.get_pgcstack()
  %v = call <4 x ptr addrspace(10)> @four()
  %w = call <2 x ptr addrspace(10)> @llvm.vector.extract.v2p10.v4p10(<4 x ptr addrspace(10)> %v, i64 2)
  call void @safe()
  %n = call i64 @look2(<2 x ptr addrspace(10)> %w)
  ret i64 %n
}
; What was overwritten is not kept: four lanes of two vectors.
; CHECK-LABEL: define i64 @inserted(
; CHECK: julia.new_gc_frame(i32 4)
; CHECK: call void @safe()
define i64 @inserted() {
  %p = call ptr @julia.get_pgcstack()
  %w = call <2 x ptr addrspace(10)> @two()
  %v = call <4 x ptr addrspace(10)> @four()
  %i = call <4 x ptr addrspace(10)> @llvm.vector.insert.v4p10.v2p10(<4 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> %w, i64 2)
  call void @safe()
  %a = extractelement <4 x ptr addrspace(10)> %i, i32 0
  %b = extractelement <4 x ptr addrspace(10)> %i, i32 1
  %c = extractelement <4 x ptr addrspace(10)> %i, i32 2
  %d = extractelement <4 x ptr addrspace(10)> %i, i32 3
  %n1 = call i64 @look(ptr addrspace(10) %a)
  %n2 = call i64 @look(ptr addrspace(10) %b)
  %n3 = call i64 @look(ptr addrspace(10) %c)
  %n4 = call i64 @look(ptr addrspace(10) %d)
  ret i64 %n4
}
; A lane that is poison needs nothing.
; CHECK-LABEL: define i64 @shuffled(
; CHECK: julia.new_gc_frame(i32 1)
; CHECK: [[L:%.*]] = extractelement <2 x ptr addrspace(10)> %b, i32 0
; CHECK: store ptr addrspace(10) [[L]], ptr %gcslot0
; CHECK: call void @safe()
define i64 @shuffled(<2 x ptr addrspace(10)> %a) {
  %p = call ptr @julia.get_pgcstack()
  %b = call <2 x ptr addrspace(10)> @two()
  %s = shufflevector <2 x ptr addrspace(10)> %a, <2 x ptr addrspace(10)> %b, <4 x i32> <i32 2, i32 poison, i32 0, i32 poison>
  call void @safe()
  %x = extractelement <4 x ptr addrspace(10)> %s, i32 0
  %n = call i64 @look(ptr addrspace(10) %x)
  %y = extractelement <4 x ptr addrspace(10)> %s, i32 1
  ret i64 %n
}
; Nested composites.
; CHECK-LABEL: define i64 @nested(
; CHECK: julia.new_gc_frame(i32 2)
; CHECK-DAG: store ptr addrspace(10) %a, ptr %gcslot
; CHECK-DAG: store ptr addrspace(10) %b, ptr %gcslot
; CHECK: call void @safe()
define i64 @nested() {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %c = call ptr addrspace(10) @make()
  %i0 = insertvalue { i64, [2 x ptr addrspace(10)], { ptr addrspace(10), i64 } } poison, ptr addrspace(10) %c, 2, 0
  %i1 = insertvalue { i64, [2 x ptr addrspace(10)], { ptr addrspace(10), i64 } } %i0, ptr addrspace(10) %a, 1, 1
  %i2 = insertvalue { i64, [2 x ptr addrspace(10)], { ptr addrspace(10), i64 } } %i1, ptr addrspace(10) %b, 2, 0
  %f = freeze { i64, [2 x ptr addrspace(10)], { ptr addrspace(10), i64 } } %i2
  call void @safe()
  %e = extractvalue { i64, [2 x ptr addrspace(10)], { ptr addrspace(10), i64 } } %f, 1
  %x = extractvalue [2 x ptr addrspace(10)] %e, 1
  %y = extractvalue { i64, [2 x ptr addrspace(10)], { ptr addrspace(10), i64 } } %f, 2, 0
  %n = call i64 @look(ptr addrspace(10) %x)
  %m = call i64 @look(ptr addrspace(10) %y)
  ret i64 %m
}
; Steps that change nothing.
; CHECK-LABEL: define i64 @steps(
; CHECK: julia.new_gc_frame(i32 1)
; CHECK: store ptr addrspace(10) %a, ptr %gcslot0
; CHECK-NOT: %gcslot0
; CHECK: call void @safe()
; CHECK: call i64 @peek(
define i64 @steps() {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @llvm.ssa.copy.p10(ptr addrspace(10) %a)
  %f = freeze ptr addrspace(10) %b
  %d = addrspacecast ptr addrspace(10) %f to ptr addrspace(11)
  %l = call ptr addrspace(11) @llvm.launder.invariant.group.p11(ptr addrspace(11) %d)
  %m = call ptr addrspace(11) @llvm.ptrmask.p11.i64(ptr addrspace(11) %l, i64 -16)
  %g = getelementptr i8, ptr addrspace(11) %m, i64 8
  call void @safe()
  %n = call i64 @peek(ptr addrspace(11) %g)
  ret i64 %n
}
; A mask of constants decides; else both.
; CHECK-LABEL: define i64 @chosen_lanes(
; CHECK: julia.new_gc_frame(i32 2)
define i64 @chosen_lanes() {
  %p = call ptr @julia.get_pgcstack()
  %a = call <2 x ptr addrspace(10)> @two()
  %b = call <2 x ptr addrspace(10)> @two()
  %s = select <2 x i1> <i1 true, i1 false>, <2 x ptr addrspace(10)> %a, <2 x ptr addrspace(10)> %b
  call void @safe()
  %n = call i64 @look2(<2 x ptr addrspace(10)> %s)
  ret i64 %n
}
; Types live for ever, and so does what is null or in a variable of the program.
; CHECK-LABEL: define i64 @for_ever(
; CHECK-NOT: julia.new_gc_frame
; CHECK: call void @safe()
@fixed = external constant ptr addrspace(10)
define i64 @for_ever(i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  %f = load ptr addrspace(10), ptr @fixed
  %s = select i1 %c, ptr addrspace(10) %t, ptr addrspace(10) %f
  %u = select i1 %c, ptr addrspace(10) %s, ptr addrspace(10) null
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %u)
  ret i64 %n
}
; Behind a lane that nobody knows there may be any.
; CHECK-LABEL: define i64 @unknown_lane(
; CHECK: julia.new_gc_frame(i32 1)
; CHECK: [[E:%.*]] = extractelement <4 x ptr addrspace(10)> %v, i32 %i
; CHECK: store ptr addrspace(10) [[E]], ptr %gcslot0
define i64 @unknown_lane(i32 %i) {
  %p = call ptr @julia.get_pgcstack()
  %v = call <4 x ptr addrspace(10)> @four()
  %e = extractelement <4 x ptr addrspace(10)> %v, i32 %i
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %e)
  ret i64 %n
}
; CHECK-LABEL: define i64 @unknown_place(
; CHECK: julia.new_gc_frame(i32 4)
define i64 @unknown_place(i32 %i) {
  %p = call ptr @julia.get_pgcstack()
  %v = call <4 x ptr addrspace(10)> @four()
  %a = call ptr addrspace(10) @make()
  %w = insertelement <4 x ptr addrspace(10)> %v, ptr addrspace(10) %a, i32 %i
  call void @safe()
  %e0 = extractelement <4 x ptr addrspace(10)> %w, i32 0
  %e1 = extractelement <4 x ptr addrspace(10)> %w, i32 1
  %e2 = extractelement <4 x ptr addrspace(10)> %w, i32 2
  %e3 = extractelement <4 x ptr addrspace(10)> %w, i32 3
  %n0 = call i64 @look(ptr addrspace(10) %e0)
  %n1 = call i64 @look(ptr addrspace(10) %e1)
  %n2 = call i64 @look(ptr addrspace(10) %e2)
  %n3 = call i64 @look(ptr addrspace(10) %e3)
  ret i64 %n3
}
; An integer is no object that anybody knows: it is kept as a value of its own.
; CHECK-LABEL: define i64 @of_integer(
; CHECK: julia.new_gc_frame(i32 1)
; CHECK: store ptr addrspace(10) %a, ptr %gcslot0
define i64 @of_integer(i64 %i) {
  %p = call ptr @julia.get_pgcstack()
  %r = inttoptr i64 %i to ptr
  %g = getelementptr i8, ptr %r, i64 8
  %a = addrspacecast ptr %g to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %a)
  ret i64 %n
}
