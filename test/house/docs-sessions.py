#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs-sessions.py SOURCE BUILD LLVM-BIN: the programs of the guides, and what their commands print.

A page takes part if it has a line <!-- file: NAME -->.  The block behind such a line is (a further part of) the file
NAME.  When all files of the page are written, the lines that begin with "$ ", in blocks without a language, are run in
order, by bash.  What they print, on both streams, must be what stands below them; "..." in the page stands for
anything.  A command that the page shows to fail ends with "; echo $?".

The commands see lateroot as it is installed for the LLVM of the build: names with -22 get its version."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

source, build, llvm = (os.path.abspath(a) for a in sys.argv[1:4])
major = re.search(r"\d+", open(glob.glob(os.path.join(build, "package", "lateroot-*-llvm.cmake"))[0]).read()).group(0)
FILE = re.compile(r"^<!-- file: (\S+) -->\n+```\w*\n(.*?)^```$", re.M | re.S)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def install(folder):
	"""Compiler, LLVM's tools and pkg-config find lateroot as if it were installed."""
	tools = os.path.join(folder, "tools")
	os.makedirs(os.path.join(tools, "pkgconfig"))
	for name in ("opt", "llc", "llvm-dis"):
		os.symlink(os.path.join(llvm, name), os.path.join(tools, f"{name}-{major}"))
	flags = {f"lateroot-{major}": f"-llateroot-{major} -L{llvm}/../lib -lLLVM-{major} -Wl,-rpath,{llvm}/../lib",
		"lateroot-rt": "-llateroot-rt"}
	for name, libraries in flags.items():
		with open(os.path.join(tools, "pkgconfig", name + ".pc"), "w") as f:
			f.write(f"libdir={build}\nName: {name}\nDescription: -\nVersion: 0\n"
				f"Cflags: -I{source}/include -isystem {llvm}/../include\n"
				f"Libs: -L{build} {libraries}\n")
	return {**os.environ, "PATH": f"{tools}:{build}/bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
		"PKG_CONFIG_PATH": os.path.join(tools, "pkgconfig")}


def same(wanted, got):
	parts = [re.escape(part) for part in re.split(r"^\.\.\.$\n?|\.\.\.", wanted.rstrip("\n"), flags=re.M)]
	return re.fullmatch("(?s:.*)".join(parts), got.rstrip("\n")) is not None


def run_page(path, folder, environment):
	text = re.sub(r"(opt|llc|llvm-dis|lateroot|clang)-22\b", rf"\1-{major}", open(path, encoding="utf-8").read())
	for name, part in FILE.findall(text):
		with open(os.path.join(folder, name), "a", encoding="utf-8") as f:
			f.write(part)
	count = 0
	for language, block in BLOCK.findall(text):
		if language:
			continue
		block = re.sub(r" *\\\n +", " ", block)
		for command, wanted in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
			r = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment,
				text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
			count += 1
			if r.returncode != 0 or not same(wanted, r.stdout):
				sys.exit(f"{path}: $ {command}\nprints, with status {r.returncode}:\n{r.stdout}\n"
					f"and not:\n{wanted}")
	return count


for needed in ("pkg-config", f"clang-{major}"):
	if not shutil.which(needed):
		print("no " + needed)
		sys.exit(77)
total = 0
for path in sorted(glob.glob(os.path.join(source, "docs", "*.md"))):
	if FILE.search(open(path, encoding="utf-8").read()):
		with tempfile.TemporaryDirectory() as top:
			os.mkdir(folder := os.path.join(top, "page"))
			total += (count := run_page(path, folder, install(top)))
			print(f"{os.path.basename(path)}: {count} commands")
sys.exit(0 if total >= 15 else f"only {total} commands were found")
