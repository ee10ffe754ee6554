; Errors come through LLVM's diagnostics with the place in the source, opt ends with 1, and writes nothing.
; RUN: rm -f %t
; RUN: not %opt -load-pass-plugin=%plugin -passes='function(LateLowerGCFrame)' -S %s -o %t 2>&1 | FileCheck %s
; RUN: test ! -s %t
; RUN: not %opt -load-pass-plugin=%plugin -passes='julia<level=0>' -S %s -o %t 2>&1 | FileCheck %s
; RUN: test ! -s %t
; CHECK: error: prog.jl:4:5: addrspacecast from Derived (11) to Tracked (10): {{.*}}; in function 'bad': %t = addrspacecast

define void @good() {
  ret void
}

define ptr addrspace(10) @bad(ptr addrspace(11) %d) !dbg !4 {
  %t = addrspacecast ptr addrspace(11) %d to ptr addrspace(10), !dbg !6
  ret ptr addrspace(10) %t, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Julia, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "prog.jl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "bad", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 4, column: 5, scope: !4)
