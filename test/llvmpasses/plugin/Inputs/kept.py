# kept.py -- pairs of functions that call each other, of which argpromotion replaces one; every second one is a leaf.
print('''\
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10)) "gc-leaf-function"
''')
for i in range(40):
    leaf = '"gc-leaf-function" ' if i % 2 == 0 else ''
    print(f'''define internal i64 @callee{i}(ptr %p) {leaf}{{
  %x = load i64, ptr %p
  %done = icmp eq i64 %x, 0
  br i1 %done, label %end, label %again
again:
  %z = call i64 @caller{i}(i64 %x) {leaf}
  ret i64 %z
end:
  ret i64 {i}
}}
define i64 @caller{i}(i64 %n) {{
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %v = alloca i64
  %m = sub i64 %n, 1
  store i64 %m, ptr %v
  %r = call i64 @callee{i}(ptr %v)
  call void @use(ptr addrspace(10) %o)
  ret i64 %r
}}''')
