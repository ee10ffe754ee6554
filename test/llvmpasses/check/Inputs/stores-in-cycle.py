"""A cycle of so many blocks, each of which stores into any of eight words of the stack: each store is followed all
around."""
import sys

blocks = int(sys.argv[1])
print("""declare ptr @julia.get_pgcstack()
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make()
declare void @stop()
declare void @look(ptr readonly)

define void @cycle(i64 %i, i1 %c) {
  %a = alloca [8 x ptr addrspace(10)]
  %p = getelementptr ptr addrspace(10), ptr %a, i64 %i
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot
  br label %b0""")
for b in range(blocks):
    print("b%d:\n  store ptr addrspace(10) %%x, ptr %%p" % b)
    print("  call void @stop()\n  br i1 %%c, label %%b%d, label %%out" % ((b + 1) % blocks))
print("""out:
  call void @look(ptr %a)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}""")
