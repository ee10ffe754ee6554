; RUN: %lateroot opt --profile=julia-1.5 --image -S %s | FileCheck %s
; RUN: %lateroot opt --passes='lateroot<level=0;imaging;profile=julia-1.5>' -S %s | FileCheck %s
; RUN: %lateroot opt --passes='julia<level=2;dump_native;profile=julia-1.5>' -S %s | FileCheck %s
; RUN: %lateroot opt --image --passes='UseProfile<julia-1.5>,lateroot' -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.5 --image --passes='julia<level=0;no_imaging>' -S %s | FileCheck --check-prefix=CALL %s
; RUN: %lateroot opt --profile=julia-1.5 -S %s | FileCheck --check-prefix=CALL %s
; RUN: %lateroot opt --image -S %s | FileCheck --check-prefix=NAME %s
; RUN: not %lateroot opt --passes='UseProfile,lateroot' %s 2>&1 | FileCheck --check-prefix=WHICH %s
; RUN: not %lateroot opt --passes='UseProfile<>,lateroot' %s 2>&1 | FileCheck --check-prefix=EMPTY %s
; RUN: not %lateroot opt --passes='UseProfile<nobody>,lateroot' %s 2>&1 | FileCheck --check-prefix=NOBODY %s
; RUN: not %lateroot opt --passes='julia<profile=nobody>' %s 2>&1 | FileCheck --check-prefix=NOBODY %s
; RUN: not %lateroot opt --passes='julia<profile=>' %s 2>&1 | FileCheck --check-prefix=NONE %s
; An image: its loader says where the stack of frames is.  The profile is one of the whole run, or of the pipeline.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-linux-gnu"
@type = external constant i8, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))

; CHECK-DAG: @jl_tls_offset = alias i64, ptr @jl_tls_offset.real
; CHECK-DAG: @jl_get_ptls_states_slot = alias ptr, ptr @jl_get_ptls_states_slot.real
; CHECK-LABEL: @new(
; CHECK: load i64, ptr @jl_tls_offset
; CHECK: load ptr, ptr @jl_get_ptls_states_slot
; CHECK: call {{.*}}@jl_gc_pool_alloc(
; CALL-NOT: _slot
; CALL: call ptr @jl_get_ptls_states()
; NAME: call {{.*}}@lr_get_pgcstack()
; WHICH: error: UseProfile needs the name of a profile: UseProfile<NAME>
; EMPTY: error: UseProfile takes PROFILE, not ''
; NOBODY: error: profile 'nobody' is neither built in
; NONE: error: julia<...> has no option 'profile='
define ptr addrspace(10) @new() {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret ptr addrspace(10) %a
}
