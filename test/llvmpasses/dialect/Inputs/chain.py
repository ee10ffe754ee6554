"""chain.py KIND N -- print a function in which N instructions of one kind each rest on the one before."""
import sys

kind, n = sys.argv[1], int(sys.argv[2])
out = []
say = out.append
say("""declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use_raw(ptr)
declare void @poll()
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
""")
result = {"phis": "ptr addrspace(10)", "selects": "ptr addrspace(10)",
	"insertions": "{ ptr addrspace(10), ptr addrspace(10) }",
	"addresses": "void", "regions": "void"}.get(kind, "i64")
say(f"define {result} @chain(i1 %c, ptr addrspace(10) %arg) {{\ntop:\n  %pgcstack = call ptr @julia.get_pgcstack()")
if kind not in ("addresses", "regions"):
	say("  %a = call ptr addrspace(10) @make()")
if kind in ("phis", "interior-phis"):
	# a diamond a link, with a new object on one side
	space = 10 if kind == "phis" else 11
	say("  %p0 = " + ("bitcast ptr addrspace(10) %a to ptr addrspace(10)" if space == 10
		else "addrspacecast ptr addrspace(10) %a to ptr addrspace(11)"))
	say("  br label %b1")
	for i in range(1, n + 1):
		say(f"b{i}:\n  br i1 %c, label %s{i}, label %j{i}\ns{i}:")
		say(f"  %a{i} = call ptr addrspace(10) @make()")
		if space == 11:
			say(f"  %d{i} = addrspacecast ptr addrspace(10) %a{i} to ptr addrspace(11)")
		say(f"  br label %j{i}\nj{i}:")
		say(f"  %p{i} = phi ptr addrspace({space}) [ %p{i - 1}, %b{i} ], [ %{'a' if space == 10 else 'd'}{i}, "
			f"%s{i} ]")
		say(f"  br label %b{i + 1}")
	say(f"b{n + 1}:\n  call void @poll()")
	say(f"  ret ptr addrspace(10) %p{n}" if space == 10
		else f"  %x = load i64, ptr addrspace(11) %p{n}\n  ret i64 %x")
elif kind == "selects":
	say("  %p0 = bitcast ptr addrspace(10) %a to ptr addrspace(10)")
	for i in range(1, n + 1):
		say(f"  %p{i} = select i1 %c, ptr addrspace(10) %p{i - 1}, ptr addrspace(10) %arg")
	say(f"  call void @poll()\n  ret ptr addrspace(10) %p{n}")
elif kind == "offsets":
	say("  %p0 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)")
	for i in range(1, n + 1):
		say(f"  %p{i} = getelementptr i8, ptr addrspace(11) %p{i - 1}, i64 1")
	say(f"  call void @poll()\n  %x = load i64, ptr addrspace(11) %p{n}\n  ret i64 %x")
elif kind == "insertions":
	pair = "{ ptr addrspace(10), ptr addrspace(10) }"
	say("  %b = call ptr addrspace(10) @make()")
	say(f"  %p0 = insertvalue {pair} undef, ptr addrspace(10) %a, 0")
	for i in range(1, n + 1):
		say(f"  %p{i} = insertvalue {pair} %p{i - 1}, ptr addrspace(10) {'%b' if i % 2 == 0 else '%arg'}, 1")
	say(f"  call void @poll()\n  ret {pair} %p{n}")
elif kind == "addresses":
	say("  %p0 = alloca ptr addrspace(10)")
	for i in range(1, n + 1):
		say(f"  %p{i} = getelementptr i8, ptr %p{i - 1}, i64 0")
	say(f"  %a = call ptr addrspace(10) @make()\n  store ptr addrspace(10) %a, ptr %p{n}\n"
		f"  call void @use_raw(ptr %p0)\n  ret void")
elif kind == "regions":
	# N regions of an object each, one within the other over N blocks
	for i in range(1, n + 1):
		say(f"  %a{i} = call ptr addrspace(10) @make()")
		say(f"  %t{i} = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a{i})")
	say("  br label %b1")
	for i in range(1, n + 1):
		say(f"b{i}:\n  call void @poll()\n  br i1 %c, label %b{i + 1}, label %s{i}\ns{i}:\n"
			f"  call void @poll()\n  br label %b{i + 1}")
	say(f"b{n + 1}:")
	for i in range(1, n + 1):
		say(f"  call void @llvm.julia.gc_preserve_end(token %t{i})")
	say("  ret void")
say("}")
print("\n".join(out))
