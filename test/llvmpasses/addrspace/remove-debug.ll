; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
; Debug information follows: of parameters, of what is rebuilt, of casts that disappear.

; CHECK: define ptr @f(ptr %x) !dbg ![[F:[0-9]+]]
; CHECK-NEXT: dbg{{[._]}}value({{.*}}ptr %x, {{.*}}![[X:[0-9]+]]
; CHECK-NEXT: dbg{{[._]}}value({{.*}}ptr %x, {{.*}}![[X]]
; CHECK-NEXT: %l = load ptr, ptr %x, align 8, !dbg ![[AT:[0-9]+]]
; CHECK-NEXT: dbg{{[._]}}value({{.*}}ptr %l,
; CHECK-NEXT: dbg{{[._]}}value({{.*}}!DIArgList(ptr %l, ptr %x)
; CHECK: ![[F]] = distinct !DISubprogram(name: "f"
; CHECK: ![[AT]] = !DILocation(line: 7, column: 9
define ptr addrspace(10) @f(ptr addrspace(10) %x) !dbg !4 {
    #dbg_value(ptr addrspace(10) %x, !9, !DIExpression(), !7)
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11), !dbg !7
    #dbg_value(ptr addrspace(11) %d, !9, !DIExpression(), !7)
  %l = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !dbg !8
    #dbg_value(ptr addrspace(10) %l, !9, !DIExpression(), !7)
    #dbg_value(!DIArgList(ptr addrspace(10) %l, ptr addrspace(10) %x), !9, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !7)
  ret ptr addrspace(10) %l, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.jl", directory: "")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 2, column: 3, scope: !4)
!8 = !DILocation(line: 7, column: 9, scope: !4)
!9 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 1)
