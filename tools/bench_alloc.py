# SPDX-License-Identifier: MIT
"""bench_alloc.py -- allocations that vanish: shapes, programs with boxes, and real modules.

Each shape and program of test/bench/alloc is optimised by julia<level=2> with the passes that remove allocations and
without them ("off": LLVM's own passes, which remove some).  Before the lowering allocations are counted as they stand,
and once more while the program runs.  Shapes say in their comments which an ideal pass leaves.

Programs run boxed and plain, one after the other, again and again; the least CPU time of each counts.

Of real modules, as their front end made them without optimising ("o0"), allocations, barriers in loops and preserved
regions in loops are counted.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import bench_mutator

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "test" / "bench" / "alloc"
SHAPES = ["dead", "escape", "merge", "nested"]
PROGRAMS = ["mandelbrot", "nbody", "spectral-norm", "fft", "iterate"]
SMALL = {"mandelbrot": 12, "nbody": 20, "spectral-norm": 12, "fft": 64, "iterate": 10}  # sizes for counting
GOAL_TIME = 1.1
RUNS = 7
OURS = ("alloc_opt", "julia_licm")
CORPUS_PROFILE = "--profile=julia-1.13"  # whose objects these are
WAYS = {"off": "".join(";no_" + o for o in OURS), "on": ""}
ALLOCATION = re.compile(r"^\s*%\S+ = (?:tail )?call .*@julia\.gc_alloc_(?:obj|memory)\(")
UNCOUNTED = ("digest", "drive", "main")  # functions of shapes that are no shapes


def run(command, text=None, **more):
    done = subprocess.run([str(c) for c in command], input=text, capture_output=True, text=True, **more)
    if done.returncode:
        raise RuntimeError("%s\n%s" % (" ".join(str(c) for c in command), done.stderr[-2000:]))
    return done.stdout


def optimised(lateroot, path, way, *options):
    """The module in front of its lowering, as text; "source": as it is."""
    if way == "source":
        return path.read_text()
    pipeline = "julia<level=2;no_lower_intrinsics;no_remove_ni;no_cleanup%s>" % WAYS[way]
    return run([lateroot, "opt", "-S", "--passes=" + pipeline, "-o", "-", path, *options])


def functions(text):
    """Name -> lines of its body."""
    found = {}
    for m in re.finditer(r"^define [^@]*@([\w.]+)\(.*?^\}", text, re.M | re.S):
        found[m.group(1)] = m.group(0).splitlines()
    return found


def static_counts(text):
    """Function -> allocations in it."""
    return {name: sum(bool(ALLOCATION.match(line)) for line in lines) for name, lines in functions(text).items()}


def instrumented(text):
    """The same module that counts its allocations in @allocations."""
    lines, inside = [], None
    for line in text.splitlines():
        if m := re.match(r"define [^@]*@([\w.]+)\(", line):
            inside = m.group(1)
        if ALLOCATION.match(line) and inside not in UNCOUNTED:
            lines.append("  %%counted.%d = atomicrmw add ptr @allocations, i64 1 monotonic" % len(lines))
        lines.append(line)
    return "\n".join(lines) + "\n"


def shape_names(path):
    """The shapes in the order in which main calls them."""
    return re.findall(r"call void @drive\(ptr (?:nonnull )?@(\w+)\)", path.read_text())


def comment_of(path, name):
    """What the file says of a shape."""
    m = re.search(r"((?:^;.*\n)+)define i64 @%s\(" % name, path.read_text(), re.M)
    return " ".join(line.lstrip("; ") for line in m.group(1).splitlines()) if m else ""


def measure_shapes(lateroot, scratch):
    """Rows of shapes: for each way [static, executed], and the checksum, which must be the same."""
    rows = []
    for stem in SHAPES:
        path = FOLDER / (stem + ".ll")
        names = shape_names(path)
        found = {name: {} for name in names}
        sums = {}
        for way in ("source",) + tuple(WAYS):
            text = optimised(lateroot, path, way)
            static = static_counts(text)
            counted = scratch / ("%s.%s.ll" % (stem, way))
            counted.write_text(instrumented(text))
            out = [line.split() for line in run([lateroot, "run", counted]).splitlines()]
            if len(out) != len(names):
                raise RuntimeError("%s prints %d lines for %d shapes" % (counted, len(out), len(names)))
            helpers = {"returned_sometimes": ["maybe"], "closure": ["count"], "returned_pair": ["divide"]}
            for name, (sum_, executed) in zip(names, out):
                if sums.setdefault(name, sum_) != sum_:
                    raise RuntimeError("%s, %s: checksum %s and not %s" % (name, way, sum_, sums[name]))
                there = static.get(name, 0) + sum(static.get(h, 0) for h in helpers.get(name, ()))
                found[name][way] = [there, int(executed)]
        rows += [{"file": stem, "shape": name, "ideal": comment_of(path, name), **found[name]} for name in names]
    return rows


def counted_run(lateroot, text, size, scratch, name):
    """Allocations that the program executes, and what it prints."""
    text = text.replace("ret i32 0\n", "%counted.end = load i64, ptr @allocations\n"
                        "  %counted.told = call i32 (ptr, ...) @printf(ptr @counted.line, i64 %counted.end)\n"
                        "  ret i32 0\n", 1)
    if "%counted.told" not in text:
        raise RuntimeError("%s: there is no end to count at" % name)
    text += '\n@allocations = global i64 0\n@counted.line = private constant [5 x i8] c"%ld\\0A\\00"\n'
    path = scratch / (name + ".counted.ll")
    path.write_text(instrumented(text))
    lines = run([lateroot, "run", path, str(size)]).split()
    return int(lines[-1]), lines[:-1]


def executable(where, lateroot, program, kind, way, scratch):
    runtime = next(where.glob("liblateroot-rt.so"))
    object_ = scratch / ("%s.%s.%s.o" % (program, kind, way))
    run([lateroot, "compile", "-O2", "--passes=julia<level=2%s>" % WAYS[way], "-o", object_,
         FOLDER / ("%s.%s.ll" % (program, kind))])
    exe = object_.with_suffix(".exe")
    run(["cc", "-O2", "-no-pie", "-o", exe, object_, "-lm", runtime, "-Wl,-rpath,%s" % runtime.parent])
    return exe


def loop_instructions(exe, small):
    """Instructions of the loops alone: what a larger run takes more than a smaller."""
    one, two = (bench_mutator.instructions(exe, str(n)) for n in (small, 2 * small))
    return two - one if one and two else None


def measure_programs(where, lateroot, scratch, count):
    rows = []
    for program in PROGRAMS:
        row = {"program": program}
        builds, prints = {}, set()
        plain = executable(where, lateroot, program, "plain", "on", scratch)
        for way in WAYS:
            path = FOLDER / (program + ".boxed.ll")
            text = optimised(lateroot, path, way)
            executed, printed = counted_run(lateroot, text, SMALL[program], scratch, program)
            row[way] = {"static": sum(static_counts(text).values()), "executed": executed}
            prints.add(tuple(printed))
            builds[way] = executable(where, lateroot, program, "boxed", way, scratch)
        source = (FOLDER / (program + ".boxed.ll")).read_text()
        executed, printed = counted_run(lateroot, source, SMALL[program], scratch, program)
        row["source"] = {"static": sum(static_counts(source).values()), "executed": executed}
        prints.add(tuple(printed))
        times, outputs = {way: [] for way in ("plain",) + tuple(builds)}, set()
        for _ in range(RUNS):
            for way, exe in [("plain", plain)] + list(builds.items()):
                seconds, output = bench_mutator.cpu_seconds(exe)
                times[way].append(seconds)
                outputs.add(output)
        if len(outputs) != 1 or len(prints) != 1:
            raise RuntimeError("the builds of %s do not agree: %s %s" % (program, sorted(outputs), sorted(prints)))
        row["plain"] = {"seconds": min(times["plain"])}
        for way in builds:
            row[way]["seconds"] = min(times[way])
        if count and shutil.which("valgrind"):
            small = 4 * SMALL[program]
            row["plain"]["retired"] = loop_instructions(plain, small)
            for way, exe in builds.items():
                row[way]["retired"] = loop_instructions(exe, small)
        rows.append(row)
        print("%-14s %s" % (program, row), file=sys.stderr, flush=True)
    return rows


# ---- real modules ----

LABEL = re.compile(r"^([-\w.$]+|\"[^\"]*\"):")
TARGETS = re.compile(r"label %([-\w.$]+|\"[^\"]*\")")
BARRIER = re.compile(r"call .*@julia\.(?:write_barrier|object_write_barrier|field_write_barrier)")
TEST = re.compile(r"call void @\w*gc_queue_root\(")  # the slow path of a barrier that the lowering leaves
LOWERING = "InferGCLeaf,function(InlineAllocation,LateLowerGCFrame,FinalLowerGC)"
PRESERVE = re.compile(r"call token .*@llvm\.julia\.gc_preserve_begin\(")

LABELS = {"allocations": "allocations, no errors", "barriers": "barriers in loops", "preserves": "regions in loops",
          "preserves, all": "regions, all", "tests": "lowered, in loops", "tests, all": "lowered, all"}


def looping_blocks(blocks, edges):
    """The blocks that lie on a cycle: in components of more than one block, or with an edge to themselves."""
    index, low, on, stack, found, order = {}, {}, set(), [], set(), 0
    for root in blocks:
        if root in index:
            continue
        work = [(root, iter(edges.get(root, ())))]
        index[root] = low[root] = order
        order += 1
        stack.append(root)
        on.add(root)
        while work:
            node, following = work[-1]
            for to in following:
                if to not in index:
                    index[to] = low[to] = order
                    order += 1
                    stack.append(to)
                    on.add(to)
                    work.append((to, iter(edges.get(to, ()))))
                    break
                if to in on:
                    low[node] = min(low[node], index[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        last = stack.pop()
                        on.discard(last)
                        component.append(last)
                        if last == node:
                            break
                    if len(component) > 1 or node in edges.get(node, ()):
                        found.update(component)
    return found


def count_module(text):
    """Allocations, barriers, slow paths of lowered barriers, preserved regions.  A block ends in an error if its
    last instruction is unreachable."""
    total = dict.fromkeys(("allocations", "allocations, all", "barriers", "preserves", "barriers, all",
                           "preserves, all", "tests", "tests, all"), 0)
    for lines in functions(text).values():
        blocks, edges, at = ["entry"], {}, "entry"
        inside = {}
        if not any("@julia." in line or "gc_preserve" in line or "gc_queue_root" in line for line in lines):
            continue
        for line in lines[1:]:
            if m := LABEL.match(line):
                at = m.group(1)
                blocks.append(at)
            elif line.startswith("  ") or line.startswith("\t"):
                edges.setdefault(at, []).extend(TARGETS.findall(line))
                inside.setdefault(at, []).append(line)
        looping = looping_blocks(blocks, edges)
        for block, body in inside.items():
            error = body[-1].strip() == "unreachable"
            for line in body:
                total["allocations, all"] += bool(ALLOCATION.match(line))
                total["allocations"] += bool(ALLOCATION.match(line)) and not error
                barrier, preserve = bool(BARRIER.search(line)), bool(PRESERVE.search(line))
                test = bool(TEST.search(line))
                total["tests, all"] += test
                total["tests"] += test and block in looping
                total["barriers, all"] += barrier
                total["preserves, all"] += preserve
                total["barriers"] += barrier and block in looping
                total["preserves"] += preserve and block in looping
    return total


def measure_corpus(lateroot, files, every):
    """Sums over the o0 modules: way -> figures."""
    found = {way: {} for way in ("source",) + tuple(WAYS)}
    modules = failed = 0
    chosen = [f for f in files if "o0" in f.stem or "o0" in f.parent.name][::every]
    for path in chosen:
        texts, lowered = {}, {}
        try:
            texts["source"] = run([lateroot, "opt", "-S", "--passes=BeforeOptimization", "-o", "-", path], timeout=60)
            for way in WAYS:
                texts[way] = optimised(lateroot, path, way, CORPUS_PROFILE)
            for way, text in texts.items():
                lowered[way] = run([lateroot, "opt", "-S", CORPUS_PROFILE, "--passes=" + LOWERING, "-o", "-", "-"],
                                   text, timeout=60)
        except (RuntimeError, subprocess.TimeoutExpired) as e:
            failed += 1
            print("bench: %s: %s" % (path.name, str(e)[-300:]), file=sys.stderr)
            continue
        modules += 1
        for way, text in texts.items():
            figures, behind = count_module(text), count_module(lowered[way])
            figures.update((key, behind[key]) for key in ("tests", "tests, all"))
            for key, value in figures.items():
                found[way][key] = found[way].get(key, 0) + value
    return {"modules": modules, "failed": failed, "figures": found} if chosen else None


# ---- compile time ----

PASSES = {"AllocOpt": "pass_alloc_opt", "JuliaLICM": "pass_julia_licm",
          "PromiseAllocations": "pass_promise_allocations", "LowerSIMDLoop": "pass_lower_simd_loop",
          "CPUFeatures": "pass_cpu_features", "all of the library": "pass_run"}
INCLUSIVE = re.compile(r"^\s*([\d,]+) \([^)]*\)\s+(?:\S+:)?(\w+) \[", re.M)


def measure_share(lateroot, path, options, scratch):
    """Instructions of `compile -O2` behind julia<level=2>, and of passes in it, by callgrind."""
    out = scratch / "callgrind.out"
    run(["valgrind", "--tool=callgrind", "--callgrind-out-file=%s" % out, lateroot, "compile", "-O2",
         "--passes=julia<level=2>", "-o", scratch / "share.o", path, *options])
    text = run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", "--auto=no", out])
    found = {"total": int(re.search(r"([\d,]+) \(100.0%\)\s+PROGRAM TOTALS", text).group(1).replace(",", ""))}
    for m in INCLUSIVE.finditer(text):
        for name, function in PASSES.items():
            if m.group(2) == function:
                found[name] = max(found.get(name, 0), int(m.group(1).replace(",", "")))
    return {"module": path.stem, **found}


def measure_shares(lateroot, files):
    """Five modules, from small to large, and the programs with boxes."""
    chosen = sorted((f for f in files if "o0" in f.stem or "o0" in f.parent.name), key=lambda f: f.stat().st_size)
    chosen = chosen[len(chosen) // 10::max(1, len(chosen) // 5)][:5]
    with tempfile.TemporaryDirectory() as name:
        return [measure_share(lateroot, path, options, pathlib.Path(name)) for path, options in
                [(f, [CORPUS_PROFILE]) for f in chosen] + [(FOLDER / (p + ".boxed.ll"), []) for p in PROGRAMS]]


# ---- text ----

def measure(where, corpus, count, every=1, programs=True):
    lateroot = where / "bin" / "lateroot"
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        found = {"version": 1, "shapes": measure_shapes(lateroot, scratch),
                 "programs": measure_programs(where, lateroot, scratch, count) if programs else []}
    found["corpus"] = measure_corpus(lateroot, corpus, every) if corpus else None
    found["shares"] = measure_shares(lateroot, corpus) if count and corpus and shutil.which("valgrind") else []
    return found


def totals(shapes):
    return {way: [sum(r[way][k] for r in shapes) for k in (0, 1)] for way in ("source",) + tuple(WAYS)}


def text(found):
    out = ["Allocations of shapes: in the text, and executed in 20 calls each", "",
           "%-22s %15s %15s %15s" % ("shape", "source", "off", "on")]
    for r in found["shapes"]:
        out.append("%-22s" % r["shape"] + "".join("%6d %9d" % tuple(r[way]) for way in ("source",) + tuple(WAYS)))
    t = totals(found["shapes"])
    share = sum(r["on"][1] / r["source"][1] for r in found["shapes"]) / len(found["shapes"])
    out += ["%-22s" % "all" + "".join("%6d %9d" % tuple(t[way]) for way in ("source",) + tuple(WAYS)),
            "executed with the passes: %.3f of the source, %.3f as the mean over shapes (goal 0.125)"
            % (t["on"][1] / t["source"][1], share)]
    if found["programs"]:
        out += ["", "Programs with boxes: allocations executed at a small size, and time as a multiple of the plain "
            "program",
                "", "%-16s %9s %9s %9s %9s %9s %9s %14s"
                % ("program", "source", "off", "on", "plain, s", "off", "on", "(insts)")]
    for r in found["programs"]:
        base = r["plain"]["seconds"]
        inst = "%.2f %.2f" % (r["off"]["retired"] / r["plain"]["retired"], r["on"]["retired"] / r["plain"]["retired"]) \
            if r["plain"].get("retired") and r["on"].get("retired") and r["off"].get("retired") else "-"
        ratio = r["on"]["seconds"] / base
        out.append("%-16s" % r["program"] + "".join(" %9d" % r[way]["executed"] for way in ("source",) + tuple(WAYS))
                   + " %9.3f %9.2f %9.2f %14s%s" % (base, r["off"]["seconds"] / base, ratio, inst,
                                                    "" if ratio <= GOAL_TIME else "  above"))
    if found.get("corpus"):
        c = found["corpus"]
        out += ["", "Real modules, unoptimised by their front end: %d, and %d that failed" % (c["modules"],
            c["failed"]), "",
            "%-24s %9s %9s %9s %9s" % ("", "source", "off", "on", "on/off")]
        for key in c["figures"]["source"]:
            values = [c["figures"][way][key] for way in ("source",) + tuple(WAYS)]
            out.append("%-24s %9d %9d %9d %9s" % (LABELS.get(key, key), *values,
                       "%.3f" % (values[2] / values[1]) if values[1] else "-"))
    if found.get("shares"):
        out += ["", "Instructions of compile -O2 with julia<level=2>, in millions, and the share of passes in %", "",
                "%-28s %9s" % ("", "millions") + "".join(" %18s" % name[:18] for name in PASSES)]
    for r in found.get("shares", []):
        out.append("%-28s %9.0f" % (r["module"][:28], r["total"] / 1e6)
                   + "".join(" %18.2f" % (100 * r.get(name, 0) / r["total"]) for name in PASSES))
    return "\n".join(out) + "\n"
