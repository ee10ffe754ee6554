; RUN: %lateroot opt --profile=%S/Inputs/read-barrier.profile --passes=LowerReadBarriers -S %s | FileCheck --check-prefixes=CALL,ANY %s
; RUN: %lateroot opt --profile=%S/Inputs/read-flag.profile --passes=LowerReadBarriers -S %s | FileCheck --check-prefixes=FLAG,ANY %s
; RUN: %lateroot opt --passes=LowerReadBarriers -S %s | FileCheck --check-prefix=NONE %s
; RUN: %lateroot opt --profile=%S/Inputs/read-flag.profile --check -S %s | FileCheck --check-prefix=LOWERED %s
; RUN: %lateroot opt --profile=%S/Inputs/read-flag.profile --passes="LowerReadBarriers,LowerReadBarriers" -S %s | FileCheck --check-prefixes=FLAG,ANY %s
; Loads of references, for collectors that look at each.

declare ptr @julia.get_pgcstack()
declare void @collects()
declare void @use(ptr addrspace(10))

; NONE-NOT: @look
; FLAG: @looking = external global i8

; The mark of an invariant load goes: LLVM would keep the word over a safepoint.
; CALL-LABEL: define ptr addrspace(10) @field(ptr addrspace(11) %slot) #
; CALL-NEXT: %v = load ptr addrspace(10), ptr addrspace(11) %slot, align 8{{$}}
; CALL-NEXT: [[R:%.*]] = call ptr addrspace(10) @look(ptr addrspace(10) %v, ptr addrspace(11) %slot) #[[LEAF:[0-9]+]]
; CALL-NEXT: ret ptr addrspace(10) [[R]]
; FLAG-LABEL: define ptr addrspace(10) @field(ptr addrspace(11) %slot) #
; FLAG-NEXT: %v = load ptr addrspace(10), ptr addrspace(11) %slot, align 8{{$}}
; FLAG-NEXT: %read_flag = load atomic i8, ptr @looking monotonic, align 1
; FLAG-NEXT: [[ON:%.*]] = icmp ne i8 %read_flag, 0
; FLAG-NEXT: br i1 [[ON]], label %read_slow, label %[[REST:[0-9]+]], !prof
; FLAG: read_slow:
; FLAG-NEXT: [[B:%.*]] = call ptr addrspace(10) @look(ptr addrspace(10) %v, ptr addrspace(11) %slot) #[[LEAF:[0-9]+]]
; FLAG-NEXT: br label %[[REST]]
; FLAG: [[REST]]:
; FLAG-NEXT: [[R:%.*]] = phi ptr addrspace(10) [ %v, %0 ], [ [[B]], %read_slow ]
; FLAG-NEXT: ret ptr addrspace(10) [[R]]
; NONE: load ptr addrspace(10), ptr addrspace(11) %slot, align 8, !invariant.load
define ptr addrspace(10) @field(ptr addrspace(11) %slot) {
  %v = load ptr addrspace(10), ptr addrspace(11) %slot, align 8, !invariant.load !0
  ret ptr addrspace(10) %v
}

; Two in a row, in a loop: the second goes through what the first gave; words that are no references have none.
; ANY-LABEL: define void @chain(
; CALL-COUNT-2: call ptr addrspace(10) @look(
; CALL-NOT: @look
; FLAG-COUNT-2: call ptr addrspace(10) @look(
; FLAG-NOT: @look
; ANY: ret void
define void @chain(ptr addrspace(10) %list) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %at = phi ptr addrspace(10) [ %list, %0 ], [ %next, %loop ]
  %body = addrspacecast ptr addrspace(10) %at to ptr addrspace(11)
  %next = load ptr addrspace(10), ptr addrspace(11) %body, align 8
  %inside = addrspacecast ptr addrspace(10) %next to ptr addrspace(11)
  %two = getelementptr i8, ptr addrspace(11) %inside, i64 8
  %other = load ptr addrspace(10), ptr addrspace(11) %two, align 8
  %number = load i64, ptr addrspace(11) %two, align 8
  call void @use(ptr addrspace(10) %other)
  call void @collects()
  %more = icmp ne ptr addrspace(10) %next, null
  br i1 %more, label %loop, label %done
done:
  ret void
}

; What the barrier gave is rooted, and not what was loaded.
; LOWERED-LABEL: define void @chain(
; LOWERED: [[B:%.*]] = call ptr @look(ptr %next, ptr %{{.*}})
; LOWERED: [[P:%.*]] = phi ptr [ %next, %loop ], [ [[B]], %read_slow ]
; LOWERED: store ptr [[P]], ptr %gcslot
; LOWERED: call void @collects()

; ANY-LABEL: define ptr addrspace(10) @exchange(
; ANY: %old = atomicrmw xchg
; ANY: call ptr addrspace(10) @look(ptr addrspace(10) %old, ptr addrspace(11) %slot)
define ptr addrspace(10) @exchange(ptr addrspace(11) %slot, ptr addrspace(10) %new) {
  %old = atomicrmw xchg ptr addrspace(11) %slot, ptr addrspace(10) %new seq_cst
  ret ptr addrspace(10) %old
}

; ANY: declare ptr addrspace(10) @look(ptr addrspace(10), ptr) #[[OF:[0-9]+]]
; ANY-DAG: attributes #[[OF]] = { nounwind "gc-leaf-function" }
; ANY-DAG: attributes #[[LEAF]] = { "gc-leaf-function" }
!0 = !{}
