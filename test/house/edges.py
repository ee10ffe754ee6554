#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which folder of src/ may use which: src/edges.txt against includes and symbols.

   edges.py BUILD        exit status 1 if an edge is not allowed, or is allowed and not there
   edges.py --print BUILD    the table as the source has it, in the order of src/edges.txt

src/edges.txt lists the folders from the bottom to the top, each with the folders that it uses.  A folder uses only
those above its own line in the file.  Edges that break this are known debts: they are marked with an exclamation
mark."""
import collections
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SRC = ROOT / "src"


def folder_of(path):
    return str(path.parent) if str(path.parent) != "." else ""


def included():
    """(folder, folder) -> an example, by #include."""
    edges = {}
    for f in sorted([*SRC.rglob("*.c"), *SRC.rglob("*.h")]):
        here = folder_of(f.relative_to(SRC))
        for m in re.finditer(r'^#\s*include "([^"]+)"', f.read_text(), re.M):
            there = folder_of(pathlib.Path(m[1]))
            if there not in ("", here) and not m[1].startswith("lateroot/"):
                edges.setdefault((here, there), "%s includes %s" % (f.relative_to(SRC), m[1]))
    return edges


def called(build):
    """The same by the symbols of the objects.  The runtime defines some names that the compiler has as well."""
    owner, uses, again = {}, [], set()
    for target in sorted(pathlib.Path(build, "CMakeFiles").glob("lateroot_*.dir")):
        # Each heap defines the same names.
        second = target.name == "lateroot_bdw_objects.dir"
        side = second or target.name == "lateroot_runtime_objects.dir"
        sources = {str(obj): pathlib.Path(str(obj.relative_to(target / "src"))[:-2])
                   for obj in sorted((target / "src").rglob("*.o"))}
        sources = {obj: source for obj, source in sources.items() if (SRC / source).exists()}
        if sources:
            text = subprocess.run(["nm", "-gA", *sources], capture_output=True, text=True, check=True).stdout
            for line in text.splitlines():
                source = sources[line[:line.index(".o:") + 2]]
                kind, name = line.split()[-2:]
                if kind == "U":
                    uses.append((side, source, name, second))
                elif not second:
                    owner[side, name] = source
                else:
                    again.add(name)
    edges = {}
    for side, source, name, second in uses:
        if second and name in again:
            continue
        there = owner.get((side, name))
        if there is not None and there.parent != source.parent:
            edges.setdefault((folder_of(source), folder_of(there)), "%s uses %s of %s" % (source, name, there))
    return edges


def read_table():
    order, allowed, debts = [], set(), set()
    text = re.sub(r"#.*", "", (SRC / "edges.txt").read_text())
    for line in text.replace("\n ", " ").splitlines():
        if not line.strip():
            continue
        name, _, targets = line.partition(":")
        order.append(name.strip())
        for t in targets.split():
            allowed.add((order[-1], t.lstrip("!")))
            if t.startswith("!"):
                debts.add((order[-1], t[1:]))
    return order, allowed, debts


def main():
    show = sys.argv[1] == "--print"
    edges = included()
    for edge, why in called(sys.argv[-1]).items():
        edges.setdefault(edge, why)
    order, allowed, debts = read_table()
    place = {name: k for k, name in enumerate(order)}
    if show:
        there = collections.defaultdict(list)
        for a, b in edges:
            there[a].append(b)
        for a in order + sorted(set(there) - set(order)):
            line = "%s:" % a
            for b in sorted(there[a], key=lambda b: place.get(b, -1)):
                line += " " + ("!" if place.get(b, -1) > place.get(a, 1 << 30) else "") + b
            print(textwrap.fill(line, 118, subsequent_indent="  ", break_on_hyphens=False))
        return 0
    bad = ["%s must not use %s: %s" % (a, b, why) for (a, b), why in sorted(edges.items()) if (a, b) not in allowed]
    # Without libgc the heap of bdwgc has no objects here: then only its includes are seen.
    unseen = set() if pathlib.Path(sys.argv[-1], "CMakeFiles/lateroot_bdw_objects.dir").exists() else {"runtime/bdw"}
    bad += ["%s does not use %s any more: take it out of src/edges.txt" % (a, b)
            for a, b in sorted(allowed - set(edges)) if a not in unseen]
    for a, b in sorted(allowed):
        upward = place.get(b, len(order)) > place[a]
        if upward != ((a, b) in debts):
            bad.append("%s -> %s: %s" % (a, b, "goes up" if upward else "is no debt"))
    print("\n".join(bad))
    print("%d folders, %d edges, %d debts, %d wrong" % (len(order), len(edges), len(debts), len(bad)))
    return bool(bad)


sys.exit(main())
