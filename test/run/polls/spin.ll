; Threads that wait for something without ever allocating, each with an object in hand, while another collects: in a loop, in a loop with two ways in,
; in recursion.  The collection comes first and the end of the waiting after it, so that without polls neither ever comes.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

@lr_type_bytes = external global i8
@started = global i32 0
@stop = global i32 0
@text = private constant [10 x i8] c"sum: %ld\0A\00"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @lr_box_int64(i64)
declare i64 @lr_unbox_int64(ptr addrspace(10)) "gc-leaf-function"
declare ptr @lr_thread_spawn(ptr, ptr addrspace(10))
declare ptr addrspace(10) @lr_thread_join(ptr)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...) "gc-leaf-function"

define internal ptr addrspace(10) @wait_in_loop(ptr addrspace(10) %argument) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %n = call i64 @lr_unbox_int64(ptr addrspace(10) %argument)
  %n1 = add i64 %n, 100000
  %mine = call ptr addrspace(10) @lr_box_int64(i64 %n1)
  %before = atomicrmw add ptr @started, i32 1 seq_cst
  br label %again
again:
  %flag = load atomic volatile i32, ptr @stop monotonic, align 4
  %done = icmp ne i32 %flag, 0
  br i1 %done, label %out, label %again
out:
  ret ptr addrspace(10) %mine
}

define internal ptr addrspace(10) @wait_in_two_headed_loop(ptr addrspace(10) %argument) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %n = call i64 @lr_unbox_int64(ptr addrspace(10) %argument)
  %n1 = add i64 %n, 200000
  %mine = call ptr addrspace(10) @lr_box_int64(i64 %n1)
  %before = atomicrmw add ptr @started, i32 1 seq_cst
  %odd = trunc i32 %before to i1
  br i1 %odd, label %a, label %b
a:
  %flag.a = load atomic volatile i32, ptr @stop monotonic, align 4
  %done.a = icmp ne i32 %flag.a, 0
  br i1 %done.a, label %out, label %b
b:
  %flag.b = load atomic volatile i32, ptr @stop monotonic, align 4
  %done.b = icmp ne i32 %flag.b, 0
  br i1 %done.b, label %out, label %a
out:
  ret ptr addrspace(10) %mine
}

; Calls itself twice, forty levels deep: nobody waits for the end of that.
define internal i32 @deeper(i32 %level) noinline {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %flag = load atomic volatile i32, ptr @stop monotonic, align 4
  %done = icmp ne i32 %flag, 0
  %bottom = icmp eq i32 %level, 0
  %leave = or i1 %done, %bottom
  br i1 %leave, label %out, label %on
on:
  %less = sub i32 %level, 1
  %left = call i32 @deeper(i32 %less)
  %right = call i32 @deeper(i32 %less)
  %sum = add i32 %left, %right
  ret i32 %sum
out:
  ret i32 1
}

define internal ptr addrspace(10) @wait_in_recursion(ptr addrspace(10) %argument) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %n = call i64 @lr_unbox_int64(ptr addrspace(10) %argument)
  %n1 = add i64 %n, 400000
  %mine = call ptr addrspace(10) @lr_box_int64(i64 %n1)
  %before = atomicrmw add ptr @started, i32 1 seq_cst
  %x = call i32 @deeper(i32 40)
  ret ptr addrspace(10) %mine
}

define i32 @main() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %argument = call ptr addrspace(10) @lr_box_int64(i64 12345)
  %a = call ptr @lr_thread_spawn(ptr @wait_in_loop, ptr addrspace(10) %argument)
  %b = call ptr @lr_thread_spawn(ptr @wait_in_two_headed_loop, ptr addrspace(10) %argument)
  %c = call ptr @lr_thread_spawn(ptr @wait_in_recursion, ptr addrspace(10) %argument)
  br label %wait
wait:
  %n = load atomic i32, ptr @started seq_cst, align 4
  %all = icmp eq i32 %n, 3
  br i1 %all, label %collect, label %wait
collect:
  call void @lr_gc_collect(i32 1)
  call void @lr_gc_collect(i32 0)
  store atomic i32 1, ptr @stop seq_cst, align 4
  %ra = call ptr addrspace(10) @lr_thread_join(ptr %a)
  %na = call i64 @lr_unbox_int64(ptr addrspace(10) %ra)
  %rb = call ptr addrspace(10) @lr_thread_join(ptr %b)
  %nb = call i64 @lr_unbox_int64(ptr addrspace(10) %rb)
  %rc = call ptr addrspace(10) @lr_thread_join(ptr %c)
  %nc = call i64 @lr_unbox_int64(ptr addrspace(10) %rc)
  %s = add i64 %na, %nb
  %sum = add i64 %s, %nc
  %r = call i32 (ptr, ...) @printf(ptr @text, i64 %sum)
  ret i32 0
}
