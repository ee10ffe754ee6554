; Mapped frames that are wrong in one thing each.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s
; RUN: not %lateroot opt --abi=statepoint --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=STATEPOINT
; STATEPOINT: in function 'run_dropped'
; STATEPOINT: in function 'other_variable'
; STATEPOINT: in function 'not_cleared'
; STATEPOINT: in function 'never_unlinked'
; STATEPOINT: in function 'parameter'
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%value = type { i64, ptr addrspace(10), i64 }
%pair = type { ptr addrspace(10), i64 }
@map_first = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 8, i32 1, [1 x i64] [i64 17592187092992] }, align 8
@map_value = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 17596482060289] }, align 8
@map_none = private unnamed_addr constant { i32, i32, [0 x i64] } { i32 3, i32 0, [0 x i64] zeroinitializer }, align 8
@map_short = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 17596482060288] }, align 8
@map_next = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 17596482060290] }, align 8
@map_all = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 17596484157440] }, align 8
@map_array = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 12, i32 1, [1 x i64] [i64 70381630128129] }, align 8
@map_less = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 12, i32 1, [1 x i64] [i64 52789444083713] }, align 8
@map_stride = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 12, i32 1, [1 x i64] [i64 70377335160833] }, align 8
@map_far = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 12, i32 1, [1 x i64] [i64 70385925095425] }, align 8
@map_twice = private unnamed_addr constant { i32, i32, [2 x i64] } { i32 3, i32 2, [2 x i64] [i64 17596482060289, i64 17596482060289] }, align 8
@map_kind = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 3458782110302601217] }, align 8
@map_no_times = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 4296015873] }, align 8
@map_deep = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 2305860605695754241] }, align 8
@map_head = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 2, i32 1, [1 x i64] [i64 17592187092992] }, align 8
@map_changing = global { i32, i32, [1 x i64] } zeroinitializer, align 8
@cell = global ptr null

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make()
declare void @take(ptr addrspace(10))
declare void @stop()
declare void @keep(ptr)
declare { ptr addrspace(10), ptr addrspace(10) } @both()
declare void @val(ptr sret(%value))
declare void @fill(ptr nocapture)
declare void @look(ptr nocapture readonly)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @personality(...)
; A map without runs.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v may hold a reference
; CHECK: in function 'run_dropped'
define void @run_dropped() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_none, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; The run is one word too early: the reference is not seen, and a number is.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v may hold a reference
; CHECK: in function 'run_elsewhere'
define void @run_elsewhere() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_short, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Or too late.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v may hold a reference
; CHECK: in function 'run_next'
define void @run_next() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_next, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; The map takes a number for a reference.
; CHECK: root check: at the call of fill, byte 0 of stack variable %v is mapped as a reference, but may be a number put there by 'store i64 7
; CHECK: in function 'number_mapped'
define void @number_mapped() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_all, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  store i64 7, ptr %v, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Half a word is a number as well.
; CHECK: byte 8 of stack variable %v is mapped as a reference, but may be a number put there by 'store i32 7
; CHECK: in function 'part_number'
define void @part_number() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  %half = getelementptr inbounds i8, ptr %v, i64 12
  store i32 7, ptr %half, align 4
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; The last element is not in the run.
; CHECK: root check: at the call of fill, byte 80 of stack variable %v may hold a reference
; CHECK: in function 'array_short'
define void @array_short() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca [4 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_less, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 96, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Elements of two words instead of three.
; CHECK: root check: at the call of fill, byte 32 of stack variable %v may hold a reference
; CHECK: in function 'array_stride'
define void @array_stride() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca [4 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_stride, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 96, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Elements of four words: the last one is outside.
; CHECK: root check: run 0 of the map of %v is not valid, or not within an element
; CHECK: in function 'array_far'
define void @array_far() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca [4 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_far, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 96, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Three elements of four.
; CHECK: root check: at the call of fill, byte 80 of stack variable %v may hold a reference
; CHECK: in function 'array_count'
define void @array_count() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca [4 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 3, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 96, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; More elements than the variable has.
; CHECK: root check: the block of %v does not have the size of the variable
; CHECK: in function 'too_many'
define void @too_many() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 2, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Runs that overlap.
; CHECK: root check: run 1 of the map of %v is not valid
; CHECK: in function 'two_runs'
define void @two_runs() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_twice, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; A kind that no walker knows.
; CHECK: root check: run 0 of the map of %v is not valid
; CHECK: in function 'unknown_kind'
define void @unknown_kind() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_kind, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; A run that is nowhere.
; CHECK: root check: run 0 of the map of %v is not valid
; CHECK: in function 'no_times'
define void @no_times() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_no_times, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; A map that is no constant.
; CHECK: root check: %v has no map that is a constant
; CHECK: in function 'map_that_changes'
define void @map_that_changes() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_changing, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; The block is of another variable.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v may hold a reference
; CHECK: in function 'other_variable'
define void @other_variable() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %w = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %w, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  call void @llvm.memset.p0.i64(ptr %w, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; The block begins inside of the variable.
; CHECK: root check: block 0 of the mapped frame is no variable on the stack
; CHECK: in function 'inside'
define void @inside() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  %in = getelementptr inbounds i8, ptr %v, i64 8
  store ptr %in, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; The map is stored behind the first call.
; CHECK: root check: the mapped frame is linked here, but on some path its word 2 is not stored
; CHECK: in function 'map_late'
define void @map_late() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Nothing says how many words the frame before has: no address of it.
; CHECK: root check: the mapped frame is linked here, but on some path its word 1 is not stored
; CHECK: in function 'header_missing'
define void @header_missing() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Nobody says whether the block is in use.
; CHECK: root check: the mapped frame is linked here, but on some path block 0 does not say whether it is in use
; CHECK: in function 'count_missing'
define void @count_missing() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  store i64 1, ptr %count, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; In use only behind the first call.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v may hold a reference
; CHECK: in function 'count_late'
define void @count_late() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 0, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  store i64 1, ptr %count, align 8
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Out of use one call too early.
; CHECK: root check: at the call of stop, byte 8 of stack variable %v may hold a reference put there by 'call void @fill
; CHECK: in function 'count_early'
define void @count_early() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  store i64 0, ptr %count, align 8
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Garbage, until a callee writes.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v is mapped as a reference, but on some path is not written
; CHECK: in function 'not_cleared'
define void @not_cleared() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; The wrong word is cleared.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v is mapped as a reference, but on some path is not written
; CHECK: in function 'other_word_cleared'
define void @other_word_cleared() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  store i64 0, ptr %v, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Cleared behind the call that sees it.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v is mapped as a reference, but on some path is not written
; CHECK: in function 'cleared_late'
define void @cleared_late() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  call void @stop()
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Cleared on one of two ways.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v is mapped as a reference, but on some path is not written
; CHECK: in function 'cleared_on_one_way'
define void @cleared_on_one_way(i1 %c) {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  br i1 %c, label %yes, label %no
yes:
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  br label %no
no:
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Linked behind the first call.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v may hold a reference
; CHECK: in function 'linked_late'
define void @linked_late() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  call void @fill(ptr %v)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Unlinked before the last call that needs it.
; CHECK: root check: at the call of stop, byte 8 of stack variable %v may hold a reference
; CHECK: in function 'unlinked_early'
define void @unlinked_early() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  call void @stop()
  call void @look(ptr %v)
  ret void
}

; Linked for ever.
; CHECK: root check: the mapped frame may still be linked at this return
; CHECK: in function 'never_unlinked'
define void @never_unlinked() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  ret void
}

; Unlinked at one of two exits.
; CHECK: root check: the mapped frame may still be linked at this return
; CHECK: in function 'unlinked_on_one_way'
define void @unlinked_on_one_way(i1 %c) {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  br i1 %c, label %out, label %in
in:
  ret void
out:
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Linked at a call that is the last thing that the function does.
; CHECK: root check: the mapped frame may still be linked at this call
; CHECK: in function 'last_call'
define void @last_call() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  musttail call void @stop()
  ret void
}

; The frame behind it is not what was found.
; CHECK: root check: the mapped frame links to something else than the head that the function found
; CHECK: in function 'prev_wrong'
define void @prev_wrong() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr null, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; A header with bits that nobody knows.
; CHECK: root check: the header of the mapped frame is not valid
; CHECK: in function 'header_bits'
define void @header_bits() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 8724152324, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; No blocks.
; CHECK: root check: the header of the mapped frame is not valid
; CHECK: in function 'no_blocks'
define void @no_blocks() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217728, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Objects may move, but what the function has read stays as it is.
; CHECK: root check: the frame lets objects move, but the function does not read its roots again
; CHECK: in function 'moving_without_reload'
define void @moving_without_reload() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 402653188, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; The map is stored twice.
; CHECK: root check: a word of the mapped frame is stored a second time
; CHECK: in function 'stored_twice'
define void @stored_twice() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  store ptr @map_none, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; The address of the frame is given away.
; CHECK: root check: the address of the mapped frame is used in an unknown way
; CHECK: in function 'given_away'
define void @given_away() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %gcmapped)
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; A landing pad leaves the head of the chain as it is.
; CHECK: root check: the head of the chain may be the frame of a function that was unwound
; CHECK: root check: at the call of stop, byte 8 of stack variable %v may hold a reference
; CHECK: in function 'pad_forgets'
define void @pad_forgets() personality ptr @personality {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  invoke void @fill(ptr %v) to label %done unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  call void @stop()
  call void @look(ptr %v)
  br label %done
done:
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Unlinked below the frame that the function has pushed itself: with that this is out of the chain.
; CHECK: root check: on some path the frame is not pushed here
; CHECK: in function 'below_own_frame'
define void @below_own_frame() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %f = call ptr @julia.new_gc_frame(i32 1)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot, align 8
  call void @fill(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  call void @stop()
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; An indirect frame with the address of the neighbouring word.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v may hold a reference
; CHECK: in function 'neighbour'
define void @neighbour() {
  %gcmapped = alloca [3 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 5, ptr %gcmapped, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 16
  %w = getelementptr inbounds i8, ptr %v, i64 16
  store ptr %w, ptr %at, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; With an address behind the variable.
; CHECK: root check: address 0 of the indirect frame is no word of %v
; CHECK: in function 'outside'
define void @outside() {
  %gcmapped = alloca [3 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 5, ptr %gcmapped, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 16
  %w = getelementptr inbounds i8, ptr %v, i64 24
  store ptr %w, ptr %at, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; With an address between words.
; CHECK: root check: address 0 of the indirect frame is no word of %v
; CHECK: in function 'between_words'
define void @between_words() {
  %gcmapped = alloca [3 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 5, ptr %gcmapped, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 16
  %w = getelementptr inbounds i8, ptr %v, i64 12
  store ptr %w, ptr %at, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; A copy of the caller's that is in use too late.
; CHECK: root check: at the call of fill, byte 8 of parameter %v may hold a reference
; CHECK: in function 'parameter'
define void @parameter(ptr byval(%value) %v) {
  %gcmapped = alloca [5 x i64], align 16
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 0, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; The number of elements is another one than the variable has.
; CHECK: root check: the block of %v does not have the size of the variable
; CHECK: in function 'computed_size'
define void @computed_size(i64 %n, i64 %k) {
  %gcmapped = alloca [5 x i64], align 16
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 0, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  %v = alloca %value, i64 %n, align 8
  %size = mul i64 %n, 24
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 %size, i1 false)
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  store i64 %k, ptr %count, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Only the first element is cleared.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v is mapped as a reference, but on some path is not written
; CHECK: in function 'computed_clear'
define void @computed_clear(i64 %n, i64 %k) {
  %gcmapped = alloca [5 x i64], align 16
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 0, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  %v = alloca %value, i64 %n, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  store i64 %n, ptr %count, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; In use before the address is known.
; CHECK: root check: the block of this variable is in use before its address is stored
; CHECK: in function 'computed_late'
define void @computed_late(i64 %n, i64 %k) {
  %gcmapped = alloca [5 x i64], align 16
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 0, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  %v = alloca %value, i64 %n, align 8
  store i64 %n, ptr %count, align 8
  %size = mul i64 %n, 24
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 %size, i1 false)
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @look(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; A reference goes to one of two elements, and the map knows the first only.
; CHECK: root check: at the call of stop, %x was stored into stack memory and sits in no root slot
; CHECK: in function 'half'
define ptr addrspace(10) @half(i1 %c) {
entry:
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca [4 x %pair], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_first, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  store [4 x %pair] zeroinitializer, ptr %v, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  %next = getelementptr inbounds i8, ptr %v, i64 16
  %p = select i1 %c, ptr %v, ptr %next
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @stop()
  %y = load ptr addrspace(10), ptr %p, align 8
  %q = load ptr, ptr %link, align 8
  store ptr %q, ptr %pg, align 8
  ret ptr addrspace(10) %y
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}

; Of two references that are stored as a whole one is in no run.
; CHECK: error: root check: at the call of keep, %c (pointer 1) was stored into stack memory and sits in no root slot
; CHECK-NEXT: in function 'second_in_no_run'
define void @second_in_no_run() {
  %gcmapped = alloca [5 x i64], align 16
  %p = alloca [2 x ptr addrspace(10)], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_head, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %p, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  store ptr addrspace(10) null, ptr %p, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  %c = call { ptr addrspace(10), ptr addrspace(10) } @both()
  store { ptr addrspace(10), ptr addrspace(10) } %c, ptr %p, align 8
  call void @keep(ptr %p)
  %old = load ptr, ptr %link, align 8
  store ptr %old, ptr %pg, align 8
  ret void
}
