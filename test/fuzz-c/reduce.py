# SPDX-License-Identifier: MIT
"""Makes a failing program smaller: takes away functions, blocks and lines as long as it fails in the same way.

What is left is a right program as before: its build on malloc ends well and prints the same with variables filled with
zeros and with a pattern, and the address and undefined behaviour sanitizers are content."""
import os
import re

import build


def groups(lines):
    """Ranges of lines that may go: balanced in braces, large ones first."""
    found, stack = [], []
    for i, line in enumerate(lines):
        code = re.sub(r"'.'|\"[^\"]*\"", "", line)
        opens, closes = code.count("{"), code.count("}")
        lead = code.strip().startswith("}")
        if lead and stack:
            found.append((stack.pop(), i + 1))
            closes -= 1
            if opens > closes:
                stack.append(i)
                opens -= 1
        for _ in range(max(0, opens - closes)):
            stack.append(i)
        for _ in range(max(0, closes - opens)):
            if stack:
                found.append((stack.pop(), i + 1))
        if opens == closes and not lead and line.strip():
            found.append((i, i + 1))
            if code.rstrip().endswith(")") and i + 1 < len(lines):  # a head without braces, and what it is of
                found.append((i, i + 2))
    more = []
    for a, b in found:
        k = a
        while k > 0 and lines[k].strip() == "{" or (k > 0 and lines[k - 1].strip()
                                                    and not lines[k - 1].rstrip().endswith((";", "}", "{", ":"))
                                                    and not lines[k - 1].startswith("\t")):
            k -= 1  # the head of a function
        if k != a:
            more.append((k, b))
    found = sorted(set(found + more), key=lambda g: (g[0] - g[1], -g[0]))
    return found


class Reducer:
    def __init__(self, config, mode, tools, folder, timeout=20):
        self.config, self.tools, self.folder, self.timeout = config, tools, folder, timeout
        self.extra = dict(config.modes()).get(mode)
        self.tests = 0
        os.makedirs(folder, exist_ok=True)

    def plain(self, path, flags):
        exe = os.path.join(self.folder, "plain")
        if build.compile_plain(path, exe, flags, max(self.tools.builds)):
            return None
        status, text = build.command([exe], 5, build.environment({}))
        return text if status == 0 else None

    def fails(self, text, careful=False):
        """How the program fails; None if it does not, or is not right."""
        self.tests += 1
        path, exe = os.path.join(self.folder, "r.c"), os.path.join(self.folder, "r")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        wanted = self.plain(path, ["-O0", "-ftrivial-auto-var-init=zero"])
        if wanted is None or wanted != self.plain(path, ["-O0", "-ftrivial-auto-var-init=pattern"]):
            return None
        if careful and wanted != self.plain(path,
                                            ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]):
            return None
        bad = build.compile_unit(self.config, self.tools, path, exe, 60)
        if self.extra is None:  # the compilation fails
            if bad is None:
                return None
            m = re.search(r"error: (.*)", bad)
            return re.sub(r"'[^']*'|\d+|%[\w.]+", "_", m.group(1) if m else "crash")
        if bad:
            return None
        status, said = build.command([exe], self.timeout, build.environment(self.extra))
        if status == 0 and said == wanted:
            return None
        if status == 0:
            return "wrong"
        return "lost" if "is lost" in said else "reference" if "bad reference" in said else "status %s" % status

    def reduce(self, text):
        kind = self.fails(text)
        if kind is None:
            return None
        alike = {"wrong", "lost", "reference", "status -11"}
        alike = alike if kind in alike else {kind}
        lines, changed = text.split("\n"), True
        while changed:
            changed = False
            for a, b in groups(lines):
                if b > len(lines):
                    continue
                shorter = lines[:a] + lines[b:]
                if self.fails("\n".join(shorter)) in alike and self.fails("\n".join(shorter), True) in alike:
                    lines, changed = shorter, True
                    break_here = b - a > 3
                    if break_here:
                        break
            if not changed:
                shorter = [re.sub(r"\b(?:mk|cons|some|car|cdr)\((?:[^()]|\([^()]*\))*\)", "mk(1)", l) for l in lines]
                for i, l in enumerate(shorter):
                    if l != lines[i]:
                        trial = lines[:i] + [l] + lines[i + 1:]
                        if self.fails("\n".join(trial)) in alike:
                            lines = trial
        return "\n".join(l for l in lines if l.strip())
