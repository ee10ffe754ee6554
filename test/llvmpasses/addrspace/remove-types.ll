; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s --check-prefix=NONE
; NONE-NOT: addrspace({{1[0-3]}})
; Types of all shapes; a named structure that does not change keeps its very name.

%Unchanged = type { i64, ptr }
%Changed = type { ptr addrspace(10), i64, [2 x ptr addrspace(11)] }
%Nested = type <{ i8, %Changed, %Unchanged }>

; CHECK-DAG: %[[CHANGED:Changed[.0-9]*]] = type { ptr, i64, [2 x ptr] }
; CHECK-DAG: %[[NESTED:Nested[.0-9]*]] = type <{ i8, %[[CHANGED]], %Unchanged }>
; CHECK-DAG: %Unchanged = type { i64, ptr }

; CHECK: @vector = external global <4 x ptr>
@vector = external global <4 x ptr addrspace(10)>
; CHECK: @scalable = external global ptr
@scalable = external global ptr

; CHECK-LABEL: define ptr @function(ptr %a, { ptr, { i8, ptr } } %b, [3 x ptr] %c, <vscale x 2 x ptr> %d, ...)
define ptr addrspace(10) @function(ptr addrspace(13) %a, { ptr addrspace(12), { i8, ptr } } %b, [3 x ptr addrspace(11)] %c, <vscale x 2 x ptr addrspace(10)> %d, ...) {
  ret ptr addrspace(10) null
}

; CHECK-LABEL: @allocas
; CHECK-NEXT: %a = alloca %[[NESTED]], align 16
; CHECK-NEXT: %b = alloca ptr, i64 %n, align 8
; CHECK-NEXT: %c = alloca %Unchanged, i32 2, align 8
; CHECK-NEXT: %g = getelementptr inbounds nuw %[[NESTED]], ptr %a, i64 0, i32 1, i32 2, i64 1
; CHECK-NEXT: %h = getelementptr %Unchanged, ptr %c, i64 1
define void @allocas(i64 %n) {
  %a = alloca %Nested, align 16
  %b = alloca ptr addrspace(10), i64 %n, align 8
  %c = alloca %Unchanged, i32 2, align 8
  %g = getelementptr inbounds nuw %Nested, ptr %a, i64 0, i32 1, i32 2, i64 1
  %h = getelementptr %Unchanged, ptr %c, i64 1
  ret void
}

; CHECK: define void @type_attributes(ptr sret(%[[CHANGED]]) align 8 %a, ptr byval(%[[NESTED]]) %b, ptr byval(%Unchanged) %c)
; CHECK: call void @type_attributes(ptr sret(%[[CHANGED]]) align 8 %a, ptr byval(%[[NESTED]]) %b, ptr byval(%Unchanged) %c)
define void @type_attributes(ptr sret(%Changed) align 8 %a, ptr byval(%Nested) %b, ptr byval(%Unchanged) %c) {
  call void @type_attributes(ptr sret(%Changed) align 8 %a, ptr byval(%Nested) %b, ptr byval(%Unchanged) %c)
  ret void
}
