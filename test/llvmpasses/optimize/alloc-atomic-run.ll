; RUN: %lateroot opt --passes='function(AllocOpt)' -S %s -o %t.ll && FileCheck --check-prefix=IR %s <%t.ll
; RUN: %lateroot run -O0 %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O0 --check --gc-stress %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --gc-stress %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --abi=framemap --gc-stress --gc-moving %t.ll | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --check --abi=statepoint --gc-stress %t.ll | FileCheck %s
;
; Atomic operations on an object that becomes variables are plain code.  Run with a collection at every safepoint.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@.name = private unnamed_addr constant [2 x i8] c"o\00"
@cell_type = internal constant %struct.lr_type { ptr @.name, i32 0, i32 8, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@bits_type = internal constant %struct.lr_type { ptr @.name, i32 0, i32 24, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@mixed_type = internal constant %struct.lr_type { ptr @.name, i32 0, i32 24, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.line = private unnamed_addr constant [5 x i8] c"%ld\0A\00"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare i32 @printf(ptr, ...)

define internal ptr addrspace(10) @leaf(i64 %value) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @bits_type to ptr addrspace(10)))
  store i64 %value, ptr addrspace(10) %o, align 8
  ret ptr addrspace(10) %o
}
define internal void @disturb() noinline {
  %a = call ptr addrspace(10) @leaf(i64 -1)
  %b = call ptr addrspace(10) @leaf(i64 -2)
  ret void
}

; IR-LABEL: define internal i64 @count(
; IR-NOT: gc_alloc_obj
; IR-NOT: {{atomicrmw|cmpxchg}}
; IR: ret i64
; CHECK: 13
; CHECK-NEXT: 25
define internal i64 @count(i64 %i, i1 %c) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @bits_type to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store atomic i64 1, ptr addrspace(11) %d release, align 8
  %a = atomicrmw add ptr addrspace(11) %d, i64 %i seq_cst, align 8
  %b = atomicrmw sub ptr addrspace(11) %d, i64 2 seq_cst, align 8
  br i1 %c, label %more, label %end
more:
  %e = atomicrmw umax ptr addrspace(11) %d, i64 10 monotonic, align 8
  %f = atomicrmw xchg ptr addrspace(11) %d, i64 20 monotonic, align 8
  br label %end
end:
  %x = load atomic i64, ptr addrspace(11) %d acquire, align 8
  %y = add i64 %x, %a
  %z = add i64 %y, %b
  ret i64 %z
}

; The other operations, on narrow numbers: nand, or, xor, max, min, umin.
; IR-LABEL: define internal i64 @narrow(
; IR-NOT: gc_alloc_obj
; IR-NOT: {{atomicrmw|cmpxchg}}
; IR: ret i64
; CHECK-NEXT: 251
define internal i64 @narrow(i8 %i) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @bits_type to ptr addrspace(10)))
  store i8 %i, ptr addrspace(10) %o, align 1
  %a = atomicrmw nand ptr addrspace(10) %o, i8 3 seq_cst, align 1
  %b = atomicrmw or ptr addrspace(10) %o, i8 1 seq_cst, align 1
  %c = atomicrmw xor ptr addrspace(10) %o, i8 2 seq_cst, align 1
  %d = atomicrmw max ptr addrspace(10) %o, i8 -5 seq_cst, align 1
  %e = atomicrmw min ptr addrspace(10) %o, i8 -4 seq_cst, align 1
  %f = atomicrmw umin ptr addrspace(10) %o, i8 -5 seq_cst, align 1
  %x = load i8, ptr addrspace(10) %o, align 1
  %y = zext i8 %x to i64
  ret i64 %y
}

