#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Seeded faults: each of them must be found by `lateroot check`.

   faults.py LATEROOT MODULE... [--lower=PASSES] [--llvm] [--count=N] [--seed=N] [--only=FAULT] [--args=...]
   [--keep=DIR]

A module that is proven is changed in one place, in text, by a fault of the table below, and checked again.  A fault
counts as found if the verdict is "hole" or "unknown", and a table says how many were which.  Faults that change nothing
that matters are left out as far as a simple rule tells; a wrong base of an object that nothing moves is one that is not
seen to be harmless.  What is accepted is printed, and the exit status is 1.  --want lists faults that must occur, and
have to be holes; with a "?" behind a fault it may be unknown, too.

   frames, linked frames
     drop          a store of a value into a slot is removed, where the value is used behind a later safepoint of the
                   block
     move          such a store is put behind the next safepoint
     retarget      it goes to a slot that is stored again before the next safepoint
     swap          the later one of two such stores goes to the slot of the other
     clobber       a number is stored over it
     shorten       the push, header, map or record shows one root less than the highest slot that is stored
     count         it shows one more than there are, or the frame is made too small
     unlink        the push, or the store of the head, is removed
     late-link     it comes behind the first safepoint over which something is needed
     unpop         a pop in front of a return is removed
     early-unlink  it comes in front of the last safepoint over which something is needed
     reread-drop   the store of a value is removed that is read again from its slot: then another object is read, or
                   null.  No reference is lost, and which object is meant the proof does not know: so these may be
                   accepted.  reread-retarget, reread-swap: likewise
     stale         a use of what was read again reads the value from before; missing: all of its uses; lane: a part of
                   a vector or structure
   statepoints
     base          a relocation names another base
     stale         a use of a relocated value reads the value from before
     missing       all uses of a gc.relocate read the value from before
     lane          a lane is taken out of the vector before it was relocated
     clobber       a number is stored into memory that is listed
     unlist        memory that is read behind a statepoint is not listed there
     count         the statepoint of this library says another number of something that it lists
     unlink, ...   of the anchor, as above"""
import argparse
import collections
import importlib.machinery
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

import made

LOWERED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/check-lowered")


def verdicts(tool, paths, args):
    r = subprocess.run([tool, "check", "--json", *args, *paths], capture_output=True, text=True)
    if r.returncode not in (0, 1, 3):
        sys.exit("faults: %s" % r.stderr)
    return {f["file"]: f for f in json.loads(r.stdout)["files"]}, r.stderr


def by_llvm(opt, path, out):
    """Lets LLVM's own pass place statepoints (tools/check-lowered); the names of the functions that it could take."""
    loader = importlib.machinery.SourceFileLoader("lowered", LOWERED)
    spec = importlib.util.spec_from_loader("lowered", loader)
    lowered = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    loader.exec_module(lowered)
    return lowered.by_llvm(opt, path, out)[0]


