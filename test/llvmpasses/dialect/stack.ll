; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; References in stack memory: what gcroots/allocas.ll, stack-stores.ll and return-roots.ll leave open.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use_raw(ptr)
declare void @look_at(ptr nocapture readonly)
declare void @poll()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p11.i64(ptr, ptr addrspace(11), i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @fill(ptr "julia.return_roots"="2", i64)
declare void @split(ptr sret([24 x i8]), ptr "julia.return_roots"="1", i64)

; References copied out of an object into a variable that becomes slots: the copy goes right into the frame.
; CHECK-LABEL: define {{.*}} @memcpy_into_roots(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: call void @poll()
; CHECK-NEXT: %a = load ptr addrspace(10), ptr %{{[a-z0-9]+}}
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @memcpy_into_roots(ptr addrspace(10) %o) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  call void @llvm.memcpy.p0.p11.i64(ptr %v, ptr addrspace(11) %d, i64 16, i1 false)
  call void @poll()
  %a = load ptr addrspace(10), ptr %v
  call void @use(ptr addrspace(10) %a)
  ret void
}

; From one variable into another, moved by a word, and cleared: all in the frame.
; CHECK-LABEL: define {{.*}} @memmove_and_memset(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK: call void @use_raw(ptr [[SLOT0]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @memmove_and_memset() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [3 x ptr addrspace(10)]
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  %e = getelementptr i8, ptr %v, i64 8
  call void @llvm.memmove.p0.p0.i64(ptr %e, ptr %v, i64 16, i1 false)
  call void @use_raw(ptr %v)
  ret void
}

; Two variables of references that are never in use in the same block lie in the same words.
; CHECK-LABEL: define {{.*}} @shared_words(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store [2 x ptr addrspace(10)] zeroinitializer, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @look_at(ptr [[SLOT0]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: store [2 x ptr addrspace(10)] zeroinitializer, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @look_at(ptr [[SLOT1]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @shared_words(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  %w = alloca [2 x ptr addrspace(10)]
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  store [2 x ptr addrspace(10)] zeroinitializer, ptr %v
  store ptr addrspace(10) %a, ptr %v
  call void @look_at(ptr %v)
  ret void
right:
  store [2 x ptr addrspace(10)] zeroinitializer, ptr %w
  %b = call ptr addrspace(10) @make()
  store ptr addrspace(10) %b, ptr %w
  call void @look_at(ptr %w)
  ret void
}

; One after the other: what the first one held is dead where its life is marked as over.
; CHECK-LABEL: define {{.*}} @shared_words_in_turn(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: first:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @look_at(ptr [[SLOT0]])
; CHECK: second:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @look_at(ptr [[SLOT1]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @shared_words_in_turn() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %w = alloca ptr addrspace(10)
  br label %first
first:
  call void @llvm.lifetime.start.p0(i64 8, ptr %v)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @look_at(ptr %v)
  call void @llvm.lifetime.end.p0(i64 8, ptr %v)
  br label %second
second:
  call void @llvm.lifetime.start.p0(i64 8, ptr %w)
  %b = call ptr addrspace(10) @make()
  store ptr addrspace(10) %b, ptr %w
  call void @look_at(ptr %w)
  call void @llvm.lifetime.end.p0(i64 8, ptr %w)
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; A variable and a value that are never in need of a word in the same block.
; CHECK-LABEL: define {{.*}} @shared_with_a_value(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @look_at(ptr [[SLOT0]])
; CHECK: second:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @shared_with_a_value() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @look_at(ptr %v)
  br label %second
second:
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  ret void
}

; Whoever keeps the address may look at any time: nothing is shared.
; CHECK-LABEL: define {{.*}} @not_shared_if_kept(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @use_raw(ptr [[SLOT0]])
; CHECK: second:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @not_shared_if_kept() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @use_raw(ptr %v)
  br label %second
second:
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  ret void
}

; A variable that is done with before a long loop is cleared in front of it.
; CHECK-LABEL: define {{.*}} @dead_variable_before_a_loop(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @look_at(ptr [[SLOT0]])
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK: loop:
; CHECK: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @dead_variable_before_a_loop(i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @look_at(ptr %v)
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  call void @poll()
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Which of two variables is written to turns out in a loop: the phi of addresses goes round.
; CHECK-LABEL: define {{.*}} @store_through_cyclic_phi(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: loop:
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %p
; CHECK: exit:
; CHECK-NEXT: call void @use_raw(ptr [[SLOT0:%[a-z0-9]+]])
; CHECK-NEXT: call void @use_raw(ptr [[SLOT1:%[a-z0-9]+]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @store_through_cyclic_phi(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %w = alloca ptr addrspace(10)
  br label %loop
loop:
  %p = phi ptr [ %v, %top ], [ %q, %loop ]
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %p
  %q = select i1 %d, ptr %p, ptr %w
  br i1 %c, label %loop, label %exit
exit:
  call void @use_raw(ptr %v)
  call void @use_raw(ptr %w)
  ret void
}

; The buffer of results is chosen round a loop: both buffers are slots.
; CHECK-LABEL: define {{.*}} @return_roots_through_cyclic_phi(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 4)
; CHECK: loop:
; CHECK: call void @fill(ptr %p, i64 1)
; CHECK: exit:
; CHECK-NEXT: call void @use_raw(ptr [[SLOT0:%[a-z0-9]+]])
; CHECK-NEXT: call void @use_raw(ptr [[SLOT1:%[a-z0-9]+]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @return_roots_through_cyclic_phi(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  %w = alloca [16 x i8], align 8
  br label %loop
loop:
  %p = phi ptr [ %v, %top ], [ %q, %loop ]
  call void @fill(ptr %p, i64 1)
  %q = select i1 %d, ptr %p, ptr %w
  br i1 %c, label %loop, label %exit
exit:
  call void @use_raw(ptr %v)
  call void @use_raw(ptr %w)
  ret void
}

; A result split in two: the bits stay on the stack, the references lie in the frame.
; CHECK-LABEL: define {{.*}} @bits_and_roots(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: call void @split(ptr sret([24 x i8]) %bits, ptr [[SLOT0:%[a-z0-9]+]], i64 1)
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %n
define i64 @bits_and_roots() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %bits = alloca [24 x i8], align 8
  %roots = alloca ptr addrspace(10)
  call void @split(ptr sret([24 x i8]) %bits, ptr %roots, i64 1)
  %a = load ptr addrspace(10), ptr %roots
  call void @use(ptr addrspace(10) %a)
  %n = load i64, ptr %bits
  ret i64 %n
}

; A variable of references that is made only later, in a loop: it stays where it is, and what is stored there gets a slot.
; CHECK-LABEL: define {{.*}} @references_in_a_later_variable(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: left:
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %v
; CHECK-NEXT: call void @use_raw(ptr %v)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @references_in_a_later_variable(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %exit
left:
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @use_raw(ptr %v)
  br label %exit
exit:
  ret void
}

; Alignment beyond that of the frame, of two variables at once.
; CHECK-LABEL: define {{.*}} @two_overaligned(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 14)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 14)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @use_raw(ptr [[SLOT0]])
; CHECK-NEXT: call void @use_raw(ptr [[SLOT1]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @two_overaligned() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [4 x ptr addrspace(10)], align 32
  %w = alloca [8 x ptr addrspace(10)], align 64
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v, align 32
  store ptr addrspace(10) %a, ptr %w, align 64
  call void @use_raw(ptr %v)
  call void @use_raw(ptr %w)
  ret void
}

; A struct of a reference and a number is bytes to the collector, as a whole and in parts.
; CHECK-LABEL: define {{.*}} @whole_struct(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK: call void @use_raw(ptr %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @whole_struct() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca { ptr addrspace(10), i64 }
  %a = call ptr addrspace(10) @make()
  %s = insertvalue { ptr addrspace(10), i64 } zeroinitializer, ptr addrspace(10) %a, 0
  store { ptr addrspace(10), i64 } %s, ptr %v
  call void @use_raw(ptr %v)
  ret void
}

; Copied as bytes into bytes, references cannot be told from numbers: whoever copies them so keeps their owner, as with `jl_roots`.
; CHECK-LABEL: define {{.*}} @copied_into_bytes(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %o = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %o, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @use_raw(ptr %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @copied_into_bytes() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %o = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  call void @llvm.memcpy.p0.p11.i64(ptr %v, ptr addrspace(11) %d, i64 16, i1 false)
  call void @use_raw(ptr %v) [ "jl_roots"(ptr addrspace(10) %o) ]
  ret void
}

; The address of the buffer is cast to Derived on its way: it is the buffer all the same.
; CHECK-LABEL: define {{.*}} @return_roots_behind_a_cast(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: call void @fill_derived(ptr addrspace(11) %d)
; CHECK-NEXT: call void @use_raw(ptr [[SLOT0:%[a-z0-9]+]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @return_roots_behind_a_cast() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %d = addrspacecast ptr %v to ptr addrspace(11)
  call void @fill_derived(ptr addrspace(11) %d)
  call void @use_raw(ptr %v)
  ret void
}
declare void @fill_derived(ptr addrspace(11) "julia.return_roots"="2")

; An address that went through memory or through a number is taken for somebody else's, who has to root what is stored there.
; CHECK-LABEL: define {{.*}} @behind_memory(
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %u
; CHECK-NEXT: call void @use_raw(ptr %v)
; CHECK-NEXT: ret void
define void @behind_memory() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %h = alloca ptr
  store ptr %v, ptr %h
  %u = load volatile ptr, ptr %h
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %u
  call void @use_raw(ptr %v)
  ret void
}

; LLVM's own ways to hand a pointer on are seen through.
; CHECK-LABEL: define {{.*}} @behind_an_intrinsic(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %u
; CHECK-NEXT: call void @use_raw(ptr %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @behind_an_intrinsic() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [64 x i8], align 8
  %m = call ptr @llvm.ptrmask.p0.i64(ptr %v, i64 -32)
  %u = call ptr @llvm.launder.invariant.group.p0(ptr %m)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %u
  call void @use_raw(ptr %v)
  ret void
}
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare ptr @llvm.launder.invariant.group.p0(ptr)
