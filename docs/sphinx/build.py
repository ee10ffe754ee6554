#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""build.py [OPTION...] SOURCE OUT VERSION: the documents as HTML, in OUT/html.  Warnings are errors.  With
--builder=linkcheck links to other hosts are followed, and nothing is written but OUT/linkcheck/output.txt.

The Markdown of the project is copied to OUT/pages, in the same folders, so that its links lead where they lead in the
source.  Beside it come a page for each public header, which Doxygen and breathe fill, and the table of contents, which
is that of docs/README.md.  Exit status 77: Sphinx lacks one of its extensions."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# Headers that define a language by macros and attributes, and are shown as they are.
LANGUAGES = ("dialect", "roots")
LINK = re.compile(r"(\[[^\]\n]*\]\()([^)\s]+)(\))")


def markdown(source):
	listed = subprocess.run(["git", "-C", str(source), "ls-files", "-co", "--exclude-standard", "*.md"],
		capture_output=True, text=True)
	if listed.returncode == 0 and listed.stdout:
		return [pathlib.Path(name) for name in listed.stdout.splitlines() if (source / name).exists()]
	tops = [source / top for top in ("docs", "examples", "src", "test")]
	return sorted(path.relative_to(source) for top in tops for path in top.rglob("*.md")) + \
		sorted(path.relative_to(source) for path in source.glob("*.md"))


def stage(source, pages):
	"""Copies the Markdown and the files that it links to."""
	for name in markdown(source):
		page = source / name

		def follow(match):
			target, _, anchor = match.group(2).partition("#")
			if not target or re.match(r"[a-z]+:", target):
				return match.group(0)
			found = pathlib.Path(os.path.normpath(page.parent / target))
			if found.is_dir():
				found = found / "README.md"
			inside = found.relative_to(source)
			if inside.parts[:2] == ("include", "lateroot"):
				inside = pathlib.Path("api", inside.stem + ".rst")
			elif found.suffix != ".md":
				(pages / inside).parent.mkdir(parents=True, exist_ok=True)
				shutil.copyfile(found, pages / inside)
			shown = os.path.relpath(pages / inside, (pages / name).parent)
			return match.group(1) + shown + ("#" + anchor if anchor else "") + match.group(3)

		text, code = [], False
		for line in page.read_text(encoding="utf-8").split("\n"):
			code ^= line.lstrip().startswith("```")
			text.append(line if code else LINK.sub(follow, line))
		(pages / name).parent.mkdir(parents=True, exist_ok=True)
		head = ["---", "orphan: true", "---"] if str(name) == "docs/README.md" else []
		(pages / name).write_text("\n".join(head + text), encoding="utf-8")


def contents(source, pages):
	"""The table of contents, from the lists of docs/README.md; what is in none of them comes last, unlisted."""
	def tree(caption, names, hidden=True):
		options = ":caption: %s\n:hidden:\n" % caption if hidden else ""
		return "```{toctree}\n:maxdepth: 1\n%s\n%s\n```\n" % (options, "\n".join(names))

	parts, listed = [], {"docs/README.md"}
	index = (source / "docs" / "README.md").read_text(encoding="utf-8")
	for caption, items in re.findall(r"^## ([^\n:]+)[^\n]*\n(.*?)(?=^## |\Z)", index, re.M | re.S):
		rows = re.findall(r"^\* \[[^\]]*\]\(([^)#]+\.md)\)", items, re.M)
		names = [os.path.normpath(os.path.join("docs", row)) for row in rows]
		listed.update(names)
		if names:
			parts.append(tree(caption, names))
	headers = sorted(path.stem for path in (source / "include" / "lateroot").glob("*.h"))
	headers.sort(key=lambda name: name != "lateroot")
	parts.append(tree("Headers", ["api/" + name for name in headers]))
	rest = [str(name) for name in markdown(source) if str(name) not in listed]
	missing = [name for name in rest if re.fullmatch(r"docs/[^/]+\.md", name)]
	if missing:
		sys.exit("build.py: docs/README.md does not list " + ", ".join(missing))
	(pages / "sources.md").write_text("# Folders of the source\n\n" + tree("", rest, hidden=False))
	parts.append(tree("Source", ["sources"]))
	index = (pages / "docs" / "README.md").read_text(encoding="utf-8").split("# The documents\n", 1)[1]
	index = re.sub(r"\]\((?![a-z]+:)", "](docs/", index).replace("](docs/../", "](")
	(pages / "index.md").write_text("# lateroot\n" + index + "\n" + "\n".join(parts), encoding="utf-8")


def headers(source, out, pages, doxygen):
	(pages / "api").mkdir(parents=True, exist_ok=True)
	for path in (source / "include" / "lateroot").glob("*.h"):
		title = "<lateroot/%s>" % path.name
		shown = ".. doxygenfile:: %s\n" % path.name
		if path.stem in LANGUAGES:
			shutil.copyfile(path, pages / "api" / path.name)
			shown = ".. literalinclude:: %s\n   :language: c\n" % path.name
		(pages / "api" / (path.stem + ".rst")).write_text("%s\n%s\n\n%s" % (title, "=" * len(title), shown))
	(out / "Doxyfile").write_text("\n".join([
		"@INCLUDE = %s" % (HERE / "Doxyfile"),
		"INPUT = " + " ".join(str(path) for path in sorted((source / "include" / "lateroot").glob("*.h"))
			if path.stem not in LANGUAGES),
		"FILTER_PATTERNS = \"*.h=%s %s\"" % (sys.executable, HERE / "header-filter.py"),
		"OUTPUT_DIRECTORY = %s" % (out / "doxygen")]) + "\n")
	subprocess.run([doxygen, str(out / "Doxyfile")], check=True)


def main():
	parser = argparse.ArgumentParser(description="The documents as HTML.")
	parser.add_argument("--sphinx", default="sphinx-build", help="sphinx-build")
	parser.add_argument("--doxygen", default="doxygen", help="doxygen")
	parser.add_argument("--builder", default="html", choices=("html", "linkcheck"), help="of Sphinx")
	parser.add_argument("source", type=pathlib.Path)
	parser.add_argument("out", type=pathlib.Path)
	parser.add_argument("version")
	options = parser.parse_args()
	source, out = options.source.resolve(), options.out.resolve()
	for name in ("pages", "doxygen", "doctrees", options.builder):
		shutil.rmtree(out / name, ignore_errors=True)
	pages = out / "pages"
	(out / "doxygen").mkdir(parents=True)
	stage(source, pages)
	headers(source, out, pages, options.doxygen)
	contents(source, pages)
	environment = {**os.environ, "LATEROOT_VERSION": options.version,
		"LATEROOT_DOXYGEN": str(out / "doxygen" / "xml")}
	command = [options.sphinx, "-q", "-W", "--keep-going", "-b", options.builder, "-c", str(HERE)]
	command += ["-d", str(out / "doctrees"), str(pages), str(out / options.builder)]
	done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True)
	sys.stderr.write(done.stderr)
	return 77 if "Could not import extension" in done.stderr else done.returncode


sys.exit(main())
