; Words of 4 bytes: frames, slots, tags, runs of free memory, fields of the task, variables that are roots.
; RUN: sed 's/LAYOUT/e-p:32:32-p10:32:32-p11:32:32-p12:32:32-p13:32:32-f64:32:64/;s/TRIPLE/i686-linux-gnu/' %s >%t.i686.ll
; RUN: sed 's/LAYOUT/e-m:e-p:32:32-p10:32:32-p11:32:32-p12:32:32-p13:32:32-i64:64-n32-S64/;s/TRIPLE/armv7-linux-gnueabihf/' %s >%t.arm.ll
; RUN: sed 's/LAYOUT/e-m:e-p:32:32-p10:32:32-p11:32:32-p12:32:32-p13:32:32-i64:64-n32-S128/;s/TRIPLE/riscv32-linux-gnu/' %s >%t.riscv32.ll
; RUN: %lateroot opt --check -S %t.i686.ll | FileCheck %s
; RUN: %lateroot opt --check -S %t.arm.ll | FileCheck %s
; RUN: %lateroot opt --check -S %t.riscv32.ll | FileCheck %s
; RUN: %lateroot opt --abi=shadow-stack --check -S %t.i686.ll | FileCheck --check-prefix=SHADOW %s
; RUN: %lateroot opt --abi=shadow-stack --check -S %t.arm.ll | FileCheck --check-prefix=SHADOW %s
; RUN: %lateroot opt --abi=shadow-stack --check -S %t.riscv32.ll | FileCheck --check-prefix=SHADOW %s
; RUN: %lateroot compile -O2 --check %t.i686.ll -o %t.o
; RUN: %lateroot compile -O2 --check %t.arm.ll -o %t.o
; RUN: %lateroot compile -O2 --check %t.riscv32.ll -o %t.o
target datalayout = "LAYOUT-ni:10:11:12:13"
target triple = "TRIPLE"

%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@node_type = constant %lr_type { ptr null, i32 0, i32 8, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @poll()
declare void @fill(ptr)
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i32, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @callee(ptr addrspace(10), ptr, i32)

; CHECK-LABEL: define ptr @frame(
; CHECK: %gcframe = alloca ptr, i32 3, align 16
; CHECK: store i32 4, ptr %gcframe, align 4
; CHECK: %[[PREV:.*]] = getelementptr i8, ptr %gcframe, i32 4
; CHECK: store ptr %{{.*}}, ptr %[[PREV]], align 4
; CHECK: store ptr %x, ptr %gcslot{{.*}}, align 4
; SHADOW-LABEL: define ptr @frame(
; SHADOW: %[[E:.*]] = alloca ptr, i32 3, align 16
; SHADOW: %[[M:.*]] = getelementptr i8, ptr %[[E]], i32 4
; SHADOW: store ptr @gc_map{{.*}}, ptr %[[M]], align 4
define ptr addrspace(10) @frame() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @poll()
  ret ptr addrspace(10) %x
}

; An alignment of 64 bytes is that of 16 words.
; CHECK-LABEL: define void @aligned(
; CHECK: %gcframe = alloca ptr, i32 19, align 64
; CHECK: %[[V:.*]] = getelementptr inbounds ptr, ptr %gcframe, i32 16
; CHECK: call void @fill(ptr %[[V]])
define void @aligned(i32 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = alloca [3 x ptr addrspace(10)], align 64
  %q = getelementptr [3 x ptr addrspace(10)], ptr %a, i32 0, i32 %i
  store ptr addrspace(10) null, ptr %q
  call void @fill(ptr %a)
  %y = load ptr addrspace(10), ptr %q
  store ptr addrspace(10) %y, ptr %a
  call void @poll()
  ret void
}

; 8 bytes and a tag of 4: class 0; a run of free memory has two words; the tag is the word before the object.
; CHECK-LABEL: define ptr @object(
; CHECK: %[[FIELD:.*]] = getelementptr i8, ptr %pgcstack, i32 8
; CHECK: %[[PTLS:.*]] = load ptr, ptr %[[FIELD]], align 4
; CHECK: %[[FREE:.*]] = getelementptr i8, ptr %[[PTLS]], i32 32
; CHECK: %[[END:.*]] = getelementptr i8, ptr %[[FREE]], i32 4
; CHECK: %[[NEXT:.*]] = load ptr, ptr %[[FREE]], align 4
; CHECK: getelementptr i8, ptr %[[NEXT]], i32 16
; CHECK: %[[TAG:.*]] = getelementptr i8, ptr %[[NEXT]], i32 -4
; CHECK: store atomic ptr @node_type, ptr %[[TAG]] unordered, align 4
; CHECK: call {{.*}}@lr_gc_small_alloc(ptr %{{.*}}, i32 0, i32 16, i32 ptrtoint (ptr @node_type to i32))
define ptr addrspace(10) @object() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i32 8, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  call void @poll()
  ret ptr addrspace(10) %x
}

; CHECK-LABEL: define void @barrier(
; CHECK: %[[P:.*]] = getelementptr i8, ptr %parent, i32 -4
; CHECK: load {{.*}}i32, ptr %[[P]]{{.*}}align 4
; CHECK: %[[C:.*]] = getelementptr i8, ptr %{{.*}}, i32 -4
; CHECK: load {{.*}}i32, ptr %[[C]]{{.*}}align 4
define void @barrier(ptr addrspace(10) %parent, ptr addrspace(10) %child) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %parent, ptr addrspace(10) %child)
  ret void
}

; CHECK-LABEL: define ptr @boxed(
; CHECK: call {{.*}}@callee(ptr {{.*}}, ptr {{.*}}, i32 2)
define ptr addrspace(10) @boxed(ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) null, ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret ptr addrspace(10) %x
}
