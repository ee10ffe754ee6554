; RUN: %lateroot opt --verify-each --passes=InlineAllocation -S %s | FileCheck %s
; What debug info says in front of an allocation comes behind the phi that stands for it, which must be first in its block.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))

; CHECK-LABEL: define ptr addrspace(10) @f(
; CHECK: phi ptr addrspace(10) [ %{{.*}}, %take ], [ %a, %refill ], !dbg ![[L3:[0-9]+]]
; CHECK: [[B:%.*]] = phi ptr addrspace(10) [ %{{.*}}, %take{{.*}} ], [ %b, %refill{{.*}} ], !dbg ![[L4:[0-9]+]]
; CHECK: #dbg_value(ptr addrspace(10) [[B]],
; CHECK-NEXT: ret ptr addrspace(10) [[B]]
define ptr addrspace(10) @f(ptr addrspace(10) %type) !dbg !4 {
  %gcs = call ptr @julia.get_pgcstack(), !dbg !7
    #dbg_value(ptr %gcs, !11, !DIExpression(), !7)
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type), !dbg !8
    #dbg_value(ptr addrspace(10) %a, !11, !DIExpression(), !8)
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type), !dbg !9
    #dbg_value(ptr addrspace(10) %b, !11, !DIExpression(), !9)
  ret ptr addrspace(10) %b, !dbg !9
}

; CHECK-DAG: ![[L3]] = !DILocation(line: 3,
; CHECK-DAG: ![[L4]] = !DILocation(line: 4,
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!5 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !DILocation(line: 2, column: 1, scope: !4)
!8 = !DILocation(line: 3, column: 1, scope: !4)
!9 = !DILocation(line: 4, column: 1, scope: !4)
!11 = !DILocalVariable(name: "x", scope: !4, file: !2, type: !5)
