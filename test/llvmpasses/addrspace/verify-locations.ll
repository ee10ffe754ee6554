; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck %s
; Every violation comes with its place in the source.

; CHECK: a.jl:2:3: error: addrspacecast from Derived (11) to Tracked (10)
; CHECK: a.jl:7:9: error: a Derived (11) pointer is stored to memory
; CHECK: a.jl:9:1: error: a Derived (11) pointer is returned
define ptr addrspace(11) @f(ptr addrspace(11) %d, ptr %p) !dbg !4 {
  %t = addrspacecast ptr addrspace(11) %d to ptr addrspace(10), !dbg !7
  store ptr addrspace(11) %d, ptr %p, !dbg !8
  ret ptr addrspace(11) %d, !dbg !9
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
!9 = !DILocation(line: 9, column: 1, scope: !4)
