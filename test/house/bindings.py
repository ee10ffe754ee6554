#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bindings.py CLANG INCLUDE LLVM-INCLUDE: the public headers as a generator of bindings sees them, by clang's syntax
tree.

In each header of INCLUDE/lateroot that hosts and collectors call (dialect.h and roots.h are C for programs, and
macros):

  structs    no bit-fields, no packed layout, no members without a name, no long double, vectors or atomics
  enums      each value is described
  functions  no variable arguments, no inline bodies
  macros     none takes arguments

What is a convenience for C is named below; what it does can be done by the structs and functions that bindings have."""
import glob
import json
import os
import re
import subprocess
import sys

clang, include, llvm = sys.argv[1:4]
PROGRAMS = {"dialect.h", "roots.h"}
# Macros and inline functions over the layout of objects and frames, which layout.h and runtime.h describe.
FOR_C = {"layout.h", "runtime.h"}
VARIADIC = {"lr_gc_fatal"} # a collector in C prints with it and ends the process; another one has means of its own
failures = []


def fail(header, what):
    failures.append(f"{header}: {what}")


def declarations(header):
    """The declarations of the header itself, each with its kind and its children."""
    out = subprocess.run([clang, "-std=c11", "-x", "c", "-fsyntax-only", "-fparse-all-comments", "-Xclang",
                          "-ast-dump=json", "-I", include, "-isystem", llvm, header], capture_output=True, text=True)
    if out.returncode != 0:
        sys.exit(f"{header}: {out.stderr}")
    file = None
    for node in json.loads(out.stdout)["inner"]:
        # clang names a file only where it changes.
        for place in (node.get("loc", {}), node.get("loc", {}).get("spellingLoc", {}),
                      node.get("loc", {}).get("expansionLoc", {})):
            file = place.get("file", file)
        if file and os.path.samefile(file, header):
            yield node


def check_record(header, node):
    name = node.get("name", "(no name)")
    for member in node.get("inner", []):
        if member["kind"] == "FieldDecl":
            if member.get("isBitfield"):
                fail(header, f"struct {name}: {member.get('name')} is a bit-field")
            if "name" not in member:
                fail(header, f"struct {name}: a member without a name")
            if re.search(r"long double|_Complex|vector_size|_Atomic", member["type"]["qualType"]):
                fail(header, f"struct {name}: {member['name']} is of type {member['type']['qualType']}")
        elif member["kind"] == "PackedAttr":
            fail(header, f"struct {name}: packed")
        elif member["kind"] == "RecordDecl":
            check_record(header, member)


def check_enum(header, node, source):
    """Each value has a comment in its line, in front of it or of the values that it stands among, or is named in
    one."""
    lines = source.splitlines()
    for value in node.get("inner", []):
        if value["kind"] != "EnumConstantDecl":
            continue
        name = value["name"]
        line = next(i for i, text in enumerate(lines) if re.match(rf"(typedef )?(enum.*[{{,])?\s*{name}\b", text))
        above = line - 1
        while above > 0 and re.match(r"\s*LR_\w+[^/]*,?$|(typedef )?enum[ \w]*\{$", lines[above]):
            above -= 1
        beside = "/*" in lines[line] or lines[above].rstrip().endswith("*/")
        if not beside and not re.search(rf"^\s*/?\*.*\b{name}\b", source, re.M):
            fail(header, f"enum value {name} has no comment")


def check_macros(header, source):
    for name, arguments in re.findall(r"^#\s*define\s+(\w+)(\([^)]*\))?", source, re.M):
        if arguments and not name.startswith("LR_X_") and not re.search(r"#\s*(undef)\s+" + name, source):
            fail(header, f"macro {name}{arguments} is needed, or should be a function")


for path in sorted(glob.glob(os.path.join(include, "lateroot", "*.h"))):
    header = os.path.basename(path)
    if header in PROGRAMS:
        continue
    source = open(path).read()
    count = 0
    for node in declarations(path):
        count += 1
        if node["kind"] == "RecordDecl":
            check_record(header, node)
        elif node["kind"] == "EnumDecl":
            check_enum(header, node, source)
        elif node["kind"] == "FunctionDecl":
            if node.get("variadic") and node["name"] not in VARIADIC:
                fail(header, f"{node['name']} takes variable arguments")
            if header not in FOR_C and any(i["kind"] == "CompoundStmt" for i in node.get("inner", [])):
                fail(header, f"{node['name']} is inline: a binding cannot call it")
    if header not in FOR_C:
        check_macros(header, source)
    if count == 0:
        fail(header, "nothing was found in it")
print("\n".join(failures))
sys.exit(f"{len(failures)} failures" if failures else 0)
