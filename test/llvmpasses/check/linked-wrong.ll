; Faults in frames that stores link.
; RUN: %exits 1 %lateroot check %s | FileCheck %s --implicit-check-not=hole:
target datalayout = "e-p:64:64"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK: hole: at the call of use, %x is needed and sits in no root slot [root/1]
; CHECK-NEXT: in function 'dropped'
; CHECK-NEXT: defined   %x = call ptr addrspace(10) @make()
; CHECK-NEXT: safepoint call void @use(ptr addrspace(10) null)
; CHECK-NEXT: through   middle
; CHECK-NEXT: used      call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: hole: at the call of use, %x is needed and sits in no root slot [root/2]
define void @dropped() {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  store ptr addrspace(10) null, ptr %slot
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) null)
  br label %middle
middle:
  br label %end
end:
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: hole: the frame shows slot 0 here, and on some path nothing was stored there, or a number, or an object that it did not keep alive [unwritten-slot/1]
; CHECK-NEXT: in function 'not_nulled'
define void @not_nulled() {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot
  call void @use(ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

; The slot keeps an object over a safepoint at which the frame is not pushed.
; CHECK: hole: the frame shows slot 0 here
; CHECK-NEXT: in function 'stale'
; CHECK-NEXT: safepoint call void @use(ptr addrspace(10) null)
; CHECK: hole: slots keep values over a safepoint before the frame is pushed [stale-slot/1]
; CHECK-NEXT: in function 'stale'
; CHECK-NEXT: safepoint %y =
define void @stale() {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  store ptr addrspace(10) null, ptr %slot
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot
  %y = call ptr addrspace(10) @make()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  call void @use(ptr addrspace(10) null)
  store ptr %head, ptr %pgcstack
  ret void
}

; The header says one root less than are used.
; CHECK: hole: at the call of use, %x is needed and sits in no root slot [root/1]
; CHECK-NEXT: in function 'short'
; CHECK: hole: at the call of use, %x is needed and sits in no root slot [root/2]
; CHECK-NEXT: in function 'short'
define void @short() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %gcframe, i8 0, i64 32, i1 false)
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot
  call void @use(ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: hole: the frame may still be pushed at this return [frame/1]
; CHECK-NEXT: in function 'not_popped'
define void @not_popped() {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  store ptr addrspace(10) null, ptr %slot
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  ret void
}

; A load that polls is a safepoint.
; CHECK: hole: at the call of julia.safepoint, %x is needed, but there is no frame [root/1]
; CHECK-NEXT: in function 'polled'
; CHECK-NEXT: defined   %x =
; CHECK-NEXT: safepoint %poll =
; CHECK-NEXT: used      store i64 0, ptr addrspace(10) %x
define void @polled(ptr %page) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %poll = load volatile i64, ptr %page
  store i64 0, ptr addrspace(10) %x
  ret void
}

; A number where the collector looks for a reference.
; CHECK: hole: the frame shows slot 0 here, and on some path nothing was stored there, or a number
; CHECK-NEXT: in function 'number'
define void @number(i64 %n) {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  store i64 %n, ptr %slot
  %x = call ptr addrspace(10) @make()
  store ptr %head, ptr %pgcstack
  ret void
}
