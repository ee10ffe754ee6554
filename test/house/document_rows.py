# SPDX-License-Identifier: MIT
"""document_rows -- the rows of the lists that docs have in the place of wide tables.

	* lead
	  * label: text
	    more of the text

A list item without a label is no row."""
import re

ITEM = re.compile(r"^(\s*)\* (.*)$")


def rows(text):
	"""Yields the number of the first line, the lead, and the texts by label."""
	number, lead, fields, label = 0, None, {}, None
	for n, line in enumerate([*text.splitlines(), ""], 1):
		item = ITEM.match(line)
		if lead is not None and (not line.strip() or (item and not item[1])):
			if fields:
				yield number, lead, fields
			lead = None
		if item and not item[1]:
			number, lead, fields, label = n, item[2], {}, None
		elif lead is not None and item:
			label, _, words = item[2].partition(": ")
			fields[label] = words
		elif lead is not None and label is not None:
			fields[label] += " " + line.strip()
		elif lead is not None:
			lead += " " + line.strip()
