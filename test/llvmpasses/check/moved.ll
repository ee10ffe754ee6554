; Where slots are read again (what LateLowerGCFrame<reload> makes, and then broken): nothing may be used behind a safepoint that was not read behind it,
; unless a fixed word of the frame holds its object in place.
; RUN: not %lateroot opt -passes=CheckGCRoots -S %s 2>&1 | FileCheck %s --implicit-check-not=error:

declare ptr @julia.get_pgcstack()
declare ptr @julia.new_gc_frame(i32)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr addrspace(10) @make()
declare void @poll()
declare void @takes(ptr)

; The old address is given back.
; CHECK: error: root check: uses %x, which may have moved: it was not read again behind a safepoint
; CHECK: in function 'stale_object'
define ptr addrspace(10) @stale_object() "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="0,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  %now = load ptr addrspace(10), ptr %s0
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret ptr addrspace(10) %x
}

define ptr addrspace(10) @right() "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="0,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  %now = load ptr addrspace(10), ptr %s0
  call void @poll()
  %later = load ptr addrspace(10), ptr %s0
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret ptr addrspace(10) %later
}

; Computed before, used behind.
; CHECK: error: root check: uses %at, which may have moved
; CHECK: in function 'stale_address'
define i64 @stale_address() "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="0,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %x = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %at = getelementptr i8, ptr addrspace(11) %d, i64 8
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  %v = load i64, ptr addrspace(11) %at
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; Not the first time, but when the loop comes round.
; CHECK: error: root check: uses %x, which may have moved
; CHECK: in function 'around'
define void @around(i1 %c) "lateroot-reload"="true" {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="0,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %x = call ptr addrspace(10) @make()
  br label %again
again:
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  br i1 %c, label %again, label %out
out:
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret void
}

