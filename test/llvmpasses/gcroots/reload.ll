; Where objects may move, what is live behind a safepoint is read from its slot again: objects, and addresses in them by their distance.
; RUN: %lateroot opt --check --verify-each -passes='LateLowerGCFrame<reload>' -S %s | FileCheck %s
; RUN: %lateroot opt --reload --check -passes='LateLowerGCFrame' -S %s | FileCheck %s
; RUN: %lateroot opt --check --verify-each -passes='julia<abi=framemap;reload>' -S %s -o /dev/null
; The table says which slots may change; so does word 0 of a frame: 1 slot << 2, moving; 3 slots, of which the last is deep.
; RUN: %lateroot opt -passes='LateLowerGCFrame<framemap;reload>,FinalLowerGC' -S %s | FileCheck %s --check-prefix=MAP
; MAP-LABEL: define ptr addrspace(10) @argument(
; MAP: @llvm.experimental.stackmap(i64 5499535391499223041, i32 0, ptr %gcframe, i64 0, i64 0)
; MAP-LABEL: define ptr addrspace(10) @left_alone(
; MAP: @llvm.experimental.stackmap(i64 5499535391499223040, i32 0)
; RUN: %lateroot opt -passes='LateLowerGCFrame<reload>,FinalLowerGC' -S %s | FileCheck %s --check-prefix=FRAME
; FRAME-LABEL: define ptr addrspace(10) @argument(
; FRAME: store i64 268435460, ptr %gcframe
; FRAME-LABEL: define ptr addrspace(10) @leaked(
; FRAME: store i64 70369012613128, ptr %gcframe

declare ptr @julia.get_pgcstack()
declare void @poll()
declare ptr addrspace(10) @made()
declare void @take(ptr addrspace(10))
declare void @fill(ptr)
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare i32 @setjmp(ptr) returns_twice
declare i32 @personality(...)

; An update of the caller's copy is none of ours.
; CHECK-LABEL: define ptr addrspace(10) @argument(
; CHECK: store ptr addrspace(10) %x, ptr [[SLOT:%gcslot0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: [[NOW:%.*]] = load ptr addrspace(10), ptr [[SLOT]]
; CHECK: ret ptr addrspace(10) [[NOW]]
define ptr addrspace(10) @argument(ptr addrspace(10) %x) {
  %g = call ptr @julia.get_pgcstack()
  call void @poll()
  ret ptr addrspace(10) %x
}

; CHECK-LABEL: define i64 @derived(
; CHECK: [[DISTANCE:%.*]] = sub i64
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: [[NOW:%.*]] = load ptr addrspace(10), ptr %gcslot0
; CHECK-NEXT: [[BASE:%.*]] = addrspacecast ptr addrspace(10) [[NOW]] to ptr addrspace(11)
; CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr addrspace(11) [[BASE]], i64 [[DISTANCE]]
; CHECK-NEXT: load i64, ptr addrspace(11) [[AT]]
define i64 @derived(ptr addrspace(10) %x, i64 %i) {
  %g = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %p = getelementptr i8, ptr addrspace(11) %d, i64 %i
  call void @poll()
  %v = load i64, ptr addrspace(11) %p
  ret i64 %v
}

; One of two objects' addresses: the base is chosen alike, has a slot, and is read again.
; CHECK-LABEL: define i64 @either(
; CHECK: [[BASE:%gclift.*]] = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y
; CHECK: store ptr addrspace(10) [[BASE]], ptr %gcslot0
; CHECK: call void @poll()
; CHECK-NEXT: [[NOW:%.*]] = load ptr addrspace(10), ptr %gcslot0
; CHECK: getelementptr i8
define i64 @either(ptr addrspace(10) %x, ptr addrspace(10) %y, i1 %c) {
  %g = call ptr @julia.get_pgcstack()
  %dx = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %dy = addrspacecast ptr addrspace(10) %y to ptr addrspace(11)
  %px = getelementptr i8, ptr addrspace(11) %dx, i64 8
  %py = getelementptr i8, ptr addrspace(11) %dy, i64 16
  %p = select i1 %c, ptr addrspace(11) %px, ptr addrspace(11) %py
  call void @poll()
  %v = load i64, ptr addrspace(11) %p
  ret i64 %v
}

; A phi gets what is current along each edge.  What is given to code that nothing is known of stays in place meanwhile, by a slot of its own.
; CHECK-LABEL: define void @loop(
; CHECK: %y = phi ptr addrspace(10) [ %x, %top ], [ [[NOW:%.*]], %again ]
; CHECK: %z = call ptr addrspace(10) @argument(ptr addrspace(10) %y)
; CHECK: store ptr addrspace(10) %z, ptr %gcslot0
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: [[NOW]] = load ptr addrspace(10), ptr %gcslot0
; CHECK: store ptr addrspace(10) [[NOW]], ptr [[PIN:%gcslot1]]
; CHECK-NEXT: call void @take(ptr addrspace(10) [[NOW]])
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[PIN]]
define void @loop(ptr addrspace(10) %x, i1 %c) {
top:
  %g = call ptr @julia.get_pgcstack()
  br label %again
again:
  %y = phi ptr addrspace(10) [ %x, %top ], [ %z, %again ]
  %z = call ptr addrspace(10) @argument(ptr addrspace(10) %y)
  call void @poll()
  br i1 %c, label %again, label %out
out:
  call void @take(ptr addrspace(10) %z)
  ret void
}

; CHECK-LABEL: define ptr addrspace(10) @unwound(
; CHECK: invoke void @poll()
; CHECK: ok:
; CHECK-NEXT: [[OK:%.*]] = load ptr addrspace(10), ptr %gcslot0
; CHECK: ret ptr addrspace(10) [[OK]]
; CHECK: landingpad
; CHECK: [[BAD:%.*]] = load ptr addrspace(10), ptr %gcslot0
; CHECK: call ptr addrspace(10) @argument(ptr addrspace(10) [[BAD]])
define ptr addrspace(10) @unwound(ptr addrspace(10) %x) personality ptr @personality {
  %g = call ptr @julia.get_pgcstack()
  invoke void @poll() to label %ok unwind label %bad
ok:
  ret ptr addrspace(10) %x
bad:
  %l = landingpad { ptr, i32 } cleanup
  %e = call ptr addrspace(10) @argument(ptr addrspace(10) %x)
  ret ptr addrspace(10) %e
}

; Somebody has an address in the object: it stays, and is not read again.
; CHECK-LABEL: define i64 @loaded(
; CHECK: store ptr addrspace(10) %x, ptr [[PIN:%gcslot1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[PIN]]
; CHECK-NEXT: load i64, ptr addrspace(13) %d
define i64 @loaded(ptr addrspace(10) %x, ptr %p) {
  %g = call ptr @julia.get_pgcstack()
  %d = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %x, ptr %p)
  call void @poll()
  %v = load i64, ptr addrspace(13) %d
  ret i64 %v
}

; CHECK-LABEL: define void @preserved(
; CHECK: store ptr addrspace(10) %x, ptr [[PIN:%gcslot1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[PIN]]
define void @preserved(ptr addrspace(10) %x) {
  %g = call ptr @julia.get_pgcstack()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x)
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; The buffer of arguments is none of the frame's.
; CHECK-LABEL: define ptr addrspace(10) @boxed(
; CHECK-COUNT-2: store ptr addrspace(10) %x, ptr %gcslot
; CHECK: store ptr addrspace(10) %x, ptr %jlcallframe
define ptr addrspace(10) @boxed(ptr %f, ptr addrspace(10) %x) {
  %g = call ptr @julia.get_pgcstack()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %f, ptr addrspace(10) null, ptr addrspace(10) %x)
  ret ptr addrspace(10) %x
}

; CHECK-LABEL: define <2 x ptr addrspace(10)> @vector(
; CHECK: call void @poll()
; CHECK-NEXT: [[A:%.*]] = load ptr addrspace(10), ptr %gcslot0
; CHECK-NEXT: [[B:%.*]] = load ptr addrspace(10), ptr %gcslot1
; CHECK: insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) [[A]], i32 0
; CHECK-NEXT: [[V:%.*]] = insertelement <2 x ptr addrspace(10)> {{.*}}, ptr addrspace(10) [[B]], i32 1
; CHECK-NEXT: ret <2 x ptr addrspace(10)> [[V]]
define <2 x ptr addrspace(10)> @vector(<2 x ptr addrspace(10)> %x) {
  %g = call ptr @julia.get_pgcstack()
  call void @poll()
  ret <2 x ptr addrspace(10)> %x
}

; What is put into it behind the safepoint stays in it, beside what is read again.
; CHECK-LABEL: define <2 x ptr addrspace(10)> @new_lane(
; CHECK: %new = call ptr addrspace(10) @made()
; CHECK-NEXT: [[OLD:%.*]] = load ptr addrspace(10), ptr %gcslot0
; CHECK: [[H:%.*]] = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %new, i32 0
; CHECK-NEXT: [[V:%.*]] = insertelement <2 x ptr addrspace(10)> [[H]], ptr addrspace(10) [[OLD]], i32 1
; CHECK-NEXT: ret <2 x ptr addrspace(10)> [[V]]
define <2 x ptr addrspace(10)> @new_lane(<2 x ptr addrspace(10)> %x) {
  %g = call ptr @julia.get_pgcstack()
  %new = call ptr addrspace(10) @made()
  %v = insertelement <2 x ptr addrspace(10)> %x, ptr addrspace(10) %new, i32 0
  ret <2 x ptr addrspace(10)> %v
}

; CHECK-LABEL: define { ptr addrspace(10), i64 } @aggregate(
; CHECK: [[NOW:%.*]] = load ptr addrspace(10), ptr %gcslot0
; CHECK: [[V:%.*]] = insertvalue { ptr addrspace(10), i64 } %x, ptr addrspace(10) [[NOW]], 0
; CHECK: ret { ptr addrspace(10), i64 } [[V]]
define { ptr addrspace(10), i64 } @aggregate({ ptr addrspace(10), i64 } %x) {
  %g = call ptr @julia.get_pgcstack()
  call void @poll()
  ret { ptr addrspace(10), i64 } %x
}

; What returns once more finds it in its slot.
; CHECK-LABEL: define ptr addrspace(10) @twice(
; CHECK: store ptr addrspace(10) %x, ptr %gcslot0
; CHECK: call i32 @setjmp(
; CHECK-NEXT: [[NOW:%.*]] = load ptr addrspace(10), ptr %gcslot0
; CHECK: caught:
; CHECK-NEXT: pop_gc_frame
; CHECK-NEXT: ret ptr addrspace(10) [[NOW]]
define ptr addrspace(10) @twice(ptr addrspace(10) %x, ptr %b) {
  %g = call ptr @julia.get_pgcstack()
  %r = call i32 @setjmp(ptr %b) returns_twice
  %c = icmp eq i32 %r, 0
  br i1 %c, label %try, label %caught
try:
  call void @poll()
  ret ptr addrspace(10) null
caught:
  ret ptr addrspace(10) %x
}

; Variables of the frame are updated in place...
; CHECK-LABEL: define ptr addrspace(10) @variable(
; CHECK: %gcframe = call ptr @julia.new_gc_frame(i32 1) #[[ALL_MOVE:[0-9]+]]
define ptr addrspace(10) @variable(ptr addrspace(10) %x) {
  %g = call ptr @julia.get_pgcstack()
  %a = alloca ptr addrspace(10)
  store ptr addrspace(10) %x, ptr %a
  call void @poll()
  %v = load ptr addrspace(10), ptr %a
  ret ptr addrspace(10) %v
}

; ... unless somebody else has their address.
; CHECK-LABEL: define ptr addrspace(10) @leaked(
; CHECK: %gcframe = call ptr @julia.new_gc_frame(i32 2) #[[ONE_DEEP:[0-9]+]]
; CHECK-NEXT: get_gc_frame_slot(ptr %gcframe, i32 1)
define ptr addrspace(10) @leaked() {
  %g = call ptr @julia.get_pgcstack()
  %a = alloca ptr addrspace(10)
  store ptr addrspace(10) null, ptr %a
  call void @fill(ptr %a)
  %v = load ptr addrspace(10), ptr %a
  call void @poll()
  ret ptr addrspace(10) %v
}

; Read again on both ways, but behind them only an address is computed that nobody uses: its object has no slot there at the end of %one, so there is
; nothing to bring together.
; CHECK-LABEL: define ptr addrspace(10) @nobody_uses(
; CHECK: out:
; CHECK-NEXT: %d = addrspacecast
; CHECK: ret ptr addrspace(10) null
define ptr addrspace(10) @nobody_uses(ptr addrspace(10) %x, i1 %c) {
  %g = call ptr @julia.get_pgcstack()
  br i1 %c, label %one, label %two
one:
  call void @poll()
  call void @take(ptr addrspace(10) %x)
  call void @poll()
  br label %out
two:
  call void @poll()
  call void @take(ptr addrspace(10) %x)
  br label %out
out:
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %at = getelementptr i8, ptr addrspace(11) %d, i64 8
  ret ptr addrspace(10) null
}

; CHECK-LABEL: define ptr addrspace(10) @left_alone(
; CHECK-NOT: new_gc_frame
; CHECK: ret ptr addrspace(10) %x
define ptr addrspace(10) @left_alone(ptr addrspace(10) %x) "lateroot-reload"="false" {
  %g = call ptr @julia.get_pgcstack()
  call void @poll()
  ret ptr addrspace(10) %x
}

; CHECK-DAG: attributes #[[ALL_MOVE]] = { "lateroot-moving"="0,0" }
; CHECK-DAG: attributes #[[ONE_DEEP]] = { "lateroot-moving"="0,1" }
