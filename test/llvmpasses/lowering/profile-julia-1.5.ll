; RUN: %lateroot opt --profile=julia-1.5 --passes=LowerExcHandlers,LateLowerGCFrame,FinalLowerGC,LowerPTLSPass -S %s | FileCheck %s
; RUN: %lateroot opt --profile=%S/Inputs/julia-1.5-tls.profile --passes=LowerExcHandlers,LateLowerGCFrame,FinalLowerGC,LowerPTLSPass -S %s | FileCheck --check-prefix=TLS %s
; RUN: %lateroot opt --profile=julia-1.5 --passes='LowerExcHandlers,LateLowerGCFrame,FinalLowerGC,LowerPTLSPass<imaging>' -S %s | FileCheck --check-prefix=IMAGE %s
; Everything that the profile of Julia 1.5 says, in the IR that comes out.

target triple = "x86_64-linux-gnu"
@type = external constant i8, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr addrspace(10) @f(ptr addrspace(10), ptr, i32)
declare ptr addrspace(10) @f2(ptr addrspace(10), ptr, i32, ptr addrspace(10))
declare void @use(ptr addrspace(10))
declare void @block()
declare i32 @setjmp(ptr) returns_twice
declare i32 @julia.except_enter() returns_twice

; IMAGE-DAG: @jl_tls_offset.real = internal global i64 0
; IMAGE-DAG: @jl_get_ptls_states_slot.real = internal global ptr null
; IMAGE-DAG: @jl_tls_offset = alias i64, ptr @jl_tls_offset.real
; IMAGE-DAG: @jl_get_ptls_states_slot = alias ptr, ptr @jl_get_ptls_states_slot.real

