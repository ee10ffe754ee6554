# SPDX-License-Identifier: MIT
"""heap_graphs.py LATEROOT FOLDER -- what `lateroot view --heap` says of random graphs, against sums by taking objects
out; a list of 100,000 objects; and snapshot.json, a snapshot for the page."""
import json
import pathlib
import random
import subprocess
import sys


def snapshot(edges, roots, sizes, types):
    """A snapshot of objects 0 to n - 1, whose ids are multiples of 16."""
    records = [{"format": "lateroot-heap", "version": 1, "word_bytes": 8, "collected": True}]
    records += [{"root": "global", "object": 16 * (r + 1), "slot": 0, "address": 4096 + r} for r in roots]
    records += [{"id": 16 * (i + 1), "type": types[i], "bytes": sizes[i], "generation": i % 2,
        "edges": [[word, 16 * (to + 1)] for word, to in enumerate(out)]} for i, out in enumerate(edges)]
    records += [{"address": 4096, "symbol": "first", "offset": 0, "file": "a.out", "file_offset": 4096},
        {"end": True, "roots": len(roots), "objects": len(edges), "edges": sum(map(len, edges))}]
    return json.dumps(records)


def reached(edges, roots, without=None):
    """Distance from the roots of each object that is reached."""
    distance = {r: 0 for r in roots if r != without}
    queue = list(distance)
    for at in queue:
        for to in edges[at]:
            if to != without and to not in distance:
                distance[to] = distance[at] + 1
                queue.append(to)
    return distance


def view(lateroot, path):
    out = subprocess.run([lateroot, "view", "--json", "--heap=%s" % path], stdout=subprocess.PIPE, check=True).stdout
    return json.loads(out)


def compare(data, edges, roots, sizes, types):
    all_ = reached(edges, roots)
    lost = {i: set(all_) - set(reached(edges, roots, i)) for i in all_}
    shown = {int(o["id"], 16) // 16 - 1: o for o in data["objects"]}
    assert len(shown) == len(edges)
    for i, o in shown.items():
        retained = sum(sizes[k] for k in lost[i]) if i in all_ else sizes[i]
        assert o["retained"] == retained, (i, o, retained)
        assert len(o["path"]) == (all_[i] + 1 if i in all_ else 0), (i, o)
        above = [k for k in all_ if k != i and i in lost[k]]
        if above:
            nearest = min(above, key=lambda k: len(lost[k]))
            assert int(o["dominator"][0], 16) // 16 - 1 == nearest, (i, o, nearest)
        else:
            assert "dominator" not in o, (i, o)
    for t in data["types"]:
        of_type = [i for i in range(len(edges)) if types[i] == t["name"]]
        assert t["objects"] == len(of_type) and t["bytes"] == sum(sizes[i] for i in of_type)
        gone = set().union(*(lost[i] for i in of_type if i in all_))
        # What only several objects of the type retain together is retained by none of them.
        assert sum(sizes[i] for i in of_type if i in all_) <= t["retained"] <= sum(sizes[i] for i in gone), t
        assert t["retained"] == sum(sizes[i] for i in gone), t
    assert data["unreachable"]["objects"] == len(edges) - len(all_)


def main():
    lateroot, folder = sys.argv[1], pathlib.Path(sys.argv[2], "heap-graphs")
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(60):
        dice = random.Random(seed)
        n = dice.randrange(1, 40)
        edges = [[dice.randrange(n) for _ in range(dice.choice([0, 1, 1, 2, 3]))] for _ in range(n)]
        roots = [dice.randrange(n) for _ in range(dice.randrange(4))]
        sizes = [16 * dice.randrange(1, 9) for _ in range(n)]
        types = [dice.choice(["pair", "</script>", "a \"b\" é", "table"]) for _ in range(n)]
        (folder / "graph.json").write_text(snapshot(edges, roots, sizes, types))
        data = view(lateroot, folder / "graph.json")
        # The page shows but some of each type, if there are many; here all retain enough.
        compare(data, edges, roots, sizes, types)
    (folder / "snapshot.json").write_text(snapshot(edges, [0, 1, 2], sizes, types))
    n = 100000
    (folder / "list.json").write_text(snapshot([[i + 1] for i in range(n - 1)] + [[]], [0], [16] * n, ["pair"] * n))
    data = view(lateroot, folder / "list.json")
    assert data["types"][0]["retained"] == 16 * n and len(data["objects"]) < 1000
    assert max(len(o["path"]) for o in data["objects"]) <= 25
    print("60 graphs and a list")


main()
