#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A naive oracle for AllocOpt: an object that escapes on a path is allocated on that path.

    test/fuzz/escapes.py [--mutants] LATEROOT FILE...      FILE: IR in the dialect; - for standard input

Walks paths through each small function as it is before the pass, along each edge at most twice.  On a path every phi is
one value and every object one of its own, so that a plain interpreter knows which objects surely escape: they are given
to a call, returned, or stored where the function does not see, or into an object that escapes.  The same path through
the function behind the pass must allocate at least as many objects.  Objects that may escape, or another one in their
place, are not counted.  The exit status is 1 if a path allocates too few, or none fewer than before.  --mutants: takes
each allocation that the pass left away, one at a time, and counts how many of these are noticed.
"""

import re
import subprocess
import sys

BLOCKS, PATHS, STEPS, TIMES = 60, 120, 160, 2
NAME = r"%[-\w.$]+"
LABEL = re.compile(r"^([-\w.$]+):")
ALLOCATION = re.compile(r"^(%s) = (?:tail )?call .*@julia\.gc_alloc_(?:obj|memory)\(" % NAME)
QUIET = re.compile(r"julia\.(?:write_barrier|object_write_barrier|field_write_barrier.*|typeof|pointer_from_objref"
                   r"|gc_loaded|get_pgcstack)$|llvm\.")
NOTHING = (frozenset(), True, None)  # objects, may it be another value, offset


def functions(text):
    """Name -> (blocks: label -> instructions, entry)."""
    found = {}
    for m in re.finditer(r"^define [^@]*@([-\w.$]+)\(.*?^\}", text, re.M | re.S):
        blocks, at = {}, None
        for line in m.group(0).splitlines()[1:-1]:
            if label := LABEL.match(line):
                at = label.group(1)
                blocks[at] = []
            elif line.strip():
                if at is None:
                    at = "entry"
                    blocks[at] = []
                if line.lstrip().startswith(("i", "]", "to label", "cleanup", "catch")) and blocks[at] and (
                        line.lstrip().startswith(("]", "to label")) or re.match(r"\s+i\d+ -?\d+, label", line)):
                    blocks[at][-1] += " " + line.strip()  # of a switch or invoke
                else:
                    blocks[at].append(line.strip())
        found[m.group(1)] = blocks
    return found


def successors(blocks, label):
    return re.findall(r"label %([-\w.$]+)", blocks[label][-1]) if blocks[label] else []


def paths(blocks):
    """Paths from the entry to an end, each edge TIMES at most."""
    entry, found, todo = next(iter(blocks)), [], []
    todo.append(([entry], {}))
    while todo and len(found) < PATHS:
        path, used = todo.pop()
        following = list(dict.fromkeys(successors(blocks, path[-1])))
        if not following:
            found.append(path)
        if len(path) >= STEPS:
            continue
        for to in following:
            edge = (path[-1], to)
            if used.get(edge, 0) < TIMES:
                todo.append((path + [to], {**used, edge: used.get(edge, 0) + 1}))
    return found


class Walk:
    """One path."""

    def __init__(self):
        self.env, self.contents, self.escaped, self.made = {}, {}, set(), 0

    def value(self, name):
        return self.env.get(name, NOTHING)

    def escape(self, value):
        objects, maybe, _ = value
        if maybe or len(objects) != 1:
            return
        todo = list(objects)
        while todo:
            o = todo.pop()
            if o in self.escaped:
                continue
            self.escaped.add(o)
            for inner, unsure, _ in self.contents[o].values():
                if not unsure and len(inner) == 1:
                    todo += inner

    def store(self, value, pointer):
        objects, maybe, offset = self.value(pointer)
        if not objects:
            self.escape(value)
            return
        sure = not maybe and len(objects) == 1 and offset is not None
        for o in objects:
            if offset is None:
                self.contents[o] = {k: (v[0] | value[0], True, None) for k, v in self.contents[o].items()}
                self.contents[o].setdefault("somewhere", (value[0], True, None))
            elif sure:
                self.contents[o][offset] = value
            else:
                old = self.contents[o].get(offset, NOTHING)
                self.contents[o][offset] = (old[0] | value[0], True, None)
            if sure and o in self.escaped:
                self.escape(value)

    def load(self, pointer):
        objects, maybe, offset = self.value(pointer)
        if maybe or len(objects) != 1 or offset is None:
            return NOTHING
        o = next(iter(objects))
        if o in self.escaped or "somewhere" in self.contents[o]:
            return NOTHING
        return self.contents[o].get(offset, NOTHING)

    def step(self, line, before):
        m = re.match(r"(%s) = (.*)" % NAME, line)
        result, text = (m.group(1), m.group(2)) if m else (None, line)
        text = re.sub(r", ![\w.]+ !\d+", "", text)
        word = text.split()[0]
        out = NOTHING
        if ALLOCATION.match(line):
            self.made += 1
            self.contents[self.made] = {}
            out = (frozenset([self.made]), False, 0)
        elif word == "phi":
            out = self.value(next((v for v, b in re.findall(r"\[ ([^,\]]+), %([-\w.$]+) \]", text) if b == before), ""))
        elif word == "select":
            two = [self.value(v) for v in re.findall(NAME, text)[1:]]
            objects = frozenset().union(*(v[0] for v in two)) if two else frozenset()
            out = (objects, True, None)
        elif word in ("addrspacecast", "bitcast", "freeze"):
            out = self.value(re.findall(NAME, text)[0]) if re.findall(NAME, text) else NOTHING
        elif word == "getelementptr":
            objects, maybe, offset = self.value((re.findall(NAME, text) or [""])[0])
            constant = re.search(r"getelementptr (?:inbounds |nuw |nusw )*i8, ptr addrspace\(\d+\) %s, i64 (\d+)$"
                                 % NAME, text)
            out = (objects, maybe, offset + int(constant.group(1)) if constant and offset is not None else None)
        elif word == "load":
            pointers = re.findall(NAME, text)
            if pointers and "ptr addrspace(10)," in text.split(" ", 1)[1][:24] and "atomic" not in text:
                out = self.load(pointers[-1])
        elif word == "store":
            m = re.match(r"store (?:atomic )?(?:volatile )?(.*), ptr(?: addrspace\(\d+\))? (\S+?)(?:,| |$)", text)
            values = re.findall(NAME, m.group(1)) if m else []
            if m and m.group(1).startswith("ptr"):
                self.store(self.value(values[0]) if values else NOTHING, m.group(2))
        elif word in ("cmpxchg", "atomicrmw"):
            names = re.findall(NAME, text)
            for v in names[1:]:
                self.escape(self.value(v))
            for o in self.value(names[0])[0] if names else []:  # its content is anything now
                self.contents[o]["somewhere"] = NOTHING
        elif word in ("call", "tail", "musttail", "notail", "invoke"):
            if "@llvm.mem" in text:
                for v in re.findall(NAME, text):
                    for o in self.value(v)[0]:
                        self.contents[o]["somewhere"] = NOTHING
            elif not ((callee := re.search(r"@([-\w.$]+)\(", text)) and QUIET.match(callee.group(1))):
                for v in re.findall(NAME, text[text.index("("):].split(" to label", 1)[0]):
                    self.escape(self.value(v))
        elif word in ("ret", "ptrtoint", "insertvalue", "insertelement", "resume"):
            if word == "ret":
                for v in re.findall(NAME, text):
                    self.escape(self.value(v))
        if result:
            self.env[result] = out


def escapes(blocks, path):
    walk, before = Walk(), None
    for label in path:
        pending = {}
        for line in blocks[label]:
            if " = phi " in line:  # all phis read what was there before
                one = Walk()
                one.env = dict(walk.env)
                one.step(line, before)
                pending[line.split(" = ")[0]] = one.env[line.split(" = ")[0]]
            else:
                walk.env.update(pending)
                pending = {}
                walk.step(line, before)
        before = label
    return len(walk.escaped)


def allocations(blocks, known, path):
    """How many are on the same path behind the pass; blocks that are new may lie between.  None: it is not there."""
    count, at = 0, next(iter(blocks))
    for k, label in enumerate(path):
        steps = 0
        while at != label:  # new blocks lead on
            count += sum(bool(ALLOCATION.match(line)) for line in blocks.get(at, []))
            following = [s for s in successors(blocks, at)] if at in blocks else []
            at = next((s for s in following if s == label or s not in known), None)
            steps += 1
            if at is None or steps > 20:
                return None
        count += sum(bool(ALLOCATION.match(line)) for line in blocks[label])
        if k + 1 < len(path):
            following = successors(blocks, label)
            at = path[k + 1] if path[k + 1] in following else None
            if at is None:
                new = [s for s in following if s not in known]
                at = next((s for s in new if path[k + 1] in reached(blocks, known, s)), None)
                if at is None:
                    return None
    return count


def reached(blocks, known, label):
    """Old blocks that new ones lead to from here."""
    seen, todo, found = set(), [label], set()
    while todo:
        b = todo.pop()
        if b in seen or b not in blocks:
            continue
        seen.add(b)
        for s in successors(blocks, b):
            (found.add if s in known else todo.append)(s)
    return found


def run(lateroot, passes, text):
    done = subprocess.run([lateroot, "opt", "-S", "--passes=" + passes, "-"], input=text, capture_output=True,
        text=True)
    if done.returncode:
        sys.exit("escapes: %s: %s" % (passes, done.stderr[-1000:]))
    return done.stdout


def too_few(blocks, after, ways):
    """(path, escapes, allocations) of the first path that allocates too few; None: there is none.  And the numbers of
    paths judged, left out, and with fewer allocations than before."""
    judged = skipped = gone = 0
    for way in ways:
        made = allocations(after, set(blocks), way)
        if made is None:
            skipped += 1
            continue
        judged += 1
        gone += made < sum(bool(ALLOCATION.match(line)) for label in way for line in blocks[label])
        lost = escapes(blocks, way)
        if lost > made:
            return (way, lost, made), (judged, skipped, gone)
    return None, (judged, skipped, gone)


def mutants(after):
    """The function without one of its allocations, for each."""
    for label, lines in after.items():
        for k, line in enumerate(lines):
            if ALLOCATION.match(line):
                yield {**after, label: lines[:k] + lines[k + 1:]}


def main():
    options = [a for a in sys.argv[1:] if a.startswith("--")]
    lateroot, *files = [a for a in sys.argv[1:] if not a.startswith("--")]
    bad, killed, all_mutants, counts = 0, 0, 0, [0, 0, 0]
    for path in files:
        text = sys.stdin.read() if path == "-" else open(path, encoding="utf-8").read()
        for first in ("function(instnamer)", "always-inline,function(simplifycfg,sroa,early-cse,instnamer)"):
            before = run(lateroot, first, text)
            after = functions(run(lateroot, "function(AllocOpt,instnamer)", before))
            for name, blocks in functions(before).items():
                lines = [line for body in blocks.values() for line in body]
                if len(blocks) > BLOCKS or not any(ALLOCATION.match(line) for line in lines):
                    continue
                ways = paths(blocks)
                wrong, some = too_few(blocks, after[name], ways)
                counts = [a + b for a, b in zip(counts, some)]
                if wrong:
                    bad += 1
                    print("%s: %s: %d objects escape on the path %s, and %d are allocated"
                          % (path, name, wrong[1], " ".join(wrong[0]), wrong[2]))
                for mutant in mutants(after[name]) if "--mutants" in options else ():
                    all_mutants += 1
                    killed += too_few(blocks, mutant, ways)[0] is not None
    print("escapes: %d paths judged, on %d of them fewer allocations than before; %d left out, %d functions wrong"
          % (counts[0], counts[2], counts[1], bad))
    if "--mutants" in options:
        print("escapes: of %d allocations that the pass left, %d are missed if they go" % (all_mutants, killed))
    return bad != 0 or counts[2] == 0 or ("--mutants" in options and killed == 0)


if __name__ == "__main__":
    sys.exit(main())
