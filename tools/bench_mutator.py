# SPDX-License-Identifier: MIT
"""bench_mutator.py -- what roots cost while a program runs.

Each program of test/bench is built in several ways and run in turn, again and again, so that whatever else the machine
does meets all of them; the least CPU time of each counts.

  none  an unsafe yardstick: LateLowerGCFrame does not see the GC stack, so it roots nothing; all else is the same
  ours  as lateroot compile does it
  entry the same with --no-shrink-wrap: frames at the top of functions
  and the other ABIs, as lateroot compile --abi= does them; with "-r", slots are read again (--reload)
  registers  statepoint with roots in callee-saved registers, an unsafe yardstick: LLVM's llc can, but nothing walks
             what it makes, so main, below which rounds are collected, is of another ABI

The examples are run with counters behind pushes, pops and root stores (count_roots.py), as placed and with all
optimisations left out.
"""

import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import count_roots

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ["tree-sum", "boxed-fib", "calls", "cold", "binary-trees", "hash-table", "strings"]
GOAL = {"boxed-fib": 1.30}
GOAL_OTHERS = 1.05
RUNS = 9
# Nothing is collected while a round runs; bench.h says why.
NURSERY = str(1 << 30)
IN_REGISTERS = ["-max-registers-for-gc-values=16", "-fixup-allow-gcptr-in-csr"]


