# Eighty functions that call each other, each with two objects over two calls; prints 1 + 2 + ... + 80.
BEGIN {
	print "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13\""
	print "target triple = \"x86_64-unknown-linux-gnu\""
	print "@format = private constant [6 x i8] c\"%lld\\0A\\00\""
	print "declare ptr @julia.get_pgcstack()"
	print "declare ptr addrspace(10) @lr_box_int64(i64)"
	print "declare i64 @lr_unbox_int64(ptr addrspace(10)) \"gc-leaf-function\""
	print "declare i32 @printf(ptr, ...) \"gc-leaf-function\""
	print "define internal i64 @f0(ptr \"gcstack\" %gc) noinline {\n  ret i64 0\n}"
	for (i = 1; i <= 80; i++) {
		print "define internal i64 @f" i "(ptr \"gcstack\" %gc) noinline {"
		print "  %a = call ptr addrspace(10) @lr_box_int64(i64 " i ")"
		if (i > 1)
			print "  %rest = call i64 @f" i - 1 "(ptr \"gcstack\" %gc)"
		else
			print "  %rest = call i64 @f0(ptr \"gcstack\" %gc)"
		print "  %b = call i64 @lr_unbox_int64(ptr addrspace(10) %a)\n  %sum = add i64 %rest, %b\n  ret i64 %sum\n}"
	}
	print "define i32 @main() {\n  %gc = call ptr @julia.get_pgcstack()\n  %n = call i64 @f80(ptr \"gcstack\" %gc)"
	print "  call i32 (ptr, ...) @printf(ptr @format, i64 %n)\n  ret i32 0\n}"
}