; Held by the last word, which is fixed: the object stays, and so do addresses in it.
define i64 @held(ptr %p) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 2) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  %x = call ptr addrspace(10) @make()
  %d = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %x, ptr %p)
  store ptr addrspace(10) %x, ptr %s0
  store ptr addrspace(10) %x, ptr %s1
  call void @poll()
  store ptr addrspace(10) null, ptr %s1
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; At the second safepoint it is not.
; CHECK: error: root check: uses %d, which may have moved
; CHECK: in function 'let_go'
define i64 @let_go(ptr %p) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 2) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  %x = call ptr addrspace(10) @make()
  %d = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %x, ptr %p)
  store ptr addrspace(10) %x, ptr %s0
  store ptr addrspace(10) %x, ptr %s1
  call void @poll()
  store ptr addrspace(10) null, ptr %s1
  call void @poll()
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; The word is none that holds anything in place.
; CHECK: error: root check: uses %d, which may have moved
; CHECK: in function 'not_fixed'
define i64 @not_fixed(ptr addrspace(10) %x, ptr %p) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="0,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %d = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %x, ptr %p)
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; The base of a derived phi is held, which is the phi of its inputs' bases; those of what nobody moves are null.
define i64 @held_base(ptr addrspace(10) %x, ptr addrspace(10) %y, ptr addrspace(11) %z, i1 %c) "lateroot-reload"="true" {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  br i1 %c, label %one, label %again
one:
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %at = getelementptr i8, ptr addrspace(11) %d, i64 8
  br label %again
again:
  %base = phi ptr addrspace(10) [ %x, %one ], [ null, %top ], [ %base.next, %next ]
  %in = phi ptr addrspace(11) [ %at, %one ], [ %z, %top ], [ %in.next, %next ]
  br i1 %c, label %next, label %two
two:
  br label %next
next:
  %base.next = phi ptr addrspace(10) [ %base, %again ], [ null, %two ]
  %in.next = phi ptr addrspace(11) [ %in, %again ], [ %z, %two ]
  store ptr addrspace(10) %base.next, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %v = load i64, ptr addrspace(11) %in.next
  br i1 %c, label %again, label %out
out:
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; It is not the phi of these bases.
; CHECK: error: root check: uses %in.next, which may have moved
; CHECK: in function 'other_base'
define i64 @other_base(ptr addrspace(10) %x, ptr addrspace(10) %y, ptr addrspace(11) %z, i1 %c) "lateroot-reload"="true" {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  br i1 %c, label %one, label %again
one:
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %at = getelementptr i8, ptr addrspace(11) %d, i64 8
  br label %again
again:
  %base = phi ptr addrspace(10) [ %y, %one ], [ null, %top ], [ %base.next, %next ]
  %in = phi ptr addrspace(11) [ %at, %one ], [ %z, %top ], [ %in.next, %next ]
  br i1 %c, label %next, label %two
two:
  br label %next
next:
  %base.next = phi ptr addrspace(10) [ %base, %again ], [ null, %two ]
  %in.next = phi ptr addrspace(11) [ %in, %again ], [ %z, %two ]
  store ptr addrspace(10) %base.next, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %v = load i64, ptr addrspace(11) %in.next
  br i1 %c, label %again, label %out
out:
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; The shuffle takes the object from one of two.
define i64 @held_splat(ptr addrspace(10) %x, ptr addrspace(10) %y) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %a = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %x, i32 0
  %b = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %y, i32 0
  %all = shufflevector <2 x ptr addrspace(10)> %a, <2 x ptr addrspace(10)> %b, <2 x i32> <i32 0, i32 0>
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %o = extractelement <2 x ptr addrspace(10)> %all, i32 1
  %od = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %od
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

define i64 @held_splat_of_second(ptr addrspace(10) %x, ptr addrspace(10) %y) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %a = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %x, i32 0
  %b = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %y, i32 0
  %all = shufflevector <2 x ptr addrspace(10)> %a, <2 x ptr addrspace(10)> %b, <2 x i32> <i32 2, i32 2>
  store ptr addrspace(10) %y, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %o = extractelement <2 x ptr addrspace(10)> %all, i32 1
  %od = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %od
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; CHECK: error: root check: uses %od, which may have moved
; CHECK: in function 'other_splat'
define i64 @other_splat(ptr addrspace(10) %x, ptr addrspace(10) %y) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %a = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %x, i32 0
  %b = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %y, i32 0
  %all = shufflevector <2 x ptr addrspace(10)> %a, <2 x ptr addrspace(10)> %b, <2 x i32> <i32 2, i32 2>
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %o = extractelement <2 x ptr addrspace(10)> %all, i32 1
  %od = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %od
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; One part of a composite is the same whichever is selected.
define ptr addrspace(10) @held_part(ptr addrspace(10) %x, ptr addrspace(10) %y, i1 %c) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %a = insertvalue { ptr addrspace(10), ptr addrspace(10) } zeroinitializer, ptr addrspace(10) %y, 0
  %b = insertvalue { ptr addrspace(10), ptr addrspace(10) } %a, ptr addrspace(10) %x, 1
  %n = insertvalue { ptr addrspace(10), ptr addrspace(10) } %b, ptr addrspace(10) %x, 1
  %any = select i1 %c, { ptr addrspace(10), ptr addrspace(10) } %b, { ptr addrspace(10), ptr addrspace(10) } %n
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %o = extractvalue { ptr addrspace(10), ptr addrspace(10) } %any, 1
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret ptr addrspace(10) %o
}

; CHECK: error: root check: uses %o, which may have moved
; CHECK: in function 'other_part'
define ptr addrspace(10) @other_part(ptr addrspace(10) %x, ptr addrspace(10) %y, i1 %c) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %a = insertvalue { ptr addrspace(10), ptr addrspace(10) } zeroinitializer, ptr addrspace(10) %y, 0
  %b = insertvalue { ptr addrspace(10), ptr addrspace(10) } %a, ptr addrspace(10) %x, 1
  %n = insertvalue { ptr addrspace(10), ptr addrspace(10) } %b, ptr addrspace(10) %y, 1
  %any = select i1 %c, { ptr addrspace(10), ptr addrspace(10) } %b, { ptr addrspace(10), ptr addrspace(10) } %n
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %o = extractvalue { ptr addrspace(10), ptr addrspace(10) } %any, 1
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret ptr addrspace(10) %o
}

