; RUN: %lateroot opt --passes=LowerPTLSPass,InlineGetter -S %s | FileCheck %s
; RUN: %lateroot compile -O2 --mtriple=x86_64-linux-gnu --filetype=asm %s -o - | FileCheck --check-prefix=X86 %s
; RUN: %lateroot compile -O2 --mtriple=aarch64-linux-gnu --filetype=asm %s -o - | FileCheck --check-prefix=A64 %s
; RUN: %lateroot compile -O2 --mtriple=riscv64-linux-gnu --filetype=asm %s -o - | FileCheck --check-prefix=R64 %s
; RUN: %lateroot compile -O0 --mtriple=x86_64-linux-gnu --filetype=asm %s -o - | FileCheck --check-prefix=CALL %s
; RUN: %lateroot compile -O2 --mtriple=x86_64-windows-gnu --filetype=asm %s -o - | FileCheck --check-prefix=CALL %s
; RUN: %lateroot compile -O2 --mtriple=arm64-apple-macosx --filetype=asm %s -o - | FileCheck --check-prefix=CALL %s
; RUN: %lateroot compile -O2 --mtriple=wasm32-wasi --filetype=asm %s -o - | FileCheck --check-prefix=CALL %s
; RUN: %lateroot compile -O2 --mtriple=x86_64-linux-android --filetype=asm %s -o - | FileCheck --check-prefix=CALL %s
; RUN: printf 'base = lateroot\nname = own\ngetter_name = lr_get_pgcstack\n' >%t.profile
; RUN: %lateroot compile -O2 --profile=%t.profile --mtriple=x86_64-linux-gnu --filetype=asm %s -o - \
; RUN:   | FileCheck --check-prefix=CALL %s
; Where the profile has a variable with what the getter returns, code reads it, and calls the getter where it is null.
; Elsewhere the call stays: without optimisation; on systems without static thread-local variables; in a profile with a
; getter of its own.

; CHECK: @lr_pgcstack_here = external thread_local(initialexec) global ptr

; X86: lr_pgcstack_here@GOTTPOFF
; A64: adrp {{x[0-9]+}}, :gottprel:lr_pgcstack_here
; R64: %tls_ie_pcrel_hi(lr_pgcstack_here)
; CALL-NOT: lr_pgcstack_here
; CALL: lr_get_pgcstack
; CALL-NOT: lr_pgcstack_here

declare ptr @julia.get_pgcstack()
declare void @g(ptr)
declare i32 @personality(...)

; CHECK-LABEL: define void @call(
; CHECK-NEXT: top:
; CHECK-NEXT: %a = alloca i64
; CHECK-NEXT: [[AT:%.*]] = call ptr @llvm.threadlocal.address.p0(ptr @lr_pgcstack_here)
; CHECK-NEXT: [[HERE:%.*]] = load ptr, ptr [[AT]], align 8
; CHECK-NEXT: [[KNOWN:%.*]] = icmp ne ptr [[HERE]], null
; CHECK-NEXT: br i1 [[KNOWN]], label %[[REST:.*]], label %[[ATTACH:.*]], !prof
; CHECK: [[ATTACH]]:
; CHECK-NEXT: [[NEW:%.*]] = call ptr @lr_get_pgcstack()
; CHECK-NEXT: br label %[[REST]]
; CHECK: [[REST]]:
; CHECK-NEXT: [[P:%.*]] = phi ptr
; CHECK-DAG: [ [[NEW]], %[[ATTACH]] ]
; CHECK: call void @g(ptr [[P]])
define void @call() {
top:
  %a = alloca i64
  %p = call ptr @julia.get_pgcstack()
  call void @g(ptr %p)
  call void @g(ptr %a)
  ret void
}

; It goes down to where it is needed, but into no loop.
; CHECK-LABEL: define i64 @sink(
; CHECK-NEXT: top:
; CHECK-NEXT: br i1 %c, label %{{.*}}, label %rare
; CHECK: rare:
; CHECK-NOT: loop:
; CHECK: load ptr
; CHECK: loop:
; CHECK: call void @g(
define i64 @sink(i64 %i, i1 %c) {
top:
  %p = call ptr @julia.get_pgcstack()
  br i1 %c, label %usual, label %rare
usual:
  ret i64 %i
rare:
  br label %loop
loop:
  %n = phi i64 [ %i, %rare ], [ %m, %loop ]
  call void @g(ptr %p)
  %m = sub i64 %n, 1
  %z = icmp eq i64 %m, 0
  br i1 %z, label %end, label %loop
end:
  ret i64 0
}

; Phis need it at the end of the block that it comes from.
; CHECK-LABEL: define ptr @phi(
; CHECK: left:
; CHECK: load ptr
; CHECK: attach:
; CHECK: join:
; CHECK: phi ptr {{.*}}null
define ptr @phi(i1 %c) {
top:
  %p = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  call void @g(ptr null)
  br label %join
right:
  br label %join
join:
  %q = phi ptr [ %p, %left ], [ null, %right ]
  ret ptr %q
}

; What catches exceptions keeps it at the top.
; CHECK-LABEL: define i64 @pads(
; CHECK-NEXT: top:
; CHECK: load ptr
define i64 @pads(i64 %i, i1 %c) personality ptr @personality {
top:
  %p = call ptr @julia.get_pgcstack()
  br i1 %c, label %usual, label %rare
usual:
  ret i64 %i
rare:
  call void @g(ptr %p)
  ret i64 0
}
