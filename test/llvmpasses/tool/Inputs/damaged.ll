; An old object whose field gets a young one without a write barrier; with an argument, a word that is no reference.
%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@name = private constant [5 x i8] c"Pair\00"
@pair = internal constant %struct.lr_type { ptr @name, i32 0, i32 16, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @lr_gc_collect(i32)

define i32 @main(i32 %argc, ptr %argv) {
  %gc = call ptr @julia.get_pgcstack()
  %type = addrspacecast ptr @pair to ptr addrspace(10)
  %old = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 16, ptr addrspace(10) %type)
  %first = addrspacecast ptr addrspace(10) %old to ptr addrspace(11)
  %second = getelementptr i8, ptr addrspace(11) %first, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %first
  store ptr addrspace(10) null, ptr addrspace(11) %second
  call void @lr_gc_collect(i32 0)
  %damages = icmp ugt i32 %argc, 1
  br i1 %damages, label %damage, label %forget
damage:
  store i64 1234567896, ptr addrspace(11) %second
  br label %end
forget:
  %young = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 16, ptr addrspace(10) %type)
  %its.first = addrspacecast ptr addrspace(10) %young to ptr addrspace(11)
  %its.second = getelementptr i8, ptr addrspace(11) %its.first, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %its.first
  store ptr addrspace(10) null, ptr addrspace(11) %its.second
  store ptr addrspace(10) %young, ptr addrspace(11) %second
  br label %end
end:
  call void @lr_gc_collect(i32 0)
  %kept = load ptr addrspace(10), ptr addrspace(11) %first
  %none = icmp eq ptr addrspace(10) %kept, null
  %status = select i1 %none, i32 0, i32 1
  ret i32 %status
}
