; The nearest forms that are none of the dialect: refused with function and instruction, and nothing comes out.
;
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/scalable.ll 2>&1 | FileCheck %t/scalable.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/huge.ll 2>&1 | FileCheck %t/huge.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/derived-vector.ll 2>&1 | FileCheck %t/derived-vector.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/derived-array.ll 2>&1 | FileCheck %t/derived-array.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/edges.ll 2>&1 | FileCheck %t/edges.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/exchange.ll 2>&1 | FileCheck %t/exchange.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/lent.ll 2>&1 | FileCheck %t/lent.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/loop-variable.ll 2>&1 | FileCheck %t/loop-variable.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/which-variable.ll 2>&1 | FileCheck %t/which-variable.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/half.ll 2>&1 | FileCheck %t/half.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/count.ll 2>&1 | FileCheck %t/count.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/gcstack.ll 2>&1 | FileCheck %t/gcstack.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/owner.ll 2>&1 | FileCheck %t/owner.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/landing.ll 2>&1 | FileCheck %t/landing.ll

;--- scalable.ll
; How many lanes there are is not known, so there are no slots for them.
declare ptr @julia.get_pgcstack()
declare <vscale x 2 x ptr addrspace(10)> @make()
; CHECK-NOT: define
; CHECK: error: {{.*}}cannot be followed: it is scalable
; CHECK-NEXT: in function 'scalable': %v = call <vscale x 2 x ptr addrspace(10)> @make()
; CHECK-NOT: define
define void @scalable() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <vscale x 2 x ptr addrspace(10)> @make()
  ret void
}

;--- huge.ll
; A single result of a hundred million references.
declare ptr @julia.get_pgcstack()
declare [100000000 x ptr addrspace(10)] @make()
; CHECK-NOT: define
; CHECK: error: {{.*}}cannot be followed: it is scalable, too large
; CHECK-NEXT: in function 'huge': %v = call [100000000 x ptr addrspace(10)] @make()
; CHECK-NOT: define
define void @huge(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call [100000000 x ptr addrspace(10)] @make()
  ret void
}

;--- derived-vector.ll
declare ptr @julia.get_pgcstack()
declare <2 x ptr addrspace(11)> @inner()
; CHECK-NOT: define
; CHECK: error: {{.*}}Derived (11) pointer, whose object cannot be found
; CHECK-NEXT: in function 'derived_vector': %v = call <2 x ptr addrspace(11)> @inner()
; CHECK-NOT: define
define void @derived_vector() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(11)> @inner()
  ret void
}

;--- derived-array.ll
declare ptr @julia.get_pgcstack()
; CHECK-NOT: define
; CHECK: error: {{.*}}Derived (11)
; CHECK-NEXT: in function 'derived_array': %v = load [2 x ptr addrspace(11)], ptr %p
; CHECK-NOT: define
define void @derived_array(ptr %p) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = load [2 x ptr addrspace(11)], ptr %p
  ret void
}

;--- edges.ll
; Two edges from one block bring two values: no IR at all.
declare ptr @julia.get_pgcstack()
; CHECK-NOT: define
; CHECK: error: {{.*}}PHI node has multiple entries for the same basic block with different incoming values
; CHECK-NOT: define
define ptr addrspace(10) @edges(i32 %k, ptr addrspace(10) %a, ptr addrspace(10) %b) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  switch i32 %k, label %other [ i32 0, label %join
    i32 1, label %join ]
other:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %a, %top ], [ %b, %top ], [ %b, %other ]
  ret ptr addrspace(10) %p
}

;--- exchange.ll
; An interior pointer is not exchanged with memory.
declare ptr @julia.get_pgcstack()
; CHECK-NOT: define
; CHECK: error: {{.*}}Derived (11)
; CHECK-NEXT: in function 'exchange': %old = atomicrmw xchg ptr %p, ptr addrspace(11) %d
; CHECK-NOT: define
define void @exchange(ptr %p, ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %old = atomicrmw xchg ptr %p, ptr addrspace(11) %d seq_cst
  ret void
}

