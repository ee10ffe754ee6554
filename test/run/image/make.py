#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write an image of the shape of Julia's as IR in the dialect: make.py FUNCTIONS VARIABLES > image.ll

Function i makes a box of its argument plus i, stores it into the object that the loader has put into global variable
i % VARIABLES, calls functions 2i+1 and 2i+2, and adds up what its box and their results say.  A loader finds functions
and variables by tables of distances only, and all symbols of these are local to the image.
"""
import sys

functions, variables = int(sys.argv[1]), int(sys.argv[2])
write = sys.stdout.write
write("""\
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
@image_box_type = global ptr addrspace(10) null, align 8
""")
for i in range(variables):
    write(f"@jl_global_{i} = internal global ptr addrspace(10) null, align 8\n")
for i in range(functions):
    write(f"""
define internal i64 @julia_f_{i}(i64 %x) {{
  %stack = call ptr @julia.get_pgcstack()
  %type = load ptr addrspace(10), ptr @image_box_type, align 8
  %box = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %stack, i64 8, ptr addrspace(10) %type)
  %value = add i64 %x, {i}
  store i64 %value, ptr addrspace(10) %box, align 8
  %shared = load ptr addrspace(10), ptr @jl_global_{i % variables}, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %shared, ptr addrspace(10) %box)
  store ptr addrspace(10) %box, ptr addrspace(10) %shared, align 8
""")
    total = None
    for child in (2 * i + 1, 2 * i + 2):
        if child >= functions:
            continue
        write(f"  %r{child} = call i64 @julia_f_{child}(i64 %value)\n")
        if total is None:
            total = f"%r{child}"
        else:
            write(f"  %both = add i64 {total}, %r{child}\n")
            total = "%both"
    # the box is read behind the calls, so it needs a root
    write("  %again = load i64, ptr addrspace(10) %box, align 8\n")
    write(f"  %sum = add i64 %again, {total or 0}\n  ret i64 %sum\n}}\n")


def table(name, base, of, count):
    write(f"@{name}_base = constant ptr @{base}, align 8\n@{name}_offsets = constant [{count + 1} x i32] [i32 {count}")
    for i in range(count):
        write(f",\n  i32 trunc (i64 sub (i64 ptrtoint (ptr @{of}{i} to i64), i64 ptrtoint (ptr @{base} to i64)) to "
            f"i32)")
    write("]\n")


write("\n")
table("image_fvars", "julia_f_0", "julia_f_", functions)
table("image_gvars", "jl_global_0", "jl_global_", variables)
