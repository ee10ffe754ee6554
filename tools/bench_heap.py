# SPDX-License-Identifier: MIT
"""bench_heap.py -- what a heap costs: the programs of test/bench/heap on the reference heap, on malloc without free,
and on bdwgc.

One source each (heap.h there): C in the dialect through clang's plug-in, and plain C twice.  bdwgc scans
conservatively, as Debian ships it. All ways run in turn, again and again, in one run of this script, so that whatever
else the machine does meets all of them; the least CPU time of each counts, and the peak of resident memory that belongs
to it.  All must print the same.

pauses.c is one more program, of the reference heap alone: the other heaps tell no pauses.  It prints what is alive and
the percentiles of its pauses; the run with the shortest longest pause of a minor collection counts.
"""

import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ["lisp", "gcbench", "maps", "vm", "knucleotide", "splay", "arrays", "regex", "oldarray"]
WAYS = ["lateroot", "malloc", "bdwgc"]
RUNS = 5
GOAL_EACH, GOAL_MEAN, GOAL_MEMORY = 1.10, 0.85, 1.3
ALIVE_MB, GOAL_PAUSE_MS = 200, 5


def commands(where, clang, program):
    source = ROOT / "test" / "bench" / "heap" / (program + ".c")
    common = [clang, "-O2", "-std=c2x", source]
    library = next(where.glob("liblateroot-rt.so"))
    plugin = next((where / "bin").glob("lateroot-opt.so"))
    return {
        "lateroot": common + ["-fpass-plugin=%s" % plugin, "-I%s" % (ROOT / "include"), library,
            "-Wl,-rpath,%s" % library.parent],
        "malloc": common + ["-DBENCH_MALLOC"],
        "bdwgc": common + ["-DBENCH_BDW", "-lgc"],
    }


def build(where, clang, work, programs, ways=WAYS):
    """{(program, way): path}; a way that does not compile, such as bdwgc where it is not installed, is left out."""
    made = {}
    for program in programs:
        for way, command in ((w, c) for w, c in commands(where, clang, program).items() if w in ways):
            path = work / ("%s.%s" % (program, way))
            done = subprocess.run([str(c) for c in command + ["-o", path]], capture_output=True, text=True)
            if done.returncode == 0:
                made[program, way] = path
            elif way == "bdwgc":
                print("bench: without bdwgc: %s" % done.stderr.strip().splitlines()[:1], file=sys.stderr)
            else:
                sys.exit("bench: %s, %s:\n%s" % (program, way, done.stderr))
    return made


def run(path, statistics=False, arguments=()):
    """(CPU seconds, peak MB, output, what stderr says)"""
    environment = dict(os.environ, **({"LATEROOT_GC_STATS": "1"} if statistics else {}))
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen([str(path), *arguments], stdout=out, stderr=err, env=environment)
        status, usage = os.wait4(child.pid, 0)[1:]
        child.returncode = status
        out.seek(0)
        err.seek(0)
        if status:
            sys.exit("bench: %s ends with status %d: %s" % (path, status, err.read().decode(errors="replace")[-500:]))
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.read(), err.read().decode()


def instructions(path):
    """Instructions of the program, retired in user mode, or None without perf."""
    if not shutil.which("perf"):
        return None
    done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", str(path)], capture_output=True, text=True)
    found = re.search(r"^(\d+),", done.stderr, flags=re.M)
    return int(found.group(1)) if found else None


def fastest(made, program, runs):
    best, outputs = {}, set()
    for _ in range(runs):
        for way in WAYS:
            if (program, way) not in made:
                continue
            seconds, peak, output, _ = run(made[program, way])
            outputs.add(output)
            if way not in best or seconds < best[way]["seconds"]:
                best[way] = {"seconds": seconds, "peak": peak}
    if len(outputs) != 1:
        sys.exit("bench: %s prints different things: %s" % (program, outputs))
    return best


def statistics(path):
    """{name: value} of the statistics, as the runtime prints them."""
    return dict(re.findall(r"^gc: (.*?) +([\d.]+)$", run(path, statistics=True)[3], flags=re.M))


