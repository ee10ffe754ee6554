# SPDX-License-Identifier: MIT
"""Generated programs for tools/cross: those of lateroot-fuzz in the dialect, and those of tools/fuzz-c in C.

What a program of lateroot-fuzz must print is what the same module prints on this machine, in memory and without a
collection; what a unit of C must print is what its own plain build, on malloc, prints on the target: `long` differs."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "fuzz-c"))
import cgen  # noqa: E402

AT_ONCE = 5  # programs in one module or unit
HANDLER_X86 = "alloca [256 x i8], align 16"  # the generator's, for this machine: LR_HANDLER_BYTES
HANDLER = "alloca [384 x i8], align 16"
LATE = "--passes=AdoptDialect,GCInvariantVerifier,default<O2>,SettleGCStack"


def parts(seeds):
    """The seeds "A..B,C..D" as ranges of AT_ONCE."""
    found = []
    for run in seeds.split(","):
        first, last = (int(s) for s in run.split(".."))
        found += [(s, min(s + AT_ONCE - 1, last)) for s in range(first, last + 1, AT_ONCE)]
    return found


def generator(tool):
    """lateroot-fuzz of the same build as the tool; None if it was not built."""
    found = tool.resolve().parent.parent / "test" / "fuzz" / "lateroot-fuzz"
    return found if found.exists() else None


class Dialect:
    """Some programs of lateroot-fuzz, for machines with words of 8 bytes."""

    def __init__(self, tool, seeds, must, folder):
        self.name = "generated %d..%d" % seeds
        self.module = folder / ("fuzz-%d.ll" % seeds[0])
        text = must([generator(tool), "--seeds=%d..%d" % seeds, "--print"])
        helpers, preload = folder / "fuzz-helpers.so", ROOT / "test" / "fuzz" / "helpers.c"
        if not helpers.exists():
            must(["cc", "-std=gnu11", "-O1", "-shared", "-fPIC", "-fexceptions", "-I", ROOT / "include", "-I",
                  ROOT / "test" / "fuzz", "-o", helpers, preload])
        self.module.write_text(text)
        self.expected = must([tool, "run", "-O0", self.module], {"LD_PRELOAD": str(helpers)})
        lines = [l for l in text.splitlines(True) if not l.startswith(("target datalayout", "target triple"))]
        foreign = "".join(lines).replace(HANDLER_X86, HANDLER)
        self.module.write_text(foreign)
        self.riscv = self.module.with_suffix(".riscv.ll")
        self.riscv.write_text(foreign.replace("swiftcc ", ""))  # which LLVM does not have there

    def fits(self, target):
        return not target.narrow

    def compile(self, must, tool, target, way, level, stem):
        """The objects to link."""
        helpers = stem.with_suffix(".helpers.o")
        must([*target.cc, "-std=gnu11", "-O1", "-fexceptions", "-I", ROOT / "include", "-I", ROOT / "test" / "fuzz",
              "-c", "-o", helpers, ROOT / "test" / "fuzz" / "helpers.c"])
        must([tool, "compile", "-O" + level, "--check", "--mtriple=" + target.triple, *way.options, "-o",
              stem.with_suffix(".o"), self.riscv if target.triple.startswith("riscv") else self.module])
        return [stem.with_suffix(".o"), helpers, "-lstdc++"]  # its personality

    def arguments(self):
        return []

    def must_print(self, must, target, runner, folder):
        return self.expected


class InC:
    """A unit of tools/fuzz-c."""

    def __init__(self, seeds, folder, without=()):
        self.name = "C %d..%d" % seeds
        self.seeds = range(seeds[0], seeds[1] + 1)
        self.source = folder / ("fuzz-c-%d.c" % seeds[0])
        self.source.write_text(cgen.unit(list(self.seeds), [s for s in cgen.SHAPES if s not in without]))

    def fits(self, target):
        return target.triple not in ("wasm32-wasi", "x86_64-w64-windows-gnu")  # setjmp; the headers of Linux

    def clang(self, target):
        return ["clang-22", "--target=" + target.triple, "-w", "-I", ROOT / "include", "-I", ROOT / "test" / "fuzz-c",
                "-isystem", "/usr/%s/include" % target.triple]

    def compile(self, must, tool, target, way, level, stem):
        must([*self.clang(target), "-O" + level, "-Xclang", "-disable-llvm-passes", "-fPIC", "-emit-llvm", "-S", "-o",
              stem.with_suffix(".ll"), self.source])
        must([tool, "compile", "-O" + level, "--check", *way.options, *([LATE] if level == "2" else []), "-o",
              stem.with_suffix(".o"), stem.with_suffix(".ll")])
        return [stem.with_suffix(".o")]

    def arguments(self):
        return [str(s) for s in self.seeds]

    def must_print(self, must, target, runner, folder):
        plain = folder / ("%s.%s.plain" % (self.source.stem, target.triple))
        must([*self.clang(target), "-O0", "-DFUZZ_PLAIN", "-fPIC", "-c", "-o", str(plain) + ".o", self.source])
        must([*target.cc, "-o", plain, str(plain) + ".o"])
        return must([*runner, plain, *self.arguments()])


def first_difference(expected, got):
    for k, (a, b) in enumerate(zip(expected.splitlines() + [""] * 999, got.splitlines()), 1):
        if a != b:
            return "line %d is '%s', not '%s'" % (k, b[:100], a[:100])
    return "%d lines, not %d" % (len(got.splitlines()), len(expected.splitlines()))
