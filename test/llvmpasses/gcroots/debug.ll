; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Debug information neither keeps anything alive nor is lost.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use_raw(ptr)
declare void @poll()

; A value that only a debugger asks for is dead.
; CHECK-LABEL: define {{.*}} @debug_record_is_no_use(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @debug_record_is_no_use(i1 %c) !dbg !4 {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make(), !dbg !8
    #dbg_value(ptr addrspace(10) %a, !7, !DIExpression(), !8)
  call void @poll(), !dbg !8
    #dbg_value(ptr addrspace(10) %a, !7, !DIExpression(), !8)
  ret void, !dbg !8
}

; What the pass inserts has no place in the source; what was there keeps its own.
; CHECK-LABEL: define {{.*}} @places_in_the_source(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1){{$}}
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1){{$}}
; CHECK: %a = call ptr addrspace(10) @make(), !dbg
; CHECK: store ptr addrspace(10) %a, ptr %gcslot0, align 8{{$}}
; CHECK-NEXT: call void @use(ptr addrspace(10) %a), !dbg
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe){{$}}
; CHECK-NEXT: ret void, !dbg
define void @places_in_the_source() !dbg !5 {
  %pgcstack = call ptr @julia.get_pgcstack(), !dbg !9
  %a = call ptr addrspace(10) @make(), !dbg !9
  call void @use(ptr addrspace(10) %a) [ "jl_roots"(ptr addrspace(10) %a) ], !dbg !9
  ret void, !dbg !9
}

; A stack variable that becomes slots is still to be found.
; CHECK-LABEL: define {{.*}} @variable_of_the_source(
; CHECK: new_gc_frame(i32 1)
; CHECK: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(
; CHECK: #dbg_declare(ptr [[V]],
; CHECK: ret void
define void @variable_of_the_source() !dbg !6 {
  %pgcstack = call ptr @julia.get_pgcstack(), !dbg !10
  %v = alloca ptr addrspace(10)
    #dbg_declare(ptr %v, !11, !DIExpression(), !10)
  %a = call ptr addrspace(10) @make(), !dbg !10
  store ptr addrspace(10) %a, ptr %v, !dbg !10
  call void @use_raw(ptr %v), !dbg !10
  ret void, !dbg !10
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, producer: "hand", emissionKind: FullDebug)
!2 = !DIFile(filename: "source.jl", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "one", scope: !2, file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "two", scope: !2, file: !2, line: 11, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "three", scope: !2, file: !2, line: 21, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!7 = !DILocalVariable(name: "a", scope: !4, file: !2, line: 2)
!8 = !DILocation(line: 2, column: 1, scope: !4)
!9 = !DILocation(line: 12, column: 1, scope: !5)
!10 = !DILocation(line: 22, column: 1, scope: !6)
!11 = !DILocalVariable(name: "v", scope: !6, file: !2, line: 22)
