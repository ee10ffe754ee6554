; PlaceGCPolls: where polls go, and where none is needed.
; RUN: %lateroot opt --passes=PlaceGCPolls -S %s | FileCheck %s
; RUN: %lateroot opt '--passes=PlaceGCPolls<no-entry;no-backedge>' -S %s | FileCheck %s --check-prefix=NONE
; RUN: %lateroot opt '--passes=PlaceGCPolls<none;return>' -S %s | FileCheck %s --check-prefix=RETURN
; RUN: %lateroot opt '--passes=PlaceGCPolls<none;call>' -S %s | FileCheck %s --check-prefix=CALL
; RUN: %lateroot opt '--passes=PlaceGCPolls<calls-poll;allocs-poll;no-counted>' -S %s | FileCheck %s --check-prefix=MORE
; RUN: %exits 2 %lateroot opt '--passes=PlaceGCPolls<no-exit>' -S %s 2>&1 | FileCheck %s --check-prefix=BAD
; BAD: PlaceGCPolls takes {{.*}}, not 'no-exit'

; NONE-NOT: signal_page

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.safepoint(ptr)
declare void @unknown()
declare void @leaf() "gc-leaf-function"

; The thread is asked for the page each time: a task may go on on another one.
; CHECK-LABEL: define void @forever(
; CHECK: br label %again
; CHECK: again:
; CHECK-NEXT: [[FIELD:%.*]] = getelementptr i8, ptr %gcstack, i64 8
; CHECK-NEXT: [[PTLS:%.*]] = load ptr, ptr [[FIELD]], align 8
; CHECK-NEXT: [[PAGE:%.*]] = load atomic ptr, ptr [[PTLS]] monotonic, align 8
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call void @julia.safepoint(ptr [[PAGE]])
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: br label %again
define void @forever() {
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  br label %again
}

; Nobody can come back to a function that calls nothing.
; CHECK-LABEL: define void @calls_nothing(
; CHECK-NOT: julia.safepoint
; RETURN-LABEL: define void @calls_nothing(
; RETURN: call void @julia.safepoint(
; RETURN-NEXT: fence
; RETURN-NEXT: ret void
; CALL-LABEL: define void @calls_nothing(
; CALL-NOT: julia.safepoint
define void @calls_nothing(ptr "gcstack" %task) {
  call void @leaf()
  ret void
}

; CHECK-LABEL: define void @calls(
; CHECK-NEXT: %x = alloca i64
; CHECK-NEXT: %gcstack = call ptr @julia.get_pgcstack()
; CHECK: call void @julia.safepoint(
; CHECK-NEXT: fence
; CHECK-NEXT: call void @unknown()
; CHECK-NEXT: call void @unknown()
; CHECK-NEXT: ret void
; CALL-LABEL: define void @calls(
; CALL: call void @julia.safepoint(
; CALL-NEXT: fence
; CALL-NEXT: call void @unknown()
; CALL: call void @julia.safepoint(
; CALL-NEXT: fence
; CALL-NEXT: call void @unknown()
; CALL-NEXT: ret void
; RETURN-LABEL: define void @calls(
; RETURN: call void @unknown()
; RETURN-NEXT: call void @unknown()
; RETURN: call void @julia.safepoint(
; RETURN-NEXT: fence
; RETURN-NEXT: ret void
define void @calls() {
  %x = alloca i64
  %gcstack = call ptr @julia.get_pgcstack()
  call void @unknown()
  call void @unknown()
  ret void
}

; Ways that call nothing do without: the poll is where the ways to the calls part from them.
; CHECK-LABEL: define i64 @mostly_calls_nothing(
; CHECK: top:
; CHECK-NOT: julia.safepoint
; CHECK: work:
; CHECK: call void @julia.safepoint(
; CHECK-NEXT: fence
; CHECK-NEXT: br i1 %c, label %one, label %other
; CHECK-NOT: julia.safepoint
; CHECK: ret i64 1
define i64 @mostly_calls_nothing(i1 %a, i1 %c) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br i1 %a, label %work, label %out
work:
  br i1 %c, label %one, label %other
one:
  call void @unknown()
  br label %out
other:
  call void @unknown()
  br label %out
out:
  ret i64 1
}

; Where the ways part an object need not be finished yet: the poll comes before it is allocated.
; CHECK-LABEL: define void @finishes_later(
; CHECK: work:
; CHECK: call void @julia.safepoint(
; CHECK-NEXT: fence
; CHECK-NEXT: %o = call ptr addrspace(10) @julia.gc_alloc_obj(
; CHECK-NEXT: br i1 %c
; CHECK-NOT: julia.safepoint
; CHECK: ret void
define void @finishes_later(ptr addrspace(10) %type, ptr addrspace(10) %x, i1 %a, i1 %c) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br i1 %a, label %work, label %out
work:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) %type)
  br i1 %c, label %one, label %other
one:
  store ptr addrspace(10) %x, ptr addrspace(10) %o
  call void @unknown()
  br label %out
other:
  store ptr addrspace(10) null, ptr addrspace(10) %o
  call void @unknown()
  br label %out
out:
  ret void
}

; Nor at the top of a block in which it is finished, but at the call.
; CHECK-LABEL: define void @finishes_there(
; CHECK: work:
; CHECK-NOT: julia.safepoint
; CHECK: store ptr addrspace(10) %x
; CHECK: call void @julia.safepoint(
; CHECK-NEXT: fence
; CHECK-NEXT: call void @unknown()
; CHECK-NOT: julia.safepoint
; CHECK: ret void
define void @finishes_there(ptr addrspace(10) %type, ptr addrspace(10) %x, i1 %a, i1 %c) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br i1 %a, label %work, label %out
work:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) %type)
  br i1 %c, label %one, label %out
one:
  store ptr addrspace(10) %x, ptr addrspace(10) %o
  call void @unknown()
  br label %out
out:
  ret void
}

; At the top of its block, where what it loads is not live yet.
; CHECK-LABEL: define void @loads_first(
; CHECK: work:
; CHECK: call void @julia.safepoint(
; CHECK-NEXT: fence
; CHECK-NEXT: %y = load
; CHECK-NEXT: call void @takes(
; CHECK-NOT: julia.safepoint
; CHECK: ret void
define void @loads_first(ptr addrspace(10) %x, i1 %a) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br i1 %a, label %work, label %out
work:
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  call void @takes(ptr addrspace(10) %y)
  br label %out
out:
  ret void
}
declare void @takes(ptr addrspace(10))

; Not in the loop with the call, but before it; the loop has a poll of its own.
; CHECK-LABEL: define void @calls_in_a_loop(
; CHECK: work:
; CHECK: call void @julia.safepoint(
; CHECK: again:
; CHECK-NEXT: call void @unknown()
; CHECK: call void @julia.safepoint(
; CHECK-NEXT: fence
; CHECK-NEXT: br i1 %b
define void @calls_in_a_loop(ptr %p, i1 %a) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br i1 %a, label %work, label %out
work:
  br label %again
again:
  call void @unknown()
  %b = load volatile i1, ptr %p
  br i1 %b, label %again, label %out
out:
  ret void
}

; The front end polls already.
; CHECK-LABEL: define void @polls_itself(
; CHECK-NEXT: %gcstack
; CHECK-NEXT: call void @julia.safepoint(ptr %page)
; CHECK-NEXT: call void @unknown()
; CHECK-NEXT: ret void
; CALL-LABEL: define void @polls_itself(
; CALL-NEXT: %gcstack
; CALL-NEXT: call void @julia.safepoint(ptr %page)
; CALL-NEXT: call void @unknown()
; CALL-NEXT: ret void
define void @polls_itself(ptr %page) {
  %gcstack = call ptr @julia.get_pgcstack()
  call void @julia.safepoint(ptr %page)
  call void @unknown()
  ret void
}

; What the task is, is known.
; CHECK-LABEL: define void @argument(
; CHECK-NEXT: getelementptr i8, ptr %task, i64 8
define void @argument(ptr "gcstack" %task) {
  call void @unknown()
  ret void
}

; A getter behind a call comes too late for the poll.
; CHECK-LABEL: define void @late_getter(
; CHECK-NEXT: %pgcstack = call ptr @julia.get_pgcstack()
; CHECK: call void @julia.safepoint(
; CHECK: call void @unknown()
; CHECK-NEXT: %late = call ptr @julia.get_pgcstack()
define void @late_getter() {
  call void @unknown()
  %late = call ptr @julia.get_pgcstack()
  ret void
}

; Loops that count to a constant not far away.
; CHECK-LABEL: define void @counted(
; CHECK-NOT: julia.safepoint
; MORE-LABEL: define void @counted(
; MORE: call void @julia.safepoint(
define void @counted() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %head
head:
  %i = phi i8 [ 100, %top ], [ %next, %body ]
  %go = icmp ugt i8 %i, 3
  br i1 %go, label %body, label %out
body:
  %next = sub i8 %i, 2
  call void @leaf()
  br label %head
out:
  ret void
}

; The counter passes 5 without ever being equal to it.
; CHECK-LABEL: define void @steps_over(
; CHECK: call void @julia.safepoint(
define void @steps_over() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %head
head:
  %i = phi i32 [ 0, %top ], [ %next, %head ]
  %next = add i32 %i, 2
  %go = icmp ne i32 %next, 5
  br i1 %go, label %head, label %out
out:
  ret void
}

; CHECK-LABEL: define void @counts_far(
; CHECK: call void @julia.safepoint(
define void @counts_far() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %head
head:
  %i = phi i64 [ 0, %top ], [ %next, %head ]
  %next = add i64 %i, 1
  %go = icmp slt i64 %next, 5000000000
  br i1 %go, label %head, label %out
out:
  ret void
}

; Not every iteration looks at the counter.
; CHECK-LABEL: define void @looks_sometimes(
; CHECK: call void @julia.safepoint(
define void @looks_sometimes(ptr %p) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %head
head:
  %i = phi i64 [ 0, %top ], [ %next, %latch ]
  %next = add i64 %i, 1
  %b = load volatile i1, ptr %p
  br i1 %b, label %look, label %latch
look:
  %go = icmp slt i64 %next, 5
  br i1 %go, label %latch, label %out
latch:
  br label %head
out:
  ret void
}

; Thirty times thirty is short, a hundred times a hundred is not: the poll is in the outer loop.
; CHECK-LABEL: define void @nested_short(
; CHECK-NOT: julia.safepoint
define void @nested_short() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %outer
outer:
  %i = phi i64 [ 0, %top ], [ %i1, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %j1 = add i64 %j, 1
  %gj = icmp slt i64 %j1, 30
  br i1 %gj, label %inner, label %latch
latch:
  %i1 = add i64 %i, 1
  %gi = icmp slt i64 %i1, 30
  br i1 %gi, label %outer, label %out
out:
  ret void
}
; CHECK-LABEL: define void @nested_long(
; CHECK: inner:
; CHECK-NOT: julia.safepoint
; CHECK: latch:
; CHECK: call void @julia.safepoint(
; CHECK: out:
define void @nested_long() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %outer
outer:
  %i = phi i64 [ 0, %top ], [ %i1, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %j1 = add i64 %j, 1
  %gj = icmp slt i64 %j1, 100
  br i1 %gj, label %inner, label %latch
latch:
  %i1 = add i64 %i, 1
  %gi = icmp slt i64 %i1, 100
  br i1 %gi, label %outer, label %out
out:
  ret void
}

; Each iteration of the outer loop goes through the inner one, which polls.
; CHECK-LABEL: define void @inner_serves(
; CHECK: inner:
; CHECK: call void @julia.safepoint(
; CHECK: latch:
; CHECK-NOT: julia.safepoint
; CHECK: ret void
define void @inner_serves(ptr %p) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %outer
outer:
  br label %inner
inner:
  %a = load volatile i1, ptr %p
  br i1 %a, label %inner, label %latch
latch:
  %b = load volatile i1, ptr %p
  br i1 %b, label %outer, label %out
out:
  ret void
}

; A function of this module that polls when it is called serves on all ways; an unknown one only if the front end says so; none on one way.
; CHECK-LABEL: define void @calls_in_loops(
; CHECK: known:
; CHECK-NEXT: call void @calls()
; CHECK-NEXT: load
; CHECK-NEXT: br
; CHECK: foreign:
; CHECK: call void @julia.safepoint(
; CHECK: sometimes.latch:
; CHECK: call void @julia.safepoint(
; MORE-LABEL: define void @calls_in_loops(
; MORE: foreign:
; MORE-NEXT: call void @unknown()
; MORE-NEXT: load
; MORE-NEXT: br
; MORE: sometimes.latch:
; MORE: call void @julia.safepoint(
define void @calls_in_loops(ptr %p) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %known
known:
  call void @calls()
  %a = load volatile i1, ptr %p
  br i1 %a, label %known, label %foreign
foreign:
  call void @unknown()
  %b = load volatile i1, ptr %p
  br i1 %b, label %foreign, label %sometimes
sometimes:
  %c = load volatile i1, ptr %p
  br i1 %c, label %calls, label %sometimes.latch
calls:
  call void @calls()
  br label %sometimes.latch
sometimes.latch:
  %d = load volatile i1, ptr %p
  br i1 %d, label %sometimes, label %out
out:
  ret void
}

; Whoever links may put another function in its place.
; CHECK-LABEL: define void @calls_weak(
; CHECK: again:
; CHECK: call void @julia.safepoint(
; CHECK: ret void
define weak void @weak(ptr "gcstack" %task) {
  call void @unknown()
  ret void
}
define void @calls_weak(ptr %p) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  call void @weak(ptr %gcstack)
  %a = load volatile i1, ptr %p
  br i1 %a, label %again, label %out
out:
  ret void
}

; LLVM may find that an object is not needed, and take the allocation away.
; CHECK-LABEL: define void @allocates(
; CHECK: again:
; CHECK: call void @julia.safepoint(
; MORE-LABEL: define void @allocates(
; MORE: again:
; MORE-NOT: julia.safepoint
; MORE: ret void
define void @allocates(ptr %p, ptr addrspace(10) %type) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %task = getelementptr i8, ptr %gcstack, i64 0
  br label %again
again:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) %type)
  %a = load volatile i1, ptr %p
  br i1 %a, label %again, label %out
out:
  ret void
}

; Two ways in: one poll on each edge that goes back, whichever way round.
; CHECK-LABEL: define void @two_headed(
; CHECK: call void @julia.safepoint(
; CHECK-NOT: julia.safepoint
; CHECK: ret void
define void @two_headed(ptr %p) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %x = load volatile i1, ptr %p
  br i1 %x, label %a, label %b
a:
  %y = load volatile i1, ptr %p
  br i1 %y, label %b, label %out
b:
  %z = load volatile i1, ptr %p
  br i1 %z, label %a, label %out
out:
  ret void
}

; Functions where nobody expects a collection, by an attribute or by how they are called.
; CHECK-LABEL: define void @no_polls(
; CHECK-NOT: julia.safepoint
; CHECK-LABEL: define void @user(
define void @no_polls() "gc-leaf-function" {
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  br label %again
}
define void @reads() memory(read) {
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  br label %again
}
define void @naked() naked {
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  br label %again
}
define void @by_call_site() {
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  br label %again
}
define void @switched_off() "lateroot-polls"="none" {
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  br label %again
}
define void @user() {
  %gcstack = call ptr @julia.get_pgcstack()
  call void @by_call_site() memory(argmem: readwrite)
  ret void
}

; One function, whatever the pipeline says.
; NONE-LABEL: define void @switched_on(
; NONE: call void @julia.safepoint(
; NONE-LABEL: define void @promises(
define void @switched_on() "lateroot-polls"="entry,backedge" {
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  br label %again
}

; May run where there is no task.
; CHECK-LABEL: define void @foreign(
; CHECK-NOT: julia.safepoint
; CHECK-LABEL: define void @foreign_but_asks(
; CHECK: call void @julia.safepoint(
define void @foreign() {
  call void @unknown()
  br label %again
again:
  br label %again
}
define void @foreign_but_asks() "lateroot-polls"="backedge" {
  call void @unknown()
  br label %again
again:
  br label %again
}

; What LLVM was told of the memory is true no more.
; CHECK-LABEL: define void @promises()
; CHECK-NOT: #
; CHECK: call void @julia.safepoint(
define void @promises() nosync memory(inaccessiblemem: readwrite) {
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  br label %again
}

; Nothing comes between a musttail call and the return.
; RETURN-LABEL: define void @tail(
; RETURN: call void @julia.safepoint(
; RETURN-NEXT: fence
; RETURN-NEXT: musttail call void @unknown()
; RETURN-NEXT: ret void
define void @tail() "lateroot-polls"="return" {
  musttail call void @unknown()
  ret void
}
