; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
; RUN: sed -e 's/^caller_roots_jlcall_args = no/caller_roots_jlcall_args = yes/' %examples/../share/profiles/lateroot.profile > %t.profile
; RUN: grep 'caller_roots_jlcall_args = yes' %t.profile
; RUN: %lateroot opt --profile=%t.profile --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s --check-prefix=ALL
;
; The boxed entry of a function gets its arguments in an array.  The caller keeps what is in there for as long as the call lasts, if the
; front end says so by "thunk", or the profile (ALL) of every function of that form.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))
declare void @use_vector(<2 x ptr addrspace(10)>)
declare void @poll()

; ALL-LABEL: define {{.*}} @three_parameters(
; ALL-NOT: gc_frame
; ALL: ret
; CHECK-LABEL: define {{.*}} @three_parameters(
; CHECK-NOT: gc_frame
; CHECK: ret ptr addrspace(10) %a
define ptr addrspace(10) @three_parameters(ptr addrspace(10) %f, ptr %args, i32 %n) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr %args
  %p = getelementptr ptr addrspace(10), ptr %args, i64 1
  %b = load ptr addrspace(10), ptr %p
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret ptr addrspace(10) %a
}

; One more for the method instance.
; ALL-LABEL: define {{.*}} @four_parameters(
; ALL-NOT: gc_frame
; ALL: ret
; CHECK-LABEL: define {{.*}} @four_parameters(
; CHECK-NOT: gc_frame
; CHECK: ret ptr addrspace(10) %b
define ptr addrspace(10) @four_parameters(ptr addrspace(10) %f, ptr %args, i32 %n, ptr addrspace(10) %mi) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = getelementptr ptr addrspace(10), ptr %args, i64 2
  %b = load ptr addrspace(10), ptr %p
  call void @poll()
  call void @use2(ptr addrspace(10) %b, ptr addrspace(10) %mi)
  ret ptr addrspace(10) %b
}

; Any element, and by more than one step.
; ALL-LABEL: define {{.*}} @computed_element(
; ALL-NOT: gc_frame
; ALL: ret
; CHECK-LABEL: define {{.*}} @computed_element(
; CHECK-NOT: gc_frame
; CHECK: ret ptr addrspace(10) %b
define ptr addrspace(10) @computed_element(ptr addrspace(10) %f, ptr %args, i32 %n) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %rest = getelementptr inbounds i8, ptr %args, i64 8
  %last = sub i32 %n, 2
  %p = getelementptr inbounds ptr addrspace(10), ptr %rest, i32 %last
  %b = load ptr addrspace(10), ptr %p
  call void @poll()
  ret ptr addrspace(10) %b
}

; Two at a time.
; ALL-LABEL: define {{.*}} @vector_of_elements(
; ALL-NOT: gc_frame
; ALL: ret
; CHECK-LABEL: define {{.*}} @vector_of_elements(
; CHECK-NOT: gc_frame
; CHECK: ret ptr addrspace(10) null
define ptr addrspace(10) @vector_of_elements(ptr addrspace(10) %f, ptr %args, i32 %n) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = load <2 x ptr addrspace(10)>, ptr %args
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %v)
  ret ptr addrspace(10) null
}

; Merged by a phi, they are the caller's still; what the other arm makes is not, but it does not live there.
; ALL-LABEL: define {{.*}} @phi_of_elements(
; ALL-NOT: gc_frame
; ALL: ret
; CHECK-LABEL: define {{.*}} @phi_of_elements(
; CHECK-NOT: gc_frame
; CHECK: ret ptr addrspace(10) %x
define ptr addrspace(10) @phi_of_elements(ptr addrspace(10) %f, ptr %args, i32 %n) "thunk" {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %c = icmp eq i32 %n, 1
  br i1 %c, label %one, label %two
one:
  %a = load ptr addrspace(10), ptr %args
  br label %join
two:
  %p = getelementptr ptr addrspace(10), ptr %args, i64 1
  %b = load ptr addrspace(10), ptr %p
  br label %join
join:
  %x = phi ptr addrspace(10) [ %a, %one ], [ %b, %two ]
  call void @poll()
  ret ptr addrspace(10) %x
}

; A phi of addresses is not followed: rooted here, which is never wrong.
; ALL-LABEL: define {{.*}} @phi_of_addresses(
; ALL: new_gc_frame(i32 1)
; CHECK-LABEL: define {{.*}} @phi_of_addresses(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: two:
; CHECK: join:
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @phi_of_addresses(ptr addrspace(10) %f, ptr %args, i32 %n) "thunk" {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %c = icmp eq i32 %n, 1
  br i1 %c, label %join, label %two
two:
  %p = getelementptr ptr addrspace(10), ptr %args, i64 1
  br label %join
join:
  %q = phi ptr [ %args, %top ], [ %p, %two ]
  %a = load ptr addrspace(10), ptr %q
  call void @poll()
  ret ptr addrspace(10) %a
}

; The failure meant: what may come from other memory is taken for an argument.
; ALL-LABEL: define {{.*}} @select_of_addresses(
; ALL: new_gc_frame(i32 1)
; CHECK-LABEL: define {{.*}} @select_of_addresses(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @select_of_addresses(ptr addrspace(10) %f, ptr %args, i32 %n) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %c = icmp eq i32 %n, 1
  %q = select i1 %c, ptr %args, ptr @cell
  %a = load ptr addrspace(10), ptr %q
  call void @poll()
  ret ptr addrspace(10) %a
}
@cell = external global ptr addrspace(10)

; What an argument refers to may be replaced while we look at it.  The failure meant: all that can be reached from there is taken to be safe.
; ALL-LABEL: define {{.*}} @field_of_an_element(
; ALL: new_gc_frame(i32 1)
; CHECK-LABEL: define {{.*}} @field_of_an_element(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %b
define ptr addrspace(10) @field_of_an_element(ptr addrspace(10) %f, ptr %args, i32 %n) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr %args
  %b = load ptr addrspace(10), ptr addrspace(10) %a
  call void @poll()
  ret ptr addrspace(10) %b
}

; An array that is found in the array is another one.
; ALL-LABEL: define {{.*}} @array_in_the_array(
; ALL: new_gc_frame(i32 1)
; CHECK-LABEL: define {{.*}} @array_in_the_array(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @array_in_the_array(ptr addrspace(10) %f, ptr %args, i32 %n) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %q = load ptr, ptr %args
  %a = load ptr addrspace(10), ptr %q
  call void @poll()
  ret ptr addrspace(10) %a
}

; Without the mark it may be any memory; the profile knows better.
; ALL-LABEL: define {{.*}} @not_marked(
; ALL-NOT: gc_frame
; ALL: ret
; CHECK-LABEL: define {{.*}} @not_marked(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @not_marked(ptr addrspace(10) %f, ptr %args, i32 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr %args
  call void @poll()
  ret ptr addrspace(10) %a
}

; Other forms, mark or not: a count of 64 bits.
; ALL-LABEL: define {{.*}} @long_count(
; ALL: new_gc_frame(i32 1)
; CHECK-LABEL: define {{.*}} @long_count(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @long_count(ptr addrspace(10) %f, ptr %args, i64 %n) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr %args
  call void @poll()
  ret ptr addrspace(10) %a
}

; No function object in front.
; ALL-LABEL: define {{.*}} @plain_first_parameter(
; ALL: new_gc_frame(i32 1)
; CHECK-LABEL: define {{.*}} @plain_first_parameter(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @plain_first_parameter(ptr %f, ptr %args, i32 %n) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr %args
  call void @poll()
  ret ptr addrspace(10) %a
}

; The result is no object.
; ALL-LABEL: define {{.*}} @other_result(
; ALL: new_gc_frame(i32 1)
; CHECK-LABEL: define {{.*}} @other_result(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @other_result(ptr addrspace(10) %f, ptr %args, i32 %n) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr %args
  call void @poll()
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; One parameter too many, and one that is no object.
; ALL-LABEL: define {{.*}} @five_parameters(
; ALL: new_gc_frame(i32 1)
; CHECK-LABEL: define {{.*}} @five_parameters(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @five_parameters(ptr addrspace(10) %f, ptr %args, i32 %n, ptr addrspace(10) %x, i32 %m) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr %args
  call void @poll()
  ret ptr addrspace(10) %a
}

; ALL-LABEL: define {{.*}} @fourth_parameter_is_a_number(
; ALL: new_gc_frame(i32 1)
; CHECK-LABEL: define {{.*}} @fourth_parameter_is_a_number(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @fourth_parameter_is_a_number(ptr addrspace(10) %f, ptr %args, i32 %n, i64 %x) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr %args
  call void @poll()
  ret ptr addrspace(10) %a
}

; What the entry makes itself is its own business.
; ALL-LABEL: define {{.*}} @own_values(
; ALL: new_gc_frame(i32 1)
; CHECK-LABEL: define {{.*}} @own_values(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @own_values(ptr addrspace(10) %f, ptr %args, i32 %n) "thunk" {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr %args
  %b = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret ptr addrspace(10) %a
}
