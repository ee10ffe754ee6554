; What is live at many safepoints and seldom read is not relocated at each of them: it goes to memory that the collector is shown.
; RUN: %python %S/Inputs/repeat.py %s > %t.ll
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %t.ll | FileCheck %s
; RUN: %lateroot opt --reload --check --passes='LateLowerGCFrame' -S %t.ll | FileCheck %s --check-prefix=RELOAD
; RUN: %lateroot compile --abi=statepoint --check -O2 %t.ll -o %t.o
; RUN: %lateroot compile --abi=framemap --reload --check -O2 %t.ll -o %t.o
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @safe()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

; Stored once, read where it is used, and one variable for all of them, whose words are free again behind what was in them.  A use before the next
; safepoint reads nothing.
; CHECK-LABEL: define void @words
; CHECK: %gcspilled = alloca ptr addrspace(10), i32 2
; CHECK: store ptr addrspace(10) %arg, ptr %gcspilled
; CHECK: load i64, ptr addrspace(10) %arg
; CHECK: %made = {{.*}}gc.result
; CHECK: [[second:%.*]] = getelementptr inbounds ptr addrspace(10), ptr %gcspilled, i32 1
; CHECK-NEXT: store ptr addrspace(10) %made, ptr [[second]]
; CHECK-COUNT-70: @safe, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %gcspilled, i32 2, i32 0, i32 0, i32 0, i32 1, i32 0) ]
; CHECK-NOT: gc.relocate
; CHECK: [[read:%.*]] = load ptr addrspace(10), ptr {{%.*}}
; CHECK-NEXT: {{.*}}@use, i32 1, i32 0, ptr addrspace(10) [[read]], {{.*}}"deopt"(ptr addrspace(10) [[read]], ptr %gcspilled
; CHECK: %later = {{.*}}gc.result
; CHECK: [[again:%.*]] = getelementptr inbounds ptr addrspace(10), ptr %gcspilled, i32 1
; CHECK-NEXT: store ptr addrspace(10) %later, ptr [[again]]
; CHECK-NOT: gc.relocate
; CHECK: ret void
; RELOAD-LABEL: define void @words
; RELOAD: %made = call
; RELOAD-NOT: load
; RELOAD: [[read:%.*]] = load ptr addrspace(10), ptr {{%.*}}
; RELOAD: call void @use(ptr addrspace(10) [[read]])
; RELOAD: ret void
define void @words(ptr addrspace(10) %arg) {
  %pgc = call ptr @julia.get_pgcstack()
  %field = load i64, ptr addrspace(10) %arg
  %made = call ptr addrspace(10) @make()
;70   call void @safe()
  call void @use(ptr addrspace(10) %made)
  %later = call ptr addrspace(10) @make()
;70   call void @safe()
  call void @use(ptr addrspace(10) %later)
  call void @use(ptr addrspace(10) %arg)
  ret void
}

; The words become null where all that reads and writes them is behind, but in no loop; nothing before names them.
; CHECK-LABEL: define void @cold_loop
; CHECK: %gcspilled = alloca ptr addrspace(10)
; CHECK-NOT: memset
; CHECK: @safe, i32 0, i32 0, i32 0, i32 0)
; CHECK-NOT: gcspilled
; CHECK: before:
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 %gcspilled, i8 0, i64 8, i1 false)
; CHECK-NEXT: call void asm sideeffect "", "*m,~{memory}"(ptr elementtype(ptr addrspace(10)) %gcspilled)
; CHECK: loop:
; CHECK-NOT: memset
; CHECK: store ptr addrspace(10) %made, ptr %gcspilled
; CHECK-COUNT-70: @safe, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %gcspilled, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
; CHECK: out:
; CHECK-NOT: gcspilled
; CHECK: ret void
define void @cold_loop(i1 %c, i1 %d) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  call void @safe()
  br i1 %c, label %before, label %out
before:
  br label %loop
loop:
  %made = call ptr addrspace(10) @make()
