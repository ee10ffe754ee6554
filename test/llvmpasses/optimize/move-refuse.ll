; Objects that must not move to the stack, and the reason.
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt)' -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt)' -pass-remarks-missed=lateroot -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=WHY
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt<budget=64>)' -S %s | FileCheck %s --check-prefix=BUDGET
; RUN: not %lateroot opt --passes='function(AllocOpt<budget=x>)' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PARAM
; RUN: not %lateroot opt --passes='function(AllocOpt<budget=>)' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PARAM
; RUN: not %lateroot opt --passes='function(AllocOpt<budget=1234567890>)' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PARAM
; PARAM: AllocOpt takes budget=N, not 'budget=
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare void @external()
declare void @takes(ptr)
declare i32 @setjmp(ptr) returns_twice

; A call that returns twice may see it.
; CHECK-LABEL: define i64 @twice
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; WHY: it is live across a call that may return twice (in function 'twice')
define i64 @twice(ptr %buffer, i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %slot = getelementptr i64, ptr addrspace(10) %v, i64 %i
  store i64 1, ptr addrspace(10) %slot
  %again = call i32 @setjmp(ptr %buffer) returns_twice
  %x = load i64, ptr addrspace(10) %v
  ret i64 %x
}

; A musttail call must not access variables of its caller; the address may be known to it.
; CHECK-LABEL: define void @must_tail
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; WHY: its address is observed in a function with a musttail call (in function 'must_tail')
define void @must_tail(ptr %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @takes(ptr %p)
  musttail call void @takes(ptr %x)
  ret void
}

; Beyond its end; more than a variable's alignment; a size that is not constant; merged with another object.
; CHECK-LABEL: define i64 @beyond
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; WHY: it is accessed beyond its end, or pointers and numbers share a field (in function 'beyond')
define i64 @beyond() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null)
  %q = getelementptr i8, ptr addrspace(10) %v, i64 4
  %x = load volatile i64, ptr addrspace(10) %q, align 4
  ret i64 %x
}
; CHECK-LABEL: define i64 @aligned
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; WHY: it is accessed beyond its end, or as no variable can be (in function 'aligned')
define i64 @aligned() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null)
  %x = load volatile i64, ptr addrspace(10) %v, align 4096
  ret i64 %x
}
; CHECK-LABEL: define i64 @sized
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; WHY: its size is not constant{{.*}} (in function 'sized')
define i64 @sized(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 %n, ptr addrspace(10) null)
  %x = load volatile i64, ptr addrspace(10) %v, align 8
  ret i64 %x
}
; CHECK-LABEL: define i64 @merged
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
define i64 @merged(i1 %c, ptr addrspace(10) %other) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null)
  %either = select i1 %c, ptr addrspace(10) %v, ptr addrspace(10) %other
  %x = load volatile i64, ptr addrspace(10) %either, align 8
  ret i64 %x
}

; The address of memory that it owns.
; CHECK-LABEL: define i64 @owner
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; WHY: its memory is accessed through julia.gc_loaded (in function 'owner')
define i64 @owner(ptr %data) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null)
  %p = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %v, ptr %data)
  %x = load i64, ptr addrspace(13) %p, align 8
  ret i64 %x
}

; The budget counts all objects of a function: of two with 40 bytes one moves if there are 64.
; BUDGET-LABEL: define i64 @budget
; BUDGET: alloca
; BUDGET-NOT: alloca
; BUDGET: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; BUDGET: ret i64
; CHECK-LABEL: define i64 @budget
; CHECK-COUNT-2: alloca
; CHECK-NOT: gc_alloc_obj
; CHECK: ret i64
define i64 @budget(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 40, ptr addrspace(10) null)
  %w = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 40, ptr addrspace(10) null)
  %x = load volatile i64, ptr addrspace(10) %v, align 8
  %y = load volatile i64, ptr addrspace(10) %w, align 8
  %z = add i64 %x, %y
  ret i64 %z
}

; CHECK-LABEL: define i64 @huge
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; WHY-COUNT-2: its size is not constant, or too large (in function 'huge')
define i64 @huge(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 65544, ptr addrspace(10) null)
  %w = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 -1, ptr addrspace(10) null)
  %x = load volatile i64, ptr addrspace(10) %v, align 8
  %y = load volatile i64, ptr addrspace(10) %w, align 8
  %z = add i64 %x, %y
  ret i64 %z
}

; The word in front of the object is its tag, which stack memory does not have: by a pointer into the object, and by its
; raw address.
; CHECK-LABEL: define i64 @reads_tag
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; WHY: an address in front of it is computed{{.*}} (in function 'reads_tag')
define i64 @reads_tag(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %slot = getelementptr i64, ptr addrspace(10) %v, i64 %i
  store i64 1, ptr addrspace(10) %slot
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  %tag = getelementptr i8, ptr addrspace(11) %d, i64 -8
  %x = load i64, ptr addrspace(11) %tag
  ret i64 %x
}
; CHECK-LABEL: define i64 @reads_raw_tag
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; WHY: its address may be kept, or lead to its tag: only the heap has tags{{.*}} (in function 'reads_raw_tag')
define i64 @reads_raw_tag() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  %tag = getelementptr i8, ptr %p, i64 -8
  %x = load i64, ptr %tag
  ret i64 %x
}

; Variables that the function has already count as well: those of an earlier run of the pass among them.
; BUDGET-LABEL: define i64 @has_variables
; BUDGET: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; CHECK-LABEL: define i64 @has_variables
; CHECK-NOT: gc_alloc_obj
; CHECK: ret i64
define i64 @has_variables(i64 %i) {
  %used = alloca [7 x i64]
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  call void @takes(ptr %used)
  %slot = getelementptr i64, ptr addrspace(10) %v, i64 %i
  store i64 1, ptr addrspace(10) %slot
  %x = load i64, ptr addrspace(10) %v
  ret i64 %x
}
