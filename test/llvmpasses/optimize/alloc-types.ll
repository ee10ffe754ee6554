; RUN: %lateroot opt --profile=julia-1.13 -S --passes=AllocOpt %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=AllocOpt,LateLowerGCFrame,CheckGCRoots -S -o /dev/null %s
; RUN: %lateroot opt --profile=julia-1.13 -S --passes="julia<level=2;no_lower_intrinsics>" %s | FileCheck %s --check-prefix=WHOLE
; The types of objects that stay, and comparisons with them.

@small = constant i64 8, align 16
@large = constant i64 16, align 16
@other = constant i64 16, align 16
@unnamed = unnamed_addr constant i64 16, align 16
@empty = constant {} zeroinitializer
@elsewhere = external constant i64
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @given(ptr addrspace(10))
declare void @told(ptr addrspace(10))

; An object that leaves the function: its type is known, and so is that it is no other.
; CHECK-LABEL: define { i1, i1, i1 } @one(
; CHECK-NOT: julia.typeof
; CHECK: insertvalue { i1, i1, i1 } undef, i1 true, 0
; CHECK: insertvalue { i1, i1, i1 } %{{.*}}, i1 false, 1
; CHECK: insertvalue { i1, i1, i1 } %{{.*}}, i1 true, 2
define { i1, i1, i1 } @one() {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @small to ptr addrspace(10)))
  call void @given(ptr addrspace(10) %o)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %is = icmp eq ptr addrspace(10) %t, addrspacecast (ptr @small to ptr addrspace(10))
  %large = icmp eq ptr addrspace(10) addrspacecast (ptr @large to ptr addrspace(10)), %t
  %not = icmp ne ptr addrspace(10) %t, addrspacecast (ptr @large to ptr addrspace(10))
  %a = insertvalue { i1, i1, i1 } undef, i1 %is, 0
  %b = insertvalue { i1, i1, i1 } %a, i1 %large, 1
  %c = insertvalue { i1, i1, i1 } %b, i1 %not, 2
  ret { i1, i1, i1 } %c
}

; Types that are numbers.
; CHECK-LABEL: define { i1, i1 } @numbers(
; CHECK: insertvalue { i1, i1 } undef, i1 false, 0
; CHECK: insertvalue { i1, i1 } %{{.*}}, i1 true, 1
define { i1, i1 } @numbers() {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr inttoptr (i64 4096 to ptr) to ptr addrspace(10)))
  call void @given(ptr addrspace(10) %o)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %is = icmp eq ptr addrspace(10) %t, addrspacecast (ptr inttoptr (i64 8192 to ptr) to ptr addrspace(10))
  %isnt = icmp eq ptr addrspace(10) %t, addrspacecast (ptr inttoptr (i64 4096 to ptr) to ptr addrspace(10))
  %a = insertvalue { i1, i1 } undef, i1 %is, 0
  %b = insertvalue { i1, i1 } %a, i1 %isnt, 1
  ret { i1, i1 } %b
}

; What nobody knows: variables that may have one address, an order, a number and a name.
; CHECK-LABEL: define void @unknown(
; CHECK: icmp eq ptr addrspace(10) addrspacecast (ptr @small to ptr addrspace(10)), addrspacecast (ptr @unnamed to ptr addrspace(10))
; CHECK: icmp eq ptr addrspace(10) addrspacecast (ptr @small to ptr addrspace(10)), addrspacecast (ptr @empty to ptr addrspace(10))
; CHECK: icmp eq ptr addrspace(10) addrspacecast (ptr @small to ptr addrspace(10)), addrspacecast (ptr @elsewhere to ptr addrspace(10))
; CHECK: icmp ult ptr addrspace(10) addrspacecast (ptr @small to ptr addrspace(10)), addrspacecast (ptr @large to ptr addrspace(10))
; CHECK: icmp eq ptr addrspace(10) addrspacecast (ptr @small to ptr addrspace(10)), addrspacecast (ptr inttoptr (i64 4096 to ptr) to ptr addrspace(10))
define void @unknown(ptr %to) {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @small to ptr addrspace(10)))
  call void @given(ptr addrspace(10) %o)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %a = icmp eq ptr addrspace(10) %t, addrspacecast (ptr @unnamed to ptr addrspace(10))
  %b = icmp eq ptr addrspace(10) %t, addrspacecast (ptr @empty to ptr addrspace(10))
  %c = icmp eq ptr addrspace(10) %t, addrspacecast (ptr @elsewhere to ptr addrspace(10))
  %d = icmp ult ptr addrspace(10) %t, addrspacecast (ptr @large to ptr addrspace(10))
  %e = icmp eq ptr addrspace(10) %t, addrspacecast (ptr inttoptr (i64 4096 to ptr) to ptr addrspace(10))
  store volatile i1 %a, ptr %to
  store volatile i1 %b, ptr %to
  store volatile i1 %c, ptr %to
  store volatile i1 %d, ptr %to
  store volatile i1 %e, ptr %to
  ret void
}

