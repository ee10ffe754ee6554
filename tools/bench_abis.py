# SPDX-License-Identifier: MIT
"""bench_abis.py -- what each ABI of root tracking costs at rest: code, tables, and the time to compile, on real
modules.

Each module of the sample is compiled to an object under each ABI, one after the other, so that whatever else the
machine does meets all of them. Sizes are exact; of times trust the ratios only.  Instructions are counted, without
those for an empty module, where it does not take hours: on every SPARSE-th module of middling size.
"""

import os
import re
import struct
import subprocess
import sys

WAYS = {"gcframe": ["--abi=gcframe"], "gcframe, reload": ["--abi=gcframe", "--reload"],
        "framemap": ["--abi=framemap"], "framemap, reload": ["--abi=framemap", "--reload"],
        "statepoint": ["--abi=statepoint"], "shadow-stack": ["--abi=shadow-stack"]}
TABLES = ("lr_framemap", "lr_statepoints")
EVERY = 16
SPARSE = 4
MIDDLING = range(8000, 20000)  # bytes of bitcode
SHF_ALLOC, SHF_EXECINSTR, SHT_NOBITS = 2, 4, 8


def sections(path):
    """Bytes of an object by kind of section; relocations and what is not loaded are left out."""
    b = path.read_bytes()
    at, = struct.unpack_from("<Q", b, 0x28)
    n, names = struct.unpack_from("<HH", b, 0x3C)
    headers = [struct.unpack_from("<IIQQQQ", b, at + 64 * i) for i in range(n)]
    found = {}
    for name, kind, flags, _, _, size in headers:
        start = headers[names][4] + name
        text = b[start:b.index(b"\0", start)].decode()
        if flags & SHF_ALLOC and kind != SHT_NOBITS:
            key = "code" if flags & SHF_EXECINSTR else "table" if text in TABLES else \
                "eh_frame" if text == ".eh_frame" else "data"
            found[key] = found.get(key, 0) + size
    return found


def compile_one(command):
    """Seconds of CPU, or None if it fails."""
    with open(os.devnull, "r+b") as null:
        child = os.posix_spawn(command[0], command, os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, null.fileno(), k) for k in range(3)])
    _, status, usage = os.wait4(child, 0)
    return None if status else usage.ru_utime + usage.ru_stime


def instructions(command, scratch):
    out = scratch.with_suffix(".callgrind")
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=%s" % out] + command,
        stdin=subprocess.DEVNULL, capture_output=True, text=True)
    out.unlink(missing_ok=True)
    m = re.search(r"Collected : (\d+)", done.stderr)
    return int(m.group(1)) if m and done.returncode == 0 else 0


def measure(where, files, count):
    lateroot, out, empty = str(where / "bin" / "lateroot"), where / "abis.o", where / "empty.ll"
    found = {way: {"modules": 0, "seconds": 0.0, "retired": 0} for way in WAYS}
    sample = files[::EVERY]
    counted = [path for path in sample if path.stat().st_size in MIDDLING][::SPARSE] if count else []
    for path in sample:
        commands = {way: [lateroot, "compile", "-O2", "--filetype=obj", "-o", str(out)] + options
            for way, options in WAYS.items()}
        rows = {}
        for way, command in commands.items():
            seconds = compile_one(command + [str(path)])
            rows[way] = dict(sections(out), modules=1, seconds=seconds) if seconds is not None else None
        if None in rows.values():  # of all, or they could not be compared
            print("bench: %s: %s failed" % (path.name, ", ".join(w for w in rows if rows[w] is None)), file=sys.stderr)
            continue
        for way, row in rows.items():
            for key, value in row.items():
                found[way][key] = found[way].get(key, 0) + value
    empty.write_text("")
    for way, options in WAYS.items():
        command = [lateroot, "compile", "-O2", "--filetype=obj", "-o", str(out)] + options
        found[way]["retired"] = sum(instructions(command + [str(p)], out)
            for p in counted) - len(counted) * (instructions(command + [str(empty)], out) if counted else 0)
    for path in (out, empty):
        path.unlink(missing_ok=True)
    return {"version": 1, "abis": found}


def text(found):
    rows = found["abis"]
    first = next(iter(rows.values()))
    if not first["modules"]:
        return "no modules: give --corpus\n"
    out = ["Objects of %d modules at -O2, in bytes, and what compiling them took, as multiples of the first"
        % first["modules"], "",
           "%-18s%12s%8s%12s%10s%10s%10s%14s" % ("ABI", "code", "", "tables", "eh_frame", "data", "CPU time",
               "instructions")]
    for way, r in rows.items():
        counted = "%.2f" % (r["retired"] / first["retired"]) if first["retired"] else "-"
        out.append("%-18s%12d%+7.1f%%%12d%10d%10d%10.2f%14s" % (way, r["code"], 100 * (r["code"] / first["code"] - 1),
            r.get("table", 0), r.get("eh_frame", 0),
            r.get("data", 0), r["seconds"] / first["seconds"], counted))
    return "\n".join(out) + "\n"
