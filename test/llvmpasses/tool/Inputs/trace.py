# trace.py FILE: what --time-trace wrote, as an outline; each event must lie within the one around it.
import json
import sys

SLACK = 0.01  # microseconds: the numbers are rounded
events = [e for e in json.load(open(sys.argv[1]))["traceEvents"] if e["ph"] == "X"]
events.sort(key=lambda e: (e["tid"], e["ts"], -e["dur"], e["cat"] != "pass"))
around = {}
for e in events:
    assert e["dur"] >= 0 and e["pid"] == 1, e
    end = e["ts"] + e["dur"]
    if e["cat"] == "pass":
        assert e["ts"] >= around.get(e["tid"], 0) - SLACK, ("begins before the last one ends", e)
        around[e["tid"]] = end
        print(("thread %d: " % e["tid"] if e["tid"] else "") + e["name"])
    else:
        assert end <= around[e["tid"]] + SLACK, ("outside of its pass", e)
        print("  " + e["args"]["phase"], e["name"])
