# SPDX-License-Identifier: MIT
"""bench_scheme.py -- programs of examples/scheme/bench in schemer, beside other compilers of Scheme.

A program defines (main n); its second line names a small and a large n.  Each system compiles it ahead of time, in its
safe mode, with a prelude of its own; systems that are not installed are left out.  All outputs must be the same.  Runs
take turns; the least user time of each counts, less that of an empty program in the same system.

What roots cost: the same program as schemer's own objects, once as they are and once compiled with no roots at all
(SCHEMER_ROOTS=none, an unsafe yardstick), both with a nursery so large that nothing is collected.
"""

import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "examples" / "scheme" / "bench"
RUNS = 5
SECONDS = 60
NURSERY = str(4 << 30)


def programs(only=None):
    """Name -> (text, small n, large n)."""
    found = {}
    for path in sorted(PROGRAMS.glob("*.scm")):
        text = path.read_text()
        sizes = re.match(r".*\n;; small (\d+) large (\d+)\n", text)
        if not sizes:
            sys.exit("bench: %s has no sizes" % path)
        if not only or path.stem in only:
            found[path.stem] = (text, int(sizes.group(1)), int(sizes.group(2)))
    return found


def whole(text, n):
    return "%s(write (main %d))\n(newline)\n" % (text, n)


