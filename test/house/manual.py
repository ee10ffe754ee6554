#!/usr/bin/env python3
"""manual.py TOOL MANUAL: each command, and each option that `lateroot COMMAND --help` lists, is in the manual page."""
import pathlib
import re
import subprocess
import sys

tool, manual = sys.argv[1], pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")


def helped(*args):
	return subprocess.run([tool, *args, "--help"], capture_output=True, text=True, check=True).stdout


commands = re.findall(r"^  ([a-z]+) {2,}\S", helped(), re.M)
missing = [f"lateroot {c}" for c in commands if f"*lateroot {c}" not in manual]
options = set()
for command in commands:
	if command not in ("help", "version"):
		for line in re.findall(r"^ {1,6}(-.*)", helped(command), re.M):
			options.update(re.findall(r"(?:^|, )(--?[A-Za-z?][A-Za-z-]*)", line.split("  ")[0]))
# *--name or *-x in bold; not as the beginning of a longer name
missing += [o for o in sorted(options) if not re.search(r"\*" + re.escape(o) + r"(?![A-Za-z-])", manual)]
for name in missing:
	print(f"{sys.argv[2]}: nothing about {name}")
print(f"{len(commands)} commands, {len(options)} options")
sys.exit(bool(missing) or len(commands) < 8 or len(options) < 60)
