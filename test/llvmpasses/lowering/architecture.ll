; What differs between machines: the size of a handler, profiles that are for one architecture, the size of words.
; RUN: sed 's/TRIPLE/x86_64-linux-gnu/' %s | %lateroot opt -S - | FileCheck --check-prefix=X86 %s
; RUN: sed 's/TRIPLE/aarch64-linux-gnu/' %s | %lateroot opt -S - | FileCheck --check-prefix=LARGE %s
; RUN: sed 's/TRIPLE/arm64-apple-macosx/' %s | %lateroot opt -S - | FileCheck --check-prefix=LARGE %s
; RUN: sed 's/TRIPLE/riscv64-linux-gnu/' %s | %lateroot opt -S - | FileCheck --check-prefix=LARGE %s
; RUN: sed 's/TRIPLE/x86_64-w64-windows-gnu/' %s | %lateroot opt -S - | FileCheck --check-prefix=LARGE %s
; X86: alloca [256 x i8], align 16
; LARGE: alloca [384 x i8], align 16

; A number alone is for all; base = lateroot has more than one.
; RUN: printf 'base = lateroot\nname = own\nhandler_bytes = 512\n' >%t.profile
; RUN: sed 's/TRIPLE/aarch64-linux-gnu/' %s | %lateroot opt --profile=%t.profile -S - | FileCheck --check-prefix=OWN %s
; OWN: alloca [512 x i8], align 16
; RUN: printf 'base = lateroot\nname = own\nhandler_bytes = 512, aarch64:1024\n' >%t.profile
; RUN: sed 's/TRIPLE/aarch64-linux-gnu/' %s | %lateroot opt --profile=%t.profile -S - | FileCheck --check-prefix=MORE %s
; RUN: sed 's/TRIPLE/riscv64-linux-gnu/' %s | %lateroot opt --profile=%t.profile -S - | FileCheck --check-prefix=OWN %s
; MORE: alloca [1024 x i8], align 16
; RUN: printf 'base = lateroot\nname = own\nhandler_bytes = 512 windows:1024\n' >%t.profile
; RUN: sed 's/TRIPLE/aarch64-pc-windows-msvc/' %s | %lateroot opt --profile=%t.profile -S - | FileCheck --check-prefix=MORE %s
; RUN: sed 's/TRIPLE/x86_64-linux-gnu/' %s | %lateroot opt --profile=%t.profile -S - | FileCheck --check-prefix=OWN %s
; RUN: printf 'base = lateroot\nname = own\nhandler_bytes = aarch64:1024\n' >%t.profile
; RUN: not %lateroot opt --profile=%t.profile -S %s 2>&1 | FileCheck --check-prefix=FORM %s
; FORM: :3: handler_bytes must be a number, and then perhaps ARCHITECTURE:NUMBER, not 'aarch64:1024'
; RUN: printf 'base = lateroot\nname = own\nhandler_bytes = 512 vax:1024\n' >%t.profile
; RUN: not %lateroot opt --profile=%t.profile -S %s 2>&1 | FileCheck --check-prefix=VAX %s
; VAX: not 'vax:1024'
; RUN: printf 'base = lateroot\nname = own\narchitecture = vax\n' >%t.profile
; RUN: not %lateroot opt --profile=%t.profile -S %s 2>&1 | FileCheck --check-prefix=ARCH %s
; ARCH: :3: architecture must be one of any x86-64 i686 aarch64 {{.*}} not 'vax'

; RUN: sed 's/TRIPLE/aarch64-linux-gnu/' %s | not %lateroot opt --profile=julia-1.13 -S - 2>&1 | FileCheck --check-prefix=WRONG %s
; RUN: sed 's/TRIPLE/aarch64-linux-gnu/' %s | not %lateroot opt '--passes=lateroot<profile=julia-1.5>' -S - 2>&1 | FileCheck --check-prefix=WRONG %s
; RUN: sed 's/TRIPLE/x86_64-linux-gnu/' %s | not %lateroot compile --mtriple=riscv64-linux-gnu --profile=julia-1.14 - -o %t.o 2>&1 | FileCheck --check-prefix=WRONG %s
; RUN: sed 's/TRIPLE/x86_64-linux-gnux32/' %s | not %lateroot opt --profile=julia-1.13 -S - 2>&1 | FileCheck --check-prefix=WRONG %s
; WRONG: error: profile 'julia-1.{{[0-9]+}}' is for x86-64, and the target is '{{aarch64|riscv64|x86_64}}-
; RUN: sed 's/TRIPLE/x86_64-linux-gnu/' %s | %lateroot opt --profile=julia-1.13 -S - -o %t.ll
; RUN: sed 's/TRIPLE/amd64-freebsd/' %s | %lateroot opt --profile=julia-1.13 -S - -o %t.ll
; RUN: printf 'base = julia-1.13\nname = own\narchitecture = aarch64\n' >%t.profile
; RUN: sed 's/TRIPLE/aarch64-linux-gnu/' %s | %lateroot opt --profile=%t.profile -S - -o %t.ll
; RUN: printf 'base = julia-1.13\nname = own\narchitecture = any\n' >%t.profile
; RUN: sed 's/TRIPLE/aarch64-linux-gnu/' %s | %lateroot opt --profile=%t.profile -S - -o %t.ll

; Words of 4 bytes need a data layout that says so: LLVM's default is that of 8 bytes.
; RUN: sed 's/TRIPLE/i686-linux-gnu/' %s | %lateroot opt -S - | FileCheck --check-prefix=WORDS %s
; WORDS: target datalayout = "{{.*}}p:32:32
; RUN: sed 's/TRIPLE/x86_64-linux-gnu/' %s | %lateroot compile --mtriple=i686-linux-gnu - -o %t.o
target triple = "TRIPLE"

declare ptr @julia.get_pgcstack()
declare i32 @julia.except_enter()

define i32 @f() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call i32 @julia.except_enter()
  ret i32 %x
}
