# SPDX-License-Identifier: MIT
"""same.py PAGE JSON -- what `lateroot view` packs into a page is what --json --asm writes: text after each pass is
made again from what changed."""
import base64
import json
import re
import sys
import zlib

page, data = open(sys.argv[1], encoding="utf-8").read(), json.load(open(sys.argv[2], encoding="utf-8"))
packed = re.findall(r'<script type="text/plain" id="f(\d+)" data-bytes="(\d+)">([^<]*)</script>', page)
assert len(packed) == len(data["functions"]) > 0, f"{len(packed)} functions"
deltas = 0
for (number, size, text), wanted in zip(packed, data["functions"]):
    raw = zlib.decompress(base64.b64decode(text))
    assert len(raw) == int(size), f"function {number}: {len(raw)} bytes"
    function, lines = json.loads(raw), []
    for version in function["ir"]:
        if "delta" in version:
            parts = version.pop("delta")
            lines = [l for p in parts for l in ([p] if isinstance(p, str) else lines[p[0]:p[0] + p[1]])]
            version["text"] = "\n".join(lines)
            deltas += 1
        else:
            lines = version["text"].split("\n")
    assert function == wanted, f"function {wanted['name']} differs"
print(f"{len(packed)} functions, {deltas} versions made again")
