#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# results.py -- calls of functions with results of many types.
#
#   results.py make             writes a module: for each type a function that calls one in the module and one outside
#   results.py check NOTES      reads what llvm-objdump -dr prints of it; prints which types keep statepoints, and calls
#                               that lead nowhere; exit status 1 if there are any, or if a callee is not called once
import re
import sys

FLOATS = ["half", "bfloat", "float", "double", "x86_fp80", "fp128", "ppc_fp128"]
INTEGERS = [f"i{n}" for n in (1, 7, 8, 16, 24, 32, 33, 48, 64, 65, 96, 128, 129, 192, 256, 512)]
VECTORS = [f"<{n} x {e}>" for n in (1, 2, 3, 4, 5, 8, 16, 32, 64)
           for e in ("i1", "i8", "i16", "i32", "i64", "i128", "ptr", "half", "bfloat", "float", "double", "x86_fp80",
                     "fp128")]
PARTS = ["i8", "i33", "i64", "ptr", "i128", "half", "float", "double", "x86_fp80", "fp128", "<2 x float>",
         "<4 x i32>", "<2 x i64>"]
COMPOSITES = ([f"{{{a}}}" for a in PARTS] + [f"[{n} x {a}]" for a in PARTS for n in (2, 3)]
              + [f"{{{a}, {b}}}" for a in PARTS for b in PARTS] + [f"{{i64, {a}, {a}}}" for a in PARTS]
              + ["{}", "[0 x i64]", "{{}, i64}", "{{i32}, [2 x i8]}", "[4 x i16]", "[4 x i64]", "{i1, i256}"])
TYPES = INTEGERS + FLOATS + VECTORS + COMPOSITES
# These make LLVM's code generator end the process for any call, on some of the machines.
KNOWN = re.compile(r"ppc_fp128")


def make():
    print("""declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
; its section's symbol is at the same place
define void @first(ptr "gcstack" %s) "lateroot-abi"="framemap" {
  call void @use(ptr addrspace(10) null)
  ret void
}""")
    for n, t in enumerate(TYPES):
        if KNOWN.search(t):
            continue
        print(f"""declare {t} @out{n}()
define hidden {t} @in{n}(ptr "gcstack" %s, ptr %p) noinline {{
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %a)
  %r = load {t}, ptr %p
  ret {t} %r
}}
define void @f{n}(ptr "gcstack" %s, ptr %p) {{
  %a = call ptr addrspace(10) @make()
  %x = call {t} @in{n}(ptr "gcstack" %s, ptr %p)
  store {t} %x, ptr %p
  %y = call {t} @out{n}()
  store {t} %y, ptr %p
  call void @use(ptr addrspace(10) %a)
  ret void
}}""")


def functions(lines):
    """Yields the name and the lines of each function."""
    name, body = None, []
    for line in lines:
        m = re.match(r"[0-9a-f]+ <(.+)>:$", line)
        if m and not m[1].startswith((".L", "$")):
            if name:
                yield name, body
            name, body = m[1], []
        elif name:
            body.append(line.strip())
    if name:
        yield name, body


def check(notes):
    refused = {int(n) for n in re.findall(r"in function 'f(\d+)'", open(notes, encoding="utf-8").read())}
    seen, bad = set(), 0
    for name, body in functions(sys.stdin):
        m = re.fullmatch(r"f(\d+)", name)
        if not m:
            continue
        n = int(m[1])
        seen.add(n)
        callees = []
        for i, line in enumerate(body):
            # RISC-V calls by two instructions, the first of which has the relocation.
            if not re.search(r":\s+(callq?|bl|blr|jalr)\s", line):
                continue
            to = re.findall(r"R_\w+\s+([^\s+-]+)", " ".join(body[max(0, i - 2):i + 2]))
            here = re.findall(r"<([^>]+)>", line)
            callees += [to[-1] if to else here[0] if here else "nowhere"]
        # conversions and copies of memory are calls, too
        callees = [c for c in callees if not re.match(r"__\w+f2$|mem", c)]
        if callees.count(f"in{n}") != 1 or len(callees) != 4 or "nowhere" in callees:
            print(f"{TYPES[n]}: calls {callees}")
            bad += 1
    for n, t in enumerate(TYPES):
        if n in seen:
            print("framemap" if n in refused else "statepoint", t, "end")
    return 1 if bad or not seen else 0


if __name__ == "__main__":
    sys.exit(make() if sys.argv[1] == "make" else check(sys.argv[2]))