; The getter gives the ptls, which is what allocations get, and whose first word is the head of the GC stack.
; CHECK-LABEL: define ptr addrspace(10) @getter(
; CHECK-NEXT: %p = call ptr @jl_get_ptls_states()
; CHECK-NEXT: call {{.*}} @jl_gc_pool_alloc(ptr %p, i32 1400, i32 16)
; At a fixed offset from the thread pointer: its address, no load.
; TLS-LABEL: define ptr addrspace(10) @getter(
; TLS-NEXT: [[TP:%.*]] = call ptr asm "movq %fs:0, $0", "=r"()
; TLS-NEXT: %p = getelementptr i8, ptr [[TP]], i64 -16
; TLS-NEXT: call {{.*}} @jl_gc_pool_alloc(ptr %p,
; IMAGE-LABEL: define ptr addrspace(10) @getter(
; IMAGE: [[OFF:%.*]] = load i64, ptr @jl_tls_offset, align 8, !invariant.load
; IMAGE-NEXT: [[C:%.*]] = icmp ne i64 [[OFF]], 0
; IMAGE-NEXT: br i1 [[C]], label %fast, label %slow, !prof ![[W:[0-9]+]]
; IMAGE: fast:
; IMAGE-NEXT: [[TP:%.*]] = call ptr asm "movq %fs:0, $0", "=r"()
; IMAGE-NEXT: [[A:%.*]] = getelementptr i8, ptr [[TP]], i64 [[OFF]]
; IMAGE-NEXT: br label
; IMAGE: slow:
; IMAGE-NEXT: [[G:%.*]] = load ptr, ptr @jl_get_ptls_states_slot, align 8
; IMAGE-NEXT: [[B:%.*]] = call ptr [[G]]()
; IMAGE: %p = phi ptr [ [[A]], %fast ], [ [[B]], %slow ]
define ptr addrspace(10) @getter() {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret ptr addrspace(10) %a
}

; Where something returns twice, the addition is hidden.
; TLS-LABEL: define ptr @twice(
; TLS: %p = call ptr asm "movq %fs:0, $0;addq $1, $0", "=&r,r,~{flags}"(i64 -16)
; IMAGE-LABEL: define ptr @twice(
; IMAGE: fast:
; IMAGE-NEXT: [[A:%.*]] = call ptr asm "movq %fs:0, $0;addq $1, $0", "=&r,r,~{flags}"(i64 %tls_offset)
; IMAGE-NEXT: br label
define ptr @twice() {
  %p = call ptr @julia.get_pgcstack()
  %r = call i32 @setjmp(ptr %p)
  ret ptr %p
}

; The frame: number of roots << 2, the previous head, the roots; 16-byte aligned.  The head is at what the getter gives.
; CHECK-LABEL: define void @frame(
; CHECK: %gcframe = alloca ptr addrspace(10), i32 3, align 16
; CHECK: %gcslot0 = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 2
; CHECK: store i64 4, ptr %gcframe, align 8
; CHECK: %task.gcstack = load ptr, ptr %p, align 8
; CHECK: %frame.prev = getelementptr i8, ptr %gcframe, i64 8
; CHECK: store ptr %task.gcstack, ptr %frame.prev, align 8
; CHECK: store ptr %gcframe, ptr %p, align 8
define void @frame() {
  %p = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %x)
  call void @use(ptr addrspace(10) %x)
  ret void
}

; Pools: 1376 + 24 * class, and the size of the class, tag included; no type.
; CHECK-LABEL: define void @classes(
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1376, i32 8)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1400, i32 16)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1400, i32 16)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1424, i32 32)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1424, i32 32)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1448, i32 48)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1448, i32 48)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1472, i32 64)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1472, i32 64)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1496, i32 80)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1496, i32 80)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1520, i32 96)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1520, i32 96)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1544, i32 112)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1544, i32 112)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1568, i32 128)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1568, i32 128)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1592, i32 144)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1592, i32 144)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1616, i32 160)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1616, i32 160)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1640, i32 176)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1640, i32 176)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1664, i32 192)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1664, i32 192)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1688, i32 208)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1688, i32 208)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1712, i32 224)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1712, i32 224)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1736, i32 240)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1736, i32 240)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1760, i32 256)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1760, i32 256)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1784, i32 272)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1784, i32 272)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1808, i32 288)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1808, i32 288)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1832, i32 304)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1832, i32 304)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1856, i32 336)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1856, i32 336)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1880, i32 368)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1880, i32 368)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1904, i32 400)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1904, i32 400)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1928, i32 448)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1928, i32 448)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1952, i32 496)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1952, i32 496)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1976, i32 544)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 1976, i32 544)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2000, i32 576)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2000, i32 576)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2024, i32 624)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2024, i32 624)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2048, i32 672)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2048, i32 672)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2072, i32 736)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2072, i32 736)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2096, i32 816)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2096, i32 816)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2120, i32 896)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2120, i32 896)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2144, i32 1008)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2144, i32 1008)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2168, i32 1088)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2168, i32 1088)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2192, i32 1168)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2192, i32 1168)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2216, i32 1248)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2216, i32 1248)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2240, i32 1360)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2240, i32 1360)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2264, i32 1488)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2264, i32 1488)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2288, i32 1632)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2288, i32 1632)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2312, i32 1808)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2312, i32 1808)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2336, i32 2032)
; CHECK: @jl_gc_pool_alloc(ptr %t, i32 2336, i32 2032)
define void @classes(ptr %t) {
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 0, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 9, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 25, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 40, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 41, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 56, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 57, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 72, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 73, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 88, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 89, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 104, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 105, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 120, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 121, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 136, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 137, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 152, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 153, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 168, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 169, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 184, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 185, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 200, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 201, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 216, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 217, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 232, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 233, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 248, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 249, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 264, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 265, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 280, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 281, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 296, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 297, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 328, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 329, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 360, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 361, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 392, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 393, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 440, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 441, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 488, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 489, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 536, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 537, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 568, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 569, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 616, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 617, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 664, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 665, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 728, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 729, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 808, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 809, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 888, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 889, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1000, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1001, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1080, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1081, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1160, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1161, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1240, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1241, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1352, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1353, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1480, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1481, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1624, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1625, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1800, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1801, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 2024, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret void
}

