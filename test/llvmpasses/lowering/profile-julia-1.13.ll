; RUN: %lateroot opt --profile=julia-1.13 --passes=LowerExcHandlers,LateLowerGCFrame,FinalLowerGC,LowerPTLSPass -S %s | FileCheck %s
; RUN: %lateroot opt --profile=%S/Inputs/julia-1.13-tls.profile --passes=LowerExcHandlers,LateLowerGCFrame,FinalLowerGC,LowerPTLSPass -S %s | FileCheck --check-prefix=TLS %s
; RUN: %lateroot opt --profile=julia-1.13 --passes='LowerExcHandlers,LateLowerGCFrame,FinalLowerGC,LowerPTLSPass<imaging>' -S %s | FileCheck --check-prefix=IMAGE %s
; Everything that the profile of Julia 1.13 says, in the IR that comes out.

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
declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
declare { i32, ptr } @julia.except_enter(ptr) returns_twice

; IMAGE-DAG: @jl_pgcstack_func_slot = external hidden global ptr
; IMAGE-DAG: @jl_pgcstack_key_slot = external hidden global i64
; IMAGE-DAG: @jl_tls_offset = external hidden global i64

; The getter gives the address of task->gcstack; the task is 152 bytes before it, and the ptls loaded from 168 bytes into it.
; CHECK-LABEL: define ptr addrspace(10) @getter(
; CHECK-NEXT: %p = call ptr @jl_get_pgcstack()
; CHECK-NEXT: %task = getelementptr i8, ptr %p, i64 -152
; CHECK-NEXT: [[F:%.*]] = getelementptr i8, ptr %task, i64 168
; CHECK-NEXT: %ptls = load ptr, ptr [[F]], align 8
; CHECK-NEXT: call {{.*}} @ijl_gc_small_alloc(ptr %ptls, i32 360, i32 16, i64 ptrtoint (ptr @type to i64))
; At a fixed offset from the thread pointer there is a word to load.
; TLS-LABEL: define ptr addrspace(10) @getter(
; TLS-NEXT: [[TP:%.*]] = call ptr asm "movq %fs:0, $0", "=r"()
; TLS-NEXT: [[AT:%.*]] = getelementptr i8, ptr [[TP]], i64 -16
; TLS-NEXT: %p = load ptr, ptr [[AT]], align 8
; TLS-NEXT: getelementptr i8, ptr %p, i64 -152
; IMAGE-LABEL: define ptr addrspace(10) @getter(
; IMAGE: [[OFF:%.*]] = load i64, ptr @jl_tls_offset, align 8, !invariant.load
; IMAGE-NEXT: [[C:%.*]] = icmp ne i64 [[OFF]], 0
; IMAGE-NEXT: br i1 [[C]], label %fast, label %slow, !prof ![[W:[0-9]+]]
; IMAGE: fast:
; IMAGE-NEXT: [[TP:%.*]] = call ptr asm "movq %fs:0, $0", "=r"()
; IMAGE-NEXT: [[AT:%.*]] = getelementptr i8, ptr [[TP]], i64 [[OFF]]
; IMAGE-NEXT: [[A:%.*]] = load ptr, ptr [[AT]], align 8
; IMAGE: slow:
; IMAGE-NEXT: [[G:%.*]] = load ptr, ptr @jl_pgcstack_func_slot, align 8
; IMAGE-NEXT: [[B:%.*]] = call ptr [[G]]()
; IMAGE: %p = phi ptr [ [[A]], %fast ], [ [[B]], %slow ]
define ptr addrspace(10) @getter() {
  %p = call ptr @julia.get_pgcstack()
  %task = getelementptr i8, ptr %p, i64 -152
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret ptr addrspace(10) %a
}

; Where something returns twice, the addition is hidden.
; TLS-LABEL: define ptr @twice(
; TLS: [[AT:%.*]] = call ptr asm "movq %fs:0, $0;addq $1, $0", "=&r,r,~{flags}"(i64 -16)
; TLS-NEXT: %p = load ptr, ptr [[AT]], align 8
; IMAGE-LABEL: define ptr @twice(
; IMAGE: fast:
; IMAGE-NEXT: [[AT:%.*]] = call ptr asm "movq %fs:0, $0;addq $1, $0", "=&r,r,~{flags}"(i64 %tls_offset)
; IMAGE-NEXT: load ptr, ptr [[AT]], align 8
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

; Pools: 336 + 24 * class, and the size of the class, tag included.
; CHECK-LABEL: define void @classes(
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 336, i32 8, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 360, i32 16, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 360, i32 16, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 384, i32 24, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 384, i32 24, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 408, i32 32, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 408, i32 32, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 432, i32 40, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 432, i32 40, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 456, i32 48, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 456, i32 48, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 480, i32 56, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 480, i32 56, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 504, i32 64, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 504, i32 64, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 528, i32 72, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 528, i32 72, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 552, i32 80, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 552, i32 80, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 576, i32 88, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 576, i32 88, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 600, i32 96, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 600, i32 96, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 624, i32 104, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 624, i32 104, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 648, i32 112, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 648, i32 112, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 672, i32 120, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 672, i32 120, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 696, i32 128, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 696, i32 128, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 720, i32 136, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 720, i32 136, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 744, i32 144, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 744, i32 144, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 768, i32 160, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 768, i32 160, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 792, i32 176, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 792, i32 176, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 816, i32 192, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 816, i32 192, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 840, i32 208, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 840, i32 208, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 864, i32 224, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 864, i32 224, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 888, i32 240, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 888, i32 240, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 912, i32 256, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 912, i32 256, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 936, i32 272, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 936, i32 272, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 960, i32 288, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 960, i32 288, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 984, i32 304, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 984, i32 304, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1008, i32 336, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1008, i32 336, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1032, i32 368, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1032, i32 368, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1056, i32 400, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1056, i32 400, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1080, i32 448, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1080, i32 448, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1104, i32 496, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1104, i32 496, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1128, i32 544, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1128, i32 544, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1152, i32 576, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1152, i32 576, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1176, i32 624, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1176, i32 624, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1200, i32 672, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1200, i32 672, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1224, i32 736, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1224, i32 736, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1248, i32 816, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1248, i32 816, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1272, i32 896, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1272, i32 896, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1296, i32 1008, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1296, i32 1008, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1320, i32 1088, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1320, i32 1088, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1344, i32 1168, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1344, i32 1168, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1368, i32 1248, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1368, i32 1248, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1392, i32 1360, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1392, i32 1360, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1416, i32 1488, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1416, i32 1488, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1440, i32 1632, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1440, i32 1632, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1464, i32 1808, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1464, i32 1808, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1488, i32 2032, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_small_alloc(ptr {{%.*}}, i32 1488, i32 2032, i64 ptrtoint (ptr @type to i64))
define void @classes(ptr %t) {
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 0, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 1, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 9, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 17, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 25, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 32, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 33, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 40, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 41, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 48, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 49, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 56, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 57, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 64, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 65, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 72, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 73, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 80, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 81, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 88, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 89, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 96, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 97, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 104, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 105, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 112, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 113, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 120, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 121, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 128, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 129, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
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

; Larger ones, with the tag; sizes known at run time, without it; arrays that do not fit a pool.
; CHECK-LABEL: define void @large(
; CHECK: @ijl_gc_big_alloc(ptr {{%.*}}, i64 2033, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_big_alloc(ptr {{%.*}}, i64 4008, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_gc_alloc_typed(ptr {{%.*}}, i64 %n, i64 ptrtoint (ptr @type to i64))
; CHECK: @ijl_alloc_genericmemory_unchecked(ptr {{%.*}}, i64 %n, ptr @type)
define void @large(ptr %t, i64 %n) {
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 2025, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 4000, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 %n, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call ptr addrspace(10) @julia.gc_alloc_memory(ptr %t, i64 %n, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i64 1, i1 false)
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
; CHECK: call void @ijl_gc_queue_root(ptr addrspace(10) %p)
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

; CHECK-LABEL: define i32 @handler(
; CHECK: call void @jl_enter_handler(ptr %task, ptr %handler)
; CHECK-NEXT: call i32 @__sigsetjmp(ptr %handler, i32 0)
define i32 @handler(ptr %task) {
  %e = call { i32, ptr } @julia.except_enter(ptr %task)
  %r = extractvalue { i32, ptr } %e, 0
  ret i32 %r
}

; Safepoint page and GC state.
; CHECK-LABEL: define void @gc_safe(
; CHECK: %gc_state = getelementptr i8, ptr %ptls, i64 25
; CHECK: load atomic i8, ptr %gc_state monotonic
; CHECK: store atomic i8 2, ptr %gc_state release
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %ptls, i64 16
; CHECK: [[PAGE:%.*]] = load atomic ptr, ptr [[AT]] monotonic
; CHECK: load volatile i64, ptr [[PAGE]]
; CHECK: call void @block()
define void @gc_safe(ptr %ptls) {
  call void @block() [ "gc-transition"(ptr %ptls) ]
  ret void
}

; IMAGE: ![[W]] = !{!"branch_weights", i32 9, i32 1}
