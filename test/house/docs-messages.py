#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs-messages.py SOURCE: each message that docs/messages.md quotes is in the source.

A message begins a list item, in backquotes; what it means and what to do stand behind it.  "…" stands for what a format
fills in; the parts between must be in one string of the source, in this order."""
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
LITERALS = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"(?:\s|[A-Z_]+(?=\s*"))*)+')


def strings(text):
	text = re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: m.group(0) if '"' in m.group(0) else "", text, flags=re.S)
	for run in LITERALS.findall(text):
		yield re.sub(r"\\(.)", r"\1", "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', run)))


known = [s for folder in ("src", "tools") for path in sorted((source / folder).rglob("*"))
	if path.suffix in (".c", ".h", ".cpp") for s in strings(path.read_text(encoding="utf-8"))]
page = (source / "docs" / "messages.md").read_text(encoding="utf-8")
entries = [" ".join(entry.split()) for entry in re.findall(r"^\* (`.*(?:\n  .*)*)", page, re.M)]
messages = [m[1] for entry in entries if (m := re.match(r"`([^`]+)`: .+ \*\*Do:\*\* .", entry))]
bad = len(entries) - len(messages)
if bad:
	print(f"docs/messages.md: {bad} entries do not say what the message means, or what to do")
for message in messages:
	parts = [re.escape(part) for part in message.split("…") if part.strip()]
	if not any(re.search(".*?".join(parts), s) for s in known):
		print(f"docs/messages.md: no string of the source is like this: {message}")
		bad += 1
print(f"{len(messages)} messages, {bad} unknown")
sys.exit(bad != 0 or len(messages) < 50)
