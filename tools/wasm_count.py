# SPDX-License-Identifier: MIT
"""wasm_count.py -- counts the instructions that a WebAssembly program executes, function by function.

For tools/bench-targets. Each function gets a counter, a global of 64 bits; where a run of instructions begins that only
a branch or a trap can leave, its length is added. `block`, `loop`, `else`, `end` and `nop` are not counted: an engine
makes nothing of them. Knows the instructions that clang uses without -msimd128 and without exceptions.
"""

import json
import pathlib
import re
import subprocess

TYPE_I64, MUTABLE = 0x7E, 1
EXPORT_GLOBAL = 3
GLOBAL_GET, GLOBAL_SET, I64_CONST, I64_ADD, END = 0x23, 0x24, 0x42, 0x7C, 0x0B
BLOCK, LOOP, IF, ELSE, NOP = 0x02, 0x03, 0x04, 0x05, 0x01
FREE = {BLOCK, LOOP, ELSE, END, NOP}
# behind these a new run begins: unreachable, loop, if, else, end, br, br_if, br_table, return, tail calls
ENDS_RUN = {0x00, LOOP, IF, ELSE, END, 0x0C, 0x0D, 0x0E, 0x0F, 0x12, 0x13}
# opcode -> its immediates: "u" an LEB128 number, signed or not; "v" a vector of them; a digit so many bytes
IMMEDIATES = {BLOCK: "u", LOOP: "u", IF: "u", 0x0C: "u", 0x0D: "u", 0x0E: "vu", 0x10: "u", 0x11: "uu", 0x12: "u",
              0x13: "uu", 0x1C: "v", **{op: "u" for op in range(0x20, 0x27)},
              **{op: "uu" for op in range(0x28, 0x3F)}, 0x3F: "u", 0x40: "u", 0x41: "u", 0x42: "u", 0x43: "4",
              0x44: "8", 0xD0: "u", 0xD2: "u"}
PREFIXED = {**{op: "" for op in range(0, 8)}, 8: "uu", 9: "u", 10: "uu", 11: "u", 12: "uu", 13: "u", 14: "uu",
            15: "u", 16: "u", 17: "u"}
PLAIN = {0x00, NOP, ELSE, END, 0x0F, 0x1A, 0x1B, *range(0x45, 0xC5), 0xD1}
SECTION_IMPORT, SECTION_FUNCTION, SECTION_GLOBAL, SECTION_EXPORT, SECTION_CODE = 2, 3, 6, 7, 10

# Runs the program by WASI, and prints the counters as JSON to its fourth file.
RUNNER = """
process.removeAllListeners("warning");
const fs = require("node:fs");
const { WASI } = require("node:wasi");
const wasi = new WASI({ version: "preview1", args: ["program"], env: process.env, returnOnExit: true });
WebAssembly.instantiate(fs.readFileSync(process.argv[1]), { wasi_snapshot_preview1: wasi.wasiImport }).then(
	({ instance }) => {
		const status = wasi.start(instance), counts = {};
		for (const [name, value] of Object.entries(instance.exports))
			if (name.startsWith("count.")) counts[name.slice(6)] = Number(value.value);
		fs.writeFileSync(process.argv[2], JSON.stringify(counts));
		process.exit(status);
	});
"""


