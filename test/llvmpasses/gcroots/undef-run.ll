; RUN: env LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=full %lateroot run -O2 %s | FileCheck %s
; RUN: env LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=full %lateroot run -O2 --abi=framemap %s | FileCheck %s
; RUN: env LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=full %lateroot run -O2 --abi=shadow-stack %s | FileCheck %s
; RUN: env LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=full %lateroot run -O2 --abi=statepoint %s | FileCheck %s
; RUN: %lateroot run -O2 --gc-stress --gc-moving %s | FileCheck %s
;
; Functions that leave references undefined in what they return, pass and store, while there is garbage in all
; registers.  Nobody looks at these references but the collector.
; CHECK: 7 7 7 7
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@cell_type = internal constant %struct.lr_type { ptr @.cell, i32 0, i32 16, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.cell = private unnamed_addr constant [5 x i8] c"cell\00"
@.line = private unnamed_addr constant [17 x i8] c"%ld %ld %ld %ld\0A\00"
@yes = internal global i8 0

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare i32 @printf(ptr, ...)

define internal ptr addrspace(10) @cell(i64 %v) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %cell = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @cell_type to ptr addrspace(10)))
  store i64 %v, ptr addrspace(10) %cell, align 8
  ret ptr addrspace(10) %cell
}

define internal void @litter() noinline {
  call void asm sideeffect "mov $$0x7654321, %eax; mov %eax, %edx; mov %eax, %ecx; mov %eax, %esi; mov %eax, %edi; mov %eax, %ebx; mov %eax, %r8d; mov %eax, %r9d; mov %eax, %r10d; mov %eax, %r11d; mov %eax, %r12d; mov %eax, %r13d; mov %eax, %r14d; mov %eax, %r15d", "~{rax},~{rbx},~{rcx},~{rdx},~{rsi},~{rdi},~{r8},~{r9},~{r10},~{r11},~{r12},~{r13},~{r14},~{r15}"()
  ret void
}

define internal ptr addrspace(10) @maybe(i1 %is) noinline {
top:
  br i1 %is, label %some, label %nothing
some:
  %x = call ptr addrspace(10) @cell(i64 7)
  br label %join
nothing:
  call void @litter()
  br label %join
join:
  %p = phi ptr addrspace(10) [ %x, %some ], [ poison, %nothing ]
  ret ptr addrspace(10) %p
}

define internal { ptr addrspace(10), ptr addrspace(10) } @half() noinline {
  %x = call ptr addrspace(10) @cell(i64 7)
  call void @litter()
  %h = insertvalue { ptr addrspace(10), ptr addrspace(10) } poison, ptr addrspace(10) %x, 0
  ret { ptr addrspace(10), ptr addrspace(10) } %h
}

define internal i64 @look(i1 %is, ptr addrspace(10) %x) noinline {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %other = call ptr addrspace(10) @cell(i64 1)
  br i1 %is, label %some, label %nothing
some:
  %v = load i64, ptr addrspace(10) %x, align 8
  ret i64 %v
nothing:
  ret i64 7
}

define internal i64 @look_at_half() noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %h = call { ptr addrspace(10), ptr addrspace(10) } @half()
  %b = extractvalue { ptr addrspace(10), ptr addrspace(10) } %h, 1
  %a = extractvalue { ptr addrspace(10), ptr addrspace(10) } %h, 0
  %other = call ptr addrspace(10) @cell(i64 1)
  %v = load i64, ptr addrspace(10) %a, align 8
  %is = load volatile i8, ptr @yes
  %some = trunc i8 %is to i1
  %w = call i64 @look(i1 %some, ptr addrspace(10) %b)
  ret i64 %v
}

define internal i64 @pass_nothing() noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %other = call ptr addrspace(10) @cell(i64 1)
  call void @litter()
  %v = call i64 @look(i1 false, ptr addrspace(10) undef)
  ret i64 %v
}

define internal i64 @take(i1 %is) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @maybe(i1 %is)
  %other = call ptr addrspace(10) @cell(i64 1)
  %v = call i64 @look(i1 %is, ptr addrspace(10) %x)
  ret i64 %v
}

define i32 @main() {
  %gcstack = call ptr @julia.get_pgcstack()
  %byte = load volatile i8, ptr @yes
  %no = trunc i8 %byte to i1
  %a = call i64 @take(i1 %no)
  %b = call i64 @take(i1 true)
  %c = call i64 @look_at_half()
  %d = call i64 @pass_nothing()
  %n = call i32 (ptr, ...) @printf(ptr @.line, i64 %a, i64 %b, i64 %c, i64 %d)
  ret i32 0
}
