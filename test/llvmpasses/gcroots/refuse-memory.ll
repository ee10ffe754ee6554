; What cannot be rooted is refused, with what to write instead.
; RUN: split-file %s %t
; RUN: not %lateroot opt --memory=typed %t/large.ll --disable-output 2>&1 | FileCheck %s --check-prefix=LARGE
; RUN: not %lateroot opt %t/place.ll --disable-output 2>&1 | FileCheck %s --check-prefix=PLACE
; RUN: not %lateroot opt %t/words.ll --disable-output 2>&1 | FileCheck %s --check-prefix=WORDS
; RUN: not %lateroot opt --abi=framemap %t/x32.ll --disable-output 2>&1 | FileCheck %s --check-prefix=X32

; LARGE: error: a stack variable with object references beside other things is too large
; LARGE-NEXT: in function 'large': %v = alloca
; PLACE: error: memory for a result with object references begins at a computed place of a stack variable
; PLACE-NEXT: in function 'place': call void @pair
; WORDS: error: the data layout 'p:16:16' has pointers of 2 bytes; only 4 and 8 are supported
; X32: error: the ABI 'framemap' needs pointers of 64 bits

;--- large.ll
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)

define void @large() {
  %gcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2000000000 x { ptr addrspace(10), i64 }], align 8
  call void @fill(ptr %v)
  ret void
}

;--- place.ll
declare ptr @julia.get_pgcstack()
declare void @pair(ptr sret([2 x ptr addrspace(10)]))

define void @place(i64 %i) {
  %gcstack = call ptr @julia.get_pgcstack()
  %v = alloca [8 x i64], align 8
  %p = getelementptr i64, ptr %v, i64 %i
  call void @pair(ptr sret([2 x ptr addrspace(10)]) %p)
  ret void
}

;--- words.ll
target datalayout = "p:16:16"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

define void @words() {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  ret void
}

;--- x32.ll
target datalayout = "p:32:32-p10:32:32-p11:32:32-p12:32:32-p13:32:32"
target triple = "x86_64-unknown-linux-gnux32"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()

define ptr addrspace(10) @f() {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  ret ptr addrspace(10) %a
}
