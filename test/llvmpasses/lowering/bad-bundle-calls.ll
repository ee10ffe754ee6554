; Bundles that cannot stand where they do: each is refused with what is wrong.
; RUN: split-file %s %t.d
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/none.ll 2>&1 | FileCheck --check-prefix=NONE %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/two.ll 2>&1 | FileCheck --check-prefix=TWO %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/word.ll 2>&1 | FileCheck --check-prefix=WORD %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/asm.ll 2>&1 | FileCheck --check-prefix=ASM %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/array.ll 2>&1 | FileCheck --check-prefix=ARRAY %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/vector.ll 2>&1 | FileCheck --check-prefix=VECTOR %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/struct.ll 2>&1 | FileCheck --check-prefix=STRUCT %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/offsets.ll 2>&1 | FileCheck --check-prefix=OFFSETS %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/zeroinit.ll 2>&1 | FileCheck --check-prefix=ZEROINIT %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/callbr.ll 2>&1 | FileCheck --check-prefix=CALLBR %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/shared.ll 2>&1 | FileCheck --check-prefix=SHARED %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t.d/shared_pad.ll 2>&1 | FileCheck --check-prefix=SHARED_PAD %s

; NONE: error: {{.*}}must hold the ptls
;--- none.ll
declare void @c()
define void @f(ptr %p, i1 %b) {
  call void @c() [ "gc-transition"() ]
  ret void
}

; TWO: error: {{.*}}must hold the ptls
;--- two.ll
declare void @c()
define void @f(ptr %p, i1 %b) {
  call void @c() [ "gc-transition"(ptr %p, ptr %p) ]
  ret void
}

; WORD: error: {{.*}}must hold the ptls
;--- word.ll
declare void @c()
define void @f(ptr %p, i1 %b) {
  call void @c() [ "gc-transition"(i64 8) ]
  ret void
}

; ASM: error: {{.*}}may only stand on calls of ordinary functions
;--- asm.ll
define void @f(ptr %p, i1 %b) {
  call void asm sideeffect "", ""() [ "gc-transition"(ptr %p) ]
  ret void
}

; ARRAY: error: {{.*}}result holds references
;--- array.ll
declare [2 x ptr addrspace(10)] @c()
define void @f(ptr %p, i1 %b) {
  %x = call [2 x ptr addrspace(10)] @c() [ "gc-transition"(ptr %p) ]
  ret void
}

; VECTOR: error: {{.*}}result holds references
;--- vector.ll
declare <2 x ptr addrspace(10)> @c()
define void @f(ptr %p, i1 %b) {
  %x = call <2 x ptr addrspace(10)> @c() [ "gc-transition"(ptr %p) ]
  ret void
}

; STRUCT: error: {{.*}}result holds references
;--- struct.ll
declare { i64, ptr addrspace(10) } @c()
define void @f(ptr %p, i1 %b) {
  %x = call { i64, ptr addrspace(10) } @c() [ "gc-transition"(ptr %p) ]
  ret void
}

; OFFSETS: error: {{.*}}"julia.gc_alloc_ptr_offsets" may only stand on julia.gc_alloc_obj
;--- offsets.ll
declare void @c()
define void @f(ptr %p, i1 %b) {
  call void @c() [ "julia.gc_alloc_ptr_offsets"(i64 0) ]
  ret void
}

; ZEROINIT: error: {{.*}}"julia.gc_alloc_zeroinit" may only stand on julia.gc_alloc_obj
;--- zeroinit.ll
declare void @c()
define void @f(ptr %p, i1 %b) {
  call void @c() [ "julia.gc_alloc_zeroinit"(i64 8, i64 16) ]
  ret void
}

; CALLBR: error: {{.*}}{{must not stand on a callbr|ordinary functions}}
;--- callbr.ll
define void @f(ptr %p, i1 %b) {
  callbr void asm sideeffect "", "!i"() [ "gc-transition"(ptr %p) ] to label %on [label %on2]
on:
  ret void
on2:
  ret void
}

; SHARED: error: {{.*}}reached from nowhere else
;--- shared.ll
declare void @c()
declare i32 @personality(...)
define void @f(ptr %p, i1 %b) personality ptr @personality {
  br i1 %b, label %do, label %pad.to
do:
  invoke void @c() [ "gc-transition"(ptr %p) ] to label %pad.to unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
pad.to:
  ret void
}

; SHARED_PAD: error: {{.*}}reached from nowhere else
;--- shared_pad.ll
declare void @c()
declare i32 @personality(...)
define void @f(ptr %p, i1 %b) personality ptr @personality {
  invoke void @c() [ "gc-transition"(ptr %p) ] to label %on unwind label %pad
on:
  invoke void @c() to label %off unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
off:
  ret void
}
