; RUN: %lateroot opt -d C --disable-output --passes=LateLowerGCFrame %s 2>&1 | FileCheck %s
; RUN: %lateroot opt -d NLCP --disable-output --passes=LateLowerGCFrame --func=nothing %s 2>&1 | FileCheck %s --check-prefix=NOTHING
; RUN: %lateroot opt -d N --disable-output --passes=LateLowerGCFrame --func=loop %s 2>&1 | FileCheck %s --check-prefix=ONE
;
; The root map in a terminal: a row for each instruction, a column for each slot.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare i1 @more()

; A store ahead of the loop; slots written anew in each turn, with dead tails from one turn to the next.
; CHECK: @loop  4 values, 7 safepoints, 3 live at most, 3 slots, 4 stores
; CHECK-NEXT:      0 1 2
; CHECK-NEXT: entry:
; CHECK-NEXT:      . . .   %pgcstack = call
; CHECK-NEXT:   *  . . .   %a = call
; CHECK-NEXT:      @ . .   br i1 %c, label %body, label %out   ; 0 <- %a#0
; CHECK-NEXT: body:
; CHECK-NEXT:      | : :   %p = phi
; CHECK-NEXT:   *  | @ :   %0 = call ptr addrspace(10) @make()   ; 1 <- %p#1
; CHECK-NEXT:   *  | | @   call void @use(ptr addrspace(10) %p)   ; 2 <- %0#2
; CHECK-NEXT:   *  | : |   %1 = call i1 @more()
; CHECK-NEXT:      | : :   br i1 %1
; CHECK-NEXT: out:
; CHECK-NEXT:      | : :   %r = phi
; CHECK-NEXT:   *  | @ :   call void @use(ptr addrspace(10) %arg)   ; 1 <- %r#3
; CHECK-NEXT:   *  | | :   call void @use(ptr addrspace(10) %r)
; CHECK-NEXT:   *  | | :   call void @use(ptr addrspace(10) %r)
; CHECK-NEXT:      : : :   ret ptr
; CHECK-NEXT:   * safepoint   @ stored before it   | needed   : dead, not overwritten   . empty
; ONE: @loop
; ONE: body:  depth 1
; ONE-NOT: @nothing
define ptr addrspace(10) @loop(ptr addrspace(10) %arg, i1 %c) {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %body, label %out
body:
  %p = phi ptr addrspace(10) [ %a, %entry ], [ %0, %body ]
  %0 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %p)
  %1 = call i1 @more()
  br i1 %1, label %body, label %out
out:
  %r = phi ptr addrspace(10) [ %a, %entry ], [ %0, %body ]
  call void @use(ptr addrspace(10) %arg)
  call void @use(ptr addrspace(10) %r)
  call void @use(ptr addrspace(10) %r)
  ret ptr addrspace(10) %a
}

; Lines that LLVM spreads over several, and labels and names that need quotes, do not throw the rows out of step; the frame is popped
; before @lines comes to its end.
; CHECK: @lines
; CHECK: .   switch i32 %k, label %out [
; CHECK-NEXT: a: b:
; CHECK-NEXT: *  @   %"x = 1" = call ptr addrspace(10) @make()   ; 0 <- %v#0
; CHECK-NEXT: *  |   call void @use(ptr addrspace(10) %v)
; CHECK-NEXT: *  |   call void @use(ptr addrspace(10) %v)
; CHECK-NEXT:    :   br label %out
; CHECK-NEXT: out:
; CHECK-NEXT:    .   ret void
define void @lines(i32 %k) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call ptr addrspace(10) @make()
  switch i32 %k, label %out [
    i32 1, label %"a: b"
    i32 2, label %"a: b"
  ]
"a: b":
  %"x = 1" = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %v)
  call void @use(ptr addrspace(10) %v)
  br label %out
out:
  ret void
}

; NOTHING-NOT: @loop
; NOTHING: @nothing  0 values, 0 safepoints
; NOTHING: no safepoint: nothing needs a root
define void @nothing() {
  %pgcstack = call ptr @julia.get_pgcstack()
  ret void
}