;70   call void @safe()
  call void @use(ptr addrspace(10) %made)
  br i1 %d, label %loop, label %out
out:
  call void @safe()
  ret void
}

; Behind a base that turns out to be another value, which has no number among those that are live.
; CHECK-LABEL: define void @behind_another_name
; CHECK: %gcspilled = alloca ptr addrspace(10)
; CHECK: %made = {{.*}}gc.result
; CHECK: store ptr addrspace(10) %made, ptr %gcspilled
; CHECK-NOT: gc.relocate
; CHECK: ret void
define void @behind_another_name(ptr addrspace(10) %arg) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %begin = addrspacecast ptr addrspace(10) %arg to ptr addrspace(11)
  br label %loop
loop:
  %at = phi ptr addrspace(11) [ %begin, %top ], [ %next, %loop ]
  %next = getelementptr i8, ptr addrspace(11) %at, i64 8
  %word = load i64, ptr addrspace(11) %next
  %more = icmp ne i64 %word, 0
  br i1 %more, label %loop, label %done
done:
  %made = call ptr addrspace(10) @make()
;70   call void @safe()
  call void @use(ptr addrspace(10) %made)
  ret void
}

; Not at fewer safepoints; nor what is used often.
; CHECK-LABEL: define void @seldom_enough
; CHECK-NOT: %gcspilled
; CHECK: ret void
define void @seldom_enough(ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %pgc = call ptr @julia.get_pgcstack()
;10   call void @safe()
  call void @use(ptr addrspace(10) %a)
;12   call void @use(ptr addrspace(10) %b)
  ret void
}

; In a loop without safepoints what was relocated stays in a register.
; CHECK-LABEL: define i64 @in_a_register
; CHECK-NOT: %gcspilled
; CHECK: ret i64
define i64 @in_a_register(ptr addrspace(10) %a, i64 %n) {
top:
  %pgc = call ptr @julia.get_pgcstack()
;20   call void @safe()
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %j, %loop ]
  %p = getelementptr i64, ptr addrspace(10) %a, i64 %i
  %field = load i64, ptr addrspace(10) %p
  %j = add i64 %i, %field
  %more = icmp slt i64 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %j
}

; Phis read at the end of the blocks that they come from; what is itself a phi is stored behind all of them; casts are made anew.
; CHECK-LABEL: define ptr addrspace(10) @phis
; CHECK: loop:
; CHECK: %p = phi ptr addrspace(10) [ %a, %top ], [ [[next:%.*]], %loop ]
; CHECK-NEXT: %i = phi
; CHECK: store ptr addrspace(10) %p
; CHECK-NOT: gc.relocate
; CHECK: [[next]] = load ptr addrspace(10), ptr
; CHECK-NEXT: br i1
; CHECK: exit:
; CHECK: [[object:%.*]] = load ptr addrspace(10), ptr
; CHECK-NEXT: [[cast:%.*]] = addrspacecast ptr addrspace(10) [[object]] to ptr addrspace(11)
; CHECK-NEXT: load i64, ptr addrspace(11) [[cast]]
define ptr addrspace(10) @phis(ptr addrspace(10) %a, i64 %n) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %a, %top ], [ %q, %loop ]
  %i = phi i64 [ 0, %top ], [ %j, %loop ]
  %d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %q = call ptr addrspace(10) @make()
;70   call void @safe()
  %j = add i64 %i, 1
  %more = icmp slt i64 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  %field = load i64, ptr addrspace(11) %d
  ret ptr addrspace(10) %p
}

; An address in it, with which it has to be relocated anyway.
; CHECK-LABEL: define i64 @address
; CHECK-NOT: %gcspilled
; CHECK: ret i64
define i64 @address(ptr addrspace(10) %a, i1 %c) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %p = getelementptr i8, ptr addrspace(11) %d, i64 8
;70   call void @safe()
  br i1 %c, label %one, label %two
one:
  %field = load i64, ptr addrspace(11) %p
  ret i64 %field
two:
  ret i64 0
}
