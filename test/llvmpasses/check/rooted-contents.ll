; The checker finds out for itself whether a plain stack variable only ever holds references that others root.
; RUN: not %lateroot opt --passes=CheckGCRoots --disable-output %s 2>&1 | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare void @collect()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @writes(ptr nocapture)

; CHECK-NOT: in function 'arguments'
define void @arguments(ptr addrspace(10) %a, ptr addrspace(10) %b, i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  store ptr addrspace(10) %a, ptr %x
  br i1 %c, label %other, label %end
other:
  store ptr addrspace(10) %b, ptr %x
  br label %end
end:
  %v = load ptr addrspace(10), ptr %x
  call void @collect()
  call void @use(ptr addrspace(10) %v)
  ret void
}

; CHECK: error: root check: at the call of collect, {{.*}} is needed
; CHECK: in function 'made'
define void @made(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  store ptr addrspace(10) %a, ptr %x
  %m = call ptr addrspace(10) @make()
  store ptr addrspace(10) %m, ptr %x
  %v = load ptr addrspace(10), ptr %x
  call void @collect()
  call void @use(ptr addrspace(10) %v)
  ret void
}

; CHECK: error: root check: at the call of collect, {{.*}} is needed
; CHECK: in function 'written'
define void @written(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  store ptr addrspace(10) %a, ptr %x
  call void @writes(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  call void @collect()
  call void @use(ptr addrspace(10) %v)
  ret void
}

; CHECK: error: root check: at the call of collect, {{.*}} is needed
; CHECK: in function 'unset'
define void @unset(ptr addrspace(10) %a, i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  br i1 %c, label %set, label %end
set:
  store ptr addrspace(10) %a, ptr %x
  br label %end
end:
  %v = load ptr addrspace(10), ptr %x
  call void @collect()
  call void @use(ptr addrspace(10) %v)
  ret void
}

; CHECK: error: root check: at the call of collect, {{.*}} is needed
; CHECK: in function 'volatile'
define void @volatile(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  store volatile ptr addrspace(10) %a, ptr %x
  %v = load volatile ptr addrspace(10), ptr %x
  call void @collect()
  call void @use(ptr addrspace(10) %v)
  ret void
}
