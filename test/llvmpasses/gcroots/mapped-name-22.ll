; REQUIRES: llvm22
; A message names a variable as the source does, if there is debug information; clang's IR has no names of its own.
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S -o /dev/null %s 2>&1 | FileCheck %s
; CHECK: c.c:3:1: error: stores an object reference into the stack variable 'buf' where its type has none
declare ptr @julia.get_pgcstack()
declare void @outside(ptr)

define void @f(ptr addrspace(10) %0) !dbg !5 {
  %2 = alloca [16 x i8], align 8
    #dbg_declare(ptr %2, !8, !DIExpression(), !9)
  %3 = call ptr @julia.get_pgcstack(), !dbg !9
  %4 = getelementptr inbounds i8, ptr %2, i64 8
  store ptr addrspace(10) %0, ptr %4, align 8, !dbg !9
  call void @outside(ptr %2), !dbg !9
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, emissionKind: FullDebug)
!1 = !DIFile(filename: "c.c", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"lateroot.memory", !"typed"}
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 128)
!8 = !DILocalVariable(name: "buf", scope: !5, file: !1, line: 2, type: !7)
!9 = !DILocation(line: 3, column: 1, scope: !5)
