; What docs/codegen.md shows the machine code of; tools/regen-codegen has the rest.
target triple = "x86_64-unknown-linux-gnu"

@type = external constant [64 x i8], align 64, !lateroot.hookless !{}

declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare i32 @julia.except_enter()
declare void @lr_pop_handler_noexcept(ptr, i32)
declare void @lr_pop_handler(ptr, i32)
declare ptr addrspace(10) @lr_current_exception(ptr)
declare swiftcc ptr addrspace(10) @make(ptr swiftself)
declare swiftcc void @use(ptr swiftself, ptr addrspace(10))
declare swiftcc void @poll(ptr swiftself)
declare void @fail(ptr addrspace(10)) noreturn cold
declare ptr addrspace(10) @boxed(ptr addrspace(10), ptr, i32)

define swiftcc i64 @field(ptr swiftself "gcstack" %task, ptr addrspace(10) %o) nounwind {
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %at = getelementptr inbounds i8, ptr addrspace(11) %d, i64 8
  %v = load i64, ptr addrspace(11) %at, align 8
  ret i64 %v
}

define swiftcc ptr addrspace(10) @across(ptr swiftself "gcstack" %task) nounwind {
  %o = call swiftcc ptr addrspace(10) @make(ptr swiftself %task)
  call swiftcc void @poll(ptr swiftself %task)
  ret ptr addrspace(10) %o
}

define swiftcc void @loop(ptr swiftself "gcstack" %task, i64 %n) nounwind {
entry:
  %o = call swiftcc ptr addrspace(10) @make(ptr swiftself %task)
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  call swiftcc void @use(ptr swiftself %task, ptr addrspace(10) %o)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done
done:
  ret void
}

define swiftcc i64 @cold(ptr swiftself "gcstack" %task, ptr addrspace(10) %a, i64 %i) nounwind {
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %n = load i64, ptr addrspace(11) %d, align 8
  %ok = icmp ult i64 %i, %n
  br i1 %ok, label %in, label %out
in:
  %at = getelementptr inbounds i64, ptr addrspace(11) %d, i64 %i
  %v = load i64, ptr addrspace(11) %at, align 8
  ret i64 %v
out:
  %b = call swiftcc ptr addrspace(10) @make(ptr swiftself %task)
  call swiftcc void @poll(ptr swiftself %task)
  call void @fail(ptr addrspace(10) %b)
  unreachable
}

define swiftcc ptr addrspace(10) @calls(ptr swiftself "gcstack" %task, ptr addrspace(10) %f, ptr addrspace(10) %a) nounwind {
  %b = call swiftcc ptr addrspace(10) @make(ptr swiftself %task)
  %c = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @boxed, ptr addrspace(10) %f, ptr addrspace(10) %a, ptr addrspace(10) %b)
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @boxed, ptr addrspace(10) %f, ptr addrspace(10) %c, ptr addrspace(10) %b)
  ret ptr addrspace(10) %r
}

define swiftcc ptr addrspace(10) @allocation(ptr swiftself "gcstack" %task, i64 %v) nounwind {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  store i64 %v, ptr addrspace(10) %o, align 8
  ret ptr addrspace(10) %o
}

define swiftcc ptr addrspace(10) @pair(ptr swiftself "gcstack" %task) nounwind {
  %l = call swiftcc ptr addrspace(10) @make(ptr swiftself %task)
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  store ptr addrspace(10) %l, ptr addrspace(10) %o, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %l)
  ret ptr addrspace(10) %o
}

define swiftcc void @barrier(ptr swiftself "gcstack" %task, ptr addrspace(10) %parent, ptr addrspace(10) nonnull %child) nounwind {
  store ptr addrspace(10) %child, ptr addrspace(10) %parent, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) nonnull %parent, ptr addrspace(10) nonnull %child)
  ret void
}

define swiftcc ptr addrspace(10) @handler(ptr swiftself "gcstack" %task) nounwind {
  %thrown = call i32 @julia.except_enter() returns_twice
  %ok = icmp eq i32 %thrown, 0
  br i1 %ok, label %try, label %catch
try:
  %o = call swiftcc ptr addrspace(10) @make(ptr swiftself %task)
  call void @lr_pop_handler_noexcept(ptr %task, i32 1)
  ret ptr addrspace(10) %o
catch:
  call void @lr_pop_handler(ptr %task, i32 1)
  %x = call ptr addrspace(10) @lr_current_exception(ptr %task)
  ret ptr addrspace(10) %x
}

define swiftcc i64 @derived(ptr swiftself "gcstack" %task, i64 %n) nounwind {
entry:
  %o = call swiftcc ptr addrspace(10) @make(ptr swiftself %task)
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %p = phi ptr addrspace(11) [ %d, %entry ], [ %q, %body ]
  %s = phi i64 [ 0, %entry ], [ %t, %body ]
  %v = load i64, ptr addrspace(11) %p, align 8
  %t = add i64 %s, %v
  call swiftcc void @poll(ptr swiftself %task)
  %q = getelementptr inbounds i8, ptr addrspace(11) %p, i64 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done
done:
  ret i64 %t
}

define swiftcc i64 @tree(ptr swiftself "gcstack" %task, ptr addrspace(10) %t) nounwind {
  %l = load ptr addrspace(10), ptr addrspace(10) %t, align 8
  %leaf = icmp eq ptr addrspace(10) %l, null
  br i1 %leaf, label %one, label %both
one:
  ret i64 1
both:
  %at = getelementptr inbounds i8, ptr addrspace(10) %t, i64 8
  %a = call swiftcc i64 @tree(ptr swiftself "gcstack" %task, ptr addrspace(10) %l)
  %r = load ptr addrspace(10), ptr addrspace(10) %at, align 8
  %b = call swiftcc i64 @tree(ptr swiftself "gcstack" %task, ptr addrspace(10) %r)
  %s = add i64 %a, %b
  %n = add i64 %s, 1
  ret i64 %n
}

define swiftcc i64 @visit(ptr swiftself "gcstack" %task, ptr addrspace(10) %t) nounwind {
  %l = load ptr addrspace(10), ptr addrspace(10) %t, align 8
  %leaf = icmp eq ptr addrspace(10) %l, null
  br i1 %leaf, label %one, label %both
one:
  call void @poll()
  ret i64 1
both:
  %at = getelementptr inbounds i8, ptr addrspace(10) %t, i64 8
  %a = call swiftcc i64 @visit(ptr swiftself "gcstack" %task, ptr addrspace(10) %l)
  %r = load ptr addrspace(10), ptr addrspace(10) %at, align 8
  %b = call swiftcc i64 @visit(ptr swiftself "gcstack" %task, ptr addrspace(10) %r)
  %s = add i64 %a, %b
  %n = add i64 %s, 1
  ret i64 %n
}
