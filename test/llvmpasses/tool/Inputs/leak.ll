; Keeps a list of three pairs in a variable, and expects the last of them to be dead.
%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@name = private constant [5 x i8] c"pair\00"
@pair = internal constant %lr_type { ptr @name, i32 0, i32 16, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@why = private constant [7 x i8] c"closed\00"
@cache = global ptr addrspace(10) null
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @lr_gc_alloc(i64, ptr)
declare i32 @lr_gc_expect_dead(ptr addrspace(10), ptr)
define ptr addrspace(10) @pair_new(ptr addrspace(10) %next) {
  %gc = call ptr @julia.get_pgcstack()
  %p = call ptr addrspace(10) @lr_gc_alloc(i64 16, ptr @pair)
  store ptr addrspace(10) %next, ptr addrspace(10) %p
  ret ptr addrspace(10) %p
}
define i32 @main(i32 %argc, ptr %argv) {
  %gc = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @pair_new(ptr addrspace(10) null)
  %b = call ptr addrspace(10) @pair_new(ptr addrspace(10) %a)
  %c = call ptr addrspace(10) @pair_new(ptr addrspace(10) %b)
  store ptr addrspace(10) %c, ptr @cache
  %r = call i32 @lr_gc_expect_dead(ptr addrspace(10) %a, ptr @why)
  %n = sub i32 %argc, 1
  %forget = icmp sgt i32 %argc, 1
  br i1 %forget, label %empty, label %end
empty:
  store ptr addrspace(10) null, ptr @cache
  br label %end
end:
  ret i32 0
}
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