def run(command, text=None):
    done = subprocess.run([str(c) for c in command], input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit("bench: %s\n%s" % (" ".join(str(c) for c in command), done.stderr))
    return done.stdout


def without_roots(lateroot, source, target):
    """Hide the GC stack from LateLowerGCFrame, and show it to the passes after it, which allocate with its help."""
    ir = source.read_text()
    ir = ir.replace('"gcstack" swiftself', '"hidden" swiftself').replace("@julia.get_pgcstack(",
        "@hidden.get_pgcstack(")
    hidden = target.with_suffix(".hidden.ll")
    hidden.write_text(ir)
    ir = run([lateroot, "opt", "-S", "--passes=InlineAllocation,LateLowerGCFrame", "-o", "-", hidden])
    if "gc_frame" in ir:
        sys.exit("bench: %s has a frame although it should not" % hidden)
    target.write_text(ir.replace('"hidden" swiftself', '"gcstack" swiftself')
        .replace("@hidden.get_pgcstack(", "@julia.get_pgcstack("))
    run([lateroot, "opt", "-S", "--passes=FinalLowerGC,LowerPTLSPass,RemoveJuliaAddrspaces", "-o", target, target])


def ways():
    """Name -> options of lateroot compile."""
    return {"none": [], "ours": [], "ours-r": ["--reload"], "entry": ["--no-shrink-wrap"],
        "framemap": ["--abi=framemap"],
        "framemap-r": ["--abi=framemap", "--reload"], "statepoint": ["--abi=statepoint"],
        "registers": ["--abi=statepoint"],
        "shadow-stack": ["--abi=shadow-stack"]}


def compile_in_registers(lateroot, llvm_bin, source, object_):
    ir = object_.with_suffix(".lowered.ll")
    source_ir = source.read_text().replace("define i32 @main() {", 'define i32 @main() "lateroot-abi"="gcframe" {')
    ir.write_text(source_ir)
    run([lateroot, "opt", "-S", "--passes=julia<level=2;abi=statepoint>", "-o", ir, ir])
    run([llvm_bin / "llc", "-O2", "--relocation-model=static", "--filetype=obj", "-o", object_, ir] + IN_REGISTERS)


def build(where, llvm_bin, program, way, rounds=None):
    """The program; with `rounds`, it ends after so many."""
    lateroot = where / "bin" / "lateroot"
    runtime = next(where.glob("liblateroot-rt.so"))
    work = where / "mutator"
    work.mkdir(exist_ok=True)
    source = ROOT / "test" / "bench" / (program + ".ll")
    stem = work / ("%s.%s" % (program, way))
    if rounds:
        ir, found = re.subn(r"(icmp ult i32 %round\.0, )\d+", r"\g<1>%d" % rounds, source.read_text(), count=1)
        if not found:
            sys.exit("bench: %s has no rounds" % source)
        source = stem.with_suffix(".rounds.ll")
        source.write_text(ir)
    if way == "none":
        without_roots(lateroot, source, stem.with_suffix(".none.ll"))
        source = stem.with_suffix(".none.ll")
    object_, exe = pathlib.Path("%s.o" % stem), pathlib.Path("%s.%s" % (stem, rounds or "exe"))
    if way == "registers":
        compile_in_registers(lateroot, llvm_bin, source, object_)
    else:
        run([lateroot, "compile", "-O2"] + ways()[way] + ["-o", object_, source])
    run(["cc", "-O2", "-no-pie", "-o", exe, object_, ROOT / "test" / "bench" / "opaque.c", runtime,
        "-Wl,-rpath,%s" % runtime.parent])
    return exe


def cpu_seconds(exe):
    """CPU time of one run, and what it printed."""
    reader, writer = os.pipe()
    child = os.posix_spawn(exe, [str(exe)], dict(os.environ, LATEROOT_GC_NURSERY=NURSERY),
                           file_actions=[(os.POSIX_SPAWN_DUP2, writer, 1), (os.POSIX_SPAWN_CLOSE, reader)])
    os.close(writer)
    with os.fdopen(reader) as f:
        output = f.read()
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit("bench: %s ends with status %d" % (exe, status))
    return usage.ru_utime + usage.ru_stime, output


def instructions(exe, *arguments):
    """Instructions of one run, by callgrind; None: the run failed."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(exe), *arguments],
                          capture_output=True, text=True, env=dict(os.environ, LATEROOT_GC_NURSERY=NURSERY))
    m = re.search(r"Collected : (\d+)", done.stderr)
    return int(m.group(1)) if m and done.returncode == 0 else None


def measure(where, llvm_bin, count):
    found = {}
    for program in PROGRAMS:
        builds = {way: build(where, llvm_bin, program, way) for way in ways()}
        times, printed = {way: [] for way in builds}, set()
        for _ in range(RUNS):
            for way, exe in builds.items():
                seconds, output = cpu_seconds(exe)
                times[way].append(seconds)
                printed.add(output)
        if len(printed) != 1:
            sys.exit("bench: the builds of %s do not agree: %s" % (program,
                ", ".join(sorted(repr(p) for p in printed))))
        found[program] = {way: {"seconds": min(t), "spread": sorted(t)[len(t) // 2] / min(t) - 1}
            for way, t in times.items()}
        if count:
            for way in builds: # of one round: what comes before and after counts in both
                one, two = (instructions(build(where, llvm_bin, program, way, n)) for n in (1, 2))
                found[program][way]["retired"] = two - one if one and two else None
        print("%-14s %s" % (program, "  ".join("%s %.3f s" % (w, t["seconds"]) for w, t in found[program].items())),
            file=sys.stderr, flush=True)
    return {"version": 1, "programs": found, "examples": count_examples(where / "bin" / "lateroot")}


def count_examples(lateroot):
    """Name -> way -> {"there": ..., "executed": ...}, both in the order of count_roots.EXECUTED."""
    found = {}
    for path in sorted((ROOT / "examples").glob("*.ll")):
        found[path.stem] = {}
        for way, options in (("ours", []), ("without", ["--without=all"])):
            with tempfile.TemporaryDirectory() as name:
                out = pathlib.Path(name) / "out.ll"
                run([lateroot, "opt", "-passes=LowerExcHandlers,InlineAllocation,LateLowerGCFrame", "-S", "-o", out,
                    path] + options)
                text = out.read_text()
                found[path.stem][way] = {"there": count_roots.present(text),
                    "executed": count_roots.executed(lateroot, text, path, pathlib.Path(name))}
    return found


def examples_text(examples):
    """A column for each kind: with all optimisations left out, and ours."""
    out = ["", "Roots of the examples: all optimisations left out -> ours", "",
           "%-16s" % "there" + "".join("%20s" % kind for kind in count_roots.EXECUTED)]
    for which in ("there", "executed"):
        if which == "executed":
            out += ["", "%-16s" % which + "".join("%20s" % kind for kind in count_roots.EXECUTED)]
        total = {"ours": [0] * 4, "without": [0] * 4}
        for name, r in examples.items():
            if r["ours"][which] is None or r["without"][which] is None:
                continue
            for way in total:
                total[way] = [a + b for a, b in zip(total[way], r[way][which])]
            out.append("%-16s" % name + "".join("%20s" % ("%d -> %d" % pair)
                for pair in zip(r["without"][which], r["ours"][which])))
        out.append("%-16s" % "all" + "".join("%20s" % ("%d -> %d" % pair)
            for pair in zip(total["without"], total["ours"])))
    return "\n".join(out) + "\n"


def ratio(result, way, key="seconds"):
    return result[way][key] / result["none"][key] if result[way].get(key) and result["none"].get(key) else None


def instructions_text(programs):
    counted = [r for r in programs.values() if r["none"].get("retired")]
    if not counted:
        return ""
    names = [way for way in counted[0] if way != "none"]
    out = ["", "Instructions of one round, likewise", "", "%-14s" % "program" + "".join("%13s" % way for way in names)]
    for program, r in programs.items():
        out.append("%-14s" % program + "".join("%13s" % ("%.2f" % ratio(r, way, "retired") if ratio(r, way, "retired")
            else "-") for way in names))
    return "\n".join(out) + "\n"


def text(found):
    out = ["What roots cost: CPU time as a multiple of the same program without any (unsafe); noise: median over "
        "minimum, of the yardstick", "",
           "%-14s %9s %6s %8s %8s %8s" % ("program", "none, s", "noise", "ours", "(insts)", "goal")]
    for program, r in found["programs"].items():
        goal = GOAL.get(program, GOAL_OTHERS)
        ours = ratio(r, "ours")
        counted = ratio(r, "ours", "retired")
        extra = "".join("  %s %.2f" % (way, ratio(r, way)) for way in r if way not in ("none", "ours"))
        out.append("%-14s %9.3f %5.0f%% %8.2f %8s %8.2f%s%s" % (program, r["none"]["seconds"],
            r["none"]["spread"] * 100, ours,
            "%.2f" % counted if counted else "-", goal, extra, "" if ours <= goal else "  above"))
    return "\n".join(out) + "\n" + instructions_text(found["programs"]) + examples_text(found["examples"])


def compare(old, new):
    out, worse = ["Compared with the earlier figures, ratios above 5% count:"], False
    for program, r in new["programs"].items():
        if program not in old["programs"]:
            continue
        change = ratio(r, "ours") / ratio(old["programs"][program], "ours")
        if abs(math.log(change)) > 0.05:
            worse = worse or change > 1
            out.append("  %s %-14s x %.2f" % ("WORSE " if change > 1 else "better", program, change))
    if len(out) == 1:
        out.append("  nothing")
    return "\n".join(out) + "\n", worse
