; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr addrspace(10) @callee(ptr addrspace(10))
declare double @floating(ptr addrspace(10))
declare i32 @personality(...)

; CHECK-LABEL: @attributes
; CHECK: %a = tail call swiftcc noundef ptr @callee(ptr nonnull align 8 %x) #[[A:[0-9]+]], !note
; CHECK: %b = notail call fast double @floating(ptr %a)
define void @attributes(ptr addrspace(10) %x) {
  %a = tail call swiftcc noundef ptr addrspace(10) @callee(ptr addrspace(10) nonnull align 8 %x) #0, !note !0
  %b = notail call fast double @floating(ptr addrspace(10) %a)
  ret void
}

; CHECK-LABEL: @must_tail
; CHECK: %r = musttail call ptr @callee(ptr %x)
; CHECK-NEXT: ret ptr %r
define ptr addrspace(10) @must_tail(ptr addrspace(10) %x) {
  %r = musttail call ptr addrspace(10) @callee(ptr addrspace(10) %x)
  ret ptr addrspace(10) %r
}

; CHECK-LABEL: @bundles
; CHECK: call ptr @callee(ptr %x) [ "jl_roots"(ptr %x, ptr null), "other"(i64 1) ]
; CHECK: call void @plain() [ "jl_roots"(ptr %x) ]
declare void @plain()
define void @bundles(ptr addrspace(10) %x) {
  %a = call ptr addrspace(10) @callee(ptr addrspace(10) %x) [ "jl_roots"(ptr addrspace(10) %x, ptr addrspace(11) null), "other"(i64 1) ]
  call void @plain() [ "jl_roots"(ptr addrspace(10) %x) ]
  ret void
}

; CHECK-LABEL: @variadic
; CHECK: call ptr (ptr, ptr, ...) @julia.call(ptr @callee, ptr %x, ptr %x)
; CHECK: %t = call token (...) @llvm.julia.gc_preserve_begin(ptr %x, ptr inttoptr (i64 4096 to ptr))
define void @variadic(ptr addrspace(10) %x) {
  %a = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %x, ptr addrspace(10) %x)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x, ptr addrspace(10) addrspacecast (ptr inttoptr (i64 4096 to ptr) to ptr addrspace(10)))
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; CHECK-LABEL: @indirect
; CHECK: call ptr %f(ptr %x)
; CHECK: call ptr inttoptr (i64 4096 to ptr)(ptr %x)
define void @indirect(ptr %f, ptr addrspace(10) %x) {
  %a = call ptr addrspace(10) %f(ptr addrspace(10) %x)
  %b = call ptr addrspace(10) inttoptr (i64 4096 to ptr)(ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: @assembler
; CHECK: call ptr asm sideeffect alignstack inteldialect unwind "nop", "=r,0,~{memory}"(ptr %x)
define void @assembler(ptr addrspace(10) %x) {
  %a = call ptr addrspace(10) asm sideeffect alignstack inteldialect unwind "nop", "=r,0,~{memory}"(ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: @exceptions
; CHECK: %r = invoke swiftcc ptr @callee(ptr %x) [ "jl_roots"(ptr %x) ]
; CHECK-NEXT: to label %next unwind label %pad, !note
; CHECK: %l = landingpad { ptr, i32 }
; CHECK-NEXT: cleanup
; CHECK-NEXT: catch ptr @type
; CHECK-NEXT: filter [1 x ptr] [ptr @type]
; CHECK-NEXT: resume { ptr, i32 } %l
@type = external constant ptr
define ptr addrspace(10) @exceptions(ptr addrspace(10) %x) personality ptr @personality {
  %r = invoke swiftcc ptr addrspace(10) @callee(ptr addrspace(10) %x) [ "jl_roots"(ptr addrspace(10) %x) ]
    to label %next unwind label %pad, !note !0
next:
  ret ptr addrspace(10) %r
pad:
  %l = landingpad { ptr addrspace(10), i32 }
    cleanup
    catch ptr @type
    filter [1 x ptr] [ptr @type]
  resume { ptr addrspace(10), i32 } %l
}

; CHECK-LABEL: @call_branch
; CHECK: callbr void asm sideeffect "", "r,!i"(ptr %x)
; CHECK-NEXT: to label %next [label %other]
define void @call_branch(ptr addrspace(10) %x) {
  callbr void asm sideeffect "", "r,!i"(ptr addrspace(10) %x) to label %next [label %other]
next:
  ret void
other:
  ret void
}
; CHECK: attributes #[[A]] = { nounwind }
attributes #0 = { nounwind }
!0 = !{!"kept"}