; It may be in any lane of a vector, beside what nobody moves.
define i64 @held_in_any_lane(ptr addrspace(10) %x, i32 %i, i1 %c) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 2) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  %v = insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %x, i32 %i
  %k = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) null
  store ptr addrspace(10) %x, ptr %s0
  store ptr addrspace(10) %x, ptr %s1
  call void @poll()
  store ptr addrspace(10) null, ptr %s1
  %e = extractelement <2 x ptr addrspace(10)> %v, i32 1
  %a = load i64, ptr addrspace(10) %e
  %b = load i64, ptr addrspace(10) %k
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %a
}

; The other way round it is not: the word may hold nothing.
; CHECK: error: root check: uses %x, which may have moved
; CHECK: in function 'held_perhaps'
define i64 @held_perhaps(ptr addrspace(10) %x, i1 %c) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 2) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  %k = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) null
  store ptr addrspace(10) %x, ptr %s0
  store ptr addrspace(10) %k, ptr %s1
  call void @poll()
  store ptr addrspace(10) null, ptr %s1
  %a = load i64, ptr addrspace(10) %x
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %a
}

; Each way through several choices leads to the same object.
define i64 @held_by_all_ways(ptr addrspace(10) %x, i1 %c) "lateroot-reload"="true" {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 2) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  %k = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) %e
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi ptr addrspace(11) [ %k, %a ], [ %e, %top ]
  store ptr addrspace(10) %x, ptr %s0
  store ptr addrspace(10) %x, ptr %s1
  call void @poll()
  store ptr addrspace(10) null, ptr %s1
  %v = load i64, ptr addrspace(11) %p
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; Not if one of them leads to another.
; CHECK: error: root check: uses %p, which may have moved
; CHECK: in function 'not_held_by_all_ways'
define i64 @not_held_by_all_ways(ptr addrspace(10) %x, ptr addrspace(10) %y, i1 %c) "lateroot-reload"="true" {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 2) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %e = addrspacecast ptr addrspace(10) %y to ptr addrspace(11)
  %k = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) %e
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi ptr addrspace(11) [ %k, %a ], [ %d, %top ]
  store ptr addrspace(10) %x, ptr %s0
  store ptr addrspace(10) %x, ptr %s1
  call void @poll()
  store ptr addrspace(10) null, ptr %s1
  %v = load i64, ptr addrspace(11) %p
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; What a word holds may be that lane itself.
define i64 @held_as_what_it_is(ptr addrspace(10) %x, i32 %i) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 2) "lateroot-moving"="2,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  %v = insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %x, i32 %i
  %a = extractelement <2 x ptr addrspace(10)> %v, i32 0
  %b = extractelement <2 x ptr addrspace(10)> %v, i32 1
  store ptr addrspace(10) %a, ptr %s0
  store ptr addrspace(10) %b, ptr %s1
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %e = extractelement <2 x ptr addrspace(10)> %v, i32 1
  %r = load i64, ptr addrspace(10) %e
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %r
}

; Composites are frozen part by part: what is held is the object of a part.
define { i64, ptr addrspace(10) } @held_and_frozen(ptr addrspace(10) %x) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %a = insertvalue { i64, ptr addrspace(10) } zeroinitializer, ptr addrspace(10) %x, 1
  %f = freeze { i64, ptr addrspace(10) } %a
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret { i64, ptr addrspace(10) } %f
}

; Addresses loaded out of one argument or another: held is the phi of the arguments, or the select by the same condition.
define i64 @held_merged(ptr addrspace(10) %x, ptr addrspace(10) %y, ptr %p, ptr %q, i1 %c) "lateroot-reload"="true" {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  br i1 %c, label %left, label %right
left:
  %xd = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %a = load ptr addrspace(13), ptr addrspace(11) %xd
  br label %on
right:
  %b = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %y, ptr %q)
  br label %on
on:
  %base = phi ptr addrspace(10) [ %x, %left ], [ %y, %right ]
  %d = phi ptr addrspace(13) [ %a, %left ], [ %b, %right ]
  store ptr addrspace(10) %base, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

define i64 @held_chosen(ptr addrspace(10) %x, ptr addrspace(10) %y, ptr %p, ptr %q, i1 %c) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %a = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %x, ptr %p)
  %b = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %y, ptr %q)
  %d = select i1 %c, ptr addrspace(13) %a, ptr addrspace(13) %b
  %base = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y
  store ptr addrspace(10) %base, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; On one way it is an address that nobody moves, whatever is held there.
