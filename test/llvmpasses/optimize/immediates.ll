; RUN: %lateroot opt --passes=AllocOpt,verify -S %s | FileCheck %s
; RUN: %lateroot opt --profile=%S/Inputs/fixnums.profile '--passes=julia<level=2>' -S %s | FileCheck %s --check-prefix=O2
; AllocOpt folds the tests and values of immediates that are made in the same function.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @lateroot.immediate.make(i64)
declare i1 @lateroot.immediate.test(ptr addrspace(10))
declare i64 @lateroot.immediate.value(ptr addrspace(10))
declare ptr addrspace(10) @slow(ptr addrspace(10), ptr addrspace(10))
@type = external global [64 x i8], align 16

; CHECK-LABEL: define i64 @value_of_made(
; CHECK-NEXT: ret i64 %x
define i64 @value_of_made(i64 %x) {
  %p = call ptr addrspace(10) @lateroot.immediate.make(i64 %x)
  %v = call i64 @lateroot.immediate.value(ptr addrspace(10) %p)
  ret i64 %v
}

; CHECK-LABEL: define i1 @test_of_made(
; CHECK: ret i1 true
define i1 @test_of_made(i64 %x) {
  %p = call ptr addrspace(10) @lateroot.immediate.make(i64 %x)
  %t = call i1 @lateroot.immediate.test(ptr addrspace(10) %p)
  ret i1 %t
}

; CHECK-LABEL: define i1 @test_of_new(
; CHECK: ret i1 false
define i1 @test_of_new() {
  %s = call ptr @julia.get_pgcstack()
  %p = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 16, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %t = call i1 @lateroot.immediate.test(ptr addrspace(10) %p)
  ret i1 %t
}

; CHECK-LABEL: define i1 @test_of_anything(
; CHECK: call i1 @lateroot.immediate.test(
define i1 @test_of_anything(ptr addrspace(10) %p) {
  %t = call i1 @lateroot.immediate.test(ptr addrspace(10) %p)
  ret i1 %t
}

; CHECK-LABEL: define i1 @test_of_either(
; CHECK: call i1 @lateroot.immediate.test(
define i1 @test_of_either(i1 %c, i64 %x) {
  %s = call ptr @julia.get_pgcstack()
  %m = call ptr addrspace(10) @lateroot.immediate.make(i64 %x)
  %n = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 16, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %p = select i1 %c, ptr addrspace(10) %m, ptr addrspace(10) %n
  %t = call i1 @lateroot.immediate.test(ptr addrspace(10) %p)
  ret i1 %t
}

; CHECK-LABEL: define ptr addrspace(10) @made_of_value(
; CHECK: ret ptr addrspace(10) %p
define ptr addrspace(10) @made_of_value(ptr addrspace(10) %p) {
  %v = call i64 @lateroot.immediate.value(ptr addrspace(10) %p)
  %q = call ptr addrspace(10) @lateroot.immediate.make(i64 %v)
  ret ptr addrspace(10) %q
}

; CHECK-LABEL: define i64 @value_of_select(
; CHECK: [[B:%.*]] = call i64 @lateroot.immediate.value(ptr addrspace(10) %b)
; CHECK: [[W:%.*]] = select i1 %c, i64 %x, i64 [[B]]
; CHECK: ret i64 [[W]]
define i64 @value_of_select(i1 %c, i64 %x, ptr addrspace(10) %b) {
  %m = call ptr addrspace(10) @lateroot.immediate.make(i64 %x)
  %p = select i1 %c, ptr addrspace(10) %m, ptr addrspace(10) %b
  %v = call i64 @lateroot.immediate.value(ptr addrspace(10) %p)
  ret i64 %v
}

; Nothing is gained where nothing is made.
; CHECK-LABEL: define i64 @value_of_unknown_select(
; CHECK: call i64 @lateroot.immediate.value(ptr addrspace(10) %p)
define i64 @value_of_unknown_select(i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %p = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b
  %v = call i64 @lateroot.immediate.value(ptr addrspace(10) %p)
  ret i64 %v
}

; Two edges of a switch bring one value.
; CHECK-LABEL: define i64 @edges(
; CHECK: [[V:%.*]] = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
; CHECK-NEXT: switch
; CHECK: phi i64 [ [[V]], %top ], [ [[V]], %top ], [ %x, %other ]
define i64 @edges(i32 %k, i64 %x, ptr addrspace(10) %a) {
top:
  switch i32 %k, label %other [ i32 1, label %join
                                i32 2, label %join ]
other:
  %m = call ptr addrspace(10) @lateroot.immediate.make(i64 %x)
  br label %join
join:
  %p = phi ptr addrspace(10) [ %a, %top ], [ %a, %top ], [ %m, %other ]
  %v = call i64 @lateroot.immediate.value(ptr addrspace(10) %p)
  ret i64 %v
}

; The result of an invoke has no place for its value on the edge: nothing is changed.
declare i32 @personality(...)
; CHECK-LABEL: define i64 @invoked(
; CHECK: [[P:%.*]] = phi ptr addrspace(10)
; CHECK: call i64 @lateroot.immediate.value(ptr addrspace(10) [[P]])
define i64 @invoked(i1 %c, i64 %x, ptr addrspace(10) %a) personality ptr @personality {
top:
  br i1 %c, label %call, label %make
call:
  %r = invoke ptr addrspace(10) @slow(ptr addrspace(10) %a, ptr addrspace(10) %a) to label %join unwind label %pad
make:
  %m = call ptr addrspace(10) @lateroot.immediate.make(i64 %x)
  br label %join
join:
  %p = phi ptr addrspace(10) [ %r, %call ], [ %m, %make ]
  %v = call i64 @lateroot.immediate.value(ptr addrspace(10) %p)
  ret i64 %v
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; The sum of the fixnums 0 ... n-1, with a test of the tags in each round, and a slow path behind which anything may be
; the sum.  AllocOpt makes a phi of numbers of it; at the end the loop
; has one word, a reference for the slow path, of which one bit is tested.
; CHECK-LABEL: define ptr addrspace(10) @sum(
; CHECK: %word = phi i64 [ 1, %top ], [ %new, %fast ], [ [[R:%.*]], %slow ]
; O2-LABEL: define ptr @sum(
; O2: loop:
; O2: %acc = phi ptr [ inttoptr (i64 1 to ptr), %top ], [ [[NEW:%.*]], %fast ], [ [[R:%.*]], %slow ]
; O2-NEXT: [[WORD:%.*]] = ptrtoint ptr %acc to i64
; O2-NOT: phi
; O2: %tag = and i64 [[WORD]], 1
; O2-NEXT: icmp eq i64 %tag, 0
; O2-NEXT: br i1
; O2: fast:
; O2-NEXT: [[SUM:%.*]] = add i64 {{.*}}
; O2-NEXT: [[NEW]] = inttoptr i64 [[SUM]] to ptr
; O2: slow:
; O2: [[R]] = call ptr @slow(
define ptr addrspace(10) @sum(i64 %n) {
top:
  %s = call ptr @julia.get_pgcstack()
  %zero = call ptr addrspace(10) @lateroot.immediate.make(i64 1)
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %next, %fast ], [ %next, %slow ]
  %acc = phi ptr addrspace(10) [ %zero, %top ], [ %made, %fast ], [ %result, %slow ]
  %shifted = shl i64 %i, 1
  %word.i = or i64 %shifted, 1
  %x = call ptr addrspace(10) @lateroot.immediate.make(i64 %word.i)
  %next = add i64 %i, 1
  %a = call i64 @lateroot.immediate.value(ptr addrspace(10) %acc)
  %b = call i64 @lateroot.immediate.value(ptr addrspace(10) %x)
  %both = and i64 %a, %b
  %tag = and i64 %both, 1
  %fixnums = icmp ne i64 %tag, 0
  br i1 %fixnums, label %fast, label %slow
fast:
  %less = and i64 %b, -2
  %sum = add i64 %a, %less
  %new = or i64 %sum, 1
  %made = call ptr addrspace(10) @lateroot.immediate.make(i64 %new)
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
slow:
  %result = call ptr addrspace(10) @slow(ptr addrspace(10) %acc, ptr addrspace(10) %x)
  br label %loop
end:
  ret ptr addrspace(10) %made
}

; The same where the slow path is the end: all sums are made here, no test is left, and no frame.
; O2-LABEL: define ptr @sum_of_fixnums(
; O2-NOT: phi ptr
; O2-NOT: alloca
; O2-NOT: call ptr @slow(
; O2: ret ptr
define ptr addrspace(10) @sum_of_fixnums(i64 %n) {
top:
  %s = call ptr @julia.get_pgcstack()
  %zero = call ptr addrspace(10) @lateroot.immediate.make(i64 1)
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %next, %fast ]
  %acc = phi ptr addrspace(10) [ %zero, %top ], [ %made, %fast ]
  %next = add i64 %i, 1
  %fixnum = call i1 @lateroot.immediate.test(ptr addrspace(10) %acc)
  br i1 %fixnum, label %fast, label %slow
fast:
  %a = call i64 @lateroot.immediate.value(ptr addrspace(10) %acc)
  %number = ashr i64 %a, 1
  %sum = add nsw i64 %number, %i
  %shifted = shl nsw i64 %sum, 1
  %new = or i64 %shifted, 1
  %made = call ptr addrspace(10) @lateroot.immediate.make(i64 %new)
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
slow:
  %result = call ptr addrspace(10) @slow(ptr addrspace(10) %acc, ptr addrspace(10) %acc)
  ret ptr addrspace(10) %result
end:
  ret ptr addrspace(10) %made
}
