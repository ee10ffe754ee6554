; RUN: %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswell;x86-64-v4,clone_all' -o - %s | FileCheck %s
; RUN: %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswell;x86-64-v4,clone_all' -o - %s | %opt -passes=verify -disable-output -
; RUN: %lateroot compile -O1 '--clone-targets=generic;haswell;x86-64-v4,clone_all' -o %t.o %s && %llvm_bin/llvm-dwarfdump --verify %t.o

; Debug information of clones: subprograms of their own, in units that have no variables.

target triple = "x86_64-unknown-linux-gnu"

; CHECK: @counter = global i32 0, !dbg [[VARIABLE:![0-9]+]]
@counter = global i32 0, !dbg !10

; CHECK: define hidden i32 @f.0(i32 %x) {{.*}}!dbg [[F:![0-9]+]] {
; CHECK: #dbg_value(i32 %x, [[X:![0-9]+]], !DIExpression(), [[LOCATION:![0-9]+]])
; CHECK: define hidden i32 @f.1(i32 %x) {{.*}}!dbg [[F1:![0-9]+]] {
; CHECK: #dbg_value(i32 %x, [[X1:![0-9]+]], !DIExpression(), [[LOCATION1:![0-9]+]])
; CHECK: store i32 %y, ptr @counter
; CHECK: define hidden i32 @f.2(i32 %x) {{.*}}!dbg [[F2:![0-9]+]] {
define i32 @f(i32 %x) !dbg !4 {
  br label %l
l:
    #dbg_value(i32 %x, !8, !DIExpression(), !9)
  %y = add i32 %x, 1, !dbg !9
  store i32 %y, ptr @counter, !dbg !9
  %c = icmp eq i32 %y, 5, !dbg !9
  br i1 %c, label %l, label %e, !dbg !9
e:
  ret i32 %y, !dbg !9
}

; CHECK: !llvm.dbg.cu = !{[[UNIT:![0-9]+]], [[UNIT1:![0-9]+]], [[UNIT2:![0-9]+]]}
; CHECK-DAG: [[UNIT]] = distinct !DICompileUnit({{.*}}globals: ![[#GLOBALS:]]
; CHECK-DAG: [[UNIT1]] = distinct !DICompileUnit({{.*}}globals: [[NONE:![0-9]+]]
; CHECK-DAG: [[NONE]] = !{}
; CHECK-DAG: [[F1]] = distinct !DISubprogram(name: "f",{{.*}} unit: [[UNIT1]]
; CHECK-DAG: [[F2]] = distinct !DISubprogram(name: "f",{{.*}} unit: [[UNIT2]]
; CHECK-DAG: [[X1]] = !DILocalVariable(name: "x", arg: 1, scope: [[F1]]
; CHECK-DAG: [[LOCATION1]] = !DILocation(line: 3, column: 2, scope: [[F1]])

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "by hand", isOptimized: true, emissionKind: FullDebug, globals: !12)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 2, type: !5, scopeLine: 2, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !7)
!5 = !DISubroutineType(types: !6)
!6 = !{!2, !2}
!7 = !{!8}
!8 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 2, type: !2)
!9 = !DILocation(line: 3, column: 2, scope: !4)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "counter", scope: !0, file: !1, line: 1, type: !2, isLocal: false, isDefinition: true)
!12 = !{!10}
