; Objects whose first word is their tag: { tag, number, next }.  A list grows at its end, so that old objects come to
; refer to young ones.  Each object is asked for its type.

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@name = private constant [5 x i8] c"node\00"
@refs = internal constant [1 x i32] [i32 2]
@node = internal constant %struct.lr_type { ptr @name, i32 0, i32 24, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @refs, ptr null, ptr null }, align 16
@told = private constant [11 x i8] c"%ld of %d\0A\00"

declare ptr @julia.get_pgcstack()
declare i32 @printf(ptr, ...)
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)

define internal ptr addrspace(10) @make(i64 %number) noinline {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 24, ptr addrspace(10) addrspacecast (ptr @node to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %n = getelementptr i8, ptr addrspace(11) %a, i64 8
  store i64 %number, ptr addrspace(11) %n
  %next = getelementptr i8, ptr addrspace(11) %a, i64 16
  store ptr addrspace(10) null, ptr addrspace(11) %next
  ret ptr addrspace(10) %o
}

define internal ptr addrspace(10) @grow(i64 %count) noinline {
  %g = call ptr @julia.get_pgcstack()
  %first = call ptr addrspace(10) @make(i64 0)
  br label %loop
loop:
  %i = phi i64 [ 1, %0 ], [ %after, %loop ]
  %last = phi ptr addrspace(10) [ %first, %0 ], [ %new, %loop ]
  %new = call ptr addrspace(10) @make(i64 %i)
  %a = addrspacecast ptr addrspace(10) %last to ptr addrspace(11)
  %next = getelementptr i8, ptr addrspace(11) %a, i64 16
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %last, ptr addrspace(11) %next, ptr addrspace(10) %new)
  store ptr addrspace(10) %new, ptr addrspace(11) %next
  %after = add i64 %i, 1
  %more = icmp ult i64 %after, %count
  br i1 %more, label %loop, label %done
done:
  ret ptr addrspace(10) %first
}

define i32 @main() {
  %g = call ptr @julia.get_pgcstack()
  %first = call ptr addrspace(10) @grow(i64 300)
  br label %loop
loop:
  %o = phi ptr addrspace(10) [ %first, %0 ], [ %then, %loop ]
  %sum = phi i64 [ 0, %0 ], [ %added, %loop ]
  %good = phi i32 [ 0, %0 ], [ %counted, %loop ]
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %n = getelementptr i8, ptr addrspace(11) %a, i64 8
  %number = load i64, ptr addrspace(11) %n
  %added = add i64 %sum, %number
  %type = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %same = icmp eq ptr addrspace(10) %type, addrspacecast (ptr @node to ptr addrspace(10))
  %one = zext i1 %same to i32
  %counted = add i32 %good, %one
  %next = getelementptr i8, ptr addrspace(11) %a, i64 16
  %then = load ptr addrspace(10), ptr addrspace(11) %next
  %more = icmp ne ptr addrspace(10) %then, null
  br i1 %more, label %loop, label %done
done:
  call i32 (ptr, ...) @printf(ptr @told, i64 %added, i32 %counted)
  ret i32 0
}