; A number, of which one exchange succeeds and one does not.
; IR-LABEL: define internal i64 @exchange(
; IR-NOT: gc_alloc_obj
; IR-NOT: {{atomicrmw|cmpxchg}}
; IR: ret i64
; CHECK-NEXT: 107
define internal i64 @exchange(i64 %i) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @bits_type to ptr addrspace(10)))
  store i64 %i, ptr addrspace(10) %o, align 8
  %p = cmpxchg ptr addrspace(10) %o, i64 %i, i64 100 seq_cst seq_cst, align 8
  %q = cmpxchg weak ptr addrspace(10) %o, i64 %i, i64 200 seq_cst monotonic, align 8
  %s = extractvalue { i64, i1 } %p, 1
  %f = extractvalue { i64, i1 } %q, 1
  %old = extractvalue { i64, i1 } %p, 0
  %x = load i64, ptr addrspace(10) %o, align 8
  %k = select i1 %s, i64 %old, i64 1000
  %l = select i1 %f, i64 2000, i64 %x
  %z = add i64 %k, %l
  ret i64 %z
}

; References are rooted while the variable holds them, and nobody else.
; IR-LABEL: define internal i64 @references(
; IR-NOT: gc_alloc_obj
; IR-NOT: {{atomicrmw|cmpxchg}}
; IR: ret i64
; CHECK-NEXT: 42
define internal i64 @references(i64 %i) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @cell_type to ptr addrspace(10)))
  store ptr addrspace(10) null, ptr addrspace(10) %o, align 8
  %a = call ptr addrspace(10) @leaf(i64 %i)
  %p = cmpxchg ptr addrspace(10) %o, ptr addrspace(10) null, ptr addrspace(10) %a seq_cst seq_cst, align 8
  call void @disturb()
  %b = call ptr addrspace(10) @leaf(i64 40)
  %old = atomicrmw xchg ptr addrspace(10) %o, ptr addrspace(10) %b seq_cst, align 8
  call void @disturb()
  %new = load ptr addrspace(10), ptr addrspace(10) %o, align 8
  %x = load i64, ptr addrspace(10) %old, align 8
  %y = load i64, ptr addrspace(10) %new, align 8
  %z = add i64 %x, %y
  ret i64 %z
}

; Volatile operations and those on floating-point numbers need memory: the object moves to the stack.
; IR-LABEL: define internal i64 @volatile(
; IR-NOT: gc_alloc_obj
; IR: atomicrmw volatile add
; IR: ret i64
; CHECK-NEXT: 7
define internal i64 @volatile(i64 %i) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @bits_type to ptr addrspace(10)))
  store i64 0, ptr addrspace(10) %o, align 8
  %a = atomicrmw volatile add ptr addrspace(10) %o, i64 %i seq_cst, align 8
  %x = load i64, ptr addrspace(10) %o, align 8
  ret i64 %x
}

; IR-LABEL: define internal i64 @floating(
; IR-NOT: gc_alloc_obj
; IR: atomicrmw fadd
; IR: ret i64
; CHECK-NEXT: 7
define internal i64 @floating(double %i) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @bits_type to ptr addrspace(10)))
  store double 0.0, ptr addrspace(10) %o, align 8
  %a = atomicrmw fadd ptr addrspace(10) %o, double %i seq_cst, align 8
  %x = load double, ptr addrspace(10) %o, align 8
  %y = fptosi double %x to i64
  ret i64 %y
}

define internal void @print(i64 %value) noinline {
  %n = call i32 (ptr, ...) @printf(ptr @.line, i64 %value)
  ret void
}

define i32 @main() {
  %a = call i64 @count(i64 6, i1 false)
  call void @print(i64 %a)
  %b = call i64 @count(i64 3, i1 true)
  call void @print(i64 %b)
  %c = call i64 @narrow(i8 7)
  call void @print(i64 %c)
  %d = call i64 @exchange(i64 7)
  call void @print(i64 %d)
  %e = call i64 @references(i64 2)
  call void @print(i64 %e)
  %f = call i64 @volatile(i64 7)
  call void @print(i64 %f)
  %g = call i64 @floating(double 7.0)
  call void @print(i64 %g)
  ret i32 0
}
