; Memory with references where a pointer has four bytes: a word of the frame has four bytes as well, and maps, sizes
; and alignments count such words.
; RUN: %lateroot opt --check --memory=typed --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s
; RUN: %lateroot opt --check --memory=typed --abi=shadow-stack -S %s | FileCheck %s --check-prefix=SHADOW
; RUN: not %lateroot opt --memory=typed --abi=statepoint -S %s 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not %lateroot opt --memory=typed --abi=framemap -S %s 2>&1 | FileCheck %s --check-prefix=REFUSED
; REFUSED: error: the ABI '{{statepoint|framemap}}' needs x86-64, and the target is 'i686-unknown-linux-gnu'
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i686-unknown-linux-gnu"

%cell = type { i32, ptr addrspace(10), i64, ptr addrspace(10) }

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @fill(ptr)
declare void @give(ptr sret(%cell))
declare void @take(ptr byval(%cell))
declare void @poll()
declare i32 @look(ptr addrspace(10))
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)

; A cell has 20 bytes; its second and its last word are references.
; CHECK-LABEL: @registers
; CHECK: %gcmapped = alloca [5 x i32], align 16
; CHECK: store ptr %cells, ptr %{{.*}}, align 4
; CHECK: call void @llvm.memset.p0.i32(ptr align 4 %cells, i8 0, i32 160, i1 false)
define i32 @registers(i32 %i, i32 %j) {
  %stack = call ptr @julia.get_pgcstack()
  %cells = alloca [8 x %cell]
  call void @fill(ptr %cells)
  %o = call ptr addrspace(10) @make()
  %at = getelementptr [8 x %cell], ptr %cells, i32 0, i32 %i, i32 3
  store ptr addrspace(10) %o, ptr %at
  call void @poll()
  %from = getelementptr [8 x %cell], ptr %cells, i32 0, i32 %j, i32 1
  %x = load ptr addrspace(10), ptr %from
  %r = call i32 @look(ptr addrspace(10) %x)
  ret i32 %r
}

; CHECK-LABEL: @results
; CHECK: %[[A:.*]] = getelementptr inbounds i8, ptr %given, i32 4
; CHECK-NEXT: store ptr null, ptr %[[A]], align 4
; CHECK: %[[B:.*]] = getelementptr inbounds i8, ptr %given, i32 16
; CHECK-NEXT: store ptr null, ptr %[[B]], align 4
define i32 @results() {
  %stack = call ptr @julia.get_pgcstack()
  %given = alloca %cell
  %copy = alloca %cell
  call void @give(ptr sret(%cell) %given)
  call void @llvm.memcpy.p0.p0.i32(ptr %copy, ptr %given, i32 20, i1 false)
  call void @poll()
  call void @take(ptr byval(%cell) %copy)
  %last = getelementptr %cell, ptr %copy, i32 0, i32 3
  %x = load ptr addrspace(10), ptr %last
  %r = call i32 @look(ptr addrspace(10) %x)
  ret i32 %r
}

; The words of a frame: size, link, the slot, and the two of the variable.
; CHECK-LABEL: @plain
; CHECK: %gcframe = alloca ptr addrspace(10), i32 5, align 16
; CHECK: store i32 12, ptr %gcframe, align 4
; SHADOW-LABEL: @plain
define i32 @plain(i32 %i) {
  %stack = call ptr @julia.get_pgcstack()
  %pair = alloca [2 x ptr addrspace(10)]
  call void @fill(ptr %pair)
  call void @poll()
  %at = getelementptr [2 x ptr addrspace(10)], ptr %pair, i32 0, i32 %i
  %x = load ptr addrspace(10), ptr %at
  %r = call i32 @look(ptr addrspace(10) %x)
  ret i32 %r
}
