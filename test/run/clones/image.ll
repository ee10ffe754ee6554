; Functions that tell which clone of them runs, reached in all ways: by an alias, a variable, and from each other.

target triple = "x86_64-unknown-linux-gnu"

@table = constant [2 x ptr] [ptr @level, ptr @add_up]
@which = alias i32 (), ptr @level

declare i1 @julia.cpu.supports.avx2()
declare i1 @"julia.cpu.supports.xop,amx-tile"()
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @lr_box_int64(i64)
declare i64 @lr_unbox_int64(ptr addrspace(10))

define internal i32 @level() {
  %a = call i1 @julia.cpu.supports.avx2()
  %x = call i1 @"julia.cpu.supports.xop,amx-tile"()
  %b = zext i1 %a to i32
  %c = select i1 %x, i32 2, i32 %b
  ret i32 %c
}

; Boxes live across calls, so each clone has a frame of its own.
define i64 @add_up(i64 %n) {
top:
  %gc = call ptr @julia.get_pgcstack()
  br label %l
l:
  %i = phi i64 [ 0, %top ], [ %j, %l ]
  %s = phi i64 [ 0, %top ], [ %t, %l ]
  %one = call ptr addrspace(10) @lr_box_int64(i64 %i)
  %two = call ptr addrspace(10) @lr_box_int64(i64 %s)
  %v = call i64 @lr_unbox_int64(ptr addrspace(10) %one)
  %w = call i64 @lr_unbox_int64(ptr addrspace(10) %two)
  %t = add i64 %v, %w
  %j = add i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %l, label %e
e:
  ret i64 %t
}

; Without anything to gain, cloned with clone_all only: otherwise it calls what was chosen.
define i64 @outer(i64 %n, ptr %level) {
  %f = select i1 true, ptr @level, ptr null
  %i = call i32 %f()
  store i32 %i, ptr %level
  %s = call i64 @add_up(i64 %n)
  ret i64 %s
}

; Called by its name, and nothing else.
define i32 @by_name(ptr %p) {
  %r = call i32 @level()
  %x = load <4 x i32>, ptr %p
  %y = add <4 x i32> %x, <i32 1, i32 1, i32 1, i32 1>
  store <4 x i32> %y, ptr %p
  %a = call i1 @julia.cpu.supports.avx2()
  %b = zext i1 %a to i32
  %same = icmp eq i32 %r, %b
  %s = select i1 %same, i32 %r, i32 -1
  ret i32 %s
}
