; What objects.c makes AllocOpt wrong about: a function for each kind of fault, in which the fault matters.  The program
; gives a number that depends on the result of each.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"
%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@name = private unnamed_addr constant [5 x i8] c"type\00"
@word1 = private constant [1 x i32] [i32 1]
@box = internal constant %lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @word1, ptr null, ptr null }, align 16
; a number, a reference, a number
@cell = internal constant %lr_type { ptr @name, i32 0, i32 24, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @word1, ptr null, ptr null }, align 16
@words = internal constant %lr_type { ptr @name, i32 0, i32 64, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @word1, ptr null, ptr null }, align 16
@hooked = internal constant %lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @word1, ptr null, ptr @release }, align 16
@released = internal global i64 0
@one = internal global i64 1     ; nobody knows that it stays
@buffer = internal global [400 x i8] zeroinitializer, align 16

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...) memory(inaccessiblemem: readwrite)
declare ptr @julia.pointer_from_objref(ptr addrspace(11)) memory(none)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare void @fz_collect()
declare void @lr_gc_collect(i32)
declare void @lr_enter_handler(ptr, ptr)
declare i32 @__sigsetjmp(ptr, i32) returns_twice
declare void @lr_pop_handler(ptr, i32)
declare void @lr_throw(ptr addrspace(10)) noreturn

define internal void @release(ptr %object) noinline {
  %n = load i64, ptr @released
  %more = add i64 %n, 1
  store i64 %more, ptr @released
  ret void
}

define internal ptr addrspace(10) @returned(i64 %x) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  ret ptr addrspace(10) %o
}

define internal ptr addrspace(10) @make_cell(i64 %x, ptr addrspace(10) %r) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @cell to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  %o8 = getelementptr i8, ptr addrspace(10) %o, i64 8
  store ptr addrspace(10) %r, ptr addrspace(10) %o8
  %o16 = getelementptr i8, ptr addrspace(10) %o, i64 16
  store i64 3, ptr addrspace(10) %o16
  ret ptr addrspace(10) %o
}

define internal i64 @peek(ptr addrspace(10) %o) noinline {
  %t = call ptr @julia.get_pgcstack()
  call void @fz_collect()
  %v = load i64, ptr addrspace(10) %o
  ret i64 %v
}

define internal i64 @peek_child(ptr addrspace(10) %o) noinline {
  %t = call ptr @julia.get_pgcstack()
  call void @fz_collect()
  %o8 = getelementptr i8, ptr addrspace(10) %o, i64 8
  %r = load ptr addrspace(10), ptr addrspace(10) %o8
  %v = load i64, ptr addrspace(10) %r
  ret i64 %v
}

define internal i64 @argument(i64 %x) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  %v = call i64 @peek(ptr addrspace(10) %o)
  ret i64 %v
}

define internal i64 @stored(i64 %x, ptr addrspace(10) %parent) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  %slot = getelementptr i8, ptr addrspace(10) %parent, i64 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %parent, ptr addrspace(10) %o)
  store ptr addrspace(10) %o, ptr addrspace(10) %slot
  %v = call i64 @peek_child(ptr addrspace(10) %parent)
  ret i64 %v
}

define internal i64 @exchanged(i64 %x, ptr addrspace(10) %parent) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  %slot = getelementptr i8, ptr addrspace(10) %parent, i64 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %parent, ptr addrspace(10) %o)
  %old = atomicrmw xchg ptr addrspace(10) %slot, ptr addrspace(10) %o acq_rel, align 8
  %v = call i64 @peek_child(ptr addrspace(10) %parent)
  %w = load i64, ptr addrspace(10) %old
  %sum = add i64 %v, %w
  ret i64 %sum
}

define internal i64 @met(i64 %x, ptr addrspace(10) %other) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  %one = load i64, ptr @one
  %c = icmp eq i64 %one, 0
  br i1 %c, label %then, label %end
then:
  call void @fz_collect()
  br label %end
end:
  %p = phi ptr addrspace(10) [ %other, %then ], [ %o, %entry ]
  call void @fz_collect()
  %v = load i64, ptr addrspace(10) %p
  ret i64 %v
}

