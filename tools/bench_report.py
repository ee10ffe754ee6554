# SPDX-License-Identifier: MIT
"""bench_report.py -- what tools/bench found, as text: growth, ratios, what misses its target, what changed."""

import math
import os
import platform
import subprocess

import shapes

OURS = ["GCInvariantVerifier", "PropagateJuliaAddrspaces", "LateLowerGCFrame", "CheckGCRoots", "FinalLowerGC",
    "LowerPTLSPass",
    "RemoveJuliaAddrspaces"]
THEIRS = ["dse", "gvn", "instcombine"]
PHASES = ["scan", "refine", "liveness", "colour", "place", "colour stack", "shrink wrap", "make plan", "rewrite"]

# What the project wants to reach.
GROWTH = 1.10            # exponent of anything, from 4k on
BYTES = 400              # of memory, an instruction
MICROSECONDS = 2.0       # of any pass, for each instruction and global variable that it is given
SECONDS_AT_64K = 2.0     # LateLowerGCFrame
CHECKER = 3.0            # times LateLowerGCFrame
PLACEMENT_WALKS = 3.0    # placement on the large corpus, in bare walks
INSTCOMBINE = 10.0       # instcombine, in times of placement
FROM = 4096              # smaller sizes are not fitted
SHORT = 0.002            # seconds: too short to fit or to compare


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
        platform.machine())
    return "%s, %d cores" % (model, os.cpu_count())


def revision(root):
    done = subprocess.run(["git", "-C", str(root), "describe", "--always", "--dirty"], capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


def seconds(row, *names):
    """Of several gauges together; None if one is missing."""
    found = [row.get("gauges", {}).get(n, {}).get("seconds") for n in names]
    return None if None in found else sum(found)


def placement(row):
    return seconds(row, "plan", "rewrite")


def peak(row, name):
    return row["gauges"][name]["peak"] / max(1, row["instructions"])


def each(row, name):
    """Seconds of a pass for each instruction and global variable that it is given, which may be more than the file
    had."""
    return seconds(row, name) / max(1, row["gauges"][name].get("given") or row["instructions"])


def exponent(rows, value):
    """The slope of log value over log instructions, by least squares; None if there is too little to fit."""
    points = [(math.log(r["instructions"]), math.log(v)) for r in rows if r["n"] >= FROM and "gauges" in r
        for v in [value(r)] if v]
    if len(points) < 2 or points[0][0] == points[-1][0]:
        return None
    mx = sum(x for x, _ in points) / len(points)
    my = sum(y for _, y in points) / len(points)
    return sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)


def growth(rows, name):
    """Exponents of seconds, of instructions retired and of memory."""
    by_time = exponent(rows, lambda r: max(seconds(r, name) or 0, 0))
    by_count = exponent(rows, lambda r: r["gauges"].get(name, {}).get("retired"))
    by_memory = exponent(rows, lambda r: r["gauges"].get(name, {}).get("peak"))
    return by_time, by_count, by_memory


def by_shape(found):
    groups = {}
    for row in found["shapes"]:
        groups.setdefault(row["shape"], []).append(row)
    return groups


def line(row):
    """What is said of a shape while it is measured."""
    if "failed" in row:
        return "%-22s %7d: FAILED: %s" % (row["shape"], row["n"], row["failed"])
    late = seconds(row, "LateLowerGCFrame")
    return "%-22s %7d: %8d instructions, LateLowerGCFrame %8.1f ms%s%s" % (
        row["shape"], row["n"], row["instructions"], late * 1e3,
        ", LLVM's passes: " + row["llvm_failed"] if row.get("llvm_failed") else "",
        ", on a small stack: " + row["stack_failed"] if row.get("stack_failed") else "")


