; What a function is changed for before it is planned: edges of invokes, phis and landing pads at their ends, copies of stores into the stack,
; undefined parts.  All of it has names, debug records around it, and predecessors in an order of its own.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { ptr addrspace(10), { [2 x ptr addrspace(10)] } }

declare ptr @julia.get_pgcstack()
declare void @safe()
declare void @takes(ptr)
declare ptr addrspace(10) @make()
declare %pair @make_pair()
declare ptr @llvm.invariant.start.p10(i64, ptr addrspace(10))
declare void @llvm.invariant.end.p10(ptr, i64, ptr addrspace(10))
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare i32 @__gxx_personality_v0(...)

define ptr addrspace(10) @shared(ptr addrspace(10) noalias dereferenceable(16) %a, i32 %c) personality ptr @__gxx_personality_v0 !dbg !5 {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a1 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %d = getelementptr i8, ptr addrspace(11) %a1, i64 16
  switch i32 %c, label %one [
    i32 1, label %two
    i32 2, label %ok
    i32 3, label %ok
    i32 4, label %three
  ]
one:
    #dbg_value(i32 %c, !9, !DIExpression(), !10)
  %r = invoke ptr addrspace(10) @make() to label %ok unwind label %bad, !dbg !10
two:
  %q = invoke ptr addrspace(10) @make() to label %ok unwind label %bad
three:
  %t = invoke ptr addrspace(10) @make() to label %join unwind label %worse
ok:
  %o = phi ptr addrspace(10) [ %r, %one ], [ %a, %top ], [ %q, %two ], [ %a, %top ], [ %o, %ok ]
  %n = phi i32 [ 0, %one ], [ %c, %top ], [ 0, %two ], [ %c, %top ], [ %m, %ok ]
    #dbg_value(i32 %n, !9, !DIExpression(), !10)
  %m = add i32 %n, 1
  call void @safe(), !dbg !10
  %again = icmp ult i32 %m, 10
  br i1 %again, label %ok, label %join
join:
  store i32 %c, ptr addrspace(11) %d
  ret ptr addrspace(10) %a
bad:
  %which = phi i32 [ 1, %one ], [ 2, %two ]
  %lp = landingpad { ptr, i32 } cleanup
    #dbg_value(i32 %which, !9, !DIExpression(), !10)
  %what = extractvalue { ptr, i32 } %lp, 1
  store i32 %which, ptr addrspace(11) %d
  call void @safe()
  store i32 %what, ptr addrspace(11) %d
  invoke void @safe() to label %on unwind label %worse
on:
  resume { ptr, i32 } %lp
worse:
    #dbg_value(i32 %c, !9, !DIExpression(), !10)
  %lp2 = landingpad { ptr, i32 } cleanup
    #dbg_value(i32 7, !9, !DIExpression(), !10)
  call void @safe()
  store i32 2, ptr addrspace(11) %d
  resume { ptr, i32 } %lp2
}

define ptr addrspace(10) @copied(ptr addrspace(10) %a, ptr addrspace(10) %b, i64 %i, i1 %c) !dbg !11 {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %mixed = alloca { i64, ptr addrspace(10) }
  %many = alloca [4 x ptr addrspace(10)]
    #dbg_value(i64 %i, !12, !DIExpression(), !13)
  %inv = tail call ptr @llvm.invariant.start.p10(i64 8, ptr addrspace(10) %a)
  %field = getelementptr { i64, ptr addrspace(10) }, ptr %mixed, i64 0, i32 1
    #dbg_value(i64 1, !12, !DIExpression(), !13)
  store ptr addrspace(10) %a, ptr %field
  %at = getelementptr [4 x ptr addrspace(10)], ptr %many, i64 0, i64 %i
    #dbg_value(i64 2, !12, !DIExpression(), !13)
  store ptr addrspace(10) %b, ptr %at
  call void @safe(), !dbg !13
  call void @takes(ptr %mixed)
  call void @takes(ptr %many)
  tail call void @llvm.invariant.end.p10(ptr %inv, i64 8, ptr addrspace(10) %a)
  %p = call %pair @make_pair()
  %x = insertvalue %pair undef, ptr addrspace(10) %a, 0
  %y = select i1 %c, %pair %p, %pair %x
  %v = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %b, i64 0
  %w = shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> poison, <4 x i32> <i32 0, i32 poison, i32 0, i32 poison>
  %tok = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %b)
  call void @safe()
  call void @llvm.julia.gc_preserve_end(token %tok)
  %e = extractelement <4 x ptr addrspace(10)> %w, i64 %i
  %f = extractvalue %pair %y, 1, 0, 0
  call void @safe()
  %s = select i1 %c, ptr addrspace(10) %e, ptr addrspace(10) %f
  %l = load ptr addrspace(10), ptr addrspace(10) %s, !invariant.load !14
  ret ptr addrspace(10) %l
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "shared", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!9 = !DILocalVariable(name: "n", scope: !5, file: !1, line: 1, type: !8)
!10 = !DILocation(line: 2, scope: !5)
!11 = distinct !DISubprogram(name: "copied", file: !1, line: 5, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!12 = !DILocalVariable(name: "i", scope: !11, file: !1, line: 5, type: !8)
!13 = !DILocation(line: 6, scope: !11)
!14 = !{}
