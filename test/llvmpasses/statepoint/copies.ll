; A pointer that is taken out of an aggregate, put into one, or frozen is the object itself.  In a landing pad it is what
; the object is, and not computed by a distance, so that what is chosen from it is an object there, too.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s | FileCheck %s
; RUN: %lateroot opt --abi=gcframe --reload --check --passes='LateLowerGCFrame' -S %s | FileCheck %s --check-prefix=RELOAD
; RUN: %lateroot compile --abi=statepoint --check -O2 %s -o %t.o
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @safe()
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define ptr addrspace(10) @taken_out(
; CHECK-NOT: sub i64
; CHECK: landingpad
; CHECK-NOT: getelementptr i8, ptr addrspace(10)
; CHECK: select
; CHECK: ret
; RELOAD-LABEL: define ptr addrspace(10) @taken_out(
; RELOAD-NOT: sub i64
; RELOAD: ret
define ptr addrspace(10) @taken_out({ ptr addrspace(10), i1 } %s, ptr addrspace(10) %b, i1 %c) personality ptr @__gxx_personality_v0 {
  %pgc = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %a = extractvalue { ptr addrspace(10), i1 } %s, 0
  invoke void @safe() to label %loop unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %x = select i1 %c, ptr addrspace(10) %b, ptr addrspace(10) %a
  call void @safe()
  ret ptr addrspace(10) %x
}

; CHECK-LABEL: define ptr addrspace(10) @frozen(
; CHECK-NOT: sub i64
; CHECK: landingpad
; CHECK-NOT: getelementptr i8, ptr addrspace(10)
; CHECK: select
; CHECK: ret
; RELOAD-LABEL: define ptr addrspace(10) @frozen(
; RELOAD-NOT: sub i64
; RELOAD: ret
define ptr addrspace(10) @frozen(ptr addrspace(10) %s, ptr addrspace(10) %b, i1 %c) personality ptr @__gxx_personality_v0 {
  %pgc = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %a = freeze ptr addrspace(10) %s
  invoke void @safe() to label %loop unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %x = select i1 %c, ptr addrspace(10) %b, ptr addrspace(10) %a
  call void @safe()
  ret ptr addrspace(10) %x
}

; CHECK-LABEL: define ptr addrspace(10) @put_in(
; CHECK-NOT: sub i64
; CHECK: landingpad
; CHECK-NOT: getelementptr i8, ptr addrspace(10)
; CHECK: select
; CHECK: ret
define ptr addrspace(10) @put_in(ptr addrspace(10) %s, ptr addrspace(10) %b, i1 %c) personality ptr @__gxx_personality_v0 {
  %pgc = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %one = insertvalue { i64, ptr addrspace(10) } zeroinitializer, ptr addrspace(10) %s, 1
  %more = insertvalue { i64, ptr addrspace(10) } %one, i64 7, 0
  invoke void @safe() to label %loop unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %a = extractvalue { i64, ptr addrspace(10) } %more, 1
  %x = select i1 %c, ptr addrspace(10) %b, ptr addrspace(10) %a
  call void @safe()
  ret ptr addrspace(10) %x
}

; A pointer into the object keeps its distance.
; CHECK-LABEL: define i64 @inside(
; CHECK: [[OFFSET:%.*]] = sub i64
; CHECK: landingpad
; CHECK: getelementptr i8, {{.*}} [[OFFSET]]
define i64 @inside(ptr addrspace(10) %s, i64 %i) personality ptr @__gxx_personality_v0 {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  br label %loop
loop:
  %at = getelementptr i64, ptr addrspace(11) %d, i64 %i
  %in = insertvalue { i64, ptr addrspace(11) } zeroinitializer, ptr addrspace(11) %at, 1
  invoke void @safe() to label %loop unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %a = extractvalue { i64, ptr addrspace(11) } %in, 1
  %v = load i64, ptr addrspace(11) %a
  ret i64 %v
}
