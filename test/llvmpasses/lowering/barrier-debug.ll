; RUN: %lateroot opt --verify-each --passes=FinalLowerGC -S %s | FileCheck %s
; Cutting a block keeps the location of every instruction, and gives the barrier's to what it becomes.

declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @use(i64)

; CHECK-LABEL: define void @f(
; CHECK: %before = add i64 %x, 1, !dbg ![[L2:[0-9]+]]
; CHECK: %parent_tag = load {{.*}}, !dbg ![[L3:[0-9]+]]
; CHECK: br i1 {{.*}}, !dbg ![[L3]]
; CHECK: %child_tag = load {{.*}}, !dbg ![[L3]]
; CHECK: call void @lr_gc_queue_root(ptr addrspace(10) %p), !dbg ![[L3]]
; CHECK: call void @use(i64 %before), !dbg ![[L4:[0-9]+]]
; CHECK: ret void, !dbg ![[L5:[0-9]+]]
define void @f(ptr addrspace(10) %p, ptr addrspace(10) %c, i64 %x) !dbg !4 {
  %before = add i64 %x, 1, !dbg !7
    #dbg_value(i64 %before, !11, !DIExpression(), !7)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c), !dbg !8
  call void @use(i64 %before), !dbg !9
  ret void, !dbg !10
}

; CHECK-DAG: ![[L2]] = !DILocation(line: 2,
; CHECK-DAG: ![[L3]] = !DILocation(line: 3,
; CHECK-DAG: ![[L4]] = !DILocation(line: 4,
; CHECK-DAG: ![[L5]] = !DILocation(line: 5,
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
!3 = !DISubroutineType(types: !6)
!4 = distinct !DISubprogram(name: "f", file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !{}
!7 = !DILocation(line: 2, scope: !4)
!8 = !DILocation(line: 3, scope: !4)
!9 = !DILocation(line: 4, scope: !4)
!10 = !DILocation(line: 5, scope: !4)
!11 = !DILocalVariable(name: "x", scope: !4, file: !2, line: 2, type: !12)
!12 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
