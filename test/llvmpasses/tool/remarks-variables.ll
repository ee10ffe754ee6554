; Values without a name are called by the variable of the source that debug information says they are; a value that is
; only a part of a variable is not.  LLVM 19's C API shows no debug records.
; REQUIRES: llvm22
; RUN: %lateroot opt --remarks=%t.yaml -S %s -o /dev/null && FileCheck %s < %t.yaml
; RUN: %lateroot opt -pass-remarks=lateroot --disable-output %s 2>&1 | FileCheck %s --check-prefix=LINE
; RUN: %lateroot view --json %s | FileCheck %s --check-prefix=JSON
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @safe()
declare i64 @look(ptr addrspace(10), ptr addrspace(10))
; CHECK-LABEL: Function: 'named'
; CHECK: - Value: 'head (a phi)'
; CHECK: - Value: 'a load'
; LINE: remark: {{.*}}names.c:7:{{[0-9]+}}: head (a phi) is rooted in slot
; JSON: "args":[{"name":"%0","variable":"again"}
; JSON: {"text":"%{{[0-9]+}} = phi {{.*}},"variable":"head"}
; JSON: {"text":"call void @safe(){{.*}}"line":20,"column":1,"file":"other.h"}
define i64 @named(i1 %0, ptr %1) !dbg !4 {
    #dbg_value(i1 %0, !8, !DIExpression(), !10)
  %3 = call ptr @julia.get_pgcstack(), !dbg !10
  %4 = call ptr addrspace(10) @make(), !dbg !10
  %5 = load ptr addrspace(10), ptr %1, !dbg !10
    #dbg_value(ptr addrspace(10) %5, !9, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !10)
  br label %6, !dbg !10
6:
  %7 = phi ptr addrspace(10) [ %4, %2 ], [ %5, %6 ], !dbg !11
    #dbg_value(ptr addrspace(10) %7, !9, !DIExpression(), !11)
  call void @safe(), !dbg !13
  %8 = call i64 @look(ptr addrspace(10) %7, ptr addrspace(10) %5), !dbg !11
  br i1 %0, label %6, label %9, !dbg !11
9:
  ret i64 %8, !dbg !11
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "names.c", directory: ".")
!3 = !DISubroutineType(types: !7)
!4 = distinct !DISubprogram(name: "named", file: !2, line: 3, type: !3, unit: !1, spFlags: DISPFlagDefinition, retainedNodes: !7)
!5 = distinct !DISubprogram(name: "inlined", file: !6, line: 19, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DIFile(filename: "other.h", directory: ".")
!7 = !{}
!8 = !DILocalVariable(name: "again", arg: 1, scope: !4, file: !2, line: 3, type: !12)
!9 = !DILocalVariable(name: "head", scope: !4, file: !2, line: 6, type: !12)
!10 = !DILocation(line: 5, column: 2, scope: !4)
!11 = !DILocation(line: 7, column: 3, scope: !4)
!12 = !DIBasicType(name: "node", size: 64, encoding: DW_ATE_unsigned)
!13 = !DILocation(line: 20, column: 1, scope: !5, inlinedAt: !10)
