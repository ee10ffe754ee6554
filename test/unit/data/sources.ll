; The functions of placed.ll before roots were placed: check_mutation.c lets LateLowerGCFrame place them.
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make(i64)
declare void @take(ptr addrspace(10))
declare void @take2(ptr addrspace(10), ptr addrspace(10))
declare void @peek(ptr addrspace(11))
declare void @borrow(ptr addrspace(12))
declare void @stop()
declare void @pure() memory(none)
declare i32 @setjmp(ptr) returns_twice
declare void @results(ptr)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)

define void @straight(i64 %a) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 %a)
  %y = call ptr addrspace(10) @make(i64 %a)
  call void @stop()
  call void @take2(ptr addrspace(10) %x, ptr addrspace(10) %y)
  ret void
}

; One slot for two values whose lives do not overlap.
define void @shared(i64 %a) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 1)
  call void @take(ptr addrspace(10) %x)
  %y = call ptr addrspace(10) @make(i64 2)
  %z = call ptr addrspace(10) @make(i64 3)
  call void @take2(ptr addrspace(10) %y, ptr addrspace(10) %z)
  ret void
}

; A value made before a loop and used behind it, and one that goes around.
define ptr addrspace(10) @loop(i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %keep = call ptr addrspace(10) @make(i64 0)
  %first = call ptr addrspace(10) @make(i64 1)
  br label %head
head:
  %i = phi i64 [ 0, %top ], [ %inc, %head ]
  %v = phi ptr addrspace(10) [ %first, %top ], [ %next, %head ]
  call void @stop()
  call void @take(ptr addrspace(10) %v)
  %next = call ptr addrspace(10) @make(i64 %i)
  %inc = add i64 %i, 1
  %more = icmp ult i64 %inc, %n
  br i1 %more, label %head, label %done
done:
  call void @take(ptr addrspace(10) %keep)
  ret ptr addrspace(10) %next
}

; A store on each arm, or only on the arm that needs it.
define void @arms(i1 %c, i64 %a) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 %a)
  br i1 %c, label %left, label %right
left:
  %y = call ptr addrspace(10) @make(i64 2)
  call void @stop()
  call void @take(ptr addrspace(10) %y)
  br label %join
right:
  call void @stop()
  br label %join
join:
  call void @stop()
  call void @take(ptr addrspace(10) %x)
  ret void
}

; A derived phi, and the phi of its bases in a slot.
define void @lifted(i1 %c, i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 1)
  %y = call ptr addrspace(10) @make(i64 2)
  %dx = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %px = getelementptr i8, ptr addrspace(11) %dx, i64 8
  %dy = addrspacecast ptr addrspace(10) %y to ptr addrspace(11)
  br label %head
head:
  %p = phi ptr addrspace(11) [ %px, %top ], [ %q, %latch ]
  call void @stop()
  br label %latch
latch:
  %s = select i1 %c, ptr addrspace(11) %p, ptr addrspace(11) %dy
  %q = getelementptr i8, ptr addrspace(11) %s, i64 1
  store i8 0, ptr addrspace(11) %q
  %more = icmp ugt i64 %n, 7
  br i1 %more, label %head, label %done
done:
  ret void
}

; Only the throwing path has a frame.
define void @cold(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 1)
  br i1 %c, label %bad, label %good
bad:
  %y = call ptr addrspace(10) @make(i64 2)
  call void @stop()
  call void @take2(ptr addrspace(10) %x, ptr addrspace(10) %y)
  ret void
good:
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  store i64 0, ptr addrspace(11) %d, align 8
  ret void
}

; setjmp: %x keeps its slot for good.
define void @twice(ptr %buf) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 1)
  %r = call i32 @setjmp(ptr %buf)
  %z = icmp eq i32 %r, 0
  br i1 %z, label %try, label %catch
try:
  %y = call ptr addrspace(10) @make(i64 2)
  call void @stop()
  call void @take(ptr addrspace(10) %y)
  br label %done
catch:
  call void @stop()
  call void @take(ptr addrspace(10) %x)
  br label %done
