#!/usr/bin/env python3
"""Prints the findings of a function in a page of `lateroot check --view`, with the text of the lines that they name."""
import base64
import json
import re
import sys
import zlib

page = open(sys.argv[1], encoding="utf-8").read()
index = json.loads(re.search(r'<script type="application/json" id="index">(.*?)</script>', page, re.S).group(1))
number = [f["name"] for f in index["functions"]].index(sys.argv[2])
part = re.search(r'<script type="text/plain" id="f%d" data-bytes="(\d+)">(.*?)</script>' % number, page)
text = zlib.decompress(base64.b64decode(part.group(2)))
assert len(text) == int(part.group(1))
function = json.loads(text)
lines = function["ir"][0]["text"].split("\n")
for f in function["check"]["findings"]:
    print("%s/%d %s%s" % (f["rule"], f["ordinal"], f["verdict"], " known" if f["known"] else ""))
    print("at: " + lines[f["place"]["at"]].strip())
    for step, line in zip(f["steps"], f["place"]["steps"], strict=True):
        print("%s: %s" % (step["role"], lines[line].strip() if line >= 0 else "?"))
file = ""
for at, number, *name in function["check"].get("source", []):
    file = name[0] if name else file
    print("%s:%d %s" % (file, number, lines[at].strip()))
for at, name in function["check"].get("variables", []):
    print("variable %s: %s" % (at if isinstance(at, str) else lines[at].strip(), name))
