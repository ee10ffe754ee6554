; JuliaLICM: what a preserve region is given may be computed in the loop from what does not change in it.  All that has no
; effect but its result moves in front of the loop with the region; a division does not, nor a chain that is too long.
; RUN: lateroot opt -S --passes='function(JuliaLICM)' %s -o %t.ll && FileCheck %s <%t.ll
; RUN: lateroot opt -S --passes='lateroot' --check %t.ll -o /dev/null

declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare void @work()
declare i1 @more()
declare ptr @julia.get_pgcstack()

; CHECK-LABEL: define void @integers(
; CHECK: entry:
; CHECK: %q = select i1 %c, ptr addrspace(10) %o, ptr addrspace(10) %p
; CHECK-NEXT: call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %q)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: call void @work()
; CHECK-NEXT: %again = call i1 @more()
define void @integers(ptr addrspace(10) %o, ptr addrspace(10) %p, i64 %a, double %x) {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i1 = add i64 %a, 1
  %i2 = sub i64 %i1, 2
  %i3 = mul i64 %i2, 3
  %i4 = shl i64 %i3, 1
  %i5 = lshr i64 %i4, 2
  %i6 = ashr i64 %i5, 3
  %i7 = and i64 %i6, 255
  %i8 = or i64 %i7, 1
  %i9 = xor i64 %i8, 5
  %i10 = trunc i64 %i9 to i32
  %i11 = zext i32 %i10 to i64
  %i12 = freeze i64 %i11
  %c = icmp ugt i64 %i12, 7
  %q = select i1 %c, ptr addrspace(10) %o, ptr addrspace(10) %p
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %q)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  %again = call i1 @more()
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @floats(
; CHECK: entry:
; CHECK: %q = select i1 %c, ptr addrspace(10) %o, ptr addrspace(10) %p
; CHECK-NEXT: call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %q)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: call void @work()
; CHECK-NEXT: %again = call i1 @more()
define void @floats(ptr addrspace(10) %o, ptr addrspace(10) %p, i64 %a, double %x) {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %f1 = fadd double %x, 1.0
  %f2 = fsub double %f1, 2.0
  %f3 = fmul double %f2, 3.0
  %f4 = fdiv double %f3, 4.0
  %f5 = frem double %f4, 5.0
  %f6 = fneg double %f5
  %f7 = fptrunc double %f6 to float
  %f8 = fpext float %f7 to double
  %f9 = fptoui double %f8 to i32
  %f10 = sext i32 %f9 to i64
  %f11 = uitofp i64 %f10 to double
  %f12 = fptosi double %f11 to i64
  %f13 = sitofp i64 %f12 to double
  %c = fcmp olt double %f13, 7.0
  %q = select i1 %c, ptr addrspace(10) %o, ptr addrspace(10) %p
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %q)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  %again = call i1 @more()
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @composites(
; CHECK: entry:
; CHECK: %q = select i1 %c, ptr addrspace(10) %o, ptr addrspace(10) %p
; CHECK-NEXT: call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %q)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: call void @work()
; CHECK-NEXT: %again = call i1 @more()
define void @composites(ptr addrspace(10) %o, ptr addrspace(10) %p, i64 %a, double %x) {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %v1 = insertelement <2 x i64> zeroinitializer, i64 %a, i32 1
  %v2 = shufflevector <2 x i64> %v1, <2 x i64> poison, <2 x i32> <i32 1, i32 0>
  %v3 = extractelement <2 x i64> %v2, i32 0
  %v4 = insertvalue { i64, i64 } zeroinitializer, i64 %v3, 1
  %v5 = extractvalue { i64, i64 } %v4, 1
  %v6 = bitcast i64 %v5 to <2 x i32>
  %v7 = bitcast <2 x i32> %v6 to i64
  %v8 = inttoptr i64 %v7 to ptr
  %v9 = getelementptr i8, ptr %v8, i64 4
  %v10 = ptrtoint ptr %v9 to i64
  %c = icmp ugt i64 %v10, 7
  %q = select i1 %c, ptr addrspace(10) %o, ptr addrspace(10) %p
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %q)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  %again = call i1 @more()
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @division(
; CHECK: loop:
; CHECK: call token (...) @llvm.julia.gc_preserve_begin(
; CHECK: call void @work()
; CHECK: call void @llvm.julia.gc_preserve_end(
define void @division(ptr addrspace(10) %o, ptr addrspace(10) %p, i64 %a, double %x) {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %d1 = udiv i64 1000, %a
  %c = icmp ugt i64 %d1, 7
  %q = select i1 %c, ptr addrspace(10) %o, ptr addrspace(10) %p
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %q)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  %again = call i1 @more()
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @too_long(
; CHECK: loop:
; CHECK: call token (...) @llvm.julia.gc_preserve_begin(
; CHECK: call void @work()
; CHECK: call void @llvm.julia.gc_preserve_end(
define void @too_long(ptr addrspace(10) %o, ptr addrspace(10) %p, i64 %a, double %x) {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %l0 = add i64 %a, 1
  %l1 = add i64 %l0, 2
  %l2 = add i64 %l1, 3
  %l3 = add i64 %l2, 4
  %l4 = add i64 %l3, 5
  %l5 = add i64 %l4, 6
  %l6 = add i64 %l5, 7
  %l7 = add i64 %l6, 8
  %l8 = add i64 %l7, 9
  %l9 = add i64 %l8, 10
  %l10 = add i64 %l9, 11
  %l11 = add i64 %l10, 12
  %l12 = add i64 %l11, 13
  %l13 = add i64 %l12, 14
  %l14 = add i64 %l13, 15
  %l15 = add i64 %l14, 16
  %l16 = add i64 %l15, 17
  %c = icmp ugt i64 %l16, 7
  %q = select i1 %c, ptr addrspace(10) %o, ptr addrspace(10) %p
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %q)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  %again = call i1 @more()
  br i1 %again, label %loop, label %end
end:
  ret void
}