define i64 @held_or_nobodys(ptr addrspace(10) %x, ptr addrspace(10) %y, ptr %p, ptr %q, i1 %c) "lateroot-reload"="true" {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  br i1 %c, label %left, label %right
left:
  %xd = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %a = load ptr addrspace(13), ptr addrspace(11) %xd
  br label %on
right:
  %b = addrspacecast ptr %q to ptr addrspace(13)
  br label %on
on:
  %base = phi ptr addrspace(10) [ %x, %left ], [ %y, %right ]
  %d = phi ptr addrspace(13) [ %a, %left ], [ %b, %right ]
  store ptr addrspace(10) %base, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; Just one of the arguments is held, the phi or select of others, or the object that it is not.
; CHECK: error: root check: uses %d, which may have moved
; CHECK: in function 'held_on_one_way'
define i64 @held_on_one_way(ptr addrspace(10) %x, ptr addrspace(10) %y, ptr %p, ptr %q, i1 %c) "lateroot-reload"="true" {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  br i1 %c, label %left, label %right
left:
  %xd = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %a = load ptr addrspace(13), ptr addrspace(11) %xd
  br label %on
right:
  %b = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %y, ptr %q)
  br label %on
on:
  %base = phi ptr addrspace(10) [ %x, %left ], [ %y, %right ]
  %d = phi ptr addrspace(13) [ %a, %left ], [ %b, %right ]
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; CHECK: error: root check: uses %d, which may have moved
; CHECK: in function 'held_other_phi'
define i64 @held_other_phi(ptr addrspace(10) %x, ptr addrspace(10) %y, ptr %p, ptr %q, i1 %c) "lateroot-reload"="true" {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  br i1 %c, label %left, label %right
left:
  %xd = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %a = load ptr addrspace(13), ptr addrspace(11) %xd
  br label %on
right:
  %b = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %y, ptr %q)
  br label %on
on:
  %base = phi ptr addrspace(10) [ %y, %left ], [ %x, %right ]
  %d = phi ptr addrspace(13) [ %a, %left ], [ %b, %right ]
  store ptr addrspace(10) %base, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; CHECK: error: root check: uses %d, which may have moved
; CHECK: in function 'held_one_choice'
define i64 @held_one_choice(ptr addrspace(10) %x, ptr addrspace(10) %y, ptr %p, ptr %q, i1 %c) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %a = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %x, ptr %p)
  %b = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %y, ptr %q)
  %d = select i1 %c, ptr addrspace(13) %a, ptr addrspace(13) %b
  %base = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y
  store ptr addrspace(10) %y, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; CHECK: error: root check: uses %d, which may have moved
; CHECK: in function 'held_other_choice'
define i64 @held_other_choice(ptr addrspace(10) %x, ptr addrspace(10) %y, ptr %p, ptr %q, i1 %c) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %a = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %x, ptr %p)
  %b = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %y, ptr %q)
  %d = select i1 %c, ptr addrspace(13) %a, ptr addrspace(13) %b
  %base = select i1 %c, ptr addrspace(10) %y, ptr addrspace(10) %x
  store ptr addrspace(10) %base, ptr %s0
  call void @poll()
  store ptr addrspace(10) null, ptr %s0
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; Of an address that goes nowhere but to plain pointers it is known in which object it is.
define i64 @held_plain_address(i1 %c) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %x = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  br label %loop
loop:
  %plain = addrspacecast ptr addrspace(11) %d to ptr
  store ptr addrspace(10) %x, ptr %s0
  call void @takes(ptr %plain)
  store ptr addrspace(10) null, ptr %s0
  br i1 %c, label %loop, label %exit
exit:
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 0
}

; Another object is held.
; CHECK: error: root check: uses %d, which may have moved
; CHECK: in function 'plain_address'
define i64 @plain_address(i1 %c) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %x = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  store ptr addrspace(10) %x, ptr %s0
  %y = call ptr addrspace(10) @make()
  br label %loop
loop:
  %plain = addrspacecast ptr addrspace(11) %d to ptr
  store ptr addrspace(10) %y, ptr %s0
  call void @takes(ptr %plain)
  store ptr addrspace(10) null, ptr %s0
  br i1 %c, label %loop, label %exit
exit:
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 0
}
