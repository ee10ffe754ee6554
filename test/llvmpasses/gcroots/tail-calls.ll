; A function that musttail calls reach roots its arguments: by an attribute, by its convention, or because the module has the call.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes=InferGCLeaf,LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame,CheckGCRoots -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --abi=framemap --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes='LateLowerGCFrame<reload>' --check -S %s -o /dev/null
; RUN: %lateroot opt --abi=statepoint --check -S %s -o /dev/null
; RUN: %lateroot opt --abi=shadow-stack --check -S %s -o /dev/null

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @collect()
declare void @use(ptr addrspace(10)) "gc-leaf-function"
declare void @elsewhere(ptr addrspace(10)) "lateroot-roots-arguments"

; Its only caller passes it by name.
; CHECK-LABEL: define internal void @target(
; CHECK-SAME: #[[OWN:[0-9]+]]
; CHECK: store ptr addrspace(10) %o, ptr %gcslot
; CHECK: call void @collect()
define internal void @target(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  call void @collect()
  call void @use(ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: define void @by_name(
; CHECK-NOT: store ptr addrspace(10)
; CHECK: musttail call void @target(ptr addrspace(10) %o)
define void @by_name(ptr addrspace(10) %unused) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  musttail call void @target(ptr addrspace(10) %o)
  ret void
}

; The declaration says it.
; CHECK-LABEL: define void @to_another_module(
; CHECK-NOT: store ptr addrspace(10)
; CHECK: musttail call void @elsewhere
define void @to_another_module(ptr addrspace(10) %unused) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  musttail call void @elsewhere(ptr addrspace(10) %o)
  ret void
}

; The call says it.
; CHECK-LABEL: define void @the_call(
; CHECK: musttail call void %f
define void @the_call(ptr addrspace(10) %unused, ptr %f) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  musttail call void %f(ptr addrspace(10) %o, ptr %f) "lateroot-roots-arguments"
  ret void
}

; The function says it of all that it calls through pointers, and of itself: so %a is its own.
; CHECK-LABEL: define void @step(
; CHECK: store ptr addrspace(10) %a, ptr %gcslot
; CHECK: call ptr addrspace(10) @make()
; CHECK: musttail call void %f
define void @step(ptr addrspace(10) %a, ptr addrspace(10) %b, ptr %f) "lateroot-roots-arguments" {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  musttail call void %f(ptr addrspace(10) %o, ptr addrspace(10) %a, ptr %f)
  ret void
}

; What the pointer may be, it is for all that the module knows: not marked, but of the type, and its address is taken.
; CHECK-LABEL: define void @last(
; CHECK-SAME: #[[OWN]]
; CHECK: store ptr addrspace(10) %b, ptr %gcslot
; CHECK: call void @collect()
define void @last(ptr addrspace(10) %a, ptr addrspace(10) %b, ptr %f) {
  %gc = call ptr @julia.get_pgcstack()
  call void @collect()
  call void @use(ptr addrspace(10) %b)
  ret void
}
@table = constant [1 x ptr] [ptr @last]

; CHECK-LABEL: define tailcc void @convention(
; CHECK: store ptr addrspace(10) %o, ptr %gcslot
; CHECK: call void @collect()
; CHECK: musttail call tailcc void %f
define tailcc void @convention(ptr addrspace(10) %o, ptr %f) {
  %gc = call ptr @julia.get_pgcstack()
  call void @collect()
  musttail call tailcc void %f(ptr addrspace(10) %o, ptr %f)
  ret void
}

; Elements of composites are as good as pointers.
; CHECK-LABEL: define tailcc void @composite(
; CHECK: extractvalue { ptr addrspace(10), i64 } %pair, 0
; CHECK: call void @collect()
define tailcc void @composite({ ptr addrspace(10), i64 } %pair) {
  %gc = call ptr @julia.get_pgcstack()
  call void @collect()
  %o = extractvalue { ptr addrspace(10), i64 } %pair, 0
  call void @use(ptr addrspace(10) %o)
  ret void
}

; Of an ordinary function's arguments nobody but the caller is asked.
; CHECK-LABEL: define void @ordinary(
; CHECK-NOT: store ptr addrspace(10)
; CHECK: ret void
define void @ordinary(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  call void @collect()
  call void @use(ptr addrspace(10) %o)
  ret void
}
; CHECK: attributes #[[OWN]] = { {{.*}}"lateroot-roots-arguments"
