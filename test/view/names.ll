; Debug information: lines of the source and names of its variables, beside code in which the names are others.
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @keep(ptr addrspace(10))
declare ptr addrspace(10) @join(ptr addrspace(10), ptr addrspace(10))

define ptr addrspace(10) @pair(ptr addrspace(10) %0) !dbg !3 {
    #dbg_value(ptr addrspace(10) %0, !9, !DIExpression(), !5)
  %2 = call ptr @julia.get_pgcstack()
  %3 = call ptr addrspace(10) @make(), !dbg !5, !lateroot.kind !12
    #dbg_value(ptr addrspace(10) %3, !10, !DIExpression(), !5)
  call void @keep(ptr addrspace(10) %0), !dbg !6
  %4 = call ptr addrspace(10) @join(ptr addrspace(10) %0, ptr addrspace(10) %3), !dbg !7
  ret ptr addrspace(10) %4, !dbg !7
}

define void @least(ptr addrspace(10) %0) {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "names.c", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "pair", file: !1, line: 3, scopeLine: 4, type: !4, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !8)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 5, column: 18, scope: !3)
!6 = !DILocation(line: 6, column: 2, scope: !3)
!7 = !DILocation(line: 7, column: 9, scope: !3)
!8 = !{!9, !10}
!9 = !DILocalVariable(name: "first", arg: 1, scope: !3, file: !1, line: 3, type: !11)
!10 = !DILocalVariable(name: "second", scope: !3, file: !1, line: 5, type: !11)
!11 = !DIBasicType(name: "object", size: 64, encoding: DW_ATE_address)
!12 = !{!"folded"}
