#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""header-filter.py FILE: a public header as Doxygen wants it, on standard output.

The headers have plain comments: /* ... */ in front of what they describe, or behind it in the same line; further lines
begin with ** or *.  Doxygen reads only comments that are marked, takes @, \\, < and # for its own, and fills lines.  So
comments are marked, these characters are escaped, and lines that are indented (tables, code) stay as they are."""
import re
import sys

COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?\*/', re.S)


def escape(text):
	"""Outside of `code`, what is Doxygen's own; *word* is meant as emphasis.  "--" would become a dash."""
	parts = text.split("`")
	if len(parts) % 2 == 0: # a span that goes on in the next line
		parts = [text.replace("`", "'")]
	for i in range(0, len(parts), 2):
		parts[i] = re.sub(r"[\\@<>#%&]", r"\\\g<0>", parts[i]).replace("--", "\\--")
	return "`".join(parts)


def body(lines):
	"""Paragraphs and lists are escaped; what is indented beyond them is verbatim."""
	out, verbatim, item = [], False, False
	for line in lines:
		indent = len(line) - len(line.lstrip(" "))
		starts = bool(re.match(r" *- ", line))
		if not line.strip():
			item = False
		inside = bool(line.strip()) and indent >= 2 and not starts and not item
		if starts:
			item = True
		elif line.strip() and indent == 0:
			item = False
		if inside != verbatim and (line.strip() or not verbatim):
			out.append("@verbatim" if inside else "@endverbatim")
			if not inside:
				out.append("")
			verbatim = inside
		out.append(line if verbatim else escape(line))
	if verbatim:
		out.append("@endverbatim")
	return out


def convert(match, text, name):
	comment = match.group(0)
	if not comment.startswith("/*"):
		return comment
	inner = comment[2:-2].rstrip()
	lines = [re.sub(r"^[\t ]*\*\*? ?", "", line) if number else line[1:] if line.startswith(" ") else line
		for number, line in enumerate(inner.split("\n"))]
	if re.match(r"-{4}", lines[0]):
		return "\n" * comment.count("\n")
	before = text[text.rfind("\n", 0, match.start()) + 1:match.start()]
	if re.match(r"\s*(?:#\s*(?:if|else|endif)|extern \"C\")", before):
		return ""
	mark = "/**"
	if match.start() == 0:
		mark += " @file %s" % name
		lines = [""] + lines
	elif before.strip():
		mark += "<"
		return mark + " " + " ".join(escape(line.strip()) for line in lines) + " */"
	return mark + "\n" + "\n".join(body(lines)) + "\n*/"


def main():
	path = sys.argv[1]
	text = open(path, encoding="utf-8").read()
	name = path.rsplit("/", 1)[-1]
	sys.stdout.write(COMMENT.sub(lambda match: convert(match, text, name), text))


main()
