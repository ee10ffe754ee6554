#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs-html.py SOURCE OUT VERSION: builds the documents as HTML, and sees that each link inside leads to a page and a
heading that exist, and that each function of the public headers is there.  Exit status 77: Sphinx, one of its
extensions, or Doxygen is missing."""
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

source, out = (pathlib.Path(a).resolve() for a in sys.argv[1:3])


class Page(html.parser.HTMLParser):
	def __init__(self, path):
		super().__init__()
		self.ids, self.links = set(), []
		self.feed(path.read_text(encoding="utf-8"))

	def handle_starttag(self, tag, attributes):
		for name, value in attributes:
			if name == "id" or name == "name" and tag == "a":
				self.ids.add(value)
			elif name in ("href", "src") and value is not None:
				self.links.append(value)


if not shutil.which("sphinx-build") or not shutil.which("doxygen"):
	sys.exit(77)
done = subprocess.run([sys.executable, source / "docs" / "sphinx" / "build.py", source, out, sys.argv[3]])
if done.returncode != 0:
	sys.exit(done.returncode)
root = out / "html"
pages = {path: Page(path) for path in root.rglob("*.html")}
count, bad = 0, 0
for path, page in sorted(pages.items()):
	for link in page.links:
		url = urllib.parse.urlsplit(link)
		if url.scheme or url.netloc:
			continue
		to = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
		anchor = urllib.parse.unquote(url.fragment)
		why = None
		if root not in to.parents:
			why = "leads out of the set"
		elif not to.is_file():
			why = "there is no such file"
		elif anchor and to in pages and anchor not in pages[to].ids:
			why = "there is no such anchor"
		count += 1
		if why:
			print(f"{path.relative_to(root)}: {link}: {why}")
			bad += 1
functions = 0
for header in (source / "include" / "lateroot").glob("*.h"):
	text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="utf-8"), flags=re.S)
	shown = pages[root / "api" / (header.stem + ".html")].ids
	for name in re.findall(r"^LR_API [^;{}]*?\b(lr_\w+)\(", text, re.M):
		functions += 1
		if "c." + name not in shown:
			print(f"{header.name}: {name} is not in its page")
			bad += 1
print(f"{len(pages)} pages, {count} links inside, {functions} functions, {bad} wrong")
sys.exit(bad != 0 or len(pages) < 40 or count < 1000 or functions < 50)
