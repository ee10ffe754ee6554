; RUN: env LATEROOT_GC_MODE=full %lateroot run --profile=%S/Inputs/object-log.profile --gc-stress --check %s | FileCheck --check-prefix=OBJECT %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run --profile=%S/Inputs/slot-log.profile --gc-stress --check %s | FileCheck --check-prefix=SLOT %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run --profile=%S/Inputs/snapshot.profile --gc-stress --check %s | FileCheck --check-prefix=SNAP %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run --profile=%S/Inputs/slot-log.profile --abi=statepoint --gc-stress --check %s | FileCheck --check-prefix=SLOT %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run --profile=%S/Inputs/slot-log.profile --abi=framemap -O0 --gc-stress --check %s | FileCheck --check-prefix=SLOT %s
; A program with its own table of log bits, which prints the calls of the slow path. The bits of the parent's first
; field, which is that of the object, and of the third field are set.

; Each barrier in turn: field 0, field 8, field 16, fields 8 and 16, null into field 8, no slot.
; OBJECT: a -> 0
; OBJECT-NEXT: b -> 8
; OBJECT-NEXT: c -> 16
; OBJECT-NEXT: d -> ?
; OBJECT-NEXT: e
; OBJECT-NEXT: f -> ?
; SLOT: a -> 0
; SLOT-NEXT: b
; SLOT-NEXT: c -> 16
; SLOT-NEXT: d -> 16
; SLOT-NEXT: e
; SLOT-NEXT: f -> ?
; SNAP: a -> 0
; SNAP-NEXT: b -> 8
; SNAP-NEXT: c -> 16
; SNAP-NEXT: d -> ?
; SNAP-NEXT: e -> 8
; SNAP-NEXT: f -> ?

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@name = private constant [7 x i8] c"triple\00"
@refs = internal constant [3 x i32] [i32 0, i32 1, i32 2]
@triple = internal constant %struct.lr_type { ptr @name, i32 0, i32 24, i32 3, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @refs, ptr null, ptr null }, align 16
@log_table = internal global i64 0
@bits = internal global [8 x i8] zeroinitializer, align 8
@letter = private constant [4 x i8] c"\0A%c\00"
@slot = private constant [7 x i8] c" -> %d\00"
@unknown = private constant [6 x i8] c" -> ?\00"
@end = private constant [2 x i8] c"\0A\00"

declare ptr @julia.get_pgcstack()
declare i32 @printf(ptr, ...)
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)

define internal void @record(ptr addrspace(10) %parent, ptr %slot) noinline "gc-leaf-function" {
  %null = icmp eq ptr %slot, null
  br i1 %null, label %whole, label %one
whole:
  call i32 (ptr, ...) @printf(ptr @unknown)
  ret void
one:
  %d = addrspacecast ptr addrspace(10) %parent to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  %from = ptrtoint ptr %p to i64
  %to = ptrtoint ptr %slot to i64
  %distance = sub i64 %to, %from
  %n = trunc i64 %distance to i32
  call i32 (ptr, ...) @printf(ptr @slot, i32 %n)
  ret void
}

define internal ptr addrspace(10) @make() noinline {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 24, ptr addrspace(10) addrspacecast (ptr @triple to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %a
  %b = getelementptr i8, ptr addrspace(11) %a, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %b
  %c = getelementptr i8, ptr addrspace(11) %a, i64 16
  store ptr addrspace(10) null, ptr addrspace(11) %c
  ret ptr addrspace(10) %o
}

; Puts the table where the bit of the object is the first, or one of the next seven, of the bytes.
define internal void @set_up(ptr addrspace(10) %o) noinline {
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  %n = ptrtoint ptr %p to i64
  %byte = lshr i64 %n, 6
  %at = ptrtoint ptr @bits to i64
  %base = sub i64 %at, %byte
  store i64 %base, ptr @log_table
  %word = lshr i64 %n, 3
  %bit = and i64 %word, 7
  %mask = shl i64 5, %bit
  store i64 %mask, ptr @bits
  ret void
}

define i32 @main() {
  %g = call ptr @julia.get_pgcstack()
  %c = call ptr addrspace(10) @make()
  %p = call ptr addrspace(10) @make()
  call void @set_up(ptr addrspace(10) %p)
  %s0 = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %s8 = getelementptr i8, ptr addrspace(11) %s0, i64 8
  %s16 = getelementptr i8, ptr addrspace(11) %s0, i64 16
  call i32 (ptr, ...) @printf(ptr @letter, i32 97)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s0, ptr addrspace(10) %c)
  store ptr addrspace(10) %c, ptr addrspace(11) %s0
  call i32 (ptr, ...) @printf(ptr @letter, i32 98)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s8, ptr addrspace(10) %c)
  store ptr addrspace(10) %c, ptr addrspace(11) %s8
  call i32 (ptr, ...) @printf(ptr @letter, i32 99)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s16, ptr addrspace(10) %c)
  store ptr addrspace(10) %c, ptr addrspace(11) %s16
  call i32 (ptr, ...) @printf(ptr @letter, i32 100)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s8, ptr addrspace(10) %c, ptr addrspace(11) %s16, ptr addrspace(10) %c)
  store ptr addrspace(10) %c, ptr addrspace(11) %s8
  store ptr addrspace(10) %c, ptr addrspace(11) %s16
  call i32 (ptr, ...) @printf(ptr @letter, i32 101)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s8, ptr addrspace(10) null)
  store ptr addrspace(10) null, ptr addrspace(11) %s8
  call i32 (ptr, ...) @printf(ptr @letter, i32 102)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  store ptr addrspace(10) %c, ptr addrspace(11) %s0
  call i32 (ptr, ...) @printf(ptr @end)
  ret i32 0
}
