# SPDX-License-Identifier: MIT
"""count_roots.py -- frames and root stores of placed IR: how many there are, and how many are executed.

For tools/bench and tools/late-vs-early.  IR is counted after LateLowerGCFrame, before frames become memory.
"""

import pathlib
import re
import subprocess

FRAME = re.compile(r"call .*@julia\.new_gc_frame\(i32 (\d+)\)")
SLOT = re.compile(r"^\s*(%[^ ]+) = .*call .*@julia\.get_gc_frame_slot\(")
STORE = re.compile(r"^\s*store (.*), ptr (%[^ ,]+)(?:,|$)")
# in this order wherever figures come as a tuple
EXECUTED = ("pushes", "pops", "root stores", "null stores")
COUNTERS = """
#include <stdio.h>
long counted_pushes, counted_pops, counted_roots, counted_nulls;
__attribute__((destructor)) static void tell(void)
{
	fprintf(stderr, "counted %ld %ld %ld %ld\\n", counted_pushes, counted_pops, counted_roots, counted_nulls);
}
"""
NAMES = ("counted_pushes", "counted_pops", "counted_roots", "counted_nulls")


def events(text):
    """Each line, and what it does: None or an index into EXECUTED."""
    slots = set()
    for line in text.splitlines():
        event = None
        if line.startswith("define"):
            slots = set()
        elif m := SLOT.match(line):
            slots.add(m[1])
        elif "call void @julia.push_gc_frame(" in line:
            event = 0
        elif "call void @julia.pop_gc_frame(" in line:
            event = 1
        elif (m := STORE.match(line)) and m[2] in slots:
            event = 3 if m[1].endswith(" null") else 2
        yield line, event


def present(text):
    """How many of EXECUTED there are in the text."""
    found = [0] * len(EXECUTED)
    for _, event in events(text):
        if event is not None:
            found[event] += 1
    return tuple(found)


def frames(text):
    """Frames, their words, and functions."""
    sizes = [int(n) for n in FRAME.findall(text)]
    return len(sizes), sum(sizes), len(re.findall(r"^define", text, re.M))


def instrumented(text):
    """The same module with a counter behind each of them."""
    lines = []
    for line, event in events(text):
        lines.append(line)
        if event is not None:
            lines.append(f"  %counted.{len(lines)} = atomicrmw add ptr @{NAMES[event]}, i64 1 monotonic")
    return "\n".join(lines + [f"@{name} = external global i64" for name in NAMES] + [""])


def command(*words, **more):
    done = subprocess.run(words, capture_output=True, text=True, **more)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, words))}: {done.stderr.strip()[:400]}")
    return done


def executed(lateroot, text, path, scratch):
    """How many of EXECUTED the program runs through; None if it cannot be lowered.  Compares what it prints with what
    it must print."""
    runtime = next(d for d in pathlib.Path(lateroot).resolve().parents if any(d.glob("liblateroot-rt.so")))
    (scratch / "counted.ll").write_text(instrumented(text))
    (scratch / "counters.c").write_text(COUNTERS)
    try:
        command(lateroot, "opt", "-passes=RemoveNI,FinalLowerGC,LowerPTLSPass,RemoveJuliaAddrspaces", "-o",
            scratch / "lowered.bc",
            scratch / "counted.ll")
    except RuntimeError:
        return None # LLVM may inline a frame into a place where it cannot be lowered; only early placement meets that
    command(lateroot, "compile", "-O0", "-o", scratch / "o.o", scratch / "lowered.bc")
    command("cc", "-o", scratch / "program", scratch / "o.o", scratch / "counters.c", f"-L{runtime}", "-llateroot-rt",
        f"-Wl,-rpath,{runtime}")
    done = command(scratch / "program", timeout=300)
    expected = path.with_suffix(".expected")
    if expected.exists() and done.stdout != expected.read_text():
        raise RuntimeError(f"{path}: prints something else when it is counted")
    return tuple(map(int, re.search(r"counted (\d+) (\d+) (\d+) (\d+)", done.stderr).groups()))
