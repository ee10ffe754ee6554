#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Seeded faults in functions whose references no address space marks; faults.py has the rest.

   plain.py LATEROOT MODULE.ll --profile=FILE [--opt=COMMAND] [--count=N] [--seed=N] [--want=...] [--keep=DIR]

Each fault must be found: the verdict is "hole", or "unknown" where a frame is not linked or unlinked any more, so that
nobody knows what it is, and where a variable of llvm.gcroot is not set, which LLVM does while it generates code.
--opt: a command that reads the module and writes what is checked. Roots are variables of llvm.gcroot, or words of a
frame whose address is stored to the head of the chain.

   drop       a store of a value into a root is removed, where the value is used behind a later safepoint of the block
   unset      a store of null is, where no other store comes before the next safepoint
   move       a store is put behind the next safepoint
   retarget   it goes to a root that is stored again before the next safepoint
   swap       the later one of two such stores goes to the root of the other
   shorten    the header, or the map, shows fewer roots
   unlink     the push is removed
   unpop      a pop is removed"""
import argparse
import collections
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

from faults import verdicts
from made import block_end, defined_before, functions, mentions, quiet_names, stops, to_slot

STORE = re.compile(r"^  store ptr (\S+), ptr (\S+?)(, align \d+)?$")
HEAD = re.compile(r"@llvm_gc_root_chain|%head\d*")
QUIET = re.compile(r"@llvm\.gcroot|@get_head\(|@log\.")


def safepoint(line, quiet):
    return stops(line, quiet) and not QUIET.search(line)


def frames_and_roots(text, lo, hi):
    """The pointers that are the address of a frame, and those of roots."""
    roots = {m[1] for line in text[lo:hi] for m in [re.search(r"@llvm\.gcroot\(ptr (%\S+?),", line)] if m}
    gep = {}
    for line in text[lo:hi]:
        m = re.match(r"^  (%\S+) = getelementptr .*?, ptr (%[\w.]+), (.*)$", line)
        if m:
            gep[m[1]] = (m[2], [int(n) for n in re.findall(r"i(?:32|64) (-?\d+)", m[3])])
    frames = set()
    for line in text[lo:hi]:
        m = STORE.match(line)
        if m and HEAD.fullmatch(m[2]):
            base, path = gep.get(m[1], (m[1], []))
            if not any(path) and any(x.startswith("  %s = alloca" % base) for x in text[lo:hi]):
                frames.add(base)
    for p, (base, path) in gep.items():
        # LLVM's frames are { { prev, map }, roots ... }, others arrays of words with a header of two
        header = len(path) != 2 or (path[1] < 2 and not any("@llvm_gc_root_chain" in x for x in text[lo:hi]))
        if base in frames and any(path) and not header:
            roots.add(p)
    return frames, roots


def seeded(text):
    """Yields (fault, function, the text with the fault)."""
    quiet = quiet_names(text)
    for lo, hi in functions(text):
        name = re.search(r"@(\S+?)\(", text[lo])[1]
        frames, roots = frames_and_roots(text, lo, hi)
        stores = []
        for i in range(lo, hi):
            m = STORE.match(text[i])
            if not m or m[2] not in roots:
                continue
            end = block_end(text, i + 1, hi)
            stop = next((j for j in range(i + 1, end) if safepoint(text[j], quiet)), None)
            if stop is None:
                continue
            again = any(STORE.match(text[j]) and STORE.match(text[j])[2] == m[2]
                        for j in [*range(lo, i), *range(i + 1, stop)])
            if m[1] == "null":
                if not again:
                    yield "unset", name, text[:i] + text[i + 1:]
                continue
            made = any(re.match(r"^  %s = (call|load)" % re.escape(m[1]), text[k]) for k in range(lo, i))
            elsewhere = sum(1 for k in range(lo, hi) for n in [STORE.match(text[k])] if n and n[1] == m[1])
            loaded = any(re.match(r"^  %s = load ptr, ptr (%%\S+?)(,|$)" % re.escape(m[1]), text[k]) and
                         re.match(r"^  %\S+ = load ptr, ptr (%\S+?)(,|$)", text[k])[1] in roots for k in range(lo, i))
            if not made or elsewhere != 1 or loaded:
                continue
            used = any(mentions(text[j], m[1]) for j in range(stop + 1, end))
            if not text[stop].startswith("  invoke") and " invoke " not in text[stop]:
                yield "move", name, text[:i] + text[i + 1:stop + 1] + [text[i]] + text[stop + 1:]
            if not used:
                continue
            yield "drop", name, text[:i] + text[i + 1:]
            later = [n[2] for k in range(i + 1, stop) for n in [STORE.match(text[k])]
                     if n and n[2] in roots and n[2] != m[2] and defined_before(text, lo, i, n[2])]
            if later:
                yield "retarget", name, text[:i] + [to_slot(text[i], m[2], later[-1])] + text[i + 1:]
            stores.append((i, stop, m[2]))
        for i, stop, a in stores:
            for k, stop2, b in stores:
                if i < k < stop == stop2 and a != b:
                    yield "swap", name, text[:k] + [to_slot(text[k], b, a)] + text[k + 1:]
        yield from header_faults(text, lo, hi, name, frames, stores)


def header_faults(text, lo, hi, name, frames, stores):
    if not frames:
        return
    for i in range(lo, hi):
        m = STORE.match(text[i])
        if m and HEAD.fullmatch(m[2]):
            push = m[1] in frames or "newhead" in m[1]
            if not push or stores:
                yield "unlink" if push else "unpop", name, text[:i] + text[i + 1:]
        m = re.match(r"^(  store i64 )(\d+)(, ptr %f\S*)$", text[i])
        if m and stores and int(m[2]) >> 2 > 0:
            yield "shorten", name, text[:i] + [m[1] + str(int(m[2]) & 3) + m[3]] + text[i + 1:]
        m = re.match(r"^  store ptr (@__gc_\S+?), ptr ", text[i])
        for k, line in enumerate(text if m and stores else []):
            if line.startswith(m[1] + " ="):
                yield "shorten", name, text[:k] + [re.sub(r"\{ i32 \d+, i32 0 \}", "{ i32 0, i32 0 }",
                    line)] + text[k + 1:]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("tool")
    p.add_argument("module")
    p.add_argument("--profile", required=True)
    p.add_argument("--opt", help="for instance: opt -passes=shadow-stack-gc-lowering")
    p.add_argument("--count", type=int, default=6, help="faults of each kind")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--want", default="", help="faults that must occur, separated by commas")
    p.add_argument("--keep", help="folder for the modules whose fault is not caught")
    a = p.parse_args()
    caught, unknown, missed, invalid = (collections.Counter() for _ in range(4))
    args = ["--profile=" + a.profile]
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, os.path.basename(a.module))
        subprocess.run([*shlex.split(a.opt), "-S", a.module, "-o", path] if a.opt else ["cp", a.module, path],
            check=True)
        clean, errors = verdicts(a.tool, [path], args)
        wrong = [f["name"] for f in clean[path]["functions"] if f["verdict"] != "proven"]
        if clean[path]["error"] or wrong:
            sys.exit("faults: the module is not proven: %s %s" % (", ".join(wrong), errors))
        with open(path, encoding="utf-8") as f:
            text = [re.sub(r", align \d+$", "", line) for line in f.read().split("\n")]
        made = collections.defaultdict(list)
        for kind, name, changed in seeded(text):
            made[kind].append((name, changed))
        dice = random.Random(a.seed)
        for kind, all_of in made.items():
            for n, (name, changed) in enumerate(dice.sample(all_of, min(a.count, len(all_of)))):
                to = os.path.join(d, "fault.ll")
                with open(to, "w", encoding="utf-8") as out:
                    out.write("\n".join(changed))
                got, _ = verdicts(a.tool, [to], [*args, "--func=" + name.strip('"')])
                verdict = got[to]["verdict"]
                vague = verdict == "unknown" and kind in ("unlink", "unpop", "unset")
                (invalid if got[to]["error"] else caught if verdict == "hole" else unknown if vague
                    else missed)[kind] += 1
                if missed[kind] and not vague and verdict != "hole":
                    print("%s in %s is not caught (%s)" % (kind, name, verdict))
                    if a.keep:
                        os.makedirs(a.keep, exist_ok=True)
                        os.replace(to, os.path.join(a.keep, "%s-%s-%d.ll" % (kind, name, n)))
    for kind in sorted(made):
        print("%-10s %5d caught, %d unknown, %d missed, %d invalid IR"
              % (kind, caught[kind], unknown[kind], missed[kind], invalid[kind]))
    lacking = [k for k in a.want.split(",") if k and not caught[k] + unknown[k]]
    if lacking:
        print("faults that did not occur: " + ", ".join(lacking))
    return 1 if missed or lacking or not caught else 0


if __name__ == "__main__":
    sys.exit(main())
