declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)

define void @f() !dbg !4 {
  %pgcstack = call ptr @julia.get_pgcstack()
  %frame = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make(), !dbg !8
  call void @use(ptr addrspace(10) null), !dbg !9
  call void @use(ptr addrspace(10) %x), !dbg !10
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a program.c", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", file: !2, line: 5, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 6, column: 11, scope: !4)
!9 = !DILocation(line: 7, column: 3, scope: !4)
!10 = !DILocation(line: 8, column: 3, scope: !4)
