; Both edges of an invoke: relocations on the normal one; on the other, too, where the landing pad gives a token, otherwise through memory.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s | FileCheck %s
; RUN: %lateroot compile --abi=statepoint --check -O0 %s -o %t.o
; RUN: %lateroot compile --abi=statepoint --check -O2 %s -o %t.o
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @safe()
declare ptr addrspace(10) @make()
declare i32 @__gxx_personality_v0(...)
declare i32 @personality(...)

; CHECK-LABEL: define ptr addrspace(10) @shared_pad
; CHECK: %gcunwind = alloca ptr addrspace(10), i32 2
; CHECK: call void @llvm.memset
; CHECK: call void asm sideeffect "", "*m,~{memory}"(ptr elementtype(ptr addrspace(10)) %gcunwind)
; CHECK: one:
; CHECK-NEXT: [[HEAD:%.*]] = load ptr, ptr %pgc
; CHECK: store ptr addrspace(10) %a, ptr %gcunwind
; CHECK: [[OFFSET:%.*]] = sub i64
; CHECK: [[T:%.*]] = invoke token {{.*}} @make, {{.*}} [ "gc-live"(ptr addrspace(10) %a, ptr addrspace(11) %d), "deopt"(ptr %gcunwind, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
; CHECK-NEXT: to label %gc.normal unwind label %gc.unwind
; CHECK: gc.normal:
; CHECK: %r = call ptr addrspace(10) @llvm.experimental.gc.result.p10(token [[T]])
; CHECK: relocate.p10(token [[T]], i32 0, i32 0)
; CHECK: relocate.p11(token [[T]], i32 0, i32 1)
; CHECK: ok:
; CHECK: phi ptr addrspace(10) [ %r, %gc.normal ], [ %q, %gc.normal1 ]
; CHECK: gc.unwind:
; CHECK-NEXT: [[LP:%.*]] = landingpad { ptr, i32 }
; what was in between has left its anchor in the chain
; CHECK: store ptr [[HEAD]], ptr %pgc
; CHECK: [[A:%.*]] = load ptr addrspace(10), ptr %gcunwind
; CHECK: [[B:%.*]] = addrspacecast ptr addrspace(10) [[A]] to ptr addrspace(11)
; CHECK: getelementptr i8, ptr addrspace(11) [[B]], i64 [[OFFSET]]
; CHECK: bad:
; CHECK: phi { ptr, i32 } {{.*}}[ [[LP]], %gc.unwind ]
; CHECK: phi i32 [ 1, %gc.unwind ], [ 2, %gc.unwind2 ]
define ptr addrspace(10) @shared_pad(ptr addrspace(10) %a, i1 %c, i64 %k) personality ptr @__gxx_personality_v0 {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a1 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %d = getelementptr i8, ptr addrspace(11) %a1, i64 %k
  br i1 %c, label %one, label %two
one:
  %r = invoke ptr addrspace(10) @make() to label %ok unwind label %bad
two:
  %q = invoke ptr addrspace(10) @make() to label %ok unwind label %bad
ok:
  %o = phi ptr addrspace(10) [ %r, %one ], [ %q, %two ]
  store ptr addrspace(10) %o, ptr addrspace(11) %d
  ret ptr addrspace(10) %a
bad:
  %which = phi i32 [ 1, %one ], [ 2, %two ]
  %lp = landingpad {ptr, i32} cleanup
  store i32 %which, ptr addrspace(11) %d
  call void @safe()
  store i32 %which, ptr addrspace(11) %d
  resume {ptr, i32} %lp
}

; CHECK-LABEL: define ptr addrspace(10) @token_pad
; CHECK-NOT: gcunwind
; CHECK: bad:
; CHECK-NEXT: %lp = landingpad token
; CHECK: %a.moved = call coldcc ptr addrspace(10) @llvm.experimental.gc.relocate.p10(token %lp, i32 0, i32 0)
; CHECK: ret ptr addrspace(10) %a.moved
define ptr addrspace(10) @token_pad(ptr addrspace(10) %a) personality ptr @personality {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %r = invoke ptr addrspace(10) @make() to label %ok unwind label %bad
ok:
  ret ptr addrspace(10) %r
bad:
  %lp = landingpad token cleanup
  ret ptr addrspace(10) %a
}

; The invoke is itself in a loop, and what is given back goes round.
; CHECK-LABEL: define void @round
; CHECK: phi ptr addrspace(10)
; CHECK: invoke token
; CHECK: ret void
define void @round(ptr addrspace(10) %a) personality ptr @__gxx_personality_v0 {
top:
  %pgc = call ptr @julia.get_pgcstack()
  br label %again
again:
  %x = phi ptr addrspace(10) [ %a, %top ], [ %r, %again ]
  %r = invoke ptr addrspace(10) @make() to label %again unwind label %bad
bad:
  %lp = landingpad {ptr, i32} cleanup
  store i64 1, ptr addrspace(10) %x
  ret void
}

; A choice between two pointers to one object is a pointer to it, also where it went through memory.
; CHECK-LABEL: define ptr addrspace(10) @chosen
; CHECK: [[A:%.*]] = load ptr addrspace(10), ptr %gcunwind
; CHECK-NOT: getelementptr i8, ptr addrspace(10) [[A]]
; CHECK: phi ptr addrspace(10) [ [[A]],
define ptr addrspace(10) @chosen(ptr addrspace(10) %t, i1 %c) personality ptr @__gxx_personality_v0 {
entry:
  %pgc = call ptr @julia.get_pgcstack()
  %s = select i1 %c, ptr addrspace(10) %t, ptr addrspace(10) %t
  %x = invoke ptr addrspace(10) @make() to label %join unwind label %pad
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  br label %join
join:
  %p = phi ptr addrspace(10) [ %s, %pad ], [ null, %entry ]
  %y = call ptr addrspace(10) @make()
  ret ptr addrspace(10) %p
}
