; A front end makes its variables null where they begin.  Words of a frame are null when the frame is pushed, so such
; stores go, as long as nothing may have written the words.
; RUN: %lateroot opt --check --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s
; RUN: %lateroot opt --check --abi=framemap --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s
; RUN: %lateroot opt --check --abi=shadow-stack --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @poll()
declare void @use(ptr addrspace(10))
declare void @write(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: define void @starts(
; CHECK-NOT: store ptr addrspace(10) null
; CHECK-NOT: i8 0, i64 16
; CHECK: br i1
define void @starts(i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %a = alloca ptr addrspace(10)
  %b = alloca [2 x ptr addrspace(10)]
  %other = alloca i64
  store ptr addrspace(10) null, ptr %a
  store i64 1, ptr %other
  call void @llvm.memset.p0.i64(ptr %b, i8 0, i64 16, i1 false)
  br i1 %c, label %fill, label %read
fill:
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %a
  %q = getelementptr i8, ptr %b, i64 8
  store ptr addrspace(10) %o, ptr %q
  br label %read
read:
  call void @poll()
  %v = load ptr addrspace(10), ptr %a
  %w = load ptr addrspace(10), ptr %b
  call void @use(ptr addrspace(10) %v)
  call void @use(ptr addrspace(10) %w)
  ret void
}

; The second null store ends what the first store began.
; CHECK-LABEL: define void @written_before(
; CHECK: store ptr addrspace(10) %x, ptr [[A:%[a-z0-9]+]], align 8{{$}}
; CHECK: store ptr addrspace(10) null, ptr [[A]], align 8{{$}}
; CHECK: call void @poll()
define void @written_before(ptr addrspace(10) %x, i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %a = alloca ptr addrspace(10)
  store ptr addrspace(10) %x, ptr %a
  %w = load volatile ptr addrspace(10), ptr %a
  store ptr addrspace(10) null, ptr %a
  call void @poll()
  %v = load ptr addrspace(10), ptr %a
  call void @use(ptr addrspace(10) %v)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %a
  call void @poll()
  %u = load ptr addrspace(10), ptr %a
  call void @use(ptr addrspace(10) %u)
  ret void
}

; A callee may have written the variable.
; CHECK-LABEL: define void @behind_a_call(
; CHECK: call void @write(
; CHECK: store ptr addrspace(10) null, ptr {{.*}}, align 8{{$}}
; CHECK: call void @poll()
define void @behind_a_call() {
  %p = call ptr @julia.get_pgcstack()
  %a = alloca ptr addrspace(10)
  call void @write(ptr %a)
  store ptr addrspace(10) null, ptr %a
  call void @poll()
  %v = load ptr addrspace(10), ptr %a
  call void @use(ptr addrspace(10) %v)
  ret void
}

; So may a store through an address that is computed, and the store of a number through one that is cast.
; CHECK-LABEL: define void @computed(
; CHECK: store ptr addrspace(10) %x,
; CHECK: store ptr addrspace(10) null, ptr {{.*}}, align 8{{$}}
; CHECK: call void @poll()
define void @computed(ptr addrspace(10) %x, i64 %i) {
  %p = call ptr @julia.get_pgcstack()
  %b = alloca [2 x ptr addrspace(10)]
  %q = getelementptr ptr addrspace(10), ptr %b, i64 %i
  store ptr addrspace(10) %x, ptr %q
  store ptr addrspace(10) null, ptr %b
  call void @poll()
  %v = load ptr addrspace(10), ptr %q
  call void @use(ptr addrspace(10) %v)
  ret void
}

; What is volatile stays.
; CHECK-LABEL: define void @volatile(
; CHECK: store volatile ptr addrspace(10) null
define void @volatile() {
  %p = call ptr @julia.get_pgcstack()
  %a = alloca ptr addrspace(10)
  store volatile ptr addrspace(10) null, ptr %a
  call void @write(ptr %a)
  call void @poll()
  %v = load ptr addrspace(10), ptr %a
  call void @use(ptr addrspace(10) %v)
  ret void
}
