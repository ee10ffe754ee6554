; The page of `lateroot check --view` has the lines of source that instructions come from, and names of variables.
; RUN: rm -rf %t && mkdir %t
; RUN: %exits 1 %lateroot check --view=%t/page.html --sources=%S/Inputs/source %s -o %t/report.txt
; RUN: %python %S/Inputs/page.py %t/page.html keep | FileCheck %s
; RUN: FileCheck %s --input-file=%t/page.html --check-prefix=LINES
; LINES: "sources":[{"file":"Inputs/source/keep.c","lines":{{\[\[}}2,"keep(node first, long n)"],[4,"\tnode second = make(n);"],[5,"\tuse(second);"],[6,"\tuse(first);"],[7,"\tuse(second);"]]}]
; RUN: %exits 1 %lateroot check --json --view=%t/page2.html --sources=%S/Inputs/source %s | FileCheck %s --check-prefix=JSON
; JSON-NOT: "source
; JSON-NOT: "variables"

; CHECK: root/1 hole
; CHECK: Inputs/source/keep.c:4 %second = call
; CHECK-NEXT: Inputs/source/keep.c:5 call void @use(ptr addrspace(10) %second)
; CHECK-NEXT: Inputs/source/keep.c:6 call void @use(ptr addrspace(10) %0)
; CHECK-NEXT: Inputs/source/keep.c:7 call void @use(ptr addrspace(10) %second)
; RUN: %if llvm22 %{ %python %S/Inputs/page.py %t/page.html keep | FileCheck %s --check-prefix=NAMES %}
; NAMES: variable %0: first
; NAMES-NEXT: variable %second = call ptr addrspace(10) @make(i64 %1){{.*}}: second

; Files that are in no allowed folder are named and not read; without sources there is nothing of them.
; RUN: mkdir %t/elsewhere && cd %t/elsewhere
; RUN: %exits 1 %lateroot check --view=%t/none.html %s -o %t/report.txt
; RUN: FileCheck %s --input-file=%t/none.html --check-prefix=NONE
; NONE: "sources":[{"file":"Inputs/source/keep.c"}]
; RUN: %exits 1 %lateroot check --view=%t/no.html --no-sources %s -o %t/report.txt
; RUN: FileCheck %s --input-file=%t/no.html --check-prefix=NO
; NO-NOT: "sources":

; RUN: %exits 2 %lateroot check --no-sources %s 2>&1 | FileCheck %s --check-prefix=PAGE
; RUN: %exits 2 %lateroot check --sources=%S %s 2>&1 | FileCheck %s --check-prefix=PAGE
; PAGE: error: --sources and --no-sources are about the page, which --view=FILE writes
; RUN: %exits 2 %lateroot check --view=%t/x.html --sources=%t/nowhere %s 2>&1 | FileCheck %s --check-prefix=NOWHERE
; NOWHERE: --sources={{.*}}nowhere: No such file or directory

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make(i64)
declare void @use(ptr addrspace(10))
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @julia.pop_gc_frame(ptr)

define void @keep(ptr addrspace(10) %0, i64 %1) !dbg !4 {
  %gcframe = call ptr @julia.new_gc_frame(i32 1)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
    #dbg_value(ptr addrspace(10) %0, !8, !DIExpression(), !10)
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  store ptr addrspace(10) %0, ptr %slot
  %second = call ptr addrspace(10) @make(i64 %1), !dbg !11
    #dbg_value(ptr addrspace(10) %second, !9, !DIExpression(), !11)
  call void @use(ptr addrspace(10) %second), !dbg !12
  call void @use(ptr addrspace(10) %0), !dbg !13
  call void @use(ptr addrspace(10) %second), !dbg !14
  call void @julia.pop_gc_frame(ptr %gcframe), !dbg !14
  ret void, !dbg !14
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "Inputs/source/keep.c", directory: "nowhere")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "keep", file: !1, line: 2, type: !3, scopeLine: 2, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DIBasicType(name: "node", size: 64, encoding: DW_ATE_address)
!8 = !DILocalVariable(name: "first", scope: !4, file: !1, line: 2, type: !5, arg: 1)
!9 = !DILocalVariable(name: "second", scope: !4, file: !1, line: 4, type: !5)
!10 = !DILocation(line: 2, column: 11, scope: !4)
!11 = !DILocation(line: 4, column: 16, scope: !4)
!12 = !DILocation(line: 5, column: 2, scope: !4)
!13 = !DILocation(line: 6, column: 2, scope: !4)
!14 = !DILocation(line: 7, column: 2, scope: !4)
