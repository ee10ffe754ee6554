"""manual.py LATEROOT MANUAL: every option that --help of a command lists stands in the manual page, and the other way
round; so do the commands."""
import re
import subprocess
import sys

lateroot, manual = sys.argv[1:]


def helped(*words):
    return subprocess.run([lateroot, *words, "--help"], check=True, capture_output=True, text=True,
        stdin=subprocess.DEVNULL).stdout


commands = set(re.findall(r"^  ([a-z]+)  ", helped(), re.M))
page = open(manual).read()
options = set()
for command in commands - {"help", "version"}:
    options |= set(re.findall(r"^ +(?:-\w, )?(--[a-z][a-z-]+)", helped(command), re.M))
options |= {"--help", "--target"}  # what --help does not list: --target is clang's name of --mtriple
written = set(re.findall(r"(?<!,)--[a-z][a-z-]+", page))  # not the linker's, behind -Wl,
described = set(re.findall(r"^\*lateroot ([a-z]+)", page, re.M))
wrong = [f"not in the manual page: {o}" for o in sorted(options - written)] + [f"only in the manual page: {o}"
    for o in sorted(written - options)]
wrong += [f"command: {c}" for c in sorted(commands ^ described)]
print("\n".join(wrong))
sys.exit(1 if wrong or len(options) < 40 else 0)
