; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Objects stored into stack memory of which the collector cannot know the layout: each store goes to a shadow slot as well.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use_raw(ptr)
declare void @poll()
declare { ptr addrspace(10), ptr addrspace(10) } @make_pair()

; The failure meant: the object lives in the bytes only.
; CHECK-LABEL: define {{.*}} @array_of_bytes(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %v
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @array_of_bytes() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @poll()
  %b = load ptr addrspace(10), ptr %v
  %x = load i64, ptr addrspace(10) %b
  ret i64 %x
}

; CHECK-LABEL: define {{.*}} @pointer_beside_number(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %v
; CHECK: call void @use_raw(ptr %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @pointer_beside_number(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca { ptr addrspace(10), i64 }
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  %e = getelementptr { ptr addrspace(10), i64 }, ptr %v, i32 0, i32 1
  store i64 %n, ptr %e
  call void @use_raw(ptr %v)
  ret void
}

; Each store has its own shadow: which of them is still to be read nobody knows.
; CHECK-LABEL: define {{.*}} @two_stores(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %v
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: store ptr addrspace(10) %b, ptr %e
; CHECK-NEXT: call void @use_raw(ptr %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @two_stores() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  %b = call ptr addrspace(10) @make()
  %e = getelementptr i8, ptr %v, i64 8
  store ptr addrspace(10) %b, ptr %e
  call void @use_raw(ptr %v)
  ret void
}

; Both pointers of a pair.
; CHECK-LABEL: define {{.*}} @pair(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: %p = call { ptr addrspace(10), ptr addrspace(10) } @make_pair()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK: call void @use_raw(ptr %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @pair() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [32 x i8], align 8
  %p = call { ptr addrspace(10), ptr addrspace(10) } @make_pair()
  store { ptr addrspace(10), ptr addrspace(10) } %p, ptr %v
  call void @use_raw(ptr %v)
  ret void
}

; What is rooted by others needs no shadow.
; CHECK-LABEL: define {{.*}} @argument_and_constant(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @argument_and_constant(ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  store ptr addrspace(10) %arg, ptr %v
  %e = getelementptr i8, ptr %v, i64 8
  store ptr addrspace(10) null, ptr %e
  call void @use_raw(ptr %v)
  ret void
}

; Numbers are no objects.
; CHECK-LABEL: define {{.*}} @store_of_a_number(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @store_of_a_number(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  store i64 %n, ptr %v
  call void @use_raw(ptr %v)
  ret void
}

; The failure meant: not recognising stack memory behind a choice.
; CHECK-LABEL: define {{.*}} @through_select(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %s
; CHECK-NEXT: call void @use_raw(ptr %s)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @through_select(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %w = alloca [8 x i8], align 8
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %s
  call void @use_raw(ptr %s)
  ret void
}

; A variable of the frame on one arm, bytes on the other: the shadow is needed for the latter.
; CHECK-LABEL: define {{.*}} @through_phi_of_both_kinds(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK-DAG: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: left:
; CHECK: join:
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %p
; CHECK-NEXT: call void @use_raw(ptr %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @through_phi_of_both_kinds(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %w = alloca [8 x i8], align 8
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr [ %v, %top ], [ %w, %left ]
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %p
  call void @use_raw(ptr %p)
  ret void
}

; A variable that is made only when control gets there.
; CHECK-LABEL: define {{.*}} @variable_outside_the_entry_block(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: next:
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %v
; CHECK-NEXT: call void @use_raw(ptr %v)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @variable_outside_the_entry_block(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %next, label %exit
next:
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @use_raw(ptr %v)
  br label %exit
exit:
  ret void
}

; A variable of a size that is not known.
; CHECK-LABEL: define {{.*}} @variable_of_unknown_size(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %v
; CHECK-NEXT: call void @use_raw(ptr %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @variable_of_unknown_size(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10), i64 %n
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @use_raw(ptr %v)
  ret void
}

; Somebody else's memory: who owns it has to see to what lies in it.
; CHECK-LABEL: define {{.*}} @memory_of_the_caller(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %out
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @memory_of_the_caller(ptr %out) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  store ptr addrspace(10) %a, ptr %out
  call void @poll()
  ret void
}

; No safepoint, no shadow.
; CHECK-LABEL: define {{.*}} @no_safepoint(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @no_safepoint(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %x = load ptr addrspace(10), ptr addrspace(10) %a
  store ptr addrspace(10) %x, ptr %v
  ret void
}

; The stack memory under a pointer of another address space.
; CHECK-LABEL: define {{.*}} @through_cast(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr addrspace(11) %d
; CHECK-NEXT: call void @use_raw(ptr %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @through_cast() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %d = addrspacecast ptr %v to ptr addrspace(11)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr addrspace(11) %d
  call void @use_raw(ptr %v)
  ret void
}

; Stack memory or an object, who knows.
; CHECK-LABEL: define {{.*}} @through_choice_of_stack_and_object(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: %o = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %o, ptr [[SLOT0]]
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT1]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr addrspace(11) %s
; CHECK-NEXT: call void @use_raw(ptr %v)
; CHECK-NEXT: call void @use(ptr addrspace(10) %o)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @through_choice_of_stack_and_object(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %d = addrspacecast ptr %v to ptr addrspace(11)
  %o = call ptr addrspace(10) @make()
  %e = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %s = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) %e
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr addrspace(11) %s
  call void @use_raw(ptr %v)
  call void @use(ptr addrspace(10) %o)
  ret void
}

; Atomic operations store, too.
; CHECK-LABEL: define {{.*}} @atomic_exchange(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK: call void @use_raw(ptr %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @atomic_exchange() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %a = call ptr addrspace(10) @make()
  %old = atomicrmw xchg ptr %v, ptr addrspace(10) %a seq_cst
  %b = call ptr addrspace(10) @make()
  %r = cmpxchg ptr %v, ptr addrspace(10) null, ptr addrspace(10) %b seq_cst seq_cst
  call void @use_raw(ptr %v)
  ret void
}

; Where each turn of a loop fills another word, one shadow slot would hold only the last object: as many slots as the memory has words
; mirror it.
; CHECK-LABEL: define {{.*}} @computed_address_in_a_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 8)
; CHECK: [[WORDS:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: loop:
; CHECK: [[MIRROR:%.+]] = getelementptr inbounds i8, ptr [[WORDS]], i64 %
; CHECK: store ptr addrspace(10) %a, ptr [[MIRROR]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %e
; CHECK: exit:
define void @computed_address_in_a_loop() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [64 x i8], align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %a = call ptr addrspace(10) @make()
  %e = getelementptr ptr, ptr %v, i64 %i
  store ptr addrspace(10) %a, ptr %e
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, 8
  br i1 %more, label %loop, label %exit
exit:
  call void @use_raw(ptr %v)
  ret void
}
