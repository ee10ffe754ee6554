; Holes, unknown parts and proven functions, whose names and text need care in a page.
target datalayout = "e-p:64:64"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare i32 @personality(...)

define ptr addrspace(10) @proven() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  ret ptr addrspace(10) %x
}

define i64 @nothing(i64 %n) {
  ret i64 %n
}

; Instructions of several lines, blocks without names, records for debuggers.
define void @lines(ptr addrspace(10) %p, i32 %k) personality ptr @personality !dbg !4 {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  store ptr addrspace(10) null, ptr %slot
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = invoke ptr addrspace(10) @make() to label %1 unwind label %pad
1:
    #dbg_value(i32 %k, !8, !DIExpression(), !7)
  switch i32 %k, label %"a name" [
    i32 1, label %2
    i32 2, label %"a name"
  ]
2:
  call void @use(ptr addrspace(10) null), !dbg !7
  br label %"a name"
"a name":
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
pad:
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  store ptr %head, ptr %pgcstack
  resume { ptr, i32 } %l
}

; The name has an escape sequence, the end of a script, a quote, and marks that change the direction of text.
define void @"\1B[31m</script>\22\E2\80\AE\E2\81\A6"() {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  store ptr addrspace(10) null, ptr %slot
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %"\07<b>\E2\80\AE" = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %"\07<b>\E2\80\AE")
  store ptr %head, ptr %pgcstack
  ret void
}

; Unknown: the frame cannot be read.
define void @unknown(ptr addrspace(10) %a, i32 %n) {
  %gcframe = alloca ptr addrspace(10), i32 %n, align 16
  %pgcstack = call ptr @julia.get_pgcstack()
  %head = load ptr, ptr %pgcstack
  store ptr %gcframe, ptr %pgcstack
  call void @use(ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %a)
  store ptr %head, ptr %pgcstack
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a\1B[1mfile.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "lines", file: !1, line: 3, type: !3, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DILocation(line: 12, column: 3, scope: !4)
!8 = !DILocalVariable(name: "k", scope: !4, file: !1, line: 3)