done:
  ret void
}

; An immutable field is alive through its owner; the callee roots what it is lent.
define void @reasons(i64 %a) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 %a)
  %dx = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %field = load ptr addrspace(10), ptr addrspace(11) %dx, align 8, !tbaa !1
  %other = load ptr addrspace(10), ptr addrspace(11) %dx, align 8
  call void @stop()
  call void @pure()
  call void @take2(ptr addrspace(10) %field, ptr addrspace(10) %other)
  %lent = call ptr addrspace(10) @make(i64 7)
  %l = addrspacecast ptr addrspace(10) %lent to ptr addrspace(12)
  call void @borrow(ptr addrspace(12) %l)
  call void @take(ptr addrspace(10) %x)
  ret void
}

; Aggregates and vectors, element by element.
define void @parts(i64 %a, ptr %from) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = load <2 x ptr addrspace(10)>, ptr %from, align 16
  %v0 = extractelement <2 x ptr addrspace(10)> %v, i32 0
  %v1 = extractelement <2 x ptr addrspace(10)> %v, i32 1
  %x = call ptr addrspace(10) @make(i64 %a)
  %y = call ptr addrspace(10) @make(i64 %a)
  %agg0 = insertvalue { i64, ptr addrspace(10), ptr addrspace(10) } zeroinitializer, ptr addrspace(10) %x, 1
  %agg1 = insertvalue { i64, ptr addrspace(10), ptr addrspace(10) } %agg0, ptr addrspace(10) %y, 2
  %swap = shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> poison, <2 x i32> <i32 1, i32 0>
  call void @stop()
  %e1 = extractelement <2 x ptr addrspace(10)> %swap, i32 0
  %e2 = extractvalue { i64, ptr addrspace(10), ptr addrspace(10) } %agg1, 2
  call void @take2(ptr addrspace(10) %e1, ptr addrspace(10) %e2)
  %e3 = extractelement <2 x ptr addrspace(10)> %swap, i32 1
  %e4 = extractvalue { i64, ptr addrspace(10), ptr addrspace(10) } %agg1, 1
  call void @take2(ptr addrspace(10) %e3, ptr addrspace(10) %e4)
  ret void
}

; A variable that a callee fills, and what is loaded from it.
define void @variable() {
top:
  %var = alloca [2 x ptr addrspace(10)], align 8
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 1)
  call void @results(ptr "julia.return_roots"="2" %var)
  %field = getelementptr i8, ptr %var, i64 8
  %y = load ptr addrspace(10), ptr %field, align 8
  call void @results(ptr "julia.return_roots"="2" %var)
  call void @take2(ptr addrspace(10) %x, ptr addrspace(10) %y)
  ret void
}

; A preserve region keeps what nothing uses.
define void @preserved() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 1)
  %y = call ptr addrspace(10) @make(i64 2)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x)
  call void @take(ptr addrspace(10) %y)
  call void @stop()
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @stop()
  ret void
}

; an immutable field, in the older form: this proof outlives the pass, !invariant.load does not
!1 = !{!2, !2, i64 0}
!2 = !{!"jtbaa_const", !3, i64 0}
!3 = !{!"jtbaa", !4, i64 0}
!4 = !{!"jtbaa"}

; Two stretches, of which one needs one word of the frame, and the other two.
define i64 @stretches(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %calls, label %join
calls:
  %a = call ptr addrspace(10) @make(i64 1)
  %b = call ptr addrspace(10) @make(i64 2)
  br label %join
join:
  %x = phi ptr addrspace(10) [ null, %top ], [ %a, %calls ]
  %y = phi ptr addrspace(10) [ null, %top ], [ %b, %calls ]
  br i1 %d, label %slow, label %done, !prof !100
slow:
  call void @stop()
  br label %done
done:
  %f = load i64, ptr addrspace(10) %x
  %g = load i64, ptr addrspace(10) %y
  %s = add i64 %f, %g
  ret i64 %s
}
!100 = !{!"branch_weights", i32 1, i32 1000}
