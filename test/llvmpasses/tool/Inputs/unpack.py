"""unpack.py LATEROOT MODULE FOLDER: reads the module packed by xz, zstd, bzip2, lz4 and lzip, with stand-ins for these
programs that unpack what lies beside them, so that none has to be installed."""
import os
import subprocess
import sys

lateroot, module, folder = sys.argv[1:]
marks = {"xz": b"\xfd7zXZ\0", "zstd": b"\x28\xb5\x2f\xfd", "bzip2": b"BZh", "lz4": b"\x04\x22\x4d\x18",
         "lzip": b"LZIP"}
suffixes = {"xz": "xz", "zstd": "zst", "bzip2": "bz2", "lz4": "lz4", "lzip": "lz"}
bin = os.path.join(folder, "bin")
os.makedirs(bin, exist_ok=True)


def run(name, path):
    r = subprocess.run([lateroot, "opt", "-passes=verify", "-S", name], cwd=folder, capture_output=True, text=True,
                       stdin=subprocess.DEVNULL, env={**os.environ, "PATH": path})
    return r.returncode, r.stdout, r.stderr


for program, mark in marks.items():
    name = "p.ll." + suffixes[program]
    open(os.path.join(folder, name), "wb").write(mark + open(module, "rb").read())
    stand_in = os.path.join(bin, program)
    # -dc: everything behind the mark
    open(stand_in, "w").write(f"#!/bin/sh\nexec /usr/bin/tail -c +{len(mark) + 1}\n")
    os.chmod(stand_in, 0o755)
    status, out, err = run(name, bin)
    print(f"{program}: {status} {'@twice' in out}")
for program in marks:
    name = "p.ll." + suffixes[program]
    status, out, err = run(name, "/nowhere")
    print(f"no {program}: {status} {err.split('error: ', 1)[-1].strip()}")
open(os.path.join(folder, "broken.xz"), "wb").write(marks["xz"] + b"nothing")
open(os.path.join(bin, "xz"), "w").write("#!/bin/sh\nexit 1\n")
status, out, err = run("broken.xz", bin)
print(f"broken xz: {status} {err.split('error: ', 1)[-1].strip()}")
