; At -O0, too, alwaysinline functions are inlined, and available_externally ones have no code and no table of roots.
; RUN: %lateroot compile -O0 %s -o %t.o && llvm-nm %t.o | FileCheck %s
; RUN: %lateroot compile -O0 --abi=framemap %s -o %t.map.o && llvm-nm %t.map.o | FileCheck %s --check-prefix=MAP
; RUN: %lateroot compile -O0 --abi=statepoint %s -o %t.sp.o && llvm-nm %t.sp.o | FileCheck %s --check-prefix=MAP
; RUN: %lateroot run -O0 --gc-stress --check %s | FileCheck %s --check-prefix=SUM
; RUN: %lateroot run -O0 --gc-stress --check --polls %s | FileCheck %s --check-prefix=SUM
; RUN: %lateroot run -O0 --gc-stress --gc-moving --check --reload %s | FileCheck %s --check-prefix=SUM
; RUN: %lateroot run -O0 --gc-stress --abi=shadow-stack --check %s | FileCheck %s --check-prefix=SUM
; CHECK-NOT: {{plain|two|unused}}
; CHECK: U printf
; SUM: {{^}}15001

; What has slots under these ABIs is not inlined behind the placement; its own code is elsewhere (docs/abis.md).
; RUN: llvm-objdump -r %t.map.o | FileCheck %s --check-prefix=TABLE
; MAP-NOT: {{plain|unused}}
; MAP: T main
; MAP: U two
; TABLE-NOT: unused

target triple = "x86_64-unknown-linux-gnu"

@format = private constant [5 x i8] c"%ld\0A\00"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @lr_box_int64(i64)
declare i64 @lr_unbox_int64(ptr addrspace(10))
declare i32 @printf(ptr, ...)

define available_externally i64 @plain(i64 %x) alwaysinline {
  %y = add i64 %x, 1
  ret i64 %y
}

define available_externally i64 @two(i64 %x) alwaysinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @lr_box_int64(i64 %x)
  %b = call ptr addrspace(10) @lr_box_int64(i64 5000)
  %u = call i64 @lr_unbox_int64(ptr addrspace(10) %a)
  %v = call i64 @lr_unbox_int64(ptr addrspace(10) %b)
  %y = sub i64 %v, %u
  ret i64 %y
}

define available_externally i64 @unused(i64 %x) {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @lr_box_int64(i64 %x)
  %b = call ptr addrspace(10) @lr_box_int64(i64 5000)
  %u = call i64 @lr_unbox_int64(ptr addrspace(10) %a)
  ret i64 %u
}

define internal i64 @three(i64 %x) alwaysinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @lr_box_int64(i64 %x)
  %c = call i64 @two(i64 %x)
  %u = call i64 @lr_unbox_int64(ptr addrspace(10) %a)
  %y = sub i64 5000, %u
  %z = add i64 %y, %c
  ret i64 %z
}

define i32 @main() {
  %gcstack = call ptr @julia.get_pgcstack()
  %k = call ptr addrspace(10) @lr_box_int64(i64 7000)
  %a = call i64 @two(i64 3000)
  %b = call i64 @three(i64 2000)
  %u = call i64 @lr_unbox_int64(ptr addrspace(10) %k)
  %s = add i64 %a, %b
  %t = add i64 %s, %u
  %p = call i64 @plain(i64 %t)
  call i32 (ptr, ...) @printf(ptr @format, i64 %p)
  ret i32 0
}
