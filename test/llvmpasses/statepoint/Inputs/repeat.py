"""A file whose lines `;N TEXT` stand there N times, without what is before the text."""
import re
import sys

for line in open(sys.argv[1]):
    m = re.match(r";(\d+) (.*)", line)
    print("\n".join([m[2]] * int(m[1])) if m else line, end="\n" if m else "")