define internal i64 @selected(i64 %x, ptr addrspace(10) %other) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  %one = load i64, ptr @one
  %c = icmp eq i64 %one, 0
  %p = select i1 %c, ptr addrspace(10) %other, ptr addrspace(10) %o
  call void @fz_collect()
  %v = load i64, ptr addrspace(10) %p
  ret i64 %v
}

define internal i64 @addressed(i64 %x) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %o
  %region = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  store i64 %x, ptr %raw
  call void @llvm.julia.gc_preserve_end(token %region)
  %v = load i64, ptr addrspace(10) %o
  ret i64 %v
}

define internal i64 @compared(i64 %x, ptr addrspace(10) %other) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  %differ = icmp ne ptr addrspace(10) %o, %other
  %w = select i1 %differ, i64 17, i64 4
  %v = load i64, ptr addrspace(10) %o
  %sum = add i64 %v, %w
  ret i64 %sum
}

; What it refers to is kept by nothing but the region.
define internal i64 @preserved(i64 %x) noinline {
  %t = call ptr @julia.get_pgcstack()
  %child = call ptr addrspace(10) @returned(i64 %x)
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @cell to ptr addrspace(10)))
  %o8 = getelementptr i8, ptr addrspace(10) %o, i64 8
  store ptr addrspace(10) %child, ptr addrspace(10) %o8
  %region = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  %d = addrspacecast ptr addrspace(10) %child to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @fz_collect()
  %v = load i64, ptr %raw
  call void @llvm.julia.gc_preserve_end(token %region)
  ret i64 %v
}

define internal i64 @hooks(i64 %n) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  store i64 0, ptr @released
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @hooked to ptr addrspace(10)))
  store i64 %i, ptr addrspace(10) %o
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %end
end:
  call void @lr_gc_collect(i32 1)
  %v = load i64, ptr @released
  ret i64 %v
}

; The region is there for LLVM 19, whose passes take it that calls leave alone an object that nobody else knows of, also
; where one of them returns twice.
define internal i64 @twice(i64 %x, ptr addrspace(10) %exception) noinline {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %o
  %region = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @lr_enter_handler(ptr %t, ptr @buffer)
  %again = call i32 @__sigsetjmp(ptr @buffer, i32 0) returns_twice
  %first = icmp eq i32 %again, 0
  br i1 %first, label %try, label %catch
try:
  store i64 %x, ptr addrspace(10) %o
  call void @lr_throw(ptr addrspace(10) %exception)
  unreachable
catch:
  call void @lr_pop_handler(ptr %t, i32 1)
  %v = load i64, ptr addrspace(10) %o
  call void @llvm.julia.gc_preserve_end(token %region)
  ret i64 %v
}

; In all rounds but one the field is what it is in a fresh object.
define internal i64 @cleared(i64 %x) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %sum = phi i64 [ 0, %entry ], [ %sum2, %next ]
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @cell to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 0, i64 24) ]
  %c = icmp eq i64 %i, 1
  br i1 %c, label %then, label %next
then:
  store i64 %x, ptr addrspace(10) %o
  call void @fz_collect()
  br label %next
next:
  %v = load i64, ptr addrspace(10) %o
  %s = mul i64 %sum, 3
  %sum2 = add i64 %s, %v
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, 5
  br i1 %again, label %loop, label %end
end:
  ret i64 %sum2
}

; Made where it escapes; by the next store it is old.
define internal i64 @grown_old(i64 %x, ptr addrspace(10) %other) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @cell to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  %o8 = getelementptr i8, ptr addrspace(10) %o, i64 8
  store ptr addrspace(10) %other, ptr addrspace(10) %o8
  %o16 = getelementptr i8, ptr addrspace(10) %o, i64 16
  store i64 %x, ptr addrspace(10) %o16
  %one = load i64, ptr @one
  %c = icmp eq i64 %one, 1
  br i1 %c, label %cold, label %end, !prof !0
