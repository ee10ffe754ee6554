# times.py FILE: names of the passes in what --time-passes-json wrote.
import json
import sys

times = json.load(open(sys.argv[1]))
for row in times["passes"]:
    print(row["name"])
if abs(sum(row["seconds"] for row in times["passes"]) - times["total"]) < 1e-6:
    print("the total is the sum")
