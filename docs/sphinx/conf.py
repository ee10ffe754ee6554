# SPDX-License-Identifier: MIT
"""Sphinx: the documents and the public headers as one set of pages.  build.py prepares what is read here."""
import logging
import os
import re

project = "lateroot"
copyright = "the authors of lateroot"
version = release = os.environ.get("LATEROOT_VERSION", "")
extensions = ["myst_parser", "breathe"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
root_doc = "index"

# Headings have the anchors that GitHub gives them, so that the same links lead there.
myst_heading_anchors = 6
# What Pygments cannot read in a block of code is no error: blocks of IR are shortened with "...".
suppress_warnings = ["misc.highlighting_failure"]
highlight_language = "none"

breathe_projects = {"lateroot": os.environ["LATEROOT_DOXYGEN"]}
breathe_default_project = "lateroot"
breathe_domain_by_extension = {"h": "c"}
breathe_show_include = False
breathe_show_define_initializer = True
breathe_show_enumvalue_initializer = True
# Words that the headers put in front of declarations, for compilers.
c_id_attributes = ["LR_API", "LR_RT_NORETURN"]

linkcheck_timeout = 20
linkcheck_ignore = [r"^(?!https?:)"] # inside: ctest docs-html

html_theme = "alabaster"
html_theme_options = {"page_width": "auto", "sidebar_width": "240px", "body_max_width": "auto",
	"show_powered_by": False, "description": "GC roots for LLVM IR, placed late"}
html_sidebars = {"**": ["about.html", "navigation.html", "searchbox.html"]}
html_static_path = ["lateroot.css"]
html_css_files = ["lateroot.css"]
html_show_sourcelink = False
html_copy_source = False
html_last_updated_fmt = None


SHARED = r"Duplicate C declaration.*Declaration is '.. c:(struct|function):: (int )?lr_(gc_stats|run|patch)\b"


class Tags(logging.Filter):
	"""A struct and a function may have the same name in C, which Sphinx takes for a mistake."""

	def filter(self, record):
		return not re.match(SHARED, record.getMessage(), re.S)


def setup(app):
	logging.getLogger("sphinx.sphinx.domains.c").addFilter(Tags())
