; What cannot be made to read its roots again is refused, and not made wrong.
; RUN: split-file %s %t
; RUN: not %lateroot opt -passes=LateLowerGCFrame -S %t/word.ll 2>&1 | FileCheck %s --check-prefix=WORD
; WORD: error: "lateroot-reload" is neither "true" nor "false"
; RUN: not %lateroot opt -passes=LateLowerGCFrame -S %t/shadow.ll 2>&1 | FileCheck %s --check-prefix=SHADOW
; SHADOW: error: the ABI 'shadow-stack' cannot mark roots as movable: no object that its functions reach can move, and "lateroot-reload" has no effect
; RUN: not %lateroot opt --reload -passes=LateLowerGCFrame -S %t/callbr.ll 2>&1 | FileCheck %s --check-prefix=CALLBR
; CALLBR: error: roots cannot be read again behind asm goto (callbr): put it into a function of its own that has no references and is not inlined, or, in IR, give this function "lateroot-reload"="false"

;--- word.ll
define void @f() "lateroot-reload"="yes" {
  ret void
}
;--- shadow.ll
define void @f() "lateroot-reload"="true" "lateroot-abi"="shadow-stack" {
  ret void
}
;--- callbr.ll
declare ptr @julia.get_pgcstack()
define ptr addrspace(10) @f(ptr addrspace(10) %x) {
  %g = call ptr @julia.get_pgcstack()
  callbr void asm sideeffect "", "!i"() to label %a [label %b]
a:
  ret ptr addrspace(10) %x
b:
  ret ptr addrspace(10) null
}
