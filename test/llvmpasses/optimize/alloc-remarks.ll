; A remark about an allocation that stays is given once, however often the pass runs; two allocations that read the same
; have two.  A phi without a source line is not named as the reason.
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt,AllocOpt,AllocOpt)' --pass-remarks-missed=. -S %s -o /dev/null 2>%t
; RUN: FileCheck %s <%t
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(JuliaLICM,JuliaLICM)' --pass-remarks-missed=. -S %s -o /dev/null 2>&1 | FileCheck --check-prefix=LICM %s
;
; CHECK-COUNT-2: remark: {{.*}}: allocation stays on the heap: it is passed to a call (in function 'two')
; CHECK: remark: {{.*}}: allocation stays on the heap: it is passed to a call (in function 'loop')
; CHECK-NEXT: remark: a.jl:2:1: allocation stays on the heap: it is merged with another object (in function 'merged')
; CHECK-NOT: remark
; LICM: remark: {{.*}}: allocation stays in the loop: it is passed to a call (in function 'loop')
; LICM-NOT: remark

declare ptr @julia.get_pgcstack()
declare noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @use(ptr addrspace(10))

define ptr addrspace(10) @merged(i1 %c, ptr addrspace(10) %a) !dbg !4 {
entry:
  %p = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null), !dbg !6
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  %x = phi ptr addrspace(10) [ %o, %yes ], [ %a, %entry ], !dbg !7
  ret ptr addrspace(10) %x
}

define void @two() {
  %p = call ptr @julia.get_pgcstack()
  %1 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %1)
  %2 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %2)
  ret void
}

define void @loop(i1 %c) {
entry:
  %p = call ptr @julia.get_pgcstack()
  br label %round
round:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %o)
  br i1 %c, label %round, label %end
end:
  ret void
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_Julia, file: !2, isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "a.jl", directory: "/")
!4 = distinct !DISubprogram(name: "merged", file: !2, line: 1, type: !5, unit: !1)
!5 = !DISubroutineType(types: !8)
!6 = !DILocation(line: 2, column: 1, scope: !4)
!7 = !DILocation(line: 0, scope: !4)
!8 = !{}