class Faults:
    def __init__(self, a, scratch):
        self.a, self.d, self.args = a, scratch, a.args.split()
        self.count = {v: collections.Counter() for v in ("hole", "unknown", "accepted", "invalid")}
        self.dice = random.Random(a.seed)

    def text_of(self, path):
        """The path of a module as text, lowered as was asked for; and the functions that count, or None."""
        a, only = self.a, None
        to = os.path.join(self.d, os.path.splitext(os.path.basename(path))[0] + ".ll")
        if a.lower:
            run([a.tool, "opt", "-S", "--passes=" + a.lower, *self.args, path, "-o", to])
            return to, only
        if a.llvm:
            only = by_llvm(a.opt, path, to + ".bc")
            path = to + ".bc"
        if path.endswith(".bc"):
            run([a.opt, "-S", path, "-o", to])
            return to, only
        return path, only

    def module(self, given):
        a = self.a
        path, only = self.text_of(given)
        clean, errors = verdicts(a.tool, [path], self.args)
        f = clean[path]
        if f["error"]:
            sys.exit("faults: %s: %s" % (path, errors))
        proven = {x["name"] for x in f["functions"] if x["verdict"] == "proven" and (only is None or x["name"] in only)}
        text = open(path, encoding="utf-8", errors="surrogateescape").read().split("\n")
        quiet = made.quiet_names(text)
        some = {}
        for generate in (made.frame_faults, made.statepoint_faults):
            for kind, name, changed in generate(text, quiet):
                if name in proven and (a.only is None or a.only == kind):
                    self.sample(some, kind, (name, changed))
        for kind, (_, chosen) in some.items():
            for n, (name, changed) in enumerate(chosen):
                self.one(given, kind, n, name, changed)

    def sample(self, some, kind, fault):
        """Keeps --count of each kind, each as likely as another."""
        seen, chosen = some.get(kind, (0, []))
        if len(chosen) < self.a.count:
            chosen.append(fault)
        else:
            k = self.dice.randrange(seen + 1)
            if k < len(chosen):
                chosen[k] = fault
        some[kind] = (seen + 1, chosen)

    def one(self, given, kind, n, name, changed):
        to = os.path.join(self.d, "fault.ll")
        with open(to, "w", encoding="utf-8", errors="surrogateescape") as out:
            out.write("\n".join(changed))
        got, _ = verdicts(self.a.tool, [to], [*self.args, "--func=" + name])
        verdict = "invalid" if got[to]["error"] else got[to]["verdict"]
        if verdict in ("proven", "nothing"):
            verdict = "accepted"
        self.count[verdict][kind] += 1
        if (verdict == "accepted" and not kind.startswith("reread-")) or (verdict == "unknown" and self.a.verbose):
            print("%s: %s in %s is %s" % (given, kind, name, verdict), flush=True)
        if self.a.keep and verdict in ("accepted", "unknown"):
            os.makedirs(self.a.keep, exist_ok=True)
            os.replace(to, os.path.join(self.a.keep, "%s-%s-%s-%d.ll" % (
                verdict, os.path.splitext(os.path.basename(given))[0], kind, n)))

    def report(self):
        """Prints the table; returns the exit status."""
        c = self.count
        print("| fault | made | hole | unknown | accepted |\n|---|--:|--:|--:|--:|")
        for kind in sorted(set().union(*c.values())):
            each = [c[v][kind] for v in ("hole", "unknown", "accepted")]
            print("| %s | %d | %d | %d | %d |" % (kind, sum(each), *each))
        if c["invalid"]:
            print("invalid IR, and not counted: %d" % sum(c["invalid"].values()))
        lacking = []
        for want in filter(None, self.a.want.split(",")):
            kind = want.rstrip("?")
            if not c["hole"][kind] and not (c["unknown"][kind] and want.endswith("?")):
                lacking.append(kind + " did not occur")
            elif c["unknown"][kind] and not want.endswith("?"):
                lacking.append(kind + " is not always a hole")
        print("\n".join(lacking), end="\n" if lacking else "")
        return 1 if any(not k.startswith("reread-") for k in c["accepted"]) or lacking or not c["hole"] else 0


def run(command):
    r = subprocess.run(command, capture_output=True, text=True)
    if r.returncode:
        sys.exit("faults: %s" % r.stderr)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("tool")
    p.add_argument("modules", nargs="+")
    p.add_argument("--count", type=int, default=4, help="faults of each kind for each module")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--only")
    p.add_argument("--args", default="", help="for lateroot check, and opt with --lower")
    p.add_argument("--lower", help="passes that lower the modules first")
    p.add_argument("--llvm", action="store_true", help="LLVM's rewrite-statepoints-for-gc lowers the modules first")
    p.add_argument("--opt", default=shutil.which("opt-22") or shutil.which("opt"), help="LLVM's opt")
    p.add_argument("--keep", help="folder for the modules whose fault is no hole")
    p.add_argument("--want", default="", help="faults that must occur, separated by commas")
    p.add_argument("-v", action="store_true", dest="verbose", help="say which faults are unknown")
    a = p.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        faults = Faults(a, scratch)
        for path in a.modules:
            faults.module(path)
    return faults.report()


if __name__ == "__main__":
    sys.exit(main())
