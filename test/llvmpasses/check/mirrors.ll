; Words of the frame that mirror a variable are such only where the distance is counted as it must be.  Each function but those called right is
; broken at one place.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not=right
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @safe()
declare i64 @look(ptr addrspace(10))

; As placement writes it.
define i64 @right(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; Two places of one mirror, in two blocks.
define i64 @right_twice(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  %b = call ptr addrspace(10) @make()
  %bi = ptrtoint ptr %at to i64
  %ew = sub i64 %bi, %wi
  %fw = icmp ult i64 %ew, 32
  %gw = select i1 %fw, i64 %ew, i64 32
  %hw = getelementptr inbounds i8, ptr %gcslot1, i64 %gw
  store ptr addrspace(10) %b, ptr %hw, align 8
  %ev = sub i64 %bi, %vi
  %fv = icmp ult i64 %ev, 32
  %gv = select i1 %fv, i64 %ev, i64 32
  %hv = getelementptr inbounds i8, ptr %gcslot6, i64 %gv
  store ptr addrspace(10) %b, ptr %hv, align 8
  store ptr addrspace(10) %b, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; A distance of just the bound is beyond.
; CHECK: in function 'not_below'
define i64 @not_below(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ule i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; The condition is about something else.
; CHECK: in function 'other_condition'
define i64 @other_condition(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %c, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; It is about another distance.
; CHECK: in function 'other_distance'
define i64 @other_distance(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %j, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; What is beyond goes elsewhere than the bound.
; CHECK: in function 'other_bound'
define i64 @other_bound(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 24
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; The bound is not known.
; CHECK: in function 'no_constant'
define i64 @no_constant(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, %i
  %bw = select i1 %cw, i64 %dw, i64 %i
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; A bound that no frame has.
; CHECK: in function 'endless'
define i64 @endless(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 4294967296
  %bw = select i1 %cw, i64 %dw, i64 4294967296
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; A sum is no distance.
; CHECK: in function 'sum'
define i64 @sum(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = add i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; The distance of numbers.
; CHECK: in function 'of_numbers'
define i64 @of_numbers(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %i, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; The distance from a number.
; CHECK: in function 'from_number'
define i64 @from_number(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %i
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; The other way round.
; CHECK: in function 'reversed'
define i64 @reversed(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %wi, %ai
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; The distance from one of two.
; CHECK: in function 'from_either'
define i64 @from_either(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %s to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; Counted in words instead of bytes.
; CHECK: in function 'by_words'
define i64 @by_words(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i64, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; With one index more.
; CHECK: in function 'by_two'
define i64 @by_two(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds [8 x i8], ptr %gcslot1, i64 0, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; Counted in pointers.
; CHECK: in function 'by_pointers'
define i64 @by_pointers(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds ptr, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; What points into the other variable writes anywhere.
; CHECK: in function 'unbounded'
define i64 @unbounded(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %dw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; The mirror of one of the two is not written.
; CHECK: in function 'forgotten'
define i64 @forgotten(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; Something else is written.
; CHECK: in function 'other_value'
define i64 @other_value(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  store ptr addrspace(10) null, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; The mirror is counted from another word.
; CHECK: in function 'from_the_middle'
define i64 @from_the_middle(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %m0 = getelementptr inbounds i8, ptr %gcslot1, i64 8
  %mw = getelementptr inbounds i8, ptr %m0, i64 %bw
  store ptr addrspace(10) %a, ptr %mw, align 8
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
; The mirror is written too late.
; CHECK: in function 'late'
define i64 @late(i64 %i, i1 %c) {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 11)
  %gcslot0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %gcslot1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %gcslot6 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 6)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 11)
  %v = alloca [2 x { i64, ptr addrspace(10) }], align 8
  %w = alloca [2 x { i64, ptr addrspace(10) }], align 8
  br label %l
l:
  %j = phi i64 [ 0, %top ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  %wi = ptrtoint ptr %w to i64
  %ai = ptrtoint ptr %at to i64
  %dw = sub i64 %ai, %wi
  %cw = icmp ult i64 %dw, 32
  %bw = select i1 %cw, i64 %dw, i64 32
  %mw = getelementptr inbounds i8, ptr %gcslot1, i64 %bw
  %vi = ptrtoint ptr %v to i64
  %dv = sub i64 %ai, %vi
  %cv = icmp ult i64 %dv, 32
  %bv = select i1 %cv, i64 %dv, i64 32
  %mv = getelementptr inbounds i8, ptr %gcslot6, i64 %bv
  store ptr addrspace(10) %a, ptr %mv, align 8
  store ptr addrspace(10) %a, ptr %at, align 8
  call void @safe()
  store ptr addrspace(10) %a, ptr %mw, align 8
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2, align 8
  store ptr addrspace(10) %x, ptr %gcslot0, align 8
  %n = call i64 @look(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}