def misses(found):
    """Everything that is not as it ought to be."""
    said = []
    for shape, rows in by_shape(found).items():
        for row in rows:
            if "failed" in row:
                said.append("%s, n=%d: %s" % (shape, row["n"], row["failed"]))
            elif row.get("stack_failed"):
                said.append("%s, n=%d: on a small stack: %s" % (shape, row["n"], row["stack_failed"]))
        rows = [r for r in rows if "gauges" in r]
        if not rows:
            continue
        last = rows[-1]
        for name in OURS:
            time, count, memory = growth(rows, name)
            long_enough = seconds(last, name) >= SHORT * 5
            if count and count > GROWTH:
                said.append("%s: %s grows like n^%.2f (instructions retired)" % (shape, name, count))
            elif not count and time and time > GROWTH and long_enough:
                said.append("%s: %s grows like n^%.2f" % (shape, name, time))
            if memory and memory > GROWTH and peak(last, name) > BYTES / 4:
                said.append("%s: memory of %s grows like n^%.2f" % (shape, name, memory))
            worst = max(rows, key=lambda r: peak(r, name))
            if peak(worst, name) > BYTES:
                said.append("%s: %s takes %.0f bytes an instruction (n=%d)" % (shape, name, peak(worst, name),
                    worst["n"]))
            us = each(last, name) * 1e6
            if us > MICROSECONDS and long_enough:
                said.append("%s: %s takes %.1f us for each instruction that it is given (n=%d)" % (shape, name, us,
                    last["n"]))
        for row in rows:
            if row["n"] == 65536 and seconds(row, "LateLowerGCFrame") > SECONDS_AT_64K:
                said.append("%s: LateLowerGCFrame takes %.1f s at 64k" % (shape, seconds(row, "LateLowerGCFrame")))
        checker = seconds(last, "CheckGCRoots") / seconds(last, "LateLowerGCFrame")
        if checker > CHECKER:
            said.append("%s: the checker takes %.1f times LateLowerGCFrame" % (shape, checker))
    for row in found["corpus"]:
        if row["kind"] == "large, all":
            walks = placement(row) / seconds(row, "walk")
            if walks > PLACEMENT_WALKS:
                said.append("large corpus: placement takes %.1f walks" % walks)
            theirs = seconds(row, "instcombine")
            if theirs and theirs / placement(row) < INSTCOMBINE:
                said.append("large corpus: instcombine takes only %.1f times placement" % (theirs / placement(row)))
    return said


def number(x, form="%.2f"):
    return "-" if x is None else form % x


def passes_table(row):
    rows = ["  %-26s %10s %10s %10s %12s" % ("", "ms", "ns/inst", "walks", "bytes/inst")]
    walk = seconds(row, "walk")
    for name in ["walk"] + PHASES + OURS + THEIRS:
        s = seconds(row, name)
        if s is not None:
            memory = "%12.0f" % peak(row, name) if name in OURS else ""
            rows.append("  %-26s %10.1f %10.1f %10.2f %s" % (name, s * 1e3, s / row["instructions"] * 1e9, s / walk,
                memory))
    return rows


