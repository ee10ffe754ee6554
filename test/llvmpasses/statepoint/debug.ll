; Where phis of what was relocated come, debug records stay behind them: LLVM's verifier takes records before a phi for broken debug info.
; RUN: %lateroot opt --abi=statepoint --check --passes=PlaceStatepoints -S %s | FileCheck %s

; CHECK-LABEL: define i64 @f
; CHECK: join:
; CHECK-NEXT: phi ptr addrspace(10)
; CHECK-NEXT: #dbg_value
; CHECK-NEXT: load i64
; CHECK: define internal fastcc void @lr.leave.safe
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare void @safe()
define i64 @f(ptr addrspace(10) %a, i64 %n, i1 %c) !dbg !5 {
top:
  %pgc = call ptr @julia.get_pgcstack()
  br i1 %c, label %x, label %join
x:
  call fastcc void @safe()
  br label %join
join:
    #dbg_value(i64 %n, !9, !DIExpression(), !10)
  %v = load i64, ptr addrspace(10) %a, !dbg !10
  ret i64 %v
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!9 = !DILocalVariable(name: "n", scope: !5, file: !1, line: 1, type: !8)
!10 = !DILocation(line: 2, scope: !5)
