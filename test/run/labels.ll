; An interpreter that jumps to the addresses of its blocks, which are in a variable, in itself and in a function before it.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

@code = constant [6 x i8] c"\00\00\01\00\01\02"
@labels = internal constant [3 x ptr] [ptr blockaddress(@run, %add), ptr blockaddress(@run, %dec), ptr blockaddress(@run, %end)]

%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@box_name = private constant [4 x i8] c"Box\00"
@box_type = constant %lr_type { ptr @box_name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))

define ptr @label_of_end() noinline optnone {
  ret ptr blockaddress(@run, %end)
}

define internal ptr addrspace(10) @box(i64 %v) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %b = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  store i64 %v, ptr addrspace(10) %b
  ret ptr addrspace(10) %b
}

; 29, if the label is the same wherever it is taken
define i32 @main() {
  %gcstack = call ptr @julia.get_pgcstack()
  %sum = call i64 @run(ptr @code)
  %right = icmp eq i64 %sum, 29
  %here = call ptr @label_of_end()
  %there = load ptr, ptr getelementptr (i8, ptr @labels, i64 16)
  %same = icmp eq ptr %here, %there
  %good = and i1 %right, %same
  %bad = xor i1 %good, true
  %status = zext i1 %bad to i32
  ret i32 %status
}

define internal i64 @run(ptr %code) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %first = call ptr addrspace(10) @box(i64 1)
  br label %next
next:
  %pc = phi ptr [%code, %0], [%pc.next, %add], [%pc.next, %dec]
  %a = phi ptr addrspace(10) [%first, %0], [%a.add, %add], [%a.dec, %dec]
  %op = load i8, ptr %pc
  %pc.next = getelementptr i8, ptr %pc, i64 1
  %i = zext i8 %op to i64
  %p = getelementptr [3 x ptr], ptr @labels, i64 0, i64 %i
  %label = load ptr, ptr %p
  indirectbr ptr %label, [label %add, label %dec, label %end]
add:
  %v.add = load i64, ptr addrspace(10) %a
  %w.add = add i64 %v.add, 10
  %a.add = call ptr addrspace(10) @box(i64 %w.add)
  br label %next
dec:
  %v.dec = load i64, ptr addrspace(10) %a
  %w.dec = add i64 %v.dec, -1
  %a.dec = call ptr addrspace(10) @box(i64 %w.dec)
  br label %next
end:
  %v = load i64, ptr addrspace(10) %a
  ret i64 %v
}
