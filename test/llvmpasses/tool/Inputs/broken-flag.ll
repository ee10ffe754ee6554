; The flag is a place in the source.
define void @f() !dbg !4 {
  ret void, !dbg !7
}
!llvm.module.flags = !{!7}
!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
!3 = !DISubroutineType(types: !6)
!4 = distinct !DISubprogram(name: "f", file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !{}
!7 = !DILocation(line: 2, scope: !4)
