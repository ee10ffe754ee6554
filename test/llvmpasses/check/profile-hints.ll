; A finding says which key of a profile would grant what the function takes for granted.
; RUN: %exits 1 %lateroot check --kind=frames %s | FileCheck %s
; RUN: sed 's/^caller_roots_jlcall_args.*/caller_roots_jlcall_args = yes/' %examples/../share/profiles/julia-1.13.profile >%t.profile
; RUN: %lateroot check --kind=frames --profile=%t.profile --func=entry %s
; RUN: %lateroot check --kind=frames --profile=julia-1.13 --func=compared %s
; RUN: %exits 1 %lateroot check --kind=frames --profile=julia-1.13 --func=both %s | FileCheck %s --check-prefix=BOTH
; CHECK: is needed, but there is no frame; it is an argument of a boxed call, which the caller roots if the profile says so (caller_roots_jlcall_args) [root/1]
; CHECK-NEXT: in function 'entry'
; CHECK: %x is needed, but there is no frame; it is compared, which needs no object if the profile says so (comparisons_are_uses) [root/1]
; CHECK-NEXT: in function 'compared'
; CHECK: %x is needed, but there is no frame [root/1]
; CHECK-NEXT: in function 'both'
; BOTH: %x is needed, but there is no frame [root/1]
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @gc()

define ptr addrspace(10) @entry(ptr addrspace(10) %f, ptr %args, i32 %n) {
  %s = call ptr @julia.get_pgcstack()
  %at = getelementptr ptr addrspace(10), ptr %args, i32 1
  %x = load ptr addrspace(10), ptr %at
  call void @gc()
  ret ptr addrspace(10) %x
}

define i1 @compared(ptr addrspace(10) %a) {
  %s = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr addrspace(10) %a
  call void @gc()
  %is = icmp eq ptr addrspace(10) %x, %a
  ret i1 %is
}

define void @both(ptr addrspace(10) %a) {
  %s = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr addrspace(10) %a
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  ret void
}