def text(found):
    out = ["lateroot %s on %s" % (found["revision"], found["machine"]), ""]
    groups = by_shape(found)
    if groups:
        out.append("Shapes: growth is the exponent over sizes from 4k on, by time and, where counted, by instructions "
            "retired; the rest is at the")
        out.append("largest n.  Late: LateLowerGCFrame; walks and instcombine: its time in bare walks, and as a share "
            "of instcombine's.  ns/inst: for each")
        out.append("instruction and global variable that the pass is given, which for the last four is more than the "
            "file has.")
        out.append("")
        out.append("%-22s %7s %8s %6s %6s %8s %7s %9s %7s  %s" % ("shape", "n", "insts", "growth", "(ret.)", "ms",
            "walks", "instcomb.", "B/inst",
            "ns/inst: " + " ".join(["verify", "propag", "late", "check", "final", "ptls", "remove"])))
        for shape, rows in groups.items():
            rows = [r for r in rows if "gauges" in r]
            if not rows:
                out.append("%-22s failed" % shape)
                continue
            last = rows[-1]
            time, count, _ = growth(rows, "LateLowerGCFrame")
            late = seconds(last, "LateLowerGCFrame")
            with_theirs = next((r for r in reversed(rows) if seconds(r, "instcombine")), None)
            share = with_theirs and seconds(with_theirs, "LateLowerGCFrame") / seconds(with_theirs, "instcombine")
            out.append("%-22s %7d %8d %6s %6s %8.1f %7.1f %9s %7.0f  %s" % (
                shape, last["n"], last["instructions"], number(time), number(count), late * 1e3,
                late / seconds(last, "walk"), number(share),
                peak(last, "LateLowerGCFrame"),
                " ".join("%6.0f" % (each(last, n) * 1e9) for n in OURS)))
        out.append("")
    for row in found["corpus"]:
        if "gauges" not in row:
            continue
        out.append("Corpus %s: %d modules, %d functions, %d instructions, %d safepoints; %d slots (lower bound %d), "
            "%d root stores%s" % (
            row["kind"], row["modules"], row["functions"], row["instructions"], row["safepoints"], row["slots"],
            row["max_live"], row["stores"],
            "; FAILED: %d" % row["failed_modules"] if row.get("failed_modules") else ""))
        if row["kind"] in ("large, all", "small") or not row["kind"].startswith("large"):
            out += passes_table(row)
        out.append("")
    said = misses(found)
    out.append("Not as it ought to be:" if said else "Everything is as it ought to be.")
    out += ["  " + s for s in said]
    return "\n".join(out) + "\n"


def compare(old, new):
    """Ratios new/old of time in walks (which the machine's load changes least), of instructions and of memory.  A
    change counts if it is more than noise: the ratios of the walks themselves, which nothing in the project can change,
    tell how much that is."""
    pairs = []
    for key, rows in (("shapes", lambda r: (r["shape"], r["n"])), ("corpus", lambda r: (r["kind"], 0))):
        before = {rows(r): r for r in old.get(key, []) if "gauges" in r}
        pairs += [(rows(r), before[rows(r)], r) for r in new.get(key, []) if "gauges" in r and rows(r) in before]
    drift = sorted(abs(math.log(seconds(b, "walk") / b["instructions"] / (seconds(a, "walk") / a["instructions"])))
                   for _, a, b in pairs if seconds(a, "walk") > SHORT / 4)
    noise = max(0.15, 2 * drift[len(drift) * 3 // 4] if drift else 0)
    out = ["Compared with %s; changes above %.0f%% count (1%% for instructions, 5%% for memory):" % (old["revision"],
        (math.exp(noise) - 1) * 100)]
    worse = False
    for (name, n), a, b in pairs:
        for g in OURS + ["plan", "rewrite"]:
            x, y = a["gauges"].get(g), b["gauges"].get(g)
            if not x or not y:
                continue
            changes = []
            time = (y["seconds"] / seconds(b, "walk")) / (x["seconds"] / seconds(a, "walk"))
            plain = y["seconds"] / x["seconds"]
            counted = x.get("retired") and y.get("retired")
            if counted and abs(math.log(y["retired"] / x["retired"])) > 0.01:
                changes.append(("instructions", y["retired"] / x["retired"]))
            # slower both in walks and in seconds: neither a slow walk nor a busy machine alone
            elif not counted and max(x["seconds"],
                y["seconds"]) > SHORT and abs(math.log(time)) > noise and abs(math.log(plain)) > noise \
                and (time > 1) == (plain > 1):
                changes.append(("time", time))
            if x["peak"] > 65536 and abs(math.log(max(1, y["peak"]) / x["peak"])) > 0.05:
                changes.append(("memory", y["peak"] / x["peak"]))
            for what, ratio in changes:
                worse = worse or ratio > 1
                out.append("  %s %-22s %7s  %-26s %s x %.2f" % ("WORSE " if ratio > 1 else "better", name, n or "", g,
                    what, ratio))
    if len(out) == 1:
        out.append("  nothing")
    return "\n".join(out) + "\n", worse
