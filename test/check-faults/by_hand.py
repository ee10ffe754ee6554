#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Seeded faults in C that roots by hand: each must be an error at its lines.

   by_hand.py CLANG PLUGIN SOURCE [--include=DIR] [--only=N] [--level=N]...

SOURCE is compiled with -DFAULT=n for each n that it has, at each level.  Lines whose errors belong to fault n end in
the comment !n.  The lines of all errors have to be those, and FAULT=0 must have none.  What differs is printed, and the
exit status is 1."""
import argparse
import re
import subprocess
import sys

ERROR = re.compile(r"^(.+?):(\d+):\d+: error: (.*)$", re.M)


def errors(o, fault, level):
    run = subprocess.run([o.clang, "-g", f"-O{level}", "-c", "-o", "/dev/null", "-DLATEROOT_CHECK_ROOTS",
                          f"-DFAULT={fault}", "-I", o.include, "-w", "-ferror-limit=0", f"-fpass-plugin={o.plugin}",
                          o.source], capture_output=True, text=True)
    found = [(file, int(line), text) for file, line, text in ERROR.findall(run.stderr)]
    if (run.returncode != 0) != bool(found) or run.returncode not in (0, 1):
        sys.exit(f"fault {fault}, -O{level}: exit status {run.returncode}\n{run.stderr}")
    return found


def main():
    p = argparse.ArgumentParser()
    p.add_argument("clang")
    p.add_argument("plugin")
    p.add_argument("source")
    p.add_argument("--include", required=True)
    p.add_argument("--only", type=int)
    p.add_argument("--level", action="append")
    p.add_argument("--verbose", action="store_true")
    o = p.parse_args()
    with open(o.source) as f:
        text = f.read()
    faults = sorted({0} | {int(n) for n in re.findall(r"FAULT [!=]= (\d+)", text)})
    wanted = {n: set() for n in faults}
    for number, line in enumerate(text.splitlines(), 1):
        for n in re.findall(r"/\*!(\d+)\*/", line):
            wanted[int(n)].add(number)
    wrong = unknown = 0
    for n in faults if o.only is None else [o.only]:
        for level in o.level or ["0"]:
            found = errors(o, n, level)
            unknown += any("not proved:" in text for _, _, text in found)
            if o.verbose or {line for _, line, _ in found} != wanted[n] or (n > 0 and not found):
                print(f"fault {n}, -O{level}: wanted lines {sorted(wanted[n])}")
                for _, line, text in found:
                    print(f"  {line}: {text}")
            wrong += {line for _, line, _ in found} != wanted[n] or (n > 0 and not found)
    print(f"{len(faults) - 1} faults; {unknown} runs with a part that is not proved; {wrong} runs that are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
