; Root stores as placement should not leave them, for tools/check-waste: two of what is there already, one of null that nobody sees.
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make()
declare void @poll()

define void @wasteful(i1 %c) {
start:
  %gcframe = call ptr @julia.new_gc_frame(i32 2)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  %x = call ptr addrspace(10) @make()
  br i1 %c, label %one, label %two
one:
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  call void @poll()
  br label %join
two:
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  br label %join
join:
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  store ptr addrspace(10) null, ptr %gcslot1, align 8
  store ptr addrspace(10) %x, ptr %gcslot1, align 8
  call void @poll()
  store ptr addrspace(10) %x, ptr %gcslot1, align 8
  call void @poll()
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret void
}

; Every time round there is another, and behind a pop nobody keeps what slots hold.
define void @needed(i1 %c) {
start:
  %gcframe = call ptr @julia.new_gc_frame(i32 1)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  br label %again
again:
  %x = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  call void @poll()
  call void @julia.pop_gc_frame(ptr %gcframe)
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  call void @poll()
  call void @julia.pop_gc_frame(ptr %gcframe)
  br i1 %c, label %again, label %done
done:
  ret void
}
