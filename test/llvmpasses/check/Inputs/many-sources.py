# Writes a function that reads a pointer made of N selects between casts out of a collected address space.  Only the
# first of them is stale: it is cast before a safepoint.  "statepoint" writes statepoints, "reload" a frame with slots.
import sys

kind, n = sys.argv[1], int(sys.argv[2])
space = 1 if kind == "statepoint" else 10
ref = f"ptr addrspace({space})"

print(f"declare {ref} @make()")
print("declare void @poll()")
if kind == "statepoint":
	print("declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)")
	print(f'define i64 @many({ref} %x, i1 %c) gc "statepoint-example" {{')
	print(f"  %s0 = addrspacecast {ref} %x to ptr")
	print("  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr "
		"elementtype(void ()) @poll, "
		"i32 0, i32 0, i32 0, i32 0)")
	print(f"  %now = call {ref} @make()")
else:
	for name in "julia.get_pgcstack()", "julia.new_gc_frame(i32)", "julia.get_gc_frame_slot(ptr, i32)":
		print(f"declare ptr @{name}")
	print("declare void @julia.push_gc_frame(ptr, i32)\ndeclare void @julia.pop_gc_frame(ptr)")
	print('define i64 @many(i1 %c) "lateroot-reload"="true" {')
	print('  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="0,0"')
	print("  %slot = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)")
	print("  %g = call ptr @julia.get_pgcstack()\n  call void @julia.push_gc_frame(ptr %gcframe, i32 1)")
	print(f"  %x = call {ref} @make()\n  store {ref} %x, ptr %slot\n  %s0 = addrspacecast {ref} %x to ptr\n"
		f"  call void @poll()\n  %now = load {ref}, ptr %slot")
for i in range(1, n + 1):
	print(f"  %p{i} = addrspacecast {ref} %now to ptr")
	print(f"  %s{i} = select i1 %c, ptr %s{i - 1}, ptr %p{i}")
print(f"  %back = addrspacecast ptr %s{n} to {ref}")
print(f"  %v = load i64, {ref} %back")
if kind == "reload":
	print("  call void @julia.pop_gc_frame(ptr %gcframe)")
print("  ret i64 %v\n}")