class Reader:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def bytes(self, n):
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self):
        """Unsigned LEB128; of a signed one, only the end."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def skip(self, immediates):
        for kind in immediates:
            if kind == "u":
                self.number()
            elif kind == "v":
                for _ in range(self.number()):
                    self.number()
            else:
                self.at += int(kind)


def unsigned(n):
    out = bytearray()
    while True:
        out.append(n & 0x7F | (0x80 if n > 0x7F else 0))
        n >>= 7
        if n == 0:
            return bytes(out)


def signed(n):
    """Signed LEB128 of a number that is not negative."""
    out = bytearray()
    while n > 0x3F:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def sections(data):
    """(id, content) of each section."""
    r = Reader(data, 8)
    while r.at < len(data):
        kind = r.byte()
        yield kind, r.bytes(r.number())


def imported(content):
    """How many functions and globals are imported."""
    r, counts = Reader(content), {0: 0, 3: 0}
    for _ in range(r.number()):
        r.bytes(r.number()), r.bytes(r.number())
        kind = r.byte()
        if kind == 0:
            r.number()
        elif kind == 3:
            r.bytes(2)
        else:
            if kind == 1:
                r.byte()
            r.skip("uu" if r.byte() & 1 else "u")
        counts[kind] = counts.get(kind, 0) + 1
    return counts[0], counts[3]


def with_counter(body, counter):
    """The body of a function, with its counter."""
    r = Reader(body)
    for _ in range(r.number()):
        r.number(), r.byte()
    out, begin, length = bytearray(body[:r.at]), r.at, 0
    while r.at < len(body):
        op = r.byte()
        if op == 0xFC:
            immediates = PREFIXED.get(r.number())
        else:
            immediates = IMMEDIATES.get(op, "" if op in PLAIN else None)
        if immediates is None:
            raise ValueError("an instruction that is not known: 0x%x" % op)
        r.skip(immediates)
        length += op not in FREE
        if op in ENDS_RUN or r.at == len(body):
            if length:
                out += bytes([GLOBAL_GET]) + unsigned(counter) + bytes([I64_CONST]) + signed(length)
                out += bytes([I64_ADD, GLOBAL_SET]) + unsigned(counter)
            out += body[begin:r.at]
            begin, length = r.at, 0
    return bytes(out)


def append(content, more, count):
    """A section that is a vector, with `count` entries more."""
    r = Reader(content)
    return unsigned(r.number() + count) + content[r.at:] + more


def instrumented(data):
    """The same module with counters, exported as "count.N", where N is the number of the function."""
    found = list(sections(data))
    content = {kind: c for kind, c in found if kind != 0}
    functions_before, globals_before = imported(content.get(SECTION_IMPORT, b"\0"))
    n = Reader(content[SECTION_FUNCTION]).number()
    first = globals_before + Reader(content[SECTION_GLOBAL]).number()
    out = bytearray(data[:8])
    for kind, c in found:
        if kind == SECTION_GLOBAL:
            c = append(c, bytes([TYPE_I64, MUTABLE, I64_CONST, 0, END]) * n, n)
        elif kind == SECTION_EXPORT:
            names = [("count.%d" % (functions_before + k)).encode() for k in range(n)]
            c = append(c, b"".join(unsigned(len(name)) + name + bytes([EXPORT_GLOBAL]) + unsigned(first + k)
                for k, name in enumerate(names)), n)
        elif kind == SECTION_CODE:
            r, made = Reader(c), bytearray()
            made += unsigned(r.number())
            for k in range(n):
                body = with_counter(r.bytes(r.number()), first + k)
                made += unsigned(len(body)) + body
            c = bytes(made)
        out += bytes([kind]) + unsigned(len(c)) + c
    return bytes(out)


def names(data):
    """Number -> name of the functions, from the section "name"."""
    found = {}
    for kind, c in sections(data):
        r = Reader(c)
        if kind != 0 or r.bytes(r.number()) != b"name":
            continue
        while r.at < len(c):
            what, end = r.byte(), r.number()
            end += r.at
            if what == 1:
                for _ in range(r.number()):
                    number = r.number()
                    found[number] = r.bytes(r.number()).decode()
            r.at = end
    return found


def code_bytes(program, functions):
    """The bytes of these functions in the program."""
    data, total = pathlib.Path(program).read_bytes(), 0
    content, known = {kind: c for kind, c in sections(data) if kind != 0}, names(data)
    number, r = imported(content.get(SECTION_IMPORT, b"\0"))[0], Reader(content[SECTION_CODE])
    for k in range(r.number()):
        size = r.number()
        r.at += size
        total += size if known.get(number + k) in functions else 0
    return total


def executed(program, environment):
    """What the program prints, and name of a function -> instructions executed in it.  Names may have numbers of the
    linker's behind them, which are added up."""
    data = pathlib.Path(program).read_bytes()
    counted, told = pathlib.Path(program).with_suffix(".count.wasm"), pathlib.Path(program).with_suffix(".count.json")
    counted.write_bytes(instrumented(data))
    done = subprocess.run(["node", "--single-threaded", "-e", RUNNER, "--", str(counted), str(told)],
                          capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise RuntimeError("%s ends with status %d\n%s" % (counted, done.returncode, done.stderr[-2000:]))
    found, known = {}, names(data)
    for number, count in json.loads(told.read_text()).items():
        name = re.sub(r"\.\d+$", "", known.get(int(number), "function " + number))
        found[name] = found.get(name, 0) + count
    return done.stdout, found
