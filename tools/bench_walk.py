# SPDX-License-Identifier: MIT
"""bench_walk.py -- what a walk over a deep stack costs, by ABI and depth.

Sixty-four functions that call each other, each with two references over the call, are compiled for each ABI; at the
bottom test/bench/walk.c walks the stack over and over and counts the nanoseconds of the fastest walk.  libunwind steps
over the same stack, if there is one.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ABIS = ["gcframe", "shadow-stack", "framemap", "statepoint"]
CHAINS = {"gcframe", "shadow-stack"}
DEPTHS = [100, 1000, 10000, 100000]
FUNCTIONS = 64
ROUNDS = 5
GOALS = {True: 2.0, False: 5.0}  # nanoseconds per frame: chains, tables


def program():
    out = ["""\
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @walk_here(i64)
declare ptr addrspace(10) @lr_box_int64(i64)
declare i64 @lr_unbox_int64(ptr addrspace(10)) "gc-leaf-function"
declare void @use(ptr addrspace(10), ptr addrspace(10)) "gc-leaf-function"

define ptr addrspace(10) @start(ptr addrspace(10) %box) {
  %gcstack = call ptr @julia.get_pgcstack()
  %n = call i64 @lr_unbox_int64(ptr addrspace(10) %box)
  call void @f0(ptr "gcstack" %gcstack, i64 %n, i64 %n)
  ret ptr addrspace(10) %box
}
"""]
    for k in range(FUNCTIONS):
        out.append("""define internal void @f%d(ptr "gcstack" %%gcstack, i64 %%n, i64 %%all) noinline uwtable {
top:
  %%end = icmp eq i64 %%n, 0
  br i1 %%end, label %%bottom, label %%on
on:
  %%a = call ptr addrspace(10) @lr_box_int64(i64 %%n)
  %%b = call ptr addrspace(10) @lr_box_int64(i64 %d)
  %%less = sub i64 %%n, 1
  call void @f%d(ptr "gcstack" %%gcstack, i64 %%less, i64 %%all)
  call void @use(ptr addrspace(10) %%a, ptr addrspace(10) %%b)
  ret void
bottom:
  call void @walk_here(i64 %%all)
  ret void
}
""" % (k, k, (k * 37 + 11) % FUNCTIONS))
    return "\n".join(out)


def run(command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit("bench: %s\n%s" % (" ".join(str(c) for c in command), done.stderr))
    return done.stdout


def measure(where, depths=None):
    work = where / "walk"
    work.mkdir(exist_ok=True)
    (work / "deep.ll").write_text(program())
    (work / "use.c").write_text("void use(void *a, void *b);\nvoid use(void *a, void *b) { (void)a; (void)b; }\n")
    runtime = next(where.glob("liblateroot-rt.so"))
    there = subprocess.run(["cc", "-E", "-x", "c", "-"], input="#include <libunwind.h>\n", capture_output=True,
        text=True).returncode == 0
    unwind = ["-DHAVE_LIBUNWIND"] if there else []
    found, programs = {}, {}
    for abi in ABIS:
        exe = work / ("deep.%s" % abi)
        run([where / "bin" / "lateroot", "compile", "-O2", "--abi=" + abi, "-o", work / "deep.o", work / "deep.ll"])
        run(["cc", "-O2", "-std=gnu11", "-I", ROOT / "include"] + unwind
            + ["-no-pie", "-o", exe, ROOT / "test" / "bench" / "walk.c", work / "use.c",
            work / "deep.o", runtime, "-Wl,-rpath,%s" % runtime.parent] + (["-lunwind"] if unwind else []))
        programs[abi] = exe
    for _ in range(ROUNDS):  # in turn, so that whatever else the machine does meets all of them
        for abi, exe in programs.items():
            for depth in depths or DEPTHS:
                row = json.loads(run([exe, depth, 0.05]))
                best = found.setdefault(abi, {}).setdefault(depth, row)
                for key in ("by_batch", "by_root", "by_frame", "bare", "unwind"):
                    best[key] = min(best[key], row[key])
    found = {abi: list(rows.values()) for abi, rows in found.items()}
    return {"version": 1, "walks": found}


def text(found):
    out = ["A walk over the stack, two roots a frame: nanoseconds per frame (CPU time, the fastest of many)", "",
           "%-14s %8s %10s %10s %10s %10s %10s %10s %6s" % ("ABI", "depth", "batches", "by root", "by frame",
               "per root", "bare list", "libunwind", "goal")]
    for abi, rows in found["walks"].items():
        for r in rows:
            goal = GOALS[abi in CHAINS]
            best = r["by_batch"]
            unwind = "%.0f" % r["unwind"] if r["unwind"] else "-"
            out.append("%-14s %8d %10.2f %10.2f %10.2f %10.2f %10s %10s %6.0f%s" % (abi, r["depth"], best, r["by_root"],
                r["by_frame"], best / 2,
                "%.2f" % r["bare"] if abi == "gcframe" else "-", unwind, goal, "" if best <= goal else "  above"))
    return "\n".join(out) + "\n"
