; The code of docs/findings.md, "A tuple whose fields nobody roots", as the front end has it: a tuple in the block of a
; failed check, whose address a callee gets that allocates before it reads.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@.str = private unnamed_addr constant [5 x i8] c"%ld\0A\00"
@name = private unnamed_addr constant [5 x i8] c"cell\00"
@cell = internal constant %struct.lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare i32 @printf(ptr, ...)

define internal ptr addrspace(10) @make(i64 %n) noinline {
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 8, ptr addrspace(10) addrspacecast (ptr @cell to ptr addrspace(10)))
  store i64 %n, ptr addrspace(10) %x
  ret ptr addrspace(10) %x
}

; Allocates first, and copies the bytes then.
define internal void @box(ptr addrspace(11) %data) noinline {
  %s = call ptr @julia.get_pgcstack()
  %y = call ptr addrspace(10) @make(i64 0)
  %x = load ptr addrspace(10), ptr addrspace(11) %data
  %n = load i64, ptr addrspace(10) %x
  %r = call i32 (ptr, ...) @printf(ptr @.str, i64 %n)
  ret void
}

define i32 @main(i32 %argc) {
top:
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 42)
  %y = call ptr addrspace(10) @make(i64 1)
  %n = load i64, ptr addrspace(10) %x
  %ok = icmp eq i64 %n, 0
  br i1 %ok, label %pass, label %fail
fail:
  %box = alloca [2 x ptr addrspace(10)]
  %tuple = insertvalue [2 x ptr addrspace(10)] zeroinitializer, ptr addrspace(10) %x, 0
  store [2 x ptr addrspace(10)] %tuple, ptr %box
  %data = addrspacecast ptr %box to ptr addrspace(11)
  call void @box(ptr addrspace(11) %data)
  br label %pass
pass:
  ret i32 0
}