; A phi of objects of two types and sizes: a phi of truth values decides, and LLVM then threads the branch. Neither
; object is made.
; CHECK-LABEL: define i64 @union(
; CHECK: phi i1 [ true, %left ], [ false, %right ]
; CHECK-NEXT: %o = phi
; CHECK-NOT: julia.typeof
; CHECK: ret i64
; WHOLE-LABEL: define i64 @union(
; WHOLE-NOT: gc_alloc_obj
; WHOLE: ret i64
define i64 @union(i64 %i) {
entry:
  %task = call ptr @julia.get_pgcstack()
  %odd = trunc i64 %i to i1
  br i1 %odd, label %left, label %right

left:
  %l = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @small to ptr addrspace(10)))
  %l.field = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %l.field
  br label %join

right:
  %r = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @large to ptr addrspace(10)))
  %r.field = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  %r.second = getelementptr inbounds i8, ptr addrspace(11) %r.field, i64 8
  store i64 1, ptr addrspace(11) %r.field
  store i64 %i, ptr addrspace(11) %r.second
  br label %join

join:
  %o = phi ptr addrspace(10) [ %l, %left ], [ %r, %right ]
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %box = icmp eq ptr addrspace(10) %t, addrspacecast (ptr @small to ptr addrspace(10))
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  br i1 %box, label %one, label %two

one:
  %v = load i64, ptr addrspace(11) %field
  ret i64 %v

two:
  %second = getelementptr inbounds i8, ptr addrspace(11) %field, i64 8
  %w = load i64, ptr addrspace(11) %second
  ret i64 %w
}

; A select; the type itself is used, too.
; CHECK-LABEL: define void @selected(
; CHECK: %[[IS:[0-9]+]] = select i1 %c, i1 true, i1 false
; CHECK: %[[T:[0-9]+]] = select i1 %c, ptr addrspace(10) addrspacecast (ptr @small to ptr addrspace(10)), ptr addrspace(10) addrspacecast (ptr @large to ptr addrspace(10))
; CHECK-NOT: julia.typeof
; CHECK: call void @told(ptr addrspace(10) %[[T]])
; CHECK: ret void
define void @selected(i1 %c, ptr %to) {
  %task = call ptr @julia.get_pgcstack()
  %l = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @small to ptr addrspace(10)))
  %r = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @large to ptr addrspace(10)))
  %o = select i1 %c, ptr addrspace(10) %l, ptr addrspace(10) %r
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %is = icmp ne ptr addrspace(10) %t, addrspacecast (ptr @large to ptr addrspace(10))
  store i1 %is, ptr %to
  call void @told(ptr addrspace(10) %t)
  call void @given(ptr addrspace(10) %o)
  ret void
}

; The nearest that stays: an input is no allocation.
; CHECK-LABEL: define i1 @argument(
; CHECK: call ptr addrspace(10) @julia.typeof(
define i1 @argument(i1 %c, ptr addrspace(10) %a) {
  %task = call ptr @julia.get_pgcstack()
  %l = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @small to ptr addrspace(10)))
  %o = select i1 %c, ptr addrspace(10) %l, ptr addrspace(10) %a
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %is = icmp eq ptr addrspace(10) %t, addrspacecast (ptr @large to ptr addrspace(10))
  call void @given(ptr addrspace(10) %o)
  ret i1 %is
}

; The type of the last round is not that of this one, although it is one value of the program.
; CHECK-LABEL: define void @rounds(
; CHECK: %[[T:[0-9]+]] = phi ptr addrspace(10) [ %first, %entry ], [ %type, %loop ]
; CHECK: icmp eq ptr addrspace(10) %[[T]], %type
define void @rounds(ptr addrspace(10) %first, ptr %types, ptr %to) {
entry:
  %task = call ptr @julia.get_pgcstack()
  %start = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) %first)
  br label %loop

loop:
  %o = phi ptr addrspace(10) [ %start, %entry ], [ %next, %loop ]
  %type = load volatile ptr addrspace(10), ptr %types
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %same = icmp eq ptr addrspace(10) %t, %type
  store volatile i1 %same, ptr %to
  %next = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) %type)
  call void @given(ptr addrspace(10) %o)
  br i1 %same, label %loop, label %exit

exit:
  ret void
}