def pauses(path, megabytes=ALIVE_MB):
    """{"alive": MB, "minor": {"n":, "p50":, "p95":, "p99":, "longest":}, "full": ...}, in ms: one run of pauses.c."""
    output = run(path, arguments=[str(megabytes)])[2].decode()
    found = {"alive": int(re.search(r"(\d+) MB alive$", output, flags=re.M).group(1))}
    for kind, n, times in re.findall(r"^(minor|full) +(\d+) pauses, ms: (.*)$", output, flags=re.M):
        found[kind] = {"n": int(n), **{k: float(v) for k, v in (t.split() for t in times.split(", "))}}
    return found


def measure_pauses(where, clang, runs=RUNS):
    """The best of several runs; "worst": the longest pause of a minor collection in all of them."""
    work = where / "heap"
    work.mkdir(exist_ok=True)
    path = build(where, clang, work, ["pauses"], ["lateroot"])["pauses", "lateroot"]
    all_runs = [pauses(path) for _ in range(runs)]
    best = min(all_runs, key=lambda found: found["minor"]["longest"])
    return {**best, "processors": len(os.sched_getaffinity(0)), "runs": runs,
        "worst": max(found["minor"]["longest"] for found in all_runs)}


def measure(where, clang, count=False, programs=None, runs=RUNS):
    """One row a program."""
    work = where / "heap"
    work.mkdir(exist_ok=True)
    rows = []
    made = build(where, clang, work, programs or PROGRAMS)
    for program in programs or PROGRAMS:
        row = {"program": program, "ways": fastest(made, program, runs),
            "statistics": statistics(made[program, "lateroot"])}
        for way in row["ways"] if count else ():
            row["ways"][way]["instructions"] = instructions(made[program, way])
        rows.append(row)
        print(line(row), file=sys.stderr, flush=True)
    return rows


def ratios(row):
    """(time beside the better of the others, peak memory beside bdwgc)"""
    ways = row["ways"]
    time = ways["lateroot"]["seconds"] / min(g["seconds"] for w, g in ways.items() if w != "lateroot")
    return time, ways["lateroot"]["peak"] / ways["bdwgc"]["peak"] if "bdwgc" in ways else math.nan


def line(row):
    told = row["statistics"]
    cells = ["%8.2f" % row["ways"][w]["seconds"] if w in row["ways"] else "%8s" % "-" for w in WAYS]
    cells += ["%6.0f" % row["ways"][w]["peak"] if w in row["ways"] else "%6s" % "-" for w in WAYS]
    kinds = "%s minor, %s full" % (told.get("minor collections"), told.get("full collections"))
    longest = ["%s %s" % (n.removesuffix(", ms"), v) for n, v in told.items() if "pause" in n and "longest" in n]
    text = "%-12s %s %7.2f %7.2f  %s; %s" % (row["program"], " ".join(cells), *ratios(row), kinds, ", ".join(longest))
    counts = ["%s %.0f" % (w, g["instructions"] / 1e6) for w, g in row["ways"].items() if g.get("instructions")]
    return text + ("\n%-12s million instructions: %s" % ("", ", ".join(counts)) if counts else "")


def pauses_text(found):
    lines = ["pauses, ms, with %(alive)d MB alive on %(processors)d processors, the best of %(runs)d runs:" % found]
    lines += ["  %-6s %5d: p50 %.2f, p95 %.2f, p99 %.2f, longest %.2f" % (kind, *(found[kind][k] for k in
        ("n", "p50", "p95", "p99", "longest"))) for kind in ("minor", "full")]
    lines.append("longest pause of a minor collection: %.2f ms (goal %.2f); of all runs %.2f"
                 % (found["minor"]["longest"], GOAL_PAUSE_MS, found["worst"]))
    return "\n".join(lines) + "\n"


def text(rows):
    times = [ratios(row)[0] for row in rows]
    mean = math.exp(sum(map(math.log, times)) / len(times))
    lines = ["%-12s %s %7s %7s" % ("CPU s, MB", " ".join(["%8s" % w for w in WAYS] + ["%6s" % "MB"] * 3), "time",
        "memory")]
    lines += [line(row) for row in rows]
    lines.append("time beside the better of malloc and bdwgc: geometric mean %.2f (goal %.2f), worst %.2f (goal %.2f)"
                 % (mean, GOAL_MEAN, max(times), GOAL_EACH))
    lines.append("memory beside bdwgc: worst %.2f (goal %.2f)" % (max(ratios(row)[1] for row in rows), GOAL_MEMORY))
    return "\n".join(lines) + "\n"