cold:
  %v = call i64 @peek(ptr addrspace(10) %o)
  %child = call ptr addrspace(10) @returned(i64 %v)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %child)
  store ptr addrspace(10) %child, ptr addrspace(10) %o8
  %w = call i64 @peek_child(ptr addrspace(10) %o)
  %w2 = call i64 @peek(ptr addrspace(10) %o)
  %sum = add i64 %w, %w2
  ret i64 %sum
end:
  %u = load i64, ptr addrspace(10) %o16
  ret i64 %u
}

; The object that refers to it is not initialised yet where it escapes.
define internal i64 @unfinished(i64 %x, ptr addrspace(10) %other) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  %one = load i64, ptr @one
  %c = icmp eq i64 %one, 1
  br i1 %c, label %cold, label %end, !prof !0
cold:
  %e = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @cell to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %e
  %e16 = getelementptr i8, ptr addrspace(10) %e, i64 16
  store i64 %x, ptr addrspace(10) %e16
  %e8 = getelementptr i8, ptr addrspace(10) %e, i64 8
  store ptr addrspace(10) %o, ptr addrspace(10) %e8
  %v = call i64 @peek_child(ptr addrspace(10) %e)
  ret i64 %v
end:
  %u = load i64, ptr addrspace(10) %o
  ret i64 %u
}

; Stack memory that another object may have once this one needs it no more.
define internal i64 @lives_on(i64 %x) noinline {
  %t = call ptr @julia.get_pgcstack()
  %i = load volatile i64, ptr @one
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 64, ptr addrspace(10) addrspacecast (ptr @words to ptr addrspace(10)))
  %ai = getelementptr i64, ptr addrspace(10) %a, i64 %i
  store i64 %x, ptr addrspace(10) %ai
  %k = load volatile i64, ptr @one
  %ak = getelementptr i64, ptr addrspace(10) %a, i64 %k
  %u = load i64, ptr addrspace(10) %ak
  call void @fz_collect()
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 64, ptr addrspace(10) addrspacecast (ptr @words to ptr addrspace(10)))
  %bi = getelementptr i64, ptr addrspace(10) %b, i64 %i
  store volatile i64 5, ptr addrspace(10) %bi
  call void @fz_collect()
  %j = load volatile i64, ptr @one
  %aj = getelementptr i64, ptr addrspace(10) %a, i64 %j
  %v = load i64, ptr addrspace(10) %aj
  %w = load volatile i64, ptr addrspace(10) %bi
  %sum = add i64 %u, %v
  %all = add i64 %sum, %w
  call void @fz_collect()
  ret i64 %all
}

; The same over several blocks: the memory is read on each way before the other object is made, and on each behind that.
define internal i64 @takes_turns(i64 %x) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  %i = load volatile i64, ptr @one
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 64, ptr addrspace(10) addrspacecast (ptr @words to ptr addrspace(10)))
  %ai = getelementptr i64, ptr addrspace(10) %a, i64 %i
  store i64 %x, ptr addrspace(10) %ai
  %k = load volatile i64, ptr @one
  %ak = getelementptr i64, ptr addrspace(10) %a, i64 %k
  %u = load i64, ptr addrspace(10) %ak
  %c = icmp eq i64 %k, 1
  br i1 %c, label %then, label %end
then:
  call void @fz_collect()
  %l = load volatile i64, ptr @one
  %al = getelementptr i64, ptr addrspace(10) %a, i64 %l
  %u2 = load i64, ptr addrspace(10) %al
  call void @fz_collect()
  br label %end
end:
  %p = phi i64 [ 0, %entry ], [ %u2, %then ]
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 64, ptr addrspace(10) addrspacecast (ptr @words to ptr addrspace(10)))
  %bi = getelementptr i64, ptr addrspace(10) %b, i64 %i
  store volatile i64 7, ptr addrspace(10) %bi
  call void @fz_collect()
  %j = load volatile i64, ptr @one
  %aj = getelementptr i64, ptr addrspace(10) %a, i64 %j
  %v = load i64, ptr addrspace(10) %aj
  %w = load volatile i64, ptr addrspace(10) %bi
  %s = add i64 %u, %p
  %s2 = mul i64 %s, %v
  %all = add i64 %s2, %w
  call void @fz_collect()
  ret i64 %all
}

