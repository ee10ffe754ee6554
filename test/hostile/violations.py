#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""violations.py LATEROOT SPLIT-FILE [--list] -- every way to violate the dialect, and what is said of it.

The nearest malformed form of each construct has a test (docs/dialect.md), and other tests have more.  Here they are run
as their RUN lines say, and the diagnostics are collected: what there is a message for in the sources of the verifiers
and of the lowering must have been said at least once, or be in the list below with the reason.  And a row of the
document that names a malformed function must see that very function refused.  --list prints the table: message, file,
function.
"""
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test" / "house"))
from document_rows import rows  # noqa: E402
TESTS = ROOT / "test" / "llvmpasses"
TOOL, SPLIT = sys.argv[1], sys.argv[2]

# Messages that no input of these tests calls forth; parts of their texts, and why.
EARLIER = "the verifier of the dialect says it in other words first; here for passes that are run without it"
PARSER = "the parser of pipelines refuses it first, the plug-in says it (plugin/errors.ll)"
SIZE = "takes more memory than a test should"
OTHER = "depends on a version of LLVM or on a target, and is a guard against what is to come"
PART = "a part of a message, or a row of a table of which other rows are said"
UNSEEN = {
	"the parameter is strong or no-strong": PARSER, "LateLowerGCFrame: unknown parameter": PARSER,
		"PlaceStatepoints takes no parameters": PARSER,
	"FinalLowerGC takes no parameters": PARSER,
	"holds too many tracked values": SIZE, "holds too many safepoints": SIZE,
		"comes from too many places to follow": SIZE,
	"an atomic operation takes a reference for an integer": "C only (plugin/clang-refused.test)",
	"accesses an object reference through a pointer to many": "needs hundreds of variables "
	"(plugin/clang-limits.test)",
	"the function has a frame already": "of what another run of the tool has written (gcroots/twice.ll)",
	"PRESERVE takes at most": "C only: clang's own limit on arguments is larger, and no test has so many",
	"a constant expression of an unknown kind": OTHER, "loads a derived pointer": EARLIER,
		"inttoptr into a special address space": EARLIER,
	"and the stack variable is not known": EARLIER, "its exceptions are handled by funclets": OTHER,
	'both zeroing bundles: "julia': EARLIER, "a child, must be tracked": EARLIER,
		"jl_alloc_genericmemory_unchecked that gives an object": EARLIER,
	"cannot be a musttail call: its signature changes": EARLIER, "whether to zero the data, must be an i1": EARLIER,
	"the token of a gc_preserve_begin is used by something": EARLIER,
	"needs pointers of 64 bits, and the data layout is": "passes that begin with a module compare its layout with "
	"the target first",
	"void (Tracked parent, Derived slot": PART, "Tracked (ptr, iN, iN)": PART,
	"a GC address space": PART, " in the result type": PART, " in the type of an operand": PART,
		" in the allocated type": PART,
	"a tracked pointer (address space 10)": PART, "a tracked or derived pointer": PART,
		"a loaded pointer (address space 13)": PART, "lateroot compiles for no such processor": PART,
	"which arm64e has not": PART, "ELF or Mach-O objects": PART,
}

# Where diagnostics about the dialect are made.
SOURCES = ["addrspace/verify/verify.c", "addrspace/verify/verify_bundles.c", "addrspace/verify/verify_calls.c",
           "addrspace/remove/constants.c", "addrspace/remove/retype_plan.c", "addrspace/remove/clone_plan.c",
           "gcroots/values/record.c", "gcroots/values/values.c", "gcroots/stack/variables.c",
           "gcroots/stack/typed_accesses.c", "gcroots/stack/shadows.c", "gcroots/stack/accesses.c",
           "gcroots/scan/scan.c", "gcroots/scan/instructions.c", "gcroots/scan/calls.c", "gcroots/scan/arguments.c",
           "gcroots/scan/safepoints.c", "gcroots/late_lower_gc_frame.c",
           "gcroots/statepoint/statepoint.c", "gcroots/statepoint/statepoint_refusal.c", "lowering/import/import.c",
           	"lowering/intrinsics/allocation.c",
           "lowering/barrier/barrier.c", "lowering/intrinsics/bundles.c", "lowering/frames/final_lower_gc.c",
           "lowering/frames/frame.c", "lowering/intrinsics/handlers.c", "lowering/intrinsics/jlcall.c",
           "codegen/leftover.c", "lowering/intrinsics/allocate_memory.c", "lowering/intrinsics/preserve.c",
           "lowering/intrinsics/ptls.c", "lowering/intrinsics/adopt_thread.c", "lowering/frames/safepoint.c",
           	"lowering/import/insert_gcstack.c",
           "lowering/common/signature.c", "dialect/abi.c"]
SETUP = ("split-file", "sed ", "mkdir", "rm ", "echo ", "cp ")
DEFINITIONS = re.compile(r"DEFINE: *(%\{\w+\}) *= *(.*)")


def commands(path):
	"""The shell lines of a test that prepare files, and those that look at what the tool says: cut off where its
	output goes on."""
	text = path.read_text(errors="replace")
	defined = dict(DEFINITIONS.findall(text))
	for line in re.findall(r"RUN: *(.*(?:\\\n.*)*)", text):
		for name, value in defined.items():
			line = line.replace(name, value)
		line = re.sub(r"\\\n[^A-Za-z%]*(RUN:)?", " ", line)
		if "%lateroot" in line and re.search(r"2> *(&1|%t)|(not|%exits [12]|%\{\w+\}) %?lateroot|not "
			r"%lateroot|%exits [12]", line):
			yield re.sub(r"2> *%t\S*", "", re.sub(r"\| *FileCheck.*", "", line))
		elif line.startswith(SETUP) and "%lateroot" not in line and "%opt" not in line:
			yield line


def run(path):
	"""All that the tool says in this test."""
	said = ""
	with tempfile.TemporaryDirectory() as scratch:
		for line in commands(path):
			for name, value in (("%exits 1", ""), ("%exits 2", ""), ("%lateroot", TOOL),
				("split-file", SPLIT), ("%S", str(path.parent)), ("%s", str(path)),
			                    ("%t", scratch + "/t")):
				line = line.replace(name, value)
			line = re.sub(r"^ *not ", "", re.sub(r"(&& *)not ", r"\1", line))
			p = subprocess.run(["sh", "-c", line], capture_output=True, cwd=scratch, timeout=120,
				stdin=subprocess.DEVNULL)
			said += (p.stdout + p.stderr).decode(errors="replace")
	return said


def messages():
	"""Formats of diagnostics in the sources: literals of some words."""
	for name in SOURCES:
		path = ROOT / "src" / name
		if not path.exists():
			sys.exit(f"SOURCES: there is no {name}")
		text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
		text = re.sub(r"^#.*$", "", text, flags=re.M)
		text = re.sub(r'"\s*\n\s*"', "", text)
		for m in re.finditer(r'"((?:[^"\\\n]|\\.)*)"', text):
			if m[1].count(" ") >= 3 and "define " not in m[1] and "declare " not in m[1]:
				yield name, m[1].replace('\\"', '"').replace("\\n", " ").replace("%%", "%")


def pattern(fmt):
	parts = re.split(r"%(?:[-0-9.*]*)(?:ll|l|z|h)?[a-zA-Z]", fmt)
	return re.compile(".*?".join(re.escape(p) for p in parts))


def main():
	files = sorted(p for p in TESTS.rglob("*") if p.suffix in (".ll", ".test") and "Inputs" not in p.parts
		and p.parent.name not in ("plugin", "tool", "check")
	               and re.search(r"RUN:.*(not|exits|2>)|DEFINE:.*exits", p.read_text(errors="replace")))
	with ThreadPoolExecutor(os.cpu_count()) as pool:
		said = dict(zip(files, pool.map(run, files)))
	every = "\n".join(said.values())
	bad = []
	formats = list(messages())
	for source, fmt in formats:
		seen = pattern(fmt).search(every) is not None
		excused = [k for k in UNSEEN if k in fmt]
		if not seen and not excused:
			bad.append(f"{source}: nobody is told '{fmt}'")
		if seen and excused:
			# Parts may stand in several messages.
			if all(UNSEEN[k] is not PART for k in excused):
				bad.append(f"{source}: '{excused[0]}' is said, so it needs no excuse")
	for k in UNSEEN:
		if not any(k in fmt for _, fmt in formats):
			bad.append(f"there is no message '{k}' any more")

	# The rows of the document: the last cell names malformed functions.
	seen_rows = 0
	for number, _, fields in rows((ROOT / "docs" / "dialect.md").read_text()):
		last = fields.get("nearest malformed form", "")
		if "meaning" not in fields:
			continue
		seen_rows += 1
		for m in re.finditer(r"`([\w./-]+/[\w.-]+\.(?:ll|test))`([^`]*)",
			last) if not last.startswith("—") else ():
			path = TESTS / m[1]
			if path.suffix != ".ll" or path not in said:
				continue
			if "error: " not in said[path]:
				bad.append(f"dialect.md:{number}: {m[1]} is not refused")
			for name in re.split(r"[,\s]+", re.sub(r"\([^)]*\)", "", m[2].split(";")[0]).strip(" .:")):
				body = re.search(rf"^define [^\n]*@{re.escape(name)}\(.*?^}}", path.read_text(),
					re.M | re.S)
				# What is wrong with a callee is said of its declaration.
				if body and any(f"@{callee}(" in body[0]
					for callee in re.findall(r"note: in '([^']+)'|^ *'([\w.]+)'|'(julia\.[\w.]+)'",
						said[path]) for callee in callee if callee):
					continue
				quoted = re.escape(name)
				if name and body and not re.search(rf"in function '{quoted}'|'{quoted}'|@{quoted}\b",
						said[path]):
					bad.append(f"dialect.md:{number}: nothing is said of {name} in {m[1]}")
	if "--list" in sys.argv:
		for path, text in said.items():
			for message, where in re.findall(r"error: (.*)\n(?:.*note: in (?:function )?(.*))?", text):
				print(f"{message}\t{path.relative_to(TESTS)}\t{where[:80]}")
	for b in bad:
		print(b)
	diagnostics = len(re.findall("error: ", every))
	print(f"{len(formats)} messages, {seen_rows} rows, {len(files)} files of tests, {diagnostics} diagnostics, "
		f"{len(bad)} failures")
	return bool(bad) or seen_rows == 0 or not formats


sys.exit(main())
