; inline-cache.ll -- calls that find their target once, and are patched to go there.
;
; Covers what C cannot write (this file is made by hand): llvm.experimental.patchpoint, whose reserved code lr_patch changes while the program runs,
; with its stack map made known by the module itself.  A shape's area is asked for through a patch point.  It first calls @miss, which finds
; the method and patches the call to go to a version that looks whether the type is the expected one, and calls @miss again if not.  Methods allocate, so the
; call is a safepoint like any other: the list is rooted across it.
source_filename = "inline-cache.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct shape { int64_t a, b; ref next; }
@square_type = internal constant %struct.lr_type { ptr @.square, i32 0, i32 24, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @shape_refs, ptr null, ptr null }, align 16
@oblong_type = internal constant %struct.lr_type { ptr @.oblong, i32 0, i32 24, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @shape_refs, ptr null, ptr null }, align 16
@shape_refs = internal constant [1 x i32] [i32 2]
@.square = private unnamed_addr constant [7 x i8] c"square\00"
@.oblong = private unnamed_addr constant [7 x i8] c"oblong\00"
@.sum = private unnamed_addr constant [23 x i8] c"areas: %ld misses: %d\0A\00"
@.late = private unnamed_addr constant [37 x i8] c"a patch point that nobody knows: %d\0A\00"
@misses = internal global i32 0
@__LLVM_StackMaps = external hidden global i8

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10)) memory(argmem: read)
declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
declare i32 @lr_stackmaps_add(ptr, i64) "gc-leaf-function"
declare i32 @lr_stackmaps_remove(ptr) "gc-leaf-function"
declare i64 @lr_stackmap_find(i64, ptr, i64) "gc-leaf-function"
declare i32 @lr_patch(ptr, i64, i32, ptr)
declare ptr addrspace(10) @lr_box_int64(i64)
declare i64 @lr_unbox_int64(ptr addrspace(10)) "gc-leaf-function"
declare i32 @printf(ptr, ...) "gc-leaf-function"

; Methods take care to leave something for the collector to do.
define internal i64 @area_of_square(ptr addrspace(10) %s) noinline {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %fields = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  %a = load i64, ptr addrspace(11) %fields, align 8
  %box = call ptr addrspace(10) @lr_box_int64(i64 %a)
  %again = load i64, ptr addrspace(11) %fields, align 8
  %b = call i64 @lr_unbox_int64(ptr addrspace(10) %box)
  %area = mul i64 %again, %b
  ret i64 %area
}

define internal i64 @area_of_oblong(ptr addrspace(10) %s) noinline {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %fields = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  %a = load i64, ptr addrspace(11) %fields, align 8
  %box = call ptr addrspace(10) @lr_box_int64(i64 %a)
  %at = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  %b = load i64, ptr addrspace(11) %at, align 8
  %c = call i64 @lr_unbox_int64(ptr addrspace(10) %box)
  %area = mul i64 %c, %b
  ret i64 %area
}

; What the call is patched to: one type is expected.
define internal i64 @expect_square(ptr addrspace(10) %s) noinline {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %type = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %s)
  %is = icmp eq ptr addrspace(10) %type, addrspacecast (ptr @square_type to ptr addrspace(10))
  br i1 %is, label %hit, label %other
hit:
  %area = call i64 @area_of_square(ptr addrspace(10) %s)
  ret i64 %area
other:
  %found = call i64 @miss(ptr addrspace(10) %s)
  ret i64 %found
}

define internal i64 @expect_oblong(ptr addrspace(10) %s) noinline {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %type = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %s)
  %is = icmp eq ptr addrspace(10) %type, addrspacecast (ptr @oblong_type to ptr addrspace(10))
  br i1 %is, label %hit, label %other
hit:
  %area = call i64 @area_of_oblong(ptr addrspace(10) %s)
  ret i64 %area
other:
  %found = call i64 @miss(ptr addrspace(10) %s)
  ret i64 %found
}

; All copies of the patch point, of which inlining may have made some.
define internal i32 @patch_all(ptr %target) noinline {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %sites = alloca [16 x ptr], align 8
  %n = call i64 @lr_stackmap_find(i64 4711, ptr %sites, i64 16)
  %any = icmp ne i64 %n, 0
  br i1 %any, label %again, label %none
again:
  %i = phi i64 [ 0, %top ], [ %next, %again ]
  %at = getelementptr inbounds ptr, ptr %sites, i64 %i
  %site = load ptr, ptr %at, align 8
  %status = call i32 @lr_patch(ptr %site, i64 24, i32 1, ptr %target)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  %fine = icmp eq i32 %status, 0
  %on = and i1 %more, %fine
  br i1 %on, label %again, label %out
out:
  ret i32 %status
none:
  ret i32 -1
}

