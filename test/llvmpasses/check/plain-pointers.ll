; Where no address space tells which pointers are references, nothing is proven: not in functions that link frames, and
; not in others of their module.
; RUN: %exits 3 %lateroot check --all %s | FileCheck %s
declare ptr @get_chain()
declare ptr @make()

; CHECK: unknown: the function links a frame, but no address space says which pointers are references [plain-pointer/1]
; CHECK-NEXT: in function 'framed'
define void @framed() {
  %frame = alloca ptr, i32 3
  %chain = call ptr @get_chain()
  store i64 4, ptr %frame
  %head = load ptr, ptr %chain
  %word = getelementptr i8, ptr %frame, i64 8
  store ptr %head, ptr %word
  store ptr %frame, ptr %chain
  %x = call ptr @make()
  store ptr %head, ptr %chain
  ret void
}

; CHECK: unknown: other functions of the module link frames, and no address space says which pointers are references [plain-pointer/1]
; CHECK-NEXT: in function 'beside'
define ptr @beside() {
  %x = call ptr @make()
  %y = call ptr @make()
  ret ptr %x
}

; CHECK: nothing none number
define i32 @number(i32 %x) {
  ret i32 %x
}
; CHECK: unknown; functions: 1 with nothing to prove, 2 unknown
