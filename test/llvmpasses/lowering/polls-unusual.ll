; PlaceGCPolls in functions that are not like most.
; RUN: %lateroot opt --passes=PlaceGCPolls -S %s | FileCheck %s
; RUN: %lateroot opt --passes=PlaceGCPolls -S %s 2>&1 >/dev/null | FileCheck %s --check-prefix=WARNED
; WARNED: has funclets, and gets no polls

declare void @unknown()
declare i32 @personality(...)
declare i32 @__CxxFrameHandler3(...)

; What may be moved to where it was not called has no poll.
; CHECK-LABEL: define void @may_be_moved(
; CHECK-NOT: @julia.safepoint(
define void @may_be_moved(ptr "gcstack" %task) speculatable {
  br label %again
again:
  br label %again
}

; A personality, and no funclets.
; CHECK-LABEL: define void @lands(
; CHECK: @julia.safepoint(
; CHECK: invoke void @unknown()
define void @lands(ptr "gcstack" %task) personality ptr @personality {
  br label %again
again:
  invoke void @unknown() to label %again unwind label %pad
pad:
  %x = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %x
}

; CHECK-LABEL: define void @by_asm(
; CHECK: @julia.safepoint(
; CHECK: callbr void asm
define void @by_asm(ptr "gcstack" %task) {
  br label %again
again:
  callbr void asm sideeffect "", "!i"() to label %again [label %out]
out:
  ret void
}

; A pointer to a function can be anybody's.
; CHECK-LABEL: define void @by_pointer(
; CHECK: @julia.safepoint(
; CHECK: ret void
define void @by_pointer(ptr "gcstack" %task, ptr %f) {
  call void %f()
  ret void
}

; What a coroutine is cut into is not known yet.
; CHECK-LABEL: define void @coroutine(
; CHECK-NOT: @julia.safepoint(
define void @coroutine(ptr "gcstack" %task) presplitcoroutine {
  br label %again
again:
  br label %again
}

; CHECK-LABEL: define void @funclets(
; CHECK-NOT: @julia.safepoint(
define void @funclets(ptr "gcstack" %task) personality ptr @__CxxFrameHandler3 {
  br label %again
again:
  invoke void @unknown() to label %again unwind label %pad
pad:
  %x = cleanuppad within none []
  cleanupret from %x unwind to caller
}

; CHECK-LABEL: define void @catches(
; CHECK-NOT: @julia.safepoint(
; CHECK: catchret from
define void @catches(ptr "gcstack" %task) personality ptr @__CxxFrameHandler3 {
  br label %again
again:
  invoke void @unknown() to label %again unwind label %switch
switch:
  %s = catchswitch within none [label %pad] unwind to caller
pad:
  %x = catchpad within %s [ptr null, i32 64, ptr null]
  catchret from %x to label %again
}