; Larger ones, and sizes known at run time: with the tag.
; CHECK-LABEL: define void @large(
; CHECK: @jl_gc_big_alloc(ptr %t, i64 2040)
; CHECK: @jl_gc_big_alloc(ptr %t, i64 4008)
; CHECK: [[N:%.*]] = add i64 %n, 8
; CHECK: @jl_gc_big_alloc(ptr %t, i64 [[N]])
define void @large(ptr %t, i64 %n) {
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 2032, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 4000, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 %n, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret void
}

; The barrier: old and marked parent, unmarked child.
; CHECK-LABEL: define void @barrier(
; CHECK: [[P:%.*]] = getelementptr i8, ptr addrspace(10) %p, i64 -8
; CHECK-NEXT: [[T:%.*]] = load atomic volatile i64, ptr addrspace(10) [[P]] unordered, align 8
; CHECK-NEXT: [[B:%.*]] = and i64 [[T]], 3
; CHECK-NEXT: icmp eq i64 [[B]], 3
; CHECK: [[P:%.*]] = getelementptr i8, ptr addrspace(10) %c, i64 -8
; CHECK-NEXT: [[T:%.*]] = load atomic volatile i64, ptr addrspace(10) [[P]] unordered, align 8
; CHECK-NEXT: [[B:%.*]] = and i64 [[T]], 1
; CHECK-NEXT: icmp eq i64 [[B]], 0
; CHECK: call void @jl_gc_queue_root(ptr addrspace(10) %p)
define void @barrier(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  ret void
}

; The tag word: one before the object, four bits of it are not the type.
; CHECK-LABEL: define ptr addrspace(10) @type_of(
; CHECK: getelementptr i8, ptr addrspace(10) %x, i64 -8
; CHECK: and i64 {{%.*}}, -16
define ptr addrspace(10) @type_of(ptr addrspace(10) %x) {
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %x)
  ret ptr addrspace(10) %t
}

; Boxed calls; without arguments the pointer is null.
; CHECK-LABEL: define void @boxed(
; CHECK: call ptr addrspace(10) @f(ptr addrspace(10) null, ptr %jlcallframe, i32 2)
; CHECK: call ptr addrspace(10) @f(ptr addrspace(10) %a, ptr null, i32 0)
; CHECK: call ptr addrspace(10) @f2(ptr addrspace(10) %a, ptr %jlcallframe, i32 1, ptr addrspace(10) %b)
define void @boxed(ptr addrspace(10) %a, ptr addrspace(10) %b) {
  call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) null, ptr addrspace(10) %a, ptr addrspace(10) %b)
  call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) %a)
  call ptr addrspace(10) (ptr, ptr addrspace(10), ptr addrspace(10), ...) @julia.call2(ptr @f2, ptr addrspace(10) %b, ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret void
}

; The handler is not told the task, and has 256 bytes.
; CHECK-LABEL: define i32 @handler(
; CHECK: %handler = alloca [256 x i8], align 16
; CHECK: call void @jl_enter_handler(ptr %handler)
; CHECK-NEXT: call i32 @__sigsetjmp(ptr %handler, i32 0)
define i32 @handler() {
  %r = call i32 @julia.except_enter()
  ret i32 %r
}

; Safepoint page and GC state.
; CHECK-LABEL: define void @gc_safe(
; CHECK: %gc_state = getelementptr i8, ptr %ptls, i64 41
; CHECK: load atomic i8, ptr %gc_state monotonic
; CHECK: store atomic i8 2, ptr %gc_state release
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %ptls, i64 32
; CHECK: [[PAGE:%.*]] = load atomic ptr, ptr [[AT]] monotonic
; CHECK: load volatile i64, ptr [[PAGE]]
; CHECK: call void @block()
define void @gc_safe(ptr %ptls) {
  call void @block() [ "gc-transition"(ptr %ptls) ]
  ret void
}

; IMAGE: ![[W]] = !{!"branch_weights", i32 9, i32 1}