def call(command, input=None, **more):
    child = subprocess.Popen([str(c) for c in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, start_new_session=True, **more)
    try:
        out, _ = child.communicate(input, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)  # a compiler may be a child of its driver
        child.communicate()
        raise
    if child.returncode:
        sys.exit("bench: %s\n%s" % (" ".join(str(c) for c in command), out[-2000:]))
    return out


class Schemer:
    name = "schemer"

    def __init__(self, schemer, options=(), environment=None, name=None, run=None):
        self.schemer, self.options, self.environment = schemer, list(options), environment or {}
        self.name = name or self.name
        self.run = run or {}

    def build(self, text, stem):
        source, program = stem.with_suffix(".scm"), stem.with_suffix(".exe")
        source.write_text(text)
        call([self.schemer, "--no-check"] + self.options + ["compile", source, "-o", program],
             env=dict(os.environ, **self.environment))
        return [program], self.run


class Chez:
    name = "chez"

    def build(self, text, stem):
        source, program = stem.with_suffix(".ss"), stem.with_suffix(".so")
        source.write_text("(import (chezscheme))\n(let ()\n%s)\n" % text)
        call([chez(), "-q"], input='(compile-program "%s" "%s")' % (source, program))
        return [chez(), "--program", program], {}


def chez():
    return shutil.which("chezscheme") or shutil.which("chez")


class Guile:
    name = "guile"

    def build(self, text, stem):
        source, program = stem.with_suffix(".guile.scm"), stem.with_suffix(".go")
        # Guile 3.0.8 cannot compile sqrt of a flonum whose range it knows to begin at 0.0.
        source.write_text("(define sqrt #f)\n(set! sqrt (@ (guile) sqrt))\n" * ("(sqrt " in text) + text)
        call(["guile", "--no-auto-compile", "-c", "(use-modules (system base compile)) (compile-file \"%s\" "
            "#:output-file \"%s\" #:optimization-level 2)" % (source, program)])
        return ["guile", "--no-auto-compile", "-c", '(load-compiled "%s")' % program], {}


class Chicken:
    name = "chicken"

    def build(self, text, stem):
        source, program = stem.with_suffix(".chicken.scm"), stem.with_suffix(".chicken")
        source.write_text(text)
        call(["csc", "-O2", "-block", source, "-o", program])
        return [program], {}


class Gambit:
    name = "gambit"

    def build(self, text, stem):
        source, program = stem.with_suffix(".gambit.scm"), stem.with_suffix(".gambit")
        source.write_text("(declare (standard-bindings) (extended-bindings) (block))\n" + text)
        call(["gsc", "-exe", "-o", program, source])
        return [program], {}


def others():
    found = []
    if chez():
        found.append(Chez())
    if shutil.which("guile"):
        found.append(Guile())
    if shutil.which("csc") and "CHICKEN" in subprocess.run(["csc", "-version"], capture_output=True, text=True).stdout:
        found.append(Chicken())
    if shutil.which("gsc") and shutil.which("gsi"):
        found.append(Gambit())
    return found


def timed(command, environment):
    """User time of one run, and its output; None: it failed, or took too long."""
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen([str(c) for c in command], stdout=out, stderr=subprocess.STDOUT,
                                 env=dict(os.environ, **environment))
        end = time.time() + SECONDS
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.time() > end:
                child.kill()
                os.wait4(child.pid, 0)
                child.returncode = -9
                return None, "more than %d s" % SECONDS
            time.sleep(0.005)
        child.returncode = status
        out.seek(0)
        text = out.read()
    return (usage.ru_utime if status == 0 else None), text


def run_all(work, systems, texts, runs):
    """Program -> system -> seconds, or a text that says what was wrong.  The first system's output is the rule."""
    rows = {}
    for name, text in texts.items():
        best, outputs, built = {}, {}, {}
        for s in systems:
            try:
                built[s.name] = s.build(text, work / ("%s-%s" % (name, s.name)))
            except subprocess.TimeoutExpired:
                best[s.name] = "its compiler needs more than %d s" % SECONDS
        for _ in range(runs):
            for system, (command, environment) in built.items():
                if isinstance(best.get(system), str):
                    continue
                seconds, output = timed(command, environment)
                outputs.setdefault(system, output)
                if seconds is None:
                    best[system] = "failed: " + output.strip()[:60]
                else:
                    best[system] = min(seconds, best.get(system, seconds))
        # What most of them say is right.
        texts_out = [o for s, o in outputs.items() if not isinstance(best.get(s), str)]
        right = max(texts_out, key=texts_out.count) if texts_out else None
        for system in best:
            if not isinstance(best[system], str) and outputs[system] != right:
                best[system] = "differs: " + outputs[system].strip()[:60]
        rows[name] = best
        print("%-10s %s" % (name, "  ".join("%s %s" % (k, v if isinstance(v, str) else "%.3f" % v)
            for k, v in best.items())), file=sys.stderr, flush=True)
    return rows


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else float("nan")


def boxes(schemer, work, texts):
    """Program -> (allocations in the module, allocations behind AllocOpt), as they stand in the code."""
    found = {}
    for name, text in texts.items():
        source = work / (name + ".scm")
        source.write_text(text)
        done = subprocess.run([str(schemer), "--no-check", "compile", source, "-o", work / (name + ".box")],
            capture_output=True, text=True, env=dict(os.environ, SCHEMER_ALLOCATIONS="1"))
        counts = re.search(r"allocations: (\d+) of (\d+) removed", done.stderr)
        if counts:
            found[name] = (int(counts.group(2)), int(counts.group(1)))
    return found


def start(schemer, runs=9):
    """Milliseconds of CPU: start of the REPL, and one more form of one line, at -O1."""
    def repl(text):
        least = None
        for _ in range(runs):
            before = os.times()
            subprocess.run([str(schemer), "--no-check", "-O1"], input=text, capture_output=True, text=True)
            after = os.times()
            spent = (after.children_user + after.children_system) - (before.children_user + before.children_system)
            least = spent if least is None else min(least, spent)
        return 1000 * least
    empty = repl("")
    forms = 40
    lines = "".join("(define (f%d x) (if (< x %d) (* x 2) (+ x (car '(1 2)))))\n" % (i, i) for i in range(forms))
    return {"start": empty, "form": (repl(lines) - empty) / forms}


def measure(schemer, only=None, runs=RUNS, small=False, parts=("times", "roots", "boxes", "start"), beside=None):
    found = {"version": 1, "runs": runs}
    texts = {n: whole(t, s if small else l) for n, (t, s, l) in programs(only).items()}
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        if "times" in parts:
            systems = [Schemer(schemer)] + [s for s in others() if not beside or s.name in beside]
            found["empty"] = run_all(work, systems, {"empty": "(write 1)\n(newline)\n"}, runs)["empty"]
            found["times"] = run_all(work, systems, texts, runs)
        if "roots" in parts:
            huge = {"LATEROOT_GC_NURSERY": NURSERY}
            systems = [Schemer(schemer, name="roots", run=huge),
                       Schemer(schemer, name="none", run=huge, environment={"SCHEMER_ROOTS": "none"},
                               options=["--abi=gcframe"])]
            found["roots"] = run_all(work, systems, texts, runs)
        if "boxes" in parts:
            found["boxes"] = boxes(schemer, work, texts)
        if "start" in parts:
            found["start"] = start(schemer)
    return found


def net(found, name, system):
    """Seconds less those of the empty program; None: there is no figure."""
    seconds, empty = found["times"][name].get(system), found["empty"].get(system)
    if isinstance(seconds, str) or isinstance(empty, str) or seconds is None:
        return None
    return max(seconds - empty, 0.001)


def times_text(found):
    systems = list(found["empty"])
    lines = ["User time in seconds, less that of an empty program; for others, schemer's time as a multiple of theirs",
             "%-12s" % "" + "".join("%18s" % s for s in systems)]
    ratios = {s: [] for s in systems}
    for name in found["times"]:
        ours, cells = net(found, name, "schemer"), []
        for system in systems:
            theirs = net(found, name, system)
            if theirs is None:
                cells.append("%18s" % str(found["times"][name].get(system))[:17])
                continue
            if ours is not None:
                ratios[system].append(ours / theirs)
            cells.append("%18s" % ("%.3f" % theirs if system == "schemer" or ours is None else
                "%.3f  %6.2fx" % (theirs, ours / theirs)))
        lines.append("%-12s%s" % (name, "".join(cells)))
    lines.append("%-12s%s" % ("mean", "".join("%18s" % ("" if s == "schemer" else "%.2fx" % geometric_mean(ratios[s]))
        for s in systems)))
    lines.append("%-12s%s" % ("empty", "".join("%18.3f" % found["empty"][s] for s in systems)))
    return lines


def text(found):
    lines = times_text(found) if "times" in found else []
    if "roots" in found:
        lines += ["", "Roots: time with them as a multiple of that without, nothing collected"]
        ratios = []
        for name, row in found["roots"].items():
            if not isinstance(row["roots"], str) and not isinstance(row["none"], str):
                ratios.append(max(row["roots"], 0.001) / max(row["none"], 0.001))
                lines.append("%-12s%8.3f" % (name, ratios[-1]))
            else:
                lines.append("%-12s%s" % (name, [v for v in row.values() if isinstance(v, str)][0]))
        lines.append("%-12s%8.3f" % ("mean", geometric_mean(ratios)))
    if "boxes" in found:
        lines += ["", "Places that allocate, and how many of them AllocOpt and LLVM remove"]
        lines += ["%-12s%8d%8d" % (name, all_, gone) for name, (all_, gone) in found["boxes"].items()]
    if "start" in found:
        lines += ["", "Start of the REPL %.0f ms, a form of one line at -O1 %.1f ms (CPU time)"
            % (found["start"]["start"], found["start"]["form"])]
    return "\n".join(lines) + "\n"


def build(where):
    """Builds examples/scheme on what is installed from the tree `where`."""
    prefix, tree = where / "scheme-prefix", where / "scheme"
    subprocess.run(["cmake", "--build", str(where)], check=True, stdout=subprocess.DEVNULL)
    call(["cmake", "--install", where, "--prefix", prefix])
    call(["cmake", "-S", ROOT / "examples" / "scheme", "-B", tree, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
          "-DCMAKE_PREFIX_PATH=%s" % prefix])
    call(["cmake", "--build", tree])
    return tree / "schemer"


if __name__ == "__main__":
    import argparse
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("schemer", type=pathlib.Path)
    parser.add_argument("--only", type=lambda t: t.split(","))
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--parts", type=lambda t: t.split(","), default=["times", "roots", "boxes", "start"])
    parser.add_argument("--beside", type=lambda t: t.split(","), help="only these systems")
    o = parser.parse_args()
    print(text(measure(o.schemer, o.only, o.runs, o.small, o.parts, o.beside)), end="")