define internal i64 @miss(ptr addrspace(10) %s) noinline {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %count = load i32, ptr @misses, align 4
  %count1 = add i32 %count, 1
  store i32 %count1, ptr @misses, align 4
  %type = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %s)
  %is = icmp eq ptr addrspace(10) %type, addrspacecast (ptr @square_type to ptr addrspace(10))
  br i1 %is, label %square, label %oblong
square:
  %r0 = call i32 @patch_all(ptr @expect_square)
  %area0 = call i64 @area_of_square(ptr addrspace(10) %s)
  ret i64 %area0
oblong:
  %r1 = call i32 @patch_all(ptr @expect_oblong)
  %area1 = call i64 @area_of_oblong(ptr addrspace(10) %s)
  ret i64 %area1
}

; A list of n shapes before `next`: squares of side i, or oblongs of i by 2.
define internal ptr addrspace(10) @shapes(i64 %n, ptr addrspace(10) %type, ptr addrspace(10) %next) noinline {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  %i = phi i64 [ 1, %top ], [ %i1, %again ]
  %list = phi ptr addrspace(10) [ %next, %top ], [ %shape, %again ]
  %shape = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) %type)
  %fields = addrspacecast ptr addrspace(10) %shape to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %fields, align 8
  %b = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  store i64 2, ptr addrspace(11) %b, align 8
  %link = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  store ptr addrspace(10) %list, ptr addrspace(11) %link, align 8
  %i1 = add i64 %i, 1
  %more = icmp ule i64 %i1, %n
  br i1 %more, label %again, label %out
out:
  ret ptr addrspace(10) %shape
}

define internal i64 @areas(ptr addrspace(10) %list) noinline {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  %shape = phi ptr addrspace(10) [ %list, %top ], [ %rest, %again ]
  %sum = phi i64 [ 0, %top ], [ %sum1, %again ]
  %area = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 4711, i32 24, ptr null, i32 1, ptr addrspace(10) %shape, i64 %sum)
  %sum1 = add i64 %sum, %area
  %fields = addrspacecast ptr addrspace(10) %shape to ptr addrspace(11)
  %link = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  %rest = load ptr addrspace(10), ptr addrspace(11) %link, align 8
  %end = icmp eq ptr addrspace(10) %rest, null
  br i1 %end, label %out, label %again
out:
  ret i64 %sum1
}

define i32 @main() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %r0 = call i32 @lr_stackmaps_add(ptr @__LLVM_StackMaps, i64 0)
  %r1 = call i32 @patch_all(ptr @miss)
  %known = icmp eq i32 %r1, 0
  br i1 %known, label %start, label %unknown
start:
  %squares = call ptr addrspace(10) @shapes(i64 50, ptr addrspace(10) addrspacecast (ptr @square_type to ptr addrspace(10)), ptr addrspace(10) null)
  %a = call i64 @areas(ptr addrspace(10) %squares)
  %m0 = load i32, ptr @misses, align 4
  %p0 = call i32 (ptr, ...) @printf(ptr @.sum, i64 %a, i32 %m0)
  %b = call i64 @areas(ptr addrspace(10) %squares)
  %m1 = load i32, ptr @misses, align 4
  %p1 = call i32 (ptr, ...) @printf(ptr @.sum, i64 %b, i32 %m1)
  %both = call ptr addrspace(10) @shapes(i64 30, ptr addrspace(10) addrspacecast (ptr @oblong_type to ptr addrspace(10)), ptr addrspace(10) %squares)
  %c = call i64 @areas(ptr addrspace(10) %both)
  %m2 = load i32, ptr @misses, align 4
  %p2 = call i32 (ptr, ...) @printf(ptr @.sum, i64 %c, i32 %m2)
  %d = call i64 @areas(ptr addrspace(10) %both)
  %m3 = load i32, ptr @misses, align 4
  %p3 = call i32 (ptr, ...) @printf(ptr @.sum, i64 %d, i32 %m3)
  %r2 = call i32 @lr_stackmaps_remove(ptr @__LLVM_StackMaps)
  %r3 = call i32 @patch_all(ptr @miss)
  %p4 = call i32 (ptr, ...) @printf(ptr @.late, i32 %r3)
  ret i32 0
unknown:
  ret i32 1
}