;--- lent.ll
; What is lent to a callee is not read here.
declare ptr @julia.get_pgcstack()
; CHECK-NOT: define
; CHECK: error: {{.*}}CalleeRooted (12)
; CHECK-NEXT: in function 'lent': %x = load i64, ptr addrspace(12) %p
; CHECK-NOT: define
define i64 @lent(i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %la = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  %lb = addrspacecast ptr addrspace(10) %b to ptr addrspace(12)
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr addrspace(12) [ %la, %top ], [ %lb, %left ]
  %x = load i64, ptr addrspace(12) %p
  ret i64 %x
}

;--- loop-variable.ll
; A variable for each round of the loop has no one place in the frame.
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use_raw(ptr)
; CHECK-NOT: define
; CHECK: error: stores an object reference into stack memory that is allocated in a loop or of computed size
; CHECK-NEXT: in function 'loop_variable': store ptr addrspace(10) %a, ptr %v
; CHECK-NOT: define
define void @loop_variable(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @use_raw(ptr %v)
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

;--- which-variable.ll
; Memory of a size that is not known, filled by a loop: no telling how many slots.
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use_raw(ptr)
; CHECK-NOT: define
; CHECK: error: stores {{.*}}of computed size
; CHECK-NEXT: in function 'which_variable': store ptr addrspace(10) %a, ptr %e
; CHECK-NOT: define
define void @which_variable(i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca i8, i64 %n, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %e = getelementptr ptr, ptr %v, i64 %i
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %e
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, 4
  br i1 %more, label %loop, label %exit
exit:
  call void @use_raw(ptr %v)
  ret void
}

;--- half.ll
; The roots that a call returns are a part of something else.
declare ptr @julia.get_pgcstack()
declare void @fill(ptr "julia.return_roots"="2")
declare void @use_raw(ptr)
; CHECK-NOT: define
; CHECK: error: "julia.return_roots" needs a stack variable of just that many pointers
; CHECK-NEXT: in function 'half': call void @fill(ptr %q)
; CHECK-NOT: define
define void @half(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  %w = alloca [32 x i8], align 8
  br label %loop
loop:
  %q = phi ptr [ %v, %top ], [ %w, %loop ]
  call void @fill(ptr %q)
  br i1 %c, label %loop, label %exit
exit:
  call void @use_raw(ptr %v)
  ret void
}

;--- landing.ll
; An exception brings objects, not pointers into them.
declare ptr @julia.get_pgcstack()
declare void @poll()
declare i32 @personality(...)
; CHECK-NOT: define
; CHECK: error: {{.*}}
; CHECK-NEXT: in function 'landing': %l = landingpad { ptr addrspace(11), i32 }
; CHECK-NOT: define
define i64 @landing() personality ptr @personality {
  %pgcstack = call ptr @julia.get_pgcstack()
  invoke void @poll() to label %next unwind label %pad
next:
  ret i64 0
pad:
  %l = landingpad { ptr addrspace(11), i32 } cleanup
  %d = extractvalue { ptr addrspace(11), i32 } %l, 0
  call void @poll()
  %x = load i64, ptr addrspace(11) %d
  ret i64 %x
}

;--- count.ll
; How many references?
declare ptr @julia.get_pgcstack()
declare void @fill(ptr "julia.return_roots"="two")
declare void @use_raw(ptr)
; CHECK-NOT: define
; CHECK: error: the value of "julia.return_roots" is not a number of roots
; CHECK-NEXT: in function 'count': call void @fill(ptr %v)
; CHECK-NOT: define
define void @count() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  call void @fill(ptr %v)
  call void @use_raw(ptr %v)
  ret void
}

;--- gcstack.ll
; The failure meant: a frame linked into a number.
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
; CHECK-NOT: define
; CHECK: error: the "gcstack" argument is not a pointer to the task's head of frames
; CHECK-NEXT: 'gcstack'
; CHECK-NOT: define
define void @gcstack(i64 "gcstack" %task) {
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  ret void
}

;--- owner.ll
; An owner is an object, not a place in one.
declare ptr @julia.get_pgcstack()
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(11), ptr)
; CHECK-NOT: define
; CHECK: error: operand 1 of julia.gc_loaded is not a Tracked (10) pointer
; CHECK-NEXT: in function 'owner': %l = call ptr addrspace(13) @julia.gc_loaded(
; CHECK-NOT: define
define i64 @owner(ptr addrspace(10) %x, ptr %p) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %l = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(11) %d, ptr %p)
  %y = load i64, ptr addrspace(13) %l
  ret i64 %y
}
