"""damage-object.py LATEROOT OBJECT FILE -- `lateroot tables` reads the object with one word of its headers replaced,
and cut off; each time it ends with status 0 or 1."""
import subprocess
import sys

tool, source, target = sys.argv[1:]
good = open(source, "rb").read()


def read(data):
    with open(target, "wb") as f:
        f.write(data)
    for how in ([], ["--stackmap"]):
        status = subprocess.run([tool, "tables", *how, target], capture_output=True, check=False).returncode
        if status not in (0, 1):
            sys.exit("status %d; see %s" % (status, target))


headers = int.from_bytes(good[20:24], "little") + 32
for at in range(0, headers, 12):
    for word in (b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\x30\x07\x00\x00")[at // 12 % 3:][:1]:
        read(good[:at] + word + good[at + 4:])
for size in range(0, len(good), len(good) // 20):
    read(good[:size])
