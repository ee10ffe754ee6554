# SPDX-License-Identifier: MIT
"""Generated programs for tools/cross: those of lateroot-fuzz in the dialect, those of tools/fuzz-c in C, and functions
with structs as parameters.

What a program of lateroot-fuzz must print is what the same module prints on this machine, in memory and without a
collection; what a unit of C must print is what its own plain build, on malloc, prints on the target: `long` differs."""

import pathlib
import random
import re
import sys
import threading

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


class Shapes:
    """Functions in C whose parameters are of many kinds, structs with references among them.  Both sides of each call
    are compiled once by lateroot and once by the C compiler of the target, so that both put the parameters into the
    same places.  A shape that lateroot refuses is left out, and counted."""

    # letter: type, argument made of the number N and the objects A and B, comparisons of a parameter V
    KINDS = {
        "i": ("int", "N", "V == N"), "l": ("long", "(long)N", "V == N"), "f": ("float", "(float)N", "V == N"),
        "d": ("double", "(double)N", "V == N"),
        "x": ("__int128", "((__int128)N << 70 | N)", "V >> 70 == N && (long)V == N"),
        "r": ("box", "A", "IS(V, N)"), "o": ("struct one", "((struct one){A})", "IS(V.r, N)"),
        "p": ("struct pair", "((struct pair){A, N})", "IS(V.r, N) && V.n == N"),
        "q": ("struct back", "((struct back){N, A})", "IS(V.r, N) && V.n == N"),
        "b": ("struct both", "((struct both){A, B})", "IS(V.r, N) && IS(V.s, N + 1)"),
        "g": ("struct two", "((struct two){N, N + 1})", "V.n == N && V.m == N + 1"),
        "h": ("struct floats", "((struct floats){N, N + 1})", "V.n == N && V.m == N + 1"),
        "w": ("struct three", "((struct three){N, N + 1, N + 2})", "V.n == N && V.o == N + 2")
    }
    HEAD = """#include <stdarg.h>
#ifdef PLAIN
#include <stdio.h>
typedef long *box;
#define IS(v, k) (*(v) == (k))
#else
#include <lateroot/dialect.h>
struct box { long value; };
TYPE(box_type, struct box);
typedef struct box TRACKED *box;
#define IS(v, k) (AT(v)->value == (k))
static box make(long n) { GC_FUNCTION; box b = NEW(struct box, box_type); AT(b)->value = n; return b; }
#endif
struct one { box r; };
struct pair { box r; long n; };
struct back { long n; box r; };
struct both { box r, s; };
struct two { long n, m; };
struct floats { double n, m; };
struct three { long n, m, o; };
#define CHECK(shape, v, ok) if (!(ok)) printf("%s: parameter %d is wrong\\n", shape, v)
"""

    def __init__(self, tool, seed, must, folder):
        random.seed(seed)
        self.name = "shapes %d" % seed
        self.stem = folder / ("shapes-%d" % seed)
        self.tool = tool
        # few registers are left for the struct at the end, the others may be of any kind
        self.shapes = ["".join(random.choice("illfdxropqbghw") for _ in range(random.randrange(0, 9)))
                       + random.choice("pqbo") + random.choice(["", "", "l", "d", "p", "r"]) for _ in range(24)]
        self.kept, self.lock = {}, threading.Lock()

    def fits(self, target):
        return target.triple in ("aarch64-linux-gnu", "riscv64-linux-gnu")

    def code(self, shapes, plain):
        """The functions that take the shapes, and those that call them."""
        text = self.HEAD
        def put(pattern, i, v):
            """A pattern of KINDS for parameter number i."""
            names = {"N": str(2 * i + 1), "A": "a%d" % i, "B": "b%d" % i, "V": v}
            return re.sub(r"\b[NABV]\b", lambda m: names[m[0]], pattern)

        for k, shape in enumerate(shapes):
            kinds = [self.KINDS[c] for c in shape]
            types = ", ".join(t for t, _, _ in kinds)
            params = ", ".join("%s v%d" % (t, i) for i, (t, _, _) in enumerate(kinds))
            other = "dialect" if plain else "plain"
            own = "plain" if plain else "dialect"
            checks = "".join("\tCHECK(\"%s\", %d, %s);\n" % (shape, i, put(ok, i, "v%d" % i))
                             for i, (_, _, ok) in enumerate(kinds))
            if plain:
                text += "void dialect_%d(%s);\nvoid plain_%d(%s)\n{\n%s\tdialect_%d(%s);\n}\n" % (
                    k, types, k, params, checks, k, ", ".join("v%d" % i for i in range(len(kinds))))
                text += "void plain_more_%d(int first, ...)\n{\n\tva_list l;\n\tva_start(l, first);\n" % k
                for i, (t, _, ok) in enumerate(kinds):
                    t = "double" if t == "float" else t
                    text += "\t{\n\t\t%s v = va_arg(l, %s);\n\t\tCHECK(\"..., %s\", %d, %s);\n\t}\n" % (
                        t, t, shape, i, put(ok, i, "v"))
                text += "\tva_end(l);\n}\n"
                continue
            text += "void %s_%d(%s)\n{\n\tmake(0);\n%s}\n" % (own, k, params, checks)
            text += "void %s_%d(%s);\nvoid %s_more_%d(int, ...);\nvoid call_%d(void)\n{\n" % (
                other, k, types, other, k, k)
            arguments = []
            for i, (_, made, _) in enumerate(kinds):
                text += "".join("\tbox %s = make(%d);\n" % (put(c, i, ""), 2 * i + 1 + j)
                                for j, c in enumerate("AB") if re.search(r"\b%s\b" % c, made))
                arguments.append(put(made, i, ""))
            given = ", ".join(arguments)
            text += "\t%s_%d(%s);\n\t%s_%d(%s);\n\t%s_more_%d(0, %s);\n}\n" % (
                own, k, given, other, k, given, other, k, given)
        if not plain:
            text += "int main(void)\n{\n%s\tprintf(\"done\\n\");\n}\n" % "".join(
                "\tcall_%d();\n" % k for k in range(len(shapes)))
        return text

    def dialect(self, must, target, shapes, level, stem):
        source = stem.with_suffix(".c")
        source.write_text(self.code(shapes, False))
        must(["clang-22", "--target=" + target.triple, "-w", "-I", ROOT / "include", "-isystem",
              "/usr/%s/include" % target.triple, "-O" + level, "-Xclang", "-disable-llvm-passes", "-fPIC", "-emit-llvm",
              "-S", "-o", stem.with_suffix(".ll"), source])
        return stem.with_suffix(".ll")

    def accepted(self, must, target):
        """The shapes that lateroot takes."""
        with self.lock:
            return self.find_accepted(must, target)

    def find_accepted(self, must, target):
        if target.triple not in self.kept:
            kept = []
            for shape in self.shapes:
                stem = self.stem.with_suffix(".%s.one.x" % target.triple)
                module = self.dialect(must, target, [shape], "0", stem)
                try:
                    must([self.tool, "opt", "--passes=AdoptDialect,GCInvariantVerifier", "--disable-output", module])
                    kept.append(shape)
                except Exception as why:
                    if "one register is left" not in str(why) and self.BY_MEMBERS not in str(why):
                        raise
            self.kept[target.triple] = kept
        return self.kept[target.triple]

    BY_MEMBERS = "is passed or returned by value as an integer"

    def compile(self, must, tool, target, way, level, stem):
        shapes = self.accepted(must, target)
        module = self.dialect(must, target, shapes, level, stem)
        must([tool, "compile", "-O" + level, "--check", *way.options, *([LATE] if level == "2" else []), "-o",
              stem.with_suffix(".o"), module])
        plain = stem.with_suffix(".plain.c")
        plain.write_text(self.code(shapes, True))
        must([*target.cc, "-O1", "-w", "-DPLAIN", "-c", "-o", stem.with_suffix(".plain.o"), plain])
        return [stem.with_suffix(".o"), stem.with_suffix(".plain.o")]

    def arguments(self):
        return []

    def must_print(self, must, target, runner, folder):
        return "done\n"


def first_difference(expected, got):
    for k, (a, b) in enumerate(zip(expected.splitlines() + [""] * 999, got.splitlines()), 1):
        if a != b:
            return "line %d is '%s', not '%s'" % (k, b[:100], a[:100])
    return "%d lines, not %d" % (len(got.splitlines()), len(expected.splitlines()))
