; A callee-rooted pointer may go through whatever only passes values on, to a call of any kind, and nowhere else.
; RUN: split-file %s %t
; RUN: %lateroot opt --passes='function(GCInvariantVerifier<no-strong>)' -S %t/right.ll -o /dev/null
; RUN: %lateroot opt --passes='function(GCInvariantVerifier<strong>)' -S %t/right.ll -o /dev/null
; RUN: %exits 1 %lateroot opt --passes='function(GCInvariantVerifier)' -S %t/wrong.ll 2>&1 | FileCheck %t/wrong.ll --implicit-check-not=error:
; RUN: %exits 2 %lateroot opt --passes='function(GCInvariantVerifier<weak>)' -S %t/right.ll 2>&1 | FileCheck %s --check-prefix=PARAM
; PARAM: error: GCInvariantVerifier takes strong or no-strong, not 'weak'

;--- right.ll
declare void @lend(ptr addrspace(12), <2 x ptr addrspace(12)>)
declare i32 @personality(...)
define i1 @passed(ptr addrspace(10) %o, i1 %c, ptr %f) personality ptr @personality {
top:
  %l = addrspacecast ptr addrspace(10) %o to ptr addrspace(12)
  %z = freeze ptr addrspace(12) %l
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %p = phi ptr addrspace(12) [ %z, %top ], [ null, %x ]
  %s = select i1 %c, ptr addrspace(12) %p, ptr addrspace(12) %l
  %v = insertelement <2 x ptr addrspace(12)> poison, ptr addrspace(12) %s, i32 0
  %w = shufflevector <2 x ptr addrspace(12)> %v, <2 x ptr addrspace(12)> poison, <2 x i32> zeroinitializer
  %e = extractelement <2 x ptr addrspace(12)> %w, i32 1
  %i = insertvalue { i64, ptr addrspace(12) } poison, ptr addrspace(12) %e, 1
  %g = extractvalue { i64, ptr addrspace(12) } %i, 1
  %b = bitcast ptr addrspace(12) %g to ptr addrspace(12)
  %q = icmp eq ptr addrspace(12) %b, null
  call void @lend(ptr addrspace(12) %b, <2 x ptr addrspace(12)> %w)
  call void %f(ptr addrspace(12) %g)
  invoke void @lend(ptr addrspace(12) %b, <2 x ptr addrspace(12)> zeroinitializer) to label %good unwind label %bad
good:
  callbr void asm "", "r,!i"(ptr addrspace(12) %b) to label %one [label %two]
one:
  ret i1 %q
two:
  ret i1 false
bad:
  %lp = landingpad { ptr, i32 } cleanup
  ret i1 true
}
; Spaces that the dialect has no part in.
define ptr addrspace(3) @foreign(ptr addrspace(3) %a, ptr addrspace(20) %b) {
  %c = addrspacecast ptr addrspace(3) %a to ptr
  %d = addrspacecast ptr addrspace(20) %b to ptr addrspace(3)
  %i = ptrtoint ptr %c to i64
  %e = inttoptr i64 %i to ptr addrspace(3)
  store ptr addrspace(20) %b, ptr addrspace(3) %e
  ret ptr addrspace(3) %d
}
;--- wrong.ll
; CHECK: error: a CalleeRooted (12) pointer is used by something that is not a call; use the Tracked pointer
; CHECK: in function 'loaded'
define i64 @loaded(ptr addrspace(12) %p) {
  %n = load i64, ptr addrspace(12) %p
  ret i64 %n
}
; CHECK: error: a CalleeRooted (12) pointer is loaded from memory, where none may be; load a Tracked pointer and cast it
; CHECK: in function 'out_of_memory'
define void @out_of_memory(ptr %p) {
  %l = load ptr addrspace(12), ptr %p
  ret void
}
; CHECK: error: a Derived (11) pointer is loaded from memory, where none may be; load a Tracked pointer and cast it
; CHECK: in function 'variadic'
define void @variadic(ptr %list) {
  %a = va_arg ptr %list, ptr addrspace(11)
  ret void
}
; CHECK: error: a CalleeRooted (12) pointer is returned
; CHECK: in function 'returned'
define ptr addrspace(12) @returned(ptr addrspace(12) %p) {
  ret ptr addrspace(12) %p
}
; CHECK: error: ptrtoint of a CalleeRooted (12) pointer
; CHECK: in function 'numbered'
define i64 @numbered(ptr addrspace(12) %p) {
  %n = ptrtoint ptr addrspace(12) %p to i64
  ret i64 %n
}
; CHECK: error: inttoptr to Derived (11)
; CHECK: in function 'made'
define void @made(i64 %n) {
  %p = inttoptr i64 %n to ptr addrspace(11)
  ret void
}
; CHECK: error: addrspacecast from CalleeRooted (12) to Tracked (10): a CalleeRooted pointer is a call operand and nothing else
; CHECK: in function 'recovered'
define void @recovered(ptr addrspace(12) %p) {
  %o = addrspacecast ptr addrspace(12) %p to ptr addrspace(10)
  ret void
}
; CHECK: error: addrspacecast from {{.*}}: objects are in the generic space
; CHECK: in function 'elsewhere'
define void @elsewhere(ptr addrspace(3) %p) {
  %o = addrspacecast ptr addrspace(3) %p to ptr addrspace(10)
  ret void
}
; CHECK: error: addrspacecast from Derived (11) to CalleeRooted (12): cast the Tracked pointer instead
; CHECK: in function 'inside'
define void @inside(ptr addrspace(11) %p) {
  %o = addrspacecast ptr addrspace(11) %p to ptr addrspace(12)
  ret void
}
; CHECK: error: julia.except_enter is i32 () or { i32, ptr } (ptr task)
; CHECK: in function 'entered'
declare { i32, ptr } @julia.except_enter(ptr)
define void @entered(ptr %t) {
  %a = call { i32, ptr } @julia.except_enter(ptr %t)
  %b = call { ptr, i32 } @julia.except_enter(ptr %t)
  ret void
}
; CHECK: error: julia.except_enter is i32 () or { i32, ptr } (ptr task)
; CHECK: in function 'entered_with_number'
define void @entered_with_number(i64 %t) {
  %a = call { i32, ptr } @julia.except_enter(i64 %t)
  ret void
}
; CHECK: error: julia.except_enter is i32 () or { i32, ptr } (ptr task)
; CHECK: in function 'entered_twice'
define void @entered_twice(ptr %t) {
  %a = call { i32, ptr } @julia.except_enter(ptr %t, ptr %t)
  ret void
}
; CHECK: error: julia.except_enter is i32 () or { i32, ptr } (ptr task)
; CHECK: in function 'entered_wide'
define void @entered_wide() {
  %a = call i64 @julia.except_enter()
  ret void
}
; CHECK: error: julia.except_enter is i32 () or { i32, ptr } (ptr task)
; CHECK: in function 'entered_for_more'
define void @entered_for_more(ptr %t) {
  %a = call { i32, ptr, i32 } @julia.except_enter(ptr %t)
  ret void
}
