; RUN: %lateroot opt --passes=PropagateJuliaAddrspaces -S %s | FileCheck %s
; Copies have the places of their originals, and debug information follows.

; CHECK: %g = getelementptr i8, ptr %a, i64 8, !dbg [[LOC:![0-9]+]]
; CHECK-NEXT: dbg{{[._]}}value({{.*}}ptr %g,
; CHECK: store i64 7, ptr %g
; CHECK: [[LOC]] = !DILocation(line: 7, column: 9
define void @f() !dbg !4 {
  %a = alloca [2 x i64], !dbg !7
  %d = addrspacecast ptr %a to ptr addrspace(11), !dbg !7
  %g = getelementptr i8, ptr addrspace(11) %d, i64 8, !dbg !8
    #dbg_value(ptr addrspace(11) %g, !9, !DIExpression(), !7)
  store i64 7, ptr addrspace(11) %g, !dbg !7
  ret void, !dbg !7
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
