; The function of docs/how-placement-works.md; tools/regen-docs puts it and what becomes of it into the page.
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make(i64)
declare void @grow(ptr addrspace(10))
declare void @trim(ptr addrspace(10))
declare void @add(ptr addrspace(10), ptr addrspace(10))
declare i64 @finish(ptr addrspace(10), ptr addrspace(10))

define i64 @report(i64 %n) {
entry:
  %task = call ptr @julia.get_pgcstack()
  %none = icmp eq i64 %n, 0
  br i1 %none, label %empty, label %begin

begin:
  %table = call ptr addrspace(10) @make(i64 %n)
  %address = addrspacecast ptr addrspace(10) %table to ptr addrspace(11)
  %names = load ptr addrspace(10), ptr addrspace(11) %address, align 8, !invariant.load !0
  br label %loop

loop:
  %i = phi i64 [ 0, %begin ], [ %next, %join ]
  %row = call ptr addrspace(10) @make(i64 %i)
  %odd = trunc i64 %i to i1
  br i1 %odd, label %longer, label %shorter

longer:
  call void @grow(ptr addrspace(10) %row)
  br label %join

shorter:
  call void @trim(ptr addrspace(10) %row)
  br label %join

join:
  call void @add(ptr addrspace(10) %names, ptr addrspace(10) %row)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end

end:
  %title = call ptr addrspace(10) @make(i64 80)
  call void @grow(ptr addrspace(10) %title)
  %result = call i64 @finish(ptr addrspace(10) %table, ptr addrspace(10) %title)
  ret i64 %result

empty:
  ret i64 0
}

!0 = !{}
