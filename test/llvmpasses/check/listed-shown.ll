; Stack memory that statepoints of this library list: parts of references, accesses past its end, and memory of which
; LLVM may believe that a statepoint leaves it as it is.  Each function stands beside a right one.
; RUN: %exits 3 %lateroot check --all %s | FileCheck %s --implicit-check-not=hole:
; CHECK: unknown: a number or plain pointer that may have been made of a reference in front of a safepoint becomes a reference [copy/1]
; CHECK-NEXT: in function 'number_read'
; CHECK: unknown: a part of a reference is written into stack memory that statepoints list [memory/1]
; CHECK-NEXT: in function 'half_null'
; CHECK: unknown: a part of a reference is written into stack memory that statepoints list [memory/1]
; CHECK-NEXT: in function 'two_halves_null'
; CHECK: unknown: a part of a reference is written into stack memory that statepoints list [memory/1]
; CHECK-NEXT: in function 'odd_distance'
; CHECK: unknown: a part of a reference is written into stack memory that statepoints list [memory/1]
; CHECK-NEXT: in function 'half_copied'
; CHECK: unknown: the statepoint lists more words than the stack memory has [pair/1]
; CHECK-NEXT: in function 'listed_past'
; CHECK: unknown: memory behind or in front of stack memory that statepoints list is accessed [memory/1]
; CHECK-NEXT: in function 'stored_past'
; CHECK: unknown: the statepoint lists stack memory that is read behind it, and LLVM may take it for unchanged, since its address was given to nobody [memory/1]
; CHECK-NEXT: in function 'hidden'
; CHECK: unknown: the statepoint lists stack memory that is read behind it, and LLVM may take it for unchanged, since its address was given to nobody [memory/1]
; CHECK-NEXT: in function 'shown_late'
; CHECK: unknown: the statepoint lists stack memory that is read behind it, and LLVM may take it for unchanged, since its address was given to nobody [memory/1]
; CHECK-NEXT: in function 'only_read'
; CHECK: unknown: the statepoint lists stack memory that is read behind it, and LLVM may take it for unchanged, since its address was given to nobody [memory/1]
; CHECK-NEXT: in function 'shown_on_one_way'
; CHECK: proven statepoints right
; CHECK: proven statepoints number_behind
; CHECK: proven statepoints copied
; CHECK: proven statepoints half_of_null
; CHECK: proven statepoints listed_all
; CHECK: proven statepoints stored_last
; CHECK: proven statepoints shown_to_function
; CHECK: proven statepoints hidden_unread
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare void @llvm.memcpy.p0.p10.i64(ptr, ptr addrspace(10), i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @leaf(ptr addrspace(10)) "gc-leaf-function"
declare void @keeps(ptr) "gc-leaf-function"
declare void @reads(ptr nocapture) "gc-leaf-function"
define internal void @gc() #0 gc "shadow-stack" {
  ret void
}
define void @right(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  store ptr addrspace(10) %o, ptr %m
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @number_read(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  store ptr addrspace(10) %o, ptr %m
  %q = load i64, ptr %m
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = inttoptr i64 %q to ptr addrspace(10)
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @number_behind(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  store ptr addrspace(10) %o, ptr %m
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %q = load i64, ptr %m
  %p = inttoptr i64 %q to ptr addrspace(10)
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @half_null(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  store ptr addrspace(10) %o, ptr %m
  %x = getelementptr i8, ptr %m, i64 4
  store i32 0, ptr %x
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @two_halves_null(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  store ptr addrspace(10) %o, ptr %m
  %x = getelementptr i8, ptr %m, i64 4
  store ptr null, ptr %x
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 2, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  ret void
}
define void @odd_distance(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %x = getelementptr i8, ptr %m, i64 4
  store ptr addrspace(10) %o, ptr %x
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 2, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @half_copied(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  call void @llvm.memcpy.p0.p10.i64(ptr %m, ptr addrspace(10) %o, i64 4, i1 false)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  ret void
}
define void @copied(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  call void @llvm.memcpy.p0.p10.i64(ptr %m, ptr addrspace(10) %o, i64 8, i1 false)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @half_of_null(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %x = getelementptr i8, ptr %m, i64 4
  store i32 0, ptr %x
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @listed_past(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  store ptr addrspace(10) %o, ptr %m
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 5, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @listed_all(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  store ptr addrspace(10) %o, ptr %m
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 4, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @stored_past(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %x = getelementptr ptr addrspace(10), ptr %m, i64 4
  store ptr addrspace(10) %o, ptr %x
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 4, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %x
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @stored_last(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %x = getelementptr ptr addrspace(10), ptr %m, i64 3
  store ptr addrspace(10) %o, ptr %x
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 4, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %x
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @hidden(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  store ptr addrspace(10) %o, ptr %m
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @shown_late(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  store ptr addrspace(10) %o, ptr %m
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @only_read(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void @reads(ptr %m)
  store ptr addrspace(10) %o, ptr %m
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @shown_to_function(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  call void @keeps(ptr %m)
  store ptr addrspace(10) %o, ptr %m
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @shown_on_one_way(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  %c = icmp eq i64 %n, 0
  br i1 %c, label %a, label %b
a:
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  br label %b
b:
  store ptr addrspace(10) %o, ptr %m
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @hidden_unread(ptr addrspace(10) %o, i64 %n) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 false)
  store ptr addrspace(10) %o, ptr %m
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  ret void
}
attributes #0 = { "frame-pointer"="all" "lateroot-abi"="statepoint" }