define internal void @bump(ptr addrspace(10) %o) noinline {
  %v = load i64, ptr addrspace(10) %o
  %more = add i64 %v, 100
  store i64 %more, ptr addrspace(10) %o
  ret void
}

; In the second block the object exists.
define internal i64 @exists(i64 %x) noinline {
entry:
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  %one = load i64, ptr @one
  %c = icmp eq i64 %one, 1
  br i1 %c, label %cold, label %end, !prof !0
cold:
  call void @bump(ptr addrspace(10) %o)
  %d = icmp eq i64 %one, %x
  br i1 %d, label %end, label %second
second:
  call void @fz_collect()
  %v = load i64, ptr addrspace(10) %o
  ret i64 %v
end:
  %u = load i64, ptr addrspace(10) %o
  ret i64 %u
}

define i64 @p.main() {
  %t = call ptr @julia.get_pgcstack()
  %other = call ptr addrspace(10) @returned(i64 1000)
  %parent = call ptr addrspace(10) @make_cell(i64 2, ptr addrspace(10) %other)
  call void @fz_collect()
  %r1 = call i64 @argument(i64 11)
  %r2 = call i64 @stored(i64 12, ptr addrspace(10) %parent)
  %r3 = call i64 @exchanged(i64 13, ptr addrspace(10) %parent)
  %r4 = call i64 @met(i64 14, ptr addrspace(10) %other)
  %r5 = call i64 @selected(i64 15, ptr addrspace(10) %other)
  %r6 = call i64 @addressed(i64 16)
  %r7 = call i64 @compared(i64 17, ptr addrspace(10) %other)
  %r8 = call i64 @preserved(i64 18)
  %r9 = call i64 @hooks(i64 19)
  %r10 = call i64 @twice(i64 20, ptr addrspace(10) %other)
  %r11 = call i64 @cleared(i64 21)
  %r12 = call i64 @grown_old(i64 22, ptr addrspace(10) %other)
  %r13 = call i64 @unfinished(i64 23, ptr addrspace(10) %other)
  %r14 = call i64 @lives_on(i64 24)
  %r15 = call i64 @exists(i64 25)
  %r16 = call i64 @takes_turns(i64 26)
  %m1 = mul i64 0, 1000003
  %s1 = add i64 %m1, %r1
  %m2 = mul i64 %s1, 1000003
  %s2 = add i64 %m2, %r2
  %m3 = mul i64 %s2, 1000003
  %s3 = add i64 %m3, %r3
  %m4 = mul i64 %s3, 1000003
  %s4 = add i64 %m4, %r4
  %m5 = mul i64 %s4, 1000003
  %s5 = add i64 %m5, %r5
  %m6 = mul i64 %s5, 1000003
  %s6 = add i64 %m6, %r6
  %m7 = mul i64 %s6, 1000003
  %s7 = add i64 %m7, %r7
  %m8 = mul i64 %s7, 1000003
  %s8 = add i64 %m8, %r8
  %m9 = mul i64 %s8, 1000003
  %s9 = add i64 %m9, %r9
  %m10 = mul i64 %s9, 1000003
  %s10 = add i64 %m10, %r10
  %m11 = mul i64 %s10, 1000003
  %s11 = add i64 %m11, %r11
  %m12 = mul i64 %s11, 1000003
  %s12 = add i64 %m12, %r12
  %m13 = mul i64 %s12, 1000003
  %s13 = add i64 %m13, %r13
  %m14 = mul i64 %s13, 1000003
  %s14 = add i64 %m14, %r14
  %m15 = mul i64 %s14, 1000003
  %s15 = add i64 %m15, %r15
  %m16 = mul i64 %s15, 1000003
  %s16 = add i64 %m16, %r16
  ret i64 %s16
}

!0 = !{!"branch_weights", i32 1, i32 2000}
