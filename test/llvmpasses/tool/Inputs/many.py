# many.py [bad]: a program that is large enough to be compiled in several pieces, and has something of all that pieces
# share: functions and variables that are local to the module, constants, weak and linkonce functions, a comdat,
# thread-local variables, a constructor, objects with roots.  It prints one number.  bad: assembly in the functions of
# two pieces that no assembler knows.
import sys

FUNCTIONS, FILLER = 72, 600
print('''\
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

@tag = internal global [8 x i64] zeroinitializer
@count = internal global i64 0
@1 = internal global i64 17
@mine = internal thread_local global i64 5
@text = private unnamed_addr constant [6 x i8] c"%lld\\0A\\00"
@table = internal constant [2 x ptr] [ptr @f3, ptr @f61]
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @begin, ptr null }]
$together = comdat any

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare i32 @printf(ptr, ...)

define internal void @begin() {
  store i64 1000, ptr @count
  ret void
}

define linkonce_odr i64 @once(i64 %x) {
  %y = add i64 %x, 3
  ret i64 %y
}

define weak i64 @weak(i64 %x) {
  %y = mul i64 %x, 5
  ret i64 %y
}

define linkonce_odr i64 @together(i64 %x) comdat {
  %y = xor i64 %x, 9
  ret i64 %y
}

define internal i64 @unused(i64 %x) {
  ret i64 %x
}
''')
for i in range(FUNCTIONS):
    print(f'''define {"internal " if i % 2 else ""}i64 @f{i}(i64 %depth) {{
  %pgcstack = call ptr @julia.get_pgcstack()
  %object = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8,
    ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %field = addrspacecast ptr addrspace(10) %object to ptr addrspace(11)
  %old = load i64, ptr @count
  %own = load i64, ptr @1
  %v0 = add i64 %old, %own
  store i64 {i}, ptr addrspace(11) %field''')
    for k in range(FILLER):
        print(f"  %v{k + 1} = {('add', 'xor', 'mul')[k % 3]} i64 %v{k}, {2 * k + 1 + i}")
    if len(sys.argv) > 1 and i in (5, 60):
        print(f'  call void asm sideeffect "nonsense{i}", ""()')
    print(f'''  store i64 %v{FILLER}, ptr @count
  %end = icmp eq i64 %depth, 0
  br i1 %end, label %done, label %more
more:
  %less = sub i64 %depth, 1
  %r = call i64 @f{(i * 7 + 31) % FUNCTIONS}(i64 %less)
  %s = call i64 @{("once", "weak", "together")[i % 3]}(i64 %r)
  br label %done
done:
  %t = phi i64 [ 0, %0 ], [ %s, %more ]
  %again = addrspacecast ptr addrspace(10) %object to ptr addrspace(11)
  %kept = load i64, ptr addrspace(11) %again
  %tls = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  %m = load i64, ptr %tls
  %n = add i64 %m, %kept
  store i64 %n, ptr %tls
  %u = add i64 %t, %n
  ret i64 %u
}}
''')
print('''declare ptr @llvm.threadlocal.address.p0(ptr)

define i32 @main() {
  %which = load ptr, ptr getelementptr ([2 x ptr], ptr @table, i64 0, i64 1)
  %a = call i64 %which(i64 50)
  %b = call i64 @f0(i64 50)
  %c = add i64 %a, %b
  %d = load i64, ptr @count
  %e = xor i64 %c, %d
  %p = call i32 (ptr, ...) @printf(ptr @text, i64 %e)
  ret i32 0
}''')
