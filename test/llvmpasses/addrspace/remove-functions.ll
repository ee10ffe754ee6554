; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
; Functions keep all that they have, and their order.

$odr = comdat any
@table = global [2 x ptr] [ptr @carries, ptr blockaddress(@addresses, %target)]
; CHECK: @table = global [2 x ptr] [ptr @carries, ptr blockaddress(@addresses, %target)]

; CHECK-LABEL: define void @before(ptr %p)
define void @before(ptr %p) {
  ret void
}

declare i32 @personality(...)

; CHECK: define weak_odr hidden swiftcc noundef nonnull ptr @carries(ptr nonnull swiftself "gcstack" %pgcstack, ptr noundef nonnull align 8 dereferenceable(16) %x) unnamed_addr #[[A:[0-9]+]] section "text" comdat($odr) align 32 gc "julia" prefix i32 1 prologue i8 -112 personality ptr @personality !note
define weak_odr hidden swiftcc noundef nonnull ptr addrspace(10) @carries(ptr nonnull swiftself "gcstack" %pgcstack, ptr addrspace(10) noundef nonnull align 8 dereferenceable(16) %x) unnamed_addr #0 section "text" comdat($odr) align 32 gc "julia" prefix i32 1 prologue i8 -112 personality ptr @personality !note !0 {
  ret ptr addrspace(10) %x
}

; CHECK-LABEL: define dso_local ptr @local(ptr %0)
define dso_local ptr addrspace(10) @local(ptr addrspace(10) %0) {
; CHECK: ret ptr %0
  ret ptr addrspace(10) %0
}

; CHECK-LABEL: define ptr @not_local(ptr %x)
define ptr addrspace(10) @not_local(ptr addrspace(10) %x) {
  ret ptr addrspace(10) %x
}

; CHECK: declare noalias nonnull ptr @julia.gc_alloc_obj(ptr, i64, ptr) #[[B:[0-9]+]]
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) #1


; CHECK-LABEL: define internal void @addresses(ptr %x)
define internal void @addresses(ptr addrspace(10) %x) {
  indirectbr ptr blockaddress(@addresses, %target), [label %target]
; CHECK: indirectbr ptr blockaddress(@addresses, %target), [label %target]
target:
  ret void
}

; CHECK-LABEL: define dso_local void @unchanged_behind()
define dso_local void @unchanged_behind() {
; CHECK: call void @unchanged_behind()
  call void @unchanged_behind()
  ret void
}

; CHECK: attributes #[[A]] = { noinline {{.*}}"julia.x"="y" }
; CHECK: attributes #[[B]] = { nounwind willreturn allockind("alloc") allocsize(1) }
attributes #0 = { noinline nounwind "julia.x"="y" }
attributes #1 = { nounwind willreturn allockind("alloc") allocsize(1) }
!0 = !{!"kept"}
