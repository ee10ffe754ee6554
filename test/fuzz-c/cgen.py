#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cgen.py -- C programs in the dialect, out of numbers.

   cgen.py --seeds=A..B [--shapes=NAME,...] [--without=NAME,...] [--list]      one translation unit on stdout

Each seed is a program; main() runs all of them, or those whose numbers are given, and prints a line for each."""
import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import machines  # noqa: E402
import objects  # noqa: E402
import program  # noqa: E402
import statements  # noqa: E402

SHAPES = sorted(statements.SHAPES + machines.SHAPES + objects.SHAPES)
FUEL = 250
LOOKS = (0, 0, 1, 2)


def unit(seeds, shapes=SHAPES, look=None):
    """The text of a translation unit; `look` is how objects are looked at (prelude.h)."""
    look = LOOKS[(seeds[0] - 1) // 16 % 4] if look is None else look
    parts = ['#define LOOK %d\n#include "prelude.h"\n' % look]
    for s in seeds:
        parts.append("/* program %d */\n%s/* end %d */\n" % (s, program.Program(s, set(shapes)).make(), s))
    rows = "\n".join("\t{%d, \"p%d\", p%d}," % (s, s, s) for s in seeds)
    parts.append("""static const struct {
	int seed;
	const char *name;
	num (*run)(void);
} programs[] = {
%s
};

int
main(int argc, char **argv)
{
	GC_FUNCTION;

	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		bool chosen = argc < 2;
		for (int k = 1; k < argc; k++)
			chosen |= atoi(argv[k]) == programs[i].seed;
		if (!chosen)
			continue;
		sum = (num)programs[i].seed;
		ids = 0;
		trying = 0;
		fuel = %d;
		running = programs[i].name;
		programs[i].run();
		printf("%%s %%016lx %%u\\n", running, sum, ids);
		fflush(stdout);
	}
	return 0;
}
""" % (rows, FUEL))
    return "\n".join(parts)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--seeds", default="1..16")
    a.add_argument("--shapes")
    a.add_argument("--without", default="")
    a.add_argument("--list", action="store_true", help="the names of the shapes")
    o = a.parse_args()
    if o.list:
        print("\n".join(SHAPES))
        return
    first, _, last = o.seeds.partition("..")
    shapes = [s for s in (o.shapes.split(",") if o.shapes else SHAPES) if s not in o.without.split(",")]
    sys.stdout.write(unit(range(int(first), int(last or first) + 1), shapes))


if __name__ == "__main__":
    main()
