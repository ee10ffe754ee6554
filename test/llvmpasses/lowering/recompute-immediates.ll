; RUN: %lateroot opt --verify-each --profile=%S/Inputs/fixnums.profile --passes=RecomputeImmediates -S %s | FileCheck %s
; RUN: %lateroot opt --verify-each --check --profile=%S/Inputs/fixnums.profile --abi=statepoint -S %s | FileCheck %s --check-prefix=SP
; RUN: %lateroot opt --verify-each --check --reload --profile=%S/Inputs/fixnums.profile -S %s > /dev/null
; RUN: %lateroot opt --profile=%S/Inputs/fixnums.profile --passes=RecomputeImmediates -S %S/Inputs/odd-value.ll | FileCheck %s --check-prefix=ODD
; The integers of tagged references are computed where they are used, so that only the references live across calls.
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @lateroot.immediate.make(i64) memory(none)
declare i64 @lateroot.immediate.value(ptr addrspace(10)) memory(none)
declare ptr addrspace(10) @f(ptr addrspace(10))
declare void @use(i64)
declare i32 @personality(...)

; A loop over fixnums, which carries both.  Its integer is the word of the reference in each round.
; CHECK-LABEL: @loop(
; CHECK:      again:
; CHECK-NEXT:   %x = phi ptr addrspace(10) [ %a, %entry ], [ %next, %fits ], [ %other, %slow ]
; CHECK-NEXT:   [[W:%[0-9]+]] = call i64 @lateroot.immediate.value(ptr addrspace(10) %x)
; CHECK-NEXT:   %tag = and i64 [[W]], 1
; CHECK:      fast:
; CHECK-NEXT:   [[V:%[0-9]+]] = call i64 @lateroot.immediate.value(ptr addrspace(10) %x)
; CHECK-NEXT:   %sum = add i64 [[V]], 2
; CHECK-NOT:    phi i64
; CHECK:      slow:
; CHECK-NEXT:   %other = call
; CHECK-NEXT:   br label %again
; One slot, and no integer beside it.
; SP-LABEL: @loop(
; SP:       again:
; SP-NEXT:    %x = phi ptr
; SP-NEXT:    {{.*}} = ptrtoint ptr %x to i64
; SP:       slow:
; SP:         statepoint{{.*}} @f
define ptr addrspace(10) @loop(ptr addrspace(10) %a) {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  %wa = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
  br label %again
again:
  %w = phi i64 [ %wa, %entry ], [ %sum, %fits ], [ %wother, %slow ]
  %x = phi ptr addrspace(10) [ %a, %entry ], [ %next, %fits ], [ %other, %slow ]
  %tag = and i64 %w, 1
  %fixnum = icmp ne i64 %tag, 0
  br i1 %fixnum, label %fast, label %slow
fast:
  %sum = add i64 %w, 2
  %end = icmp sgt i64 %sum, 2000
  br i1 %end, label %out, label %fits
fits:
  %next = call ptr addrspace(10) @lateroot.immediate.make(i64 %sum)
  br label %again
slow:
  %other = call ptr addrspace(10) @f(ptr addrspace(10) %x)
  %wother = call i64 @lateroot.immediate.value(ptr addrspace(10) %other)
  br label %again
out:
  ret ptr addrspace(10) %x
}

; Phis of phis, one of them in a circle.
; CHECK-LABEL: @nested(
; CHECK:      outer:
; CHECK-NEXT:   %x1 = phi
; CHECK-NEXT:   br i1
; CHECK-NOT:  phi i64
; CHECK:      ret
define i64 @nested(ptr addrspace(10) %a, ptr addrspace(10) %b, i1 %c) {
entry:
  %wa = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
  %wb = call i64 @lateroot.immediate.value(ptr addrspace(10) %b)
  br label %outer
outer:
  %w1 = phi i64 [ %wa, %entry ], [ %w2, %next ]
  %x1 = phi ptr addrspace(10) [ %a, %entry ], [ %x2, %next ]
  br i1 %c, label %left, label %next
left:
  br label %next
next:
  %w2 = phi i64 [ %w1, %outer ], [ %wb, %left ]
  %x2 = phi ptr addrspace(10) [ %x1, %outer ], [ %b, %left ]
  call void @use(i64 %w2)
  br i1 %c, label %outer, label %out
out:
  ret i64 %w2
}

; No pairs: one edge has another reference, or no word at all; the order of the edges differs and fits.
; CHECK-LABEL: @others(
; CHECK:        %w1 = phi i64 [ %wb, %left ], [ %wa, %right ]
; CHECK:        %w2 = phi i64 [ %wa, %left ], [ 7, %right ]
; CHECK-NOT:    %w3
; CHECK:      }
define i64 @others(ptr addrspace(10) %a, ptr addrspace(10) %b, i1 %c) {
entry:
  %wa = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
  %wb = call i64 @lateroot.immediate.value(ptr addrspace(10) %b)
  br i1 %c, label %left, label %right
left:
  br label %join
right:
  br label %join
join:
  %w1 = phi i64 [ %wb, %left ], [ %wa, %right ]
  %x1 = phi ptr addrspace(10) [ %a, %left ], [ %a, %right ]
  %w2 = phi i64 [ %wa, %left ], [ 7, %right ]
  %x2 = phi ptr addrspace(10) [ %a, %left ], [ %b, %right ]
  %w3 = phi i64 [ %wb, %right ], [ %wa, %left ]
  call void @use(i64 %w2)
  %z = call ptr addrspace(10) @f(ptr addrspace(10) %x1)
  %sum = add i64 %w1, %w3
  %y = call ptr addrspace(10) @f(ptr addrspace(10) %x2)
  ret i64 %sum
}

; What contradicts one pair takes away those that hang on it.
; CHECK-LABEL: @chain(
; CHECK:        %w1 = phi i64
; CHECK:        %w2 = phi i64
; CHECK:      }
define i64 @chain(ptr addrspace(10) %a, i64 %n, i1 %c) {
entry:
  %wa = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
  br label %first
first:
  %w1 = phi i64 [ %wa, %entry ], [ %w2, %second ]
  %x1 = phi ptr addrspace(10) [ %a, %entry ], [ %x2, %second ]
  br i1 %c, label %second, label %middle
middle:
  br label %second
second:
  %w2 = phi i64 [ %w1, %first ], [ %n, %middle ]
  %x2 = phi ptr addrspace(10) [ %x1, %first ], [ %x1, %middle ]
  call void @use(i64 %w2)
  %u = call ptr addrspace(10) @f(ptr addrspace(10) %x2)
  br i1 %c, label %first, label %out
out:
  ret i64 %w1
}

; Behind a call the word is computed again, once; in front of it, it stays.
; CHECK-LABEL: @calls(
; CHECK:        %w = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
; CHECK-NEXT:   %one = and i64 %w, 1
; CHECK-NEXT:   %z = call ptr addrspace(10) @f(ptr addrspace(10) %a)
; CHECK-NEXT:   [[W:%[0-9]+]] = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
; CHECK-NEXT:   %two = and i64 [[W]], 2
; CHECK-NEXT:   %four = and i64 [[W]], 4
; CHECK:      other:
; CHECK-NEXT:   [[V:%[0-9]+]] = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
; CHECK-NEXT:   ret i64 [[V]]
define i64 @calls(ptr addrspace(10) %a) {
  %w = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
  %one = and i64 %w, 1
  %z = call ptr addrspace(10) @f(ptr addrspace(10) %a)
  %two = and i64 %w, 2
  %four = and i64 %w, 4
  %sum = add i64 %one, %two
  %all = add i64 %sum, %four
  %c = icmp eq i64 %all, 3
  br i1 %c, label %other, label %out
other:
  ret i64 %w
out:
  ret i64 %all
}

; Behind a landing pad, which has to be first.
; CHECK-LABEL: @pad(
; CHECK:        landingpad
; CHECK-NEXT:     cleanup
; CHECK-NEXT:   call i64 @lateroot.immediate.value(ptr addrspace(10) %x)
define i64 @pad(ptr addrspace(10) %a, ptr addrspace(10) %b, i1 %c) personality ptr @personality {
entry:
  %wa = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
  %wb = call i64 @lateroot.immediate.value(ptr addrspace(10) %b)
  br i1 %c, label %left, label %right
left:
  %l = invoke ptr addrspace(10) @f(ptr addrspace(10) %a) to label %good unwind label %bad
right:
  %r = invoke ptr addrspace(10) @f(ptr addrspace(10) %b) to label %good unwind label %bad
good:
  ret i64 0
bad:
  %w = phi i64 [ %wa, %left ], [ %wb, %right ]
  %x = phi ptr addrspace(10) [ %a, %left ], [ %b, %right ]
  %pad = landingpad { ptr, i32 } cleanup
  ret i64 %w
}

; Nothing can stand in front of a pad, which keeps the word that it uses.
; CHECK-LABEL: @catch(
; CHECK:        catchpad within %s [i64 %w]
define i64 @catch(ptr addrspace(10) %a) personality ptr @__CxxFrameHandler3 {
entry:
  %w = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
  %l = invoke ptr addrspace(10) @f(ptr addrspace(10) %a) to label %good unwind label %bad
good:
  ret i64 0
bad:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %p = catchpad within %s [i64 %w]
  catchret from %p to label %good
}
declare i32 @__CxxFrameHandler3(...)

; Without optimisation everything stays.
; CHECK-LABEL: @plain(
; CHECK:        call ptr addrspace(10) @f(
; CHECK-NEXT:   ret i64 %w
define i64 @plain(ptr addrspace(10) %a) optnone noinline {
  %w = call i64 @lateroot.immediate.value(ptr addrspace(10) %a)
  %z = call ptr addrspace(10) @f(ptr addrspace(10) %a)
  ret i64 %w
}

; ODD: call i32 @lateroot.immediate.value
; ODD: call ptr addrspace(10) @f
; ODD-NEXT: ret i32 %w
