; One function with values that are rooted or not for different reasons, and others for what the page has to cope with.
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @take(ptr addrspace(12))
declare i1 @more()
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)

define void @reasons(ptr addrspace(10) %arg, i1 %k) !dbg !3 {
entry:
  %gc = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make(), !dbg !5
  %b = call ptr addrspace(10) @make()
  %b12 = addrspacecast ptr addrspace(10) %b to ptr addrspace(12)
  call void @take(ptr addrspace(12) %b12)
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %inside = getelementptr i8, ptr addrspace(11) %da, i64 8
  %child = load ptr addrspace(10), ptr addrspace(11) %inside, !tbaa !6
  %darg = addrspacecast ptr addrspace(10) %arg to ptr addrspace(11)
  %fixed = load ptr addrspace(10), ptr addrspace(11) %darg, !tbaa !6
  %short = load ptr addrspace(10), ptr addrspace(11) %darg
  br i1 %k, label %loop, label %out
loop:
  %moving = phi ptr addrspace(11) [ %da, %entry ], [ %next, %loop ]
  %either = phi ptr addrspace(10) [ %arg, %entry ], [ %fixed, %loop ]
  %next = getelementptr i8, ptr addrspace(11) %moving, i64 8
  call void @use(ptr addrspace(10) %child)
  call void @use(ptr addrspace(10) %either)
  %again = call i1 @more()
  br i1 %again, label %loop, label %out
out:
  ret void
}

; Accessed through a loop, between collections.
define ptr addrspace(10) @variable(i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %v
  %second = getelementptr i8, ptr %v, i64 8
  store ptr addrspace(10) null, ptr %second
  br label %1
1:
  %2 = phi i64 [ 0, %0 ], [ %3, %1 ]
  %3 = add i64 %2, 1
  call void @use(ptr addrspace(10) %x)
  br i1 %c, label %1, label %4
4:
  %5 = call ptr addrspace(10) @make()
  %6 = load ptr addrspace(10), ptr %v
  call void @use(ptr addrspace(10) %6)
  call void @use(ptr addrspace(10) %5)
  ret ptr addrspace(10) %5
}

; A cold way on which alone a frame is needed, a preserve region, blocks side by side, a way around them.
define void @ways(ptr addrspace(10) %arg, i32 %k) {
entry:
  %gc = call ptr @julia.get_pgcstack()
  switch i32 %k, label %out [
    i32 0, label %left
    i32 1, label %right
    i32 2, label %"quoted: \22<b>"
  ]
left:
  %l = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %l)
  call void @use(ptr addrspace(10) null)
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %join
right:
  %r = call ptr addrspace(10) @make()
  br label %join
join:
  %j = phi ptr addrspace(10) [ %l, %left ], [ %r, %right ]
  call void @use(ptr addrspace(10) %j)
  call void @use(ptr addrspace(10) %j)
  br label %out
"quoted: \22<b>":
  %"odd = name" = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %"odd = name")
  call void @use(ptr addrspace(10) %"odd = name")
  unreachable
out:
  ret void
}

; One value comes into its slot on two ways; where they meet it is there.
define void @meet(i1 %c) {
entry:
  %gc = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  call void @use(ptr addrspace(10) null)
  br label %join
right:
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  br label %join
join:
  call void @use(ptr addrspace(10) %a)
  ret void
}

define void @"</script>\22\5C\C3\A9\FF"(ptr addrspace(10) %0) {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "view.c", directory: "/tmp")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "reasons", file: !1, line: 3, scopeLine: 3, type: !4, unit: !0)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 4, column: 7, scope: !3)
!6 = !{!7, !7, i64 0, i64 1}
!7 = !{!"jtbaa_immut", !8}
!8 = !{!"jtbaa"}
